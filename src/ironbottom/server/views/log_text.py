"""The log of an audience in words: every event with its sentence and its clause."""

from __future__ import annotations

from typing import Any, cast

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.past_names import ByName, PastNames, Then
from ironbottom.server.views.past_names import past_of
from ironbottom.server.messages.responses import MOST_ENTRIES
from ironbottom.server.messages.dicts import LogEntryResponse
from ironbottom.server.views.game_text import by_name, name_of, opening, placed, sentence, side_title

Entry = dict[str, Any]


def told_log(match: Match, side: str, since: int) -> list[LogEntryResponse]:
    """The entries after one, each event with ``text`` and ``clause``, each other act with ``text``; so many at once."""
    kinds = {kind.name: kind for kind in match.rules.kinds}
    named = by_name(match.rules, lambda: match.view(side))
    past = past_of(match, side)
    return [_told(match, side, entry, kinds, named, past) for entry in match.log(side, since, MOST_ENTRIES)]


def _told(
    match: Match, side: str, entry: Entry, kinds: dict[str, EventKind], named: ByName, past: PastNames | None
) -> LogEntryResponse:
    rules = match.rules

    def then(number: int) -> Then | None:
        return past.at(entry["seq"], number) if past else None

    told = {name: value for name, value in entry.items() if name != "secrets"}
    if "events" in entry:
        told["events"] = [
            {
                **event,
                "text": named(sentence(rules, event), placed(rules, event), then(number)),
                "clause": kinds[event["event"]].cites(event),
            }
            for number, event in enumerate(entry["events"])
        ]
    text = _text(match, side, entry)
    if text:
        # An act is told before its events: with what counters were called until then.
        told["text"] = named(text, False, then(-1))
    return cast(LogEntryResponse, told)


def _text(match: Match, side: str, entry: Entry) -> str:
    rules = match.rules
    match entry["act"]:
        case "choice":
            return name_of(rules, entry["action"]) if "action" in entry else ""
        case "undo" | "withdraw":
            return _taken_back(match, side, entry)
        case "resign":
            who = side_title(rules, entry["side"])
            if "to" in entry:
                return f"The seat of {who} is given up; {side_title(rules, entry['to'])} takes it."
            return f"The match is given up by {who}."
        case "draw":
            return _draw(rules, entry)
        case "end":
            return f"The match is over: {entry['result']['why']}."
        case "copy":
            return "From here on this is a copy of another match, with dice of its own."
        case "reveal":
            return "The secret of the dice is revealed: every die can be checked."
    return ""


def _taken_back(match: Match, side: str, entry: Entry) -> str:
    count = sum(match.chosen_in(side, taken) for taken in entry["taken"]) or 1
    what = "A choice" if count == 1 else f"{count} choices"
    by = side_title(match.rules, entry["side"])
    agreed = " and ".join(side_title(match.rules, other) for other in entry.get("consent", ()))
    verb = "was" if count == 1 else "were"
    told = f"{what} {verb} taken back by {by}"
    dropped = "; ".join(name_of(match.rules, action) for action in entry.get("dropped", ()))
    also = f" No longer possible, and dropped: {dropped}." if dropped else ""
    return f"{told}, with the consent of {agreed}.{also}" if agreed else f"{told}.{also}"


def _draw(rules: Rules, entry: Entry) -> str:
    who = side_title(rules, entry["side"])
    return {
        "offer": f"A draw is offered by {who}.",
        "accept": f"{opening(who)} would take the draw.",
        "decline": f"The draw is declined by {who}.",
    }[entry["word"]]
