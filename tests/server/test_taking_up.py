"""What the referee has reached stays as it is: stores of older forms, and matches that current rules would refuse."""

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironbottom.engine.dice.sealed import REFEREE, commitment
from ironbottom.engine.record.formats import terms_in
from ironbottom.engine.record.record import Begin, ChoiceMade, Header, MatchRecord, encode_lines, read_lines
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state_format import current_format
from ironbottom.server.storage.database import Store
from tests.server.asking import Asking, Told, opened, persons, play, step
from tests.server.test_store import inside

GAMES = ["pf", "hf", "vitp"]
ACTS = 25


def begun(path: Path, game: str) -> tuple[str, list[Told]]:
    """A match under way in a store, and what each side is shown of it."""
    with opened(path) as client:
        asking = Asking(client)
        match = asking.begin(game=game)["id"]
        play(asking, match, seed=4, acts=ACTS)
        return match, shown(asking, match)


def shown(asking: Asking, match: str) -> list[Told]:
    """Everything but the hash of the dice and the fingerprint that includes it."""
    sights = [asking.sight(match, "public"), *persons(asking, match)]
    return [{**sight, "mark": "", "dice": {**sight["dice"], "commitments": {}}} for sight in sights]


def rewritten(path: Path, match: str, change: Callable[[MatchRecord], None]) -> None:
    """Changes the record of a match in the store, as if it had been written so: the hash covers the new contents."""
    with closing(Store(path)) as store:
        record, secrets = read_lines(store.lines(match)), store.secrets(match)
    change(record)
    terms = terms_in(record.header, record.header.dice.kind)
    record.header.dice.commitments[REFEREE] = commitment(bytes.fromhex(secrets[REFEREE]), terms)
    with inside(path) as sql:
        lines = encode_lines([record.header, *record.acts])[0].splitlines(keepends=True)
        ((shelf,),) = sql.execute("select shelf from matches where id = ?", (match,)).fetchall()
        sql.execute("delete from lines where match = ?", (match,))
        rows = [(place, match, line) for place, line in enumerate(lines, shelf << 32)]
        sql.executemany("insert into lines (place, match, line) values (?, ?, ?)", rows)


def dumps_rewritten(path: Path, change: Callable[[list[Any]], None]) -> None:
    with inside(path) as sql:
        for match, act, dump in sql.execute("select match, act, dump from snapshots").fetchall():
            parts = msgspec.json.decode(dump)
            change(parts)
            values = (msgspec.json.encode(parts), match, act)
            sql.execute("update snapshots set dump = ? where match = ? and act = ?", values)


def of_an_older_version(header: Header) -> None:
    """A header from before the game's options that came later, and of an older version of its rules."""
    newer = [option.name for option in get_game(header.game).options if option.formerly == option.default]
    header.rules = "1"
    for name in newer[-2:]:
        del header.options[name]


def without(options: dict[str, str], gone: set[str]) -> None:
    for name in gone:
        del options[name]


@pytest.mark.build
@pytest.mark.parametrize("game", GAMES)
def test_a_store_from_before_the_newest_options_is_opened_and_played_on(store_path: Path, game: str) -> None:
    match, before = begun(store_path, game)
    rewritten(store_path, match, lambda record: of_an_older_version(record.header))
    gone = set(get_game(game).rules().options)
    with closing(Store(store_path)) as store:
        gone -= set(read_lines(store.lines(match)).header.options)
    assert gone
    dumps_rewritten(store_path, lambda parts: without(parts[2], gone))
    with opened(store_path) as client:
        asking = Asking(client)
        assert shown(asking, match) == before
        for seq in range(1, before[0]["seq"] + 1):
            assert asking.moment(match, "public", seq)["view"]
        play(asking, match, acts=ACTS)
        assert asking.sight(match, "public")["seq"] > before[0]["seq"]
        assert asking.ask("GET", f"/matches/{match}/export").content


@pytest.mark.parametrize("game", GAMES)
def test_other_figures_stop_no_match_that_stands(store_path: Path, game: str) -> None:
    match, before = begun(store_path, game)
    rewritten(store_path, match, lambda record: setattr(record.header, "data", "0" * 64))
    with opened(store_path) as client:
        asking = Asking(client)
        assert shown(asking, match) == before
        play(asking, match, acts=5)


def of_another_game(record: MatchRecord) -> None:
    """Acts that the current rules do not know at all."""
    for act in record.acts:
        if isinstance(act, ChoiceMade):
            act.action = ["gone"]


def events_told_otherwise(record: MatchRecord) -> None:
    """As another version of the rules would have told an act in the middle."""
    act = next(act for act in record.acts[8:] if isinstance(act, (Begin, ChoiceMade)) and act.events)
    act.events[0]["event"] = "told_otherwise_then"


@pytest.fixture(params=GAMES)
def parted(store_path: Path, request: pytest.FixtureRequest) -> tuple[str, list[Told]]:
    """A match with an act that the current rules would play differently."""
    match, before = begun(store_path, request.param)
    rewritten(store_path, match, events_told_otherwise)
    return match, before


def test_a_match_that_today_s_rules_would_not_have_played_stands_where_it_stood(
    store_path: Path, parted: tuple[str, list[Told]]
) -> None:
    match, before = parted
    for _ in range(2):
        with opened(store_path) as client:
            asking = Asking(client)
            for told, now in zip(before, shown(asking, match), strict=True):
                same = ("view", "decision", "over", "seats", "waiting")
                assert {name: now[name] for name in same} == {name: told[name] for name in same}
    with opened(store_path) as client:
        asking = Asking(client)
        for sight in persons(asking, match):
            asking.log(match, sight["side"])
            assert sight["undo"]["steps"] == 0
        play(asking, match, acts=10)
        known = asking.sight(match, "public")
    with opened(store_path) as client:
        asking = Asking(client)
        assert asking.sight(match, "public")["view"] == known["view"]
        asking.post(f"/matches/{match}/resign", side="japan")
        report = asking.get(f"/matches/{match}/verify")
        assert not report["sound"]
        assert "by the rules it went otherwise" in json.dumps(report["failed"])


def test_one_whose_position_is_lost_is_told_in_words_and_the_others_are_played(
    store_path: Path, parted: tuple[str, list[Told]]
) -> None:
    match, _ = parted
    rewritten(store_path, match, of_another_game)
    with inside(store_path) as sql:
        sql.execute("update snapshots set dump = cast('[1,2,3,[],[]]' as blob)")
    with opened(store_path) as client:
        asking = Asking(client)
        wrong = asking.refused(lambda: asking.sight(match, "public"))
        assert wrong.status == 400
        assert "where it stands is not kept" in wrong.error["message"]
        other = asking.begin()["id"]
        assert step(asking, other, random.Random(1))


@pytest.mark.parametrize("game", GAMES)
def test_a_state_that_a_check_would_refuse_is_restored(game: str) -> None:
    """A check that is wrong, or stricter than the rules were, is no reason to stop a match."""
    state = get_game(game).new()
    again = state.rules.restore(state.dump())
    assert again == state
    odd = msgspec.json.decode(state.dump())
    odd[3][0] = 97
    assert state.rules.restore(msgspec.json.encode(odd)).cells[0] == 97


def test_a_match_with_snapshots_in_an_unknown_format_is_replayed(store_path: Path) -> None:
    """Never read as something else: the record itself decides."""
    with opened(store_path) as client:
        asking = Asking(client)
        match = asking.begin()["id"]
        luck = random.Random(4)
        for _ in range(20):
            step(asking, match, luck)
        wanted = [asking.sight(match, side, since=0) for side in ("japan", "allies")]
    with closing(sqlite3.connect(store_path)) as sql, sql:
        known = current_format(get_game("pf"))
        (changed,) = sql.execute(
            "select count(*) from snapshots where instr(cast(about as text), ?) and match = ?", (known, match)
        ).fetchone()
        assert changed
        sql.execute("update snapshots set about = cast(replace(cast(about as text), ?, 'unknown') as blob)", (known,))
    with opened(store_path) as client:
        asking = Asking(client)
        assert [asking.sight(match, side, since=0) for side in ("japan", "allies")] == wanted
        assert step(asking, match, luck)
