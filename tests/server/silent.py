"""Acts that an audience is not told about: ``python -m tests.server.silent --minutes 5``; ``make fuzz`` runs it.

A match is played over HTTP at random, with occasional undo. Every audience (each side and the public) requests
everything that it is shown and listens on a live connection. After an act that adds no entry to its log, every byte of
what it is shown must be unchanged, and its connection must be silent.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.rules.registry import all_games
from tests.kit.games import SetUp, every_value, from_position, named, recorded_positions, saved
from tests.kit.secrets import difference
from tests.kit.waiting import LONGEST
from tests.server.asking import Asking, Client, Told, offered, opened
from tests.server.seating import Player, seat_players, secret_of

PUBLIC = "public"
TAKEN_BACK = 0.15
"""How often an act that may be taken back freely is taken back."""


class Audience:
    """A side or the public: everything that it is shown, and what its connection sends."""

    def __init__(self, asking: Player, line: Any, match: str, eyes: str) -> None:
        self.asking, self.line, self.match, self.eyes = asking, line, match, eyes
        self.heard: Told = line.receive_json(timeout=LONGEST)
        self.shown, self.sight = self.look()

    def look(self) -> tuple[dict[str, bytes], Told]:
        """The sight with the whole log, and the list of matches, byte for byte; and the sight as it reads."""
        sight = self.asking.ask("GET", f"/matches/{self.match}", params={"side": self.eyes, "since": 0})
        return {"sight": sight.content, "list": self.asking.ask("GET", "/matches").content}, sight.json()

    def after(self, act: str) -> bool:
        """Looks and listens after an act of somebody else; True if it is not told about the act."""
        shown, sight = self.look()
        silent = bool(sight["seq"] == self.sight["seq"])
        if silent:
            for name, answer in shown.items():
                if answer != self.shown[name]:
                    where = difference(json.loads(self.shown[name]), json.loads(answer))
                    raise AssertionError(f"{self.eyes} does not see {act}, but its {name} changes: {where}")
        self.shown, self.sight = shown, sight
        if not silent:
            self.listen()
        return silent

    def listen(self) -> None:
        """Reads the connection up to what is shown now: each message must belong to a new log entry."""
        while self.heard.get("mark") != self.sight["mark"]:
            heard = self.line.receive_json(timeout=LONGEST)
            assert heard["seq"] > self.heard["seq"], (
                f"the line of {self.eyes} rings with no entry: {heard}, {self.heard}"
            )
            self.heard = heard


def check_silence(client: Client, setup: SetUp, seed: int, acts: int) -> Counter[str]:
    """Plays this many acts with people in every seat; counts the acts and those that audiences were not told about."""
    luck, count = random.Random(seed), Counter[str]()
    match, players = begun(client, setup)
    everybody = {**players, PUBLIC: Player(client, "")}
    with ExitStack() as lines:
        audiences = {eyes: audience(one, client, lines, match, eyes) for eyes, one in everybody.items()}
        for _ in range(acts):
            choosing = [one for one in audiences.values() if one.sight["decision"]]
            if not choosing:
                break
            one = luck.choice(choosing)
            act = made(one.asking, one.sight, luck)
            if one.eyes not in held(one.asking, match):  # a bid made the players change places
                everybody |= {side: player for player in players.values() for side in held(player, match)}
                audiences = {eyes: audience(each, client, lines, match, eyes) for eyes, each in everybody.items()}
                count["acts"] += 1
                continue
            one.shown, one.sight = one.look()
            one.listen()
            others = [other for other in audiences.values() if other is not one]
            count["acts"] += 1
            count["silent"] += sum([other.after(f"{one.eyes}: {act}") for other in others])
        for other in audiences.values():
            other.sight = other.asking.sight(match, other.eyes)
            assert other.heard["mark"] == other.sight["mark"]
    return count


def begun(client: Client, setup: SetUp) -> tuple[str, dict[str, Player]]:
    """A match that begins with a set-up, and the players of its sides, each a client of its own."""
    start = setup.start()
    if start is not None:
        return seat_players(client, game=setup.game.id, position=position_text(start))
    return seat_players(client, game=setup.game.id, scenario=setup.scenario, options=setup.options)


def held(player: Player, match: str) -> list[str]:
    """The sides that a player holds."""
    return [seat["side"] for seat in player.seats(match)["seats"] if seat["yours"]]


def audience(asking: Player, client: Client, lines: ExitStack, match: str, eyes: str) -> Audience:
    address = f"/api/matches/{match}/live?side={eyes}&mark=1"
    line = client.websocket_connect(address, headers=asking.header)
    return Audience(asking, lines.enter_context(line), match, eyes)


def made(asking: Asking, sight: Told, luck: random.Random) -> str:
    """One act of the side that has this view, as a fault report names it."""
    match, side, seq = sight["id"], sight["side"], sight["seq"]
    if sight["undo"]["steps"] and luck.random() < TAKEN_BACK:
        asking.post(f"/matches/{match}/undo", side=side, seq=seq)
        return "undo"
    choice = luck.choice(offered(sight))
    asking.act(sight, choice)
    return " ".join(choice)


def setups(game: str) -> Iterator[SetUp]:
    """Every set-up of a game that the kit tries, from its start and from recorded and saved positions."""
    found = named(game)
    yield from saved(found)
    yield from (from_position(found, path) for path in recorded_positions(found))
    yield from every_value(found)


def run(folder: Path, seconds: float, seed: int, games: list[str], acts: int = 60) -> Counter[str]:
    """Plays for this long, each time another set-up of the next game."""
    luck, count = random.Random(seed), Counter[str]()
    tried = {game: list(setups(game)) for game in games}
    until = time.monotonic() + seconds
    with opened(folder / "games.sqlite") as client:
        while time.monotonic() < until:
            game = games[count["matches"] % len(games)]
            setup, dealt = luck.choice(tried[game]), luck.randrange(2**31)
            try:
                count += check_silence(client, setup, dealt, acts)
            except Exception as wrong:
                raise AssertionError(f"{setup}, seed {dealt}: {wrong}") from wrong
            count["matches"] += 1
            host = Player(client, secret_of(setup.rules.sides.ids[0]))
            for match in host.get("/matches"):
                host.ask("DELETE", f"/matches/{match['id']}")
    return count


def main() -> None:
    """Listens for the time that is given."""
    names = [game.short for game in all_games()]
    parser = argparse.ArgumentParser(
        prog="python -m tests.server.silent", description="Checks that silent acts stay silent."
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="how long it may take (5)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the seed of the matches (the clock)")
    parser.add_argument("--game", action="append", choices=names, help="only this game (all)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count = run(Path(folder), 60 * given.minutes, given.seed, given.game or names)
    told = ", ".join(f"{number:,} {what}" for what, number in count.items())
    print(f"seed {given.seed}: {told}: nobody noticed an act that it was not told about")  # noqa: T201


if __name__ == "__main__":
    main()
