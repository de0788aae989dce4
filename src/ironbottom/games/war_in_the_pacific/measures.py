"""Statistics of a finished game for comparing players, and the reader of its events for stories."""

from __future__ import annotations

from ironbottom.engine.rules.features import EventReader, Measures
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS, FLOATS
from ironbottom.games.war_in_the_pacific.information.resample import as_seen
from ironbottom.games.war_in_the_pacific.information.view_types import Event, View
from ironbottom.games.war_in_the_pacific.pieces import (
    GROUND_TYPES,
    ROW_OF,
    SCENARIO_CASE,
    SCENARIOS,
    SHIPS,
    SIDE_OF_SHIP,
    SIDES,
)
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.rules.turn.victory_points import ground_worth, ship_worth
from ironbottom.games.war_in_the_pacific.scenarios.burma.cases import TOWNS
from ironbottom.games.war_in_the_pacific.state_types import Rules, State
from ironbottom.games.war_in_the_pacific.text.names import name_of, place, troops, turn
from ironbottom.games.war_in_the_pacific.turns import turn_number
from ironbottom.odds.fire import Shots


def running(view: View) -> dict[str, float]:
    """47.1, 8.5 The value of each side's lost ground units, air points and Sub Points, and its sunk ships."""
    result = {f"points for other units of {side}": float(view["losses"][side]) for side in SIDES.ids}
    return result | {f"ships of {side} sunk": float(len(ships)) for side, ships in sunk(view).items()}


def measure(view: View) -> dict[str, float]:
    """47.1 The ships that each side has lost, by class, and the value of its other losses, from an open view."""
    ships_of = load().table(tables.SHIPS)
    kinds = [ships_of[row].type for row in ROW_OF]
    result = running(view)
    for side, ships in sunk(view).items():
        for name, types in CLASSES.items():
            result[f"{name} of {side} sunk"] = float(sum(kinds[SHIPS.index[ship]] in types for ship in ships))
    return result | course(view)


CLASSES = {
    "carriers": CARRIERS,
    "battleships": ("BB", "BC"),
    "cruisers": ("CA", "CL"),
    "destroyer units": ("DD",),
    "transports": ("APB", "MS"),
}
"""The classes of ships that are counted, with their types. A destroyer unit stands for two ships."""


WATCHED = {"42": ("F1234",), "43": ("E2519",), "44": (*TOWNS, "A3210")}
"""42.42, 43.42, 44.43 The contested places: Midway; Guadalcanal; the towns of Burma, and Myitkyina. At Leyte, the
contested place is the Objective.
"""


def course(view: View) -> dict[str, float]:
    """45.42, 47.3 The length of the game, whether a Breakoff ended it, and the places that changed hands."""
    case = SCENARIO_CASE[SCENARIOS.index[view["scenario"]]]
    row = load().table(tables.SCENARIO_TABLE)[case]
    result = {
        "Game-Turns played": float(view["turn"] - turn_number(row.first_turn) + 1),
        "ended by a Breakoff": float(view["ending"] == "breakoff"),
    }
    changed = view["arrays"].get("control", {})
    for hex in WATCHED.get(case, ()):
        result[f"{place(hex)} changed hands"] = float(changed.get(hex) in SIDES.ids)
    if view["objective"] is not None:
        result["the Objective changed hands"] = float(changed.get(view["objective"]) in SIDES.ids)
    return result


LEVELS = ("decisive", "substantial", "marginal", terminal_segment.DRAW)
"""42.45, 44.44, 45.43 The levels of victory, the greatest first."""


def level(state: State) -> str:
    """42.45, 47.3 The level of victory reached in a game."""
    return terminal_segment.present_leader(state).level


MEASURES = Measures(measure, running, level=level, levels=LEVELS)


def sunk(view: View) -> dict[str, list[str]]:
    """1.3 The sunk ships of each side, which both sides know."""
    result: dict[str, list[str]] = {side: [] for side in SIDES.ids}
    for ship, position in view["arrays"].get("ship_at", {}).items():
        if position == "sunk":
            result[SIDES.ids[SIDE_OF_SHIP[SHIPS.index[ship]]]].append(ship)
    return result


OPEN = "open"
"""The view of everything, after the end."""
LEAD_IN = "Victory Points"
"""47.1 The unit of the lead."""
GROUND_COMBAT = "ground_battle"
OVER = ("battle_over", "attack", "attrition", "attacks_over", "marches_over")
"""Events that end a battle: later losses do not belong to the battle."""


class GameEventReader(EventReader):
    """Reads the events of a game: lost ships and ground units, and the hexes of battles."""

    lead_in = LEAD_IN

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.pieces = rules.pieces
        rows = rules.facts.table(tables.SCENARIO_TABLE).values()
        self.first_turns = frozenset(turn_number(row.first_turn) for row in rows)
        """4.1 Game-Turns before which sides only deploy."""
        self.kinds: dict[str, str] = {}
        """The types of lost ground units."""

    def opened(self, event: Event) -> int | None:
        """4.1 The number of the Game-Turn that begins."""
        return int(event["turn"]) if event["event"] == "turn_opened" else None

    def turn_title(self, number: int) -> str:
        """2.1 The date of a Game-Turn."""
        return turn(number)

    @property
    def lead_by_view(self) -> bool:
        """47.1 Points for damage, Air Points and places are not in the events."""
        return True

    def lead_in_view(self, view: View) -> float:
        """47.1 Japan's lead in Victory Points that the view shows, without hidden damage (1.3)."""
        state = as_seen(self.rules, view)
        if view["side"] != OPEN:
            shown = view["arrays"].get("damage", {})
            for ship, side in enumerate(SIDE_OF_SHIP):
                if SIDES.ids[side] != view["side"] and SHIPS.ids[ship] not in shown:
                    state.arrays[layout.DAMAGE][ship] = 0
        japan, allies = (terminal_segment.score(state, side).total for side in (JAPAN, ALLIES))
        return float(japan - allies)

    def lead(self, event: Event, before: float) -> float | None:
        """47.1 Views give the lead, so events do not change it."""
        return None

    def explains(self, event: Event) -> bool:
        """47.1 Views give the lead, so events do not explain it."""
        return False

    def lost(self, event: Event) -> list[str]:
        """12.1, 21.8 A ship that sinks, or a ground unit that is eliminated."""
        if event["event"] == "unit_lost":
            self.kinds[str(event["unit"])] = str(event["kind"])
            return [str(event["unit"])]
        return [str(event["ship"])] if event["event"] == "ship_sunk" else []

    def side_of(self, unit: str) -> str:
        """The side of a ship or a ground unit."""
        return SIDES.ids[SIDE_OF_SHIP[SHIPS.index[unit]]] if unit in SHIPS.index else unit.partition("_")[0]

    def title(self, name: str) -> str:
        """The name of a ship, a ground unit or the hex of a battle."""
        if name in self.kinds:
            return troops(self.kinds[name])
        return name_of(name) if name in SHIPS.index else place(name)

    def unit_value(self, unit: str) -> float:
        """47.1, 21.8 The Victory Points of a sunk ship or an eliminated ground unit."""
        if unit not in SHIPS.index:
            return float(ground_worth(self.pieces.ground[GROUND_TYPES.index[self.kinds[unit]]]))
        ship = self.pieces.ships[SHIPS.index[unit]]
        return float(ship_worth(self.pieces.charts, ship, FLOATS + 1, self.pieces.options["sf_points"]))

    def battle(self, event: Event) -> str | None:
        """11.3, 11.6, 24.3 The hex of a naval or land battle, until it ends."""
        if event["event"] in ("battle", GROUND_COMBAT):
            return str(event["at"])
        return "" if event["event"] in OVER else None

    def shots(self, event: Event) -> Shots | None:
        """11.4 Empty: fire is rolled by strength, not by hits, so its luck cannot be measured."""
        return None
