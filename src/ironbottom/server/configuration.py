"""The configuration of a server: its public address, its mail server and its chat rooms.

The file is ``~/.config/ironbottom/server.toml`` (or below ``XDG_CONFIG_HOME``), unless the environment variable
``IRONBOTTOM_SERVER`` or an option names another. Without it, nothing is sent::

    address = "https://games.example.org"

    [mail]
    host = "smtp.example.org"
    from = "Ironbottom <games@example.org>"
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue

VARIABLE = "IRONBOTTOM_SERVER"
MAX_BYTES = 100_000


class MailServer(msgspec.Struct, forbid_unknown_fields=True, frozen=True, rename={"sender": "from"}):
    """The mail server that accepts outgoing mail (SMTP)."""

    host: Annotated[str, Meta(min_length=1)]
    sender: Annotated[str, Meta(min_length=3)]
    """The sender of each email, such as ``Ironbottom <games@example.org>``."""
    port: Annotated[int, Meta(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    password_file: str = ""
    """A file that contains the password."""
    unconfirmed_a_day: Annotated[int, Meta(ge=0)] = 100
    """The maximum number of emails per day to unconfirmed addresses: confirmations and invitations."""

    def read_password(self) -> str:
        """Returns the password."""
        if not self.password_file:
            return self.password
        return Path(self.password_file).expanduser().read_text(encoding="utf-8").strip()


class Webhooks(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How messages are sent to chat rooms."""

    private_addresses: bool = False
    """Whether a chat room may be on this machine or in a private network, and may be reached without encryption."""


class Configuration(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The configuration of a server."""

    address: str = ""
    """The address at which the players reach the server; links in messages begin with it."""
    mail: MailServer | None = None
    webhooks: Webhooks | None = None

    @property
    def host(self) -> str:
        """The host name in the address; empty without an address."""
        return urlsplit(self.address).hostname or ""


def configuration_path(chosen: Path | None = None) -> Path | None:
    """Returns the given path, the path in the environment variable, or the default path if that file exists."""
    asked = chosen or os.environ.get(VARIABLE)
    if asked:
        return Path(asked)
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    path = Path(home) / "ironbottom" / "server.toml"
    return path if path.is_file() else None


def read_configuration(chosen: Path | None = None) -> Configuration:
    """Reads the configuration file; without one, returns an empty configuration."""
    path = configuration_path(chosen)
    if path is None:
        return Configuration()
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES).decode("utf-8")
        found = msgspec.convert(tomllib.loads(text), Configuration)
        if found.mail is not None:
            found.mail.read_password()
    except OSError as error:
        raise BadValue(f"this file cannot be read: {error.strerror}", field=str(error.filename or path)) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadValue(f"the configuration cannot be read: {error}", field=str(path)) from None
    return _checked(found, path)


def _checked(found: Configuration, path: Path) -> Configuration:
    """Checks the address and removes a slash at its end."""
    if not found.address:
        if found.mail or found.webhooks:
            raise BadValue(
                'mail and webhooks require the address of the server, such as "https://games.example.org"',
                field="address",
            )
        return found
    address = found.address.rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query or parts.fragment:
        raise BadValue(
            'the address must be a scheme and a host name, such as "https://games.example.org"',
            field=f"{path}: address",
        )
    return msgspec.structs.replace(found, address=address)
