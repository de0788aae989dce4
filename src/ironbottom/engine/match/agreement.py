"""Resignations and draws: who has resigned, who replaces them, and which draw is on offer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.record.record import AnyAct, ChoiceMade, Draw, Resign
from ironbottom.engine.rules.teams import Alliances
from ironbottom.engine.rules.view_types import Result

if TYPE_CHECKING:
    from ironbottom.engine.rules.state import State


class Agreement:
    """The sides that have resigned, and the draw on offer.

    Only opponents are asked: the sides of all other teams that have not resigned or been eliminated. They accept or
    decline a draw, and consent to an undo beyond the barrier.
    """

    def __init__(self, alliances: Alliances, eliminated: Callable[[], Collection[str]]) -> None:
        self._alliances = alliances
        self._eliminated = eliminated
        self.resigned: list[str] = []
        """The sides that have resigned, in that order."""
        self.offer: str | None = None
        """The side that has offered a draw."""
        self.accepted: set[str] = set()
        """The sides that have accepted the offer."""

    @property
    def absent(self) -> list[str]:
        """The sides whose whole team has resigned; they make no choices any more."""
        return self._alliances.eliminated(self.resigned)

    def restore(self, resigned: list[str], offer: str | None, accepted: list[str]) -> None:
        """Restores the resignations and the draw on offer."""
        self.resigned, self.offer, self.accepted = list(resigned), offer, set(accepted)

    def consenting_sides(self, side: str) -> list[str]:
        """The sides whose consent a side needs."""
        absent = {*self.resigned, *self._eliminated()}
        return [other for other in self._alliances.opponents_of(side) if other not in absent]

    def holder(self, side: str) -> str:
        """The side whose player makes a side's choices: itself or, once resigned, its first ally still playing."""
        if side not in self.resigned:
            return side
        return next((other for other in self._alliances.teammates_of(side) if other not in self.resigned), side)

    def successor(self, side: str) -> str:
        """The side that would replace a side that resigns now; empty if its whole team has resigned."""
        left = [other for other in self._alliances.teammates_of(side) if other not in self.resigned]
        return left[0] if left else ""

    def result(self, state: State, resigned: Sequence[str]) -> Result | None:
        """The result if the game is over or these resignations end it; otherwise None."""
        game = state.rules.game
        if (ended := game.result_after_resignation(state, resigned) if resigned else None) is not None or state.stack:
            return ended
        absent = self._alliances.eliminated(resigned)
        return game.result_without(state, absent) if absent else state.rules.result(state)

    def check_playing(self, side: str) -> None:
        """Refuses acts of a side that has resigned."""
        if side in self.resigned:
            raise Refused(f"{self._title(side)} has already resigned")

    def resign(self, side: str) -> None:
        """Records a resignation; an offered draw lapses."""
        self.resigned.append(side)
        self.offer = None

    def apply_act(self, act: AnyAct) -> None:
        """Applies an act from a record."""
        match act:
            case Resign(side=side):
                self.resign(side)
            case Draw(side=side, word="offer"):
                self.offer_draw(side)
            case Draw(side=side, word="accept"):
                self.accept(side)
            case Draw(word="decline"):
                self.offer = None
            case ChoiceMade(side=side, auto=False) if self.lapse_on_choice(side):
                self.offer = None

    # -- a draw ------------------------------------------------------------------------------------

    def check_no_offer(self) -> None:
        """Refuses an offer while another one is open."""
        if self.offer is not None:
            raise Refused(f"a draw offered by {self._title(self.offer)} is already open")

    def offer_draw(self, side: str) -> None:
        """Records a side's offer of a draw."""
        self.offer, self.accepted = side, set()

    def check_asked(self, side: str) -> None:
        """Refuses an answer from a side that is not asked or has already answered."""
        if self.offer is None or side in self.accepted or side not in self.consenting_sides(self.offer):
            raise Refused(f"{self._title(side)} has no draw offer to answer")

    def is_settled_by(self, side: str) -> bool:
        """Whether the draw is agreed once this side accepts it."""
        assert self.offer is not None
        return self.accepted | {side} >= set(self.consenting_sides(self.offer))

    def accept(self, side: str) -> None:
        """Records that a side accepts the offered draw."""
        self.accepted.add(side)

    def lapse_on_choice(self, side: str) -> bool:
        """Whether a choice by this side makes the offer lapse: it does if the side has been asked for an answer."""
        return self.offer is not None and side in self._alliances.opponents_of(self.offer)

    def _title(self, side: str) -> str:
        sides = self._alliances.sides
        return sides.titles[sides.index[side]]
