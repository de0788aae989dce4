"""A session of a match on a server: the user's turns, waiting for the other players, and answering their offers."""

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
from ironbottom.engine.text.sentences import capitalized

POLL_SECONDS = 1.0
"""Seconds between polls while others have to choose."""
THINKING_POLL_SECONDS = 2.0
"""Seconds between polls while the user thinks."""
MAX_RETRY_SECONDS = 15.0
"""The maximum number of seconds between attempts while no server answers."""


class RemoteSession(Session):
    """A match with one user at this terminal and the other players elsewhere."""

    match: RemoteMatch

    def __init__(self, terminal: Terminal, match: RemoteMatch) -> None:
        self.client: ServerClient = match.client
        super().__init__(terminal, match, dict.fromkeys(match.sides), pace=0)
        self._awaited = ""
        self._accepted_draw = False
        self.resumed()

    def update_seats(self) -> None:
        """Gives this terminal the seats that its client holds."""
        self.players = dict.fromkeys(self.match.sides)
        self.people = list(self.match.sides)
        self.viewer = self.people[0] if len(self.people) == 1 else PUBLIC

    def run(self) -> bool:
        """Plays until the match is over (True), or the user leaves or loses the seat (False)."""
        try:
            return super().run()
        except LostSeat as lost:
            self.terminal.write(f"{capitalized(lost.message)}.", "alert")
            return False

    def _turn(self) -> None:
        try:
            if self.people != self.match.sides:
                self.update_seats()
                self._board_stale = True
            self._answer_offers()
            if self.match.over:
                return
            sides = self.match.deciding()
            if sides:
                self._awaited = ""
                self._person_turn(sides[0])
                self.match.refresh()
            else:
                self._wait()
        except Unreachable as error:
            self._reconnect(error)

    # -- the player's own turn ---------------------------------------------------------------------

    def read_line(self) -> str:
        """Reads a line. Returns an empty one if the match has changed meanwhile."""
        assert self.offer is not None
        side, seq = self.offer.side, self.offer.seq
        with self._announcing_news(side):
            line = super().read_line()
        self.match.refresh()
        match_view = self.match.match_view(side) if side in self.match.sides else None
        if (
            match_view is None
            or match_view.over
            or match_view.seq != seq
            or not self.match.deciding()
            or self._is_asked()
        ):
            self.offer = None
            if line:
                self.terminal.write("The match has moved on. Your input was not used.", "alert")
            return ""
        return line

    @contextmanager
    def _announcing_news(self, side: str) -> Iterator[None]:
        """Announces news while the user thinks; the Enter key shows the news."""
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
        before = self.match.match_view(side)
        while not done.wait(THINKING_POLL_SECONDS):
            with suppress(IronbottomError):
                now = self.match.peek(side)
                self.match.send_dice_shares(now)
                asks = now.undo_offer is not None and side in now.undo_offer.to_answer
                draw = now.draw_offer is not None and now.draw_offer in now.asked and not self._accepted_draw
                if not done.is_set() and (now.seq != before.seq or now.over or asks or draw):
                    what = "The other side has a question for you" if asks or draw else "The match has moved on"
                    self.terminal.write()
                    self.terminal.write(f"{what}: press Enter.", "alert")
                    return

    # -- the others --------------------------------------------------------------------------------

    def _is_asked(self) -> bool:
        """Returns whether another player waits for an answer from this terminal."""
        return any(self._asks_undo(side) or self._asks_draw(side) for side in self.match.sides)

    def _asks_undo(self, side: str) -> bool:
        offer = self.match.match_view(side).undo_offer
        return offer is not None and side in offer.to_answer

    def _asks_draw(self, side: str) -> bool:
        match_view = self.match.match_view(side)
        if match_view.draw_offer is None:
            self._accepted_draw = False
        return (
            match_view.draw_offer is not None and match_view.draw_offer in match_view.asked and not self._accepted_draw
        )

    def _answer_offers(self) -> None:
        """Asks the user to answer the others' offers."""
        for side in list(self.match.sides):
            if self._asks_undo(side):
                offer = self.match.match_view(side).undo_offer
                assert offer is not None
                many = "one choice" if offer.steps == 1 else f"{offer.steps} choices"
                self.print_news(self.viewer)
                accepted = self.terminal.confirm(f"{self.text.does(offer.side, 'asks')} to take back {many}. Agree?")
                self._answer(partial(self.match.answer_undo, side, accepted))
                self._board_stale = True
            elif self._asks_draw(side):
                offered = self.match.match_view(side).draw_offer
                assert offered is not None
                self.print_news(self.viewer)
                accepted = self.terminal.confirm(f"{self.text.does(offered, 'offers')} a draw. Accept it?")
                self._accepted_draw = accepted
                self._answer(partial(self.match.accept_draw if accepted else self.match.decline_draw, side))

    def _answer(self, send: Callable[[], None]) -> None:
        """Sends an answer. The offer may have been withdrawn meanwhile."""
        try:
            send()
        except Refused as error:
            self.screen.refusal(error)

    def _wait(self) -> None:
        """Prints what happens while others have to choose, and runs commands typed meanwhile."""
        side = self.match.sides[0]
        match_view = self.match.match_view(side)
        self._changed = (
            self._changed and match_view.dice.wanted is None
        )  # a choice that waits for a die has no events yet
        self._show_news(True)
        awaited = " and ".join(self.text.title(one.side) for one in match_view.waiting) or "the others"
        if match_view.dice.wanted is not None:
            lacking = " and ".join(self.text.title(one) for one in match_view.dice.wanted.lacks)
            awaited = f"the share of {lacking} in a die" if lacking else "a die"
            if any(one in self.match.sides for one in match_view.dice.wanted.lacks):
                awaited += "; open the game in the browser that added the words"
        if match_view.trouble is not None:
            awaited += f" ({match_view.trouble.player} failed: {match_view.trouble.message}; the page can replace it)"
        if awaited != self._awaited:
            self._awaited = awaited
            self.terminal.write()
            self.terminal.write(f"Waiting for {awaited}. `help` lists what you can type now; Ctrl+C leaves.", "dim")
        line = self.terminal.read_line_within(POLL_SECONDS)
        if line:
            self.offer = self.match.offer(side)
            self.text.set_view(self.offer.view)
            self.interpreter.run_line(line)
            self.offer = None
            self._awaited = ""
        self.match.refresh()

    def _reconnect(self, error: Unreachable) -> None:
        """Waits until the server answers again."""
        self.terminal.write(f"{capitalized(error.message)}. Trying again; Ctrl+C leaves.", "alert")
        self.offer, self._awaited, pause = None, "", POLL_SECONDS
        while True:
            sleep(pause)
            try:
                self.match.refresh()
            except Unreachable:
                pause = min(MAX_RETRY_SECONDS, 2 * pause)
            else:
                self.terminal.write("The server is responding again.")
                return

    # -- the end -----------------------------------------------------------------------------------

    def _print_exit(self) -> None:
        self.terminal.write("You keep your seat. To continue the match:")
        self.terminal.write_verbatim("  ironbottom join")

    def _end(self) -> None:
        result = self.match.result()
        assert result is not None
        self.print_news(self.people[0])
        try:
            view = self.match.view("open")
        except IronbottomError:  # the open view of a copy is secret while the original is in progress
            view = self.match.view(self.people[0])
        self.screen.board(view)
        self.screen.result(result)
        self.terminal.write("The page replays the game and exports its record:")
        self.terminal.write_verbatim(f"  {self.match.place}")
