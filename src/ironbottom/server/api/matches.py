"""``/api/matches``: the list of matches, and views of a match."""

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
from ironbottom.server.errors import DiceNotSeeded, Forbidden
from ironbottom.server.match.claims import Claims
from ironbottom.server.match.clocks import next_deadline
from ironbottom.server.match.delayed_view import delay_text, delayed_log, delayed_view, last_visible_entry
from ironbottom.server.match.dice_seeding import lot_is_sound
from ironbottom.server.match.export import export_parts, file_name, stream_parts, temporary_file, with_first_part
from ironbottom.server.match.match_log import log_of
from ironbottom.server.match.match_view import match_view
from ironbottom.server.match.open_match import PUBLIC
from ironbottom.server.match.open_matches import OpenMatches
from ironbottom.server.match.seats import clean_name
from ironbottom.server.messages.dicts import LogEntryResponse, MatchResult
from ironbottom.server.messages.requests import HostRequest, NewMatchRequest, RenameRequest, SeedWordsRequest
from ironbottom.server.messages.responses import (
    DiceSeedingResponse,
    ImportResponse,
    JsonObject,
    MatchResponse,
    MatchViewResponse,
    PastViewResponse,
    PositionResponse,
)
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.network.disconnects import cancel_on_disconnect
from ironbottom.server.network.error_responses import ApiRequest
from ironbottom.server.storage.by_file import FileMatches
from ironbottom.server.storage.database import Store, StoredMatch
from ironbottom.server.storage.match_files import MAX_FILE_BYTES, SAVE_KEY
from ironbottom.server.storage.save_key import write_key
from ironbottom.server.views.game_text import side_infos

Since = Annotated[int, QueryParameter(ge=0, le=10_000_000)]
HeldView = Annotated[str | None, QueryParameter(max_length=64)]
OptionalSince = Annotated[int | None, QueryParameter(ge=0, le=10_000_000)]


Commitment = Annotated[str, QueryParameter(max_length=100)]
FirstIndex = Annotated[int, QueryParameter(ge=0, le=10_000_000)]
PageSize = Annotated[int, QueryParameter(ge=1, le=200)]
DEFAULT_COUNT = 100
LOT_TEXT = "the sides were drawn by the lot computed from the secret and the words"


class Summary(msgspec.Struct):
    """The summary of a match, as stored for the list."""

    turn_line: str
    waiting: list[str]
    over: bool
    result: JsonObject | None
    picture: list[tuple[float, float, str, int]] = []


def open_matches_of(state: State) -> OpenMatches:
    """Returns the matches of this server."""
    open_matches: OpenMatches = state.open_matches
    return open_matches


@get("/matches")
async def list_matches(
    state: State, client: CurrentClient, first: FirstIndex = 0, count: PageSize = DEFAULT_COUNT
) -> list[MatchResponse]:
    """Returns one page of the matches, most recently played first, starting at an index."""
    open_matches = open_matches_of(state)
    return [_list_entry(stored, open_matches.store, client) for stored in await open_matches.list_matches(first, count)]


def _list_entry(stored: StoredMatch, store: Store, client: Client) -> MatchResponse:
    claims = Claims(store, stored.id)
    try:
        game = get_game(stored.game)
        title, sides = game.title, side_infos(game)
    except BadValue:
        title, sides = stored.game, []
    try:
        summary = msgspec.convert(stored.summary, Summary)
    except msgspec.ValidationError:
        summary = Summary("The stored data of this game is damaged.", [], False, None)
    mine = claims.claim_of(client)
    by_file = FileMatches(store).find(stored.id)
    delay = store.watch_delay(stored.id)
    later = delay > 0 and not mine.sides and not summary.over
    if later:
        line = f"Spectators see this match with a delay of {delay_text(delay)}."
        summary = Summary(line, [], False, None)
    return MatchResponse(
        id=stored.id,
        name=stored.name,
        game=stored.game,
        game_title=title,
        sides=sides,
        seats=stored.seats,
        created=stored.created,
        played=stored.created if later else stored.played,
        copied=bool(stored.summary.get("copy_of")),
        corrected=bool(stored.summary.get("corrected")),
        claimed=claims.claimed(),
        yours=sorted(mine.sides),
        host=mine.host,
        take=claims.take_reason(client),
        deadline=next_deadline(store, stored.id, mine.sides),
        turn_line=summary.turn_line,
        waiting=summary.waiting,
        over=summary.over,
        result=cast(MatchResult | None, summary.result),
        picture=summary.picture,
        by_file=by_file is not None and bool(by_file.peer),
        away=by_file.away if by_file else "",
    )


@post("/matches")
async def begin_match(
    state: State, client: CurrentClient, data: JSONBody[NewMatchRequest]
) -> MatchViewResponse | DiceSeedingResponse:
    """Begins a match; computer players that move first choose before the response is sent.

    People are asked for words.
    """
    open_matches = open_matches_of(state)
    open_match = await open_matches.begin(data, client)
    if isinstance(open_match, DiceSeedingResponse):
        return open_match
    open_matches.require_viewable(open_match)
    await open_match.computer_players.wait_until_idle(data.wait)
    return match_view(open_match, open_match.default_viewer(client), client)


@post("/matches/{match_id:str}/host")
async def set_host(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[HostRequest]
) -> DiceSeedingResponse:
    """Sets which player runs the server, before the words for the dice are entered."""
    return open_matches_of(state).set_host(match_id, data.side, client)


@post("/matches/{match_id:str}/words")
async def add_seed_words(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[SeedWordsRequest]
) -> DiceSeedingResponse:
    """Adds words for the dice of a match that has not begun; with the last words it begins."""
    open_matches = open_matches_of(state)
    response = open_matches.add_seed_words(match_id, data.side, data.words, data.commitment, client)
    if response.begun:
        open_match = await open_matches.get(match_id)
        open_matches.require_viewable(open_match)
        await open_match.computer_players.wait_until_idle(data.wait)
    return response


@post("/matches/import", request_max_body_size=MAX_FILE_BYTES)
async def import_match(request: ApiRequest, state: State, client: CurrentClient) -> ImportResponse:
    """Imports a match from the file in the body of the request."""
    open_matches = open_matches_of(state)
    with open_matches.upload_slots.slot() as slot:
        data = await slot.read(request.stream())
        open_match = await cancel_on_disconnect(request.receive, open_matches.import_match(data, client))
        return ImportResponse(open_match.id, open_match.match.over)


@get("/matches/{match_id:str}")
async def get_match(
    state: State,
    client: CurrentClient,
    match_id: FromPath[str],
    side: FromQuery[str],
    since: OptionalSince = None,
    held: HeldView = None,
) -> MatchViewResponse | DiceSeedingResponse:
    """Returns the view of a side.

    With ``since``, the response includes the log after that entry; with ``held``, it has the changes from that view
    instead of the whole view.

    If the match has not begun, returns which words are missing.
    """
    try:
        open_match = await open_matches_of(state).get(match_id)
    except DiceNotSeeded as error:
        return error.seeding
    if side == PUBLIC and open_match.is_delayed_for(client):
        return delayed_view(open_match, since)
    return match_view(open_match, side, client, since, held)


@patch("/matches/{match_id:str}")
async def rename(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[RenameRequest]
) -> MatchResponse:
    """Gives a match a new name."""
    open_matches = open_matches_of(state)
    open_match = await open_matches.get(match_id)
    if not open_match.claims.claim_of(client).holds_anything:
        raise Forbidden("only players of the match may rename it", field="name")
    open_match.rename(clean_name(data.name))
    return _list_entry(open_matches.find(match_id), open_matches.store, client)


@delete("/matches/{match_id:str}", sync_to_thread=False)
def delete_match(state: State, client: CurrentClient, match_id: FromPath[str]) -> None:
    """Deletes a match."""
    open_matches = open_matches_of(state)
    open_matches.find(match_id)
    if not Claims(open_matches.store, match_id).may_delete(client):
        raise Forbidden("only the host of the match may delete it", field="match")
    open_matches.delete(match_id)


@get("/matches/{match_id:str}/export")
async def export_match(state: State, client: CurrentClient, match_id: FromPath[str]) -> Stream:
    """Returns the match as a file: its record after the end, a sealed save before."""
    open_match = await open_matches_of(state).get(match_id)
    if not open_match.match.over:
        if not open_match.claims.claim_of(client).holds_anything:
            raise Forbidden("before the end only players of the match may save it", field="match")
        write_key(open_match.store.path, open_match.store.key(SAVE_KEY))
    headers = {"Content-Disposition": f'attachment; filename="{file_name(open_match)}"'}
    return Stream(
        await with_first_part(stream_parts(export_parts(open_match))),
        media_type="application/x-ndjson",
        headers=headers,
    )


@get("/matches/{match_id:str}/pieces")
async def get_pieces(state: State, match_id: FromPath[str]) -> JsonObject:
    """Returns the counters, tables and words of a match under its options."""
    open_matches = open_matches_of(state)
    return open_matches.pieces((await open_matches.get(match_id)).match.rules)


@get("/matches/{match_id:str}/sitting")
async def get_present_sides(state: State, match_id: FromPath[str]) -> list[str]:
    """Returns the sides that are being played now, one for each page. This shows which seats are free."""
    open_match = await open_matches_of(state).get(match_id)
    return sorted(open_match.subscribers.present_sides, key=open_match.match.rules.sides.ids.index)


@get("/matches/{match_id:str}/log")
async def get_log(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], since: Since = 0
) -> list[LogEntryResponse]:
    """Returns a side's log after an entry, in words."""
    open_match = await open_matches_of(state).get(match_id)
    if side == PUBLIC and open_match.is_delayed_for(client):
        return delayed_log(open_match, since)
    open_match.require_view(side, client)
    return log_of(open_match, side, since)


@get("/matches/{match_id:str}/moment")
async def get_past_view(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], seq: Since
) -> PastViewResponse:
    """Returns the view that a side had after an entry of its log."""
    open_match = await open_matches_of(state).get(match_id)
    if side == PUBLIC and open_match.is_delayed_for(client):
        shown = last_visible_entry(open_match)
        return PastViewResponse(open_match.past_view(side, min(seq, shown)), min(seq, shown), shown)
    open_match.require_view(side, client)
    return PastViewResponse(open_match.past_view(side, seq), seq, open_match.match.seq(side))


@get("/matches/{match_id:str}/position")
async def get_position(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], seq: OptionalSince = None
) -> PositionResponse:
    """Returns the position as text, after the end or for a client that holds every seat.

    After the end, ``seq`` requests the position after an entry of the side's log.
    """
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_view(side, client)
    if open_match.claims.claim_of(client).sides != set(open_match.seats):
        message = "a position contains all secrets: it is shown only after the end, or to a player who holds every seat"
        open_match.require_open(message)
    if seq is None:
        return PositionResponse(position_text(open_match.match.state))
    open_match.require_open("earlier positions are shown only after the end")
    return PositionResponse(position_text(open_match.past_state(side, seq)))


@get("/matches/{match_id:str}/verify")
async def verify_match(
    request: ApiRequest, state: State, client: CurrentClient, match_id: FromPath[str], commitment: Commitment = ""
) -> JsonObject:
    """Returns what the record proves after the end; with the published hash, also whether it belongs to that match."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_open("the dice can be checked only after the end, when their secret is revealed")
    pool, last = open_matches_of(state).verification_pool, open_match.match.last
    async with temporary_file(open_match.store.line_chunks(open_match.id, last)) as path:
        name, machine = f"match {open_match.id}", client.machine
        check = pool.call("verify_record", str(path), name, commitment, acts=last, size=last, machine=machine)
        result: JsonObject = await cancel_on_disconnect(request.receive, check)
    if open_match.store.drawn_by_lot(match_id):
        result["proved" if lot_is_sound(open_match.match) else "failed"].append(LOT_TEXT)
    return result


HANDLERS = (
    list_matches,
    begin_match,
    set_host,
    add_seed_words,
    import_match,
    get_match,
    rename,
    delete_match,
    export_match,
    get_pieces,
    get_present_sides,
    get_log,
    get_past_view,
    get_position,
    verify_match,
)
