"""What the sides of a match settle among themselves: who has resigned and who sits there now, and a draw on offer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.record.record import AnyAct, ChoiceMade, Draw, Resign
from ironbottom.engine.rules.teams import Alliances

if TYPE_CHECKING:
    from ironbottom.engine.rules.state import State


class Agreement:
    """Who has resigned, and the draw on offer.

    A side is asked by its opponents, never by its own team: the sides of all other teams that have not resigned, and
    that the rules have not put out, answer for a draw, and consent to what is taken back beyond the fence.
    """

    def __init__(self, alliances: Alliances, put_out: Callable[[], Collection[str]]) -> None:
        self._alliances = alliances
        self._put_out = put_out
        self.resigned: list[str] = []
        """Those that gave up, in that order."""
        self.offer: str | None = None
        """The side whose offer of a draw stands."""
        self.accepted: set[str] = set()
        """The sides that have accepted it."""

    @property
    def absent(self) -> list[str]:
        """The sides whose whole team has resigned: they are asked nothing any more."""
        return self._alliances.eliminated(self.resigned)

    def restore(self, resigned: list[str], offer: str | None, accepted: list[str]) -> None:
        """Goes on where the sides stood."""
        self.resigned, self.offer, self.accepted = list(resigned), offer, set(accepted)

    def consenting_sides(self, side: str) -> list[str]:
        """The sides whose consent a side needs."""
        gone = {*self.resigned, *self._put_out()}
        return [other for other in self._alliances.opponents_of(side) if other not in gone]

    def holder(self, side: str) -> str:
        """The side whose player chooses for a side: itself, or once it resigned the first of its team that has not."""
        if side not in self.resigned:
            return side
        return next((other for other in self._alliances.teammates_of(side) if other not in self.resigned), side)

    def successor(self, side: str) -> str:
        """Who takes the seat of a side that resigns now; empty if none of its team is left."""
        left = [other for other in self._alliances.teammates_of(side) if other not in self.resigned]
        return left[0] if left else ""

    def result(self, state: State, gone: Sequence[str]) -> dict[str, Any] | None:
        """The result where the game is over, or no two teams are left once these sides have resigned; else None."""
        game = state.rules.game
        if (ended := game.result_after_resignation(state, gone) if gone else None) is not None or state.stack:
            return ended
        absent = self._alliances.eliminated(gone)
        return game.result_without(state, absent) if absent else state.rules.result(state)

    def check_playing(self, side: str) -> None:
        """Refuses what a side says that has resigned."""
        if side in self.resigned:
            raise Refused(f"{self._title(side)} resigned already")

    def resign(self, side: str) -> None:
        """A side gives up; a draw on offer lapses."""
        self.resigned.append(side)
        self.offer = None

    def apply_act(self, act: AnyAct) -> None:
        """Takes note of what was said, where it is taken from a record."""
        match act:
            case Resign(side=side):
                self.resign(side)
            case Draw(side=side, word="offer"):
                self.offer_draw(side)
            case Draw(side=side, word="accept"):
                self.accept(side)
            case Draw(word="decline"):
                self.offer = None
            case ChoiceMade(side=side, auto=False) if self.answered_by_play(side):
                self.offer = None

    # -- a draw ------------------------------------------------------------------------------------

    def check_no_offer(self) -> None:
        """Refuses an offer while another stands."""
        if self.offer is not None:
            raise Refused(f"a draw offered by {self._title(self.offer)} stands already")

    def offer_draw(self, side: str) -> None:
        """A side offers a draw."""
        self.offer, self.accepted = side, set()

    def check_asked(self, side: str) -> None:
        """Refuses an answer where a side is not asked, or has answered."""
        if self.offer is None or side in self.accepted or side not in self.consenting_sides(self.offer):
            raise Refused(f"there is no draw for {self._title(side)} to answer")

    def is_settled_by(self, side: str) -> bool:
        """Whether the draw is agreed once a side accepts it as well."""
        assert self.offer is not None
        return self.accepted | {side} >= set(self.consenting_sides(self.offer))

    def accept(self, side: str) -> None:
        """A side accepts the draw on offer."""
        self.accepted.add(side)

    def answered_by_play(self, side: str) -> bool:
        """Whether a side that goes on playing makes the offer lapse: it does if it is asked."""
        return self.offer is not None and side in self._alliances.opponents_of(self.offer)

    def _title(self, side: str) -> str:
        sides = self._alliances.sides
        return sides.titles[sides.index[side]]
