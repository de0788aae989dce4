"""The state after each act of a match, as it was then: made from a snapshot before, or from the moment before."""

from __future__ import annotations

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.resume import surviving_choices, undone, usable_snapshot
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import ActStore
from ironbottom.engine.record.record import Begin, ChoiceMade, Header
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State

MOST_AT_HAND, MOST_BYTES = 16, 2_000_000
"""So many states of a match stay at hand, and of a large game no more than have so many bytes."""


class Moments:
    """The moments of a match that lies on a shelf; the last that were asked for stay at hand."""

    def __init__(self, rules: Rules, header: Header, shelf: ActStore) -> None:
        self._rules, self._header, self._shelf = rules, header, shelf
        self._at_hand: dict[int, State] = {}

    def after(self, number: int) -> State:
        """The state after the act with this number, as it was then; not to be changed."""
        state = self._at_hand.pop(number, None) or self._made(number)
        self._at_hand[number] = state
        most = max(1, min(MOST_AT_HAND, MOST_BYTES // _bytes(state)))
        while len(self._at_hand) > most:
            del self._at_hand[next(iter(self._at_hand))]
        return state

    def _made(self, number: int) -> State:
        before = self._at_hand.get(number - 1)
        if before is not None:
            (act,) = self._shelf.read(number, number)
            if not undone(act.act):
                return self._after(before, [act])
        snapshot, acts = usable_snapshot(self._shelf, number, number)
        if snapshot.act > number:
            return self._begun(number)
        return self._after(self._rules.restore(snapshot.dump, snapshot.state_format), acts)

    def _begun(self, number: int) -> State:
        """The state before the first snapshot, where the match took its first choices by itself."""
        begin, *acts = self._shelf.read(1, number)
        if self._header.position is not None:
            return self._after(read_position(self._header.position, self._rules), acts)
        assert isinstance(begin.act, Begin)
        dice = ScriptedDice([value for value, _, _ in begin.act.dice])
        return self._after(self._rules.begin(self._header.scenario, dice).state, acts)

    def _after(self, state: State, acts: list[LogEntry]) -> State:
        chosen: list[ChoiceMade] = surviving_choices(acts)
        state = state.copy()
        for act in chosen:
            state.apply(act.side, tuple(act.action), ScriptedDice([value for value, _, _ in act.dice]), trusted=True)
        return state


def _bytes(state: State) -> int:
    """About how many bytes a state takes."""
    return 8 * len(state.cells) + sum(len(numbers) * numbers.itemsize for numbers in state.arrays)
