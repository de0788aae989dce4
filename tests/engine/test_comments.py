"""Comments and variations on the choices of a match that is over: acts of its record."""

from __future__ import annotations

import pytest

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import Comment, MatchRecord, encode_lines, read_lines


def over() -> Match:
    """A match that ended after one choice."""
    match = Match("pf", dice=SeededDice(1))
    match.submit("japan", ["done"])
    match.resign("allies")
    return match


def test_a_comment_is_an_act_that_every_log_has_after_the_end() -> None:
    match = over()
    match.comment(2, " Why none? ", [("assign", "ijn_shokaku", "1")], "japan")
    written = {"act": "comment", "side": "japan", "on": 2, "comment": "Why none?"}
    for audience in ("open", "japan", "allies", "public"):
        entry = match.log(audience)[-1]
        assert {name: entry.get(name) for name in written} == written
    assert match.log("open")[-1]["choices"] == [["assign", "ijn_shokaku", "1"]]
    match.comment(2, "Another.")
    assert "side" not in match.log("open")[-1]


def test_a_record_with_comments_is_read_and_replayed() -> None:
    match = over()
    match.comment(2, "Why none?")
    written, _ = encode_lines([match.header, *match.acts])
    record = read_lines(written)
    assert record.acts[-1] == Comment(len(record.acts), 2, text="Why none?")
    replayed = replay(MatchRecord(record.header, record.acts))
    assert replayed.divergence is None
    assert list(replayed.match.acts) == list(match.acts)


def test_there_are_no_comments_before_the_end_on_other_acts_or_without_content() -> None:
    match = Match("pf", dice=SeededDice(1))
    with pytest.raises(Refused, match="after the end"):
        match.comment(1, "Early.")
    match = over()
    for on, text, message in ((1, "Dice.", "not a choice"), (99, "Where?", "not a choice"), (2, " ", "must have")):
        with pytest.raises(Refused, match=message):
            match.comment(on, text)
    with pytest.raises(Refused):
        match.comment(2, "Who?", side="france")
