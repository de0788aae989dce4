"""``ironbottom mail``: plays a match that goes back and forth as a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ironbottom.cli.commands.arguments import parse_options, split_game
from ironbottom.cli.commands.join import remote_match
from ironbottom.cli.commands.parameters import Code, File, Folder, OptionalName, Options, Side
from ironbottom.cli.output.terminal import Terminal, UserExit, wants_plain
from ironbottom.cli.remote.client import ServerClient, decode_response
from ironbottom.cli.remote.credentials import CredentialStore
from ironbottom.cli.remote.dice_shares import DiceShares
from ironbottom.cli.remote.file_session import FileSession
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import join_names
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.launch import background
from ironbottom.server.messages.responses import (
    MatchResponse,
    OpenedFileResponse,
    SeatsResponse,
    TurnFileResponse,
)
from ironbottom.server.storage.database import default_path

HERE = "this machine"
"""The address under which the secret of this terminal is stored: its server may have another port each time."""
AWAY = {"friend": "with the other player", "machine": "on another machine"}


def mail(
    game: str | None = None,
    /,
    *,
    side: Side = None,
    scenario: OptionalName = None,
    option: Options = None,
    machine: bool = False,
    code: Code = "",
    accept: bool = False,
    folder: Folder = None,
    store: File = None,
    plain: bool = False,
) -> None:
    """Play by mail: the match goes back and forth as a file.

    Parameters
    ----------
    game
        A game, to begin a match; or a file that came by mail. Default: choose among your matches.
    side
        The side you play in a new match. Default: the first.
    scenario
        The scenario of a new match. Default: the game's first.
    option
        An option of the rules of a new match, name=value. May be repeated.
    machine
        Move one of your matches to another machine: write its file and show its code.
    code
        The code of a file that comes from another machine.
    accept
        Accept an invitation without asking.
    folder
        Where to write files. Default: the current folder.
    store
        The file in which the page stores its games. Default: the usual file.
    plain
        Print no colours and no dividing lines, for screen readers.
    """
    terminal = Terminal(plain=plain or wants_plain())
    game, options = split_game(game, option)
    with background(store) as address:
        mailbox = Mailbox(terminal, address, store or default_path(), folder or Path())
        try:
            if game is not None and Path(game).is_file():
                mailbox.open_file(Path(game), accept=accept, code=code)
            elif game is not None and (game.endswith(".turn") or "/" in game):
                raise BadValue("there is no such file", field=game)
            elif game is not None:
                mailbox.begin(game, side, scenario, parse_options(options, game))
            elif machine:
                mailbox.move()
            else:
                mailbox.continue_match()
        except (UserExit, KeyboardInterrupt):
            return


class Mailbox:
    """This terminal's matches by file; ``folder`` is where files are written."""

    def __init__(self, terminal: Terminal, address: str, store: Path, folder: Path) -> None:
        self._terminal, self._folder = terminal, folder
        self._credentials = CredentialStore()
        self._here = f"{HERE}: {store.resolve()}"
        self._server = self._credentials.server(self._here)
        if self._here not in self._credentials.servers:
            self._credentials.store(self._here, self._server)
        where, _, key = address.partition("?key=")
        self._client = ServerClient(where.rstrip("/"), self._server.secret, key)

    # -- what the command does ---------------------------------------------------------------------

    def begin(self, name: str, side: str | None, scenario: str | None, options: dict[str, str]) -> None:
        """Begins a match and writes the invitation."""
        game = get_game(name)
        own = side or game.sides.ids[0]
        game.sides.number(own, "--side")
        friends = [one for one in game.sides.ids if one != own]
        wanted: dict[str, Any] = {"game": game.id, "friends": friends, "host": own, "options": options}
        begun = self._client.post("/matches", **wanted, **({"scenario": scenario} if scenario else {}))
        self._write(begun["id"])
        self._terminal.write("Attach it to an email. When the answer arrives, open it with `ironbottom mail FILE`.")

    def open_file(self, path: Path, *, accept: bool, code: str) -> None:
        """Opens a file that came by mail, and plays if the match is in it."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadValue(f"cannot be read: {error.strerror}", field=str(path)) from None
        opened = self._open(data, accept=accept, code=code)
        if opened.invitation is not None and opened.reply is None:
            self._show_invitation(opened)
            if not self._terminal.confirm("Accept?", default=True):
                self._terminal.write("Nothing was written. You can open the invitation again.")
                return
            opened = self._open(data, accept=True, code=code)
        if opened.reply is not None:
            self._save(opened.reply)
            self._terminal.write("Send it back. The match continues here when you open the next file.")
            return
        self._play(opened.match)

    def continue_match(self) -> None:
        """Plays on, or writes the last file again."""
        match = self._choose([one for one in self._matches() if one.by_file])
        if match.away:
            self._terminal.write(f"This match is {AWAY[match.away]}. Its last file, again:")
            self._write(match.id, machine=match.away == "machine")
        else:
            self._play(match.id)

    def move(self) -> None:
        """Writes the file of a match for another machine."""
        match = self._choose([one for one in self._matches() if not one.over])
        self._take(match)
        self._write(match.id, machine=True)

    # -- files -------------------------------------------------------------------------------------

    def _open(self, data: bytes, *, accept: bool, code: str) -> OpenedFileResponse:
        query = {"accept": "true" if accept else "false", **({"code": code} if code else {})}
        body = self._client.read("POST", "/turn_files", data, query)
        return decode_response(self._client.decoded(body), OpenedFileResponse)

    def _show_invitation(self, opened: OpenedFileResponse) -> None:
        invitation = opened.invitation
        assert invitation is not None
        self._terminal.write(invitation.title, "head")
        for one in invitation.agreed:
            self._terminal.write(f"{one.title}: {one.text}", indent=2)
        self._terminal.write(f"You are invited to play {join_names(invitation.sides)} by mail.")

    def _write(self, match: str, *, machine: bool = False) -> None:
        """Writes the next file of a match."""
        response = self._client.post(f"/matches/{match}/turn_file", machine=machine)
        self._save(decode_response(response, TurnFileResponse))

    def _save(self, file: TurnFileResponse) -> None:
        path = self._folder / file.name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, encoding="ascii", newline="\n")
        except OSError as error:
            raise BadValue(f"cannot be written: {error.strerror}", field=str(path)) from None
        self._terminal.write("The file to send:" if not file.code else "The file for the other machine:")
        self._terminal.write_verbatim(f"  {path}")
        if file.code:
            self._terminal.write("The code to type there. Do not send it with the file:")
            self._terminal.write_verbatim(f"  ironbottom mail {file.name} --code {file.code}")

    # -- playing -----------------------------------------------------------------------------------

    def _play(self, match: str) -> None:
        """Plays until only the other player can choose, and writes the file."""
        info = decode_response(self._client.get(f"/matches/{match}/seats"), SeatsResponse)
        mine = [seat.side for seat in info.seats if seat.yours]
        shares = DiceShares(self._credentials, self._here, self._server, match)
        remote = remote_match(self._client, info, mine, shares)
        terminal = Terminal(remote.rules.sides.ids, plain=self._terminal.plain)
        session = FileSession(terminal, remote)
        was_over = remote.over
        finished = session.run()
        moved_away = any(one.id == match and one.away for one in self._matches())
        if (finished or session.is_done) and not moved_away and not (was_over and remote.over):
            self._write(match)

    def _matches(self) -> list[MatchResponse]:
        """Returns the matches in which this terminal has a seat, or may take one."""
        response = [decode_response(one, MatchResponse) for one in self._client.get("/matches")]
        return [one for one in response if one.yours or one.take]

    def _choose(self, matches: Sequence[MatchResponse]) -> MatchResponse:
        if not matches:
            raise BadValue("you have no match to continue here; begin one with `ironbottom mail GAME`")
        match = matches[0]
        if len(matches) > 1:
            self._terminal.write("Your matches:")
            for number, one in enumerate(matches, 1):
                where = f" ({AWAY[one.away]})" if one.away else ""
                self._terminal.write(f"{number:4}  {one.game_title}: {one.name}{where}", indent=6)
            match = self._ask_which(matches)
        self._take(match)
        return match

    def _ask_which(self, matches: Sequence[MatchResponse]) -> MatchResponse:
        while True:
            answer = self._terminal.ask("Which one?")
            if answer in {str(number) for number in range(1, len(matches) + 1)}:
                return matches[int(answer) - 1]
            self._terminal.write(f"Type a number from 1 to {len(matches)}.")

    def _take(self, match: MatchResponse) -> None:
        """Takes the seats that the browser of this machine holds, to play on in the terminal."""
        if not match.yours:
            self._client.post(f"/matches/{match.id}/claim")
