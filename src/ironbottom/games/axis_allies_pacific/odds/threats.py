"""The units that can reach a place in a side's next turn: by land, sea and air, and by landing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.counts import mask, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures, RouteInputs
from ironbottom.games.axis_allies_pacific.information.position import read_board
from ironbottom.games.axis_allies_pacific.rules.combat_moves import CombatMoves
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import route_zones
from ironbottom.games.axis_allies_pacific.rules.sequence import merge_acted_units
from ironbottom.games.axis_allies_pacific.state_types import Rules

_GROUND = mask((*pieces.FIGHTING_GROUND,))
_FLEET = pieces.SHIPS_MASK & ~pieces.TRANSPORTS_MASK


class Threat(msgspec.Struct, frozen=True):
    """Units that can reach a place: their power, kind and number, their place, and how they get there.

    For a ``landing``, the number is the largest that the transports of a zone can bring together.
    """

    power: str
    piece: str
    number: int
    origin: str
    way: Literal["land", "sea", "air", "landing"]


def threats(rules: Rules, view: Mapping[str, object], side: str, place: str) -> list[Threat]:
    """The units that a side could send to a place in combat movement now, in the order of the map.

    All units on the board of the view count, except units in the air, whose landing places are unknown.
    """
    number, target = rules.sides.number(side, "side"), pieces.PLACES.number(place, "place")
    if target < pieces.LAND_COUNT and not pieces.PASSABLE >> target & 1:
        raise BadValue(f"no unit can enter {pieces.PLACES.titles[target]}", field="place", clause="2.2")
    reach = Reach(rules.pieces, with_units_unmoved(list(read_board(rules, view).cells)), number)
    return sorted(reach.to(target), key=lambda threat: (pieces.PLACES.index[threat.origin], threat.piece))


def with_units_unmoved(cells: layout.Cells) -> layout.Cells:
    """The board with all units unmoved, as at the start of a turn."""
    active = cells[layout.ACTIVE]
    merge_acted_units(cells, active, 0)
    if active == pieces.USA:
        merge_acted_units(cells, pieces.CHINA, pieces.PLACE_COUNT)
    for cell in layout.TURN_CELLS:
        cells[cell] = 0
    cells[layout.FLYING : layout.FLYING + 2 * pieces.PLACE_COUNT] = [0] * (2 * pieces.PLACE_COUNT)
    return cells


class Reach:
    """The movement range of a side's units."""

    def __init__(self, figures: Figures, cells: layout.Cells, side: int) -> None:
        self.figures, self.cells, self.side = figures, cells, side
        self.here = CombatMoves(side, (), ())
        self.held = layout.held_by_team(cells, side)
        self.hostile = layout.hostile_zones(cells, side)

    def to(self, place: int) -> Iterator[Threat]:
        """The units that reach a place."""
        for power in pieces.POWERS_OF[self.side]:
            start = layout.UNITS + power * pieces.PLACE_COUNT
            for origin, counts in enumerate(self.cells[start : start + pieces.PLACE_COUNT]):
                if counts and origin != place:
                    yield from self.from_(power, origin, counts, place)
                elif counts and place >= pieces.FIRST_ZONE:
                    yield from self.threats_by(power, counts & _FLEET, origin, "sea")
        if place < pieces.LAND_COUNT and not self.held >> place & 1:
            yield from self.landings(place)

    def threats_by(
        self, power: int, counts: int, origin: int, way: Literal["land", "sea", "air", "landing"]
    ) -> Iterator[Threat]:
        """Units as a threat."""
        for piece, number in nonzero(counts):
            yield Threat(pieces.POWERS.ids[power], pieces.PIECES.ids[piece], number, pieces.PLACES.ids[origin], way)

    def from_(self, power: int, origin: int, counts: int, place: int) -> Iterator[Threat]:
        """The units of a stack that reach a place."""
        flying = sum(
            [self.stack(counts, piece) for piece in (pieces.FIGHTER, pieces.BOMBER) if self.flies(origin, piece, place)]
        )
        yield from self.threats_by(power, flying, origin, "air")
        if origin < pieces.LAND_COUNT and place < pieces.LAND_COUNT:
            marching = [piece for piece, _ in nonzero(counts & _GROUND) if self.marches(origin, piece, place)]
            yield from self.threats_by(power, sum([self.stack(counts, piece) for piece in marching]), origin, "land")
        if origin >= pieces.FIRST_ZONE and place >= pieces.FIRST_ZONE:
            sailing = [piece for piece, _ in nonzero(counts & _FLEET) if self.sails(origin, piece, place)]
            yield from self.threats_by(power, sum([self.stack(counts, piece) for piece in sailing]), origin, "sea")

    @staticmethod
    def stack(counts: int, piece: int) -> int:
        """The units of one piece in a stack, as counts."""
        return number_of(counts, piece) << 12 * piece

    def marches(self, origin: int, piece: int, place: int) -> bool:
        """7.2.1, 7.2.2 Ground units move over friendly territory; a tank also through an empty enemy territory."""
        empty = ~layout.defended_lands(self.cells, self.side) if piece == pieces.TANK else 0
        return place in self.figures.routes.march(origin, self.figures.moves[piece], self.held | empty, -1)

    def sails(self, origin: int, piece: int, place: int) -> bool:
        """7.3 Ships move as far as enemies on the way allow."""
        if piece == pieces.SUBMERGED:
            return False
        closed = route_zones(self.figures, self.cells, self.here, piece)
        zone = origin - pieces.FIRST_ZONE
        return place - pieces.FIRST_ZONE in self.figures.routes.sail(zone, self.figures.moves[piece], closed)

    def flies(self, origin: int, piece: int, place: int) -> bool:
        """7.4.2 Aircraft count if there is a territory to land on or, for fighters, a zone that a carrier can reach."""
        friendly = layout.friendly_since_start(self.cells, self.side)
        bases, routes = self.figures.air_bases & friendly, self.figures.routes
        left = self.figures.moves[piece] - routes.flight(origin, place, bases)
        if left < 0:
            return False
        if routes.landings(place, left, friendly, bases):
            return True
        return piece == pieces.FIGHTER and bool(routes.decks(place, left) & self.decks())

    def decks(self) -> int:
        """7.4.2 The zones that have a friendly carrier, or that a friendly carrier can reach."""
        result = 0
        for power in pieces.FRIENDS[self.side]:
            start = layout.UNITS + power * pieces.PLACE_COUNT + pieces.FIRST_ZONE
            for zone, counts in enumerate(self.cells[start : start + pieces.ZONE_COUNT]):
                if number_of(counts, pieces.CARRIER):
                    result |= 1 << zone
                    if power == self.side:
                        result |= sum(
                            [1 << to for to in self.figures.routes.sail(zone, 2, RouteInputs(self.hostile, 0, 0))]
                        )
        return result

    # -- from the sea (7.7) --------------------------------------------------------------------------------------

    def landings(self, land: int) -> Iterator[Threat]:
        """7.7 The ground units that the transports of each zone could land together."""
        start = layout.UNITS + self.side * pieces.PLACE_COUNT
        for zone in range(pieces.ZONE_COUNT):
            counts = self.cells[start + pieces.FIRST_ZONE + zone]
            number = self.brought(zone, counts, land) if counts & pieces.TRANSPORTS_MASK else 0
            if number:
                name = pieces.PIECES.ids[pieces.INFANTRY]
                origin = pieces.ZONES.ids[zone]
                yield Threat(pieces.POWERS.ids[self.side], name, number, origin, "landing")

    def brought(self, zone: int, counts: int, land: int) -> int:
        """The number of units that the transports of a zone can land: those aboard, and those waiting along their
        route.
        """
        sail = self.figures.routes.sail
        near = {zone: 0} | {to: len(way) for to, way in sail(zone, 2, RouteInputs(0, self.hostile, 0)).items()}
        coast = self.figures.coast[land]
        goals = [goal for goal in near if coast >> goal & 1]
        if not goals:
            return 0
        room = aboard = 0
        for ship, number in nonzero(counts & pieces.TRANSPORTS_MASK):
            held = len([freight for freight in pieces.LOADS[ship - pieces.TRANSPORT] if freight < pieces.OWN_FREIGHT])
            aboard += held * number
            room += (2 - len(pieces.LOADS[ship - pieces.TRANSPORT])) * number
        by = [
            sea for sea in near if near[sea] <= 1 and not self.hostile >> sea & 1 and self.leads(sea, near[sea], goals)
        ]
        return aboard + min(room, self.waiting(by))

    def leads(self, zone: int, spent: int, goals: list[int]) -> bool:
        """Whether a ship that has used this many steps to reach a zone can go on to one of some other zones."""
        further = self.figures.routes.sail(zone, 2 - spent, RouteInputs(0, self.hostile, 0)) if spent < 2 else {}
        return any(goal == zone or goal in further for goal in goals)

    def waiting(self, zones: list[int]) -> int:
        """The light units of the side in territories next to the given zones."""
        lands = 0
        for zone in zones:
            lands |= self.figures.shore[zone] & self.held
        start = layout.UNITS + self.side * pieces.PLACE_COUNT
        light = mask((pieces.INFANTRY, pieces.MARINE, pieces.ARTILLERY))
        return sum([number for land in members(lands) for _, number in nonzero(self.cells[start + land] & light)])
