"""Texts: the names of the choices, stories, and texts for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from ironbottom.engine.rules.features import Wording
from ironbottom.engine.text.sentences import single_full_stop
from ironbottom.games.victory_in_the_pacific.information.view_types import Event, View
from ironbottom.games.victory_in_the_pacific.text.board import board
from ironbottom.games.victory_in_the_pacific.text.names import listed, name_of, place_name
from ironbottom.games.victory_in_the_pacific.text.phrasing import PHRASING

__all__ = ["ALIASES", "TEXT", "board", "choice_text", "event_text", "examples", "needs_secrets", "story"]


event_text, choice_text = PHRASING.event, PHRASING.choice

# -- for the terminal ----------------------------------------------------------------------------------

REPEATS = {"fire": "fired"}
"""The choices of units that may be repeated, with the event for each."""
ALIASES = {"submarine": "submerge", "air": "place_air", "home": "go", "invade": "land"}
"""Additional words for verbs."""


EXAMPLES = {
    "japan": {
        "join_raid": "join raid Akagi",
        "patrol": "patrol Mogami marianas",
        "mark": "mark Akagi",
        "repair": "repair Kongo",
        "place_air": "place air 21 Air Flotilla indonesia",
        "sail": "sail Sasebo NLF coral",
        "raid": "raid Akagi us mandate",
        "fire": "fire Akagi Lexington",
        "pursue": "pursue Kongo group 1",
        "go": "go Akagi truk",
        "station": "station Akagi truk",
    },
    "allies": {
        "patrol": "patrol Chicago coral",
        "mark": "mark Enterprise",
        "repair": "repair Nevada",
        "place_air": "place air 5th A.F. indonesia",
        "sail": "sail 1st Marines coral",
        "raid": "raid Enterprise marshall",
        "fire": "fire Lexington Akagi",
        "pursue": "pursue Enterprise group 1",
        "go": "go Enterprise pearl",
        "station": "station Maryland samoa",
    },
}


def examples(side: str) -> dict[str, str]:
    """Examples of what a side may type for a verb, with units of the side or its enemy."""
    return EXAMPLES[side]


def needs_secrets(view: View) -> bool:
    """Whether the current decision is secret: day or night, picked by both sides (7.3)."""
    return bool(view["naming"])


def story(events: Sequence[Event]) -> Iterator[str]:
    """Events as sentences; consecutive events of one kind are combined.

    >>> arrived = [{"event": "arrived", "unit": unit, "place": "truk"} for unit in ("akagi", "kaga")]
    >>> list(story(arrived))
    ['Arrivals at Truk: Akagi and Kaga.']
    """
    for (kind, way), group in groupby(events, key=_drawn_together):
        result = list(group)
        if way and len(result) > 1:
            yield single_full_stop(f"{way}: {listed([e['unit'] for e in result])}.")
        elif kind != "damaged":
            yield from map(event_text, result)


TOGETHER: dict[str, Callable[[Event], str]] = {
    "arrived": lambda e: f"Arrivals at {name_of(e['place'])}" if e["place"] else "Arrivals",
    "patrolled": lambda e: f"Patrols to {place_name(e['area'])}{', if fast enough' if e['rolls'] else ''}",
    "raided": lambda e: f"Raiders to {place_name(e['area'])}{', if fast enough' if e['rolls'] else ''}",
    "speed_rolled": lambda e: "" if e["die"] else f"Fast enough for {place_name(e['area'])}, no roll needed",
    "marked": lambda e: "Marked as raiders",
    "sailed": lambda e: f"Amphibious units to {place_name(e['area'])}",
    "went_home": lambda e: f"Home to {place_name(e['place'])}" if e["place"] else "",
    "sortied": lambda e: "Out of Pearl Harbor",
    "stationed": lambda e: f"At {place_name(e['place'] or '')}",
    "raid_joined": lambda e: "For the raid on Pearl Harbor",
}


def _drawn_together(event: Event) -> tuple[str, str]:
    kind = event["event"]
    return kind, TOGETHER[kind](event) if kind in TOGETHER else ""


TEXT = Wording(board, aliases=ALIASES, examples=examples, needs_secrets=needs_secrets, repeats=REPEATS, story=story)
