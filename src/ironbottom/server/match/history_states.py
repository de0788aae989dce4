"""The state after each earlier act of a match, restored from the snapshot before it or from the state before it."""

from __future__ import annotations

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.history import surviving_choices, undone_choices, usable_snapshot
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import ActStore
from ironbottom.engine.record.record import Begin, ChoiceMade, Header
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State

MAX_CACHED_STATES, MAX_CACHED_BYTES = 16, 2_000_000
"""The maximum number of cached states of a match, and their maximum size in bytes, which limits large games."""


class HistoryStates:
    """The earlier states of a stored match; the most recently used ones are cached."""

    def __init__(self, rules: Rules, header: Header, acts: ActStore) -> None:
        self._rules, self._header, self._acts = rules, header, acts
        self._cache: dict[int, State] = {}

    def after(self, number: int) -> State:
        """Returns the state after the act with this number; it must not be changed."""
        state = self._cache.pop(number, None) or self._restored(number)
        self._cache[number] = state
        most = max(1, min(MAX_CACHED_STATES, MAX_CACHED_BYTES // _bytes(state)))
        while len(self._cache) > most:
            del self._cache[next(iter(self._cache))]
        return state

    def _restored(self, number: int) -> State:
        before = self._cache.get(number - 1)
        if before is not None:
            (act,) = self._acts.read(number, number)
            if not undone_choices(act.act):
                return self._after(before, [act])
        snapshot, acts = usable_snapshot(self._acts, number, number)
        if snapshot.act > number:
            return self._restored_beginning(number)
        return self._after(self._rules.restore(snapshot.dump, snapshot.state_format), acts)

    def _restored_beginning(self, number: int) -> State:
        """Returns the state before the first snapshot, after choices that the match made automatically."""
        begin, *acts = self._acts.read(1, number)
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
    """Returns the approximate size of a state."""
    return 8 * len(state.cells) + sum(len(numbers) * numbers.itemsize for numbers in state.arrays)
