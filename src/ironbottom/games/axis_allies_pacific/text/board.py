"""The board of Axis & Allies: Pacific as text, by territories and sea zones, with only what the view contains."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.text.sentences import count
from ironbottom.games.axis_allies_pacific.data import tables
from ironbottom.games.axis_allies_pacific.information.view_types import View
from ironbottom.games.axis_allies_pacific.pieces import LANDS, POWERS, ZONES
from ironbottom.games.axis_allies_pacific.state_types import Rules
from ironbottom.games.axis_allies_pacific.text.names import flights_text, place_name, units_text, who

Line = tuple[str, str]
"""A style (a side, ``head``, ``dim`` or nothing) and a paragraph, indented as it begins."""
STYLES = {"japan": "japan", "uk": "uk", "usa": "usa", "china": "usa"}


def board(view: View, rules: Rules) -> list[Line]:
    """The board as its viewer sees it, in paragraphs."""
    return [*_heading(view, rules), *_lands(view, rules), *_zones(view, rules)]


def _heading(view: View, rules: Rules) -> Iterator[Line]:
    target = view["points_needed"]
    yield (
        "head",
        f"Round {view['round']}, the turn of {who(view['active'])}. Japan has {view['victory_points']} of {target} "
        f"victory points and {count(view['kamikazes'], 'kamikaze')}.",
    )
    for economy, ipc in view["ipc"].items():
        yield "", f"{who(economy)}: {ipc} IPC, production {view['production'][economy]}"
    for economy, bought in view["bought"].items():
        yield "dim", f"{who(economy)} has yet to place {units_text(bought)}."
    for zone in view["owing_decks"]:
        yield "dim", f"A carrier in {place_name(zone)} must still move: fighters in the air need its deck (7.4.3)."


def _lands(view: View, rules: Rules) -> Iterator[Line]:
    rows = rules.facts.table(tables.LANDS)
    for land in LANDS.ids:
        if land in view["control"]:
            row = rows[land]
            marks = [f"{row.ipc} IPC"] if row.ipc else []
            marks += ["industrial complex"] if land in view["complexes"] else []
            marks += ["naval base"] if row.naval_base else []
            marks += ["air base"] if row.air_base else []
            text = ", ".join([who(view["control"][land]), *marks])
            yield "head", f"{rules.game.facts().table(tables.LANDS)[land].name}: {text}"
            yield from _standing(view, land)


def _zones(view: View, rules: Rules) -> Iterator[Line]:
    rows = rules.facts.table(tables.ZONES)
    for zone in ZONES.ids:
        row = rows[zone]
        lines = list(_standing(view, zone))
        if not lines and row.convoy == "none":
            continue
        convoy = ""
        if row.convoy != "none":
            held = "Japan" if zone in view["convoys_of_japan"] else "the Allies"
            convoy = f": convoy {row.convoy}, {row.convoy_value} IPC, held by {held}"
        yield "head", f"{place_name(zone)[:1].upper()}{place_name(zone)[1:]}{convoy}"
        yield from lines


def _standing(view: View, place: str) -> Iterator[Line]:
    for power in POWERS.ids:
        fresh = view["units"][power].get(place)
        if fresh:
            yield STYLES[power], f"  {who(power)}: {units_text(fresh)}"
        own = "own" if power == view["active"] else "china" if power == "china" and view["active"] == "usa" else ""
        moved = view["acted"][own].get(place) if own else None
        if moved:
            yield STYLES[power], f"  {who(power)}, moved: {units_text(moved)}"
        aloft = view["flying"][own].get(place) if own else None
        if aloft:
            text = ", ".join(flights_text(number, name) for name, number in aloft.items())
            yield STYLES[power], f"  {who(power)}, in the air: {text}"
