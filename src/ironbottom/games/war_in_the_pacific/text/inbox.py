"""4.1 The inbox of a side at its question: the units that may act, those that have, and the remaining steps."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import InboxEntry
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.text.sentences import opening
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.information.view_types import View
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.state import SHIP_AT, UNIT_AT, UNIT_TYPE
from ironbottom.games.war_in_the_pacific.text import names
from ironbottom.games.war_in_the_pacific.text.viewer_information import array_value, frames_of

FORCES_KIND, PLACES_KIND, OTHERS, OFF_MAP = "Task Forces", "places", "others", "off the map"
ANYWHERE = frozenset({"sail", "hold", "march", "force_march", "entrain", "coast", "start_at", "store_at", "go_to"})
"""Verbs that only give the destination of the current unit."""
WORDS = {
    "plot": "Mission",
    "enter": "sail onto the map",
    "follow": "continue along the lanes",
    "form": "form a Task Force",
}
"""The possible actions, if the verb does not name them."""
STEPS = {
    "deployment": "deployment",
    "initiative": "initiative",
    **{f"{kind}_{number}": f"{kind.capitalize()} Phase {number}" for number in (1, 2, 3) for kind in ("air", "naval")},
    "ground": "Ground Phase",
    "supply_orders": "supply",
    "supply": "supply",
    "works": "works",
    "quarters": "building",
    "repair": "repair",
    "reinforcements": "reinforcements",
    "cargo": "cargo over links",
    "pipelines": "links",
    "planning": "plans",
}
"""4.1 The steps of a Game-Turn that a side may wait for, in words."""


def needs(view: View, choices: Choices, rules: Rules) -> list[InboxEntry]:
    """The units that may act at a side's question, in the order of its choices, then those that have acted."""
    open_to: dict[str, list[str]] = {}
    for verb in choices.verbs():
        for about in choices.next(verb) if verb not in ANYWHERE else ():
            open_to.setdefault(about, []).append(WORDS.get(verb, names.plain(verb)))
    waiting = [_need(about, ", ".join(verbs), view, rules) for about, verbs in open_to.items()]
    done = [_need(about, said, view, rules)._replace(done=True) for about, said in _done(view) if about not in open_to]
    return [*waiting, *done]


def to_come(view: View, rules: Rules) -> list[str]:
    """4.1 The remaining steps of the Game-Turn."""
    turn = next((frame for frame in view["frames"] if "next" in frame), None)
    kind = next((each for each in rules.game.procedures if turn and each.name == turn["procedure"]), None)
    steps = [step.name for step in getattr(kind, "steps", ())][turn["next"] :] if turn else []
    return list(dict.fromkeys(STEPS[step] for step in steps if step in STEPS))


def _need(about: str, said: str, view: View, rules: Rules) -> InboxEntry:
    hex = _where(about, view, rules)
    return InboxEntry(about, _kind(about, view, rules), _section(hex), f"{_title(about, hex, view, rules)}: {said}")


def _done(view: View) -> Iterator[tuple[str, str]]:
    """The side's own forces on their Missions while orders are given, and what the question lists as done."""
    top = next((stack[-1] for stack in frames_of(view) if stack), None)
    if top is None:
        return
    if top["procedure"] in ("orders", "course", "pace"):
        yield from ((force, names.plain(mission)) for force, mission in view["force_mission"].items() if mission)
    done = (
        (top.get("moved", []), "has moved"),
        (top.get("fought", []), "has attacked"),
        (top.get("hexes", []), "was attacked"),
        (top.get("rebuilt", []), "has rebuilt"),
    )
    for listed, said in done:
        yield from ((about, said) for about in listed)


def _where(about: str, view: View, rules: Rules) -> str:
    """The hex or box of a thing; a unit aboard is where its ship is, a ship where its force is."""
    if about in UNITS.index:
        return _where(str(array_value(view, rules, UNIT_AT, about) or ""), view, rules)
    if about in SHIPS.index:
        return _where(str(array_value(view, rules, SHIP_AT, about) or ""), view, rules)
    if about in FORCES.index:
        return str(view["force_at"].get(about) or view["force_box"].get(about) or "")
    return about.upper() if about.upper() in HEXES.index else about


def _section(hex: str) -> str:
    return f"section {hex[0]}" if hex in HEXES.index else OFF_MAP


def _kind(about: str, view: View, rules: Rules) -> str:
    if about in FORCES.index:
        return FORCES_KIND
    if about in SHIPS.index:
        return str(rules.facts.table(tables.SHIPS)[about].type)
    if about in UNITS.index:
        return names.troops(str(array_value(view, rules, UNIT_TYPE, about)))
    return PLACES_KIND if about.upper() in HEXES.index else OTHERS


def _title(about: str, hex: str, view: View, rules: Rules) -> str:
    lies = names.place(hex) if hex in HEXES.index else names.box(hex) if hex else ""
    here = f" at {lies}" if lies and hex in HEXES.index else f" in {lies}" if lies else ""
    if about in FORCES.index:
        return f"{names.force(about)}{here}"
    if about in SHIPS.index:
        return f"{names.name_of(about)}{here}"
    if about in UNITS.index:
        return f"{names.troops(str(array_value(view, rules, UNIT_TYPE, about)))}{here}"
    return opening(lies or names.plain(about))
