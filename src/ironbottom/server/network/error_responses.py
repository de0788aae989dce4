"""Turns every error into a JSON response: ``{"error": {"message", "clause", "field"?}}``."""

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
from ironbottom.server.errors import Busy, DiceNotSeeded, Forbidden, InternalError, NotFound, Stale

STATUS: tuple[tuple[type[IronbottomError], int], ...] = (
    (Stale, HTTP_409_CONFLICT),
    (DiceNotSeeded, HTTP_409_CONFLICT),
    (NotFound, HTTP_404_NOT_FOUND),
    (Forbidden, HTTP_403_FORBIDDEN),
    (Busy, HTTP_503_SERVICE_UNAVAILABLE),
    (InternalError, HTTP_500_INTERNAL_SERVER_ERROR),
    (Refused, HTTP_422_UNPROCESSABLE_ENTITY),
)
MESSAGES = {
    400: "this request cannot be read",
    404: "there is nothing at this address",
    405: "this address does not accept such a request",
    413: "the request is too large",
    415: "this address accepts JSON",
}
_log = logging.getLogger(__name__)

JsonObject = dict[str, Any]


class ApiRequest(Request[Any, Any, Any]):
    """A request that is answered with status 400 if its body is not text or is nested too deeply."""

    async def json(self) -> Any:
        """Parses the body as JSON."""
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as error:
            raise ClientException(f"this is not valid JSON: {error}") from None


def status_and_body(error: IronbottomError) -> tuple[int, JsonObject]:
    """Returns the status and the body of the response to an error."""
    status = next((status for kind, status in STATUS if isinstance(error, kind)), HTTP_400_BAD_REQUEST)
    body: JsonObject = {"error": error.as_dict()}
    if isinstance(error, Stale):
        body["seq"] = error.seq
    if hasattr(error, "seeding"):
        body["words"] = msgspec.to_builtins(error.seeding)
    if hasattr(error, "place"):
        body["error"]["place"] = error.place
    return status, body


def error_body(message: str, field: str = "") -> JsonObject:
    """Returns the body of an error that has no clause."""
    return {"error": {"message": message, "clause": None, **({"field": field} if field else {})}}


def handle_error(_: ApiRequest, error: IronbottomError) -> Response[JsonObject]:
    """Responds to an error of the engine or the server."""
    status, body = status_and_body(error)
    return Response(body, status_code=status)


def handle_validation_error(_: ApiRequest, error: ValidationException) -> Response[JsonObject]:
    """Responds to a request that contains an invalid value."""
    first: Any = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    message = str(first.get("message") or error.detail.split(" for path ")[0])
    if message == "'data'":
        message = "this address needs a JSON body, and there is none"
    field = "" if first.get("key") == "data" else str(first.get("key") or "")
    return Response(error_body(message, field), status_code=error.status_code)


def handle_http_error(_: ApiRequest, error: HTTPException) -> Response[JsonObject]:
    """Responds to a request that matches no route, or cannot be read."""
    cause = error.__cause__
    while cause is not None and not isinstance(cause, msgspec.DecodeError):
        cause = cause.__cause__
    if cause is not None:
        return Response(error_body(f"this is not valid JSON: {cause}"), status_code=HTTP_400_BAD_REQUEST)
    status = error.status_code
    body = error.detail if type(error) is ClientException else MESSAGES.get(status, error.detail)
    return Response(error_body(body), status_code=status, headers=error.headers or {})


def handle_exception(request: ApiRequest, fault: Exception) -> Response[JsonObject]:
    """Responds to an unexpected exception without revealing internals."""
    _log.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    body = f"the server failed ({type(fault).__name__}); every match is safe as it was after its last act"
    return Response(error_body(body), status_code=HTTP_500_INTERNAL_SERVER_ERROR)


def handle_database_error(request: ApiRequest, error: sqlite3.Error) -> Response[JsonObject]:
    """Responds when the store cannot be read or written."""
    _log.error("%s %s: %s", request.method, request.url.path, error)
    body = f"the game database cannot be read or written: {error}; back it up first"
    return Response(error_body(body), status_code=HTTP_500_INTERNAL_SERVER_ERROR)


HANDLERS: dict[Any, Any] = {
    sqlite3.Error: handle_database_error,
    IronbottomError: handle_error,
    ValidationException: handle_validation_error,
    HTTPException: handle_http_error,
    Exception: handle_exception,
}
