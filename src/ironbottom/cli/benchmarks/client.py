"""A client that puts load on the server for benchmarks, in its own process.

    python -m ironbottom.cli.benchmarks.client crowd http://127.0.0.1:1942/ 1000 30

It prints one line of JSON with the measurements.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from ironbottom.engine.rules.choices import expand_factored

PLAYED = ("pf", "vitp", "hf", "aap", "witp")
"""The games in which computer players think, used in turn."""
ENSIGN = "ensign"
PAUSE = 0.05
"""Seconds between two measured acts."""
MAX_WAIT = 30
"""The maximum number of seconds that a response may wait for the computer players."""
AUTHORIZATION = f"Bearer {secrets.token_hex(32)}"
"""The header by which the server recognizes the requests of this process as those of the one client with the seats."""
CONNECTIONS = 24
"""The number of connections shared by the simulated clients."""


def open_match(path: str) -> dict[str, Any]:
    """Opens the only match of a store and returns the time and memory it took."""
    import resource

    from ironbottom.engine.rules.registry import register
    from ironbottom.server.match.open_matches import OpenMatches
    from ironbottom.server.storage.database import Store
    from tests.kit.skirmish_endless import ENDLESS

    register(ENDLESS)
    before = perf_counter()
    with Store(path) as store:
        table = asyncio.run(OpenMatches(store).get("long"))
        spent = perf_counter() - before
        acts = table.match.last
    return {
        "seconds": spent,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        "acts": acts,
        "size": Path(path).stat().st_size,
    }


class Connection:
    """A persistent connection that sends one request after another."""

    def __init__(self, address: str) -> None:
        self.host, self.port = urlsplit(address).hostname, urlsplit(address).port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Sends a request and returns the response."""
        if self._streams is None or self._streams[0].at_eof():  # the server closes idle connections
            self._streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._streams
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api{path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
        head += f"Authorization: {AUTHORIZATION}\r\n"
        writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        status = (await reader.readline()).split()[1]
        length = 0
        while (line := await reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        answer = json.loads(await reader.readexactly(length) or b"null")
        if status[:1] != b"2":
            raise RuntimeError(f"{method} {path}: {answer}")
        return answer


class RandomClient:
    """Plays a match with random choices for every side, and begins another when it is over."""

    def __init__(self, game: str, seed: int, computers: Sequence[str] = ()) -> None:
        self.game, self.rng = game, random.Random(seed)
        self.seats = dict.fromkeys(computers, ENSIGN)
        self.match_view: Any = None

    async def begin(self, line: Connection) -> None:
        """Begins a match. Players of a match between people first send words for the dice."""
        body = {"game": self.game, "host": "nobody", "seats": self.seats, "wait": 0}
        response = await line.ask("POST", "/matches", body)
        if "order" not in response:
            self.match_view = response
            return
        for side in response["order"]:
            await line.ask("POST", f"/matches/{response['id']}/words", {"side": side, "words": "quick"})
        self.match_view = await line.ask("GET", f"/matches/{response['id']}?side={response['order'][0]}")

    async def ready(self, line: Connection) -> None:
        """Fetches the view of the side that must choose."""
        if self.match_view["over"]:
            await self.begin(line)
        if not self.match_view["decision"]:
            side = self.match_view["waiting"][0]["side"]
            self.match_view = await line.ask("GET", f"/matches/{self.match_view['id']}?side={side}")

    async def act(self, line: Connection, wait: float = 0) -> None:
        """Makes a random choice and waits for the computer players."""
        choice = self.rng.choice(expand_factored(self.match_view["decision"]["choices"]))
        body = {name: self.match_view[name] for name in ("side", "seq")}
        body |= {"choices": [choice], "wait": wait, "held": self.match_view["stamp"]}
        self.match_view = await line.ask("POST", f"/matches/{self.match_view['id']}/act", body)


async def measure_spectators(address: str, game: str, count: int, seconds: float) -> dict[str, Any]:
    """Makes acts one after another. Each waits until every spectator has received it."""
    line, player = Connection(address), RandomClient(game, 1)
    spent: list[float] = []
    start = perf_counter()
    while perf_counter() - start < seconds or not spent:
        await player.begin(line)
        await player.ready(line)
        match, side = player.match_view["id"], player.match_view["side"]
        crowd = [await _spectator(address, match, side) for _ in range(count)]
        for spectator in crowd:
            await spectator.recv()
        while player.match_view["side"] == side and player.match_view["decision"] and len(spent) < 2000:
            before = perf_counter()
            hearing = [asyncio.ensure_future(spectator.recv()) for spectator in crowd]
            await player.act(line)
            await asyncio.gather(*hearing)
            spent.append((perf_counter() - before) * 1000)
            if perf_counter() - start > seconds:
                break
        for spectator in crowd:
            await spectator.close()
    return {"median": median(spent), "most": _share(spent, 95), "acts": len(spent)}


async def measure_many_matches(address: str, size: int, seconds: float) -> dict[str, Any]:
    """Plays ``size`` matches with an act every ten seconds in each, with the same number of spectators of the first."""
    rng = random.Random(1)
    connections: asyncio.Queue[Connection] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        connections.put_nowait(Connection(address))
    players = [RandomClient("pf", seed) for seed in range(size)]
    await asyncio.gather(*(_with_connection(connections, player.begin) for player in players))
    received = 0

    door = asyncio.Semaphore(CONNECTIONS)

    async def listen() -> None:
        nonlocal received
        async with door:
            spectator = await _spectator(address, players[0].match_view["id"], players[0].match_view["side"])
        async for _ in spectator:
            received += 1

    listeners = [asyncio.ensure_future(listen()) for _ in range(size)]
    while received < size:
        await asyncio.sleep(0.05)
        for listener in listeners:
            if listener.done():
                listener.result()
    spent: list[float] = []
    pace = 10.0
    end = asyncio.get_running_loop().time() + seconds

    async def play(player: RandomClient) -> None:
        loop = asyncio.get_running_loop()
        when = loop.time() + rng.random() * min(pace, seconds)
        while when < end:
            await asyncio.sleep(when - loop.time() - 0.3 if when - loop.time() > 0.3 else 0)
            await _with_connection(connections, player.ready)
            await asyncio.sleep(max(0.0, when - loop.time()))
            before = perf_counter()
            await _with_connection(connections, player.act)
            spent.append((perf_counter() - before) * 1000)
            when += pace

    await asyncio.gather(*(play(player) for player in players))
    for listener in listeners:
        listener.cancel()
    return {"median": median(spent), "p99": _share(spent, 99), "acts": len(spent), "told": received}


async def measure_acts_under_load(address: str, count: int, seconds: float) -> dict[str, Any]:
    """Acts in one match while computer players think in others."""
    listed = await Connection(address).ask("GET", "/games")
    sides = {game["short"]: [side["id"] for side in game["sides"]] for game in listed}
    opponents = [
        RandomClient(game, seed, sides[game][1:]) for seed, game in zip(range(count), cycle(PLAYED), strict=False)
    ]
    lines = [Connection(address) for _ in opponents]
    for opponent, line in zip(opponents, lines, strict=True):
        await opponent.begin(line)
    waiting: set[int] = set()
    answered: set[int] = set()
    """The matches in which a computer player has made a choice, so that its process is running."""

    async def play(number: int) -> None:
        opponent, line = opponents[number], lines[number]
        while True:
            if opponent.match_view["over"]:
                await opponent.begin(line)
            if opponent.match_view["decision"]:
                waiting.add(number)
                await opponent.act(line, MAX_WAIT)
                waiting.discard(number)
            else:
                path = f"/matches/{opponent.match_view['id']}?side={opponent.match_view['side']}"
                waiting.add(number)
                await asyncio.sleep(PAUSE)
                opponent.match_view = await line.ask("GET", path)
            if opponent.match_view["decision"]:
                answered.add(number)

    playing = [asyncio.ensure_future(play(number)) for number in range(count)]
    line, player = Connection(address), RandomClient("pf", count)
    await player.begin(line)
    begun = perf_counter()
    while len(answered) < count and perf_counter() - begun < MAX_WAIT:
        await asyncio.sleep(PAUSE)
    spent: list[float] = []
    thinking: list[int] = []
    end = perf_counter() + seconds
    while perf_counter() < end or not spent:
        await player.ready(line)
        await asyncio.sleep(PAUSE)
        for one in playing:
            if one.done():
                one.result()
        before = perf_counter()
        await player.act(line)
        spent.append((perf_counter() - before) * 1000)
        thinking.append(len(waiting))
    for one in playing:
        one.cancel()
    return {
        "median": median(spent),
        "p99": _share(spent, 99),
        "most": max(spent),
        "acts": len(spent),
        "thinking": sum(thinking) / len(thinking),
    }


async def _with_connection(connections: asyncio.Queue[Connection], do: Any) -> None:
    line = await connections.get()
    try:
        await do(line)
    finally:
        connections.put_nowait(line)


async def _spectator(address: str, match: str, side: str) -> Any:
    from websockets.asyncio.client import connect

    place = urlsplit(address).netloc
    return await connect(
        f"ws://{place}/api/matches/{match}/live?side={side}&changes=1",
        additional_headers={"Authorization": AUTHORIZATION},
        compression=None,
        open_timeout=60,
    )


def _share(spent: list[float], share: int) -> float:
    return quantiles(spent, n=100)[share - 1] if len(spent) > 1 else spent[0]


def main(what: str, *arguments: str) -> None:
    """Runs a measurement and prints the result."""
    if what == "open":
        result = open_match(*arguments)
    elif what == "watch":
        address, game, count, seconds = arguments
        result = asyncio.run(measure_spectators(address, game, int(count), float(seconds)))
    elif what == "thinking":
        address, count, seconds = arguments
        result = asyncio.run(measure_acts_under_load(address, int(count), float(seconds)))
    else:
        address, size, seconds = arguments
        result = asyncio.run(measure_many_matches(address, int(size), float(seconds)))
    sys.stdout.write(f"{json.dumps(result)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
