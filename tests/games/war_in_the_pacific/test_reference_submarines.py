"""Compares a reference implementation of submarines with random Submarine Phases, attacks and hunts (13.0)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.air_bases import STACK_COUNT
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FORCES, SHIPS, SHIPS_OF, STACKS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import SubmarineAttacks
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import SubmarinePhase
from tests.games.war_in_the_pacific import leyte_states
from tests.games.war_in_the_pacific import reference_submarines as reference
from tests.games.war_in_the_pacific.battle_states import calm, find_events, mission
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.reference_cargo import SIDES
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, date
from tests.games.war_in_the_pacific.reference_search import SearchState
from tests.games.war_in_the_pacific.reference_shore import hunters

WATERS = {"midway": ("F1230", "F1233", "F3242", "D0330"), "leyte": ("B2450", "B2250", "B3440", "C2505")}
PORTS = {"midway": ("F1234", "F3342"), "leyte": ("B2452", "B2048")}
SEARCHES = {"midway": (("F1234", "pby_trained"), ("D0326", "mavem_trained")), "leyte": (("B2452", "pby_trained"),)}


class SubronPositions:
    """Random Subrons of both sides on station and under way, and forces above them."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.scenario, self.chance = scenario, Random(seed)
        self.state: State = leyte_states.new_game() if scenario == "leyte" else calm()
        state = self.state
        state.stack, state.cells[layout.FIRST_PLAYER] = (), self.chance.randrange(2)
        if scenario == "midway" and self.chance.random() < 0.5:
            state.cells[layout.TURN] = date("10/43", True)
        if scenario == "leyte" and self.chance.random() < 0.7:
            state.cells[layout.TURN] += 3
        for marker in range(len(layout.SUBRONS)):
            for block in (*reference.NUMBERS, layout.SUBRON_MODE):
                state.cells[block + marker] = -1 if block == layout.SUBRON_AT else 0
        for block in range(layout.FORCE_AT, layout.FORCE_AT + 80):
            state.cells[block] = -1

    def subron(self, side: int, marker: int, hex: str) -> None:
        """A Subron that has been out for some Cycles, on station or in transit."""
        cells, chance, number = self.state.cells, self.chance, reference.MARKERS * side + marker
        cells[layout.SUBRON_AT + number] = NUMBER[hex]
        cells[layout.SUBRON_FLEET + number] = chance.choice((0, 1, 5, 6, 7))
        cells[layout.SUBRON_COASTAL + number] = chance.choice((0, 0, 3))
        points = cells[layout.SUBRON_FLEET + number] + cells[layout.SUBRON_COASTAL + number]
        cells[layout.SUBRON_FLEET + number] += not points
        cells[layout.SUBRON_READY + number] = chance.randint(0, max(points, 1))
        cells[layout.SUBRON_OUT + number] = chance.randint(1, 4)
        cells[layout.SUBRON_MODE + number] = int(chance.random() < 0.15)

    def near(self, hex: str) -> str:
        """A hex, or one next to it."""
        return self.chance.choice([hex, hex, *[IDS[there] for there in GRID.beyond(NUMBER[hex]) if there >= 0]])

    def numbers(self) -> dict[int, list[int]]:
        """The stored numbers of the Subrons."""
        return {block: self.state.cells[block : block + len(layout.SUBRONS)] for block in reference.NUMBERS}


# -- 13.3, 13.5 the Submarine Phase ----------------------------------------------------------------------------------


def phase(scenario: str, seed: int, seen: Counter[str]) -> None:
    """A Submarine Phase with random orders."""
    below = SubronPositions(scenario, seed)
    state, chance = below.state, below.chance
    for side in (JAPAN, ALLIES):
        for marker in range(chance.randint(1, 5)):
            below.subron(side, marker, below.near(chance.choice(WATERS[scenario])))
        for kind in range(2):
            state.cells[layout.SUBS_HELD + 2 * side + kind] = chance.choice((0, 2, 9))
    dice = RecordingDice(SeededDice(seed))
    SubmarinePhase.start(Execution(state, dice))
    while open_to := state.decisions():
        decision = chance.choice(open_to)
        side, verbs = SIDES.index(decision.side), decision.choices.next()
        if decision.procedure.name == "submarine_orders":
            sent = decision.procedure.sent  # type: ignore[attr-defined]
            mine = {layout.SUBRONS.ids[m] for m in reference.may_be_sent(state, side) if not sent >> m & 1}
            for verb in ("send_subron", "transit_subron"):
                assert set(decision.choices.next(verb) if verb in verbs else ()) == mine, (seed, verb)
            goes_home = set(decision.choices.next("refit_subron") if "refit_subron" in verbs else ())
            assert goes_home <= {layout.SUBRONS.ids[m] for m in reference.at_sea(state, side) if not sent >> m & 1}
            seen["asked"] += 1
        action = decision.choices.sample_by_argument(chance)
        before, was = state.copy(), below.numbers()
        dice.rolled.clear()
        state.apply(decision.side, action, dice, trusted=True)
        seen[action[0]] += 1
    assert action == ("done",), seed
    cycle = reference.Cycle(before, [die.value for die in dice.rolled])
    cycle.goes_by()
    assert cycle.dice == [], seed
    assert cycle.has == below.numbers(), (seed, was)
    assert cycle.held == state.cells[layout.SUBS_HELD : layout.SUBS_HELD + 4], seed
    assert [10 * lost for lost in cycle.lost] == [
        state.cells[layout.LOSSES + side] - before.cells[layout.LOSSES + side] for side in range(2)
    ], seed
    seen["dice"] += len(dice.rolled)
    seen["overdue"] += sum(die.why is Roll.SUBMARINES_OVERDUE for die in dice.rolled)


# -- 13.7, 13.8 attacks ----------------------------------------------------------------------------------------------


def with_forces(scenario: str, seed: int) -> SubronPositions:
    """Forces of both sides at sea and in port, with Subrons at or next to them, and search planes over them."""
    below = SubronPositions(scenario, seed)
    state, chance = below.state, below.chance
    free = {side: [SHIPS.ids[ship] for ship in SHIPS_OF[side]] for side in (JAPAN, ALLIES)}
    for ship in range(len(SHIPS)):
        layout.ships_in(state.arrays).put(ship, -1)
    for side in (JAPAN, ALLIES):
        for number, hex in enumerate(chance.sample((*WATERS[scenario], *PORTS[scenario]), 3)):
            escorts = [ship for ship in free[side] if SHIP[ROW[ship]]["type"] in ("DD", "DE", "CD")]
            ships = {*chance.sample(free[side], chance.randint(1, 4)), *chance.sample(escorts, chance.randint(0, 4))}
            free[side] = [ship for ship in free[side] if ship not in ships]
            force = put_force(state, f"{SIDES[side]}_{number + 1}", hex, *ships)
            mission(state, force, chance.choice(("transit", "patrol", "patrol", "escort")))
            state.cells[layout.FORCE_ACTIVE + force] = int(chance.random() < 0.6)
            state.cells[layout.TORPEDOED + force] = chance.choice((0, 0, 0, 1, 3))
            for hull in [SHIPS.index[ship] for ship in ships]:
                state.arrays[layout.DAMAGE][hull] = int(chance.random() < 0.15)
                state.arrays[layout.FUEL][hull] = chance.choice((30, 30, 0))
            for marker in (2 * number, 2 * number + 1):
                below.subron(1 - side, marker, below.near(hex))
    for hex, stack in SEARCHES[scenario]:
        state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES if stack == "pby_trained" else JAPAN
        state.arrays[layout.SEARCHING][BASE_AT[NUMBER[hex]] * STACK_COUNT + STACKS.index[stack]] = chance.choice(
            (0, 1, 6)
        )
    return below


def attacked(scenario: str, seed: int, seen: Counter[str]) -> None:
    """The first attack of a round of submarines."""
    below = with_forces(scenario, seed)
    state, was = below.state, below.state.copy()
    dice = RecordingDice(SeededDice(seed))
    execution = Execution(state, dice)
    state.stack = (SubmarineAttacks.opened(),)
    run(execution)
    fell = [(die.value, die.why) for die in dice.rolled]
    hidden = [value for value, why in fell if why in (Roll.SUBMARINES_NEXT_DOOR, Roll.SUBMARINE_CONTACT)]
    found, events = reference.first_found(was, hidden), find_events(execution.events, "sub_attack")
    seen["rounds"] += 1
    if found is None:
        assert events == [], seed
        assert hidden == [], seed
        return
    hex = was.cells[layout.FORCE_AT + FORCES.index[found.force]]
    assert events[0] == {"event": "sub_attack", "force": found.force, "at": IDS[hex], "points": found.points}, seed
    seen["attacks"] += 1
    torpedoed(below, was, found, execution, dice, seen)


def torpedoed(
    below: SubronPositions,
    was: State,
    found: reference.Found,
    execution: Execution,
    dice: RecordingDice,
    seen: Counter[str],
) -> None:
    """13.7, 13.8 The targets of submarines, their attacks, and the hunts."""
    chosen = next(die.value for die in dice.rolled if die.why is Roll.CHOICE_OF_TARGET)
    largest, state = reference.largest(was, found.force), below.state
    events = execution.events
    if chosen >= 5 and len(largest) > 1:
        decision = state.decisions()[0]
        assert (decision.side, sorted(decision.choices.next("torpedo"))) == (
            SIDES[found.marker // reference.MARKERS],
            sorted(largest),
        )
        seen["chosen"] += 1
        ship = below.chance.choice(largest)
        dice.rolled.clear()
        events = state.apply(decision.side, ("torpedo", ship), dice, trusted=True).raw
    else:
        lots = [die.value for die in dice.rolled if die.why is Roll.TARGET_OF_SUBMARINES]
        ship = largest[lots[0] - 1] if len(largest) > 1 else largest[0]
    hit = find_events(events, "ship_hit")[0]
    mine = (ship, reference.strength(was, found))
    assert (hit["ship"], hit["strength"]) == mine
    assert hit["added"] in reference.added(was, found)
    hunts = [die.value for die in dice.rolled if die.why is Roll.HUNT_FOR_SUBMARINES]
    asw = find_events(events, "asw")
    hex = was.cells[layout.FORCE_AT + FORCES.index[found.force]]
    points = hunters(was, SearchState(was), found.force, IDS[hex])
    assert bool(points) == bool(asw) or len(find_events(events, "sub_attack")) > 1
    if points:
        assert (asw[0]["strength"], asw[0]["lost"]) == (points, reference.points_sunk(was, found, hunts[0])), (
            asw,
            points,
            found,
        )
        seen["hunts"] += 1
        seen["sunk"] += int(str(asw[0]["lost"]))


def stalked(scenario: str, seed: int, seen: Counter[str]) -> None:
    """13.91 The hunts on station at the end of a phase, up to the first Sub Point lost."""
    below = with_forces(scenario, seed)
    state, was = below.state, below.state.copy()
    dice = RecordingDice(SeededDice(seed))
    execution = Execution(state, dice)
    submarine_attacks.hunted_on_station(execution)
    fell, lost = [die.value for die in dice.rolled], find_events(execution.events, "asw")
    for force, marker, points in reference.stalked(was):
        sunk = min(reference.sunk_on_station(points, fell.pop(0)), 12)
        seen["stalked"] += 1
        if sunk:
            hex = was.cells[layout.FORCE_AT + FORCES.index[force]]
            assert (lost[0]["at"], lost[0]["strength"], lost[0]["lost"]) == (IDS[hex], points, sunk), (seed, marker)
            seen["stalked_and_sunk"] += 1
            return
    assert (fell, lost) == ([], []), seed


@pytest.mark.clause("13.1", "13.3", "13.5", "4.2")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_agree_on_submarine_phases(scenario: str) -> None:
    seen = Counter[str]()
    for seed in range(6):
        phase(scenario, seed, seen)
    assert min(seen["overdue"], seen["refit_subron"], seen["put_out"]) > 4, seen


@pytest.mark.build
@pytest.mark.clause("13.7", "13.8", "13.91", "4.2", "45.62")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_agree_on_attacks_and_hunts_of_submarines(scenario: str) -> None:
    seen = Counter[str]()
    for seed in range(9):
        attacked(scenario, seed, seen)
        stalked(scenario, seed, seen)
    assert min(seen["attacks"], seen["hunts"], seen["stalked"]) > 4, seen
    assert seen["chosen"], seen


@pytest.mark.thorough
@pytest.mark.clause("13.3", "13.7", "13.91")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_agree_on_hundreds_of_submarines(scenario: str) -> None:
    seen = Counter[str]()
    for seed in range(1000, 1200):
        phase(scenario, seed, seen)
        attacked(scenario, seed, seen)
        stalked(scenario, seed, seen)
    assert min(seen["sunk"], seen["stalked_and_sunk"]) > 8, seen
