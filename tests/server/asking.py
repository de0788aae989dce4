"""A page in the hands of a test: the endpoints by name, and somebody who plays through them."""

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

from ironbottom.engine.rules.choices import unfolded
from ironbottom.server import app
from ironbottom.server.network.access import Access
from ironbottom.server.storage.database import Store
from tests.players import PLAYER, SEATS_COOKIE

HERE = "http://127.0.0.1:1942"
PATIENCE = 2_400
"""How often a test looks whether a computer player has chosen: its process may take long to begin on a busy machine."""
Told = dict[str, Any]
Client = TestClient[ASGIApp]


class Wrong(Exception):
    """An answer that is an error; ``status`` and ``error`` as they came."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.request.method} {answer.request.url} -> {answer.status_code}: {answer.text[:500]}")
        self.status = answer.status_code
        self.told: Told = answer.json()
        self.error: Told = self.told["error"]


class Asking:
    """The endpoints of a server; ``heard`` takes in every answer as it came."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.heard: list[httpx.Response] = []

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = self.client.request(method, f"/api{path}", **more)
        self.heard.append(answer)
        if answer.status_code >= 400:
            raise Wrong(answer)
        return answer

    def get(self, path: str, **query: Any) -> Any:
        return self.ask("GET", path, params=query).json()

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, json=body).json()

    def begin(self, **wanted: Any) -> Told:
        told: Told = self.post("/matches", **{"game": "pf", "host": "nobody", **wanted})
        return self.with_words(told) if "order" in told else told

    def with_words(self, told: Told) -> Told:
        """The first person's sight of a match, once all have given words for its dice."""
        for side in told["order"]:
            self.post(f"/matches/{told['id']}/words", side=side, words=f"words of {side}")
        first: Told = self.sight(told["id"], told["sides"][0]["id"])
        return first

    def claim_all(self) -> None:
        """Takes the seats of every match that an older version began."""
        for told in self.get("/matches"):
            self.post(f"/matches/{told['id']}/claim")

    def sight(self, match: str, side: str, **query: Any) -> Told:
        told: Told = self.get(f"/matches/{match}", side=side, **query)
        return told

    def act(self, sight: Told, *choices: list[str], **more: Any) -> Told:
        body = {"side": sight["side"], "seq": sight["seq"], "choices": list(choices), **more}
        told: Told = self.post(f"/matches/{sight['id']}/act", **body)
        return told

    def names(self, sight: Told, *choices: list[str]) -> list[str | None]:
        told: Told = self.post(f"/matches/{sight['id']}/names", side=sight["side"], choices=list(choices))
        names: list[str | None] = told["names"]
        return names

    def gives_up(self, sight: Told, *action: str) -> Told | None:
        told: Told = self.post(f"/matches/{sight['id']}/gives_up", side=sight["side"], action=list(action))
        lost: Told | None = told["gives_up"]
        return lost

    def log(self, match: str, side: str, since: int = 0) -> list[Told]:
        told: list[Told] = self.get(f"/matches/{match}/log", side=side, since=since)
        return told

    def moment(self, match: str, side: str, seq: int) -> Told:
        told: Told = self.get(f"/matches/{match}/moment", side=side, seq=seq)
        return told

    def refused(self, ask: Callable[[], Any]) -> Wrong:
        """The error of an asking that must fail."""
        try:
            ask()
        except Wrong as wrong:
            return wrong
        raise AssertionError("this was let through")


def persons(asking: Asking, match: str) -> list[Told]:
    """The sights of all sides that persons hold."""
    seats = asking.sight(match, "public")["seats"]
    return [asking.sight(match, side) for side, holder in seats.items() if holder == "person"]


def to_choose(asking: Asking, match: str) -> Told | None:
    """The sight of the person who must choose; None when nobody must."""
    waiting = asking.sight(match, "public")["waiting"]
    sights = (asking.sight(match, other["side"]) for other in waiting if other["player"] == "person")
    return next((sight for sight in sights if sight["decision"]), None)


def offered(sight: Told) -> list[list[str]]:
    """The choices of a sight's decision, one by one."""
    return unfolded(sight["decision"]["choices"])


def when_asked(asking: Asking, match: str) -> Told | None:
    """Waits for the computer players and returns the view of the person who must choose; None when the match is
    over."""
    for _ in range(PATIENCE):
        sight = to_choose(asking, match)
        if sight is not None or asking.sight(match, "public")["over"]:
            return sight
        time.sleep(0.05)
    raise AssertionError("a computer player does not come to its choice")


def step(asking: Asking, match: str, luck: random.Random) -> Told | None:
    """Makes one choice for a person who must choose; None when nobody must."""
    sight = to_choose(asking, match)
    return sight and asking.act(sight, luck.choice(offered(sight)))


def play(asking: Asking, match: str, seed: int = 1, acts: int = 10_000) -> None:
    """Plays on by chance, to the end or so many acts."""
    luck, sight = random.Random(seed), None
    for _ in range(acts):
        if not sight or not sight["decision"]:
            sight = when_asked(asking, match)
        if sight is None:
            return
        sight = asking.act(sight, luck.choice(offered(sight)))


def at_this_machine(app: ASGIApp, address: str = "127.0.0.1") -> ASGIApp:
    """The application as a browser of this machine reaches it, or of another with its address."""

    async def called(scope: Scope, receive: Receive, send: Send) -> None:
        if "client" in scope:
            scope["client"] = (address, 50_000)
        await app(scope, receive, send)

    return called


@contextmanager
def opened(path: Path, page: Path | None = None, access: Access | None = None, base: str = HERE) -> Iterator[Client]:
    """A client of a server over a store, as long as the block lasts; started again it finds what was stored.

    What knows the handlers is lent to one server after the other: to put it together takes longer than most tests.
    """
    lent = FREE.pop() if FREE else app.with_handlers()
    with Store(path) as store:
        with mock.patch.object(app, "with_handlers", return_value=lent):
            made = app.make_app(store, access, page)
        with TestClient(at_this_machine(made), base_url=base, cookies={SEATS_COOKIE: PLAYER}) as client:
            yield client
    FREE.append(lent)


FREE: list[Litestar] = []
