"""An HTTP client of an Ironbottom server, with the user's secret. Errors are raised as readable messages."""

from __future__ import annotations

import ipaddress
from http.client import HTTPException
from typing import Any, NoReturn, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

import msgspec

from ironbottom.engine.core.errors import BadValue, IronbottomError, Refused

TIMEOUT_SECONDS = 60.0
"""The timeout of a request. A computer player may think first."""
MAX_RESPONSE_BYTES = 64_000_000
OTHER_VERSION = "the server runs another version of Ironbottom, whose games this one cannot read"

T = TypeVar("T")


class Unreachable(BadValue):
    """Raised if no server answers at an address."""


class NotAllowed(Refused):
    """Raised if this client does not have permission."""


class MatchChanged(Refused):
    """Raised if the match has changed since this client last fetched it."""


class ChoiceRefused(Refused):
    """Raised if a list of choices is refused; ``place`` is the index of the refused choice, from 0."""

    def __init__(self, message: str, *, clause: str | None, place: int) -> None:
        super().__init__(message, clause=clause)
        self.place = place


class _NoRedirects(HTTPRedirectHandler):
    """Refuses redirects, so the secret is sent only to the named server."""

    def redirect_request(self, *_: object) -> None:
        return None


class ServerClient:
    """Sends requests to one server; ``key`` is the server's access key, if it has one."""

    def __init__(self, address: str, secret: str, key: str = "") -> None:
        self.address, self._secret, self._key = address, secret, key
        self._opener = _make_opener(address)

    def get(self, path: str, **query: Any) -> Any:
        """Sends a GET request below ``/api`` and returns the decoded body."""
        return self.decoded(self.read("GET", path, query=query))

    def post(self, path: str, **body: object) -> Any:
        """Sends a POST request below ``/api`` and returns the decoded body."""
        return self.decoded(self.read("POST", path, msgspec.json.encode(body)))

    def read(self, method: str, path: str, body: bytes | None = None, query: dict[str, Any] | None = None) -> bytes:
        """Sends a request and returns the body of the response. Raises ``IronbottomError`` if it fails."""
        headers = {"Authorization": f"Bearer {self._secret}", "Content-Type": "application/json"}
        if self._key:
            headers["Cookie"] = f"ironbottom_key={self._key}"
        query_string = f"?{urlencode(query)}" if query else ""
        request = Request(f"{self.address}/api{path}{query_string}", body, headers, method=method)
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                result: bytes = answer.read(MAX_RESPONSE_BYTES)
                return result
        except HTTPError as error:
            with error:
                self._refuse(error.code, error.read(MAX_RESPONSE_BYTES))
        except (URLError, HTTPException, OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            detail = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            raise Unreachable(f"no server answers at {self.address} ({detail})") from None

    def _refuse(self, status: int, body: bytes) -> NoReturn:
        """Raises the error of a response."""
        try:
            error = msgspec.json.decode(body)["error"]
            message, clause, place = str(error["message"]), error.get("clause"), error.get("place")
        except (msgspec.MsgspecError, KeyError, TypeError, AttributeError):
            raise self._unknown_server_error() from None
        if status == 409:
            raise MatchChanged(message)
        if status == 403:
            raise NotAllowed(message, clause=clause)
        if status == 422:
            raise ChoiceRefused(message, clause=clause, place=place if isinstance(place, int) else -1)
        if status in (500, 503):
            raise Refused(message)
        raise BadValue(message, field=str(error.get("field") or ""), clause=clause)

    def decoded(self, body: bytes) -> Any:
        """Returns the decoded body of a response."""
        try:
            return msgspec.json.decode(body)
        except msgspec.MsgspecError:
            raise self._unknown_server_error() from None

    def _unknown_server_error(self) -> IronbottomError:
        return BadValue(f"the server at {self.address} does not run Ironbottom, or runs another version")


def decode_response(response: object, kind: type[T]) -> T:
    """Converts a response to a struct. Raises ``BadValue`` if the server runs another version."""
    try:
        return msgspec.convert(response, kind)
    except msgspec.ValidationError:
        raise BadValue(OTHER_VERSION) from None


def _make_opener(address: str) -> OpenerDirector:
    """Returns an opener that uses no proxy for this machine and the local network."""
    name = urlsplit(address).hostname or ""
    try:
        near = ipaddress.ip_address(name).is_private
    except ValueError:
        near = name == "localhost" or "." not in name or name.endswith(".local")
    return build_opener(_NoRedirects, *([ProxyHandler({})] if near else []))
