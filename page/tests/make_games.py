"""Writes games.json, hold_fast.json and aap_game.json, the logs that the page's tests follow.

Run by `make_fixtures.py`.

Each log contains what one audience saw of a game, with the turn and the operations done, or the current step, after
every entry, as the referee counts them.
"""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ironbottom.bots.registry import make_player
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.server.match.history_states import HistoryStates
from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.storage.database import Store, StoredMatch
from ironbottom.server.storage.match_storage import StoredRecord

GAMES = ((3, "random"), (8, "random"), (5, "ensign"))
PACIFIC_GAMES = ((4, "ensign"),)
WAR_GAMES = ((6, "ensign"),)
WAR_OPTIONS = {"last_round": "3"}
LEFT_OUT = ("hidden", "clause")


def played(seed: int, player: str, game: str = "pf", **options: str) -> dict[str, Any]:
    """A whole game with the log of every audience and the count after each entry."""
    with TemporaryDirectory() as folder, Store(Path(folder) / "games.sqlite") as store:
        return _played(store, seed, player, game, options)


def _played(store: Store, seed: int, player: str, game: str, options: dict[str, str]) -> dict[str, Any]:
    kept, sink = StoredMatch("game", "", game, {}, "", "", {}), StoredRecord(store, "game")
    store.add_match(kept)
    match = Match(game, options=options, dice=SeededDice(seed), sink=sink)
    table = OpenMatch(kept, match, store, sink)
    table.store_due_snapshot()
    dealt = random.Random(seed)
    players = {side: make_player(match.rules, player, side, seed) for side in match.rules.sides.ids}
    while not match.over:
        side = match.decisions()[0].side
        offer = match.offer(side)
        chosen = offer.choices.sample_by_argument(dealt) if player == "random" else players[side].choose(offer)
        table.change(partial(match.submit, side, chosen))
    moments = HistoryStates(match.rules, match.header, sink)
    count = {act.seq: COUNTED[game](moments.after(act.seq).view("public")) for act in match.acts}
    return {"seed": seed, "logs": {eyes: logged(match, eyes, count) for eyes in (*match.rules.sides.ids, "public")}}


def counted(view: dict[str, Any]) -> list[int]:
    """The turn, and the number of its operations done."""
    operations = view["operations"]
    return [view["turn"], operations["done"] if operations["under_way"] else 0]


def step_in_hand(view: dict[str, Any]) -> list[int]:
    """The turn of Hold Fast, and the next step of its sequence."""
    return [view["turn"], view["frames"][0]["next"] if view["frames"] else 99]


def turn_in_hand(view: dict[str, Any]) -> list[int]:
    """Axis & Allies: the number of a side's turn, counted over all sides, and the next step of its sequence."""
    turn = 3 * (view["round"] - 1) + ("japan", "uk", "usa").index(view["active"]) + 1
    steps = [frame["next"] for frame in view["frames"] if frame["procedure"] == "turn"]
    return [turn, steps[0] if steps else 99]


COUNTED = {"pf": counted, "hf": step_in_hand, "aap": turn_in_hand}


def logged(match: Match, eyes: str, count: dict[int, list[int]]) -> dict[str, Any]:
    """The log of an audience, up to the last choice."""
    entries = [entry for entry in match.log(eyes) if entry["act"] in ("begin", "choice")]
    return {
        "entries": [trimmed(entry) for entry in entries],
        "counts": [count[match.act_number_of_entry(eyes, entry["seq"]) or 0] for entry in entries],
    }


def trimmed(entry: LogEntryView) -> dict[str, Any]:
    """An entry with the fields that the tests read."""
    kept: dict[str, Any] = {
        name: value for name, value in entry.items() if name in ("seq", "act", "side", "action", "auto", "taken")
    }
    if "events" in entry:
        kept["events"] = [
            {**{k: v for k, v in event.items() if k not in LEFT_OUT}, "text": ""} for event in entry["events"]
        ]
    return kept


def steps_only(game: dict[str, Any]) -> dict[str, Any]:
    """A game of Hold Fast with the data of its timeline, as Japan saw it."""
    result = game["logs"]["japan"]
    for entry in result["entries"]:
        for event in entry.get("events", ()):
            for field in set(event) - {"event", "side", "step", "turn", "text"}:
                del event[field]
    return {"seed": game["seed"], "logs": {"japan": result}}


if __name__ == "__main__":
    games = [played(seed, player) for seed, player in GAMES]
    Path(__file__).with_name("games.json").write_text(json.dumps(games, separators=(",", ":")) + "\n")
    pacific = [steps_only(played(seed, player, "hf")) for seed, player in PACIFIC_GAMES]
    Path(__file__).with_name("hold_fast.json").write_text(json.dumps(pacific, separators=(",", ":")) + "\n")
    war = [played(seed, player, "aap", **WAR_OPTIONS) for seed, player in WAR_GAMES]
    Path(__file__).with_name("aap_game.json").write_text(json.dumps(war, separators=(",", ":")) + "\n")
