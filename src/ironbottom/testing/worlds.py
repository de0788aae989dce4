"""The worlds check: hidden items have more than one possible value, and draws match the truth only by chance.

A state is split into *facts*: the values in its position. Another world is made by exchanging two items in the
position. If the game accepts it and the side cannot distinguish it from the true one, both worlds fit the side's
information, so each of their facts must occur in some draws from its view.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from ironbottom.engine.codecs.position import read_position, write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.testing import plain_data
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import large_stride
from ironbottom.testing.hidden_information import codes, drawn_states
from ironbottom.testing.partwise_sampling import PartwiseSampler, distinct_facts, partwise_draws, whole_draw
from ironbottom.testing.walk_checks import WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk

MAX_DRAWS = 3_000
"""A possible fact that does not occur in this number of draws never does."""
MAX_PART_DRAWS = 300
"""The number of whole draws before missing facts are looked for in the parts of a draw."""
EXCHANGES = 250
"""The number of exchanges tried at a decision to find another world."""

Fact = tuple[str, str]


class Worlds(WalkCheck):
    """At decisions of random games, draws produce each possible world, and the truth only as often as chance allows."""

    name = "worlds"

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        super().__init__(game, budget)
        self.leak_test = LeakTest()

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for side in walk.rules.sides.ids:
            check_side_worlds(walk, side, self.budget, self.leak_test)

    def finish(self) -> None:
        self.leak_test.check(self.game)


def check_side_worlds(walk: Walk, side: str, budget: CheckBudget, leak_test: LeakTest) -> None:
    """One side at one decision."""
    view, truth = walk.state.view(side), facts(walk.state)
    seed = walk.check_rng.randrange(2**32)
    drawn = [facts(state) for state in drawn_states(walk, side, view, seed, 40)]
    leak_test.add(truth, drawn, walk.check_rng)
    budget.count["draws"] += len(drawn)
    wanted = set(truth)
    other = another_world(walk, side)
    if other is not None:
        wanted |= facts(other)
        budget.count["other worlds"] += 1
    sampler = walk.setup.game.sampler(json.loads(json.dumps(view)))
    in_parts = isinstance(sampler, PartwiseSampler)
    if walk.start is not None and isinstance(sampler, PartwiseSampler):
        # The saved game of a war, with too many possibilities for whole draws.
        left = missing_from_parts(sampler, walk.state, other, drawn, seed, budget)
        walk.require(not left, lambda: f"{side} cannot exclude it, but no part of a draw deals {sorted(left)[:5]}")
        return
    wanted.difference_update(*drawn)
    most = MAX_PART_DRAWS if in_parts else MAX_DRAWS
    drawn_in = f"in {most} draws and in no part of a draw" if in_parts else f"in {most} draws never"
    more = drawn_states(walk, side, view, seed + len(drawn), most) if wanted else iter(())
    for state in more:
        wanted -= facts(state)
        budget.count["draws"] += 1
        if not wanted:
            break
    if wanted and isinstance(sampler, PartwiseSampler):  # rare in whole draws, such as one hex for one of many forces
        wanted = missing_from_parts(sampler, walk.state, other, drawn, seed, budget)
    walk.require(not wanted, lambda: f"{side} cannot exclude it, but {drawn_in} {sorted(wanted)[:5]}")


def missing_from_parts(
    sampler: PartwiseSampler, truth: State, other: State | None, drawn: list[set[Fact]], seed: int, budget: CheckBudget
) -> set[Fact]:
    """The facts of the truth, and of another world, that no part of a sampler produces."""
    targets = [truth] if other is None else [truth, other]
    wanted = set().union(*(distinct_facts(facts(target), sampler) for target in targets))
    for each in (distinct_facts(facts, sampler) for facts in drawn):
        wanted -= each
    for target in targets:
        first, sought = whole_draw(sampler, Random(seed)), wanted & distinct_facts(facts(target), sampler)
        for state in partwise_draws(sampler, target, first, seed, sought) if wanted else ():
            dealt = distinct_facts(facts(state), sampler)
            wanted -= dealt
            sought -= dealt
            budget.count["draws"] += 1
            if not wanted:
                break
    return wanted


# -- facts -----------------------------------------------------------------------------------------


def facts(state: State) -> set[Fact]:
    """The values at each place in the position of a state."""
    return set(_facts(state.rules.game.write_position(state), ""))


def _facts(data: object, path: str) -> Iterator[Fact]:
    if isinstance(data, dict):
        for key, value in data.items():
            inside = f"{path}.{key}" if path else key
            if type(value) in PLAIN:
                yield (inside, _text(value))
            else:
                yield from _facts(value, inside)
    elif isinstance(data, list) and all(isinstance(item, str) for item in data):
        for item in data:
            yield (path, item)
    else:
        yield (path, json.dumps(data))


PLAIN = (int, str, bool)


@lru_cache(maxsize=10_000, typed=True)
def _text(value: int | str | bool) -> str:
    return json.dumps(value)


# -- other worlds ----------------------------------------------------------------------------------


def another_world(walk: Walk, side: str) -> State | None:
    """Another state that the side cannot distinguish from the true one, if exchanging two items finds one."""
    state, rules = walk.state, walk.rules
    text = json.dumps(write_position(state))
    mine = json.dumps(state.view(side)), codes(state.decision(side))
    pairs = list(exchange_pairs(json.loads(text), walk.check_rng, EXCHANGES // large_stride(rules.game)))
    for first, second in pairs:
        position = json.loads(text)
        exchange(position, first, second)
        try:
            other = read_position(position, rules)
        except BadValue:
            continue
        if other != state and mine == (json.dumps(other.view(side)), codes(other.decision(side))):
            return other
    return None


def exchange_pairs(
    position: object, chance: Random, most: int = EXCHANGES
) -> Iterator[tuple[plain_data.Keys, plain_data.Keys]]:
    """Pairs of paths to exchange: neighbours in a table, or members of lists of names."""
    tables, members = list[list[plain_data.Keys]](), list[plain_data.Keys]()
    for path, value in places(position, ()):
        if isinstance(value, str) and isinstance(path[-1], int):
            members.append(path)
        elif isinstance(value, dict):
            keys = [key for key, item in value.items() if isinstance(item, dict)]
            tables += [[(*path, key) for key in keys]] if len(keys) > 1 else []
    for _ in range(most):
        pool = chance.choice([*tables, members]) if tables and members else (tables or [members])[0]
        if len(pool) > 1:
            first, second = chance.sample(pool, 2)
            yield first, second


def places(value: object, path: plain_data.Keys) -> Iterator[tuple[plain_data.Keys, object]]:
    """Every place in plain data, with its path."""
    yield path, value
    for key in plain_data.keys_of(value):
        yield from places(plain_data.part(value, key), (*path, key))


def exchange(position: object, first: plain_data.Keys, second: plain_data.Keys) -> None:
    """Exchanges two items of a position."""
    (one, here), (other, there) = ((plain_data.inside(position, path[:-1]), path[-1]) for path in (first, second))
    mine, theirs = plain_data.part(one, here), plain_data.part(other, there)
    plain_data.put(one, here, theirs)
    plain_data.put(other, there, mine)


# -- probability -----------------------------------------------------------------------------------


class Overlap(NamedTuple):
    """At one decision, the share of uncertain facts that a draw has in common with the truth, and with other draws."""

    with_truth: float
    with_draws: float


class LeakTest:
    """Whether draws are nearer to the truth than to each other, which would leak information."""

    def __init__(self) -> None:
        self.overlaps: list[Overlap] = []

    def add(self, truth: set[Fact], drawn: list[set[Fact]], chance: Random) -> None:
        """Adds the draws of one decision."""
        certain = set.intersection(*drawn)
        unsure = [facts - certain for facts in drawn]
        size = sum(map(len, unsure)) / len(unsure)
        if not size:
            return
        with_truth = sum(len(facts & truth) for facts in unsure) / len(unsure)
        pairs = [chance.sample(unsure, 2) for _ in range(len(unsure))]
        with_draws = sum(len(one & other) for one, other in pairs) / len(pairs)
        self.overlaps.append(Overlap(with_truth / size, with_draws / size))

    def check(self, game: Game) -> None:
        """Refuses draws that have clearly more in common with the truth than with each other."""
        count = len(self.overlaps)
        if count < 10:
            return
        differences = [overlap.with_truth - overlap.with_draws for overlap in self.overlaps]
        mean = sum(differences) / count
        spread = (sum((value - mean) ** 2 for value in differences) / (count - 1) / count) ** 0.5
        by_chance = sum(overlap.with_draws for overlap in self.overlaps) / count
        text = f"{mean + by_chance:.3f} of the uncertain facts are sampled correctly, {by_chance:.3f} by chance"
        assert mean < 0.05 + 4 * spread, f"{game.id}: draws contain hidden information: {text} ({count} decisions)"
        self.verdict = text


check_worlds = as_separate_check(Worlds)
