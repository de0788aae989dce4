"""1.3 States drawn from a view in mid-game: each part of the true state is sometimes drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces, waters_of
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.information import sampled_flights, sampled_forces
from ironbottom.games.war_in_the_pacific.information.sampled_forces import spare_shipping
from ironbottom.games.war_in_the_pacific.information.sampled_remainder import RemainderSampler
from ironbottom.games.war_in_the_pacific.pieces import BASES, OF_BASE, SERVED_A_SIDE, SHIPS, SIDES, TRAININGS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.air import availability, waves
from ironbottom.games.war_in_the_pacific.rules.naval import reorganisation
from ironbottom.games.war_in_the_pacific.rules.naval.reaction import NewCourse, ThirdImpulse
from ironbottom.games.war_in_the_pacific.rules.shore import capture
from ironbottom.games.war_in_the_pacific.rules.turn import losses
from ironbottom.games.war_in_the_pacific.scenarios.leyte import derived as leyte_derived
from ironbottom.games.war_in_the_pacific.state import MISSIONS
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp
from ironbottom.testing.guided_sampling import GuidedPart, ScriptedRandom, WatchedValue
from ironbottom.testing.partwise_sampling import distinct_facts
from ironbottom.testing.walks import Walk
from ironbottom.testing.worlds import LeakTest, check_side_worlds
from tests.games.war_in_the_pacific.midway_states import midway
from tests.kit.games import saved

GAME = WarInThePacific()
SAVED = saved(GAME)


def position(name: str) -> GameSetUp:
    """A saved position."""
    return next(setup for setup in SAVED if setup.position and setup.position.stem == name)


def look(setup: GameSetUp, side: str) -> None:
    check_side_worlds(Walk(setup, 4), side, CheckBudget(1), LeakTest())


VIEWPOINTS = [(each, side) for each in SAVED for side in SIDES.ids if each.position]


@pytest.mark.thorough
@pytest.mark.parametrize(("setup", "side"), VIEWPOINTS, ids=str)
def test_1_3_every_true_state_in_the_middle_of_a_war_can_be_sampled(setup: GameSetUp, side: str) -> None:
    look(setup, side)


@pytest.mark.thorough
def test_1_3_every_true_state_while_carriers_search_for_each_other_can_be_sampled() -> None:
    look(position("midway_turn_3_search"), "allies")


@pytest.mark.thorough
def test_a_part_that_never_varies_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A sampler that never lets points search, at their base or after a transfer.

    The check reports that the truth is missing.
    """
    monkeypatch.setattr("ironbottom.testing.walks.FAILURES", tmp_path)
    monkeypatch.setattr("ironbottom.testing.partwise_sampling.MAX_STOPPED_DRAWS", 8)
    monkeypatch.setattr("ironbottom.testing.partwise_sampling.MAX_EXTRA_DRAWS", 8)
    monkeypatch.setattr(RemainderSampler, "_searches", lambda rest, state, random: None)
    monkeypatch.setattr(sampled_flights, "SEARCH", sampled_flights.FLY)
    with pytest.raises(AssertionError, match=r"no part of a draw deals .*arrays\.searching\."):
        look(position("burma_turn_4_airlift"), "allies")


@pytest.mark.thorough
def test_a_part_that_never_varies_at_sea_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A sampler whose tanks are always as at the start; the check reports true values that are never dealt."""
    monkeypatch.setattr("ironbottom.testing.walks.FAILURES", tmp_path)
    monkeypatch.setattr("ironbottom.testing.partwise_sampling.MAX_STOPPED_DRAWS", 3)
    monkeypatch.setattr("ironbottom.testing.partwise_sampling.MAX_EXTRA_DRAWS", 3)
    monkeypatch.setattr(sampled_forces, "sample_ship", lambda *_: None)
    with pytest.raises(AssertionError, match=r"no part of a draw deals .*arrays\.(active_phases|fuel)\."):
        look(position("midway_turn_3_waves"), "allies")


def test_5_2_flights_are_distinguished_as_wholes_and_not_by_their_numbers() -> None:
    """The flying points with their base and Role are one fact; exchanged bases make another, other numbers do not."""
    state = position("burma_turn_4_airlift").start()
    assert state is not None
    sampler: Any = GAME.sampler(state.view("japan"))

    def flown(*bases: str) -> set[tuple[str, str]]:
        each = [
            (("base", base), ("stack", stack), ("role", "patrol"))
            for base, stack in zip(bases, ("zero_trained", "oscar_trained"), strict=True)
        ]
        return {
            (f"arrays.flight_{column}.japan_flight_{number}", f'"{value}"')
            for number, row in enumerate(each, 1)
            for column, value in row
        }

    truth = flown("B2048", "B2350")
    turned = {(path[:-1] + {"1": "2", "2": "1"}[path[-1]], value) for path, value in truth}
    assert turned != truth
    assert distinct_facts(turned, sampler) == distinct_facts(truth, sampler)
    exchanged = flown("B2350", "B2048")
    assert len(distinct_facts(exchanged, sampler) - distinct_facts(truth, sampler)) == 2


def test_5_3_6_11_what_is_computed_follows_from_the_rest_of_a_draw() -> None:
    """Services and availability follow by the rules from the points' places and the dice."""
    state = position("burma_turn_4_airlift").start()
    assert state is not None
    sampler, served = GAME.sampler(state.view("japan")), 0
    for seed in range(5):
        drawn = sampler.draw(Random(seed))
        again = drawn.copy()
        found = list(air_bases.commands(again, ALLIES))
        for row in (layout.SERVED_BASE, layout.SERVED_BY, layout.SERVED_POINTS):
            again.arrays[row][SERVED_A_SIDE * ALLIES] = 0
        availability.record_commands(again, ALLIES, found)
        for command in {command for _, _, command, _ in found}:
            die = again.arrays[layout.AVAILABLE][command]
            for training in range(len(TRAININGS)) if die else ():
                again.arrays[layout.ALLOWED][command * len(TRAININGS) + training] = -1
                availability.record_available(again, command, training, found, die)
        assert again == drawn
        served += len(found)
    assert served > 20


def test_6_11_a_die_remains_whatever_its_command_has_left() -> None:
    """A lost headquarters, one without points, and a base may have rolled; one that points joined may not have."""
    state = position("burma_turn_4_airlift").start()
    assert state is not None
    staffs = [unit for unit, _ in air_bases.working_headquarters(state, ALLIES)]
    losses.remove_unit(state, staffs[0])
    own = {OF_BASE + base for base, holder in enumerate(air_bases.holders(state)) if holder == ALLIES}
    sampler, serving, idle = GAME.sampler(state.view("japan")), Counter[bool](), Counter[int]()
    for seed in range(120):
        drawn = sampler.draw(Random(seed))
        available = drawn.arrays[layout.AVAILABLE]
        commands = {command for _, _, command, _ in air_bases.commands(drawn, ALLIES)}
        serving.update(available[command] > 0 for command in commands)
        idle.update({command for command, die in enumerate(available) if die} - commands)
    assert serving[True] > 5 * serving[False] > 0
    assert idle[staffs[0]]
    assert idle.keys() & set(staffs[1:])
    assert idle.keys() & own
    assert idle.keys() & set(UNITS_OF[ALLIES]) - set(staffs), "another that was lost"


def test_8_42_what_a_side_learned_of_a_base_remains_when_the_base_is_closed() -> None:
    state = position("burma_turn_4_airlift").start()
    assert state is not None
    before = [base for base, _ in air_bases.bases_with_points(state, ALLIES)]
    for base in before:
        state.arrays[layout.LEVEL][base] = state.arrays[layout.HURT][base] = 0
    usable = [base for base, _ in air_bases.bases_with_points(state, ALLIES)]
    closed = next(base for base in before if base not in usable)
    sampler = GAME.sampler(state.view("allies"))
    learned = Counter(sampler.draw(Random(seed)).arrays[layout.REPORTED_AIR][closed] for seed in range(400))
    assert learned[-1] > 300
    assert len(learned) > 1


def test_1_31_a_captured_base_shows_neither_side_what_the_other_knew_of_it() -> None:
    """What Japan learned of an Allied base by search stays Japan's; the die of its flying boats stays the Allies'."""
    state = position("burma_turn_4_airlift").start()
    assert state is not None
    base, hex = air_bases.bases_with_points(state, ALLIES)[0]
    state.arrays[layout.REPORTED_AIR][base] = 7
    state.arrays[layout.AVAILABLE][OF_BASE + base] = 5
    capture.capture(Execution(state, SeededDice(1)), JAPAN, hex)
    for side in SIDES.ids:
        shown = state.view(side)["arrays"]
        named = BASES.ids[base]
        assert named not in shown.get("told_air_points", {}) | shown.get("available", {}), side


@pytest.mark.build
def test_45_13_no_force_is_sampled_where_its_side_may_not_sail() -> None:
    """Japan's waters are closed to the Allies, even to forces reported next to them."""
    state = position("leyte_turn_3_at_the_shore").start()
    assert state is not None
    barred, opened = leyte_derived.forbidden_hexes(state, ALLIES), waters_of(state).opened
    cells = state.cells
    force = next(number for number in own_forces(ALLIES) if cells[layout.IN_CONTACT] >> number & 1)
    cells[layout.CONTACT_AT + force] = min(barred)
    sampler = GAME.sampler(state.view("japan"))
    for seed in range(60):
        drawn = sampler.draw(Random(seed))
        hexes = [drawn.cells[layout.FORCE_AT + number] for number in own_forces(ALLIES)]
        assert not barred.intersection(hexes)
        assert all(opened[there] for there in hexes if there >= 0)


@pytest.mark.build
def test_4_11_while_a_wave_aims_others_may_wait_behind_it() -> None:
    """The First Player's wave aims; none, one or more waves of the other side may be in the air, and fly after it."""
    state = position("midway_turn_3_waves").start()
    assert state is not None
    sampler = GAME.sampler(state.view("japan"))
    waiting = {len(waves.open_waves(sampler.draw(Random(seed)), ALLIES)) for seed in range(40)}
    assert {0, 1} <= waiting


def test_a_part_in_which_one_number_decides_two_places_is_steered_to_an_end() -> None:
    """A value that is nearer to one target is farther from the other; neither is tried forever."""

    def deal(state: State, source: ScriptedRandom) -> None:
        number = source.randrange(8)
        state.cells[:] = number, 7 - number

    def away_from(goal: int) -> Callable[[int | bytes], int]:
        return lambda value: goal - int(value)

    watched = [
        WatchedValue(lambda state: state.cells[0], away_from(6), is_array=True),
        WatchedValue(lambda state: state.cells[1], away_from(5), is_array=True),
    ]
    assert GuidedPart(deal, State(GAME.rules(), [9, 9], ()), 1).run_toward(watched).cells in ([6, 1], [2, 5])


@pytest.mark.build
def test_39_8_a_force_may_be_taking_up_any_mission_in_an_impulse() -> None:
    """Each Mission occurs among the possible courses, and each number of an unmentioned force."""
    field = midway()
    state = State(GAME.rules(), field.cells, field.stack, field.arrays)
    opened: Procedure = ThirdImpulse(tuple(ThirdImpulse.opening(state, side) for side in range(len(SIDES))))
    state.stack = (*state.stack, opened)
    sampler, drawn, asked = GAME.sampler(state.view("allies")), 0, list[NewCourse]()
    missions, forces = {MISSIONS.index[name] for name in ("transport", "escort", "patrol")}, set(own_forces(0))
    while drawn < 600 and (missions or forces):
        top: Any = sampler.draw(Random(drawn)).stack[-1]
        asked += [here for here in top.stacks[0][-1:] if isinstance(here, NewCourse)]
        missions.difference_update(here.mission for here in asked[-1:])
        forces.difference_update(here.force for here in asked[-1:])
        drawn += 1
    assert not missions
    assert not forces
    assert len(asked) > 0.4 * drawn


@pytest.mark.build
def test_38_5_draws_at_midway_split_and_join_joint_shipping() -> None:
    """Parts enter play under counters that began outside it, and may have been joined; others leave play."""
    state = GAME.new("midway")
    assert not spare_shipping(state, 0)
    field = midway()
    state = State(GAME.rules(), field.cells, field.stack, field.arrays)
    ship = SHIPS.index["jp_apb4"]
    assert ship in spare_shipping(state, 0)
    sampler = GAME.sampler(state.view("allies"))
    drawn = [sampler.draw(Random(seed)) for seed in range(120)]
    parts = [each for each in drawn if each.arrays[layout.SHIP_AT][ship] >= 0]
    assert {reorganisation.quarters(each, ship) for each in parts} == {1, 2, 3}
    assert {each.cells[layout.GATHERED] >> ship & 1 for each in parts} == {0, 1}
    gone = [SHIPS.index[name] for name in ("jp_apb1", "jp_apb2", "jp_apb3")]
    assert any(each.arrays[layout.SHIP_AT][one] < 0 for each in drawn for one in gone)
