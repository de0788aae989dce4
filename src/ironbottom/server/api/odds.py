"""``/api/games/{id}/odds``, ``/api/matches/{id}/odds``, ``threats``: exact odds of battles, and threats."""

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
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.errors import NotFound
from ironbottom.server.messages.responses import JsonObject
from ironbottom.server.network.clients import CurrentClient


class OddsRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A battle entered by hand, in the format of the game's calculator, and the options of the game."""

    battle: dict[str, Any]
    options: Annotated[dict[str, str], Meta(max_length=60)] = {}


def calculator(game: Game) -> OddsCalculator:
    """Returns the calculator of a game. Raises ``NotFound`` if it has none."""
    result = game.odds_calculator()
    if result is None:
        raise NotFound(f"{game.title} has no battle calculator", field="game")
    return result


@post("/games/{game_id:str}/odds", status_code=HTTP_200_OK)
async def get_battle_odds(state: State, game_id: FromPath[str], data: JSONBody[OddsRequest]) -> JsonObject:
    """Returns the odds of a battle entered by hand, computed in a worker process: some would take minutes."""
    try:
        game = get_game(game_id)
    except BadValue as error:
        raise NotFound(error.message, field="game") from None
    calculator(game)
    odds: JsonObject = await open_matches_of(state).odds_pool.call("battle_odds", game.id, data.options, data.battle)
    return odds


@get("/matches/{match_id:str}/odds")
async def get_odds_on_board(
    state: State,
    client: CurrentClient,
    match_id: FromPath[str],
    side: FromQuery[str],
    loads: FromQuery[Literal["cheapest", "dearest"]] = "cheapest",
) -> list[JsonObject]:
    """Returns the odds of all battles of the turn that a side sees planned or in progress.

    ``loads``: the loads that a landing loses first.
    """
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_view(side, client)
    rules = open_match.match.rules
    # Large battles take a long time.
    found = await to_thread(calculator(rules.game).on_board, rules, open_match.match.view(side), loads)
    odds: list[JsonObject] = msgspec.to_builtins(found)
    return odds


@get("/matches/{match_id:str}/threats")
async def get_threats(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], place: FromQuery[str]
) -> JsonObject:
    """Returns for each side what it could send to a place in its next turn, by what one side sees of the board."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_view(side, client)
    rules, view = open_match.match.rules, open_match.match.view(side)
    result = rules.game.threats()
    if result is None:
        raise NotFound(f"{rules.game.title} cannot show what can reach a place", field="game")
    return {one: msgspec.to_builtins(result.threats(rules, view, one, place)) for one in rules.sides.ids}
