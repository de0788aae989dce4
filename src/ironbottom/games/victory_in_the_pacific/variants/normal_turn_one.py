"""Normal Turn One (tournament): the Allies base and move freely, and the raid on Pearl Harbor comes with the
raiders.
"""

from __future__ import annotations

from ironbottom.engine.rules.procedures import Step
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    AREAS,
    GREEN,
    GROUPS,
    HAWAII,
    INDONESIA,
    JAPAN,
    JOHNSTON,
    PEARL_HARBOR,
    RAID_SPEED,
    SHIPS,
    UNITS_OF_SIDE,
    YOKOSUKA,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Entered, Hooks, Pieces, do_nothing
from ironbottom.games.victory_in_the_pacific.rules import sequence
from ironbottom.games.victory_in_the_pacific.rules.air_units import place_submarines
from ironbottom.games.victory_in_the_pacific.rules.battle import at_sea
from ironbottom.games.victory_in_the_pacific.rules.combat import Combat
from ironbottom.games.victory_in_the_pacific.rules.end_of_turn import send_all_home
from ironbottom.games.victory_in_the_pacific.rules.first_moves import free_on_turn_one
from ironbottom.games.victory_in_the_pacific.rules.first_turn import (
    JapanOffHawaii,
    Sortie,
    UncertainLocation,
    leave_area,
)
from ironbottom.games.victory_in_the_pacific.rules.movement import Raiders
from ironbottom.games.victory_in_the_pacific.rules.raids import Raid, in_port, raiding_ships
from ironbottom.games.victory_in_the_pacific.rules.reach import raid_reach
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import BASES, return_units
from ironbottom.games.victory_in_the_pacific.state import AT, DAMAGE, ESCAPED, IN, MARKED, TURN, Cells
from ironbottom.games.victory_in_the_pacific.state_types import Execution
from ironbottom.games.victory_in_the_pacific.variants import normal_areas
from ironbottom.games.victory_in_the_pacific.variants.designation import PROCEDURES as DESIGNATION
from ironbottom.games.victory_in_the_pacific.variants.designation import Designation, NormalTurnOne, fire_at_designated
from ironbottom.games.victory_in_the_pacific.variants.normal_areas import second_raid

BASED_AT_JOHNSTON = GROUPS.ids[:2]
"""24.3 Groups W and X."""


def base_freely(execution: Execution) -> None:
    """24.4 Allied units at sea, except in Indonesia, choose harbours; 24.41 units in Pearl Harbor may only raid."""
    cells = execution.cells
    cells[MARKED] |= cells[IN + PEARL_HARBOR] & SHIPS & UNITS_OF_SIDE[ALLIES]
    for area in reversed(range(len(AREAS))):
        if area != INDONESIA:
            return_units(execution, ALLIES, area, cells[AT + area] & UNITS_OF_SIDE[ALLIES], BASES)


def japan_raiders(execution: Execution, frame: NormalTurnOne) -> None:
    """24.2, 5.24 Japan's raiders sail; those of speed 5 or more may go to the Hawaiian Islands."""
    execution.push(Raiders(JAPAN, ()))


def first_raid(execution: Execution, frame: NormalTurnOne) -> None:
    """24.1 The raid follows at once; no unit fires back in its first round."""
    ships = raiding_ships(execution.rules.pieces, execution.cells, JAPAN, HAWAII)
    if ships and in_port(execution.cells, JAPAN, PEARL_HARBOR):
        Raid.start(execution, JAPAN, HAWAII, PEARL_HARBOR, ships, 1, surprise=True)


def ask_japan(execution: Execution, frame: NormalTurnOne) -> None:
    """18.31 Japan stays, or goes home without pursuit."""
    if at_sea(execution.cells, HAWAII, JAPAN):
        execution.push(JapanOffHawaii(JAPAN))


def designate(execution: Execution, frame: NormalTurnOne) -> None:
    """24.7 The carriers that stay name their targets before the Allied raiders sail.

    This does not apply with rules 20 and 23, in which forces are formed and airstrikes assigned again every round.
    """
    pieces = execution.rules.pieces
    if at_sea(execution.cells, HAWAII, JAPAN) and not pieces.task_forces and not pieces.carrier_airstrikes:
        execution.push(Designation(()))


def allied_raiders(execution: Execution, frame: NormalTurnOne) -> None:
    """5.24 The Allied raiders sail, including those of Pearl Harbor."""
    execution.push(Raiders(ALLIES, ()))


def air_sortie(execution: Execution, frame: NormalTurnOne) -> None:
    """24.41, 18.33 The air unit in Pearl Harbor may leave."""
    execution.push(Sortie())


def submarine_placement(execution: Execution, frame: NormalTurnOne) -> None:
    """5.25 Submarines are placed."""
    place_submarines(execution)


def fight(execution: Execution, frame: NormalTurnOne) -> None:
    """24.1, 5.31 All areas in Japan's order."""
    execution.push(Combat())


def japan_leaves(execution: Execution, frame: NormalTurnOne) -> None:
    """24.8 Japan must leave the Hawaiian Islands at the end."""
    if at_sea(execution.cells, HAWAII, JAPAN):
        leave_area(execution, JAPAN)


NormalTurnOne.stages = (
    japan_raiders,
    first_raid,
    second_raid,
    ask_japan,
    designate,
    allied_raiders,
    air_sortie,
    submarine_placement,
    fight,
    japan_leaves,
)


# -- the hooks it sets ------------------------------------------------------------------------------------------


def open_middle_part(execution: Execution) -> None:
    """24.1 Opens the middle part of the turn, which has its own list of steps."""
    execution.push(NormalTurnOne(0, ()))


def return_all_to_port(execution: Execution) -> None:
    """24.3 Groups Y and Z roll for their bases after the other units are home."""
    execution.push(UncertainLocation(0, 0))
    send_all_home(execution)


PLAYED = {"raid_force": base_freely, "raiders": open_middle_part, "home": return_all_to_port}
"""24.1 The steps of the turn that differ from those of other turns."""
LEFT_OUT = {"submarines", "first_turn", "combat"}
"""24.1 The steps that are skipped here, since the middle part of the turn contains them."""
STEPS = tuple(
    Step(step.name, step.clause, do_nothing if step.name in LEFT_OUT else PLAYED.get(step.name, step.run))
    for step in sequence.STEPS
)


def free_to_move(pieces: Pieces, cells: Cells, side: int) -> int:
    """24.4, 24.41 All Allied units may move, but units in Pearl Harbor during the raid may move only as raiders."""
    if side == JAPAN:
        return free_on_turn_one(pieces, cells, side)
    return UNITS_OF_SIDE[ALLIES] & ~(cells[IN + PEARL_HARBOR] & pieces.pearl_fleet & ~cells[MARKED])


def base_group(execution: Execution, group: int, area: int, units: int) -> None:
    """24.3 The group does not patrol, but starts in harbours that the Allies choose."""
    return_units(execution, ALLIES, area, units, BASES)


def first_turn(cells: Cells) -> bool:
    """24.2, 24.5 On this turn each raider is computed separately."""
    return cells[TURN] == 1


def normal_raid(pieces: Pieces, cells: Cells, unit: int, place: int, areas: Entered) -> tuple[int, int]:
    """24.2 Japan's fast ships reach Hawaii; 24.5 US ones reach no third area; 24.41 damaged ships of Pearl Harbor may
    leave.
    """
    if cells[TURN] > 1:
        return raid_reach(pieces, cells, unit, place, areas)
    first, second, third = areas
    if UNITS_OF_SIDE[JAPAN] >> unit & 1:
        fast = place == YOKOSUKA and pieces.speed[unit] >= RAID_SPEED
        return first | second | fast << HAWAII, third & ~(fast << HAWAII)
    if place == PEARL_HARBOR and cells[DAMAGE + unit]:
        return first, 0
    return (first, second) if GREEN >> unit & 1 else (first | second, 0)


def leave_pearl_harbor(cells: Cells, unit: int, place: int) -> None:
    """24.41 A raider leaves Pearl Harbor, and the I-Boat may attack it (18.34)."""
    if place == PEARL_HARBOR and cells[TURN] == 1:
        cells[ESCAPED] |= 1 << unit


def opens_turn_one_area(execution: Execution, area: int) -> bool:
    """24.61, 24.8 Opens combat off Hawaii and in Indonesia on this turn."""
    return execution.cells[TURN] == 1 and normal_areas.opens_special_area(execution, area)


def enable_normal_turn_one(hooks: Hooks) -> None:
    """24.1 Puts a Normal Turn One in force."""
    hooks.start = dict.fromkeys(BASED_AT_JOHNSTON, IN + JOHNSTON)
    hooks.turn_one = STEPS
    hooks.first_moves = free_to_move
    hooks.group_found = base_group
    hooks.sortie = AIR & UNITS_OF_SIDE[ALLIES]
    hooks.raid_reach = normal_raid
    hooks.raiders_apart = first_turn
    hooks.raider_sails = leave_pearl_harbor
    hooks.opens_apart = opens_turn_one_area
    hooks.fires_named_targets = fire_at_designated


PROCEDURES = (*DESIGNATION, *normal_areas.PROCEDURES)
