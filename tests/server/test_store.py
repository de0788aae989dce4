"""The store: migrations, one process at a time, restarts, and acts that cannot be stored."""

import random
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.record.record import MatchRecord
from ironbottom.server.match import open_matches, restore
from ironbottom.server.match.open_match import SNAPSHOT_INTERVAL, OpenMatch
from ironbottom.server.match.restore import ReplayedRecord, replay_record, restore_match
from ironbottom.server.storage import database as store_module
from ironbottom.server.storage import migrate
from ironbottom.server.storage.database import Store, StoredMatch, StoreInUse, default_path
from tests.server.api_client import (
    ApiClient,
    make_random_choice,
    offered_choices,
    play,
    running_server,
    views_of_persons,
)

NEWEST = 16
"""The version after all migrations."""


@contextmanager
def inside(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens the store's file directly, to inspect or damage it."""
    with closing(sqlite3.connect(path)) as sql, sql:
        yield sql


def test_the_default_store_is_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_path() == tmp_path / "data" / "ironbottom" / "games.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_path() == Path.home() / ".local" / "share" / "ironbottom" / "games.sqlite"
    monkeypatch.setenv("IRONBOTTOM_STORE", str(tmp_path / "mine.sqlite"))
    assert default_path() == tmp_path / "mine.sqlite"


def test_only_its_owner_can_read_the_store(store_path: Path) -> None:
    with Store(store_path) as store:
        store.key("one")
        assert {path.stat().st_mode & 0o777 for path in store_path.parent.glob("games.sqlite*")} == {0o600}


def test_a_new_store_has_every_migration(store_path: Path) -> None:
    Store(store_path).close()
    with inside(store_path) as sql:
        (version,) = sql.execute("pragma user_version").fetchone()
        (mode,) = sql.execute("pragma journal_mode").fetchone()
    scripts = [path.name for path in (Path(store_module.__file__).parent / "migrations").glob("*.sql")]
    assert version == len(scripts)
    assert sorted(scripts)[0].startswith("0001_")
    assert mode == "wal"


def test_a_store_of_a_newer_version_is_not_changed(store_path: Path) -> None:
    Store(store_path).close()
    with inside(store_path) as sql:
        sql.execute("pragma user_version = 999")
    before = store_path.read_bytes()
    with pytest.raises(BadValue, match="newer version"):
        Store(store_path)
    assert store_path.read_bytes() == before


@pytest.mark.parametrize("spoil", ["a text", "a folder"])
def test_a_file_that_is_not_a_store_is_refused(store_path: Path, spoil: str) -> None:
    if spoil == "a folder":
        store_path.mkdir()
    else:
        store_path.write_text("This is no database, but a longer text.\n" * 100, encoding="utf-8")
    with pytest.raises(BadValue, match="cannot be stored here"):
        Store(store_path)


def test_one_server_at_a_time_uses_the_store(store_path: Path) -> None:
    with Store(store_path), pytest.raises(StoreInUse, match="another Ironbottom is using these games"):
        Store(store_path)
    Store(store_path).close()


def test_a_transaction_is_stored_completely_or_not_at_all(store_path: Path) -> None:
    with Store(store_path) as store:
        never: list[bytes] = []
        with suppress(ZeroDivisionError), store.transaction():
            never.append(store.key("one"))
            raise ZeroDivisionError
        first = store.key("one")
        assert first not in never
        assert store.key("one") == first
        assert store.key("two") != first


def test_queued_lines_are_written_before_any_query(store_path: Path) -> None:
    with Store(store_path) as store:
        store.add_match(StoredMatch("one", "", "pacific_fury", {}, "", "", {}))
        with store.transaction():
            store.add_lines("one", 0, [b"a", b"b"], [None, b"n"])
            assert store.last_line("one") == 1
            store.add_lines("one", 2, [b"c"] * 40, [None] * 40)
        with suppress(ZeroDivisionError), store.transaction():
            store.add_lines("one", 42, [b"never"], [None])
            raise ZeroDivisionError
        with suppress(ZeroDivisionError), store.transaction():
            store.add_lines("one", 42, [b"never"], [None])
            assert store.lines("one").endswith(b"never")
            raise ZeroDivisionError
        with pytest.raises(sqlite3.IntegrityError), store.transaction():
            store.add_lines("one", 40, [b"c", b"taken", b"new"], [None] * 3)
    with Store(store_path) as store:
        assert store.lines("one") == b"ab" + 40 * b"c"
        assert store.rows("one", 1, 2) == [(b"b", b"n"), (b"c", None)]


def test_lines_without_a_match_never_appear_in_another(store_path: Path) -> None:
    with Store(store_path) as store:
        for match in ("lost", "next"):
            store.add_match(StoredMatch(match, "", "pacific_fury", {}, "", "", {}))
            store.add_lines(match, 0, [match.encode()], [None])
    with inside(store_path) as sql:
        sql.execute("delete from matches")
    with Store(store_path) as store:
        store.add_match(StoredMatch("new", "", "pacific_fury", {}, "", "", {}))
        assert store.lines("new") == b""
        store.add_lines("new", 0, [b"new"], [None])
        assert store.lines("new") == b"new"


@pytest.mark.build
def test_after_a_restart_everything_is_as_it_was(store_path: Path) -> None:
    """A match on one screen and a match against the computer are closed and reopened at every tenth act."""
    begun: list[str] = []
    with running_server(store_path) as client:
        api = ApiClient(client)
        begun += [api.begin()["id"], api.begin(seats={"allies": "random"})["id"]]
    rng = random.Random(5)
    for _ in range(5):
        with running_server(store_path) as client:
            api = ApiClient(client)
            for match in begun:
                for _ in range(10):
                    make_random_choice(api, match, rng)
                for match_view in views_of_persons(api, match):
                    if match_view["undo"]["steps"]:
                        api.post(f"/matches/{match}/undo", side=match_view["side"], seq=match_view["seq"])
            before = everything(api, begun)
        with running_server(store_path) as client:
            assert everything(ApiClient(client), begun) == before
    with running_server(store_path) as client:
        api = ApiClient(client)
        for match in begun:
            play(api, match)
            assert api.get(f"/matches/{match}/verify")["sound"]


def everything(api: ApiClient, matches: list[str]) -> list[object]:
    return [
        api.get("/matches"),
        *(
            [api.view(match, "public", since=0), *views_of_persons(api, match)]
            + [api.log(match, match_view["side"]) for match_view in views_of_persons(api, match)]
            for match in matches
        ),
    ]


@pytest.mark.build
def test_no_request_replays_a_match_from_its_beginning(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match is opened from its last snapshot, and only the acts since are applied again."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = api.begin(game="hf")["id"]
        play(api, match, acts=400)
        wanted = [api.past_view(match, "public", seq)["view"] for seq in (1, 5, 100, 290)]
    monkeypatch.setattr(restore, "replay", lambda record, **_: pytest.fail("replayed"))
    read: list[int] = []
    honest = Store.rows

    def noted(store: Store, match: str, first: int, last: int) -> list[tuple[bytes, bytes | None]]:
        read.append(last - first)
        return honest(store, match, first, last)

    monkeypatch.setattr(Store, "rows", noted)
    with running_server(store_path) as client:
        api = ApiClient(client)
        api.view(match, "japan")
        assert max(read) <= 2 * SNAPSHOT_INTERVAL + 1
        assert [api.past_view(match, "public", seq)["view"] for seq in (1, 5, 100, 290)] == wanted
        assert max(read) <= 2 * SNAPSHOT_INTERVAL + 1


def test_matches_are_opened_when_asked_for_and_closed_when_idle(
    store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        matches = [api.begin()["id"] for _ in range(4)]
    taken_up: list[str] = []

    def noted(store: Store, kept: StoredMatch) -> OpenMatch | None:
        taken_up.append(kept.id)
        return restore_match(store, kept)

    monkeypatch.setattr(open_matches, "restore_match", noted)
    monkeypatch.setattr(open_matches, "MAX_OPEN", 2)
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert len(api.get("/matches")) == 4
        assert taken_up == []
        for match in (matches[0], matches[0], matches[1], matches[2], matches[0]):
            api.view(match, "japan")
    assert taken_up == [matches[number] for number in (0, 1, 2, 0)]


def play_with_undo(api: ApiClient, acts: int = 100) -> str:
    """Plays a match on one screen for this many acts, some of them taken back."""
    match: str = api.begin()["id"]
    for _ in range(acts // 10):
        play(api, match, seed=2, acts=10)
        for match_view in views_of_persons(api, match):
            if match_view["undo"]["steps"]:
                api.post(f"/matches/{match}/undo", side=match_view["side"], seq=match_view["seq"])
    return match


@pytest.mark.build
def test_a_match_without_snapshots_is_replayed_once(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match as an older version stored it: lines without notes and snapshots."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = play_with_undo(api)
        wanted = everything(api, [match])
    with inside(store_path) as sql:
        sql.execute("delete from snapshots")
        sql.execute("update lines set note = null")
    with running_server(store_path) as client:
        assert everything(ApiClient(client), [match]) == wanted
    monkeypatch.setattr(restore, "replay", lambda record, **_: pytest.fail("replayed"))
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert everything(api, [match]) == wanted
        play(api, match)
        assert api.get(f"/matches/{match}/verify")["sound"]


@pytest.mark.build
def test_an_unusable_snapshot_is_made_again(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = play_with_undo(api)
        wanted = everything(api, [match])
    for spoil in ("dump = x'7b7d'", "about = x'7b7d'", "act = act - 1 where act > 1"):
        with inside(store_path) as sql:
            sql.execute(f"update snapshots set {spoil}")
        with running_server(store_path) as client:
            assert everything(ApiClient(client), [match]) == wanted


@pytest.mark.build
def test_a_store_of_the_first_version_opens_and_its_matches_continue(store_path: Path, tmp_path: Path) -> None:
    """The tables of that version, with a dump after each act."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = play_with_undo(api)
        wanted = everything(api, [match])
    older = tmp_path / "older.sqlite"
    scripts = Path(store_module.__file__).parent / "migrations"
    with inside(older) as sql:
        for script in sorted(scripts.glob("000[12]*.sql")):
            sql.executescript(script.read_text(encoding="utf-8"))
        sql.execute("pragma user_version = 2")
        sql.execute("attach ? as newer", (str(store_path),))
        sql.execute("insert into matches select id, name, game, seats, created, played, summary from newer.matches")
        sql.execute("insert into lines select match, number, line from newer.lines")
        sql.execute("insert into moments select match, act, dump from newer.snapshots")
        sql.execute("insert into secrets select * from newer.secrets")
        sql.commit()
    with running_server(older) as client:
        api = ApiClient(client)
        api.claim_all()
        assert everything(api, [match]) == wanted
        play(api, match)
        assert api.get(f"/matches/{match}/verify")["sound"]


@pytest.mark.build
def test_a_store_of_version_4_continues_from_its_snapshots(
    store_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables of migration 4 with two matches and their notes."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        matches = [play_with_undo(api), play_with_undo(api)]
        wanted = everything(api, matches)
    older = tmp_path / "older.sqlite"
    scripts = Path(store_module.__file__).parent / "migrations"
    with inside(older) as sql:
        for script in sorted(scripts.glob("000[1234]*.sql")):
            sql.executescript(script.read_text(encoding="utf-8"))
        sql.execute("pragma user_version = 4")
        sql.execute("attach ? as newer", (str(store_path),))
        columns = "id, name, game, seats, created, played, summary, stands"
        sql.execute(f"insert into matches ({columns}) select {columns} from newer.matches order by id")
        sql.execute("insert into lines select match, number, line, note from newer.lines")
        for table in ("secrets", "snapshots", "settings"):
            sql.execute(f"insert into {table} select * from newer.{table}")
        sql.commit()
    monkeypatch.setattr(open_matches, "replay_record", None)
    with running_server(older) as client:
        api = ApiClient(client)
        api.claim_all()
        assert everything(api, matches) == wanted
        for match in matches:
            play(api, match)
            assert api.get(f"/matches/{match}/verify")["sound"]


def store_of_version_1(path: Path, lines: int = 12_000) -> int:
    """Writes a store of the first version whose lines take 500 bytes each; returns the size of the file."""
    scripts = Path(store_module.__file__).parent / "migrations"
    with inside(path) as sql:
        sql.executescript((scripts / "0001_matches.sql").read_text(encoding="utf-8"))
        sql.execute("insert into matches values ('long', 'Long', 'pf', '{}', '', '', '{}')")
        sql.executemany("insert into lines values ('long', ?, zeroblob(500))", [(place,) for place in range(lines)])
        sql.execute("pragma user_version = 1")
        sql.commit()
    return path.stat().st_size


def test_the_migration_of_a_large_store_prints_its_progress(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = store_of_version_1(store_path)
    monkeypatch.setattr(migrate, "LARGE_STORE", size)
    said: list[str] = []
    with Store(store_path, said.append):
        pass
    assert said[0] == f"Updating {round(size / 1e6)} MB of games from store version 1 to {NEWEST}. This happens once."
    assert [line for line in said if "Migration" in line] == [
        f"Migration {n} of {NEWEST} ..." for n in range(2, NEWEST + 1)
    ]
    copying = said[said.index(f"Migration 5 of {NEWEST} ...") + 1 : said.index(f"Migration 6 of {NEWEST} ...")]
    assert 5 <= len(copying) <= 12
    assert all(re.fullmatch(r"  \d+ MB written", line) for line in copying)
    assert said[-1] == "The games are up to date."
    with Store(store_path, said.append):
        pass
    assert said[-1] == "The games are up to date."
    assert said.count(said[0]) == 1


def test_the_migration_of_a_small_or_new_store_prints_nothing(
    store_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "LARGE_STORE", store_of_version_1(store_path, 1) + 1)
    said: list[str] = []
    for path in (store_path, tmp_path / "new.sqlite"):
        with Store(path, said.append) as store:
            store.matches()
    assert said == []


def test_a_stopped_migration_changes_nothing_and_runs_at_the_next_start(
    store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "LARGE_STORE", store_of_version_1(store_path))
    said: list[str] = []

    def stopped(line: str) -> None:
        said.append(line)
        if "written" in line and f"Migration 5 of {NEWEST} ..." in said:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Store(store_path, stopped)
    with inside(store_path) as sql:
        assert sql.execute("pragma user_version").fetchone() == (4,)
        assert sql.execute("select count(*), sum(length(line)) from lines").fetchone() == (12_000, 6_000_000)
    with Store(store_path):
        pass
    with inside(store_path) as sql:
        assert sql.execute("pragma user_version").fetchone() == (NEWEST,)
        assert sql.execute("select count(*), sum(length(line)) from lines").fetchone() == (12_000, 6_000_000)


def test_the_list_includes_acts_made_just_before_a_kill(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = api.begin()["id"]
        before = api.get("/matches")
        play(api, match, acts=30)
        wanted = api.get("/matches")
    assert wanted != before
    with inside(store_path) as sql:
        response = msgspec.json.encode({name: before[0][name] for name in ("turn_line", "waiting", "over", "result")})
        sql.execute("update matches set stands = 1, played = ?, summary = ?", (before[0]["played"], response.decode()))
    with running_server(store_path) as client:
        assert ApiClient(client).get("/matches") == wanted


def test_two_matches_never_wait_for_each_other(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One match is slowly replayed from its record; meanwhile, another one is opened and played."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        slow, quick = api.begin()["id"], api.begin()["id"]
    with inside(store_path) as sql:
        sql.execute("delete from snapshots where match = ?", (slow,))
    may_go_on, begun = threading.Event(), threading.Event()

    def slowly(record: MatchRecord, stored: tuple[bytes, str] | None) -> ReplayedRecord:
        begun.set()
        assert may_go_on.wait(20)
        return replay_record(record, stored)

    monkeypatch.setattr(open_matches, "replay_record", slowly)
    with running_server(store_path) as client:
        api, seen = ApiClient(client), []
        waits = threading.Thread(target=lambda: seen.append(ApiClient(client).view(slow, "japan")["seq"]))
        waits.start()
        assert begun.wait(20)
        play(api, quick, acts=5)
        assert api.view(quick, "japan")["seq"] > 1
        assert seen == []
        may_go_on.set()
        waits.join()
    assert seen == [1]


# -- what cannot be stored -------------------------------------------------------------------------------


def full_disk(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.build
@pytest.mark.parametrize("against", ["person", "random"])
def test_an_act_that_cannot_be_stored_is_not_made(
    store_path: Path, against: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = api.begin(seats={"allies": against})["id"]
        api.act(api.view(match, "japan"), ["assign", "ijn_tone", "1"])
        before = api.view(match, "japan"), api.log(match, "japan")
        with monkeypatch.context() as patched:
            patched.setattr(Store, "add_lines", full_disk)
            error = api.error_of(lambda: api.act(before[0], offered_choices(before[0])[0]))
        assert error.status == 500
        assert "could not be stored" in error.error["message"]
        assert "safe" in error.error["message"]
        assert (api.view(match, "japan"), api.log(match, "japan")) == before
        play(api, match)
        assert api.get(f"/matches/{match}/verify")["sound"]


@pytest.mark.build
def test_a_failure_of_the_referee_is_reported_and_nothing_is_lost(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_view = api.begin()
    with monkeypatch.context() as patched:
        patched.setattr("ironbottom.engine.rules.state.run", lambda execution: 1 // 0)
        error = api.error_of(lambda: api.act(match_view, offered_choices(match_view)[0]))
    assert (error.status, "ZeroDivisionError" in error.error["message"]) == (500, True)
    assert api.view(match_view["id"], "japan") == match_view
    play(api, match_view["id"])


@pytest.mark.build
def test_a_damaged_record_is_refused_at_its_line_and_the_others_continue(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        bad, good = api.begin()["id"], api.begin()["id"]
        for match in (bad, good):
            for unit in ("tone", "chikuma", "kongo"):
                api.act(api.view(match, "japan"), ["assign", f"ijn_{unit}", "1"])
            play(api, match, acts=7)
    with inside(store_path) as sql:
        sql.execute(
            "update lines set line = cast(replace(line, 'assign', 'assing') as blob) where match = ? and number = 4",
            (bad,),
        )
    with running_server(store_path) as client:
        api = ApiClient(client)
        error = api.error_of(lambda: api.view(bad, "japan"))
        assert (error.status, error.error["field"]) == (400, f"match {bad}, line 5")
        assert len(api.get("/matches")) == 2
        play(api, good)
        assert api.request("DELETE", f"/matches/{bad}").status_code == 204


@pytest.mark.build
def test_the_dice_secret_is_stored_until_it_is_revealed(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = api.begin(seats={"allies": "random"})["id"]
    with inside(store_path) as sql:
        ((secret,),) = sql.execute("select secret from secrets").fetchall()
    with running_server(store_path) as client:
        api = ApiClient(client)
        play(api, match)
        record = api.request("GET", f"/matches/{match}/export").text
    assert secret in record.splitlines()[-1]
    with inside(store_path) as sql:
        assert sql.execute("select count(*) from secrets").fetchone() == (0,)
        assert sql.execute("select count(*) from lines").fetchone() == (len(record.splitlines()),)


def test_a_deleted_match_leaves_nothing_behind(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        api.request("DELETE", f"/matches/{api.begin()['id']}")
    with inside(store_path) as sql:
        for table in ("matches", "lines", "snapshots", "secrets"):
            assert sql.execute(f"select count(*) from {table}").fetchone() == (0,)


def test_a_store_is_used_from_the_servers_thread(store_path: Path) -> None:
    with Store(store_path) as store:
        found: list[object] = []
        thread = threading.Thread(target=lambda: found.append(store.matches()))
        thread.start()
        thread.join()
        assert found == [[]]
