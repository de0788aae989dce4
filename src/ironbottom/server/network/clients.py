"""Clients (browsers and programs). Each has its own secret: a cookie, or a bearer token for programs."""

from __future__ import annotations

import ipaddress
import re
import secrets
from hashlib import sha256
from typing import cast
from urllib.parse import urlsplit

from litestar.di import NamedDependency
from litestar.types import Scope

SEATS_COOKIE = "ironbottom_seats"
SECURE_SEATS_COOKIE = f"__Host-{SEATS_COOKIE}"
SECRET_BYTES = 32
SECRET_PATTERN = re.compile(r"[0-9A-Za-z_-]{43,100}")
"""The minimum length of a secret: that of the secrets that the server makes."""
YEAR_SECONDS = 365 * 24 * 3600
THIS_MACHINE = frozenset(("localhost", "127.0.0.1", "::1"))
FORWARDED = ("forwarded", "x-forwarded-", "x-real-ip", "via")
"""Prefixes of the headers that proxies add."""
PROXY = "a proxy"
SCOPE_KEY = "ironbottom.client"


def hash_secret(secret: str) -> str:
    """Returns the SHA-256 of a secret, as the store holds it.

    >>> hash_secret("abc")[:16]
    'ba7816bf8f01cfea'
    """
    return sha256(secret.encode()).hexdigest()


class Client:
    """Who sends a request. ``local``: from this machine. ``secure``: over TLS. ``program``: with a bearer token.

    ``machine`` is the address that the request comes from, or ``PROXY``, which may stand for many machines.
    """

    def __init__(
        self, secret: str = "", *, local: bool = False, secure: bool = False, program: bool = False, machine: str = ""
    ) -> None:
        self._secret = secret
        self.local, self.secure, self.program, self.machine = local, secure, program, machine
        self.is_new = False
        """Whether the secret was made for this request and must be sent with the response."""

    @property
    def holder(self) -> str:
        """The hash that identifies this client in the store; empty for a client without a secret."""
        return hash_secret(self._secret) if self._secret else ""

    def ensure_secret(self) -> str:
        """Returns the hash of the client. A client without a secret gets one with the response."""
        if not self._secret:
            self._secret, self.is_new = secrets.token_urlsafe(SECRET_BYTES), True
        return self.holder

    def cookie_header(self) -> bytes:
        """Returns the ``Set-Cookie`` header.

        Scripts cannot read the cookie, and other sites cannot send it with a POST.
        """
        name = SECURE_SEATS_COOKIE if self.secure else SEATS_COOKIE
        safe = "; Secure" if self.secure else ""
        return f"{name}={self._secret}; Path=/; Max-Age={YEAR_SECONDS}; HttpOnly; SameSite=Lax{safe}".encode()

    def renews_cookie(self, path: str) -> bool:
        """Returns whether to send the cookie: if it is new, or if the page was opened again."""
        return self.is_new or (path == "/" and bool(self._secret) and not self.program)


CurrentClient = NamedDependency[Client]
"""The client that sent a request, as the parameter ``client`` of a handler."""


def store_client(scope: Scope, client: Client) -> None:
    """Stores the client of a request in its scope."""
    _entries(scope)[SCOPE_KEY] = client


def client_of(scope: Scope) -> Client:
    """Returns the client that ``AccessMiddleware`` stored for a request."""
    client = _entries(scope).get(SCOPE_KEY)
    return client if isinstance(client, Client) else Client()


def _entries(scope: Scope) -> dict[str, object]:
    """The scope as a dictionary, to which an application may add keys of its own."""
    return cast("dict[str, object]", scope)


def read_client(scope: Scope, headers: dict[str, str]) -> Client:
    """Reads the client of a request from its headers. A bearer token takes precedence over a cookie."""
    secure = scope.get("scheme") in ("https", "wss")
    kind, _, token = headers.get("authorization", "").partition(" ")
    program = kind.lower() == "bearer"
    secret = (
        token.strip()
        if program
        else read_cookie(headers.get("cookie", ""), SECURE_SEATS_COOKIE if secure else SEATS_COOKIE)
    )
    known = secret if SECRET_PATTERN.fullmatch(secret) else ""
    local, machine = _is_local(scope, headers), _address(scope, headers)
    return Client(known, local=local, secure=secure, program=program, machine=machine)


def read_cookie(header: str, name: str) -> str:
    """Returns the value of a cookie; if several have the same name, that of the last one.

    Browsers send cookies with longer paths first, and the server sets its own for the path ``/``, while a page at
    another port of this host can set one for ``/api``. ``http.cookies`` would take seconds for a long value with many
    backslashes.

    >>> read_cookie("a=1; b=2; b=3", "b")
    '3'
    """
    named = (part.strip().partition("=") for part in header.split(";"))
    return next((value for key, _, value in reversed([*named]) if key == name), "")


def _address(scope: Scope, headers: dict[str, str]) -> str:
    """Returns the address of the machine that sent a request. Addresses that a proxy reports are not trusted."""
    forwarded = any(name.startswith(FORWARDED) for name in headers)
    return PROXY if forwarded else (scope.get("client") or ("",))[0]


def _is_local(scope: Scope, headers: dict[str, str]) -> bool:
    """Returns whether a request comes from this machine directly, not through a proxy."""
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
