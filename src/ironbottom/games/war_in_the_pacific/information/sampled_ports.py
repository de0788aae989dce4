"""8.41 Samples the ships in searched ports: they hold as many capital ships and carriers as the enemy saw."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_movement import waters_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import ports, ships_seen
from ironbottom.games.war_in_the_pacific.information.sailing_range import members_of
from ironbottom.games.war_in_the_pacific.rules.search.detection import CAPITAL, CARRIERS
from ironbottom.games.war_in_the_pacific.rules.search.searched_ports import capital_ships_and_carriers, store_count
from ironbottom.games.war_in_the_pacific.rules.sequence import NavalPhase, phases_begun
from ironbottom.games.war_in_the_pacific.state_types import State

FLEET_CARRIER, BATTLESHIP, LIGHT_CARRIER, OTHER = range(4)
"""8.41 Ships that count as capital ship and carrier, only as capital ship, only as carrier, or as neither."""
GREAT = (FLEET_CARRIER, BATTLESHIP, LIGHT_CARRIER)
WHILE_FORMING = ("plot", "ready", "submarines_0", "decide_1")
"""9.2 The steps of a Naval Phase in which forces may have changed since the search, but none has sailed."""
LOOSE, TRIES = 4, 12
MOSTLY, ERRING = 4, 4
"""In one of this many samples the report differs from the current number, by at most this many."""


class SearchedPort(NamedTuple):
    """A searched port: its capital ships, its carriers, and the number of both that the enemy sees there now."""

    hex: int
    capital: int
    carriers: int
    seen: tuple[int, int, int]


def counted_class(pieces: counters.Pieces, ship: int) -> int:
    """8.41 The class that a ship counts as."""
    kind = pieces.ships[ship].type
    if kind in CAPITAL:
        return FLEET_CARRIER if kind in CARRIERS else BATTLESHIP
    return LIGHT_CARRIER if kind in CARRIERS else OTHER


def searched_ports_of(state: State, side: int) -> list[SearchedPort]:
    """8.41 A side's ports that the enemy has searched, before anything is placed in them."""
    pieces, positions, result = state.rules.pieces, state.arrays[layout.SHIP_AT], []
    shown = [ship for ship in counters.SHIPS_OF[side] if state.cells[layout.BATTLING] >> ship & 1]
    for port in ports(pieces, state.cells[layout.SCENARIO]):
        capital, carriers = ships_seen(state, counters.BASE_AT[port])
        if state.arrays[layout.CONTROL][port] == side and capital >= 0:
            here = [counted_class(pieces, ship) for ship in shown if positions[ship] == port]
            result.append(SearchedPort(port, capital, carriers, (here.count(0), here.count(1), here.count(2))))
    return result


def forming(state: State) -> bool:
    """9.2 Whether ships may have joined or left forces since a port was searched."""
    phase = next((frame for frame in state.stack if isinstance(frame, NavalPhase)), None)
    return phase is not None and phase.next > 0 and phase.steps[phase.next - 1].name in WHILE_FORMING


class ShipsInSearchedPorts:
    """The large ships of a side in ports where the enemy counted them."""

    def __init__(self, seen: State, side: int, free: Sequence[int]) -> None:
        pieces = seen.rules.pieces
        self.side, self.known, self.forming = side, searched_ports_of(seen, side), forming(seen)
        self.sort = {ship: sort for ship in free if (sort := counted_class(pieces, ship)) in GREAT}

    def match_counts(
        self, state: State, random: Random, fixed: Container[int], elsewhere: Callable[[int], None]
    ) -> None:
        """8.41 Puts as many ships in each port as the enemy saw; other ships leave.

        ``fixed``: forces that no ship leaves.
        """
        if not self.known:
            return
        positions = state.arrays[layout.SHIP_AT]
        lie = self._chosen(state, random, fixed)
        looked = {known.hex for known in self.known}
        for ship in self.sort:
            if positions[ship] in looked and lie.get(ship) != positions[ship]:
                elsewhere(ship)
        self._put_in(state, lie)

    def _put_in(self, state: State, lie: dict[int, int]) -> None:
        """9.2 Puts ships in ports; a force that loses its last ship is dissolved."""
        positions = state.arrays[layout.SHIP_AT]
        left = {
            positions[ship] - counters.IN_FORCE
            for ship in lie
            if counters.IN_FORCE <= positions[ship] < counters.IN_BOX
        }
        for ship, port in lie.items():
            positions[ship] = port
        for force in left:
            if not members_of(state, force):
                state.cells[layout.FORCE_AT + force] = state.cells[layout.FORCE_BOX + force] = -1
                state.cells[layout.FORCE_WATER + force] = 0

    def regroup(self, state: State, random: Random, forces: Sequence[int], unused: Sequence[int]) -> None:
        """9.2 Since the count, ships may have joined a force at their port, or left one.

        ``forces``: the forces that ships may leave and join; ``unused``: numbers that new forces may get.
        """
        if not self.forming or random.randrange(LOOSE):
            return
        positions, numbers = state.arrays[layout.SHIP_AT], [*unused]
        for known in self.known:
            here = [force for force in forces if state.cells[layout.FORCE_AT + force] == known.hex]
            lying = [ship for ship in self.sort if positions[ship] == known.hex]
            if here and random.randrange(2):
                leaving = [ship for ship in members_of(state, here[random.randrange(len(here))]) if ship in self.sort]
                self._put_in(state, dict.fromkeys(random_part(leaving, random), known.hex))
            elif lying and (here or numbers):
                fresh = numbers and (not here or random.randrange(2))
                force = numbers.pop() if fresh else here[random.randrange(len(here))]
                for ship in random_part(lying, random):
                    positions[ship] = counters.IN_FORCE + force
                if fresh:
                    waters = waters_of(state)
                    state.cells[layout.FORCE_AT + force] = known.hex
                    state.cells[layout.FORCE_WATER + force] = waters.nodes(known.hex).index(waters.port(known.hex))

    def _chosen(self, state: State, random: Random, fixed: Container[int]) -> dict[int, int]:
        """8.41 Assigns ships to ports, with the right number of each class; ships already there stay if possible.

        Forces in contact keep their ships, unless there are not enough others.
        """
        best: dict[int, int] = {}
        for number in range(TRIES):
            lie, whole = self._try(state, random, fixed, spare_contacts=number < TRIES // 2)
            if whole:
                return lie
            best = max(best, lie, key=len)
        return best

    def _try(
        self, state: State, random: Random, fixed: Container[int], *, spare_contacts: bool
    ) -> tuple[dict[int, int], bool]:
        positions, lie, whole = state.arrays[layout.SHIP_AT], dict[int, int](), True
        order, drawn = self.known[:], self._may_lie(state, fixed, spare_contacts=spare_contacts)
        looked = {known.hex for known in order}
        random.shuffle(order)
        random.shuffle(drawn)
        for known in order:
            free = sorted(
                [ship for ship in drawn if ship not in lie],
                key=lambda ship: port_order(positions[ship], known.hex, looked),
            )
            stock = [[ship for ship in free if self.sort[ship] == sort] for sort in GREAT]
            wants = wanted_ships(
                known, stock, sum(positions[ship] == known.hex for ship in stock[FLEET_CARRIER]), random
            )
            whole = whole and wants is not None
            for ships, number in zip(stock, wants or (), strict=False):
                lie.update(dict.fromkeys(ships[:number], known.hex))
        return lie, whole

    def _may_lie(self, state: State, fixed: Container[int], *, spare_contacts: bool) -> list[int]:
        """9.1, 8.5 The large ships that may be in port: no ship of a force that has met the enemy, and not all ships of
        a force in contact.
        """
        positions, contacts, result = state.arrays[layout.SHIP_AT], state.cells[layout.IN_CONTACT], []
        staying: set[int] = set()
        for ship in self.sort:
            force = (
                positions[ship] - counters.IN_FORCE if counters.IN_FORCE <= positions[ship] < counters.IN_BOX else -1
            )
            if force >= 0 and contacts >> force & 1 and force not in staying:
                staying.add(force)
            elif force < 0 or not (force in fixed or (spare_contacts and contacts >> force & 1)):
                result.append(ship)
        return result


def random_part(ships: list[int], random: Random) -> list[int]:
    """At least one of the given ships, if there are any."""
    random.shuffle(ships)
    return ships[: 1 + random.randrange(len(ships))] if ships else []


def port_order(lies: int, port: int, looked: set[int]) -> int:
    """8.41 The order in which ships are chosen for a port: those present, hidden, sailing, then those counted
    elsewhere.
    """
    if lies == port:
        return 0
    if lies >= counters.IN_FORCE:
        return 2 if lies < counters.IN_BOX else 1
    return 3 if lies in looked else 1


def wanted_ships(
    known: SearchedPort, stock: list[list[int]], there: int, random: Random
) -> tuple[int, int, int] | None:
    """8.41 The number of ships of each class in a port besides visible ships; None if there are too few.

    ``there``: the number of fleet carriers there so far.
    """
    both, capital, carriers = known.seen
    fits = [
        result
        for each in range(both, min(known.capital, known.carriers) + 1)
        for result in [(each - both, known.capital - each - capital, known.carriers - each - carriers)]
        if all(0 <= number <= len(ships) for number, ships in zip(result, stock, strict=True))
    ]
    if not fits or random.randrange(LOOSE) == 0:
        return fits[random.randrange(len(fits))] if fits else None
    return min(fits, key=lambda result: abs(result[FLEET_CARRIER] - there))


def deal_ports_found(state: State, side: int, random: Random) -> None:
    """8.41 Samples what a side has learned about enemy ports since its first search, usually their current state."""
    looked = phases_begun(state, "air_") + phases_begun(state, "naval_")
    share = random.randrange(11) if looked else 0
    pieces = state.rules.pieces
    for port in ports(pieces, state.cells[layout.SCENARIO]) if share else ():
        if state.arrays[layout.CONTROL][port] == 1 - side and random.randrange(10) < share:
            found = capital_ships_and_carriers(state, 1 - side, port)
            if random.randrange(MOSTLY) == 0:
                most = largest_counts(state, 1 - side)
                capital, carriers = (random.randrange(min(n + ERRING, m) + 1) for n, m in zip(found, most, strict=True))
                found = capital, carriers
            store_count(state, counters.BASE_AT[port], found)


def largest_counts(state: State, side: int) -> tuple[int, int]:
    """8.41 The number of capital ships and carriers that a side has had in play."""
    pieces, positions = state.rules.pieces, state.arrays[layout.SHIP_AT]
    kinds = [pieces.ships[ship].type for ship in counters.SHIPS_OF[side] if positions[ship] >= 0]
    return sum(kind in CAPITAL for kind in kinds), sum(kind in CARRIERS for kind in kinds)
