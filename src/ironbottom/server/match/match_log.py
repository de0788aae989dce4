"""The log of a match for a viewer, with the standing orders that made choices."""

from __future__ import annotations

from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.messages.dicts import LogEntryResponse
from ironbottom.server.views.log_text import log_with_text


def log_of(open_match: OpenMatch, side: str, since: int) -> list[LogEntryResponse]:
    """Returns the entries after ``since`` in words.

    If a standing order of the side made a choice, its entry names the order; after the end, this holds for the orders
    of all sides.
    """
    entries = log_with_text(open_match.match, side, since)
    if open_match.seat_orders.rules is None or not entries:
        return entries
    match = open_match.match
    numbers = {
        number: entry
        for entry in entries
        if entry["act"] == "choice"
        and (open_match.is_revealed or entry.get("side") == side)
        and (number := match.act_number_of_entry(side, entry["seq"])) is not None
    }
    if numbers:
        for number, order in open_match.seat_orders.answers(min(numbers), max(numbers)).items():
            if number in numbers:
                numbers[number]["order"] = order
    return entries
