"""A game's words for the page: its own ``text`` and ``page`` where it has them, plain words where not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from ironbottom.engine.rules.features import NO_WORDING, Wording
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.past_names import ByName
from ironbottom.server.messages.responses import SideTold


def _text(rules: Rules) -> Wording:
    return rules.game.text() or NO_WORDING


def pieces(rules: Rules) -> dict[str, Any]:
    """What the page shows of a game's counters and tables under the options in force; nothing of any one match."""
    page = rules.game.page()
    return page.pieces(rules) if page else {}


def picture(rules: Rules, view: Mapping[str, Any]) -> list[tuple[float, float, str, int]]:
    """Where the counters of the sides lie, in degrees east and north; nothing for a game that does not tell."""
    page = rules.game.page()
    return page.picture(rules, view) if page else []


def turn_line(rules: Rules, view: Mapping[str, Any]) -> str:
    """Where a match stands, in a line: the head of the board in words."""
    board = _text(rules).board
    return board(view, rules)[0][1] if board else ""


def needs_secrets(rules: Rules, view: Mapping[str, Any]) -> bool:
    """Whether the decision at hand is made with what others may not see."""
    needs = _text(rules).needs_secrets
    return needs(view) if needs else True


def by_name(rules: Rules, view: Callable[[], Mapping[str, Any]]) -> ByName:
    """How sentences call what is told by no more than a number, from what the viewer sees; the flag adds where it is.

    The view is asked for at the first sentence, and only by a game that calls things so.
    """
    counters = _text(rules).counters
    if counters is None:
        return lambda text, placed, then=None: text
    naming = cache(lambda: counters.by_name(view(), rules))
    return lambda text, placed, then=None: naming()(text, placed, then)


def placed(rules: Rules, event: Mapping[str, Any]) -> bool:
    """Whether an event is told with where its counters stood, in a game that has such events."""
    counters = _text(rules).counters
    return counters is not None and event["event"] in counters.placed


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


def sides_of(game: Game) -> list[SideTold]:
    """The sides of a game with their teams."""
    place = {side: number for number, team in enumerate(game.alliances.teams) for side in team.sides}
    return [SideTold(side, title, place[side]) for side, title in zip(game.sides.ids, game.sides.titles, strict=True)]
