"""Plays acts that an audience may not see:

``python -m tests.server.unobservable_acts --minutes 5``; ``make fuzz`` runs it.

A match is played over HTTP at random, with occasional undo. Every audience (each side and the public) requests
everything that it may see and listens on a WebSocket. After an act that adds no entry to its log, every byte must be
unchanged, and its WebSocket must be silent.
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
from ironbottom.testing.games import GameSetUp, every_value, from_position, named, recorded_positions
from ironbottom.testing.hidden_information import first_difference
from ironbottom.testing.waiting import MAX_WAIT_SECONDS
from tests.kit.games import saved
from tests.server.api_client import ApiClient, Client, JsonObject, offered_choices, running_server
from tests.server.seated_players import Player, seat_players, secret_of

PUBLIC = "public"
UNDO_RATE = 0.15
"""The probability that an act that can be undone freely is undone."""


class Audience:
    """A side or the public: everything that it sees, and what its WebSocket sends."""

    def __init__(self, api: Player, socket: Any, match: str, viewer: str) -> None:
        self.api, self.socket, self.match, self.viewer = api, socket, match, viewer
        self.last_message: JsonObject = socket.receive_json(timeout=MAX_WAIT_SECONDS)
        self.shown, self.view = self.look()

    def look(self) -> tuple[dict[str, bytes], JsonObject]:
        """Returns the view with its log, the list of matches and the presence as bytes, and the view as an object."""
        match_view = self.api.request("GET", f"/matches/{self.match}", params={"side": self.viewer, "since": 0})
        present = self.api.request("GET", f"/matches/{self.match}/presence").content
        listed = self.api.request("GET", "/matches").content
        return {"sight": match_view.content, "list": listed, "presence": present}, match_view.json()

    def after(self, act: str) -> bool:
        """Requests and listens after an act of somebody else; returns True if the act is hidden from this audience."""
        shown, match_view = self.look()
        silent = bool(match_view["seq"] == self.view["seq"])
        if silent:
            for name, body in shown.items():
                if body != self.shown[name]:
                    where = first_difference(json.loads(self.shown[name]), json.loads(body))
                    raise AssertionError(f"{self.viewer} does not see {act}, but its {name} changes: {where}")
        self.shown, self.view = shown, match_view
        if not silent:
            self.listen()
        return silent

    def listen(self) -> None:
        """Reads the WebSocket up to the current view: each message must belong to a new log entry."""
        while self.last_message.get("mark") != self.view["mark"]:
            message = self.socket.receive_json(timeout=MAX_WAIT_SECONDS)
            assert message["seq"] > self.last_message["seq"], (
                f"{self.viewer} received a message without a log entry: {message}, {self.last_message}"
            )
            self.last_message = message


def check_silence(client: Client, setup: GameSetUp, seed: int, acts: int) -> Counter[str]:
    """Plays this many acts with people in every seat; counts the acts and those hidden from audiences."""
    rng, count = random.Random(seed), Counter[str]()
    match, players = begin_match(client, setup)
    everybody = {**players, PUBLIC: Player(client, "")}
    with ExitStack() as sockets:
        audiences = {viewer: audience(player, client, sockets, match, viewer) for viewer, player in everybody.items()}
        for _ in range(acts):
            choosing = [one for one in audiences.values() if one.view["decision"]]
            if not choosing:
                break
            one = rng.choice(choosing)
            act = make_random_act(one.api, one.view, rng)
            if one.viewer not in held_sides(one.api, match):  # a bid made the players swap sides
                everybody |= {side: player for player in players.values() for side in held_sides(player, match)}
                audiences = {
                    viewer: audience(player, client, sockets, match, viewer) for viewer, player in everybody.items()
                }
                count["acts"] += 1
                continue
            one.shown, one.view = one.look()
            one.listen()
            others = [other for other in audiences.values() if other is not one]
            count["acts"] += 1
            count["silent"] += sum([other.after(f"{one.viewer}: {act}") for other in others])
        for other in audiences.values():
            other.view = other.api.view(match, other.viewer)
            assert other.last_message["mark"] == other.view["mark"]
    return count


def begin_match(client: Client, setup: GameSetUp) -> tuple[str, dict[str, Player]]:
    """Begins a match with a set-up; returns it and the players of its sides, each with its own client."""
    start = setup.start()
    if start is not None:
        return seat_players(client, game=setup.game.id, position=position_text(start))
    return seat_players(client, game=setup.game.id, scenario=setup.scenario, options=setup.options)


def held_sides(player: Player, match: str) -> list[str]:
    """Returns the sides that a player holds."""
    return [seat["side"] for seat in player.seats(match)["seats"] if seat["yours"]]


def audience(api: Player, client: Client, sockets: ExitStack, match: str, viewer: str) -> Audience:
    address = f"/api/matches/{match}/live?side={viewer}&mark=1"
    socket = client.websocket_connect(address, headers=api.header)
    return Audience(api, sockets.enter_context(socket), match, viewer)


def make_random_act(api: ApiClient, match_view: JsonObject, rng: random.Random) -> str:
    """Makes one act of the side that has this view; returns the name of the act for an error report."""
    match, side, seq = match_view["id"], match_view["side"], match_view["seq"]
    if match_view["undo"]["steps"] and rng.random() < UNDO_RATE:
        api.post(f"/matches/{match}/undo", side=side, seq=seq)
        return "undo"
    choice = rng.choice(offered_choices(match_view))
    api.act(match_view, choice)
    return " ".join(choice)


def setups(game: str) -> Iterator[GameSetUp]:
    """Yields every set-up of a game that the kit tries, from its start and from recorded and saved positions."""
    found = named(game)
    yield from saved(found)
    yield from (from_position(found, path) for path in recorded_positions(found))
    yield from every_value(found)


def run(folder: Path, seconds: float, seed: int, games: list[str], acts: int = 60) -> Counter[str]:
    """Plays for this long, each time with another set-up of the next game."""
    rng, count = random.Random(seed), Counter[str]()
    tried = {game: list(setups(game)) for game in games}
    until = time.monotonic() + seconds
    with running_server(folder / "games.sqlite") as client:
        while time.monotonic() < until:
            game = games[count["matches"] % len(games)]
            setup, match_seed = rng.choice(tried[game]), rng.randrange(2**31)
            try:
                count += check_silence(client, setup, match_seed, acts)
            except Exception as error:
                raise AssertionError(f"{setup}, seed {match_seed}: {error}") from error
            count["matches"] += 1
            host = Player(client, secret_of(setup.rules.sides.ids[0]))
            for match in host.get("/matches"):
                host.request("DELETE", f"/matches/{match['id']}")
    return count


def main() -> None:
    """Plays for the given time."""
    names = [game.short for game in all_games()]
    parser = argparse.ArgumentParser(
        prog="python -m tests.server.unobservable_acts", description="Checks that hidden acts cannot be observed."
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="how long it may take (5)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the seed of the matches (the clock)")
    parser.add_argument("--game", action="append", choices=names, help="only this game (all)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count = run(Path(folder), 60 * arguments.minutes, arguments.seed, arguments.game or names)
    summary = ", ".join(f"{number:,} {kind}" for kind, number in count.items())
    print(f"seed {arguments.seed}: {summary}: no hidden act was observable")  # noqa: T201


if __name__ == "__main__":
    main()
