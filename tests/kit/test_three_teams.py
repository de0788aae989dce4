"""Three teams: one that resigns has no more decisions, and the others continue if the game supports it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from examples.skirmish.skirmish.game import COMPANY, PLACE, PLAN, SIDES, Skirmish
from ironbottom.engine.codecs.position import read_position, write_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay, resume
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.files import RecordFile
from ironbottom.engine.record.record import ChoiceMade, Resign, encode_lines, read_lines
from tests.kit.skirmish_three import SKIRMISH_OF_THREE
from tests.kit.test_skirmish import AT_SEA, ROUND, operation

REST = [operation("gold"), operation("blue"), operation("red")]


class ForItself(Skirmish):
    """A game of three teams whose rules do not support two."""

    id, short, teams = "skirmish_alone", "ska", ()  # type: ignore[assignment]


FOR_ITSELF = ForItself()


def started(
    *stack: dict[str, Any], game: Skirmish = SKIRMISH_OF_THREE, fallen: str = "", rounds: str = "1", **more: Any
) -> Match:
    """A match in its operations with ships at sea, optionally with a side that has lost all companies."""
    rules = game.rules({"rounds": rounds})
    data = write_position(rules.new())
    for ship, (water, force) in AT_SEA.items():
        data["ships"][ship].update(place=water, force=force)
    data["frames"] = [ROUND, *stack]
    state = read_position(data, rules)
    if fallen:
        first = COMPANY + 660 * SIDES.index[fallen]
        state.cells[first : first + 660] = [-1] * 660
    return Match(game, start=state, **{"dice": SeededDice(1), **more})


def asked(match: Match) -> list[str]:
    return [decision.side for decision in match.decisions()]


def chosen_for(match: Match, side: str) -> list[tuple[str, ...]]:
    """The choices that the match made for a side."""
    return [tuple(act.action) for act in match.acts if isinstance(act, ChoiceMade) and act.auto and act.side == side]


def test_a_team_that_is_out_has_nothing_to_decide() -> None:
    match = started(*REST)
    match.resign("red")
    assert (match.over, match.resigned, asked(match)) == (False, ("red",), ["blue"])
    assert chosen_for(match, "red") == [("pass",)]
    assert list(match.offer("red").choices) == []
    refusal = match.why_not("red", ("pass",))
    assert refusal is not None
    assert refusal.message == "it is for blue to choose now"
    match.submit("blue", ["pass"])
    match.submit("gold", ["pass"])
    result: Any = match.result()
    assert "red" not in result["winners"]


def test_the_seat_of_a_team_that_is_out_stays_empty() -> None:
    match = started(*REST)
    match.resign("red")
    assert next(act for act in match.acts if isinstance(act, Resign)).to == ""
    assert match.log("gold")[-2:] == [
        {"seq": 2, "act": "resign", "side": "red"},
        {"seq": 3, "act": "choice", "side": "red", "auto": True, "events": _PASSED, "dice": []},
    ]


_PASSED = [{"event": "passed", "side": "red"}]


def test_it_is_no_longer_asked_to_agree() -> None:
    match = started(*REST)
    match.submit("red", ["pass"])
    match.submit("blue", ["pass"])
    assert match.consenting_sides("red") == ["blue", "gold"]
    match.resign("gold")
    assert match.consenting_sides("red") == ["blue"]


def test_the_best_of_those_that_are_left_wins() -> None:
    """Red, which leads in shores, resigns; Gold has lost its companies, so Blue wins."""
    match = started(*REST, fallen="gold")
    ahead = match.state.cells
    assert max(ahead[COMPANY + 660 : COMPANY + 1320]) >= 0
    match.resign("red")
    assert match.result() == {"winners": ["blue"], "score": {}, "why": "red resigned"}


def test_a_team_that_is_put_out_after_another_resigned_ends_the_match() -> None:
    match = started(*REST)
    match.resign("red")
    match.state.cells[COMPANY + 1320 : PLACE] = [-1] * 660
    assert match.consenting_sides("blue") == []
    match.submit("blue", ["pass"])
    assert match.result() == {"winners": ["blue"], "score": {}, "why": "red resigned"}


def test_an_attack_on_it_is_answered_as_the_game_defines() -> None:
    match = started(operation("gold"), operation("blue"), operation("red"))
    match.resign("blue")
    assert asked(match) == ["red"]
    outcome = match.submit("red", ["attack", "red_a", "blue_f"])
    assert [event["event"] for event in outcome.visible()["events"]] == ["attacked", "turned_up", "left"]
    assert chosen_for(match, "blue") == [("withdraw",)]
    assert asked(match) == ["red"]


def test_the_match_finishes_secret_plans_for_it_without_an_event() -> None:
    match = Match(SKIRMISH_OF_THREE, options={"rounds": "1"}, dice=SeededDice(1))
    match.submit("red", ["send", "red_cruiser", "north"])
    match.resign("blue")
    assert asked(match) == ["red", "gold"]
    assert chosen_for(match, "blue") == [("done",)]
    assert match.log("gold")[-1] == {"seq": 2, "act": "resign", "side": "blue"}
    match.submit("red", ["done"])
    match.submit("gold", ["done"])
    assert asked(match) == ["red"]


def test_a_plan_is_undone_while_another_team_is_out() -> None:
    match = Match(SKIRMISH_OF_THREE, options={"rounds": "1"}, dice=SeededDice(1))
    match.submit("red", ["send", "red_cruiser", "north"])
    match.resign("blue")
    match.submit("red", ["send", "red_flagship", "north"])
    assert match.undo("red", 2) == [("send", "red_flagship", "north"), ("send", "red_cruiser", "north")]
    assert asked(match) == ["red", "gold"]
    assert set(match.state.cells[PLAN : PLAN + 18]) == {-1}


def test_after_an_undo_the_match_chooses_for_it_again() -> None:
    match = Match(SKIRMISH_OF_THREE, options={"rounds": "1"}, dice=SeededDice(1))
    match.submit("red", ["done"])
    match.submit("blue", ["done"])
    match.submit("gold", ["done"])
    match.resign("blue")
    match.undo("red", 1, ["gold"])
    assert asked(match) == ["red", "gold"]
    assert len(chosen_for(match, "blue")) == 1


def test_a_side_that_cannot_continue_shares_the_win() -> None:
    match = started(*REST, game=FOR_ITSELF)
    match.resign("blue")
    assert match.result() == {"winners": ["red", "gold"], "score": {}, "why": "blue resigned"}


def test_the_last_team_wins() -> None:
    match = started(*REST)
    match.resign("blue")
    match.resign("red")
    assert match.result() == {"winners": ["gold"], "score": {}, "why": "blue and red resigned"}


def test_a_whole_game_without_one_team_is_a_record_that_can_be_checked() -> None:
    """Two rounds played at random after Gold has left, with sealed dice."""
    match = Match(SKIRMISH_OF_THREE, options={"rounds": "2"}, dice=SealedDice(bytes(32)))
    rng = random.Random(5)
    made = 0
    while not match.over:
        if made == 12:
            match.resign("gold")
        side = asked(match)[0]
        match.submit(side, match.offer(side).choices.sample(rng))
        made += 1
    lines = read_lines(encode_lines([match.header, *match.acts])[0])
    again = replay(lines, game=SKIRMISH_OF_THREE)
    assert again.divergence is None
    assert again.match.result() == match.result()
    assert again.match.state.hash() == match.state.hash()
    result: Any = match.result()
    assert "gold" not in result["winners"]
    assert verify(lines, SKIRMISH_OF_THREE).sound


def test_a_match_without_one_team_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "three.jsonl"
    match = started(*REST, rounds="2", dice=SealedDice(bytes(32)), sink=RecordFile(file))
    match.resign("red")
    again = resume(file, game=SKIRMISH_OF_THREE)
    assert (asked(again), again.resigned) == (["blue"], ("red",))
    again.submit("blue", ["pass"])
    again.submit("gold", ["pass"])
    assert asked(again) == ["blue", "gold"]


@pytest.mark.parametrize("gone", SIDES.ids)
def test_a_side_that_left_cannot_win_by_its_remaining_units(gone: str) -> None:
    """Nothing moves, so the same side has the most shores in each case."""
    match = started(*REST)
    match.resign(gone)
    for side in [side for side in ("red", "blue", "gold") if side != gone]:
        match.submit(side, ["pass"])
    result: Any = match.result()
    most = max(points for side, points in result["score"].items() if side != gone)
    best = [side for side, points in result["score"].items() if side != gone and points == most]
    assert result["winners"] == (best if len(best) == 1 else [])
