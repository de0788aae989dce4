"""Replays of records: to the same state, up to an act, and up to the point where the rules diverge from them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.dice.sealed import JointDice, RemoteShares, SideSecret
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay, rules_of
from ironbottom.engine.record.record import End, MatchRecord, Withdraw, read_lines, read_record
from ironbottom.engine.rules.about import Option
from ironbottom.engine.rules.restrictions import restriction
from tests.engine import lanterns
from tests.engine.lanterns import LANTERNS, acting
from tests.engine.test_record import WORDS, match_on_file, sealed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "guadalcanal.jsonl"


def test_a_record_is_replayed_to_the_same_state(path: Path) -> None:
    match = match_on_file(path)
    replayed = replay(read_record(path), game=LANTERNS)
    assert (replayed.divergence, replayed.notes) == (None, [])
    assert replayed.match.state == match.state
    assert replayed.match.acts == match.acts
    assert any(isinstance(act, Withdraw) for act in match.acts)


def test_a_record_is_replayed_up_to_an_act(path: Path) -> None:
    match_on_file(path)
    replayed = replay(read_record(path), until=5, game=LANTERNS)
    assert len(replayed.match.acts) == 5


def test_a_match_from_a_position_is_replayed() -> None:
    first = acting(sealed())
    first.submit("red", ["fish"])
    match = Match(LANTERNS, start=first.state, dice=sealed())
    match.submit("red", ["swap"])
    record = read_lines(MatchRecord(match.header, list(match.acts)).lines())
    assert record.header.position is not None
    assert record.header.scenario is None
    assert replay(record, game=LANTERNS).match.state == match.state


def test_resignation_draw_and_options_are_replayed() -> None:
    match = acting(sealed(), rounds="1")
    match.offer_draw("blue")
    match.accept_draw("red")
    replayed = replay(read_lines(MatchRecord(match.header, list(match.acts)).lines()), game=LANTERNS)
    assert replayed.divergence is None
    assert replayed.match.result() == match.result()


def test_an_end_by_time_is_replayed() -> None:
    match = acting(sealed(), rounds="1")
    match.resign("red", "time")
    replayed = replay(read_lines(MatchRecord(match.header, list(match.acts)).lines()), game=LANTERNS)
    assert replayed.divergence is None
    assert replayed.match.result() == match.result() == {"winners": ["blue"], "score": {}, "why": "Red ran out of time"}


def test_a_newer_option_has_its_older_meaning_in_an_older_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = acting(sealed(), rounds="1")
    record = read_lines(MatchRecord(match.header, list(match.acts)).lines())
    del record.header.options["rounds"]
    later = Option("rounds", ("2", "1"), "1.0", "How many rounds are played.", formerly="1")
    monkeypatch.setattr(type(LANTERNS), "options", (later,))
    assert rules_of(record.header, LANTERNS).options == {"rounds": "2"}
    record.header.rules = "0"
    assert rules_of(record.header, LANTERNS).options == {"rounds": "1"}
    record.header.options["rounds"] = "2"
    assert rules_of(record.header, LANTERNS).options == {"rounds": "2"}


def test_the_hash_of_the_last_state_is_compared_within_a_version_only() -> None:
    match = acting(sealed(), rounds="1")
    match.resign("red")
    record = read_lines(MatchRecord(match.header, list(match.acts)).lines())
    end = next(act for act in record.acts if isinstance(act, End))
    end.state = "0" * 64
    parted = replay(record, game=LANTERNS).divergence
    assert parted is not None
    assert parted.line == end.seq + 1
    record.header.rules = "0"
    assert replay(record, game=LANTERNS).divergence is None
    end.result["winner"] = "red"
    assert replay(record, game=LANTERNS).divergence is not None


def test_a_divergence_names_line_and_clause(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match_on_file(path)
    record = read_record(path)
    with monkeypatch.context() as patch:
        patch.setattr(lanterns.FISH, "when", (restriction("3.1", "there are no fish")(lambda *_: False),))
        parted = replay(record, game=LANTERNS).divergence
        assert parted is not None
        assert (parted.line, parted.clause) == (15, "3.1")
        assert str(parted) == "line 15: fish: there are no fish (3.1)"
    assert replay(record, game=LANTERNS).divergence is None


def test_different_dice_and_outcomes_diverge(monkeypatch: pytest.MonkeyPatch) -> None:
    match = acting(sealed(), rounds="1")
    match.submit("red", ["fish"])
    match.submit("red", ["done"])
    record = MatchRecord(match.header, list(match.acts))
    effects, fish = lanterns.Acting.handlers, lanterns.FISH.number
    with monkeypatch.context() as patch:

        def eight(frame: Any, execution: Any) -> None:
            lanterns.score(execution, frame.side, execution.roll(8, lanterns.Roll.CATCH))

        patch.setitem(effects, fish, eight)
        parted = replay(record, game=LANTERNS).divergence
        assert str(parted) == "line 5: the record has 1 on a 6-sided die (catch); the rules roll a 8-sided die (catch)"
    with monkeypatch.context() as patch:

        def none(frame: Any, execution: Any) -> None:
            lanterns.score(execution, frame.side, 1)

        patch.setitem(effects, fish, none)
        parted = replay(record, game=LANTERNS).divergence
        assert str(parted) == "line 5: the record has 1 on a 6-sided die (catch) that the rules do not roll"
    with monkeypatch.context() as patch:
        patch.setattr(lanterns, "score", lambda execution, side, points: execution.emit(lanterns.SCORED, side, 6))
        parted = replay(record, game=LANTERNS).divergence
        assert str(parted) == (
            'line 5: the record says {"event":"scored","side":"red","points":1}; '
            'by the rules it is {"event":"scored","side":"red","points":6} (3.1)'
        )


def test_a_choice_that_is_no_longer_automatic_diverges(monkeypatch: pytest.MonkeyPatch) -> None:
    match = acting(sealed())
    match.submit("red", ["call"])
    record = MatchRecord(match.header, list(match.acts))
    monkeypatch.setattr("tests.engine.lanterns.Echo.hides_forced", True)
    parted = replay(record, game=LANTERNS).divergence
    assert parted is not None
    assert (parted.line, parted.clause) == (6, "3.8")
    assert parted.message.startswith("the rules do not add ")


def test_acts_after_the_end_diverge() -> None:
    match = acting(sealed())
    match.submit("red", ["swap"])
    record = MatchRecord(match.header, list(match.acts))
    match.undo("red")
    match.resign("red")
    extra = msgspec.structs.replace(record.acts[3], seq=len(match.acts) + 1)
    parted = replay(MatchRecord(match.header, [*match.acts, extra]), game=LANTERNS).divergence
    assert str(parted) == "line 10: the match is over (1.0)"


def test_a_game_that_is_not_installed_is_named() -> None:
    match = acting(sealed())
    with pytest.raises(BadValue, match="no game is called 'lanterns'"):
        replay(MatchRecord(match.header, list(match.acts)))


def test_a_secret_that_a_side_reveals_later_is_replayed() -> None:
    own = SideSecret(b"\x02" * 32, WORDS)
    match = acting(JointDice(bytes(32), WORDS, {"blue": RemoteShares("blue", own.commitment)}))
    match.resign("red")
    match.reveal("blue", b"\x02" * 32)
    record = read_lines(MatchRecord(match.header, list(match.acts)).lines())
    assert replay(record, game=LANTERNS).divergence is None
    with pytest.raises(Refused):
        match.reveal("red", bytes(32))
