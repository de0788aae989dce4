"""``/api/matches/{id}/turn_file``, ``/api/turn_files``: matches by file, to the other player and back."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.text.sentences import capitalized
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.api.seats import AgreedSettings, settings_in_words
from ironbottom.server.match.file_exchange import OpenedFile, WrittenFile, open_file, write_file
from ironbottom.server.messages.requests import TurnFileRequest
from ironbottom.server.messages.responses import FileInvitationInfo, OpenedFileResponse, TurnFileResponse
from ironbottom.server.network.clients import CurrentClient
from ironbottom.server.network.disconnects import cancel_on_disconnect
from ironbottom.server.network.error_responses import ApiRequest
from ironbottom.server.storage.match_files import MAX_FILE_BYTES

MoveCode = Annotated[str, QueryParameter(max_length=60)]
Accept = Annotated[bool, QueryParameter()]


@post("/matches/{match_id:str}/turn_file", status_code=HTTP_200_OK)
async def write_turn_file(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[TurnFileRequest]
) -> TurnFileResponse:
    """Writes the next file of a match: an invitation, the match for the other player, or for another machine."""
    written = await write_file(open_matches_of(state), match_id, client, offered=data.side, machine=data.machine)
    return _file_response(written)


@post("/turn_files", status_code=HTTP_200_OK, request_max_body_size=MAX_FILE_BYTES)
async def open_turn_file(
    request: ApiRequest, state: State, client: CurrentClient, accept: Accept = False, code: MoveCode = ""
) -> OpenedFileResponse:
    """Opens a file, which is the body of the request. An invitation is accepted only with ``accept``."""
    open_matches = open_matches_of(state)
    with open_matches.upload_slots.slot() as slot:
        data = await slot.read(request.stream())
        reading = open_file(open_matches, data, client, accept=accept, code=code)
        return _opened_response(await cancel_on_disconnect(request.receive, reading))


def _file_response(written: WrittenFile) -> TurnFileResponse:
    return TurnFileResponse(written.kind, written.name, written.data.decode(), written.code)


def _opened_response(opened: OpenedFile) -> OpenedFileResponse:
    match = opened.match
    return OpenedFileResponse(
        opened.kind,
        match.id if match else "",
        match is not None and match.match.over,
        _invitation_info(opened),
        _file_response(opened.reply) if opened.reply else None,
    )


def _invitation_info(opened: OpenedFile) -> FileInvitationInfo | None:
    invitation = opened.invitation
    if invitation is None:
        return None
    game = get_game(opened.header.game)
    titles = dict(zip(game.sides.ids, game.sides.titles, strict=True))
    settings = AgreedSettings(
        invitation.begun, False, invitation.scenario, invitation.options, False, None, invitation.lot, 0
    )
    sides = [capitalized(titles.get(side, side)) for side in opened.header.sides]
    return FileInvitationInfo(game.id, game.title, invitation.name, sides, settings_in_words(game, settings))


HANDLERS = (write_turn_file, open_turn_file)
