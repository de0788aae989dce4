"""Victory in the Pacific in words: the names of the choices, stories, and what the terminal needs to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ironbottom.engine.rules.features import Wording
from ironbottom.engine.text.sentences import opening
from ironbottom.games.victory_in_the_pacific.text.board import board
from ironbottom.games.victory_in_the_pacific.text.events import fighter, one_stop, tell
from ironbottom.games.victory_in_the_pacific.text.names import listed, name_of, spot

__all__ = ["ALIASES", "TEXT", "board", "examples", "name", "needs_secrets", "story", "tell"]

Told = Mapping[str, Any]

# -- the choices ---------------------------------------------------------------------------------------

CHOICES: dict[str, Callable[..., str]] = {
    "done": lambda: "Done",
    "pass": lambda: "Pass",
    "stay": lambda: "Stay",
    "retreat": lambda: "Retreat",
    "day": lambda: "Day action",
    "night": lambda: "Night action",
    "join_raid": lambda unit: f"{name_of(unit)} raids Pearl Harbor",
    "stay_off_hawaii": lambda: "Stay off Hawaii",
    "leave_hawaii": lambda: "Leave the Hawaiian Islands",
    "hold": lambda: "Stay in the Central Pacific",
    "to_johnston": lambda: "Leave for Johnston Island",
    "engage": lambda: "Fight the raiders off Hawaii",
    "decline": lambda: "Avoid the raiders",
    "designate": lambda unit, target: f"{name_of(unit)} plans to strike {name_of(target)}",
    "save": lambda unit: f"{name_of(unit)} survived",
    "station": lambda unit, place: f"{name_of(unit)} begins at {spot(place)}",
    "has_taken": lambda place: f"The Yokosuka NLF has taken {spot(place)}",
    "sortie": lambda unit: f"{name_of(unit)} comes out of Pearl Harbor",
    "go_west": lambda unit: f"{name_of(unit)} leaves for the West Coast",
    "to_san_diego": lambda unit: f"{name_of(unit)} goes to San Diego for repairs",
    "from_san_diego": lambda unit: f"{name_of(unit)} comes back from San Diego",
    "rebuild": lambda unit, port: f"Rebuild the airstrike of {name_of(unit)} at {name_of(port)}",
    "detach": lambda unit: f"{name_of(unit)} leaves the battle",
    "return": lambda unit, place: f"{name_of(unit)} returns at {name_of(place)}",
    "withdraw_ship": lambda unit: f"{name_of(unit)} leaves the Pacific",
    "patrol": lambda unit, area: f"{name_of(unit)} patrols {spot(area)}",
    "repair": lambda unit: f"Repair {name_of(unit)}",
    "mark": lambda unit: f"Mark {name_of(unit)} as a raider",
    "place_air": lambda unit, area: f"{name_of(unit)} covers {spot(area)}",
    "sail": lambda unit, area: f"{name_of(unit)} sails to {spot(area)}",
    "raid": lambda unit, area: f"{name_of(unit)} raids {spot(area)}",
    "raid_by_way": lambda unit, back, area: f"{name_of(unit)} raids {spot(area)} by way of {spot(back)}",
    "submerge": lambda area: f"Submarine to {spot(area)}",
    "fight": lambda area: f"Combat in {spot(area)}",
    "fire": lambda unit, target: f"{name_of(unit)} fires at {name_of(target)}",
    "all_fire": lambda target: f"All others fire at {name_of(target)}",
    "announce": lambda unit: f"{name_of(unit)} fires its guns",
    "kamikaze": lambda unit: f"{name_of(unit)} makes a kamikaze attack",
    "torpedo": lambda unit: f"Strike at {name_of(unit)}",
    "flee": lambda unit, group: f"{name_of(unit)} flees with {name_of(group)}",
    "pursue": lambda unit, group: f"{name_of(unit)} pursues {name_of(group)}",
    "raid_port": lambda unit, place: f"{name_of(unit)} raids {spot(place)}",
    "all_pursue": lambda group: f"All able ships pursue {name_of(group)}",
    "all_raid": lambda place: f"All able ships raid {spot(place)}",
    "chase": lambda group: f"The chase of {name_of(group)}",
    "raid_now": lambda place: f"The raid on {spot(place)}",
    "stop": lambda unit: f"{name_of(unit)} gives up the pursuit",
    "break_off": lambda: "Give up the pursuit",
    "land": lambda unit, place: f"{name_of(unit)} lands at {spot(place)}",
    "go": lambda unit, place: f"{name_of(unit)} goes to {spot(place)}",
    "form": lambda unit, group: f"{name_of(unit)} joins {name_of(group)}",
    "attack": lambda group: f"{opening(name_of(group))} attacks",
    "name_landing": lambda unit: f"{name_of(unit)} will land",
    "join": lambda group: f"{opening(name_of(group))} joins the night action",
    "defend": lambda unit: f"{name_of(unit)} keeps its airstrike for defence",
    "assault": lambda unit, target: f"{fighter(unit)} fights {name_of(target)}",
}


def name(action: Sequence[str]) -> str:
    """An action in words, for a button or a line in a list.

    >>> name(("patrol", "akagi", "coral_sea"))
    'Akagi patrols the Coral Sea'
    """
    return CHOICES[action[0]](*action[1:])


# -- what the terminal needs to know -------------------------------------------------------------------

REPEATS = {"fire": "fired"}
"""What units may be told to do as before, and the event that tells of it."""
ALIASES = {"submarine": "submerge", "air": "place_air", "home": "go", "invade": "land"}
"""Further words for verbs."""


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
    """How an order of a verb may be typed, with units of the side or of its enemy."""
    return EXAMPLES[side]


def needs_secrets(view: Told) -> bool:
    """Whether the decision at hand is made in secret: day or night, picked by both sides (7.3)."""
    return bool(view["naming"])


def story(events: Sequence[Told]) -> Iterator[str]:
    """Events as sentences, those of one kind that follow each other drawn together.

    >>> arrived = [{"event": "arrived", "unit": unit, "place": "truk"} for unit in ("akagi", "kaga")]
    >>> list(story(arrived))
    ['Arrivals at Truk: Akagi and Kaga.']
    """
    for (kind, way), group in groupby(events, key=_drawn_together):
        told = list(group)
        if way and len(told) > 1:
            yield one_stop(f"{way}: {listed([e['unit'] for e in told])}.")
        elif kind != "damaged":
            yield from map(tell, told)


TOGETHER: dict[str, Callable[[Told], str]] = {
    "arrived": lambda e: f"Arrivals at {name_of(e['place'])}" if e["place"] else "Arrivals",
    "patrolled": lambda e: f"Patrols to {spot(e['area'])}{', with speed rolls to come' if e['rolls'] else ''}",
    "raided": lambda e: f"Raiders to {spot(e['area'])}{', with speed rolls to come' if e['rolls'] else ''}",
    "speed_rolled": lambda e: "" if e["die"] else f"Fast enough for {spot(e['area'])}, no roll needed",
    "marked": lambda e: "Marked as raiders",
    "sailed": lambda e: f"Amphibious units to {spot(e['area'])}",
    "went_home": lambda e: f"Home to {spot(e['place'])}" if e["place"] else "",
    "sortied": lambda e: "Out of Pearl Harbor",
    "stationed": lambda e: f"At {spot(e['place'])}",
    "raid_joined": lambda e: "For the raid on Pearl Harbor",
}


def _drawn_together(e: Told) -> tuple[str, str]:
    kind = e["event"]
    return kind, TOGETHER[kind](e) if kind in TOGETHER else ""


TEXT = Wording(board, aliases=ALIASES, examples=examples, needs_secrets=needs_secrets, repeats=REPEATS, story=story)
