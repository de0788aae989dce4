"""The story of a game: every figure equals a recount of its log."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ironbottom.bots import as_choices, make_player
from ironbottom.cli.commands.story import TurnStates
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match, longest_valid_prefix
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import read_record
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.pieces import AIR, UNITS
from ironbottom.lab.story import BattleSummary, Story, event_reader, lead_entries, story, total_of
from ironbottom.odds.distributions import mean, total, uniform_over
from tests.cli.running import run

FIXTURES = Path(__file__).parent.parent / "fixtures"
RECORDS = {
    "pacific_fury": "rules_2-campaign-script-random-1.jsonl",
    "hold_fast": "rules_2-campaign-script-random-1.jsonl",
    "victory_in_the_pacific": "rules_2-campaign-script-random-4.jsonl",
    "axis_allies_pacific": "rules_3-setup_2003-script-random-4.jsonl",
}
MIDWAY = FIXTURES / "war_in_the_pacific" / "rules_14-midway-script-random-83.jsonl"
OPENED = {"axis_allies_pacific": ("round_opened", "round")}
"""For games that do not call turns "turn", the event that begins one, and its field."""


def path_of(game: str) -> Path:
    return FIXTURES / game / RECORDS[game]


class Scores(TurnStates):
    """Also collects the score in the state after each act that begins a turn."""

    def scores(self, game: str) -> list[float]:
        return [SCORE[game](state) for state in self._states.values()]


SCORE: dict[str, Callable[[State], float]] = {
    "pacific_fury": lambda state: state.rules.result(state)["score"]["japan"],
    "hold_fast": lambda state: state.rules.result(state)["score"]["japan"],
    "victory_in_the_pacific": lambda state: state.rules.result(state)["score"]["japan"],
    "axis_allies_pacific": lambda state: state.view("public")["victory_points"],
    "war_in_the_pacific": lambda state: lead_of(state.rules.result(state)["score"]),
}
"""By game, Japan's lead in the score that decides the game, read from a state."""


def lead_of(score: Mapping[str, float]) -> float:
    return score["japan"] - score["allies"]


class Game(NamedTuple):
    """A game between computer players, up to a number of decisions."""

    game: str
    scenario: str
    players: tuple[str, str]
    seed: int
    most: int = 100_000


@cache
def replayed(source: Path | Game) -> tuple[Match, Scores]:
    """Returns a recorded or newly played game, with the data of each turn that its story needs."""
    scores = Scores()
    if isinstance(source, Path):
        return replay(read_record(source), each=scores.collect).match, scores
    match = Match(source.game, source.scenario, dice=SeededDice(source.seed))
    sides = match.rules.sides.ids
    names = dict(zip(sides, (source.players[0], *[source.players[1]] * (len(sides) - 1)), strict=True))
    players = {side: make_player(match.rules, name, side, source.seed) for side, name in names.items()}
    scores.collect(match)
    for _ in range(source.most):
        if match.over:
            break
        side = match.decisions()[0].side
        match.submit(side, longest_valid_prefix(match.state, side, as_choices(players[side].choose(match.offer(side)))))
        scores.collect(match)
    return match, scores


@cache
def story_in(source: Path | Game) -> Story:
    match, scores = replayed(source)
    audience = viewer_of(match)
    log = match.log(audience)
    return story(match.rules, log, 1, scores.leads(match, audience, lead_entries(match.rules, log)))


def viewer_of(match: Match) -> str:
    return "open" if match.over else "public"


def replayed_match(game: str) -> Match:
    return replayed(path_of(game))[0]


def summary_of(game: str) -> Story:
    return story_in(path_of(game))


def events(game: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for entry in replayed_match(game).log("open"):
        for event in entry.get("events", ()):
            yield entry["seq"], event


@pytest.mark.build
@pytest.mark.parametrize("game", RECORDS)
def test_the_last_lead_is_the_result(game: str) -> None:
    result = replayed_match(game).result()
    assert result is not None
    first = replayed_match(game).rules.sides.ids[0]
    assert summary_of(game).turns[-1].lead == result["score"][first]


@pytest.mark.parametrize("game", RECORDS)
def test_turns_begin_at_their_events_in_the_log(game: str) -> None:
    kind, field = OPENED.get(game, ("turn_opened", "turn"))
    opened = {event[field]: seq for seq, event in events(game) if event["event"] == kind}
    turns = summary_of(game).turns
    assert [turn.turn for turn in turns] == list(range(1, len(turns) + 1))
    assert {turn.turn: turn.seq for turn in turns[1:]} == {turn: seq for turn, seq in opened.items() if turn > 1}


@pytest.mark.parametrize(
    ("game", "word"), [("pacific_fury", "sunk"), ("hold_fast", "sunk"), ("victory_in_the_pacific", "lost")]
)
def test_losses_equal_those_in_the_log(game: str, word: str) -> None:
    counted = [(seq, event["unit"]) for seq, event in events(game) if event["event"] == word]
    assert [(loss.seq, loss.unit) for loss in summary_of(game).losses] == counted
    assert counted


NUMBERS = {
    "lost": "number",
    "aircraft_lost": "number",
    "overflown": "lost",
    "no_deck": "number",
    "patrol_lost": "number",
}


def test_aap_7_7_6_counted_units_are_lost_one_by_one_with_their_loads() -> None:
    """The story has as many lost units of each power as the log, including the loads of transports and destroyers."""
    numbers: Counter[str] = Counter()
    for _, event in events("axis_allies_pacific"):
        if event["event"] in NUMBERS:
            ship, _, load = event.get("piece", "fighter").partition("_")
            held = (
                re.findall("infantry|marine|artillery|tank|aa_gun", load) if ship in ("transport", "destroyer") else ()
            )
            numbers[event["power"]] += event[NUMBERS[event["event"]]] * (1 + len(held))
    losses = summary_of("axis_allies_pacific").losses
    assert Counter(loss.unit.split()[0] for loss in losses) == +numbers
    assert {loss.side for loss in losses if loss.unit.startswith("china ")} <= {"usa"}
    assert {loss.side for loss in losses} == {"japan", "uk", "usa"}


@pytest.mark.parametrize("game", RECORDS)
def test_battles_contain_the_losses_during_them(game: str) -> None:
    for battle in summary_of(game).battles:
        within = [loss for loss in summary_of(game).losses if battle.seq <= loss.seq <= battle.until]
        for side, units in battle.lost.items():
            known = [loss.unit for loss in within if loss.side == side]
            assert Counter(units) <= Counter(known)


@pytest.mark.parametrize("game", RECORDS)
def test_turning_points_are_the_costliest_battle_and_the_largest_change_of_the_lead(game: str) -> None:
    """Battles are ranked by the losses of both sides together, and listed in chronological order."""
    match, summary = replayed_match(game), summary_of(game)
    reader = event_reader(match.rules)
    assert reader is not None
    for _, event in events(game):
        reader.lost(event)

    def cost(one: BattleSummary) -> float:
        return sum(reader.unit_value(unit) for units in one.lost.values() for unit in units)

    costs = [cost(one) for one in summary.swings if one.kind != "score"]
    changes = [abs(one.after - one.before) for one in summary.swings if one.kind == "score"]
    assert max(costs) == max(map(cost, summary.battles))
    leads = [0.0, *(turn.lead for turn in summary.turns)]
    if game != "pacific_fury":
        assert max(changes) == max(abs(after - before) for before, after in pairwise(leads))
    assert len(summary.swings) <= 3
    assert [one.seq for one in summary.swings] == sorted(one.seq for one in summary.swings)


@pytest.mark.parametrize("game", RECORDS)
def test_expected_hits_equal_an_enumeration_of_the_dice(game: str) -> None:
    """The chances were computed for the hits that the events name."""
    match = replayed_match(game)
    reader = event_reader(match.rules)
    assert reader is not None
    hits: Counter[str] = Counter()
    dice: Counter[str] = Counter()
    expected: defaultdict[str, float] = defaultdict(float)
    for _, event in events(game):
        if shots := reader.shots(event):
            hits[shots.side] += shots.hits
            dice[shots.side] += shots.dice
            expected[shots.side] += mean(shots.chances)
            assert shots.chances[shots.hits] > 0, "a fall that the chances leave out"
    for luck in summary_of(game).luck:
        assert (luck.hits, luck.dice) == (hits[luck.side], dice[luck.side])
        assert luck.expected == pytest.approx(expected[luck.side])
        assert 0 < luck.share <= 1


VITP = sorted((FIXTURES / "victory_in_the_pacific").glob("rules_[23]-*-script-*.jsonl"))


@pytest.mark.build
@pytest.mark.parametrize("path", VITP, ids=[path.stem for path in VITP])
def test_vitp_7_535_the_bonus_is_read_from_the_log(path: Path) -> None:
    """If a die shows 5, the hits of the event say whether the unit has the bonus."""
    match = replay(read_record(path)).match
    reader: Any = event_reader(match.rules)
    checked = 0
    for entry in match.log("open"):
        for event in entry.get("events", ()):
            fired = reader.shots(event) is not None and event["event"] == "fired"
            if not fired or AIR >> UNITS.index[event["target"]] & 1 or 5 not in event["dice"]:
                continue
            lowest = 6 - reader.bonus(event["unit"], len(event["dice"]))
            assert len(event["hits"]) == sum(die >= lowest for die in event["dice"])
            checked += 1
    assert checked > 20


def test_a_match_in_progress_has_a_story_from_one_sides_view() -> None:
    match = replayed_match("hold_fast")
    half = match.log("japan")[: len(match.log("japan")) // 2]
    so_far = story(match.rules, half)
    assert 0 < len(so_far.losses) < len(summary_of("hold_fast").losses)


def test_a_game_from_a_position_begins_in_its_turn() -> None:
    match = replayed_match("victory_in_the_pacific")
    log = match.log("open")
    third = next(seq for seq, event in events("victory_in_the_pacific") if event.get("turn") == 3)
    later = [entry for entry in log if entry["seq"] > third]
    assert [turn.turn for turn in story(match.rules, later).turns][:2] == [3, 4]
    assert [turn.turn for turn in story(match.rules, log[third : third + 1], 3).turns] == [3]


@pytest.mark.parametrize("game", RECORDS)
def test_everything_in_a_story_has_a_name(game: str) -> None:
    summary = summary_of(game)
    rolls = [roll.unit for luck in summary.luck for roll in (luck.best, luck.worst) if roll]
    units = {loss.unit for loss in summary.losses} | {battle.place for battle in summary.battles} | {*rolls}
    assert summary.names.keys() == units
    assert not any("_" in name for name in summary.names.values())


def test_choices_taken_back_are_not_in_the_story() -> None:
    log = replayed_match("victory_in_the_pacific").log("open")
    rules = replayed_match("victory_in_the_pacific").rules
    [first, *_] = summary_of("victory_in_the_pacific").losses
    without = story(rules, [*log, {"seq": len(log) + 1, "act": "undo", "side": "japan", "taken": [first.seq]}])
    gone = [loss for loss in summary_of("victory_in_the_pacific").losses if loss.seq != first.seq]
    assert [(loss.seq, loss.unit) for loss in without.losses] == [(loss.seq, loss.unit) for loss in gone]
    assert len(without.losses) < len(summary_of("victory_in_the_pacific").losses)


@pytest.mark.build
@pytest.mark.parametrize("game", RECORDS)
def test_a_sides_story_names_only_units_in_its_log(game: str) -> None:
    """The story is correct at any point of the game."""
    match = replayed_match(game)
    for side in (*match.rules.sides.ids, "public"):
        log = match.log(side)
        for part in (3, 2):
            known = log[: len(log) * (part - 1) // part]
            summary = story(match.rules, known)
            named = {str(value) for entry in known for event in entry.get("events", ()) for value in event.values()}
            units = {loss.unit for loss in summary.losses}
            units |= {roll.unit for luck in summary.luck for roll in (luck.best, luck.worst) if roll}
            assert {part for unit in units - {"henderson_field"} for part in unit.split()} <= named
            assert summary.losses


def test_a_game_that_does_not_read_its_events_has_an_empty_story() -> None:
    from examples.skirmish.skirmish.game import SKIRMISH

    match = Match(SKIRMISH)
    assert story(match.rules, match.log("public")).turns == []


def test_distributions_are_added_pairwise() -> None:
    parts = [uniform_over([0, 0, 1]), uniform_over([0, 1]), uniform_over([0, 1, 2])]
    assert total_of(parts) == pytest.approx(total(parts))
    assert total_of([]) == (1.0,)


def test_the_story_command_prints_lines() -> None:
    ran = run("story", str(path_of("pacific_fury")))
    assert ran.code == 0
    assert "Lead of Japan by turn: 1: -1, 2: +0, 3: +1, 4: +1" in ran.out
    assert "the Allies lost San Francisco, Minneapolis, Chicago (entries 172 to 181)" in ran.out
    landing = "Japanese task force 3 lands Transports 2 on Guadalcanal. The initiative marker moves from 0 to J:1."
    assert f"Turn 3: {landing} The lead changes from even to Japan +1 (entry 185)" in ran.out
    assert "Japan: 15 hits, 14.0 expected from 13 dice: luckier than 55 % of games" in ran.out


@pytest.mark.build
def test_a_game_by_dates_names_the_unit_of_its_lead_and_has_no_luck() -> None:
    """War in the Pacific deploys before its first Game-Turn opens, and rolls by strengths, not by hits."""
    ran = run("story", str(MIDWAY))
    assert ran.code == 0
    result = replayed(MIDWAY)[0].result()
    assert result is not None
    assert f"Lead of Japan in Victory Points by turn: 1/6/42: {lead_of(result['score']):+g}\n" in ran.out
    assert "Japan lost 25: two destroyers (JP DD14), Fuso (JP BB1), " in ran.out
    lost = "two destroyers (US DD20), two destroyers (US DD14), Northampton (US CA26)"
    assert f"The Allies lost 3: {lost}\n" in ran.out
    assert "Luck" not in ran.out


def test_the_story_command_refuses_an_unknown_viewer() -> None:
    ran = run("story", str(path_of("pacific_fury")), "--as", "germany")
    assert ran.code != 0
    assert "germany" in ran.err


def test_games_are_found_by_their_short_names() -> None:
    assert all(event_reader(get_game(short).rules()) for short in ("pf", "hf", "vitp", "aap"))
