"""Every answer of a server to one side and to the public, for comparing two matches that may differ only in secrets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.server.api_client import ApiClient, ErrorResponse, offered_choices
from tests.server.test_claims import requests_of_japan

FIELDS_OF_THE_MATCH = (
    "id",
    "name",
    "created",
    "played",
    "stamp",
    "mark",
    "base",
    "seed",
    "promise",
    "hash",
    "commitments",
    "words",
)
"""What differs between any two matches."""
ROLLS_AT_ONCE = ("form", "form_off_map")
"""8.5 Verbs of *War in the Pacific* that draw the number of a Task Force, which differs between any two matches."""


def all_answers(api: ApiClient, match: str, viewer: str, actions: Sequence[list[str]]) -> dict[str, Any]:
    """The answers to every request that a side or the public may send, without what differs in any match.

    The requests about actions are sent for each of ``actions``. At the end the side makes its first choice, if it has
    one.
    """
    seq, found = api.view(match, viewer)["seq"], dict[str, Any]()
    requests = requests_of_japan(match, seq).items()
    for each in (viewer, "public"):
        for route, (method, path, more) in requests:
            if method == "GET":
                query = {**more.get("params", {}), "side": each}
                found[f"{each} {route}"] = answer(api, "GET", path, params=query)
        for route in ("/why_not", "/names", "/gives_up", "/ahead"):
            for number, action in enumerate(actions):
                body: dict[str, Any] = {"side": each, "action": action}
                if route in ("/names", "/ahead"):
                    body = (
                        {"side": each, "choices": [action]} if route == "/names" else {"side": each, "runs": [[action]]}
                    )
                found[f"{each} {route} {number}"] = answer(api, "POST", f"/matches/{match}{route}", json=body)
    found["matches"] = [each for each in api.get("/matches") if each["id"] == match]
    if found[f"{viewer} GET /matches/{{match_id}}"]["decision"]:
        found |= after_an_act(api, match, viewer)
    return {key: plain(json.loads(json.dumps(value).replace(match, "MATCH"))) for key, value in found.items()}


def after_an_act(api: ApiClient, match: str, viewer: str) -> dict[str, Any]:
    """The answers to the first choice of a side and to what it asks next."""
    found = {"refused": answer(api, "POST", f"/matches/{match}/act", json={"side": viewer, "seq": 0, "choices": []})}
    match_view = api.view(match, viewer)
    action = next(choice for choice in offered_choices(match_view) if choice[0] not in ROLLS_AT_ONCE)
    found["act"] = answer(
        api, "POST", f"/matches/{match}/act", json={"side": viewer, "seq": match_view["seq"], "choices": [action]}
    )
    for each in (viewer, "public"):
        found[f"{each} after"] = answer(api, "GET", f"/matches/{match}", params={"side": each, "since": 0})
        found[f"{each} log after"] = answer(api, "GET", f"/matches/{match}/log", params={"side": each})
    return found


def answer(api: ApiClient, method: str, path: str, **more: Any) -> Any:
    """The answer to a request, or its error."""
    try:
        return api.request(method, path, **more).json()
    except ErrorResponse as error:
        return error.body
    except json.JSONDecodeError:
        return None


def plain(data: Any) -> Any:
    """Data without what differs between any two matches."""
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items() if key not in FIELDS_OF_THE_MATCH}
    return [plain(each) for each in data] if isinstance(data, list) else data
