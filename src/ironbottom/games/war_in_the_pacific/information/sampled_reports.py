"""8.3 What a report says about the ships of a force, and samples of ships that fit it."""

from __future__ import annotations

from collections.abc import Container

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up
from ironbottom.games.war_in_the_pacific.rules.search.contacts import AS_DUMMY, stored_number
from ironbottom.games.war_in_the_pacific.rules.search.detection import CAPITAL, CARRIERS, SHIFTED, size_class
from ironbottom.games.war_in_the_pacific.state import MAX_SHIPS_REPORTED, SHIP_TYPES, UNREPORTED
from ironbottom.games.war_in_the_pacific.state_types import State

MAX_SHIPS = 40
GREAT = (*CAPITAL, *CARRIERS)
OTHERS = tuple(kind for kind in SHIP_TYPES.ids if kind not in GREAT)
NOT_CARRIERS = tuple(kind for kind in SHIP_TYPES.ids if kind not in CARRIERS)
Wanted = list[tuple[Container[str], int]]
"""The number of ships of each of several types, in order."""


def misread_type(kind: str) -> str:
    """8.31 The type that a Misread reports for a type."""
    return SHIFTED.get(kind, kind)


def reported_types(state: State, force: int) -> dict[str, int]:
    """8.3 The types in the report on a force; empty if it names none."""
    width = len(SHIP_TYPES)
    row = state.arrays[layout.REPORTED_TYPES][width * force : width * (force + 1)]
    return {kind: n for kind, n in zip(SHIP_TYPES.ids, row, strict=True) if n not in (0, UNREPORTED)}


def fits_report(state: State, force: int, ships: int) -> bool:
    """8.3, 8.31 Whether the number of ships in a force fits its report."""
    chit = layout.CHITS.ids[state.cells[layout.CONTACT + force]]
    result, size = state.cells[layout.REPORTED_SHIPS + force], state.cells[layout.REPORTED_SIZE + force]
    if chit == "good":
        return any(stored_number(round_half_up(ships * wrong, 5)) == result for wrong in (4, 5, 6))
    if chit == "poor":
        return abs(size_class(ships) - size) <= 1
    return result == stored_number(ships) if result != UNREPORTED else size_class(ships) == size


def may_be_dummy(state: State, force: int, ships: int) -> bool:
    """8.7 Whether a dummy presented as this many ships may have this report; a True Report would remove it."""
    cells = state.cells
    chit = layout.CHITS.ids[cells[layout.CONTACT + force]]
    great = (cells[layout.REPORTED_CAPITAL + force], cells[layout.REPORTED_CARRIER + force])
    types = reported_types(state, force) or {misread_type(AS_DUMMY): ships}
    plain = all(number in (0, UNREPORTED) for number in great) and types == {misread_type(AS_DUMMY): ships}
    return chit != "true_report" and plain and fits_report(state, force, ships)


def reported_ships(state: State, force: int, random: Random) -> Wanted:
    """8.3 The ships that a force has according to its report; everything that the report leaves open is random."""
    cells = state.cells
    chit, types = layout.CHITS.ids[cells[layout.CONTACT + force]], reported_types(state, force)
    if chit == "true_report":
        return [((kind,), number) for kind, number in types.items()]
    if chit == "misread":
        kinds = {result: tuple(kind for kind in SHIP_TYPES.ids if misread_type(kind) == result) for result in types}
        return [(kinds[result], number) for result, number in types.items()]
    few, many = range(1, MAX_SHIPS), range(MAX_SHIPS, MAX_SHIPS_REPORTED)
    numbers = next((fit for sizes in (few, many) if (fit := [n for n in sizes if fits_report(state, force, n)])), [1])
    ships = numbers[random.randrange(random.randrange(len(numbers)) + 1)]
    capital, carrier = cells[layout.REPORTED_CAPITAL + force], cells[layout.REPORTED_CARRIER + force]
    if capital != UNREPORTED:
        return [(GREAT, capital), (OTHERS, max(ships - capital, 0))]
    if carrier != UNREPORTED:
        return [(CARRIERS, 1), (SHIP_TYPES.ids, ships - 1)] if carrier else [(NOT_CARRIERS, ships)]
    return [(SHIP_TYPES.ids, ships)]


def as_reported(state: State, force: int, ships: list[int], random: Random, *, spare: int) -> list[int]:
    """8.3 Ships that make up a force as it was reported, leaving enough ships for other forces."""
    pieces = state.rules.pieces
    result: list[int] = []
    for types, number in reported_ships(state, force, random):
        fit = [ship for ship in ships if pieces.ships[ship].type in types and ship not in result]
        result += fit[:number]
    return result[: max(len(ships) - spare, 0)]
