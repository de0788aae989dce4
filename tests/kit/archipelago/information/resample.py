"""Whole states from a view: ships and task forces are drawn uniformly, silent searches by their number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ironbottom.engine.codecs.frame_codec import read_frames
from ironbottom.engine.information.determinization import Container, Deal
from ironbottom.engine.rules.game import Random, Rules
from ironbottom.engine.rules.state import State
from tests.kit.archipelago.information.position_codec import laid_over
from tests.kit.archipelago.pieces import (
    FORCES_A_SIDE,
    IN_FORCE,
    IN_RANGE,
    LOOKS,
    MAX_IN_FORCE,
    PORTS,
    SEA_OF_ZONE,
    SIDES,
    UNITS,
    seen_from,
)
from tests.kit.archipelago.rules.operations import Operations
from tests.kit.archipelago.state import (
    FORCE_AT,
    HIDDEN,
    LOUD,
    ROUND,
    SCENARIOS,
    SILENT,
    at_start,
    forces_that,
    looks_of,
    stacks_of,
)


class Fleet(NamedTuple):
    """The hidden information of one side: its ships, and the possible hexes of each of its hidden task forces."""

    ships: list[int]
    forces: list[int]
    hexes: list[list[int]]
    deal: Deal


class Searches:
    """The possible silent searches of a side: any number, of any hexes from which it saw nothing."""

    def __init__(self, side: int, hexes: list[int], most: int) -> None:
        self.side, self.hexes, self.most = side, hexes, most

    def draw(self, random: Random) -> list[int]:
        """The hexes, ascending: each number of searches is equally likely, then each set of hexes."""
        number = random.randrange(self.most + 1)
        drawn: set[int] = set()
        while len(drawn) < number:
            drawn.add(self.hexes[random.randrange(len(self.hexes))])
        return sorted(drawn)


class Sampler:
    """The states that fit a view, which is read once."""

    def __init__(self, rules: Rules, view: Mapping[str, Any]) -> None:
        stack = read_frames(rules, view["stack"])
        self.base = at_start(rules, SCENARIOS.index[view["scenario"]], stack)
        self.base.cells[ROUND] = view["round"]
        zones = laid_over(self.base, view)
        self._put_in_port(view)
        asking = next((here.side for here in stack if isinstance(here, Operations)), -1)
        self.fleets = [self._fleet(view, SIDES.index[name], zones) for name in view["unseen"]]
        watched = SIDES.ids[asking] in view["unseen"] if asking >= 0 else False
        self.searches = self._searches(asking) if watched else None

    def _put_in_port(self, view: Mapping[str, Any]) -> None:
        stacks = stacks_of(self.base)
        for name, ships in view["unseen"].items():
            for ship in ships:
                stacks.put(UNITS.index[ship], PORTS[SIDES.index[name]])

    def _fleet(self, view: Mapping[str, Any], side: int, zones: Mapping[int, int]) -> Fleet:
        ships = [UNITS.index[name] for name in view["unseen"][SIDES.ids[side]]]
        forces = [force for force in zones if force // FORCES_A_SIDE == side]
        reached = set(self.base.rules.pieces.stations(side))
        seen = frozenset().union(*[seen_from(hex) for hex in looks_of(self.base, 1 - side)])
        hexes = [[hex for hex in SEA_OF_ZONE[zones[force]] if hex in reached and hex not in seen] for force in forces]
        everything = (1 << len(ships)) - 1
        deal = Deal(everything, [Container(everything), *[Container(everything, 0, MAX_IN_FORCE) for _ in forces]])
        return Fleet(ships, forces, hexes, deal)

    def _searches(self, side: int) -> Searches:
        """No silent search saw a task force whose place is known; for others this is tested in each draw."""
        cells = self.base.cells
        places = [cells[FORCE_AT + force] for force in forces_that(self.base, 1 - side, HIDDEN)]
        known = frozenset().union(*[seen_from(hex) for hex in places if hex >= 0])
        first = LOUD + LOOKS * side
        loud = [hex for hex in cells[first : first + LOOKS] if hex >= 0]
        hexes = [hex for hex in IN_RANGE[side] if hex not in known and hex not in loud]
        return Searches(side, hexes, LOOKS - len(loud))

    def draw(self, random: Random) -> State:
        """One state."""
        state = self.base.copy()
        while not self._hide(state, random):
            pass
        stacks = stacks_of(state)
        for fleet in self.fleets:
            for ship, place in fleet.deal.draw(random):
                if place:
                    stacks.put(fleet.ships[ship], IN_FORCE + fleet.forces[place - 1])
        return state

    def _hide(self, state: State, random: Random) -> bool:
        """Draws the places of task forces and the silent searches; False if a search would have found one."""
        cells = state.cells
        for fleet in self.fleets:
            for force, hexes in zip(fleet.forces, fleet.hexes, strict=True):
                cells[FORCE_AT + force] = hexes[random.randrange(len(hexes))]
        if self.searches is None:
            return True
        looked, side = self.searches.draw(random), self.searches.side
        first = SILENT + LOOKS * side
        cells[first : first + LOOKS] = looked + [-1] * (LOOKS - len(looked))
        hidden = [cells[FORCE_AT + force] for force in forces_that(state, 1 - side, HIDDEN)]
        return not any(hex in seen_from(look) for look in looked for hex in hidden)
