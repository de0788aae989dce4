"""Records of formats 1 to 3: read as lines of the current format, and continued in their own."""

import random
from pathlib import Path

import pytest

from ironbottom.engine.dice.sealed import SealedDice, commitment
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay, resume
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.files import RecordFile
from ironbottom.engine.record.formats import RECORD_FORMAT, commitment_input_of_format, from_format, to_form, upgrade
from ironbottom.engine.record.lines import DiceHeading
from ironbottom.engine.record.record import (
    AnyAct,
    Begin,
    ChoiceMade,
    End,
    Header,
    encode_lines,
    read_lines,
    read_record,
)
from ironbottom.engine.rules.registry import get_game

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures").glob("*/*.jsonl"))
OURS = {"skirmish", "archipelago"}
CHOICE = ChoiceMade(2, "japan", ["fire"], [(6, 6, "night"), (3, 6, "damage")])
WON = {"winners": ["japan"], "score": {}, "why": "it was so"}


@pytest.mark.parametrize("form", [1, 2, 3])
def test_the_text_of_a_die_becomes_its_reason_and_back(form: int) -> None:
    read = from_format(CHOICE, form)
    assert isinstance(read, ChoiceMade)
    assert read.dice == [(6, 6, "gunnery"), (3, 6, "damage")]
    assert to_form(read, form) == CHOICE
    begin = from_format(Begin(1, [(1, 6, "Sub Points available")]), form)
    assert isinstance(begin, Begin)
    assert begin.dice == [(1, 6, "sub_points_available")]


def test_the_current_format_is_not_changed() -> None:
    for line in (CHOICE, End(3, WON, "ab")):
        assert from_format(line, RECORD_FORMAT) is line
        assert to_form(line, RECORD_FORMAT) is line


@pytest.mark.parametrize(("winner", "winners"), [("japan", ["japan"]), (None, [])])
def test_the_winner_of_format_1_becomes_winners_and_back(winner: str | None, winners: list[str]) -> None:
    old: AnyAct = End(3, {"winner": winner, "score": {}, "why": "it was so"}, "ab")
    read = from_format(old, 1)
    assert isinstance(read, End)
    assert read.result == {**WON, "winners": winners}
    assert to_form(read, 1) == old
    assert to_form(read, 2) == read


def test_several_winners_are_written_as_they_are() -> None:
    end = End(3, {**WON, "winners": ["uk", "usa"]}, "ab")
    assert to_form(end, 1) == end


def test_the_hash_covers_all_parts_since_format_4() -> None:
    header = Header(3, "pf", "2", {}, "data", DiceHeading("sealed", {}, ["rain"]))
    assert commitment_input_of_format(header, "sealed") == b""
    now = upgrade(header)
    assert (now.format, now.dice.words_by) == (RECORD_FORMAT, [""])
    terms = (
        b'{"corrections":{},"data":"data","dice":"sealed","game":"pf","options":{},"position":null,"rules":"2",'
        b'"scenario":null}'
    )
    assert commitment_input_of_format(now, "sealed") == terms
    assert commitment_input_of_format(now, "sealed", 7) == b'{"copy":7,' + terms[1:]


@pytest.mark.build
@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_fixture_is_read_and_written_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    record = read_record(path)
    assert record.lines() == data
    again, _ = encode_lines([record.header, *record.acts], form=record.header.format)
    assert read_lines(again).acts == record.acts
    if path.parent.name not in OURS:
        known = {roll.value for roll in get_game(path.parent.name).rolls}
        assert {why for act in record.acts if isinstance(act, (Begin, ChoiceMade)) for _, _, why in act.dice} <= known


def test_a_match_begun_in_format_3_continues_in_it(tmp_path: Path) -> None:
    """In this format, the hash covers only the secret, and the reasons of dice are texts."""
    path = tmp_path / "old.jsonl"
    match = Match("vitp", dice=SealedDice(bytes(32), ["rain"], terms=b""), sink=RecordFile(path))
    luck = random.Random(4)
    while b'"day or night"' not in path.read_bytes():
        offer = match.offer(match.decisions()[0].side)
        match.submit(offer.side, offer.choices.sample_by_argument(luck))
    again = resume(path)
    assert (again.header.format, again.header.dice.commitments) == (3, {"referee": commitment(bytes(32))})
    again.resign("japan")
    record = read_record(path)
    assert record.header.format == 3
    assert b'"day_or_night"' not in path.read_bytes()
    assert verify(record, shown=commitment(bytes(32))).failed == []
    assert replay(record).divergence is None
