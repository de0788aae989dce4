"""``/api/positions``: checks a position before a match begins from it."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.messages.requests import PositionRequest
from ironbottom.server.messages.responses import PositionCheckResponse


@post("/positions", status_code=HTTP_200_OK)
async def check_position(state: State, data: JSONBody[PositionRequest]) -> PositionCheckResponse:
    """Returns the fields of a position, the board, and the first error with its field and clause."""
    return msgspec.convert(await open_matches_of(state).check_position(data.game, data.position), PositionCheckResponse)
