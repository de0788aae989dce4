"""The choices in words, for a button or a line of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific.text.battles import NAMES as BATTLE_NAMES
from ironbottom.games.war_in_the_pacific.text.burma import NAMES as BURMA_NAMES
from ironbottom.games.war_in_the_pacific.text.leyte import NAMES as LEYTE_NAMES
from ironbottom.games.war_in_the_pacific.text.names import box as box_of
from ironbottom.games.war_in_the_pacific.text.names import force, name_of, place, unit
from ironbottom.games.war_in_the_pacific.text.names import stack as stack_of

Name = Callable[..., str]


TANKS = {"as_they_are": "keep the fuel it has", "filled": "fill up with fuel"}


def _plain(word: str) -> str:
    return word.replace("_", " ")


NAMES: dict[str, Name] = {
    "announce": lambda at: f"announce an assault on {place(at)}",
    "garrison": lambda at: f"place the Hawaiian division at {place(at)}",
    "station": lambda kind, points: f"station a Subron of {count(int(points), f'{kind} Sub Point')}",
    "lie": lambda at: f"place it at {place(at)}",
    "exchange": lambda deck, stack: f"exchange {stack_of(stack)} of {name_of(deck)}",
    "trade_for": lambda to, other: f"for {stack_of(other)} of {name_of(to)}",
    "restow": lambda deck, stack, to: f"move {stack_of(stack)} from {name_of(deck)} to {name_of(to)}",
    "start_split": lambda name: f"{unit(name)} starts in its components",
    "ready": lambda: "deployed",
    "decoy": lambda at, ships: f"place a dummy at {place(at)}, shown as {count(int(ships), 'ship')}",
    "recall": lambda dummy: f"remove {force(dummy)}, a dummy",
    "placed": lambda: "dummies are placed",
    "form": lambda at: f"form a Task Force at {place(at)}",
    "form_off_map": lambda box: f"form a Task Force in {box_of(box)}",
    "join": lambda one, into: f"{force(one)} joins {force(into)}",
    "disband": lambda one: f"disband {force(one)}",
    "assign": lambda ship: f"add {name_of(ship)}",
    "enter": lambda one, mission: f"{force(one)} enters the map on {_plain(mission)}",
    "come_in": lambda gate, tanks: f"enter at {gate}, {TANKS.get(tanks, _plain(tanks))}",
    "follow": lambda one, box: f"{force(one)} continues to {box_of(box)}",
    "leave": lambda one: f"{force(one)} leaves the map for the lanes",
    "hasten": lambda ship: f"begin Maximum Effort repair on {name_of(ship)}",
    "plot": lambda one, mission: f"{force(one)} gets the Mission {_plain(mission)}",
    "sail": lambda to: f"sail for {place(to)}",
    "make_speed": lambda speed: f"at {_plain(speed)}",
    "hold": lambda: "stay in place",
    "react": lambda one, contact: f"{force(one)} turns toward {force(contact)}",
    "shift": lambda one, contact: f"{force(one)} changes its distance to {force(contact)}",
    "stand_off": lambda to: f"turn to {place(to)}",
    "alter": lambda one: f"{force(one)} tries to alter its Mission",
    "steer": lambda mission: f"change to {_plain(mission)} and sail on",
    "steer_for": lambda to: f"sail for {place(to)}",
    "wait": lambda mission: f"change to {_plain(mission)} and stop",
    "keep": lambda: "keep the old orders",
    "carry_on": lambda: "continue as plotted",
    "done": lambda: "nothing more",
}


def name(action: Sequence[str]) -> str:
    """An action in words; its parts if it has no text of its own.

    >>> name(("plot", "japan_2", "air_strike")), name(("hold",))
    ('Japanese Task Force 2 gets the Mission air strike', 'stay in place')
    """
    verb, *arguments = action
    found = NAMES.get(verb) or BATTLE_NAMES.get(verb) or LEYTE_NAMES.get(verb) or BURMA_NAMES.get(verb)
    return found(*arguments) if found else " ".join([_plain(verb), *map(_plain, arguments)])
