"""A client of the server's API for tests: the endpoints by name, and helpers that play through them."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
from litestar import Litestar
from litestar.testing import TestClient
from litestar.types import ASGIApp, Receive, Scope, Send

from ironbottom.engine.rules.choices import expand_factored
from ironbottom.server import app
from ironbottom.server.configuration import Configuration
from ironbottom.server.network.access import AccessRules
from ironbottom.server.storage.database import Store
from tests.players import PLAYER, SEATS_COOKIE

BASE_URL = "http://127.0.0.1:1942"
MAX_TRIES = 2_400
"""The number of times that a test checks whether a computer player has chosen.

Its process may start slowly on a busy machine.
"""
JsonObject = dict[str, Any]
Client = TestClient[ASGIApp]


class ErrorResponse(Exception):
    """Raised for an error response, with ``status`` and ``error`` as received."""

    def __init__(self, response: httpx.Response) -> None:
        request = response.request
        super().__init__(f"{request.method} {request.url} -> {response.status_code}: {response.text[:500]}")
        self.status = response.status_code
        self.body: JsonObject = response.json()
        self.error: JsonObject = self.body["error"]


class ApiClient:
    """The endpoints of a server; ``responses`` collects every response as received."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.responses: list[httpx.Response] = []

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        response = self.client.request(method, f"/api{path}", **more)
        self.responses.append(response)
        if response.status_code >= 400:
            raise ErrorResponse(response)
        return response

    def get(self, path: str, **query: Any) -> Any:
        return self.request("GET", path, params=query).json()

    def post(self, path: str, **body: Any) -> Any:
        return self.request("POST", path, json=body).json()

    def begin(self, **terms: Any) -> JsonObject:
        response: JsonObject = self.post("/matches", **{"game": "pf", "host": "nobody", **terms})
        return self.enter_words(response) if "order" in response else response

    def enter_words(self, response: JsonObject) -> JsonObject:
        """Enters words for the dice for everybody, and returns the first person's view of the match."""
        for side in response["order"]:
            self.post(f"/matches/{response['id']}/words", side=side, words=f"words of {side}")
        first: JsonObject = self.view(response["id"], response["sides"][0]["id"])
        return first

    def claim_all(self) -> None:
        """Takes the seats of every match that an older version began."""
        for match in self.get("/matches"):
            self.post(f"/matches/{match['id']}/claim")

    def view(self, match: str, side: str, **query: Any) -> JsonObject:
        response: JsonObject = self.get(f"/matches/{match}", side=side, **query)
        return response

    def act(self, match_view: JsonObject, *choices: list[str], **more: Any) -> JsonObject:
        body = {"side": match_view["side"], "seq": match_view["seq"], "choices": list(choices), **more}
        response: JsonObject = self.post(f"/matches/{match_view['id']}/act", **body)
        return response

    def names(self, match_view: JsonObject, *choices: list[str]) -> list[str | None]:
        response: JsonObject = self.post(
            f"/matches/{match_view['id']}/names", side=match_view["side"], choices=list(choices)
        )
        names: list[str | None] = response["names"]
        return names

    def gives_up(self, match_view: JsonObject, *action: str) -> JsonObject | None:
        response: JsonObject = self.post(
            f"/matches/{match_view['id']}/gives_up", side=match_view["side"], action=list(action)
        )
        lost: JsonObject | None = response["gives_up"]
        return lost

    def log(self, match: str, side: str, since: int = 0) -> list[JsonObject]:
        response: list[JsonObject] = self.get(f"/matches/{match}/log", side=side, since=since)
        return response

    def past_view(self, match: str, side: str, seq: int) -> JsonObject:
        response: JsonObject = self.get(f"/matches/{match}/moment", side=side, seq=seq)
        return response

    def error_of(self, send: Callable[[], Any]) -> ErrorResponse:
        """Returns the error of a request that must fail."""
        try:
            send()
        except ErrorResponse as error:
            return error
        raise AssertionError("the request was accepted")


def views_of_persons(api: ApiClient, match: str) -> list[JsonObject]:
    """Returns the views of all sides that human players play."""
    seats = api.view(match, "public")["seats"]
    return [api.view(match, side) for side, holder in seats.items() if holder == "person"]


def view_to_choose(api: ApiClient, match: str) -> JsonObject | None:
    """Returns the view of the person who must choose; None if nobody must."""
    waiting = api.view(match, "public")["waiting"]
    match_views = (api.view(match, other["side"]) for other in waiting if other["player"] == "person")
    return next((match_view for match_view in match_views if match_view["decision"]), None)


def offered_choices(match_view: JsonObject) -> list[list[str]]:
    """Returns the choices of a view's decision, one by one."""
    return expand_factored(match_view["decision"]["choices"])


def wait_for_choice(api: ApiClient, match: str) -> JsonObject | None:
    """Waits for the computer players and returns the view of the person who must choose; None if the match is over."""
    for _ in range(MAX_TRIES):
        match_view = view_to_choose(api, match)
        if match_view is not None or api.view(match, "public")["over"]:
            return match_view
        time.sleep(0.05)
    raise AssertionError("timed out waiting for a computer player")


def make_random_choice(api: ApiClient, match: str, rng: random.Random) -> JsonObject | None:
    """Makes one random choice for a person who must choose; returns None if nobody must choose."""
    match_view = view_to_choose(api, match)
    return match_view and api.act(match_view, rng.choice(offered_choices(match_view)))


def play(api: ApiClient, match: str, seed: int = 1, acts: int = 10_000) -> None:
    """Plays at random, to the end or for this many acts."""
    rng, match_view = random.Random(seed), None
    for _ in range(acts):
        if not match_view or not match_view["decision"]:
            match_view = wait_for_choice(api, match)
        if match_view is None:
            return
        match_view = api.act(match_view, rng.choice(offered_choices(match_view)))


def from_this_machine(app: ASGIApp, address: str = "127.0.0.1") -> ASGIApp:
    """Returns the application as seen from this client address."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if "client" in scope:
            scope["client"] = (address, 50_000)
        await app(scope, receive, send)

    return wrapped


@contextmanager
def running_server(
    path: Path,
    page: Path | None = None,
    access: AccessRules | None = None,
    base: str = BASE_URL,
    configuration: Configuration | None = None,
) -> Iterator[Client]:
    """Yields a client of a server with this store; a server that is restarted finds the data stored there.

    The application with its routes is reused from one server to the next, since building it takes longer than most
    tests.
    """
    app_instance = idle_apps.pop() if idle_apps else app.make_litestar()
    with Store(path) as store:
        with mock.patch.object(app, "make_litestar", return_value=app_instance):
            served = app.make_app(store, access, page, configuration=configuration)
        with TestClient(from_this_machine(served), base_url=base, cookies={SEATS_COOKIE: PLAYER}) as client:
            yield client
    idle_apps.append(app_instance)


idle_apps: list[Litestar] = []
"""Applications that no server uses at the moment."""
