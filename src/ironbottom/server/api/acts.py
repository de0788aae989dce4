"""``/api/matches/{id}/…``: the acts of a player. Each act is committed to the store before the response is sent.

A committed act survives a crash of the server. A power failure or a crash of the operating system may lose the last
acts, but never leaves part of an act: the store does not wait for the disk (``synchronous = normal`` in database.py).
"""

from __future__ import annotations

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.match import rematch
from ironbottom.server.match.match_view import action_names, completions, explain_why_not, given_up_by, match_view
from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.match.seats import PERSON, persons, read_seats
from ironbottom.server.messages.requests import (
    ActRequest,
    DiceShareRequest,
    DrawRequest,
    GivesUpRequest,
    HintConsentRequest,
    LookaheadRequest,
    NamesRequest,
    RematchRequest,
    ResignRequest,
    SeatRequest,
    SecretRequest,
    TimeRequest,
    UndoAnswerRequest,
    UndoRequest,
    WhyNotRequest,
    WithdrawRequest,
)
from ironbottom.server.messages.responses import (
    DiceSeedingResponse,
    GivesUpResponse,
    LookaheadResponse,
    MatchViewResponse,
    NamesResponse,
    WhyNotResponse,
)
from ironbottom.server.network.clients import Client, CurrentClient


async def _match_of_seat(state: State, match_id: str, side: str, client: Client) -> OpenMatch:
    """Returns a match in which the client holds a side."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_seat(side, client)
    return open_match


async def _respond(
    open_match: OpenMatch, side: str, client: Client, wait: float, since: int, held: str | None = None
) -> MatchViewResponse:
    """Returns the view with the log since the act, after the computer players have chosen or the time is up."""
    await open_match.computer_players.wait_until_idle(wait)
    if (
        not open_match.match.over and side not in open_match.claims.claim_of(client).sides
    ):  # the player has changed sides
        return match_view(open_match, open_match.default_viewer(client), client)
    return match_view(open_match, side, client, since, held)


@post("/matches/{match_id:str}/act", status_code=HTTP_200_OK)
async def submit_choices(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ActRequest]
) -> MatchViewResponse:
    """Submits choices of a side, all or none."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    open_match.require_current(data.side, data.seq)
    for other in data.also:
        open_match.require_view(other.side, client)
    open_match.submit(data.side, data.choices, data.seq, data.message)
    open_match.seat_orders.resume(data.side)
    response = await _respond(open_match, data.side, client, data.wait, data.seq, data.held)
    response.also = [match_view(open_match, other.side, client, other.since, other.held) for other in data.also] or None
    return response


@post("/matches/{match_id:str}/part", status_code=HTTP_200_OK)
async def give_dice_share(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[DiceShareRequest]
) -> MatchViewResponse | DiceSeedingResponse:
    """Gives a side's share in a joint die; with the last share the die is rolled."""
    open_match = await open_matches_of(state).accept_dice_share(match_id, data, client)
    if isinstance(open_match, DiceSeedingResponse):
        return open_match
    return await _respond(open_match, data.side, client, data.wait, open_match.match.seq(data.side))


@post("/matches/{match_id:str}/secret", status_code=HTTP_200_OK)
async def reveal_secret(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SecretRequest]
) -> MatchViewResponse:
    """Reveals a side's own secret of the joint dice after the end, so that everybody can check them."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    since = open_match.match.seq(data.side)
    open_match.reveal_secret(data.side, data.secret)
    return await _respond(open_match, data.side, client, 0, since)


@post("/matches/{match_id:str}/why_not", status_code=HTTP_200_OK)
async def why_not(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[WhyNotRequest]
) -> WhyNotResponse:
    """Returns why a side may not choose an action now."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    refusal = explain_why_not(open_match, data.side, data.action, data.after)
    return WhyNotResponse(None) if refusal is None else WhyNotResponse(refusal.clause, refusal.message)


@post("/matches/{match_id:str}/names", status_code=HTTP_200_OK)
async def get_names(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[NamesRequest]
) -> NamesResponse:
    """Returns the text of each choice that the side is offered now."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    return NamesResponse(await action_names(open_match, data.side, data.choices))


@post("/matches/{match_id:str}/gives_up", status_code=HTTP_200_OK)
async def get_given_up(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[GivesUpRequest]
) -> GivesUpResponse:
    """Returns what a choice that ends a step would leave undone."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    return GivesUpResponse(given_up_by(open_match, data.side, data.action))


@post("/matches/{match_id:str}/ahead", status_code=HTTP_200_OK)
async def look_ahead(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[LookaheadRequest]
) -> LookaheadResponse:
    """Returns what would complete each list of choices, for example where a unit could move."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    return LookaheadResponse(await completions(open_match, data.side, data.runs))


@post("/matches/{match_id:str}/undo", status_code=HTTP_200_OK)
async def undo(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[UndoRequest]
) -> MatchViewResponse:
    """Takes back the last choices of a side.

    Beyond the undo barrier, the other sides are asked; computer players agree.
    """
    open_match = await _match_of_seat(state, match_id, data.side, client)
    open_match.require_current(data.side, data.seq)
    open_match.undo_offers.request(data.side, data.steps)
    return await _respond(open_match, data.side, client, data.wait, data.seq, data.held)


@post("/matches/{match_id:str}/undo_offer", status_code=HTTP_200_OK)
async def answer_undo(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[UndoAnswerRequest]
) -> MatchViewResponse:
    """Accepts, declines or cancels the undo that a side has asked for."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    since = open_match.match.seq(data.side)
    open_match.undo_offers.answer(data.side, data.action)
    return await _respond(open_match, data.side, client, data.wait, since, data.held)


@post("/matches/{match_id:str}/withdraw", status_code=HTTP_200_OK)
async def withdraw(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[WithdrawRequest]
) -> MatchViewResponse:
    """Takes back one earlier choice of a side; later choices that are no longer possible are dropped and named in the
    log."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    open_match.require_current(data.side, data.seq)
    open_match.withdraw(data.side, data.entry, data.seq)
    return await _respond(open_match, data.side, client, data.wait, data.seq, data.held)


@post("/matches/{match_id:str}/resign", status_code=HTTP_200_OK)
async def resign(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ResignRequest]
) -> MatchViewResponse:
    """Resigns for a side.

    If the player of an ally takes over, the response shows a side that the client still plays.
    """
    open_match = await _match_of_seat(state, match_id, data.side, client)
    since = open_match.match.seq(data.side)
    open_matches_of(state).require_capacity_for(open_match.seats_without(data.side), match_id)
    open_match.change(lambda: open_match.resign(data.side))
    open_match.undo_offers.resolve()
    if open_match.match.over or data.side in open_match.claims.claim_of(client).sides:
        return await _respond(open_match, data.side, client, 0, since)
    await open_match.computer_players.wait_until_idle(0)
    return match_view(open_match, open_match.default_viewer(client), client)


@post("/matches/{match_id:str}/time", status_code=HTTP_200_OK)
async def answer_time(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[TimeRequest]
) -> MatchViewResponse:
    """Claims the win because an opponent's time has run out, or gives an opponent more time."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    since = open_match.match.seq(data.side)
    if data.action == "give":
        open_match.change(lambda: open_match.clocks.give(data.side, open_match.side(data.against)))
    else:
        overdue = open_match.clocks.overdue(data.side)
        for side in overdue:
            open_matches_of(state).require_capacity_for(open_match.seats_without(side), match_id)
        open_match.change(lambda: open_match.end_by_time(overdue))
        open_match.undo_offers.resolve()
    return await _respond(open_match, data.side, client, data.wait, since, data.held)


@post("/matches/{match_id:str}/hints", status_code=HTTP_200_OK)
async def answer_hints(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[HintConsentRequest]
) -> MatchViewResponse:
    """Allows hints for a side of a match between several people, or declines and ends them for all."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    since = open_match.match.seq(data.side)
    open_match.change(lambda: open_match.hint_consents.answer(data.side, data.action))
    return await _respond(open_match, data.side, client, data.wait, since, data.held)


@post("/matches/{match_id:str}/draw", status_code=HTTP_200_OK)
async def draw(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[DrawRequest]
) -> MatchViewResponse:
    """Offers, accepts or declines a draw; a computer player declines at once."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    since = open_match.match.seq(data.side)
    open_match.change(lambda: _answer_draw(open_match, data))
    return await _respond(open_match, data.side, client, data.wait, since, data.held)


def _answer_draw(open_match: OpenMatch, data: DrawRequest) -> None:
    match: Match = open_match.match
    if data.action == "accept":
        match.accept_draw(data.side)
    elif data.action == "decline":
        match.decline_draw(data.side)
    else:
        match.offer_draw(data.side)
        computer = next((side for side in match.consenting_sides(data.side) if open_match.seats[side] != PERSON), None)
        if computer is not None:
            match.decline_draw(computer)


@post("/matches/{match_id:str}/rematch", status_code=HTTP_200_OK)
async def answer_rematch(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[RematchRequest]
) -> MatchViewResponse:
    """Offers, accepts, declines or cancels a rematch; it begins once every player has agreed."""
    open_match = await _match_of_seat(state, match_id, data.side, client)
    since = open_match.match.seq(data.side)
    if rematch.answer_offer(open_match, data.side, data.action):
        open_matches_of(state).begin_rematch(open_match)
    return await _respond(open_match, data.side, client, 0, since)


@post("/matches/{match_id:str}/seat", status_code=HTTP_200_OK)
async def set_player(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SeatRequest]
) -> MatchViewResponse:
    """Gives a seat to a computer player, even if one has already failed in that seat."""
    open_matches = open_matches_of(state)
    open_match = await open_matches.get(match_id)
    if open_match.match.over:
        raise BadValue("the match is over", field="side")
    open_match.require_seat_transfer(data.side, client)
    read_seats(open_match.match.rules.game, {data.side: data.player})
    if persons(open_match.seats):
        open_matches.require_capacity_for({**open_match.seats, data.side: data.player}, match_id)
    open_match.set_player(data.side, data.player)
    await open_match.computer_players.wait_until_idle(data.wait)
    return match_view(open_match, open_match.default_viewer(client), client)


HANDLERS = (
    submit_choices,
    give_dice_share,
    reveal_secret,
    why_not,
    get_names,
    get_given_up,
    look_ahead,
    undo,
    answer_undo,
    withdraw,
    resign,
    answer_time,
    answer_hints,
    draw,
    answer_rematch,
    set_player,
)
