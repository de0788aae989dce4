"""Random full states consistent with a side's view: all deals of the enemy's hidden blocks are equally likely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ironbottom.engine.core.fields import IdSetField, members
from ironbottom.engine.information.determinization import Container, Deal, PointsDraw, possible_secret_answers
from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.hold_fast import pieces
from ironbottom.games.hold_fast import state as layout
from ironbottom.games.hold_fast.information.view import VIEW
from ironbottom.games.hold_fast.rules.combat import CombatKindChoice, NameCombatKind
from ironbottom.games.hold_fast.rules.repairs import Repairs
from ironbottom.games.hold_fast.rules.return_to_nearest_port import EVICTED, ReturnToNearestPort
from ironbottom.games.hold_fast.state import UNITS_BY_PLACE, Cells, forces_from, units_on_board
from ironbottom.games.hold_fast.state_types import Rules, State

_units = IdSetField(pieces.UNITS)
View = Mapping[str, Any]
Stack = tuple[Procedure, ...]


def seen_state(rules: Rules, view: View) -> State:
    """The part of the state that a view shows, with what the other side knows about the viewer's blocks."""
    seen = VIEW.read(rules, view)
    remember(rules, seen.cells, view)
    return seen


class Sampler:
    """The states that fit a view, all equally likely."""

    def __init__(self, rules: Rules, view: View) -> None:
        seen = seen_state(rules, view)
        self.rules, self.cells, self.stack = rules, seen.cells, seen.stack
        self.sides = [
            HiddenSide(rules, self.cells, self.stack, side, view)
            for side, name in enumerate(pieces.SIDES.ids)
            if name in view["hidden"]
        ]
        own = [
            pieces.COMBAT_KINDS.index.get(view["wants"], -1) if name == view["side"] else None
            for name in pieces.SIDES.ids
        ]
        self.named = possible_secret_answers(len(pieces.COMBAT_KINDS), own) if view["naming"] is not None else []

    def draw(self, random: Random) -> State:
        """A state that fits, from which play can continue."""
        cells, stack = self.cells[:], self.stack
        for side in self.sides:
            side.deal(cells, random)
        if self.named:  # 8.4.1 the viewer cannot tell which sides have already named which combat
            named = cells[layout.COMBAT_KIND_CHOICE : layout.COMBAT_KIND_CHOICE + 2] = self.named[
                random.randrange(len(self.named))
            ]
            stack += (
                CombatKindChoice(
                    tuple([() if want >= 0 else (NameCombatKind(side),) for side, want in enumerate(named)])
                ),
            )
        return State(self.rules, cells, stack)


def remember(rules: Rules, cells: Cells, view: View) -> None:
    """The strength in which units were last seen, and what the other side knows about the viewer's blocks."""
    for unit in members(pieces.ALL_UNITS & ~off_the_board(cells)):
        cells[layout.SEEN_STRENGTH + unit] = view["seen_strength"].get(
            pieces.UNITS.ids[unit], rules.pieces.strength[unit]
        )
    holder = {}
    for unit in members(units_on_board(cells)):
        holder[cells[layout.BLOCK + unit]] = unit
        if cells[layout.FACE_UP] >> unit & 1:
            cells[layout.SEEN_STRENGTH + unit] = cells[layout.STRENGTH + unit]
            cells[layout.MAY_BE + unit] = 1 << unit if rules.pieces.memory else 0
    for block, may_be in possible_units_by_block(view).items():
        if block in holder:
            cells[layout.MAY_BE + holder[block]] = may_be
    followed = {pieces.BLOCKS.index[block] for block in view["followed"]}
    cells[layout.FOLLOWED] = sum(1 << unit for block, unit in holder.items() if block in followed)


def possible_units_by_block(view: View) -> dict[int, int]:
    """2.0.2 For each block, its possible units as known to the other side."""
    return {
        pieces.BLOCKS.index[block]: _units.read(group["may_be"], "may_be")
        for groups in view["memory"].values()
        for group in groups
        for block in group["blocks"]
    }


# -- dealing the hidden blocks -------------------------------------------------------------------------


class HiddenBlock(NamedTuple):
    """A hidden block: its number, its place, its possible units, and whether it came since the last deal."""

    number: int
    cell: int
    may_be: int
    followed: bool


class PossiblePassengers(NamedTuple):
    """14.0.1 Hidden blocks at a place where task forces formed: in the place, or in the box of one of them.

    Blocks that came after that can be followed, and are in the place. In a place that was captured, no blocks are left
    except those that still have to leave it (10.0.4).
    """

    blocks: list[int]
    place: int
    cells: list[int]
    leaving: bool

    def find(self, where: list[int], random: Random) -> None:
        """Chooses the place of each block, all possibilities equally likely."""
        while True:
            for block in self.blocks:
                where[block] = self.cells[random.randrange(len(self.cells))]
            if not self.leaving or any(where[block] == self.place for block in self.blocks):
                return


class HiddenSide:
    """The hidden blocks of a side: their places, and the possible units and strengths of each."""

    def __init__(self, rules: Rules, cells: Cells, stack: Stack, side: int, view: View) -> None:
        name = pieces.SIDES.ids[side]
        units = pieces.UNITS_OF_SIDE[side] & ~units_on_board(cells) & ~off_the_board(cells)
        self.memory = rules.pieces.memory
        self.blocks = hidden_blocks(name, view, units)
        at_sea = name in view["submarines_at_sea"]
        places = [Container(possible_units(block, at_sea) & block.may_be, 1, 1) for block in self.blocks]
        self.units = Deal(units, places)
        self.where = [block.cell for block in self.blocks]
        self.aboard = possible_passengers(cells, stack, self.blocks) if side == pieces.JAPAN else []
        self.damaged = []
        for unit in members(units):
            full = rules.pieces.strength[unit]
            cells[layout.STRENGTH + unit] = cells[layout.SEEN_STRENGTH + unit]
            if cells[layout.SEEN_STRENGTH + unit] < full:
                self.damaged.append(unit)
        restored = view["repaired"][name]
        self.restored = PointsDraw(
            [rules.pieces.strength[unit] - cells[layout.SEEN_STRENGTH + unit] for unit in self.damaged], restored
        )
        here = stack[-1] if stack else None
        repairing = isinstance(here, Repairs) and here.side == side
        self.used = restored_in_ports(rules, cells, side, restored) if repairing else None

    def deal(self, cells: Cells, random: Random) -> None:
        """Deals the units to the blocks, and the restored points to the damaged units."""
        where, blocks = self.where[:], self.blocks
        for blocks_there in self.aboard:
            blocks_there.find(where, random)
        for unit, block in self.units.draw(random):
            cells[where[block]] |= 1 << unit
            if self.memory:
                cells[layout.BLOCK + unit], _, cells[layout.MAY_BE + unit], followed = blocks[block]
                if followed:
                    cells[layout.FOLLOWED] |= 1 << unit
        if self.restored.points:
            for unit, points in zip(self.damaged, self.restored.draw(random), strict=True):
                cells[layout.STRENGTH + unit] += points
        if self.used:
            cells[layout.REPAIRED_HERE : layout.REPAIRED_HERE + pieces.PORT_COUNT] = self.used.draw(random)[
                : pieces.PORT_COUNT
            ]


def off_the_board(cells: Cells) -> int:
    """The units that are due, lost or never arrive."""
    gone = cells[layout.ABSENT]
    for pile in (*cells[layout.DUE : layout.DUE + pieces.TURNS], *cells[layout.LOST : layout.LOST + pieces.TURNS]):
        gone |= pile
    return gone


def hidden_blocks(name: str, view: View, units: int) -> list[HiddenBlock]:
    """A side's hidden blocks; without block memory they have no number, and may be any of its hidden units."""
    may_be, result = possible_units_by_block(view), []
    followed = {pieces.BLOCKS.index[block] for block in view["followed"]}
    for spot, blocks in view["hidden"][name].items():
        listed = [-1] * blocks if isinstance(blocks, int) else [pieces.BLOCKS.index[block] for block in blocks]
        result += [
            HiddenBlock(block, UNITS_BY_PLACE.cell_of[spot], may_be.get(block, units), block in followed)
            for block in listed
        ]
    return result


def possible_units(block: HiddenBlock, submarine_at_sea: bool) -> int:
    """The units that may be in a block at this place.

    7.0.4 All players see whether the submarine was placed; so they know how many air units are off board.
    """
    cell = block.cell
    if layout.IN_PLACE <= cell < layout.RAIDING_PORT:
        return pieces.SHIPS
    if layout.RAIDING_PORT <= cell < layout.OFF_BOARD:
        return pieces.AIR
    kinds = pieces.OFF_BOARD_KINDS if cell == layout.OFF_BOARD else pieces.SHIPS | pieces.OFF_BOARD_KINDS
    return kinds & ~pieces.SUBMARINES if (cell == layout.OFF_BOARD) == submarine_at_sea else kinds


def possible_passengers(cells: Cells, stack: Stack, blocks: list[HiddenBlock]) -> list[PossiblePassengers]:
    """14.0.1 By place, the blocks that may have left with a task force, as far as others can tell."""
    result = []
    for place in sorted(
        {
            layout.IN_PLACE + origin
            for origin in cells[layout.FORCE_FROM : layout.FORCE_FROM + len(pieces.TASK_FORCES)]
            if origin >= 0
        }
    ):
        there = [n for n, block in enumerate(blocks) if block.cell == place]
        leaving = bool(stack) and stack[-1] == ReturnToNearestPort(
            pieces.JAPAN, EVICTED, pieces.FIRST_PLACE + place - layout.IN_PLACE
        )
        boxes = [layout.IN_TASK_FORCE + force for force in forces_from(cells, place)]
        open_cells = [place, *boxes] if leaving or cells[layout.OWNED] >> place - layout.IN_PLACE & 1 else boxes
        leaving &= not any(blocks[n].followed for n in there)
        if there:
            result.append(PossiblePassengers([n for n in there if not blocks[n].followed], place, open_cells, leaving))
    return result


def restored_in_ports(rules: Rules, cells: Cells, side: int, restored: int) -> PointsDraw:
    """5.0.3 The strength that each port has restored while its owner repairs; all other strength was restored
    elsewhere.
    """
    most = [
        rules.pieces.repair[port] - cells[layout.RAIDED + port] if cells[layout.OWNED + side] >> port & 1 else 0
        for port in range(pieces.PORT_COUNT)
    ]
    points = min(cells[layout.SPENT + side], restored)
    return PointsDraw([*most, points], points)
