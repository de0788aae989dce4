"""``/api/challenges``, ``/api/matches/{id}/take``, ``challenge``: seats that anyone on the server may take."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.api.seats import agreed_settings, seats_response, settings_in_words
from ironbottom.server.errors import Forbidden
from ironbottom.server.match.challenges import NOT_OPEN, Challenges
from ironbottom.server.match.claims import Claims
from ironbottom.server.messages.requests import SideRequest
from ironbottom.server.messages.responses import ChallengeResponse, SeatsResponse
from ironbottom.server.network.clients import CurrentClient
from ironbottom.server.views.game_text import side_infos


@get("/challenges")
async def list_challenges(state: State, client: CurrentClient) -> list[ChallengeResponse]:
    """Returns the open challenges, the newest first."""
    open_matches, found = open_matches_of(state), list[ChallengeResponse]()
    for challenge in Challenges(open_matches.store).open():
        stored = challenge.match
        try:
            game, agreed = get_game(stored.game), await agreed_settings(open_matches, stored.id)
        except IronbottomError:  # a damaged match must not hide the others
            continue
        found.append(
            ChallengeResponse(
                stored.id,
                game.id,
                game.title,
                [side for side in side_infos(game) if side.id in challenge.sides],
                agreed.lot,
                settings_in_words(game, agreed),
                challenge.made,
                Claims(open_matches.store, stored.id).claim_of(client).host,
            )
        )
    return found


@post("/matches/{match_id:str}/take", status_code=HTTP_200_OK)
async def take_seat(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SideRequest]
) -> SeatsResponse:
    """Takes a seat of an open challenge."""
    open_matches = open_matches_of(state)
    open_matches.find(match_id)
    Challenges(open_matches.store).take(client, match_id, data.side)
    open_matches.notify(match_id)
    return await seats_response(state, client, match_id)


@delete("/matches/{match_id:str}/challenge", sync_to_thread=False)
def withdraw_challenge(state: State, client: CurrentClient, match_id: FromPath[str]) -> None:
    """Withdraws an open challenge. Its match is deleted, unless another player has joined."""
    open_matches = open_matches_of(state)
    open_matches.find(match_id)
    claims = Claims(open_matches.store, match_id)
    if not claims.claim_of(client).host:
        raise Forbidden("only the client that made a challenge may withdraw it", field="match")
    if Challenges(open_matches.store).find(match_id) is None:
        raise Forbidden(NOT_OPEN, field="match")
    open_matches.store.delete_challenge(match_id)
    if not claims.shared:
        open_matches.delete(match_id)


HANDLERS = (list_challenges, take_seat, withdraw_challenge)
