"""Standing orders at the terminal: what is answered for a person until it orders otherwise.

They live with the seat, in a file beside the record; the record holds the choices that they make, as the person's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ironbottom.cli.parsing.words import best_split, typed_words, words_of
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules import features
from ironbottom.engine.rules.actions import Action

ASK = "ask"
"""What an order says that is not given."""
ENDING = ".standing.json"


class Told(NamedTuple):
    """A standing order as it is listed: its name and words, what it may say, each in words, and what it says."""

    id: str
    label: str
    values: Sequence[str]
    words: Sequence[str]
    value: str


class StandingOrders:
    """The standing orders of a match, by side; none in a game that has none."""

    def __init__(self, match: Match, path: Path | None) -> None:
        self._match = match
        self._own = match.rules.game.standing_orders()
        self._file = path.with_name(path.stem + ENDING) if path and self._own else None
        self._kept: dict[str, dict[str, str]] = self._found()
        self._held: set[str] = set()

    @property
    def known(self) -> bool:
        """Whether the game has standing orders."""
        return self._own is not None

    def place_of(self, order: str) -> int:
        """The number under which an order is listed; 0 for none."""
        known = [one["id"] for one in self._own.told()] if self._own else []
        return known.index(order) + 1 if order in known else 0

    def _found(self) -> dict[str, dict[str, str]]:
        """What was kept; an unreadable file counts as none."""
        if self._own is None or self._file is None or not self._file.exists():
            return {}
        try:
            kept = msgspec.json.decode(self._file.read_bytes(), type=dict[str, dict[str, str]])
            return {side: self._own.read(orders) for side, orders in kept.items()}
        except (OSError, msgspec.MsgspecError, BadValue):
            return {}

    def told(self, side: str) -> list[Told]:
        """The orders that there are, with what a side has given."""
        own = self._open()
        given = self._kept.get(side, {})
        return [
            Told(one["id"], one["label"], one["values"], one["words"], given.get(one["id"], ASK)) for one in own.told()
        ]

    def _open(self) -> features.StandingOrderRules:
        if self._own is None:
            raise Refused("this game has no standing orders of a seat")
        return self._own

    def meant(self, side: str, text: str) -> tuple[Told, str]:
        """The order and the value that a person names, by numbers or by words; ``Refused`` lists what there is."""
        told, typed = self.told(side), typed_words(text)
        pairs = [
            (order, value, words) for order in told for value, words in zip(order.values, order.words, strict=True)
        ]
        if len(typed) == 2 and all(word.isdigit() for word in typed):
            first, second = map(int, typed)
            if 1 <= first <= len(told) and 1 <= second <= len(told[first - 1].values):
                return told[first - 1], told[first - 1].values[second - 1]
        scored = [(self._fit(typed, order, value, words), order, value) for order, value, words in pairs]
        best = max(score for score, _, _ in scored)
        found = [(order, value) for score, order, value in scored if score == best] if best > 0 else []
        if len(found) == 1:
            return found[0]
        if len({order.id for order, _ in found}) == 1:
            order = found[0][0]
            raise Refused(f"{order.label} may say: {'; '.join(order.words)}. Add words of one")
        orders = ", ".join(f"{number} {order.label}" for number, order in enumerate(told, 1))
        raise Refused(f"{text!r} names no standing order and what it says; there are {orders}")

    def _fit(self, typed: Sequence[str], order: Told, value: str, words: str) -> int:
        names = ((words_of(order.id), words_of(order.label)), (words_of(value), words_of(words)))
        return best_split(tuple(typed), names)

    def give(self, side: str, orders: Mapping[str, str]) -> None:
        """Gives standing orders, and takes back those that say "ask"; the others stay."""
        self._kept[side] = self._open().read({**self._kept.get(side, {}), **orders})
        self._held.discard(side)
        if self._file is not None:
            self._file.write_bytes(msgspec.json.encode(self._kept))

    def drop(self, side: str) -> None:
        """Takes all standing orders of a side back."""
        self.give(side, {order.id: ASK for order in self.told(side)})

    def chose(self, side: str) -> None:
        """A person chose: its orders are in force again."""
        self._held.discard(side)

    def took_back(self, side: str) -> None:
        """A person took something back: it is asked until it has chosen."""
        self._held.add(side)

    def answer(self, side: str) -> list[Action]:
        """The choices by which the orders of a side answer its question; none where it is asked."""
        orders = self._kept.get(side)
        if self._own is None or not orders or side in self._held:
            return []
        return self._own.answer(self._match.state.copy(), side, orders)
