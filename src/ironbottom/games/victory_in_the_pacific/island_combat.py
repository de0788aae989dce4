"""22 Island combat (optional): invaders and defenders fight rounds until one side owns the base."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Number, One, Record, Row, Some, Tally, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.capture import capture
from ironbottom.games.victory_in_the_pacific.combat_log import FIGHTERS
from ironbottom.games.victory_in_the_pacific.effects import sunk_at_sea
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AMPHIBIOUS,
    JAPAN,
    OF_SIDE,
    PLACES,
    SIDES,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import DAMAGE, IN, Cells, bring, other
from ironbottom.games.victory_in_the_pacific.way_home import lose

GARRISON = FIGHTERS.index["garrison"]
HITTING = 6
GARRISON_SHOTS = 1
AIMS = Row(Record(unit=One(FIGHTERS), target=One(FIGHTERS)))
Aim = tuple[int, int]


def defenders(cells: Cells, side: int, place: int) -> int:
    """The amphibious units that defend a base against a side."""
    return cells[IN + place] & OF_SIDE[other(side)] & AMPHIBIOUS


def island_shots(pieces: Pieces, cells: Cells, fighter: int) -> int:
    """22.2 The armor less a point for each of damage; 22.4 one for a garrison."""
    if fighter == GARRISON:
        return GARRISON_SHOTS
    return max(0, pieces.armor[fighter] - cells[DAMAGE + fighter])


def sides_of(cells: Cells, frame: Frame, side: int) -> tuple[int, int]:
    """The fighters of a side, and what they may fire at: 22.4 the garrison only when it is the last defender."""
    invader, place, invaders = frame[1], frame[2], frame[3]
    holding = defenders(cells, invader, place)
    garrison = 1 << GARRISON
    if side == invader:
        return invaders, holding or garrison
    return holding | garrison, invaders


# -- aiming, where there is more than one to aim at ----------------------------------------------------


@condition("22.2", "{0} has no shots, or has its target")
def has_shots(state: State, frame: Frame, side: int, fighter: int, target: int) -> bool:
    return bool(frame[2] >> fighter & 1)


@condition("22.4", "{1} cannot be attacked on this island now")
def on_the_island(state: State, frame: Frame, side: int, fighter: int, target: int) -> bool:
    return bool(frame[3] >> target & 1)


def assaults(state: State, frame: Frame, side: int) -> list[Group]:
    return [SetProduct(ASSAULT.number, frame[2], members(frame[3]))]


ASSAULT = Verb("assault", FIGHTERS, FIGHTERS, clause="22.2", conditions=(has_shots, on_the_island), offer=assaults)


class IslandAiming(Procedure):
    """22.2 A side names a target for each of its units on the island."""

    name = "island_aiming"
    clause = "22.2"
    fields = {"side": One(SIDES), "left": Some(FIGHTERS), "targets": Some(FIGHTERS), "aims": AIMS}
    verbs = (ASSAULT,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        _, _, left, targets, aims = frame
        if left and targets & (targets - 1):
            return True
        play.pop()
        rest = tuple([(fighter, targets.bit_length() - 1) for fighter in members(left)])
        ISLAND_BATTLE.fired(play, tuple(sorted(aims + rest)))
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Fight for the island: choose a unit and the enemy unit that it fires at."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.tell(log.ISLAND_AIMED, code[1], code[2])
        play.replace((self.number, side, frame[2] & ~(1 << code[1]), frame[3], (*frame[4], (code[1], code[2]))))


ISLAND_AIMING = IslandAiming()

# -- the rounds ----------------------------------------------------------------------------------------


def fire(play: Play, frame: Frame, side: int) -> None:
    """22.2 A side fires, if it has any shots."""
    own, targets = sides_of(play.cells, frame, side)
    armed = sum(1 << f for f in members(own) if island_shots(play.rules.pieces, play.cells, f))
    if armed and targets:
        play.push(ISLAND_AIMING.frame(side, armed, targets, ()))


def japan_fires(play: Play, frame: Frame) -> None:
    """5.34 Japan first, on islands too."""
    fire(play, frame, JAPAN)


def allies_fire(play: Play, frame: Frame) -> None:
    """5.35 Then the Allies."""
    fire(play, frame, ALLIES)


def round_ends(play: Play, frame: Frame) -> None:
    """22.1, 22.4 Losses go; the base is taken, or held, or there is another round."""
    number, side, place, invaders, _, hits = frame
    cells, pieces = play.cells, play.rules.pieces
    fallen = False
    for fighter, points in hits:
        if fighter == GARRISON:
            fallen = True
            continue
        cells[DAMAGE + fighter] += points
        play.tell(log.DAMAGED, fighter, cells[DAMAGE + fighter])
        if sunk_at_sea(pieces, cells[DAMAGE + fighter], fighter):
            lose(play, fighter)
            invaders &= ~(1 << fighter)
    if fallen:
        play.pop()
        play.tell(log.GARRISON_OUT, place)
        capture(play, place, side)
        for unit in members(invaders):
            bring(cells, unit, IN + place)
    elif not invaders:
        play.pop()
    else:
        play.replace((number, side, place, invaders, 0, ()))


STAGES = (japan_fires, allies_fire, round_ends)


class IslandBattle(Procedure):
    """22.1 The fight for a base, round by round; ``hits`` take effect at the end of the round."""

    name = "island_battle"
    clause = "22.1"
    fields = {
        "side": One(SIDES),
        "place": One(PLACES),
        "invaders": Some(UNITS),
        "next": Number(0, len(STAGES) - 1),
        "hits": Tally(FIGHTERS, log.MOST_DAMAGE),
    }

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[4]
        play.replace((*frame[:4], min(stage + 1, len(STAGES) - 1), *frame[5:]))
        STAGES[stage](play, frame)
        return False

    def fired(self, play: Play, aims: tuple[Aim, ...]) -> None:
        """22.3 Each 6 is a hit of one point; there is no damage die."""
        frame = play.state.stack[-1]
        hits = dict(frame[5])
        for fighter, target in aims:
            shots = island_shots(play.rules.pieces, play.cells, fighter)
            dice = tuple([play.roll(6, "island combat") for _ in range(shots)])
            points = dice.count(HITTING)
            play.tell(log.ISLAND_FIRED, fighter, target, dice, points)
            if points:
                hits[target] = hits.get(target, 0) + points
        play.replace((*frame[:5], tuple(sorted(hits.items()))))


ISLAND_BATTLE = IslandBattle()
ISLAND_PROCEDURES = (ISLAND_BATTLE, ISLAND_AIMING)


def fight_ashore(play: Play, side: int, place: int, units: int) -> None:
    """22.1 Amphibious units fight for an enemy base."""
    play.push(ISLAND_BATTLE.frame(side, place, units, 0, ()))
