"""``/api/matches/{id}/decision_odds``: the exact odds of the choices that a side has, from what it may know."""

from __future__ import annotations

from asyncio import to_thread
from importlib import import_module

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from ironbottom.bots.registry import companion
from ironbottom.odds.tables import OddsTable
from ironbottom.server.api_matches import tables_of


@get("/matches/{match_id:str}/decision_odds")
async def see_decision_odds(state: State, match_id: FromPath[str], side: FromQuery[str]) -> list[OddsTable]:
    """Tables of exact odds for the decision of a side; none where it has none to make, or nothing falls to chance."""
    table = await tables_of(state).get(match_id)
    table.may_see(side)
    match = table.match
    module = companion(match.rules.game, "odds.decisions")
    if module is None or side not in match.rules.sides.ids or match.state.decision(side) is None:
        return []
    # Whole fleets may take longer than others should wait for.
    found: list[OddsTable] = await to_thread(import_module(module).tables, match.state.copy(), side)
    return found
