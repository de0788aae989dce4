"""Many choices in one line: orders for several units, full repairs, repeated fire; and odds."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.cli.session.bulk_choices import playable_in_order, repeat_count
from ironbottom.engine.codecs.position import parse_position, read_position
from ironbottom.engine.rules.state import State
from tests.cli.running import one_line, run
from tests.games.victory_in_the_pacific.rule_tester import RuleTester

POSITIONS = Path(__file__).parents[1] / "browser" / "positions"
VITP, WITP = "victory_in_the_pacific", "war_in_the_pacific"


def output_of(position: str, *lines: str) -> str:
    """Returns the output for two people who type these lines at a position."""
    game = {"hold_fast": "hf", VITP: "vitp", WITP: "witp"}.get(position.split("/")[0], "pf")
    typed = "\n".join([*lines, "quit", ""])
    ran = run("play", game, "--position", str(POSITIONS / f"{position}.toml"), "--both", "--plain", typed=typed)
    assert ran.code == 0, ran.err
    return one_line(ran.out)


def test_rest_selects_all_units_that_may_go_to_a_port() -> None:
    """The other units stay where they are, and the next question asks about them."""
    output = output_of(f"{VITP}/way_home", "go truk: rest")
    assert "to Truk: " in output
    assert "Not allowed" not in output


def test_fully_repairs_a_ship_completely() -> None:
    output = output_of("hold_fast/repairs", "", "repair: Kirishima fully", "repair: Kirishima fully")
    assert output.count("Not allowed: the port of Kirishima cannot repair more this turn (5.0.3)") == 1
    assert "Kirishima is repaired to 2 SP." in output_of("hold_fast/repairs", "", "repair: Kirishima fully", "log 3")


def test_the_odds_command_prints_odds() -> None:
    output = output_of("hold_fast/stay_or_withdraw", "odds")
    assert (
        "If you withdraw and are pursued: by ship (one round of fire by all units of a kind, dice spread evenly):"
        in output
    )
    assert " %" in output
    assert "this decision involves no dice" in output_of("forming", "", "odds")


def test_again_is_refused_if_nothing_has_fired() -> None:
    output = output_of(f"{VITP}/targeting", "again")
    assert "Not allowed: no unit that may fire now can repeat its last attack" in output


@pytest.mark.build
def test_fill_lists_helpers_and_runs_one_by_its_number() -> None:
    output = output_of(f"{WITP}/gunlaying", "", "fill", "fill 3", "fill 1")
    assert "1 Fire by the odds: each ship at its best odds (12 choices)" in output
    assert "3 Spread evenly: the same number of ships at each enemy (12 choices)" in output
    assert "Not allowed: nothing can be filled in for this decision" in output


def test_fill_is_refused_in_a_game_without_helpers() -> None:
    assert "Not allowed: nothing can be filled in for this decision" in output_of(f"{VITP}/targeting", "fill")
    assert "Not allowed: the lists are numbered 1 to 3" in output_of(f"{WITP}/gunlaying", "", "fill 4")


def test_help_explains_orders_for_several_units() -> None:
    output = output_of(f"{VITP}/targeting", "help")
    assert "repair: Kongo fully, or go truk: rest" in output
    assert "each unit fires at its last target again" in output


def state_of(position: str) -> State:
    return read_position(parse_position((POSITIONS / f"{position}.toml").read_text(encoding="utf-8")))


def test_fully_repeats_a_choice_until_it_is_no_longer_legal() -> None:
    """11.1 One point is repaired each time, as long as the ship has damage and its port has points."""
    units = {"yokosuka": ["kongo", "hiei"]}
    state = RuleTester(turn=3, step="japan_patrols", units=units, damage={"kongo": 3, "hiei": 1}).match.state
    assert repeat_count(state, "japan", [], ("repair", "kongo")) == 3
    assert repeat_count(state, "japan", [("repair", "kongo")] * 2, ("repair", "kongo")) == 1
    assert repeat_count(state, "japan", [("repair", "hiei")] * 2, ("repair", "kongo")) == 0


def test_again_skips_choices_that_are_no_longer_legal() -> None:
    """8.6.2 All targets are open once each ship of the battle station has been fired at; a unit fires once."""
    state = state_of("hold_fast/surface_fire")
    side = state.decisions()[0].side
    fires = [action for action in state.decisions()[0].choices if action[0] == "fire"]
    first, twice = fires[0], next(action for action in fires[1:] if action[1] == fires[0][1])
    found = playable_in_order(state, side, [first, twice, first])
    assert found == [first]
