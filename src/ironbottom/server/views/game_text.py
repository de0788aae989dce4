"""The text of a game for the page: from its features ``text`` and ``page`` if it has them, otherwise plain ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ironbottom.engine.rules.features import NO_WORDING, Wording
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.past_names import NameFormatter
from ironbottom.server.messages.responses import SideInfo


def _wording(rules: Rules) -> Wording:
    return rules.game.text() or NO_WORDING


def pieces(rules: Rules) -> dict[str, object]:
    """Returns the page's data about a game's counters and tables under the given options, equal for every match."""
    if page := rules.game.page():
        return page.pieces(rules)
    board = rules.game.board(rules)
    return {"board": board.data()} if board else {}


def page_data(rules: Rules) -> dict[str, object]:
    """Returns what the page needs once for a match: its counters and tables, and the words of the game."""
    phrasing = rules.game.phrasing()
    return {**pieces(rules), "words": phrasing.page()} if phrasing else pieces(rules)


def picture(rules: Rules, view: Mapping[str, object]) -> list[tuple[float, float, str, int]]:
    """Returns where the counters of the sides are, in degrees east and north; empty if the game does not say."""
    page = rules.game.page()
    return page.picture(rules, view) if page else []


def turn_line(rules: Rules, view: Mapping[str, object]) -> str:
    """Returns one line that describes the state of a match: the heading of the board."""
    board = _wording(rules).board
    return board(view, rules)[0][1] if board else ""


def needs_secrets(rules: Rules, view: Mapping[str, object]) -> bool:
    """Returns whether the current decision depends on hidden information."""
    needs = _wording(rules).needs_secrets
    return needs(view) if needs else not rules.game.is_open


def counter_names(rules: Rules, view: Callable[[], Mapping[str, object]]) -> NameFormatter:
    """Returns a function that replaces counter numbers in a sentence by names, as far as the viewer knows them.

    Its second argument adds the position of each counter. The view is computed for the first sentence, and only for
    games that need it.
    """
    counters = _wording(rules).counters
    if counters is None:
        return lambda text, has_places, then=None: text
    naming = cache(lambda: counters.by_name(view(), rules))
    return lambda text, has_places, then=None: naming()(text, has_places, then)


def has_places(rules: Rules, event: Mapping[str, object]) -> bool:
    """Returns whether the text of an event includes the positions of its counters."""
    counters = _wording(rules).counters
    return counters is not None and event["event"] in counters.placed


def action_text(rules: Rules, action: Sequence[str]) -> str:
    """Returns a choice in words."""
    return rules.game.describe_action(action, rules)


def event_text(rules: Rules, event: Mapping[str, object]) -> str:
    """Returns an event as a sentence."""
    return rules.game.describe_event(event, rules)


def side_title(rules: Rules, side: str) -> str:
    """Returns a side's title within a sentence: ``Japan``, ``the Allies``."""
    return rules.sides.titles[rules.sides.index[side]]


def side_infos(game: Game) -> list[SideInfo]:
    """Returns the sides of a game with their teams."""
    place = {side: number for number, team in enumerate(game.alliances.teams) for side in team.sides}
    return [SideInfo(side, title, place[side]) for side, title in zip(game.sides.ids, game.sides.titles, strict=True)]
