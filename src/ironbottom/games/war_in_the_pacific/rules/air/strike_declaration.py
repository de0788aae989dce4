"""4.11, 4.31, 6.1 to 6.7 The declaration: Combat Air Patrols and Strikes, by the Second Player, then by the First.

``StrikeDeclaration(side)`` asks one side. A wave begins with its target and is filled base by base (``WavePlan``). The
First Player learns only the hexes of the Second Player's Strikes (``tell_hexes``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import (
    air_bases,
    aircraft_roles,
    flight_duties,
    merchant_links,
    target_choices,
)
from ironbottom.games.war_in_the_pacific.derived.air_bases import air_distance
from ironbottom.games.war_in_the_pacific.derived.aircraft_roles import flies_high, roles_by_stack
from ironbottom.games.war_in_the_pacific.derived.search_reach import weather
from ironbottom.games.war_in_the_pacific.derived.strike_range import role_bits
from ironbottom.games.war_in_the_pacific.derived.strike_reach import (
    points_able_to_strike,
    reaching_bases,
    targets_by_hex,
)
from ironbottom.games.war_in_the_pacific.derived.strike_targets import (
    AT_SEA,
    FORCE,
    LINK,
    ON_LINKS,
    ON_SHIPS,
    roles_at,
    targets_at,
)
from ironbottom.games.war_in_the_pacific.derived.target_choices import ALTITUDES_OF_TYPES
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    FARTHEST,
    FORCES,
    HEXES,
    SIDES,
    STACKS,
    TRAININGS,
    WAVES,
    side_of_force,
)
from ironbottom.games.war_in_the_pacific.questions import HasSpecial, HasSpecialWave, HasWave
from ironbottom.games.war_in_the_pacific.rules.air import kamikazes, waves
from ironbottom.games.war_in_the_pacific.rules.air.combat_air_patrols import (
    COVER,
    PATROL,
    PatrolAssignment,
    flight_free,
    go_on_patrol,
)
from ironbottom.games.war_in_the_pacific.rules.air.interception import MEDIUM
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import POINTS, branches_by_base, numbers_up_to
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

MAX_IN_WAVE = 30
"""7.7 The largest number of points in a wave."""


# -- 6.3 to 6.5 targets ----------------------------------------------------------------------------------


def is_reachable(
    state: State, side: int, hex: int, roles: tuple[int, ...], *, special: bool = False, high: bool | None = None
) -> bool:
    """6.1, 6.12 Whether a side has free points with one of these Roles that reach a hex and are not in a storm.

    With ``high``, only points that fly high count, or only those that do not.
    """
    if special:
        return any(True for _ in attackers_of_hex(state, side, hex, roles, special=special))
    for start, ways, *farthest in reaching_bases(state, side):
        cost = 0 if start == hex else ways.get(hex, FARTHEST + 1)
        for most in farthest if high is None else farthest[high : high + 1]:
            for role in roles:
                if cost <= most.get(role, -1):
                    return True
    return False


def attackers_of_hex(
    state: State, side: int, hex: int, roles: tuple[int, ...], *, special: bool = False
) -> Iterator[tuple[int, int, int]]:
    """5.2, 6.1, 6.12 The bases, stacks and Roles that can attack a hex: rated, free, in range, and not in a storm."""
    pieces = state.rules.pieces
    cost: dict[int, int] = {}
    fit_for = roles_by_stack(pieces, roles, aircraft_roles.kamikazes_left(state, side) > 0)
    for base, stack in points_able_to_strike(state, side, special=special):
        fit = fit_for[stack]
        if not fit:
            continue
        if base not in cost:
            cost[base] = cost_from(state, base, hex)
        if cost[base] <= pieces.air[stack // len(TRAININGS)].extended_mp:
            for role in fit:
                yield base, stack, role


def cost_from(state: State, base: int, hex: int) -> int:
    """3.3, 8.6 The Movement Points by air from a base to a hex; beyond any range if no points can take off."""
    start = air_bases.where(state, base)
    if start < 0 or weather(state, start) == "storm":
        return FARTHEST + 1
    return air_distance(state, start, hex)


@restriction("7.7", "no more waves are possible in this phase")
def wave_number_free(state: State, frame: Procedure, side: int) -> bool:
    return waves.unused_wave(state, side) != waves.NO_WAVE


@restriction("6.5", "{force} is not in contact, or is in a storm")
def in_contact(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(contacted(state, side), len(FORCES))


def contacted(state: State, side: int) -> list[int]:
    """6.5, 8.6 The enemy contacts by reported hex, except in storms."""
    cells = state.cells
    return [
        force
        for force in range(len(FORCES))
        if layout.in_contact(cells, force)
        and side_of_force(force) != side
        and cells[layout.CONTACT_AT + force] >= 0
        and weather(state, cells[layout.CONTACT_AT + force]) != "storm"
    ]


@restriction("6.5", "{force} is out of range of all free air points that attack ships")
def force_in_range(state: State, frame: HasSpecial, side: int) -> IdSet:
    block, special = layout.CONTACT_AT, frame.special
    result = [
        f
        for f in contacted(state, side)
        if is_reachable(state, side, state.cells[block + f], ON_SHIPS, special=special)
    ]
    return sets.from_iterable(result, len(FORCES))


def struck_hexes(state: State, side: int) -> list[int]:
    """6.3 The hexes with targets that free points of a side reach."""
    starts, result = reaching_bases(state, side), []
    near: dict[tuple[int, ...], list[tuple[dict[int, int], int]]] = {}
    for hex, roles in roles_by_target_hex(state, side):
        if roles not in near:
            longest = [
                (ways, max([max(low.get(role, -1), high.get(role, -1)) for role in roles]))
                for _, ways, low, high in starts
            ]
            near[roles] = [(ways, most) for ways, most in longest if most >= 0]
        if any(ways.get(hex, FARTHEST + 1) <= most for ways, most in near[roles]):
            result.append(hex)
    return result


def roles_by_target_hex(state: State, side: int) -> list[tuple[int, tuple[int, ...]]]:
    """6.3 The hexes with targets that may be in range, with the Roles that attack them."""
    there = [
        (hex, {role for _, roles in here for role in sets.iterate(roles)}) for hex, here in targets_by_hex(state, side)
    ]
    return [(hex, tuple(sorted(roles))) for hex, roles in there]


@restriction("6.3", "no enemy target at {at} is in range of free air points, or there is a storm")
def hex_with_target(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(struck_hexes(state, side), len(HEXES))


@restriction("6.3", "there is no {target} to strike there")
def target_kind_there(state: State, frame: Procedure, side: int, hex: int) -> IdSet:
    result = [
        target
        for target in targets_at(state, side, hex)
        if is_reachable(state, side, hex, roles_at(state, side, hex, target))
    ]
    return sets.from_iterable(result, len(layout.STRIKE_TARGETS))


@restriction(
    "31.1", "no free points that can reach the target fly {altitude}, or ships cannot be attacked from that altitude"
)
def altitude_of_types(state: State, frame: Procedure, side: int, hex: int, target: int) -> IdSet:
    if target in AT_SEA:
        return 1 << MEDIUM
    altitudes = 0
    for _, stack, _ in attackers_of_hex(state, side, hex, roles_at(state, side, hex, target)):
        altitudes |= altitudes_of(state, stack)
    return altitudes


def altitudes_of(state: State, stack: int) -> int:
    """31.1 The altitudes of a stack, as bits: high or medium for heavy bombers, medium or low for other aircraft."""
    return ALTITUDES_OF_TYPES[flies_high(state.rules.pieces, stack)]


STRIKE: Verb = Verb(
    "strike",
    clause="6.5",
    ends_list="never",
    when=(wave_number_free, flight_free),
    force=Argument(FORCES, in_contact, force_in_range),
)


def all_raids(state: State, context: object, side: int) -> Branches:
    """6.3, 31.1 A faster generator of raids on land and port targets with altitudes: base by base."""
    return target_choices.raid_choices(side, targets_by_hex(state, side), role_bits(state, side))


RAID = Verb(
    "raid",
    clause="6.3",
    ends_list="never",
    when=(wave_number_free, flight_free),
    offer=all_raids,
    at=Argument(HEXES, hex_with_target),
    target=Argument(layout.STRIKE_TARGETS, target_kind_there),
    altitude=Argument(layout.ALTITUDES, altitude_of_types),
)


# -- 15.5 links --------------------------------------------------------------------------------------------


def hexes_of_link(state: State, side: int, link: int) -> list[int]:
    """15.5, 8.6 The hexes on the path of an enemy link that free points with bombs or torpedoes reach."""
    way = dict.fromkeys(merchant_links.path_of(state, link))
    fair = [hex for hex in way if weather(state, hex) != "storm"]
    return [hex for hex in fair if is_reachable(state, side, hex, ON_LINKS)]


@restriction("15.5", "no free points with bombs or torpedoes can reach a hex of {link}, or it is not an enemy link")
def link_in_range(state: State, frame: Procedure, side: int) -> IdSet:
    result = [link for link in merchant_links.in_use(state, 1 - side) if hexes_of_link(state, side, link)]
    return sets.from_iterable(result, len(layout.LINKS))


@restriction("15.5", "{at} is not a hex of that link within range of free points with bombs or torpedoes")
def hex_of_that_link(state: State, frame: Procedure, side: int, link: int) -> IdSet:
    return sets.from_iterable(hexes_of_link(state, side, link), len(HEXES))


RAID_LINK = Verb(
    "raid_link",
    clause="15.5",
    ends_list="never",
    when=(wave_number_free, flight_free),
    link=Argument(layout.LINKS, link_in_range, always_completes=True),
    at=Argument(HEXES, hex_of_that_link),
)


# -- 6.7, 7.7 a wave -------------------------------------------------------------------------------------


@restriction("6.12", "no free points at {base} can reach the target")
def base_in_range(state: State, frame: HasSpecialWave, side: int) -> IdSet:
    return sets.from_iterable({base for base, _, _ in points_that_may_join(state, frame, side)}, len(BASES))


def points_that_may_join(state: State, frame: HasSpecialWave, side: int) -> list[tuple[int, int, int]]:
    """6.1, 6.12 The bases, stacks and Roles that may join a wave; escorts only if there are attackers."""
    wave = frame.wave
    hex, target = state.arrays[layout.WAVE_AT][wave], state.arrays[layout.WAVE_TARGET][wave]
    roles = roles_at(state, side, hex, target)
    if attackers(state, side, wave):
        roles = (*roles, flight_duties.ESCORT)
    return [
        (base, stack, role)
        for base, stack, role in attackers_of_hex(state, side, hex, roles, special=frame.special)
        if flies_at_wave_altitude(state, wave, stack, role)
    ]


def flies_at_wave_altitude(state: State, wave: int, stack: int, role: int) -> bool:
    """31.1, 31.4 Whether points fly at the altitude of their wave; escorting and strafing fighters come along."""
    if role != flight_duties.BOMBARDMENT:
        return True
    return bool(altitudes_of(state, stack) >> state.arrays[layout.WAVE_ALTITUDE][wave] & 1)


def attackers(state: State, side: int, wave: int) -> int:
    """The attacking points of a wave."""
    points, duty = state.arrays[layout.FLIGHT_POINTS], state.arrays[layout.FLIGHT_ROLE]
    return sum([points[flight] for flight in waves.in_wave(state, side, wave) if duty[flight] in flights.ATTACKS])


@restriction("6.12", "{stack} have no free points that can reach the target and are rated for it")
def stack_in_range(state: State, frame: HasSpecialWave, side: int, base: int) -> IdSet:
    return sets.from_iterable(
        {stack for start, stack, _ in points_that_may_join(state, frame, side) if start == base}, len(STACKS)
    )


@restriction("5.2", "{stack} cannot take the Role of {role} here")
def has_role_rating(state: State, frame: HasSpecialWave, side: int, base: int, stack: int) -> IdSet:
    result = {
        role for start, which, role in points_that_may_join(state, frame, side) if (start, which) == (base, stack)
    }
    return sets.from_iterable(result, len(layout.DUTIES))


@restriction("7.7", "the wave would exceed thirty points, or there are not that many free points of {stack}")
def points_that_fit(state: State, frame: HasSpecialWave, side: int, base: int, stack: int, role: int) -> IdSet:
    left = MAX_IN_WAVE - waves.wave_size(state, side, frame.wave)
    if role == flight_duties.KAMIKAZE:
        left = min(left, aircraft_roles.kamikazes_left(state, side))
    return numbers_up_to(min(points_able_to_strike(state, side, special=frame.special).get((base, stack), 0), left))


@restriction("7.7", "a wave must have at least one point that attacks")
def has_attacker(state: State, frame: HasWave, side: int) -> bool:
    return attackers(state, side, frame.wave) > 0


def send_choices(state: State, frame: HasSpecialWave, side: int) -> Branches:
    """6.1, 6.12, 7.7 A faster generator of points and Roles for a wave: computes all senders at once."""
    roles: dict[tuple[int, int], list[int]] = {}
    stacks: dict[int, int] = {}
    for base, stack, role in points_that_may_join(state, frame, side):
        roles.setdefault((base, stack), []).append(role)
        stacks[base] = stacks.get(base, 0) | 1 << stack
    free, room = (
        points_able_to_strike(state, side, special=frame.special),
        MAX_IN_WAVE - waves.wave_size(state, side, frame.wave),
    )

    def after(base: int, stack: int) -> Branches:
        result: dict[int, int] = {}
        for role in sorted(roles[base, stack]):
            left = min(room, aircraft_roles.kamikazes_left(state, side)) if role == flight_duties.KAMIKAZE else room
            points = numbers_up_to(min(free.get((base, stack), 0), left))
            if points:
                result[points] = result.get(points, 0) | 1 << role
        return tuple([(which, ((points, ()),)) for points, which in result.items()])

    return branches_by_base(stacks, after)


SEND = Verb(
    "send",
    clause="6.1",
    ends_list="never",
    when=(flight_free,),
    offer=send_choices,
    base=Argument(BASES, base_in_range),
    stack=Argument(STACKS, stack_in_range),
    role=Argument(layout.DUTIES, has_role_rating),
    points=Argument(POINTS, points_that_fit),
)
FLY = Verb("fly", clause="7.7", ends_list="never", when=(has_attacker,))


class WavePlan(Question):
    """6.1, 7.7 A side fills a wave with points, base by base."""

    number, name, clause = 16, "wave_plan", "7.7"
    verbs = (SEND, FLY)
    is_second_step, hides_forced, unobservable = True, True, True
    special: ClassVar[bool] = False
    side: Annotated[int, IdField(SIDES)]
    wave: Annotated[int, IdField(WAVES)]

    def send(self, execution: Execution, base: int, stack: int, role: int, points: int) -> None:
        """6.1 Adds points to the wave in a Role."""
        hex = execution.state.arrays[layout.WAVE_AT][self.wave]
        wanted = flights.Sortie(base, stack, role, wave=self.wave, over=hex)
        flights.launch(execution.state, self.side, wanted, points)
        if role == flight_duties.KAMIKAZE:
            kamikazes.count_sent(execution.state, points)

    def fly(self, execution: Execution) -> None:
        """Completes the wave; only its owner sees this."""
        execution.pop()
        arrays = execution.state.arrays
        execution.emit_to(
            self.side,
            log.WAVE,
            self.wave,
            arrays[layout.WAVE_AT][self.wave],
            arrays[layout.WAVE_TARGET][self.wave],
            waves.wave_size(execution.state, self.side, self.wave),
        )


class StrikeDeclaration(Question):
    """4.11 A side declares its patrols and its Strikes for this Air Phase."""

    number, name, clause = 17, "declaring", "4.11"
    verbs = (PATROL, COVER, STRIKE, RAID, RAID_LINK, DONE)
    hides_forced, unobservable = True, True
    special: ClassVar[bool] = False
    side: Annotated[int, IdField(SIDES)]

    def patrol(self, execution: Execution, base: int, stack: int, over: int, points: int) -> None:
        """6.2 Fighters patrol a hex."""
        go_on_patrol(execution, self.side, flights.Sortie(base, stack, flight_duties.PATROL, over=over), points)
        execution.emit_to(self.side, log.PATROLS, base, stack, points, over)

    def cover(self, execution: Execution, base: int, stack: int) -> None:
        """6.2 Fighters patrol over a Task Force; the force and the number are asked for next."""
        execution.push(PatrolAssignment(self.side, base, stack))

    def strike(self, execution: Execution, force: int) -> None:
        """6.5 Begins a wave against a contact, where it was reported."""
        hex = execution.cells[layout.CONTACT_AT + force]
        execution.push(
            WavePlan(self.side, waves.begin_wave(execution.state, self.side, waves.Aim(hex, FORCE, MEDIUM, force)))
        )

    def raid(self, execution: Execution, at: int, target: int, altitude: int) -> None:
        """6.3 Begins a wave against something in a hex."""
        execution.push(
            WavePlan(self.side, waves.begin_wave(execution.state, self.side, waves.Aim(at, target, altitude)))
        )

    def raid_link(self, execution: Execution, link: int, at: int) -> None:
        """15.5 Begins a wave against a link, in a hex on its path."""
        aim = waves.Aim(at, LINK, MEDIUM, link=link)
        execution.push(WavePlan(self.side, waves.begin_wave(execution.state, self.side, aim)))

    def done(self, execution: Execution) -> None:
        """4.31 Ends the declaration; the First Player learns the hexes of the Second Player's Strikes."""
        execution.pop()
        first = execution.cells[layout.FIRST_PLAYER]
        if self.side != first:
            hexes = {
                execution.state.arrays[layout.WAVE_AT][wave] for wave in waves.open_waves(execution.state, self.side)
            }
            execution.emit_to(first, log.STRIKES_SEEN, tuple(sorted(hexes)))


PROCEDURES = (WavePlan, StrikeDeclaration)
