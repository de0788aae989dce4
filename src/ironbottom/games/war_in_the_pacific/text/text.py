"""Texts: the log, the names of the choices, the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from ironbottom.engine.rules.features import Wording
from ironbottom.engine.rules.past_names import UNKNOWN_NAME, CounterNames, NameChange, NameFormatter, NameLookup
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.view_types import Event, View
from ironbottom.games.war_in_the_pacific.pieces import SCENARIOS, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.rules.turn.terminal_segment import DRAW, Standing
from ironbottom.games.war_in_the_pacific.state import LAYOUT, REST, UNIT_AT, UNIT_TYPE
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.games.war_in_the_pacific.text import names
from ironbottom.games.war_in_the_pacific.text.board import PARTS, board
from ironbottom.games.war_in_the_pacific.text.combined_events import combined
from ironbottom.games.war_in_the_pacific.text.names import name_of, place
from ironbottom.games.war_in_the_pacific.text.phrasing import PHRASING
from ironbottom.games.war_in_the_pacific.text.viewer_information import order_summary, subject

__all__ = [
    "PARTS",
    "PHRASING",
    "TEXT",
    "board",
    "by_name",
    "combined",
    "first_names",
    "name",
    "namings",
    "order_summary",
    "subject",
    "tell",
    "why_won",
]

LONG_BOARD = True
"""The board has up to a hundred paragraphs."""
ALIASES = {"take": "assign"}
"""Additional words for verbs."""
PLACED = frozenset({"available", "worn"})
"""Events that only the owner of a headquarters sees; their sentences say where the headquarters was."""
STANDS = "{} at"
"""The key under which a unit's place is stored among earlier names."""


tell, name = PHRASING.event, PHRASING.choice


def why_won(standing: Standing, *, broken_off: bool, case: str = "42.45") -> str:
    """42.45, 45.43, 47.3 The end of a game in words: the lead and the level of victory by a case, or the Breakoff."""
    if broken_off:
        return "a Strategic Breakoff was forced, a Decisive Victory (47.3)"
    if standing.leader < 0:
        return f"neither side leads in Victory Points: a draw ({case})"
    lead = f"a lead of {count(standing.lead, 'Victory Point')}"
    if standing.level == DRAW:
        return f"{lead} is a draw ({case})"
    return f"{lead}, a {standing.level.capitalize()} Victory ({case})"


MARKS = {
    "rules": "from the booklet",
    "found": "found in published material",
    "derived": "derived from the booklet",
    "recalled": "from memory",
    "reconstructed": "our reconstruction",
}
"""The source of a clause or figure, in the words of a refusal."""


def known(marks: Sequence[str]) -> str:
    """The source of a clause, in words.

    >>> known(("rules", "reconstructed"))
    'from the booklet, and our reconstruction'
    """
    return ", and ".join(MARKS[mark] for mark in marks)


def _moves(event: Event) -> list[NameChange]:
    """The place where an event leaves each ground unit that it names: a hex, or a ship."""
    to = event["way"][-1] if event["event"] == "marched" else _moved_to(event)
    return [NameChange(STANDS.format(unit), None, to) for unit in event.get("units", (event.get("unit"),)) if to]


def _moved_to(event: Event) -> str | None:
    """The field that holds the destination, in events that move ground units, except marches."""
    match event["event"]:
        case "flown_to" | "lifted" | "retreated" | "advanced":
            return event["to"]
        case "landed" | "dropped" | "raised" | "staff_set_up":
            return event["at"]
        case "aboard":
            return event["ship"]
    return None


def namings(event: Event) -> list[NameChange]:
    """The new type and the new place of ground units in an event, since their counters are used again."""
    return [*_kinds(event), *_moves(event)]


def _kinds(event: Event) -> list[NameChange]:
    """The change of a counter's type in an event, since counters are used again.

    >>> _kinds({"event": "unit_lost", "unit": "japan_unit_3", "kind": "jp_7_3", "at": "A2913"})
    [NameChange(thing='japan_unit_3', before='jp_7_3', after='')]
    """
    result = event["event"]
    if result in ("landed", "moved_before"):
        return [NameChange(event["unit"], event["kind"], event["kind"])]
    if result in ("raised", "reduced", "rebuilt", "made_whole", "staff_set_up"):
        return [NameChange(event["unit"], None, event["kind"])]
    if result == "unit_lost":
        return [NameChange(event["unit"], event["kind"], UNKNOWN_NAME)]
    return [NameChange(event["unit"], None, UNKNOWN_NAME)] if result == "broken_down" else []


def first_names(view: View, rules: Rules) -> Callable[[str], str | None]:
    """The type of a counter's ground unit at the start of the scenario.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> state = WarInThePacific().new(scenario="burma")
    >>> first_names(state.view("allies"), state.rules)("japan_unit_1")
    'jp_7_3'
    """
    started = cache(lambda: at_start(rules.pieces, SCENARIOS.index[view["scenario"]]).arrays)
    kinds = LAYOUT.arrays[UNIT_TYPE].kind

    def first(name: str) -> str | None:
        return str(kinds.write(started()[UNIT_TYPE][UNITS.index[name]]) or "") if name in UNITS.index else None

    return first


def by_name(view: View, rules: Rules) -> NameFormatter:
    """Names for the ground units of a view in sentences: the type, and the place if it is wanted.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> state = WarInThePacific().new(scenario="burma")
    >>> by_name(state.view("allies"), state.rules)("Japanese ground unit 1 marches.", True)
    'Japanese infantry division (7-3) at Mawlaik (Chindwin) (A2913) marches.'
    """
    started = cache(lambda: at_start(rules.pieces, SCENARIOS.index[view["scenario"]]).arrays)

    def begun(array: int, name: str) -> str:
        return str(LAYOUT.arrays[array].kind.write(started()[array][UNITS.index[name]]) or "")

    def seen(array: int, name: str) -> str:
        result = view["arrays"].get(LAYOUT.arrays[array].name)
        return str(result[name] or "") if isinstance(result, dict) and name in result else begun(array, name)

    def name_of_unit(name: str, placed: bool, stood: str | None = None) -> str:
        # A view has no type for a unit that is gone; its name is that of its type at the start of the scenario.
        kind = (seen(UNIT_TYPE, name) or begun(UNIT_TYPE, name)) if name in UNITS.index else ""
        hex = seen(UNIT_AT, name) if placed and kind and name not in view["out_of_sight"] else ""
        hex = hex if stood is None or not placed else stood
        if not kind:
            return ""
        if hex in SHIPS.index:
            return f"{names.troops(kind)} aboard {name_of(hex)}"
        carried = seen(REST, name) if hex in NUMBER else ""
        less = f" less {carried}" if carried else ""
        return f"{names.troops(kind)}{less} at {place(hex)}" if hex in NUMBER else names.troops(kind)

    def name_then(name: str, placed: bool, then: NameLookup | None) -> str:
        kind = then(name) if then else None
        stood = then(STANDS.format(name)) if then and placed else None
        return name_of_unit(name, placed, stood) if kind is None else kind and names.troops(kind)

    return lambda text, placed, then=None: names.with_unit_names(text, lambda name: name_then(name, placed, then))


TEXT = Wording(
    board,
    parts=PARTS,
    long_board=LONG_BOARD,
    aliases=ALIASES,
    subject=subject,
    progress=order_summary,
    combined=combined,
    counters=CounterNames(by_name, namings, first_names, PLACED),
)
