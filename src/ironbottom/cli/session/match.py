"""A match as the terminal plays it, in this process or on a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from ironbottom.bots.search_hints import HINT_SECONDS, hints_for
from ironbottom.cli.session.bulk_choices import has_helpers, helpers_for, repeat_count, repeat_fire
from ironbottom.cli.session.standing_orders import StandingOrders
from ironbottom.cli.session.voyages import Voyages
from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.match.match import CanUndo, Match, longest_valid_prefix
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import FilledHelper
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.state import Refusal
from ironbottom.engine.rules.view_types import LogEntryView, Result
from ironbottom.odds.tables import OddsTable


class SessionMatch(Protocol):
    """The parts of a match that the session needs.

    ``players_elsewhere``: other players are not at this terminal and answer offers later.
    """

    players_elsewhere: bool

    @property
    def rules(self) -> Rules: ...
    @property
    def over(self) -> bool: ...
    @property
    def resigned(self) -> Sequence[str]: ...
    @property
    def players(self) -> Mapping[str, str]: ...
    @property
    def commitments(self) -> Mapping[str, str]: ...
    @property
    def place(self) -> str: ...

    def result(self) -> Result | None: ...

    # -- the view and the choices of a side

    def deciding(self) -> list[str]: ...
    def question(self, side: str) -> str: ...
    def offer(self, side: str) -> Offer: ...
    def view(self, side: str) -> dict[str, Any]: ...
    def log(self, side: str, since: int = 0) -> list[LogEntryView]: ...
    def seq(self, side: str) -> int: ...
    def why_not(self, side: str, action: Sequence[str]) -> Refusal | None: ...
    def odds(self, side: str) -> list[OddsTable]: ...
    def hints(self, side: str) -> list[HintPlan]: ...
    def repeat_count(self, side: str, before: Sequence[Action], action: Action) -> int: ...
    def repeat_fire(
        self, side: str, choices: Choices, log: Sequence[LogEntryView], repeated: Mapping[str, str]
    ) -> list[Action]: ...
    def has_helpers(self, side: str, planned: Mapping[str, Mapping[str, object]]) -> bool: ...
    def helpers(self, side: str, planned: Mapping[str, Mapping[str, object]]) -> list[FilledHelper]: ...
    def standing_orders(self) -> StandingOrders: ...
    def voyages(self) -> Voyages: ...

    # -- acts

    def submittable_prefix(self, side: str, actions: Sequence[Action]) -> list[Action]: ...
    def submit(self, side: str, actions: Sequence[Action], seq: int) -> None: ...
    def can_undo(self, side: str) -> CanUndo: ...
    def consenting_sides(self, side: str) -> list[str]: ...
    def undo(self, side: str, steps: int, consent: Sequence[str] = ()) -> list[Action] | None:
        """Takes choices back and returns them, or returns None if others have yet to agree."""

    def withdraw(self, side: str, entry: int) -> list[Action]: ...
    def holder(self, side: str) -> str: ...
    def resign(self, side: str) -> None: ...
    def offer_draw(self, side: str) -> None: ...
    def accept_draw(self, side: str) -> None: ...
    def decline_draw(self, side: str) -> None: ...
    def position(self, side: str) -> str: ...
    def save(self, path: str) -> None: ...


class LocalMatch:
    """A match in this process, saved in a file if a path is given."""

    players_elsewhere = False

    def __init__(self, match: Match, path: Path | None = None) -> None:
        self._match, self._path = match, path
        self.resign, self.offer_draw = match.resign, match.offer_draw
        self.accept_draw, self.decline_draw = match.accept_draw, match.decline_draw
        self.holder, self.consenting_sides, self.can_undo = match.holder, match.consenting_sides, match.can_undo
        self.view, self.seq, self.result, self.offer = match.view, match.seq, match.result, match.offer
        self.why_not, self.withdraw = match.why_not, match.withdraw

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._match.rules

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._match.over

    @property
    def resigned(self) -> Sequence[str]:
        """The sides that resigned."""
        return self._match.resigned

    @property
    def players(self) -> Mapping[str, str]:
        """The player of each side."""
        return self._match.header.players

    @property
    def commitments(self) -> Mapping[str, str]:
        """The published hashes of the secrets of the dice, by holder."""
        return self._match.dice.commitments

    @property
    def place(self) -> str:
        """The place where the match is saved; empty if it is not."""
        return "" if self._path is None else str(self._path)

    def log(self, side: str, since: int = 0) -> list[LogEntryView]:
        """Returns the log of a side after an entry."""
        return self._match.log(side, since)

    def deciding(self) -> list[str]:
        """Returns the sides that have something to choose."""
        return [decision.side for decision in self._match.decisions()]

    def question(self, side: str) -> str:
        """Returns the kind of question that a side is asked."""
        decision = self._match.state.decision(side)
        return decision.procedure.name if decision else ""

    def odds(self, side: str) -> list[OddsTable]:
        """Returns the exact odds of a side's choices, from what the side knows; empty if the game has none."""
        odds = self.rules.game.decision_odds()
        return odds.tables(self._match.state, side) if odds else []

    def hints(self, side: str) -> list[HintPlan]:
        """The choices of the strongest computer player for a side, from what it may know, with the reasons."""
        plans = hints_for(self.rules, self._match.offer(side), HINT_SECONDS)
        if not plans:
            raise Refused("this game has no hints")
        return plans

    def repeat_count(self, side: str, before: Sequence[Action], action: Action) -> int:
        """Returns how many times a side can make a choice after the others in the same line."""
        return repeat_count(self._match.state, side, before, action)

    def repeat_fire(
        self, side: str, choices: Choices, log: Sequence[LogEntryView], repeated: Mapping[str, str]
    ) -> list[Action]:
        """Repeats each unit's last fire where it is possible now."""
        return repeat_fire(self._match.state, side, choices, log, repeated)

    def has_helpers(self, side: str, planned: Mapping[str, Mapping[str, object]]) -> bool:
        """Returns whether one line can make many of a side's choices now."""
        return has_helpers(self.rules.game, self.question(side)) and bool(self.helpers(side, planned))

    def helpers(self, side: str, planned: Mapping[str, Mapping[str, object]]) -> list[FilledHelper]:
        """Returns what one line can fill in; ``planned`` has the voyages of the side's units."""
        return helpers_for(self._match, side, planned)

    def standing_orders(self) -> StandingOrders:
        """Returns the standing orders, in a file beside the match."""
        return StandingOrders(self._match, self._path)

    def voyages(self) -> Voyages:
        """Returns the voyages, in a file beside the match."""
        return Voyages(self._match, self._path)

    def submittable_prefix(self, side: str, actions: Sequence[Action]) -> list[Action]:
        """Returns those of the first choices that can be submitted together."""
        return list(longest_valid_prefix(self._match.state, side, list(actions)))

    def submit(self, side: str, actions: Sequence[Action], seq: int) -> None:
        """Submits choices, all or none."""
        self._match.submit(side, list(actions), seq=seq)

    def undo(self, side: str, steps: int, consent: Sequence[str] = ()) -> list[Action] | None:
        """Takes choices back, beyond the free limit with the consent of these sides."""
        return self._match.undo(side, steps, consent)

    def position(self, side: str) -> str:
        """Returns the position as text, with all secrets."""
        return position_text(self._match.state)

    def save(self, path: str) -> None:
        """Writes a copy of the record."""
        self._match.save(path)
