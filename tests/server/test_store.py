"""The store: migrations, one holder at a time, restarts, and acts that cannot be kept."""

import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from ironbottom.engine.errors import BadValue
from ironbottom.engine.record import Record
from ironbottom.engine.replay import Replay, replay
from ironbottom.server import store as store_module
from ironbottom.server import tables
from ironbottom.server.moments import Moments
from ironbottom.server.store import Store, StoreTaken, default_path
from tests.server.asking import Asking, Client, offered, opened, persons, play, step


@contextmanager
def inside(path: Path) -> Iterator[sqlite3.Connection]:
    """The store's own file, looked into or spoiled behind the server's back."""
    with closing(sqlite3.connect(path)) as sql, sql:
        yield sql


def test_the_games_lie_with_the_persons_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_path() == tmp_path / "data" / "ironbottom" / "games.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_path() == Path.home() / ".local" / "share" / "ironbottom" / "games.sqlite"
    monkeypatch.setenv("IRONBOTTOM_STORE", str(tmp_path / "mine.sqlite"))
    assert default_path() == tmp_path / "mine.sqlite"


def test_nobody_else_on_the_machine_reads_it(store_path: Path) -> None:
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


def test_a_store_of_a_newer_version_is_left_alone(store_path: Path) -> None:
    Store(store_path).close()
    with inside(store_path) as sql:
        sql.execute("pragma user_version = 999")
    before = store_path.read_bytes()
    with pytest.raises(BadValue, match="newer version"):
        Store(store_path)
    assert store_path.read_bytes() == before


@pytest.mark.parametrize("spoil", ["a text", "a folder"])
def test_what_is_no_store_is_refused(store_path: Path, spoil: str) -> None:
    if spoil == "a folder":
        store_path.mkdir()
    else:
        store_path.write_text("This is no database, but a longer text.\n" * 100, encoding="utf-8")
    with pytest.raises(BadValue, match="cannot be kept here"):
        Store(store_path)


def test_one_server_at_a_time_holds_the_games(store_path: Path) -> None:
    with Store(store_path), pytest.raises(StoreTaken, match="another Ironbottom is using these games"):
        Store(store_path)
    Store(store_path).close()


def test_a_transaction_is_kept_whole_or_not_at_all(store_path: Path) -> None:
    with Store(store_path) as store:
        never: list[bytes] = []
        with suppress(ZeroDivisionError), store.transaction():
            never.append(store.key("one"))
            raise ZeroDivisionError
        first = store.key("one")
        assert first not in never
        assert store.key("one") == first
        assert store.key("two") != first


def test_after_a_restart_everything_is_as_it_was(store_path: Path) -> None:
    """A hot seat and a game against the computer, stopped at every tenth act and taken up again."""
    begun: list[str] = []
    with opened(store_path) as client:
        asking = Asking(client)
        begun += [asking.begin()["id"], asking.begin(seats={"allies": "random"})["id"]]
    luck = random.Random(5)
    for _ in range(5):
        with opened(store_path) as client:
            asking = Asking(client)
            for match in begun:
                for _ in range(10):
                    step(asking, match, luck)
                for sight in persons(asking, match):
                    if sight["undo"]["steps"]:
                        asking.post(f"/matches/{match}/undo", side=sight["side"], seq=sight["seq"])
            before = everything(asking, begun)
        with opened(store_path) as client:
            assert everything(Asking(client), begun) == before
    with opened(store_path) as client:
        asking = Asking(client)
        for match in begun:
            play(asking, match)
            assert asking.get(f"/matches/{match}/verify")["sound"]


def everything(asking: Asking, matches: list[str]) -> list[object]:
    return [
        asking.get("/matches"),
        *(
            [asking.sight(match, "public", since=0), *persons(asking, match)]
            + [asking.log(match, sight["side"]) for sight in persons(asking, match)]
            for match in matches
        ),
    ]


def test_no_request_plays_a_match_from_its_beginning(
    store_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a match is open, neither acts nor moments replay it; opening it does, once."""
    asking = Asking(client)
    match = asking.begin()["id"]
    play(asking, match, acts=40)
    monkeypatch.setattr(tables, "replay", lambda record: pytest.fail("replayed"))
    play(asking, match, acts=10)
    made: list[int] = []

    def noted(_: Moments, first: int, last: int) -> list[tuple[int, bytes]]:
        made.append(first)
        return []

    monkeypatch.setattr(Moments, "made", noted)
    for seq in (1, 5, 15):
        assert asking.moment(match, "public", seq)["view"]
    assert made == []


def test_matches_are_opened_when_asked_for_and_closed_when_idle(
    store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        matches = [asking.begin()["id"] for _ in range(4)]
    replayed: list[str] = []

    def noted(record: Record) -> Replay:
        replayed.append(record.name)
        return replay(record)

    monkeypatch.setattr(tables, "replay", noted)
    monkeypatch.setattr(tables, "MOST_OPEN", 2)
    with opened(store_path) as client:
        asking = Asking(client)
        assert len(asking.get("/matches")) == 4
        assert replayed == []
        for match in (matches[0], matches[0], matches[1], matches[2], matches[0]):
            asking.sight(match, "japan")
    assert replayed == [f"match {matches[number]}" for number in (0, 1, 2, 0)]


def test_moments_that_a_crash_left_out_are_made_again(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        match = asking.begin()["id"]
        play(asking, match, seed=2, acts=50)
        wanted = [asking.moment(match, "public", seq + 1) for seq in range(asking.sight(match, "public")["seq"])]
    with inside(store_path) as sql:
        sql.execute("delete from moments where act > 20")
    with opened(store_path) as client:
        asking = Asking(client)
        assert [asking.moment(match, "public", told["seq"]) for told in wanted] == wanted


# -- what cannot be kept ---------------------------------------------------------------------------------


def full_disk(self: Store, match: str, dumps: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.parametrize("against", ["person", "random"])
def test_an_act_that_cannot_be_kept_is_not_made(
    store_path: Path, against: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        match = asking.begin(seats={"allies": against})["id"]
        asking.act(asking.sight(match, "japan"), ["assign", "ijn_tone", "1"])
        before = asking.sight(match, "japan"), asking.log(match, "japan")
        with monkeypatch.context() as patched:
            patched.setattr(Store, "add_moments", full_disk)
            wrong = asking.refused(lambda: asking.act(before[0], offered(before[0])[0]))
        assert wrong.status == 500
        assert "could not be kept" in wrong.error["message"]
        assert "safe" in wrong.error["message"]
        assert (asking.sight(match, "japan"), asking.log(match, "japan")) == before
        play(asking, match)
        assert asking.get(f"/matches/{match}/verify")["sound"]


def test_a_fault_of_the_referee_is_told_and_nothing_is_lost(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    sight = asking.begin()
    with monkeypatch.context() as patched:
        patched.setattr("ironbottom.engine.state.run", lambda play: 1 // 0)
        wrong = asking.refused(lambda: asking.act(sight, offered(sight)[0]))
    assert (wrong.status, "ZeroDivisionError" in wrong.error["message"]) == (500, True)
    assert asking.sight(sight["id"], "japan") == sight
    play(asking, sight["id"])


def test_a_damaged_record_in_the_store_is_refused_at_its_line_and_the_others_are_played_on(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        bad, good = asking.begin()["id"], asking.begin()["id"]
        for match in (bad, good):
            for unit in ("tone", "chikuma", "kongo"):
                asking.act(asking.sight(match, "japan"), ["assign", f"ijn_{unit}", "1"])
            play(asking, match, acts=7)
    with inside(store_path) as sql:
        sql.execute(
            "update lines set line = cast(replace(line, 'assign', 'assing') as blob) where match = ? and number = 4",
            (bad,),
        )
    with opened(store_path) as client:
        asking = Asking(client)
        wrong = asking.refused(lambda: asking.sight(bad, "japan"))
        assert (wrong.status, wrong.error["field"]) == (400, f"match {bad}, line 5")
        assert len(asking.get("/matches")) == 2
        play(asking, good)
        assert asking.ask("DELETE", f"/matches/{bad}").status_code == 204


def test_the_secret_of_the_dice_is_kept_until_it_is_revealed(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        match = asking.begin(seats={"allies": "random"})["id"]
    with inside(store_path) as sql:
        ((secret,),) = sql.execute("select secret from secrets").fetchall()
    with opened(store_path) as client:
        asking = Asking(client)
        play(asking, match)
        record = asking.ask("GET", f"/matches/{match}/export").text
    assert secret in record.splitlines()[-1]
    with inside(store_path) as sql:
        assert sql.execute("select count(*) from secrets").fetchone() == (0,)
        assert sql.execute("select count(*) from lines").fetchone() == (len(record.splitlines()),)


def test_a_deleted_match_leaves_nothing_behind(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        asking.ask("DELETE", f"/matches/{asking.begin()['id']}")
    with inside(store_path) as sql:
        for table in ("matches", "lines", "moments", "secrets"):
            assert sql.execute(f"select count(*) from {table}").fetchone() == (0,)


def test_a_store_is_used_from_the_servers_thread(store_path: Path) -> None:
    with Store(store_path) as store:
        found: list[object] = []
        thread = threading.Thread(target=lambda: found.append(store.matches()))
        thread.start()
        thread.join()
        assert found == [[]]
