"""``ironbottom replay``: a recorded game, step by step, from one side's eyes or open after the end."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from ironbottom.cli.commands.parameters import All, Count, Eyes, File
from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import Screen
from ironbottom.cli.output.terminal import Left, Terminal, wants_plain
from ironbottom.cli.storage.load_match import STILL_SECRET, read_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import names
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import Replay
from ironbottom.engine.match.replay import replay as play_again
from ironbottom.engine.record.record import MatchRecord
from ironbottom.engine.text.sentences import count

KEYS = "Enter goes on, - back, a number jumps there, b shows the board, q leaves"


def replay(
    file: Path,
    /,
    *,
    as_: Eyes = None,
    start: Count = 1,
    all_: All = False,
    plain: bool = False,
    store: File = None,
) -> None:
    """Steps through a recorded game.

    Parameters
    ----------
    file
        The record of a game, or what the page has written of a match under way.
    as_
        From whose eyes: a side, public (what anybody at the table saw), or open (everything, after the end).
        Without it: open for a finished game, else public.
    start
        The step to begin with.
    all_
        Print every step at once.
    plain
        No colours and no lines across: for screen readers.
    store
        The file in which the page keeps its games; without it, the usual one.
    """
    read = read_match(file, store)
    read.check_eyes(as_)
    record = read.record
    whole = play_again(record)
    audience = as_ or ("open" if whole.match.over else "public")
    terminal = Terminal(whole.match.rules.sides.ids, plain=plain or wants_plain())
    reel = Reel(record, whole, audience)
    _introduce(terminal, reel, record, whole)
    projector = Projector(terminal, reel)
    if all_:
        projector.run_through(start)
        return
    try:
        projector.step_through(start)
    except (Left, KeyboardInterrupt):
        return


def _introduce(terminal: Terminal, reel: Reel, record: MatchRecord, whole: Replay) -> None:
    players = names((f"{side}: {player}" for side, player in record.header.players.items()), ", ")
    terminal.say(whole.match.rules.game.title, "head")
    terminal.say(f"{players or 'Players unknown'}. {count(reel.length, 'step')}, seen by {reel.audience}.")
    for note in whole.notes:
        terminal.say(f"Note: {note}", "alert")
    if record.cut:
        terminal.say(f"Note: {record.cut}", "alert")
    if not whole.match.over:
        terminal.say(f"Note: {STILL_SECRET}.", "alert")
    if whole.parted is not None:
        terminal.say(f"The rules agree with this record only so far: {whole.parted}", "alert")


class Reel:
    """The steps of a game as one audience was told them, and the board at each."""

    def __init__(self, record: MatchRecord, whole: Replay, audience: str) -> None:
        self.record, self.audience, self.match = record, audience, whole.match
        if audience == "open" and not self.match.over:
            raise BadValue("everything is shown only after the end; take public or a side", field="--as")
        if audience not in (*self.match.rules.sides.ids, "public", "open"):
            known = ", ".join((*self.match.rules.sides.ids, "public", "open"))
            raise BadValue(f"{audience!r} is nobody's eyes; there are {known}", field="--as")
        self._last = len(whole.match.acts)

    @cached_property
    def entries(self) -> list[dict[str, Any]]:
        """What the audience was told."""
        return self.match.log(self.audience)

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(self.entries)

    def view(self, step: int) -> dict[str, Any]:
        """What the audience saw after a step."""
        return self._view_of(self._match_at(step))

    def last_view(self) -> dict[str, Any]:
        """What the audience sees where the record ends."""
        return self._view_of(self.match)

    def _view_of(self, then: Match) -> dict[str, Any]:
        if self.audience == "open":
            return then.rules.game.open_view(then.state)
        return then.view(self.audience)

    def _match_at(self, step: int) -> Match:
        """The match when the audience had been told so many steps: found by halving, for steps only grow."""
        low, high = 1, self._last
        while low < high:
            middle = (low + high) // 2
            if self._told_by(middle) < step:
                low = middle + 1
            else:
                high = middle
        return play_again(self.record, low).match

    def _told_by(self, act: int) -> int:
        """How many steps the audience had been told by an act of the record."""
        if self.audience == "open":
            return act
        return play_again(self.record, act).match.seq(self.audience)


class Projector:
    """Shows the steps of a reel at the person's own pace."""

    def __init__(self, terminal: Terminal, reel: Reel) -> None:
        self.terminal, self.reel = terminal, reel
        self.screen = Screen(terminal, GameText(reel.match.rules))
        self.screen.text.look_back(reel.last_view(), reel.entries)

    def run_through(self, step: int) -> None:
        """Every step from one on, without a pause."""
        for number in range(max(step, 1), self.reel.length + 1):
            self.show(number)

    def step_through(self, step: int) -> None:
        """Step by step until the end, and back again."""
        step = min(max(step, 1), self.reel.length)
        self.terminal.say(f"{KEYS}.")
        self.show(step)
        while True:
            asked = self.terminal.ask(f"{step} of {self.reel.length}:").lower()
            if asked in ("q", "quit"):
                return
            if asked == "b":
                self.screen.board(self.reel.view(step))
                continue
            wanted = self._next(step, asked)
            if wanted is None:
                self.terminal.say(f"{KEYS}.")
            elif not 1 <= wanted <= self.reel.length:
                self.terminal.say("There is no step before this." if wanted < 1 else "The record ends here.")
            else:
                step = wanted
                self.show(step)

    def _next(self, step: int, asked: str) -> int | None:
        if not asked:
            return step + 1
        if asked in ("-", "back"):
            return step - 1
        return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else None

    def show(self, step: int) -> None:
        """One step in sentences."""
        entry = self.reel.entries[step - 1]
        if entry.get("action") and not entry["events"]:
            self.terminal.say(f"- {self.screen.text.side(entry['side'])}: {self.screen.text.name(entry['action'])}.")
        self.screen.story([entry])
