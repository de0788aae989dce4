"""11.5, 12.0 Attacks on a ship: the dice are rolled, announced and applied.

``hit_ship`` is for guns, torpedoes, bombs and submarines; ``sink`` removes a ship for any other reason.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.core.events import ALL
from ironbottom.engine.dice.dice import DieReason
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import EFFECTS, SUNK
from ironbottom.games.war_in_the_pacific.derived import flight_duties, ship_condition
from ironbottom.games.war_in_the_pacific.derived.force_movement import TIRED_AFTER
from ironbottom.games.war_in_the_pacific.derived.search_reach import ship_hex
from ironbottom.games.war_in_the_pacific.derived.ship_condition import (
    JOINT,
    effective_level,
    load_of,
    load_room,
    units_aboard,
)
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import friendly_port
from ironbottom.games.war_in_the_pacific.pieces import (
    AIR_TYPES,
    DECK_OF,
    FORCES,
    IN_FORCE,
    SIDE_OF_SHIP,
    TRAININGS,
    slot,
)
from ironbottom.games.war_in_the_pacific.pieces import SUNK as IN_THE_DEEP
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.sailing import stop_repair
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import clear_contact, clear_force
from ironbottom.games.war_in_the_pacific.rules.search.searched_ports import sunk_in_port
from ironbottom.games.war_in_the_pacific.rules.turn import losses, victory_points
from ironbottom.games.war_in_the_pacific.rules.turn.losses import lose_unit
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

BOTTOMED = ship_condition.FLOATS + 1
CEASES_AT = 3
"""12.2, 12.5 From this level on, a carrier operates no aircraft and loses half of those aboard."""


class ShipAttack(NamedTuple):
    """An attack on a ship: weapon, strength and modifier, whether its effect is halved, and whether decks
    are loaded.
    """

    weapon: int
    strength: int
    added: int = 0
    halved: bool = False
    loaded: bool = False


class RecordingRoller:
    """Rolls the referee's dice and remembers them for the event."""

    def __init__(self, execution: Execution) -> None:
        self.execution, self.dice = execution, []  # type: tuple[Execution, list[int]]

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        """Rolls a die and remembers it."""
        self.dice.append(self.execution.roll(faces, why, audience))
        return self.dice[-1]


def era_figure(state: State, name: str) -> int:
    """39.1 The figure of an era if the current Game-Turn is in it, otherwise zero."""
    pieces = state.rules.pieces
    row, now = pieces.facts.table(charts.ERAS)[name], cycle_of(state.cells[layout.TURN])
    begun = row.first == "start" or now >= cycle_number(row.first)
    return row.value if begun and (row.last == "end" or now <= cycle_number(row.last)) else 0


def spoilt_fire(state: State, rating: int, level: int) -> int:
    """12.2, 12.3 The rating left after a level and a hit to fire control, rounded as the option says."""
    each = state.rules.options["halved_fire"] == "each"
    return damage.fire_left_after_hits(state.rules.pieces.charts, rating, level, each=each)


def damage_control(state: State, ship: int) -> int:
    """12.3, 18.4 The reduction of the critical die by damage control; one less for a fatigued ship."""
    pieces = state.rules.pieces
    control = era_figure(state, "us_damage_control") if pieces.ships[ship].nation == "us" else 0
    return -control - (state.arrays[layout.TIRED][ship] > TIRED_AFTER)


def hit_ship(execution: Execution, ship: int, blow: ShipAttack) -> damage.DamageResult:
    """11.5, 12.1 to 12.3 Carries out an attack on a ship: the dice, their results and effects, announced to all."""
    state, pieces = execution.state, execution.rules.pieces
    row, roller = pieces.ships[ship], RecordingRoller(execution)
    hull = damage.Hull(
        row.type, row.defence, effective_level(state, ship), blow.loaded or has_loaded_decks(state, ship)
    )
    hurt = damage.attack_ship(
        roller, pieces.charts, hull, blow.strength, blow.added, halved=blow.halved, saved=damage_control(state, ship)
    )
    critical = tuple(EFFECTS.index(effect.id) for effect in hurt.effects)
    execution.emit(
        log.SHIP_HIT,
        *(ship, blow.weapon, blow.strength, blow.added, tuple(roller.dice)),
        *(hurt.points, hurt.levels, min(hurt.level, SUNK), critical),
    )
    if hurt.levels:
        apply_damage(execution, ship, hurt)
    return hurt


def has_loaded_decks(state: State, ship: int) -> bool:
    """12.4 Whether a carrier has ready bombers on deck, not in the air, whatever hits it."""
    if ship not in DECK_OF:
        return False
    pieces = state.rules.pieces
    for flight in flight_duties.flying(state, SIDE_OF_SHIP[ship]):
        sortie = flights.sortie(state, flight)
        row = pieces.air[sortie.stack // len(TRAININGS)]
        if sortie.base == DECK_OF[ship] and sortie.duty == flight_duties.READY and (row.bomb or row.torpedo):
            return True
    return False


def apply_damage(execution: Execution, ship: int, hurt: damage.DamageResult) -> None:
    """12.1 to 12.7 Applies the result of an attack to a ship: level, critical effects, losses aboard, sinking."""
    state = execution.state
    before = effective_level(state, ship)
    stop_repair(state, ship)
    if hurt.sunk:
        sink(execution, ship, for_good=hurt.level == SUNK)
        return
    state.arrays[layout.DAMAGE][ship] = hurt.level - state.arrays[layout.SHRUNK][ship]
    for effect in hurt.effects:
        state.arrays[layout.SLOWED][ship] = min(state.arrays[layout.SLOWED][ship] + effect.speed_loss, 3)
        state.arrays[layout.DECK_SHUT][ship] |= effect.deck_shut
        if effect.fire_share < ship_condition.FLOATS:
            state.arrays[layout.FIRE_CONTROL][ship] = 1
        if effect.air_lost:
            lose_aboard(execution, ship, effect.air_lost)
    if before < CEASES_AT <= hurt.level:
        lose_aboard(execution, ship, 2)
    shed_cargo(execution, ship)


def points_aboard(state: State, ship: int) -> list[tuple[int, int]]:
    """12.5 The points on a ship that are not in the air, one by one, ordered by type and training."""
    if ship not in DECK_OF:
        return []
    return [
        (kind, training)
        for kind in range(len(AIR_TYPES))
        for training in reversed(range(len(TRAININGS)))
        for _ in range(things_aboard(state, ship, kind, training))
    ]


def things_aboard(state: State, ship: int, kind: int, training: int) -> int:
    """12.5 The points of a stack on a ship that are not in the air."""
    base, stack = DECK_OF[ship], slot(0, kind, training)
    points = state.arrays[layout.AIR][slot(base, kind, training)]
    return max(points - flights.in_air(state, SIDE_OF_SHIP[ship], base, stack), 0)


def lose_aboard(execution: Execution, ship: int, quarters: int) -> None:
    """12.3, 12.5 Removes this many quarters of the points aboard, rounded up, at random unless all are lost."""
    state, there = execution.state, points_aboard(execution.state, ship)
    lost = -(-len(there) * quarters // ship_condition.FLOATS)
    for _ in range(lost):
        whole = quarters == ship_condition.FLOATS
        kind, training = there.pop(0 if whole else execution.roll(len(there), Roll.AIRCRAFT_LOST) - 1)
        place = slot(DECK_OF[ship], kind, training)
        state.arrays[layout.AIR][place] -= 1
        searching = state.arrays[layout.SEARCHING]
        searching[place] = min(searching[place], state.arrays[layout.AIR][place])
        flights.limit_to_points_left(state, SIDE_OF_SHIP[ship], DECK_OF[ship], slot(0, kind, training))
        losses.lose_air(state, SIDE_OF_SHIP[ship], victory_points.TRAININGS[training], 1)
        layout.scenario(state).air_points_lost(state, SIDE_OF_SHIP[ship], kind * len(TRAININGS) + training, 1)
    if lost:
        execution.emit(log.ABOARD_LOST, ship, lost)


def shed_cargo(execution: Execution, ship: int) -> None:
    """12.7 A damaged ship loses the cargo beyond its room: first Supply Points, then units, beginning with the last."""
    state, row = execution.state, execution.rules.pieces.ships[ship]
    if row.type not in JOINT:
        return
    cargo = state.arrays[layout.CARGO]
    excess = min(max(load_of(state, ship) - load_room(state, ship), 0), cargo[ship])
    if excess:
        cargo[ship] -= excess
        execution.emit(log.CARGO_LOST, ship, excess)
    while load_of(state, ship) > load_room(state, ship):
        lose_unit(execution, units_aboard(state, ship)[-1])


def sink(execution: Execution, ship: int, *, for_good: bool = True) -> None:
    """12.1, 12.6, 12.7 Sinks a ship with everything aboard; in port it is bottomed and may be raised, unless destroyed.

    Its Refit is over (18.4). Levels due only to reorganization score nothing (47.24).
    """
    state = execution.state
    lose_aboard(execution, ship, ship_condition.FLOATS)
    for unit in units_aboard(state, ship):
        lose_unit(execution, unit)
    state.arrays[layout.CARGO][ship] = state.arrays[layout.REFITTING][ship] = 0
    state.arrays[layout.SHIP_LINK][ship] = state.arrays[layout.MODE_CHANGE][ship] = 0
    hex, bottomed = ship_hex(state, ship), not for_good and lies_in_port(state, ship)
    split = state.arrays[layout.SHRUNK][ship]
    state.arrays[layout.DAMAGE][ship] = SUNK if for_good and not split else BOTTOMED - split
    place = state.arrays[layout.SHIP_AT][ship]
    layout.ships_in(state.arrays).put(ship, hex if bottomed else IN_THE_DEEP)
    if place < IN_FORCE and not bottomed:
        sunk_in_port(state, ship, place)
    execution.emit(log.SHIP_SUNK, ship, hex, int(bottomed))
    if IN_FORCE <= place < IN_FORCE + len(FORCES):
        disband_if_empty(state, place - IN_FORCE)


def lies_in_port(state: State, ship: int) -> bool:
    """12.6, 14.3 Whether a ship is in a port or anchorage of its side, in no force or in a force not under way."""
    pieces = state.rules.pieces
    position = state.arrays[layout.SHIP_AT][ship]
    if position < IN_FORCE:
        return pieces.atlas.places[position].port != "none"
    if position >= IN_FORCE + len(FORCES):
        return False
    force = position - IN_FORCE
    here = pieces.atlas.places.get(state.cells[layout.FORCE_AT + force])
    own = friendly_port(state, SIDE_OF_SHIP[ship], force)
    return own and here is not None and here.port != "none" and not state.cells[layout.FORCE_ACTIVE + force]


def disband_if_empty(state: State, force: int) -> None:
    """9.1 Dissolves a force without ships, and drops what is known about it."""
    if not layout.ships_in(state.arrays).units(IN_FORCE + force):
        clear_contact(state, force)
        clear_force(state, force)
