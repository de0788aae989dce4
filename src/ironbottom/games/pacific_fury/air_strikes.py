"""10.6 Air strikes from an adjacent sea area, at Henderson Field or an enemy task force."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Each, Group
from ironbottom.engine.conditions import Test, condition
from ironbottom.engine.fields import Number, One, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.bombardment import disrupt, hits_needed
from ironbottom.games.pacific_fury.carrier_combat import air_fire, cover_of
from ironbottom.games.pacific_fury.hits import fire, hits_scored, open_round, under_cover
from ironbottom.games.pacific_fury.pieces import (
    ALL_IN_SOUND,
    CARRIERS,
    FIRST_FORCE,
    FORCES,
    HENDERSON,
    SOUND,
    TARGETS,
    Pieces,
)
from ironbottom.games.pacific_fury.returns import WITHDRAW, ask, bits, forced_home, go_home, still_there
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    HIT,
    INITIATIVE,
    MARKER,
    Cells,
    in_zone,
    other,
    side_of,
    sound_held,
    together,
    zone_of,
)
from ironbottom.games.pacific_fury.task_forces import reveal

FIRE, DEFENDER, ATTACKER, END = range(4)
"""The stages: fire, the defender's return, a second strike or home, the end."""

# -- 9.5, 10.6.a Targets -------------------------------------------------------------------------------


def targets_of(pieces: Pieces, cells: Cells, force: int) -> list[int]:
    """What a carrier force may strike from where it is, by target number in public order."""
    zone = zone_of(cells, force)
    side = side_of(force)
    if zone < 0 or not cells[FORCE + force] & CARRIERS:
        return []
    found = []
    if zone in pieces.henderson_from and cells[INITIATIVE] != side and not cells[DISRUPTED]:
        found.append(HENDERSON)
    if zone in pieces.struck_from[SOUND] and sound_held(cells, other(side)):
        found.append(ALL_IN_SOUND)
    for near, strikers in enumerate(pieces.struck_from):
        if near != SOUND and zone in strikers:
            found += [FIRST_FORCE + enemy for enemy in in_zone(cells, other(side), near)]
    return found


def forces_of(cells: Cells, target: int, side: int) -> list[int]:
    """The task forces of a side that a target stands for; none for Henderson Field."""
    if target == HENDERSON:
        return []
    return in_zone(cells, side, SOUND) if target == ALL_IN_SOUND else [target - FIRST_FORCE]


def target_test(check: Test) -> Test:
    """A condition on striker and target that serves the first strike and the second alike."""

    def test(state: State, frame: Frame, side: int, *arguments: int) -> bool:
        striker, target = arguments if len(arguments) == 2 else (frame[1], arguments[0])
        return bool(check(state.rules.pieces, state.cells, side, striker, target))

    test.__name__ = check.__name__
    return test


def only_the_invader_strikes_henderson(pieces: Pieces, cells: Cells, side: int, striker: int, target: int) -> bool:
    return target != HENDERSON or cells[INITIATIVE] != side


def henderson_operates(pieces: Pieces, cells: Cells, side: int, striker: int, target: int) -> bool:
    return target != HENDERSON or not cells[DISRUPTED]


def enemy_targeted(pieces: Pieces, cells: Cells, side: int, striker: int, target: int) -> bool:
    return target < FIRST_FORCE or side_of(target - FIRST_FORCE) != side


def sound_struck_as_one(pieces: Pieces, cells: Cells, side: int, striker: int, target: int) -> bool:
    return target < FIRST_FORCE or zone_of(cells, target - FIRST_FORCE) != SOUND


def target_adjacent(pieces: Pieces, cells: Cells, side: int, striker: int, target: int) -> bool:
    return target in targets_of(pieces, cells, striker)


TARGET_CONDITIONS = (
    condition("9.5", "Henderson Field belongs to the side with the initiative, and that is you")(
        target_test(only_the_invader_strikes_henderson)
    ),
    condition("10.6.b", "Henderson Field is disrupted already")(target_test(henderson_operates)),
    condition("10.6.a", "an air strike goes at an enemy task force")(target_test(enemy_targeted)),
    condition("8.2.d", "all task forces in Ironbottom Sound are one target: none is struck alone")(
        target_test(sound_struck_as_one)
    ),
    condition("9.5", "no enemy is there to strike in a sea area next to the carriers' own")(
        target_test(target_adjacent)
    ),
)

# -- 10.6 The strike -----------------------------------------------------------------------------------


def strikes_again(state: State, frame: Frame, side: int) -> list[Group]:
    found = targets_of(state.rules.pieces, state.cells, frame[1])
    return [Each(STRIKE_AGAIN.number, found)] if found else []


STRIKE_AGAIN = Verb(
    "strike_again",
    TARGETS,
    clause="10.6.e",
    conditions=TARGET_CONDITIONS,
    offer=strikes_again,
)


class AirStrike(Procedure):
    """10.6 One TF-C strikes from its own sea area, once or twice, and goes home."""

    name = "air_strike"
    clause = "10.6.e"
    fields = {
        "striker": One(FORCES),
        "target": One(TARGETS),
        "round": Number(1, 2),
        "stage": Number(FIRE, END),
        "struck": Some(FORCES),
    }
    verbs = (STRIKE_AGAIN, WITHDRAW)

    def proceed(self, play: Play, frame: Frame) -> bool:
        return self.STAGES[frame[4]](self, play, frame)

    def fire(self, play: Play, frame: Frame) -> bool:
        """8.4.a Striker and target are shown; then both fire (10.2.a)."""
        number, force, target, rounds, _, struck = frame
        side = side_of(force)
        forces = forces_of(play.cells, target, other(side))
        reveal(play, [force, *forces])
        play.tell(log.ROUND_OPENED, rounds)
        play.replace((number, force, target, rounds, DEFENDER, struck | bits(forces)))
        if forces:
            strike_forces(play, force, forces)
        else:
            strike_henderson(play, force)
        return False

    def defender(self, play: Play, frame: Frame) -> bool:
        """10.8.a The struck forces may leave; once the strikes are over, those that need not leave anyway."""
        _, force, _, rounds, _, struck = frame
        over = rounds == 2 or not targets_of(play.rules.pieces, play.cells, force)
        self.to_stage(play, frame, END if over else ATTACKER)
        leaving = self.must_leave(play, frame) if over else []
        ask(play, other(side_of(force)), [one for one in still_there(play, struck) if one not in leaving], rounds)
        return False

    def attacker(self, play: Play, frame: Frame) -> bool:
        """10.6.e A second strike is offered while a carrier and a target are left."""
        if targets_of(play.rules.pieces, play.cells, frame[1]):
            return True
        self.to_stage(play, frame, END)
        return False

    def end(self, play: Play, frame: Frame) -> bool:
        """10.8.c The striker goes home, 10.8.d with it the struck forces that were hit."""
        play.pop()
        for force in self.must_leave(play, frame):
            go_home(play, force, "hits")
        go_home(play, frame[1], "combat")
        return False

    STAGES = (fire, defender, attacker, end)

    def must_leave(self, play: Play, frame: Frame) -> list[int]:
        """10.8.d, 10.8.e The struck forces that were hit in either strike."""
        _, force, _, rounds, _, struck = frame
        side = other(side_of(force))
        zones = {zone_of(play.cells, struck_force) for struck_force in still_there(play, struck)}
        return [f for zone in sorted(zones) for f in forced_home(play, side, zone, rounds) if struck >> f & 1]

    def to_stage(self, play: Play, frame: Frame, stage: int) -> None:
        play.replace((*frame[:4], stage, frame[5]))

    def side(self, state: State, frame: Frame) -> int:
        return side_of(frame[1])

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "The first strike is flown: choose a target for a second, or return to base."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == STRIKE_AGAIN.number:
            play.tell(log.TARGET_CHOSEN, frame[1], code[1])
            play.replace((frame[0], frame[1], code[1], 2, FIRE, frame[5]))
        else:
            self.to_stage(play, frame, END)


AIR_STRIKE = AirStrike()


def strike_forces(play: Play, striker: int, forces: list[int]) -> None:
    """10.6.d As carrier combat; a struck TF-C fires back at the striker, and nobody else fires."""
    cells = play.cells
    side = side_of(striker)
    striking, struck = cells[FORCE + striker], together(cells, forces)
    (scored,) = air_fire(play, [(striking, struck)])
    suffered = air_fire(play, [(struck, striking)])[0] if struck & CARRIERS else 0
    open_round(play, side, 0, [(side, struck, scored), (other(side), striking, suffered)])


def strike_henderson(play: Play, striker: int) -> None:
    """10.6.b, 10.6.c The carriers fire under the field's cover; the field fires back, even if disrupted this round."""
    cells = play.cells
    side = side_of(striker)
    striking = cells[FORCE + striker]
    pieces = play.rules.pieces
    box = pieces.track[cells[MARKER]]
    hits = sum([fire(play, unit, 0, box.cap_icons) for unit in members(striking & CARRIERS)])
    die = play.roll(6, "Henderson Field fires")
    suffered = under_cover(hits_scored(die, box.henderson_cf), cover_of(pieces, striking))
    play.tell(log.HENDERSON_FIRED, box.henderson_cf, die, suffered)
    needed = hits_needed(play)
    play.tell(log.STRUCK, striker, hits, needed)
    if hits >= needed:
        disrupt(play)
    open_round(play, side, 0, [(other(side), striking, suffered)])


def open_air_strike(play: Play, force: int, target: int) -> None:
    """9.5 Opens an air strike; the target is named before it is shown and cannot change."""
    play.cells[HIT] = 0
    play.tell(log.TARGET_CHOSEN, force, target)
    play.push(AIR_STRIKE.frame(force, target, 1, FIRE, 0))
