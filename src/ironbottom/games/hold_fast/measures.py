"""The measures of a finished game, for comparing players, and a reader of its events that tells its story."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.rules.features import EventReader, Measures
from ironbottom.games.hold_fast.information.view_types import Event, View
from ironbottom.games.hold_fast.odds.fights import volley
from ironbottom.games.hold_fast.pieces import AREAS, PORTS, SHIPS, SIDES, UNITS, UNITS_OF_SIDE
from ironbottom.games.hold_fast.rules.air import RAID_HITS_ON
from ironbottom.games.hold_fast.rules.land_fight import GARRISON_HIT_ON
from ironbottom.games.hold_fast.state_types import Rules
from ironbottom.odds.fire import Shots

GARRISON = "garrison"
RAID = "raid "
"""14.0.2 An air raid is reported by its port, without the raiding unit."""


def running(view: View) -> dict[str, float]:
    """11.0.1 The victory marker (positive for the Allies), and the areas that each side holds after a turn."""
    result = {"victory points of allies": float(view["victory_points"])}
    control = list(view["control"].values())
    return result | {f"areas of {side}": float(control.count(side)) for side in SIDES.ids}


def measure(view: View) -> dict[str, float]:
    """The ships that each side has lost and not recovered, and the places it owns, from an open view (13.0.1)."""
    lost = sum(1 << UNITS.index[unit] for units in view["lost"].values() for unit in units)
    owners = list(view["places"].values())
    result = {}
    for side, units in zip(SIDES.ids, UNITS_OF_SIDE, strict=True):
        result[f"ships of {side} lost"] = float((lost & SHIPS & units).bit_count())
        result[f"places of {side}"] = float(owners.count(side))
    return result


MEASURES = Measures(measure, running)


class GameEventReader(EventReader):
    """Reads the events of a game: the victory track, ships that sink, sea areas with combat, fire."""

    def __init__(self, rules: Rules) -> None:
        self.pieces = rules.pieces

    def opened(self, event: Event) -> int | None:
        """The turn that opens."""
        return int(event["turn"]) if event["event"] == "turn_opened" else None

    @property
    def lead_by_view(self) -> bool:
        """11.0.1 Every move of the marker is an event."""
        return False

    def lead_in_view(self, view: View) -> float:
        """11.0.1 The marker, positive for Japan."""
        return 0.0 - float(view["victory_points"])

    def lead(self, event: Event, before: float) -> float | None:
        """11.0.1 The marker after scoring, positive for Japan."""
        return 0.0 - event["points"] if event["event"] in ("points_scored", "game_ended") else None

    def explains(self, event: Event) -> bool:
        """11.0.1 The scored points already give the reason."""
        return False

    def lost(self, event: Event) -> Sequence[str]:
        """8.1.5 A unit that was sunk."""
        return [str(event["unit"])] if event["event"] == "sunk" else []

    def side_of(self, unit: str) -> str:
        """The side of a unit."""
        return SIDES.ids[0 if UNITS_OF_SIDE[0] >> UNITS.index[unit] & 1 else 1]

    def title(self, name: str) -> str:
        """The title of a unit, of the garrison, of an air raid, or of the place of a battle."""
        if name == GARRISON:
            return "The garrison"
        if name.startswith(RAID):
            return f"The air raid on {PORTS.titles[PORTS.index[name.removeprefix(RAID)]]}"
        domain = UNITS if name in UNITS.index else AREAS
        return domain.titles[domain.index[name]]

    def unit_value(self, unit: str) -> float:
        """3.0.1 The strength and the dice of a unit."""
        number = UNITS.index[unit]
        return float(self.pieces.strength[number] + self.pieces.dice[number])

    def battle(self, event: Event) -> str | None:
        """8.0.1, 8.7.4 The sea area in which combat opens, until it ends."""
        if event["event"] == "combat_opened":
            return str(event["area"])
        return "" if event["event"] == "combat_ended" else None

    def shots(self, event: Event) -> Shots | None:
        """3.0.3 The dice of a unit at a target, of landing forces and garrisons (8.8.2), and of air raids (14.0.2)."""
        match event["event"]:
            case "raided":
                side, unit, hit_on = event["side"] or "", RAID + event["port"], RAID_HITS_ON
            case "fired" | "land_fired":
                unit, target = str(event["unit"]), UNITS.index.get(event["target"])
                hit_on = GARRISON_HIT_ON if target is None else self.pieces.hit_on[target]
                side = self.enemy_of(event["target"]) if unit == GARRISON else self.side_of(unit)
            case _:
                return None
        dice = len(event["dice"])
        return Shots(side, unit, event["hits"], volley(dice, hit_on), dice)

    def enemy_of(self, unit: str) -> str:
        """The side against which a unit fights."""
        return SIDES.ids[1 - SIDES.index[self.side_of(unit)]]
