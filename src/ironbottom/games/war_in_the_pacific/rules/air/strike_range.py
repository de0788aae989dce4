"""6.3, 6.12 Which hexes there are to strike near enough for any range, and in which Roles free points reach them."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import cached, cached_by_fingerprint
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.derived import air_points, role_points
from ironbottom.games.war_in_the_pacific.derived.role_points import Free
from ironbottom.games.war_in_the_pacific.derived.tables import tables_by_side
from ironbottom.games.war_in_the_pacific.pieces import STACKS, TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.rules.air import air_bases, flights, kamikazes, target_choices
from ironbottom.games.war_in_the_pacific.rules.air.strike_targets import (
    ON_LAND,
    ON_PORTS,
    ON_SHIPS,
    TARGETS_READ,
    occupied,
    prey_at,
    roles_at,
)
from ironbottom.games.war_in_the_pacific.rules.air.target_choices import as_bits
from ironbottom.games.war_in_the_pacific.rules.search.search_points import among, flown_over
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import hexes_in_fair_weather, in_fair_weather

ROLE_NAMES = {number: "fighter" if number == flights.ESCORT else name for name, number in flights.DUTY.items()}
SENT = sorted({*ON_SHIPS, *ON_PORTS, *ON_LAND})
"""5.2 The Roles that attack."""


@cached(512)
def rated_roles(pieces: Pieces, stack: int) -> frozenset[int]:
    """5.2 The Roles for which a stack is rated."""
    rated = pieces.air[stack // len(TRAININGS)].roles
    return frozenset(role for role, name in ROLE_NAMES.items() if name in rated)


def flies_high(pieces: Pieces, stack: int) -> bool:
    """31.1 Whether a stack is of heavy bombers."""
    return pieces.air[stack // len(TRAININGS)].altitude == "H"


@cached(8)
def attacking_stacks(pieces: Pieces) -> list[tuple[int, bool, tuple[int, ...], bool]]:
    """5.2, 39.45 By stack its longest range, whether it flies high, its Roles that attack, and as a kamikaze."""
    found = []
    for stack in range(len(STACKS)):
        roles = tuple([role for role in SENT if role != flights.KAMIKAZE and role in rated_roles(pieces, stack)])
        most = pieces.air[stack // len(TRAININGS)].extended_mp
        found.append((most, flies_high(pieces, stack), roles, kamikazes.eligible(pieces, stack)))
    return found


def farthest_of(pieces: Pieces, stacks: list[int], crash: bool) -> tuple[dict[int, int], dict[int, int]]:
    """6.12 How far each Role comes of some stacks that do not fly high, and of those that do; also to crash."""
    attackers, found = attacking_stacks(pieces), (dict[int, int](), dict[int, int]())
    for stack in stacks:
        most, flies, roles, may_crash = attackers[stack]
        farthest = found[flies]
        for role in (*roles, flights.KAMIKAZE) if crash and may_crash else roles:
            if most > farthest.get(role, -1):
                farthest[role] = most
    return found


def farthest_by_hex(state: State, side: int) -> list[tuple[int, int]]:
    """6.12 The hexes with points of a side out of any storm, each with the longest range of a stack there."""
    attackers, points = attacking_stacks(state.rules.pieces), air_points.points_by_base(state).entries
    found: dict[int, int] = {}
    for base in in_fair_weather(state, side):
        start, stacks = air_bases.where(state, base), air_bases.stacked(points[base])
        found[start] = max([found.get(start, 0), *[attackers[stack][0] for stack, _ in stacks]])
    return list(found.items())


def enemy_hexes(state: State, side: int) -> list[int]:
    """Named hexes and bases of the enemy in play, and hexes with his ground units, near enough for any range."""
    pieces: Pieces = state.rules.pieces
    named = [at for at in pieces.atlas.places if state.arrays[places.CONTROL][at] == 1 - side]
    built = [at for at in state.cells[places.NEW_BASE_AT : places.NEW_BASE_AT + air_bases.NEW] if at >= 0]
    whole = {*named, *built, *occupied(state, 1 - side)}
    scenario = state.cells[places.SCENARIO]
    near_bases, others = flown_over(pieces, farthest_by_hex(state, side), scenario)
    near = {at for at in whole if among(near_bases, at)}
    for start, most in others:
        near |= pieces.flying_as_far(start, most, scenario).keys() & whole
    return sorted(near)


@cached_by_fingerprint(TARGETS_READ)
def prey_by_hex(state: State, side: int) -> target_choices.Struck:
    """6.3 The hexes with anything to strike near enough for any range, each with what there is and in which Roles."""
    there = [(at, prey_at(state, side, at)) for at in enemy_hexes(state, side)]
    return [(at, [(prey, as_bits(roles_at(state, side, at, prey))) for prey in here]) for at, here in there if here]


class Raiding(NamedTuple):
    """6.12 All that bears on which hexes the free points of a base reach in which Roles, besides who they are."""

    pieces: Pieces
    scenario: int
    side: int
    crash: bool
    """Whether any may crash yet (39.41)."""
    starts: dict[int, int]
    struck: target_choices.Struck


def _bits_there(bearing: Raiding, base: int, there: tuple[tuple[int, Free], ...]) -> int | None:
    """6.12 For each hex with anything to strike the Roles in which free points of a base reach it."""
    pieces, scenario, side, crash, starts, struck = bearing
    start = starts.get(base, -1)
    farthest = farthest_of(pieces, [stack for stack, free in there if free.strike], crash)
    low, high = (tuple(roles.items()) for roles in farthest)
    if start < 0 or not (low or high):
        return None
    known, key = target_choices.known(side, pieces, scenario, struck), (start, low, high)
    found = known.get(key)
    if found is None:
        ways = pieces.flying_as_far(start, max([most for _, most in (*low, *high)]), scenario)
        found = known[key] = target_choices.bits_from(ways, struck, low, high)
    return found or None


def _of_all(found: dict[int, int]) -> int:
    """6.12 The Roles from all bases."""
    bits = 0
    for of_base in found.values():
        bits |= of_base
    return bits


_bits = tables_by_side(_bits_there, _of_all)


def role_bits(state: State, side: int) -> int:
    """6.12 For each hex with anything to strike the Roles in which free points reach it (``target_choices``)."""
    pieces, crash = state.rules.pieces, kamikazes.left(state, side) > 0
    starts, struck = hexes_in_fair_weather(state, side), prey_by_hex(state, side)
    bearing = Raiding(pieces, state.cells[places.SCENARIO], side, crash, starts, struck)
    found: int = _bits[side](bearing, role_points.on_roster(state, side).by_base)
    return found
