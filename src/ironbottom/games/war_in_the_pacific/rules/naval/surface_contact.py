"""11.1, 11.2 Contact of forces in one hex: the hidden contact die, surprise, breaking off."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived.force_missions import mission_of
from ironbottom.games.war_in_the_pacific.derived.force_movement import force_speed, node_of, ships_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import weather
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import friendly_port
from ironbottom.games.war_in_the_pacific.pieces import FORCE_SETS, FORCES, FORCES_A_SIDE, SIDES, side_of_force
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.naval.gunnery import radar
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import era_figure
from ironbottom.games.war_in_the_pacific.rules.search import contacts, renumbering
from ironbottom.games.war_in_the_pacific.rules.search.detection import CARRIERS, UNSEEN, ContactReport, size_class
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import clear_force
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

NIGHT = 2
"""11.2 The night impulse."""
CONTACT_FROM = 4
SURPRISED_BY = 3
AWAY_FROM, TRANSIT_AWAY_FROM = 5, 2
"""11.1, 10.1 The sum of die and speed difference that breaks off, and that of a force in Transit."""
RADAR_SURPRISE_FROM = "6/43"
BUSY = ("bombardment", "assault")
SEEKING = ("patrol", "reaction", "raid")
"""11.1 The Missions of forces that seek battle before they know of any enemy."""


def forces_at(state: State, side: int, hex: int) -> list[int]:
    """The forces of a side in a hex, including dummies."""
    own = range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1))
    return [force for force in own if state.cells[layout.FORCE_AT + force] == hex]


def contested_hexes(state: State) -> list[int]:
    """11.1 The hexes with forces of both sides, ascending."""
    occupied = [
        set(state.cells[layout.FORCE_AT + FORCES_A_SIDE * side :][:FORCES_A_SIDE]) for side in range(len(SIDES))
    ]
    return sorted(hex for hex in occupied[0] & occupied[1] if hex >= 0)


def waters_at(state: State, hex: int) -> list[int]:
    """11.1, 3.21 The bodies of water in a hex with forces of both sides, ascending."""
    result = [{node_of(state, force) for force in forces_at(state, side, hex)} for side in range(len(SIDES))]
    return sorted(result[JAPAN] & result[ALLIES])


def pairs_in(state: State, hex: int, water: int) -> list[tuple[int, int]]:
    """11.1 The pairs of enemy forces in a body of water of a hex; two dummies do not meet."""
    here = [
        [force for force in forces_at(state, side, hex) if node_of(state, force) == water] for side in (JAPAN, ALLIES)
    ]
    return [
        (one, other) for one in here[JAPAN] for other in here[ALLIES] if ships_of(state, one) or ships_of(state, other)
    ]


def is_occupied(state: State, force: int) -> bool:
    """11.1 Whether a force is in port, at anchor, unloading, or on a Mission against the shore."""
    side = side_of_force(force)
    still = not state.cells[layout.FORCE_ACTIVE + force] or mission_of(state, force) == "transport"
    return mission_of(state, force) in BUSY or (still and friendly_port(state, side, force))


def sought_here(state: State, force: int, hex: int) -> bool:
    """11.1 Whether a hex is the destination of a force on Patrol or Reaction, as plotted or toward a contact."""
    return mission_of(state, force) in ("patrol", "reaction") and state.cells[layout.FORCE_TO + force] == hex


def may_want(state: State, force: int) -> bool:
    """10.1, 10.7 Whether a force may want battle: it is not in Transit, and all its ships have fuel."""
    fuel = state.arrays[layout.FUEL]
    return mission_of(state, force) != "transit" and all(fuel[ship] for ship in ships_of(state, force))


def seeks(state: State, force: int) -> bool:
    """11.1 Whether a force seeks battle before it knows of any enemy; a dummy does not."""
    return mission_of(state, force) in SEEKING and bool(ships_of(state, force)) and may_want(state, force)


def contact_modifier(state: State, one: int, other: int, night: bool) -> int:
    """11.1 The modifiers of the contact die for two forces."""
    pieces = state.rules.pieces
    rows, both = pieces.facts.table(charts.SURFACE_CONTACT), (one, other)
    missions, hex = [mission_of(state, force) for force in both], state.cells[layout.FORCE_AT + one]
    holds = {
        "contacted": any(layout.in_contact(state.cells, force) for force in both),
        "exposed": any(is_occupied(state, force) for force in both),
        "destination": any(sought_here(state, force, hex) for force in both),
        "transit": missions == ["transit", "transit"] and not any(is_occupied(state, force) for force in both),
        "storm": weather(state, hex) == "storm",
        "radar": any(radar(state, side) for side in range(len(SIDES))),
        "night": night,
    }
    return sum(rows[name].modifier for name, true in holds.items() if true)


def roll_for_surface_contact(execution: Execution, hex: int, water: int, night: bool) -> tuple[int, int]:
    """11.1 Rolls a hidden die for each pair in a body of water; returns the forces that met, and those known before, as
    bits.

    Two forces that both seek battle meet without a die. A dummy that is met is removed. Escorts of a force that has met
    the enemy also take part.
    """
    state, met, before = execution.state, 0, execution.cells[layout.IN_CONTACT]
    for one, other in pairs_in(state, hex, water):
        if state.cells[layout.FORCE_AT + one] != hex or state.cells[layout.FORCE_AT + other] != hex:
            continue
        if not all(seeks(state, force) for force in (one, other)):
            added = contact_modifier(state, one, other, night)
            if execution.roll(6, Roll.SURFACE_CONTACT, UNSEEN) + added < CONTACT_FROM:
                continue
        if all(ships_of(state, force) for force in (one, other)):
            met |= 1 << one | 1 << other
        else:
            remove_dummy(execution, one if not ships_of(state, one) else other, hex)
    met |= screening_forces(state, hex, water, met)
    for force in range(len(FORCES)):
        if met >> force & 1:
            identify(execution, force, hex)
    return met, before & met


def screening_forces(state: State, hex: int, water: int, met: int) -> int:
    """10.1 The forces on Escort in a body of water, as bits, that screen a force of their side that met the enemy."""
    with_them = [force for side in range(len(SIDES)) if met & FORCE_SETS[side] for force in forces_at(state, side, hex)]
    here = [force for force in with_them if node_of(state, force) == water and ships_of(state, force)]
    return sum(1 << force for force in here if mission_of(state, force) == "escort" and not met >> force & 1)


def remove_dummy(execution: Execution, dummy: int, hex: int) -> None:
    """8.7, 11.1 A dummy that meets the enemy is identified and removed."""
    execution.emit(log.DUMMY_REMOVED, dummy, hex)
    renumbering.clear_contact(execution.state, dummy)
    clear_force(execution.state, dummy)


def identify(execution: Execution, force: int, hex: int) -> None:
    """11.1, 8.3 A side that meets a force knows it as by a Fair report, unless it has a better report."""
    state, types = execution.state, contacts.types_of(execution.state, force)
    known = state.cells[layout.CONTACT + force]
    better = 0 <= known <= layout.CHITS.index["good"] and layout.in_contact(state.cells, force)
    if better:
        return
    carrier = any(types.get(kind) for kind in CARRIERS)
    result = ContactReport("fair", hex, carrier=carrier, size=size_class(sum(types.values())))
    contacts.record_report(execution, 1 - side_of_force(force), force, result)


def seen_in_battle(execution: Execution, force: int) -> None:
    """8.4 A battle gives a True Report on a force."""
    hex = execution.cells[layout.FORCE_AT + force]
    types = contacts.types_of(execution.state, force)
    result = ContactReport("true_report", hex, sum(types.values()), types=tuple(types.items()))
    contacts.record_report(execution, 1 - side_of_force(force), force, result)


def breaks_off(execution: Execution, force: int, enemies: list[int]) -> bool:
    """11.1, 10.1 A force that avoids battle escapes on a die plus its speed advantage over the fastest enemy."""
    state = execution.state
    needed = TRANSIT_AWAY_FROM if mission_of(state, force) == "transit" else AWAY_FROM
    fastest = max(force_speed(state, enemy) for enemy in enemies)
    die, added = execution.roll(6, Roll.BREAK_OFF), force_speed(state, force) - fastest
    away = die + added >= needed
    execution.emit(log.BROKE_OFF, force, die, added, int(away))
    return away


def surprise_modifier(state: State, side: int, forces: list[int], known: int, night: bool) -> int:
    """11.2 A side's modifiers for surprise; ``known`` are the forces in contact before they met."""
    pieces = state.rules.pieces
    rows = pieces.facts.table(charts.SURFACE_SURPRISE)
    radar_counts = cycle_of(state.cells[layout.TURN]) >= cycle_number(RADAR_SURPRISE_FROM)
    holds = {
        "japan_night": side == JAPAN and night and bool(era_figure(state, "japanese_night_fighting")),
        "us_radar_before": side == ALLIES and radar(state, side) and not radar_counts,
        "us_radar": side == ALLIES and radar_counts,
        "contacted": any(known >> force & 1 for force in forces),
        "exposed": any(is_occupied(state, force) for force in forces),
    }
    return sum(rows[name].modifier for name, true in holds.items() if true)


def surprised(execution: Execution, hex: int, added: tuple[int, int]) -> int:
    """11.2 Both sides roll, the First Player first; a die higher by three surprises the other.

    Returns the surprised side, or -1.
    """
    first = max(execution.cells[layout.FIRST_PLAYER], 0)
    dice = [0, 0]
    for side in (first, 1 - first):
        dice[side] = execution.roll(6, Roll.SURPRISE)
    lead = dice[JAPAN] + added[JAPAN] - dice[ALLIES] - added[ALLIES]
    result = -1 if abs(lead) < SURPRISED_BY else ALLIES if lead > 0 else JAPAN
    execution.emit(log.SURPRISE, hex, tuple(dice), added, result)
    return result
