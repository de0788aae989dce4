"""Writes vitp_turns.json: a game of Victory in the Pacific as a side saw it, and the changes of each turn on the board.

Run by `make_fixtures.py`. The changes are computed from the positions before and after each turn, not from the log, so
that the page's summary of a turn can be compared with them.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.games.victory_in_the_pacific import GAME
from ironbottom.games.victory_in_the_pacific.text.page import pieces

SEED = 14
OPTIONS = {"last_turn": "9"}
KEPT = {
    *("turn_opened", "flag_set", "points_scored", "captured", "game_ended"),
    *("lost", "arrival_lost", "damaged", "bottomed", "repaired"),
    *("arrived", "returned", "from_the_yards", "withdrawn", "to_the_yards", "sent_west"),
}
"""The events used in a summary."""
GONE = ("lost", "return_", "withdrawn")


def stands(view: dict[str, Any]) -> dict[str, str]:
    """The place of each unit."""
    return {unit: spot for side in view["units"].values() for spot, units in side.items() for unit in units}


def off_map(spot: str) -> bool:
    return spot.startswith(("due_", *GONE))


def turn_changes(before: dict[str, Any], after: dict[str, Any], between: set[str]) -> dict[str, Any]:
    """The changes between two moments, before a turn and at its end.

    Units that were on the map in between may have arrived and left again.
    """
    was, now = stands(before), stands(after)
    stood = between.union(u for u in now if not off_map(was[u]) or not off_map(now[u]))
    return {
        "turn": before["turn"],
        "lead": after["points_of_control"],
        "flags": after["flags"],
        "lost": sorted(u for u, s in now.items() if s.startswith(("lost", "return_")) and u in stood),
        "withdrawn": sorted(u for u, s in now.items() if s == "withdrawn" and was[u] != "withdrawn"),
        "places": {place: side for place, side in after["places"].items() if side != before["places"][place]},
        "damage": after["damage"],
        "came": sorted(u for u in now if off_map(was[u]) and u in stood),
        "hurt": sorted(u for u, n in after["damage"].items() if n > before["damage"].get(u, 0)),
    }


def written() -> dict[str, Any]:
    """The log of a game between random players, and each turn's changes."""
    match = Match(GAME.rules(OPTIONS), dice=SeededDice(SEED))
    dealt = random.Random(SEED)
    turns, opening = [], match.state.view("public")
    between: set[str] = set()
    last = opening
    while not match.over:
        side = match.decisions()[0].side
        match.submit(side, match.offer(side).choices.sample(dealt))
        view = match.state.view("public")
        if view["turn"] != last["turn"] or match.over:
            turns.append(turn_changes(opening, view, between))
            opening, between = view, set()
        between.update(unit for unit, spot in stands(view).items() if not off_map(spot))
        last = view
    entries = []
    for entry in match.log("public"):
        events = [{k: v for k, v in e.items() if k not in ("text", "clause")} for e in entry.get("events", ())]
        kept = [event | {"text": ""} for event in events if event["event"] in KEPT]
        if kept:
            entries.append({"seq": entry["seq"], "act": entry["act"], "events": kept})
    return {
        "pieces": pieces(match.rules),
        "view": {"turn": last["turn"], "forecast": last["forecast"]},
        "entries": entries,
        "turns": turns,
    }


if __name__ == "__main__":
    Path(__file__).with_name("vitp_turns.json").write_text(json.dumps(written(), separators=(",", ":")) + "\n")
