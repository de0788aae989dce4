"""5.2, 6.12, 39.45 The abilities of stacks of air points: Roles, ranges, whether they may be kamikazes."""

from __future__ import annotations

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import flight_duties
from ironbottom.games.war_in_the_pacific.derived.strike_targets import ON_LAND, ON_PORTS, ON_SHIPS
from ironbottom.games.war_in_the_pacific.pieces import FARTHEST, SIDES, STACKS, TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

INELIGIBLE = ("mavem", "terri", "dinah")
"""39.45 The types that may not be kamikazes."""


def kamikazes_left(state: State, side: int) -> int:
    """39.41 The number of a side's points that may still fly as kamikazes before the next Air Phase."""
    result: int = state.cells[layout.KAMIKAZES_LEFT]
    return result if side == JAPAN else 0


def may_fly_as_kamikaze(pieces: Pieces, stack: int) -> bool:
    """39.45 Whether points of a stack may fly as kamikazes."""
    row = pieces.air[stack // len(TRAININGS)]
    return row.id not in INELIGIBLE and row.side == SIDES.ids[JAPAN]


Struck = list[tuple[int, list[tuple[int, int]]]]
"""6.3 The hexes with targets, each with its targets and the Roles against them, as bits."""
HIGH_ROLES = len(layout.DUTIES)
DIGIT = 8 * -(-2 * HIGH_ROLES // 8)
"""The width of a digit in whole bytes: the Roles of points that fly high are in the higher bits."""


@cached(64)
def as_bits(roles: tuple[int, ...]) -> int:
    """6.3 Roles as bits."""
    return sum([1 << role for role in roles])


Farthest = tuple[tuple[int, int], ...]
"""6.12 Roles, each with its range."""


@cached(4096)
def digits_by_cost(low: Farthest, high: Farthest) -> list[bytes]:
    """6.12 For each distance, the digit of the Roles in which a hex is reached."""
    roles = [(1 << role + above, reach) for above, most in ((0, low), (HIGH_ROLES, high)) for role, reach in most]
    result = [sum([bit for bit, reach in roles if cost <= reach]) for cost in range(FARTHEST + 2)]
    return [here.to_bytes(DIGIT // 8, "little") for here in result]


@cached(8)
def fighter_stacks(pieces: Pieces) -> int:
    """6.2 The stacks of fighters, as bits."""
    return sum(1 << stack for stack in range(len(STACKS)) if "fighter" in pieces.air[stack // len(TRAININGS)].roles)


ROLE_NAMES = {
    number: "fighter" if number == flight_duties.ESCORT else name for name, number in flight_duties.DUTY.items()
}
SENT = sorted({*ON_SHIPS, *ON_PORTS, *ON_LAND})
"""5.2 The Roles that attack."""


@cached(512)
def rated_roles(pieces: Pieces, stack: int) -> frozenset[int]:
    """5.2 The Roles that a stack has a rating for."""
    rated = pieces.air[stack // len(TRAININGS)].roles
    return frozenset(role for role, name in ROLE_NAMES.items() if name in rated)


def flies_high(pieces: Pieces, stack: int) -> bool:
    """31.1 Whether a stack consists of heavy bombers."""
    return pieces.air[stack // len(TRAININGS)].altitude == "H"


@cached(8)
def attacking_stacks(pieces: Pieces) -> list[tuple[int, bool, tuple[int, ...], bool]]:
    """5.2, 39.45 For each stack: its longest range, whether it flies high, and its attacking Roles, including as
    kamikazes.
    """
    result = []
    for stack in range(len(STACKS)):
        roles = tuple([role for role in SENT if role != flight_duties.KAMIKAZE and role in rated_roles(pieces, stack)])
        most = pieces.air[stack // len(TRAININGS)].extended_mp
        result.append((most, flies_high(pieces, stack), roles, may_fly_as_kamikaze(pieces, stack)))
    return result


def farthest_of(pieces: Pieces, stacks: list[int], crash: bool) -> tuple[dict[int, int], dict[int, int]]:
    """6.12 The range of each Role for stacks that do not fly high, for those that do, and for kamikazes."""
    attackers, result = attacking_stacks(pieces), (dict[int, int](), dict[int, int]())
    for stack in stacks:
        most, flies, roles, may_crash = attackers[stack]
        farthest = result[flies]
        for role in (*roles, flight_duties.KAMIKAZE) if crash and may_crash else roles:
            if most > farthest.get(role, -1):
                farthest[role] = most
    return result


@cached(64)
def roles_by_stack(pieces: Pieces, roles: tuple[int, ...], as_kamikazes: bool) -> list[list[int]]:
    """5.2, 39.41 The Roles among these that each stack has a rating for."""
    result = []
    for stack in range(len(STACKS)):
        rated = rated_roles(pieces, stack)
        crashes = as_kamikazes and may_fly_as_kamikaze(pieces, stack)
        result.append([role for role in roles if (crashes if role == flight_duties.KAMIKAZE else role in rated)])
    return result


@cached(512)
def can_strike(pieces: Pieces, stack: int) -> bool:
    """6.6 Whether a stack has a rating to strike ships or to escort."""
    return not {"fighter", "bomb", "torpedo"}.isdisjoint(pieces.air[stack // len(TRAININGS)].roles)
