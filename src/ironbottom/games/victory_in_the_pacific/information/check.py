"""States that cannot occur; the error names the field of the position."""

from __future__ import annotations

from itertools import pairwise

from ironbottom.engine.core.errors import BadValue, DiceError
from ironbottom.engine.core.fields import IdSetField, members, truncated_list
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Decision, Procedure, SequenceOfPlay, SimultaneousFrame
from ironbottom.games.victory_in_the_pacific import pieces as counters
from ironbottom.games.victory_in_the_pacific import state as layout
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.battle import Battle
from ironbottom.games.victory_in_the_pacific.rules.day_night import PickDayOrNight
from ironbottom.games.victory_in_the_pacific.rules.effects import sunk_at_sea, sunk_in_port
from ironbottom.games.victory_in_the_pacific.rules.invasion import Landing
from ironbottom.games.victory_in_the_pacific.rules.pursuit import Pursuit
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import EVICTED, ReturnToPort
from ironbottom.games.victory_in_the_pacific.rules.rounds import STAGES, Round, roll_for_action
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEP_NUMBER, STEPS, Turn
from ironbottom.games.victory_in_the_pacific.state import Cells, owner, units_at_sea
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State
from ironbottom.games.victory_in_the_pacific.variants.open_turn_2 import Stations
from ironbottom.games.victory_in_the_pacific.variants.west_coast import ESCAPE_TURN

PARENT_PROCEDURES = {
    **dict.fromkeys(("stay_or_retreat", "stay_or_part", "detaching"), ("battle",)),
    **dict.fromkeys(("pursuit", "chases"), ("flight",)),
    **dict.fromkeys(("forming", "tasking", "joining"), ("sighted_round",)),
    **dict.fromkeys(("targeting", "kamikaze_naming"), ("action", "air_battle")),
    "salvage": ("open_turn_2",),
    "stations": ("open_turn_2", "turn"),
    "announcement": ("action",),
    "name_action": ("round", "off_hawaii", "name_action"),
    "grouping": ("flight", "chase"),
    "stopping": ("chase",),
    "roles": ("air_battle",),
    "island_aiming": ("island_battle",),
    "designation": ("normal_turn_one",),
    "engagement": ("off_hawaii",),
    "naming": ("round", "off_hawaii"),
    "round": ("battle", "chase"),
    "sighted_round": ("battle", "chase"),
    "battle": ("combat", "first_turn"),
    "chase": ("chases",),
    "combat": ("turn", "normal_turn_one"),
}
"""For each procedure that answers to another, the procedures that it may be on."""
IN_STEP = {
    **{name: (name,) for name in ("raid_force", "removals", "air", "amphibious", "raiders", "combat")},
    "patrols": ("japan_patrols", "allied_patrols"),
    "submarine": ("submarines",),
    "strike": ("late_strikes",),
    "landing": ("invasions",),
}
"""The steps of a turn in which each procedure may be open."""
DAY_NIGHT_PROCEDURES = ("naming", "name_action")
ACTION_ROLL_STAGE = STAGES.index(roll_for_action)
"""7.3, 7.32 Day or night is picked just before the stage of a round that decides it."""
AFLOAT = (
    (layout.AT, layout.IN, sunk_at_sea),
    (layout.IN, layout.DUE, sunk_in_port),
    (layout.IN_SAN_DIEGO, layout.HOME, sunk_at_sea),
)
"""The cells where units can be sunk, with the test for each."""
_units = IdSetField(counters.UNITS)


def check(state: State) -> None:
    """Refuses a state that cannot occur."""
    check_board(state)
    check_groups(state)
    check_places(state)
    check_faces(state.rules.pieces, state.cells)
    check_damage(state)
    check_arrivals(state)
    check_stack(state)
    check_frames(state)
    check_waiting(state)


def refuse(message: str, field: str, clause: str | None = None) -> None:
    """Raises an error for a field."""
    raise BadValue(message, field=field, clause=clause)


def unit_names(units: int) -> str:
    """Units by id, for a sentence."""
    return truncated_list(_units.write(units))


def check_board(state: State) -> None:
    """4.7, 11.2 The game is not over, and ports repair no more than they can."""
    cells, pieces = state.cells, state.rules.pieces
    if cells[layout.TURN] > pieces.last_turn:
        refuse(f"the last turn is {pieces.last_turn}", "turn", "4.7")
    for port, name in enumerate(counters.PORTS.ids):
        if cells[layout.REPAIR_POINTS_USED + port] > pieces.repair[port][cells[layout.TURN] - 1]:
            refuse("the port does not have that many repair points", f"repair_points_used.{name}", "11.2")


def check_groups(state: State) -> None:
    """18.32 The groups with uncertain locations are those of the charts."""
    cells, entry = state.cells, state.rules.pieces.entry
    for group, name in enumerate(counters.GROUPS.ids):
        strangers = [counters.UNITS.ids[unit] for unit in members(cells[layout.GROUP + group]) if entry[unit] != name]
        if strangers:
            refuse(f"{truncated_list(strangers)} cannot be there", f"units.{name}")


def check_places(state: State) -> None:
    """2.3 Units are in places of their own side, except while they are driven out."""
    cells = state.cells
    for number, place in enumerate(counters.PLACES.ids):
        strangers = (
            cells[layout.IN + number] & ~counters.UNITS_OF_SIDE[owner(cells, number)] & ~driven_out(state, number)
        )
        if strangers:
            refuse(f"{unit_names(strangers)} is in an enemy place", f"units.{place}", "2.3")


def driven_out(state: State, place: int) -> int:
    """14.31 The units that are being driven out of a place."""
    result, spot = 0, counters.FIRST_PLACE + place
    for frame in state.stack:
        if isinstance(frame, ReturnToPort) and frame.spot == spot and frame.reason == EVICTED:
            result |= frame.units
    return result


def check_faces(pieces: Pieces, cells: Cells) -> None:
    """15.3 Ships at sea patrol; ships in port are marked as raiders or repaired, but not both."""
    at_sea, in_port = units_at_sea(cells), 0
    for units in cells[layout.IN : layout.DUE]:
        in_port |= units
    if cells[layout.PATROL] & ~(at_sea & counters.SHIPS):
        refuse(
            f"{unit_names(cells[layout.PATROL] & ~(at_sea & counters.SHIPS))} is not a ship at sea", "raiding", "15.3"
        )
    if cells[layout.MARKED] & ~(in_port & counters.SHIPS):
        refuse(
            f"{unit_names(cells[layout.MARKED] & ~(in_port & counters.SHIPS))} is not a ship in port", "marked", "5.21"
        )
    if cells[layout.MARKED] & cells[layout.REPAIRED_THIS_TURN]:
        refuse(
            f"{unit_names(cells[layout.MARKED] & cells[layout.REPAIRED_THIS_TURN])} is both repaired and marked",
            "rested",
            "5.21",
        )
    for cell, field in ((layout.PURSUED, "pursued"), (layout.STAYED_OUT, "stayed_out")):
        if cells[cell] and not pieces.task_forces:
            refuse("parts of a fleet can flee only if task forces are used", field, "20.8")


def check_damage(state: State) -> None:
    """7.533, 9.4 No unit afloat or in port has so much damage that it would sink."""
    cells, pieces = state.cells, state.rules.pieces
    for first, end, sinks in AFLOAT:
        for cell in range(first, end):
            for unit in members(cells[cell] & ~counters.SUBMARINES):
                if cells[layout.DAMAGE + unit] and sinks(pieces, cells[layout.DAMAGE + unit], unit):
                    refuse("the unit would be lost", f"damage.{counters.UNITS.ids[unit]}", "7.533")
    for unit in members(counters.SUBMARINES):
        if cells[layout.DAMAGE + unit]:
            refuse("submarines cannot be hit", f"damage.{counters.UNITS.ids[unit]}", "16.4")
    for cell in (*range(layout.RETURN, layout.IN_SAN_DIEGO), layout.LOST):
        for unit in members(cells[cell]):
            if cells[layout.DAMAGE + unit]:
                refuse("lost units return at full strength or not at all", f"damage.{counters.UNITS.ids[unit]}", "4.5")
    for unit in range(len(counters.UNITS)):
        loss = cells[layout.AIR_LOSS + unit]
        if loss and (not pieces.carrier_airstrikes or loss > pieces.airstrike[unit]):
            refuse("its airstrike cannot have lost that much", f"air_loss.{counters.UNITS.ids[unit]}", "23.2")


def check_arrivals(state: State) -> None:
    """4.1 Units that have not arrived are undamaged, except ships that option 3c sent to the West Coast."""
    cells, pieces = state.cells, state.rules.pieces
    for cell in range(layout.DUE, layout.RETURN):
        sent_west = pieces.west_escape and cell == layout.DUE + ESCAPE_TURN and cells[layout.TURN] >= ESCAPE_TURN
        for unit in members(cells[cell]):
            if sent_west and pieces.arrival[unit] <= ESCAPE_TURN and not counters.SUBMARINES >> unit & 1:
                if cells[layout.DAMAGE + unit] and sunk_at_sea(pieces, cells[layout.DAMAGE + unit], unit):
                    refuse("the unit would be lost", f"damage.{counters.UNITS.ids[unit]}", "7.533")
                continue
            for first, name in ((layout.DAMAGE, "damage"), (layout.AIR_LOSS, "air_loss")):
                if cells[first + unit]:
                    refuse(
                        "the unit has not arrived yet, so it is undamaged", f"{name}.{counters.UNITS.ids[unit]}", "4.1"
                    )


def check_waiting(state: State) -> None:
    """A question on top of the frames has at least one choice, such as the port of a unit that returns (4.4)."""
    if not state.stack:
        return
    top = state.stack[-1]
    if not top.verbs or isinstance(top, SimultaneousFrame):
        return
    trial = state.copy()
    try:
        waits = top.proceed(Execution(trial, NoDice()))
    except DiceError:
        waits = False
    if not waits or trial.stack != state.stack or trial.cells != state.cells:
        refuse(f"{top.name}: there is nothing to choose here", "frames", top.clause)
    if not Decision(trial, top, top.decider(trial)).choices:
        refuse(f"{top.name}: there is nothing to choose from", "frames", top.clause)


def check_frames(state: State) -> None:
    """Each frame is on a frame that it can belong to, at the right stage, and has possible units."""
    for below, frame in pairwise(state.stack):
        if below.name not in PARENT_PROCEDURES.get(frame.name, (below.name,)):
            refuse(f"{frame.name}: can only be asked within {PARENT_PROCEDURES[frame.name][0]}", "frames", frame.clause)
        if isinstance(below, Turn) and (fault := wrong_step(below, frame)):
            refuse(fault, "frames", frame.clause)
        if isinstance(below, Round) and (frame.name in DAY_NIGHT_PROCEDURES) != (below.next == ACTION_ROLL_STAGE):
            refuse(f"{frame.name}: this cannot occur at that stage of a round", "frames", frame.clause)
    for frame in state.stack:
        if isinstance(frame, (Landing, Stations, ReturnToPort)) and frame.units & ~(
            counters.UNITS_OF_SIDE[frame.side] & ~counters.SUBMARINES
        ):
            refuse(f"{frame.name}: these units are not all of that side, or submarines", "frames", frame.clause)
        if isinstance(frame, Pursuit) and not all(task.group or task.place >= 0 for task in frame.tasks):
            refuse("a fleeing group must have units", "frames", "8.2")


def wrong_step(turn: Turn, frame: Procedure) -> str:
    """Why a procedure cannot be open in the current step of a turn; empty if it can."""
    step = STEPS[turn.next - 1].name
    if step not in IN_STEP.get(frame.name, (step,)):
        return f"{frame.name}: this belongs to the step {IN_STEP[frame.name][0]}"
    return "after the last step the turn is over" if turn.next > STEP_NUMBER["end_or_go_on"] else ""


def check_stack(state: State) -> None:
    """The frames are those of a turn; the choice of day or night is made only during a battle."""
    cells, stack = state.cells, state.stack
    if not stack:
        return
    if not isinstance(stack[0], Turn) or any(isinstance(here, SequenceOfPlay) for here in stack[1:]):
        refuse("only the first frame is the turn's sequence", "frames")
    if any(isinstance(here, SimultaneousFrame) for here in stack[:-1]):
        refuse("simultaneous choices must come last", "frames", "7.3")
    top = stack[-1]
    runs: tuple[tuple[Procedure, ...], ...] = top.stacks if isinstance(top, SimultaneousFrame) else ((), ())
    asking = {here.side for here in stack if isinstance(here, PickDayOrNight)}
    if asking and state.rules.pieces.secret_day_night:
        refuse("both sides choose day or night at the same time", "frames", "7.3")
    for side, run in enumerate(runs):
        named_already = cells[layout.WANTS + side] >= 0
        if isinstance(top, SimultaneousFrame) and (named_already == bool(run) or len(run) > 1):
            refuse("a side can choose day or night only once", f"wants.{counters.SIDES.ids[side]}", "7.3")
        if any(not isinstance(here, PickDayOrNight) or here.side != side for here in run[:1]):
            refuse("a side can be asked only to choose day or night", "frames", "7.3")
        if not isinstance(top, SimultaneousFrame) and named_already and (side or asking != {1}):
            refuse("nobody is asked to choose day or night", f"wants.{counters.SIDES.ids[side]}", "7.3")
    if isinstance(top, SimultaneousFrame) and not any(runs):
        refuse("both sides have already chosen", "frames", "7.3")
    areas = {here.area for here in stack if isinstance(here, Battle)}
    if areas and areas != {cells[layout.BATTLE]}:
        refuse("the battle must be in the area that the frames name", "battle")
