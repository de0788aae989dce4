"""4.11, 8.6 The Air Phase, from the weather to Air Transport.

``AirPhase(0)`` is the entry: pushed once in each of the three Air Phases of a Game-Turn, it rolls the weather (8.6) and
the availability of both sides (6.11), and asks for Search, patrols and Strikes, transfers and transport. It closes
automatically. The sequence of play calls these functions:

- ``special_strikes.Readying.start(execution)`` after the plot, ``special_strikes.Sending.start(execution)`` in the
  first and third impulse (6.6);
- ``flights.phase_begins(state)`` at the start of a Naval Phase (6.1, 6.6); this procedure calls it for its own phase;
- ``air_attrition.attrition_segment(execution)`` in the Supply Phase (5.9);
- ``flights.turn_ends(state)`` in the Terminal Segment (31.1, 8.42);
- ``return_to_base.emergency(execution, side, base)`` before a base is overrun on the ground (5.7; ``capture`` does).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ironbottom.engine.rules.procedures import SequenceOfPlay, Step
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.rules.air import (
    air_attrition,
    air_transfer,
    special_strikes,
    strike_declaration,
    strikes,
    transport_segment,
)
from ironbottom.games.war_in_the_pacific.rules.air.air_reinforcements import PROCEDURES as ARRIVALS
from ironbottom.games.war_in_the_pacific.rules.air.air_transfer import Transferring
from ironbottom.games.war_in_the_pacific.rules.air.availability import clear_availability, roll_availability
from ironbottom.games.war_in_the_pacific.rules.air.kamikazes import compute_allotment
from ironbottom.games.war_in_the_pacific.rules.air.strike_declaration import StrikeDeclaration
from ironbottom.games.war_in_the_pacific.rules.air.strikes import Strikes
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.search import contacts, search_segment
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import Searching
from ironbottom.games.war_in_the_pacific.rules.turn.steps import open_step
from ironbottom.games.war_in_the_pacific.state_types import Execution


def begin_air_phase(execution: Execution) -> None:
    """6.1, 8.1 Begins a new Air Phase: no points search yet; points that flew in the last Naval Phase rest."""
    flights.phase_begins(execution.state)
    search_segment.clear_search(execution.state)
    clear_availability(execution.state)
    compute_allotment(execution)


def availability(execution: Execution) -> None:
    """6.11 Rolls for the commands of both sides, the First Player's first."""
    first = execution.cells[layout.FIRST_PLAYER]
    for side in (first, 1 - first):
        roll_availability(execution, side)


def second_declares(execution: Execution) -> None:
    """4.2 The Second Player declares before the First."""
    open_step(execution, "second_declaration")
    execution.push(StrikeDeclaration(1 - execution.cells[layout.FIRST_PLAYER]))


def first_declares(execution: Execution) -> None:
    """4.2 The First Player declares, knowing the hexes of the other side's Strikes."""
    open_step(execution, "first_declaration")
    execution.push(StrikeDeclaration(execution.cells[layout.FIRST_PLAYER]))


def fly_strikes(execution: Execution) -> None:
    """4.11 Flies all waves."""
    open_step(execution, "strikes")
    execution.push(Strikes(execution.cells[layout.FIRST_PLAYER]))


def transfer(execution: Execution) -> None:
    """5.5 Opens the transfers."""
    open_step(execution, "transfer")
    Transferring.start(execution)


def phase_of(execution: Execution) -> int:
    """4.1 The number of this Air Phase in its Game-Turn; the first if it is played on its own."""
    turn: Any = execution.state.stack[0]
    name = turn.steps[turn.next - 1].name if turn.name.endswith("_turn") else ""
    return int(name.removeprefix("air_")) if name.startswith("air_") else 1


TO_TRANSFERS = (
    Step("begin", "6.1", begin_air_phase),
    Step("weather", "8.6", contacts.roll_weather),
    Step("availability", "6.11", availability),
    Step("search", "8.2", Searching.start),
    Step("second_player_declares", "4.2", second_declares),
    Step("first_player_declares", "4.2", first_declares),
    Step("strikes", "4.11", fly_strikes),
    Step("transfer", "5.5", transfer),
)
"""4.11 The steps at the start of every Air Phase."""


class AirPhase(SequenceOfPlay):
    """4.11, 6.8, 40.1 Search, declaration, Strikes, transfers, transport."""

    number, name, clause = 20, "air_phase", "4.11"
    steps: ClassVar[Sequence[Step]] = (*TO_TRANSFERS, Step("transport", "6.8", transport_segment.open_lift))


PROCEDURES = (
    *search_segment.PROCEDURES,
    *strike_declaration.PROCEDURES,
    *strikes.PROCEDURES,
    AirPhase,
    *ARRIVALS,
    *air_transfer.PROCEDURES,
    *special_strikes.PROCEDURES,
    *air_attrition.PROCEDURES,
)
