"""What is measured of a game that is over, for comparing players, and how its story is read from its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.features import Measures
from ironbottom.engine.rules import Rules
from ironbottom.games.victory_in_the_pacific import pieces
from ironbottom.games.victory_in_the_pacific.odds.fights import shot_chances
from ironbottom.games.victory_in_the_pacific.rules.effects import BONUS_TURN
from ironbottom.odds.distributions import total
from ironbottom.odds.fire import Shots

REPORTED = {"lead of japan": {1: "about 7", 2: "14 to 17", 3: "18 to 22"}}
"""What players report of games under the standard rules, by turn."""


def running(view: Mapping[str, Any]) -> dict[str, float]:
    """2.5 How far Japan leads, and how many areas each side holds, of a public view after a turn."""
    told = {"lead of japan": float(view["points_of_control"])}
    flags = list(view["flags"].values())
    return told | {f"areas of {side}": float(flags.count(side)) for side in pieces.SIDES.ids}


def measure(view: Mapping[str, Any]) -> dict[str, float]:
    """The lead of Japan, and for each side the ships that are lost and the places it owns, of an open view (5.75)."""
    told = {"lead of japan": float(view["points_of_control"])}
    owners = list(view["places"].values())
    for side in pieces.SIDES.ids:
        lost = view["units"][side].get("lost", [])
        told[f"ships of {side} lost"] = float(sum(pieces.SHIPS >> pieces.UNITS.index[unit] & 1 for unit in lost))
        told[f"places of {side}"] = float(owners.count(side))
    return told


MEASURES = Measures(measure, running, REPORTED)


class Chronicle:
    """How the events of a game are read: points of control, units lost, sea areas in which is fought, fire."""

    def __init__(self, rules: Rules) -> None:
        self.pieces: pieces.Pieces = rules.pieces
        self.turn, self.day = 1, True
        self.damaged: set[str] = set()

    def opened(self, event: Mapping[str, Any]) -> int | None:
        """The turn that opens."""
        return int(event["turn"]) if event["event"] == "turn_opened" else None

    def lead(self, event: Mapping[str, Any]) -> float | None:
        """2.5 By how much Japan leads once points of control are scored."""
        return float(event["lead"]) if event["event"] in ("points_scored", "game_ended") else None

    def lost(self, event: Mapping[str, Any]) -> Sequence[str]:
        """4.5 A unit that is lost."""
        return [str(event["unit"])] if event["event"] == "lost" else []

    def side_of(self, unit: str) -> str:
        """The side of a unit."""
        return pieces.SIDES.ids[0 if pieces.OF_SIDE[0] >> pieces.UNITS.index[unit] & 1 else 1]

    def title(self, name: str) -> str:
        """What a unit or a place of a battle is called."""
        domain = pieces.UNITS if name in pieces.UNITS.index else pieces.AREAS
        return domain.titles[domain.index[name]]

    def worth(self, unit: str) -> float:
        """Its guns, armour and airstrike."""
        number = pieces.UNITS.index[unit]
        return float(self.pieces.gunnery[number] + self.pieces.armor[number] + self.pieces.airstrike[number])

    def battle(self, event: Mapping[str, Any]) -> str | None:
        """5.31, 5.5 The sea area that is named, until the combat in it has ended."""
        if event["event"] == "area_named":
            return str(event["area"])
        return "" if event["event"] == "combat_ended" else None

    def shots(self, event: Mapping[str, Any]) -> Shots | None:
        """7.53 The shots of a unit at a target; what was said before tells whether it fires with the bonus."""
        self.follow(event)
        if event["event"] != "fired":
            return None
        unit, target = str(event["unit"]), pieces.UNITS.index.get(event["target"])
        at_air = target is not None and bool(pieces.AIR >> target & 1)
        _, _, hits = shot_chances(self.bonus(unit, len(event["dice"])), at_air)
        chances = total([(1 - hits, hits)] * len(event["dice"]))
        return Shots(self.side_of(unit), unit, len(event["hits"]), chances)

    def follow(self, event: Mapping[str, Any]) -> None:
        """Keeps what fire depends on: the turn, day or night, damage."""
        match event["event"]:
            case "turn_opened":
                self.turn = event["turn"]
            case "action_settled":
                self.day = event["action"] == pieces.ACTIONS.ids[pieces.DAY]
            case "raid_opened" | "surprised":
                self.day = True
            case "damaged" | "bottomed" | "saved" if event["damage"]:
                self.damaged.add(event["unit"])
            case "repaired" if not event["damage"]:
                self.damaged.discard(event["unit"])
            case "arrived" | "returned":
                self.damaged.discard(event["unit"])

    def bonus(self, unit: str, shots: int) -> bool:
        """7.535, 7.72 Whether the factor that fires is circled; 7.21 ships without an airstrike fire guns."""
        number = pieces.UNITS.index[unit]
        guns, strike = self.pieces.gunnery[number], self.pieces.airstrike[number]
        if strike and (self.day or shots > guns):
            return self.pieces.airstrike_bonus[number]
        if unit in self.damaged:
            return False
        late = self.pieces.us_bonus and self.turn >= BONUS_TURN and bool((pieces.US & pieces.BATTLESHIPS) >> number & 1)
        return self.pieces.gunnery_bonus[number] or late
