"""10.8 Return to base: who may leave after a round, and who must."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Only
from ironbottom.engine.fields import Number, One, Some, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import FORCES, HOME, OCCASIONS, SIDES
from ironbottom.games.pacific_fury.state import FORCE, HIT, WHERE, in_zone, zone_of


def go_home(play: Play, force: int, after: str) -> None:
    """A task force returns to base after an occasion; what was seen of it stays seen (8.4.c)."""
    cells = play.cells
    if cells[FORCE + force] and cells[WHERE + force] != HOME:
        cells[WHERE + force] = HOME
        play.tell(log.WENT_HOME, force, OCCASIONS.index[after])


def bits(forces: Iterable[int]) -> int:
    """Task forces as a set of bits; one may be named twice."""
    found = 0
    for force in forces:
        found |= 1 << force
    return found


def still_there(play: Play, forces: int) -> list[int]:
    """Those of a set of task forces that are on the map."""
    return [force for force in members(forces) if zone_of(play.cells, force) >= 0]


def forced_home(play: Play, side: int, zone: int, rounds: int) -> list[int]:
    """10.8.d The defending forces in a sea area that must leave: those hit, once a second round was fought.

    With ``forced_return_timing`` at ``end_of_combat`` one round is enough.
    """
    if rounds < 2 and play.rules.options["forced_return_timing"] == "second_round_only":
        return []
    return [force for force in in_zone(play.cells, side, zone) if play.cells[HIT] >> force & 1]


def may_stay(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(STAY.number)]


def may_withdraw(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(WITHDRAW.number)]


STAY = Verb("stay", clause="10.8.a", offer=may_stay)
WITHDRAW = Verb("withdraw", clause="10.8.a", offer=may_withdraw)


class ReturnOrStay(Procedure):
    """10.8.a After a round a side stays, or goes home with every force of its that took part."""

    name = "return_or_stay"
    clause = "10.8.a"
    fields = {"side": One(SIDES), "forces": Some(FORCES), "round": Number(1, 2)}
    verbs = (STAY, WITHDRAW)

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        forces = members(frame[2])
        named = " and ".join(FORCES.titles[force] for force in forces)
        return f"Round {frame[3]} is fought. {'Does' if len(forces) == 1 else 'Do'} {named} stay, or return to base?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.pop()
        if code[0] == STAY.number:
            play.tell(log.STAYED, side)
            return
        for force in members(frame[2]):
            go_home(play, force, "round")


RETURN_OR_STAY = ReturnOrStay()


def ask(play: Play, side: int, forces: list[int], rounds: int) -> None:
    """Asks a side whether these forces stay; nobody is asked where none are left."""
    if forces:
        play.push(RETURN_OR_STAY.frame(side, bits(forces), rounds))


def ask_defender(play: Play, side: int, zone: int, taking_part: list[int], rounds: int, over: bool) -> None:
    """10.8.a The defender declares first, and once only (10.8.b).

    Where the combat is over the question is for the forces that need not leave anyway.
    """
    forced = forced_home(play, side, zone, rounds) if over else []
    ask(play, side, [force for force in taking_part if force not in forced], rounds)


def end_combat(play: Play, attackers: list[int], defender: int, zone: int, rounds: int) -> None:
    """10.8.c The attacker goes home; 10.8.d so do the defending forces that must."""
    for force in forced_home(play, defender, zone, rounds):
        go_home(play, force, "hits")
    for force in attackers:
        go_home(play, force, "combat")
