"""``/api/matches/{id}/…``: what a person does at a table. Each act is on the disk before it is answered."""

from __future__ import annotations

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.server.api.matches import tables_of
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.match.seats import PERSON, persons, read_seats
from ironbottom.server.match.match_view import ahead, given_up, names_now, sight, why_not_now
from ironbottom.server.match.open_match import MatchTable
from ironbottom.server.messages.requests import ActAsked, AheadAsked, DrawAsked, GivesUpAsked, NamesAsked, PartGiven, ResignAsked, Seat, SecretShown, UndoAnswer, UndoAsked, WhyNot, WithdrawAsked
from ironbottom.server.messages.responses import AheadTold, GivesUpTold, NamesTold, Reason, SightTold, WordsAsked


async def _table(state: State, match_id: str, side: str, client: Client) -> MatchTable:
    """The table of a match in which a client holds a side."""
    table = await tables_of(state).get(match_id)
    table.may_act(side, client)
    return table


async def _answer(
    table: MatchTable, side: str, client: Client, wait: float, since: int, held: str | None = None
) -> SightTold:
    """The sight once the computer players have chosen, or the time is up, with the log since the act."""
    await table.opponents.settled(wait)
    if not table.match.over and side not in table.claims.of(client).sides:  # its player has changed places
        return sight(table, table.own_eyes(client), client)
    return sight(table, side, client, since, held)


@post("/matches/{match_id:str}/act", status_code=HTTP_200_OK)
async def act(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ActAsked]) -> SightTold:
    """Choices of a side, all or none."""
    table = await _table(state, match_id, data.side, client)
    table.must_be_current(data.side, data.seq)
    for one in data.also:
        table.may_see(one.side, client)
    table.submit(data.side, data.choices, data.seq, data.message)
    table.aides.chose(data.side)
    told = await _answer(table, data.side, client, data.wait, data.seq, data.held)
    told.also = [sight(table, one.side, client, one.since, one.held) for one in data.also] or None
    return told


@post("/matches/{match_id:str}/part", status_code=HTTP_200_OK)
async def part(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[PartGiven]
) -> SightTold | WordsAsked:
    """The part of a side in a joint die; with the last of them the die falls."""
    table = await tables_of(state).take_part(match_id, data, client)
    if isinstance(table, WordsAsked):
        return table
    return await _answer(table, data.side, client, data.wait, table.match.seq(data.side))


@post("/matches/{match_id:str}/secret", status_code=HTTP_200_OK)
async def secret(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SecretShown]
) -> SightTold:
    """After the end: the secret of a side's own that joined the dice, so that everybody can check them."""
    table = await _table(state, match_id, data.side, client)
    since = table.match.seq(data.side)
    table.show_secret(data.side, data.secret)
    return await _answer(table, data.side, client, 0, since)


@post("/matches/{match_id:str}/why_not", status_code=HTTP_200_OK)
async def why_not(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[WhyNot]) -> Reason:
    """Why a side may not choose an action now."""
    table = await _table(state, match_id, data.side, client)
    refusal = why_not_now(table, data.side, data.action, data.after)
    return Reason(None) if refusal is None else Reason(refusal.clause, refusal.message)


@post("/matches/{match_id:str}/names", status_code=HTTP_200_OK)
async def names(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[NamesAsked]) -> NamesTold:
    """Choices in words, as far as a side is offered them now."""
    table = await _table(state, match_id, data.side, client)
    return NamesTold(await names_now(table, data.side, data.choices))


@post("/matches/{match_id:str}/gives_up", status_code=HTTP_200_OK)
async def gives_up(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[GivesUpAsked]
) -> GivesUpTold:
    """What a choice that closes something would leave undone."""
    table = await _table(state, match_id, data.side, client)
    return GivesUpTold(given_up(table, data.side, data.action))


@post("/matches/{match_id:str}/ahead", status_code=HTTP_200_OK)
async def look_ahead(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[AheadAsked]
) -> AheadTold:
    """Where units may go that a side has yet to pick up: what would complete each run of its choices."""
    table = await _table(state, match_id, data.side, client)
    return AheadTold(await ahead(table, data.side, data.runs))


@post("/matches/{match_id:str}/undo", status_code=HTTP_200_OK)
async def undo(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[UndoAsked]) -> SightTold:
    """Takes back the last choices of a side. Beyond the fence the other sides are asked; computer players agree."""
    table = await _table(state, match_id, data.side, client)
    table.must_be_current(data.side, data.seq)
    table.undo_offers.ask(data.side, data.steps)
    return await _answer(table, data.side, client, data.wait, data.seq, data.held)


@post("/matches/{match_id:str}/undo_offer", status_code=HTTP_200_OK)
async def answer_undo(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[UndoAnswer]
) -> SightTold:
    """Agrees to or declines what another side asks to take back, or cancels what one asked oneself."""
    table = await _table(state, match_id, data.side, client)
    since = table.match.seq(data.side)
    table.undo_offers.answer(data.side, data.word)
    return await _answer(table, data.side, client, data.wait, since, data.held)


@post("/matches/{match_id:str}/withdraw", status_code=HTTP_200_OK)
async def withdraw(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[WithdrawAsked]
) -> SightTold:
    """Takes back one earlier choice of a side; later ones that no longer fit are dropped and named in the log."""
    table = await _table(state, match_id, data.side, client)
    table.must_be_current(data.side, data.seq)
    table.withdraw(data.side, data.entry, data.seq)
    return await _answer(table, data.side, client, data.wait, data.seq, data.held)


@post("/matches/{match_id:str}/resign", status_code=HTTP_200_OK)
async def resign(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ResignAsked]
) -> SightTold:
    """A side gives up; the sight is that of a person who still sits here, where an ally's computer player goes on."""
    table = await _table(state, match_id, data.side, client)
    since = table.match.seq(data.side)
    tables_of(state).must_have_room_for(table.seats_without(data.side), match_id)
    table.change(lambda: table.resign(data.side))
    table.undo_offers.settle()
    if table.match.over or data.side in table.claims.of(client).sides:
        return await _answer(table, data.side, client, 0, since)
    await table.opponents.settled(0)
    return sight(table, table.own_eyes(client), client)


@post("/matches/{match_id:str}/draw", status_code=HTTP_200_OK)
async def draw(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[DrawAsked]) -> SightTold:
    """Offers, takes or declines a draw; a computer player declines at once."""
    table = await _table(state, match_id, data.side, client)
    since = table.match.seq(data.side)
    table.change(lambda: _word(table, data))
    return await _answer(table, data.side, client, data.wait, since, data.held)


def _word(table: MatchTable, data: DrawAsked) -> None:
    match: Match = table.match
    if data.word == "accept":
        match.accept_draw(data.side)
    elif data.word == "decline":
        match.decline_draw(data.side)
    else:
        match.offer_draw(data.side)
        computer = next((side for side in match.asked(data.side) if table.seats[side] != PERSON), None)
        if computer is not None:
            match.decline_draw(computer)


@post("/matches/{match_id:str}/seat", status_code=HTTP_200_OK)
async def seat(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[Seat]) -> SightTold:
    """Gives a seat to a computer player: another one, or again the one that failed."""
    tables = tables_of(state)
    table = await tables.get(match_id)
    if table.match.over:
        raise BadValue("the match is over", field="side")
    table.may_give_to_computer(data.side, client)
    read_seats(table.match.rules.game, {data.side: data.player})
    if persons(table.seats):
        tables.must_have_room_for({**table.seats, data.side: data.player}, match_id)
    table.seat(data.side, data.player)
    await table.opponents.settled(data.wait)
    return sight(table, table.own_eyes(client), client)


HANDLERS = (act, part, secret, why_not, names, gives_up, look_ahead, undo, answer_undo, withdraw, resign, draw, seat)
