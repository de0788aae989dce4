"""Joint dice at the terminal: the secret of each seat that is played here, and its part of each die."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from ironbottom.cli.seat_book import KnownServer, SeatBook
from ironbottom.cli.server_client import ServerClient
from ironbottom.engine.errors import BadValue
from ironbottom.engine.sealed import SideSecret, commitment, new_secret, read_secret
from ironbottom.server.wire import PartsWanted


class OwnParts:
    """The secrets of the seats of one match that are played here; they leave the file only after the end."""

    def __init__(self, book: SeatBook, address: str, server: KnownServer, match: str) -> None:
        self._book, self._address, self._server, self._match = book, address, server, match

    def _secret(self, side: str) -> bytes | None:
        text = self._server.dice.get(self._match, {}).get(side)
        return None if text is None else read_secret(text)

    def seal(self, side: str) -> str:
        """The hash of a side's own secret, which is drawn and stored before anybody sees the hash."""
        secret = self._secret(side)
        if secret is None:
            secret = new_secret()
            self._server.dice.setdefault(self._match, {})[side] = secret.hex()
            self._book.store(self._address, self._server)
        return commitment(secret)

    def answer(self, client: ServerClient, words: Sequence[str], wanted: PartsWanted) -> bool:
        """Promises or gives the parts that a die waits for, as far as the secrets are here; whether any was."""
        answered = False
        for side, lack in wanted.lacks.items():
            secret = self._secret(side)
            if secret is None:
                continue
            part = SideSecret(secret, words)(wanted.die, wanted.block)
            told = {"promise": sha256(part).hexdigest()} if lack == "promise" else {"part": part.hex()}
            die = {"side": side, "die": wanted.die, "block": wanted.block, "wait": 0}
            try:
                client.post(f"/matches/{self._match}/part", **die, **told)
            except BadValue as wrong:
                if wrong.field != "die":  # else it was answered meanwhile
                    raise
            else:
                answered = True
        return answered

    def show(self, client: ServerClient, hidden: Sequence[str]) -> bool:
        """Shows after the end the secrets that are here, so that every die can be checked; whether any was."""
        shown = False
        for side in hidden:
            secret = self._secret(side)
            if secret is not None:
                client.post(f"/matches/{self._match}/secret", side=side, secret=secret.hex())
                shown = True
        return shown
