"""Hold Fast as text: the log, the names of the choices, and the data of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ironbottom.engine.rules.features import Wording
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.text.sentences import count, joined
from ironbottom.games.hold_fast.information.view_types import Event, View
from ironbottom.games.hold_fast.pieces import ADJECTIVES, AREAS
from ironbottom.games.hold_fast.text.board import board
from ironbottom.games.hold_fast.text.names import NAMED, listed, name_of, place_name, sea_name, side_of_unit

__all__ = ["ALIASES", "TEXT", "board", "choice_text", "event_text", "examples", "needs_secrets", "story"]

AN = {"japan": "A", "allies": "An"}
WHOSE = {"japan": "Japan's", "allies": "The Allies'"}

# -- what the code adds to the catalogue ------------------------------------------------------------------


def block_of(event: Event) -> str:
    """The unit if it is known, the block if it is visible, or a block of the side."""
    if known := event.get("unit") or event.get("block"):
        return name_of(known)
    side = event["side"] or ""
    return f"{AN[side]} {ADJECTIVES[side]} block"


def _air_unit(event: Event) -> str:
    return name_of(event["unit"]) if event.get("unit") else f"{block_of(event)}, land based air,"


def _shuffled(event: Event) -> str:
    """The place of the blocks that are shuffled."""
    areas = [f"in {sea_name(place)}" for place in event["spots"] if place in AREAS.index]
    ports = joined([place_name(place) for place in event["spots"] if place not in AREAS.index])
    return joined([f"at {ports}"] * (len(areas) < len(event["spots"])) + areas + ["off board"] * event["off_board"])


def _strengths(event: Event) -> str:
    return joined([f"{name_of(u)} ({s} SP)" for u, s in zip(event["units"], event["strengths"], strict=True)])


def _total(die: int, total: int) -> str:
    """A die roll and its bonus: ``4 + 1 = 5``."""
    return f"{die} + {total - die} = {total}" if total != die else f"{die}"


def _dice(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _fighter(fighter: str) -> str:
    return "The garrison" if fighter == "garrison" else name_of(fighter)


def _leader(lead: int, even: str) -> str:
    return "japan" if lead > 0 else "allies" if lead < 0 else even


def _fired(event: Event) -> str:
    return "hits" if not event["disabled"] else "both" if event["hits"] else "disabled"


def _placed(event: Event) -> str:
    return "placed" if event["place"] else "off_board"


def phrasing(catalogue: Path) -> Phrasing:
    """Builds the game's phrasing from a catalogue."""
    return Phrasing(
        catalogue,
        NAMED,
        formatters={
            "adjective": ADJECTIVES.__getitem__,
            "dice": _dice,
            "fighter": _fighter,
            "sea": sea_name,
            "spot": place_name,
            "whose": WHOSE.__getitem__,
        },
        values={
            "air_unit": _air_unit,
            "allies_roll": lambda e: _total(e["allies"], e["allies_total"]),
            "block_or_unit": block_of,
            "japan_roll": lambda e: _total(e["japan"], e["japan_total"]),
            "lead": lambda e: abs(e["points"]),
            "shuffled": _shuffled,
            "strengths_shown": _strengths,
        },
        event_forms={
            "finished": lambda e: e["step"],
            "arrived": _placed,
            "rebuilt": _placed,
            "repaired": lambda e: "shown" if "unit" in e else "hidden",
            "force_opened": lambda e: "ships" if e["count"] else "decoy",
            "ways_named": lambda e: "same" if e["japan"] == e["allies"] else "different",
            "way_rolled": lambda e: _leader(e["japan_total"] - e["allies_total"], "tie"),
            "way_chosen": lambda e: "only" if e["alone"] else "chosen",
            "fired": _fired,
            "disabled_home": _placed,
            "went_home": _placed,
            "combat_ended": lambda e: "contested" if e["contested"] else "over",
            "area_controlled": lambda e: "nobody" if e["side"] is None else "side",
            "evicted": lambda e: "placed" if e["place"] else "no_port",
            "points_scored": lambda e: _leader(-e["points"], "even"),
            "game_ended": lambda e: "allies" if e["points"] > 0 else "japan",
        },
    )


PHRASING = phrasing(Path(__file__).parent / "catalogue.toml")
event_text, choice_text = PHRASING.event, PHRASING.choice

# -- for the terminal -------------------------------------------------------------------------------------

REPEATS = {"fire": "fired"}
"""The orders that units may repeat, and the event that reports each."""
ALIASES = {"submarine": "submerge", "place": "deploy", "return_to_port": "dock", "home": "dock", "attack": "land"}
"""Further words for verbs."""
OPEN_STEPS = frozenset(("combat", "stay_or_withdraw", "targeting", "pursuit", "return_fire", "land_fight"))
"""The steps with all blocks in play face up; all other choices depend on the side's own hidden blocks."""


def examples(side: str) -> dict[str, str]:
    """Examples of orders with a verb, with units of the side or of its enemy."""
    if side == "japan":
        return {"move": "move Akagi marshall", "fire": "fire Kongo Tennessee", "dock": "dock Akagi truk"}
    return {"move": "move Enterprise central", "fire": "fire Tennessee Kongo", "dock": "dock Enterprise pearl"}


def needs_secrets(view: View) -> bool:
    """Whether the current decision depends on blocks that the other side does not see."""
    return not view["frames"] or view["frames"][-1]["procedure"] not in OPEN_STEPS


def story(events: Sequence[Event]) -> Iterator[str]:
    """Events as sentences; consecutive events of one kind are combined.

    >>> moved = [{"event": "moved", "side": "japan", "unit": unit, "block": None, "origin": "truk", "area": "coral_sea"}
    ...     for unit in ("j_akagi", "j_kaga")]
    >>> list(story(moved))
    ['Truk to the Coral Sea: Akagi and Kaga.']
    """
    for (kind, way), group in groupby(events, key=_drawn_together):
        result = list(group)
        if kind in ("moved", "came_back") and len(result) > 1:
            yield f"{way}: {_blocks(result)}."
        elif kind == "arrived" and len(result) > 1:
            yield f"Reinforcements {way}: {listed([e['unit'] for e in result])}."
        elif kind == "aimed":
            continue
        else:
            yield from map(event_text, result)


def _drawn_together(event: Event) -> tuple[str, str]:
    kind = event["event"]
    if kind == "moved":
        return kind, f"{name_of(event['origin'])} to {sea_name(event['area'])}"
    if kind in ("came_back", "arrived"):
        place = event["place"]
        to = place_name(place) if place else ""
        if kind == "came_back":
            return kind, f"Back from {sea_name(event['area'])} to {to}"
        return kind, f"at {to}" if to else f"off board for {name_of(side_of_unit(event['unit']))}"
    return kind, ""


def _blocks(data: Sequence[Event]) -> str:
    if all(e.get("unit") for e in data):
        return listed([e["unit"] for e in data])
    blocks = [block for e in data if (block := e.get("block"))]
    return listed(blocks) if len(blocks) == len(data) else count(len(data), "block")


TEXT = Wording(board, aliases=ALIASES, examples=examples, needs_secrets=needs_secrets, repeats=REPEATS, story=story)
