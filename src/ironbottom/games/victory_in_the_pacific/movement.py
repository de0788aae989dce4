"""6.0 Movement: reach, speed rolls, patrols and raiders (5.21, 5.24)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Leaves, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Record, Row, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.designation import normal_turn
from ironbottom.games.victory_in_the_pacific.effects import bottomed, on_bottom
from ironbottom.games.victory_in_the_pacific.first_moves import free_to_move
from ironbottom.games.victory_in_the_pacific.pieces import (
    AMPHIBIOUS,
    AREAS,
    GREEN,
    OF_SIDE,
    PEARL_HARBOR,
    PLACES,
    SHIPS,
    SIDES,
    UNITS,
    US_MANDATE,
)
from ironbottom.games.victory_in_the_pacific.reach import (
    LANDING_FORCE,
    PATROLLING,
    RAIDING,
    reach,
    reaching_alike,
    speed_roll,
    ways_to,
)
from ironbottom.games.victory_in_the_pacific.rebuilding import REBUILD, rebuild
from ironbottom.games.victory_in_the_pacific.repairs import MARK, REPAIR, mark, repair
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    ESCAPED,
    IN,
    MARKED,
    PATROL,
    RESTED,
    area_of,
    bring,
    place_of,
)
from ironbottom.games.victory_in_the_pacific.way_home import FAILED, send_home
from ironbottom.games.victory_in_the_pacific.west_coast import (
    GO_WEST,
    TO_SAN_DIEGO,
    escapers,
    go_to_yards,
    go_west,
)

PLACE_COUNT = len(PLACES)

# -- conditions --------------------------------------------------------------------------------------------


@condition("5.2", "{0} is not yours")
def own(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return bool(OF_SIDE[side] >> unit & 1)


@condition("3.1", "{0} is no surface ship")
def a_ship(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return bool(SHIPS >> unit & 1)


@condition("13.1", "{0} is no amphibious unit")
def amphibious(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return bool(AMPHIBIOUS >> unit & 1)


@condition("6.21", "{0} is in no port or base from which it could sail")
def in_place(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return place_of(state.cells, unit) >= 0


@condition("9.41", "{0} rests on the bottom of its harbour")
def afloat(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return not on_bottom(state.rules.pieces, state.cells, unit)


@condition("18.2", "{0} does not move on the first turn")
def may_move(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return bool(free_to_move(state.rules.pieces, state.cells, side) >> unit & 1)


@condition("11.1", "{0} is being repaired and stays in port")
def not_repaired(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return not state.cells[RESTED] >> unit & 1


@condition("5.21", "{0} is marked as a raider")
def not_marked(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return not state.cells[MARKED] >> unit & 1


@condition("6.12", "{0} was not turned white side up in port")
def is_marked(state: State, frame: Frame, side: int, unit: int, *rest: int) -> bool:
    return bool(state.cells[MARKED] >> unit & 1)


def _reach(state: State, unit: int, role: int) -> tuple[int, int]:
    return reach(state.rules.pieces, state.cells, unit, role, place_of(state.cells, unit))


@condition("6.221", "{0} cannot patrol {1}: it reaches a first area, and a next one unless an enemy flag stops it")
def patrol_reach(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    free, rolling = _reach(state, unit, PATROLLING)
    return bool((free | rolling) >> area & 1)


@condition("6.224", "{0} does not get to {1}: two areas at most, and it stops at an enemy flag")
def amphibious_reach(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return bool(_reach(state, unit, LANDING_FORCE)[0] >> area & 1)


def _raids(state: State, unit: int, area: int) -> bool:
    free, rolling = _reach(state, unit, RAIDING)
    return bool((free | rolling) >> area & 1)


@condition(
    "6.223",
    "{0} does not get to {1}: a British, Australian or Dutch raider enters two areas, and stops at an enemy flag",
)
def green_reach(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return not GREEN >> unit & 1 or _raids(state, unit, area)


@condition("6.23", "{0} does not get to {1}: a raider enters three areas at most, and stops at an enemy flag")
def raid_reach(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return _raids(state, unit, area)


@condition("6.42", "{0} tries {1} with a speed roll: tell the area before it too, to which a failed roll leads back")
def way_not_needed(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    free, _ = _reach(state, unit, RAIDING)
    return not state.rules.pieces.failed_before or bool(free >> area & 1)


@condition("6.42", "the way is told only where a failed roll leads back to the area before")
def way_matters(state: State, frame: Frame, side: int, unit: int, before: int, area: int) -> bool:
    return bool(state.rules.pieces.failed_before)


@condition("6.23", "{0} does not get to {2} by way of {1} with a speed roll")
def way_reach(state: State, frame: Frame, side: int, unit: int, before: int, area: int) -> bool:
    return before in ways_to(state.rules.pieces, state.cells, unit).get(area, ())


# -- offers --------------------------------------------------------------------------------------------------


def at_hand(state: State, side: int, units: int) -> list[tuple[int, int]]:
    """Those of the units that may sail, as bits, by the place they are in."""
    cells, pieces = state.cells, state.rules.pieces
    units &= free_to_move(pieces, cells, side)
    units &= ~bottomed(pieces, cells, units)
    return [(place, there & units) for place, there in enumerate(cells[IN : IN + PLACE_COUNT]) if there & units]


def _by_reach(state: State, side: int, units: int, role: int) -> list[tuple[int, int, int]]:
    """Units that sail from one place with the same reach: the units, the free areas, those by a roll."""
    found = []
    for place, ready in at_hand(state, side, units):
        for alike in reaching_alike(state.rules.pieces, state.cells, ready, role):
            unit = (alike & -alike).bit_length() - 1
            found.append((alike, *reach(state.rules.pieces, state.cells, unit, role, place)))
    return found


def patrols(state: State, frame: Frame, side: int) -> list[Group]:
    cells = state.cells
    ready = OF_SIDE[side] & SHIPS & ~cells[RESTED] & ~cells[MARKED]
    return [
        SetProduct(PATROL_AREA.number, units, members(free | rolling))
        for units, free, rolling in _by_reach(state, side, ready, PATROLLING)
    ]


def sailings(state: State, frame: Frame, side: int) -> list[Group]:
    ready = OF_SIDE[side] & AMPHIBIOUS & ~state.cells[RESTED]
    return [
        SetProduct(SAIL.number, units, members(free)) for units, free, _ in _by_reach(state, side, ready, LANDING_FORCE)
    ]


def raids(state: State, frame: Frame, side: int) -> list[Group]:
    before = state.rules.pieces.failed_before
    ready = OF_SIDE[side] & SHIPS & state.cells[MARKED]
    return [
        SetProduct(RAID_AREA.number, units, members(free if before else free | rolling))
        for units, free, rolling in _by_reach(state, side, ready, RAIDING)
    ]


def ways(state: State, frame: Frame, side: int) -> list[Group]:
    if not state.rules.pieces.failed_before:
        return []
    number = RAID_BY_WAY.number
    listed = [
        (number, unit, before, area)
        for _, ready in at_hand(state, side, OF_SIDE[side] & SHIPS & state.cells[MARKED])
        for unit in members(ready)
        for area, several in ways_to(state.rules.pieces, state.cells, unit).items()
        for before in several
    ]
    return [Leaves(number, listed)] if listed else []


PATROL_AREA = Verb(
    "patrol",
    UNITS,
    AREAS,
    clause="6.11",
    conditions=(own, a_ship, in_place, afloat, may_move, not_repaired, not_marked, patrol_reach),
    offer=patrols,
)
SAIL = Verb(
    "sail",
    UNITS,
    AREAS,
    clause="13.1",
    conditions=(own, amphibious, in_place, may_move, not_repaired, amphibious_reach),
    offer=sailings,
)
RAID_AREA = Verb(
    "raid",
    UNITS,
    AREAS,
    clause="6.12",
    conditions=(own, a_ship, in_place, afloat, may_move, is_marked, green_reach, raid_reach, way_not_needed),
    offer=raids,
)
RAID_BY_WAY = Verb(
    "raid_by_way",
    UNITS,
    AREAS,
    AREAS,
    clause="6.42",
    conditions=(way_matters, own, a_ship, in_place, afloat, may_move, is_marked, way_reach),
    offer=ways,
)

# -- 5.21 patrols --------------------------------------------------------------------------------------------


class Patrols(Procedure):
    """5.21 A side sends patrols to sea, repairs, marks its raiders; then it rolls for those that went far."""

    name = "patrols"
    clause = "5.21"
    fields = {"side": One(SIDES), "rolling": Some(UNITS)}
    verbs = (PATROL_AREA, REPAIR, REBUILD, MARK, GO_WEST, TO_SAN_DIEGO, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Send out patrols, repair ships in port and mark raiders there, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        verb = code[0]
        if verb == PATROL_AREA.number:
            self.patrol(play, frame, code[1], code[2])
        elif verb == REPAIR.number:
            repair(play, code[1])
        elif verb == REBUILD.number:
            rebuild(play, code[1], code[2])
        elif verb == MARK.number:
            mark(play, code[1])
        elif verb == GO_WEST.number:
            go_west(play, code[1])
        elif verb == TO_SAN_DIEGO.number:
            go_to_yards(play, code[1])
        else:
            play.pop()
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])
            for unit in members(frame[2]):
                if not speed_roll(play, unit, area_of(play.cells, unit)):
                    play.cells[PATROL] &= ~(1 << unit)  # 6.41

    def patrol(self, play: Play, frame: Frame, unit: int, area: int) -> None:
        """6.11 The ship goes to sea with its dark side up; 6.221 for a second area it rolls at the end of the step."""
        cells = play.cells
        free, _ = reach(play.rules.pieces, cells, unit, PATROLLING, place_of(cells, unit))
        rolls = not free >> area & 1
        bring(cells, unit, AT + area)
        cells[PATROL] |= 1 << unit
        play.tell(log.PATROLLED, unit, area, int(rolls))
        if rolls:
            play.replace((*frame[:2], frame[2] | 1 << unit))


PATROLS = Patrols()

# -- 5.23 amphibious units -------------------------------------------------------------------------------------


class AmphibiousMoves(Procedure):
    """5.23, 13.1 A side's amphibious units sail."""

    name = "amphibious"
    clause = "5.23"
    fields = {"side": One(SIDES)}
    verbs = (SAIL, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if at_hand(play.state, frame[1], OF_SIDE[frame[1]] & AMPHIBIOUS & ~play.cells[RESTED]):
            return True
        play.pop()
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Sail amphibious units: choose one and its sea area, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == SAIL.number:
            if escapers(play.rules.pieces, play.cells) >> code[1] & 1 and code[2] == US_MANDATE:
                play.cells[ESCAPED] |= 1 << code[1]
            bring(play.cells, code[1], AT + code[2])
            play.tell(log.SAILED, code[1], code[2])
        else:
            play.pop()
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])


AMPHIBIOUS_MOVES = AmphibiousMoves()

# -- 5.24 raiders ------------------------------------------------------------------------------------------------

TRIES = Row(Record(unit=One(UNITS), back=One(AREAS)))


class Raiders(Procedure):
    """5.24 The ships marked in port sail as raiders, or stay; then those that tried a further area roll."""

    name = "raiders"
    clause = "5.24"
    fields = {"side": One(SIDES), "tries": TRIES}
    verbs = (RAID_AREA, RAID_BY_WAY, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if at_hand(play.state, frame[1], OF_SIDE[frame[1]] & SHIPS & play.cells[MARKED]):
            return True
        self.finish(play, frame)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Send out raiders: choose a marked ship and its sea area, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])
            self.finish(play, frame)
            return
        cells, unit, area = play.cells, code[1], code[-1]
        place = place_of(cells, unit)
        free, _ = reach(play.rules.pieces, cells, unit, RAIDING, place)
        rolls = not free >> area & 1
        if place == PEARL_HARBOR and normal_turn(play.rules.pieces, cells):
            cells[ESCAPED] |= 1 << unit  # 24.41 in a Normal Turn One
        bring(cells, unit, AT + area)
        cells[MARKED] &= ~(1 << unit)
        play.tell(log.RAIDED, unit, area, int(rolls))
        if rolls:
            back = code[2] if code[0] == RAID_BY_WAY.number else area
            play.replace((*frame[:2], tuple(sorted((*frame[2], (unit, back))))))

    def finish(self, play: Play, frame: Frame) -> None:
        """6.43 The rolls come after all have sailed; 6.42 those that fail go home."""
        _, side, tries = frame
        play.pop()
        play.cells[MARKED] &= ~OF_SIDE[side]
        failed: dict[int, int] = {}
        for unit, back in tries:
            if not speed_roll(play, unit, area_of(play.cells, unit)):
                failed[back] = failed.get(back, 0) | 1 << unit
        for back in sorted(failed, reverse=True):
            send_home(play, side, back, failed[back], FAILED)


RAIDERS = Raiders()
