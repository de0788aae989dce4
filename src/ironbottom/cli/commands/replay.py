"""``ironbottom replay``: steps through a recorded game, seen by one side or, after the end, with all secrets."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from ironbottom.cli.commands.parameters import All, Count, File, Viewer
from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import Screen
from ironbottom.cli.output.terminal import Terminal, UserExit, wants_plain
from ironbottom.cli.storage.load_match import STILL_SECRET, load_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import join_names
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import Replay
from ironbottom.engine.match.replay import replay as play_again
from ironbottom.engine.record.record import MatchRecord
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.engine.text.sentences import count

KEYS = "Enter continues, - goes back, a number jumps there, b shows the board, q leaves"


def replay(
    file: Path,
    /,
    *,
    as_: Viewer = None,
    start: Count = 1,
    all_: All = False,
    plain: bool = False,
    store: File = None,
) -> None:
    """Step through a recorded game.

    Parameters
    ----------
    file
        A record, or a match in progress saved by the page.
    as_
        The view: a side, public (what everybody saw), or open (everything, after the end).
        Default: open for a finished game, otherwise public.
    start
        The first step to show.
    all_
        Print every step at once.
    plain
        Print no colours and no dividing lines, for screen readers.
    store
        The file in which the page stores its games. Default: the usual file.
    """
    loaded = load_match(file, store)
    loaded.check_viewer(as_)
    record = loaded.record
    replayed = play_again(record)
    audience = as_ or ("open" if replayed.match.over else "public")
    terminal = Terminal(replayed.match.rules.sides.ids, plain=plain or wants_plain())
    recording = Recording(record, replayed, audience)
    _print_header(terminal, recording, record, replayed)
    viewer = StepViewer(terminal, recording)
    if all_:
        viewer.run_through(start)
        return
    try:
        viewer.step_through(start)
    except (UserExit, KeyboardInterrupt):
        return


def _print_header(terminal: Terminal, recording: Recording, record: MatchRecord, replayed: Replay) -> None:
    players = join_names((f"{side}: {player}" for side, player in record.header.players.items()), ", ")
    terminal.write(replayed.match.rules.game.title, "head")
    terminal.write(f"{players or 'Players unknown'}. {count(recording.length, 'step')}, seen by {recording.audience}.")
    for note in replayed.notes:
        terminal.write(f"Note: {note}", "alert")
    if record.cut:
        terminal.write(f"Note: {record.cut}", "alert")
    if not replayed.match.over:
        terminal.write(f"Note: {STILL_SECRET}.", "alert")
    if replayed.divergence is not None:
        terminal.write(f"This record diverges from the current rules: {replayed.divergence}", "alert")


class Recording:
    """The steps of a recorded game as one audience sees them, with the board at each step."""

    def __init__(self, record: MatchRecord, replayed: Replay, audience: str) -> None:
        self.record, self.audience, self.match = record, audience, replayed.match
        if audience == "open" and not self.match.over:
            raise BadValue("open is available only after the end; use public or a side", field="--as")
        if audience not in (*self.match.rules.sides.ids, "public", "open"):
            known = ", ".join((*self.match.rules.sides.ids, "public", "open"))
            raise BadValue(f"there is no view {audience!r}; choose one of {known}", field="--as")
        self._last = len(replayed.match.acts)

    @cached_property
    def entries(self) -> list[LogEntryView]:
        """The audience's log."""
        return self.match.log(self.audience)

    @property
    def length(self) -> int:
        """The number of steps."""
        return len(self.entries)

    def view(self, step: int) -> dict[str, object]:
        """Returns the audience's view after a step."""
        return self._view_of(self._match_at(step))

    def last_view(self) -> dict[str, object]:
        """Returns the audience's view at the end of the record."""
        return self._view_of(self.match)

    def _view_of(self, then: Match) -> dict[str, object]:
        if self.audience == "open":
            return then.rules.game.open_view(then.state)
        return then.view(self.audience)

    def _match_at(self, step: int) -> Match:
        """Replays the match up to a step. The act is found by bisection."""
        low, high = 1, self._last
        while low < high:
            middle = (low + high) // 2
            if self._steps_by(middle) < step:
                low = middle + 1
            else:
                high = middle
        return play_again(self.record, low).match

    def _steps_by(self, act: int) -> int:
        """Returns the number of the audience's steps up to an act of the record."""
        if self.audience == "open":
            return act
        return play_again(self.record, act).match.seq(self.audience)


class StepViewer:
    """Shows the steps of a recorded game, at the user's pace."""

    def __init__(self, terminal: Terminal, recording: Recording) -> None:
        self.terminal, self.recording = terminal, recording
        self.screen = Screen(terminal, GameText(recording.match.rules))
        self.screen.text.set_past_names(recording.last_view(), recording.entries)

    def run_through(self, step: int) -> None:
        """Prints all steps from this one on without pausing."""
        for number in range(max(step, 1), self.recording.length + 1):
            self.show(number)

    def step_through(self, step: int) -> None:
        """Steps forward and back until the user quits."""
        step = min(max(step, 1), self.recording.length)
        self.terminal.write(f"{KEYS}.")
        self.show(step)
        while True:
            answer = self.terminal.ask(f"{step} of {self.recording.length}:").lower()
            if answer in ("q", "quit"):
                return
            if answer == "b":
                self.screen.board(self.recording.view(step))
                continue
            wanted = self._next(step, answer)
            if wanted is None:
                self.terminal.write(f"{KEYS}.")
            elif not 1 <= wanted <= self.recording.length:
                self.terminal.write("There is no step before this." if wanted < 1 else "The record ends here.")
            else:
                step = wanted
                self.show(step)

    def _next(self, step: int, answer: str) -> int | None:
        if not answer:
            return step + 1
        if answer in ("-", "back"):
            return step - 1
        return int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 9 else None

    def show(self, step: int) -> None:
        """Prints one step."""
        entry = self.recording.entries[step - 1]
        if entry.get("action") and not entry["events"]:
            self.terminal.write(f"- {self.screen.text.side(entry['side'])}: {self.screen.text.name(entry['action'])}.")
        self.screen.story([entry])
