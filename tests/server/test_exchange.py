"""Matches as files: written out and brought in again, and every kind of damage refused at its line."""

import json
import random
from base64 import b64encode
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.record import ChoiceMade, MatchRecord, read_lines
from ironbottom.server.storage import match_files, sealed_saves, database
from ironbottom.server.storage.sealed_saves import open_seal, seal
from ironbottom.server.match.restore import take_up
from tests.server.asking import Asking, offered, opened, play


def written(asking: Asking, match: str) -> bytes:
    return asking.ask("GET", f"/matches/{match}/export").content


def brought(asking: Asking, data: bytes) -> str:
    match: str = asking.ask("POST", "/matches/import", content=data).json()["id"]
    return match


@pytest.fixture
def finished(asking: Asking) -> str:
    match: str = asking.begin(seats={"allies": "random"}, name="The Slot, at night")["id"]
    play(asking, match)
    return match


@pytest.fixture
def unfinished(asking: Asking) -> str:
    match: str = asking.begin(seats={"allies": "random"}, name="Half way")["id"]
    play(asking, match, acts=30)
    return match


@pytest.mark.build
def test_a_finished_match_is_written_as_its_record(asking: Asking, finished: str) -> None:
    answer = asking.ask("GET", f"/matches/{finished}/export")
    told = answer.headers["content-disposition"]
    assert told == f'attachment; filename="pacific_fury-the-slot-at-night-{finished}.jsonl"'
    record = read_lines(answer.content)
    assert (record.finished, record.cut) == (True, "")
    assert record.header.players == {"japan": "person", "allies": "random"}


@pytest.mark.build
def test_a_long_match_is_written_and_checked_part_by_part(
    asking: Asking, finished: str, unfinished: str, store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of a few lines and some hundred bytes, as a long match has them; it is all there, and in order."""
    whole, checked = written(asking, finished), asking.get(f"/matches/{finished}/verify")
    with monkeypatch.context() as patched:
        patched.setattr(database, "PAGE", 7)
        patched.setattr(export, "PART", 300)
        assert written(asking, finished) == whole
        assert asking.get(f"/matches/{finished}/verify") == checked
        save = written(asking, unfinished)
    again = brought(asking, save)
    assert asking.sight(again, "japan")["view"] == asking.sight(unfinished, "japan")["view"]


def test_a_match_is_written_as_it_stood_when_it_was_asked_for(store_path: Path) -> None:
    """What is played while the file goes out is not in it."""
    with opened(store_path) as client:
        match = Asking(client).begin()["id"]
        play(Asking(client), match, acts=10)
    with database.Store(store_path) as games:
        kept = games.find(match)
        assert kept is not None
        table = take_up(games, kept)
        assert table is not None
        parts = export.write_file(table)
        first, last = next(parts), table.match.last
        offer = table.match.offer(table.match.decisions()[0].side)
        table.change(lambda: table.match.submit(offer.side, offer.choices.at(0)))
        assert table.match.last > last
        _, (_, *lines) = open_seal(games.key(match_files.KEY), b"".join([first, *parts]))
        assert len(lines) == last + 1


@pytest.mark.build
def test_a_finished_match_goes_out_and_comes_in(asking: Asking, finished: str) -> None:
    data = written(asking, finished)
    sides = ("japan", "allies", "open", "public")

    def shown(match: str) -> list[Any]:
        return [
            (asking.log(match, one), asking.sight(match, one)["view"], asking.moment(match, one, 20)) for one in sides
        ]

    before = shown(finished)
    asking.ask("DELETE", f"/matches/{finished}")
    again = brought(asking, data)
    assert again != finished
    assert shown(again) == before
    assert asking.get(f"/matches/{again}/verify")["sound"]
    assert written(asking, again) == data
    assert [match["id"] for match in asking.get("/matches")] == [again]


@pytest.mark.build
def test_a_finished_match_that_is_here_already_is_opened(asking: Asking, finished: str) -> None:
    """It gets no twin; another that ended in as many acts is not taken for it."""
    data = written(asking, finished)
    assert brought(asking, data) == finished
    other = asking.begin(name="Another")["id"]
    asking.ask("POST", f"/matches/{other}/resign", json={"side": "japan"})
    same_length = asking.begin(name="As long")["id"]
    asking.ask("POST", f"/matches/{same_length}/resign", json={"side": "japan"})
    assert brought(asking, written(asking, other)) == other
    assert brought(asking, written(asking, same_length)) == same_length
    asking.ask("DELETE", f"/matches/{other}")
    assert {match["id"] for match in asking.get("/matches")} == {finished, same_length}


def test_a_record_of_the_terminal_comes_in(asking: Asking) -> None:
    match, luck = Match("pf", dice=SeededDice(1)), random.Random(1)
    while not match.over:
        offer = match.offer(match.decisions()[0].side)
        match.submit(offer.side, offer.choices.sample(luck))
    again = brought(asking, MatchRecord(match.header, list(match.acts)).lines())
    assert asking.sight(again, "open")["view"] == match.view("open")
    assert asking.get("/matches")[0]["name"] == "Japan and the Allies on one screen"


def test_an_unfinished_match_is_sealed(asking: Asking, unfinished: str, store_path: Path) -> None:
    data = written(asking, unfinished)
    heading = json.loads(data.split(b"\n")[0])
    assert (heading["act"], heading["game"], heading["name"]) == ("save", "pacific_fury", "Half way")
    assert b"ijn_" not in data
    assert b"us_" not in data
    assert b"referee" not in data
    assert written(asking, unfinished) != data


@pytest.mark.build
def test_an_unfinished_match_comes_in_and_is_played_on(asking: Asking, unfinished: str) -> None:
    again = brought(asking, written(asking, unfinished))
    before, after = asking.sight(unfinished, "japan"), asking.sight(again, "japan")
    same = ("seats", "view", "decision", "undo")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert asking.log(again, "japan")[:-1] == asking.log(unfinished, "japan")
    asking.ask("DELETE", f"/matches/{unfinished}")
    play(asking, again)
    assert asking.get(f"/matches/{again}/verify")["sound"]


def test_a_save_is_opened_after_a_restart_but_not_elsewhere(tmp_path: Path) -> None:
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    with opened(here) as client:
        asking = Asking(client)
        data = written(asking, asking.begin(seats={"allies": "random"})["id"])
    with opened(here) as client:
        assert brought(Asking(client), data)
    with opened(there) as client:
        asking = Asking(client)
        wrong = asking.refused(lambda: brought(asking, data))
        assert (wrong.status, wrong.error["field"]) == (400, "line 1")
        assert "opened where it was saved" in wrong.error["message"]


def sizes(data: bytes) -> list[int]:
    return [len(line) for line in data.split(b"\n")]


def test_a_save_tells_by_its_size_nothing_of_what_is_chosen_in_secret(asking: Asking) -> None:
    match = asking.begin()["id"]
    before, luck, known = written(asking, match), random.Random(2), set()
    for _ in range(8):
        sight = asking.sight(match, "japan")
        assert asking.act(sight, luck.choice(offered(sight)))["decision"]
        known.add(tuple(sizes(written(asking, match))))
    assert known == {tuple(sizes(before))}
    heading = json.loads(before.split(b"\n")[0])
    assert heading["lines"] == len(sizes(before)) - 2


@pytest.mark.build
def test_the_sizes_of_saves_are_few_and_part_where_nobody_knows() -> None:
    def size(length: int, match: str) -> int:
        noise = random.Random(length).randbytes(length)
        return sum(sizes(b"".join(seal(bytes(32), {"game": "pf", "name": "A", "seats": {}}, [noise], match)))[1:])

    found = [{size(length, match) for length in range(1_000, 260_000, 10_000)} for match in ("one", "two", "three")]
    assert all(len(each) <= 4 for each in found)
    parts = [
        min(length for length in range(1_000, 90_000, 1_000) if size(length, match) > size(1, match))
        for match in ("one", "two", "three")
    ]
    assert len(set(parts)) > 1


def test_a_save_of_an_older_version_is_opened() -> None:
    """Each line of the record was sealed by itself."""
    key, lines, number = bytes(range(32)), [b"{}", b'{"act":"match"}'], "ab" * 16
    heading = {"act": "save", "format": 1, "game": "pf", "name": "A", "seats": {}, "lines": 2, "number": number}
    first = json.dumps({**heading, "check": ""}, separators=(",", ":")).encode()
    checks = [sealed_saves._check(key, "", 0, first)]
    data = [json.dumps({**heading, "check": checks[0]}, separators=(",", ":")).encode()]
    for place, line in enumerate(lines, 1):
        mixed = sealed_saves._mix(key, number, place, line)
        checks.append(sealed_saves._check(key, checks[-1], place, mixed))
        data.append(json.dumps({"sealed": b64encode(mixed).decode(), "check": checks[-1]}).encode())
    assert open_seal(key, b"\n".join([*data, b""]))[1] == lines


def damaged(data: bytes, line: int, old: bytes, new: bytes) -> bytes:
    lines = data.split(b"\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return b"\n".join(lines)


@pytest.mark.build
def test_every_damage_to_a_record_is_refused_at_its_line(asking: Asking, finished: str) -> None:
    data = written(asking, finished)
    lines = data.split(b"\n")
    cases = [
        (damaged(data, 1, b'"format":4', b'"format":5'), "file, line 1"),
        (damaged(data, 5, b'"side":"japan"', b'"side":"allies"'), "file, line 5"),
        (damaged(data, 9, b'"check":"', b'"check":"0'), "file, line 9"),
        (b"\n".join([*lines[:6], *lines[7:]]), "file, line 7"),
        (b"\n".join([*lines[:10], b"\xff\xfe", *lines[10:]]), "file, line 11"),
        (data[: data.index(lines[20]) + 12], "file, line 21"),
        (b"", "file, line 1"),
        (b"{}", "file, line 1"),
        (b"\x00" * 100, "file, line 1"),
        (b"[" * 100_000, "file, line 1"),
    ]
    before = asking.get("/matches")
    for spoiled, field in cases:
        wrong = asking.refused(partial(brought, asking, spoiled))
        assert (wrong.status, wrong.error["field"]) == (400, field), wrong
    assert asking.get("/matches") == before


def test_every_damage_to_a_save_is_refused_at_its_line(asking: Asking, unfinished: str) -> None:
    data = written(asking, unfinished)
    lines = data.split(b"\n")
    cases = [
        (damaged(data, 1, b'"allies":"random"', b'"allies":"person"'), "line 1"),
        (damaged(data, 1, b"Half way", b"Half was"), "line 1"),
        (damaged(data, 4, b'"sealed":"', b'"sealed":"AAAA'), "line 4"),
        (b"\n".join([*lines[:4], lines[5], lines[4], *lines[6:]]), "line 5"),
        (b"\n".join(lines[:-3]) + b"\n", f"line {len(lines) - 2}"),
        (b"\n".join([*lines[:-1], lines[-2], b""]), f"line {len(lines)}"),
        (b"\n".join([*lines[:3], b"{}", *lines[4:]]), "line 4"),
    ]
    for spoiled, field in cases:
        wrong = asking.refused(partial(brought, asking, spoiled))
        assert (wrong.status, wrong.error["field"]) == (400, field), wrong


@pytest.mark.build
def test_a_match_that_the_rules_would_not_have_played_is_refused_at_its_line(asking: Asking, finished: str) -> None:
    record = read_lines(written(asking, finished))
    place, act = next((at, act) for at, act in enumerate(record.acts) if isinstance(act, ChoiceMade) and act.dice)
    value, faces, why = act.dice[0]
    act.dice[0] = (value % faces + 1, faces, why)
    wrong = asking.refused(lambda: brought(asking, record.lines()))
    assert wrong.status == 400
    assert wrong.error["field"] == f"file, line {place + 2}"
    assert wrong.error["message"].startswith("the rules part from this match")


def test_an_unfinished_record_without_its_secret_is_refused(asking: Asking) -> None:
    match = Match("pf")
    match.submit("japan", match.offer("japan").choices.at(0))
    wrong = asking.refused(lambda: brought(asking, MatchRecord(match.header, list(match.acts)).lines()))
    assert (wrong.status, wrong.error["field"]) == (400, "file")
    assert "is not over" in wrong.error["message"]


def test_a_file_that_is_too_large_is_not_read(asking: Asking) -> None:
    wrong = asking.refused(lambda: brought(asking, b"x" * 32_000_001))
    assert wrong.status == 413
