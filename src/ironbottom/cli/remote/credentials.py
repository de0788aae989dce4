"""The user's credentials on servers: a file in the folder of saved games that only its owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import msgspec

from ironbottom.cli.storage.saved_games import games_folder
from ironbottom.engine.core.errors import BadValue

FILE_NAME = "seats.json"
SECRET_BYTES = 32
OWNER_ONLY = 0o600


class ServerCredentials(msgspec.Struct):
    """The credentials for a server: the user's secret, the server's access key, and the user's matches."""

    secret: str
    key: str = ""
    matches: list[str] = []
    dice: dict[str, dict[str, str]] = {}
    """The secrets for joint dice, by match and side."""


class CredentialStore:
    """The credentials by server address. ``store`` writes them to the file."""

    def __init__(self) -> None:
        self.path = games_folder() / FILE_NAME
        self.servers: dict[str, ServerCredentials] = {}
        try:
            self.servers = msgspec.json.decode(self.path.read_bytes(), type=dict[str, ServerCredentials])
        except FileNotFoundError:
            pass
        except OSError as error:
            raise BadValue(f"your seats cannot be read: {error.strerror}", field=str(self.path)) from None
        except msgspec.MsgspecError:
            message = "your seats cannot be read: the file is damaged. Ask for new links"
            raise BadValue(message, field=str(self.path)) from None

    def server(self, address: str, key: str = "") -> ServerCredentials:
        """Returns the credentials for a server, with a new secret if there were none. A new key replaces the old."""
        result = self.servers.get(address) or ServerCredentials(secrets.token_urlsafe(SECRET_BYTES))
        return msgspec.structs.replace(result, key=key or result.key)

    def store(self, address: str, server: ServerCredentials) -> None:
        """Writes the credentials for a server to the file."""
        self.servers[address] = server
        draft = self.path.with_name(f"{FILE_NAME}.{os.getpid()}.new")
        try:
            draft.parent.mkdir(parents=True, exist_ok=True)
            draft.unlink(missing_ok=True)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(self.servers), indent=2))
            Path(draft).replace(self.path)
        except OSError as error:
            raise BadValue(f"your seats cannot be stored: {error.strerror}", field=str(self.path)) from None
