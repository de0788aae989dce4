"""A store damaged at random, cell by cell: ``python -m tests.server.damaging --minutes 5``; ``make fuzz`` runs it.

One cell of one match is overwritten or a row taken out, a server is begun over it, and all is asked there is to ask:
nothing fails but in words, and the other matches stand.
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
from tests.server.asking import Asking, opened, play
from tests.server.attack import GAMES
from tests.server.test_joint import answer, begun, to_a_die

TEXTS = (
    *("", "{", "null", "[]", "{}", '"x"', "0", "\x00", "é" * 10, '{"act":"match"}', "[[1]]", "-1", "x" * 100_000),
    *("[" * 5_000, '{"words":{"order":5}}', '{"words":null}', '{"words":{"order":[],"options":{}}}'),
    '{"words":{"order":["japan"],"options":{"x":"y"},"host":"japan","given":{"japan":"a"}}}',
)
NUMBERS = (-1, 0, 1_000_000, 2**62)


def whole_store(path: Path, game: str) -> dict[str, str]:
    """A store with a match of every kind; their ids by name, and that of one which is never damaged."""
    with opened(path) as client:
        asking = Asking(client)
        seats = {"allies": "random"}
        found = {name: asking.begin(game=game, seats=seats, name=name)["id"] for name in ("Live", "Over")}
        play(asking, found["Live"], acts=70)
        play(asking, found["Over"], acts=10)
        asking.post(f"/matches/{found['Over']}/resign", side="japan")
        found["Waiting"] = asking.post("/matches", game=game, name="Waiting")["id"]
        if not get_game(game).dice_unheard:
            found["Joint"] = begun(asking, game, name="Joint")
            to_a_die(asking, found["Joint"])
            answer(asking, found["Joint"], "japan", asking.sight(found["Joint"], "public")["dice"]["wanted"])
        found["Good"] = asking.begin(game=game, name="Good")["id"]
    return found


def damage(path: Path, match: str, chance: random.Random) -> str:
    """Damages one cell or takes a row out; what was done, empty where the store took it not."""
    with closing(sqlite3.connect(path)) as sql:
        sql.execute("pragma foreign_keys = off")
        tables = [name for (name,) in sql.execute("select name from sqlite_master where type = 'table' order by name")]
        table = chance.choice(tables)
        column, kind = chance.choice([row[1:3] for row in sql.execute(f"pragma table_info({table})")])
        text = chance.choice(TEXTS)
        value = {"TEXT": text, "INTEGER": chance.choice(NUMBERS)}.get(
            kind, chance.choice((text.encode(), os.urandom(50)))
        )
        key = {"matches": "id", "settings": "name"}.get(table, "match")
        of = "saves" if table == "settings" else match
        names = [row[1] for row in sql.execute(f"pragma table_info({table})")]
        rows = sql.execute(f"select {', '.join(names)} from {table} where {key} = ?", (of,)).fetchall()
        if not rows:
            return ""
        row = dict(zip(names, chance.choice(rows), strict=True))
        where = " and ".join(f"{name} is ?" for name in names)
        try:
            if chance.random() < 0.2:
                sql.execute(f"delete from {table} where {where}", tuple(row.values()))
            else:
                sql.execute(f"update {table} set {column} = ? where {where}", (value, *row.values()))
        except sqlite3.Error:
            return ""
        sql.commit()
        return f"{table}.{column} = {value!r:.60} ({row})"[:300]


def asked(client: httpx.Client, match: str) -> Iterator[httpx.Response]:
    """All there is to ask of a match, and what may be done with it."""
    side, to = {"side": "japan"}, f"/api/matches/{match}"
    yield client.get("/api/matches")
    for path in ("", "/log", "/story", "/position", "/export", "/verify", "/pieces"):
        yield client.get(f"{to}{path}", params={**side, "since": 0})
    yield client.get(f"{to}/moment", params={"side": "public", "seq": 2})
    sight = client.get(to, params=side).json()
    seq = sight.get("seq") or 0
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
        yield client.post(f"{to}/{act}", json={**side, **body})
    yield client.get("/api/matches")


def damaging(folder: Path, seconds: float, seed: int, game: str = "pf") -> int:
    """Damages stores for so long; how many."""
    chance, whole = random.Random(seed), folder / "whole.sqlite"
    matches, count, until = whole_store(whole, game), 0, time.monotonic() + seconds
    while time.monotonic() < until:
        path = folder / f"damaged-{count}.sqlite"
        shutil.copy(whole, path)
        match = matches[chance.choice([kind for kind in matches if kind != "Good"])]
        done = damage(path, match, chance)
        if not done:
            continue
        count += 1
        with opened(path) as client:
            for told in asked(client, match):
                what = (done, told.request.method, str(told.request.url), told.text[:300])
                assert told.status_code < 500 or "file of the games" in told.text, what
                assert told.status_code < 400 or told.json()["error"]["message"].strip(), what
            assert matches["Good"] in client.get("/api/matches").text, done
            assert client.get(f"/api/matches/{matches['Good']}?side=japan").status_code == 200, done
        for left in folder.glob(f"{path.name}*"):
            left.unlink()
    return count


def main() -> None:
    """Damages for the time that is given."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.damaging", description="Stores damaged at random.")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long it may take (5)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the seed of the damages (the clock)")
    parser.add_argument("--game", choices=GAMES, help="the game that is played there (one by the seed)")
    given = parser.parse_args()
    game = given.game or random.Random(given.seed).choice(GAMES)
    with tempfile.TemporaryDirectory() as folder:
        count = damaging(Path(folder), 60 * given.minutes, given.seed, game)
    print(f"{game}, seed {given.seed}: {count:,} damaged stores, each told in words")  # noqa: T201


if __name__ == "__main__":
    main()
