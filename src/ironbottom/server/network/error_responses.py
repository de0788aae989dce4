"""Whatever goes wrong, in the one form in which the wire tells it: ``{"error": {"message", "clause", "field"?}}``."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import ClientException, HTTPException, ValidationException
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_422_UNPROCESSABLE_ENTITY,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)

from ironbottom.engine.core.errors import IronbottomError, Refused
from ironbottom.server.errors import Busy, Faulty, NotFound, NotYours, Stale, WordsFirst

STATUS: tuple[tuple[type[IronbottomError], int], ...] = (
    (Stale, HTTP_409_CONFLICT),
    (WordsFirst, HTTP_409_CONFLICT),
    (NotFound, HTTP_404_NOT_FOUND),
    (NotYours, HTTP_403_FORBIDDEN),
    (Busy, HTTP_503_SERVICE_UNAVAILABLE),
    (Faulty, HTTP_500_INTERNAL_SERVER_ERROR),
    (Refused, HTTP_422_UNPROCESSABLE_ENTITY),
)
SENTENCES = {
    400: "this request cannot be read",
    404: "there is nothing at this address",
    405: "this address does not take such a request",
    413: "the request is too large",
    415: "this address takes JSON",
}
_log = logging.getLogger(__name__)

Told = dict[str, Any]


class AnyRequest(Request[Any, Any, Any]):
    """A request whose body is refused, not failed at, where it is no text or nested too deep."""

    async def json(self) -> Any:
        """The body read as JSON."""
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as wrong:
            raise ClientException(f"this is not JSON as it should be: {wrong}") from None


def refusal(wrong: IronbottomError) -> tuple[int, Told]:
    """The status and body of a refusal."""
    status = next((status for kind, status in STATUS if isinstance(wrong, kind)), HTTP_400_BAD_REQUEST)
    told: Told = {"error": wrong.as_dict()}
    if isinstance(wrong, Stale):
        told["seq"] = wrong.seq
    if hasattr(wrong, "words"):
        told["words"] = msgspec.to_builtins(wrong.words)
    if hasattr(wrong, "place"):
        told["error"]["place"] = wrong.place
    return status, told


def plain(message: str, field: str = "") -> Told:
    """The body of an error that no rule is behind."""
    return {"error": {"message": message, "clause": None, **({"field": field} if field else {})}}


def on_refusal(_: AnyRequest, wrong: IronbottomError) -> Response[Told]:
    """Answers what the referee or the server refuses."""
    status, told = refusal(wrong)
    return Response(told, status_code=status)


def on_bad_value(_: AnyRequest, wrong: ValidationException) -> Response[Told]:
    """Answers a request with a value that the place does not allow."""
    first: Any = wrong.extra[0] if isinstance(wrong.extra, list) and wrong.extra else {}
    message = str(first.get("message") or wrong.detail.split(" for path ")[0])
    if message == "'data'":
        message = "this address takes a body of JSON, and there is none"
    field = "" if first.get("key") == "data" else str(first.get("key") or "")
    return Response(plain(message, field), status_code=wrong.status_code)


def on_http(_: AnyRequest, wrong: HTTPException) -> Response[Told]:
    """Answers what is no request of this server."""
    cause = wrong.__cause__
    while cause is not None and not isinstance(cause, msgspec.DecodeError):
        cause = cause.__cause__
    if cause is not None:
        return Response(plain(f"this is not JSON as it should be: {cause}"), status_code=HTTP_400_BAD_REQUEST)
    status = wrong.status_code
    told = wrong.detail if type(wrong) is ClientException else SENTENCES.get(status, wrong.detail)
    return Response(plain(told), status_code=status, headers=wrong.headers or {})


def on_fault(request: AnyRequest, fault: Exception) -> Response[Told]:
    """Answers a fault of our own without showing its insides."""
    _log.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    told = f"the server failed at this ({type(fault).__name__}); every match is safe as it was after its last act"
    return Response(plain(told), status_code=HTTP_500_INTERNAL_SERVER_ERROR)


def on_damage(request: AnyRequest, wrong: sqlite3.Error) -> Response[Told]:
    """Answers where the file of the games cannot be read or written."""
    _log.error("%s %s: %s", request.method, request.url.path, wrong)
    told = f"the file of the games cannot be read or written here: {wrong}; keep a copy of it first"
    return Response(plain(told), status_code=HTTP_500_INTERNAL_SERVER_ERROR)


HANDLERS: dict[Any, Any] = {
    sqlite3.Error: on_damage,
    IronbottomError: on_refusal,
    ValidationException: on_bad_value,
    HTTPException: on_http,
    Exception: on_fault,
}
