"""A game at the terminal: whose turn it is, what is shown to whom, and the curtain between two people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import sleep
from typing import Any

from ironbottom.bots.player import Player, as_run
from ironbottom.bots.registry import all_bots, make_player
from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import Screen
from ironbottom.cli.output.terminal import Left, Terminal, uninterrupted
from ironbottom.cli.parsing.choices import Spelling
from ironbottom.cli.session.interpreter import Commands
from ironbottom.cli.session.match import PlayedMatch
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.core.fields import shorten
from ironbottom.engine.rules.offers import Offer

PUBLIC = "public"
NOTHING = "nothing"
"""The standing order for questions in which nothing can be chosen."""
TOLD_AGAIN = 8
"""How many entries of the log are told again when an old game goes on."""


class Session:
    """A match and those who sit at it: a player for each side that the computer leads, None for a person."""

    def __init__(
        self,
        terminal: Terminal,
        match: PlayedMatch,
        players: Mapping[str, Player | None],
        *,
        pace: float | None = None,
    ) -> None:
        self.terminal, self.match, self.players = terminal, match, dict(players)
        self.pace = pace
        self.text = GameText(match.rules)
        self.screen = Screen(terminal, self.text)
        self.spelling = Spelling(match.rules.vocabulary, self.text.aliases, self.text.name)
        self.people: list[str] = []
        """The sides that people lead."""
        self.eyes = PUBLIC
        """Who may be looking at the screen: a side, or everybody at the table."""
        self.settle_seats()
        self._seen: dict[str, int] = {}
        self._board_stale = True
        self._changed = False
        self._hinted: set[str] = set()
        self.offer: Offer | None = None
        self.orders = match.standing_orders()
        self.voyages = match.voyages()
        self.commands = Commands(self)

    def settle_seats(self) -> None:
        """Gives the seat of each side that resigned to the ally that took it."""
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
        self.eyes = self.people[0] if len(self.people) == 1 else PUBLIC

    # -- the course of the game --------------------------------------------------------------------

    def run(self) -> bool:
        """Plays on until the game is over (True) or everybody has left (False)."""
        self.terminal.complete(self.commands.words)
        try:
            while not self.match.over:
                self._turn()
        except (Left, KeyboardInterrupt):
            with uninterrupted():
                self._farewell()
            return False
        self._end()
        return True

    def _turn(self) -> None:
        """One submission of the side that decides; where several do, a person before the computer."""
        sides = self.match.deciding()
        waiting = [side for side in sides if side in self.people]
        if waiting:
            self._person(waiting[0])
        else:
            self._computer(sides[0])

    def _computer(self, side: str) -> None:
        player = self.players[side]
        assert player is not None
        offer = self.match.offer(side)
        try:
            run = self.match.first_part(side, as_run(player.choose(offer)))  # the rest is requested again
            self.match.submit(side, run, seq=offer.seq)
        except IronbottomError as wrong:
            name = self.match.players.get(side, "the computer")
            told = f"{name} chose what cannot be ({wrong}); the first choice is taken"
            self.terminal.say(told, "alert")
            self.match.submit(side, [offer.choices.at(0)], seq=offer.seq)
        self._board_stale = True
        if not self.people:
            self._watch()

    def _watch(self) -> None:
        """Shows a game without people as it goes, by the Enter key or at a pace."""
        if not self.tell(PUBLIC):
            return
        if self.pace is None:
            if self.terminal.ask("Enter goes on, b shows the board").lower().startswith("b"):
                self.screen.board(self.match.view(PUBLIC))
                self.terminal.ask("Enter goes on")
        elif self.pace > 0:
            sleep(self.pace)

    def _person(self, side: str) -> None:
        """A person decides, if no standing order does; the board is shown again when something has happened on it."""
        offer = self.match.offer(side)
        if self._answered(offer):
            return
        secret = self.text.needs_secrets(offer.view)
        self._seat(side, secret)
        self._show_news(secret)
        self.text.look(offer.view)
        self.offer = offer
        self.screen.question(offer)
        self.screen.choices(offer)
        self._hint(offer)
        while self.offer is not None and not self.match.over:
            line = self.line()
            if line:
                self.commands.obey(line)

    def line(self) -> str:
        """What a person types who has to decide."""
        return self.terminal.ask(">")

    def _hint(self, offer: Offer) -> None:
        """Once for each kind of question, what shortens it: what may be filled in, or an order where nothing is."""
        kind = self.match.question(offer.side)
        alone, number = len(offer.choices) == 1, self.orders.place_of(NOTHING)
        what = NOTHING if alone else kind
        if what in self._hinted or (alone and not number) or not (alone or self._may_be_filled(offer.side)):
            return
        self._hinted.add(what)
        if alone:
            told = f"Nothing else can be chosen here. `standing {number} 2` goes on without you wherever that is so."
        else:
            told = "`fill` lists what is usually done here, to be done at once."
        self.terminal.say(told, "dim", indent=2)

    def _may_be_filled(self, side: str) -> bool:
        """Whether one line makes many choices of a question, as it stands."""
        return self.match.may_be_filled(side, self.voyages.kept(side))

    def _answered(self, offer: Offer) -> bool:
        """Whether a standing order of the side answered; it is told where nobody else looks at the screen."""
        answer = self.orders.answer(offer.side)
        if not answer:
            return False
        self.text.look(offer.view)
        told = shorten([self.text.name(action) for action in answer])
        self.commands.submit(offer, answer)
        if len(self.people) == 1:
            self.terminal.say(f"Your standing order answers `{offer.prompt}`: {told}.", "dim", indent=2)
        return True

    def _show_news(self, secret: bool) -> None:
        """What happened, and the board again where it matters; in the midst of a long order only that order."""
        news = self.tell(self.eyes) or self._changed
        view = self.match.view(self.eyes)
        under_way = list(self.text.progress(view))
        if (self._board_stale and secret) or (news and secret and not under_way):
            news = not self.screen.board_news(view, self.eyes)
            under_way = under_way if news else []
        if news and under_way:
            self.screen.progress(under_way)
        self._board_stale = self._changed = False

    def done(self, whole_board: bool = False) -> None:
        """Something was decided or taken back: the question at hand no longer stands."""
        self.offer = None
        self._changed = True
        if whole_board:
            self._board_stale = True

    def resumed(self) -> None:
        """An old game goes on: of what happened before, only the last entries are told again."""
        for audience in (PUBLIC, *self.people):
            self._seen[audience] = max(0, self.match.seq(audience) - TOLD_AGAIN)

    # -- who looks ---------------------------------------------------------------------------------

    def _seat(self, side: str, secret: bool) -> None:
        """Draws the curtain where another person sits down to look at what is face down."""
        if len(self.people) < 2:
            return
        wanted = side if secret else PUBLIC
        if wanted == self.eyes:
            return
        if self.eyes != PUBLIC:
            self.terminal.wipe()
        self.eyes = PUBLIC
        self.tell(PUBLIC)
        if secret:
            name = self.match.rules.sides.titles[self.match.rules.sides.index[side]]
            self.terminal.say()
            self.terminal.say(f"The next choice is for {name}, with counters that lie face down.", side)
            self.terminal.ask(f"Enter when nobody but {name} sees the screen")
            self.terminal.wipe()
            self.eyes = side
        self._board_stale = True

    def tell(self, audience: str) -> bool:
        """Tells what happened since this audience last looked; False when there is nothing."""
        entries = self.match.log(audience, self._seen.get(audience, 0))
        news = [entry for entry in entries if entry["act"] not in ("end", "reveal")]
        if news:
            self.text.look(self.match.view(audience))
        self.screen.story(news)
        self.looked(audience)
        return bool(news)

    def look_back(self) -> list[dict[str, Any]]:
        """The whole log of those who look, told with what counters were called then."""
        entries = self.match.log(self.eyes)
        self.text.look_back(self.match.view(self.eyes), entries)
        return entries

    def looked(self, audience: str) -> None:
        """Notes what an audience has seen; what is told openly is seen by every person at the table."""
        for name in (PUBLIC, *self.people) if audience == PUBLIC else (audience,):
            self._seen[name] = self.match.seq(name)

    def show_board(self, words: Sequence[str] = ()) -> bool:
        """The board for those who look, or its paragraphs that hold some words; False where none does."""
        return self.screen.board(self.match.view(self.eyes), words)

    # -- the end -----------------------------------------------------------------------------------

    def _farewell(self) -> None:
        if not self.match.place:
            self.terminal.say("The game was not kept.")
        else:
            self.terminal.say("The game is kept as far as it was played. To go on with it:")
            self.terminal.copyable(f"  ironbottom play {self.match.place}")

    def _end(self) -> None:
        result = self.match.result()
        assert result is not None
        self.eyes = PUBLIC
        self.tell(self.people[0] if len(self.people) == 1 else PUBLIC)
        self.screen.board(self.match.view("open"))
        self.screen.result(result)
        if self.match.place:
            self.terminal.say("To look at the game again, or to check its dice:")
            self.terminal.copyable(f"  ironbottom replay {self.match.place}")
            self.terminal.copyable(f"  ironbottom verify {self.match.place}")
