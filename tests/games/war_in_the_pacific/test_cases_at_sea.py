"""WP-25, WP-26, WP-28 Entry at the west edge, a night battle, a landing: in matches from a position."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, GROUND_TYPES, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import embarked, kinds_at, level, plan, put_unit
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step, fair
from tests.games.war_in_the_pacific.test_cases_in_matches import AT, MIDWAY, NEXT_TURN, midway

BOTH = ("japan", "allies")


def both(game: PositionMatch, *words: str) -> None:
    """Both sides make the same choice in turn, without dice."""
    for word in words:
        for side in BOTH:
            game.choose(side, word)


# -- WP-25 entry at the west edge of D ---------------------------------------------------------------------------------


@pytest.mark.clause("39.6", "42.71")
def test_wp_25_42_71_japan_enters_only_at_the_west_edge_of_d() -> None:
    state = fair(GAME.new("midway"))
    state.cells[layout.TURN] = turn_number("1/6/42")
    game = PositionMatch(at_step(state, "naval_3"))
    game.choose("japan", "form_off_map", "inland_sea", dice=(1,))
    game.choose("japan", "assign", "jp_cv1")
    game.choose("japan", "assign", "jp_dd1")
    game.choose("japan", "done")
    game.choose("japan", "enter", "japan_1", "air_strike")
    gates = game.offers("japan", "come_in")
    assert {hex[:3] for hex in gates} == {"B39"}
    assert game.refused("japan", "come_in", MIDWAY, "filled")[0] == "42.71"
    game.choose("japan", "come_in", "B3941", "as_they_are")
    game.choose("japan", "sail", "D0541")
    game.choose("japan", "make_speed", "speed_3")
    both(game, "done", "done", "carry_on")
    assert IDS[game.state.cells[layout.FORCE_AT + FORCES.index["japan_1"]]] == "D0340"
    both(game, "done", "carry_on")
    assert IDS[game.state.cells[layout.FORCE_AT + FORCES.index["japan_1"]]] == "D0541"
    idle = PositionMatch(at_step(state, "naval_3"))
    both(idle, "done", "done", "carry_on", "done", "carry_on")
    assert game.match.log("allies") == idle.match.log("allies")


# -- WP-26 Savo --------------------------------------------------------------------------------------------------------

SAVO = tuple(f"jp_{ship}" for ship in ("ca12", "ca1", "ca2", "ca3", "ca4", "cl1", "cl14", "dd5"))
SURPRISED = ("cw_ca33", "us_ca29", "us_dd13")


def fires(game: PositionMatch, side: str, ship: str, *aim: str) -> None:
    """A ship fires; if it has a choice, at this target with this weapon."""
    game.choose(side, "fire", ship)
    if game.asks(side) == "laying":
        game.choose(side, "fire_at", *aim)


@pytest.mark.clause("11.2", "11.3", "11.4", "11.5")
def test_wp_26_11_2_11_4_savo_round_by_round_with_torpedoes_once() -> None:
    """By day, both avoid battle; by night, the Allies are surprised and fire only from round two.

    Fired torpedoes are gone.
    """
    state = midway()
    put_force(state, "japan_1", AT, *SAVO)
    put_force(state, "allies_1", AT, *SURPRISED)
    for ship in (*SAVO, *SURPRISED):
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    game = PositionMatch(at_step(state, "naval_1"))
    for side, force in (("japan", "japan_1"), ("allies", "allies_1")):
        game.choose(side, "plot", force, "patrol")
        game.choose(side, "hold")
    both(game, "done", "done", "carry_on", "done", "avoid", "carry_on")
    game.choose("japan", "fight")
    game.choose("allies", "fight", dice=(5, 3))
    assert (game.asks("japan"), game.asks("allies")) == ("gunlaying", "")
    (surprise,) = game.events("allies", "surprise")
    assert (surprise["dice"], surprise["surprised"]) == ([5, 3], "allies")
    for place, ship in enumerate(SAVO):
        fires(game, "japan", ship, SURPRISED[place % 2], "guns" if ship == "jp_ca12" else "guns_and_torpedoes")
    game.choose("japan", "done", dice=(4, 4, 1, 4, 4, 4, 4))
    assert [ship["ship"] for ship in game.events("allies", "ship_sunk")] == ["us_ca29", "cw_ca33"]
    assert [level(game.state, ship) for ship in SAVO] == [0] * len(SAVO)
    assert (game.asks("japan"), game.asks("allies")) == ("gunlaying", "gunlaying")
    fires(game, "japan", "jp_ca2", "us_dd13", "guns")
    game.choose("japan", "fire", "jp_ca12")
    assert game.asks("japan") == "laying"  # Only it has torpedoes left.
    game.choose("japan", "fire_at", "us_dd13", "guns_and_torpedoes")


# -- WP-28 a landing ---------------------------------------------------------------------------------------------------


def of_kind(state: State, kind: str, hex: str) -> str:
    """The first unit of a type in a hex."""
    here = layout.units_in(state.arrays).units(NUMBER[hex])
    return next(UNITS.ids[unit] for unit in here if GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][unit]] == kind)


@pytest.mark.clause("16.4", "38.7", "24.7")
def test_wp_28_16_4_38_7_24_7_guns_half_strength_a_beachhead_that_fails_and_a_second_attack() -> None:
    """Midway's Base Force is fully deployed, so that its guns fire and it defends with a point."""
    state = midway()
    put_force(state, "japan_1", MIDWAY, "jp_apb2")
    plan(state, MIDWAY)
    state.arrays[layout.DEPLOYED][UNITS.index[of_kind(state, "us_bf", MIDWAY)]] = 2
    unit = embarked(state, "jp_2_1", "jp_apb2")
    game = PositionMatch(at_step(state, "naval_3"))
    game.choose("japan", "plot", "japan_1", "assault")
    game.choose("japan", "hold")
    both(game, "done", "done", "carry_on", "done", "carry_on", "carry_on", "done")
    game.choose("japan", "land", unit)
    game.choose("allies", "done")
    game.choose("japan", "done", dice=(1, 1, 1))
    fired = {"event": "guns_fired", "at": MIDWAY, "force": "japan_1", "strength": 6}
    assert game.events("japan", "guns_fired") == [fired]
    (hit,) = game.events("japan", "ship_hit")
    assert (hit["ship"], hit["strength"], hit["points"], hit["levels"]) == ("jp_apb2", 6, 2, 0)
    game.choose("japan", "done")
    game.choose("japan", "attack", MIDWAY)
    game.choose("japan", "all_in", dice=(6,))
    (battle,) = game.events("allies", "ground_battle")
    assert (battle["attacker"], battle["defender"], battle["column"]) == (1, 4, 0)
    assert "jp_2_1" in kinds_at(game.state, MIDWAY)
    game.choose("allies", "done")
    game.choose("allies", "done", dice=(1, *NEXT_TURN))
    again = PositionMatch(at_step(fair(game.state.copy()), "ground"))
    again.choose("japan", "done")
    again.choose("japan", "attack", MIDWAY)
    again.choose("japan", "all_in", dice=(4,))
    (battle,) = again.events("allies", "ground_battle")
    assert (battle["attacker"], battle["defender"], battle["column"]) == (2, 4, 1)


@pytest.mark.clause("24.3", "24.5")
def test_wp_28_24_3_no_unit_retreats_off_the_island_and_the_loss_is_doubled() -> None:
    state = midway()
    for _ in range(3):
        put_unit(state, "jp_7_3", MIDWAY)
    game = PositionMatch(at_step(state, "ground"))
    game.choose("japan", "done")
    game.choose("japan", "attack", MIDWAY)
    game.choose("japan", "all_in", dice=(3,))
    (battle,) = game.events("japan", "ground_battle")
    assert (battle["defender_loses"], battle["retreat"]) == (1, 1)
    game.choose("allies", "suffer", of_kind(game.state, "us_3_1", MIDWAY))
    while game.asks("japan") == "losses":
        game.choose("japan", "suffer", of_kind(game.state, "jp_7_3", MIDWAY))
    assert game.events("allies", "stood") == [{"event": "stood", "at": MIDWAY, "loses": 1}]
    assert game.asks("allies") == "losses"
