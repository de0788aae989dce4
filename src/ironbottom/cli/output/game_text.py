"""The texts of a game in the terminal: its own ``Wording``, or plain data if it has none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest

from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import NO_WORDING, Line
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.past_names import NameFormatter, NameLookup, PastNames, past_names
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.engine.text.sentences import capitalized, name_with_verb

MAX_LISTED = 40
"""The maximum number of items of a list that the plain view prints."""


class GameText:
    """Describes views, events and actions of a game in words."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._own = rules.game.text() or NO_WORDING
        self.aliases = self._own.aliases
        self.repeats = self._own.repeats
        """The event of each verb that fires a unit at a target, by verb."""
        self._placed = self._own.counters.placed if self._own.counters else frozenset[str]()
        self.long_board = self._own.long_board
        """Whether the board is printed once in full, and then only its changes."""
        self._with_names: NameFormatter = lambda text, placed, then=None: text
        self._past: PastNames | None = None

    def set_view(self, view: Mapping[str, object]) -> None:
        """Sets the view whose names are used for counters that the game knows by number."""
        self._past = None
        if self._own.counters:
            self._with_names = self._own.counters.by_name(view, self.rules)

    def set_past_names(self, view: Mapping[str, object], entries: Sequence[LogEntryView]) -> None:
        """Sets the view and a log, so that events use the names that counters had at the time."""
        self.set_view(view)
        self._past = past_names(self._own.counters, self.rules, lambda: view)
        if self._past:
            self._past.read(entries)

    def with_names(self, text: str) -> str:
        """Replaces counters in a sentence by their names and locations."""
        return self._with_names(text, True)

    def board(self, view: Mapping[str, object]) -> Iterable[Line]:
        """Returns the paragraphs of the board."""
        if self._own.board:
            return self._own.board(view, self.rules)
        return _plain_lines({name: value for name, value in view.items() if name != "frames"})

    def part(self, view: Mapping[str, object], word: str) -> Iterable[Line] | None:
        """Returns a named part of the board, or None if the game has no part of this name."""
        parts = self._own.parts
        return parts[word](view, self.rules) if word in parts else None

    def progress(self, view: Mapping[str, object]) -> Iterable[Line]:
        """Returns the part of a long order that a side has entered so far."""
        return self._own.progress(view, self.rules) if self._own.progress else ()

    def subject(self, view: Mapping[str, object]) -> str:
        """Returns the subject of the current question, if the prompt does not name it."""
        return self.with_names(self._own.subject(view, self.rules)) if self._own.subject else ""

    def examples(self, side: str) -> dict[str, str]:
        """Returns an example of an order for each verb."""
        return self._own.examples(side) if self._own.examples else {}

    def then(self, entry: LogEntryView) -> list[NameLookup | None]:
        """Returns the past names of counters for each event of a log entry, if ``set_past_names`` has read its log."""
        seq, past = entry["seq"], self._past
        return [past.at(seq, number) if past else None for number in range(len(entry["events"]))]

    def story(self, events: Sequence[Mapping[str, object]], then: Sequence[NameLookup | None] = ()) -> Iterator[str]:
        """Yields events as sentences, with past names if they are given."""
        if self._own.story:
            yield from self._own.story(events)
            return
        pairs = zip_longest(events, then)
        for many, sentence in self._together(events):
            run = list(islice(pairs, many))
            if sentence:
                yield sentence
            else:
                yield from (self._sentence(event, called) for event, called in run)

    def _together(self, events: Sequence[Mapping[str, object]]) -> Iterator[tuple[int, str]]:
        """Yields the number of events that share a sentence, and the sentence; it is empty if each has its own."""
        return self._own.combined(events) if self._own.combined else iter([(len(events), "")])

    def _sentence(self, event: Mapping[str, object], then: NameLookup | None) -> str:
        sentence = self.rules.game.describe_event(event, self.rules)
        return self._with_names(sentence, event["event"] in self._placed, then)

    def name(self, action: Sequence[str]) -> str:
        """Describes an action."""
        return self.with_names(self.rules.game.describe_action(action, self.rules))

    def title(self, side: str) -> str:
        """Returns the name of a side within a sentence."""
        return self.rules.sides.titles[self.rules.sides.index[side]]

    def side(self, side: str) -> str:
        """Returns the name of a side at the start of a sentence."""
        return capitalized(self.title(side))

    def does(self, side: str, verb: str) -> str:
        """Returns a side at the start of a sentence with its verb, given in the singular."""
        return name_with_verb(self.title(side), verb)

    def needs_secrets(self, view: Mapping[str, object]) -> bool:
        """Returns whether the current decision depends on information hidden from the others."""
        return self._own.needs_secrets(view) if self._own.needs_secrets else not self.rules.game.is_open

    def normalize(self, actions: Sequence[Action]) -> list[Action]:
        """Converts actions from the form that players type to the form of the rules."""
        normalize = self._own.normalize
        return [normalize(action) for action in actions] if normalize else list(actions)


def _plain_lines(view: Mapping[str, object], indent: str = "") -> Iterator[Line]:
    """Yields a view as names and values, for games without texts of their own."""
    for name, value in view.items():
        title = f"{indent}{str(name).replace('_', ' ')}"
        if isinstance(value, Mapping) and value:
            yield "head" if not indent else "", title
            yield from _plain_lines(value, f"{indent}  ")
        elif value not in ({}, [], None):
            shown = truncated_list(map(str, value), MAX_LISTED) if isinstance(value, list) else value
            yield "", f"{title}: {shown}"
