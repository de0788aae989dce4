"""13.5, 13.7, 13.8, 13.91 Submarine attacks on Task Forces with the available Sub Points, and hunts for submarines.

``execution.push(SubmarineAttacks.opened())`` opens them at the start of the first impulse and after each impulse; it
closes automatically. Call ``begin_submarine_attacks`` at the start of a Naval Phase, and ``hunted_on_station`` at its
end.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Number, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, Roller
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived.force_missions import mission_of
from ironbottom.games.war_in_the_pacific.derived.force_movement import has_ships, ship_speed, ships_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import searching_bases
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed, friendly_port
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import (
    FORCES,
    HEXES,
    SHIPS,
    SIDES,
    STACKS,
    TRAININGS,
    Pieces,
    side_of_force,
)
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack, era_figure, hit_ship
from ironbottom.games.war_in_the_pacific.rules.search.contacts import emit_about
from ironbottom.games.war_in_the_pacific.rules.search.detection import UNSEEN
from ironbottom.games.war_in_the_pacific.rules.submarines import subrons
from ironbottom.games.war_in_the_pacific.rules.turn import losses
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

SQUADRON = 6


def squadrons(points: int) -> int:
    """2.2, 13.1 The number of Squadrons in this many points; fewer than six points also count as a Squadron."""
    return -(-points // SQUADRON)


def available_points(roller: Roller, charts: Charts, points: int, *, halved: bool = False, audience: int) -> int:
    """13.5 The points that may attack: a die per Squadron, at most its points; only the owner sees the dice."""
    result = 0
    for number in range(squadrons(points)):
        most = min(points - SQUADRON * number, SQUADRON)
        shown = charts.sub_available[roller.roll(6, Roll.SUB_POINTS_AVAILABLE, audience) - 1]
        result += min(shown // 2 if halved else shown, most)
    return result


MAX_ADJACENT_DIE = 2
"""13.7 The highest die on which a force in an adjacent hex is found."""
ESCORTS = {"DE": 2, "DD": 1, "CD": 1}
BETTER_TORPEDOES_FROM = "1/43"
ON_STATION_MODIFIER = -2
STATIONARY = 3
"""11.5 The modifier of the damage die for a target that does not move."""


def attack_figure(pieces: Pieces, name: str) -> int:
    """13.7 A figure for attacks on Task Forces."""
    return pieces.facts.table(charts.SUB_VS_TF)[name].value


def begin_submarine_attacks(state: State) -> None:
    """13.7 In a new phase, each force may again be attacked by three points."""
    for force in range(len(FORCES)):
        state.cells[layout.TORPEDOED + force] = 0


def can_be_found(state: State, force: int) -> bool:
    """13.7 Whether a force can be found: it is real, on the map, and not in port."""
    there = state.cells[layout.FORCE_AT + force] >= 0 and has_ships(state, force)
    moved = bool(state.cells[layout.FORCE_ACTIVE + force])
    return there and (moved or not friendly_port(state, side_of_force(force), force))


def subrons_near(state: State, force: int) -> list[int]:
    """13.7 The enemy Subrons on station with ready points in a force's hex or next to it, in ascending order."""
    side, cells = 1 - side_of_force(force), state.cells
    markers = range(layout.SUBRONS_A_SIDE * side, layout.SUBRONS_A_SIDE * (side + 1))
    hex = cells[layout.FORCE_AT + force]
    if layout.scenario(state).subrons_inactive(state, side):
        return []
    return [
        subron
        for subron in markers
        if cells[layout.SUBRON_AT + subron] >= 0
        and cells[layout.SUBRON_READY + subron]
        and cells[layout.SUBRON_MODE + subron] == layout.ON_STATION
        and GRID.distance(cells[layout.SUBRON_AT + subron], hex) <= 1
    ]


def ready_points_in_hex(state: State, subron: int) -> int:
    """13.7 The ready points in a Subron's hex: its own points, and those of its side's other Subrons on
    station there.
    """
    cells, side = state.cells, subron // layout.SUBRONS_A_SIDE
    return sum(
        cells[layout.SUBRON_READY + other]
        for other in range(layout.SUBRONS_A_SIDE * side, layout.SUBRONS_A_SIDE * (side + 1))
        if cells[layout.SUBRON_AT + other] == cells[layout.SUBRON_AT + subron] and not cells[layout.SUBRON_MODE + other]
    )


def contact_number(state: State, force: int, subron: int) -> int:
    """13.7 The highest die on which a Subron finds a force, from ready points in its hex, the force's state, and its
    escorts.

    Split Joint Shipping does not count as damaged (38.5).
    """
    pieces = state.rules.pieces
    ships = ships_of(state, force)
    escorts = sum(pieces.ships[ship].type in ("DD", "DE") for ship in ships)
    damaged = any(state.arrays[layout.DAMAGE][ship] > 0 for ship in ships)
    stops = damaged or not state.cells[layout.FORCE_ACTIVE + force]
    result = min(ready_points_in_hex(state, subron), attack_figure(pieces, "most_points_in_hex"))
    result += attack_figure(pieces, "stopped_or_damaged") if stops else 0
    return result + max(escorts // 2 * attack_figure(pieces, "two_escorts"), attack_figure(pieces, "most_escorts"))


def roll_contact(execution: Execution, force: int, subron: int) -> bool:
    """13.7 Rolls the hidden dice: first the die for an adjacent hex, then the die for contact."""
    state = execution.state
    apart = state.cells[layout.SUBRON_AT + subron] != state.cells[layout.FORCE_AT + force]
    if apart and execution.roll(6, Roll.SUBMARINES_NEXT_DOOR, UNSEEN) > MAX_ADJACENT_DIE:
        return False
    return execution.roll(6, Roll.SUBMARINE_CONTACT, UNSEEN) <= contact_number(state, force, subron)


def forces_in_order(state: State) -> list[int]:
    """4.2 The order in which forces are attacked: the First Player's enemies first, then the First Player's own."""
    first = max(state.cells[layout.FIRST_PLAYER], 0)
    return sorted(range(len(FORCES)), key=lambda force: side_of_force(force) == first)


class SubmarineAttacks(Procedure):
    """13.7, 4.2 The attacks on forces in order, those by the First Player's Subrons first; each Subron nearby may find
    and attack the force.

    ``force`` is the index in that order.
    """

    number, name, clause = 38, "submarine_attacks", "13.7"
    force: Annotated[int, Number(0, len(FORCES))]
    tried: Annotated[int, IdField(layout.SUBRONS, none=True)]

    @classmethod
    def opened(cls) -> SubmarineAttacks:
        """13.7 The procedure, beginning with the first force."""
        return cls(0, -1)

    def proceed(self, execution: Execution) -> bool:
        most = attack_figure(execution.rules.pieces, "most_points_a_force")
        order = forces_in_order(execution.state)
        for place in range(self.force, len(FORCES)):
            force = order[place]
            if not can_be_found(execution.state, force):
                continue
            for subron in subrons_near(execution.state, force):
                left = most - execution.cells[layout.TORPEDOED + force]
                tried = place == self.force and subron <= self.tried
                if left and not tried and roll_contact(execution, force, subron):
                    execution.replace(SubmarineAttacks(place, subron))
                    attack_with_points(execution, force, subron, left)
                    return False
        execution.pop()
        return False


def attack_with_points(execution: Execution, force: int, subron: int, most: int) -> None:
    """13.7 As many ready points as allowed attack; on a die the attacker chooses among the three largest ships."""
    cells, pieces = execution.cells, execution.rules.pieces
    points = min(cells[layout.SUBRON_READY + subron], most)
    cells[layout.SUBRON_READY + subron] -= points
    cells[layout.TORPEDOED + force] += points
    emit_about(execution, force, log.SUB_ATTACK, force, cells[layout.FORCE_AT + force], points)
    largest = largest_ships(execution.state, force)
    die = execution.roll(6, Roll.CHOICE_OF_TARGET)
    if die >= attack_figure(pieces, "chooses_from") and len(largest) > 1:
        cells[layout.BATTLING] = sum(1 << ship for ship in largest)
        execution.push(
            TorpedoTargetChoice(1 - side_of_force(force), force, cells[layout.FORCE_AT + force], subron, points)
        )
        return
    target = largest[execution.roll(len(largest), Roll.TARGET_OF_SUBMARINES) - 1] if len(largest) > 1 else largest[0]
    torpedo(execution, force, subron, points, target)


def largest_ships(state: State, force: int) -> list[int]:
    """13.7 The three largest ships of a force, in the order of the file."""
    pieces = state.rules.pieces
    ranked = sorted(ships_of(state, force), key=lambda ship: -pieces.ships[ship].defence)
    return sorted(ranked[: attack_figure(pieces, "largest_ships")])


@restriction("13.7", "{ship} is not one of the three largest ships of the force")
def of_the_largest(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(members(state.cells[layout.BATTLING]), len(SHIPS))


TORPEDO = Verb("torpedo", clause="13.7", ends_list="always", ship=Argument(SHIPS, of_the_largest))


class TorpedoTargetChoice(Question):
    """13.7 The attacker chooses a target."""

    number, name, clause = 39, "torpedoing", "13.7"
    verbs = (TORPEDO,)
    side: Annotated[int, IdField(SIDES)]
    force: Annotated[int, IdField(FORCES)]
    where: Annotated[int, IdField(HEXES)]
    subron: Annotated[int, IdField(layout.SUBRONS)]
    points: Annotated[int, Number(1, 12)]

    def torpedo(self, execution: Execution, ship: int) -> None:
        """13.7 Attacks the chosen ship."""
        execution.pop()
        execution.cells[layout.BATTLING] = 0
        torpedo(execution, self.force, self.subron, self.points, ship)


def torpedo(execution: Execution, force: int, subron: int, points: int, ship: int) -> None:
    """13.7, 11.5, 13.8 Resolves the torpedoes; then the escorts hunt."""
    state = execution.state
    blow = subron_attack(state, subron, points, still=not ship_speed(state, ship))
    hex, hunters = state.cells[layout.FORCE_AT + force], escort_points(state, force)
    hit_ship(execution, ship, blow)
    hunt(execution, subron, hex, hunters, points)


def subron_attack(state: State, subron: int, points: int, *, still: bool) -> ShipAttack:
    """13.7, 11.5 The attack of this many points of a Subron on a target, fleet boats before coastal boats."""
    pieces = state.rules.pieces
    fleet = min(state.cells[layout.SUBRON_FLEET + subron], points)
    strength = fleet * attack_figure(pieces, "fleet_strength") + (points - fleet) * attack_figure(
        pieces, "coastal_strength"
    )
    allied = subron // layout.SUBRONS_A_SIDE == ALLIES
    added = (STATIONARY if still else 0) + (era_figure(state, "us_submarines") if allied else 0)
    return ShipAttack(log.WEAPONS.index["submarines"], strength, added)


# -- 13.8 the hunt -----------------------------------------------------------------------------------


def escort_points(state: State, force: int) -> int:
    """13.8 The hunting points of a force's escorts, and of searching air points in range."""
    escorts = sum(hunting(state, ship) for ship in ships_of(state, force))
    return escorts + planes_near(state, side_of_force(force), state.cells[layout.FORCE_AT + force])


def hunting(state: State, ship: int) -> int:
    """13.8 The hunting points of a ship."""
    row = state.rules.pieces.ships[ship]
    better = cycle_of(state.cells[layout.TURN]) >= cycle_number(BETTER_TORPEDOES_FROM)
    return ESCORTS.get(row.type, 0) + (better and row.type == "DD" and row.nation == "us")


def planes_near(state: State, side: int, hex: int) -> int:
    """13.8 The air points of a side in the Search Role within range of a hex."""
    pieces = state.rules.pieces
    searching, result = state.arrays[layout.SEARCHING], 0
    for base, start in searching_bases(state, side):
        distance = 0 if start == hex else pieces.flying(start, state.cells[layout.SCENARIO]).get(hex, 999)
        for kind, row in enumerate(pieces.air):
            first = base * len(STACKS) + kind * len(TRAININGS)
            if distance <= row.range_mp:
                result += sum(searching[first : first + len(TRAININGS)])
    return result


def hunt(execution: Execution, subron: int, hex: int, strength: int, most: int) -> None:
    """13.8 Rolls a die for the hunting points; returns the lost Sub Points, at most as many as attacked."""
    if strength <= 0:
        return
    die = execution.roll(6, Roll.HUNT_FOR_SUBMARINES)
    lost = min(execution.rules.pieces.charts.asw.read(strength, die), most)
    announce_hunt(execution, subron, hex, strength, die, lost)
    lose_points(execution.state, subron, lost)


def announce_hunt(execution: Execution, subron: int, hex: int, strength: int, die: int, lost: int) -> None:
    """13.8, 1.3 Announces the die of a hunt and its losses; only their owner knows the hunting points."""
    execution.emit_to(1 - subron // layout.SUBRONS_A_SIDE, log.ASW, hex, strength, die, lost)


def lose_points(state: State, subron: int, lost: int) -> None:
    """13.8, 47.1 Removes Sub Points, fleet boats first; a Subron without points is dissolved."""
    cells = state.cells
    for kind in (layout.SUBRON_FLEET, layout.SUBRON_COASTAL):
        gone = min(cells[kind + subron], lost)
        cells[kind + subron] -= gone
        lost -= gone
        losses.lose_subs(state, subron // layout.SUBRONS_A_SIDE, gone)
    left = cells[layout.SUBRON_FLEET + subron] + cells[layout.SUBRON_COASTAL + subron]
    cells[layout.SUBRON_READY + subron] = min(cells[layout.SUBRON_READY + subron], left)
    if not left:
        disband(state, subron)
    subrons.update_card(state, subron)


MODES_AT_SEA = (layout.ON_STATION, layout.SUBMARINE_MISSION)
"""13.3, 13.9 The modes in which a Subron searches and may be attacked: all except in transit and on its way to
Refit.
"""


def disband(state: State, subron: int) -> None:
    """13.1 Frees a marker."""
    state.cells[layout.SUBRON_AT + subron] = -1
    for block in (layout.SUBRON_READY, layout.SUBRON_OUT, layout.SUBRON_MODE):
        state.cells[block + subron] = 0


def hunted_on_station(execution: Execution) -> None:
    """13.91, 4.2 At the end of a phase, forces on Patrol hunt Subrons in their hex, beginning with the First Player's
    forces.

    The die is reduced by two; losses are announced. Subrons in transit or on their way to Refit are not attacked
    (13.3).
    """
    state = execution.state
    first = max(state.cells[layout.FIRST_PLAYER], 0)
    for force in sorted(range(len(FORCES)), key=lambda force: side_of_force(force) != first):
        side = side_of_force(force)
        if mission_of(state, force) != "patrol" or force not in formed(state, side):
            continue
        hex = state.cells[layout.FORCE_AT + force]
        markers = range(layout.SUBRONS_A_SIDE * (1 - side), layout.SUBRONS_A_SIDE * (2 - side))
        there = [marker for marker in markers if state.cells[layout.SUBRON_AT + marker] == hex]
        for subron in [marker for marker in there if state.cells[layout.SUBRON_MODE + marker] in MODES_AT_SEA]:
            strength = escort_points(state, force)
            if not strength or layout.scenario(state).subrons_inactive(state, 1 - side):
                continue
            die = max(execution.roll(6, Roll.HUNT_ON_STATION, UNSEEN) + ON_STATION_MODIFIER, 1)
            lost = min(execution.rules.pieces.charts.asw.read(strength, die), 12)
            if lost:
                announce_hunt(execution, subron, hex, strength, die, lost)
                lose_points(state, subron, lost)


PROCEDURES = (SubmarineAttacks, TorpedoTargetChoice)
