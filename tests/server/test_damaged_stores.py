"""Damaged stores: each failure has a message, and one bad match affects no other."""

import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.storage.database import Store
from tests.server.api_client import ApiClient, ErrorResponse, offered_choices, play, running_server
from tests.server.test_store import inside


@pytest.fixture
def two_matches(store_path: Path) -> tuple[str, str]:
    """Two unfinished matches in a store; the first one gets damaged."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        bad, good = (api.begin(seats={"allies": "random"}, name=name)["id"] for name in ("Bad", "Good"))
        play(api, bad, acts=12)
        return bad, good


def everything(api: ApiClient, match: str) -> None:
    """Requests everything about a match: each response is a result or an error with a message."""
    for send in (
        partial(api.view, match, "japan", since=0),
        partial(api.log, match, "public"),
        partial(api.past_view, match, "public", 3),
        partial(api.get, f"/matches/{match}/pieces"),
        partial(api.get, f"/matches/{match}/position", side="japan"),
        partial(api.get, f"/matches/{match}/verify"),
        partial(api.request, "GET", f"/matches/{match}/export"),
        partial(api.post, f"/matches/{match}/undo", side="japan", seq=1),
        partial(api.request, "PATCH", f"/matches/{match}", json={"name": "Other"}),
        partial(api.post, f"/matches/{match}/resign", side="japan"),
    ):
        error: ErrorResponse | None = None
        try:
            send()
        except ErrorResponse as found:
            error = found
        assert error is None or (error.error["message"].strip() and "Traceback" not in str(error.body))
        assert (
            error is None or error.status < 500 or re.search("file of the games|game database", error.error["message"])
        ), error


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
"""The other damages are tested only in the build, since they take the same code path."""


@pytest.mark.parametrize(
    "damage", [one if one in EVERY_DAY else pytest.param(one, marks=pytest.mark.build) for one in DAMAGES]
)
def test_a_damaged_match_has_a_message_and_the_others_work(
    store_path: Path, two_matches: tuple[str, str], damage: str
) -> None:
    bad, good = two_matches
    with inside(store_path) as sql:
        sql.execute("pragma foreign_keys = off")
        assert sql.execute(damage, (bad,)).rowcount
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert {match["id"] for match in api.get("/matches")} == {bad, good}
        everything(api, bad)
        match_view = api.view(good, "japan")
        assert api.act(match_view, offered_choices(match_view)[0])["seq"] > match_view["seq"]
        assert api.request("DELETE", f"/matches/{bad}").status_code == 204


def test_damaged_snapshots_are_made_again_and_the_match_continues(
    store_path: Path, two_matches: tuple[str, str]
) -> None:
    with running_server(store_path) as client:
        wanted = [ApiClient(client).past_view(two_matches[0], "japan", seq) for seq in range(1, 8)]
    with inside(store_path) as sql:
        sql.execute("update snapshots set dump = x'00' where act % 2 = 1")
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert [api.past_view(two_matches[0], "japan", response["seq"]) for response in wanted] == wanted
        play(api, two_matches[0], acts=5)


def test_a_damaged_key_has_a_message(store_path: Path) -> None:
    with Store(store_path) as store:
        store.key("saves")
    with inside(store_path) as sql:
        sql.execute("update settings set value = 'no key'")
    with (
        Store(store_path) as store,
        pytest.raises(BadValue, match="the key 'saves' in the games file is damaged"),
    ):
        store.key("saves")


@pytest.mark.parametrize("table", ["matches", "lines", "secrets", "snapshots", "settings"])
def test_a_missing_table_is_reported_at_the_start(store_path: Path, two_matches: tuple[str, str], table: str) -> None:
    with inside(store_path) as sql:
        sql.execute(f"drop table {table}")
    with pytest.raises(BadValue, match=f"no such table: {table}"):
        Store(store_path)


def opens(path: Path) -> str:
    """Returns the message of a store when it is opened."""
    try:
        Store(path).close()
    except BadValue as error:
        if "games cannot be stored here" in error.message:
            return error.message
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
def test_a_damaged_file_has_a_message(
    store_path: Path, two_matches: tuple[str, str], spoil: Callable[[bytes], bytes]
) -> None:
    with inside(store_path) as sql:
        sql.execute("pragma wal_checkpoint(truncate)")
        sql.execute("pragma journal_mode = delete")
    store_path.write_bytes(spoil(store_path.read_bytes()))
    if opens(store_path) != "opens":
        return
    with running_server(store_path) as client:
        api = ApiClient(client)
        answer = api.client.get("/api/matches")
        assert answer.status_code == 200 or "the game database cannot be read" in answer.text
        for match in two_matches:
            everything(api, match)


def test_leftover_files_beside_the_store_are_ignored_or_reported(store_path: Path) -> None:
    Store(store_path).close()
    for beside in ("-wal", "-shm", "-journal"):
        store_path.with_name(f"{store_path.name}{beside}").write_bytes(b"no such thing" * 100)
        assert opens(store_path)
