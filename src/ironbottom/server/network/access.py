"""Decides which requests are answered, and adds security headers to the responses."""

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

from ironbottom.server.network.clients import THIS_MACHINE, YEAR_SECONDS, Client, read_client, read_cookie, store_client
from ironbottom.server.network.error_responses import error_body
from ironbottom.server.network.request_priority import RequestPriority

KEY_COOKIE = "ironbottom_key"
ADMISSION = "ironbottom.admission"
"""The ASGI scope extension that admits a connection; it returns False if there is no room."""
MAX_QUERY_BYTES = 2_000
MAX_QUERY_FIELDS = 50
HOST_PATTERN = re.compile(r"(\[[0-9a-fA-F:.]+\]|[0-9a-zA-Z_.-]+)(:\d{1,5})?")
"""A host name or address with an optional port, and no character that could be injected into a header."""
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws://{host}; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


class AccessRules(NamedTuple):
    """Who may send requests, and how many.

    Without a ``key``, only this machine may; with one, the local network may too. ``names`` are the names of this
    machine in the network.
    """

    key: str = ""
    names: frozenset[str] = frozenset()
    websockets: int = 100
    """The maximum number of open WebSockets per machine."""
    addresses: tuple[str, ...] = ()
    """The addresses at which other machines reach this one, without a path."""


class Rejection(NamedTuple):
    """Why a request is rejected."""

    status: int
    message: str


class AccessMiddleware:
    """Middleware that accepts only same-origin requests with a known host and, if a key is set, with the key."""

    def __init__(self, app: ASGIApp, access: AccessRules, priority: RequestPriority) -> None:
        self.app, self.access, self.priority = app, access, priority
        self._websockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = _headers(scope)
        client = read_client(scope, headers)
        store_client(scope, client)
        rejection = self._rejection(scope, headers) or _reject_if_full(scope)
        if kind == "websocket":
            await (
                self._serve_websocket(scope, receive, send) if rejection is None else _reject_websocket(receive, send)
            )
            return
        sender = _adding_headers(send, headers.get("host", ""), client, scope["path"])
        if rejection is not None:
            await _reject(sender, rejection)
        elif self.access.key and scope["path"] == "/" and (query := _query(scope)).get("key"):
            await _store_key(sender, query, self.access.key)
        else:
            with self.priority.request():
                await self.app(scope, self._prioritized(receive), sender)

    def _prioritized(self, receive: Receive) -> Receive:
        """Returns a ``receive`` that lets computer players run while the body of the request arrives."""
        complete = False

        async def receive_body() -> HTTPReceiveMessage | WebSocketReceiveMessage:
            nonlocal complete
            if complete:
                return await receive()
            with self.priority.waiting():
                message = await receive()
            complete = not message.get("more_body", False)
            return message

        return receive_body

    async def _serve_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves a WebSocket, unless its machine already has too many open."""
        client = (scope.get("client") or ("",))[0]
        if self._websockets[client] >= self.access.websockets:
            await _reject_websocket(receive, send)
            return
        self._websockets[client] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._websockets[client] -= 1
            if not self._websockets[client]:
                del self._websockets[client]

    def _rejection(self, scope: Scope, headers: dict[str, str]) -> Rejection | None:
        if not _is_unambiguous(scope):
            return Rejection(400, "this address cannot be read")
        host = headers.get("host", "")
        if not self._is_own_host(host):
            return Rejection(403, "this is not the name of this server; use the address that it printed")
        origin = headers.get("origin")
        if origin is not None and _netloc(origin) != host:
            return Rejection(403, "requests from other sites are refused")
        if _is_cross_site(scope, headers):
            return Rejection(403, "requests from other sites are refused")
        if self.access.key and not self._has_key(scope, headers):
            return Rejection(403, "this needs the key: use the whole address that the server printed")
        return None

    def _is_own_host(self, host: str) -> bool:
        """Returns whether the request names this machine.

        A foreign name that resolves to it (DNS rebinding) is rejected.
        """
        if not HOST_PATTERN.fullmatch(host):
            return False
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in THIS_MACHINE or name in self.access.names:
            return True
        return bool(self.access.key) and _is_address(name)

    def _has_key(self, scope: Scope, headers: dict[str, str]) -> bool:
        keys = [read_cookie(headers.get("cookie", ""), KEY_COOKIE), _query(scope).get("key", "")]
        return any(hmac.compare_digest(candidate.encode(), self.access.key.encode()) for candidate in keys)


def _reject_if_full(scope: Scope) -> Rejection | None:
    """Rejects an authorized request if too many such connections are open."""
    admit = (scope.get("extensions") or {}).get(ADMISSION)
    if admit is None or admit():  # type: ignore[operator]
        return None
    return Rejection(503, "too many connections are open; try again in a moment")


def _is_unambiguous(scope: Scope) -> bool:
    """Returns whether the path and query can be read in one way only: no empty segments, no control characters, few
    fields."""
    path, query = scope["path"], scope["query_string"]
    unusual = "//" in path or "\\" in path or not path.isprintable() or "\ufffd" in path
    return not unusual and len(query) <= MAX_QUERY_BYTES and query.count(b"&") + query.count(b";") < MAX_QUERY_FIELDS


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _query(scope: Scope) -> dict[str, str]:
    """Returns the query parameters; if several have one name, the last."""
    query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=MAX_QUERY_FIELDS)
    return {name: values[-1] for name, values in query.items()}


def _is_cross_site(scope: Scope, headers: dict[str, str]) -> bool:
    """Returns whether, according to the browser, another site sent the request.

    Following a link to the page is allowed.
    """
    site = headers.get("sec-fetch-site", "none")
    follows = headers.get("sec-fetch-mode") == "navigate" and not scope["path"].startswith("/api")
    return site not in ("none", "same-origin") and not follows


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _adding_headers(send: Send, host: str, client: Client, path: str) -> Send:
    fixed = [
        (b"content-security-policy", CONTENT_SECURITY_POLICY.format(host=host).encode("latin-1")),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message["headers"])
            if not any(name.lower() == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            if client.renews_cookie(path):
                headers.append((b"set-cookie", client.cookie_header()))
            message["headers"] = [*headers, *fixed]
        await send(message)

    return send_with_headers


async def _reject(send: Send, rejection: Rejection) -> None:
    """Sends the reason and closes the connection."""
    body = msgspec.json.encode(error_body(rejection.message))
    await _respond(send, rejection.status, b"application/json", body, (b"connection", b"close"))


async def _store_key(send: Send, query: dict[str, str], key: str) -> None:
    """Stores the key in a cookie and redirects to the page's address without it."""
    rest = urlencode({name: value for name, value in query.items() if name != "key"})
    location = f"/{'?' if rest else ''}{rest}".encode()
    key_cookie = f"{KEY_COOKIE}={key}; Path=/; Max-Age={YEAR_SECONDS}; HttpOnly; SameSite=Lax".encode()
    await _respond(send, 303, b"text/plain", b"", (b"location", location), (b"set-cookie", key_cookie))


async def _respond(send: Send, status: int, media: bytes, body: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [(b"content-type", media), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _reject_websocket(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": "not let in"})
