"""The door: who may ask at all, and the headers that keep a browser from being misled."""

from __future__ import annotations

import hmac
import ipaddress
import re
from collections import Counter
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec
from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    Message,
    Receive,
    Scope,
    Send,
    WebSocketReceiveMessage,
)

from ironbottom.server.network.clients import A_YEAR, THIS_MACHINE, Client, cookie, read_client, remember
from ironbottom.server.network.error_responses import plain
from ironbottom.server.network.request_priority import Precedence

COOKIE = "ironbottom_key"
ADMISSION = "ironbottom.admission"
"""The ASGI scope extension by which the server admits a connection: False if there is no room."""
LONGEST_QUERY = 2_000
MOST_FIELDS = 50
HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[0-9a-zA-Z_.-]+)(:\d{1,5})?")
"""A name or address and perhaps a port, and nothing else that could find its way into a header."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws://{host}; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


class Access(NamedTuple):
    """Who may ask, and how much: this machine alone, or with a ``key`` the house; ``names`` it is called by there."""

    key: str = ""
    names: frozenset[str] = frozenset()
    watchers: int = 100
    """So many pages of one machine may watch matches at once."""
    addresses: tuple[str, ...] = ()
    """The addresses by which other machines reach this one, without a path."""


class TurnedAway(NamedTuple):
    """Why a request is not let in."""

    status: int
    message: str


class Guard:
    """Stands before the application and lets in same-origin requests with the right host, and key where one is set."""

    def __init__(self, app: ASGIApp, access: Access, precedence: Precedence) -> None:
        self.app, self.access, self.precedence = app, access, precedence
        self._watching: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = _headers(scope)
        client = read_client(scope, headers)
        remember(scope, client)
        refusal = self._refusal(scope, headers) or _no_room(scope)
        if kind == "websocket":
            await (self._watch(scope, receive, send) if refusal is None else _turn_away(receive, send))
            return
        guarded = _with_headers(send, headers.get("host", ""), client, scope["path"])
        if refusal is not None:
            await _refuse(guarded, refusal)
        elif self.access.key and scope["path"] == "/" and (asked := _asked(scope)).get("key"):
            await _take_key(guarded, asked, self.access.key)
        else:
            with self.precedence.request():
                await self.app(scope, self._waiting_for(receive), guarded)

    def _waiting_for(self, receive: Receive) -> Receive:
        """Receives the body of a request; computer players go on while it is on its way."""
        whole = False

        async def received() -> HTTPReceiveMessage | WebSocketReceiveMessage:
            nonlocal whole
            if whole:
                return await receive()
            with self.precedence.waiting():
                message = await receive()
            whole = not message.get("more_body", False)
            return message

        return received

    async def _watch(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a page watch, unless too many of its machine do."""
        client = (scope.get("client") or ("",))[0]
        if self._watching[client] >= self.access.watchers:
            await _turn_away(receive, send)
            return
        self._watching[client] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._watching[client] -= 1
            if not self._watching[client]:
                del self._watching[client]

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> TurnedAway | None:
        if not _is_plain(scope):
            return TurnedAway(400, "this address cannot be read")
        host = headers.get("host", "")
        if not self._is_ours(host):
            return TurnedAway(403, "this server is not called so; use the address that it printed")
        origin = headers.get("origin")
        if origin is not None and _netloc(origin) != host:
            return TurnedAway(403, "requests of other sites are not answered")
        if _from_elsewhere(scope, headers):
            return TurnedAway(403, "requests of other sites are not answered")
        if self.access.key and not self._has_key(scope, headers):
            return TurnedAway(403, "this needs the key: use the whole address that the server printed")
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a request names this machine: a name led here from outside (DNS rebinding) is refused."""
        if not HOST.fullmatch(host):
            return False
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in THIS_MACHINE or name in self.access.names:
            return True
        return bool(self.access.key) and _is_address(name)

    def _has_key(self, scope: Scope, headers: dict[str, str]) -> bool:
        given = [cookie(headers.get("cookie", ""), COOKIE), _asked(scope).get("key", "")]
        return any(hmac.compare_digest(one.encode(), self.access.key.encode()) for one in given)


def _no_room(scope: Scope) -> TurnedAway | None:
    """Refuses an authorised request if too many such connections are open."""
    admit = (scope.get("extensions") or {}).get(ADMISSION)
    if admit is None or admit():  # type: ignore[operator]
        return None
    return TurnedAway(503, "too many connections are open; try again in a moment")


def _is_plain(scope: Scope) -> bool:
    """Whether an address has one reading alone: no empty parts, no steering letters, no heap of fields."""
    path, query = scope["path"], scope["query_string"]
    odd = "//" in path or "\\" in path or not path.isprintable() or "\ufffd" in path
    return not odd and len(query) <= LONGEST_QUERY and query.count(b"&") + query.count(b";") < MOST_FIELDS


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _asked(scope: Scope) -> dict[str, str]:
    """The query of a request, the last of each name."""
    query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=MOST_FIELDS)
    return {name: values[-1] for name, values in query.items()}


def _from_elsewhere(scope: Scope, headers: dict[str, str]) -> bool:
    """Whether the browser says that another site asks; following a link to the page is allowed."""
    site = headers.get("sec-fetch-site", "none")
    follows = headers.get("sec-fetch-mode") == "navigate" and not scope["path"].startswith("/api")
    return site not in ("none", "same-origin") and not follows


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send, host: str, client: Client, path: str) -> Send:
    fixed = [
        (b"content-security-policy", POLICY.format(host=host).encode("latin-1")),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message["headers"])
            if not any(name.lower() == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            if client.to_renew(path):
                headers.append((b"set-cookie", client.cookie()))
            message["headers"] = [*headers, *fixed]
        await send(message)

    return sent


async def _refuse(send: Send, refusal: TurnedAway) -> None:
    """Answers with the reason and closes the connection."""
    told = msgspec.json.encode(plain(refusal.message))
    await _respond(send, refusal.status, b"application/json", told, (b"connection", b"close"))


async def _take_key(send: Send, asked: dict[str, str], key: str) -> None:
    """Puts the key into a cookie and leads on to the page's address without it."""
    rest = urlencode({name: value for name, value in asked.items() if name != "key"})
    leads = f"/{'?' if rest else ''}{rest}".encode()
    kept = f"{COOKIE}={key}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax".encode()
    await _respond(send, 303, b"text/plain", b"", (b"location", leads), (b"set-cookie", kept))


async def _respond(send: Send, status: int, media: bytes, body: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [(b"content-type", media), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _turn_away(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": "not let in"})
