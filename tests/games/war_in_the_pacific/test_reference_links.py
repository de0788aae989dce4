"""Compares a reference implementation of links, edges and arrivals with random games of the scenarios with links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FORCES, IN_BOX, SHIPS, SHIPS_OF, UNITS
from ironbottom.games.war_in_the_pacific.rules.bases import ship_repair
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import BEFORE_PLAY
from ironbottom.games.war_in_the_pacific.turns import turn_name, turn_number
from tests.games.war_in_the_pacific import guadalcanal_states
from tests.games.war_in_the_pacific import reference_links as reference
from tests.games.war_in_the_pacific.advanced_midway_states import ADVANCED, FREELY, PEARL
from tests.games.war_in_the_pacific.reference_comparison import SecondReading
from tests.kit.thorough_cases import further

JAPANS_BOX = IN_BOX + BOXES.index["japan"]
YORKTOWN, SARATOGA = SHIPS.index["us_cv5"], SHIPS.index["us_cv3"]
DOCKED, ON_THE_COAST = turn_number("1/6/42"), turn_number("3/6/42")
"""42.72, 42.73 The Game-Turns until which Yorktown stays in dock, and Saratoga on the coast."""


class LinkReading(SecondReading):
    """A random game with links, compared after every choice."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.scenario, self.chance, self.dice = scenario, Random(seed), SeededDice(seed)
        self.state: State = GAME.rules({"breakoff_lead": "400"}).new(scenario, self.dice)
        self.seen: Counter[str] = Counter()
        self.withdrawn: dict[int, int] = {}
        self.arrived: Counter[str] = Counter()
        self.cycle = ""

    def standing(self) -> tuple[object, ...]:
        """The Game-Turn."""
        return (turn_name(self.state.cells[layout.TURN]),)

    def play(self, turns: int) -> Counter[str]:
        """Plays a number of Game-Turns at random."""
        last = self.state.cells[layout.TURN] + turns
        while (decisions := self.state.decisions()) and self.state.cells[layout.TURN] < last:
            decision = self.chance.choice(decisions)
            self.before_choice(decision.procedure.name, decision.side)
            action = decision.choices.sample_by_argument(self.chance)
            applied = self.state.apply(decision.side, action, self.dice, trusted=True)
            for event in self.state.rules.visible_events(applied, "all"):
                self.happened(event)
            self.look()
        return self.seen

    # -- 43.61 to 43.63 --------------------------------------------------------------------------------------

    def look(self) -> None:
        """Checks places, links and ships that have left."""
        state = self.state
        if self.scenario == "guadalcanal":
            here = [state.cells[layout.FORCE_AT + force] for force in range(len(FORCES))]
            here += [state.arrays[layout.UNIT_AT][unit] for unit in range(len(UNITS))]
            moored = [at for at in state.arrays[layout.SHIP_AT] if 0 <= at < len(IDS)]
            names = {IDS[hex] for hex in (*here, *moored) if 0 <= hex < len(IDS)}
            self.agree("43.61 pieces", [], sorted(filter(reference.is_closed, names)))
        for side in (JAPAN, ALLIES):
            for link in links.in_use(state, side):
                self.look_at_link(side, link)
        for ship, level in self.withdrawn.items():
            gone = state.arrays[layout.SHIP_AT][ship], state.arrays[layout.DAMAGE][ship]
            self.agree("43.66, 43.69 withdrawn", (True, level), (gone[0] >= IN_BOX, gone[1]), SHIPS.ids[ship])

    def look_at_link(self, side: int, link: int) -> None:
        """43.61, 15.3, 43.62, 43.63 The path of a link, and what it carries."""
        state, way = self.state, [IDS[hex] for hex in links.path_of(self.state, link)]
        if not way:
            return
        if self.scenario == "guadalcanal":
            self.agree("43.61 links", [], list(filter(reference.is_closed, way)), way)
        steps = [GRID.distance(NUMBER[one], NUMBER[two]) for one, two in pairwise(way)]
        self.agree("15.2 paths", {1} if steps else set(), set(steps), way)
        serving = [
            ship
            for ship in SHIPS_OF[side]
            if state.arrays[layout.SHIP_LINK][ship] == link + 1 and state.arrays[layout.SHIP_AT][ship] < 0
        ]
        damage = [
            state.arrays[layout.DAMAGE][ship] + state.arrays[layout.SHRUNK][ship]
            for ship in serving
            if state.rules.pieces.ships[ship].type == "MS"
        ]
        to_edge = any(links.edge_of(end) >= 0 for end in links.ends_of(state, link))
        if to_edge and self.scenario == "guadalcanal":
            mine = reference.thruput(len(way), damage)
            self.agree("43.62, 43.63 thruput to an edge", mine, links.thruput_of(state, link), way)
        elif not to_edge:
            mine = reference.thruput(len(way) - 1, damage)
            self.agree("15.3 thruput", mine, links.thruput_of(state, link), way)

    # -- before play -----------------------------------------------------------------------------------------

    def before_choice(self, question: str, side: str) -> None:
        """42.61 to 42.66, 43.51 to 43.54 Merchant shipping and cargo before play."""
        frame, state = self.state.stack[-1], self.state
        number = ("japan", "allies").index(side)
        if question != "cargo_orders" or getattr(frame, "times", 0) != BEFORE_PLAY:
            return
        for ship in SHIPS_OF[number]:
            if state.rules.pieces.ships[ship].type == "MS" and state.arrays[layout.DAMAGE][ship] < reference.LEVELS:
                in_play = state.arrays[layout.SHIP_LINK][ship] or state.arrays[layout.SHIP_AT][ship] >= 0
                self.agree("42.61, 42.66 on links", bool(in_play), bool(state.arrays[layout.SHIP_LINK][ship]), ship)
        for link in links.in_use(state, number):
            for way in (2 * link, 2 * link + 1):
                most = reference.IN_PORT_BEFORE_PLAY * links.thruput_of(state, link)
                self.agree("42.62, 42.66 cargo", True, state.arrays[layout.LINK_SPENT][way] <= most, link)

    # -- events ----------------------------------------------------------------------------------------------

    def happened(self, event: Mapping[str, Any]) -> None:
        """42.65, 42.72, 42.73, 43.66, 43.72, 43.74 Cards, locks, withdrawals and arrivals."""
        kind, state = event["event"], self.state
        if kind == "withdrawn":
            ship = SHIPS.index[event["ship"]]
            self.withdrawn[ship] = state.arrays[layout.DAMAGE][ship]
        if kind == "cards_picked":
            self.agree("42.65 half the cards", -(-event["among"] // 2), event["cards"])
            self.cards_counted(event["among"])
        if kind == "formed":
            self.locks([SHIPS.index[ship] for ship in event["ships"]])
        if self.scenario == "guadalcanal":
            if kind == "based":
                self.arrived[f"{event['base']} {event['stack']}"] += event["points"]
            if kind == "turn_opened":
                self.compare_arrivals(event["turn"])

    def cards_counted(self, among: int) -> None:
        """42.63, 42.64, 42.92 One card for each objective and assault, one for all Subrons, and one for each force."""
        state = self.state
        plans = state.cells[layout.PLAN_AT : layout.PLAN_AT + layout.PLANS_A_SIDE]
        assaults = {hex for hex in plans if hex >= 0}
        at = {state.arrays[layout.SHIP_AT][ship] for ship in SHIPS_OF[JAPAN]}
        ports = {hex for hex in at if 0 <= hex < len(IDS)} if self.scenario == FREELY else set[int]()
        many = (2, len(assaults), 1, len(ports))
        self.agree("42.63, 42.64, 42.92 cards", sum(many), among, many)

    def locks(self, ships: list[int]) -> None:
        """42.72, 42.73, 42.96 Yorktown does not sail in the first Game-Turn, nor Saratoga before its third."""
        if self.scenario == "guadalcanal":
            return
        turn = self.state.cells[layout.TURN]
        for ship, free in ((YORKTOWN, DOCKED + 1), (SARATOGA, ON_THE_COAST)):
            if turn < free:
                self.agree("42.72, 42.73 locks", False, ship in ships, turn_name(turn))

    def compare_arrivals(self, turn: int) -> None:
        """43.72, 43.74 The air points that arrived in the last Strategic Game-Turn, if there was one."""
        if turn % 4 == 0:
            cycle = "/".join(turn_name(turn - 1).split("/")[1:])
            due = {case: reference.air_arrivals(case, cycle) for case in ("43.72", "43.74")}
            found: dict[str, Counter[str]] = {"43.72": Counter(), "43.74": Counter()}
            for where, points in self.arrived.items():
                base, stack = where.split()
                if base == reference.RABAUL:
                    self.agree("43.71 at Rabaul", (turn_number("1/9/42"), "betty_trained", 4), (turn, stack, points))
                    continue
                self.agree("43.72, 43.74 places", True, base == reference.TRUK or base in reference.SOUTH_PACIFIC)
                found["43.72" if base == reference.TRUK else "43.74"][stack] += points
            self.agree("43.72 points at Truk", due["43.72"], found["43.72"], cycle)
            # Points without room at the three bases take no part.
            self.agree("43.74 points in the south", found["43.74"], found["43.74"] & due["43.74"], cycle)
            self.seen["43.74 arrived"] += found["43.74"].total()
        self.arrived.clear()


@pytest.mark.build
@pytest.mark.parametrize("seed", [1, *further(2, 3, 4, 5, 6, 7, 8)])
def test_43_61_to_43_74_random_games_of_guadalcanal_agree(seed: int) -> None:
    seen = LinkReading("guadalcanal", seed).play(3)
    assert min(seen[what] for what in ("43.61 pieces", "43.61 links", "43.62, 43.63 thruput to an edge")) > 50
    assert seen["43.71 at Rabaul"] == 1, seen
    assert min(seen["43.72 points at Truk"], seen["43.74 arrived"]) > 0, seen


@pytest.mark.build
@pytest.mark.parametrize(
    ("scenario", "seed"),
    [(ADVANCED, 1), (FREELY, 2), *further(*[(s, n) for s in (ADVANCED, FREELY) for n in (3, 4, 5, 6)])],
)
def test_42_61_to_42_96_random_games_of_advanced_midway_agree(scenario: str, seed: int) -> None:
    seen = LinkReading(scenario, seed).play(3)
    assert seen["42.65 half the cards"] == seen["42.63, 42.64, 42.92 cards"] == 1
    assert min(seen[what] for what in ("42.61, 42.66 on links", "15.3 thruput", "42.72, 42.73 locks")) > 0, seen


@pytest.mark.clause("43.67")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_43_67_repair_in_japan_takes_two_game_turns_more(level: int, die: int) -> None:
    state = guadalcanal_states.new_game()
    for ship in range(len(SHIPS)):
        state.arrays[layout.DAMAGE][ship] = state.arrays[layout.REPAIR_LEFT][ship] = 0
    ship = SHIPS.index["jp_ca1"]
    layout.ships_in(state.arrays).put(ship, JAPANS_BOX)
    state.arrays[layout.DAMAGE][ship] = level
    if level == reference.LEVELS + 1:
        ship_repair.repair_turn(Execution(state, ScriptedDice([])))
        assert not state.arrays[layout.REPAIR_LEFT][ship], "bottomed ships are not sent to Japan"
        return
    ship_repair.repair_turn(Execution(state, ScriptedDice([die])))
    assert state.arrays[layout.REPAIR_LEFT][ship] == reference.repair_turns(level, die, in_japan=True) - 1


def test_the_reference_measures_distances_as_the_map_does() -> None:
    chance, names = Random(3), [name for name in IDS if name.startswith("E")]
    for _ in range(300):
        one, other = chance.choice(names), chance.choice(names)
        assert reference.distance(one, other) == GRID.distance(NUMBER[one], NUMBER[other])
    assert (PEARL in IDS, reference.distance("E1602", "E3301")) == (True, 17)
