"""Attacks a server for as long as you like, in all games in turn: ``python -m tests.server.attack --minutes 10``.

Random changes are made to bodies, addresses, positions, records and saves, which are sent to a separate server process
over real connections. After every round an existing match must be unchanged, the server must answer at once and have
grown little, and no response may report a server error.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from ironbottom.engine.record.record import read_lines
from ironbottom.testing.forgeries import mutate_lines, mutate_value, plain_lines
from tests.server.api_client import ApiClient, JsonObject, offered_choices, play
from tests.server.test_process import Server, api_of, serving

ROUND = 25
GAMES = ("pf", "vitp", "hf", "aap", "witp")
OPPONENTS = {game: ("uk", "usa") if game == "aap" else ("allies",) for game in GAMES}
"""The sides other than Japan."""
MAX_SECONDS = 120
MAX_GROWTH = 400_000_000
LETTERS = "\x00\x1b\n\r\t \"'[]{}.,:=#\\\u202e\xff0123456789abcxyz_-"


class Attack:
    """The random requests, and the conditions that must hold after them."""

    def __init__(self, server: Server, api: ApiClient, seed: int, game: str = "pf") -> None:
        self.server, self.api, self.rng, self.game = server, api, random.Random(seed), game
        self.count: Counter[str] = Counter()
        self.other, self.seats = OPPONENTS[game][0], dict.fromkeys(OPPONENTS[game], "random")
        self.untouched_match = api.begin(game=game, seats=self.seats, name="Untouched")["id"]
        play(api, self.untouched_match, acts=8)
        self.target = api.begin(game=game, name="Target")["id"]
        finished = api.begin(game=game, seats=self.seats)["id"]
        play(api, finished, acts=10)
        self.save = api.request("GET", f"/matches/{finished}/export").content
        api.post(f"/matches/{finished}/resign", side="japan")
        self.record = plain_lines(read_lines(api.request("GET", f"/matches/{finished}/export").content))
        self.position = api.get(f"/matches/{self.target}/position", side="japan")["text"]
        self.before = self._snapshot()
        self.memory = self._memory()
        self.kinds: tuple[Callable[[], None], ...] = (
            *(self._bodies, self._bodies, self._addresses, self._positions),
            *(self._forged_records, self._spoilt_saves, self._raw),
        )

    def run(self, seconds: float) -> Counter[str]:
        """Attacks for this long, and for at least one round."""
        until = time.monotonic() + seconds
        self.round()
        while time.monotonic() < until:
            self.round()
        return self.count

    def round(self) -> None:
        """Sends each kind of request once, then others at random; after each, all conditions must hold."""
        others = (self.rng.choice(self.kinds) for _ in range(ROUND - len(self.kinds)))
        for kind in (*self.kinds, *others):
            kind()
            self.count[kind.__name__.strip("_").replace("_", " ")] += 1
        self._check_conditions()

    def _check_conditions(self) -> None:
        began = time.monotonic()
        assert self._snapshot() == self.before, "the untouched match has changed"
        assert time.monotonic() - began < MAX_SECONDS
        assert self._memory() - self.memory < MAX_GROWTH, "server memory grew"
        for match in self.api.get("/matches", count=200):
            if match["id"] not in (self.untouched_match, self.target):
                self.api.request("DELETE", f"/matches/{match['id']}")

    def _snapshot(self) -> list[Any]:
        match_view = self.api.view(self.untouched_match, "japan", since=0)
        return [match_view, self.api.log(self.untouched_match, "public"), bool(offered_choices(match_view))]

    def _memory(self) -> int:
        with suppress(OSError):
            return int(Path(f"/proc/{self.server.process.pid}/statm").read_text(encoding="ascii").split()[1]) * 4096
        return 0

    def _send(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        began = time.monotonic()
        try:
            response = self.api.client.request(method, path, **more)
        except httpx.InvalidURL:
            return None
        assert time.monotonic() - began < MAX_SECONDS, (method, path)
        assert response.status_code < 500 or response.status_code == 503, (method, path, more, response.text)
        if response.status_code >= 400 and "error" in response.text:
            assert response.json()["error"]["message"].strip()
        return response

    def _mutate(self, text: str) -> str:
        """Returns a text with some of its characters replaced, removed or repeated."""
        letters = list(text)
        for _ in range(self.rng.randint(1, 6)):
            index = self.rng.randrange(len(letters) + 1)
            kind = self.rng.random()
            if kind < 0.5:
                letters[index:index] = self.rng.choice(LETTERS) * self.rng.choice((1, 1, 1, 40, 3_000))
            elif kind < 0.8:
                del letters[index : index + self.rng.choice((1, 1, 10))]
            else:
                letters[index:index] = letters[max(0, index - 30) : index]
        return "".join(letters)

    def _bodies(self) -> None:
        acts: dict[str, JsonObject] = {
            "act": {"side": "japan", "seq": 1, "choices": [["done"]], "message": "m", "wait": 0},
            "why_not": {"side": "japan", "action": ["done"]},
            "names": {"side": "japan", "choices": [["done"]]},
            "gives_up": {"side": "japan", "action": ["done"]},
            "ahead": {"side": "japan", "runs": [[["done"]]]},
            "undo": {"side": "japan", "seq": 1, "steps": 1, "wait": 0},
            "undo_offer": {"side": self.other, "word": "accept", "wait": 0},
            "withdraw": {"side": "japan", "seq": 1, "entry": 1, "wait": 0},
            "draw": {"side": "japan", "word": "offer", "wait": 0},
            "seat": {"side": self.other, "player": "random", "wait": 0},
            "words": {"side": "japan", "words": "w", "wait": 0},
            "host": {"side": "japan"},
            "standing": {"side": "japan", "orders": {"nothing": "ask"}, "plans": {"japan_1": None}},
            "part": {"side": "japan", "die": 1, "block": 0, "promise": "ab" * 32, "wait": 0},
            "secret": {"side": "japan", "secret": "ab" * 32},
        }
        act = self.rng.choice(list(acts))
        body = acts[act]
        mutate_value(body, self.rng)
        self._send("POST", f"/api/matches/{self.target}/{act}", content=json.dumps(body).encode())

    def _addresses(self) -> None:
        within = (f"/matches/{self.target}?side=japan", f"/games/{self.game}/clauses", "/matches")
        paths = (*(f"/api{path}" for path in within), "/index.html", "/")
        self._send(self.rng.choice(("GET", "PUT", "OPTIONS")), self._mutate(self.rng.choice(paths)))

    def _positions(self) -> None:
        text = self._mutate(self.position)[:199_000]
        body = {"game": self.game, "seats": self.seats, "wait": 0, "position": text}
        self._send("POST", "/api/matches", content=json.dumps(body).encode("utf-8", "replace"))

    def _forged_records(self) -> None:
        self._send("POST", "/api/matches/import", content=mutate_lines(self.record, self.rng))

    def _spoilt_saves(self) -> None:
        data = bytearray(self.save)
        for _ in range(self.rng.randint(1, 4)):
            data[self.rng.randrange(len(data))] = self.rng.randrange(256)
        self._send("POST", "/api/matches/import", content=bytes(data))

    def _raw(self) -> None:
        address = urlsplit(self.server.address)
        assert address.hostname
        assert address.port
        host = f"{address.hostname}:{address.port}"
        text = self._mutate(
            f"GET /api/games HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n\r\n"
        )
        with (
            closing(socket.create_connection((address.hostname, address.port), timeout=0.5)) as connection,
            suppress(OSError),
        ):
            connection.sendall(text.encode("utf-8", "replace"))
            response = connection.recv(4096)
            assert not response.startswith(b"HTTP/1.1 500"), text


def attack(folder: Path, seconds: float, seed: int, games: Sequence[str] = GAMES) -> dict[str, Counter[str]]:
    """Starts a server on a separate folder and attacks it in each game; returns what was sent, by game and kind."""
    with serving(folder / "games.sqlite") as server, api_of(server) as api:
        sent = {}
        for game in games:
            attacker = Attack(server, api, seed, game)
            sent[game] = attacker.run(seconds / len(games))
            for match in (attacker.untouched_match, attacker.target):
                api.request("DELETE", f"/matches/{match}")
        return sent


def main() -> None:
    """Attacks for the given time."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.server.attack", description="Attacks a server with random requests."
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="how long it may take (5)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the seed of what is sent (the clock)")
    parser.add_argument("--game", choices=GAMES, help="the game that is played there (each in turn)")
    options = parser.parse_args()
    games = (options.game,) if options.game else GAMES
    with tempfile.TemporaryDirectory() as folder:
        sent = attack(Path(folder), 60 * options.minutes, options.seed, games)
    for game, count in sent.items():
        summary = ", ".join(f"{number:,} {kind}" for kind, number in count.items())
        print(f"{game}, seed {options.seed}: {summary}: no invalid request was accepted")  # noqa: T201


if __name__ == "__main__":
    main()
