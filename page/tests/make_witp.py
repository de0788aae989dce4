"""Writes witp.json, what the tests of the page of War in the Pacific compare with. Run by `make_told.py`.

Digests of the grid, column by column: each hex by its number, ids, latitude and longitude in thousandths of a degree,
and the hexes beyond its sides. The chart of the map as the server tells it, ways by sea as the referee finds them, and
views of a game between computer players.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

from ironbottom.bots.registry import make_player
from ironbottom.engine.dice import SeededDice
from ironbottom.engine.match import Match
from ironbottom.games.war_in_the_pacific.grid import ALL_NAMES, GRID, IDS, NUMBER, SECTION_AT, latitude, longitude
from ironbottom.games.war_in_the_pacific.words.page import pieces

SEED = 3
MOST_MOVES = 700
KEPT = ("deployment", "orders", "gathering", "course", "search_orders", "declaring", "in_impulse", "marching")
"""The decisions that are kept, the first of each."""
WAYS = (("F1940", "F3342"), ("D0419", "F1234"), ("D0419", "D2007"), ("F3342", "F2302"), ("F0101", "F1953"))


def digests() -> list[str]:
    """A digest for each column of the map."""
    found = []
    for column in range(1, len(GRID.columns) + 1):
        lines = [line(at) for at, (own, _) in enumerate(GRID.places) if own == column]
        found.append(hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16])
    return found


def line(at: int) -> str:
    """A hex in a line."""
    degrees = [int((value + 360) * 1000 + 0.5) for value in (latitude(at), longitude(at))]
    return " ".join(map(str, [at, *ALL_NAMES[at], *degrees, *GRID.beyond(at)]))


def ways(match: Match) -> list[dict[str, Any]]:
    """Cheapest ways by sea in the scenario."""
    waters = match.rules.pieces.waters(0)
    found = []
    for start, end in WAYS:
        node = waters.port(NUMBER[start])
        path = waters.path(node, NUMBER[end], 999)
        hexes = [waters.hex_of[one] for one in path]
        cost = sum(waters.enter[one] for one in path)
        found.append({"from": start, "to": end, "cost": cost, "hexes": [IDS[at] for at in hexes]})
    return found


def played(match: Match) -> list[dict[str, Any]]:
    """The decisions of a game between computer players, each as its side is told it."""
    players = {side: make_player(match.rules, "ensign", side, SEED) for side in match.rules.sides.ids}
    kept: dict[str, dict[str, Any]] = {}
    for _ in range(MOST_MOVES):
        decision = match.decisions()[0]
        name = decision.procedure.name
        if name in KEPT and name not in kept:
            told = decision.choices.factored()
            kept[name] = {"step": name, "side": decision.side, "view": match.view(decision.side), "choices": told}
        if len(kept) == len(KEPT) or match.over:
            break
        match.submit(decision.side, players[decision.side].choose(match.offer(decision.side)))
    return list(kept.values())


def main() -> None:
    match = Match("witp", dice=SeededDice(SEED))
    told = {
        "sections": SECTION_AT,
        "digests": digests(),
        "distances": [[one, other, GRID.distance(one, other)] for one, other in pairs()],
        "pieces": pieces(match.rules),
        "ways": ways(match),
        "decisions": played(match),
    }
    path = Path(__file__).parent / "witp.json"
    path.write_text(json.dumps(told, separators=(",", ":")) + "\n", encoding="utf-8")


def pairs() -> list[tuple[int, int]]:
    """Some hexes far from each other."""
    random = Random(SEED)
    return [(random.randrange(len(GRID)), random.randrange(len(GRID))) for _ in range(200)]


if __name__ == "__main__":
    main()
