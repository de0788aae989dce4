"""``/api/games/{id}/odds``, ``/api/matches/{id}/odds``, ``threats``: exact odds of battles, who may come where."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated, Any, Literal

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.features import OddsCalculator
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.api.matches import tables_of
from ironbottom.server.network.clients import CurrentClient
from ironbottom.server.errors import NotFound
from ironbottom.server.messages.responses import Told


class OddsAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A battle by hand, in the words of the game's calculator, and the options of the game."""

    battle: dict[str, Any]
    options: Annotated[dict[str, str], Meta(max_length=60)] = {}


def calculator(game: Game) -> OddsCalculator:
    """The calculator that a game brings."""
    found = game.odds_calculator()
    if found is None:
        raise NotFound(f"{game.title} brings no calculator of battles", field="game")
    return found


@post("/games/{game_id:str}/odds", status_code=HTTP_200_OK)
async def odds_by_hand(state: State, game_id: FromPath[str], data: JSONBody[OddsAsked]) -> Told:
    """The odds of a battle by hand, found in a process beside the server: some would take minutes."""
    try:
        game = get_game(game_id)
    except BadValue as wrong:
        raise NotFound(wrong.message, field="game") from None
    calculator(game)
    told: Told = await tables_of(state).odds.ask("reckon_battle", game.id, data.options, data.battle)
    return told


@get("/matches/{match_id:str}/odds")
async def odds_on_board(
    state: State,
    client: CurrentClient,
    match_id: FromPath[str],
    side: FromQuery[str],
    loads: FromQuery[Literal["cheapest", "dearest"]] = "cheapest",
) -> list[Told]:
    """The odds of all battles of the turn that are planned or under way, as far as a side sees them.

    ``loads``: with which loads like ships of a landing are lost first.
    """
    table = await tables_of(state).get(match_id)
    table.may_see(side, client)
    rules = table.match.rules
    # Large battles take longer than others should wait for.
    found = await to_thread(calculator(rules.game).on_board, rules, table.match.view(side), loads)
    told: list[Told] = msgspec.to_builtins(found)
    return told


@get("/matches/{match_id:str}/threats")
async def see_threats(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], place: FromQuery[str]
) -> Told:
    """By side, what each could send to a place in its next turn, as far as one side sees the board."""
    table = await tables_of(state).get(match_id)
    table.may_see(side, client)
    rules, view = table.match.rules, table.match.view(side)
    found = rules.game.threats()
    if found is None:
        raise NotFound(f"{rules.game.title} does not tell what can reach a place", field="game")
    return {one: msgspec.to_builtins(found.threats(rules, view, one, place)) for one in rules.sides.ids}
