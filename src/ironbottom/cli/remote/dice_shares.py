"""Joint dice: the secrets of the seats played here, and their shares of each die."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from ironbottom.cli.remote.client import ServerClient
from ironbottom.cli.remote.credentials import CredentialStore, ServerCredentials
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import SideSecret, commitment, new_secret, read_secret
from ironbottom.server.messages.responses import DiceSharesWanted


class DiceShares:
    """The secrets of a match's seats played here. They are sent only after the end."""

    def __init__(self, credentials: CredentialStore, address: str, server: ServerCredentials, match: str) -> None:
        self._credentials, self._address, self._server, self._match = credentials, address, server, match

    def _secret(self, side: str) -> bytes | None:
        text = self._server.dice.get(self._match, {}).get(side)
        return None if text is None else read_secret(text)

    def create_commitment(self, side: str) -> str:
        """Returns the hash of a side's secret. Creates and stores the secret if there is none."""
        secret = self._secret(side)
        if secret is None:
            secret = new_secret()
            self._server.dice.setdefault(self._match, {})[side] = secret.hex()
            self._credentials.store(self._address, self._server)
        return commitment(secret)

    def send(self, client: ServerClient, words: Sequence[str], wanted: DiceSharesWanted) -> bool:
        """Sends the shares of a die, or the hashes that commit to them. Returns whether it sent any."""
        answered = False
        for side, lack in wanted.lacks.items():
            secret = self._secret(side)
            if secret is None:
                continue
            part = SideSecret(secret, words)(wanted.die, wanted.block)
            share = {"promise": sha256(part).hexdigest()} if lack == "promise" else {"part": part.hex()}
            die = {"side": side, "die": wanted.die, "block": wanted.block, "wait": 0}
            try:
                client.post(f"/matches/{self._match}/part", **die, **share)
            except BadValue as error:
                if error.field != "die":  # a wrong die number means that it was rolled meanwhile
                    raise
            else:
                answered = True
        return answered

    def reveal(self, client: ServerClient, hidden: Sequence[str]) -> bool:
        """Reveals the secrets after the end, so that the dice can be checked. Returns whether it sent any."""
        shown = False
        for side in hidden:
            secret = self._secret(side)
            if secret is not None:
                client.post(f"/matches/{self._match}/secret", side=side, secret=secret.hex())
                shown = True
        return shown
