"""A match on a server, played in the terminal: the user's turns, waiting for the others, and answering them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import sleep

from ironbottom.cli.output.terminal import Terminal
from ironbottom.cli.remote.client import ServerClient, Unreachable
from ironbottom.cli.remote.match import LostSeat, RemoteMatch
from ironbottom.cli.session.session import PUBLIC, Session
from ironbottom.engine.core.errors import IronbottomError, Refused
from ironbottom.engine.text.sentences import opening

PAUSE = 1.0
"""Seconds between polls while others have to choose."""
LOOK = 2.0
"""Seconds between polls while the user thinks."""
LONGEST_PAUSE = 15.0
"""The most seconds between attempts while no server answers."""


class JoinedSession(Session):
    """A match with one user at this terminal and the other players elsewhere."""

    match: RemoteMatch

    def __init__(self, terminal: Terminal, match: RemoteMatch) -> None:
        self.client: ServerClient = match.client
        super().__init__(terminal, match, dict.fromkeys(match.sides), pace=0)
        self._awaited = ""
        self._accepted_draw = False
        self.resumed()

    def settle_seats(self) -> None:
        """Gives this terminal the seats that its client holds."""
        self.players = dict.fromkeys(self.match.sides)
        self.people = list(self.match.sides)
        self.eyes = self.people[0] if len(self.people) == 1 else PUBLIC

    def run(self) -> bool:
        """Plays until the match is over (True), or the user leaves or loses the seat (False)."""
        try:
            return super().run()
        except LostSeat as lost:
            self.terminal.say(f"{opening(lost.message)}.", "alert")
            return False

    def _turn(self) -> None:
        try:
            if self.people != self.match.sides:
                self.settle_seats()
                self._board_stale = True
            self._answer_offers()
            if self.match.over:
                return
            sides = self.match.deciding()
            if sides:
                self._awaited = ""
                self._person(sides[0])
                self.match.refresh()
            else:
                self._await()
        except Unreachable as wrong:
            self._reconnect(wrong)

    # -- one's own turn ----------------------------------------------------------------------------

    def line(self) -> str:
        """What the user types; empty if the match has gone on meanwhile, so that this question is void."""
        assert self.offer is not None
        side, seq = self.offer.side, self.offer.seq
        with self._watching(side):
            line = super().line()
        self.match.refresh()
        sight = self.match.sight(side) if side in self.match.sides else None
        if sight is None or sight.over or sight.seq != seq or not self.match.deciding() or self._is_asked():
            self.offer = None
            if line:
                self.terminal.say("The match has gone on. Your input was not used.", "alert")
            return ""
        return line

    @contextmanager
    def _watching(self, side: str) -> Iterator[None]:
        """Announces news while the user thinks; the Enter key then shows it."""
        if not sys.stdin.isatty():
            yield
            return
        done = threading.Event()
        threading.Thread(target=self._watch_match, args=(side, done), daemon=True).start()
        try:
            yield
        finally:
            done.set()

    def _watch_match(self, side: str, done: threading.Event) -> None:
        before = self.match.sight(side)
        while not done.wait(LOOK):
            with suppress(IronbottomError):
                now = self.match.peek(side)
                self.match.answer_parts(now)
                asks = now.undo_offer is not None and side in now.undo_offer.to_answer
                draw = now.draw_offer is not None and now.draw_offer in now.asked and not self._accepted_draw
                if not done.is_set() and (now.seq != before.seq or now.over or asks or draw):
                    what = "The other side asks you something" if asks or draw else "The match has gone on"
                    self.terminal.say()
                    self.terminal.say(f"{what}: press Enter.", "alert")
                    return

    # -- the others --------------------------------------------------------------------------------

    def _is_asked(self) -> bool:
        """Whether somebody waits for an answer from this terminal."""
        return any(self._asks_undo(side) or self._asks_draw(side) for side in self.match.sides)

    def _asks_undo(self, side: str) -> bool:
        offer = self.match.sight(side).undo_offer
        return offer is not None and side in offer.to_answer

    def _asks_draw(self, side: str) -> bool:
        sight = self.match.sight(side)
        if sight.draw_offer is None:
            self._accepted_draw = False
        return sight.draw_offer is not None and sight.draw_offer in sight.asked and not self._accepted_draw

    def _answer_offers(self) -> None:
        """Asks the user to answer the others' offers."""
        for side in list(self.match.sides):
            if self._asks_undo(side):
                offer = self.match.sight(side).undo_offer
                assert offer is not None
                many = "one choice" if offer.steps == 1 else f"{offer.steps} choices"
                self.tell(self.eyes)
                agrees = self.terminal.agrees(f"{self.text.does(offer.side, 'asks')} to take back {many}. Agree?")
                self._answer(partial(self.match.answer_undo, side, agrees))
                self._board_stale = True
            elif self._asks_draw(side):
                offered = self.match.sight(side).draw_offer
                assert offered is not None
                self.tell(self.eyes)
                agrees = self.terminal.agrees(f"{self.text.does(offered, 'offers')} a draw. Accept it?")
                self._accepted_draw = agrees
                self._answer(partial(self.match.accept_draw if agrees else self.match.decline_draw, side))

    def _answer(self, send: Callable[[], None]) -> None:
        """Sends an answer. The offer may have been withdrawn meanwhile."""
        try:
            send()
        except Refused as wrong:
            self.screen.refusal(wrong)

    def _await(self) -> None:
        """Shows what happens while others have to choose, and runs commands typed meanwhile."""
        side = self.match.sides[0]
        sight = self.match.sight(side)
        self._changed = self._changed and sight.dice.wanted is None  # a fixed choice shows nothing yet
        self._show_news(True)
        awaited = " and ".join(self.text.title(one.side) for one in sight.waiting) or "the others"
        if sight.dice.wanted is not None:
            lacking = " and ".join(self.text.title(one) for one in sight.dice.wanted.lacks)
            awaited = f"the part of {lacking} in a die" if lacking else "a die"
            if any(one in self.match.sides for one in sight.dice.wanted.lacks):
                awaited += "; open the game where the words were given"
        if sight.trouble is not None:
            awaited += f" ({sight.trouble.player} failed: {sight.trouble.message}; the page can replace it)"
        if awaited != self._awaited:
            self._awaited = awaited
            self.terminal.say()
            self.terminal.say(f"Waiting for {awaited}. `help` lists what you can type now; Ctrl+C leaves.", "dim")
        line = self.terminal.typed_within(PAUSE)
        if line:
            self.offer = self.match.offer(side)
            self.text.look(self.offer.view)
            self.commands.obey(line)
            self.offer = None
            self._awaited = ""
        self.match.refresh()

    def _reconnect(self, wrong: Unreachable) -> None:
        """Waits until the server answers again."""
        self.terminal.say(f"{opening(wrong.message)}. Trying again; Ctrl+C leaves.", "alert")
        self.offer, self._awaited, pause = None, "", PAUSE
        while True:
            sleep(pause)
            try:
                self.match.refresh()
            except Unreachable:
                pause = min(LONGEST_PAUSE, 2 * pause)
            else:
                self.terminal.say("The server answers again.")
                return

    # -- the end -----------------------------------------------------------------------------------

    def _farewell(self) -> None:
        self.terminal.say("You keep your seat. To continue the match:")
        self.terminal.copyable("  ironbottom join")

    def _end(self) -> None:
        result = self.match.result()
        assert result is not None
        self.tell(self.people[0])
        try:
            view = self.match.view("open")
        except IronbottomError:  # a copy of a match that is still being played stays secret
            view = self.match.view(self.people[0])
        self.screen.board(view)
        self.screen.result(result)
        self.terminal.say("The page replays the game and exports its record:")
        self.terminal.copyable(f"  {self.match.place}")
