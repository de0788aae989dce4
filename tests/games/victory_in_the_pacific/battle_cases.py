"""Fights at the table: the rows of a case played choice by choice, with the dice in the order of rolling."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from tests.games.victory_in_the_pacific.rule_tester import ABBREVIATIONS, Event, RuleTester, only, side_of

RETURNS = tuple(f"return_{turn}" for turn in range(1, 10))


def rows(text: str) -> list[dict[str, str]]:
    """The rows of a comma-separated table; its first line names the columns."""
    return list(csv.DictReader(io.StringIO(text.strip())))


def at_sea(area: str, units: str, **fields: Any) -> RuleTester:
    """A table at the beginning of combat, with units (``kongo``, or ``kongo:2`` with damage) in a sea area."""
    named = [unit.partition(":") for unit in units.split("|")]
    damage = {unit: int(points) for unit, _, points in named if points}
    where = {ABBREVIATIONS[area]: [unit for unit, _, _ in named], **fields.pop("more", {})}
    given = {"turn": 6, "step": "combat", "units": where, "damage": damage | fields.pop("damage", {}), **fields}
    return RuleTester(**given)


def dice_of(text: str) -> list[int]:
    """The dice of a cell in order: ``4|6:2`` is 4, 6 and the damage die 2."""
    return [int(die) for die in text.replace(":", "|").split("|") if die]


def mark(event: Event) -> str:
    """The mark on the target of a firing unit, as the cases write it."""
    parts = ["dis"] * event["disabled"] + [f"+{event['damage']}"] * bool(event["damage"])
    return " ".join(parts) or "-"


def pick(table: RuleTester, japan: str, allies: str, dice: Sequence[int] = ()) -> list[Event]:
    """7.3 Both sides choose the action that they want."""
    events = table.act("japan", japan)
    return events + table.act("allies", allies, dice=dice)


def shoot(table: RuleTester, fired: Sequence[dict[str, str]]) -> list[Event]:
    """One side chooses these targets, keeps the rest, and fires; the marks must be those of the rows."""
    side = side_of(fired[0]["firer"])
    dice = [die for row in fired for die in dice_of(row["dice"])]
    events: list[Event] = []
    for row in fired:
        left = {choice[1] for choice in table.offered("fire")}
        last = left == {row["firer"]}
        events += table.act(side, "fire", row["firer"], row["target"], dice=dice if last else ())
    if not last:
        events += table.act(side, "done", dice=dice)
    assert [(e["unit"], e["target"], mark(e)) for e in only(events, "fired")] == [
        (row["firer"], row["target"], row["mark"]) for row in fired
    ]
    return events


def action(table: RuleTester, fight: Sequence[dict[str, str]]) -> list[Event]:
    """Both sides fire as in the rows, Japan first; a side without rows does not fire."""
    events: list[Event] = []
    for side in ("japan", "allies"):
        if table.step == "announcement":
            events += table.act("allies", "done")
        mine = [row for row in fight if row["kind"] != "end" and side_of(row["firer"]) == side]
        if mine:
            events += shoot(table, mine)
        elif table.step == "targeting" and table.to_act == side:
            events += table.act(side, "done")
    return events


def unit_state(table: RuleTester, unit: str) -> str:
    """The state of a unit, as the cases write it: a number, ``home n``, ``bottom n`` or ``sunk``."""
    place, damage = table.where(unit), table.damage(unit)
    if place == "lost" or place in RETURNS:
        return "sunk"
    going = [frame["units"] for frame in table.now.get("frames", []) if frame["procedure"] == "way_home"]
    if any(unit in units for units in going):
        return f"home {damage}"
    if place in ABBREVIATIONS.values():
        return str(damage)
    armor = table.match.rules.facts.table("units")[unit].armor
    return f"bottom {damage}" if armor is not None and damage > armor else f"home {damage}"


def ends(table: RuleTester, fight: Sequence[dict[str, str]], in_port: bool = False) -> None:
    """The units listed in the rows at the end of an action are in that state."""
    for row in fight:
        if row["kind"] == "end":
            result = unit_state(table, row["firer"])
            assert (result.removeprefix("home ") if in_port else result) == row["mark"], row["firer"]


def return_units(table: RuleTester, **places: str) -> list[Event]:
    """Returns units: those named to their places, all others to the first one offered."""
    events: list[Event] = []
    while table.step == "way_home":
        unit, place = next(choice[1:] for choice in table.offered("go"))
        events += table.act(table.to_act, "go", unit, places.get(unit, place))
    return events
