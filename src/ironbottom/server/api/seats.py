"""``/api/matches/{id}/seats``, ``claim``, ``invitations``, ``reissue``, ``device_link``: who holds the seats."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from litestar import delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from ironbottom.engine.dice.sealed import JointDice
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.api.matches import tables_of
from ironbottom.server.match.claims import Claims, Link
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.network.access import Access
from ironbottom.server.storage.database import Kept, SeatLink
from ironbottom.server.match.open_match import told_time
from ironbottom.server.match.open_matches import Tables
from ironbottom.server.messages.requests import ClaimAsked, SideAsked
from ironbottom.server.messages.responses import AgreedTold, InvitationTold, LinkTold, SeatsTold, SeatTold
from ironbottom.server.views.game_text import opening
from ironbottom.server.errors import WordsFirst
from ironbottom.server.match.dice_seeding import waiting_of

MaybeToken = Annotated[str, QueryParameter(max_length=100)]
DICE = {
    True: "Each player adds a secret part to every die. Nobody can look ahead.",
    False: "Sealed before the first move. Anyone can check them after the game.",
}
TAKING_BACK = "Freely until dice fall or something is revealed. After that the other players must agree."


class Agreed(NamedTuple):
    """What a match is or will be played with."""

    begun: bool
    over: bool
    scenario: str | None
    options: dict[str, str]
    joint: bool


@get("/matches/{match_id:str}/seats")
async def see_seats(state: State, client: CurrentClient, match_id: FromPath[str], token: MaybeToken = "") -> SeatsTold:
    """Who holds the seats and what is agreed; with the token of a link also what the link gives. It takes nothing."""
    return await _seats(state, client, match_id, token)


@post("/matches/{match_id:str}/claim", status_code=HTTP_200_OK)
async def claim(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ClaimAsked]) -> SeatsTold:
    """Takes the seats of a link, or without a token those that ``take`` allows."""
    tables = tables_of(state)
    kept, claims = _of(tables, match_id)
    if data.token is None:
        claims.take_up(client, kept.seats)
    else:
        claims.claim(client, data.token, kept.seats)
    tables.tell(match_id)
    return await _seats(state, client, match_id)


@post("/matches/{match_id:str}/invitations", status_code=HTTP_200_OK)
async def invite(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SideAsked]) -> LinkTold:
    """Makes a link for a friend to a seat. An earlier link to the seat stops working."""
    kept, claims = _of(tables_of(state), match_id)
    return _link(state, match_id, claims.invite(client, data.side, kept.seats, _title(kept, data.side)))


@delete("/matches/{match_id:str}/invitations/{side:str}")
async def withdraw_invitation(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromPath[str]
) -> None:
    """Revokes the link to a seat."""
    kept, claims = _of(tables_of(state), match_id)
    claims.withdraw(client, side, _title(kept, side))


@post("/matches/{match_id:str}/reissue", status_code=HTTP_200_OK)
async def reissue(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SideAsked]) -> LinkTold:
    """Takes a seat from its holder and makes a new link to it. All players of the match see this."""
    tables = tables_of(state)
    kept, claims = _of(tables, match_id)
    made = claims.reissue(client, data.side, kept.seats, _title(kept, data.side))
    tables.tell(match_id)
    return _link(state, match_id, made)


@post("/matches/{match_id:str}/device_link", status_code=HTTP_200_OK)
async def link_device(state: State, client: CurrentClient, match_id: FromPath[str]) -> LinkTold:
    """Makes a private link that gives the same seats to another device of the client."""
    _, claims = _of(tables_of(state), match_id)
    return _link(state, match_id, claims.device_link(client))


def _of(tables: Tables, match: str) -> tuple[Kept, Claims]:
    return tables.find(match), Claims(tables.store, match)


def _title(kept: Kept, side: str) -> str:
    sides = get_game(kept.game).sides
    return sides.titles[sides.number(side, "side")]


def _link(state: State, match: str, made: Link) -> LinkTold:
    access: Access = state.access
    key = f"?key={access.key}" if access.key else ""
    return LinkTold(made.token, f"/{key}#/join/{match}/{made.token}", told_time(made.expires))


async def _seats(state: State, client: Client, match: str, token: str = "") -> SeatsTold:
    tables = tables_of(state)
    agreed = await _agreed(tables, match)
    kept, claims = _of(tables, match)
    game, mine, claimed = get_game(kept.game), claims.of(client), claims.claimed()
    link = claims.look(token, client) if token else None
    access: Access = state.access
    seats = [
        SeatTold(
            side,
            title,
            kept.seats[side],
            side in claimed,
            side in mine.sides,
            _invitation(claims.invitation(side)) if claims.may_invite(mine, side) else None,
        )
        for side, title in zip(game.sides.ids, game.sides.titles, strict=True)
    ]
    return SeatsTold(
        id=match,
        name=kept.name,
        game=kept.game,
        begun=agreed.begun,
        over=agreed.over,
        seats=seats,
        host=mine.host,
        take=claims.take(client),
        link=None if not token else "void" if link is None else "invitation" if link.side else "device",
        offered=[] if link is None else claims.offered(link),
        agreed=_in_words(game, agreed),
        options=dict(agreed.options),
        picture=kept.summary.get("picture", []),
        secure=client.secure,
        here_only=not access.key,
        addresses=list(access.addresses),
    )


async def _agreed(tables: Tables, match: str) -> Agreed:
    try:
        table = await tables.get(match)
    except WordsFirst:
        waiting = waiting_of(tables.find(match))
        assert waiting is not None
        return Agreed(False, False, waiting.scenario, waiting.options, waiting.joint)
    header = table.match.header
    return Agreed(True, table.match.over, header.scenario, header.options, header.dice.kind == JointDice.kind)


def _in_words(game: Game, agreed: Agreed) -> list[AgreedTold]:
    told = [AgreedTold("Game", game.about.covers if game.about else game.title)]
    scenario = game.scenarios.get(agreed.scenario or "")
    if scenario and len(game.scenarios) > 1:
        told.append(AgreedTold("Scenario", scenario))
    changed = [
        f"{option.title}: {option.said(agreed.options[option.name])}"
        for option in game.options
        if agreed.options.get(option.name, option.default) != option.default
    ]
    told.append(AgreedTold("Rules", f"{'. '.join(opening(one) for one in changed)}." if changed else "Standard."))
    told.append(AgreedTold("Dice", DICE[agreed.joint]))
    told.append(AgreedTold("Taking back", TAKING_BACK))
    return told


def _invitation(link: SeatLink | None) -> InvitationTold | None:
    if link is None:
        return None
    opened = None if link.opened is None else told_time(link.opened)
    return InvitationTold(told_time(link.made), told_time(link.expires), opened)


HANDLERS = (see_seats, claim, invite, withdraw_invitation, reissue, link_device)
