"""Damages stores at random, value by value: ``python -m tests.server.store_damage --minutes 5``; ``make fuzz`` runs it.

One value of one match is overwritten or one row deleted, a server is started on the store, and everything is requested:
every failure must have a message, and the other matches must work.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from ironbottom.engine.rules.registry import get_game
from tests.server.api_client import ApiClient, play, running_server
from tests.server.attack import GAMES
from tests.server.test_joint_dice import answer, begin_match, play_to_a_die

TEXTS = (
    *("", "{", "null", "[]", "{}", '"x"', "0", "\x00", "é" * 10, '{"act":"match"}', "[[1]]", "-1", "x" * 100_000),
    *("[" * 5_000, '{"words":{"order":5}}', '{"words":null}', '{"words":{"order":[],"options":{}}}'),
    '{"words":{"order":["japan"],"options":{"x":"y"},"host":"japan","given":{"japan":"a"}}}',
)
WITH_JOINT_DICE = ("pf", "vitp")
"""The games whose first die is reached after a few choices of two sides; other stores have a match of the first one."""
NUMBERS = (-1, 0, 1_000_000, 2**62)


def write_undamaged_store(path: Path, game: str) -> dict[str, str]:
    """Writes a store with a match of every kind; returns their ids by name. The match ``Good`` is never damaged."""
    with running_server(path) as client:
        api = ApiClient(client)
        seats = {get_game(game).sides.ids[-1]: "random"}
        found = {name: api.begin(game=game, seats=seats, name=name)["id"] for name in ("Live", "Over")}
        play(api, found["Live"], acts=70)
        play(api, found["Over"], acts=10)
        api.post(f"/matches/{found['Over']}/resign", side="japan")
        found["Waiting"] = api.post("/matches", game=game, name="Waiting")["id"]
        found["Joint"] = begin_match(api, game if game in WITH_JOINT_DICE else "pf", name="Joint")
        play_to_a_die(api, found["Joint"])
        answer(api, found["Joint"], "japan", api.view(found["Joint"], "public")["dice"]["wanted"])
        found["Good"] = api.begin(game=game, name="Good")["id"]
    return found


def damage(path: Path, match: str, rng: random.Random) -> str:
    """Damages one value or deletes one row. Returns what was done, or an empty text if the store did not accept it."""
    with closing(sqlite3.connect(path)) as sql:
        sql.execute("pragma foreign_keys = off")
        tables = [name for (name,) in sql.execute("select name from sqlite_master where type = 'table' order by name")]
        table = rng.choice(tables)
        column, kind = rng.choice([row[1:3] for row in sql.execute(f"pragma table_info({table})")])
        text = rng.choice(TEXTS)
        value = {"TEXT": text, "INTEGER": rng.choice(NUMBERS)}.get(kind, rng.choice((text.encode(), os.urandom(50))))
        key = {"matches": "id", "settings": "name"}.get(table, "match")
        key_value = "saves" if table == "settings" else match
        names = [row[1] for row in sql.execute(f"pragma table_info({table})")]
        about, values = (f"where {key} = ?", (key_value,)) if key in names else ("", ())
        rows = sql.execute(f"select {', '.join(names)} from {table} {about}", values).fetchall()
        if not rows:
            return ""
        row = dict(zip(names, rng.choice(rows), strict=True))
        where = " and ".join(f"{name} is ?" for name in names)
        try:
            if rng.random() < 0.2:
                sql.execute(f"delete from {table} where {where}", tuple(row.values()))
            else:
                sql.execute(f"update {table} set {column} = ? where {where}", (value, *row.values()))
        except sqlite3.Error:
            return ""
        sql.commit()
        return f"{table}.{column} = {value!r:.60} ({row})"[:300]


def all_responses(client: httpx.Client, match: str) -> Iterator[httpx.Response]:
    """Yields the responses to every request about a match."""
    side, path = {"side": "japan"}, f"/api/matches/{match}"
    yield client.get("/api/matches")
    for route in ("", "/log", "/story", "/position", "/export", "/verify", "/pieces"):
        yield client.get(f"{path}{route}", params={**side, "since": 0})
    yield client.get(f"{path}/moment", params={"side": "public", "seq": 2})
    match_view = client.get(path, params=side).json()
    seq = match_view.get("seq") or 0
    bodies: dict[str, dict[str, Any]] = {
        "act": {"seq": seq, "choices": [["done"]]},
        "undo": {"seq": seq},
        "host": {},
        "words": {"words": "x"},
        "part": {"die": 1, "promise": "ab" * 32},
        "secret": {"secret": "ab" * 32},
        "resign": {},
    }
    for act, body in bodies.items():
        yield client.post(f"{path}/{act}", json={**side, **body})
    yield client.get("/api/matches")


def damage_repeatedly(folder: Path, seconds: float, seed: int, game: str = "pf") -> int:
    """Damages stores for this long; returns the number of damaged stores."""
    rng, undamaged = random.Random(seed), folder / "undamaged.sqlite"
    matches, count, until = write_undamaged_store(undamaged, game), 0, time.monotonic() + seconds
    while time.monotonic() < until:
        path = folder / f"damaged-{count}.sqlite"
        shutil.copy(undamaged, path)
        match = matches[rng.choice([kind for kind in matches if kind != "Good"])]
        done = damage(path, match, rng)
        if not done:
            continue
        count += 1
        with running_server(path) as client:
            for response in all_responses(client, match):
                details = (done, response.request.method, str(response.request.url), response.text[:300])
                assert response.status_code < 500 or "file of the games" in response.text, details
                assert response.status_code < 400 or response.json()["error"]["message"].strip(), details
            assert matches["Good"] in client.get("/api/matches").text, done
            assert client.get(f"/api/matches/{matches['Good']}?side=japan").status_code == 200, done
        for file in folder.glob(f"{path.name}*"):
            file.unlink()
    return count


def main() -> None:
    """Damages stores for the given time."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.server.store_damage", description="Damages stores at random."
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="how long it may take (5)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="random seed (the clock)")
    parser.add_argument("--game", choices=GAMES, help="the game that is played there (one by the seed)")
    arguments = parser.parse_args()
    game = arguments.game or random.Random(arguments.seed).choice(GAMES)
    with tempfile.TemporaryDirectory() as folder:
        count = damage_repeatedly(Path(folder), 60 * arguments.minutes, arguments.seed, game)
    print(f"{game}, seed {arguments.seed}: {count:,} damaged stores, each reported with a clear message")  # noqa: T201


if __name__ == "__main__":
    main()
