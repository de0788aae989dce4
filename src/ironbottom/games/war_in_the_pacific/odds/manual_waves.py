"""A wave described by hand: its points and Roles, the fire and fighters against it, and its survivors (7.0, 31.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived import aircraft_roles, flight_duties
from ironbottom.games.war_in_the_pacific.derived.target_choices import ALTITUDES_OF_TYPES
from ironbottom.games.war_in_the_pacific.odds import asking, melees
from ironbottom.games.war_in_the_pacific.odds.answers import (
    OddsAnswer,
    OddsQuestion,
    modifiers_named,
    numbers_table,
    signed,
)
from ironbottom.games.war_in_the_pacific.odds.asking import AirPart
from ironbottom.games.war_in_the_pacific.odds.melees import Flights, MeleeHits
from ironbottom.games.war_in_the_pacific.odds.planned_waves import Contingent
from ironbottom.games.war_in_the_pacific.odds.wave_survival import Left, bounces, come_through
from ironbottom.games.war_in_the_pacific.pieces import STACKS, TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.rules.air import waves
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import UNTRAINED, Flight
from ironbottom.games.war_in_the_pacific.rules.air.strike_declaration import MAX_IN_WAVE
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.odds.distributions import Distribution, mean

AIR_NAMES = {kind: row.name for kind, row in load().table(tables.AIRCRAFT).items()}
MAX_STATES = 10_000
"""The largest number of outcomes of a wave that are computed; four types with seven or eight points each reach it, for
example.
"""
AT_SHIPS = (flight_duties.TORPEDO, flight_duties.BOMB, flight_duties.KAMIKAZE)
AT_LAND = (flight_duties.BOMBARDMENT,)
IN_WORDS = {
    flight_duties.TORPEDO: "torpedoes",
    flight_duties.BOMB: "bombs",
    flight_duties.KAMIKAZE: "kamikazes",
    flight_duties.BOMBARDMENT: "bombardment",
}


class AskedWave(NamedTuple):
    """The wave of a question: its side, its attackers in a fixed, public order, and its escort."""

    side: str
    parts: tuple[Contingent, ...]
    strikers: Flights
    escorts: Flights

    @property
    def some_far(self) -> bool:
        """6.12 Whether any points of the wave come from extended range."""
        return any(part.far for part in self.parts)

    def in_role(self, role: int, points: Sequence[int]) -> list[Contingent]:
        """The parts of the wave in a Role, with these numbers of points, without empty parts."""
        pairs = zip(self.parts, points, strict=True)
        return [part._replace(points=number) for part, number in pairs if part.role == role and number]


class Passage(NamedTuple):
    """The result of the approach: survivors of each part; the patrol, the combat, the fire, the modifiers."""

    left: Left
    patrol: Flights
    fight: MeleeHits
    fire: int
    added: tuple[int, int]
    named: list[str]

    @property
    def engaged(self) -> bool:
        """7.1 Whether there is a patrol."""
        return bool(self.patrol)


# -- the question -------------------------------------------------------------------------------------------------


def read_wave(rules: Rules, question: OddsQuestion, roles: Sequence[int]) -> AskedWave:
    """6.1, 7.7 The wave in a question; its points take the first Role for which they have a rating."""
    pieces = rules.pieces
    strikers, escorts = asking.read_air(question.strikers, "strikers"), asking.read_air(question.escort, "escort")
    side = asking.one_side([*strikers, *escorts], "escort")
    parts = [Contingent(part.stack, role_of(pieces, part, roles), part.points, part.far) for part in strikers]
    parts.sort(key=lambda part: (part.stack // len(TRAININGS), -(part.stack % len(TRAININGS)), part.role))
    flown = sum(part.points for part in (*strikers, *escorts))
    if flown > MAX_IN_WAVE:
        raise BadValue(f"{flown} points are too many for a wave; at most {MAX_IN_WAVE}", field="strikers", clause="7.7")
    if prod(part.points + 1 for part in parts) > MAX_STATES:
        raise BadValue("there are too many types to compute; name fewer types or points", field="strikers")
    for part in escorts:
        fighter(pieces, part, "escort")
    wings = tuple([flight_of(pieces, part.stack, part.points, part.role) for part in parts])
    return AskedWave(side, tuple(parts), wings, tuple([flight_of(pieces, part.stack, part.points) for part in escorts]))


def role_of(pieces: Pieces, part: AirPart, roles: Sequence[int]) -> int:
    """5.2 The Role of points, which must have a rating for it."""
    row = pieces.air[part.kind]
    rated = {
        flight_duties.TORPEDO: row.torpedo > 0,
        flight_duties.BOMB: row.bomb > 0,
        flight_duties.BOMBARDMENT: row.bombardment > 0,
        flight_duties.KAMIKAZE: aircraft_roles.may_fly_as_kamikaze(pieces, part.stack),
    }
    may = [role for role in roles if rated[role]]
    if part.role is None:
        usual = [role for role in may if role != flight_duties.KAMIKAZE]
        if usual:
            return usual[0]
    elif part.role in may:
        return part.role
    text = " or ".join(IN_WORDS[role] for role in (roles if part.role is None else (part.role,)))
    raise BadValue(f"{row.name} does not fly with {text} at such a target", field="strikers", clause="5.2")


def fighter(pieces: Pieces, part: AirPart, field: str) -> None:
    """5.2 Refuses points that are not fighters."""
    row = pieces.air[part.kind]
    if "fighter" not in row.roles:
        raise BadValue(f"{row.name} does not fly as a fighter", field=field, clause="5.2")


def flight_of(
    pieces: Pieces, stack: int, points: int, role: int = flight_duties.ESCORT, *, tired: bool = False
) -> Flight:
    """7.1 Points as a flight in air combat; every hit on kamikazes is a loss (39.42)."""
    row = pieces.air[stack // len(TRAININGS)]
    fragility = 1 if role == flight_duties.KAMIKAZE else row.fragility
    return Flight(row.id, row.air_to_air, fragility, points, stack % len(TRAININGS), tired)


def read_patrol(rules: Rules, question: OddsQuestion, side: str) -> tuple[AirPart, ...]:
    """6.2 The patrol of the other side."""
    parts = asking.read_air(question.patrol, "patrol")
    for part in parts:
        fighter(rules.pieces, part, "patrol")
    if parts and side and asking.one_side(parts, "patrol") == side:
        raise BadValue("the patrol belongs to the side that strikes", field="patrol")
    return tuple(parts)


# -- the opposition -----------------------------------------------------------------------------------------------


def passage(rules: Rules, question: OddsQuestion, wave: AskedWave, fire: int, allowed: Sequence[str]) -> Passage:
    """7.1, 7.2, 7.5, 31.1 Computes the approach past the patrol and the fire."""
    pieces = rules.pieces
    there = read_patrol(rules, question, wave.side)
    patrol = tuple([flight_of(pieces, part.stack, part.points, tired=question.tired) for part in there])
    high, low = question.altitude == "high", question.altitude == "low"
    named = modifiers_named(question.modifiers, allowed)
    added = bounce_added(rules, question, there, wave, named)
    fight = melees.melee_hits(pieces.charts, patrol, wave.escorts, wave.strikers, added, high=high)
    order = sorted(range(len(wave.parts)), key=lambda place: wave.parts[place].role not in waves.LOW_DOWN)
    fired = -(-fire // 2) if high else 2 * fire if low else fire
    points = [part.points for part in wave.parts]
    left: Left = come_through(pieces.charts, points, order, fight.strikers, fired) if points else {(): 1.0}
    return Passage(left, patrol, fight, fire, added, named)


def bounce_added(
    rules: Rules, question: OddsQuestion, patrol: Sequence[AirPart], wave: AskedWave, named: Sequence[str]
) -> tuple[int, int]:
    """7.2, 31.1 The Bounce modifiers of patrol and escort."""
    rows = rules.pieces.facts.table(charts.BOUNCE)

    def trained(trainings: list[int]) -> int:
        if not trainings:
            return 0
        result: int = rows["untrained" if UNTRAINED in trainings else "trained"].modifier
        return result

    theirs = trained([part.stack % len(TRAININGS) for part in patrol])
    theirs += sum(rows[name].modifier for name in ("radar", "unwarned") if name in named)
    ours = trained([flight.training for flight in wave.escorts])
    higher: int = rows["higher"].modifier
    return theirs + higher * (question.altitude == "low"), ours + higher * (question.altitude == "high")


def check_bands(pieces: Pieces, wave: AskedWave, altitude: str) -> None:
    """31.1 Refuses an altitude at which some of the points cannot bombard."""
    place = ("low", "medium", "high").index(altitude)
    for part in wave.parts:
        row = pieces.air[part.stack // len(TRAININGS)]
        if not ALTITUDES_OF_TYPES[row.altitude == "H"] >> place & 1:
            text = "high or medium" if row.altitude == "H" else "medium or low"
            raise BadValue(f"{row.name} bombards from {text}", field="altitude", clause="31.1")


# -- in words and figures ---------------------------------------------------------------------------------------------


def wave_lines(wave: AskedWave, passage: Passage) -> Iterator[str]:
    """The wave and its opposition, in sentences."""
    result = [
        f"{part.points} {STACKS.titles[part.stack]} with {IN_WORDS[part.role]}{' from far' if part.far else ''}"
        for part in wave.parts
    ]
    guard = [f"{flight.number} {AIR_NAMES[flight.type]}" for flight in wave.escorts]
    escort = f", escorted by {', '.join(guard)}" if guard else ""
    yield f"The wave: {', '.join(result) or 'no strikers'}{escort}."
    if passage.patrol:
        nobody, theirs, ours = bounces(*passage.added)
        bounce = f"nobody has the Bounce {nobody:.1%}, the patrol {theirs:.1%}, the escort {ours:.1%}"
        dice = signed({"patrol": passage.added[0], "escort": passage.added[1]})
        yield f"The patrol meets it; Bounce: {dice}: {bounce}."
    else:
        yield "No patrol is met."


def add_losses(answer: OddsAnswer, wave: AskedWave, passage: Passage, finds: float = 1.0) -> None:
    """7.12 Adds the losses of the wave, its escort and the patrol: points lost or driven off, and those lost."""
    rows = []
    sides = [("wave", wave.strikers, passage.left)] if wave.strikers else []
    for name, there, hit in (
        ("escort", wave.escorts, passage.fight.escorts),
        ("patrol", passage.patrol, passage.fight.patrol),
    ):
        if there and passage.patrol:
            sides.append((name, there, melees.points_after_hits(there, hit)))
    for name, there, left in sides:
        for said, chances in (("gone", melees.points_gone(there, left)), ("lost", melees.loss_chances(there, left))):
            found = scaled(chances, finds)
            rows.append((f"{name}: {said}", found))
            answer.figures[f"{name} {said}"] = mean(found)
    answer.tables.append(numbers_table("Air points", rows, "gone: lost or driven off"))
    by_patrol, whole = (
        scaled(passage.fight.strikers, finds),
        scaled(melees.points_gone(wave.strikers, passage.left), finds),
    )
    if passage.patrol and passage.fire:
        shares = f"{count_of(mean(by_patrol))} by the patrol, {count_of(mean(whole) - mean(by_patrol))} by fire"
        answer.lines.append(f"Average losses of the wave: {shares}.")


def count_of(points: float) -> str:
    """An average number of points.

    >>> count_of(1.5)
    '1.50 points'
    """
    return f"{points:.2f} points"


def scaled(chances: Distribution, finds: float) -> Distribution:
    """A distribution that applies only if the force is found, otherwise zero.

    >>> scaled((0.5, 0.5), 0.5)
    (0.75, 0.25)
    """
    return (1 - finds + finds * chances[0], *[finds * chance for chance in chances[1:]])


def sent(wave: AskedWave) -> str:
    """The number of attacking points of a wave."""
    return count(sum(part.points for part in wave.parts), "point")
