"""The moments of a match out of its record: the state after each act, however much was taken back."""

import random

import pytest

from ironbottom.engine.dice import SeededDice
from ironbottom.engine.errors import Refused
from ironbottom.engine.match import Match
from ironbottom.engine.registry import get_game
from ironbottom.engine.rules import Game
from ironbottom.engine.state import State
from ironbottom.server.moments import Moments
from tests.engine.tiny import LANTERNS
from tests.kit.skirmish import SKIRMISH


def nothing_kept(_: int) -> None:
    """No dump of any moment."""


def some_act(match: Match, luck: random.Random) -> None:
    """A choice, or something taken back: the last, an earlier one, or with consent beyond the fence."""
    side = luck.choice(match.rules.sides.ids)
    others = [other for other in match.rules.sides.ids if other != side]
    kind = luck.random()
    try:
        if kind < 0.15:
            match.undo(side, luck.randint(1, 3))
        elif kind < 0.35:
            match.withdraw(side, max(1, match.seq(side) - luck.randint(0, 5)))
        elif kind < 0.37:
            match.undo(side, luck.randint(1, 4), others)
        elif kind < 0.39:
            match.offer_draw(side)
        else:
            decision = luck.choice(match.decisions())
            match.submit(decision.side, decision.choices.walk(luck))
    except Refused:
        pass


@pytest.mark.parametrize(
    ("game", "matches", "acts"),
    [("pf", 3, 300), ("lanterns", 40, 300), ("skirmish", 2, 80)],
)
def test_each_moment_is_the_state_as_it_was(game: str, matches: int, acts: int) -> None:
    found = {"lanterns": LANTERNS, "skirmish": SKIRMISH}.get(game) or get_game(game)
    taken_back = sum(check_moments(found, seed, acts) for seed in range(matches))
    assert taken_back > 20


def check_moments(game: Game, seed: int, acts: int) -> int:
    """Plays a match by chance and compares its moments; how often something was taken back."""
    match, luck = Match(game, dice=SeededDice(seed)), random.Random(seed)
    kept: dict[int, bytes] = {}
    seen: dict[int, State] = {}
    while not match.over and len(match.acts) < acts:
        some_act(match, luck)
        moments = Moments(match.rules, match.header, match.acts, kept.get)
        kept |= moments.made(len(kept) + 1, len(match.acts))
        seen[len(match.acts)] = match.state
    for number, state in seen.items():
        assert match.rules.load(kept[number]) == state, number
    anew = Moments(match.rules, match.header, match.acts, nothing_kept)
    assert dict(anew.made(1, len(kept))) == kept
    last = max(seen)
    assert Moments(match.rules, match.header, match.acts, {5: kept[5]}.get).after(last) == seen[last]
    return sum("taken" in type(act).__struct_fields__ for act in match.acts)


def test_a_record_in_which_much_was_taken_back_is_not_made_over_and_over() -> None:
    """Each state is made once: 200 choices taken back in turn cost no more than the acts they are."""
    match = Match("pf", dice=SeededDice(1))
    for _ in range(200):
        match.submit("japan", match.offer("japan").choices.at(0))
        match.undo("japan")
    moments = Moments(match.rules, match.header, match.acts, nothing_kept)
    assert moments.after(401) == match.state
    assert len(moments._fresh) == 401


def test_a_match_from_a_position_has_its_moments() -> None:
    start = get_game("pf").new()
    match = Match("pf", start=start, dice=SeededDice(1))
    offer = match.offer("japan")
    match.submit("japan", offer.choices.at(0))
    moments = Moments(match.rules, match.header, match.acts, nothing_kept)
    assert moments.after(1) == start
    assert moments.after(2) == match.state
