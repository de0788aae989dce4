"""Browsers and programs, each identified by its own secret: a cookie, or a bearer token for programs."""

from __future__ import annotations

import ipaddress
import re
import secrets
from hashlib import sha256
from typing import cast
from urllib.parse import urlsplit

from litestar.di import NamedDependency
from litestar.types import Scope

COOKIE = "ironbottom_seats"
SECURE_COOKIE = f"__Host-{COOKIE}"
SECRET_BYTES = 32
SECRET = re.compile(r"[0-9A-Za-z_-]{43,100}")
"""Accepted secrets are at least as long as those that the server makes."""
A_YEAR = 365 * 24 * 3600
THIS_MACHINE = frozenset(("localhost", "127.0.0.1", "::1"))
FORWARDED = ("forwarded", "x-forwarded-", "x-real-ip", "via")
"""Prefixes of the headers that proxies add."""
A_PROXY = "a proxy"
SCOPE_KEY = "ironbottom.client"


def hashed(secret: str) -> str:
    """The SHA-256 of a secret, as the store holds it.

    >>> hashed("abc")[:16]
    'ba7816bf8f01cfea'
    """
    return sha256(secret.encode()).hexdigest()


class Client:
    """Who sends a request. ``local``: from a browser or program on this machine. ``secure``: over TLS.

    ``machine`` is the address it comes from, or ``A_PROXY``, behind which many may sit.
    """

    def __init__(
        self, secret: str = "", *, local: bool = False, secure: bool = False, program: bool = False, machine: str = ""
    ) -> None:
        self._secret = secret
        self.local, self.secure, self.program, self.machine = local, secure, program, machine
        self.is_new = False
        """Whether its secret was made for this request and must be sent with the answer."""

    @property
    def holder(self) -> str:
        """The hash that identifies this client in the store; empty for a client without a secret."""
        return hashed(self._secret) if self._secret else ""

    def enrolled(self) -> str:
        """The same hash. A client without a secret gets one with the answer to this request."""
        if not self._secret:
            self._secret, self.is_new = secrets.token_urlsafe(SECRET_BYTES), True
        return self.holder

    def cookie(self) -> bytes:
        """The ``Set-Cookie`` header. Scripts cannot read the cookie, and other sites cannot send it with a POST."""
        name = SECURE_COOKIE if self.secure else COOKIE
        safe = "; Secure" if self.secure else ""
        return f"{name}={self._secret}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax{safe}".encode()

    def to_renew(self, path: str) -> bool:
        """Whether to send the cookie: it is new, or the page was opened again."""
        return self.is_new or (path == "/" and bool(self._secret) and not self.program)


CurrentClient = NamedDependency[Client]
"""The client that sent a request, as a parameter ``client`` of its handler."""


def remember(scope: Scope, client: Client) -> None:
    """Stores the client of a request in its scope."""
    cast("dict[str, object]", scope)[SCOPE_KEY] = client


def client_of(scope: Scope) -> Client:
    """The client that the guard stored for a request."""
    found = cast("dict[str, object]", scope).get(SCOPE_KEY)
    return found if isinstance(found, Client) else Client()


def read_client(scope: Scope, headers: dict[str, str]) -> Client:
    """The client of a request by its headers. A bearer token takes precedence over a cookie."""
    secure = scope.get("scheme") in ("https", "wss")
    kind, _, token = headers.get("authorization", "").partition(" ")
    program = kind.lower() == "bearer"
    secret = token.strip() if program else cookie(headers.get("cookie", ""), SECURE_COOKIE if secure else COOKIE)
    known = secret if SECRET.fullmatch(secret) else ""
    local, machine = _is_local(scope, headers), _machine(scope, headers)
    return Client(known, local=local, secure=secure, program=program, machine=machine)


def cookie(header: str, name: str) -> str:
    """The value of a cookie; of several the last, since browsers send those with longer paths first and the server
    sets its own for the path ``/``. A page at another port of this host can add one for ``/api``.

    ``http.cookies`` would take seconds for a long value with many backslashes.

    >>> cookie("a=1; b=2; b=3", "b")
    '3'
    """
    named = (part.strip().partition("=") for part in header.split(";"))
    return next((value for key, _, value in reversed([*named]) if key == name), "")


def _machine(scope: Scope, headers: dict[str, str]) -> str:
    """The address of the machine that sent a request. What a proxy says of others is not believed."""
    forwarded = any(name.startswith(FORWARDED) for name in headers)
    return A_PROXY if forwarded else (scope.get("client") or ("",))[0]


def _is_local(scope: Scope, headers: dict[str, str]) -> bool:
    """Whether a request comes from this machine itself, and not through a proxy on it."""
    address = (scope.get("client") or ("",))[0]
    try:
        here = ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
    if not here or any(name.startswith(FORWARDED) for name in headers):
        return False
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname in THIS_MACHINE
    except ValueError:
        return False
