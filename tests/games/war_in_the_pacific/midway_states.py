"""Basic Midway for tests: the game's procedures, and states as the tests need them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import ALL, Event
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.engine.data.facts import Facts
from ironbottom.engine.dice.dice import DieReason, NoDice
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME, log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.facts import DATA, load
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.options import OPTIONS
from ironbottom.games.war_in_the_pacific.pieces import FORCES, IN_FORCE, SHIPS, SIDES, Pieces
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.naval.plots import Plotting
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply
from ironbottom.games.war_in_the_pacific.scenarios.booklet import BOOKLET
from ironbottom.games.war_in_the_pacific.state import LAYOUT

ALLIED = FORCES.index["allies_1"]
INDEX = ClauseIndex.load(DATA / "clauses.toml")


class MidwayTestGame(Game):
    """Parts of basic Midway: both sides organize and plot."""

    id, short, title, rules_version, sequence_clause = "midway_table", "mt", "Midway on the table", "1", "4.1"
    sides, layout, events = SIDES, LAYOUT, log.KINDS_OF_EVENT
    procedures: ClassVar[tuple[type[Procedure], ...]] = tuple(GAME.procedures)
    scenarios = {"midway": "Basic Midway."}
    options = OPTIONS

    def facts(self, corrections: Mapping[str, Any] | None = None) -> Facts:
        return load(corrections)

    def clauses(self) -> ClauseIndex:
        return INDEX

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> Pieces:
        return Pieces(facts, options, BOOKLET)

    def check(self, state: State) -> None:
        whole = layout.ships_in(state.arrays).links_agree() and layout.units_in(state.arrays).links_agree()
        if not whole:
            raise BadValue("the stacks do not fit together", field="arrays")

    def set_up(self, rules: Rules, scenario: str) -> State:
        return State(rules, *opening_position(rules.pieces))


def opening_position(pieces: Pieces) -> tuple[list[int], tuple[Any, ...], Any]:
    """Cells, the open plot, arrays."""
    start = at_start(pieces, 0)
    blank = State.__new__(State)
    return start.cells, (Plotting(tuple([Plotting.opening(blank, side) for side in range(2)])),), start.arrays


TABLE = MidwayTestGame()


def midway() -> State:
    """Basic Midway with the first plot open."""
    return TABLE.new()


class FirstNumber(NoDice):
    """A new force takes the first free number; no other die is rolled."""

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        return 1 if why is Roll.NUMBER else super().roll(faces, why, audience)


def act(state: State, side: str, *action: str) -> list[Event]:
    """Makes an offered choice, without dice except the one for a new number."""
    assert state.why_not(side, action) is None
    return state.apply(side, action, FirstNumber()).raw


def refused(state: State, side: str, *action: str) -> tuple[str | None, str]:
    """The clause and message with which a choice is refused."""
    refusal = state.why_not(side, action)
    assert refusal is not None
    return refusal.clause, refusal.message


def put_force(state: State, force: str, hex: str, *ships: str) -> int:
    """Puts a force with its ships to sea, as if it had sailed there."""
    number = FORCES.index[force]
    state.cells[layout.FORCE_AT + number] = NUMBER[hex]
    for ship in ships:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], IN_FORCE + number)
    return number


def where(state: State, force: str) -> str:
    """The hex of a force."""
    return IDS[state.cells[layout.FORCE_AT + FORCES.index[force]]]


def names(state: State, force: str) -> list[str]:
    """The ships of a force."""
    return [SHIPS.ids[ship] for ship in force_movement.ships_of(state, FORCES.index[force])]


def run_supply(execution: Execution) -> None:
    """25.3 Plays the Joint Supply Segment without questions."""
    below = len(execution.state.stack)
    joint_supply.supply_segment(execution)
    run_until(execution, below)


def run_until(execution: Execution, below: int) -> None:
    """Plays everything above a number of frames without questions."""
    while len(execution.state.stack) > below:
        assert not execution.state.stack[-1].proceed(execution), execution.state.stack[-1]
