"""Pacific Fury as text: the log, the names of the choices, and the data of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ironbottom.engine.rules.features import Wording
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.text.sentences import count, joined
from ironbottom.games.pacific_fury.information.view_types import Event, View
from ironbottom.games.pacific_fury.state_types import Rules
from ironbottom.games.pacific_fury.text import names
from ironbottom.games.pacific_fury.text.board import Line, board, own_counters, targets
from ironbottom.games.pacific_fury.text.names import (
    ADJECTIVES,
    BASES,
    TARGET_NAMES,
    box_label,
    listed,
    month_name,
    name_of,
    sea_name,
    side_does,
)

__all__ = [
    "ALIASES",
    "TEXT",
    "board",
    "choice_text",
    "event_text",
    "examples",
    "needs_secrets",
    "normalize",
    "progress",
    "story",
]

SIDES_OF_A_DIE = 6

# -- what the code adds to the catalogue ------------------------------------------------------------------


def _against_henderson(event: Event) -> str:
    return "enough" if event["hits"] >= event["needed"] else "too_few"


def phrasing(catalogue: Path) -> Phrasing:
    """Builds the game's phrasing from a catalogue."""
    return Phrasing(
        catalogue,
        names.NAMED,
        formatters={
            "adjective": ADJECTIVES.__getitem__,
            "base": BASES.__getitem__,
            "box": box_label,
            "month": month_name,
            "sea": sea_name,
            "target": TARGET_NAMES.__getitem__,
        },
        values={
            "sizes": lambda e: joined([str(size) for size in e["counters"]]),
            "last_size": lambda e: e["counters"][-1],
            "winner": lambda e: "allies" if e["marker"] > 0 else "japan",
        },
        event_forms={
            "event_rolled": lambda e: "again" if e["reroll"] else "new",
            "forces_formed": lambda e: "known" if e["counters"] else "unknown",
            "express_sought": lambda e: "found" if e["found"] else "missed",
            "sinking_rolled": lambda e: "six" if e["sinks_on"] == SIDES_OF_A_DIE else "less",
            "bombarded": _against_henderson,
            "henderson_struck": _against_henderson,
            "marker_shifted": lambda e: "at_the_end" if e["origin"] == e["marker"] else "moves",
            "game_ended": lambda e: "won" if e["marker"] else "drawn",
        },
    )


PHRASING = phrasing(Path(__file__).parent / "catalogue.toml")
event_text, choice_text = PHRASING.event, PHRASING.choice

# -- for the terminal -------------------------------------------------------------------------------------

ALIASES = {"form": "assign", "home": "return_to_base"}
"""Further words for verbs."""
SECRET_STEPS = frozenset(("form_forces", "operations"))
"""The steps whose choices depend on the side's own face-down counters; all other choices depend only on the
open board.
"""


def examples(side: str) -> dict[str, str]:
    """Examples of orders with a verb, with ships of the side or of its enemy."""
    if side == "japan":
        form, hit = "form 1: Zuikaku Shokaku Tone, or form 2: rest, or form 3: express", "hit: Washington 2, Chicago"
    else:
        form, hit = "form 1: Enterprise Saratoga Chicago, or form 2: rest", "hit: Kongo 2, Tone"
    return {"assign": form, "hit": hit, "sortie": "sortie 1", "move": "move 1 ironbottom"}


def needs_secrets(view: View) -> bool:
    """Whether the current decision depends on counters that the other side does not see."""
    return not view["frames"] or view["frames"][-1]["procedure"] in SECRET_STEPS


def normalize(action: tuple[str, ...]) -> tuple[str, ...]:
    """Rewrites a player's form of an action as the rules' form: assigning the Tokyo Express to a box forms it there.

    >>> normalize(("assign", "ijn_tokyo_express", "2"))
    ('form_express', '2')
    """
    if action[:2] == ("assign", "ijn_tokyo_express"):
        return ("form_express", *action[2:])
    return action


def progress(view: View, rules: Rules) -> list[Line]:
    """The reminder in the middle of a long order: the side's boxes and its base, or the ships to be hit."""
    step = view["frames"][-1]["procedure"] if view["frames"] else ""
    if step == "form_forces" and view["side"] in BASES:
        return own_counters(view, rules)
    return targets(view, rules) if step == "assign_hits" else []


def story(events: Sequence[Event]) -> Iterator[str]:
    """Events as sentences; consecutive events of one kind are combined.

    >>> assigned = [{"event": "assigned", "unit": unit, "box": "1"} for unit in ("ijn_tone", "ijn_chikuma")]
    >>> list(story(assigned))
    ['Box 1: Tone and Chikuma.']
    """
    for (kind, who), group in groupby(events, key=_drawn_together):
        result = list(group)
        if kind == "assigned":
            yield f"Box {who}: {listed([e['unit'] for e in result])}."
        elif kind == "fired":
            yield _volley(who, result)
        elif kind == "hits_assigned":
            each = ", ".join(f"{count(e['hits'], 'hit')} on {name_of(e['unit'])}" for e in result)
            yield f"{side_does(who, 'puts')} {each}."
        else:
            yield from map(event_text, result)


def _drawn_together(event: Event) -> tuple[str, str]:
    kind = event["event"]
    if kind == "assigned":
        return kind, event["box"]
    if kind == "fired":
        return kind, names.side_of_unit(event["unit"])
    return kind, event["side"] if kind == "hits_assigned" else ""


def _volley(side: str, fired: Sequence[Event]) -> str:
    shots = (f"{name_of(e['unit'])} ({e['factor']}) {e['die']}{_scored(e)}" for e in fired)
    total = sum(e["hits"] for e in fired)
    return f"{ADJECTIVES[side]} fire, combat factor and die: {'; '.join(shots)}. Total: {count(total, 'hit')}."


def _scored(event: Event) -> str:
    return f", {count(event['hits'], 'hit')}" if event["hits"] else ", miss"


TEXT = Wording(
    board,
    aliases=ALIASES,
    examples=examples,
    needs_secrets=needs_secrets,
    progress=progress,
    normalize=normalize,
    story=story,
)
