"""16.2, 40.42, 42.51 The preview of an assault before it is planned uses only what its side knows."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import facilities
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.odds.decisions import tables
from ironbottom.games.war_in_the_pacific.odds.planned_assaults import GUNS, TITLE
from ironbottom.games.war_in_the_pacific.odds.shore import random_ship_chances
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, UNITS
from ironbottom.games.war_in_the_pacific.rules.shore.assault_plans import Plans
from ironbottom.odds.tables import OddsRow
from tests.games.war_in_the_pacific.battle_states import ask_ashore, calm, choose, embarked, mission, plan
from tests.games.war_in_the_pacific.midway_states import put_force

GAME = get_game("witp")
MIDWAY, OAHU, DAVAO = "F1234", "F3342", "C2503"


def rows(state: State, side: str, title: str = TITLE) -> dict[str, OddsRow]:
    """The rows of a table at the decision of a side, by their ids; empty if there is no such table."""
    return {row.id: row for table in tables(state, side) if table.title == title for row in table.rows}


def leyte() -> State:
    """Leyte as the Allies deploy."""
    state = GAME.new("leyte")
    state.apply("japan", ("deployed",), NoDice())
    return state


@pytest.mark.clause("42.51", "16.4", "24.3")
def test_42_51_an_assault_that_japan_could_announce_has_the_odds_of_that_landing() -> None:
    """A regiment and three battalions, first in the ports of the three transports, then off Midway itself."""
    ahead = rows(GAME.new("midway"), "japan")
    there = calm()
    force = put_force(there, "japan_1", MIDWAY, "jp_apb1", "jp_apb2", "jp_apb3")
    mission(there, force, "assault")
    for kind, ship in (("jp_2_1", "jp_apb2"), ("jp_1_1", "jp_apb2"), ("jp_1_1", "jp_apb1"), ("jp_1_1", "jp_apb3")):
        embarked(there, kind, ship)
    plan(there, MIDWAY)
    ask_ashore(there)
    landing = next(table for table in tables(there, "japan") if table.title.startswith("Landing"))
    (row,) = [row for row in landing.rows if row.id == f"{MIDWAY} All units that may land"]
    assert ahead[f"{MIDWAY} one phase"].chances == pytest.approx(row.chances)
    assert ahead[f"{MIDWAY} one phase"].name == "Midway: 4 to 4, all aboard"


@pytest.mark.clause("38.7")
def test_38_7_the_guns_that_would_reply_are_listed() -> None:
    state = GAME.new("midway")
    guns = rows(state, "japan", GUNS)
    assert set(guns) == {f"{MIDWAY} guns", f"{OAHU} guns"}
    there = calm()
    put_force(there, "japan_1", MIDWAY, "jp_apb1", "jp_apb2", "jp_apb3")
    strength = facilities.guns_at(there, NUMBER[MIDWAY])
    expected = random_ship_chances(there, FORCES.index["japan_1"], strength)
    assert guns[f"{MIDWAY} guns"].chances == pytest.approx(expected)
    assert guns[f"{MIDWAY} guns"].name == f"Midway, strength {strength}"


def test_42_51_an_announced_assault_is_listed_first_and_named_so() -> None:
    state = GAME.new("midway")
    assert next(iter(rows(state, "japan"))) == f"{MIDWAY} one phase"
    choose(state, "japan", "announce", OAHU)
    after = rows(state, "japan")
    assert next(iter(after)) == f"{OAHU} one phase"
    assert after[f"{OAHU} one phase"].name == "Pearl Harbor (Oahu): 4 to 24, all aboard, planned"
    assert after[f"{MIDWAY} one phase"].name.endswith("4 to 4, all aboard")


def test_42_51_a_side_without_announcements_gets_no_odds() -> None:
    state = GAME.new("midway")
    state.apply("japan", ("ready",), NoDice())
    assert state.decision("allies") is not None
    assert tables(state, "allies") == []


@pytest.mark.clause("40.42", "16.3")
def test_40_42_at_leyte_one_phase_lands_two_divisions_and_the_rest_aboard_are_listed() -> None:
    """With a plan, each of the four divisions attacks with half its strength."""
    state = leyte()
    stacks = layout.units_in(state.arrays)
    for unit in stacks.units(NUMBER[DAVAO]):
        if state.rules.pieces.ground[state.arrays[layout.UNIT_TYPE][unit]].kind == "entrenchment":
            stacks.put(unit, -1)
    before = state.hash()
    result = rows(state, "allies")
    assert state.hash() == before
    assert result[f"{DAVAO} one phase"].name == "Davao: 12 to 17, in one phase"
    assert result[f"{DAVAO} all"].name == "Davao: 24 to 17, all aboard"
    assert result[f"{DAVAO} all"].chances[3] > result[f"{DAVAO} one phase"].chances[3]
    assert all(sum(row.chances[:3]) == pytest.approx(1) for row in result.values())


def test_16_2_in_a_strategic_game_turn_plans_have_the_same_odds_whatever_the_weather() -> None:
    state = leyte()
    deploying = rows(state, "allies")
    state.stack = (Plans(ALLIES),)
    state.cells[layout.WEATHER_DIE : layout.WEATHER_DIE + 7] = [1] * 7
    assert rows(state, "allies") == deploying
    state.stack = (Plans(JAPAN),)
    assert rows(state, "japan") == {}


@pytest.mark.clause("1.3")
def test_1_3_hidden_information_does_not_change_the_odds_of_an_assault() -> None:
    state = leyte()
    result, view = tables(state, "allies"), state.view("allies")
    for seed in range(3):
        assert tables(GAME.resample(view, Random(seed)), "allies") == result != []


def test_16_1_transports_load_only_in_their_own_port() -> None:
    """One of the four divisions is left, ashore at Ulithi with the transports; then at Okinawa, out of reach."""
    state = leyte()
    stacks, (first, *others) = layout.units_in(state.arrays), [UNITS.index[f"allies_unit_{n}"] for n in aboard(state)]
    for unit in others:
        stacks.put(unit, -1)
    stacks.put(first, NUMBER["B3953"])
    assert rows(state, "allies")[f"{DAVAO} one phase"].name == "Davao: 6 to 17, all aboard"
    stacks.put(first, NUMBER["B2737"])
    assert rows(state, "allies") == {}


def aboard(state: State) -> list[int]:
    """The numbers of the Allied units aboard ships."""
    where, first = state.arrays[layout.UNIT_AT], UNITS.index["allies_unit_0"]
    return [unit - first for unit, hex in enumerate(where) if hex >= ABOARD]
