"""Other information of a viewer: its own air points, and stores at its bases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.information.array_codec import place_index, places_of
from ironbottom.games.war_in_the_pacific.information.view_types import GameFrame, View
from ironbottom.games.war_in_the_pacific.pieces import SCENARIOS, SHIPS, SIDE_OF_SHIP, SIDES
from ironbottom.games.war_in_the_pacific.state import LAYOUT, SHIP_TYPES, UNREPORTED
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.games.war_in_the_pacific.text import names
from ironbottom.games.war_in_the_pacific.text.names import turn


def array_value(view: View, rules: Rules, array: int, place: str) -> object:
    """The value of one entry of an array in a view; a missing entry has its value from the start."""
    block = LAYOUT.arrays[array]
    result = view["arrays"].get(block.name)
    if isinstance(result, dict) and place in result:
        return result[place]
    start = at_start(rules.pieces, SCENARIOS.index[view["scenario"]]).arrays[array]
    return block.kind.write(start[place_index(block.length)[place]])


def _own(view: View) -> tuple[str, ...]:
    return tuple(SIDES.ids) if view["side"] == "open" else (str(view["side"]),)


def own_air(view: View, rules: Rules) -> dict[str, Counter[str]]:
    """5.1 The known air points at each base by stack: on ships, in hexes, in boxes."""
    start = at_start(rules.pieces, SCENARIOS.index[view["scenario"]]).arrays[layout.AIR]
    slots = places_of(LAYOUT.arrays[layout.AIR].length)
    points = {slots[n]: many for n, many in enumerate(start) if many} | view["arrays"].get("air", {})
    result: dict[str, Counter[str]] = {}
    for slot, many in points.items():
        base, _, stack = slot.partition("/")
        if many and base_owner(base, view, rules) in _own(view):
            result.setdefault(base, Counter())[stack] += many
    return result


def base_owner(base: str, view: View, rules: Rules) -> str:
    """The owner of a base: the side of a ship or a box, or the side that controls the hex under any of its names.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> state = WarInThePacific().new("leyte")
    >>> [base_owner(base, state.view("allies"), state.rules) for base in ("c0108", "b3953")]
    ['japan', 'allies']
    """
    if base in SHIPS.index:
        return SIDES.ids[SIDE_OF_SHIP[SHIPS.index[base]]]
    built = re.fullmatch(r"new_base_(\d+)", base)
    hex = view["new_base_at"][int(built[1]) - 1] if built else base.upper()
    if hex in NUMBER:
        return str(array_value(view, rules, layout.CONTROL, IDS[NUMBER[hex]]))
    return "japan" if base in ("inland_sea", "japan") else "allies"


def points_text(points: Mapping[str, int], called: Callable[[str], str] = names.stack) -> str:
    """Air points of stacks by type and training, the largest number first; ``called`` may name only the type.

    >>> points_text({"b_17_trained": 2, "pby_untrained": 6})
    '6 PBY (untrained) and 2 B-17 (trained)'
    >>> points_text({"zero_carrier": 2, "zero_untrained": 5}, names.aircraft_name)
    '7 Zero'
    """
    flying: Counter[str] = Counter()
    for stack, many in points.items():
        flying[called(stack)] += many
    named = [f"{many} {kind}" for kind, many in sorted(flying.items(), key=lambda each: -each[1])]
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def stores_text(view: View, rules: Rules, base: str) -> str:
    """25.2 The Supply Points at a base, in words; empty if there are none."""
    points = (
        array_value(view, rules, layout.SUPPLY, base) if base in place_index(LAYOUT.arrays[layout.SUPPLY].length) else 0
    )
    return f" Supply: {count(points, 'point')}." if points and isinstance(points, int) else ""


def ports_seen(view: View) -> dict[str, tuple[int, int]]:
    """8.41 The known capital ships and carriers in each searched enemy port, hex by hex."""
    capital, carriers = view["arrays"].get("capital_in_port", {}), view["arrays"].get("carriers_in_port", {})
    return {hex: (number, carriers[hex]) for hex, number in sorted(capital.items()) if number >= 0}


def air_found(view: View) -> dict[str, int]:
    """8.42 The air points that search found at enemy bases in this Game-Turn, base by base."""
    result = view["arrays"].get("told_air_points", {})
    return {base: points for base, points in sorted(result.items()) if points >= 0}


def report_text(view: View, force: str) -> str:
    """8.3 The report on a force: ships, capital ships, whether there is a carrier, the size, the types.

    >>> view = {"told_ships": {"japan_1": 5}, "told_capital": {"japan_1": 2}, "told_carrier": {"japan_1": 99}}
    >>> report_text(view | {"told_size": {"japan_1": 99}, "arrays": {"told_types": {"japan_1/DD": 3}}}, "japan_1")
    '5 ships, 2 of them capital ships or carriers, 3 DD'
    """
    ships, capital, carrier, size = (
        None if (number := reports.get(force, UNREPORTED)) == UNREPORTED else number
        for reports in (view["told_ships"], view["told_capital"], view["told_carrier"], view["told_size"])
    )
    types = view["arrays"].get("told_types", {})
    result = [
        "" if ships is None else count(ships, "ship"),
        "" if capital is None else f"{capital} of them capital ships or carriers",
        "" if size is None else SIZES[size],
        "" if carrier is None else "with a carrier" if carrier else "without a carrier",
        *(
            f"{number} {kind}"
            for kind in SHIP_TYPES.ids
            if (number := types.get(f"{force}/{kind}", 0)) not in (0, UNREPORTED)
        ),
    ]
    return ", ".join(filter(None, result))


SIZES = ("small", "medium", "large")
"""8.3 The size classes."""


def order_summary(view: View, rules: Rules) -> list[tuple[str, str]]:
    """A summary that is shown between the choices of a long order: the state of the game, and the flights so far."""
    lines = [("dim", f"Game-Turn {turn(view['turn'])}. Type board to see everything.")]
    return [
        *lines,
        *[("", f"In the wave: {points_text(points, names.aircraft_name)}.") for points in [_wave(view)] if points],
    ]


def _wave(view: View) -> Counter[str]:
    """7.7 The points by stack in the wave that is being filled."""
    tops = [stack[-1] for stack in frames_of(view) if stack]
    wave = next(
        (top["wave"] for top in tops if "wave" in top and top["procedure"] in ("wave_plan", "special_wave")), None
    )
    result = view["arrays"]
    sent: Counter[str] = Counter()
    for flight, flies in result.get("flight_wave", {}).items():
        if wave is not None and flies == wave:
            sent[result["flight_stack"][flight] or ""] += result["flight_points"][flight]
    return sent


def frames_of(view: View) -> list[list[GameFrame]]:
    """The frames of the viewer; the last frame asks the question."""
    frames = view["frames"]
    return [*frames[-1].get("stacks", {}).values(), frames] if frames else []


def subject(view: View, rules: Rules) -> str:
    """The subject of the open question, if it names one: a unit, a force, points at a base, a hex."""
    tops = [stack[-1] for stack in frames_of(view) if stack]
    about: Mapping[str, object] = tops[0] if tops else {}
    return ", ".join(
        said for name, words in SUBJECTS.items() if about.get(name) is not None and (said := words(about[name]))
    )


def _units(named: str | list[str]) -> str:
    units = [named] if isinstance(named, str) else named
    return ", ".join(map(names.unit, units)) if len(units) <= MAX_NAMED else ""


MAX_NAMED = 8
"""With more ground units than this, a question names none."""
SUBJECTS: dict[str, Callable[[Any], str]] = {
    "unit": names.unit,
    "units": _units,
    "force": names.force,
    "subron": names.subron,
    "ship": names.name_of,
    "command": names.command,
    "deck": names.base,
    "base": names.base,
    "stack": names.stack,
    "mission": lambda mission: f"on {names.plain(mission)}",
    "to": lambda hex: f"to {names.place(hex)}",
    "where": lambda hex: f"at {names.place(hex)}",
    "contact": names.force,
}
"""The possible subjects of a question, by the name of its field, in words."""
