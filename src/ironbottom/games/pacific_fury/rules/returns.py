"""10.8 Return to base: the forces that may or must leave after a round."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.question import Question
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import AT_BASE, RETURN_REASONS, Forces, Round, Side
from ironbottom.games.pacific_fury.state import FORCE, HIT, WHERE, in_zone, zone_of
from ironbottom.games.pacific_fury.state_types import Execution, Rules


def return_to_base(execution: Execution, force: int, reason: str) -> None:
    """Returns a task force to base for a reason; counters that were seen stay known (8.4.c)."""
    cells = execution.cells
    if cells[FORCE + force] and cells[WHERE + force] != AT_BASE:
        cells[WHERE + force] = AT_BASE
        execution.emit(log.WENT_HOME, force, RETURN_REASONS.index[reason])


def force_bits(forces: Iterable[int]) -> int:
    """Task forces as a set of bits; a force may be named twice."""
    result = 0
    for force in forces:
        result |= 1 << force
    return result


def forces_on_map(execution: Execution, forces: int) -> list[int]:
    """The task forces of a set that are on the map."""
    return [force for force in members(forces) if zone_of(execution.cells, force) >= 0]


def forced_to_return(execution: Execution, side: int, zone: int, rounds: int) -> list[int]:
    """10.8.d The defending forces in a sea area that must leave: those hit, after enough rounds."""
    if rounds < execution.rules.pieces.forced_after:
        return []
    return [force for force in in_zone(execution.cells, side, zone) if execution.cells[HIT] >> force & 1]


STAY = Verb("stay", clause="10.8.a", ends_list="always")
WITHDRAW = Verb("withdraw", clause="10.8.a", ends_list="always")


class ReturnOrStay(Question):
    """10.8.a After a round a side stays, or goes home with all its forces that took part."""

    number, name, clause, verbs = 10, "return_or_stay", "10.8.a", (STAY, WITHDRAW)
    side: Side
    forces: Forces
    round: Round

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(round=self.round)

    def stay(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.STAYED, self.side)

    def withdraw(self, execution: Execution) -> None:
        execution.pop()
        for force in members(self.forces):
            return_to_base(execution, force, "round")


def ask_to_stay(execution: Execution, side: int, forces: list[int], rounds: int) -> None:
    """Asks a side whether these forces stay, unless none is left."""
    if forces:
        execution.push(ReturnOrStay(side, force_bits(forces), rounds))


def ask_defender(execution: Execution, side: int, zone: int, taking_part: list[int], rounds: int, over: bool) -> None:
    """10.8.a The defender declares first, and only once (10.8.b).

    If the combat is over, the question is only for forces that are not forced to leave.
    """
    forced = forced_to_return(execution, side, zone, rounds) if over else []
    ask_to_stay(execution, side, [force for force in taking_part if force not in forced], rounds)


def end_combat(execution: Execution, attackers: list[int], defender: int, zone: int, rounds: int) -> None:
    """10.8.c The attacker goes home; 10.8.d so do the defending forces that must leave."""
    for force in forced_to_return(execution, defender, zone, rounds):
        return_to_base(execution, force, "hits")
    for force in attackers:
        return_to_base(execution, force, "combat")
