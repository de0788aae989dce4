"""What is measured of a game that is over, for comparing players, and how its story is read from its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.features import Measures
from ironbottom.engine.rules import Rules
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.odds.distributions import total
from ironbottom.odds.fire import Shots


def running(view: Mapping[str, Any]) -> dict[str, float]:
    """13.3, 9.4 The victory points, and what each economy produces after a turn."""
    told = {"victory points of japan": float(view["victory_points"])}
    return told | {f"production of {economy}": float(ipc) for economy, ipc in view["production"].items()}


def measure(view: Mapping[str, Any]) -> dict[str, float]:
    """The rounds played, the lands that Japan holds, and the units that each power has left, of an open view."""
    held = list(view["control"].values())
    told = {"rounds": float(view["round"]), "lands of japan": float(held.count("japan"))}
    for power in pieces.POWERS.ids:
        told[f"units of {power}"] = float(sum(sum(counts.values()) for counts in view["units"][power].values()))
    return told


MEASURES = Measures(measure, running)


NUMBERED = {
    "lost": "number",
    "aircraft_lost": "number",
    "overflown": "lost",
    "no_deck": "number",
    "patrol_lost": "number",
}
"""By the events with which units are lost: the field that tells how many."""
ENDED = frozenset(("battle_ended", "broke_off", "finished"))


class Chronicle:
    """How the events of a game are read: victory points, units lost, battles, fire. Units are counts: one of a power
    and a kind is told as ``japan fighter``, and what a ship carries goes down with it (7.7.6)."""

    def __init__(self, rules: Rules) -> None:
        self.figures: pieces.Pieces = rules.pieces
        self.points = 0

    def opened(self, event: Mapping[str, Any]) -> int | None:
        """4.1 The round that opens."""
        return int(event["round"]) if event["event"] == "round_opened" else None

    def lead(self, event: Mapping[str, Any]) -> float | None:
        """13.3, 8.11.4 The victory points of Japan once it has scored or lost some; nobody else scores."""
        match event["event"]:
            case "points_scored":
                self.points = event["total"]
            case "vp_lost":
                self.points = max(0, self.points - event["points"])
            case _:
                return None
        return float(self.points)

    def lost(self, event: Mapping[str, Any]) -> Sequence[str]:
        """8.1.3 The units that are lost, one by one, each with its load."""
        if event["event"] not in NUMBERED:
            return []
        power, piece = event["power"], pieces.PIECES.index[event.get("piece", "fighter")]
        load = pieces.LOADS[piece - pieces.TRANSPORT] if piece >= pieces.TRANSPORT else ()
        kinds = [
            pieces.KINDS.ids[pieces.KIND_OF[piece]],
            *(pieces.FREIGHT.ids[unit % pieces.OWN_FREIGHT] for unit in load),
        ]
        if pieces.PIECES.ids[piece] == "destroyer_infantry":
            kinds.append("infantry")
        number: int = event[NUMBERED[event["event"]]]
        return [f"{power} {kind}" for kind in kinds] * number

    def side_of(self, unit: str) -> str:
        """The side that moves the power of a unit."""
        return pieces.SIDES.ids[pieces.PLAYER_OF[pieces.POWERS.index[unit.split()[0]]]]

    def title(self, name: str) -> str:
        """What a place of a battle or a unit is called: "Fighter of Japan"."""
        if name in pieces.PLACES.index:
            return pieces.PLACES.titles[pieces.PLACES.index[name]]
        power, kind = name.split()
        title = pieces.KINDS.titles[pieces.KINDS.index[kind]]
        return f"{title[0].upper()}{title[1:]} of {pieces.POWERS.titles[pieces.POWERS.index[power]]}"

    def worth(self, unit: str) -> float:
        """5.2 What it costs."""
        return float(self.figures.cost[pieces.KINDS.index[unit.split()[1]]])

    def battle(self, event: Mapping[str, Any]) -> str | None:
        """8.1.2, 8.1.4 The place in which a battle opens, until it ends."""
        if event["event"] == "battle_opened":
            return str(event["place"])
        return "" if event["event"] in ENDED else None

    def shots(self, event: Mapping[str, Any]) -> Shots | None:
        """8.1.2 A die for each unit of a kind, which hits at its factor or less."""
        if event["event"] != "fired":
            return None
        unit = f"{event['power']} {pieces.KINDS.ids[pieces.KIND_OF[pieces.PIECES.index[event['piece']]]]}"
        hit = event["factor"] / 6
        return Shots(self.side_of(unit), unit, event["hits"], total([(1 - hit, hit)] * len(event["dice"])))
