"""18.32 Both sides see that a group stays in the Central Pacific: no view changes without an entry in the log."""

from dataclasses import replace
from pathlib import Path

from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import ChoiceMade, read_record

RECORD = read_record(Path(__file__).with_name("held_group.jsonl"))
"""A game whose last choice is ``hold`` for the last of the uncertain groups, so that no die follows it."""


def test_everybody_sees_that_a_group_stays() -> None:
    last = RECORD.acts[-1]
    assert isinstance(last, ChoiceMade)
    assert (last.side, list(last.action), last.dice) == ("allies", ["hold"], [])
    before = replay(replace(RECORD, acts=RECORD.acts[:-1])).match
    after = replay(RECORD).match
    for audience in ("japan", "public"):
        assert after.seq(audience) == before.seq(audience) + 1
        (known,) = after.log(audience)[-1]["events"]
        assert known == {"event": "group_held", "group": "uncertain_z"}
        assert after.view(audience)["frames"] != before.view(audience)["frames"]
