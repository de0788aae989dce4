"""The picket line, the smallest game: its rules, and what the engine supplies to a game that leaves it out."""

from __future__ import annotations

import pytest
from pettingzoo.test import api_test

from examples.picket.picket.game import PICKET, PLACE, SUNK, Picket
from examples.skirmish.skirmish.game import SKIRMISH, Skirmish
from ironbottom.adapters.pettingzoo_env import GameEnv
from ironbottom.cli.output.game_text import GameText
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules import registry
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games
from ironbottom.server.views.game_text import needs_secrets
from ironbottom.testing import CHECKS, KitCheck, check_game
from ironbottom.testing.__main__ import describe


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_kit_accepts_it(check: KitCheck) -> None:
    check_game(PICKET, check, 0.01)


def test_2_0_a_ship_moves_to_an_area_next_to_its_own() -> None:
    state = PICKET.new()
    assert str(state.apply("red", ("move", "red_3", "middle"), ScriptedDice([]))) == "Red 3 moves to middle."
    refusal = state.why_not("blue", ("move", "blue_1", "middle"))
    assert refusal is not None
    assert (refusal.clause, refusal.message) == ("2.0", "middle is not next to blue 1")


@pytest.mark.parametrize(("die", "sinks"), [(3, False), (4, True)])
def test_3_0_a_four_sinks_a_ship_in_the_next_area(die: int, sinks: bool) -> None:
    state = PICKET.new()
    state.apply("red", ("move", "red_3", "middle"), ScriptedDice([]))
    events = state.apply("blue", ("fire", "blue_3", "red_3"), ScriptedDice([die]))
    assert str(events) == f"Blue 3 fires at red 3 and rolls {die}." + "\nRed 3 sinks." * sinks
    assert (state.cells[PLACE + 2] == SUNK) is sinks


def test_4_0_after_eight_turns_the_side_with_more_ships_wins() -> None:
    state = PICKET.new()
    state.cells[PLACE] = SUNK
    for _ in range(8):
        for side in ("red", "blue"):
            assert state.result() is None
            state.apply(side, ("pass",), ScriptedDice([]))
    assert state.result() == {"winners": ["blue"], "score": {"red": 2, "blue": 3}, "why": "the ships afloat"}


@pytest.mark.parametrize("game", [PICKET, SKIRMISH], ids=lambda game: game.id)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_a_game_of_another_package(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, game.id, game)
    api_test(GameEnv(game.id, max_choices=20), num_cycles=30)


def test_the_terminal_shows_the_view_without_frames() -> None:
    lines = [line for _, line in GameText(PICKET.rules()).board(PICKET.new().view("red"))]
    assert "  red 3" in lines
    assert not any("frames" in line for line in lines)


def test_a_screen_is_covered_between_players_only_if_something_is_hidden() -> None:
    assert [game.id for game in [*all_games(), PICKET, SKIRMISH] if game.is_open] == ["picket"]
    for game, secret in ((PICKET, False), (SKIRMISH, True)):
        rules, view = game.rules(), game.new().view("red")
        assert needs_secrets(rules, view) is secret
        assert GameText(rules).needs_secrets(view) is secret


def test_a_view_is_read_back_without_what_is_hidden() -> None:
    state = SKIRMISH.new()
    seen = SKIRMISH.seen_state(state.view("red"))
    assert seen.view("red")["ships"] == state.view("red")["ships"]
    assert len(PICKET.knowledge(PICKET.new())) == 2


def test_a_game_names_what_it_does_not_define() -> None:
    class Unnamed(Game):
        id = "unnamed"
        layout = Layout()

    with pytest.raises(TypeError, match="Unnamed must define short, title, rules_version, sides, scenarios, "):
        Unnamed()

    class Undecided(Picket):
        result = Game.result
        view_codec = None  # type: ignore[assignment] # what a subclass may not do

    game = Undecided()
    with pytest.raises(NotImplementedError, match="Undecided must define view_codec"):
        game.view(game.new(), 0)
    with pytest.raises(NotImplementedError, match="Undecided must define result"):
        game.result(game.new())


def test_a_game_with_secrets_must_say_what_is_known_and_draw_states() -> None:
    class Careless(Skirmish):
        sampler = Game.sampler  # type: ignore[assignment] # the default is wider
        knowledge = Game.knowledge

    game = Careless()
    with pytest.raises(NotImplementedError, match="Careless must define knowledge, because its state is not open"):
        game.knowledge(game.new())
    with pytest.raises(NotImplementedError, match="Careless must define sampler, because its state is not open"):
        game.sampler(game.new().view("red"))


def test_a_position_is_checked_against_the_declarations() -> None:
    rules = PICKET.rules()
    assert PICKET.read_position(rules, PICKET.write_position(PICKET.new())) == PICKET.new()
    with pytest.raises(BadValue, match="turn"):
        PICKET.read_position(rules, {"turn": 9})


def test_an_error_in_a_game_is_shown_with_its_place() -> None:
    with pytest.raises(AttributeError) as caught:
        PICKET.rules().pieces.strength  # noqa: B018 # the game has no pieces
    assert describe(caught.value).startswith("AttributeError: 'NoneType' object has no attribute 'strength' (")
