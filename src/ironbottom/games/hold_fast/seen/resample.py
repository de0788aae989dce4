"""Whole states out of what one side has been shown: its enemy's hidden blocks dealt anew, evenly over all that fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ironbottom.engine.dealing import Deal, Place, Shares, answers_in_secret
from ironbottom.engine.fields import Some, members
from ironbottom.engine.frame_words import read_frames
from ironbottom.engine.procedures import Procedure
from ironbottom.engine.rules import Random, Rules
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import pieces
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
_units = Some(pieces.UNITS)
View = Mapping[str, Any]
Stack = tuple[Procedure, ...]


class Sampler:
    """The states that fit a view, each as likely as any other."""

    def __init__(self, rules: Rules, view: View) -> None:
        self.rules, self.cells = rules, public_cells(view)
        self.stack = read_frames(rules, view["frames"], "frames")
        for name in pieces.SIDES.ids:
            for unit, told in view["units"][name].items():
                put_seen(self.cells, pieces.UNITS.index[unit], told)
        remember(rules, self.cells, view)
        self.sides = [
            HiddenSide(rules, self.cells, self.stack, side, view)
            for side, name in enumerate(pieces.SIDES.ids)
            if name in view["hidden"]
        ]
        own = [pieces.WAYS.index.get(view["wants"], -1) if name == view["side"] else None for name in pieces.SIDES.ids]
        self.named = answers_in_secret(len(pieces.WAYS), own) if view["naming"] is not None else []

    def draw(self, random: Random) -> State:
        """A state that fits; play can go on from it."""
        cells, stack = self.cells[:], self.stack
        for side in self.sides:
            side.deal(cells, random)
        if self.named:  # 8.4.1 who has named what already the viewer cannot tell
            named = cells[WANT : WANT + 2] = self.named[random.randrange(len(self.named))]
            stack += (Naming(tuple([() if want >= 0 else (NameWay(side),) for side, want in enumerate(named)])),)
        return State(self.rules, cells, stack)


def public_cells(view: View) -> Cells:
    """The cells that everybody sees."""
    cells = [0] * layout.size
    cells[BLOCK : BLOCK + len(pieces.UNITS)] = [-1] * len(pieces.UNITS)
    cells[WANT : WANT + 2] = (-1, -1)
    cells[TURN], cells[POINTS] = view["turn"], view["victory_points"]
    cells[BATTLE] = pieces.AREAS.index[view["battle"]] if view["battle"] else -1
    cells[FOUGHT] = layout.types[FOUGHT].read(view["fought"], "fought")
    for side, name in enumerate(pieces.SIDES.ids):
        cells[SPENT + side] = view["resource_points"][name]["spent"]
        cells[HELD + side] = sum(1 << pieces.AREAS.index[area] for area, who in view["control"].items() if who == name)
        cells[OWNED + side] = sum(
            1 << pieces.PLACES.index[place] for place, who in view["places"].items() if who == name
        )
    for first, told in ((RAIDED, view["raided"]), (USED, view["repaired_here"])):
        for port, count in told.items():
            cells[first + pieces.PORTS.index[port]] = count
    for first, told in ((DUE, view["due"]), (LOST, view["lost"])):
        for turn in range(pieces.TURNS):
            cells[first + turn] = _units.read(told.get(str(turn + 1), []), "units")
    cells[ABSENT] = _units.read(view["absent"], "absent")
    for force, name in enumerate(pieces.TASK_FORCES.ids):
        told = view["task_forces"].get(name)
        cells[FORCE_FROM + force] = pieces.PLACES.index[told["from"]] if told else -1
        cells[FORCE_AT + force] = pieces.AREAS.index[told["at"]] if told and told["at"] else -1
    return cells


def put_seen(cells: Cells, unit: int, told: Mapping[str, Any]) -> None:
    """A unit that the viewer sees."""
    cells[CELL_OF[told["where"]]] |= 1 << unit
    cells[STRENGTH + unit] = told["strength"]
    cells[BLOCK + unit] = pieces.BLOCKS.index[told["block"]] if told["block"] else -1
    for cell, name in ((FACE_UP, "face_up"), (DISABLED, "disabled")):
        cells[cell] |= int(told[name]) << unit


def remember(rules: Rules, cells: Cells, view: View) -> None:
    """What the other side knows of the blocks that the viewer sees, and the strength in which it saw them last."""
    holder = {}
    for unit in members(on_board(cells)):
        holder[cells[BLOCK + unit]] = unit
        cells[SEEN + unit] = view["seen_strength"].get(pieces.UNITS.ids[unit], rules.pieces.strength[unit])
        if cells[FACE_UP] >> unit & 1:
            cells[SEEN + unit] = cells[STRENGTH + unit]
            cells[MAY_BE + unit] = 1 << unit if rules.pieces.memory else 0
    for block, may_be in what_blocks_may_be(view).items():
        if block in holder:
            cells[MAY_BE + holder[block]] = may_be
    followed = {pieces.BLOCKS.index[block] for block in view["followed"]}
    cells[FOLLOWED] = sum(1 << unit for block, unit in holder.items() if block in followed)


def what_blocks_may_be(view: View) -> dict[int, int]:
    """2.0.2 By block, the units that it may be as far as the other side knows."""
    return {
        pieces.BLOCKS.index[block]: _units.read(group["may_be"], "may_be")
        for groups in view["memory"].values()
        for group in groups
        for block in group["blocks"]
    }


# -- dealing the hidden blocks -------------------------------------------------------------------------


class Block(NamedTuple):
    """A hidden block: its number, where it stands, what it is known to be, and whether it came since the last deal."""

    number: int
    cell: int
    may_be: int
    followed: bool


class Aboard(NamedTuple):
    """14.0.1 Hidden blocks at a place where task forces formed: there, or in the box of one of them.

    Blocks that came since can be followed, and are there. In a place that fell there are none any more, but one or
    more of those that still leave it (10.0.4).
    """

    blocks: list[int]
    place: int
    cells: list[int]
    leaving: bool

    def find(self, where: list[int], random: Random) -> None:
        """Says where each of the blocks is, evenly over all that may be."""
        while True:
            for block in self.blocks:
                where[block] = self.cells[random.randrange(len(self.cells))]
            if not self.leaving or any(where[block] == self.place for block in self.blocks):
                return


class HiddenSide:
    """The blocks of a side that the viewer does not see: where they stand, and what each may be, in which strength."""

    def __init__(self, rules: Rules, cells: Cells, stack: Stack, side: int, view: View) -> None:
        name = pieces.SIDES.ids[side]
        units = pieces.OF_SIDE[side] & ~on_board(cells) & ~off_the_board(cells)
        self.memory = rules.pieces.memory
        self.blocks = hidden_blocks(name, view, units)
        at_sea = name in view["submarines_at_sea"]
        places = [Place(possible(block, at_sea) & block.may_be, 1, 1) for block in self.blocks]
        self.units = Deal(units, places)
        self.where = [block.cell for block in self.blocks]
        self.aboard = aboard(cells, stack, self.blocks) if side == pieces.JAPAN else []
        self.damaged = []
        for unit in members(units):
            full = rules.pieces.strength[unit]
            cells[STRENGTH + unit] = cells[SEEN + unit] = view["seen_strength"].get(pieces.UNITS.ids[unit], full)
            if cells[SEEN + unit] < full:
                self.damaged.append(unit)
        restored = view["repaired"][name]
        self.restored = Shares([rules.pieces.strength[unit] - cells[SEEN + unit] for unit in self.damaged], restored)
        here = stack[-1] if stack else None
        repairing = isinstance(here, Repairs) and here.side == side
        self.used = used_in_ports(rules, cells, side, restored) if repairing else None

    def deal(self, cells: Cells, random: Random) -> None:
        """Deals the units to the blocks, and the points restored to the damaged ones."""
        where, blocks = self.where[:], self.blocks
        for blocks_there in self.aboard:
            blocks_there.find(where, random)
        for unit, at in self.units.draw(random):
            cells[where[at]] |= 1 << unit
            if self.memory:
                cells[BLOCK + unit], _, cells[MAY_BE + unit], followed = blocks[at]
                if followed:
                    cells[FOLLOWED] |= 1 << unit
        if self.restored.points:
            for unit, points in zip(self.damaged, self.restored.draw(random), strict=True):
                cells[STRENGTH + unit] += points
        if self.used:
            cells[USED : USED + pieces.PORT_COUNT] = self.used.draw(random)[: pieces.PORT_COUNT]


def off_the_board(cells: Cells) -> int:
    """The units that are due, lost or never come."""
    gone = cells[ABSENT]
    for pile in (*cells[DUE : DUE + pieces.TURNS], *cells[LOST : LOST + pieces.TURNS]):
        gone |= pile
    return gone


def hidden_blocks(name: str, view: View, units: int) -> list[Block]:
    """The hidden blocks of a side; without block memory they have no number, and may be any of its hidden units."""
    may_be, found = what_blocks_may_be(view), []
    followed = {pieces.BLOCKS.index[block] for block in view["followed"]}
    for spot, blocks in view["hidden"][name].items():
        listed = [-1] * blocks if isinstance(blocks, int) else [pieces.BLOCKS.index[block] for block in blocks]
        found += [Block(block, CELL_OF[spot], may_be.get(block, units), block in followed) for block in listed]
    return found


def possible(block: Block, submarine_at_sea: bool) -> int:
    """The units that may stand where a block stands.

    7.0.4 All have seen whether the submarine was placed; so they know how much air is off board, to be placed.
    """
    cell = block.cell
    if IN <= cell < OVER:
        return pieces.SHIPS
    if OVER <= cell < OFF:
        return pieces.AIR
    kinds = pieces.OFF_BOARD_KINDS if cell == OFF else pieces.SHIPS | pieces.OFF_BOARD_KINDS
    return kinds & ~pieces.SUBMARINES if (cell == OFF) == submarine_at_sea else kinds


def aboard(cells: Cells, stack: Stack, blocks: list[Block]) -> list[Aboard]:
    """14.0.1 The blocks of which nobody else can tell whether they went with a task force, by place."""
    found = []
    for place in sorted(
        {IN + origin for origin in cells[FORCE_FROM : FORCE_FROM + len(pieces.TASK_FORCES)] if origin >= 0}
    ):
        there = [n for n, block in enumerate(blocks) if block.cell == place]
        leaving = bool(stack) and stack[-1] == WayHome(pieces.JAPAN, EVICTED, pieces.FIRST_PLACE + place - IN)
        boxes = [BOX + force for force in forces_from(cells, place)]
        open_cells = [place, *boxes] if leaving or cells[OWNED] >> place - IN & 1 else boxes
        leaving &= not any(blocks[n].followed for n in there)
        if there:
            found.append(Aboard([n for n in there if not blocks[n].followed], place, open_cells, leaving))
    return found


def used_in_ports(rules: Rules, cells: Cells, side: int, restored: int) -> Shares:
    """5.0.3 How much each port has restored while its owner repairs; what is left went elsewhere."""
    most = [
        rules.pieces.repair[port] - cells[RAIDED + port] if cells[OWNED + side] >> port & 1 else 0
        for port in range(pieces.PORT_COUNT)
    ]
    points = min(cells[SPENT + side], restored)
    return Shares([*most, points], points)
