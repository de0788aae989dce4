"""18.0 The first turn: the attack on Pearl Harbor (18.3), then the one on Indonesia (18.4)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, Only
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Number, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.question import Question
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.action import ACTION
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.battle import BATTLE, at_sea, raid_alone
from ironbottom.games.victory_in_the_pacific.effects import on_bottom
from ironbottom.games.victory_in_the_pacific.flight import FLIGHT
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    CENTRAL_PACIFIC,
    DAY,
    GROUPS,
    HAWAII,
    INDONESIA,
    JAPAN,
    JOHNSTON,
    OF_SIDE,
    PEARL_HARBOR,
    SHIPS,
    SIDES,
    UNITS,
)
from ironbottom.games.victory_in_the_pacific.raids import RAID, raiders
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    DUE,
    ESCAPED,
    FORFEIT,
    GROUP,
    IN,
    OWNED,
    PATROL,
    TURN,
    bring,
)
from ironbottom.games.victory_in_the_pacific.submarines import STRIKE
from ironbottom.games.victory_in_the_pacific.way_home import BASES, RETREATED, send_home

SURPRISE_ROUNDS, FURTHER_ROUNDS = 2, 2
"""18.3, 18.4 Rounds of surprise; 18.36 the rounds that Japan's fuel allows after them."""

# -- 18.3 Pearl Harbor ----------------------------------------------------------------------------------------


def raid_pearl_harbor(play: Play, frame: Frame) -> None:
    """18.3 Two rounds of air raids; the cruisers off the islands look on."""
    ships = raiders(play.rules.pieces, play.cells, JAPAN, HAWAII)
    if ships:
        RAID.start(play, JAPAN, HAWAII, PEARL_HARBOR, ships, SURPRISE_ROUNDS, surprise=True)


def ask_japan(play: Play, frame: Frame) -> None:
    """18.31 Japan says whether it stays; under the Menzel option it cannot."""
    if at_sea(play.cells, HAWAII, JAPAN) and not play.rules.pieces.menzel:
        play.push(FUEL.frame(JAPAN))


def leave(play: Play, side: int) -> None:
    """18.31, 18.35 A side goes home at once, unpursued, and does not hold the area (8.12)."""
    play.cells[FORFEIT + side] |= 1 << HAWAII
    send_home(play, side, HAWAII, at_sea(play.cells, HAWAII, side), RETREATED)


def may_stay(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(STAY_OFF_HAWAII.number)]


def may_leave(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(LEAVE_HAWAII.number)]


STAY_OFF_HAWAII = Verb("stay_off_hawaii", clause="18.31", offer=may_stay)
LEAVE_HAWAII = Verb("leave_hawaii", clause="18.31", offer=may_leave)


def japan_answers(play: Play, frame: Frame, side: int, code: Code) -> None:
    """18.31 The raiders stay for more combat, or go home."""
    play.pop()
    stays = code[0] == STAY_OFF_HAWAII.number
    play.tell(log.JAPAN_STAYS, int(stays))
    if not stays:
        leave(play, JAPAN)


def allies_answer(play: Play, frame: Frame, side: int, code: Code) -> None:
    """18.35 The Allies stay, or leave with all they have at sea there."""
    play.pop()
    stays = code[0] == STAY_OFF_HAWAII.number
    play.tell(log.ALLIES_STAY, int(stays))
    if not stays:
        leave(play, ALLIES)


FUEL = Question(
    SIDES,
    "japan_off_hawaii",
    "18.31",
    "The raids are over. Does the fleet stay off Hawaii for two more rounds, or go home unpursued?",
    (STAY_OFF_HAWAII, LEAVE_HAWAII),
    japan_answers,
)
DISCRETION = Question(
    SIDES,
    "allies_off_hawaii",
    "18.35",
    "Does your fleet stay off Hawaii, or leave unpursued?",
    (STAY_OFF_HAWAII, LEAVE_HAWAII),
    allies_answer,
)

# -- 18.32 the groups whose location is uncertain ---------------------------------------------------------------


def roll_groups(play: Play, frame: Frame) -> None:
    """18.32 The groups roll in turn, W to Z; a group that may leave the Central Pacific interrupts (option 2b)."""
    play.push(UNCERTAIN.frame(0, 0))


def appears(die: int) -> int:
    """18.32 Where a group turns out to be: the area, or -1 for the United States."""
    return CENTRAL_PACIFIC if die == 1 else HAWAII if die <= 3 else -1


class Uncertain(Procedure):
    """18.32 Group by group a die; ``asking``: the group just rolled a 1 and may leave for Johnston Island (2b)."""

    name = "uncertain"
    clause = "18.32"
    fields = {"next": Number(0, len(GROUPS)), "asking": Number(0, 1)}

    def proceed(self, play: Play, frame: Frame) -> bool:
        number, group, asking = frame
        if asking:
            return True
        if group == len(GROUPS):
            play.pop()
            return False
        cells = play.cells
        units = cells[GROUP + group]
        if not units:
            play.replace((number, group + 1, 0))
            return False
        die = play.roll(6, "uncertain location")
        area = appears(die)
        play.tell(log.UNCERTAIN_ROLLED, group, die, area)
        cells[GROUP + group] = 0
        if area >= 0 and play.rules.pieces.normal:
            cells[AT + area] |= units
            play.replace((number, group + 1, 0))
            send_home(play, ALLIES, area, units, BASES)
            return False
        if area < 0:
            cells[DUE + 1] |= units
        else:
            cells[AT + area] |= units
            cells[PATROL] |= units
        asks = area == CENTRAL_PACIFIC and play.rules.pieces.withdrawal
        play.replace((number, group if asks else group + 1, int(asks)))
        return False

    def side(self, state: State, frame: Frame) -> int:
        return ALLIES

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return f"Does {GROUPS.titles[frame[1]]} stay in the Central Pacific, or leave for Johnston Island?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        number, group, _ = frame
        play.replace((number, group + 1, 0))
        if code[0] == TO_JOHNSTON.number:
            for unit in members(group_units(play.rules.pieces.entry, group)):
                bring(play.cells, unit, IN + JOHNSTON)
            play.tell(log.GROUP_WITHDREW, group)


def group_units(entry: tuple[str, ...], group: int) -> int:
    """18.32 The units of a group."""
    return sum(1 << unit for unit, place in enumerate(entry) if place == GROUPS.ids[group])


@condition("18.32", "Johnston Island is not yours")
def johnston_open(state: State, frame: Frame, side: int) -> bool:
    return bool(state.cells[OWNED + ALLIES] >> JOHNSTON & 1)


def may_wait(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(HOLD.number)]


def may_go(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(TO_JOHNSTON.number)] if johnston_open(state, frame, side) else []


HOLD = Verb("hold", clause="18.32", offer=may_wait)
TO_JOHNSTON = Verb("to_johnston", clause="18.32", conditions=(johnston_open,), offer=may_go)
Uncertain.verbs = (HOLD, TO_JOHNSTON)
UNCERTAIN = Uncertain()

# -- 18.33 the sortie --------------------------------------------------------------------------------------------


def sailors(play_state: State) -> int:
    """18.33 What lies in Pearl Harbor and can go to sea: not those on the bottom; 24.41 the air unit alone."""
    cells, pieces = play_state.cells, play_state.rules.pieces
    found = 0
    kinds = AIR if pieces.normal else OF_SIDE[ALLIES]
    for unit in members(cells[IN + PEARL_HARBOR] & OF_SIDE[ALLIES] & kinds):
        if not on_bottom(pieces, cells, unit):
            found |= 1 << unit
    return found


@condition("18.33", "{0} is not in Pearl Harbor, or rests on the bottom there")
def can_sortie(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(sailors(state) >> unit & 1)


def sorties(state: State, frame: Frame, side: int) -> list[Group]:
    units = sailors(state)
    return [EachOf(SORTIE.number, units)] if units else []


SORTIE = Verb("sortie", UNITS, clause="18.33", conditions=(can_sortie,), offer=sorties)


class Sortie(Procedure):
    """18.33 The Allies bring survivors of the raid out of Pearl Harbor."""

    name = "sortie"
    clause = "18.33"
    verbs = (SORTIE, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if sailors(play.state):
            return True
        play.pop()
        return False

    def side(self, state: State, frame: Frame) -> int:
        return ALLIES

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Bring units out of Pearl Harbor into the Hawaiian Islands, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            play.pop()
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])
            return
        cells, bit = play.cells, 1 << code[1]
        bring(cells, code[1], AT + HAWAII)
        cells[ESCAPED] |= bit
        if play.rules.pieces.pearl_patrol:
            cells[PATROL] |= bit & SHIPS
        play.tell(log.SORTIED, code[1])


SORTIES = Sortie()


def open_sortie(play: Play, frame: Frame) -> None:
    """18.33 The Allies may join the fleet off the islands."""
    play.push(SORTIES.frame())


def strike(play: Play, frame: Frame) -> None:
    """18.34 An I-Boat off Hawaii may strike now."""
    STRIKE.start(play, JAPAN, HAWAII)


def ask_allies(play: Play, frame: Frame) -> None:
    """18.35 The Allies may leave before any further combat."""
    cells = play.cells
    if at_sea(cells, HAWAII, JAPAN) and at_sea(cells, HAWAII, ALLIES):
        play.push(DISCRETION.frame(ALLIES))


# -- 18.36 two more rounds ------------------------------------------------------------------------------------------


def menzel_leaves(play: Play, frame: Frame) -> None:
    """Under the Menzel option Japan must leave now, and may be pursued."""
    cells = play.cells
    japan = at_sea(cells, HAWAII, JAPAN)
    if japan and play.rules.pieces.menzel:
        FLIGHT.start(play, ALLIES, HAWAII, japan, at_sea(cells, HAWAII, ALLIES))


def two_more_rounds(play: Play, frame: Frame) -> None:
    """18.36 At most two rounds, of battle or, where no Allied unit is left at sea, of raids; then Japan must go."""
    cells = play.cells
    japan, allies = at_sea(cells, HAWAII, JAPAN), at_sea(cells, HAWAII, ALLIES)
    if japan and allies:
        BATTLE.start(play, HAWAII, FURTHER_ROUNDS)
    elif japan:
        raid_alone(play, HAWAII, japan, FURTHER_ROUNDS)


def japan_goes(play: Play, frame: Frame) -> None:
    """18.36 Japan must leave in the end."""
    if at_sea(play.cells, HAWAII, JAPAN):
        leave(play, JAPAN)


# -- 18.4 Indonesia -----------------------------------------------------------------------------------------------


def surprise_in_indonesia(play: Play, frame: Frame) -> None:
    """18.4 A round in which every Japanese airstrike there attacks and nobody answers."""
    cells = play.cells
    japan, allies = at_sea(cells, INDONESIA, JAPAN), at_sea(cells, INDONESIA, ALLIES)
    if japan and allies:
        play.tell(log.SURPRISED, INDONESIA)
        disables = bool(play.rules.pieces.indonesia_disable)
        ACTION.start(play, INDONESIA, DAY, japan | allies, firing=1 << JAPAN, disables=disables)


STAGES = (
    raid_pearl_harbor,
    ask_japan,
    roll_groups,
    menzel_leaves,
    open_sortie,
    strike,
    ask_allies,
    two_more_rounds,
    japan_goes,
    surprise_in_indonesia,
    surprise_in_indonesia,
)
"""18.3 to 18.4 in their order."""


class FirstTurn(Procedure):
    """18.1 The surprise attacks, stage by stage."""

    name = "first_turn"
    clause = "18.1"
    fields = {"next": Number(0, len(STAGES))}

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[1]
        if stage == len(STAGES):
            play.pop()
        else:
            play.replace((frame[0], stage + 1))
            STAGES[stage](play, frame)
        return False


FIRST_TURN = FirstTurn()


def surprise(play: Play) -> None:
    """18.1 Before all other combat of turn 1, which then is as ever (18.5)."""
    if play.cells[TURN] == 1 and not play.rules.pieces.normal:
        play.push(FIRST_TURN.frame(0))
