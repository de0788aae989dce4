"""A match as the terminal plays it, whether its referee is in this process or on a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from ironbottom.cli.session.bulk_choices import as_often, fired_again, helpers_of, helps
from ironbottom.cli.session.standing_orders import StandingOrders
from ironbottom.cli.session.voyages import Voyages
from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.match.match import CanUndo, Match
from ironbottom.engine.match.submission import first_part
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import Filled
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.state import Refusal
from ironbottom.odds.tables import OddsTable


class PlayedMatch(Protocol):
    """What the terminal's screens and commands need from a match.

    ``elsewhere``: other players are not at this terminal and answer offers later.
    """

    elsewhere: bool

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

    def result(self) -> Mapping[str, Any] | None: ...

    # -- what a side sees and may choose

    def deciding(self) -> list[str]: ...
    def question(self, side: str) -> str: ...
    def offer(self, side: str) -> Offer: ...
    def view(self, side: str) -> dict[str, Any]: ...
    def log(self, side: str, since: int = 0) -> list[dict[str, Any]]: ...
    def seq(self, side: str) -> int: ...
    def why_not(self, side: str, action: Sequence[str]) -> Refusal | None: ...
    def odds(self, side: str) -> list[OddsTable]: ...
    def as_often(self, side: str, before: Sequence[Action], action: Action) -> int: ...
    def fired_again(
        self, side: str, choices: Choices, log: Sequence[Mapping[str, Any]], repeated: Mapping[str, str]
    ) -> list[Action]: ...
    def may_be_filled(self, side: str, planned: Mapping[str, Mapping[str, Any]]) -> bool: ...
    def helpers(self, side: str, planned: Mapping[str, Mapping[str, Any]]) -> list[Filled]: ...
    def standing_orders(self) -> StandingOrders: ...
    def voyages(self) -> Voyages: ...

    # -- acts

    def first_part(self, side: str, actions: Sequence[Action]) -> list[Action]: ...
    def submit(self, side: str, actions: Sequence[Action], seq: int) -> None: ...
    def can_undo(self, side: str) -> CanUndo: ...
    def asked(self, side: str) -> list[str]: ...
    def undo(self, side: str, steps: int, consent: Sequence[str] = ()) -> list[Action] | None:
        """What was taken back; None if others have yet to agree."""

    def withdraw(self, side: str, entry: int) -> list[Action]: ...
    def holder(self, side: str) -> str: ...
    def resign(self, side: str) -> None: ...
    def offer_draw(self, side: str) -> None: ...
    def accept_draw(self, side: str) -> None: ...
    def decline_draw(self, side: str) -> None: ...
    def position(self, side: str) -> str: ...
    def save(self, path: str) -> None: ...


class LocalMatch:
    """A match with its referee in this process, stored in a file if one is named."""

    elsewhere = False

    def __init__(self, match: Match, path: Path | None = None) -> None:
        self._match, self._path = match, path
        self.resign, self.offer_draw = match.resign, match.offer_draw
        self.accept_draw, self.decline_draw = match.accept_draw, match.decline_draw
        self.holder, self.asked, self.can_undo = match.holder, match.asked, match.can_undo
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
        """The sides that gave up."""
        return self._match.resigned

    @property
    def players(self) -> Mapping[str, str]:
        """Who leads each side."""
        return self._match.header.players

    @property
    def commitments(self) -> Mapping[str, str]:
        """The published hashes of the secrets of the dice, by holder."""
        return self._match.dice.commitments

    @property
    def place(self) -> str:
        """Where the match is stored; empty if it is not."""
        return "" if self._path is None else str(self._path)

    def log(self, side: str, since: int = 0) -> list[dict[str, Any]]:
        """The log of a side after an entry."""
        return self._match.log(side, since)

    def deciding(self) -> list[str]:
        """The sides that have something to choose."""
        return [decision.side for decision in self._match.decisions()]

    def question(self, side: str) -> str:
        """What kind of question a side is asked."""
        decision = self._match.state.decision(side)
        return decision.procedure.name if decision else ""

    def odds(self, side: str) -> list[OddsTable]:
        """The exact odds of what a side may choose, from what it may know; none where the game has none."""
        odds = self.rules.game.decision_odds()
        return odds.tables(self._match.state, side) if odds else []

    def as_often(self, side: str, before: Sequence[Action], action: Action) -> int:
        """How often a side may make a choice, after the earlier ones in the same line."""
        return as_often(self._match.state, side, before, action)

    def fired_again(
        self, side: str, choices: Choices, log: Sequence[Mapping[str, Any]], repeated: Mapping[str, str]
    ) -> list[Action]:
        """Repeats each unit's last fire, as far as it is possible now."""
        return fired_again(self._match.state, side, choices, log, repeated)

    def may_be_filled(self, side: str, planned: Mapping[str, Mapping[str, Any]]) -> bool:
        """Whether one line can make many of a side's choices now."""
        return helps(self.rules.game, self.question(side)) and bool(self.helpers(side, planned))

    def helpers(self, side: str, planned: Mapping[str, Mapping[str, Any]]) -> list[Filled]:
        """What one line may fill in; ``planned``: where the side's units are going."""
        return helpers_of(self._match, side, planned)

    def standing_orders(self) -> StandingOrders:
        """The standing orders, in a file beside the match."""
        return StandingOrders(self._match, self._path)

    def voyages(self) -> Voyages:
        """The voyages, in a file beside the match."""
        return Voyages(self._match, self._path)

    def first_part(self, side: str, actions: Sequence[Action]) -> list[Action]:
        """The first of these choices that may be submitted together."""
        return list(first_part(self._match.state, side, list(actions)))

    def submit(self, side: str, actions: Sequence[Action], seq: int) -> None:
        """Submits choices, all or none."""
        self._match.submit(side, list(actions), seq=seq)

    def undo(self, side: str, steps: int, consent: Sequence[str] = ()) -> list[Action] | None:
        """Takes back choices, beyond the fence with the consent of these sides."""
        return self._match.undo(side, steps, consent)

    def position(self, side: str) -> str:
        """The position as a text, with all secrets."""
        return position_text(self._match.state)

    def save(self, path: str) -> None:
        """Writes a copy."""
        self._match.save(path)
