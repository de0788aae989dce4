"""Skirmish in its teams, Red and Gold against Blue: the winners, consent, and the sides left after a resignation."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from examples.skirmish.skirmish import game as skirmish
from examples.skirmish.skirmish.game import SIDES, SKIRMISH
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import CanUndo, Match
from ironbottom.engine.match.replay import replay, resume
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.record import (
    RECORD_FORMAT,
    ChoiceMade,
    End,
    Resign,
    encode_lines,
    read_lines,
    read_record,
)
from ironbottom.engine.rules.teams import Alliances, Team
from ironbottom.lab.ladder import summary
from ironbottom.lab.simulation import GameResult
from tests.kit.test_skirmish import AT_SEA, operation, play, position

OLD = Path(__file__).parent / "data" / "skirmish_rules_1.jsonl"
OLD_FURY = Path(__file__).parents[1] / "fixtures" / "pacific_fury" / "rules_2-campaign-script-random-1.jsonl"


def operating() -> Match:
    """A match in its operations: first Red, then Blue, then Gold; the ships are at sea."""
    start = position(AT_SEA, operation("gold"), operation("blue"), operation("red"))
    return Match(SKIRMISH, start=start, dice=SeededDice(1))


def refused(match: Match, wanted: str, act: str, *arguments: object) -> None:
    """An act is refused with a sentence, and nothing has changed."""
    before = len(match.acts), match.draw_offer, match.resigned
    with pytest.raises(Refused) as caught:
        getattr(match, act)(*arguments)
    assert caught.value.message == wanted
    assert (len(match.acts), match.draw_offer, match.resigned) == before


# -- teams -----------------------------------------------------------------------------------------


def test_every_side_of_a_game_without_teams_is_one() -> None:
    alone = Alliances(SIDES, ())
    assert alone.teams == tuple(Team(side, side, (side,)) for side in SIDES.ids)
    assert (alone.teammates_of("red"), alone.opponents_of("red")) == ([], ["blue", "gold"])


@pytest.mark.parametrize(
    "teams",
    [
        [Team("one", "One", ("red",)), Team("two", "Two", ("blue",))],
        [Team("one", "One", ("red", "blue")), Team("two", "Two", ("blue", "gold"))],
        [Team("one", "One", ("red", "blue")), Team("one", "One", ("gold",))],
        [Team("one", "One", ("red", "blue", "gold", "green"))],
    ],
)
def test_teams_are_a_partition_of_the_sides(teams: list[Team]) -> None:
    with pytest.raises(ValueError, match="each of red, blue, gold must be in one team"):
        Alliances(SIDES, teams)


# -- the result ------------------------------------------------------------------------------------


@pytest.mark.clause("6.0")
@pytest.mark.parametrize(
    ("gone", "winners"),
    [((1, 2), ["red", "gold"]), ((0, 1), ["red", "gold"]), ((0, 2), ["blue"])],
)
def test_6_0_a_side_wins_with_its_team(gone: tuple[int, ...], winners: list[str]) -> None:
    left = SIDES.ids[({0, 1, 2} - set(gone)).pop()]
    state = position({}, operation(left, 1), options={"rounds": "1"})
    for side in gone:
        first = skirmish.COMPANY + 660 * side
        state.cells[first : first + 660] = [-1] * 660
    play(state, left, "pass")
    result: Any = state.result()
    assert result["winners"] == winners


@pytest.mark.clause("6.0")
@pytest.mark.parametrize(("rival", "winners"), [(1, []), (2, ["red", "gold"])])
def test_6_0_as_many_shores_are_a_draw_between_teams_only(rival: int, winners: list[str]) -> None:
    """Red and one other side hold three shores each; the third side holds one."""
    state = position({}, operation("red", 1), options={"rounds": "1"})
    state.cells[skirmish.COMPANY : skirmish.PLACE] = [-1] * 1980
    for place, middle in enumerate(skirmish.MIDDLES):
        holder = 0 if place < 3 else rival if place < 6 else 3 - rival
        state.cells[skirmish.COMPANY + 660 * holder + place] = middle
    play(state, "red", "pass")
    result: Any = state.result()
    assert sorted(result["score"].values()) == [1, 3, 3]
    assert result["winners"] == winners


def test_wins_are_counted_for_every_side_of_a_team() -> None:
    seats = dict.fromkeys(SIDES.ids, "random")
    none: dict[str, float] = {}
    each = dict.fromkeys(SIDES.ids, 0)
    lasted = dict.fromkeys(SIDES.ids, 0.0)
    verbs: dict[str, dict[str, int]] = {side: {} for side in SIDES.ids}
    games = [
        GameResult(seats, winners, none, verbs, each, lasted, lasted, ())
        for winners in (("red", "gold"), ("blue",), ())
    ]
    result = summary(seats, games)
    assert (result["wins"], result["draws"]) == ({"red": 1, "blue": 1, "gold": 1}, 1)


# -- resigning -------------------------------------------------------------------------------------


def test_an_ally_takes_the_seat_of_a_side_that_resigns() -> None:
    match = operating()
    match.resign("red")
    assert (match.over, match.resigned) == (False, ("red",))
    assert [match.holder(side) for side in SIDES.ids] == ["gold", "blue", "gold"]
    assert match.acts[-1] == Resign(len(match.acts), "red", "gold")
    for audience in ("red", "blue", "gold", "public"):
        assert match.log(audience)[-1] == {"seq": match.seq(audience), "act": "resign", "side": "red", "to": "gold"}
    match.submit("red", ["pass"])
    assert [decision.side for decision in match.decisions()] == ["blue"]


def test_the_last_team_left_wins_with_all_its_sides() -> None:
    match = operating()
    match.resign("red")
    match.resign("blue")
    assert match.result() == {"winners": ["red", "gold"], "score": {}, "why": "blue resigned"}


def test_a_team_is_beaten_when_its_last_side_resigns() -> None:
    match = operating()
    match.resign("gold")
    assert [match.holder(side) for side in SIDES.ids] == ["red", "blue", "red"]
    refused(match, "gold has already resigned", "resign", "gold")
    match.resign("red")
    assert match.result() == {"winners": ["blue"], "score": {}, "why": "gold and red resigned"}
    resigned = [act for act in match.acts if isinstance(act, Resign)]
    assert [(act.side, act.to) for act in resigned] == [("gold", "red"), ("red", "")]


# -- consent ---------------------------------------------------------------------------------------


def test_an_ally_is_not_asked_to_take_back() -> None:
    match = operating()
    match.submit("red", ["pass"])
    match.submit("blue", ["pass"])
    assert match.consenting_sides("red") == ["blue"]
    refused(match, "blue chose since then; further back only with the consent of blue", "undo", "red", 1, ["gold"])
    assert match.undo("red", 1, ["blue"]) == [("pass",)]
    assert match.acts[-1].consent == ["blue"]  # type: ignore[union-attr]


def test_an_allys_later_choice_is_an_undo_barrier() -> None:
    match = Match(
        SKIRMISH, start=position(AT_SEA, operation("blue"), operation("gold"), operation("red")), dice=SeededDice(1)
    )
    match.submit("red", ["pass"])
    match.submit("gold", ["pass"])
    assert match.can_undo("red") == CanUndo(0, "gold chose since then")


def test_a_side_that_resigned_is_not_asked() -> None:
    match = operating()
    match.submit("red", ["pass"])
    match.submit("blue", ["pass"])
    assert match.consenting_sides("blue") == ["red", "gold"]
    match.resign("red")
    assert match.consenting_sides("blue") == ["gold"]
    match.submit("gold", ["march", "gold_1", _way(match, "gold_1")])
    refused(match, "gold chose since then; further back only with the consent of gold", "undo", "blue")
    match.undo("blue", 1, ["gold"])
    assert [decision.side for decision in match.decisions()] == ["blue"]


def _way(match: Match, company: str) -> str:
    """The first hex to which a company may march."""
    side = company.split("_")[0]
    choices = match.offer(side).choices
    return next(choice[2] for choice in choices if choice[:2] == ("march", company))


# -- draws -----------------------------------------------------------------------------------------


def test_only_opponents_are_asked_for_a_draw() -> None:
    match = operating()
    match.offer_draw("red")
    refused(match, "gold has no draw offer to answer", "accept_draw", "gold")
    refused(match, "gold has no draw offer to answer", "decline_draw", "gold")
    match.accept_draw("blue")
    assert match.result() == {"winners": [], "score": {}, "why": "a draw was agreed"}


def test_a_draw_needs_every_opponent_that_has_not_resigned() -> None:
    match = operating()
    match.offer_draw("blue")
    match.accept_draw("gold")
    assert not match.over
    refused(match, "gold has no draw offer to answer", "accept_draw", "gold")
    match.accept_draw("red")
    assert match.over
    alone = operating()
    alone.resign("gold")
    alone.offer_draw("blue")
    refused(alone, "gold has no draw offer to answer", "accept_draw", "gold")
    alone.accept_draw("red")
    assert alone.result() == match.result()


def test_an_ally_that_plays_on_does_not_answer() -> None:
    match = operating()
    match.offer_draw("gold")
    match.submit("red", ["pass"])
    assert match.draw_offer == "gold"
    match.submit("blue", ["pass"])
    assert match.draw_offer is None


def test_a_draw_lapses_when_a_side_resigns() -> None:
    match = operating()
    match.offer_draw("blue")
    match.accept_draw("gold")
    match.resign("red")
    assert match.draw_offer is None
    refused(match, "red has already resigned", "offer_draw", "red")
    match.offer_draw("blue")
    match.accept_draw("gold")
    assert match.over


# -- records ---------------------------------------------------------------------------------------


def test_a_record_names_the_side_that_took_the_seat() -> None:
    match = operating()
    match.submit("red", ["pass"])
    match.resign("gold")
    match.submit("blue", ["pass"])
    match.undo("blue", 1)
    match.resign("blue")
    lines = read_lines(encode_lines([match.header, *match.acts])[0])
    again = replay(lines, game=SKIRMISH)
    assert (again.divergence, again.notes) == (None, [])
    assert again.match.result() == {"winners": ["red", "gold"], "score": {}, "why": "blue resigned"}
    assert "the result: red and gold; blue resigned" in verify(lines, SKIRMISH).proved
    next(act for act in lines.acts if isinstance(act, Resign)).to = "blue"
    parted = replay(lines, game=SKIRMISH).divergence
    assert parted is not None
    assert parted.message.endswith('by the rules it is {"act":"resign","seq":3,"side":"gold","to":"red"}')


def test_a_record_from_before_teams_diverges_at_its_result() -> None:
    record = read_record(OLD)
    again = replay(record, game=SKIRMISH)
    assert again.notes == ["the record was played under rules 1; these are rules 2"]
    assert again.divergence is not None
    assert again.divergence.line == len(record.acts) + 1
    assert '"winners":["red"]' in again.divergence.message
    assert '"winners":["red","gold"]' in again.divergence.message
    assert not verify(record, SKIRMISH).sound


# -- records of format 1 ---------------------------------------------------------------------------


def test_a_record_of_format_1_is_read_and_written_in_its_format() -> None:
    record = read_record(OLD_FURY)
    assert record.header.format == 1
    assert isinstance(record.acts[-1], End)
    assert len(record.acts[-1].result["winners"]) <= 1
    assert record.lines() == OLD_FURY.read_bytes()
    assert verify(record).sound


def test_a_record_of_format_1_continues_in_its_format(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    shutil.copy(OLD_FURY, file)
    record = read_record(file)
    place = next(at for at, act in enumerate(record.acts) if isinstance(act, ChoiceMade) and not act.more and at > 5)
    kept = b"".join(file.read_bytes().splitlines(keepends=True)[: place + 2])
    file.write_bytes(kept)
    match = resume(file, SeededDice(1))
    match.resign("japan")
    written = read_record(file)
    assert (written.header.format, RECORD_FORMAT) == (1, 4)
    assert b'"result":{"winner":"allies","score":{},' in file.read_bytes()
    end = next(act for act in written.acts if isinstance(act, End))
    assert end.result["winners"] == ["allies"]
    assert written.lines() == file.read_bytes()
    assert replay(written).divergence is None
