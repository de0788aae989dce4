"""A whole state out of what one side has been shown: its enemy's hidden blocks dealt anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.fields import Some, members
from ironbottom.engine.frame_words import read_frames
from ironbottom.engine.procedures import Procedure
from ironbottom.engine.rules import Random, Rules
from ironbottom.engine.state import State
from ironbottom.games.hold_fast.pieces import (
    AIR,
    AREAS,
    BLOCKS,
    FIRST_PLACE,
    JAPAN,
    OF_SIDE,
    OFF_BOARD_KINDS,
    PLACES,
    PORT_COUNT,
    PORTS,
    SHIPS,
    SIDES,
    SUBMARINES,
    TASK_FORCES,
    TURNS,
    UNITS,
    WAYS,
)
from ironbottom.games.hold_fast.rules.combat import NameWay, Naming
from ironbottom.games.hold_fast.rules.repairs import Repairs
from ironbottom.games.hold_fast.rules.way_home import EVICTED, WayHome
from ironbottom.games.hold_fast.seen.view import SPOT_NAMES, on_board
from ironbottom.games.hold_fast.state import (
    ABSENT,
    BATTLE,
    BLOCK,
    BOX,
    DISABLED,
    DUE,
    FACE_UP,
    FOLLOWED,
    FORCE_AT,
    FORCE_FROM,
    FOUGHT,
    HELD,
    IN,
    LOST,
    MAY_BE,
    OFF,
    OVER,
    OWNED,
    POINTS,
    RAIDED,
    SEEN,
    SPENT,
    STRENGTH,
    TURN,
    USED,
    WANT,
    Cells,
    forces_from,
    layout,
)

CELL_OF = {name: cell for cell, name in SPOT_NAMES.items()}
_units = Some(UNITS)
View = Mapping[str, Any]
Stack = tuple[Procedure, ...]
Slot = tuple[int, int, int]
"""A hidden block: the cell where it stands, its number, and the units that it may be."""


def resample_from(rules: Rules, view: View, random: Random) -> State:
    """A state drawn from those that fit the view; play can go on from it."""
    cells = public_cells(rules, view)
    stack = read_frames(rules, view["frames"], "frames")
    for name in SIDES.ids:
        for unit, told in view["units"][name].items():
            put_seen(cells, UNITS.index[unit], told)
    for side, name in enumerate(SIDES.ids):
        if name in view["hidden"]:
            deal_hidden(rules, cells, stack, side, view, random)
    remember(rules, cells, view)
    if view["naming"] is not None:
        stack += (name_in_secret(cells, view, random),)
    here = stack[-1] if stack else None
    if isinstance(here, Repairs) and SIDES.ids[here.side] in view["hidden"]:
        repair_in_secret(rules, cells, here.side, random)
    return State(rules, cells, stack)


def public_cells(rules: Rules, view: View) -> Cells:
    """The cells that everybody sees."""
    cells = [0] * layout.size
    cells[BLOCK : BLOCK + len(UNITS)] = [-1] * len(UNITS)
    cells[WANT : WANT + 2] = (-1, -1)
    cells[TURN], cells[POINTS] = view["turn"], view["victory_points"]
    cells[BATTLE] = AREAS.index[view["battle"]] if view["battle"] else -1
    cells[FOUGHT] = layout.types[FOUGHT].read(view["fought"], "fought")
    for side, name in enumerate(SIDES.ids):
        cells[SPENT + side] = view["resource_points"][name]["spent"]
        cells[HELD + side] = sum(1 << AREAS.index[area] for area, who in view["control"].items() if who == name)
        cells[OWNED + side] = sum(1 << PLACES.index[place] for place, who in view["places"].items() if who == name)
    for first, told in ((RAIDED, view["raided"]), (USED, view["repaired_here"])):
        for port, count in told.items():
            cells[first + PORTS.index[port]] = count
    for first, told in ((DUE, view["due"]), (LOST, view["lost"])):
        for turn in range(TURNS):
            cells[first + turn] = _units.read(told.get(str(turn + 1), []), "units")
    cells[ABSENT] = _units.read(view["absent"], "absent")
    for force, name in enumerate(TASK_FORCES.ids):
        told = view["task_forces"].get(name)
        cells[FORCE_FROM + force] = PLACES.index[told["from"]] if told else -1
        cells[FORCE_AT + force] = AREAS.index[told["at"]] if told and told["at"] else -1
    return cells


def put_seen(cells: Cells, unit: int, told: Mapping[str, Any]) -> None:
    """A unit that the viewer sees."""
    cells[CELL_OF[told["where"]]] |= 1 << unit
    cells[STRENGTH + unit] = told["strength"]
    cells[BLOCK + unit] = BLOCKS.index[told["block"]] if told["block"] else -1
    for cell, name in ((FACE_UP, "face_up"), (DISABLED, "disabled")):
        cells[cell] |= int(told[name]) << unit


def remember(rules: Rules, cells: Cells, view: View) -> None:
    """What each side knows of the other's blocks, and the strength in which it saw them last."""
    pieces = rules.pieces
    for unit in members(on_board(cells)):
        cells[SEEN + unit] = view["seen_strength"].get(UNITS.ids[unit], pieces.strength[unit])
        if cells[FACE_UP] >> unit & 1:
            cells[SEEN + unit] = cells[STRENGTH + unit]
            cells[MAY_BE + unit] = 1 << unit if pieces.memory else 0
    holder = {cells[BLOCK + unit]: unit for unit in members(on_board(cells))}
    for groups in view["memory"].values():
        for group in groups:
            may_be = _units.read(group["may_be"], "may_be")
            for block in group["blocks"]:
                cells[MAY_BE + holder[BLOCKS.index[block]]] = may_be
    cells[FOLLOWED] = sum(1 << holder[BLOCKS.index[block]] for block in view["followed"])


# -- dealing the hidden blocks -------------------------------------------------------------------------


def kinds_at(cell: int) -> int:
    """The units that may stand in a place at all."""
    if IN <= cell < OVER:
        return SHIPS
    if OVER <= cell < OFF:
        return AIR
    return OFF_BOARD_KINDS if cell == OFF else SHIPS | OFF_BOARD_KINDS


def deal_hidden(rules: Rules, cells: Cells, stack: Stack, side: int, view: View, random: Random) -> None:
    """Deals a side's hidden units to its hidden blocks so that all that was shown still holds."""
    name = SIDES.ids[side]
    seen = sum(1 << UNITS.index[unit] for unit in view["units"][name])
    gone = cells[ABSENT]
    for cell in (*range(DUE, DUE + TURNS), *range(LOST, LOST + TURNS)):
        gone |= cells[cell]
    units = OF_SIDE[side] & ~seen & ~gone
    slots = hidden_slots(cells, stack, side, view, units, random)
    slots = submarine_known(slots, name in view["submarines_at_sea"])
    for (cell, block, _), unit in zip(slots, match([slot[2] for slot in slots], units, random), strict=True):
        cells[cell] |= 1 << unit
        cells[BLOCK + unit] = block
    draw_strengths(rules, cells, units, view, name, random)


def hidden_slots(cells: Cells, stack: Stack, side: int, view: View, units: int, random: Random) -> list[Slot]:
    """For each hidden block the cell where it stands, its number, and the units that it may be."""
    name = SIDES.ids[side]
    may_be = {
        BLOCKS.index[block]: _units.read(group["may_be"], "may_be")
        for group in view["memory"].get(name, [])
        for block in group["blocks"]
    }
    slots = []
    for spot, blocks in view["hidden"][name].items():
        listed = [-1] * blocks if isinstance(blocks, int) else [BLOCKS.index[block] for block in blocks]
        if side == JAPAN and forces_from(cells, CELL_OF[spot]):
            where = aboard_or_ashore(cells, stack, CELL_OF[spot], listed, view, random)
        else:
            where = [CELL_OF[spot]] * len(listed)
        for block, cell in zip(listed, where, strict=True):
            slots.append((cell, block, may_be.get(block, units) & units & kinds_at(cell)))
    return slots


def aboard_or_ashore(
    cells: Cells, stack: Stack, place: int, blocks: list[int], view: View, random: Random
) -> list[int]:
    """14.0.1 For the hidden blocks at a place where task forces formed: there, or in the box of one of them.

    Blocks that came since can be followed, and are there. In a place that fell there are none any more, but one or
    more of those that still leave it (10.0.4).
    """
    number = place - IN
    boxes = [BOX + force for force in forces_from(cells, place)]
    leaving = bool(stack) and stack[-1] == WayHome(JAPAN, EVICTED, FIRST_PLACE + number)
    open_cells = [place, *boxes] if leaving or cells[OWNED] >> number & 1 else boxes
    came = {BLOCKS.index[block] for block in view["followed"]}
    while True:
        found = [place if block in came else open_cells[random.randrange(len(open_cells))] for block in blocks]
        if place in found or not leaving:
            return found


def submarine_known(slots: list[Slot], at_sea: bool) -> list[Slot]:
    """7.0.4 All have seen whether the submarine was placed; so they know how much air is off board, to be placed."""
    return [(cell, block, may_be & ~SUBMARINES if (cell == OFF) == at_sea else may_be) for cell, block, may_be in slots]


def match(allowed: list[int], units: int, random: Random) -> list[int]:
    """A unit for each slot, each unit once, drawn at random from those that are allowed there."""
    order = list(range(len(allowed)))
    random.shuffle(order)
    taken: dict[int, int] = {}
    for slot in order:
        listed = members(units)
        random.shuffle(listed)
        place(slot, allowed, listed, taken, set())
    chosen = [0] * len(allowed)
    for unit, slot in taken.items():
        chosen[slot] = unit
    if len(taken) != len(allowed):
        raise ValueError("these blocks cannot be told apart as the view says")
    for _ in range(4 * len(chosen) if len(chosen) > 1 else 0):
        one, two = random.randrange(len(chosen)), random.randrange(len(chosen))
        if allowed[one] >> chosen[two] & 1 and allowed[two] >> chosen[one] & 1:
            chosen[one], chosen[two] = chosen[two], chosen[one]
    return chosen


def place(slot: int, allowed: list[int], listed: list[int], taken: dict[int, int], tried: set[int]) -> bool:
    """Finds a unit for a slot, if need be by moving others on."""
    for unit in listed:
        if not allowed[slot] >> unit & 1 or unit in tried:
            continue
        tried.add(unit)
        if unit not in taken or place(taken[unit], allowed, listed, taken, tried):
            taken[unit] = slot
            return True
    return False


def draw_strengths(rules: Rules, cells: Cells, units: int, view: View, name: str, random: Random) -> None:
    """Hidden strengths: as last seen, and the points that were repaired since on any of the damaged."""
    full, listed = rules.pieces.strength, members(units)
    for unit in listed:
        cells[STRENGTH + unit] = view["seen_strength"].get(UNITS.ids[unit], full[unit])
    for _ in range(view["repaired"][name]):
        damaged = [unit for unit in listed if cells[STRENGTH + unit] < full[unit]]
        cells[STRENGTH + damaged[random.randrange(len(damaged))]] += 1


# -- what is chosen in secret --------------------------------------------------------------------------


def name_in_secret(cells: Cells, view: View, random: Random) -> Naming:
    """8.4.1 Who has named what already, as far as the viewer cannot tell."""
    viewer = SIDES.index.get(view["side"], -1)
    asked = [bool(random.randrange(2)) for _ in (0, 1)]
    if viewer >= 0:
        asked[viewer] = view["naming"]
    if not any(asked):
        asked[1 - viewer if viewer >= 0 else random.randrange(2)] = True
    for side in (0, 1):
        if not asked[side]:
            cells[WANT + side] = WAYS.index[view["wants"]] if side == viewer else random.randrange(2)
    return Naming(tuple([(NameWay(side),) if asked[side] else () for side in (0, 1)]))


def repair_in_secret(rules: Rules, cells: Cells, side: int, random: Random) -> None:
    """5.0.3 How much each port has restored while its owner repairs."""
    left = cells[SPENT + side]
    for port in range(PORT_COUNT):
        most = min(left, rules.pieces.repair[port] - cells[RAIDED + port])
        if cells[OWNED + side] >> port & 1 and most > 0:
            cells[USED + port] = random.randrange(most + 1)
            left -= cells[USED + port]
