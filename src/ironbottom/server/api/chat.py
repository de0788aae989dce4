"""``/api/matches/{id}/chat``, ``notes``, ``presence``: what players write, and who has the match open."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from ironbottom.server.api.matches import Since, open_matches_of
from ironbottom.server.match.chat import block, chat_response, report, require_chat, send
from ironbottom.server.match.presence import presence
from ironbottom.server.messages.requests import ChatBlockRequest, ChatReportRequest, ChatRequest, NotesRequest
from ironbottom.server.messages.responses import ChatResponse, NotesResponse, PresenceResponse
from ironbottom.server.network.clients import CurrentClient


@get("/matches/{match_id:str}/chat")
async def get_chat(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str], since: Since = 0
) -> ChatResponse:
    """Returns the chat after a message, for the player of a side."""
    open_match = await open_matches_of(state).get(match_id)
    require_chat(open_match, side, client)
    return chat_response(open_match, side, since)


@post("/matches/{match_id:str}/chat", status_code=HTTP_200_OK)
async def send_message(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ChatRequest]
) -> ChatResponse:
    """Sends a message to the other players."""
    open_match = await open_matches_of(state).get(match_id)
    require_chat(open_match, data.side, client)
    send(open_match, data.side, data.text)
    return chat_response(open_match, data.side, data.since)


@post("/matches/{match_id:str}/chat/block", status_code=HTTP_200_OK)
async def block_side(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ChatBlockRequest]
) -> ChatResponse:
    """Hides the messages of another side, or shows them again; returns the whole chat."""
    open_match = await open_matches_of(state).get(match_id)
    require_chat(open_match, data.side, client)
    block(open_match, data.side, data.against, data.blocked)
    return chat_response(open_match, data.side)


@post("/matches/{match_id:str}/chat/report", status_code=HTTP_200_OK)
async def report_message(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[ChatReportRequest]
) -> ChatResponse:
    """Reports a message to the person who runs the server; returns the whole chat."""
    open_match = await open_matches_of(state).get(match_id)
    require_chat(open_match, data.side, client)
    report(open_match, data.side, data.number)
    return chat_response(open_match, data.side)


@get("/matches/{match_id:str}/notes")
async def get_notes(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]
) -> NotesResponse:
    """Returns the private notes of a side, only for its player."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_seat(side, client)
    return NotesResponse(open_match.store.notes(match_id, side))


@post("/matches/{match_id:str}/notes", status_code=HTTP_200_OK)
async def set_notes(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[NotesRequest]
) -> NotesResponse:
    """Stores the private notes of a side."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_seat(data.side, client)
    open_match.store.store_notes(match_id, data.side, data.text.strip())
    return NotesResponse(open_match.store.notes(match_id, data.side))


@get("/matches/{match_id:str}/presence")
async def get_presence(state: State, client: CurrentClient, match_id: FromPath[str]) -> PresenceResponse:
    """Returns which players have the match open."""
    return presence(await open_matches_of(state).get(match_id), client)


HANDLERS = (get_chat, send_message, block_side, report_message, get_notes, set_notes, get_presence)
