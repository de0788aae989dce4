"""``/api/matches/{id}/story``: the course of a match, computed from what a side has seen."""

from __future__ import annotations

from asyncio import sleep, to_thread

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.lab.story import Story, lead_entries, story
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.api.review import review_match
from ironbottom.server.match.open_match import PUBLIC
from ironbottom.server.messages.responses import MAX_ENTRIES
from ironbottom.server.network.clients import CurrentClient


@get("/matches/{match_id:str}/story")
async def get_story(state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]) -> Story:
    """Returns the lead by turn, losses, battles, turning points and the luck of the dice, as a side knows them."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_view(side, client)
    match = open_match.match
    entries = await _whole_log(match, side)
    view = match.view(PUBLIC)
    turn = view.get("turn", view.get("round", 1))
    leads: dict[int, float] = {}
    for seq in await to_thread(lead_entries, match.rules, entries, turn):
        leads[seq] = open_match.lead(side, seq)
        await sleep(0)
    return await to_thread(story, match.rules, entries, turn, leads)


async def _whole_log(match: Match, side: str) -> list[LogEntryView]:
    """Returns a side's log from the beginning, read in pieces so that other requests are answered in between."""
    entries: list[LogEntryView] = []
    while piece := match.log(side, len(entries), MAX_ENTRIES):
        entries += piece
        await sleep(0)
    return entries


HANDLERS = (get_story, review_match)
"""The story of a match, as the page shows it."""
