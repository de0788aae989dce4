"""4.11, 4.31, 6.1 to 6.7 The declaration: Combat Air Patrols and Strikes, by the Second Player, then by the First.

``Declaring(side)`` asks one side; a wave is begun by its target and filled base by base (``WavePlan``). Of the Second
Player's Strikes the First is told the hexes (``tell_hexes``), no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from ironbottom.engine import sets
from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.fields import One
from ironbottom.engine.memo import while_unchanged
from ironbottom.engine.procedures import Play, Procedure
from ironbottom.engine.question import Question
from ironbottom.engine.restrictions import restriction
from ironbottom.engine.sets import Members
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    FARTHEST,
    FIRST_DECK,
    FORCES,
    HEXES,
    SIDES,
    STACKS,
    TRAININGS,
    UNITS_OF,
    WAVES,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.rules import (
    air_bases,
    flights,
    kamikazes,
    waves,
)
from ironbottom.games.war_in_the_pacific.rules.air_meetings import HIGH, LOW, MEDIUM, away
from ironbottom.games.war_in_the_pacific.rules.answers import DONE
from ironbottom.games.war_in_the_pacific.rules.raid_targets import (
    ON_LAND,
    ON_PORTS,
    ON_SHIPS,
    prey_at,
    roles_against,
    target_marks,
)
from ironbottom.games.war_in_the_pacific.rules.sailing import has_ships
from ironbottom.games.war_in_the_pacific.rules.search_orders import POINTS, in_fair_weather, up_to
from ironbottom.games.war_in_the_pacific.rules.search_points import SEARCH_READS, weather
from ironbottom.games.war_in_the_pacific.rules.task_forces import formed
from ironbottom.games.war_in_the_pacific.rules.waves import (
    AT_SEA,
    FORCE,
)

MOST_IN_WAVE = 30
"""7.7 The most points of a wave."""


@while_unchanged(flights.POINTS_READ)
def fighters(state: State, side: int) -> dict[int, Members]:
    """6.2 By base the stacks of fighters of which points may patrol."""
    pieces: Pieces = state.rules.pieces
    found: dict[int, list[int]] = {}
    for (base, stack), free in flights.roster(state, side).items():
        if free.strike and "fighter" in pieces.air[stack // len(TRAININGS)].roles:
            found.setdefault(base, []).append(stack)
    return {base: sets.gathered(stacks, len(STACKS)) for base, stacks in found.items()}


@restriction("6.2", "no fighters at {base} are free to patrol")
def with_fighters(state: State, here: Procedure, side: int) -> Members:
    bases = [base for base in in_fair_weather(state, side) if base in fighters(state, side)]
    return sets.gathered(bases, len(BASES))


@restriction("6.2", "{stack} are no fighters, or none of them is free")
def of_fighters(state: State, here: Procedure, side: int, base: int) -> Members:
    return fighters(state, side).get(base, 0)


@restriction("6.2", "{over} is neither their own base nor a friendly hex within half their range, or lies in a storm")
def own_or_near(state: State, here: Procedure, side: int, base: int, stack: int) -> Members:
    return patrolled(state, side, base, stack // len(TRAININGS))


@while_unchanged(SEARCH_READS)
def patrolled(state: State, side: int, base: int, kind: int) -> Members:
    """6.2, 8.6 The hexes that fighters may patrol: their base's, and named hexes of their side within half range."""
    pieces: Pieces = state.rules.pieces
    control, start = state.arrays[places.CONTROL], air_bases.where(state, base)
    if start < 0:
        return 0
    half = pieces.air[kind].range_mp // 2
    found = [start] if base < FIRST_DECK else []
    near = pieces.flying(start, state.cells[places.SCENARIO])
    found += [at for at in pieces.atlas.places if control[at] == side and near.get(at, FARTHEST + 1) <= half]
    return sets.gathered([at for at in found if weather(state, at) != "storm"], len(HEXES))


@restriction("6.2", "{force} is not yours, is out of half their range, or lies in a storm")
def own_force_near(state: State, here: Procedure, side: int, base: int, stack: int) -> Members:
    pieces: Pieces = state.rules.pieces
    start = air_bases.where(state, base)
    half = pieces.air[stack // len(TRAININGS)].range_mp // 2
    found = []
    for force in formed(state, side):
        at = state.cells[places.FORCE_AT + force]
        if has_ships(state, force) and away(state, start, at) <= half and weather(state, at) != "storm":
            found.append(force)
    return sets.gathered(found, len(FORCES))


@restriction("6.11", "fewer points of {stack} than {points} are free to patrol")
def free_to_patrol(state: State, here: Procedure, side: int, base: int, stack: int, over: int) -> Members:
    return up_to(flights.may_fly(state, side, base, stack, strike=True))


@restriction("6.2", "all flights that can be told apart are in the air")
def flight_free(state: State, here: Procedure, side: int) -> bool:
    return flights.free_number(state, side) != flights.NO_FLIGHT


# -- 6.3 to 6.5 targets ----------------------------------------------------------------------------------


def pool(state: State, side: int, *, special: bool) -> dict[tuple[int, int], int]:
    """6.1, 6.6 The points that may join a wave, by base and stack: those free, for a Special Strike those ready."""
    if not special:
        return {key: free.strike for key, free in flights.roster(state, side).items() if free.strike}
    return flights.ready(state, side)


def reachable(state: State, side: int, at: int, roles: tuple[int, ...], *, special: bool = False) -> bool:
    """6.1, 6.12 Whether any free points of a side with one of these Roles reach a hex, out of no storm."""
    return any(True for _ in able(state, side, at, roles, special=special))


def able(
    state: State, side: int, at: int, roles: tuple[int, ...], *, special: bool = False
) -> Iterator[tuple[int, int, int]]:
    """5.2, 6.1, 6.12 The bases, stacks and Roles that can be sent at a hex: rated, free, in range, out of no storm."""
    pieces: Pieces = state.rules.pieces
    cost: dict[int, int] = {}
    for base, stack in pool(state, side, special=special):
        row = pieces.air[stack // len(TRAININGS)]
        fit = [role for role in roles if rated_for(state, side, stack, role)]
        if not fit:
            continue
        if base not in cost:
            cost[base] = cost_from(state, base, at)
        if cost[base] <= row.extended_mp:
            yield from ((base, stack, role) for role in fit)


def rated_for(state: State, side: int, stack: int, role: int) -> bool:
    """5.2, 39.41, 39.45 Whether a stack is rated for a Role; as kamikazes fly what may, while any may yet."""
    pieces: Pieces = state.rules.pieces
    if role == flights.KAMIKAZE:
        return kamikazes.left(state, side) > 0 and kamikazes.eligible(pieces, stack)
    return ROLE_NAMES[role] in pieces.air[stack // len(TRAININGS)].roles


def cost_from(state: State, base: int, at: int) -> int:
    """3.3, 8.6 The Movement Points by air from a base to a hex; beyond any range where nothing takes off."""
    start = air_bases.where(state, base)
    if start < 0 or weather(state, start) == "storm":
        return FARTHEST + 1
    return away(state, start, at)


ROLE_NAMES = {number: "fighter" if number == flights.ESCORT else name for name, number in flights.DUTY.items()}
SENT = sorted({*ON_SHIPS, *ON_PORTS, *ON_LAND})
"""5.2 The Roles that attack."""


@restriction("7.7", "no more waves can be told apart in this phase")
def wave_free(state: State, here: Procedure, side: int) -> bool:
    return waves.free_wave(state, side) != waves.NO_WAVE


@restriction("6.5", "{force} is not in contact, or lies in a storm")
def in_contact(state: State, here: Procedure, side: int) -> Members:
    return sets.gathered(contacted(state, side), len(FORCES))


def contacted(state: State, side: int) -> list[int]:
    """6.5, 8.6 The enemy's forces in contact, by where they are reported, out of any storm."""
    cells = state.cells
    return [
        force
        for force in range(len(FORCES))
        if cells[places.IN_CONTACT] >> force & 1
        and force // (len(FORCES) // 2) != side
        and cells[places.CONTACT_AT + force] >= 0
        and weather(state, cells[places.CONTACT_AT + force]) != "storm"
    ]


@restriction("6.5", "{force} is out of range of every free air point that attacks ships")
def force_in_range(state: State, here: Any, side: int) -> Members:
    at, special = places.CONTACT_AT, here.special
    found = [
        f for f in contacted(state, side) if reachable(state, side, state.cells[at + f], ON_SHIPS, special=special)
    ]
    return sets.gathered(found, len(FORCES))


def struck_hexes(state: State, side: int) -> list[int]:
    """6.3 The hexes with anything to strike that free points of a side reach."""
    ranges: dict[int, dict[int, int]] = {}
    air = state.rules.pieces.air
    for base, stack in pool(state, side, special=False):
        row, of_base = air[stack // len(TRAININGS)], ranges.setdefault(base, {})
        for role in (role for role in SENT if rated_for(state, side, stack, role)):
            of_base[role] = max(of_base.get(role, 0), row.extended_mp)
    starts = [(air_bases.reaches_from(state, base), of_base) for base, of_base in ranges.items() if of_base]
    ways: dict[tuple[int, ...], list[tuple[Mapping[int, int], int]]] = {}
    found = []
    for at, roles in struck_by(state, side):
        if roles not in ways:
            longest = [(away, max([of_base.get(role, -1) for role in roles])) for away, of_base in starts]
            ways[roles] = [(away, most) for away, most in longest if most >= 0]
        if any(away.get(at, FARTHEST + 1) <= most for away, most in ways[roles]):
            found.append(at)
    return found


@while_unchanged(target_marks)
def struck_by(state: State, side: int) -> list[tuple[int, tuple[int, ...]]]:
    """6.3 The hexes with anything to strike near enough for any range, with the Roles in which it is struck."""
    found = []
    for at in enemy_hexes(state, side):
        roles = {role for prey in prey_at(state, side, at) for role in roles_against(prey)}
        if roles:
            found.append((at, tuple(sorted(roles))))
    return found


def enemy_hexes(state: State, side: int) -> list[int]:
    """Named hexes and bases of the enemy in play, and hexes with his ground units, near enough for any range."""
    pieces: Pieces = state.rules.pieces
    named = [at for at in pieces.atlas.places if state.arrays[places.CONTROL][at] == 1 - side]
    built = [at for at in state.cells[places.NEW_BASE_AT : places.NEW_BASE_AT + air_bases.NEW] if at >= 0]
    troops = [state.arrays[places.UNIT_AT][unit] for unit in UNITS_OF[1 - side]]
    whole = {*named, *built, *(at for at in troops if 0 <= at < len(HEXES))}
    starts = [air_bases.where(state, base) for base in in_fair_weather(state, side)]
    near = [pieces.flying(start, state.cells[places.SCENARIO]) for start in dict.fromkeys(starts)]
    return sorted(at for at in whole if any(at in reached for reached in near))


@restriction("6.3", "nothing of the enemy's at {at} is in range of free air points, or a storm is there")
def something_there(state: State, here: Procedure, side: int) -> Members:
    return sets.gathered(struck_hexes(state, side), len(HEXES))


@restriction("6.3", "there is no {target} to strike there")
def of_that_kind(state: State, here: Procedure, side: int, at: int) -> Members:
    found = [prey for prey in prey_at(state, side, at) if reachable(state, side, at, roles_against(prey))]
    return sets.gathered(found, len(places.PREY))


@restriction("31.1", "no free points that reach it fly {altitude}, or ships are not struck from there")
def band_of_types(state: State, here: Procedure, side: int, at: int, target: int) -> Members:
    if target in AT_SEA:
        return 1 << MEDIUM
    bands = 0
    for _, stack, _ in able(state, side, at, roles_against(target)):
        bands |= bands_of(state, stack)
    return bands


def bands_of(state: State, stack: int) -> int:
    """31.1 The altitudes of a stack, as bits: heavy bombers high or medium, others medium or low."""
    pieces: Pieces = state.rules.pieces
    high = pieces.air[stack // len(TRAININGS)].altitude == "H"
    return 1 << HIGH | 1 << MEDIUM if high else 1 << MEDIUM | 1 << LOW


PATROL = Verb(
    "patrol",
    clause="6.2",
    when=(flight_free,),
    base=Argument(BASES, with_fighters),
    stack=Argument(STACKS, of_fighters),
    over=Argument(HEXES, own_or_near),
    points=Argument(POINTS, free_to_patrol),
)
COVER = Verb(
    "cover",
    clause="6.2",
    when=(flight_free,),
    base=Argument(BASES, with_fighters),
    stack=Argument(STACKS, of_fighters),
    force=Argument(FORCES, own_force_near),
    points=Argument(POINTS, free_to_patrol),
)
STRIKE = Verb("strike", clause="6.5", when=(wave_free, flight_free), force=Argument(FORCES, in_contact, force_in_range))
RAID = Verb(
    "raid",
    clause="6.3",
    when=(wave_free, flight_free),
    at=Argument(HEXES, something_there),
    target=Argument(places.PREY, of_that_kind),
    altitude=Argument(places.ALTITUDES, band_of_types),
)


# -- 6.7, 7.7 a wave -------------------------------------------------------------------------------------


@restriction("6.12", "no points at {base} that are free reach the target")
def base_in_range(state: State, here: Any, side: int) -> Members:
    return sets.gathered({base for base, _, _ in senders(state, here, side)}, len(BASES))


def senders(state: State, here: Any, side: int) -> list[tuple[int, int, int]]:
    """6.1, 6.12 Who may join a wave: bases, stacks and Roles; escorts only once there is something to escort."""
    wave = here.wave
    at, prey = state.arrays[places.WAVE_AT][wave], state.arrays[places.WAVE_TARGET][wave]
    roles = roles_against(prey)
    if attackers(state, side, wave):
        roles = (*roles, flights.ESCORT)
    return [
        (base, stack, role)
        for base, stack, role in able(state, side, at, roles, special=here.special)
        if in_band(state, wave, stack, role)
    ]


def in_band(state: State, wave: int, stack: int, role: int) -> bool:
    """31.1, 31.4 Whether points fly at the altitude of their wave; fighters that escort or strafe come along."""
    if role != flights.BOMBARDMENT:
        return True
    return bool(bands_of(state, stack) >> state.arrays[places.WAVE_HIGH][wave] & 1)


def attackers(state: State, side: int, wave: int) -> int:
    """The points of a wave that attack."""
    return sum(
        state.arrays[places.FLIGHT_POINTS][flight]
        for flight in waves.flights_of(state, side, wave)
        if state.arrays[places.FLIGHT_DUTY][flight] in flights.ATTACKS
    )


@restriction("6.12", "{stack} have no free points that reach the target and are rated for it")
def stack_in_range(state: State, here: Any, side: int, base: int) -> Members:
    return sets.gathered({stack for start, stack, _ in senders(state, here, side) if start == base}, len(STACKS))


@restriction("5.2", "{stack} cannot take the Role of {role} here")
def rated(state: State, here: Any, side: int, base: int, stack: int) -> Members:
    found = {role for start, which, role in senders(state, here, side) if (start, which) == (base, stack)}
    return sets.gathered(found, len(places.DUTIES))


@restriction("7.7", "a wave has thirty points at most, and no more than {points} of {stack} are free")
def fit_in(state: State, here: Any, side: int, base: int, stack: int, role: int) -> Members:
    left = MOST_IN_WAVE - waves.size(state, side, here.wave)
    if role == flights.KAMIKAZE:
        left = min(left, kamikazes.left(state, side))
    return up_to(min(pool(state, side, special=here.special).get((base, stack), 0), left))


@restriction("7.7", "a wave has a point at least that attacks")
def someone_attacks(state: State, here: Any, side: int) -> bool:
    return attackers(state, side, here.wave) > 0


SEND = Verb(
    "send",
    clause="6.1",
    when=(flight_free,),
    base=Argument(BASES, base_in_range),
    stack=Argument(STACKS, stack_in_range),
    role=Argument(places.DUTIES, rated),
    points=Argument(POINTS, fit_in),
)
FLY = Verb("fly", clause="7.7", when=(someone_attacks,))


class WavePlan(Question):
    """6.1, 7.7 A wave is filled with points, base by base."""

    number, name, clause, question = 16, "wave_plan", "7.7", "Which air points fly in this wave, in which Role?"
    verbs = (SEND, FLY)
    completes, hides_forced, in_silence = True, True, True
    special: ClassVar[bool] = False
    side: Annotated[int, One(SIDES)]
    wave: Annotated[int, One(WAVES)]

    def send(self, play: Play, base: int, stack: int, role: int, points: int) -> None:
        """6.1 Points join the wave in a Role."""
        at = play.state.arrays[places.WAVE_AT][self.wave]
        wanted = flights.Sortie(base, stack, role, wave=self.wave, over=at)
        flights.launch(play.state, self.side, wanted, points)
        if role == flights.KAMIKAZE:
            kamikazes.fly(play.state, points)

    def fly(self, play: Play) -> None:
        """The wave is complete; its owner alone is told."""
        play.pop()
        arrays = play.state.arrays
        play.tell_only(
            self.side,
            log.WAVE,
            self.wave,
            arrays[places.WAVE_AT][self.wave],
            arrays[places.WAVE_TARGET][self.wave],
            waves.size(play.state, self.side, self.wave),
        )


def go_on_patrol(play: Play, side: int, patrol: flights.Sortie, points: int) -> None:
    """6.2, 5.9 Fighters take the patrol Role, which counts as flown."""
    flights.launch(play.state, side, patrol, points)
    flights.count_flown(play.state, patrol.base, patrol.stack, points)


class Declaring(Question):
    """4.11 A side declares its patrols and its Strikes for this Air Phase."""

    number, name, clause, question = 17, "declaring", "4.11", "Declare your Combat Air Patrols and your Strikes."
    verbs = (PATROL, COVER, STRIKE, RAID, DONE)
    hides_forced, in_silence = True, True
    special: ClassVar[bool] = False
    side: Annotated[int, One(SIDES)]

    def patrol(self, play: Play, base: int, stack: int, over: int, points: int) -> None:
        """6.2 Fighters patrol a hex."""
        go_on_patrol(play, self.side, flights.Sortie(base, stack, flights.PATROL, over=over), points)
        play.tell_only(self.side, log.PATROLS, base, stack, points, over)

    def cover(self, play: Play, base: int, stack: int, force: int, points: int) -> None:
        """6.2 Fighters patrol over a Task Force."""
        at = play.cells[places.FORCE_AT + force]
        go_on_patrol(play, self.side, flights.Sortie(base, stack, flights.PATROL, over=at, covers=force), points)
        play.tell_only(self.side, log.COVERS, base, stack, points, force)

    def strike(self, play: Play, force: int) -> None:
        """6.5 A wave at a Task Force in contact, where it was reported."""
        at = play.cells[places.CONTACT_AT + force]
        play.push(WavePlan(self.side, waves.begin(play.state, self.side, waves.Aim(at, FORCE, MEDIUM, force))))

    def raid(self, play: Play, at: int, target: int, altitude: int) -> None:
        """6.3 A wave at something in a hex."""
        play.push(WavePlan(self.side, waves.begin(play.state, self.side, waves.Aim(at, target, altitude))))

    def done(self, play: Play) -> None:
        """4.31 The declaration is closed; the First Player is told the hexes that the Second's Strikes go to."""
        play.pop()
        first = play.cells[places.FIRST_PLAYER]
        if self.side != first:
            hexes = {play.state.arrays[places.WAVE_AT][wave] for wave in waves.open_waves(play.state, self.side)}
            play.tell_only(first, log.STRIKES_SEEN, tuple(sorted(hexes)))


PROCEDURES = (WavePlan, Declaring)
