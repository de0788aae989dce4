"""Stores that are damaged in every kind of way: each is told in words, and one bad match takes no other with it."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.storage.database import Store
from tests.server.asking import Asking, Wrong, offered, opened, play
from tests.server.test_store import inside


@pytest.fixture
def two(store_path: Path) -> tuple[str, str]:
    """Two matches under way in a store: the first is to be damaged."""
    with opened(store_path) as client:
        asking = Asking(client)
        bad, good = (asking.begin(seats={"allies": "random"}, name=name)["id"] for name in ("Bad", "Good"))
        play(asking, bad, acts=12)
        return bad, good


def everything(asking: Asking, match: str) -> None:
    """All that can be asked of a match is told, or refused in words."""
    for ask in (
        partial(asking.sight, match, "japan", since=0),
        partial(asking.log, match, "public"),
        partial(asking.moment, match, "public", 3),
        partial(asking.get, f"/matches/{match}/pieces"),
        partial(asking.get, f"/matches/{match}/position", side="japan"),
        partial(asking.get, f"/matches/{match}/verify"),
        partial(asking.ask, "GET", f"/matches/{match}/export"),
        partial(asking.post, f"/matches/{match}/undo", side="japan", seq=1),
        partial(asking.ask, "PATCH", f"/matches/{match}", json={"name": "Other"}),
        partial(asking.post, f"/matches/{match}/resign", side="japan"),
    ):
        wrong: Wrong | None = None
        try:
            ask()
        except Wrong as found:
            wrong = found
        assert wrong is None or (wrong.error["message"].strip() and "Traceback" not in str(wrong.told))
        assert wrong is None or wrong.status < 500 or "file of the games" in wrong.error["message"], wrong


DAMAGES = [
    "update matches set seats = 'x' where id = ?",
    "update matches set seats = '{}' where id = ?",
    "update matches set seats = '[1]' where id = ?",
    'update matches set seats = \'{"japan": 5, "allies": []}\' where id = ?',
    "update matches set summary = 'x' where id = ?",
    "update matches set summary = '{}' where id = ?",
    'update matches set summary = \'{"waiting": 3, "over": "no"}\' where id = ?',
    "update matches set summary = '{\"words\": 3}' where id = ?",
    "update matches set summary = cast(x'fffe' as text) where id = ?",
    "update matches set game = 'chess' where id = ?",
    "update matches set name = cast(x'ff00' as text) where id = ?",
    "update matches set played = 'never' where id = ?",
    "update matches set shelf = -5 where id = ?",
    "update matches set shelf = shelf + 700 where id = ?",
    "update lines set place = place + 3000000000000 where number = 3 and match = ?",
    "delete from lines where match = ?",
    "delete from lines where number = 3 and match = ?",
    "delete from lines where number > 3 and match = ?",
    "update lines set line = x'ff' where number = 2 and match = ?",
    "update lines set line = x'' where number = 0 and match = ?",
    "update lines set line = x'5b5b5b5b' where number = 1 and match = ?",
    "delete from secrets where match = ?",
    "update secrets set secret = 'zz' where match = ?",
    "update secrets set secret = '00' where match = ?",
    "update secrets set holder = 'nobody' where match = ?",
    "delete from snapshots where match = ?",
    "update snapshots set dump = x'00' where match = ?",
    "update snapshots set dump = cast('[1,2,3,4,5]' as blob) where match = ?",
    "update snapshots set dump = cast('[]' as blob) where act > 5 and match = ?",
    "update snapshots set act = act + 500 where match = ?",
]


EVERY_DAY = frozenset(DAMAGES[::3])
"""The others are left to the build: they take the same way."""


@pytest.mark.parametrize(
    "damage", [one if one in EVERY_DAY else pytest.param(one, marks=pytest.mark.build) for one in DAMAGES]
)
def test_a_damaged_match_is_told_in_words_and_the_others_are_played(
    store_path: Path, two: tuple[str, str], damage: str
) -> None:
    bad, good = two
    with inside(store_path) as sql:
        sql.execute("pragma foreign_keys = off")
        assert sql.execute(damage, (bad,)).rowcount
    with opened(store_path) as client:
        asking = Asking(client)
        assert {match["id"] for match in asking.get("/matches")} == {bad, good}
        everything(asking, bad)
        sight = asking.sight(good, "japan")
        assert asking.act(sight, offered(sight)[0])["seq"] > sight["seq"]
        assert asking.ask("DELETE", f"/matches/{bad}").status_code == 204


def test_damaged_moments_are_made_again_and_the_match_goes_on(store_path: Path, two: tuple[str, str]) -> None:
    with opened(store_path) as client:
        wanted = [Asking(client).moment(two[0], "japan", seq) for seq in range(1, 8)]
    with inside(store_path) as sql:
        sql.execute("update snapshots set dump = x'00' where act % 2 = 1")
    with opened(store_path) as client:
        asking = Asking(client)
        assert [asking.moment(two[0], "japan", told["seq"]) for told in wanted] == wanted
        play(asking, two[0], acts=5)


def test_a_damaged_key_is_told(store_path: Path) -> None:
    with Store(store_path) as store:
        store.key("saves")
    with inside(store_path) as sql:
        sql.execute("update settings set value = 'no key'")
    with (
        Store(store_path) as store,
        pytest.raises(BadValue, match="the key 'saves' in the file of the games is damaged"),
    ):
        store.key("saves")


@pytest.mark.parametrize("table", ["matches", "lines", "secrets", "snapshots", "settings"])
def test_a_table_that_is_gone_is_told_at_the_start(store_path: Path, two: tuple[str, str], table: str) -> None:
    with inside(store_path) as sql:
        sql.execute(f"drop table {table}")
    with pytest.raises(BadValue, match=f"no such table: {table}"):
        Store(store_path)


def opens(path: Path) -> str:
    """What a store says when it is opened."""
    try:
        Store(path).close()
    except BadValue as told:
        if "the games cannot be kept here" in told.message:
            return told.message
        raise
    return "opens"


def cut_to(part: float) -> Callable[[bytes], bytes]:
    return lambda data: data[: int(len(data) * part)]


def zeroed(first: float, last: float) -> Callable[[bytes], bytes]:
    def spoil(data: bytes) -> bytes:
        start, end = int(len(data) * first), int(len(data) * last)
        return data[:start] + bytes(end - start) + data[end:]

    return spoil


def scattered(seed: int) -> Callable[[bytes], bytes]:
    def spoil(data: bytes) -> bytes:
        chance, spoilt = random.Random(seed), bytearray(data)
        for _ in range(400):
            spoilt[chance.randrange(200, len(spoilt))] = chance.randrange(256)
        return bytes(spoilt)

    return spoil


FILES = [cut_to(0.2), cut_to(0.5), cut_to(0.99), zeroed(0, 0.01), zeroed(0.1, 0.4), zeroed(0.5, 1)]
FILES += [scattered(seed) for seed in range(6)]


@pytest.mark.parametrize("spoil", FILES)
def test_a_damaged_file_is_told_in_words(
    store_path: Path, two: tuple[str, str], spoil: Callable[[bytes], bytes]
) -> None:
    with inside(store_path) as sql:
        sql.execute("pragma wal_checkpoint(truncate)")
        sql.execute("pragma journal_mode = delete")
    store_path.write_bytes(spoil(store_path.read_bytes()))
    if opens(store_path) != "opens":
        return
    with opened(store_path) as client:
        asking = Asking(client)
        answer = asking.client.get("/api/matches")
        assert answer.status_code == 200 or "the file of the games cannot be read" in answer.text
        for match in two:
            everything(asking, match)


def test_leftovers_of_another_program_beside_the_file_are_passed_over_or_told(store_path: Path) -> None:
    Store(store_path).close()
    for beside in ("-wal", "-shm", "-journal"):
        store_path.with_name(f"{store_path.name}{beside}").write_bytes(b"no such thing" * 100)
        assert opens(store_path)
