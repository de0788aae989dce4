"""``/api/matches/{id}/story``: how a match goes, counted from what a side was shown."""

from __future__ import annotations

from asyncio import sleep, to_thread
from typing import Any

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from ironbottom.engine.match.match import Match
from ironbottom.lab.story import Story, lead_entries, story
from ironbottom.server.api.matches import tables_of
from ironbottom.server.network.clients import CurrentClient
from ironbottom.server.match.open_match import PUBLIC
from ironbottom.server.messages.responses import MOST_ENTRIES


@get("/matches/{match_id:str}/story")
async def see_story(state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]) -> Story:
    """The lead by turn, losses, battles, turning points and the luck of the dice, as far as a side knows them."""
    table = await tables_of(state).get(match_id)
    table.may_see(side, client)
    match = table.match
    entries = await _whole_log(match, side)
    view = match.view(PUBLIC)
    turn = view.get("turn", view.get("round", 1))
    leads: dict[int, float] = {}
    for seq in await to_thread(lead_entries, match.rules, entries, turn):
        leads[seq] = table.lead(side, seq)
        await sleep(0)
    return await to_thread(story, match.rules, entries, turn, leads)


async def _whole_log(match: Match, side: str) -> list[dict[str, Any]]:
    """What a side was told from the beginning, read in pieces so that others are answered between them."""
    entries: list[dict[str, Any]] = []
    while piece := match.log(side, len(entries), MOST_ENTRIES):
        entries += piece
        await sleep(0)
    return entries
