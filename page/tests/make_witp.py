"""Writes witp.json, the data for the tests of the page of War in the Pacific. Run by `make_fixtures.py`.

Digests of the grid, column by column: each hex by its number, ids, latitude and longitude in thousandths of a degree,
and the hexes beyond its sides. The chart of the map as the server sends it, sea routes as the referee finds them, and
views of a game between computer players.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

from ironbottom.bots.registry import make_player
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.derived.supply_reach import in_touch
from ironbottom.games.war_in_the_pacific.grid import ALL_NAMES, GRID, IDS, NUMBER, SECTION_AT, latitude, longitude
from ironbottom.games.war_in_the_pacific.information.view_types import read_view
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, SHIPS, SIDES, SUNK, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.merchant.supply_over_links import LinkLines, dues_abroad
from ironbottom.games.war_in_the_pacific.rules.turn import losses, terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios import ground_units
from ironbottom.games.war_in_the_pacific.text.inbox import inbox_entries
from ironbottom.games.war_in_the_pacific.text.page import pieces

SEED = 3
MAX_MOVES = 700
KEPT = ("deployment", "orders", "gathering", "course", "search_orders", "declaring", "in_impulse", "marching")
"""The decisions that are stored, the first of each kind."""
BY = {"declaring": "allies"}
"""The side of the decision, if it matters: the Allies' boxes off the map contain more."""
WAYS = (("F1940", "F3342"), ("D0419", "F1234"), ("D0419", "D2007"), ("F3342", "F2302"), ("F0101", "F1953"))

HURT = {"us_cv6": 5, "us_cv2": 2, "jp_ca11": 3, "jp_sf1": 2, "us_ms1": 5, "us_apb1": 1}
"""Ships of each kind that score, with their damage levels; ships with a level above four are sunk."""


def digests() -> list[str]:
    """A digest for each column of the map."""
    found = []
    for column in range(1, len(GRID.columns) + 1):
        lines = [line(at) for at, (own, _) in enumerate(GRID.places) if own == column]
        found.append(hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16])
    return found


def line(at: int) -> str:
    """A hex as one line."""
    degrees = [int((value + 360) * 1000 + 0.5) for value in (latitude(at), longitude(at))]
    return " ".join(map(str, [at, *ALL_NAMES[at], *degrees, *GRID.beyond(at)]))


def ways(match: Match) -> list[dict[str, Any]]:
    """The cheapest sea routes in the scenario."""
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
    """The decisions of a game between computer players, each as its side sees it."""
    players = {side: make_player(match.rules, "ensign", side, SEED) for side in match.rules.sides.ids}
    kept: dict[str, dict[str, Any]] = {}
    for _ in range(MAX_MOVES):
        decision = match.decisions()[0]
        name = decision.procedure.name
        if name in KEPT and name not in kept and decision.side == BY.get(name, decision.side):
            result, view = decision.choices.factored(), match.view(decision.side)
            rows = [
                [row.group, row.about]
                for row in inbox_entries(read_view(view), decision.choices, match.rules)
                if not row.done
            ]
            kept[name] = {"step": name, "side": decision.side, "view": view, "choices": result, "inbox": rows}
        if len(kept) == len(KEPT) or match.over:
            break
        match.submit(decision.side, players[decision.side].choose(match.offer(decision.side)))
    return list(kept.values())


def scored() -> dict[str, Any]:
    """A position in which every case scores something, as each side sees it, and the referee's scores."""
    state = Match("witp", dice=SeededDice(SEED)).rules.new()
    damage, at, control = (state.arrays[array] for array in (layout.DAMAGE, layout.SHIP_AT, layout.CONTROL))
    for ship, level in HURT.items():
        damage[SHIPS.index[ship]] = level
        if level > FLOATS:
            at[SHIPS.index[ship]] = SUNK
    control[NUMBER["F1234"]] = control[NUMBER["F3342"]] = JAPAN
    unit = next(unit for unit in UNITS_OF[JAPAN] if troops(state, unit))
    layout.units_in(state.arrays).put(unit, NUMBER["F1234"])
    for enemy in layout.units_in(state.arrays).units(NUMBER["F1234"]):
        kind = state.arrays[layout.UNIT_TYPE][enemy]
        if enemy not in UNITS_OF[JAPAN] and state.rules.pieces.ground[kind].vp_each:
            lost = GROUND_TYPES.ids[kind]
            gone = {"event": "unit_lost", "unit": UNITS.ids[enemy], "kind": lost, "text": ""}
            losses.remove_unit(state, enemy)
            break
    losses.lose_air(state, ALLIES, "trained", 7)
    losses.lose_subs(state, JAPAN, 2)
    return {
        "views": {"open": state.rules.game.open_view(state), **{side: state.view(side) for side in SIDES.ids}},
        "in_touch": {side: sorted(in_touch(state, number)) for number, side in enumerate(SIDES.ids)},
        "log": [{"seq": 1, "act": "choice", "events": [gone]}],
        "scores": {side: terminal_segment.score(state, number)._asdict() for number, side in enumerate(SIDES.ids)},
    }


def by_sea() -> dict[str, Any]:
    """Connections by sea at Leyte: for each side, the connected hexes, and those connected without Seacap."""
    match = Match("witp", scenario="leyte", dice=SeededDice(SEED))
    players = {side: make_player(match.rules, "ensign", side, SEED) for side in match.rules.sides.ids}
    while match.state.stack[0].name != "leyte_game_turn" or match.decisions()[0].procedure.name != "search_orders":
        side = match.decisions()[0].side
        match.submit(side, players[side].choose(match.offer(side)))
    state = match.state
    found = {side: sorted(in_touch(state, number)) for number, side in enumerate(SIDES.ids)}
    ashore = {side: sorted(in_touch(state, n, joins=frozenset())) for n, side in enumerate(SIDES.ids)}
    return {"view": state.rules.game.open_view(state), "in_touch": found, "by_land": ashore}


LAID = {
    "japan_link_20": ("E1602", "E1613", ("jp_ms3",)),
    "japan_link_21": ("E1613", "E2519", ("jp_ms4",)),
    "allies_link_20": ("E3231", "E3324", ("us_ms4", "us_dd13")),
}
"""Links of both sides at Guadalcanal in addition to those at the start: their ends, and the ships on them."""
LOST = {"allies_link_1": 2}
"""The damage levels that the shipping of a link has lost."""


def merchant_links() -> dict[str, Any]:
    """Links at Guadalcanal as each side sees them, and as the referee computes them."""
    state = Match("witp", scenario="guadalcanal", dice=SeededDice(SEED)).rules.new("guadalcanal")
    ships = layout.ships_in(state.arrays)
    for name, (start, to, served_by) in LAID.items():
        link = layout.LINKS.index[name]
        state.arrays[layout.LINK_FROM][link] = layout.LINK_ENDS.index[start]
        state.arrays[layout.LINK_TO][link] = layout.LINK_ENDS.index[to]
        for ship in served_by:
            ships.put(SHIPS.index[ship], -1)
            state.arrays[layout.SHIP_LINK][SHIPS.index[ship]] = link + 1
    for name, levels in LOST.items():
        state.arrays[layout.LINK_LOST][layout.LINKS.index[name]] = levels
    state.arrays[layout.DAMAGE][SHIPS.index["us_ms4"]] = 1
    return links_seen(state)


def advanced_links() -> dict[str, Any]:
    """The same data for the links with which the advanced game of Midway begins."""
    return links_seen(Match("witp", scenario="midway_advanced", dice=SeededDice(SEED)).rules.new("midway_advanced"))


def links_seen(state: State) -> dict[str, Any]:
    """Links as each side sees them, and as the referee computes them."""
    return {
        "views": {side: state.view(side) for side in SIDES.ids},
        "links": {
            layout.LINKS.ids[link]: one_link(state, link) for side in range(2) for link in links.in_use(state, side)
        },
        "needs": {side: lines(state, number) for number, side in enumerate(SIDES.ids)},
    }


def one_link(state: State, link: int) -> dict[str, Any]:
    """A link as the referee computes it."""
    path = links.path_of(state, link)
    length = links.length(state, links.side_of(link), *links.ends_of(state, link))
    return {"path": [IDS[at] for at in path], "length": length, "carries": links.thruput_of(state, link)}


def lines(state: State, side: int) -> dict[str, Any]:
    """The hexes that need supply over links, each with its cost, the source that pays for it, and the chain from it."""
    over = LinkLines(state, side)
    found: dict[str, Any] = {}
    for at, cost in dues_abroad(state, side).items():
        found[IDS[at]] = {"uses": cost}
        line = over.line_to(at, cost)
        if line is not None:
            ways = [layout.LINKS.ids[each.link] for each in line.chain.ways]
            source = layout.LINK_ENDS.ids[line.source.end]
            found[IDS[at]] |= {"source": source, "links": ways, "carries": line.chain.left}
    return found


def troops(state: State, unit: int) -> bool:
    """Whether a unit can control a hex."""
    kind = state.arrays[layout.UNIT_TYPE][unit]
    return kind >= 0 and state.rules.pieces.ground[kind].kind in ground_units.KINDS


def main() -> None:
    match = Match("witp", dice=SeededDice(SEED))
    found = {
        "sections": SECTION_AT,
        "digests": digests(),
        "distances": [[one, other, GRID.distance(one, other)] for one, other in pairs()],
        "pieces": pieces(match.rules),
        "ways": ways(match),
        "decisions": played(match),
        "scored": scored(),
        "by_sea": by_sea(),
        "links": merchant_links(),
        "advanced_links": advanced_links(),
    }
    path = Path(__file__).parent / "witp.json"
    path.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")


def pairs() -> list[tuple[int, int]]:
    """Some hexes far from each other."""
    random = Random(SEED)
    return [(random.randrange(len(GRID)), random.randrange(len(GRID))) for _ in range(200)]


if __name__ == "__main__":
    main()
