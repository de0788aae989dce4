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
from tests.kit.forgeries import plain_lines, spoil_lines, spoilt
from tests.server.api_client import ApiClient, JsonObject, offered_choices, play
from tests.server.test_process import Server, asked, serving

ROUND = 25
GAMES = ("pf", "vitp", "hf", "aap", "witp")
OPPONENTS = {game: ("uk", "usa") if game == "aap" else ("allies",) for game in GAMES}
"""The sides that are not Japan."""
MOST_SECONDS = 120
MOST_GROWTH = 400_000_000
LETTERS = "\x00\x1b\n\r\t \"'[]{}.,:=#\\\u202e\xff0123456789abcxyz_-"


class Attack:
    """The random requests, and the conditions that must hold after them."""

    def __init__(self, server: Server, api: ApiClient, seed: int, game: str = "pf") -> None:
        self.server, self.api, self.chance, self.game = server, api, random.Random(seed), game
        self.count: Counter[str] = Counter()
        self.other, self.seats = OPPONENTS[game][0], dict.fromkeys(OPPONENTS[game], "random")
        self.standing = api.begin(game=game, seats=self.seats, name="Standing")["id"]
        play(api, self.standing, acts=8)
        self.target = api.begin(game=game, name="Target")["id"]
        finished = api.begin(game=game, seats=self.seats)["id"]
        play(api, finished, acts=10)
        self.save = api.ask("GET", f"/matches/{finished}/export").content
        api.post(f"/matches/{finished}/resign", side="japan")
        self.record = plain_lines(read_lines(api.ask("GET", f"/matches/{finished}/export").content))
        self.position = api.get(f"/matches/{self.target}/position", side="japan")["text"]
        self.before = self._stands()
        self.weight = self._weight()
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
        """Sends each kind of request once, then others at random; afterwards all conditions must hold."""
        others = (self.chance.choice(self.kinds) for _ in range(ROUND - len(self.kinds)))
        for kind in (*self.kinds, *others):
            kind()
            self.count[kind.__name__.strip("_").replace("_", " ")] += 1
        self._hold()

    def _hold(self) -> None:
        began = time.monotonic()
        assert self._stands() == self.before, "the match that stands is not as it was"
        assert time.monotonic() - began < MOST_SECONDS
        assert self._weight() - self.weight < MOST_GROWTH, "the server grows"
        for match in self.api.get("/matches", count=200):
            if match["id"] not in (self.standing, self.target):
                self.api.ask("DELETE", f"/matches/{match['id']}")

    def _stands(self) -> list[Any]:
        match_view = self.api.view(self.standing, "japan", since=0)
        return [match_view, self.api.log(self.standing, "public"), bool(offered_choices(match_view))]

    def _weight(self) -> int:
        with suppress(OSError):
            return int(Path(f"/proc/{self.server.process.pid}/statm").read_text(encoding="ascii").split()[1]) * 4096
        return 0

    def _sent(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        began = time.monotonic()
        try:
            answer = self.api.client.request(method, path, **more)
        except httpx.InvalidURL:
            return None
        assert time.monotonic() - began < MOST_SECONDS, (method, path)
        assert answer.status_code < 500 or answer.status_code == 503, (method, path, more, answer.text)
        if answer.status_code >= 400 and "error" in answer.text:
            assert answer.json()["error"]["message"].strip()
        return answer

    def _mixed(self, text: str) -> str:
        """Returns a text with some of its characters replaced, removed or repeated."""
        letters = list(text)
        for _ in range(self.chance.randint(1, 6)):
            place = self.chance.randrange(len(letters) + 1)
            what = self.chance.random()
            if what < 0.5:
                letters[place:place] = self.chance.choice(LETTERS) * self.chance.choice((1, 1, 1, 40, 3_000))
            elif what < 0.8:
                del letters[place : place + self.chance.choice((1, 1, 10))]
            else:
                letters[place:place] = letters[max(0, place - 30) : place]
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
        act = self.chance.choice(list(acts))
        body = acts[act]
        spoilt(body, self.chance)
        self._sent("POST", f"/api/matches/{self.target}/{act}", content=json.dumps(body).encode())

    def _addresses(self) -> None:
        within = (f"/matches/{self.target}?side=japan", f"/games/{self.game}/clauses", "/matches")
        paths = (*(f"/api{path}" for path in within), "/index.html", "/")
        self._sent(self.chance.choice(("GET", "PUT", "OPTIONS")), self._mixed(self.chance.choice(paths)))

    def _positions(self) -> None:
        text = self._mixed(self.position)[:199_000]
        body = {"game": self.game, "seats": self.seats, "wait": 0, "position": text}
        self._sent("POST", "/api/matches", content=json.dumps(body).encode("utf-8", "replace"))

    def _forged_records(self) -> None:
        self._sent("POST", "/api/matches/import", content=spoil_lines(self.record, self.chance))

    def _spoilt_saves(self) -> None:
        data = bytearray(self.save)
        for _ in range(self.chance.randint(1, 4)):
            data[self.chance.randrange(len(data))] = self.chance.randrange(256)
        self._sent("POST", "/api/matches/import", content=bytes(data))

    def _raw(self) -> None:
        address = urlsplit(self.server.address)
        assert address.hostname
        assert address.port
        host = f"{address.hostname}:{address.port}"
        text = self._mixed(
            f"GET /api/games HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n\r\n"
        )
        with (
            closing(socket.create_connection((address.hostname, address.port), timeout=0.5)) as line,
            suppress(OSError),
        ):
            line.sendall(text.encode("utf-8", "replace"))
            answer = line.recv(4096)
            assert not answer.startswith(b"HTTP/1.1 500"), text


def attack(folder: Path, seconds: float, seed: int, games: Sequence[str] = GAMES) -> dict[str, Counter[str]]:
    """Starts a server on a separate folder and attacks it in each game; returns what was sent, by game and kind."""
    with serving(folder / "games.sqlite") as server, asked(server) as api:
        sent = {}
        for game in games:
            attacker = Attack(server, api, seed, game)
            sent[game] = attacker.run(seconds / len(games))
            for match in (attacker.standing, attacker.target):
                api.ask("DELETE", f"/matches/{match}")
        return sent


def main() -> None:
    """Attacks for the given time."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.attack", description="A server under attack.")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long it may take (5)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the seed of what is sent (the clock)")
    parser.add_argument("--game", choices=GAMES, help="the game that is played there (each in turn)")
    given = parser.parse_args()
    games = (given.game,) if given.game else GAMES
    with tempfile.TemporaryDirectory() as folder:
        sent = attack(Path(folder), 60 * given.minutes, given.seed, games)
    for game, count in sent.items():
        response = ", ".join(f"{number:,} {what}" for what, number in count.items())
        print(f"{game}, seed {given.seed}: {response}: nothing was accepted that should not be, and nothing was lost")  # noqa: T201


if __name__ == "__main__":
    main()
