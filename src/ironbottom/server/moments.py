"""The state after each act of a match, as it was then: what replay shows, each moment by one load."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ironbottom.engine.dice import ScriptedDice
from ironbottom.engine.position import read_position
from ironbottom.engine.record import AnyAct, Begin, Choice, Header, Undo, Withdraw
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State

Load = Callable[[int], bytes | None]
"""Gives the dump kept for the moment after an act, if there is one."""


class Moments:
    """The moments of a match, made from the lines of its record and from dumps of earlier moments."""

    def __init__(self, rules: Rules, header: Header, acts: Sequence[AnyAct], load: Load) -> None:
        self._rules, self._header, self._acts, self._load = rules, header, acts, load
        self._fresh: dict[int, bytes] = {}
        """The dumps made here, so that none is made twice however much was taken back."""

    def after(self, number: int) -> State:
        """The state after the act with this number, as it was then."""
        known = number
        while (dump := self._dump(known)) is None and known > 1:
            known -= 1
        if dump is None or known < number:
            dump = self.made(known if dump is None else known + 1, number)[-1][1]
        return self._rules.restore(dump)

    def made(self, first: int, last: int) -> list[tuple[int, bytes]]:
        """The dumps after the acts from ``first`` to ``last``, each made from the one before."""
        state = self._start() if first == 1 else self.after(first - 1)
        made = []
        for number in range(first, last + 1):
            act = self._acts[number - 1]
            match act:
                case Choice():
                    state = _chosen(state, act)
                case Undo(taken=taken) | Withdraw(taken=taken) if taken:
                    state = self._standing(number)
            self._fresh[number] = state.dump()
            made.append((number, self._fresh[number]))
        return made

    def _dump(self, number: int) -> bytes | None:
        return self._fresh.get(number) or self._load(number)

    def _start(self) -> State:
        header, begin = self._header, self._acts[0]
        if header.position is not None:
            return read_position(header.position, self._rules)
        assert isinstance(begin, Begin)
        return self._rules.begin(header.scenario, ScriptedDice([value for value, _, _ in begin.dice])).state

    def _standing(self, number: int) -> State:
        """The state with the choices that still stand once the act with this number has taken some back."""
        sound = self._untouched(number)
        state = self.after(sound)
        gone = {taken for act in self._acts[:number] for taken in _taken(act)}
        for act in self._acts[sound : number - 1]:
            if isinstance(act, Choice) and act.seq not in gone:
                state = _chosen(state, act)
        return state

    def _untouched(self, number: int) -> int:
        """The last act before which nothing was taken back by a later act up to this number."""
        sound = min(_taken(self._acts[number - 1])) - 1
        while True:
            later = [taken for act in self._acts[sound:number] for taken in _taken(act) if taken <= sound]
            if not later:
                return sound
            sound = min(later) - 1


def _taken(act: AnyAct) -> Sequence[int]:
    return act.taken if isinstance(act, (Undo, Withdraw)) else ()


def _chosen(state: State, act: Choice) -> State:
    after = state.copy()
    after.apply(act.side, tuple(act.action), ScriptedDice([value for value, _, _ in act.dice]))
    return after
