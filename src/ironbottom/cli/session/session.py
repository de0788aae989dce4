"""A game in the terminal: manages whose turn it is, what each player sees, and how the screen is handed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import sleep

from ironbottom.bots.player import Player, as_choices
from ironbottom.bots.registry import all_bots, make_player
from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import Screen
from ironbottom.cli.output.terminal import Terminal, UserExit, ignore_interrupts
from ironbottom.cli.parsing.choices import ChoiceParser
from ironbottom.cli.session.interpreter import CommandInterpreter
from ironbottom.cli.session.match import SessionMatch
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.view_types import LogEntryView

PUBLIC = "public"
NOTHING_TO_CHOOSE = "nothing"
"""The standing order for questions with only one choice."""
ENTRIES_ON_RESUME = 8
"""How many log entries are printed when a saved game is resumed."""


class Session:
    """A match and its players: a computer player for each side, or None for a person."""

    def __init__(
        self,
        terminal: Terminal,
        match: SessionMatch,
        players: Mapping[str, Player | None],
        *,
        pace: float | None = None,
    ) -> None:
        self.terminal, self.match, self.players = terminal, match, dict(players)
        self.pace = pace
        self.text = GameText(match.rules)
        self.screen = Screen(terminal, self.text)
        self.parser = ChoiceParser(match.rules.vocabulary, self.text.aliases, self.text.name)
        self.people: list[str] = []
        """The sides that people play."""
        self.viewer = PUBLIC
        """The side that may be looking at the screen, or everybody (``public``)."""
        self.update_seats()
        self._seen: dict[str, int] = {}
        self._board_stale = True
        self._changed = False
        self._hinted: set[str] = set()
        self.offer: Offer | None = None
        self.orders = match.standing_orders()
        self.voyages = match.voyages()
        self.interpreter = CommandInterpreter(self)

    def update_seats(self) -> None:
        """Gives the seat of each side that resigned to the ally that took it over."""
        for side in self.match.resigned:
            holder = self.match.holder(side)
            name = self.match.players.get(holder, "")
            if holder != side:
                own = name in all_bots(self.match.rules.game)
                fresh = (
                    make_player(self.match.rules, name, side, self.match.seq(PUBLIC)) if own else self.players[holder]
                )
                self.players[side] = None if self.players[holder] is None else fresh
        self.people = [side for side, player in self.players.items() if player is None]
        self.viewer = self.people[0] if len(self.people) == 1 else PUBLIC

    # -- turns -------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Plays until the game is over (returns True) or the user leaves (returns False)."""
        self.terminal.set_completions(self.interpreter.words)
        try:
            while not self.match.over:
                self._turn()
        except (UserExit, KeyboardInterrupt):
            with ignore_interrupts():
                self._print_exit()
            return False
        self._end()
        return True

    def _turn(self) -> None:
        """Plays one submission. If several sides decide, people go first."""
        sides = self.match.deciding()
        waiting = [side for side in sides if side in self.people]
        if waiting:
            self._person_turn(waiting[0])
        else:
            self._computer_turn(sides[0])

    def _computer_turn(self, side: str) -> None:
        player = self.players[side]
        assert player is not None
        offer = self.match.offer(side)
        try:
            run = self.match.submittable_prefix(
                side, as_choices(player.choose(offer))
            )  # the player is asked again for the other choices
            self.match.submit(side, run, seq=offer.seq)
        except IronbottomError as error:
            name = self.match.players.get(side, "the computer")
            message = f"{name} made a choice that is not allowed ({error}); the first choice is taken"
            self.terminal.write(message, "alert")
            self.match.submit(side, [offer.choices.at(0)], seq=offer.seq)
        self._board_stale = True
        if not self.people:
            self._watch()

    def _watch(self) -> None:
        """Prints a game without people as it is played, paced by the Enter key or by ``pace``."""
        if not self.print_news(PUBLIC):
            return
        if self.pace is None:
            if self.terminal.ask("Enter continues, b shows the board").lower().startswith("b"):
                self.screen.board(self.match.view(PUBLIC))
                self.terminal.ask("Enter continues")
        elif self.pace > 0:
            sleep(self.pace)

    def _person_turn(self, side: str) -> None:
        """Lets a person decide, unless a standing order answers. Prints the news and the question first."""
        offer = self.match.offer(side)
        if self._answered_by_order(offer):
            return
        secret = self.text.needs_secrets(offer.view)
        self._hand_over(side, secret)
        self._show_news(secret)
        self.text.set_view(offer.view)
        self.offer = offer
        self.screen.question(offer)
        self.screen.choices(offer)
        self._hint(offer)
        while self.offer is not None and not self.match.over:
            line = self.read_line()
            if line:
                self.interpreter.run_line(line)

    def read_line(self) -> str:
        """Reads a line from the person who decides."""
        return self.terminal.ask(">")

    def _hint(self, offer: Offer) -> None:
        """Prints, once for each kind of question, a command that shortens it."""
        kind = self.match.question(offer.side)
        alone, number = len(offer.choices) == 1, self.orders.number_of(NOTHING_TO_CHOOSE)
        what = NOTHING_TO_CHOOSE if alone else kind
        if what in self._hinted or (alone and not number) or not (alone or self._has_fill_ins(offer.side)):
            return
        self._hinted.add(what)
        if alone:
            message = f"Nothing else can be chosen here. `standing {number} 2` continues for you whenever that happens."
        else:
            message = "`fill` lists the usual choices here and makes them at once."
        self.terminal.write(message, "dim", indent=2)

    def _has_fill_ins(self, side: str) -> bool:
        """Returns whether one line can answer the question."""
        return self.match.has_helpers(side, self.voyages.active(side))

    def _answered_by_order(self, offer: Offer) -> bool:
        """Submits the answer of a standing order, if there is one. Prints it if nobody else can see the screen."""
        answer = self.voyages.answer(offer.side)
        source = "landing order" if answer else "standing order"
        answer = answer or self.orders.answer(offer.side)
        if not answer:
            return False
        self.text.set_view(offer.view)
        message = truncated_list([self.text.name(action) for action in answer])
        self.interpreter.submit(offer, answer)
        if len(self.people) == 1:
            self.terminal.write(f"Your {source} answers `{offer.prompt}`: {message}.", "dim", indent=2)
        return True

    def _show_news(self, secret: bool) -> None:
        """Prints what happened, and the board if it changed. During a long order prints only its progress."""
        news = self.print_news(self.viewer) or self._changed
        view = self.match.view(self.viewer)
        under_way = list(self.text.progress(view))
        if (self._board_stale and secret) or (news and secret and not under_way):
            news = not self.screen.board_news(view, self.viewer)
            under_way = under_way if news else []
        if news and under_way:
            self.screen.progress(under_way)
        self._board_stale = self._changed = False

    def done(self, whole_board: bool = False) -> None:
        """Ends the current question after a choice or an undo."""
        self.offer = None
        self._changed = True
        if whole_board:
            self._board_stale = True

    def resumed(self) -> None:
        """Prints only the last log entries of a resumed game."""
        for audience in (PUBLIC, *self.people):
            self._seen[audience] = max(0, self.match.seq(audience) - ENTRIES_ON_RESUME)

    # -- the viewer --------------------------------------------------------------------------------

    def _hand_over(self, side: str, secret: bool) -> None:
        """Clears the screen before another person may look at hidden counters."""
        if len(self.people) < 2:
            return
        wanted = side if secret else PUBLIC
        if wanted == self.viewer:
            return
        if self.viewer != PUBLIC:
            self.terminal.clear()
        self.viewer = PUBLIC
        self.print_news(PUBLIC)
        if secret:
            name = self.match.rules.sides.titles[self.match.rules.sides.index[side]]
            self.terminal.write()
            self.terminal.write(f"The next choice is for {name}, with face-down counters.", side)
            self.terminal.ask(f"Press Enter when only {name} can see the screen")
            self.terminal.clear()
            self.viewer = side
        self._board_stale = True

    def print_news(self, audience: str) -> bool:
        """Prints what happened since this audience last looked. Returns False if nothing did."""
        entries = self.match.log(audience, self._seen.get(audience, 0))
        news = [entry for entry in entries if entry["act"] not in ("end", "reveal")]
        if news:
            self.text.set_view(self.match.view(audience))
        self.screen.story(news)
        self.mark_read(audience)
        return bool(news)

    def log_with_past_names(self) -> list[LogEntryView]:
        """Returns the whole log of the current viewer, and sets the past names of its counters."""
        entries = self.match.log(self.viewer)
        self.text.set_past_names(self.match.view(self.viewer), entries)
        return entries

    def mark_read(self, audience: str) -> None:
        """Marks the log as read by an audience. The public log is read by everybody at the table."""
        for name in (PUBLIC, *self.people) if audience == PUBLIC else (audience,):
            self._seen[name] = self.match.seq(name)

    def show_board(self, words: Sequence[str] = ()) -> bool:
        """Prints the board, or its paragraphs with these words. Returns False if there are none."""
        return self.screen.board(self.match.view(self.viewer), words)

    # -- the end -----------------------------------------------------------------------------------

    def _print_exit(self) -> None:
        if not self.match.place:
            self.terminal.write("The game was not stored.")
        else:
            self.terminal.write("The game is stored. To continue it:")
            self.terminal.write_verbatim(f"  ironbottom play {self.match.place}")

    def _end(self) -> None:
        result = self.match.result()
        assert result is not None
        self.viewer = PUBLIC
        self.print_news(self.people[0] if len(self.people) == 1 else PUBLIC)
        self.screen.board(self.match.view("open"))
        self.screen.result(result)
        if self.match.place:
            self.terminal.write("To replay the game or check its dice:")
            self.terminal.write_verbatim(f"  ironbottom replay {self.match.place}")
            self.terminal.write_verbatim(f"  ironbottom verify {self.match.place}")
