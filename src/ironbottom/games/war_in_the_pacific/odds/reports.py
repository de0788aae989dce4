"""The ships and the fire that a strike would meet according to a report (8.3, 20.11), with the assumptions.

Nothing hidden is read, only reports, the scenario's order of battle, the sunk ships, and the printed ratings. A ship of
a type is assumed to be the median ship of that type.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.default_deployment import new_game_start
from ironbottom.games.war_in_the_pacific.derived.search_reach import ships_seen
from ironbottom.games.war_in_the_pacific.odds.strikes import Wing
from ironbottom.games.war_in_the_pacific.pieces import (
    AIR_TYPES,
    BASE_AT,
    SHIPS_OF,
    SIDES,
    STACKS,
    SUNK,
    TRAININGS,
)
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike_tables, waves
from ironbottom.games.war_in_the_pacific.rules.search.detection import CAPITAL, CARRIERS
from ironbottom.games.war_in_the_pacific.state_types import State

BIG = tuple(dict.fromkeys((*CARRIERS, *CAPITAL)))
"""8.3 The types that a Good report combines in one figure."""
MIDDLE_OF_SIZE = (3, 10, 20)
"""8.3 The assumed number of ships in a force of each size class."""
LISTED = 4
"""The largest number of types of ship that are listed for a force."""
SUPPOSED = 4
"""The points of the patrol that is assumed for the second computation of a strike."""
BY_LOT = ("CV", "BB", "CA", "DD")
"""The types that are listed if a report names none."""
ORDER = tuple(dict.fromkeys((*BIG, "CA", "CL", "DD", *layout.SHIP_TYPES.ids)))


class ReportedTarget(NamedTuple):
    """A target of points: one ship of its type, the points that it draws, and whether it draws them at random."""

    ship: int
    draws: int
    lot: bool = False


class ReportedFleet(NamedTuple):
    """What a report says about a force: ships by type if known, the total, and the number of large ships."""

    types: dict[str, int]
    ships: int
    large: int


class Reports:
    """The information that a side has about its enemy: the order of battle without sunk ships, and the reports."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.side = state, side
        self.pieces = state.rules.pieces
        self.begun = new_game_start(self.pieces, state.cells[layout.SCENARIO]).arrays

    def fleet(self, force: int) -> ReportedFleet:
        """8.3 The last report; a size class is replaced by a number from its middle."""
        cells, width = self.state.cells, len(layout.SHIP_TYPES)
        row = self.state.arrays[layout.REPORTED_TYPES][width * force : width * (force + 1)]
        result = zip(layout.SHIP_TYPES.ids, row, strict=True)
        types = {kind: number for kind, number in result if 0 < number < layout.UNREPORTED}
        if types:
            return ReportedFleet(types, sum(types.values()), sum(types.get(kind, 0) for kind in BIG))
        ships, size = cells[layout.REPORTED_SHIPS + force], cells[layout.REPORTED_SIZE + force]
        large, carrier = cells[layout.REPORTED_CAPITAL + force], cells[layout.REPORTED_CARRIER + force]
        if ships == layout.UNREPORTED:
            ships = MIDDLE_OF_SIZE[min(size, len(MIDDLE_OF_SIZE) - 1)]
        if large == layout.UNREPORTED:
            large = int(carrier == 1)
        return ReportedFleet({}, max(ships, large, 1), large)

    def usual(self, types: Sequence[str], *, shown: bool = False) -> int:
        """The enemy's median ship of the given types by Defence, among those in play and not sunk; -1 if there is none.

        If a reported type has no ship in play, as after a Misread, all of the enemy's ships count.
        """
        begun, now = self.begun[layout.SHIP_AT], self.state.arrays[layout.SHIP_AT]
        rows = self.pieces.ships
        every = [ship for ship in SHIPS_OF[1 - self.side] if rows[ship].type in types]
        there = [ship for ship in every if begun[ship] >= 0 and SUNK not in (begun[ship], now[ship])]
        there = there or (every if shown else [])
        there.sort(key=lambda ship: (rows[ship].defence, rows[ship].anti_air, ship))
        return there[len(there) // 2] if there else -1

    def in_force(self, force: int, points: int) -> list[ReportedTarget]:
        """20.11, 20.12 The types of ship that a report lets points attack, and how many points each draws.

        If targets are random, each reported ship draws its share.
        """
        result, chit = self.fleet(force), layout.CHITS.ids[self.state.cells[layout.CONTACT + force]]
        choice = naval_strike_tables.at_will(chit, self.state.cells[layout.REPORTED_CARRIER + force] == 1)
        if choice == naval_strike_tables.CAPITAL_SHIPS and not result.large:
            choice = naval_strike_tables.BY_LOT
        lot = choice == naval_strike_tables.BY_LOT
        may = {naval_strike_tables.CAPITAL_SHIPS: BIG, naval_strike_tables.CARRIERS_ONLY: CARRIERS}.get(choice, ORDER)
        if result.types:
            may = tuple(kind for kind in ORDER if kind in result.types)
        elif lot:
            none = self.state.cells[layout.REPORTED_CARRIER + force] == 0
            may = tuple(kind for kind in BY_LOT if not (none and kind in CARRIERS))
        return self.listed(may, -(-points // result.ships) if lot else 0, shown=bool(result.types))

    def in_port(self, hex: int, points: int) -> list[ReportedTarget]:
        """8.41, 20.11 In a port, counted capital ships and carriers may be chosen, as with a Good report.

        If none was counted, points attack other ships at random, as in a small force.
        """
        capital, carriers = ships_seen(self.state, BASE_AT[hex])
        may = [kind for kind in BIG if (capital or kind not in CAPITAL) and (carriers or kind not in CARRIERS)]
        if may:
            return self.listed(may)
        return self.listed([kind for kind in BY_LOT if kind not in BIG], -(-points // MIDDLE_OF_SIZE[0]))

    def listed(self, types: Sequence[str], share: int = 0, *, shown: bool = False) -> list[ReportedTarget]:
        """The assumed ships for the first of the given types, each with the points that it draws."""
        result: list[ReportedTarget] = []
        for kind in types:
            ship, most = self.usual((kind,), shown=shown), naval_strike_tables.most_on(kind)
            if ship >= 0 and len(result) < LISTED:
                result.append(ReportedTarget(ship, min(share or most, most), lot=share > 0))
        return result

    def fire_of(self, force: int) -> int:
        """7.5 The anti-aircraft strength of a reported force, with a typical undamaged ship for each of its type."""
        result = self.fleet(force)
        if result.types:
            return sum(self.strength(self.usual((kind,), shown=True), number) for kind, number in result.types.items())
        others = [kind for kind in layout.SHIP_TYPES.ids if kind not in BIG]
        small = self.strength(self.usual(others), result.ships - result.large)
        return self.strength(self.usual(BIG), result.large) + small

    def strength(self, ship: int, number: int) -> int:
        """7.5, 39.1 The anti-aircraft strength of this many ships of one kind."""
        if ship < 0 or number <= 0:
            return 0
        row = self.pieces.ships[ship]
        return waves.by_era(self.state, row.nation, number * row.anti_air)

    def patrol(self, *, at_sea: bool) -> tuple[str, Wing]:
        """7.1 A patrol that the enemy may fly, of the fighter with the most points in the scenario."""
        whole = [0] * len(AIR_TYPES)
        for place, points in enumerate(self.begun[layout.AIR]):
            if points:
                whole[place % len(STACKS) // len(TRAININGS)] += points
        enemy = SIDES.ids[1 - self.side]
        may = [
            kind
            for kind, row in enumerate(self.pieces.air)
            if row.side == enemy and "fighter" in row.roles and (row.carrier_capable or not at_sea)
        ]
        row = self.pieces.air[max(may, key=lambda kind: (whole[kind], -kind))]
        return row.name, Wing(SUPPOSED, row.air_to_air)
