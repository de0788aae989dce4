"""4.1.4, 7.0.5 Land based air goes to sea areas, block by block in turns; 14.0.2 or raids a port."""

from __future__ import annotations

from ironbottom.board.in_turns import InTurns
from ironbottom.board.seas import touched
from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import members
from ironbottom.engine.procedures import Frame, Play
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.answers import PASS
from ironbottom.games.hold_fast.fog import hide, mingle, narrow, reveal
from ironbottom.games.hold_fast.pieces import AIR, AREAS, IS_PORT, OF_SIDE, PORT_COUNT, PORTS, SIDES, UNITS, Pieces
from ironbottom.games.hold_fast.state import AT, BLOCK, FOLLOWED, OFF, OVER, OWNED, RAIDED, Cells, bring, other

RAID_HITS_ON = 4


def ports_in_range(pieces: Pieces, cells: Cells, side: int) -> list[int]:
    """14.0.2 The enemy ports that touch an area where the side could place air."""
    areas = touched(pieces.touches, cells[OWNED + side])
    enemy = cells[OWNED + other(side)] & IS_PORT
    return [port for port in members(enemy) if pieces.touches[port] & areas]


@condition("7.0.5", "{0} is no air unit of yours off board")
def air_at_hand(state: State, frame: Frame, side: int, unit: int, to: int) -> bool:
    return bool(state.cells[OFF] & AIR & OF_SIDE[side] & 1 << unit)


@condition("7.0.5", "no port or base of yours lies in or beside {1}")
def area_in_range(state: State, frame: Frame, side: int, unit: int, area: int) -> bool:
    return area in state.rules.pieces.ways.air(state.cells[OWNED + side])


@condition("14.0.2", "air raids are an option")
def raids_in_force(state: State, frame: Frame, side: int, unit: int, port: int) -> bool:
    return bool(state.rules.pieces.raids)


@condition("14.0.2", "{1} is no enemy port that touches an area where you may place air")
def port_in_range(state: State, frame: Frame, side: int, unit: int, port: int) -> bool:
    return port in ports_in_range(state.rules.pieces, state.cells, side)


def deployments(state: State, frame: Frame, side: int) -> list[Group]:
    cells = state.cells
    areas = state.rules.pieces.ways.air(cells[OWNED + side])
    return [SetProduct(DEPLOY.number, cells[OFF] & AIR & OF_SIDE[side], areas)] if areas else []


def raids(state: State, frame: Frame, side: int) -> list[Group]:
    cells, pieces = state.cells, state.rules.pieces
    ports = ports_in_range(pieces, cells, side) if pieces.raids else []
    return [SetProduct(RAID.number, cells[OFF] & AIR & OF_SIDE[side], ports)] if ports else []


DEPLOY = Verb("deploy", UNITS, AREAS, clause="7.0.5", conditions=(air_at_hand, area_in_range), offer=deployments)
RAID = Verb("raid", UNITS, PORTS, clause="14.0.2", conditions=(raids_in_force, air_at_hand, port_in_range), offer=raids)


class AirStep(InTurns):
    """4.1.4 One block each in turns, Japan first; who passes is done for the turn."""

    name = "air"
    clause = "4.1.4"
    verbs = (DEPLOY, RAID, PASS)
    question = "Place an air unit in a sea area beside a port or base of yours, or pass for this turn."
    pass_by, passed = PASS, log.PASSED

    def waiting(self, play: Play, side: int) -> bool:
        return bool(play.cells[OFF] & AIR & OF_SIDE[side])

    def place(self, play: Play, side: int, code: Code) -> None:
        place_air(play, side, code[1], code[2], raid=code[0] == RAID.number)

    def over(self, play: Play) -> None:
        mingle(play, 0)
        mingle(play, 1)


AIR_STEP = AirStep(SIDES)


def place_air(play: Play, side: int, unit: int, to: int, raid: bool) -> None:
    """7.0.5, 10.0.5, 14.0.2 An air unit leaves for a sea area, or for a port that it raids."""
    cells = play.cells
    bring(cells, unit, (OVER if raid else AT) + to)
    narrow(cells, unit, AIR)
    if play.rules.pieces.memory:
        cells[FOLLOWED] |= 1 << unit
    kind = log.RAID_PLACED if raid else log.AIR_PLACED
    play.tell_only(side, kind, side, unit, cells[BLOCK + unit], to)


def raid_ports(play: Play) -> None:
    """14.0.2 Before repairs, each raiding unit rolls its dice; every 4 to 6 takes one point of repair this turn."""
    cells, pieces = play.cells, play.rules.pieces
    for port in range(PORT_COUNT):
        units = cells[OVER + port]
        reveal(play, units)
        for unit in members(units):
            dice = tuple(play.roll(6, "air raid") for _ in range(pieces.dice[unit]))
            hits = sum(die >= RAID_HITS_ON for die in dice)
            cells[RAIDED + port] = min(pieces.repair[port], cells[RAIDED + port] + hits)
            play.tell(log.RAIDED, 0 if OF_SIDE[0] >> unit & 1 else 1, port, dice, hits)
        hide(play, units)
