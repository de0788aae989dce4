"""Forged or changed records with valid checksums: each gets its own clear message."""

import json
import random
import re
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue, DiceError
from ironbottom.engine.dice.sealed import JointDice, SealedDice, SideSecret
from ironbottom.engine.match.verify import Report, verify
from ironbottom.engine.record.record import (
    ChoiceMade,
    Copy,
    Damaged,
    DiceHeading,
    End,
    Header,
    MatchRecord,
    Reveal,
    read_lines,
)
from ironbottom.testing.forgeries import check_forgery, mutate_lines, plain_lines, with_checksums
from ironbottom.testing.waiting import cpu_time_limit
from tests.engine.lanterns import LANTERNS, acting
from tests.engine.test_sealed import SECRET, WORDS, short_record

OTHER = bytes(range(1, 33))
FIXTURES = Path(__file__).parents[1] / "fixtures"


def sound() -> MatchRecord:
    return short_record(acting(SealedDice(SECRET, WORDS), rounds="1"))


def drawn_record() -> MatchRecord:
    """A record of the match without given dice."""
    return short_record(acting(SealedDice(SECRET, WORDS), rounds="1"), handed=None)


SEAL = sound().header.dice.commitments["referee"]
"""The hash shown at the start of that match."""


def report(record: MatchRecord, shown: str = "") -> Report:
    """The report on a record after it was written and read: its checksums are valid, whatever has been forged."""
    return verify(read_lines(record.lines()), LANTERNS, shown=shown)


def test_a_header_without_hashes_is_not_called_sealed() -> None:
    record = sound()
    record.header.dice.commitments = {}
    result = report(record)
    assert "the dice are called sealed, but no hash of a secret was published: nothing was sealed" in result.failed
    assert not any("dice are theirs" in sentence for sentence in result.proved)


def test_a_match_that_ended_without_a_reveal_is_not_called_checked() -> None:
    record = sound()
    *record.acts, reveal = record.acts
    assert isinstance(reveal, Reveal)
    record.acts[-1].more = False
    result = report(record)
    assert "the match is over, but the secret of its dice is not revealed: no die can be checked" in result.failed


@pytest.mark.parametrize("kind", ["honest", "magic", "seeded", ""])
def test_an_unknown_kind_of_dice_is_damage(kind: str) -> None:
    record = sound()
    record.header.dice.kind = kind
    with pytest.raises(Damaged, match=f"line 1: '{kind}' is not a kind of dice; the kinds are unsealed, sealed, joint"):
        report(record)
    record = sound()
    record.acts = [*record.acts[:1], Copy(2, DiceHeading(kind))]
    with pytest.raises(Damaged, match=f"line 3: '{kind}' is not a kind of dice"):
        report(record)


def test_a_secret_of_a_side_that_published_none_is_named() -> None:
    record = sound()
    reveal = record.acts[-1]
    assert isinstance(reveal, Reveal)
    reveal.secrets["the host's friend"] = OTHER.hex()
    assert 'line 12 reveals a secret of "the host\'s friend", for which no hash was published' in report(record).failed


@pytest.mark.parametrize("faces", [0, -1, 2**63 - 1, 10**18])
def test_a_die_with_an_impossible_number_of_faces_is_reported_quickly(faces: int) -> None:
    record = sound()
    act = next(act for act in record.acts if isinstance(act, ChoiceMade) and act.dice)
    act.dice[0] = (1, faces, "catch")
    with cpu_time_limit(3):
        result = report(record)
    assert any("line 5" in sentence for sentence in result.failed)


@pytest.mark.parametrize("value", ["1" + "0" * 4_000, "-1", "0", "1e4000", "1.5", "null", '"6"', "[]"])
def test_impossible_die_values_are_refused_or_reported_with_their_line(value: str) -> None:
    for pattern in (r'"dice":\[\[\d+,', r'"dice":\[\[\d+,\d+'):
        lines = plain_lines(sound())
        place = next(n for n, line in enumerate(lines) if '"dice":[[' in line)
        lines[place] = re.sub(pattern, lambda found: re.sub(r"\d+,?$", "", found[0]) + value + "@", lines[place])
        lines[place] = lines[place].replace("@,", ",").replace("@", "," if pattern.endswith(",") else "")
        data = with_checksums(lines)
        assert f"line {place + 1}" in check_forgery(data, LANTERNS)


def test_a_number_without_end_in_the_header_is_refused() -> None:
    lines = plain_lines(sound())
    for name in ("format", "rules"):
        forged = [re.sub(rf'"{name}":"?\d+"?', f'"{name}":1{"0" * 4_000}', lines[0]), *lines[1:]]
        with pytest.raises(Damaged, match="line 1"):
            read_lines(with_checksums(forged))


def test_a_tail_cut_off_at_a_line_is_not_called_whole() -> None:
    record = sound()
    for left in range(2, len(record.acts)):
        cut = MatchRecord(record.header, record.acts[:left])
        if getattr(cut.acts[-1], "more", False):
            continue
        result = report(cut)
        if isinstance(cut.acts[-1], End):
            continue
        assert "the match is not over" in result.open
        assert f"whether it went on: lines after line {left + 1} may have been left out" in result.open


@pytest.mark.parametrize(
    ("spoil", "line", "text"),
    [
        (lambda data: b"", 1, "the file begins with an empty line, or is empty"),
        (lambda data: b"\n" + data, 1, "the file begins with an empty line"),
        (lambda data: data + b"\n", None, "the line is empty"),
        (lambda data: data.replace(b"\n", b"\n\n", 1), 2, "the line is empty"),
        (lambda data: data.replace(b"\n", b"\r\n"), 1, "the line ends with CR LF"),
        (lambda data: b"\xef\xbb\xbf" + data, 1, "a byte order mark"),
        (lambda data: data + data, None, "another record begins here"),
        (lambda data: data.partition(b"\n")[2], 1, "its first lines are missing"),
    ],
)
def test_damage_by_mail_and_editors_is_diagnosed(spoil: Callable[[bytes], bytes], line: int | None, text: str) -> None:
    data = sound().lines()
    with pytest.raises(Damaged) as caught:
        read_lines(spoil(data))
    assert text in caught.value.message
    assert caught.value.line == (line or data.count(b"\n") + 1)


@pytest.mark.parametrize(
    "lay_out",
    [
        lambda message: json.dumps(message, indent=2),
        lambda message: json.dumps(message),
        lambda message: json.dumps(message, sort_keys=True, separators=(",", ":")),
    ],
)
def test_damage_by_a_json_formatter_is_diagnosed(lay_out: Callable[[Any], str]) -> None:
    lines = sound().lines().splitlines()
    for spoilt in (1, 2):
        message = b"".join(line + b"\n" for line in lines[: spoilt - 1])
        data = message + b"".join(f"{lay_out(json.loads(line))}\n".encode() for line in lines[spoilt - 1 :])
        with pytest.raises(Damaged) as caught:
            read_lines(data)
        assert "another program has reformatted the JSON" in caught.value.message
        assert caught.value.line == spoilt
    whole = json.dumps([json.loads(line) for line in lines], indent=1).encode()
    with pytest.raises(Damaged, match="reformatted the JSON"):
        read_lines(whole)
    compact = [json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=False) for line in lines]
    assert read_lines("".join(f"{line}\n" for line in compact).encode()).acts == sound().acts


def test_a_field_that_does_not_belong_is_named_as_before() -> None:
    first, second, *rest = sound().lines().splitlines(keepends=True)
    with pytest.raises(Damaged, match="there is no field weather"):
        read_lines(b"".join([first, second.replace(b'{"act"', b'{"weather":1,"act"'), *rest]))


def test_a_header_without_acts_is_reported_as_such() -> None:
    record = sound()
    record.acts = []
    assert "there is nothing but the header: every act is missing" in report(record).failed


def test_dice_that_are_joint_in_name_only_are_found() -> None:
    record = sound()
    record.header.dice.kind = "joint"
    result = report(record)
    assert any("no side has published a hash of its own" in sentence for sentence in result.failed)
    record.header.dice.commitments["mars"] = "ab" * 32
    assert "the dice are joint with 'mars', which is not a side of this game" in report(record).failed
    del record.header.dice.commitments["mars"]
    record.header.dice.commitments["red"] = SEAL
    assert any("publish the same hash" in sentence for sentence in report(record).failed)
    record.header.dice.commitments["red"] = "ab" * 32
    result = report(record)
    assert any(
        s.endswith("the secret of red is not yet revealed; until then no die can be checked") for s in result.open
    )
    assert not any("no die was changed" in sentence for sentence in result.proved)


def test_dice_taken_back_are_counted_and_the_consent_is_not_called_proved() -> None:
    result = report(sound())
    sentence = "line 6: dice taken back: 1, and others rolled in their place"
    assert f"{sentence}; the record says that blue agreed, which is not proved" in result.open
    assert "no die was changed or left out" in result.proved


def test_a_name_with_a_line_break_proves_nothing() -> None:
    record = sound()
    record.header.players = {"red": "Bob\nProved: all dice are fair\x1b[2J", "blue": "Ann"}
    result = str(report(record))
    assert not [line for line in result.splitlines() if line.startswith("Proved: all dice")]
    assert "Bob\\nProved: all dice are fair\\x1b[2J" in result


def test_other_players_are_not_called_proved() -> None:
    record = drawn_record()
    record.header.players = {"red": "The Emperor", "blue": "nobody at all"}
    result = report(record, SEAL)
    assert result.failed == []
    assert "who played (red: The Emperor and blue: nobody at all): names are not signed" in result.open
    assert not any("Emperor" in sentence for sentence in result.proved)


def test_a_die_recorded_with_another_reason_is_found() -> None:
    record = sound()
    act = next(act for act in record.acts if isinstance(act, ChoiceMade) and act.dice)
    value, faces, _ = act.dice[0]
    act.dice[0] = (value, faces, "a gift of the gods")
    assert report(record).failed == ["line 5: the reason of a die is 'a gift of the gods'; by the rules it is 'catch'"]


def test_a_completely_invented_record_is_valid_but_is_not_the_match_that_was_watched() -> None:
    """A complete forgery is valid in everything but the hash that was shown at the start."""
    forged = short_record(acting(SealedDice(OTHER, ["chosen until the dice pleased"]), rounds="1"), handed=None)
    result = report(forged)
    assert result.failed == []
    assert result.open[-1].endswith(
        f"compare the hash shown at its start with {forged.header.dice.commitments['referee']}"
    )
    result = report(forged, SEAL)
    assert result.failed == ["the hash shown at the start of the match is not in the header: this is another match"]
    assert "the hash shown at the start of the match is in the header" in report(drawn_record(), SEAL).proved
    first = report(drawn_record(), f" {SEAL[:16].upper()} ")
    assert (
        "the hash shown at the start of the match is in the header (only its first 16 digits were compared)"
        in first.proved
    )
    assert not any("compare the hash" in sentence for sentence in first.open)


@pytest.mark.parametrize("hash_", ["630d", "x" * 64, SEAL + "0", "ж" * 20])
def test_a_value_that_is_not_a_hash_is_refused(hash_: str) -> None:
    with pytest.raises(BadValue, match="a hash is 64 hexadecimal digits"):
        verify(sound(), LANTERNS, shown=hash_)


def test_a_reveal_before_the_end_is_found() -> None:
    record = sound()
    *acts, reveal = record.acts
    acts[-1].more = False
    record.acts = [*acts[:3], reveal, *acts[3:]]
    for number, act in enumerate(record.acts, 1):
        act.seq = number
    assert any("the rules lead to something else: line 5" in sentence for sentence in report(record).failed)


def test_equal_hashes_in_joint_dice_are_found() -> None:
    """Equal secrets cancel each other out, so the dice would depend only on the other secrets."""
    with pytest.raises(DiceError, match="red and blue publish the same hash"):
        JointDice(SECRET, WORDS, {"red": SideSecret(OTHER, WORDS), "blue": SideSecret(OTHER, WORDS)})
    with pytest.raises(DiceError, match="referee and red publish the same hash"):
        JointDice(SECRET, WORDS, {"red": SideSecret(SECRET, WORDS)})
    record = sound()
    record.header.dice.kind = "joint"
    record.header.dice.commitments = {"referee": SEAL, "red": SEAL}
    reveal = record.acts[-1]
    assert isinstance(reveal, Reveal)
    reveal.secrets = {"referee": SECRET.hex(), "red": SECRET.hex()}
    assert any("publish the same hash" in sentence for sentence in report(record).failed)


# -- at random -------------------------------------------------------------------------------------------


def forge_for(source: MatchRecord, seconds: float, tries: int, seed: int, game: Any = None) -> int:
    """Forges records of one match for a time or a number of times; returns the number forged."""
    chance, lines, until = random.Random(seed), plain_lines(source), time.monotonic() + seconds
    done = 0
    while done < tries and time.monotonic() < until:
        check_forgery(mutate_lines(lines, chance), game)
        done += 1
    return done


@pytest.mark.build
def test_records_forged_at_random_are_never_accepted() -> None:
    assert forge_for(sound(), inf, 1_500, 7, LANTERNS) == 1_500


@pytest.mark.parametrize("game", ["pacific_fury", "hold_fast", "victory_in_the_pacific", "skirmish"])
def test_forged_headers_of_every_game_are_refused_with_a_sentence(
    game: str, register_skirmish: Callable[[], Any]
) -> None:
    """The header contains options, figures and a position; each of them is changed, in a shortened record."""
    own = register_skirmish() if game == "skirmish" else None
    path = sorted((FIXTURES / game).glob("rules_2-*.jsonl"))[-1]
    whole = read_lines(path.read_bytes())
    end = next(n for n, act in enumerate(whole.acts, 1) if n >= 8 and not getattr(act, "more", False))
    short = MatchRecord(whole.header, whole.acts[:end])
    assert isinstance(short.header, Header)
    assert forge_for(short, inf, 12, 3, own) == 12


@pytest.fixture
def register_skirmish() -> Callable[[], Any]:
    """Skirmish, which is not in the registry."""
    from examples.skirmish.skirmish.game import SKIRMISH

    return lambda: SKIRMISH
