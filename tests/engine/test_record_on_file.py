"""Records too long for memory: read from the file with the same result as in memory, and checked part by part."""

import tracemalloc
from pathlib import Path

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import dice_segments, replay, replay_long
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.files import RecordFile
from ironbottom.engine.record.on_file import open_record
from ironbottom.engine.record.record import Copy, MatchRecord, read_record
from tests.engine.test_record import match_on_file

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures").rglob("*.jsonl"))


def contents(record: MatchRecord) -> tuple[object, ...]:
    """Everything about a record."""
    sources = [(one.heading, one.line, one.count, list(one.dice())) for one in dice_segments(record)]
    return record.header, list(record.acts), record.check, record.size, record.cut, record.finished, sources


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_is_the_same_record_as_in_memory(path: Path) -> None:
    here, there = read_record(path), open_record(path)
    assert contents(here) == contents(there)
    assert len(there.acts) == len(here.acts)
    for place in (0, 127, 128, 129, len(here.acts) - 1, -1):
        if place < len(here.acts):
            assert there.acts[place] == here.acts[place]
    assert there.acts[3:140:7] == here.acts[3:140:7]
    assert there.lines() == here.lines()


def test_damage_is_reported_in_the_same_words(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    match_on_file(whole)
    data = whole.read_bytes()
    lines = data.splitlines(keepends=True)
    tried = {
        "nothing": b"",
        "no header": b"".join(lines[1:]),
        "a line is missing": b"".join(lines[:4] + lines[5:]),
        "a letter is changed": data.replace(b'"swap"', b'"swop"', 1),
        "the end is cut": data[:-30],
        "the last line has no end": data[:-1],
        "an empty line": lines[0] + b"\n" + b"".join(lines[1:]),
        "no line at all": b"\x00" * 300,
        "another heading": data.replace(b'"format":3', b'"format":9', 1),
    }
    for name, found in tried.items():
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(found)
        assert outcome(path, memory=True) == outcome(path, memory=False), name
    assert outcome(tmp_path / "none.jsonl", memory=True) == outcome(tmp_path / "none.jsonl", memory=False)


def outcome(path: Path, memory: bool) -> object:
    try:
        return contents(read_record(path) if memory else open_record(path))
    except BadValue as wrong:
        return str(wrong)


def test_a_long_replay_reaches_the_same_match(tmp_path: Path) -> None:
    """Everything that a record can contain, including undo and withdrawals, and a copy in its middle."""
    path = tmp_path / "match.jsonl"
    match = match_on_file(path)
    match.continue_as_copy(SealedDice(bytes(32), ["ebb"]), RecordFile.reopen(path, read_record(path)), "first")
    match.offer_draw("red")
    record = open_record(path)
    assert [type(act) for act in record.acts].count(Copy) == 1
    game = match.rules.game
    short, long = replay(read_record(path), game=game), replay_long(record, game)
    assert (short.divergence, long.divergence) == (None, None)
    assert long.match.state == short.match.state == match.state
    assert list(long.match.acts) == list(short.match.acts)
    for side in (*match.rules.sides.ids, "public"):
        assert long.match.log(side) == short.match.log(side)
    assert verify(record, game).as_dict() == verify(read_record(path), game).as_dict()


@pytest.mark.build
def test_a_long_record_is_checked_in_little_memory(tmp_path: Path) -> None:
    """Three times as many acts take hardly any more memory, although each act needs a few kB."""

    def most(acts: int) -> int:
        path = tmp_path / f"{acts}.jsonl"
        match = Match("pf", sink=RecordFile(path))
        for _ in range(acts // 2):
            match.submit("japan", ["assign", "ijn_nagato", "1"])
            match.undo("japan")
        match.resign("japan")
        del match
        tracemalloc.start()
        report = verify(path)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert report.sound
        return peak

    most(100)
    few, many = most(600), most(1_800)
    assert many < few + 300_000
