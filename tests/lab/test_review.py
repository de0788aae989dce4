"""A review examines the right decisions, uses the right information, and its figures add up."""

from __future__ import annotations

import pickle
from functools import cache
from random import Random

import msgspec
import pytest

from ironbottom.bots import as_choices, make_player
from ironbottom.bots.decision_request import decode_request
from ironbottom.bots.searcher import World, play_out
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.record import ChoiceMade, MatchRecord, read_record
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.lab.review.examine import COMBAT_BUDGET, as_candidate, candidates_of, examine, reviewer_of, searcher_of
from ironbottom.lab.review.report import MAX_MISTAKES, Review, review_of
from ironbottom.lab.review.run import review
from ironbottom.lab.review.tasks import OpenPlan, PlanReader, read_tasks, select_plans, states
from tests.lab.test_true_stories import latest

STATES, DECISIONS = 8, 20
FIRST_ACTS = 200
"""The number of acts of long records that are read."""


def match_record(game: str, players: dict[str, str], seed: int, choices: int = 100_000) -> MatchRecord:
    """The record of a match between computer players, or of its first choices."""
    match = Match(get_game(game), dice=SeededDice(seed))
    hands = {side: make_player(match.rules, name, side, seed) for side, name in players.items()}
    while not match.over and match.last < choices:
        side = match.decisions()[0].side
        match.submit(side, as_choices(hands[side].choose(match.offer(side))), recorded=True)
    return MatchRecord(match.header, list(match.acts))


@cache
def blundered() -> MatchRecord:
    """A match of Pacific Fury between the ensign and a player that chooses at random."""
    return match_record("pf", {"japan": "ensign", "allies": "random"}, 5)


@cache
def reviewed() -> Review:
    """The review of the match with a blunder."""
    return review(blundered(), most_states=STATES, most_decisions=DECISIONS)


def test_the_parts_add_up_to_the_difference_between_start_and_end() -> None:
    told = reviewed()
    changes = [*(effect.change for effect in told.by_side.values()), told.luck.change]
    assert sum(changes) == pytest.approx(told.end - told.start)
    assert told.end == (1.0 if told.winners == ["japan"] else 0.0 if told.winners else 0.5)
    assert told.start == told.points[0].before
    assert all(0 <= chance <= 1 for point in told.points for chance in (point.before, point.after))


def test_a_blunder_is_a_mistake_with_its_better_choice_its_cost_and_a_reason() -> None:
    """The Allies withdraw from a battle in the last turn, and lose their last chance."""
    record = read_record(latest("pacific_fury")[0])
    tasks = read_tasks(record)
    (blunder,) = [task for task in tasks.tasks if task.number == 236]
    told = review_of(tasks, [examine(blunder, 60)], 1, 60)
    (mistake,) = told.mistakes
    assert (mistake.side, mistake.chosen, mistake.better) == ("allies", "Return to base", "Stay")
    assert 0.2 < mistake.cost < 0.5
    assert 0 < mistake.interval < mistake.cost
    assert told.by_side["allies"].change == pytest.approx(mistake.cost)
    assert "drawn states the Allies would win" in mistake.why


def test_at_most_five_mistakes_of_a_side_are_listed_the_dearest_first() -> None:
    record = read_record(latest("pacific_fury")[0])
    tasks = read_tasks(record)
    (blunder,) = [task for task in tasks.tasks if task.number == 236]
    found = examine(blunder, 30)
    many = [msgspec.structs.replace(found, number=number, gain=-number / 100) for number in range(1, 30)]
    told = review_of(tasks, many, 1, 30)
    assert [mistake.number for mistake in told.mistakes] == [29, 28, 27, 26, 25]
    assert len(told.mistakes) == MAX_MISTAKES


def test_a_better_choice_was_legal_and_its_cost_is_the_difference_of_the_chances() -> None:
    record, told = blundered(), reviewed()
    tasks = {task.number: task for task in read_tasks(record, most=DECISIONS).tasks}
    assert set(tasks) == {finding.number for finding in told.findings}
    for finding in told.findings:
        _, offer = decode_request(tasks[finding.number].data)
        assert tuple(finding.better[0]) in offer.choices
        assert tuple(finding.chosen[0]) in offer.choices
        assert finding.best - finding.chance == pytest.approx(-finding.gain)
        if finding.same:
            assert finding.gain == finding.error == 0


def test_it_says_how_much_it_examined() -> None:
    record, told = blundered(), reviewed()
    made = [act for act in record.acts if isinstance(act, ChoiceMade) and not act.auto]
    assert told.choices == len(made)
    assert told.examined == len(told.findings) == len(told.points) == DECISIONS <= told.covered < told.choices
    whole = read_tasks(record)
    assert whole.left == 0
    assert len(whole.tasks) == DECISIONS + told.left
    assert told.covered < whole.covered <= whole.choices == told.choices


def test_the_same_seed_and_numbers_give_the_same_review() -> None:
    record = blundered()
    few = [review(record, seed=seed, most_states=8, most_decisions=5) for seed in (3, 3, 4)]
    assert few[0] == few[1]
    assert few[0].findings != few[2].findings
    tasks = read_tasks(record, 3, 5)
    backwards = [examine(task, 8) for task in reversed(tasks.tasks)]
    assert review_of(tasks, backwards[::-1], 3, 8) == few[0]


def test_the_curve_begins_and_ends_in_the_record() -> None:
    told = reviewed()
    numbers = [point.number for point in told.points]
    assert numbers == sorted(set(numbers))
    turning = told.turning_points
    assert turning == sorted(turning, key=lambda point: point.number)
    assert all(point.number in numbers for point in turning)
    assert turning, "the random player loses, so the chance changes"


@pytest.mark.parametrize("game", ["hold_fast", "victory_in_the_pacific"])
def test_fleet_games_are_reviewed_plan_by_plan(game: str) -> None:
    whole = read_record(latest(game)[0])
    tasks = read_tasks(MatchRecord(whole.header, whole.acts[:FIRST_ACTS]), most=2)
    assert max(len(task.chosen) for task in tasks.tasks) > 3
    told = review_of(tasks, [examine(task, 8) for task in tasks.tasks], 1, 8)
    assert told.examined == 2
    assert told.covered > 2
    assert all(finding.compared >= 2 for finding in told.findings)


@pytest.mark.parametrize("game", ["hold_fast", "victory_in_the_pacific"])
def test_choices_in_combat_are_compared_by_the_chance_at_its_end(game: str) -> None:
    whole = read_record(latest(game)[0])
    tasks = read_tasks(MatchRecord(whole.header, whole.acts[:FIRST_ACTS])).tasks
    combat = [task for task in tasks if decode_request(task.data)[1].view["battle"]]
    assert combat
    rules, offer = decode_request(combat[-1].data)
    searcher = reviewer_of(rules, offer, 1)
    assert searcher.budget == COMBAT_BUDGET
    world, stops = World(rules.game.sampler(offer.view).draw(Random(1))), searcher.model.stopping_point(offer)
    assert not stops(world)
    play_out(searcher.model, world, offer.side, combat[-1].chosen, 1, stops)
    assert world.view(offer.side)["battle"] != offer.view["battle"]
    finding = examine(combat[-1], 8)
    assert finding.compared >= 2
    assert 0 < finding.chance < 1


def opened_plan(number: int, question: str, *, in_combat: bool) -> OpenPlan:
    """A decision between two plans."""
    plans = [(("a",),), (("b",),)]
    return OpenPlan(number, "japan", 1, question, b"", 1, plans, in_combat, can_compare=True)


def test_plans_come_before_choices_in_combat_and_rare_questions_before_frequent_ones() -> None:
    shots = [opened_plan(number, "targeting", in_combat=True) for number in range(10, 20)]
    stays = [opened_plan(number, "stay_or_withdraw", in_combat=True) for number in (12, 18)]
    moves = [opened_plan(number, "moves", in_combat=False) for number in (1, 30)]
    plans = [*shots, *stays, *moves]
    assert [plan.number for plan in select_plans(plans, 2)] == [1, 30]
    assert [plan.question for plan in select_plans(plans, 4)] == [
        "moves",
        "stay_or_withdraw",
        "stay_or_withdraw",
        "moves",
    ]
    assert len(select_plans(plans, 9)) == 9
    assert len(select_plans(plans, 99)) == len(plans)


def test_one_side_alone_is_examined_in_a_match_that_is_not_over() -> None:
    record = match_record("pf", {"japan": "ensign", "allies": "ensign"}, 2, choices=60)
    told = review(record, most_states=8, most_decisions=4, sides=["allies"])
    assert told.winners is None
    assert {finding.side for finding in told.findings} == {"allies"}
    assert told.end == told.points[-1].after


def test_a_choice_that_was_taken_back_is_not_examined() -> None:
    match = Match(get_game("pf"), dice=SeededDice(1))
    offer = match.offer("japan")
    match.submit("japan", offer.choices.at(0))
    match.undo("japan")
    second = match.offer("japan").choices.at(1)
    match.submit("japan", second)
    assert read_tasks(MatchRecord(match.header, list(match.acts))).tasks == [], "the order is not finished"
    match.resign("allies")
    (task,) = read_tasks(MatchRecord(match.header, list(match.acts))).tasks
    assert task.chosen == (second,)


def test_a_game_without_a_searching_player_is_refused_and_the_others_are_named() -> None:
    record = read_record(latest("axis_allies_pacific")[0])
    with pytest.raises(BadValue, match=r"cannot be reviewed; these games can: .*Pacific Fury"):
        read_tasks(record)


def test_a_record_that_the_rules_play_differently_is_refused_with_its_line() -> None:
    record = match_record("pf", {"japan": "ensign", "allies": "ensign"}, 2, choices=12)
    place = next(place for place, act in enumerate(record.acts) if isinstance(act, ChoiceMade) and not act.auto)
    wrong = msgspec.structs.replace(record.acts[place], action=["assign", "us_wasp", "9"])
    acts = [*record.acts[:place], wrong, *record.acts[place + 1 :]]
    with pytest.raises(BadValue, match=f"from line {record.acts[place].seq + 1} on"):
        read_tasks(MatchRecord(record.header, acts))


# -- information that it may use ----------------------------------------------------------------------------------


def reading_task(state: State, act: ChoiceMade) -> object:
    """The task of examining a decision, as read from a state."""
    reader = PlanReader(state.rules, 1, state.rules.sides.ids)
    reader.read(state, act)
    reader.close_all()
    return [plan.task() for plan in reader.found]


@pytest.mark.parametrize("game", ["pacific_fury", "hold_fast", "victory_in_the_pacific"])
def test_states_that_look_alike_to_a_side_give_the_same_task(game: str) -> None:
    """Information hidden from the side that chooses has no effect: neither hidden units nor dice reach a task."""
    whole, checked = read_record(latest(game)[0]), 0
    record = MatchRecord(whole.header, whole.acts[:FIRST_ACTS])
    rules = get_game(game).rules(record.header.options)
    for state, act in states(record, rules):
        decision = state.decision(act.side)
        if act.seq % 40 or act.auto or decision is None:
            continue
        view = state.view(act.side)
        world = rules.game.sampler(view).draw(Random(act.seq))
        drawn = world.decision(act.side)
        if drawn is not None and tuple(act.action) in drawn.choices:
            assert reading_task(world, act) == reading_task(state, act)
            checked += 1
    assert checked


def test_a_task_has_no_state_and_no_dice() -> None:
    for task in read_tasks(blundered()).tasks:
        rules, offer = decode_request(task.data)
        assert rules.game.id == "pacific_fury"
        assert not hasattr(offer, "state")
        assert b"SeededDice" not in pickle.dumps(task)
        assert b"rules.state" not in task.data


def test_the_seed_of_a_task_does_not_depend_on_the_dice_of_the_match() -> None:
    first, second = (read_tasks(match_record("pf", {"japan": "ensign", "allies": "ensign"}, seed)) for seed in (1, 2))
    assert first.tasks[0].seed == second.tasks[0].seed


def test_a_plan_in_another_order_is_the_searchers_own() -> None:
    task = read_tasks(blundered()).tasks[0]
    rules, offer = decode_request(task.data)
    plans = candidates_of(searcher_of(rules, task.side, task.seed), offer)
    longest = max(plans, key=len)
    assert as_candidate(tuple(reversed(longest)), plans) == longest
