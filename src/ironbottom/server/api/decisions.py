"""``/api/matches/{id}/decision_odds``, ``ways``, ``helpers``, ``standing``: help with a decision."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated, cast

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules import state as engine
from ironbottom.engine.rules.features import LandingAdvice, LandingOptions
from ironbottom.engine.rules.game import Game
from ironbottom.odds.tables import OddsTable
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.messages.dicts import HelperInfo, StandingOrdersResponse
from ironbottom.server.messages.requests import Id, RequestBody
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.views.lookahead import Lookahead

PendingChoices = Annotated[list[Annotated[list[str], Meta(max_length=9)]], Meta(max_length=200)]
"""Choices that have not been submitted yet, as JSON."""


class LandedUnits(msgspec.Struct, forbid_unknown_fields=True):
    """The ground units that a force loads and lands, and the Game-Turn before which it does not arrive."""

    units: Annotated[list[Id], Meta(max_length=100)]
    week: int = 0


class VoyageRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The plan of a unit: Mission, destination, how many hexes short of it to stop, top speed, and what it lands."""

    mission: Id
    to: Id
    off: int
    speed: int
    landing: LandedUnits | None = None


class LandingRequest(RequestBody, kw_only=True):
    """A landing order to draft: its units, its destination, its Game-Turn, and its ships, or none for the usual."""

    side: Id
    units: Annotated[list[Id], Meta(max_length=100)]
    to: Id
    ships: Annotated[list[Id], Meta(max_length=200)] = []
    week: int = 0


class StandingOrdersRequest(RequestBody, kw_only=True):
    """Sets standing orders and plans of a seat."""

    side: Id
    orders: Annotated[dict[Id, Id], Meta(max_length=40)] = {}
    plans: Annotated[dict[Id, VoyageRequest | None], Meta(max_length=100)] = {}


def deciding_game(open_match: OpenMatch, side: str, client: Client) -> Game | None:
    """Returns the game if the side has a decision to make. Raises ``Forbidden`` if the client may not see the side."""
    open_match.require_view(side, client)
    match = open_match.match
    asked = side in match.rules.sides.ids and match.state.decision(side) is not None
    return match.rules.game if asked else None


@get("/matches/{match_id:str}/decision_odds")
async def get_decision_odds(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], begun: FromQuery[str] = "[]"
) -> list[OddsTable]:
    """Returns tables of exact odds for the decision of a side; empty if there is no decision or no chance involved.

    ``begun``: choices of the side that are made first, as JSON; none of them may need a die.
    """
    open_match = await open_matches_of(state).get(match_id)
    game = deciding_game(open_match, side, client)
    odds = game.decision_odds() if game else None
    if odds is None:
        return []
    match = open_match.match
    position = state_after(match.state.copy(), side, read_choices(begun))
    if position is None:
        return []
    # Odds for whole fleets may take a long time.
    return await to_thread(odds.tables, position, side)


@get("/matches/{match_id:str}/ways")
async def get_ways(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], begun: FromQuery[str] = "[]"
) -> list[object]:
    """Returns the cost and the places of each route that a unit may take, for a decision about its course.

    ``begun``: choices of the side that are made first, such as the unit.
    """
    open_match = await open_matches_of(state).get(match_id)
    game = deciding_game(open_match, side, client)
    ways = game.ways() if game else None
    if ways is None:
        return []
    match = open_match.match
    position = state_after(match.state.copy(), side, read_choices(begun))
    return list(ways.routes_at_question(position, side)) if position is not None else []


@get("/matches/{match_id:str}/helpers")
async def get_helpers(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]
) -> list[HelperInfo]:
    """Returns the helpers for the decision of a side: each fills in several choices at once."""
    open_match = await open_matches_of(state).get(match_id)
    game = deciding_game(open_match, side, client)
    helpers = game.helpers() if game else None
    if helpers is None:
        return []
    match = open_match.match
    position, memory = (
        match.state.copy(),
        helpers.remembered(match.log(side), open_match.seat_orders.stored(side)["plans"]),
    )
    result = await to_thread(helpers.offered, position, side, memory)
    return [cast(HelperInfo, helper._asdict()) for helper in result]


@get("/matches/{match_id:str}/standing")
async def get_standing_orders(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]
) -> StandingOrdersResponse:
    """Returns the standing orders and plans of a seat, for its player only, and the orders that the game offers."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_seat(side, client)
    return open_match.seat_orders.response(side)


@post("/matches/{match_id:str}/standing", status_code=HTTP_200_OK)
async def set_standing_orders(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[StandingOrdersRequest]
) -> StandingOrdersResponse:
    """Sets standing orders ("ask" removes one) and plans (null removes one); the others stay as they are."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_seat(data.side, client)
    if data.orders:
        open_match.seat_orders.set_orders(data.side, data.orders)
    if data.plans:
        open_match.seat_orders.set_plans(
            data.side, {unit: msgspec.to_builtins(one) for unit, one in data.plans.items()}
        )
    open_match.computer_players.wake()
    return open_match.seat_orders.response(data.side)


@get("/matches/{match_id:str}/landing")
async def get_landing_options(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]
) -> LandingOptions:
    """Returns the ports, troops, ships and places that a landing order may use, only for the side's player."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_seat(side, client)
    landings = open_match.seat_orders.landings
    if landings is None or open_match.match.over:
        return LandingOptions([], [], [])
    return await to_thread(landings.options, open_match.match.state.copy(), side)


@post("/matches/{match_id:str}/landing", status_code=HTTP_200_OK)
async def work_out_landing(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[LandingRequest]
) -> LandingAdvice:
    """Drafts a landing order: its ships, its steps, what is lacking, and the next choices that begin it."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_seat(data.side, client)
    landings = open_match.seat_orders.landings
    if landings is None or open_match.match.over:
        raise BadValue("this game has no landing orders", field="side")
    asked = {name: value for name, value in msgspec.to_builtins(data).items() if name != "side"}
    return await to_thread(landings.advice, open_match.match.state.copy(), data.side, asked)


def read_choices(begun: str) -> list[list[str]]:
    """Parses choices that have not been submitted yet."""
    try:
        return msgspec.json.decode(begun, type=PendingChoices)
    except msgspec.MsgspecError as error:
        raise BadValue(f"not a list of choices: {error}", field="begun") from None


def state_after(position: engine.State, side: str, choices: list[list[str]]) -> engine.State | None:
    """Returns the state after some choices of a side; None if it is hidden, or if another side chooses next."""
    lookahead = Lookahead(position)
    for number, choice in enumerate(choices):
        action = tuple(choice)
        refusal = lookahead.state.why_not(side, action)
        if refusal is not None:
            raise BadValue(refusal.message, field=f"begun.{number}", clause=refusal.clause)
        if not lookahead.choose(side, action) or lookahead.state.decision(side) is None:
            return None
    return lookahead.state
