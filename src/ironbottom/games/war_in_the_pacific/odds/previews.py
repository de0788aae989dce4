"""6.7, 7.7, 8.4 The odds of a strike before it is ordered, from what a report shows.

``wave_odds`` computes the wave that is being filled, without a patrol and with an assumed one. ``at_targets`` computes
the effect of all free points on each possible target. Each modifier is named, and notes list the assumptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import flight_duties, strike_targets
from ironbottom.games.war_in_the_pacific.derived.search_reach import weather
from ironbottom.games.war_in_the_pacific.odds import planned_waves
from ironbottom.games.war_in_the_pacific.odds.planned_waves import AttackConditions, Wave
from ironbottom.games.war_in_the_pacific.odds.reports import ReportedTarget, Reports
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES, Wing
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES
from ironbottom.games.war_in_the_pacific.rules.air import strike_declaration, waves
from ironbottom.games.war_in_the_pacific.rules.air.interception import MEDIUM
from ironbottom.games.war_in_the_pacific.rules.air.waves import Aim
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.odds.tables import HITS, OddsRow, OddsTable

GOES = "wave loses, on average"
LEVELS = ["no more", "one level", "two levels", "three or more", "sunk", GOES]
ON_LAND = [*HITS, GOES]
NO_PATROL = Wing(0, 0)
MAX_ROWS = 40
"""The largest number of ground targets that are listed, the nearest first."""
MODIFIERS = {
    "speed_0_or_in_port": "in port",
    "no_cap_engaged": "no patrol met",
    "untrained": "mostly untrained",
    "extended_range": "mostly at extended range",
    "overcast": "overcast",
    "us_torpedoes": "U.S. torpedoes of these years",
}
HIT_EFFECTS = {
    strike_targets.AIRBASE: "a hit damages a Level and a tenth of the parked points",
    strike_targets.PORT: "a hit damages the port",
    strike_targets.GROUND: "a hit disrupts all units there",
    strike_targets.GUNS: "a hit silences some of the guns",
    strike_targets.SUPPLY: "a hit destroys Supply Points",
    strike_targets.RAILCAP: "a hit takes a point of Railcap for the Cycle",
    strike_targets.SEACAP: "a hit takes a point of Seacap for the Cycle",
}
"""31.1 The effect of a hit on each kind of target."""


class WaveSituation(NamedTuple):
    """What a wave meets: fire, ships, the chance of finding them, cloud, and whether they are in port."""

    fire: int
    ships: list[ReportedTarget]
    finds: float
    overcast: bool
    in_port: bool


def wave_odds(state: State, side: int, wave: int) -> list[OddsTable]:
    """7.7 The odds of the wave as filled so far; none before it has a point that drops or bombards."""
    own, reports = planned_waves.wave_of(state, side, wave), Reports(state, side)
    if own.aim.link >= 0:
        # 15.5 The ships of an enemy link are unknown.
        return []
    if all(part.role == flight_duties.STRAFING for part in own.parts):
        return []
    against = against_of(state, reports, own)
    name, patrol = reports.patrol(at_sea=own.aim.force >= 0)
    rows: list[OddsRow] = []
    for said, met in (("no patrol", NO_PATROL), (f"{patrol.points} {name} on patrol", patrol)):
        rows += preview_rows(state, side, own, against, met, said)
    notes = [*found_by(against), f"anti-aircraft fire {against.fire}", *wave_modifiers(state, side, own, against)]
    patrol_adds, escort_adds = planned_waves.bounce_added(own)
    notes += [f"Bounce: patrol {patrol_adds:+d}, escort {escort_adds:+d}", *wave_assumptions(own, against)]
    outcomes = LEVELS if own.aim.target in strike_targets.AT_SEA else ON_LAND
    return [OddsTable(f"This wave at {target_text(own.aim)}", outcomes, rows, "; ".join(notes))]


def at_targets(state: State, side: int, *, special: bool) -> list[OddsTable]:
    """6.3, 6.5 The effect of all free points on each target in range, without a patrol."""
    reports = Reports(state, side)
    at_sea, on_land = list[OddsRow](), list[OddsRow]()
    forces, at_force = strike_declaration.contacted(state, side), layout.CONTACT_AT
    found = [Aim(state.cells[at_force + force], strike_targets.FORCE, MEDIUM, force) for force in forces]
    for hex in [] if special else strike_declaration.struck_hexes(state, side)[:MAX_ROWS]:
        found += [Aim(hex, target, MEDIUM) for target in strike_targets.targets_at(state, side, hex)]
    for aim in found:
        wave = planned_waves.all_free_points(state, side, aim, special=special)
        if not wave.parts:
            continue
        against = against_of(state, reports, wave)
        rows = preview_rows(state, side, wave, against, NO_PATROL, f"{count(attacking_points(wave), 'point')} sent")
        for row in rows:
            row.name = f"{target_text(aim)}: {row.name}".replace("the force reported at", "Report at")
        (at_sea if aim.target in strike_targets.AT_SEA else on_land).extend(rows)
    note = "no patrol met; the report may be wrong; each ship is assumed to be typical of its type and undamaged"
    tables = [OddsTable("All free points at each target", LEVELS, at_sea, note)] if at_sea else []
    if on_land:
        note = "hits of all free points at medium altitude; no patrol met; ships in port do not fire"
        tables.append(OddsTable("All free points at each target ashore", ON_LAND, on_land, note))
    return tables


def attacking_points(wave: Wave) -> int:
    """7.7 The attacking points of a wave."""
    return sum(part.points for part in wave.parts)


def target_text(aim: Aim) -> str:
    """The target of a wave, in words."""
    place = HEXES.titles[aim.hex]
    if aim.target == strike_targets.FORCE:
        return f"the force reported at {place}"
    return f"{place}, {layout.STRIKE_TARGETS.ids[aim.target]}"


def against_of(state: State, reports: Reports, wave: Wave) -> WaveSituation:
    """8.3, 8.4, 7.5 The conditions that a wave meets, as its side knows them."""
    pieces = state.rules.pieces
    aim, overcast = wave.aim, weather(state, wave.aim.hex) == "overcast"
    if aim.target == strike_targets.FORCE:
        chit = state.cells[layout.CONTACT + aim.force]
        fix = pieces.charts.search_chits[chit].fix if chit >= 0 else 0
        ships = reports.in_force(aim.force, attacking_points(wave))
        return WaveSituation(reports.fire_of(aim.force), ships, fix / FACES, overcast, in_port=False)
    fire = waves.ground_fire(state, 1 - reports.side, aim.hex)
    ships = reports.in_port(aim.hex, attacking_points(wave)) if aim.target == strike_targets.IN_PORT else []
    return WaveSituation(fire, ships, 1.0, overcast, in_port=True)


def preview_rows(state: State, side: int, wave: Wave, against: WaveSituation, patrol: Wing, said: str) -> list[OddsRow]:
    """12.1, 31.1 A row for each ship that may be attacked, or one row for a ground target."""
    pieces = state.rules.pieces
    left = planned_waves.survivors_of_parts(state, wave, patrol, against.fire)
    key = f"{FORCES.ids[wave.aim.force]}" if wave.aim.force >= 0 else HEXES.ids[wave.aim.hex]
    key = f"{key} {layout.STRIKE_TARGETS.ids[wave.aim.target]}"
    if wave.aim.target not in strike_targets.AT_SEA:
        return [OddsRow(f"{key} {said}", capitalized(said), planned_waves.at_ground(state, wave, left))]
    conditions = AttackConditions(not against.in_port, patrol.points > 0, against.overcast)
    rows = []
    for seen in against.ships:
        kind = pieces.ships[seen.ship].type
        drawn = f"{kind} by lot, {count(seen.draws, 'point')}" if seen.lot else kind
        chances = planned_waves.at_ship(state, side, wave, left, seen, conditions, against.finds)
        rows.append(OddsRow(f"{key} {kind} {said}", f"{drawn}, {said}", chances))
    return rows


def capitalized(words: str) -> str:
    """The words with a capital first letter, as at the start of a row."""
    return words[:1].upper() + words[1:]


def found_by(against: WaveSituation) -> Iterable[str]:
    """8.4 The chance that a wave finds a force, with its text."""
    fix = round(against.finds * FACES)
    if not against.in_port:
        yield f"found on a roll of {fix} or less" if fix < FACES else "found on any roll"


def wave_modifiers(state: State, side: int, wave: Wave, against: WaveSituation) -> list[str]:
    """11.5, 5.11, 6.12, 31.1 The modifiers for the whole wave, by name."""
    if wave.aim.target not in strike_targets.AT_SEA:
        group = [part for part in wave.parts if part.role == flight_duties.BOMBARDMENT]
        return [f"{MODIFIERS[name]} {added:+d}" for name, added in planned_waves.of_group(group).items()]
    result: dict[str, int] = {}
    conditions = AttackConditions(not against.in_port, False, against.overcast)
    for role in {part.role: None for part in wave.parts}:
        there = [part for part in wave.parts if part.role == role]
        result |= planned_waves.named_modifiers(state, side, role, there, there, conditions)
    return [f"{MODIFIERS[name]} {added:+d}" for name, added in result.items()]


def wave_assumptions(wave: Wave, against: WaveSituation) -> Sequence[str]:
    """The assumptions about a wave and its target."""
    result = []
    if wave.aim.target not in strike_targets.AT_SEA:
        result.append(HIT_EFFECTS[wave.aim.target])
    else:
        lot = any(seen.lot for seen in against.ships)
        share = "each ship gets its share at random" if lot else "all points at one ship, up to its limit"
        result += [share, "torpedoes before bombs", "a typical ship of its type, undamaged"]
    result.append(
        "the report may be wrong (8.3)" if wave.aim.target == strike_targets.FORCE else "ships in port do not fire"
    )
    if any(part.role == flight_duties.STRAFING for part in wave.parts):
        result.append("strafing comes after")
    result.append("losses include points driven off")
    return result
