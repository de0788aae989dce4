"""Compares a reference implementation of the Strategic Breakoff (47.3) with the rules at the end of the same turns."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, SHIPS_OF, SUNK
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn
from tests.games.war_in_the_pacific import reference_breakoff as reference
from tests.games.war_in_the_pacific.burma_states import GAME
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.reference_land import PLACES
from tests.games.war_in_the_pacific.reference_scores import SIDES
from tests.games.war_in_the_pacific.reference_sea import place_of
from tests.games.war_in_the_pacific.reference_search import numbers

CLAUSES = ("47.3", "47.23", "47.24", "42.45", "45.43", "42.42", "45.42", "4.1", "4.4", "18.1", "18.32")
AT_SEA = {"midway": ("F1230",), "leyte": ("B2150",)}
PEARL_HARBOR = "F3342"
YARDS = {"midway": "D0326", "leyte": "B3328"}
LEADS = (199, 200, 201, 0, 100, 101, 250, 198)


def end_of_turn(scenario: str, seed: int) -> tuple[State, State]:
    """The start of a scenario, and the end of some turn of it before repair, near a Breakoff of either side."""
    luck, rules = random.Random(seed), GAME.rules({"sf_points": luck_of(seed)})
    begun: State = rules.new(scenario)
    state = begun.copy()
    state.cells[layout.FIRST_PLAYER] = luck.randrange(2)
    state.cells[layout.TURN] += luck.choice((0, 0, 3, 7, 7, 7))
    state.cells[layout.OBJECTIVE] = numbers()[place_of(luck.choice(("B2452", "B2048")))]
    for side, name in enumerate(SIDES):
        afloat = [ship for ship in SHIPS_OF[side] if state.arrays[layout.SHIP_AT][ship] >= 0]
        in_order = (layout.REPAIR_LEFT, layout.SHRUNK)
        hurt = luck.sample([ship for ship in afloat if not any(state.arrays[each][ship] for each in in_order)], 4)
        for ship in hurt:
            state.arrays[layout.DAMAGE][ship] = luck.randint(1, 4 if ship != hurt[0] else 6)
        put_force(state, f"{name}_19", *AT_SEA[scenario], *(SHIPS.ids[ship] for ship in hurt[1:]))
        layout.ships_in(state.arrays).put(hurt[0], SUNK if state.arrays[layout.DAMAGE][hurt[0]] > 4 else -1)
    in_the_yards(state, "jp_bb1", YARDS[scenario], luck)
    for hex in luck.sample(sorted(PLACES), luck.randint(0, 4)):
        if hex in controlled_hexes(state) and hex not in (YARDS[scenario], PEARL_HARBOR):
            state.arrays[layout.CONTROL][numbers()[place_of(hex)]] = luck.randrange(2)
    level_lead(state, luck.choice(LEADS), luck.randrange(2), before_the_yards=luck.random() < 0.5)
    return begun, state


def in_the_yards(state: State, ship: str, hex: str, luck: random.Random) -> None:
    """A ship under repair in a port of its own that may be repaired a turn later."""
    number, arrays = SHIPS.index[ship], state.arrays
    layout.ships_in(arrays).put(number, numbers()[place_of(hex)])
    level, whole = luck.randint(1, 4), luck.randint(1, 6)
    left = luck.randint(1, whole)
    arrays[layout.REPAIR_LEVEL][number], arrays[layout.REPAIR_WHOLE][number] = level, whole
    arrays[layout.REPAIR_LEFT][number], arrays[layout.DAMAGE][number] = left, -(-level * left // whole)


def luck_of(seed: int) -> str:
    """47.1 The reading of service forces."""
    return ("each_level", "in_all")[seed % 2]


def controlled_hexes(state: State) -> set[str]:
    """The named hexes with a controller."""
    return {hex for hex in PLACES if state.arrays[layout.CONTROL][numbers()[place_of(hex)]] in (0, 1)}


def level_lead(state: State, lead: int, side: int, *, before_the_yards: bool) -> None:
    """Permanent losses that give a side a lead for units, before a turn of repair or after."""
    then = state if before_the_yards else reference.yards_go_on(state)
    short = lead - (reference.for_units(then, side) - reference.for_units(then, 1 - side))
    enemy = 1 - side
    state.cells[layout.LOSSES + enemy] += max(short, 0)
    state.cells[layout.LOSSES + side] += max(-short, 0)


def end_turn(state: State) -> reference.Verdict:
    """The rules' result for the rest of a turn: repair and the Terminal Segment."""
    names = [step.name for step in GameTurn.steps]
    execution = Execution(state, SeededDice(1))
    state.stack = (layout.scenario(state).game_turn(state.rules),)
    for step in GameTurn.steps[names.index("repair") : names.index("strategic")]:
        step.run(execution)
    ending = state.cells[layout.ENDING]
    if ending < 0:
        return reference.Verdict("", "", "")
    result = GAME.result(state)
    level = next((name for name in ("Marginal", "Substantial", "Decisive") if name in result["why"]), "no")
    return reference.Verdict(layout.ENDINGS.ids[ending], "".join(result["winners"]), level)


def judged(scenario: str, seeds: range) -> Counter[str]:
    """Ends of turns with the same result in both."""
    seen = Counter[str]()
    for seed in seeds:
        begun, state = end_of_turn(scenario, seed)
        mine = reference.verdict(begun, state)
        theirs = end_turn(state)
        assert theirs == mine, (seed, mine, theirs)
        seen[mine.ending + mine.winner] += 1
    return seen


@pytest.mark.build
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_judge_ends_of_turns_near_a_breakoff(scenario: str) -> None:
    seen = judged(scenario, range(80))
    assert min(seen["breakoff" + side] for side in SIDES) > 3, seen


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
def test_two_references_judge_many_ends_of_turns(scenario: str) -> None:
    seen = judged(scenario, range(1000, 2000))
    assert min(seen["breakoff" + side] for side in SIDES) > 100, seen
