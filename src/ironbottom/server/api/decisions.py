"""``/api/matches/{id}/decision_odds``, ``ways``, ``helpers``: exact odds, what ways cost, what one press fills in."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated, Any, cast

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules import state as engine
from ironbottom.engine.rules.game import Game
from ironbottom.odds.tables import OddsTable
from ironbottom.server.api.matches import tables_of
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.views.lookahead import Foresight
from ironbottom.server.match.open_match import MatchTable
from ironbottom.server.messages.requests import Asked, Id
from ironbottom.server.messages.dicts import HelperOffer, StandingOrdersResponse

Begun = Annotated[list[Annotated[list[str], Meta(max_length=9)]], Meta(max_length=200)]
"""Choices that are half made, as JSON."""


class VoyageAsked(msgspec.Struct, forbid_unknown_fields=True):
    """Where a unit is bound: its Mission, a place, how far short of it, how fast at most."""

    mission: Id
    to: Id
    off: int
    speed: int


class StandingAsked(Asked, kw_only=True):
    """Standing orders of a seat, and where its units are bound."""

    side: Id
    orders: Annotated[dict[Id, Id], Meta(max_length=40)] = {}
    plans: Annotated[dict[Id, VoyageAsked | None], Meta(max_length=100)] = {}


def deciding(table: MatchTable, side: str, client: Client) -> Game | None:
    """The game, where a side has a decision to make; a client that may not see the side is refused."""
    table.may_see(side, client)
    match = table.match
    asked = side in match.rules.sides.ids and match.state.decision(side) is not None
    return match.rules.game if asked else None


@get("/matches/{match_id:str}/decision_odds")
async def see_decision_odds(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], begun: FromQuery[str] = "[]"
) -> list[OddsTable]:
    """Tables of exact odds for the decision of a side; none where it has none to make, or nothing falls to chance.

    ``begun``: choices of the side that come before, as JSON; none of them may call for a die.
    """
    table = await tables_of(state).get(match_id)
    game = deciding(table, side, client)
    odds = game.decision_odds() if game else None
    if odds is None:
        return []
    match = table.match
    here = after(match.state.copy(), side, read(begun))
    if here is None:
        return []
    # Whole fleets may take longer than others should wait for.
    return await to_thread(odds.tables, here, side)


@get("/matches/{match_id:str}/ways")
async def see_ways(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], begun: FromQuery[str] = "[]"
) -> list[Any]:
    """What each way costs that the unit may go whose course a side is asked for, and by which places it leads.

    ``begun``: choices of the side that come before, such as which unit it is.
    """
    table = await tables_of(state).get(match_id)
    game = deciding(table, side, client)
    ways = game.ways() if game else None
    if ways is None:
        return []
    match = table.match
    here = after(match.state.copy(), side, read(begun))
    return list(ways.ways(here, side)) if here is not None else []


@get("/matches/{match_id:str}/helpers")
async def see_helpers(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]
) -> list[HelperOffer]:
    """What may be filled in at once at the decision of a side: a name, a line about it, and its choices."""
    table = await tables_of(state).get(match_id)
    game = deciding(table, side, client)
    helpers = game.helpers() if game else None
    if helpers is None:
        return []
    match = table.match
    here, memory = match.state.copy(), helpers.remembered(match.log(side), table.aides.kept(side)["plans"])
    found = await to_thread(helpers.offered, here, side, memory)
    return [cast(HelperOffer, helper._asdict()) for helper in found]


@get("/matches/{match_id:str}/standing")
async def see_standing(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]
) -> StandingOrdersResponse:
    """The standing orders and plans that live with a side's seat, for its person alone, and what orders there are."""
    table = await tables_of(state).get(match_id)
    table.may_act(side, client)
    return table.aides.told(side)


@post("/matches/{match_id:str}/standing", status_code=HTTP_200_OK)
async def stand(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[StandingAsked]
) -> StandingOrdersResponse:
    """Gives standing orders ("ask" takes one back) and plans (null drops one); the others stay as they are."""
    table = await tables_of(state).get(match_id)
    table.may_act(data.side, client)
    if data.orders:
        table.aides.order(data.side, data.orders)
    if data.plans:
        table.aides.plan(data.side, {unit: msgspec.to_builtins(one) for unit, one in data.plans.items()})
    table.opponents.wake()
    return table.aides.told(data.side)


def read(begun: str) -> list[list[str]]:
    """The choices that are half made."""
    try:
        return msgspec.json.decode(begun, type=Begun)
    except msgspec.MsgspecError as wrong:
        raise BadValue(f"not a list of choices: {wrong}", field="begun") from None


def after(here: engine.State, side: str, choices: list[list[str]]) -> engine.State | None:
    """The state once a side has made some choices; nothing where it may not know it, or another side chooses then."""
    foresight = Foresight(here)
    for number, choice in enumerate(choices):
        action = tuple(choice)
        refusal = foresight.state.why_not(side, action)
        if refusal is not None:
            raise BadValue(refusal.message, field=f"begun.{number}", clause=refusal.clause)
        if not foresight.choose(side, action) or foresight.state.decision(side) is None:
            return None
    return foresight.state
