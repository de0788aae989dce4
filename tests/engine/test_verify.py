"""``verify --commitment``: what a forger cannot change in a record, and what is printed as not proved."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.codecs.position import write_position
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.dice.dice import Dice
from ironbottom.engine.dice.sealed import JointDice, SealedDice, SideSecret, commitment
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.verify import CHOICES_UNSIGNED, Report, verify
from ironbottom.engine.record.files import NullSink, RecordFile
from ironbottom.engine.record.record import ChoiceMade, Copy, Damaged, End, MatchRecord, Reveal, Undo, read_lines
from ironbottom.testing.forgeries import plain_lines, with_checksums
from tests.engine.lanterns import LANTERNS, acting, lanterns

SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))
WORDS = ["rain over Rabaul", "clear sky"]
PLAYERS = {"red": "Ann", "blue": "Bob"}
CHANGES = "the line does not match its check"


def sealed(secret: bytes = SECRET, words: list[str] = WORDS) -> SealedDice:
    return SealedDice(secret, words, words_by=["red", "blue"])


def joint() -> JointDice:
    shares = {"red": SideSecret(b"r" * 32, WORDS), "blue": SideSecret(b"b" * 32, WORDS)}
    return JointDice(SECRET, WORDS, shares, words_by=["red", "blue"])


def full_record(dice: Dice, **more: Any) -> MatchRecord:
    """A match with every kind of act except a copy: dice before the first choice, an undo with consent, …"""
    match = lanterns("drawn", dice, rounds="1", players=PLAYERS, host="red", **more)
    match.submit("red", [["hang", "a"], ["hang", "b"], ["done"]])
    match.submit("blue", ["done"])
    match.submit("red", ["fish"])
    match.undo("red", consent=["blue"])
    match.submit("red", ["swap"])
    match.submit("red", ["hang", "c"])
    match.withdraw("red", match.last_choice("red"))
    match.offer_draw("blue")
    match.decline_draw("red")
    match.submit("red", ["ring"])
    match.submit("red", [["swap"], ["done"]])
    match.submit("blue", ["call"])
    match.submit("blue", ["done"])
    assert match.over
    return MatchRecord(match.header, list(match.acts))


def published_hash(record: MatchRecord) -> str:
    return record.header.dice.commitments["referee"]


TRUE = full_record(sealed())
HASH = published_hash(TRUE)
TRUE_JOINT = full_record(joint())


def checked(record: MatchRecord, hash_: str = HASH) -> Report:
    """The report on a record after it was written and read: its checksums are valid, whatever was forged."""
    return verify(read_lines(record.lines()), LANTERNS, shown=hash_)


def copy(record: MatchRecord = TRUE) -> MatchRecord:
    return read_lines(record.lines())


# -- field by field ----------------------------------------------------------------------------------------

NOT_PROVED = {
    "players": "who played (",
    "host": "who ran the match (",
    "words_by": "who contributed which words to the dice (",
    "words": "who contributed which words to the dice (",
    "more": CHOICES_UNSIGNED,
}
"""The fields that the writer of the record could have written differently, each with the sentence for it."""
OPTIONAL: dict[str, dict[str, Any]] = {
    "match": {"position": {}, "corrections": {"figures": {}}},
    "choice": {"auto": True, "handed": True, "more": True},
    "begin": {"more": True},
    "undo": {"more": True},
    "withdraw": {"dropped": [["fish"]], "more": True},
    "draw": {"more": True},
    "end": {"more": True},
    "reveal": {"more": True},
}
"""Fields that are left out of a line if they have their default value."""
ALIKE = (
    ("red", "blue"),
    ("a", "b", "c"),
    ("fish", "done", "swap", "ring", "hush", "bear"),
    ("calm", "lit", "drawn"),
    ("sealed", "joint", "unsealed", "magic"),
    ("luck", "catch", "boat"),
    ("offer", "accept", "decline"),
    ("1", "2"),
)
"""Texts that could replace one another.

``call`` and ``ring`` are left out, since they have the same effect here: no record shows which a side chose.
"""


def places(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a line: each field, and each part of it."""
    if path:
        yield path
    for key in plain if isinstance(plain, dict) else range(len(plain)) if isinstance(plain, list) else ():
        yield from places(plain[key], (*path, key))


def others(value: Any) -> list[Any]:
    """Other values that a forger could use instead."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        near = next((group for group in ALIKE if value in group), (OTHER.hex(), value + "x"))
        return [one for one in near if one != value]
    return [type(value)()] if value else []


def changed(line: str, path: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """A line with other values in one place, and without the place."""

    def at() -> tuple[dict[str, Any], Any]:
        plain = json.loads(line)
        inner = plain
        for key in path[:-1]:
            inner = inner[key]
        return plain, inner

    _, inner = at()
    for value in others(inner[path[-1]]):
        plain, inner = at()
        inner[path[-1]] = value
        yield plain
    plain, inner = at()
    del inner[path[-1]]
    yield plain


def mutations(record: MatchRecord) -> Iterator[tuple[str, bytes]]:
    """All records with a change in one place of one line, and with all checksums adjusted."""
    lines = plain_lines(record)
    for number, line in enumerate(lines):
        plain = json.loads(line)
        added = [{**plain, name: value} for name, value in OPTIONAL[plain["act"]].items() if name not in plain]
        forged = [(".".join(map(str, path)), one) for path in places(plain) for one in changed(line, path)]
        for name, one in [*forged, *((f"+{list(one)[-1]}", one) for one in added)]:
            result = json.dumps(one, separators=(",", ":"))
            yield f"{plain['act']}.{name}", with_checksums([*lines[:number], result, *lines[number + 1 :]])


def sentences(data: bytes, hash_: str) -> tuple[list[str], list[str]]:
    """The failures of a record, and what is printed as not proved."""
    try:
        report = verify(read_lines(data), LANTERNS, shown=hash_)
    except IronbottomError as damage:
        return [str(damage)], []
    return report.failed, report.open


@pytest.mark.build
@pytest.mark.parametrize(
    "record", [TRUE, pytest.param(TRUE_JOINT, marks=pytest.mark.thorough)], ids=["sealed", "joint"]
)
def test_a_change_of_any_field_is_noticed_or_the_field_is_printed_as_not_proved(record: MatchRecord) -> None:
    hash_, seen, unnoticed = published_hash(record), set[str](), []
    assert checked(record, hash_).failed == []
    for name, data in mutations(record):
        failed, not_proved = sentences(data, hash_)
        field = next((part for part in name.replace("+", "").split(".") if part in NOT_PROVED), None)
        if failed:
            continue
        if field is None or not any(sentence.startswith(NOT_PROVED[field]) for sentence in not_proved):
            unnoticed.append(name)
        else:
            seen.add(field)
    assert unnoticed == []
    assert seen >= set(NOT_PROVED) - {"words"}


def test_changed_words_change_the_dice() -> None:
    """An extra word changes the dice; the side that gave it is printed."""
    record = copy()
    record.header.dice.words[0] += "!"
    report = checked(record)
    assert report.failed[0].startswith("line 2: die 1 is ")
    assert "the dice do not fit the hash shown at the start of the match" in report.failed
    message = "who contributed which words to the dice (red: 'rain over Rabaul!' and blue: 'clear sky')"
    assert f"{message}: compare them with those shown when the match began" in report.open


# -- forgeries ------------------------------------------------------------------------------


def with_copy(record: MatchRecord) -> MatchRecord:
    """The true record, continued by the forger as a copy from the beginning, with chosen dice."""
    forged = replayed_as_copy(SealedDice(OTHER, ["until the dice pleased"], words_by=["red"]))
    return MatchRecord(record.header, forged.acts)


def replayed_as_copy(dice: SealedDice) -> MatchRecord:
    match = lanterns("drawn", sealed(), rounds="1", players=PLAYERS, host="red")
    match.continue_as_copy(dice, NullSink())
    match.submit("red", ["done"])
    match.submit("blue", ["done"])
    match.submit("red", ["fish"])
    match.resign("blue")
    return MatchRecord(match.header, list(match.acts))


def test_a_copied_part_fails_with_its_own_sentence() -> None:
    record = with_copy(TRUE)
    assert any(isinstance(act, Copy) for act in record.acts)
    assert checked(record, "").failed == []
    copied = (
        "line 3 makes this a copy of another match, with dice of its own: "
        "the hash shown at the start of a match does not cover the dice of a copy"
    )
    assert checked(record).failed == [copied]
    own = record.acts[1]
    assert isinstance(own, Copy)
    assert copied in checked(record, own.dice.commitments["referee"]).failed


def test_unsealed_dice_fail_with_their_own_sentence() -> None:
    record = copy()
    record.header.dice.kind = "unsealed"
    message = "the header says that the dice are unsealed: no hash shown at the start covers them"
    assert message in checked(record).failed


def test_a_missing_reveal_fails_with_its_own_sentence() -> None:
    record = copy()
    record.acts = record.acts[:-1]
    record.acts[-1].more = False
    message = "the secret of referee is not revealed: whether the dice fit the hash shown cannot be checked"
    assert message in checked(record).failed
    going_on = MatchRecord(TRUE.header, TRUE.acts[:1])
    assert checked(going_on).failed == [message]
    held = {"referee": SECRET.hex()}
    report = verify(read_lines(going_on.lines()), LANTERNS, held, HASH)
    assert report.failed == []
    assert "the hash shown at the start of the match is in the header" in report.proved


def test_a_missing_reveal_of_a_side_fails_with_its_own_sentence() -> None:
    record = copy(TRUE_JOINT)
    reveal = record.acts[-1]
    assert isinstance(reveal, Reveal)
    del reveal.secrets["blue"]
    message = "the secret of blue is not revealed: whether the dice fit the hash shown cannot be checked"
    assert checked(record, published_hash(TRUE_JOINT)).failed == [message]
    assert checked(record, "").failed == []


def test_given_dice_fail_with_their_own_sentence() -> None:
    match = acting(sealed(), rounds="1")
    for side, dice in (("red", [6]), ("blue", [6])):
        match.submit(side, ["fish"], dice=dice)
        match.submit(side, ["done"])
    record = MatchRecord(match.header, list(match.acts))
    message = (
        "dice supplied by a player, not rolled: 2, the first in line 5: the hash shown at the start does not cover them"
    )
    assert checked(record, published_hash(record)).failed == [message]
    assert checked(record, "").failed == []


def test_the_hash_of_a_side_is_not_that_of_the_match() -> None:
    own = TRUE_JOINT.header.dice.commitments["blue"]
    assert checked(TRUE_JOINT, own).failed == [
        "the hash given is that of blue's own secret, which does not cover the match: give the referee's hash"
    ]
    sides = f"red: {TRUE_JOINT.header.dice.commitments['red']} and blue: {own}"
    message = f"that the sides published these hashes of their own secrets ({sides}): each side compares its own"
    assert message in checked(TRUE_JOINT, published_hash(TRUE_JOINT)).open


NOT_THE_ONE = (
    "the secret of referee is not the one whose hash is in the record, or the match is not the one that the hash covers"
)


def test_the_hash_covers_what_is_played() -> None:
    """The same secret under other terms has another hash."""
    proved = "that hash covers the secret, the game, its rules, options and figures, the start and the kind of dice"
    assert proved in checked(TRUE).proved
    start = acting(sealed(), rounds="1").state
    hashes = [
        published_hash(MatchRecord(match.header, []))
        for match in (
            lanterns("drawn", sealed(), rounds="1"),
            lanterns("drawn", sealed(), rounds="2"),
            lanterns("calm", sealed(), rounds="1"),
            Match(LANTERNS, dice=sealed(), start=start),
            lanterns("drawn", joint(), rounds="1"),
        )
    ]
    assert hashes[0] == HASH
    assert len({*hashes, commitment(SECRET)}) == 6
    record = copy()
    record.header.options["rounds"] = "2"
    assert NOT_THE_ONE in checked(record).failed


def test_the_position_of_the_start_is_covered() -> None:
    start = acting(sealed(), rounds="1").state
    match = Match(LANTERNS, dice=sealed(), start=start)
    match.submit("red", ["fish"])
    match.resign("blue")
    record = MatchRecord(match.header, list(match.acts))
    hash_ = published_hash(record)
    assert checked(record, hash_).failed == []
    richer = start.copy()
    richer.cells[-1] += 1
    record.header.position = write_position(richer)
    assert NOT_THE_ONE in checked(record, hash_).failed


def test_an_older_record_says_that_its_hash_covers_only_the_secret() -> None:
    match = acting(SealedDice(SECRET, WORDS, terms=b""), rounds="1")
    match.resign("blue")
    record = MatchRecord(match.header, list(match.acts))
    assert (record.header.format, published_hash(record)) == (3, commitment(SECRET))
    report = checked(record, commitment(SECRET))
    assert report.failed == []
    assert (
        "that the match began as the header says: in a record of format 3 the hash covers the secret of the dice, but"
        " neither game, rules, options, figures nor start"
    ) in report.open


def test_each_phrase_names_its_player() -> None:
    record = copy()
    record.header.dice.words_by = ["red"]
    with pytest.raises(Damaged, match="line 1: words_by names who gave each of the words"):
        checked(record)


# -- always printed, and limited -------------------------------------------------------------------------------


@pytest.mark.parametrize("hash_", ["", HASH])
def test_names_and_choices_are_never_called_proved(hash_: str) -> None:
    report = checked(TRUE, hash_)
    assert "who played (red: Ann and blue: Bob): names are not signed" in report.open
    assert CHOICES_UNSIGNED in report.open
    assert "who ran the match (the header says: red)" in report.open
    unplayable = copy()
    unplayable.header.scenario = "nowhere"
    report = checked(unplayable, hash_)
    assert not report.sound
    assert CHOICES_UNSIGNED in report.open


def longest(report: Report) -> int:
    return max(map(len, [*report.proved, *report.failed, *report.open]))


def many(record: MatchRecord) -> None:
    record.header.players = {f"side {n}": "x" * 1_000 for n in range(5_000)}


def many_words(record: MatchRecord) -> None:
    record.header.dice.words = ["x" * 900] * 5_000
    record.header.dice.words_by = ["y" * 900] * 5_000


def many_hashes(record: MatchRecord) -> None:
    record.header.dice.kind = "joint"
    record.header.dice.commitments |= {f"side {n}": f"{n:064x}" for n in range(5_000)}


def many_secrets(record: MatchRecord) -> None:
    reveal = record.acts[-1]
    assert isinstance(reveal, Reveal)
    reveal.secrets |= {f"side {n}": "00" * 32 for n in range(5_000)}


def many_reasons(record: MatchRecord) -> None:
    act = next(act for act in record.acts if isinstance(act, ChoiceMade) and act.dice)
    act.dice[0] = (*act.dice[0][:2], "x" * 100_000)
    act.events[0]["side"] = "y" * 100_000


def long_host(record: MatchRecord) -> None:
    record.header.host = "z" * 100_000


def long_action(record: MatchRecord) -> None:
    act = next(act for act in record.acts if isinstance(act, ChoiceMade))
    act.action = ["x" * 100_000]


def long_result(record: MatchRecord) -> None:
    end = next(act for act in record.acts if isinstance(act, End))
    end.result["why"] = "x" * 100_000


@pytest.mark.parametrize(
    "fill", [many, many_words, many_hashes, many_secrets, many_reasons, long_host, long_action, long_result]
)
def test_long_lists_in_a_record_are_shortened_in_print(fill: Callable[[MatchRecord], None]) -> None:
    record = copy()
    fill(record)
    try:
        report = checked(record)
    except IronbottomError as damage:
        report = Report(failed=[str(damage)])
    assert longest(report) < 5_000
    assert len(str(report).splitlines()) < 130


def test_a_consent_list_of_a_hundred_thousand_names_is_shortened() -> None:
    record = copy()
    undo = next(act for act in record.acts if isinstance(act, Undo))
    undo.consent = ["blue"] * 100_000
    (found,) = [sentence for sentence in checked(record).open if "dice taken back" in sentence]
    assert found == (
        "line 8: dice taken back: 1, and others rolled in their place; the record says that "
        + "blue and " * 12
        + "99988 more agreed, which is not proved"
    )


def test_many_dice_taken_back_are_counted_after_the_first_hundred() -> None:
    match = acting(sealed(), rounds="1")
    for _ in range(105):
        match.submit("red", ["fish"])
        match.undo("red", consent=["blue"])
    match.resign("blue")
    record = MatchRecord(match.header, list(match.acts))
    taken = [sentence for sentence in checked(record, published_hash(record)).open if "taken back" in sentence]
    assert len(taken) == 101
    assert taken[-1] == "5 more times dice were taken back, and others rolled in their place"


def test_the_file_of_a_match_proves_it(tmp_path: Path) -> None:
    """The record is written during play and read from the file."""
    path = tmp_path / "match.jsonl"
    record = full_record(sealed(), sink=RecordFile(path))
    report = verify(path, LANTERNS, shown=published_hash(record)[:16])
    assert report.failed == []
    assert (
        "the hash shown at the start of the match is in the header (only its first 16 digits were compared)"
        in report.proved
    )
