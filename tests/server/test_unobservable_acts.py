"""An act that an audience may not see changes no byte of what it sees and sends nothing, in every game."""

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from ironbottom.engine.rules.registry import get_game
from ironbottom.testing.games import GameSetUp, from_position
from tests.kit.games import saved
from tests.server.api_client import Client
from tests.server.unobservable_acts import Audience, check_silence, run

POSITIONS = Path(__file__).parents[1] / "browser" / "positions"


def starting(game: str, **options: str) -> GameSetUp:
    """A game from its start, in its first scenario."""
    found = get_game(game)
    return GameSetUp(found, next(iter(found.scenarios), None), options)


def at(game: str, position: str) -> GameSetUp:
    """A game from a position with acts that an audience may not see."""
    found = get_game(game)
    return from_position(found, POSITIONS / found.id / f"{position}.toml")


def saved_at(position: str) -> GameSetUp:
    """War in the Pacific from a saved position."""
    return next(each for each in saved(get_game("witp")) if each.position and each.position.stem == position)


class Case(NamedTuple):
    """A match, the number of acts played, and the minimum number of responses to hidden acts that are compared."""

    setup: Callable[[], GameSetUp]
    acts: int
    silent: int


CASES = {
    "pf": Case(partial(starting, "pf"), 8, 16),
    "vitp": Case(partial(at, "vitp", "naming"), 3, 2),
    "hf": Case(partial(at, "hf", "naming"), 4, 2),
    "aap": Case(partial(starting, "aap", bidding="yes"), 6, 0),
    "witp": Case(partial(saved_at, "burma_turn_2_ground"), 10, 8),
}
"""Every act of Axis & Allies:

Pacific is announced to all, at least in part, so only the connections are checked in that game.
"""
SHORT = [pytest.param(game, marks=[pytest.mark.build] * (game == "witp")) for game in CASES]


@pytest.mark.parametrize("game", SHORT)
def test_a_hidden_act_changes_nothing_that_others_see(client: Client, game: str) -> None:
    case = CASES[game]
    found = check_silence(client, case.setup(), 1, case.acts)
    assert found["acts"] == case.acts
    assert found["silent"] >= case.silent


@pytest.mark.thorough
def test_the_long_run_plays_from_every_kind_of_start(tmp_path: Path) -> None:
    assert run(tmp_path, 1, 1, ["pf"], acts=3)["matches"] >= 1


def test_a_change_by_a_hidden_act_is_found(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count()
    monkeypatch.setattr("ironbottom.server.match.match_view.current_clause", lambda rules, own, view: str(next(asked)))
    with pytest.raises(
        AssertionError, match=r"does not see .* but its sight changes|received a message without a log entry"
    ):
        check_silence(client, starting("pf"), 1, 4)


def test_a_message_without_an_entry_is_found() -> None:
    class Socket:
        """A WebSocket that sends the same log position twice."""

        def __init__(self) -> None:
            self.messages = iter([{"seq": 1, "mark": "b"}, {"seq": 1, "mark": "c"}])

        def receive_json(self, timeout: float) -> dict[str, object]:
            return next(self.messages)

    one = Audience.__new__(Audience)
    one.socket, one.viewer, one.last_message, one.view = Socket(), "japan", {"seq": 1, "mark": "a"}, {"mark": "c"}
    with pytest.raises(AssertionError, match="japan received a message without a log entry"):
        one.listen()
