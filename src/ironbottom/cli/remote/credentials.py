"""Which seats on servers belong to this user: a file in the folder of games that only its owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import msgspec

from ironbottom.cli.storage.saved_games import home
from ironbottom.engine.core.errors import BadValue

NAME = "seats.json"
SECRET_BYTES = 32
OWNER_ONLY = 0o600


class KnownServer(msgspec.Struct):
    """A server where this user holds seats: the user's secret, the server's access key, and the matches."""

    secret: str
    key: str = ""
    matches: list[str] = []
    dice: dict[str, dict[str, str]] = {}
    """The secrets for joint dice, by match and side."""


class SeatBook:
    """The servers that are known, by address. Changes are in the file once ``store`` returns."""

    def __init__(self) -> None:
        self.path = home() / NAME
        self.servers: dict[str, KnownServer] = {}
        try:
            self.servers = msgspec.json.decode(self.path.read_bytes(), type=dict[str, KnownServer])
        except FileNotFoundError:
            pass
        except OSError as wrong:
            raise BadValue(f"your seats cannot be read: {wrong.strerror}", field=str(self.path)) from None
        except msgspec.MsgspecError:
            told = "your seats cannot be read: the file is damaged. Ask for new links"
            raise BadValue(told, field=str(self.path)) from None

    def server(self, address: str, key: str = "") -> KnownServer:
        """The entry of a server, with a new secret if there was none. A newer key replaces the old one."""
        found = self.servers.get(address) or KnownServer(secrets.token_urlsafe(SECRET_BYTES))
        return msgspec.structs.replace(found, key=key or found.key)

    def store(self, address: str, server: KnownServer) -> None:
        """Stores a server in the file, which only its owner can read."""
        self.servers[address] = server
        draft = self.path.with_name(f"{NAME}.{os.getpid()}.new")
        try:
            draft.parent.mkdir(parents=True, exist_ok=True)
            draft.unlink(missing_ok=True)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(self.servers), indent=2))
            Path(draft).replace(self.path)
        except OSError as wrong:
            raise BadValue(f"your seats cannot be stored: {wrong.strerror}", field=str(self.path)) from None
