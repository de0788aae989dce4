"""The log of a side with text: every event with its sentence and its clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.past_names import NameFormatter, NameLookup, PastNames
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.engine.text.sentences import capitalized
from ironbottom.server.messages.dicts import LogEntryResponse
from ironbottom.server.messages.responses import MAX_ENTRIES
from ironbottom.server.views.game_text import action_text, counter_names, event_text, has_places, side_title
from ironbottom.server.views.past_names import past_names_of


def log_with_text(match: Match, side: str, since: int) -> list[LogEntryResponse]:
    """Returns the entries after ``since``, at most ``MAX_ENTRIES``; events have ``text`` and ``clause``, other acts
    ``text``."""
    kinds = {kind.name: kind for kind in match.rules.kinds}
    named = counter_names(match.rules, lambda: match.view(side))
    past = past_names_of(match, side)
    return [_with_text(match, side, entry, kinds, named, past) for entry in match.log(side, since, MAX_ENTRIES)]


def _with_text(
    match: Match,
    side: str,
    entry: LogEntryView,
    kinds: dict[str, EventKind],
    named: NameFormatter,
    past: PastNames | None,
) -> LogEntryResponse:
    rules = match.rules

    def then(number: int) -> NameLookup | None:
        return past.at(entry["seq"], number) if past else None

    result: dict[str, object] = {name: value for name, value in entry.items() if name != "secrets"}
    if "events" in entry:
        result["events"] = [
            {
                **event,
                "text": named(event_text(rules, event), has_places(rules, event), then(number)),
                "clause": kinds[event["event"]].clause_of(event),
            }
            for number, event in enumerate(entry["events"])
        ]
    text = _act_text(match, side, entry)
    if text:
        # The text of an act precedes its events, so counters have their earlier names.
        result["text"] = named(text, False, then(-1))
    return cast(LogEntryResponse, result)


def _act_text(match: Match, side: str, entry: LogEntryView) -> str:
    rules = match.rules
    match entry["act"]:
        case "choice":
            return action_text(rules, entry["action"]) if "action" in entry else ""
        case "undo" | "withdraw":
            return _undo_text(match, side, entry)
        case "resign":
            done = (
                f"{capitalized(side_title(rules, entry['side']))} {'ran out of time' if 'why' in entry else 'resigned'}"
            )
            return f"{done}; {side_title(rules, entry['to'])} takes over the seat." if "to" in entry else f"{done}."
        case "draw":
            return _draw_text(rules, entry)
        case "end":
            return f"The match is over: {entry['result']['why']}."
        case "copy":
            return "This match is a copy from here on, with its own dice."
        case "reveal":
            return "The secret of the dice is revealed: every die can be checked."
        case "comment":
            return comment_text(rules, entry["comment"], entry["choices"])
    return ""


def comment_text(rules: Rules, text: str, choices: Sequence[Sequence[str]]) -> str:
    """Returns a comment with its variation in words."""
    variation = "; ".join([action_text(rules, choice) for choice in choices])
    if not variation:
        return text
    end = "" if text[-1:] in ("", ".", "!", "?") else "."
    return f"{text}{end} Instead: {variation}".strip()


def _undo_text(match: Match, side: str, entry: LogEntryView) -> str:
    count = sum(match.is_own_choice(side, taken) for taken in entry["taken"]) or 1
    what = "A choice" if count == 1 else f"{count} choices"
    by = side_title(match.rules, entry["side"])
    agreed = " and ".join(side_title(match.rules, other) for other in entry.get("consent", ()))
    verb = "was" if count == 1 else "were"
    result = f"{what} {verb} taken back by {by}"
    dropped = "; ".join(action_text(match.rules, action) for action in entry.get("dropped", ()))
    also = f" No longer possible and dropped: {dropped}." if dropped else ""
    return f"{result}, with the consent of {agreed}.{also}" if agreed else f"{result}.{also}"


def _draw_text(rules: Rules, entry: LogEntryView) -> str:
    who = side_title(rules, entry["side"])
    return {
        "offer": f"{capitalized(who)} offered a draw.",
        "accept": f"{capitalized(who)} accepted the draw.",
        "decline": f"{capitalized(who)} declined the draw.",
    }[entry["word"]]
