"""No decision has more than 3,000 choices, except sets of destinations, which are any hexes within reach."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SHIPS, SHIPS_OF, SUNK
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import SurfaceCombat
from ironbottom.games.war_in_the_pacific.scenarios.booklet import OPENING_CHOICES
from tests.games.war_in_the_pacific.battle_states import choose, mission, open_procedure
from tests.games.war_in_the_pacific.leyte_states import new_game
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.reference_comparison import rules_for
from tests.games.war_in_the_pacific.two_step_choices import open_next
from tests.kit.games import POSITIONS, SAVED
from tests.kit.thorough_cases import further

MAX_CHOICES = 3_000
DEPLOYED = {
    "midway": "ready",
    **dict.fromkeys(("leyte", "leyte_freely"), "deployed"),
    **dict.fromkeys(("burma", "burma_freely"), "all_set"),
    "guadalcanal": "end_deployment",
    **dict.fromkeys(("midway_advanced", "midway_advanced_freely"), "finish_deployment"),
}
"""The choice that ends a side's deployment in each scenario."""
RANKED = (("set_objective", "primary", "midway"), ("set_objective", "secondary", "aleutians"))
"""42.63 What Japan must have written down before its deployment ends in the advanced game of Midway."""
IN_THE_MIDST = sorted((SAVED / GAME.id).glob("*.toml"))
ONE_BY_ONE = [path for folder in POSITIONS for path in sorted((folder / GAME.id).glob("*.toml"))]
STORED_POSITIONS = [*IN_THE_MIDST, *(pytest.param(path, marks=pytest.mark.thorough) for path in ONE_BY_ONE)]
"""Positions from the middle of games, and one or more for each kind of decision."""


WHOLE = ("midway", "leyte", "burma", "guadalcanal", "midway_advanced")
GAMES = [(scenario, hand) for scenario in WHOLE for hand in ("random", "ensign")]
FREE_DEPLOYMENT_GAMES = [
    (f"{scenario}_freely", hand) for scenario in ("leyte", "burma") for hand in ("random", "ensign")
]
"""The same games are played with Free Deployment."""


def is_destination(verb: Verb) -> bool:
    """Whether a verb takes a hex and nothing else."""
    return [argument.domain for argument in verb.arguments] == [HEXES]


def hold_small(decision: Decision) -> int:
    """Checks the limit for a decision, and returns its number of choices without destinations."""
    choices = decision.choices
    counts = {verb.name: size for (verb, _), size in zip(choices.groups, choices.sizes, strict=True)}
    destinations = {verb.name for verb, _ in choices.groups if is_destination(verb)}
    others = sum(size for name, size in counts.items() if name not in destinations)
    assert others <= MAX_CHOICES, (decision.procedure.name, counts)
    return others


def hold_all(state: State) -> int:
    """Checks the limit for each open decision; returns the maximum number of choices."""
    return max(hold_small(decision) for decision in state.decisions())


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_2_51_the_choices_before_play_stay_few_for_both_sides(scenario: str) -> None:
    state = GAME.rules().new(scenario)
    most = [hold_all(state)]
    (first,) = state.decisions()
    for action in RANKED if "set_objective" in first.choices.verbs() else ():
        state.apply(first.side, action, SeededDice(1))
    state.apply(first.side, (DEPLOYED[scenario],), SeededDice(1))
    (second,) = state.decisions()
    while second.side == first.side:  # 15.7 the cargo of links before play
        state.apply(second.side, ("done",), SeededDice(1))
        (second,) = state.decisions()
    most.append(hold_all(state))
    assert min(most) > 20, most


@pytest.mark.parametrize("path", STORED_POSITIONS, ids=lambda path: path.stem)
def test_the_decisions_of_stored_positions_are_small(path: Path) -> None:
    assert hold_all(load_position(path)) >= 0


def all_ships_at(state: State, hex: str) -> tuple[int, int]:
    """All ships that start at Leyte are in one hex, ready for battle; returns the number on each side."""
    afloat = state.arrays[layout.SHIP_AT]
    many = []
    for ships, first in ((SHIPS_OF[0], "japan_1"), (SHIPS_OF[1], "allies_1")):
        named = [SHIPS.ids[ship] for ship in ships if 0 <= afloat[ship] != SUNK]
        mission(state, put_force(state, first, hex, *named), "reaction")
        many.append(len(named))
    return many[0], many[1]


DAY, NIGHT = {"japan": 4_982, "allies": 5_459}, {"japan": 8_836, "allies": 8_798}


@pytest.mark.build
@pytest.mark.parametrize(("impulse", "whole"), [(1, DAY), (2, NIGHT)], ids=["by day", "by night"])
def test_11_3_the_largest_battle_asks_ship_by_ship(impulse: int, whole: dict[str, int]) -> None:
    """All ships of Leyte are in one hex, by day and by night.

    With firing ship and target in one step, a side had ``whole`` choices.
    """
    state = new_game()
    assert all_ships_at(state, "B2552") == (53, 143)
    open_procedure(state, SurfaceCombat.opened(impulse))
    for side in ("japan", "allies"):
        choose(state, side, "fight", dice=(3, 3) if side == "allies" else ())
    in_one, asked = Counter[str](), Counter[str]()
    for side in ("japan", "allies"):
        decision = state.decision(side)
        assert decision is not None
        asked[side] = hold_small(decision)
        for ship in decision.choices.next("fire"):
            then = open_next(state, side, "fire", ship).decision(side)
            assert then is not None
            assert then.procedure.name == "laying"
            in_one[side] += hold_small(then)
    assert asked == {"japan": 53 + 1, "allies": 103 + 1}, "forty transports have nothing to fire with"
    assert in_one == whole
    assert min(whole.values()) > MAX_CHOICES


@pytest.mark.thorough
@pytest.mark.parametrize(("scenario", "hand"), [*GAMES, *further(*FREE_DEPLOYMENT_GAMES)])
def test_every_decision_of_a_whole_game_is_small(scenario: str, hand: str) -> None:
    rules, dice, chance = rules_for(hand), SeededDice(3), Random(3)
    state = rules.new(scenario)
    players = {side: make_player(rules, hand, side, 3) for side in ("japan", "allies")}
    met: set[str] = set()
    while decisions := state.decisions():
        hold_all(state)
        met |= {decision.procedure.name for decision in decisions}
        decision = chance.choice(decisions)
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            state.apply(decision.side, action, dice, trusted=True)
    second_steps = {kind.name for kind in OPENING_CHOICES}
    assert len(met & second_steps) > 2
    assert len(met) > 10


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_each_scenario_has_a_recorded_game_of_the_present_rules(scenario: str) -> None:
    recorded = SAVED.parent / GAME.id
    assert list(recorded.glob(f"rules_{GAME.rules_version}-{scenario}-*.jsonl"))
