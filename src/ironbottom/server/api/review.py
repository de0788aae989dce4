"""``/api/matches/{id}/review``: where a match was decided."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK

from ironbottom.lab.review.report import Review
from ironbottom.server.api.hints import is_help_off
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.match.open_match import OPEN
from ironbottom.server.match.reviews import Reviews
from ironbottom.server.network.clients import CurrentClient


class ReviewResponse(msgspec.Struct):
    """A review, or its progress:

    ``examined`` decisions out of ``of``, both 0 while the decisions are read. ``why`` says why there is no review.
    """

    examined: int
    of: int
    review: Review | None = None
    why: str = ""


AGAINST_PEOPLE = "Reviews are off until all players allow hints in the menu."


@post("/matches/{match_id:str}/review", status_code=HTTP_200_OK)
async def review_match(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str] = ""
) -> ReviewResponse:
    """Starts the review of a match, and returns its progress.

    Ask again until it is finished. A match that is over always gets the same review. Before the end, only a player gets
    a review; it covers the choices of ``side`` and uses only what that side saw.
    """
    open_match = await open_matches_of(state).get(match_id)
    if side and not open_match.match.over:
        open_match.require_seat(side, client)
        if is_help_off(open_match, client):
            return ReviewResponse(0, 0, None, AGAINST_PEOPLE)
    else:
        open_match.require_view(OPEN, client)
        side = ""
    reviews: Reviews = state.reviews
    run = reviews.start(open_match, side)
    shown = None if run.review is None else msgspec.structs.replace(run.review, findings=[])
    return ReviewResponse(run.examined, run.of, shown, run.error)
