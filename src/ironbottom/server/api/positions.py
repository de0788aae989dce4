"""``/api/positions``: positions being set up, before there is a match."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from ironbottom.server.api.matches import tables_of
from ironbottom.server.messages.requests import PositionAsked
from ironbottom.server.messages.responses import PositionLooked


@post("/positions", status_code=HTTP_200_OK)
async def look_at_position(state: State, data: JSONBody[PositionAsked]) -> PositionLooked:
    """What a position says, how the table looks, and what is not lawful in it with its field and clause."""
    return msgspec.convert(await tables_of(state).look_at(data.game, data.position), PositionLooked)
