"""A game's words for the page: its own ``text`` and ``page`` modules where it has them, plain words where not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from ironbottom.bots.registry import companion
from ironbottom.engine.past_names import ByName
from ironbottom.engine.rules import Game, Rules


@cache
def own_words(game: Game, module: str = "words.text") -> Any:
    """The module of a game's sentences, or another of its words; None where it has none."""
    named = companion(game, module)
    return import_module(named) if named else None


@cache
def _own(game: Game, module: str, name: str) -> Any:
    return getattr(own_words(game, module), name, None)


def pieces(rules: Rules) -> dict[str, Any]:
    """What the page shows of a game's counters and tables under the options in force; nothing of any one match."""
    told = _own(rules.game, "words.page", "pieces")
    return told(rules) if told else {}


def picture(rules: Rules, view: Mapping[str, Any]) -> list[tuple[float, float, str, int]]:
    """Where the counters of the sides lie, in degrees east and north; nothing for a game that does not tell."""
    told = _own(rules.game, "words.page", "picture")
    return list(told(rules, view)) if told else []


def turn_line(rules: Rules, view: Mapping[str, Any]) -> str:
    """Where a match stands, in a line: the head of the board in words."""
    board = _own(rules.game, "words.text", "board")
    return board(view, rules)[0][1] if board else ""


def needs_secrets(rules: Rules, view: Mapping[str, Any]) -> bool:
    """Whether the decision at hand is made with what others may not see."""
    needs = _own(rules.game, "words.text", "needs_secrets")
    return bool(needs(view)) if needs else True


def by_name(rules: Rules, view: Callable[[], Mapping[str, Any]]) -> ByName:
    """How sentences call what is told by no more than a number, from what the viewer sees; the flag adds where it is.

    The view is asked for at the first sentence, and only by a game that calls things so.
    """
    named = _own(rules.game, "words.text", "by_name")
    if named is None:
        return lambda text, placed, then=None: text
    naming = cache(lambda: named(view(), rules))
    return lambda text, placed, then=None: str(naming()(text, placed, then))


def placed(rules: Rules, event: Mapping[str, Any]) -> bool:
    """Whether an event is told with where its counters stood, in a game that has such events."""
    return event["event"] in (_own(rules.game, "words.text", "PLACED") or ())


def name_of(rules: Rules, action: Sequence[str]) -> str:
    """A choice in words."""
    try:
        return rules.game.name(action, rules)
    except NotImplementedError:
        return " ".join(action).replace("_", " ")


def sentence(rules: Rules, event: Mapping[str, Any]) -> str:
    """An event in a sentence."""
    try:
        return rules.game.tell(event, rules)
    except NotImplementedError:
        facts = ", ".join(f"{name} {value}" for name, value in event.items() if name != "event")
        return f"{event['event']}: {facts}".replace("_", " ")


def side_title(rules: Rules, side: str) -> str:
    """A side's name within a sentence: ``Japan``, ``the Allies``."""
    return rules.sides.titles[rules.sides.index[side]]


def opening(title: str) -> str:
    """A title as a sentence begins with it.

    >>> opening("the Allies")
    'The Allies'
    """
    return f"{title[:1].upper()}{title[1:]}"
