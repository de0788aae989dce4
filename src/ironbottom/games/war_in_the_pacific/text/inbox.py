"""4.1 The inbox of a side at its question: the units that may act, the units that have acted, and the remaining steps.

The units that may act are in three groups: units that need a decision, units for which a decision is optional, and
units that may stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import InboxEntry
from ironbottom.engine.text.sentences import capitalized
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.information.view_types import View
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SCENARIOS, SHIPS, UNITS, WATERS
from ironbottom.games.war_in_the_pacific.state import SHIP_AT, SUBRONS, UNIT_AT, UNIT_TYPE
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.games.war_in_the_pacific.text import importance, names
from ironbottom.games.war_in_the_pacific.text.viewer_information import array_value, frames_of

FORCES_KIND, PLACES_KIND, OTHERS, OFF_MAP = "Task Forces", "places", "others", "off the map"
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


def inbox_entries(view: View, choices: Choices, rules: Rules) -> list[InboxEntry]:
    """The units that may act at a side's question, by group, section and importance, then those that have acted."""
    open_to: dict[str, list[str]] = {}
    for verb in choices.verbs():
        for about in choices.next(verb) if verb not in importance.DESTINATIONS else ():
            open_to.setdefault(about, []).append(verb)
    if (sailing := _sailing(view)) is not None:
        open_to[sailing] = ["sail"]
    done, manned = dict(_done(view)), _manned(view, rules)
    waiting = []
    for about, verbs in open_to.items():
        found = importance.importance(verbs, waits=_may_wait(about, manned, view, rules))
        if about in done and importance.GROUPS[found.group] == importance.STANDING:
            continue
        said = ", ".join(WORDS.get(verb, names.plain(verb)) for verb in verbs)
        waiting.append((found, _need(about, said, view, rules)._replace(group=importance.GROUPS[found.group])))
    rows = [row for _, row in sorted(waiting, key=lambda each: _order(*each))]
    listed = {row.about for row in rows}
    finished = [_need(about, said, view, rules)._replace(done=True) for about, said in done.items()]
    return [*rows, *(row for row in finished if row.about not in listed)]


def _order(found: importance.Importance, row: InboxEntry) -> tuple[int, bool, str, int, list[str | int]]:
    """The order of a row: its group, its section, its importance, and its name, with numbers in numerical order."""
    name: list[str | int] = [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", row.about)]
    return found.group, row.section != OFF_MAP, row.section, found.rank, name


def _sailing(view: View) -> str | None:
    """The force whose course is asked for."""
    top = next((stack[-1] for stack in frames_of(view) if stack), None)
    force = top.get("force") if top and top["procedure"] in ("course", "pace", "entering") else None
    return str(force) if force is not None else None


def _manned(view: View, rules: Rules) -> set[str]:
    """9.4 The places with known ships, including the Task Forces that are not dummies."""
    seen = view["arrays"].get("ship_at", {})
    start = at_start(rules.pieces, SCENARIOS.index[view["scenario"]]).arrays[SHIP_AT]
    unmoved = {WATERS.ids[hex] for ship, hex in zip(SHIPS.ids, start, strict=True) if hex >= 0 and ship not in seen}
    return unmoved | {hex for hex in seen.values() if hex}


def _may_wait(about: str, manned: set[str], view: View, rules: Rules) -> bool:
    """Whether a unit may do nothing: 9.4 a dummy of the side, or 16.3 troops aboard a ship in port."""
    if about in FORCES.index:
        return about.startswith(f"{view['side']}_") and about not in manned
    ship = array_value(view, rules, UNIT_AT, about) if about in UNITS.index else None
    return ship in SHIPS.index and array_value(view, rules, SHIP_AT, str(ship)) not in FORCES.index


def remaining_steps(view: View, rules: Rules) -> list[str]:
    """4.1 The remaining steps of the Game-Turn."""
    turn = next((frame for frame in view["frames"] if "next" in frame), None)
    kind = next((each for each in rules.game.procedures if turn and each.name == turn["procedure"]), None)
    steps = [step.name for step in getattr(kind, "steps", ())][turn["next"] :] if turn else []
    return list(dict.fromkeys(STEPS[step] for step in steps if step in STEPS))


def _need(about: str, said: str, view: View, rules: Rules) -> InboxEntry:
    hex = _where(about, view, rules)
    return InboxEntry(about, _kind(about, view, rules), _section(hex), f"{_title(about, hex, view, rules)}: {said}")


def _done(view: View) -> Iterator[tuple[str, str]]:
    """The side's own forces on their Missions while orders are given, and the actions that the question
    lists as done.
    """
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
    """The hex or box of an item; a unit aboard is where its ship is, a ship where its force is."""
    if about in UNITS.index:
        return _where(str(array_value(view, rules, UNIT_AT, about) or ""), view, rules)
    if about in SHIPS.index:
        return _where(str(array_value(view, rules, SHIP_AT, about) or ""), view, rules)
    if about in FORCES.index:
        return str(view["force_at"].get(about) or view["force_box"].get(about) or "")
    if about in SUBRONS.index:
        return str(view["subron_at"].get(about) or "")
    return about.upper() if about.upper() in HEXES.index else about


def _section(hex: str) -> str:
    return f"section {hex[0]}" if hex in HEXES.index else OFF_MAP


def _kind(about: str, view: View, rules: Rules) -> str:
    if about in FORCES.index:
        return FORCES_KIND
    if about in SHIPS.index:
        return str(rules.pieces.ships[SHIPS.index[about]].type)
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
    return capitalized(lies or names.plain(about))
