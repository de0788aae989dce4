"""The player aid of Axis & Allies Pacific."""

from __future__ import annotations

from ironbottom.engine.rules.player_aid import AidTable, PlayerAid, TurnGuide
from ironbottom.games.axis_allies_pacific.data import tables
from ironbottom.games.axis_allies_pacific.information.view_types import View
from ironbottom.games.axis_allies_pacific.rules.sequence import Turn
from ironbottom.games.axis_allies_pacific.state_types import Rules
from ironbottom.games.axis_allies_pacific.text import text

_STEPS = text.PHRASING.steps()
_GUIDE = TurnGuide(
    Turn,
    steps=(
        (_STEPS("purchase", "4.2"), ("open", "purchase")),
        (_STEPS("land_cap", "6.1"), ("land_cap",)),
        (_STEPS("combat_moves", "7.1.1"), ("combat_moves",)),
        (_STEPS("combat", "8.1.1"), ("kamikaze", "combat")),
        (_STEPS("control", "9.1"), ("control",)),
        (_STEPS("regroup", "10.1"), ("regroup",)),
        (_STEPS("placement", "11.1"), ("placement",)),
        (_STEPS("surface", "12.1"), ("surface",)),
        (_STEPS("income", "13.1"), ("income", "victory", "next_turn")),
    ),
)


def aid(rules: Rules, view: View) -> PlayerAid:
    """The aid with the figures in force.

    >>> from ironbottom import get_game
    >>> state = get_game("aap").new()
    >>> aid(state.rules, state.view("japan")).here
    'purchase'
    """
    economies = rules.facts.table(tables.ECONOMY)
    lands = rules.facts.table(tables.LANDS)
    needed = view["points_needed"]
    rows = [
        (economies[name].name, lands[economies[name].capital].name, str(number))
        for name, number in view["production"].items()
    ]
    return PlayerAid(
        goal=f"Japan wins with {needed} victory points at the end of its turn, or by holding an enemy capital. "
        "The Allies win by taking Japan or by cutting its production to 9 IPC.",
        goal_clause="15.1",
        steps=_GUIDE.steps,
        here=_GUIDE.here(view),
        scores=AidTable(
            f"Victory points: {view['victory_points']} of {needed}",
            ("Economy", "Capital", "Production"),
            tuple(rows),
            "Each turn Japan scores 1 for every full 10 IPC that it collects.",
            "13.3",
        ),
        tables=(_units(rules), _movement(), _dice()),
    )


def _units(rules: Rules) -> AidTable:
    rows = []
    for unit in rules.facts.table(tables.UNITS).values():
        hits = f"{unit.hits}" if unit.hits else "never"
        rows.append((unit.name, f"{unit.cost}", f"{unit.attack}", f"{unit.defence}", f"{unit.move}", hits))
    note = "A unit hits with a die up to its attack or defence."
    return AidTable("Units", ("Unit", "IPC", "Attack", "Defence", "Move", "Hits"), tuple(rows), note, "5.2")


def _movement() -> AidTable:
    rows = (
        ("Ground unit", "stops in an enemy territory; a tank may go on from an empty one"),
        ("Ship", "stops where enemy ships or patrols are"),
        ("Submarine", "is stopped only by a destroyer"),
        ("Aircraft", "must be able to land afterwards; an air base of its side saves a step"),
        ("Transport", "two infantry, marines or artillery, or one tank or AA gun"),
        ("Carrier", "holds two fighters"),
    )
    return AidTable("Movement", ("Unit", "Rule"), rows, clause="7.1.1")


def _dice() -> AidTable:
    rows = (
        ("AA gun", "hits on 1, once at each attacking aircraft"),
        ("Attacking submarine", "fires first, unless an enemy destroyer is there"),
        ("Aircraft at submarines", "only beside a friendly destroyer"),
        ("Artillery", "adds 1 to one attacking infantry or marine"),
        ("Landing from a quiet zone", "each battleship and destroyer bombards once"),
        ("Retreat", "attackers only, after a combat round"),
    )
    return AidTable("Battles", ("Who", "Rule"), rows, clause="8.1.2")
