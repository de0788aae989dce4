"""What can stand on the table: a state that no game could hold is refused, naming the field of its position."""

from __future__ import annotations

from ironbottom.engine.dice import NoDice
from ironbottom.engine.errors import BadValue, DiceError
from ironbottom.engine.fields import Some, members, shorten
from ironbottom.engine.procedures import Play, SequenceOfPlay, Together
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific.battle import BATTLE as BATTLE_ROUNDS
from ironbottom.games.victory_in_the_pacific.effects import LAND_UNITS, sunk_at_sea, sunk_in_port
from ironbottom.games.victory_in_the_pacific.pieces import (
    AREAS,
    BRITISH,
    FIRST_PLACE,
    GROUPS,
    OF_SIDE,
    PLACES,
    PORTS,
    SHIPS,
    SIDES,
    SUBMARINES,
    TURNS,
    UNITS,
    US,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.sequence import TURN_SEQUENCE
from ironbottom.games.victory_in_the_pacific.state import (
    AIR_LOSS,
    AT,
    BATTLE,
    DAMAGE,
    DUE,
    ESCAPED,
    FIRST_LOCATION,
    FLAG,
    FLAG_BEFORE,
    GROUP,
    HOME,
    IN,
    LAST_LOCATION,
    LOST,
    MARKED,
    OWNED,
    PATROL,
    PURSUED,
    REMOVED,
    RESTED,
    RETURN,
    STAYED_OUT,
    TURN,
    USED,
    WANT,
    YARD,
    Cells,
    owner,
)
from ironbottom.games.victory_in_the_pacific.view import SPOT_NAMES
from ironbottom.games.victory_in_the_pacific.way_home import EVICTED, WAY_HOME
from ironbottom.games.victory_in_the_pacific.west_coast import ESCAPE_TURN

STANDS_ON = {
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
}
"""What asks within another part of the sequence, and answers to it."""
ALL_UNITS = OF_SIDE[0] | OF_SIDE[1]
_units = Some(UNITS)


def check(state: State) -> None:
    """Refuses a state that no game could hold."""
    check_board(state)
    check_locations(state)
    check_places(state)
    check_faces(state.rules.pieces, state.cells)
    check_damage(state)
    check_arrivals(state)
    check_stack(state)
    check_waiting(state)


def refuse(message: str, field: str, clause: str | None = None) -> None:
    """Says what is wrong, and where."""
    raise BadValue(message, field=field, clause=clause)


def named(units: int) -> str:
    """Units by id, for a sentence."""
    return shorten(_units.write(units))


def check_board(state: State) -> None:
    """Flags are of one side, every place has an owner, ports repair no more than they can."""
    cells, pieces = state.cells, state.rules.pieces
    if cells[TURN] > pieces.last_turn:
        refuse(f"the last turn is {pieces.last_turn}", "turn", "4.7")
    for first, field in ((FLAG, "flags"), (FLAG_BEFORE, "flags_before")):
        if cells[first] & cells[first + 1]:
            refuse("a sea area shows one flag at most", field, "2.21")
    if cells[OWNED] & cells[OWNED + 1] or (cells[OWNED] | cells[OWNED + 1]) != (1 << len(PLACES)) - 1:
        refuse("every port and base belongs to one side", "places", "2.2")
    for port, name in enumerate(PORTS.ids):
        if cells[USED + port] > pieces.repair[port][cells[TURN] - 1]:
            refuse("the port has no so many repair points", f"repair_points_used.{name}", "11.2")


def check_locations(state: State) -> None:
    """Every unit stands in one place, where its kind may be."""
    cells, entry = state.cells, state.rules.pieces.entry
    seen = 0
    for cell in range(FIRST_LOCATION, LAST_LOCATION + 1):
        if seen & cells[cell]:
            refuse(f"{named(seen & cells[cell])} stands in two places", "units")
        seen |= cells[cell]
    if seen != ALL_UNITS:
        refuse(f"{named(ALL_UNITS & ~seen)} stands nowhere", "units")
    allowed = dict.fromkeys(range(IN, IN + len(PLACES)), ~SUBMARINES)
    allowed |= dict.fromkeys(range(RETURN, RETURN + TURNS), LAND_UNITS)
    allowed |= {YARD: US & SHIPS, HOME: SUBMARINES, REMOVED: BRITISH}
    for group, name in enumerate(GROUPS.ids):
        allowed[GROUP + group] = sum(1 << unit for unit in range(len(UNITS)) if entry[unit] == name)
    for cell, units in allowed.items():
        if cells[cell] & ~units:
            refuse(f"{named(cells[cell] & ~units)} cannot be there", f"units.{SPOT_NAMES[cell]}")


def check_places(state: State) -> None:
    """2.3 Units are in places of their own side, except while they are driven out."""
    cells = state.cells
    for number, place in enumerate(PLACES.ids):
        strangers = cells[IN + number] & ~OF_SIDE[owner(cells, number)]
        if strangers and not driven_out(state, number):
            refuse(f"{named(strangers)} is in a place of the enemy", f"units.{place}", "2.3")


def driven_out(state: State, place: int) -> bool:
    """14.31 Whether units are just being driven out of a place."""
    spot = FIRST_PLACE + place
    return any(frame[0] == WAY_HOME.number and frame[2] == spot and frame[4] == EVICTED for frame in state.stack)


def check_faces(pieces: Pieces, cells: Cells) -> None:
    """15.3 Ships at sea patrol; ships in port are marked as raiders or repaired, not both."""
    at_sea = in_port = 0
    for area in range(len(AREAS)):
        at_sea |= cells[AT + area]
    for place in range(len(PLACES)):
        in_port |= cells[IN + place]
    if cells[PATROL] & ~(at_sea & SHIPS):
        refuse(f"{named(cells[PATROL] & ~(at_sea & SHIPS))} is no ship at sea", "raiding", "15.3")
    if cells[MARKED] & ~(in_port & SHIPS):
        refuse(f"{named(cells[MARKED] & ~(in_port & SHIPS))} is no ship in port", "marked", "5.21")
    if cells[MARKED] & cells[RESTED]:
        refuse(f"{named(cells[MARKED] & cells[RESTED])} is repaired and marked", "rested", "5.21")
    if cells[ESCAPED] & ~OF_SIDE[1]:
        refuse(f"{named(cells[ESCAPED] & ~OF_SIDE[1])} is not Allied", "escaped", "18.33")
    for cell, field in ((PURSUED, "pursued"), (STAYED_OUT, "stayed_out")):
        if cells[cell] & ~SHIPS:
            refuse(f"{named(cells[cell] & ~SHIPS)} is no ship", field, "8.32")
        if cells[cell] and not pieces.task_forces:
            refuse("parts of a fleet flee with task forces alone", field, "20.8")


def check_damage(state: State) -> None:
    """7.533, 9.4 Nothing afloat or in port has more damage than sinks it."""
    cells, pieces = state.cells, state.rules.pieces
    for first, count, sinks in ((AT, len(AREAS), sunk_at_sea), (IN, len(PLACES), sunk_in_port), (YARD, 1, sunk_at_sea)):
        for cell in range(first, first + count):
            for unit in members(cells[cell] & ~SUBMARINES):
                if cells[DAMAGE + unit] and sinks(pieces, cells[DAMAGE + unit], unit):
                    refuse("the unit would be lost", f"damage.{UNITS.ids[unit]}", "7.533")
    for unit in members(SUBMARINES):
        if cells[DAMAGE + unit]:
            refuse("submarines are never hit", f"damage.{UNITS.ids[unit]}", "16.4")
    for cell in (*range(RETURN, RETURN + TURNS), LOST):
        for unit in members(cells[cell]):
            if cells[DAMAGE + unit]:
                refuse("what is lost comes back whole or not at all", f"damage.{UNITS.ids[unit]}", "4.5")
    for unit in range(len(UNITS)):
        loss = cells[AIR_LOSS + unit]
        if loss and (not pieces.carrier_airstrikes or loss > pieces.airstrike[unit]):
            refuse("its airstrike cannot have lost so much", f"air_loss.{UNITS.ids[unit]}", "23.2")


def check_arrivals(state: State) -> None:
    """4.1 What is still to come is whole, but for ships that option 3c sent to the West Coast."""
    cells, pieces = state.cells, state.rules.pieces
    for cell in (*range(DUE, DUE + TURNS), *range(GROUP, GROUP + len(GROUPS))):
        sent_west = pieces.west_escape and cell == DUE + ESCAPE_TURN and cells[TURN] >= ESCAPE_TURN
        for unit in members(cells[cell]):
            if sent_west and pieces.arrival[unit] <= ESCAPE_TURN and not SUBMARINES >> unit & 1:
                if cells[DAMAGE + unit] and sunk_at_sea(pieces, cells[DAMAGE + unit], unit):
                    refuse("the unit would be lost", f"damage.{UNITS.ids[unit]}", "7.533")
                continue
            for first, name in ((DAMAGE, "damage"), (AIR_LOSS, "air_loss")):
                if cells[first + unit]:
                    refuse("the unit has not arrived yet, and is whole", f"{name}.{UNITS.ids[unit]}", "4.1")


def check_waiting(state: State) -> None:
    """What asks on top of the frames has something to ask, such as where a unit comes back (4.4)."""
    if not state.stack:
        return
    procedure = state.rules.procedures[state.stack[-1][0]]
    if not procedure.verbs or isinstance(procedure, Together):
        return
    below = state.rules.procedures[state.stack[-2][0]].name if len(state.stack) > 1 else ""
    if below not in STANDS_ON.get(procedure.name, (below,)):
        refuse(f"{procedure.name}: this is asked within {STANDS_ON[procedure.name][0]}", "frames", procedure.clause)
    trial = state.copy()
    top = trial.stack[-1]
    try:
        waits = procedure.proceed(Play(trial, NoDice()), top)
    except DiceError:
        waits = False
    if not waits or trial.stack != state.stack or trial.cells != state.cells:
        refuse(f"{procedure.name}: nothing is to be chosen here", "frames", procedure.clause)
    if not any(len(group) for group in procedure.groups(trial, top, procedure.side(trial, top))):
        refuse(f"{procedure.name}: there is nothing to choose from", "frames", procedure.clause)


def check_stack(state: State) -> None:
    """The frames are those of a turn, and day or night is picked in a battle."""
    cells = state.cells
    if not state.stack:
        return
    procedures = [state.rules.procedures[frame[0]] for frame in state.stack]
    if procedures[0] is not TURN_SEQUENCE or any(isinstance(one, SequenceOfPlay) for one in procedures[1:]):
        refuse("the first frame is the turn's sequence, and no other is", "frames")
    if any(isinstance(one, Together) for one in procedures[:-1]):
        refuse("what is chosen at the same time comes last", "frames", "7.3")
    together = isinstance(procedures[-1], Together)
    runs = state.stack[-1][1] if together else ((), ())
    asking = {frame[1] for frame, one in zip(state.stack, procedures, strict=True) if one.name == "name_action"}
    if asking and state.rules.pieces.secret_day_night:
        refuse("both sides pick day or night at the same time", "frames", "7.3")
    for side, run in enumerate(runs):
        named_already = cells[WANT + side] >= 0
        if together and (named_already == bool(run) or len(run) > 1):
            refuse("a side picks day or night once", f"wants.{SIDES.ids[side]}", "7.3")
        if run and (state.rules.procedures[run[0][0]].name != "name_action" or run[0][1] != side):
            refuse("a side is asked for day or night alone", "frames", "7.3")
        if not together and named_already and (side or asking != {1}):
            refuse("nobody is asked for day or night", f"wants.{SIDES.ids[side]}", "7.3")
    if together and not any(runs):
        refuse("both sides have picked already", "frames", "7.3")
    areas = {frame[1] for frame in state.stack if frame[0] == BATTLE_ROUNDS.number}
    if areas and areas != {cells[BATTLE]}:
        refuse("the battle is in the area that the frames name", "battle")
