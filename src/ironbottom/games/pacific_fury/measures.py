"""The measures of a finished game, for comparing players, and a reader of its events that tells its story."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.rules.features import EventReader, Measures
from ironbottom.games.pacific_fury.information.view_types import Event, View
from ironbottom.games.pacific_fury.odds.fights import shot
from ironbottom.games.pacific_fury.pieces import (
    ALLIES,
    SHIPS,
    SIDES,
    SOUND,
    TARGETS,
    UNITS,
    UNITS_OF_SIDE,
    ZONES,
)
from ironbottom.games.pacific_fury.rules.hits import hits_scored
from ironbottom.games.pacific_fury.state_types import Rules
from ironbottom.odds.fire import Shots

HENDERSON_ZONE = ZONES.ids[SOUND]
"""10.5.c The zone in which strikes at the field, and at the ships near it, take place."""
HENDERSON_FIELD = "henderson_field"
LANDINGS = ("landed", "express_landed")


def running(view: View) -> dict[str, float]:
    """6.2 The initiative marker (positive for Japan) and the ships sunk so far, after a turn."""
    return {"initiative of japan": 0.0 - view["henderson"]["marker"], **measure(view)}


def measure(view: View) -> dict[str, float]:
    """The ships that each side lost, from an open view; the score already gives the marker (4.0)."""
    sunk = sum(1 << UNITS.index[unit] for unit in view["sunk"])
    return {
        f"ships of {side} sunk": float((sunk & SHIPS & units).bit_count())
        for side, units in zip(SIDES.ids, UNITS_OF_SIDE, strict=True)
    }


MEASURES = Measures(measure, running)


class GameEventReader(EventReader):
    """Reads the events of a game: the marker, ships that sink, operations with combat, fire."""

    def __init__(self, rules: Rules) -> None:
        self.pieces = rules.pieces
        self.zones: dict[str, str] = {}

    def opened(self, event: Event) -> int | None:
        """The turn that opens."""
        return int(event["turn"]) if event["event"] == "turn_opened" else None

    @property
    def lead_by_view(self) -> bool:
        """3.6 Every move of the marker is an event."""
        return False

    def lead_in_view(self, view: View) -> float:
        """4.0 The marker, positive for Japan."""
        return 0.0 - float(view["henderson"]["marker"])

    def lead(self, event: Event, before: float) -> float | None:
        """4.0 The marker after a shift, positive for Japan."""
        return 0.0 - event["marker"] if event["event"] in ("marker_shifted", "game_ended") else None

    def explains(self, event: Event) -> bool:
        """9.3.d, 9.6.c Landings shift the marker."""
        return event["event"] in LANDINGS

    def lost(self, event: Event) -> Sequence[str]:
        """10.7.c, 7.2.a A unit that sank, or that a submarine took out of the game."""
        return [str(event["unit"])] if event["event"] in ("sunk", "submarine_attack") else []

    def side_of(self, unit: str) -> str:
        """The side of a unit."""
        return SIDES.ids[0 if UNITS_OF_SIDE[0] >> UNITS.index[unit] & 1 else 1]

    def title(self, name: str) -> str:
        """The name of a unit, Henderson Field or the place of a battle."""
        if name == HENDERSON_FIELD:
            return TARGETS.titles[TARGETS.index[name]]
        domain = UNITS if name in UNITS.index else ZONES
        return domain.titles[domain.index[name]]

    def unit_value(self, unit: str) -> float:
        """The combat factor and the defence of a unit."""
        number = UNITS.index[unit]
        return float(self.pieces.combat[number] + self.pieces.defence[number])

    def battle(self, event: Event) -> str | None:
        """10.0, 10.5.c The zone in which a battle begins or carriers strike, until another operation begins."""
        match event["event"]:
            case "sortied" | "moved":
                self.zones[event["force"]] = event["zone"]
                return ""
            case "passed":
                return ""
            case "battle_opened":
                return str(event["zone"])
            case "target_chosen":
                return self.zones.get(event["target"], HENDERSON_ZONE)
        return None

    def shots(self, event: Event) -> Shots | None:
        """10.2.b, 10.6.c A die that a unit or Henderson Field rolls against its factor, before combat air patrol."""
        match event["event"]:
            case "fired":
                side, unit = self.side_of(event["unit"]), str(event["unit"])
            case "henderson_fired":
                side, unit = SIDES.ids[ALLIES], HENDERSON_FIELD
            case _:
                return None
        return Shots(side, unit, hits_scored(event["die"], event["factor"]), shot(event["factor"]), 1)
