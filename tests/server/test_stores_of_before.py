"""A store from commit 81bda3ed with an unfinished match of every game: each match continues unchanged.

``stores/`` holds the store as SQL, two sealed saves, and the position of each match as that commit wrote it. In most of
them all sides are choosing at the same time.
"""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ironbottom.server.match import open_matches
from tests.server.asking import Asking, opened, step

KEPT = Path(__file__).parent / "stores"
TOLD: dict[str, Any] = json.loads(gzip.decompress((KEPT / "matches.json.gz").read_bytes()))
MATCHES = [name for name in TOLD if name != "saves_key"]


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store as it was left."""
    path = tmp_path_factory.mktemp("before") / "games.sqlite"
    with closing(sqlite3.connect(path)) as store:
        store.executescript(gzip.decompress((KEPT / "store.sql.gz").read_bytes()).decode())
        store.execute("pragma user_version = 6")
        store.commit()
    path.with_name("games.sqlite.saves-key").write_text(TOLD["saves_key"], encoding="ascii")
    return path


@pytest.fixture
def asking(old: Path) -> Iterator[Asking]:
    with opened(old) as client:
        asking = Asking(client)
        for told in asking.get("/matches"):
            if told["take"]:
                asking.post(f"/matches/{told['id']}/claim")
        yield asking


def lost(before: str, now: str) -> list[str]:
    """The values of a position that are now missing or different, except options and tables added later."""

    def differing(before: Any, now: Any, at: str) -> Iterator[str]:
        if isinstance(before, dict) and isinstance(now, dict):
            for name, value in before.items():
                yield from differing(value, now.get(name), f"{at}.{name}")
        elif before != now:
            yield f"{at}: {now!r}, not {before!r}"

    return list(differing(tomllib.loads(before), tomllib.loads(now), "position"))


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_opens_from_its_snapshot_and_goes_on(
    asking: Asking, old: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    told = TOLD[name]
    match, sides = told["match"], list(told["seqs"])
    monkeypatch.setattr(open_matches, "play_again", None)  # it is restored, not replayed
    assert lost(told["position"], asking.get(f"/matches/{match}/position", side=sides[0])["text"]) == []
    sight = asking.sight(match, "public")
    assert [one["side"] for one in sight["waiting"]] == told["waiting"]
    assert {side: asking.sight(match, side)["seq"] for side in sides} == told["seqs"]
    for side in sides:
        seq = told["seqs"][side]
        assert asking.moment(match, side, seq)["view"] == asking.sight(match, side)["view"]
        assert len(asking.log(match, side)) == seq
    luck = random.Random(5)
    for _ in range(8):
        assert step(asking, match, luck)


def test_most_of_them_are_at_simultaneous_choices() -> None:
    together = {name.partition("_")[0] for name in MATCHES if len(TOLD[name]["waiting"]) > 1}
    assert together >= {"hf", "vitp", "witp"}


@pytest.mark.parametrize("name", ["hf_first", "vitp_first"])
def test_a_sealed_save_is_brought_in(asking: Asking, name: str) -> None:
    save = gzip.decompress((KEPT / f"{name}.save.gz").read_bytes())
    copy = asking.ask("POST", "/matches/import", content=save).json()["id"]
    sight = asking.sight(copy, "public")
    assert sight["copied"]
    assert [one["side"] for one in sight["waiting"]] == TOLD[name]["waiting"]
    side = next(iter(TOLD[name]["seqs"]))
    assert lost(TOLD[name]["position"], asking.get(f"/matches/{copy}/position", side=side)["text"]) == []
    assert step(asking, copy, random.Random(2))
