"""Helpers and standing orders on land, from a side's view: marches, attacks, entrenchments, advances."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.features import FilledHelper, Memory
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.bot import helpers, standing
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.bases.construction_orders import ConstructionOrders
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import Advance
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaAttackOrders, BurmaMarchOrders
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.burma_states import bare, in_turn, new_game, stores

POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific"
OWN, WEAK, STRONG, REAR = "A2914", "A2915", "A3014", "A2813"
"""Open ground around Mandalay: the second and third are adjacent to the first."""


def at(name: str) -> State:
    """A match from a position of the browser tests."""
    return load_position(POSITIONS / f"{name}.toml", GAME.rules())


def field(*units: tuple[str, str]) -> State:
    """Burma with only these units, each in a hex of its side."""
    state = bare()
    for kind, where in units:
        put_unit(state, kind, where)
        state.arrays[layout.CONTROL][NUMBER[where]] = JAPAN if kind.startswith("jp") else ALLIES
    return state


def attacking(*units: tuple[str, str]) -> State:
    """Burma with only these units, while the Allies attack."""
    return in_turn(field(*units), "ground", BurmaAttackOrders(ALLIES, 0, (), 0, 0))


def offered(state: State, side: str = "allies") -> dict[str, FilledHelper]:
    """The available helpers, by name."""
    return {one.id: one for one in helpers.offered(state, side, Memory())}


def answers(state: State, name: str, value: str, *dice: int, side: str = "allies") -> list[tuple[str, ...]]:
    """Makes the choices of a standing order one at a time, while it has any and the side is asked."""
    found, scripted = list[tuple[str, ...]](), ScriptedDice(dice)
    while state.decision(side) is not None and (answer := standing.answer(state, side, {name: value})):
        for action in answer:
            state.apply(side, action, scripted)
        found += answer
    return found


# -- 24.1 attacks ----------------------------------------------------------------------------------------


def test_24_2_the_best_attack_at_three_to_one_is_made_up_to_its_die() -> None:
    """11 to 3 is three to one, 11 to 7 is not; one press chooses the hex and all attackers, then the die is rolled."""
    state = attacking(("cw_11_3", OWN), ("jp_3_1", WEAK), ("jp_7_3", STRONG))
    before = state.hash()
    three = offered(state)["three"]
    assert three.choices == [("attack", WEAK), ("all_in",)]
    assert three.note == "Pakokku (A2915) by 1 unit, 11 to 3: column 3-1"
    assert state.hash() == before


def test_24_4_shifts_are_counted_before_the_ratio_is_checked() -> None:
    """11 to 3 is three to one in the open, and two to one against entrenched units."""
    assert "three" in offered(attacking(("cw_11_3", OWN), ("jp_3_1", WEAK)))
    dug_in = attacking(("cw_11_3", OWN), ("jp_3_1", WEAK), ("jp_entr", WEAK))
    assert "three" not in offered(dug_in)


def test_24_1_two_hexes_at_three_to_one_are_listed_and_attacked_one_after_the_other() -> None:
    state = attacking(("cw_16_4", OWN), ("jp_3_1", WEAK), ("cw_16_4", "A3013"), ("jp_3_1", STRONG))
    assert offered(state)["three"].note.endswith("; 1 other hex at three to one")


def test_24_1_what_is_filled_in_is_one_act_of_a_match() -> None:
    state = at("burma_attacking")
    filled = offered(state)["three"]
    match = Match(GAME, start=state, dice=SeededDice(1))
    assert match.submit("allies", filled.choices).dice


def test_24_1_where_points_do_not_suffice_for_all_armies_the_side_is_asked() -> None:
    """29.3 The attacking armies are unknown, so odds for all of them would mean nothing."""
    state = field(*3 * [("kmt_8_0", "A2911")], ("jp_3_1", "A2912"))
    in_turn(state, "ground", BurmaAttackOrders(ALLIES, 0, (), 0, 0), pool=1)
    assert "three" not in offered(state)
    assert answers(state, "attacks", "three") == [("attack", "A2912")]
    assert set(state.decisions()[0].choices.next()) == {"commit"}


def test_24_1_by_its_order_a_side_attacks_at_three_to_one_and_then_no_more() -> None:
    """The stronger hex is not attacked, although a unit could still attack it."""
    state = attacking(("cw_11_3", OWN), ("cw_5_2", "A3013"), ("jp_3_1", WEAK), ("jp_7_3", STRONG))
    found = answers(state, "attacks", "three", 1)
    assert found[:2] == [("attack", WEAK), ("all_in",)]
    assert ("attack", STRONG) not in found


def test_24_1_an_order_may_forbid_attacks() -> None:
    state = attacking(("cw_16_4", OWN), ("jp_3_1", WEAK))
    assert standing.answer(state, "allies", {"attacks": "none"}) == [("done",)]


# -- 24.6 advances ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "verb"), [("all", "advance"), ("holds", "advance"), ("none", "done")])
def test_24_6_which_unit_enters_an_emptied_hex_by_order(value: str, verb: str) -> None:
    state = field(("cw_16_4", OWN))
    unit = next(u for u in range(len(UNITS)) if state.arrays[layout.UNIT_AT][u] == NUMBER[OWN])
    in_turn(state, "ground", BurmaAttackOrders(ALLIES, 0, (), 0, 0), Advance(ALLIES, NUMBER[WEAK], 1 << unit))
    [(chosen, *who)] = standing.answer(state, "allies", {"entering": value})
    assert (chosen, who) == (verb, [UNITS.ids[unit]] if verb == "advance" else [])


# -- 22.1 marches ----------------------------------------------------------------------------------------


@pytest.mark.build
def test_22_1_units_march_to_the_line_as_the_ensign_would_and_then_no_more() -> None:
    """A march into an enemy's base, which reveals its contents (5.7), is the last choice that is filled in."""
    state, presses, moved = at("burma_marching"), 0, list[str]()
    while march := offered(state).get("march"):
        presses += 1
        ended = offered(state).get("march_end")
        assert ended is None or ended.choices == [*march.choices, ("done",)]
        moved += [action[1] for action in march.choices if action[0] == "move"]
        for action in march.choices:
            assert state.why_not("allies", action) is None, action
            known = state.rules.game.knowledge(state)
            state.apply("allies", action, ScriptedDice(()))
            taught = state.rules.game.knowledge(state) != known
            assert not taught or (action == march.choices[-1] and ended is None)
    assert len(moved) == len(set(moved)) > 10
    assert 1 < presses < 5


@pytest.mark.build
def test_22_1_the_order_to_march_to_the_line_is_complete_in_burma_only() -> None:
    burma = in_turn(new_game(), "ground", BurmaMarchOrders(JAPAN, 0, 0, 0, NOTHING_SPENT))
    assert standing.answer(burma, "japan", {"marches": "line"})[-1] == ("done",)
    assert standing.answer(burma, "japan", {"marches": "none"}) == [("done",)]
    midway = at("marching")
    [decision] = midway.decisions()
    assert standing.answer(midway, decision.side, {"marches": "line"}) == []


def test_22_1_units_close_up_to_an_enemy_who_is_not_twice_as_strong() -> None:
    """The division goes beside the brigade; no unit moves beside the division alone, and units there stay."""
    state = field(("cw_16_4", "A2912"), ("cw_3_1", OWN), ("jp_7_3", WEAK))
    in_turn(state, "ground", BurmaMarchOrders(ALLIES, 0, 0, 0, NOTHING_SPENT))
    (verb, unit), (way, to) = offered(state)["close_up"].choices
    assert state.arrays[layout.UNIT_AT][UNITS.index[unit]] == NUMBER["A2912"]
    assert (verb, way, to) == ("move", "march", OWN)
    alone = field(("cw_3_1", "A2913"), ("jp_7_3", WEAK))
    in_turn(alone, "ground", BurmaMarchOrders(ALLIES, 0, 0, 0, NOTHING_SPENT))
    assert "close_up" not in offered(alone)


# -- 26.1 construction -----------------------------------------------------------------------------------


def test_26_1_only_a_unit_next_to_the_enemy_digs_in() -> None:
    state = field(("cw_11_3", OWN), ("cw_11_3", REAR), ("jp_7_3", WEAK))
    stores(state, "A2913", 300)
    state.arrays[layout.CONTROL][NUMBER["A2913"]] = ALLIES
    in_turn(state, "quarters", ConstructionOrders(ALLIES, ()))
    open_to = state.decisions()[0].choices
    digs = [hex_ for hex_ in open_to.next("begin_work") if "entrenchment" in open_to.next("begin_work", hex_)]
    assert set(digs) == {OWN, REAR}
    assert NUMBER[WEAK] not in GRID.beyond(NUMBER[REAR])
    assert offered(state)["dig_in_end"].choices == [("begin_work", OWN, "entrenchment"), ("done",)]
    assert standing.answer(state, "allies", {"building": "dig_in"}) == [("begin_work", OWN, "entrenchment"), ("done",)]


# -- 1.31 only the view ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["burma_attacking", "attacking", "quarters"])
def test_1_31_offers_on_land_do_not_depend_on_hidden_information(name: str) -> None:
    state = at(name)
    side = state.decisions()[0].side
    world = GAME.sampler(state.view(side)).draw(Random(1))
    found = helpers.offered(state, side, Memory())
    assert found
    assert helpers.offered(world, side, Memory()) == found
