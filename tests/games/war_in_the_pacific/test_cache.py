"""Each cached value equals a recomputed one, and depends only on what its fingerprint covers.

One property over random games of each scenario: several games alternate and are copied, loaded and undone, so that a
cache meets states of other games and earlier states of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.bots.player import Player
from ironbottom.engine.cache import FingerprintedFunction, clear_caches, depends_on
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.choices import Group
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import (
    air_bases,
    air_capacity,
    ground_destinations,
    ground_stacks,
    land_and_coasts,
    lines_by_sea,
    lines_of_communications,
    role_points,
    search_reach,
    supply_lines,
    supply_reach,
    transfer_range,
    transferable_points,
    unit_parts,
)
from ironbottom.games.war_in_the_pacific.derived.unit_positions import by_hex, units_on_map
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SCENARIOS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.scenarios.leyte import cases as leyte
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.leyte_states import MANILA, new_game
from tests.kit.fingerprints import check_fingerprints, functions_of

LINKED = {
    *(layout.SHIP_BELOW, layout.SHIP_ABOVE, layout.SHIP_TOP, layout.UNIT_BELOW, layout.UNIT_ABOVE, layout.UNIT_TOP)
}
"""The same units in the same places always give the same arrays, so fingerprints cover the units' places instead."""


OF_OTHERS = {
    *("scenarios.midway.derived", "scenarios.burma.derived", "derived.merchant_links"),
    *("derived.chinese_armies", "derived.headquarters_sites", "derived.land_and_coasts", "derived.transport_points"),
}
"""The modules whose choices belong to scenarios other than Leyte, or come after its first Game-Turn."""
SELDOM = {"room_of", "within_transfer"}
"""5.6, 5.7 Functions called only if points land elsewhere, which happens in few turns."""


PIECES: tuple[Callable[[State, int], Any], ...] = (
    units_on_map,
    lambda state, side: by_hex(state, side).entries,
    ground_stacks.defences,
    ground_stacks.hexes_to_attack,
    ground_stacks.hexes_with_units,
    ground_stacks.taken_by_hex,
    lambda state, side: [ground_stacks.without_room(state, side, thirds) for thirds in range(4)],
    ground_stacks.zones,
    components.breakable,
    unit_parts.divisions_in_parts,
    lines_by_sea.base_force_hexes,
    air_bases.headquarters,
    air_bases.with_points,
    lambda state, side: air_bases.forces_by_hex(state),
    transferable_points.movable,
    lambda state, side: list(transferable_points.stacks_by_base(state, side).items()),
    air_capacity.roomy,
    ground_destinations.march_destinations,
    land_and_coasts.most_plans,
    lambda state, side: list(role_points.roster(state, side).items()),
    supply_reach.in_the_way,
    supply_reach.source_reaches,
)


def incremental_values(state: State) -> list[Any]:
    """Everything that is computed incrementally, for both sides."""
    return [find(state, side) for find in PIECES for side in range(len(UNITS_OF))]


def functions() -> list[FingerprintedFunction]:
    """The functions of the game with a fingerprint cache."""
    return functions_of("ironbottom.games.war_in_the_pacific.")


LOADED, TAKEN_BACK, BACK = 53, 29, 5
"""After this many decisions a game continues from its dump, or from a copy made this many decisions earlier."""
OTHERS = 5
"""After this many decisions of the first game, another one has its turn."""
Asked = tuple[State, str, Sequence[Group]]
"""A state, the side that decided, and its choices then."""


class Game:
    """A game whose states are copied for undo, and whose choices are stored."""

    def __init__(self, scenario: str, seed: int, turns: str, who: str) -> None:
        self.source, self.dice = Random(seed), SeededDice(seed)
        self.state = GAME.new(scenario, {"last_round": turns})
        self.players: dict[str, Player] = {
            side: make_player(self.state.rules, who, side, seed)
            for side in self.state.rules.sides.ids
            if who != "random"
        }
        self.copies: list[State] = []
        self.number = 0

    def step(self) -> Asked | None:
        """Plays one decision; None if the game is over."""
        self.number += 1
        if self.number % LOADED == 0:
            self.state = self.state.rules.load(self.state.dump())
        if self.number % TAKEN_BACK == 0:
            self.state = self.copies[-BACK].copy()
        decisions = self.state.decisions()
        if not decisions:
            return None
        self.copies = [*self.copies[-BACK:], self.state.copy()]
        decision = decisions[self.number % len(decisions)]
        asked = self.copies[-1], decision.side, decision.choices.groups
        player = self.players.get(decision.side)
        chosen = (
            as_choices(player.choose(offer_for(self.state, decision)))
            if player
            else [decision.choices.sample(self.source)]
        )
        for action in chosen:
            self.state.apply(decision.side, action, self.dice, trusted=True)
        return asked


@dataclass
class Held:
    """The amount of data that was checked: cached values, whole states, offers, and the names of cached functions."""

    answers: int
    states: int
    offers: int
    names: set[str]


def hold(scenario: str, seeds: Sequence[int], turns: str, decisions: int, every: int, who: str = "random") -> Held:
    """Alternates between games; at regular intervals it recomputes all cached values.

    A function that is cached for the first time is checked at once. Choices are stored, and compared at the end with
    those computed with empty caches.
    """
    clear_caches()
    games, remembered = [Game(scenario, seed, turns, who) for seed in seeds], list[Asked]()
    held, known = Held(0, 0, 0, set()), functions()
    for number in range(decisions):
        if not games:
            break
        game = games[0 if number % OTHERS else number // OTHERS % len(games)]
        asked = game.step()
        if asked is None:
            games.remove(game)
            continue
        in_pieces, due = incremental_values(game.state), number % every == 0
        new = [each for each in known if each.cached_arguments() and (due or each.__name__ not in held.names)]
        held.answers += check_fingerprints(game.state, new, LINKED)
        held.names |= {each.__name__ for each in new}
        if due:
            remembered.append(asked)
            clear_caches()
            assert in_pieces == incremental_values(game.state)
            held.states += 1
    for state, side, offered in remembered:
        clear_caches()
        decision = state.decision(side)
        assert decision is not None
        assert list(decision.choices.groups) == list(offered), (decision.procedure.name, side)
        held.offers += 1
    return held


NEEDED = {
    "midway": {"berth_of", "division", "enemy_coasts"},
    "leyte": {"gatherable", "holders", "roster"},
    "burma": {"railways", "reaching", "march_destinations", "by_hex"},
}
"""Functions that must be cached in the first Game-Turn of a scenario."""


@pytest.mark.build
@pytest.mark.parametrize("scenario", NEEDED)
def test_1_3_cached_values_equal_recomputed_ones(scenario: str) -> None:
    held = hold(scenario, (1, 2), "1", 520, 65)
    assert held.answers > 50
    assert min(held.states, held.offers) > 5
    assert NEEDED[scenario] <= held.names


@pytest.mark.thorough
@pytest.mark.parametrize("who", ["random", "ensign"])
@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_1_3_cached_values_of_whole_turns_equal_recomputed_ones(scenario: str, who: str) -> None:
    held = hold(scenario, (3, 4, 5), "2" if who == "random" else "1", 10_000, 10, who)
    assert held.answers > 400
    assert min(held.states, held.offers) > 50
    if (scenario, who) == ("leyte", "random"):
        of_others = {each.__name__ for each in functions() if each.__module__.split(".", 3)[3] in OF_OTHERS}
        assert held.names | of_others | SELDOM == {each.__name__ for each in functions()}


def test_1_3_a_cache_without_a_fingerprint_of_what_it_reads_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    known = functions()
    for each in known:
        if each.__name__ == "units_on_map":
            each.fingerprint = depends_on()
    monkeypatch.setattr(sys.modules[__name__], "functions", lambda: known)
    with pytest.raises(AssertionError, match="units_on_map"):
        hold("midway", (1,), "1", 20, 10)


def test_1_3_a_cache_that_is_older_than_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    first: list[Any] = []

    def as_at_first(state: State, side: int) -> Any:
        first.append((state.acts, side))
        return first[0]

    monkeypatch.setattr(sys.modules[__name__], "PIECES", (as_at_first,))
    monkeypatch.setattr(sys.modules[__name__], "clear_caches", first.clear)
    with pytest.raises(AssertionError, match="assert"):
        hold("midway", (1,), "1", 20, 10)


def test_45_62_searches_are_recomputed_when_the_submarines_of_japan_wake() -> None:
    state = new_game()
    hex = NUMBER["B2753"]
    state.cells[layout.SUBRON_AT], state.cells[layout.SUBRON_FLEET] = hex, 6
    assert leyte.subrons_inactive(state, JAPAN)
    assert search_reach.reaching(state, JAPAN, hex).points == 0
    state.cells[layout.TURN] = turn_number(state.rules.pieces.figure("45.62", "active_from"))
    assert search_reach.reaching(state, JAPAN, hex).points == 2


def test_45_13_bases_that_take_points_are_recomputed_in_another_scenario() -> None:
    """The same state in another scenario, in which a different part of the map is out of play."""
    state = new_game()
    base = BASE_AT[NUMBER[MANILA]]
    assert base in air_capacity.land_bases(state, JAPAN).values()
    other = state.copy()
    other.cells[layout.SCENARIO] = SCENARIOS.index["midway"]
    assert not air_bases.open_to_landing(other, base)
    assert base not in air_capacity.land_bases(other, JAPAN).values()
    stack = next(stack for there in air_bases.with_points(state, JAPAN) for stack, _ in air_bases.stacks(state, there))
    near = transfer_range.within_transfer(state, JAPAN, base, stack)
    assert near != transfer_range.within_transfer(other, JAPAN, base, stack)


def test_2_3_units_that_move_change_appear_and_leave_are_where_they_should_be() -> None:
    state, source = GAME.new("burma"), Random(3)
    positions, types = state.arrays[layout.UNIT_AT], state.arrays[layout.UNIT_TYPE]
    for _ in range(400):
        unit = source.randrange(UNITS_OF[1].stop)
        positions[unit], types[unit] = source.choice((-1, 5, 77, 900, len(GRID))), source.randrange(-1, 60)
        if source.random() < 0.4:
            for side, units in enumerate(UNITS_OF):
                rows = zip(units, positions[units.start : units.stop], types[units.start : units.stop], strict=True)
                there = [row for row in rows if 0 <= row[1] < len(GRID)]
                assert units_on_map(state, side) == there
                hexes = {where: tuple((u, kind) for u, a, kind in there if a == where) for _, where, _ in there}
                assert by_hex(state, side).entries == hexes


def test_25_1_lines_past_hexes_that_close_and_open_equal_a_fresh_search() -> None:
    """Marches along the railways of Burma, with a transport unit that comes and goes."""
    state, source = GAME.new("burma"), Random(2)
    land = lines_of_communications.Land(state.rules.pieces, state.cells[layout.SCENARIO], (), frozenset())
    starts = tuple(sorted(supply_reach.sources(state, 1)))[:6]
    region = sorted(
        frozenset().union(
            *[lines_of_communications.lines(land, frozenset([hex]), frozenset(), frozenset()) for hex in starts]
        )
    )
    blocked, carriers, before, changes = set[int](), set[int](), None, 0
    for _ in range(60):
        blocked ^= set(source.sample(region, source.randrange(3)))
        carriers ^= set(source.sample(region, source.randrange(2)))
        known = supply_lines.LineInputs(
            land, tuple([hex for hex in starts if hex not in blocked]), frozenset(blocked), frozenset(carriers)
        )
        now = supply_lines.from_each(known, before)
        recomputed = supply_lines.from_each(known, None)
        reached = {hex: there.hexes for hex, there in now.found.items()}
        assert reached == {hex: there.hexes for hex, there in recomputed.found.items()}
        changes += before is not None and reached != {hex: there.hexes for hex, there in before.found.items()}
        before = now
    assert changes > 20
