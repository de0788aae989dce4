"""The choices that standing orders made, by their lines in the record; see ``migrations/0015_order_answers.sql``."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.server.storage.database import Store


class StandingOrderChoices:
    """The choices that standing orders made in one match."""

    def __init__(self, store: Store, match: str) -> None:
        self._store, self._match = store, match

    def add(self, numbers: Iterable[int], name: str, value: str) -> None:
        """Stores that an order with this value made the choices on these lines."""
        for number in numbers:
            row = (self._match, number, name, value)
            self._store.execute("insert or replace into order_answers values (?, ?, ?, ?)", row)

    def between(self, first: int, last: int) -> dict[int, tuple[str, str]]:
        """Returns the order and its value for each line of a range that was made by an order."""
        query = "select number, name, value from order_answers where match = ? and number between ? and ?"
        rows = self._store.execute(query, (self._match, first, last))
        return {int(number): (str(name), str(value)) for number, name, value in rows}
