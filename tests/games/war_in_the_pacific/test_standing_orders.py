"""Standing orders of a seat: their answers, computed from its own view, and the cases that they leave to the side."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import standing
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FORCES
from ironbottom.games.war_in_the_pacific.rules.naval import reaction, sailing

RULES = GAME.rules()
POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific"


def at(name: str) -> State:
    """A match from a position of the browser tests."""
    return load_position(POSITIONS / f"{name}.toml", RULES)


def with_contact(state: State, mission: str) -> str:
    """A Japanese force on this Mission has an Allied one two hexes away in contact."""
    force, enemy = next(f for f in sailing_forces(state)), FORCES.index["allies_2"]
    here = state.cells[layout.FORCE_AT + force]
    state.cells[layout.FORCE_MISSION + force] = layout.MISSIONS.index[mission]
    near = next(to for to in sailing.destinations(state, force, 2) if GRID.distance(here, to) == 2)
    state.cells[layout.IN_CONTACT] |= 1 << enemy
    state.cells[layout.CONTACT_AT + enemy] = near
    return FORCES.ids[force]


def sailing_forces(state: State) -> list[int]:
    """The Japanese forces at sea with ships."""
    at_sea = [f for f in range(len(FORCES) // 2) if state.cells[layout.FORCE_AT + f] >= 0]
    return [f for f in at_sea if force_movement.ships_of(state, f) and sailing.destinations(state, f, 2)]


def test_only_an_empty_question_is_passed() -> None:
    assert standing.answer(at("at_the_shore"), "allies", {"nothing": "go_on"}) == [("done",)]
    assert standing.answer(at("at_the_shore"), "japan", {"nothing": "go_on"}) == []
    assert standing.answer(at("at_the_shore"), "allies", {}) == []


ROUTINE = {"nothing": "routine"}


def test_4_32_an_impulse_without_contact_is_passed_and_one_with_a_contact_in_reach_is_not() -> None:
    state = at("in_impulse")
    assert ("alter", FORCES.ids[sailing_forces(state)[0]]) in state.decisions()[0].choices
    assert standing.answer(state, "japan", ROUTINE) == [("carry_on",)]
    assert standing.answer(state, "japan", {"nothing": "go_on"}) == []
    with_contact(state, "patrol")
    assert "react" in state.decisions()[0].choices.next()
    assert standing.answer(state, "japan", ROUTINE) == []


def test_39_8_a_force_under_way_near_a_new_contact_may_alter_its_mission_after_the_first_impulse() -> None:
    state = at("in_impulse")
    force = FORCES.index[with_contact(state, "transit")]
    assert {"react", "shift"}.isdisjoint(state.decisions()[0].choices.next())
    assert standing.answer(state, "japan", ROUTINE) == [("carry_on",)], "its plot was made with that knowledge"
    later = in_impulse(state, 1)
    assert standing.answer(later, "japan", ROUTINE) == (
        [] if later.cells[layout.FORCE_TO + force] >= 0 else [("carry_on",)]
    )
    later.cells[layout.FORCE_TO + force] = later.cells[layout.CONTACT_AT + FORCES.index["allies_2"]]
    assert standing.answer(in_impulse(later, 2), "japan", ROUTINE) == []
    later.cells[layout.FORCE_TO + force] = -1
    assert standing.answer(in_impulse(later, 2), "japan", ROUTINE) == [("carry_on",)]


def in_impulse(state: State, impulse: int) -> State:
    """The same position in another impulse."""
    result = state.copy()
    frame = reaction.IN_IMPULSES[impulse]
    *below, _ = result.stack
    result.stack = (*below, frame(tuple([frame.opening(result, side) for side in range(2)])))
    return result


def test_27_1_a_question_about_marches_is_passed_if_only_base_forces_could_pack_up() -> None:
    state = at("marching")
    assert set(state.decisions()[0].choices.next()) == {"pack", "scuttle", "done"}
    assert standing.answer(state, "japan", ROUTINE) == [("done",)]
    assert standing.answer(state, "japan", {"nothing": "go_on"}) == []
    assert standing.answer(at("burma_marching"), "allies", ROUTINE) == [], "armies may march"


@pytest.mark.parametrize("name", ["transfers", "search_orders", "declaring", "orders", "ready_orders", "quarters"])
def test_a_question_with_something_to_decide_is_asked(name: str) -> None:
    state = at(name)
    for decision in state.decisions():
        if decision.choices.single_choice() is None:
            assert standing.answer(state, decision.side, ROUTINE) == []


@pytest.mark.parametrize("name", ["in_impulse", "at_the_shore", "marching", "burma_marching"])
def test_1_31_whether_a_question_is_skipped_depends_on_nothing_hidden(name: str) -> None:
    """In two worlds that look the same to a side, the question is either passed in both or asked in both."""
    state = at(name)
    for decision in state.decisions():
        side = decision.side
        found = standing.answer(state, side, ROUTINE)
        sampler = GAME.sampler(state.view(side))
        for seed in range(3):
            assert standing.answer(sampler.draw(Random(seed)), side, ROUTINE) == found


def test_4_32_forces_carry_on_until_a_contact_can_be_met() -> None:
    state = at("in_impulse")
    assert standing.answer(state, "japan", {"reactions": "in_reach"}) == [("carry_on",)]
    with_contact(state, "patrol")
    assert standing.answer(state, "japan", {"reactions": "in_reach"}) == []
    assert standing.answer(state, "japan", {"reactions": "carry_on"}) == [("carry_on",)]


def test_10_4_a_patrol_turns_on_the_contact_by_its_order() -> None:
    state = at("in_impulse")
    force = with_contact(state, "patrol")
    assert standing.answer(state, "japan", {"reactions": "turn"}) == [("react", force, "allies_2"), ("carry_on",)]


def test_10_41_carriers_that_may_close_are_asked_about() -> None:
    state = at("in_impulse")
    with_contact(state, "air_strike")
    assert "shift" in state.decisions()[0].choices.next()
    assert standing.answer(state, "japan", {"reactions": "turn"}) == []


def test_11_3_fire_is_assigned_whole_by_each_order() -> None:
    state = at("gunlaying")
    for value in standing.ORDERS["fire"].values:
        found = standing.answer(state, "allies", {"fire": value})
        assert found[-1] == ("done",)
        assert [verb for verb, *_ in found[:-1]] == 6 * ["fire", "fire_at"], value
        probe = state.copy()
        for action in found[:-1]:
            assert probe.why_not("allies", action) is None
            probe.apply("allies", action, NoDice())


@pytest.mark.parametrize(
    ("name", "side", "orders"),
    [
        ("gunlaying", "allies", {"fire": "cripples"}),
        ("aiming", "allies", {"bombs": "cripples"}),
        ("in_impulse", "japan", {"reactions": "turn"}),
        ("damaged", "japan", {"withdrawals": "two"}),
        ("declaring", "allies", {"patrols": "third"}),
        ("ready_orders", "allies", {"ready": "two_thirds"}),
        ("submarines", "allies", {"submarines": "refit"}),
    ],
)
def test_1_31_an_answer_does_not_depend_on_hidden_information(name: str, side: str, orders: dict[str, str]) -> None:
    made = {"damaged": lambda: with_damage(at("in_impulse"), 2), "submarines": submarine_phase}
    state = made[name]() if name in made else at(name)
    found = standing.answer(state, side, orders)
    assert found
    sampler = GAME.sampler(state.view(side))
    for seed in range(3):
        assert standing.answer(sampler.draw(Random(seed)), side, orders) == found


def with_damage(state: State, level: int) -> State:
    """The same position with this damage to one ship of a Japanese Task Force with others."""
    force = next(f for f in sailing_forces(state) if len(force_movement.ships_of(state, f)) > 1)
    state.arrays[layout.DAMAGE][force_movement.ships_of(state, force)[0]] = level
    return state


def test_12_2_38_1_a_ship_withdraws_at_the_ordered_damage() -> None:
    """It leaves its force, even where another order would pass the question, and sails for a port."""
    orders = standing.read({"nothing": "routine", "withdrawals": "two"})
    assert [*orders] == ["withdrawals", "nothing"]
    for level, leaves in ((0, False), (1, False), (2, True), (3, True)):
        state = in_impulse(with_damage(at("in_impulse"), level), 1)
        found = standing.answer(state, "japan", orders)
        assert (found[0][0] == "send_home") is leaves, level
    state.apply("japan", found[0], SeededDice(1))
    assert [decision.procedure.name for decision in state.decisions() if decision.side == "japan"] == ["new_course"]
    ((verb, _),) = standing.answer(state, "japan", orders)
    assert verb == "steer_for"


def test_11_1_a_force_with_a_ship_as_damaged_as_ordered_avoids_battle() -> None:
    state = at("meeting")
    decision = next(one for one in state.decisions() if ("avoid",) in one.choices)
    assert standing.answer(state, decision.side, {"withdrawals": "two"}) == []
    meeting: Any = decision.procedure
    force = next(f for f in range(len(FORCES)) if meeting.forces >> f & 1)
    state.arrays[layout.DAMAGE][force_movement.ships_of(state, force)[0]] = 2
    assert standing.answer(state, decision.side, {"withdrawals": "three"}) == []
    assert standing.answer(state, decision.side, {"withdrawals": "two"}) == [("avoid",)]


def test_6_2_the_ordered_share_of_the_fighters_patrols() -> None:
    """Of the two free fighters of Hornet one patrols for a third, and both for two thirds or all."""
    state, many = at("declaring"), []
    for value in ("third", "two_thirds", "all"):
        *patrols, end = standing.answer(state, "allies", {"patrols": value})
        assert end == ("done",)
        many.append(sum(int(points) for verb, *_, points in patrols if verb == "fly_over"))
    assert many == [1, 2, 2]


@pytest.mark.parametrize("value", ["third", "two_thirds", "all"])
def test_6_6_what_does_not_patrol_is_made_ready(value: str) -> None:
    """Only patrols, and then points made ready, are ordered."""
    *found, end = standing.answer(at("ready_orders"), "allies", {"ready": value})
    assert end == ("done",)
    assert {verb for verb, *_ in found} <= {"shield", "stay_over", "make_ready"}
    assert found[-1][0] == "make_ready"


def submarine_phase() -> State:
    """13.3 The orders to submarines at Leyte, with a Subron at the end of its time at sea."""
    fixtures = Path(__file__).parents[2] / "fixtures" / "positions" / "war_in_the_pacific"
    state = load_position(fixtures / "leyte_strategic_game_turn.toml", RULES)
    state.cells[layout.SUBRON_OUT + layout.SUBRONS.index[SUBRON]] = 3
    return state


SUBRON = "allies_subron_1"


def test_13_3_subrons_stay_on_their_stations_until_they_must_refit() -> None:
    state = submarine_phase()
    refits = [("refit_subron", SUBRON, "C3502"), ("done",)]
    assert standing.answer(state, "allies", {"submarines": "stay"}) == [], "its time is over, so the side is asked"
    assert standing.answer(state, "allies", {"submarines": "refit"}) == refits
    state.cells[layout.SUBRON_OUT + layout.SUBRONS.index[SUBRON]] = 2
    for value in ("stay", "refit"):
        assert standing.answer(state, "allies", {"submarines": value}) == [("done",)]


def test_unknown_orders_are_refused_by_name() -> None:
    for wrong, field in (({"fire": "never"}, "fire"), ({"tea": "odds"}, "tea")):
        with pytest.raises(BadValue) as refusal:
            standing.read(wrong)
        assert refusal.value.field == field


def test_every_order_is_described_in_words() -> None:
    for result in standing.infos():
        assert len(result["values"]) == len(result["words"]) > 1
        assert result["values"][0] == "ask"


@pytest.mark.build
def test_11_3_a_ship_about_to_be_targeted_is_sampled_for_a_side_that_does_not_see_it() -> None:
    """Japan sees the same whether a ship was chosen or not; its owner always sees it as chosen."""
    state = at("gunlaying")
    seen = state.view("japan")
    state.apply("allies", ("fire", "us_ca34"), NoDice())
    assert state.view("japan") == seen
    at_it = {"japan": set[str](), "allies": set[str]()}
    for side, found in at_it.items():
        sampler = GAME.sampler(state.view(side))
        for seed in range(12):
            world = sampler.draw(Random(seed))
            assert world.view(side) == state.view(side)
            found.add(world.decisions()[0].procedure.name)
    assert at_it == {"japan": {"gunlaying", "laying"}, "allies": {"laying"}}
