"""Writes vitp_odds.json, the odds of Victory in the Pacific as the game computes them, for the page's tests to compare.

Run by `make_fixtures.py`.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from ironbottom import get_game
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.odds import fights as odds
from ironbottom.games.victory_in_the_pacific.odds import islands as odds_islands
from ironbottom.games.victory_in_the_pacific.odds import pursuits as odds_pursuits
from ironbottom.games.victory_in_the_pacific.odds.sighting import sighting
from ironbottom.games.victory_in_the_pacific.pieces import (
    ACTIONS,
    ALLIES,
    AMPHIBIOUS,
    JAPAN,
    SHIPS,
    SIDES,
    SUBMARINES,
    UNITS,
    UNITS_OF_SIDE,
)
from ironbottom.games.victory_in_the_pacific.rules.fire import open_targets, shooters
from ironbottom.games.victory_in_the_pacific.text.page import pieces

SEED = 7
AREA = "coral_sea"
LATE = {"last_turn": "9", "us_battleship_bonus": "on"}
LOSSES = ({"airstrike_losses": "on"}, {"airstrike_losses": "on", "air_unit_losses": "none"})
EACH = 24
ALL_UNITS = (1 << len(UNITS)) - 1


def fleets(dealt: random.Random, rules: Rules, turn: int, kinds: int, most: int) -> State:
    """Some units of both sides at sea in one area, some of them damaged."""
    chosen = [
        unit
        for side in (JAPAN, ALLIES)
        for unit in dealt.sample(members(UNITS_OF_SIDE[side] & kinds & ~SUBMARINES), dealt.randint(1, most))
    ]
    armor = {unit: rules.pieces.armor[unit] or rules.pieces.defence[unit] for unit in chosen}
    damage = {UNITS.ids[unit]: dealt.randint(0, most) for unit, most in armor.items() if dealt.random() < 0.4 and most}
    damage = {unit: points for unit, points in damage.items() if points and UNITS.index[unit] in chosen}
    position = {
        "game": "victory_in_the_pacific",
        "turn": turn,
        "step": "combat",
        "units": {AREA: [UNITS.ids[unit] for unit in chosen]},
        "damage": {u: p for u, p in damage.items() if SHIPS >> UNITS.index[u] & 1 or p < armor[UNITS.index[u]]},
        "places": {"australia": "allies", "guadalcanal": "japan"},
    }
    return get_game("vitp").read_position(rules, {k: v for k, v in position.items() if k != "game"})


def named(units: int) -> list[str]:
    return [UNITS.ids[unit] for unit in members(units)]


def there(state: State) -> tuple[int, int]:
    units = state.view("public")["units"]
    japan, allies = (sum(1 << UNITS.index[unit] for unit in units[side].get(AREA, ())) for side in SIDES.ids)
    return japan, allies


def view_parts(state: State) -> dict[str, Any]:
    """The parts of a view that the page's odds read."""
    view = state.view("public")
    kept = ("options", "turn", "damage", "air_loss")
    units = {side: {AREA: view["units"][side].get(AREA, [])} for side in SIDES.ids}
    return {name: view[name] for name in kept} | {"units": units, "naming": None, "frames": []}


def chases(dealt: random.Random, rules: Rules) -> list[dict[str, Any]]:
    """Groups of ships, their pursuers, and the survivors of an action of either kind, in total and ship by ship."""
    found = []
    for _ in range(EACH):
        state = fleets(dealt, rules, dealt.choice((4, 7, 9)), SHIPS | AMPHIBIOUS, 3)
        japan, allies = there(state)
        way = dealt.randrange(2)
        args = state.rules.pieces, state.cells, way, japan, allies
        found.append(
            {
                "view": view_parts(state),
                "way": ACTIONS.ids[way],
                "group": named(japan),
                "ships": named(allies),
                "whole": odds_pursuits.pursuit(*args)[0],
                "alone": odds_pursuits.pursuit(*args, [1 << unit for unit in members(japan)]),
            }
        )
    return found


def fights(dealt: random.Random, rules: Rules) -> list[dict[str, Any]]:
    """The targets that one side aims at, and the result for each target."""
    found = []
    for _ in range(EACH):
        state = fleets(dealt, rules, dealt.choice((4, 7, rules.pieces.last_turn)), ALL_UNITS, 4)
        sides = list(there(state))
        dealt.shuffle(sides)
        own, enemy = sides
        way, table = dealt.randrange(2), rules.pieces
        firing = members(shooters(table, state.cells, way, own))
        targets = members(open_targets(way, enemy, 0, enemy))
        aims = [(unit, dealt.choice(targets)) for unit in firing if targets]
        volunteers = sum(1 << unit for unit in firing if dealt.random() < 0.3) & SHIPS & UNITS_OF_SIDE[JAPAN]
        bonus = odds.kamikazes(table, state.cells, way, volunteers)
        fates = odds.round_fates(table, state.cells, way, aims, bonus=bonus)
        view = view_parts(state) | {"frames": [{"procedure": "action", "kamikazes": named(volunteers)}]}
        view["frames"].append({"procedure": "targeting", "way": ACTIONS.ids[way]})
        found.append(
            {
                "view": view,
                "aims": [(UNITS.ids[unit], UNITS.ids[target]) for unit, target in aims],
                "fates": {UNITS.ids[target]: fate[:4] for target, fate in fates.items()},
            }
        )
    return [case for case in found if case["aims"]]


def torpedoes(dealt: random.Random, rules: Rules) -> list[dict[str, Any]]:
    """The effect of a torpedo on each ship of a fleet."""
    state = fleets(dealt, rules, 7, SHIPS | AMPHIBIOUS, 9)
    return [
        {
            "view": view_parts(state),
            "target": UNITS.ids[unit],
            "fate": odds.torpedo_fate(state.rules.pieces, state.cells, unit)[:4],
        }
        for unit in members(sum(there(state)))
    ]


def raids(dealt: random.Random, rules: Rules) -> list[dict[str, Any]]:
    """Raids of two rounds on ships in port."""
    found = []
    for _ in range(EACH):
        unit = dealt.choice(members(SHIPS))
        before = dealt.randint(0, rules.pieces.armor[unit])
        shots, bonus = dealt.randint(1, 6), dealt.random() < 0.5
        fate = odds.raid_fate(rules.pieces, unit, before, [odds.volley_chances(shots, bonus)])
        chances = fate.sunk, fate.bottom, fate.damaged - fate.bottom, fate.unharmed
        found.append({"unit": UNITS.ids[unit], "before": before, "shots": shots, "bonus": bonus, "fate": chances})
    return found


def islands() -> list[dict[str, Any]]:
    """Landings by island combat."""
    cases = [((3,), ()), ((0,), ()), ((2, 1), ()), ((3, 3, 3), ()), ((3, 2), (4,)), ((4, 4), (3,)), ((2, 2), (1, 0))]
    return [
        {
            "invaders": ours,
            "holding": theirs,
            "japan": japan,
            "chance": odds_islands.base_fall_chance(ours, theirs, japan),
        }
        for ours, theirs in cases
        for japan in (True, False)
    ]


def written() -> dict[str, Any]:
    """Everything that the tests compare."""
    dealt, rules = random.Random(SEED), get_game("vitp").rules(LATE)
    seen = sighting([1, 2, 4, 8], 0b0011, 8, 0b0110)
    result = {
        "pieces": pieces(rules),
        "chases": chases(dealt, rules),
        "fights": [case for options in (LATE, *LOSSES) for case in fights(dealt, get_game("vitp").rules(options))],
        "torpedoes": torpedoes(dealt, rules),
        "raids": raids(dealt, rules),
        "islands": islands(),
        "rolls": [
            {"speeds": s, "arrive": odds.arrival_chances(s)} for s in ((4,), (8, 3), (5, 5, 6, 1), (2, 3, 4, 5, 6, 7))
        ],
        "sighting": {"each": seen.each, "number": seen.number},
    }
    return {name: rounded(part) for name, part in result.items()}


def rounded(data: Any) -> Any:
    """The same data with chances rounded to ten decimal places, so that they are equal on every machine."""
    if isinstance(data, float):
        return round(data, 10)
    if isinstance(data, dict):
        return {name: rounded(value) for name, value in data.items()}
    return [rounded(value) for value in data] if isinstance(data, (list, tuple)) else data


if __name__ == "__main__":
    Path(__file__).with_name("vitp_odds.json").write_text(json.dumps(written(), separators=(",", ":")) + "\n")
