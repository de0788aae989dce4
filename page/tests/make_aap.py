"""Writes aap_panels.json, the positions of Axis & Allies: Pacific that the tests of its panels follow.

Run by `make_fixtures.py`.

Each position contains what a side saw when it had to choose: the view, the choices and, in a battle, the log since the
battle began, with the odds of the choice.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from ironbottom.bots.registry import make_player
from ironbottom.engine.core.fields import members
from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.games.axis_allies_pacific.counts import nonzero
from ironbottom.games.axis_allies_pacific.derived.decks import room_by_zone
from ironbottom.games.axis_allies_pacific.odds.decisions import tables
from ironbottom.games.axis_allies_pacific.pieces import FIGHTER, FIRST_ZONE, FLIGHT, PIECES, PLACE_COUNT, PLACES
from ironbottom.games.axis_allies_pacific.state import FLYING, friendly_since_start
from ironbottom.games.axis_allies_pacific.text.page import pieces

SEEDS = (3, 11, 7)
MAX_ROUNDS = 3
ALOFT = ("combat_moves", "regroup")
"""The decisions stored while aircraft are in the air, with the places where each may land by the rules."""
ONCE = (*ALOFT, "purchase", "splitting", "aftermath", "submerging", "intercept")
KEPT = {**dict.fromkeys(ONCE, 1), "losses": 4}
"""The number of decisions of each sort that are stored per turn."""
LEFT_OUT = ("options", "corrections", "placed", "fired", "unloaded", "escaped", "quiet", "sailed_into", "game")


def played(seed: int) -> list[dict[str, Any]]:
    """The decisions of a game between computer players."""
    match = Match("aap", dice=SeededDice(seed))
    players = {side: make_player(match.rules, "ensign", side, seed) for side in match.rules.sides.ids}
    found: list[dict[str, Any]] = []
    kept: Counter[str] = Counter()
    while not match.over and match.view("public")["round"] <= MAX_ROUNDS:
        decision = match.decisions()[0]
        name = decision.procedure.name
        turn = f"{name} {match.view('public')['round']} {match.view('public')['active']}"
        if kept[turn] < KEPT.get(name, 0) and worth(match, decision.side, name):
            kept[turn] += 1
            found.append(decision_data(match, decision.side, name))
        match.submit(decision.side, players[decision.side].choose(match.offer(decision.side)))
    return found


def worth(match: Match, side: str, name: str) -> bool:
    """Whether the decision has choices for the panels that are shown at that decision."""
    if name in ALOFT:
        return len(landings(match.state)) > 1
    decision = match.state.decision(side)
    return name != "losses" or (decision is not None and len(decision.choices) > 2)


def landings(state: State) -> list[dict[str, Any]]:
    """7.4.2 The places where aircraft in the air may land by the rules: territories, and carriers with free space."""
    cells, figures, side = state.cells, state.rules.pieces, state.rules.sides.index[state.view("public")["active"]]
    lands = friendly_since_start(cells, side)
    bases = figures.air_bases & lands
    room = sum(1 << zone for zone, free in room_by_zone(cells, side).items() if free > 0)
    found = []
    for at, counts in enumerate(cells[FLYING : FLYING + 2 * PLACE_COUNT]):
        china, place = divmod(at, PLACE_COUNT)
        for number, many in nonzero(counts):
            flight = FLIGHT[number]
            decks = figures.routes.decks(place, flight.left) & room if flight.piece == FIGHTER and not china else 0
            found.append(
                {
                    "power": "china" if china else state.rules.sides.ids[side],
                    "place": PLACES.ids[place],
                    "piece": PIECES.ids[flight.piece],
                    "n": many,
                    "left": flight.left,
                    "lands": [
                        PLACES.ids[n] for n in members(figures.routes.landings(place, flight.left, lands, bases))
                    ],
                    "decks": [PLACES.ids[FIRST_ZONE + zone] for zone in members(decks)],
                }
            )
    return found


def decision_data(match: Match, side: str, name: str) -> dict[str, Any]:
    """A decision as its side sees it."""
    view = {field: value for field, value in match.view(side).items() if field not in LEFT_OUT}
    decision = match.state.decision(side)
    assert decision is not None
    found = {"step": name, "side": side, "view": view, "choices": decision.choices.factored()}
    if name in ALOFT:
        found["landings"] = landings(match.state)
        found["choices"] = []
    elif name == "purchase":
        found["then"] = bought(match.state.copy(), side)
    elif name != "splitting":
        log = match.log(side)
        last = max(n for n, entry in enumerate(log) if "battle_opened" in map(str, kinds(entry)))
        found["log"] = [trimmed(entry) for entry in log[last:]]
        found["odds"] = [
            {"title": table.title, "outcomes": table.outcomes, "rows": [row.id for row in table.rows]}
            for table in tables(match.state, side)
        ]
    return found


def bought(state: State, side: str) -> dict[str, Any]:
    """The same decision after some units were bought."""
    dealt = Random(state.hash())
    for _ in range(4):
        decision = state.decision(side)
        assert decision is not None
        buys = [choice for choice in decision.choices if choice[0] == "buy"]
        if buys:
            state.apply(side, dealt.choice(buys), NoDice())
    decision = state.decision(side)
    assert decision is not None
    view = {field: value for field, value in state.view(side).items() if field in ("ipc", "bought")}
    return {"view": view, "choices": decision.choices.factored()}


def kinds(entry: LogEntryView) -> list[str]:
    """The events of an entry."""
    return [event["event"] for event in entry.get("events", ())]


def trimmed(entry: LogEntryView) -> dict[str, Any]:
    """An entry with the fields that the tests read."""
    kept: dict[str, Any] = {name: value for name, value in entry.items() if name in ("seq", "act", "side", "action")}
    kept["events"] = [{k: v for k, v in event.items() if k != "clause"} | {"text": ""} for event in entry["events"]]
    return kept


if __name__ == "__main__":
    rules = get_game("aap").rules()
    decisions = [decision for seed in SEEDS for decision in played(seed)]
    known = {"pieces": pieces(rules), "options": dict(rules.options), "decisions": decisions}
    Path(__file__).with_name("aap_panels.json").write_text(json.dumps(known, separators=(",", ":")) + "\n")
