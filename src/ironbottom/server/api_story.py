"""``/api/matches/{id}/story``: how a match goes, counted from what a side was told."""

from __future__ import annotations

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from ironbottom.lab.story import Story, story
from ironbottom.server.api_matches import tables_of
from ironbottom.server.table import PUBLIC


@get("/matches/{match_id:str}/story")
async def see_story(state: State, match_id: FromPath[str], side: FromQuery[str]) -> Story:
    """The lead by turn, losses, battles, the largest swings and the luck of the dice, as far as a side knows them."""
    table = await tables_of(state).get(match_id)
    table.may_see(side)
    match = table.match
    return story(match.rules, match.log(side), match.view(PUBLIC).get("turn", 1))
