"""24.0 An attack on a hex: strengths, shifts, the die, losses of both sides, retreat, surrender."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.board.offset_grid import NOWHERE
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived import completed_construction, ground_stacks, supply_reach
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import (
    entrenched,
    has_combat_units,
    most_thirds,
    room_taken,
    terrain_of,
    terrain_row,
    type_of,
    units_at,
    zones,
)
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rules.land import combat_results, ground_movement
from ironbottom.games.war_in_the_pacific.rules.shore.landings import BY_PLAN, DROPPED, WITHOUT_PLAN
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turns import turn_number

MAX_HITS, MAX_UNDER_COVER = 3, 1
"""24.4 The largest numbers of column shifts by Bombardment: in general, and for troops under cover with the option
``bombardment_under_cover``.
"""
COVER = ("jungle", "mountain", "jungle_mountain", "city", "fortified")
"""24.4 The terrain that counts as cover with the option."""
FIRST_ATTACKS_TO = "4/3/42"
SURRENDER_AFTER = 4
SURRENDERS_FROM, HALVED_FROM = 5, 4
MARINES = ("jp_1_1_snlf", "us_4_1_mar", "us_4_1_mar_bg")
OPEN_GROUND = ("clear", "desert")
SHIFTS = (
    *("terrain", "mechanized", "entrenched", "across_water", "attacker_unsupplied", "defender_unsupplied"),
    *("bombardment", "engineer", "unplanned_landing", "marines", "partisans", "first_attack"),
)
"""24.4 The column shifts, in the order in which an event lists them."""


class Odds(NamedTuple):
    """24.2 The odds of an attack: both strengths, each shift in the order of ``SHIFTS``, the column."""

    attacker: int
    defender: int
    shifts: tuple[int, ...]
    column: int


def attack_strength(state: State, unit: int, target: int) -> int:
    """16.4, 6.9 The attack strength of a unit.

    After a landing since the last Ground Phase it is half if planned, otherwise a quarter.

    Units that dropped from the air attack at half, or in full if the hex has no combat unit.
    """
    pieces = state.rules.pieces
    row, landed = type_of(state, unit), state.arrays[layout.LANDED][unit]
    if not landed:
        return row.strength
    rows = pieces.facts.table(charts.AMPHIBIOUS)
    if landed == DROPPED and not has_combat_units(state, ALLIES if unit in UNITS_OF[JAPAN] else JAPAN, target):
        return row.strength
    part = rows["unplanned"] if landed == WITHOUT_PLAN else rows["planned"]
    if row.id in MARINES and landed == BY_PLAN:
        part = rows["marines"]
    return -(-row.strength * part.parts // part.of)


def sides_of_hex(state: State, hex: int, target: int) -> int:
    """22.6 The side on which a hex touches another; -1 for the hex itself or a hex that is not adjacent."""
    around = GRID.beyond(hex)
    return around.index(target) if target in around else -1


def may_attack_hex(state: State, unit: int, target: int) -> bool:
    """24.1, 22.6 Whether a unit may attack a hex: it is in the hex, or adjacent by land or over a strait."""
    pieces = state.rules.pieces
    hex = state.arrays[layout.UNIT_AT][unit]
    if hex == target:
        return True
    number = sides_of_hex(state, hex, target)
    if number < 0:
        return False
    atlas = pieces.atlas
    return bool((atlas.on_foot[hex] | atlas.straits[hex] | roads_from(state, hex)) >> number & 1)


def roads_from(state: State, hex: int) -> int:
    """3.22 The sides of a hex crossed by any road, as bits."""
    roads = completed_construction.roads_in(state)
    return roads.major[hex] | roads.minor[hex]


def over_water(state: State, unit: int, target: int) -> bool:
    """22.6, 24.4 Whether a unit attacks only over a strait."""
    pieces = state.rules.pieces
    hex = state.arrays[layout.UNIT_AT][unit]
    number = sides_of_hex(state, hex, target) if hex != target else -1
    strait = number >= 0 and bool(pieces.atlas.straits[hex] >> number & 1)
    return strait and not roads_from(state, hex) >> number & 1


def shifts_of(state: State, side: int, attackers: list[int], target: int) -> tuple[int, ...]:
    """24.4 Each shift of an attack, in the order of ``SHIFTS``."""
    pieces = state.rules.pieces
    rows, terrain = pieces.facts.table(charts.GROUND_MODS), terrain_of(state, target)
    defenders = units_at(state, 1 - side, target)
    ours = [type_of(state, unit) for unit in attackers]
    theirs = [type_of(state, unit) for unit in defenders if type_of(state, unit).strength]
    lacking, landed = state.arrays[layout.UNSUPPLIED], state.arrays[layout.LANDED]
    dug_in = entrenched(state, 1 - side, target)
    now = state.cells[layout.TURN]
    conditions = {
        "mechanized": all(row.mechanized for row in ours) and terrain in OPEN_GROUND,
        "entrenched": dug_in,
        "across_water": all(over_water(state, unit, target) for unit in attackers),
        "attacker_unsupplied": any(lacking[unit] for unit in attackers),
        "defender_unsupplied": any(lacking[unit] for unit in defenders),
        "engineer": any(row.kind == "engineer" for row in companions(state, side, attackers))
        and (dug_in or terrain == "city"),
        "unplanned_landing": any(landed[unit] == WITHOUT_PLAN for unit in attackers),
        "marines": any(landed[unit] and row.id in MARINES for unit, row in zip(attackers, ours, strict=True)),
        "partisans": bool(theirs) and all(row.kind == "partisan" for row in theirs),
        "first_attack": side == JAPAN
        and now <= turn_number(FIRST_ATTACKS_TO)
        and any(row.nation in ("cw", "nl") for row in theirs),
    }
    result = {name: rows[name].modifier for name, applies in conditions.items() if applies}
    result["bombardment"] = hits_on(state, defenders) * rows["bombardment"].modifier - hits_on(state, attackers)
    result["terrain"] = terrain_row(
        state, "fortified" if completed_construction.fortified(state, target) else terrain
    ).shift
    return tuple([result.get(name, 0) for name in SHIFTS])


def hits_on(state: State, units: list[int]) -> int:
    """24.4, 31.1 The effective hits on the given units: the largest number on any of them, by its terrain.

    Hits on defenders favour the attack, and hits on attackers favour the defence.
    """
    result = 0
    for unit in units:
        hits = state.arrays[layout.DISRUPTED][unit]
        if hits > result:
            terrain = terrain_of(state, state.arrays[layout.UNIT_AT][unit])
            result = max(result, min(hits, most_hits(state.rules.pieces, terrain)))
    return result


def most_hits(pieces: Pieces, terrain: str) -> int:
    """24.4 The number of effective hits on troops in a terrain; with the option, only one under cover."""
    sheltered = terrain in COVER and pieces.options["bombardment_under_cover"] == "one"
    return MAX_UNDER_COVER if sheltered else MAX_HITS


def companions(state: State, side: int, attackers: list[int]) -> list[GroundType]:
    """24.4 The types of units with the attackers, including engineers."""
    hexes = {state.arrays[layout.UNIT_AT][unit] for unit in attackers}
    return [type_of(state, unit) for hex in hexes for unit in units_at(state, side, hex)]


def odds_of(state: State, side: int, attackers: list[int], target: int) -> Odds:
    """24.2, 24.4 The odds of an attack as composed so far."""
    charts_now: Charts = state.rules.pieces.charts
    attacker = sum(attack_strength(state, unit, target) for unit in attackers)
    defender = sum(type_of(state, unit).strength for unit in units_at(state, 1 - side, target))
    shifts = shifts_of(state, side, attackers, target)
    column = combat_results.column_of(charts_now, attacker, defender, sum(shifts))
    return Odds(attacker, defender, shifts, column)


def overrun(state: State, odds: Odds, target: int) -> bool:
    """24.9 Whether the defender is eliminated without a die: ten to one in clear terrain."""
    return odds.attacker >= ground_stacks.OVERRUN_ODDS * odds.defender and terrain_of(state, target) == "clear"


# -- 24.3 retreat ------------------------------------------------------------------------------------


def source_distance(state: State, side: int, hex: int) -> int:
    """24.3 The distance of a hex from the nearest source of supply of a side."""
    return min([GRID.distance(hex, there) for there in supply_reach.sources(state, side)], default=999)


def retreating_units(state: State, side: int, hex: int) -> list[int]:
    """24.3, 27.5 The units of a stack that retreat: all with strength except Base Forces, which are overrun."""
    units = ground_stacks.can_lose(state, units_at(state, side, hex))
    return [unit for unit in units if type_of(state, unit).kind != "base_force"]


def retreat_hexes(state: State, side: int, target: int) -> list[int]:
    """24.3, 21.1, 22.1, 22.6 The hexes to which units may retreat: without an enemy unit or Zone, with room for all,
    and nearest to supply.

    Units retreat together, so the terrain must be open to the class of each.
    """
    pieces = state.rules.pieces
    enemy_zones, result = zones(state, 1 - side), []
    units = retreating_units(state, side, target)
    taken = sum(ground_stacks.thirds_filled(type_of(state, unit)) for unit in units)
    for number, beyond in enumerate(GRID.beyond(target)):
        if beyond == NOWHERE or not (pieces.atlas.on_foot[target] | roads_from(state, target)) >> number & 1:
            continue
        if not pieces.in_play(state.cells[layout.SCENARIO])[beyond] or ground_stacks.has_units(state, 1 - side, beyond):
            continue
        if beyond in enemy_zones and not ground_stacks.has_units(state, side, beyond):
            continue
        room = not taken or room_taken(state, side, beyond) + taken <= most_thirds(pieces, beyond)
        if room and all(ground_movement.may_enter_adjacent(state, unit, beyond) for unit in units):
            result.append(beyond)
    if not result:
        return []
    nearest = min(source_distance(state, side, hex) for hex in result)
    return sorted(hex for hex in result if source_distance(state, side, hex) == nearest)


# -- 24.8 surrender ----------------------------------------------------------------------------------


def cut_off(state: State, side: int) -> list[int]:
    """24.8 The hexes where a stack of a side has lacked supply for four Segments, and has no Line."""
    lacking, positions = state.arrays[layout.UNSUPPLIED], state.arrays[layout.UNIT_AT]
    hexes = {
        positions[unit]
        for unit in range(len(positions))
        if lacking[unit] >= SURRENDER_AFTER and 0 <= positions[unit] < len(GRID)
    }
    result = sorted(hex for hex in hexes if units_at(state, side, hex))
    touched = supply_reach.in_touch(state, side) if result else frozenset[int]()
    return [hex for hex in result if hex not in touched]


def surrenders_from(state: State, side: int, hex: int) -> int:
    """24.8, 21.2 The lowest die on which a stack surrenders: one less if it is below half its full strength.

    Carried losses count: the printed strength of a battlegroup alone is never below half that of the full unit.
    """
    pieces = state.rules.pieces
    units = units_at(state, side, hex)
    rows = [type_of(state, unit) for unit in units]
    whole = sum(ground_stacks.full_strength(pieces, row) for row in rows)
    below = 2 * sum(ground_stacks.strength_left(state, unit) for unit in units) < whole
    return HALVED_FROM if below else SURRENDERS_FROM


def garrison_loss(strength: int) -> int:
    """24.5 The loss of a garrison that does not retreat."""
    return round_half_up(strength, 10)
