"""Normal Turn One (tournament): the Allies base and move freely, and the raid on Pearl Harbor comes with raiders."""

from __future__ import annotations

from ironbottom.engine.procedures import Play
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    AREAS,
    HAWAII,
    INDONESIA,
    JAPAN,
    OF_SIDE,
    PEARL_HARBOR,
    SHIPS,
)
from ironbottom.games.victory_in_the_pacific.rules.air_units import place_submarines
from ironbottom.games.victory_in_the_pacific.rules.battle import at_sea
from ironbottom.games.victory_in_the_pacific.rules.combat import Combat
from ironbottom.games.victory_in_the_pacific.rules.first_turn import JapanOffHawaii, Sortie, Uncertain, leave
from ironbottom.games.victory_in_the_pacific.rules.movement import Raiders
from ironbottom.games.victory_in_the_pacific.rules.raids import Raid, in_port, raiders
from ironbottom.games.victory_in_the_pacific.rules.way_home import BASES, send_home
from ironbottom.games.victory_in_the_pacific.state import AT, IN, MARKED
from ironbottom.games.victory_in_the_pacific.variants.designation import Designation, NormalTurnOne, normal_turn
from ironbottom.games.victory_in_the_pacific.variants.normal_areas import second_raid


def base_freely(play: Play) -> None:
    """24.4 Allied units at sea, but for those in Indonesia, choose harbours; 24.41 Pearl Harbor only raids."""
    cells = play.cells
    cells[MARKED] |= cells[IN + PEARL_HARBOR] & SHIPS & OF_SIDE[ALLIES]
    for area in reversed(range(len(AREAS))):
        if area != INDONESIA:
            send_home(play, ALLIES, area, cells[AT + area] & OF_SIDE[ALLIES], BASES)


def japan_raiders(play: Play, here: NormalTurnOne) -> None:
    """24.2, 5.24 Japan's raiders sail; those of speed 5 or more may go to the Hawaiian Islands."""
    play.push(Raiders(JAPAN, ()))


def first_raid(play: Play, here: NormalTurnOne) -> None:
    """24.1 The raid follows at once; nobody answers in its first round."""
    ships = raiders(play.rules.pieces, play.cells, JAPAN, HAWAII)
    if ships and in_port(play.cells, JAPAN, PEARL_HARBOR):
        Raid.start(play, JAPAN, HAWAII, PEARL_HARBOR, ships, 1, surprise=True)


def ask_japan(play: Play, here: NormalTurnOne) -> None:
    """18.31 Japan stays, or goes home unpursued."""
    if at_sea(play.cells, HAWAII, JAPAN):
        play.push(JapanOffHawaii(JAPAN))


def designate(play: Play, here: NormalTurnOne) -> None:
    """24.7 The carriers that stay name their targets before the Allied raiders sail.

    Not with rules 20 and 23, in which forces are formed and airstrikes told off anew every round.
    """
    pieces = play.rules.pieces
    if at_sea(play.cells, HAWAII, JAPAN) and not pieces.task_forces and not pieces.carrier_airstrikes:
        play.push(Designation(()))


def allied_raiders(play: Play, here: NormalTurnOne) -> None:
    """5.24 The Allied raiders sail, those of Pearl Harbor among them."""
    play.push(Raiders(ALLIES, ()))


def air_sortie(play: Play, here: NormalTurnOne) -> None:
    """24.41, 18.33 The air unit in Pearl Harbor may come out."""
    play.push(Sortie())


def dive(play: Play, here: NormalTurnOne) -> None:
    """5.25 Submarines are placed."""
    place_submarines(play)


def fight(play: Play, here: NormalTurnOne) -> None:
    """24.1, 5.31 All areas in Japan's order."""
    play.push(Combat())


def japan_goes(play: Play, here: NormalTurnOne) -> None:
    """24.8 Japan must leave the Hawaiian Islands in the end."""
    if at_sea(play.cells, HAWAII, JAPAN):
        leave(play, JAPAN)


NormalTurnOne.stages = (
    japan_raiders,
    first_raid,
    second_raid,
    ask_japan,
    designate,
    allied_raiders,
    air_sortie,
    dive,
    fight,
    japan_goes,
)


def begin(play: Play) -> bool:
    """24.1 Opens the middle part of a Normal Turn One; False where the turn is an ordinary one."""
    if not normal_turn(play.rules.pieces, play.cells):
        return False
    play.push(NormalTurnOne(0, ()))
    return True


def base_groups(play: Play) -> None:
    """24.3 Groups Y and Z roll for where they are based, once the others are home."""
    if normal_turn(play.rules.pieces, play.cells):
        play.push(Uncertain(0, 0))
