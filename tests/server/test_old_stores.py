"""A store from commit 81bda3ed with an unfinished match of every game: each match continues unchanged.

``stores/`` has the store as SQL, two sealed saves, and the position of each match as that commit wrote it. In most of
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
from tests.server.api_client import ApiClient, ErrorResponse, make_random_choice, running_server

STORES = Path(__file__).parent / "stores"
EXPECTED: dict[str, Any] = json.loads(gzip.decompress((STORES / "matches.json.gz").read_bytes()))
MATCHES = [name for name in EXPECTED if name != "saves_key"]


@pytest.fixture(scope="module")
def old_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store as that version left it."""
    path = tmp_path_factory.mktemp("before") / "games.sqlite"
    with closing(sqlite3.connect(path)) as store:
        store.executescript(gzip.decompress((STORES / "store.sql.gz").read_bytes()).decode())
        store.execute("pragma user_version = 6")
        store.commit()
    path.with_name("games.sqlite.saves-key").write_text(EXPECTED["saves_key"], encoding="ascii")
    return path


@pytest.fixture
def api(old_store: Path) -> Iterator[ApiClient]:
    with running_server(old_store) as client:
        api = ApiClient(client)
        for match in api.get("/matches"):
            if match["take"]:
                api.post(f"/matches/{match['id']}/claim")
        yield api


def missing_or_changed(before: str, now: str) -> list[str]:
    """Returns the values of a position that are now missing or different, except newer options and tables."""

    def differing(before: Any, now: Any, at: str) -> Iterator[str]:
        if isinstance(before, dict) and isinstance(now, dict):
            for name, value in before.items():
                yield from differing(value, now.get(name), f"{at}.{name}")
        elif before != now:
            yield f"{at}: {now!r}, not {before!r}"

    return list(differing(tomllib.loads(before), tomllib.loads(now), "position"))


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_opens_from_its_snapshot_and_continues(
    api: ApiClient, old_store: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    expected = EXPECTED[name]
    match, sides = expected["match"], list(expected["seqs"])
    monkeypatch.setattr(open_matches, "replay_record", None)  # the match is restored, not replayed
    assert missing_or_changed(expected["position"], api.get(f"/matches/{match}/position", side=sides[0])["text"]) == []
    match_view = api.view(match, "public")
    assert [one["side"] for one in match_view["waiting"]] == expected["waiting"]
    assert {side: api.view(match, side)["seq"] for side in sides} == expected["seqs"]
    for side in sides:
        seq = expected["seqs"][side]
        assert api.past_view(match, side, seq)["view"] == api.view(match, side)["view"]
        assert len(api.log(match, side)) == seq
    rng = random.Random(5)
    for _ in range(8):
        assert make_random_choice(api, match, rng)


def test_most_of_them_are_at_simultaneous_choices() -> None:
    together = {name.partition("_")[0] for name in MATCHES if len(EXPECTED[name]["waiting"]) > 1}
    assert together >= {"hf", "vitp", "witp"}


def test_a_sealed_save_is_imported(api: ApiClient) -> None:
    name = "hf_first"
    save = gzip.decompress((STORES / f"{name}.save.gz").read_bytes())
    copy = api.request("POST", "/matches/import", content=save).json()["id"]
    match_view = api.view(copy, "public")
    assert match_view["copied"]
    assert [one["side"] for one in match_view["waiting"]] == EXPECTED[name]["waiting"]
    side = next(iter(EXPECTED[name]["seqs"]))
    assert missing_or_changed(EXPECTED[name]["position"], api.get(f"/matches/{copy}/position", side=side)["text"]) == []
    assert make_random_choice(api, copy, random.Random(2))


def test_a_sealed_save_of_earlier_rules_is_refused(api: ApiClient) -> None:
    save = gzip.decompress((STORES / "vitp_first.save.gz").read_bytes())
    with pytest.raises(ErrorResponse, match="the record was played under rules 2; these are rules 3"):
        api.request("POST", "/matches/import", content=save)
