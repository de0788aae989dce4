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
from ironbottom.engine.text.sentences import capitalized
from ironbottom.server.api.contact import addresses_of
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.errors import DiceNotSeeded
from ironbottom.server.match.challenges import Challenges
from ironbottom.server.match.claims import Claims, Link
from ironbottom.server.match.clocks import agreed_pace
from ironbottom.server.match.delayed_view import delay_text
from ironbottom.server.match.dice_seeding import seeding_of
from ironbottom.server.match.open_match import format_time
from ironbottom.server.match.open_matches import OpenMatches
from ironbottom.server.messages.pace import Pace, pace_text
from ironbottom.server.messages.requests import ClaimRequest, MailedInvitationRequest, SideRequest
from ironbottom.server.messages.responses import AgreedSetting, InvitationInfo, LinkResponse, SeatInfo, SeatsResponse
from ironbottom.server.network.access import AccessRules
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.storage.database import SeatLink, StoredMatch

LinkToken = Annotated[str, QueryParameter(max_length=100)]
DICE_TEXTS = {
    True: "Each player adds a secret share to every die. Nobody can look ahead.",
    False: "Sealed before the first move. Anyone can check them after the game.",
}
LOT_TEXTS = {
    False: "By lot, from the secret of the dice and the words of both players, when both have joined.",
    True: "Drawn by lot. Anyone can check the lot after the game.",
}
UNDO_TEXT = "Freely until dice are rolled or something is revealed. After that the other players must agree."


class AgreedSettings(NamedTuple):
    """The settings that a match is or will be played with."""

    begun: bool
    over: bool
    scenario: str | None
    options: dict[str, str]
    joint: bool
    pace: Pace | None
    lot: bool
    watch_delay: int


@get("/matches/{match_id:str}/seats")
async def get_seats(
    state: State, client: CurrentClient, match_id: FromPath[str], token: LinkToken = ""
) -> SeatsResponse:
    """Returns who holds the seats, and the settings; with a link's token also the seats that it gives.

    Takes no seat.
    """
    return await seats_response(state, client, match_id, token)


@post("/matches/{match_id:str}/claim", status_code=HTTP_200_OK)
async def claim_seats(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ClaimRequest]
) -> SeatsResponse:
    """Takes the seats of a link, or without a token those that ``take`` allows."""
    open_matches = open_matches_of(state)
    stored, claims = _stored_and_claims(open_matches, match_id)
    before = claims.players()
    if data.token is None:
        claims.claim_without_link(client, stored.seats)
    else:
        claims.claim_with_link(client, data.token, stored.seats)
    if claims.players() != before:
        with open_matches.store.transaction():
            open_matches.store.clear_hint_consents(match_id)
    open_matches.notify(match_id)
    return await seats_response(state, client, match_id)


@post("/matches/{match_id:str}/invitations", status_code=HTTP_200_OK)
async def invite(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SideRequest]
) -> LinkResponse:
    """Makes a link for a friend to a seat. An earlier link to the seat stops working."""
    stored, claims = _stored_and_claims(open_matches_of(state), match_id)
    return _link_response(state, match_id, claims.invite(client, data.side, stored.seats, _title(stored, data.side)))


@post("/matches/{match_id:str}/invitations/mail", status_code=HTTP_200_OK)
async def invite_by_mail(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[MailedInvitationRequest]
) -> LinkResponse:
    """Makes a link to a seat for a friend and sends it by mail, unless the address refuses mail from this server."""
    stored, claims = _stored_and_claims(open_matches_of(state), match_id)
    title, addresses = _title(stored, data.side), addresses_of(state)
    claims.require_invitation(client, data.side, stored.seats, title)
    address = addresses.require_invitation(client, data.address)
    made = claims.invite(client, data.side, stored.seats, title)
    addresses.invite(client, address, match_id, data.side, made.token)
    return _link_response(state, match_id, made)


@delete("/matches/{match_id:str}/invitations/{side:str}")
async def withdraw_invitation(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromPath[str]
) -> None:
    """Revokes the link to a seat."""
    stored, claims = _stored_and_claims(open_matches_of(state), match_id)
    claims.withdraw_invitation(client, side, _title(stored, side))


@post("/matches/{match_id:str}/reissue", status_code=HTTP_200_OK)
async def reissue(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SideRequest]
) -> LinkResponse:
    """Takes a seat from its holder and makes a new link to it. All players of the match can see that."""
    open_matches = open_matches_of(state)
    stored, claims = _stored_and_claims(open_matches, match_id)
    made = claims.reissue(client, data.side, stored.seats, _title(stored, data.side))
    with open_matches.store.transaction():
        open_matches.store.clear_hint_consents(match_id)
    open_matches.notify(match_id)
    return _link_response(state, match_id, made)


@post("/matches/{match_id:str}/device_link", status_code=HTTP_200_OK)
async def link_device(state: State, client: CurrentClient, match_id: FromPath[str]) -> LinkResponse:
    """Makes a private link that gives the same seats to another device of the client."""
    _, claims = _stored_and_claims(open_matches_of(state), match_id)
    return _link_response(state, match_id, claims.device_link(client))


def _stored_and_claims(open_matches: OpenMatches, match: str) -> tuple[StoredMatch, Claims]:
    return open_matches.find(match), Claims(open_matches.store, match)


def _title(stored: StoredMatch, side: str) -> str:
    sides = get_game(stored.game).sides
    return sides.titles[sides.number(side, "side")]


def _link_response(state: State, match: str, made: Link) -> LinkResponse:
    access: AccessRules = state.access
    key = f"?key={access.key}" if access.key else ""
    return LinkResponse(made.token, f"/{key}#/join/{match}/{made.token}", format_time(made.expires))


async def seats_response(state: State, client: Client, match: str, token: str = "") -> SeatsResponse:
    """Returns who holds the seats of a match, for a client."""
    open_matches = open_matches_of(state)
    agreed = await agreed_settings(open_matches, match)
    stored, claims = _stored_and_claims(open_matches, match)
    game, mine, claimed = get_game(stored.game), claims.claim_of(client), claims.claimed()
    link = claims.open_link(token, client) if token else None
    challenge = None if agreed.begun else Challenges(open_matches.store).find(match)
    access: AccessRules = state.access
    seats = [
        SeatInfo(
            side,
            title,
            stored.seats[side],
            side in claimed,
            side in mine.sides,
            _invitation_info(claims.invitation(side)) if claims.may_invite(mine, side) else None,
        )
        for side, title in zip(game.sides.ids, game.sides.titles, strict=True)
    ]
    return SeatsResponse(
        id=match,
        name=stored.name,
        game=stored.game,
        begun=agreed.begun,
        over=agreed.over,
        seats=seats,
        host=mine.host,
        take=claims.take_reason(client),
        link=None if not token else "void" if link is None else "invitation" if link.side else "device",
        offered=[] if link is None else claims.sides_of_link(link),
        lot=agreed.lot and not agreed.begun,
        challenge=challenge.sides if challenge else [],
        agreed=settings_in_words(game, agreed),
        options=dict(agreed.options),
        picture=[] if open_matches.store.watch_delay(match) and not mine.sides else stored.summary.get("picture", []),
        secure=client.secure,
        here_only=not (access.key or access.addresses),
        addresses=list(access.addresses),
    )


async def agreed_settings(open_matches: OpenMatches, match: str) -> AgreedSettings:
    """Returns the settings of a match, including one that has not begun."""
    try:
        open_match = await open_matches.get(match)
    except DiceNotSeeded:
        seeding = seeding_of(open_matches.find(match))
        assert seeding is not None
        pace = agreed_pace(open_matches.store, match)
        delay = open_matches.store.watch_delay(match)
        return AgreedSettings(False, False, seeding.scenario, seeding.options, seeding.joint, pace, seeding.lot, delay)
    header = open_match.match.header
    return AgreedSettings(
        True,
        open_match.match.over,
        header.scenario,
        header.options,
        header.dice.kind == JointDice.kind,
        open_match.clocks.pace,
        open_matches.store.drawn_by_lot(match),
        open_match.watch_delay,
    )


def settings_in_words(game: Game, agreed: AgreedSettings) -> list[AgreedSetting]:
    """Returns the settings of a match for a player who is about to join."""
    settings = [AgreedSetting("Game", game.about.covers if game.about else game.title)]
    scenario = game.scenarios.get(agreed.scenario or "")
    if scenario and len(game.scenarios) > 1:
        settings.append(AgreedSetting("Scenario", scenario))
    changed = [
        f"{option.title}: {option.value_text(agreed.options[option.name])}"
        for option in game.options
        if agreed.options.get(option.name, option.default) != option.default
    ]
    settings.append(
        AgreedSetting("Rules", f"{'. '.join(capitalized(one) for one in changed)}." if changed else "Standard.")
    )
    if agreed.lot:
        settings.append(AgreedSetting("Sides", LOT_TEXTS[agreed.begun]))
    if agreed.pace is not None:
        settings.append(AgreedSetting("Time", pace_text(agreed.pace)))
    if agreed.watch_delay:
        settings.append(AgreedSetting("Spectators", f"See the board {delay_text(agreed.watch_delay)} later."))
    settings.append(AgreedSetting("Dice", DICE_TEXTS[agreed.joint]))
    settings.append(AgreedSetting("Taking back", UNDO_TEXT))
    return settings


def _invitation_info(link: SeatLink | None) -> InvitationInfo | None:
    if link is None:
        return None
    opened = None if link.opened is None else format_time(link.opened)
    return InvitationInfo(format_time(link.made), format_time(link.expires), opened)


HANDLERS = (get_seats, claim_seats, invite, invite_by_mail, withdraw_invitation, reissue, link_device)
