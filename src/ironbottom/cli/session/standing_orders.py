"""Standing orders: questions that are answered automatically until the player changes the order.

They are saved beside the record. The record stores the choices they make as the player's own.
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
"""The value of an order that is not given."""
SUFFIX = ".standing.json"


class ListedOrder(NamedTuple):
    """A standing order: its id and label, its values, each in words, and the current value."""

    id: str
    label: str
    values: Sequence[str]
    words: Sequence[str]
    value: str


class StandingOrders:
    """The standing orders of a match, by side; always empty if the game has none."""

    def __init__(self, match: Match, path: Path | None) -> None:
        self._match = match
        self._own = match.rules.game.standing_orders()
        self._file = path.with_name(path.stem + SUFFIX) if path and self._own else None
        self._given: dict[str, dict[str, str]] = self._load()
        self._suspended: set[str] = set()

    @property
    def available(self) -> bool:
        """Whether the game has standing orders."""
        return self._own is not None

    def number_of(self, order: str) -> int:
        """Returns the number under which an order is listed; 0 if it is not."""
        known = [one["id"] for one in self._own.infos()] if self._own else []
        return known.index(order) + 1 if order in known else 0

    def _load(self) -> dict[str, dict[str, str]]:
        """Reads the file. An unreadable file counts as empty."""
        if self._own is None or self._file is None or not self._file.exists():
            return {}
        try:
            stored = msgspec.json.decode(self._file.read_bytes(), type=dict[str, dict[str, str]])
            return {side: self._own.read(orders) for side, orders in stored.items()}
        except (OSError, msgspec.MsgspecError, BadValue):
            return {}

    def listed(self, side: str) -> list[ListedOrder]:
        """Returns the available orders, with the values a side has given."""
        own = self._open()
        given = self._given.get(side, {})
        return [
            ListedOrder(one["id"], one["label"], one["values"], one["words"], given.get(one["id"], ASK))
            for one in own.infos()
        ]

    def _open(self) -> features.StandingOrderRules:
        if self._own is None:
            raise Refused("this game has no standing orders")
        return self._own

    def parse(self, side: str, text: str) -> tuple[ListedOrder, str]:
        """Parses an order and its value, by numbers or by words. Raises ``Refused`` with the possible ones."""
        orders, typed = self.listed(side), typed_words(text)
        pairs = [
            (order, value, words) for order in orders for value, words in zip(order.values, order.words, strict=True)
        ]
        if len(typed) == 2 and all(word.isdigit() for word in typed):
            first, second = map(int, typed)
            if 1 <= first <= len(orders) and 1 <= second <= len(orders[first - 1].values):
                return orders[first - 1], orders[first - 1].values[second - 1]
        scored = [(self._fit(typed, order, value, words), order, value) for order, value, words in pairs]
        best = max(score for score, _, _ in scored)
        result = [(order, value) for score, order, value in scored if score == best] if best > 0 else []
        if len(result) == 1:
            return result[0]
        if len({order.id for order, _ in result}) == 1:
            order = result[0][0]
            raise Refused(f"{order.label} can be: {'; '.join(order.words)}. Add words from one of them")
        names = ", ".join(f"{number} {order.label}" for number, order in enumerate(orders, 1))
        raise Refused(f"{text!r} does not name a standing order and an answer; choose one of {names}")

    def _fit(self, typed: Sequence[str], order: ListedOrder, value: str, words: str) -> int:
        names = ((words_of(order.id), words_of(order.label)), (words_of(value), words_of(words)))
        return best_split(tuple(typed), names)

    def give(self, side: str, orders: Mapping[str, str]) -> None:
        """Sets standing orders, and removes those with the value "ask". The others do not change."""
        self._given[side] = self._open().read({**self._given.get(side, {}), **orders})
        self._suspended.discard(side)
        if self._file is not None:
            self._file.write_bytes(msgspec.json.encode(self._given))

    def drop(self, side: str) -> None:
        """Removes all standing orders of a side."""
        self.give(side, {order.id: ASK for order in self.listed(side)})

    def resume(self, side: str) -> None:
        """Called when a player made a choice: the player's orders apply again."""
        self._suspended.discard(side)

    def suspend(self, side: str) -> None:
        """Called when a player took a choice back: orders wait until the player's next choice."""
        self._suspended.add(side)

    def answer(self, side: str) -> list[Action]:
        """Returns the choices with which a side's orders answer its question, or none."""
        orders = self._given.get(side)
        if self._own is None or not orders or side in self._suspended:
            return []
        return self._own.answer(self._match.state.copy(), side, orders)
