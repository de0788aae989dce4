"""Counters as units of a battle, by the figures and options in force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific.counts import nonzero
from ironbottom.games.axis_allies_pacific.odds.forces import AIR, GROUND, SHIP, SUBMARINE, BattleForce, Combatant, Sort
from ironbottom.games.axis_allies_pacific.pieces import SUBMARINE as BOAT

Order = Literal["cheapest", "aircraft_first", "ships_first", "as_written"]
"""8.1.3 The order of losses: by price, aircraft or ships first, or as the units are named."""
Loads = Literal["cheapest", "dearest", "as_written"]
"""8.1.3 The loads with which equal ships are lost first: by value, or as the units aboard are named."""
SURPRISED = 1
"""8.13.1 The highest hit number of the Allies, except China, in Japan's first turn."""


class BattleUnits(NamedTuple):
    """Units of one piece in a battle: their power, their number, and how many landed from the sea (8.9.5)."""

    power: int
    piece: int
    number: int
    landed: int = 0


def target_class(piece: int) -> Sort:
    """The class of target that a piece belongs to."""
    if piece in pieces.AIRCRAFT:
        return AIR
    if piece == BOAT:
        return SUBMARINE
    return SHIP if piece in pieces.SHIP_PIECES else GROUND


def price_with_load(figures: pieces.Pieces, piece: int) -> int:
    """7.7.6 The price of a piece with its load, which sinks with it."""
    result: int = figures.cost[pieces.KIND_OF[piece]]
    if piece in pieces.TRANSPORTS:
        result += sum([figures.cost[freight % 5] for freight in pieces.LOADS[piece - pieces.TRANSPORTS[0]]])
    return result + (figures.cost[pieces.INFANTRY] if piece == pieces.DESTROYER_LOADED else 0)


def combatant(figures: pieces.Pieces, piece: int, *, landed: bool = False, surprised: bool = False) -> Combatant:
    """A counter as a unit of a battle: ``landed`` from the sea (8.9.5), or ``surprised`` in Japan's first turn
    (8.13.1).
    """
    attack, defence = figures.attack[piece], figures.defence[piece]
    paired = piece in (pieces.INFANTRY, pieces.MARINE)
    bombards = 0
    if piece in (pieces.BATTLESHIP, pieces.BATTLESHIP_HIT):
        bombards, piece = attack, pieces.BATTLESHIP
    elif piece == pieces.DESTROYER:
        bombards = int(figures.options["destroyer_bombard"])
    elif piece == pieces.DESTROYER_LOADED:
        attack = int(figures.options["loaded_destroyer_attack"])
    elif piece == pieces.MARINE and landed:
        attack, paired = 2, figures.options["marine_artillery"] == "3"
    return Combatant(
        pieces.PIECES.ids[piece],
        target_class(piece),
        attack,
        min(SURPRISED, defence) if surprised else defence,
        price_with_load(figures, piece),
        2 if piece == pieces.BATTLESHIP else 1,
        piece == pieces.ARTILLERY,
        paired,
        piece in (pieces.DESTROYER, pieces.DESTROYER_LOADED),
        bombards,
    )


def loss_rank(figures: pieces.Pieces, unit: BattleUnits, order: Order) -> tuple[bool, int, int, int]:
    """8.1.3 The rank of a unit in an order of losses; if prices are equal, China's go first."""
    late = order in ("aircraft_first", "ships_first") and (unit.piece in pieces.AIRCRAFT) != (order == "aircraft_first")
    return late, price_with_load(figures, unit.piece), -unit.power, unit.piece


def force_of(
    figures: pieces.Pieces,
    units: Iterable[BattleUnits],
    order: Order = "cheapest",
    *,
    surprised: bool = False,
    cargo_loss_order: CargoLossOrder | None = None,
) -> BattleForce:
    """A force of units in their order of losses; damaged battleships have one hit left (8.6.1).

    ``cargo_loss_order``: equal ships are lost in the order of their loads, not in the order of their total value.
    """
    remaining = [unit for unit in units if unit.number]
    if order != "as_written":
        remaining = sorted(remaining, key=lambda unit: loss_rank(figures, unit, order))
    if cargo_loss_order:
        remaining = in_loss_order(figures, remaining, cargo_loss_order)
    entries: list[tuple[Combatant, int]] = []
    for unit in remaining:
        caught = surprised and unit.power != pieces.CHINA
        for number, landed in ((unit.number - unit.landed, False), (unit.landed, True)):
            if number:
                entries.append((combatant(figures, unit.piece, landed=landed, surprised=caught), number))
    damaged = sum([unit.number for unit in remaining if unit.piece == pieces.BATTLESHIP_HIT])
    return BattleForce(tuple(merge_equal_entries(entries)), damaged)


class CargoLossOrder(NamedTuple):
    """8.1.3 The loads of equal ships that are given up first; ``written``: the units aboard in the order in which they
    were named.
    """

    loads: Loads = "cheapest"
    written: tuple[int, ...] = ()

    def rank(self, figures: pieces.Pieces, load: Iterable[int]) -> tuple[int, ...]:
        """The rank of a load among those of equal ships."""
        worth = sum([figures.cost[unit] for unit in load])
        if self.loads == "as_written":
            return tuple(sorted([self.written.index(unit) for unit in load]))
        return (-worth if self.loads == "dearest" else worth,)


def in_loss_order(
    figures: pieces.Pieces, remaining: list[BattleUnits], cargo_loss_order: CargoLossOrder
) -> list[BattleUnits]:
    """8.1.3 Units in their order of losses, with equal ships ordered by load within their places."""
    singly = [unit._replace(number=1) for unit in remaining for _ in range(unit.number)]
    for kind in (pieces.KIND_OF[pieces.TRANSPORT], pieces.KIND_OF[pieces.DESTROYER]):
        places = [place for place, unit in enumerate(singly) if pieces.KIND_OF[unit.piece] == kind]
        ships = sorted(
            [singly[place] for place in places],
            key=lambda unit: cargo_loss_order.rank(figures, units_aboard(unit.piece)),
        )
        for place, ship in zip(places, ships, strict=True):
            singly[place] = ship
    return singly


def units_aboard(piece: int) -> tuple[int, ...]:
    """The units that a ship carries, including an ally's."""
    if piece == pieces.DESTROYER_LOADED:
        return (pieces.INFANTRY,)
    return tuple([freight % 5 for freight in pieces.load_of(piece)]) if piece in pieces.TRANSPORTS else ()


def merge_equal_entries(entries: Iterable[tuple[Combatant, int]]) -> list[tuple[Combatant, int]]:
    """The entries, with adjacent equal units combined."""
    result: list[tuple[Combatant, int]] = []
    for unit, number in entries:
        if result and result[-1][0] == unit:
            result[-1] = (unit, result[-1][1] + number)
        else:
            result.append((unit, number))
    return result


def units_of(power: int, counts: int, pieces: Iterable[int] | None = None) -> list[BattleUnits]:
    """The units in a stack; if pieces are named, only units of these pieces."""
    wanted = None if pieces is None else set(pieces)
    return [BattleUnits(power, piece, number) for piece, number in nonzero(counts) if wanted is None or piece in wanted]
