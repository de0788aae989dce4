"""Writes fights.json: parts of games as sides saw them, with the referee's board.

Run by `make_fixtures.py`. For Victory in the Pacific this is a first turn in which a chase off Hawaii comes before the
battle in Indonesia. The units in a battle are taken from the position before each fire, not from the log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from ironbottom.bots.registry import make_player
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.games.hold_fast.rolls import Roll
from ironbottom.server.views.log_text import log_with_text

LEFT_OUT = ("hidden", "clause")
VIEWED = ("options", "turn", "damage", "air_loss", "raiding", "marked", "naming", "battle", "units", "frames", "flags")
FIGHTS = ("battle", "air_raid", "action", "flight", "chase")
FIGHT = ("victory_in_the_pacific", 1, {"japan": "ensign", "allies": "random"}, 1)
DICE = {
    "pf": ("pacific_fury", 3, {"japan": "ensign", "allies": "ensign"}, 1),
    "hf": ("hold_fast", 3, {"japan": "ensign", "allies": "random"}, 1),
}


def trimmed_entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry without the fields that the page does not read."""
    kept: dict[str, Any] = {name: entry[name] for name in ("seq", "act", "side", "auto", "taken") if name in entry}
    kept["dice"] = [die for die in entry.get("dice", ()) if die[2] != Roll.DEALING_BLOCKS]
    events = [{k: v for k, v in event.items() if k not in LEFT_OUT} for event in entry.get("events", ())]
    return kept | {"events": [event | {"clause": ""} for event in events if event["event"] != "mixed"]}


def there(view: dict[str, Any]) -> list[str]:
    """The units that may be in the current battle, by position: all units in its sea area and in a raided harbour."""
    frames = [frame for frame in view["frames"] if frame["procedure"] in FIGHTS]
    named = {
        unit for frame in frames for part in ("units", "ships", "group", "flees") for unit in frame.get(part) or ()
    }
    spots = {frame.get(part) for frame in frames for part in ("area", "place")} - {None}
    standing = {unit for side in view["units"].values() for spot in spots for unit in side.get(spot, ())}
    return sorted(named | standing)


def procedure(view: dict[str, Any]) -> str:
    return str(view["frames"][-1]["procedure"]) if view["frames"] else ""


def moment(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the fields that the battle board does not read: future arrivals, and units in distant ports."""
    kept = {name: view[name] for name in VIEWED if name in view}
    return kept | {
        "units": {
            side: {spot: units for spot, units in own.items() if not spot.startswith(("due_", "garrison"))}
            for side, own in view["units"].items()
        }
    }


def fights() -> dict[str, Any]:
    """The first turn of Victory in the Pacific, with the possible units of each battle with dice."""
    name, seed, players, turns = FIGHT
    match = Match("vitp", dice=SeededDice(seed))
    sides = {side: make_player(match.rules, player, side, seed) for side, player in players.items()}
    entries: list[dict[str, Any]] = []
    shots = []
    while match.state.view("public")["turn"] <= turns:
        side = match.decisions()[0].side
        before = match.state.view("public")
        known = len(match.log("public"))
        match.submit(side, sides[side].choose(match.offer(side)))
        fresh = match.log("public")[known:]
        entries = [trimmed_entry(entry) for entry in log_with_text(match, "public", 0)]
        after = match.state.view("public")
        fired = any(event["event"] in ("fired", "torpedoed") for entry in fresh for event in entry.get("events", ()))
        opens = procedure(after) == "targeting" != procedure(before)
        if fired or opens:
            shots.append(
                {
                    "seq": entries[-1]["seq"],
                    "fired": fired,
                    "there": there(before if fired else after),
                    "view": moment(after),
                }
            )
    pieces = import_module(f"ironbottom.games.{name}.text.page").pieces(match.rules)
    return {"pieces": pieces, "entries": entries, "shots": shots}


def dice(game: str) -> dict[str, Any]:
    """A turn of a game with every die that was seen by a side."""
    name, seed, players, turns = DICE[game]
    match = Match(game, dice=SeededDice(seed))
    sides = {side: make_player(match.rules, player, side, seed) for side, player in players.items()}
    while not match.over and match.state.view("public")["turn"] <= turns:
        side = match.decisions()[0].side
        match.submit(side, sides[side].choose(match.offer(side)))
    pieces = import_module(f"ironbottom.games.{name}.text.page").pieces(match.rules)
    rolled = [trimmed_entry(entry) for entry in log_with_text(match, "japan", 0)]
    return {"pieces": pieces, "entries": [entry for entry in rolled if entry["dice"]]}


if __name__ == "__main__":
    written = {"vitp": fights(), **{game: dice(game) for game in DICE}}
    Path(__file__).with_name("fights.json").write_text(json.dumps(written, separators=(",", ":")) + "\n")
