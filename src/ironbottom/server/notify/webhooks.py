"""Sends JSON to the webhook of a chat room.

A player chooses the URL, so it could point into the server's own network. Only public addresses are contacted, at
exactly the address that was checked, and redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from urllib.parse import SplitResult, urlsplit

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.notify.failures import DeliveryFailed

MAX_URL_LENGTH = 500
TIMEOUT = 10.0
"""The number of seconds to wait for each response of the chat room."""
MAX_SECONDS = 20.0
"""The number of seconds after which the connection is always closed."""
HTTPS_PORT, HTTP_PORT = 443, 80
DISCORD = ("discord.com", "discordapp.com")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
Payload = dict[str, object]


def check_url(url: str, *, private: bool) -> SplitResult:
    """Returns the parts of a URL that a message may be sent to. Raises ``BadValue`` otherwise.

    ``private``: whether private addresses, other ports and unencrypted connections are allowed.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadValue("this URL cannot be read", field="webhook") from None
    if len(url) > MAX_URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url or not host:
        raise BadValue(f"the URL must have a host name and at most {MAX_URL_LENGTH} characters", field="webhook")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise BadValue("the URL must not contain a user name or a fragment", field="webhook")
    if parts.scheme not in (("https", "http") if private else ("https",)):
        raise BadValue("the URL must begin with https://", field="webhook")
    if not private and port not in (None, HTTPS_PORT):
        raise BadValue("the URL must not contain a port", field="webhook")
    if not private and _is_address(host) and not is_public(host):
        raise BadValue("this address is not public", field="webhook")
    return parts


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Returns whether an IP address is on the public internet, including one inside a translated IPv6 address.

    >>> [is_public(one) for one in ("93.184.216.34", "10.0.0.1", "127.0.0.1", "::1", "::ffff:192.168.0.1")]
    [True, False, False, False, False]
    """
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


def payload_for(url: str, text: str) -> Payload:
    """Returns the JSON object of a message: Discord reads ``content``; Slack, Mattermost and Matrix bridges ``text``.

    >>> payload_for("https://hooks.slack.com/services/x", "Your move")
    {'text': 'Your move'}
    """
    host = urlsplit(url).hostname or ""
    if host in DISCORD or host.endswith(tuple(f".{one}" for one in DISCORD)):
        return {"content": text, "allowed_mentions": {"parse": []}}
    return {"text": text}


class _PinnedConnection(HTTPConnection):
    """A connection to a fixed IP address, even if the host name now resolves to another one."""

    def __init__(self, host: str, port: int, address: str, tls: ssl.SSLContext | None) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self.default_port = HTTP_PORT if tls is None else HTTPS_PORT
        self._address, self._tls = address, tls

    def connect(self) -> None:
        """Connects to the address."""
        made = socket.create_connection((self._address, self.port), TIMEOUT)
        self.sock = made if self._tls is None else self._tls.wrap_socket(made, server_hostname=self.host)

    def abort(self) -> None:
        """Ends the connection from another thread."""
        sock = self.sock
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


def _resolve(host: str, port: int, *, private: bool) -> str:
    """Returns an address of a host. Fails if any of its addresses is private, unless that is allowed."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise DeliveryFailed(f"the name {host} cannot be resolved: {error.strerror or error}") from None
    addresses = [str(entry[4][0]) for entry in entries]
    if not private and not all(map(is_public, addresses)):
        raise DeliveryFailed(f"{host} is not a public address", permanent=True)
    return addresses[0]


def post_json(url: str, payload: Payload, *, private: bool) -> None:
    """Sends a JSON object. Raises ``DeliveryFailed`` if it is not accepted."""
    try:
        parts = check_url(url, private=private)
    except BadValue as error:
        raise DeliveryFailed(error.message, permanent=True) from None
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (HTTPS_PORT if secure else HTTP_PORT)
    tls = ssl.create_default_context() if secure else None
    connection = _PinnedConnection(host, port, _resolve(host, port, private=private), tls)
    path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    headers = {"Content-Type": "application/json", "User-Agent": "Ironbottom", "Connection": "close"}
    timer = threading.Timer(MAX_SECONDS, connection.abort)
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", path, msgspec.json.encode(payload), headers)
        status = connection.getresponse().status
    except (OSError, HTTPException, ValueError) as error:
        raise DeliveryFailed(f"{host} cannot be reached ({type(error).__name__})") from None
    finally:
        timer.cancel()
        connection.close()
    if not 200 <= status < 300:
        permanent = status < 500 and status not in (408, 425, 429)
        raise DeliveryFailed(f"{host} answered {status}", permanent=permanent)
