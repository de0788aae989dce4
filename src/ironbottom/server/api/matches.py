"""``/api/matches``: the list of matches, and what a side is shown of one."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from litestar import delete, get, patch, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.views.game_text import sides_of
from ironbottom.server.match.claims import Claims
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.network.disconnects import while_connected
from ironbottom.server.match.export import begun, file_name, laid_out, part_by_part, write_file
from ironbottom.server.storage.match_files import KEY, MOST_BYTES
from ironbottom.server.network.error_responses import AnyRequest
from ironbottom.server.views.log_text import told_log
from ironbottom.server.errors import NotYours
from ironbottom.server.storage.save_key import keep_key
from ironbottom.server.match.seats import read_name
from ironbottom.server.match.match_view import sight
from ironbottom.server.storage.database import Kept
from ironbottom.server.match.open_matches import Tables
from ironbottom.server.messages.requests import HostNamed, NewMatch, Rename, WordsGiven
from ironbottom.server.messages.responses import BroughtTold, MatchTold, Moment, PositionTold, SightTold, Told, WordsAsked
from ironbottom.server.messages.dicts import LogEntryResponse, MatchResult
from ironbottom.server.errors import WordsFirst

Since = Annotated[int, QueryParameter(ge=0, le=10_000_000)]
MaybeHeld = Annotated[str | None, QueryParameter(max_length=64)]
MaybeSince = Annotated[int | None, QueryParameter(ge=0, le=10_000_000)]


MaybeHash = Annotated[str, QueryParameter(max_length=100)]
First = Annotated[int, QueryParameter(ge=0, le=10_000_000)]
Count = Annotated[int, QueryParameter(ge=1, le=200)]
USUAL_COUNT = 100


class Where(msgspec.Struct):
    """Where a match stands, as the store keeps it for the list."""

    turn_line: str
    waiting: list[str]
    over: bool
    result: Told | None
    picture: list[tuple[float, float, str, int]] = []


def tables_of(state: State) -> Tables:
    """The tables of this server."""
    tables: Tables = state.tables
    return tables


@get("/matches")
async def list_matches(
    state: State, client: CurrentClient, first: First = 0, count: Count = USUAL_COUNT
) -> list[MatchTold]:
    """The matches from a place on, the last played first; a page of them at a time."""
    tables = tables_of(state)
    return [_listed(kept, Claims(tables.store, kept.id), client) for kept in await tables.kept(first, count)]


def _listed(kept: Kept, claims: Claims, client: Client) -> MatchTold:
    try:
        game = get_game(kept.game)
        title, sides = game.title, sides_of(game)
    except BadValue:
        title, sides = kept.game, []
    try:
        where = msgspec.convert(kept.summary, Where)
    except msgspec.ValidationError:
        where = Where("What is kept of this game is damaged.", [], False, None)
    mine = claims.of(client)
    return MatchTold(
        id=kept.id,
        name=kept.name,
        game=kept.game,
        game_title=title,
        sides=sides,
        seats=kept.seats,
        created=kept.created,
        played=kept.played,
        copied=bool(kept.summary.get("copy_of")),
        claimed=claims.claimed(),
        yours=sorted(mine.sides),
        host=mine.host,
        take=claims.take(client),
        turn_line=where.turn_line,
        waiting=where.waiting,
        over=where.over,
        result=cast(MatchResult | None, where.result),
        picture=where.picture,
    )


@post("/matches")
async def begin_match(state: State, client: CurrentClient, data: JSONBody[NewMatch]) -> SightTold | WordsAsked:
    """Begins a match; computer players that come first have chosen when this answers. People are asked for words."""
    tables = tables_of(state)
    table = await tables.begin(data, client)
    if isinstance(table, WordsAsked):
        return table
    tables.must_be_shown(table)
    await table.opponents.settled(data.wait)
    return sight(table, table.own_eyes(client), client)


@post("/matches/{match_id:str}/host")
async def name_host(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[HostNamed]
) -> WordsAsked:
    """Names who of those who play runs the server, before the words for the dice are given."""
    return tables_of(state).name_host(match_id, data.side, client)


@post("/matches/{match_id:str}/words")
async def give_words(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[WordsGiven]
) -> WordsAsked:
    """Takes words for the dice of a match that has not begun; with the last of them it begins."""
    tables = tables_of(state)
    asked = tables.give_words(match_id, data.side, data.words, data.commitment, client)
    if asked.begun:
        table = await tables.get(match_id)
        tables.must_be_shown(table)
        await table.opponents.settled(data.wait)
    return asked


@post("/matches/import", request_max_body_size=MOST_BYTES)
async def bring_in(request: AnyRequest, state: State, client: CurrentClient) -> BroughtTold:
    """Takes in a match from a file, which is the body of the request."""
    tables = tables_of(state)
    with tables.intake.place() as place:
        data = await place.read(request.stream())
        table = await while_connected(request.receive, tables.bring_in(data, client))
        return BroughtTold(table.id, table.match.over)


@get("/matches/{match_id:str}")
async def see(
    state: State,
    client: CurrentClient,
    match_id: FromPath[str],
    side: FromQuery[str],
    since: MaybeSince = None,
    held: MaybeHeld = None,
) -> SightTold | WordsAsked:
    """What a side is shown now; with ``since`` also its log after that entry, with ``held`` as changes from a view.

    Before the words for the dice: what is asked.
    """
    try:
        table = await tables_of(state).get(match_id)
    except WordsFirst as first:
        return first.words
    return sight(table, side, client, since, held)


@patch("/matches/{match_id:str}")
async def rename(state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[Rename]) -> MatchTold:
    """Gives a match another name."""
    tables = tables_of(state)
    table = await tables.get(match_id)
    if not table.claims.of(client).any:
        raise NotYours("only those who play the match may rename it", field="name")
    table.rename(read_name(data.name))
    return _listed(tables.find(match_id), table.claims, client)


@delete("/matches/{match_id:str}", sync_to_thread=False)
def forget(state: State, client: CurrentClient, match_id: FromPath[str]) -> None:
    """Deletes a match for good."""
    tables = tables_of(state)
    tables.find(match_id)
    if not Claims(tables.store, match_id).may_delete(client):
        raise NotYours("only the host of the match may delete it", field="match")
    tables.delete(match_id)


@get("/matches/{match_id:str}/export")
async def write_out(state: State, client: CurrentClient, match_id: FromPath[str]) -> Stream:
    """The match as a file: its record after the end, a sealed save before."""
    table = await tables_of(state).get(match_id)
    if not table.match.over:
        if not table.claims.of(client).any:
            raise NotYours("before the end only those who play the match may save it", field="match")
        keep_key(table.store.path, table.store.key(KEY))
    headers = {"Content-Disposition": f'attachment; filename="{file_name(table)}"'}
    return Stream(await begun(part_by_part(write_file(table))), media_type="application/x-ndjson", headers=headers)


@get("/matches/{match_id:str}/pieces")
async def see_pieces(state: State, match_id: FromPath[str]) -> Told:
    """The counters and tables under the options of a match."""
    tables = tables_of(state)
    return tables.pieces((await tables.get(match_id)).match.rules)


@get("/matches/{match_id:str}/sitting")
async def see_sitting(state: State, match_id: FromPath[str]) -> list[str]:
    """The sides that are played, one for each page that hears of the match now: who comes sees which seat is free."""
    table = await tables_of(state).get(match_id)
    return sorted(table.watchers.sitting, key=table.match.rules.sides.ids.index)


@get("/matches/{match_id:str}/log")
async def see_log(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], since: Since = 0
) -> list[LogEntryResponse]:
    """What a side was told after an entry of its log, in words."""
    table = await tables_of(state).get(match_id)
    table.may_see(side, client)
    return told_log(table.match, side, since)


@get("/matches/{match_id:str}/moment")
async def see_moment(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], seq: Since
) -> Moment:
    """The view that a side had after an entry of its log."""
    table = await tables_of(state).get(match_id)
    table.may_see(side, client)
    return Moment(table.moment(side, seq), seq, table.match.seq(side))


@get("/matches/{match_id:str}/position")
async def see_position(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]
) -> PositionTold:
    """The position as a text: after the end, or for a client that holds every seat."""
    table = await tables_of(state).get(match_id)
    table.may_see(side, client)
    if table.claims.of(client).sides != set(table.seats):
        told = "a position has everybody's secrets in it: it is shown after the end, or to the holder of every seat"
        table.must_be_open(told)
    return PositionTold(position_text(table.match.state))


@get("/matches/{match_id:str}/verify")
async def check_dice(
    request: AnyRequest, state: State, client: CurrentClient, match_id: FromPath[str], commitment: MaybeHash = ""
) -> Told:
    """After the end: what the record proves; with the hash shown at the start also whether it is of that match."""
    table = await tables_of(state).get(match_id)
    table.must_be_open("the dice can be checked after the end, when their secret is revealed")
    checks, last = tables_of(state).checks, table.match.last
    async with laid_out(table.store.each_line(table.id, last)) as path:
        name, machine = f"match {table.id}", client.machine
        check = checks.ask("check_record", str(path), name, commitment, acts=last, size=last, machine=machine)
        told: Told = await while_connected(request.receive, check)
    return told


HANDLERS = (
    list_matches,
    begin_match,
    name_host,
    give_words,
    bring_in,
    see,
    rename,
    forget,
    write_out,
    see_pieces,
    see_sitting,
    see_log,
    see_moment,
    see_position,
    check_dice,
)
