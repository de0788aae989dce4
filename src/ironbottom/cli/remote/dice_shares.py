"""Joint dice in the terminal: the secrets of the seats played here, and their parts of each die."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from ironbottom.cli.remote.client import ServerClient
from ironbottom.cli.remote.credentials import KnownServer, SeatBook
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import SideSecret, commitment, new_secret, read_secret
from ironbottom.server.wire import PartsWanted


class OwnParts:
    """The secrets of one match's seats played here. They are sent only after the end."""

    def __init__(self, book: SeatBook, address: str, server: KnownServer, match: str) -> None:
        self._book, self._address, self._server, self._match = book, address, server, match

    def _secret(self, side: str) -> bytes | None:
        text = self._server.dice.get(self._match, {}).get(side)
        return None if text is None else read_secret(text)

    def seal(self, side: str) -> str:
        """The hash of a side's secret. Draws and stores the secret if there is none."""
        secret = self._secret(side)
        if secret is None:
            secret = new_secret()
            self._server.dice.setdefault(self._match, {})[side] = secret.hex()
            self._book.store(self._address, self._server)
        return commitment(secret)

    def answer(self, client: ServerClient, words: Sequence[str], wanted: PartsWanted) -> bool:
        """Promises or sends the parts of a die whose secrets are here. Returns whether it sent any."""
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
                if wrong.field != "die":  # otherwise the die was answered meanwhile
                    raise
            else:
                answered = True
        return answered

    def show(self, client: ServerClient, hidden: Sequence[str]) -> bool:
        """Reveals the secrets stored here after the end, so that dice can be checked. Returns whether it sent any."""
        shown = False
        for side in hidden:
            secret = self._secret(side)
            if secret is not None:
                client.post(f"/matches/{self._match}/secret", side=side, secret=secret.hex())
                shown = True
        return shown
