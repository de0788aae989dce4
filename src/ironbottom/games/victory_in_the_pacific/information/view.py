"""Views: everything except the other side's wish while both pick day or night in secret (7.3)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.codecs.layout_codec import FieldCodec
from ironbottom.engine.codecs.position_parts import names_in
from ironbottom.engine.codecs.record_codec import CellColumn, records
from ironbottom.engine.codecs.view_codec import ViewCodec
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdSetField, truncated_list
from ironbottom.games.victory_in_the_pacific import state as layout
from ironbottom.games.victory_in_the_pacific.odds import forecast as odds
from ironbottom.games.victory_in_the_pacific.pieces import PORTS, SHIPS, SIDES, UNITS, UNITS_OF_SIDE
from ironbottom.games.victory_in_the_pacific.state import Cells, codec, units_at_sea
from ironbottom.games.victory_in_the_pacific.state_types import State

_units = IdSetField(UNITS)


def date(state: State, viewer: int) -> str:
    """4.1 The months of the turn."""
    return str(state.rules.pieces.dates[state.cells[layout.TURN] - 1])


def last_turn(state: State, viewer: int) -> int:
    """4.7 The turn after which the game is over."""
    return int(state.rules.pieces.last_turn)


def forecast(state: State, viewer: int) -> Any:
    """5.7 The result of the turn if it ended now."""
    return odds.forecast(state)


def points(state: State, viewer: int, port: int) -> int:
    """11.2 The repair points of a port in the turn."""
    return int(state.rules.pieces.repair[port][state.cells[layout.TURN] - 1])


class Spent(CellColumn):
    """11.2 The repair points spent, for ports that have any."""

    def visible_things(self, state: State, viewer: int) -> int:
        turn, used = (
            state.cells[layout.TURN] - 1,
            state.cells[layout.REPAIR_POINTS_USED : layout.REPAIR_POINTS_USED + len(PORTS)],
        )
        repair = state.rules.pieces.repair
        return sum([1 << port for port, spent in enumerate(used) if spent or repair[port][turn]])


class Raiding(FieldCodec):
    """15.3 Ships at sea that do not patrol."""

    name = "raiding"

    def write(self, state: State, viewer: int) -> list[str]:
        return _units.write(units_at_sea(state.cells) & SHIPS & ~state.cells[layout.PATROL])

    def read(self, cells: Cells, data: Any, field: str) -> None:
        raiding, ships = names_in(UNITS).set_of(data, field), units_at_sea(cells) & SHIPS
        if raiding & ~ships:
            raise BadValue(
                f"{truncated_list(_units.write(raiding & ~ships))} is not a ship at sea", field=field, clause="15.3"
            )
        cells[layout.PATROL] = ships & ~raiding


RAIDING = Raiding()
REPAIRS = records(codec, "repairs", PORTS, points=points, spent=Spent(layout.LAYOUT.blocks[layout.REPAIR_POINTS_USED]))
VIEW = ViewCodec(
    codec,
    *(
        layout.TURN,
        date,
        last_turn,
        layout.POC,
        forecast,
        layout.FLAGS,
        layout.FLAGS_BEFORE,
        layout.OWNED,
    ),
    *(REPAIRS, codec.piles("units", *layout.SPOTS, parts=dict(zip(SIDES.ids, UNITS_OF_SIDE, strict=True))), RAIDING),
    *(
        layout.MARKED,
        layout.REPAIRED_THIS_TURN,
        layout.ESCAPED,
        layout.PURSUED,
        layout.STAYED_OUT,
        layout.DAMAGE,
        layout.AIR_LOSS,
    ),
    *(layout.BATTLE, layout.FOUGHT, layout.RETREATED_FROM, layout.REBUILT, layout.WANTS),
    simultaneous_field="naming",
)
