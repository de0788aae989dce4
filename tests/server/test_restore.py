"""Restored matches continue where they were: stores of older formats, and records that current rules would refuse."""

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
from ironbottom.engine.record.formats import commitment_input_of_format
from ironbottom.engine.record.record import Begin, ChoiceMade, Header, MatchRecord, encode_lines, read_lines
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state_format import current_format
from ironbottom.server.storage.database import Store
from tests.server.api_client import ApiClient, JsonObject, make_random_choice, play, running_server, views_of_persons
from tests.server.test_store import inside

GAMES = ["pf", "hf", "vitp"]
ACTS = 25


def begin_match(path: Path, game: str) -> tuple[str, list[JsonObject]]:
    """Begins a match in a store; returns it and what each side sees of it."""
    with running_server(path) as client:
        api = ApiClient(client)
        match = api.begin(game=game)["id"]
        play(api, match, seed=4, acts=ACTS)
        return match, views_without_hashes(api, match)


def views_without_hashes(api: ApiClient, match: str) -> list[JsonObject]:
    """Returns everything but the hash of the dice and the fingerprint that includes it."""
    match_views = [api.view(match, "public"), *views_of_persons(api, match)]
    return [{**match_view, "mark": "", "dice": {**match_view["dice"], "commitments": {}}} for match_view in match_views]


def rewrite_record(path: Path, match: str, change: Callable[[MatchRecord], None]) -> None:
    """Changes the record of a match in the store; the hashes cover the new contents."""
    with closing(Store(path)) as store:
        record, secrets = read_lines(store.lines(match)), store.secrets(match)
    change(record)
    terms = commitment_input_of_format(record.header, record.header.dice.kind)
    record.header.dice.commitments[REFEREE] = commitment(bytes.fromhex(secrets[REFEREE]), terms)
    with inside(path) as sql:
        lines = encode_lines([record.header, *record.acts])[0].splitlines(keepends=True)
        ((shelf,),) = sql.execute("select shelf from matches where id = ?", (match,)).fetchall()
        sql.execute("delete from lines where match = ?", (match,))
        rows = [(place, match, line) for place, line in enumerate(lines, shelf << 32)]
        sql.executemany("insert into lines (place, match, line) values (?, ?, ?)", rows)


def rewrite_dumps(path: Path, change: Callable[[list[Any]], None]) -> None:
    with inside(path) as sql:
        for match, act, dump in sql.execute("select match, act, dump from snapshots").fetchall():
            parts = msgspec.json.decode(dump)
            change(parts)
            values = (msgspec.json.encode(parts), match, act)
            sql.execute("update snapshots set dump = ? where match = ? and act = ?", values)


def make_older(header: Header) -> None:
    """Makes a header of an older version of the rules, without the newest options."""
    newer = [option.name for option in get_game(header.game).options if option.formerly == option.default]
    header.rules = "1"
    for name in newer[-2:]:
        del header.options[name]


def remove_options(options: dict[str, str], gone: set[str]) -> None:
    for name in gone:
        del options[name]


@pytest.mark.build
@pytest.mark.parametrize("game", GAMES)
def test_a_store_from_before_the_newest_options_opens_and_continues(store_path: Path, game: str) -> None:
    match, before = begin_match(store_path, game)
    rewrite_record(store_path, match, lambda record: make_older(record.header))
    gone = set(get_game(game).rules().options)
    with closing(Store(store_path)) as store:
        gone -= set(read_lines(store.lines(match)).header.options)
    assert gone
    rewrite_dumps(store_path, lambda parts: remove_options(parts[2], gone))
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert views_without_hashes(api, match) == before
        for seq in range(1, before[0]["seq"] + 1):
            assert api.past_view(match, "public", seq)["view"]
        play(api, match, acts=ACTS)
        assert api.view(match, "public")["seq"] > before[0]["seq"]
        assert api.request("GET", f"/matches/{match}/export").content


@pytest.mark.parametrize("game", GAMES)
def test_matches_open_with_other_figures(store_path: Path, game: str) -> None:
    match, before = begin_match(store_path, game)
    rewrite_record(store_path, match, lambda record: setattr(record.header, "data", "0" * 64))
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert views_without_hashes(api, match) == before
        play(api, match, acts=5)


def change_game(record: MatchRecord) -> None:
    """Replaces acts with some that the current rules do not know."""
    for act in record.acts:
        if isinstance(act, ChoiceMade):
            act.action = ["gone"]


def change_events(record: MatchRecord) -> None:
    """Changes the events of an act in the middle, as another version of the rules could have written them."""
    act = next(act for act in record.acts[8:] if isinstance(act, (Begin, ChoiceMade)) and act.events)
    act.events[0]["event"] = "told_otherwise_then"


@pytest.fixture(params=GAMES)
def diverged(store_path: Path, request: pytest.FixtureRequest) -> tuple[str, list[JsonObject]]:
    """A match with an act that the current rules would play differently."""
    match, before = begin_match(store_path, request.param)
    rewrite_record(store_path, match, change_events)
    return match, before


def test_a_match_that_current_rules_would_play_differently_is_restored(
    store_path: Path, diverged: tuple[str, list[JsonObject]]
) -> None:
    match, before = diverged
    for _ in range(2):
        with running_server(store_path) as client:
            api = ApiClient(client)
            for response, now in zip(before, views_without_hashes(api, match), strict=True):
                same = ("view", "decision", "over", "seats", "waiting")
                assert {name: now[name] for name in same} == {name: response[name] for name in same}
    with running_server(store_path) as client:
        api = ApiClient(client)
        for match_view in views_of_persons(api, match):
            api.log(match, match_view["side"])
            assert match_view["undo"]["steps"] == 0
        play(api, match, acts=10)
        last = api.view(match, "public")
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert api.view(match, "public")["view"] == last["view"]
        api.post(f"/matches/{match}/resign", side="japan")
        report = api.get(f"/matches/{match}/verify")
        assert not report["sound"]
        assert "by the rules it is" in json.dumps(report["failed"])


def test_a_match_whose_state_is_lost_has_a_message_and_the_others_work(
    store_path: Path, diverged: tuple[str, list[JsonObject]]
) -> None:
    match, _ = diverged
    rewrite_record(store_path, match, change_game)
    with inside(store_path) as sql:
        sql.execute("update snapshots set dump = cast('[1,2,3,[],[]]' as blob)")
    with running_server(store_path) as client:
        api = ApiClient(client)
        error = api.error_of(lambda: api.view(match, "public"))
        assert error.status == 400
        assert "its current position is not stored" in error.error["message"]
        other = api.begin()["id"]
        assert make_random_choice(api, other, random.Random(1))


@pytest.mark.parametrize("game", GAMES)
def test_a_state_that_a_check_would_refuse_is_restored(game: str) -> None:
    """A check that is wrong, or stricter than the rules used to be, must not stop a match."""
    state = get_game(game).new()
    again = state.rules.restore(state.dump())
    assert again == state
    odd = msgspec.json.decode(state.dump())
    odd[3][0] = 97
    assert state.rules.restore(msgspec.json.encode(odd)).cells[0] == 97


def test_a_match_with_snapshots_in_an_unknown_format_is_replayed(store_path: Path) -> None:
    """The unknown format is never misread: the record is replayed."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = api.begin()["id"]
        rng = random.Random(4)
        for _ in range(20):
            make_random_choice(api, match, rng)
        wanted = [api.view(match, side, since=0) for side in ("japan", "allies")]
    with closing(sqlite3.connect(store_path)) as sql, sql:
        known = current_format(get_game("pf"))
        (changed,) = sql.execute(
            "select count(*) from snapshots where instr(cast(about as text), ?) and match = ?", (known, match)
        ).fetchone()
        assert changed
        sql.execute("update snapshots set about = cast(replace(cast(about as text), ?, 'unknown') as blob)", (known,))
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert [api.view(match, side, since=0) for side in ("japan", "allies")] == wanted
        assert make_random_choice(api, match, rng)
