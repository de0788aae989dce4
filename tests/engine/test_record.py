"""Records: saved during play, read, resumed, replayed; damage is refused at its line and nothing is lost."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironbottom.engine.core.errors import BadValue, DiceError
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.dice.sealed import JointDice, SealedDice, SideSecret
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay, resume
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.files import RecordFile, secret_path
from ironbottom.engine.record.record import (
    ChoiceMade,
    Damaged,
    encode_lines,
    line_checksum,
    read_lines,
    read_record,
)
from tests.engine.lanterns import LANTERNS, acting, lanterns

SECRET = bytes(range(32))
WORDS = ["rain over Rabaul", "clear sky"]


def sealed() -> SealedDice:
    return SealedDice(SECRET, WORDS, words_by=["red", "blue"])


def match_on_file(path: Path, **more: Any) -> Match:
    """A match in progress, stored in a file, with everything that a record can contain."""
    match = lanterns(dice=sealed(), sink=RecordFile(path), players={"red": "Ann", "blue": "ensign"}, host="red", **more)
    match.submit("red", ["done"])
    match.submit("blue", [["hang", "b"], ["done"]])
    match.submit("red", ["swap"])
    match.submit("red", ["swap"])
    match.submit("red", ["call"])
    match.withdraw("red", 4)
    match.submit("red", [["hang", "a"], ["fish"]])
    match.undo("red", 1, ["blue"])
    match.submit("red", ["ring"])
    match.submit("blue", ["bear"], dice=[4])
    match.offer_draw("red")
    match.decline_draw("blue")
    match.submit("red", ["done"])
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "guadalcanal.jsonl"


# -- written during play -----------------------------------------------------------------------------


def test_the_file_contains_every_act_as_soon_as_it_is_made(path: Path) -> None:
    match = lanterns(dice=sealed(), sink=RecordFile(path))
    assert len(path.read_bytes().splitlines()) == 2
    match.submit("red", [["hang", "a"], ["done"]])
    assert len(path.read_bytes().splitlines()) == 4
    match.undo("red")
    assert len(path.read_bytes().splitlines()) == 5
    assert read_record(path).acts == match.acts
    assert read_record(path).header == match.header


def test_each_act_is_one_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[bytes] = []
    match = lanterns("lit", sealed(), sink=RecordFile(path))

    def count(target: Path, data: bytes) -> int:
        writes.append(data)
        return len(data)

    monkeypatch.setattr("ironbottom.engine.record.files._write", count)
    match.submit("red", [["swap"], ["ring"]])
    (data,) = writes
    assert [line.count(b'"more":true') for line in data.splitlines()] == [1, 1, 0]


def test_a_line_has_the_choice_and_its_outcome(path: Path) -> None:
    match_on_file(path)
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    for line in lines:
        assert len(line.pop("check")) == 12
    terms = (
        f'{{"corrections":{{}},"data":"{LANTERNS.rules().digest}","dice":"sealed","game":"lanterns",'
        '"options":{"rounds":"2"},"position":null,"rules":"1","scenario":"calm"}'
    )
    assert lines[0] == {
        "act": "match",
        "format": 4,
        "game": "lanterns",
        "rules": "1",
        "options": {"rounds": "2"},
        "data": LANTERNS.rules().digest,
        "dice": {
            "kind": "sealed",
            "commitments": {"referee": hashlib.sha256(SECRET + terms.encode()).hexdigest()},
            "words": ["rain over Rabaul", "clear sky"],
            "words_by": ["red", "blue"],
        },
        "scenario": "calm",
        "players": {"red": "Ann", "blue": "ensign"},
        "host": "red",
    }
    assert lines[1] == {"act": "begin", "seq": 1}
    withdrawn = {"act": "withdraw", "seq": 9, "side": "red", "choice": 5, "taken": [5, 6, 7, 8], "more": True}
    assert lines[9] == withdrawn
    assert lines[14] == {
        "act": "choice",
        "seq": 14,
        "side": "red",
        "action": ["fish"],
        "dice": [[1, 6, "catch"]],
        "events": [{"event": "scored", "side": "red", "points": 1}],
    }
    assert lines[15] == {
        "act": "undo", "seq": 15, "side": "red", "steps": 1, "taken": [14], "consent": ["blue"]
    }  # fmt: skip
    assert lines[17]["handed"] is True
    assert lines[18] == {"act": "draw", "seq": 18, "side": "red", "word": "offer"}


def test_a_finished_record_ends_with_result_hash_and_secret(path: Path) -> None:
    match = match_on_file(path)
    hashed = match.state.hash()
    match.resign("blue")
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert lines[-2]["result"] == {"winners": ["red"], "score": {}, "why": "Blue resigned"}
    assert lines[-2]["state"] == hashed
    assert lines[-1]["secrets"] == {"referee": SECRET.hex()}


def test_the_secret_is_stored_next_to_an_unfinished_record_for_its_owner_only(path: Path) -> None:
    match = match_on_file(path)
    assert SECRET.hex().encode() not in path.read_bytes()
    assert msgspec.json.decode(secret_path(path).read_bytes()) == {"referee": SECRET.hex()}
    assert secret_path(path).stat().st_mode & 0o077 == 0
    match.resign("red")
    assert not secret_path(path).exists()


def test_no_file_is_overwritten(path: Path, tmp_path: Path) -> None:
    match_on_file(path)
    with pytest.raises(BadValue, match="never overwritten"):
        RecordFile(path)
    with pytest.raises(BadValue, match="never overwritten"):
        acting().save(path)
    sink = RecordFile(tmp_path / "b.jsonl")
    secret_path(tmp_path / "b.jsonl").write_text("a secret")
    with pytest.raises(BadValue, match=r"b\.jsonl\.secret: a file with this name already exists"):
        lanterns(dice=sealed(), sink=sink)
    assert secret_path(tmp_path / "b.jsonl").read_text() == "a secret"
    with pytest.raises(BadValue, match="cannot be written: No such file"):
        lanterns(dice=sealed(), sink=RecordFile(tmp_path / "nowhere" / "c.jsonl"))


def test_an_act_that_cannot_be_stored_is_not_made(path: Path) -> None:
    match = match_on_file(path)
    before = match.state.hash(), len(match.acts)
    with path.open("ab") as file:
        file.write(b"graffiti")
    with pytest.raises(BadValue, match="another program has written"):
        match.submit("blue", ["fish"])
    assert before == (match.state.hash(), len(match.acts))
    path.write_bytes(path.read_bytes()[: -len(b"graffiti")])
    match.submit("blue", ["fish"])
    assert verify_dice(match) == [1, 6]


def verify_dice(match: Match) -> list[int]:
    """The values of the dice drawn so far."""
    choices = [act for act in match.acts if isinstance(act, ChoiceMade) and not act.handed]
    return [value for act in choices for value, _, _ in act.dice]


def test_a_full_disk_leaves_no_half_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_on_file(path)
    whole = path.read_bytes()

    def half(target: Path, data: bytes) -> int:
        with target.open("ab") as file:
            return file.write(data[: len(data) // 2])

    monkeypatch.setattr("ironbottom.engine.record.files._write", half)
    with pytest.raises(BadValue, match="the disk is full; the act was not made"):
        match.submit("blue", ["swap"])
    assert path.read_bytes() == whole


def test_a_match_may_be_saved_later(path: Path) -> None:
    match = acting(sealed())
    match.submit("red", ["swap"])
    match.save(path)
    assert read_record(path).acts == match.acts
    assert secret_path(path).exists()
    again = resume(path, game=LANTERNS)
    assert again.state == match.state


# -- resumed ---------------------------------------------------------------------------------------


def test_a_match_is_resumed_in_its_file_and_continues_with_the_next_die(path: Path) -> None:
    match = match_on_file(path)
    again = resume(path, game=LANTERNS)
    assert again.state == match.state
    assert [again.log(side) for side in ("red", "blue", "public")] == [
        match.log(side) for side in ("red", "blue", "public")
    ]
    assert again.can_undo("red") == match.can_undo("red")
    again.submit("blue", ["fish"])
    assert verify_dice(again) == [1, 6]
    again.resign("red")
    record = read_record(path)
    assert record.acts == again.acts
    assert verify(record, LANTERNS).sound


def test_in_a_resumed_match_what_was_played_before_can_be_taken_back(path: Path) -> None:
    match_on_file(path)
    again = resume(path, game=LANTERNS)
    assert again.undo("red") == [("done",)]
    assert resume(path, game=LANTERNS).state == again.state


def test_a_finished_match_is_not_resumed(path: Path) -> None:
    match_on_file(path).resign("red")
    with pytest.raises(BadValue, match="the match of this record is over"):
        resume(path, game=LANTERNS)


def test_without_its_secret_a_match_is_not_resumed(path: Path) -> None:
    match_on_file(path)
    secret_path(path).write_bytes(b'{"referee":"' + b"00" * 32 + b'"}')
    with pytest.raises(DiceError, match="the secret of referee is not the one whose hash"):
        resume(path, game=LANTERNS)
    secret_path(path).write_bytes(b"\xff")
    with pytest.raises(BadValue, match="this is not the secret of dice"):
        resume(path, game=LANTERNS)
    secret_path(path).unlink()
    with pytest.raises(BadValue, match="the secret of the dice cannot be read: No such file"):
        resume(path, game=LANTERNS)


def test_dice_that_are_not_sealed_are_replayed(path: Path) -> None:
    match = acting(SeededDice(3), sink=RecordFile(path))
    assert not secret_path(path).exists()
    with pytest.raises(BadValue):
        resume(path, game=LANTERNS)
    again = resume(path, ScriptedDice([5]), game=LANTERNS)
    again.submit("red", ["fish"])
    assert again.state != match.state


def test_joint_dice_are_resumed(path: Path) -> None:
    own = {side: SideSecret(bytes([n] * 32), WORDS) for n, side in enumerate(("red", "blue"))}
    match = acting(JointDice(SECRET, WORDS, own), sink=RecordFile(path))
    match.submit("red", ["fish"])
    again = resume(path, game=LANTERNS)
    again.submit("red", ["fish"])
    assert verify_dice(again) == [JointDice(SECRET, WORDS, own).value_of(n, 6) for n in (1, 2)]


# -- crashes and damage ----------------------------------------------------------------------------


def test_a_last_line_cut_off_anywhere_is_reported_and_the_rest_is_usable(path: Path) -> None:
    match_on_file(path)
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for end in range(last + 1, len(whole) - 1):
        record = read_lines(whole[:end])
        assert record.cut == f"line 21 is cut off after {end - last} bytes; the match goes on after act 19"
        assert len(record.acts) == 19
    assert read_lines(whole[:-1]).cut == ""
    assert len(read_lines(whole[:-1]).acts) == 20


def test_the_file_of_a_cut_record_is_kept_when_the_match_continues(path: Path) -> None:
    match_on_file(path)
    cut = path.read_bytes()[:-10]
    path.write_bytes(cut)
    match = resume(path, game=LANTERNS)
    assert match.notes == ["line 21 is cut off after 112 bytes; the match goes on after act 19"]
    assert path.with_name(path.name + ".cut-1").read_bytes() == cut
    match.submit("red", ["swap"])
    assert read_record(path).acts == match.acts
    path.write_bytes(path.read_bytes()[:-10])
    resume(path, game=LANTERNS)
    assert path.with_name(path.name + ".cut-2").exists()


def test_a_record_without_its_last_line_feed_continues(path: Path) -> None:
    match_on_file(path)
    path.write_bytes(path.read_bytes()[:-1])
    match = resume(path, game=LANTERNS)
    match.submit("blue", ["swap"])
    assert read_record(path).acts == match.acts


def test_an_incomplete_act_of_several_lines_is_dropped_as_a_whole(path: Path) -> None:
    match = acting(sealed(), sink=RecordFile(path))
    match.submit("red", [["swap"], ["call"], ["swap"]])
    lines = path.read_bytes().splitlines(keepends=True)
    for length in (5, 6, 7):
        record = read_lines(b"".join(lines[:length]))
        assert record.cut == f"the act of line {length} is cut off after it; the match goes on after act 3"
        assert record.acts == match.acts[:3]
    path.write_bytes(b"".join(lines[:6]) + lines[6][:20])
    again = resume(path, game=LANTERNS)
    assert again.state == acting().state
    again.submit("red", ["swap"])
    assert read_record(path).acts == again.acts


def damaged(data: bytes) -> Damaged:
    with pytest.raises(Damaged) as caught:
        read_lines(data, "guadalcanal.jsonl")
    return caught.value


def test_any_changed_byte_is_found_at_its_line(path: Path) -> None:
    match_on_file(path)
    whole = path.read_bytes()
    for place in range(0, len(whole) - 1, 7):
        spoiled = bytearray(whole)
        spoiled[place] ^= 0x10
        line = whole[:place].count(b"\n") + 1
        if whole[place : place + 1] == b"\n":
            continue
        assert damaged(bytes(spoiled)).line == line


def test_a_missing_doubled_or_swapped_line_is_found(path: Path) -> None:
    match_on_file(path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert damaged(b"".join(lines[:5] + lines[6:])).line == 6
    assert damaged(b"".join(lines[:6] + lines[5:])).line == 7
    assert damaged(b"".join([*lines[:5], lines[6], lines[5], *lines[7:]])).line == 6
    assert damaged(b"".join(lines[1:])).line == 1


def sealed_line(previous: bytes, body: bytes) -> bytes:
    """A line with a valid checksum."""
    check = line_checksum(msgspec.json.decode(previous)["check"] if previous else "", body)
    return body[:-1] + f',"check":"{check}"}}\n'.encode()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"act":"choice","seq":2}', "side is missing"),
        (b'{"act":"sail","seq":2}', "`$.act`; acts are begin, choice, undo, withdraw, resign, draw, copy, end, reveal"),
        (b'{"act":"resign","seq":2,"side":"red","why":"rain"}', "`$.why`; the only reason is time"),
        (b'{"act":"resign","seq":2,"side":"red","how":"loudly"}', "there is no field how"),
        (b'{"act":"resign","seq":"2","side":"red"}', "seq: a whole number is needed, not a text"),
        (b'{"act":"resign","seq":3,"side":"red"}', "the act has the number 3 instead of 2"),
        (
            b'{"act":"draw","seq":2,"side":"red","word":"maybe"}',
            "Invalid enum value 'maybe' - at `$.word`; words are offer, accept, decline",
        ),
        (
            b'{"act":"choice","seq":2,"side":"red","action":["fish"],"dice":[[1,6]]}',
            "dice[0]: a list with a length of 3 is needed",
        ),
        (b'{"act":"resign","seq":2,"side":"blue","side":"red"}', "the field 'side' appears twice in one object"),
        (
            b'{"act":"end","seq":2,"result":{"score":{"red":1, "red":2}},"state":""}',
            "the field 'red' appears twice in one object",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_is_allowed(body: bytes, message: str) -> None:
    header, begin = encode_lines([acting(sealed()).header, acting(sealed()).acts[0]])[0].splitlines(keepends=True)
    wrong = damaged(header + begin + sealed_line(begin, body))
    assert wrong.line == 3
    assert str(wrong).startswith("guadalcanal.jsonl, line 3: ")
    assert message in wrong.message
    assert wrong.record is not None
    assert len(wrong.record.acts) == 1


def test_a_header_that_names_two_kinds_of_dice_is_damaged() -> None:
    (line,) = encode_lines([acting(sealed()).header])[0].splitlines(keepends=True)
    body = line.rpartition(b',"check":')[0] + b"}"
    assert b'"dice":{"kind":"sealed"' in body
    forged = body.replace(b'"dice":{', b'"dice":{"kind":"unsealed"},"dice":{', 1)
    wrong = damaged(sealed_line(b"", forged))
    assert (wrong.line, wrong.message[:30]) == (1, "the field 'dice' appears twice")


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\x00\xff\xfe", b"hello\n", b"[]\n", b"{}\n", b'{"act":"match"}\n', b'{"act":"begin","seq":1}\n'],
)  # fmt: skip
def test_a_file_that_is_not_a_record_is_refused_at_its_first_line(data: bytes) -> None:
    wrong = damaged(data)
    assert wrong.line == 1
    assert 'a record starts with {"act":"match", ...}' in wrong.message
    assert wrong.record is None


def test_another_format_is_refused() -> None:
    header = acting(sealed()).header
    header.format = 5
    assert damaged(encode_lines([header])[0]).message == "the record has format 5; this version reads formats 1 to 4"


def test_a_missing_file_is_named(path: Path) -> None:
    with pytest.raises(BadValue, match=r"guadalcanal.jsonl: cannot be read: No such file"):
        read_record(path)


def test_a_damaged_record_is_not_resumed_and_not_touched(path: Path) -> None:
    match_on_file(path)
    spoiled = path.read_bytes().replace(b'"bear"', b'"dear"')
    path.write_bytes(spoiled)
    with pytest.raises(Damaged) as caught:
        resume(path, game=LANTERNS)
    assert caught.value.line == 18
    assert path.read_bytes() == spoiled
    assert caught.value.record is not None
    assert replay(caught.value.record, game=LANTERNS).divergence is None
