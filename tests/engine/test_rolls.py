"""Reasons for die rolls: one enum for each game, shared by records, logs and the page."""

from pathlib import Path

import pytest

from ironbottom.engine.dice.dice import DieReason
from ironbottom.engine.record.formats import IRREGULAR, reason_of, text_of
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games
from ironbottom.games.victory_in_the_pacific.rolls import Roll

PAGE = Path(__file__).parents[2] / "page" / "src"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.short)
def test_the_reasons_of_a_game_are_ids_like_those_of_its_events(game: Game) -> None:
    assert issubclass(game.rolls, DieReason)
    assert len(game.rolls) > 4
    for roll in game.rolls:
        assert roll.value == roll.name.lower()
        assert roll.value.replace("_", "").isalpha()
        assert roll.text == roll.value.replace("_", " ")


def test_a_current_reason_is_read_back_from_its_older_text() -> None:
    reasons = {roll.value for game in all_games() for roll in game.rolls}
    assert {reason: reason_of(text_of(reason)) for reason in reasons} == {reason: reason for reason in reasons}
    assert set(IRREGULAR.values()) <= reasons


def test_the_page_knows_a_night_action_by_the_reason_of_its_dice() -> None:
    """7.51 The page compares ids instead of recognizing sentences."""
    script = (PAGE / "games" / "victory_in_the_pacific" / "play_rolls.ts").read_text()
    assert f"export const GUNNERY = '{Roll.GUNNERY}'" in script
    assert "?.[2] !== GUNNERY" in script
