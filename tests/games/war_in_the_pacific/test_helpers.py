"""Helpers: legal choices filled in with one press from a side's view; and the count of acts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import FilledHelper, Memory, Voyage
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import helpers
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.lab.ui_cost import CountedGame
from tests.games.war_in_the_pacific.midway_states import put_force

RULES = GAME.rules()
POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific"


def at(name: str) -> State:
    """A match from a position of the browser tests."""
    return load_position(POSITIONS / f"{name}.toml", RULES)


def side_to_move(state: State) -> str:
    """The first side that must choose."""
    return str(state.decisions()[0].side)


@pytest.mark.build
def test_9_2_a_usual_force_is_filled_in_and_ended() -> None:
    state = at("leyte_orders")
    dice = SeededDice(1)
    state.apply("allies", ("form", "B3953"), dice)
    before = state.hash()
    ships, *by_purpose = helpers.offered(state, "allies", Memory())
    assert {helper.choices[-1] for helper in by_purpose} == {("done",)}
    assert state.hash() == before
    assert ships.choices[-1] == ("done",)
    assert ("assign", "us_apb1") in ships.choices
    assert not any(ship.startswith("us_sf") for _, ship in ships.choices[:-1])
    for action in ships.choices:
        assert state.why_not("allies", action) is None, action
        state.apply("allies", action, dice)
    after = state.decision("allies")
    assert after is not None
    assert after.procedure.name == "orders"


def test_10_1_the_rest_stay_on_the_missions_of_the_phase_before() -> None:
    state = at("leyte_orders")
    for name, ship in (("allies_1", "us_dd65"), ("allies_2", "us_dd13")):
        put_force(state, name, "B2646", ship)
    rest, ended = helpers.offered(state, "allies", Memory({"allies_1": "patrol"}))
    assert rest.choices == [("plot", "allies_1", "patrol"), ("hold",), ("plot", "allies_2", "transit"), ("hold",)]
    assert rest.label == "The others wait"
    assert ended.choices == [*rest.choices, ("done",)]


# -- courses over several phases ---------------------------------------------------------------------


def next_of(state: State, memory: Memory) -> FilledHelper:
    """The order that continues all Japanese forces."""
    first, _ = helpers.offered(state, "japan", memory)
    return first


def way(filled: FilledHelper, force: str) -> Action:
    """The course of a force."""
    mission = next(n for n, (verb, *rest) in enumerate(filled.choices) if verb == "plot" and rest[0] == force)
    return filled.choices[mission + 1]


def test_10_3_a_force_that_is_bound_for_a_hex_sails_there_phase_by_phase_and_stays() -> None:
    state, legs = at("orders"), []
    force = next(name for name in state.decisions()[0].choices.next("plot"))
    start = IDS[state.cells[layout.FORCE_AT + FORCES.index[force]]]
    bound = IDS[
        max(sailing.destinations(state, FORCES.index[force], 3), key=lambda to: GRID.distance(NUMBER[start], to))
    ]
    memory = Memory({}, {force: Voyage("transit", bound, 0, 1)})
    for _ in range(9):
        going = next_of(state, memory)
        verb, *rest = way(going, force)
        if verb == "hold":
            break
        assert going.choices[going.choices.index((verb, *rest)) + 1] == ("make_speed", "speed_1")
        legs.append(GRID.distance(NUMBER[rest[0]], NUMBER[bound]))
        state.cells[layout.FORCE_AT + FORCES.index[force]] = NUMBER[rest[0]]
    assert len(legs) > 1
    assert legs == sorted(set(legs), reverse=True)
    assert legs[-1] == 0


def test_10_3_a_voyage_ends_a_given_number_of_hexes_short() -> None:
    state = at("orders")
    force = next(name for name in state.decisions()[0].choices.next("plot"))
    here = state.cells[layout.FORCE_AT + FORCES.index[force]]
    bound = IDS[next(to for to in sailing.destinations(state, FORCES.index[force], 3) if GRID.distance(here, to) == 2)]
    short = Memory({}, {force: Voyage("transit", bound, 2, 3)})
    assert way(next_of(state, short), force) == ("hold",)
    whole = Memory({}, {force: Voyage("transit", bound, 0, 3)})
    assert way(next_of(state, whole), force)[:2] == ("sail", bound)


def test_8_31_a_new_report_near_the_force_ends_its_voyage_with_a_notice() -> None:
    state = at("orders")
    force = next(name for name in state.decisions()[0].choices.next("plot"))
    here, enemy = state.cells[layout.FORCE_AT + FORCES.index[force]], FORCES.index["allies_2"]
    found = next(to for to in sailing.destinations(state, FORCES.index[force], 3) if GRID.distance(here, to) == 2)
    state.cells[layout.IN_CONTACT] |= 1 << enemy
    state.cells[layout.CONTACT_AT + enemy] = found
    bound = IDS[max(sailing.destinations(state, FORCES.index[force], 3), key=lambda to: GRID.distance(here, to))]
    new = Memory({}, {force: Voyage("transit", bound, 0, 2)})
    result = next_of(state, new)
    assert way(result, force) == ("hold",)
    assert f"{helpers.force_name(force)} stays: an enemy reported at {IDS[found]}" in result.note
    old = Memory({}, {force: Voyage("transit", bound, 0, 2, ("allies_2",))})
    assert way(next_of(state, old), force)[0] == "sail"


PLOTS: list[LogEntryView] = [
    {"seq": 3, "events": [{"event": "plotted", "force": "japan_3", "mission": "transit", "to": "D2220", "speed": 2}]},
    {"seq": 5, "events": [{"event": "plotted", "force": "japan_3", "mission": "transit", "to": "D2620", "speed": 2}]},
]
SENT = {"mission": "transit", "to": "D3020", "off": 0, "speed": 2, "contacts": [], "since": 3}


@pytest.mark.parametrize(
    ("later", "stands"),
    [
        ({}, True),
        ({"to": "D2820"}, True),
        ({"to": "D2420"}, False),
        ({"to": ""}, False),
        ({"to": "D2820", "mission": "patrol"}, False),
        ({"to": "D2420", "force": "japan_4"}, True),
    ],
)
def test_10_1_other_orders_end_a_voyage(later: dict[str, str], stands: bool) -> None:
    """A course that brings the force nearer, as the helper fills it in, keeps the voyage.

    Staying, turning back or a new Mission ends it.
    """
    event = {**PLOTS[1]["events"][0], **later}
    log: list[LogEntryView] = [*PLOTS, {"seq": 8, "events": [event]}] if later else PLOTS
    memory = helpers.remembered(log, {"japan_3": SENT})
    assert ("japan_3" in memory.voyages) is stands


def test_10_1_a_course_that_was_taken_back_ends_no_voyage() -> None:
    away = {"event": "plotted", "force": "japan_3", "mission": "patrol", "to": "D2020", "speed": 2}
    log: list[LogEntryView] = [*PLOTS, {"seq": 8, "events": [away]}, {"seq": 9, "taken": [8]}]
    assert helpers.remembered(log, {"japan_3": SENT}).voyages == {"japan_3": Voyage("transit", "D3020", 0, 2)}


@pytest.mark.parametrize("wrong", [{"to": "Z9999"}, {"off": 99}, {"speed": 0}, {"mission": "picnic"}, {"speed": True}])
def test_an_invalid_voyage_is_refused_by_its_field(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadValue) as refusal:
        helpers.plan(at("orders"), "japan", "japan_3", {**SENT, **wrong}, 4)
    assert refusal.value.field == next(iter(wrong))


def test_no_plan_for_an_enemy_force() -> None:
    with pytest.raises(BadValue, match="not a Task Force of this side"):
        helpers.plan(at("orders"), "japan", "allies_2", SENT, 4)


# -- repeat, finish cripples, spread evenly ------------------------------------------------------


def test_8_1_the_search_of_the_phase_before_is_ordered_again_as_far_as_the_points_are_there() -> None:
    state = at("search_orders")
    first = next(one for one in helpers.offered(state, "japan", Memory()) if one.id == "search")
    before = first.choices[:-1]
    verb, base, stack, points = before[0]
    memory = Memory(searches=[(verb, base, stack, "99"), *before[1:], ("search", base, "nothing", "1")])
    again = next(one for one in helpers.offered(state, "japan", memory) if one.id == "again")
    most = state.decisions()[0].choices.next("search", base, stack)[-1]
    assert again.choices == [(verb, base, stack, most), *before[1:], ("done",)]
    assert again.note == f"{len(before)} of {len(before) + 1} orders"
    assert int(points) <= int(most)


def test_8_1_what_was_searched_last_is_read_from_the_last_phase_that_had_any() -> None:
    def searched(seq: int, base: str) -> LogEntryView:
        return {"seq": seq, "events": [{"event": "searches", "base": base, "stack": "h6k", "points": 2}]}

    opened: LogEntryView = {"events": [{"event": "phase_opened", "phase": 1}]}
    log: list[LogEntryView] = [
        searched(1, "A"),
        {"seq": 2, **opened},
        searched(3, "B"),
        searched(4, "C"),
        {"seq": 5, **opened},
    ]
    assert helpers.remembered(log, {}).searches == [("search", "B", "h6k", "2"), ("search", "C", "h6k", "2")]


def test_6_2_an_order_of_the_current_phase_is_not_offered_again() -> None:
    def covered(seq: int, base: str) -> LogEntryView:
        event = {"event": "covers", "base": base, "stack": "zero", "force": "japan_3", "points": 4}
        return {"seq": seq, "events": [event]}

    opened: LogEntryView = {"events": [{"event": "step_opened", "step": "second_declaration"}]}
    log: list[LogEntryView] = [{"seq": 1, **opened}, covered(2, "A"), {"seq": 3, **opened}, covered(4, "B")]
    assert helpers.remembered(log, {}).patrols == [("cover", "A", "zero", "japan_3", "4")]


def test_6_2_patrols_are_ordered_again_by_the_verb_of_the_phase() -> None:
    assert helpers.in_verbs_of_question("ready_orders", ("cover", "a", "b", "japan_3", "4"))[0][0] == "shield"
    assert helpers.in_verbs_of_question("declaring", ("guard", "a", "b", "D2020", "4"))[0][0] == "patrol"


@pytest.mark.build
def test_11_3_cripples_are_finished_first_and_fire_is_spread_evenly() -> None:
    state = at("gunlaying")
    found = {one.id: one.choices for one in helpers.offered(state, "allies", Memory())}
    targets = Counter(action[1] for action in found["evenly"] if action[0] == "fire_at")
    assert max(targets.values()) - min(targets.values()) <= 1
    assert len(targets) > 1
    worst = min(targets)
    assert not state.arrays[layout.DAMAGE][SHIPS.index[worst]]
    state.arrays[layout.DAMAGE][SHIPS.index[worst]] = 4
    hurt = next(one for one in helpers.offered(state, "allies", Memory()) if one.id == "cripples")
    assert hurt.choices[1][1] == worst


@pytest.mark.parametrize("name", ["search_orders", "wave_plan"])
def test_the_choices_of_helpers_do_not_depend_on_hidden_information(name: str) -> None:
    """1.31 In a world that fits the side's view the choices are the same."""
    state = at(name)
    side = side_to_move(state)
    result = helpers.offered(state, side, Memory())
    assert result
    world = GAME.sampler(state.view(side)).draw(Random(1))
    assert helpers.offered(world, side, Memory()) == result


@pytest.mark.thorough
def test_acts_are_counted_and_the_choices_are_the_same() -> None:
    """With helpers a week of Midway takes fewer than half of the acts that it takes without them."""
    game = CountedGame(GAME.rules({"last_round": "1"}), "ensign", 1, 0, "midway")
    game.play()
    acts, choices = sum(game.acts.values()), sum(game.choices.values())
    assert 0 < 2 * acts < choices
    assert game.acts.keys() == game.choices.keys()
