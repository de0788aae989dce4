"""7.1.1 What is carried on from one decision of a phase of movement to the next is what would be found anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ironbottom.engine.dice import SeededDice
from ironbottom.engine.memo import forget
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific import GAME
from ironbottom.games.axis_allies_pacific.pieces import INFANTRY, LANDS, USA
from ironbottom.games.axis_allies_pacific.rules import situation
from ironbottom.games.axis_allies_pacific.rules.courses import MovementPhase
from ironbottom.games.axis_allies_pacific.state import LATELY, UNITS, Cells, add


class Watched(list[int]):
    """Cells that note which of them are read."""

    def __init__(self, cells: Cells) -> None:
        super().__init__(cells)
        self.read: set[int] = set()

    def __getitem__(self, place: Any) -> Any:
        self.read |= set(range(*place.indices(len(self)))) if isinstance(place, slice) else {place}
        return super().__getitem__(place)


def unread_stays_unread(state: State, here: MovementPhase) -> None:
    """Nothing that is offered rests upon cells of which it is said that nothing does."""
    cells = Watched(state.cells)
    watched = State(state.rules, cells, state.stack)
    found = situation.afresh(watched, here)
    for verb in here.verbs:
        if verb.offer is not None and all(named.allow(watched, here, here.side) for named in verb.when):
            verb.offer(watched, found, here.side)
    uses = situation.USES[here.side]
    assert not [GAME.layout.names[cell] for cell in cells.read if not uses[cell]]


def play_on(seed: int, options: dict[str, str], acts: int, every: int) -> int:
    """Random play; at every so manieth decision of movement all that is kept is held to what is found anew."""
    source, dice, state, held = Random(seed), SeededDice(seed), GAME.new(None, options), 0
    for number in range(acts):
        decisions = state.decisions()
        if not decisions:
            break
        choices, here = decisions[0].choices, decisions[0].procedure
        chosen = choices.sample(source)
        if isinstance(here, MovementPhase) and number % every == 0:
            kept = situation.situation(state, here)
            anew = situation.afresh(state, here)
            assert kept._replace(offers={}) == anew
            offered = [(verb, list(branches)) for verb, branches in choices.groups]
            counted = list(choices.counts)
            forget()
            unread_stays_unread(state, here)
            again = state.decisions()[0].choices
            assert offered == [(verb, list(branches)) for verb, branches in again.groups]
            assert counted == list(again.counts) == choices.sizes
            held += 1
        state.apply(decisions[0].side, chosen, dice)
    return held


def test_7_1_1_what_is_kept_of_a_phase_is_what_would_be_found_anew() -> None:
    assert play_on(3, {}, 700, 7) > 20


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(6))
def test_7_1_1_what_is_kept_of_whole_games_is_what_would_be_found_anew(seed: int) -> None:
    readings: list[dict[str, str]] = [
        {},
        {"sub_pass": "free"},
        {"sub_pass": "any_enemy_stops"},
        {"aa_overflight": "yes"},
    ]
    assert play_on(seed, readings[seed % len(readings)], 20_000, 3) > 200


def test_7_1_1_a_phase_is_found_anew_once_and_carried_on_from_then(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    found: list[MovementPhase] = []
    anew = situation.afresh

    def counting(state: State, here: MovementPhase) -> situation.Situation:
        found.append(here)
        return anew(state, here)

    monkeypatch.setattr(situation, "afresh", counting)
    source, dice, state, phases = Random(5), SeededDice(5), GAME.new(), 0
    before = ""
    for _ in range(600):
        decision = state.decisions()[0]
        name = decision.procedure.name
        phases += isinstance(decision.procedure, MovementPhase) and before not in (name, "bound", "takeoff", "aboard")
        before = name
        state.apply(decision.side, decision.choices.sample(source), dice)
    assert 0 < len(found) <= phases


def test_7_1_1_a_change_that_nothing_told_of_is_seen() -> None:
    """Cells that were written without a word differ all the same from what was known."""
    source, dice, state = Random(8), SeededDice(8), GAME.new()
    while state.decisions()[0].procedure.name != "combat_moves":
        state.apply(state.decisions()[0].side, state.decisions()[0].choices.sample(source), dice)
    decision = state.decisions()[0]
    side = decision.side_number
    land = next(land for land in range(len(LANDS)) if state.rules.pieces.by_land[land] and decision.choices)
    without = ("move", LANDS.ids[land], "infantry")
    cell = UNITS + side * len(state.rules.vocabulary.by_name["move"].arguments[0].domain) + land
    state.cells[cell] = 0
    LATELY.clear()
    assert without not in list(state.decisions()[0].choices)
    add(state.cells, cell, INFANTRY)
    LATELY.clear()
    assert without in list(state.decisions()[0].choices)
    assert side != USA
