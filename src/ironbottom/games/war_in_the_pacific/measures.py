"""What is measured of a game that is over, for comparing players, and how its story is read from its events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.pieces import ROW_OF, SHIPS, SIDE_OF_SHIP, SIDES, Pieces
from ironbottom.games.war_in_the_pacific.rules import terminal
from ironbottom.games.war_in_the_pacific.rules.damage import CARRIERS, FLOATS
from ironbottom.games.war_in_the_pacific.rules.victory import ship_worth
from ironbottom.games.war_in_the_pacific.turns import turn_number
from ironbottom.games.war_in_the_pacific.words.names import name_of, place, turn
from ironbottom.odds.fire import Shots


def running(view: Mapping[str, Any]) -> dict[str, float]:
    """47.1, 8.5 What each side has lost in ground units, air points and Sub Points, and its ships that are sunk."""
    told = {f"points for other units of {side}": float(view["losses"][side]) for side in SIDES.ids}
    return told | {f"ships of {side} sunk": float(len(ships)) for side, ships in sunk(view).items()}


def measure(view: Mapping[str, Any]) -> dict[str, float]:
    """47.1 The ships and carriers that each side has lost, and what each has lost of other units, of an open view."""
    ships_of = load().table(tables.SHIPS)
    kinds = [ships_of[row].type for row in ROW_OF]
    told = running(view)
    for side, ships in sunk(view).items():
        told[f"carriers of {side} sunk"] = float(sum(kinds[SHIPS.index[ship]] in CARRIERS for ship in ships))
    return told


LEVELS = ("decisive", "substantial", "marginal", terminal.DRAW)
"""42.45, 44.44, 45.43 The levels of victory, the greatest first."""


def level(state: State) -> str:
    """42.45, 47.3 The level of victory to which a game has come."""
    return terminal.standing(state).level


def sunk(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """1.3 The ships of each side that are sunk, which all know."""
    found: dict[str, list[str]] = {side: [] for side in SIDES.ids}
    for ship, at in view["arrays"].get("ship_at", {}).items():
        if at == "sunk":
            found[SIDES.ids[SIDE_OF_SHIP[SHIPS.index[ship]]]].append(ship)
    return found


LEAD_IN = "ships sunk"
"""47.1 What is told of the lead on the way: the rest scores as the game ends."""


class Chronicle:
    """How the events of a game are read: ships that sink, and the hexes in which is fought."""

    lead_in = LEAD_IN

    def __init__(self, rules: Rules) -> None:
        self.pieces: Pieces = rules.pieces
        self.lead_of_japan = 0.0
        rows = rules.facts.table(tables.SCENARIO_TABLE).values()
        self.first_turns = frozenset(turn_number(row.first_turn) for row in rows)
        """4.1 Game-Turns before which sides only deploy."""

    def opened(self, event: Mapping[str, Any]) -> int | None:
        """4.1 The Game-Turn that opens, by the number that a view tells: it is called by its date."""
        return int(event["turn"]) if event["event"] == "turn_opened" else None

    def turn_title(self, number: int) -> str:
        """2.1 The date by which a Game-Turn is called."""
        return turn(number)

    def lead(self, event: Mapping[str, Any]) -> float | None:
        """47.1 By how much Japan leads in points for ships that are sunk, after each that sinks."""
        for ship in self.lost(event):
            self.lead_of_japan += self.worth(ship) * (-1 if self.side_of(ship) == SIDES.ids[JAPAN] else 1)
            return self.lead_of_japan
        return None

    def lost(self, event: Mapping[str, Any]) -> list[str]:
        """12.1 A ship that sinks."""
        return [str(event["ship"])] if event["event"] == "ship_sunk" else []

    def side_of(self, unit: str) -> str:
        """The side of a ship."""
        return SIDES.ids[SIDE_OF_SHIP[SHIPS.index[unit]]]

    def title(self, name: str) -> str:
        """What a ship or the hex of a battle is called."""
        return name_of(name) if name in SHIPS.index else place(name)

    def worth(self, unit: str) -> float:
        """47.1 What a sunk ship scores."""
        ship = self.pieces.ships[SHIPS.index[unit]]
        return float(ship_worth(self.pieces.charts, ship, FLOATS + 1, self.pieces.options["sf_points"]))

    def battle(self, event: Mapping[str, Any]) -> str | None:
        """11.3, 11.6 The hex in which ships fight, until the battle is over."""
        if event["event"] == "battle":
            return str(event["at"])
        return "" if event["event"] == "battle_over" else None

    def shots(self, event: Mapping[str, Any]) -> Shots | None:
        """11.4 Fire is rolled by strengths, not by hits: nothing is counted of its luck."""
        return None
