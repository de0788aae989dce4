"""A game's words for the terminal: its own ``Wording`` where it has one, plain data where it has none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any

from ironbottom.engine.core.fields import shorten
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import NO_WORDING, Line
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.past_names import ByName, PastNames, Then, past_names
from ironbottom.engine.text.sentences import does, opening

MOST_LISTED = 40
"""Of a longer list in a view without words of its own, only the beginning is told."""


class GameText:
    """How a game is shown in the terminal."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._own = rules.game.text() or NO_WORDING
        self.aliases = self._own.aliases
        self.repeats = self._own.repeats
        """By verb of a unit and its target, the event that tells of it once it is done."""
        self._placed = self._own.counters.placed if self._own.counters else frozenset[str]()
        self.long_board = self._own.long_board
        """Whether the board is so long that it is shown whole once, and then only what has changed on it."""
        self._called: ByName = lambda text, placed, then=None: text
        self._past: PastNames | None = None

    def look(self, view: Mapping[str, Any]) -> None:
        """From here on counters are called by what this view tells of them, in a game that knows them by number."""
        self._past = None
        if self._own.counters:
            self._called = self._own.counters.by_name(view, self.rules)

    def look_back(self, view: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> None:
        """From here on events of these entries of a log are told with what counters were called then."""
        self.look(view)
        self._past = past_names(self._own.counters, self.rules, lambda: view)
        if self._past:
            self._past.read(entries)

    def called(self, text: str) -> str:
        """A sentence with its counters by name, and where each stands."""
        return self._called(text, True)

    def board(self, view: Mapping[str, Any]) -> Iterable[Line]:
        """The board in paragraphs."""
        return self._own.board(view, self.rules) if self._own.board else _plain_lines(view)

    def part(self, view: Mapping[str, Any], word: str) -> Iterable[Line] | None:
        """A part of the board that has a name of its own; None where the game has none of this name."""
        parts = self._own.parts
        return parts[word](view, self.rules) if word in parts else None

    def progress(self, view: Mapping[str, Any]) -> Iterable[Line]:
        """What a side needs to see again in the midst of a long order."""
        return self._own.progress(view, self.rules) if self._own.progress else ()

    def concerning(self, view: Mapping[str, Any]) -> str:
        """What the question at hand is about, in a game whose prompts do not name it."""
        return self.called(self._own.concerning(view, self.rules)) if self._own.concerning else ""

    def examples(self, side: str) -> dict[str, str]:
        """How an order of a verb may be typed."""
        return self._own.examples(side) if self._own.examples else {}

    def then(self, entry: Mapping[str, Any]) -> list[Then | None]:
        """What counters were called at each event of an entry, where it was looked back at its log."""
        seq, past = entry.get("seq", 0), self._past
        return [past.at(seq, number) if past else None for number in range(len(entry["events"]))]

    def story(self, events: Sequence[Mapping[str, Any]], then: Sequence[Then | None] = ()) -> Iterator[str]:
        """Events in sentences, with what counters were called at each if that is told."""
        if self._own.story:
            yield from self._own.story(events)
            return
        pairs = zip_longest(events, then)
        for many, sentence in self._together(events):
            run = list(islice(pairs, many))
            if sentence:
                yield sentence
            else:
                yield from (self._told(event, called) for event, called in run)

    def _together(self, events: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, str]]:
        """How many events are told in one sentence, and that sentence; none where each has its own."""
        return self._own.together(events) if self._own.together else iter([(len(events), "")])

    def _told(self, event: Mapping[str, Any], then: Then | None) -> str:
        try:
            return self._called(self.rules.game.tell(event, self.rules), event["event"] in self._placed, then)
        except NotImplementedError:
            facts = ", ".join(f"{name} {value}" for name, value in event.items() if name != "event")
            return f"{event['event'].replace('_', ' ')}{': ' if facts else ''}{facts}"

    def name(self, action: Sequence[str]) -> str:
        """An action in words."""
        try:
            return self.called(self.rules.game.name(action, self.rules))
        except NotImplementedError:
            return " ".join(action).replace("_", " ")

    def title(self, side: str) -> str:
        """A side's name within a sentence."""
        return self.rules.sides.titles[self.rules.sides.index[side]]

    def side(self, side: str) -> str:
        """A side's name at the beginning of a sentence."""
        return opening(self.title(side))

    def does(self, side: str, verb: str) -> str:
        """A side at the beginning of a sentence with its verb, given for one."""
        return does(self.title(side), verb)

    def needs_secrets(self, view: Mapping[str, Any]) -> bool:
        """Whether the decision at hand is made with what others may not see."""
        return self._own.needs_secrets(view) if self._own.needs_secrets else True

    def respell(self, actions: Sequence[Action]) -> list[Action]:
        """Actions as they may be said, as the rules have them."""
        respell = self._own.respell
        return [respell(action) for action in actions] if respell else list(actions)


def _plain_lines(view: Mapping[str, Any], indent: str = "") -> Iterator[Line]:
    """A view as names and values, for games that have no text of their own."""
    for name, value in view.items():
        title = f"{indent}{str(name).replace('_', ' ')}"
        if isinstance(value, Mapping) and value:
            yield "head" if not indent else "", title
            yield from _plain_lines(value, f"{indent}  ")
        elif value not in ({}, [], None):
            shown = shorten(map(str, value), MOST_LISTED) if isinstance(value, list) else value
            yield "", f"{title}: {shown}"
