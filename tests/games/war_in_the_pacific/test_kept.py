"""What is kept of a state is kept by all that was read of it: in Leyte and Burma, where more bears on it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ironbottom.bots import as_run, make_player, offer_in
from ironbottom.engine.dice import SeededDice
from ironbottom.engine.memo import forget, keepers_of_states
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SCENARIOS
from ironbottom.games.war_in_the_pacific.rules import air_bases, air_room, leyte, search_points, transfer_ways
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import burma_table
from tests.games.war_in_the_pacific.leyte_table import MANILA, begun

LINKED = {"ship_below", "ship_above", "ship_top", "unit_below", "unit_above", "unit_top"}
"""The same units in the same places are always the same arrays: who reads these marks where units are."""


OF_OTHERS = {"deployment", "burma_deployment", "burma_armies", "air_assault", "air_transport", "staff_sites", "errands"}
"""The modules of rules whose choices belong to other scenarios than Leyte, or come after its first Game-Turn."""
SELDOM = {"room_of", "within_transfer"}
"""5.6, 5.7 Asked only where points land elsewhere, which comes in few turns."""


class Watched(list[int]):
    """Cells that note which of them are read."""

    def __init__(self, cells: list[int]) -> None:
        super().__init__(cells)
        self.read: set[int] = set()

    def __getitem__(self, place: Any) -> Any:
        self.read |= set(range(*place.indices(len(self)))) if isinstance(place, slice) else {place}
        return super().__getitem__(place)


class WatchedArray(array):  # type: ignore[type-arg]
    """An array that notes as bits which of its numbers are read."""

    read: int

    def __getitem__(self, place: Any) -> Any:
        chosen = range(len(self))[place]
        if not isinstance(chosen, range):
            self.read |= 1 << chosen
        elif chosen:
            self.read |= ((1 << len(chosen)) - 1) << chosen.start
        return super().__getitem__(place)

    def _all(self) -> None:
        self.read |= (1 << len(self)) - 1

    def __iter__(self) -> Iterator[Any]:
        self._all()
        return super().__iter__()

    def tobytes(self) -> bytes:
        self._all()
        return super().tobytes()

    def index(self, *sought: Any) -> int:
        self._all()
        return super().index(*sought)

    def count(self, value: Any) -> int:
        self._all()
        return super().count(value)


class WatchedArrays(tuple[Any, ...]):
    """Arrays that note what is read of them."""

    watched: dict[str, WatchedArray]

    def __getitem__(self, place: Any) -> Any:
        name, known = places.LAYOUT.arrays[place].name, super().__getitem__(place)
        if name not in self.watched:
            self.watched[name] = WatchedArray(known.typecode, known)
            self.watched[name].read = 0
        return self.watched[name]


def read_by(ask: Any, state: State, *given: Any) -> tuple[set[int], dict[str, int]]:
    """The cells that a function reads of a state, and the numbers of arrays, as bits."""
    cells, arrays = Watched(state.cells), WatchedArrays(state.arrays)
    arrays.watched = {}
    ask(State(state.rules, cells, state.stack, arrays), *given)
    return cells.read, {name: numbers.read for name, numbers in arrays.watched.items() if name not in LINKED}


def keepers() -> list[Any]:
    """The functions of the game's rules whose answers are kept while a state is unchanged."""
    rules = "ironbottom.games.war_in_the_pacific.rules"
    return [kept for kept in keepers_of_states() if kept.__module__.startswith(rules)]


def hold_all_kept(state: State, keeping: list[Any]) -> int:
    """Asks anew for all that is kept, and sees that nothing was read that bears no mark; gives how much was asked."""
    asked = 0
    for kept in keeping:
        marked_cells, marked_arrays = read_by(kept.marks, state)
        for given in kept.answered():
            assert kept(state, *given) == kept.find(state, *given), (kept.__name__, given)
            cells, arrays = read_by(kept.find, state, *given)
            assert cells <= marked_cells, (kept.__name__, sorted(cells - marked_cells))
            unmarked = {name for name, numbers in arrays.items() if numbers & ~marked_arrays.get(name, 0)}
            assert not unmarked, (kept.__name__, given, unmarked)
            asked += 1
    return asked


def play_on(state: State, who: str, acts: int, every: int) -> tuple[int, set[str]]:
    """Players choose so often; at every so manieth choice all that is kept is held to what it reads.

    What is kept for the first time is held at once.
    """
    forget()
    dice, asked, names, keeping = SeededDice(1), 0, set(), keepers()
    players = {side: make_player(state.rules, who, side, 1) for side in ("japan", "allies")}
    for number in range(acts):
        decisions = state.decisions()
        if not decisions:
            break
        decision = Random(number).choice(decisions)
        for action in as_run(players[decision.side].choose(offer_in(state, decision))):
            state.apply(decision.side, action, dice)
        due = [kept for kept in keeping if kept.answered() and (number % every == 0 or kept.__name__ not in names)]
        asked += hold_all_kept(state, due)
        names |= {kept.__name__ for kept in due}
    return asked, names


def test_45_62_what_searches_is_asked_anew_when_the_submarines_of_japan_wake() -> None:
    state = begun()
    at = NUMBER["B2753"]
    state.cells[places.SUBRON_AT], state.cells[places.SUBRON_FLEET] = at, 6
    assert leyte.quiet(state, JAPAN)
    assert search_points.reaching(state, JAPAN, at).points == 0
    state.cells[places.TURN] = turn_number(state.rules.pieces.figure("45.62", "active_from"))
    assert search_points.reaching(state, JAPAN, at).points == 2


def test_45_13_bases_that_take_points_are_asked_anew_in_another_scenario() -> None:
    """A state alike in all but its scenario, in which what lies out of play is another part of the map."""
    state = begun()
    base = BASE_AT[NUMBER[MANILA]]
    assert base in air_room.land_bases(state, JAPAN).values()
    other = state.copy()
    other.cells[places.SCENARIO] = SCENARIOS.index["midway"]
    assert not air_bases.open_to_landing(other, base)
    assert base not in air_room.land_bases(other, JAPAN).values()
    stack = next(stack for there in air_bases.with_points(state, JAPAN) for stack, _ in air_bases.stacks(state, there))
    near = transfer_ways.within_transfer(state, JAPAN, base, stack)
    assert near != transfer_ways.within_transfer(other, JAPAN, base, stack)


def test_1_3_all_that_is_kept_of_leyte_is_kept_by_what_it_reads() -> None:
    asked, names = play_on(GAME.rules({"last_round": "1"}).new("leyte"), "random", 460, 30)
    assert asked > 500
    assert {"reaching", "gatherable", "berth_of", "roster"} <= names


@pytest.mark.thorough
@pytest.mark.parametrize("who", ["random", "ensign"])
def test_1_3_all_that_is_kept_in_a_turn_of_leyte_is_kept_by_what_it_reads(who: str) -> None:
    asked, names = play_on(GAME.rules({"last_round": "1"}).new("leyte"), who, 10_000, 10)
    assert asked > 10_000
    if who != "random":
        return
    of_others = {kept.__name__ for kept in keepers() if kept.__module__.rpartition(".")[2] in OF_OTHERS}
    assert names | of_others | SELDOM == {kept.__name__ for kept in keepers()}


def test_1_3_all_that_is_kept_of_midway_is_kept_by_what_it_reads() -> None:
    asked, names = play_on(GAME.rules({"last_round": "1"}).new("midway"), "random", 180, 30)
    assert asked > 50
    assert {"berths", "division", "enemy_coasts"} <= names


@pytest.mark.thorough
@pytest.mark.parametrize("who", ["random", "ensign"])
def test_1_3_all_that_is_kept_in_a_turn_of_midway_is_kept_by_what_it_reads(who: str) -> None:
    asked, _ = play_on(GAME.rules({"last_round": "1"}).new("midway"), who, 10_000, 10)
    assert asked > 400


def test_1_3_all_that_is_kept_of_burma_is_kept_by_what_it_reads() -> None:
    asked, names = play_on(burma_table.GAME.rules({"last_round": "1"}).new("burma"), "random", 460, 30)
    assert asked > 300
    assert {"railways", "reaching", "ways", "by_hex"} <= names


@pytest.mark.thorough
def test_1_3_all_that_is_kept_in_a_turn_of_burma_is_kept_by_what_it_reads() -> None:
    asked, names = play_on(burma_table.GAME.rules({"last_round": "1"}).new("burma"), "random", 10_000, 10)
    assert asked > 3_000
    assert {"armies", "open_ground", "staff_hexes", "reaches", "depots", "ends", "fields", "open_fields"} <= names
