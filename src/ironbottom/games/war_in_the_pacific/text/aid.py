"""The player aid of War in the Pacific."""

from __future__ import annotations

from ironbottom.engine.rules.player_aid import AidTable, PlayerAid, TurnGuide
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.information.view_types import View
from ironbottom.games.war_in_the_pacific.pieces import SCENARIO_CASE, SCENARIOS
from ironbottom.games.war_in_the_pacific.rules.sequence import PHASES, GameTurn
from ironbottom.games.war_in_the_pacific.rules.turn.terminal_segment import BREAKOFF
from ironbottom.games.war_in_the_pacific.scenarios.burma.turn import BurmaTurn
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.turn import GuadalcanalTurn
from ironbottom.games.war_in_the_pacific.scenarios.leyte.turn import LeyteGameTurn, LeyteTurn
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.turn import AdvancedTurn
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.games.war_in_the_pacific.text.phrasing import PHRASING

BURMA = "44"
_PHASES = range(1, PHASES + 1)
_START = ("deployment", "submarines_ready", "cards", "initiative", "dummies", "calls")
_END = ("recover", "repair", "lanes", "merchants", "shortening", "end_or_go_on")
_STRATEGIC = ("strategic", "reinforcements", "cargo", "pipelines", "planning", "next_turn")


_STEPS = PHRASING.steps()
_GROUND, _TERMINAL = _STEPS("ground", "4.13"), _STEPS("end", "18.1")
_AT_SEA = TurnGuide(
    *(GameTurn, LeyteTurn, LeyteGameTurn, GuadalcanalTurn, AdvancedTurn),
    steps=(
        (_STEPS("start", "4.2"), _START),
        (_STEPS("air", "4.11"), tuple(f"air_{phase}" for phase in _PHASES)),
        (_STEPS("naval", "4.12"), tuple(f"naval_{phase}" for phase in _PHASES)),
        (_GROUND, ("ground",)),
        (_STEPS("supply", "25.3"), ("supply", "works", "supply_orders", "air_attrition")),
        (_TERMINAL, _END),
        (_STEPS("strategic", "13.3"), _STRATEGIC),
    ),
)
_ASHORE = TurnGuide(
    BurmaTurn,
    steps=(
        (_STEPS("start_in_burma", "4.2", step="start"), _START),
        (
            _STEPS("air_in_burma", "4.11", step="air"),
            tuple(f"{kind}_{phase}" for phase in _PHASES for kind in ("air", "naval")),
        ),
        (_GROUND, ("ground",)),
        (_STEPS("supply_in_burma", "25.3", step="supply"), ("income", "supply", "quarters", "air_attrition")),
        (_TERMINAL, _END),
        (_STEPS("arrivals", "44.7", step="strategic"), ("reinforcements", "plans", "next_turn")),
    ),
)
_WORTH = {
    "mechanized_point": "Mechanized point",
    "ground_point": "Ground point",
    "engineers": "Engineers",
    "logistic_unit": "Logistic unit",
    "air_untrained": "Air Point, untrained",
    "air_trained": "Air Point, trained",
    "air_carrier": "Air Point, carrier",
    "carrier": "Carrier",
    "warship": "Other warship",
    "ms": "Merchant shipping",
    "apb": "Transport, APB",
    "sf": "Service force",
    "sub_point": "Sub Point",
    "major_port": "Major port",
    "minor_port": "Minor port",
    "airbase": "Airbase",
    "center": "Center",
}
_PER = {
    "point": "a point",
    "unit": "each",
    "level": "a level",
    "level_and_air_capacity": "a level of damage or Air Point of capacity",
    "level_and_defence": "a level of damage and point of Defence",
    "level_and_load": "a level of damage and point of load",
    "cargo": "a point of Cargo Capacity",
}


def aid(rules: Rules, view: View) -> PlayerAid:
    """The player aid with the figures in force.

    >>> from ironbottom import get_game
    >>> state = get_game("witp").new("burma")
    >>> aid(state.rules, state.view("japan")).here
    'start'
    """
    case = SCENARIO_CASE[SCENARIOS.index[view["scenario"]]]
    ashore = case == BURMA
    guide = _ASHORE if ashore else _AT_SEA
    levels = [row for row in rules.facts.table(tables.VICTORY_LEVELS).values() if row.scenario == case]
    row = rules.facts.table(tables.SCENARIO_TABLE)[case]
    lead = rules.options[BREAKOFF]
    ends = f" A lead of {lead} unit points at the end of a turn wins at once." if row.breakoff else ""
    return PlayerAid(
        goal=f"Lead in Victory Points after {row.turns} Game-Turns. They count enemy losses and captured places.{ends}",
        goal_clause=levels[0].case if levels else "47.1",
        steps=guide.steps,
        here=guide.here(view),
        scores=AidTable(
            "Levels of victory",
            ("Lead in points", "Level"),
            tuple((_span(level.low, level.high), level.level.replace("_", " ")) for level in levels),
            clause=levels[0].case if levels else "47.1",
        ),
        tables=(
            _worth(rules),
            *((_speed(rules), _naval(rules), _weather(rules)) if not ashore else ()),
            _ground(rules),
            _walking(rules),
        ),
    )


def _span(low: int, high: int) -> str:
    if high >= 9_999:
        return f"over {low - 1}"
    return str(low) if low == high else f"{low} to {high}"


def _worth(rules: Rules) -> AidTable:
    rows = tuple(
        (_WORTH[name], f"{row.points} {_PER[row.per]}")
        for name, row in rules.facts.table(charts.VICTORY_POINTS).items()
    )
    return AidTable("Victory Points", ("What", "Points"), rows, clause="47.1")


def _speed(rules: Rules) -> AidTable:
    rows = tuple(
        (f"Class {row.speed}", str(row.mp_phase), str(row.mp_impulse), str(row.fuel))
        for row in rules.facts.table(charts.SPEED).values()
        if row.speed
    )
    costs = [row.mp for row in rules.facts.table(charts.MOVEMENT_COST).values()]
    note = f"A hex costs {costs[0]} Movement Points near the equator, {costs[-1]} in the far north."
    return AidTable("Speed", ("Speed", "A phase", "An impulse", "Fuel"), rows, note, "10.3")


def _naval(rules: Rules) -> AidTable:
    rows = []
    for row in rules.facts.table(charts.NAVAL_COMBAT_RESULTS).values():
        odds = f"{row.numerator}/{row.denominator}" if row.numerator else "less"
        rows.append((odds, *(str(getattr(row, f"die_{die}")) for die in range(1, 7))))
    note = "Damage Points against Defence, and a die roll, give levels of damage. Five or more sink a ship."
    return AidTable("Naval results", ("At least", *map(str, range(1, 7))), tuple(rows), note, "12.1")


def _weather(rules: Rules) -> AidTable:
    rows = tuple(
        (str(row.die), row.tropics, row.middle, row.north) for row in rules.facts.table(charts.WEATHER).values()
    )
    return AidTable("Weather", ("Die", "Tropics", "Middle", "North"), rows, clause="8.6")


def _ground(rules: Rules) -> AidTable:
    rows = []
    for row in rules.facts.table(charts.GROUND_CRT).values():
        who = f"{row.attack} to {row.defence}, {row.side}"
        rows.append((who, *(str(getattr(row, f"die_{die}")) for die in range(1, 7))))
    note = "Tenths of its strength that each side loses. The defender may have to retreat."
    return AidTable("Ground combat", ("Odds", *map(str, range(1, 7))), tuple(rows), note, "24.3")


def _walking(rules: Rules) -> AidTable:
    rows = tuple(
        (name.replace("_", " "), str(row.cost), str(row.shift or "none"), str(row.stacking))
        for name, row in rules.facts.table(charts.TERRAIN_EFFECTS).items()
    )
    walks = rules.facts.table(charts.GROUND_MOVEMENT)
    note = "Movement Points: " + ", ".join(f"{name} {row.points}" for name, row in walks.items()) + "."
    return AidTable("Terrain", ("Terrain", "Cost", "Shift", "Stacking"), rows, note, "22.1")
