"""8.3.2 AA guns that aircraft pass on their way, routes around them, and their fire at the end of phase 3."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import IdField, IdSetField, Number, Record, TupleField, members
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, WIDTH
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    ENEMIES,
    FLIGHT,
    FLIGHTS,
    LANDS,
    PLACE_COUNT,
    PLACES,
    POWERS,
)
from ironbottom.games.axis_allies_pacific.rolls import Roll
from ironbottom.games.axis_allies_pacific.state import (
    FLYING,
    LANDS_OF,
    Cells,
    add_to_counts,
    friendly_at_once,
    power_slot,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution


class Overflight(NamedTuple):
    """8.3.2 Aircraft that passed over enemy AA guns: the territories passed, and the aircraft's power, current place
    and number.
    """

    guns: int
    power: int
    place: int
    flight: int
    many: int


Overflights = Annotated[
    tuple[Overflight, ...],
    TupleField(
        Record(
            Overflight,
            guns=IdSetField(LANDS),
            power=IdField(POWERS),
            place=IdField(PLACES),
            flight=IdField(FLIGHTS),
            many=Number(1, MAX_COUNT),
        )
    ),
]


def armed_lands(figures: Figures, cells: Cells, side: int) -> int:
    """8.3.2 The enemy territories with AA guns that fire at aircraft passing over them."""
    if figures.options["aa_overflight"] != "yes":
        return 0
    entered = friendly_at_once(figures, cells)
    result = 0
    for power in ENEMIES[side]:
        for land, counts in enumerate(cells[LANDS_OF[power] : LANDS_OF[power] + len(LANDS)]):
            if counts >> WIDTH * AA_GUN & MAX_COUNT:
                result |= 1 << land
    return result & ~entered


def passable(figures: Figures, armed: int, start: int, far: int) -> int:
    """The lands with AA guns on some route of at most ``far`` spaces, except at its end."""
    within: int = figures.routes.lands_within[start][max(0, far - 1)]
    return armed & within & ~(1 << start)


def fire_at_passing(execution: Execution, passing: tuple[Overflight, ...]) -> None:
    """8.3.2 Each enemy AA gun fires once at each passing aircraft and hits on 1; lost aircraft pass no other guns.

    7.2.2 Guns in a territory that was entered meanwhile are captured.
    """
    captured = friendly_at_once(execution.rules.pieces, execution.cells)
    for row in passing:
        left = row.many
        for land in members(row.guns & ~captured):
            if not left:
                break
            dice = tuple(execution.roll(6, Roll.OVERFLIGHT) for _ in range(left))
            lost = dice.count(1)
            left -= lost
            add_to_counts(execution.cells, FLYING + power_slot(row.power) * PLACE_COUNT + row.place, row.flight, -lost)
            execution.emit(log.OVERFLOWN, land, row.power, FLIGHT[row.flight].piece, dice, lost)
