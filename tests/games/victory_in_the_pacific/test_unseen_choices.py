"""A choice of which the other side is told nothing does not show in the reason of its undo barrier."""

from dataclasses import replace
from pathlib import Path

from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import ChoiceMade, read_record

RECORD = read_record(Path(__file__).with_name("unseen_hold.jsonl"))
"""A game that found this fault: its last choice is ``hold`` for an uncertain group, of which Japan sees nothing."""


def test_an_unseen_choice_leaves_the_reason_of_the_undo_barrier() -> None:
    last = RECORD.acts[-1]
    assert isinstance(last, ChoiceMade)
    assert (last.side, list(last.action)) == ("allies", ["hold"])
    before = replay(replace(RECORD, acts=RECORD.acts[:-1])).match
    after = replay(RECORD).match
    assert before.seq("japan") == after.seq("japan")
    assert before.can_undo("japan") == after.can_undo("japan")
