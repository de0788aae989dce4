"""Statistics of a finished game for comparing players, and the reader of its events for stories."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.rules.features import EventReader, Measures
from ironbottom.games.victory_in_the_pacific import pieces
from ironbottom.games.victory_in_the_pacific.information.view_types import Event, View
from ironbottom.games.victory_in_the_pacific.odds.fights import shot_chances
from ironbottom.games.victory_in_the_pacific.rules.effects import BONUS_TURN
from ironbottom.games.victory_in_the_pacific.rules.kamikaze import KAMIKAZE_TURN
from ironbottom.games.victory_in_the_pacific.state_types import Rules
from ironbottom.odds.distributions import total
from ironbottom.odds.fire import Shots

REPORTED = {"lead of japan": {1: "about 7", 2: "14 to 17", 3: "18 to 22"}}
"""The results that players report for games under the standard rules, by turn."""


def running(view: View) -> dict[str, float]:
    """2.5 Japan's lead, and the number of areas of each side, from a public view after a turn."""
    result = {"lead of japan": float(view["points_of_control"])}
    flags = list(view["flags"].values())
    return result | {f"areas of {side}": float(flags.count(side)) for side in pieces.SIDES.ids}


def measure(view: View) -> dict[str, float]:
    """Japan's lead, and each side's lost ships and places, from an open view (5.75)."""
    result = {"lead of japan": float(view["points_of_control"])}
    owners = list(view["places"].values())
    for side in pieces.SIDES.ids:
        lost = view["units"][side].get("lost", [])
        result[f"ships of {side} lost"] = float(sum(pieces.SHIPS >> pieces.UNITS.index[unit] & 1 for unit in lost))
        result[f"places of {side}"] = float(owners.count(side))
    return result


MEASURES = Measures(measure, running, REPORTED)

GARRISON = "garrison"
JAPANESE_AIR = pieces.AIR & pieces.UNITS_OF_SIDE[pieces.JAPAN]
"""19.21 Kamikazes on the ninth turn."""
ISLAND_HIT = 1 / 6
"""22.3 Each 6 is a hit."""
HOMECOMINGS = ("no_base", "ends", "bases")
"""10.2 The reasons for going home after the fighting of a turn."""


def hits_of(event: Event) -> int:
    """7.53, 22.3 The number of hits; most events list their damage."""
    hits = event["hits"]
    return hits if isinstance(hits, int) else len(hits)


class GameEventReader(EventReader):
    """Reads the events of a game: points of control, lost units, contested sea areas, fire."""

    def __init__(self, rules: Rules) -> None:
        self.pieces = rules.pieces
        self.turn, self.day = 1, True
        self.night_follows = self.day_fired = False
        self.damaged: set[str] = set()
        self.kamikazes: frozenset[str] = frozenset()
        self.bid = float(rules.options["bid"]) + (0.5 if rules.options["bid_half"] == "yes" else 0.0)
        """2.5 Japan's bid for its side, which is subtracted from its points of control."""

    def opened(self, event: Event) -> int | None:
        """The number of the turn that begins."""
        return int(event["turn"]) if event["event"] == "turn_opened" else None

    @property
    def lead_by_view(self) -> bool:
        """2.5 All points of control are scored with an event."""
        return False

    def lead_in_view(self, view: View) -> float:
        """2.5, 5.75 Japan's lead minus its bid."""
        return float(view["points_of_control"]) - self.bid

    def lead(self, event: Event, before: float) -> float | None:
        """2.5, 5.75 Japan's lead after points of control are scored, minus its bid."""
        return event["lead"] - self.bid if event["event"] in ("points_scored", "game_ended") else None

    def explains(self, event: Event) -> bool:
        """2.5 Empty: the scored points already give the reason."""
        return False

    def lost(self, event: Event) -> Sequence[str]:
        """4.5 A unit that is lost."""
        return [str(event["unit"])] if event["event"] == "lost" else []

    def side_of(self, unit: str) -> str:
        """The side of a unit."""
        return pieces.SIDES.ids[0 if pieces.UNITS_OF_SIDE[0] >> pieces.UNITS.index[unit] & 1 else 1]

    def title(self, name: str) -> str:
        """The name of a unit, the garrison of an island, or the place of a battle or raid."""
        if name == GARRISON:
            return "The garrison"
        domain = next(one for one in (pieces.UNITS, pieces.AREAS, pieces.PLACES) if name in one.index)
        return domain.titles[domain.index[name]]

    def unit_value(self, unit: str) -> float:
        """The guns, armour and airstrike of a unit."""
        number = pieces.UNITS.index[unit]
        return float(self.pieces.gunnery[number] + self.pieces.armor[number] + self.pieces.airstrike[number])

    def battle(self, event: Event) -> str | None:
        """5.31, 5.5, 9.13, 18.4 The sea area or harbor of a fight, until it is over."""
        match event["event"]:
            case "area_named" | "action_settled" | "surprised":
                return str(event["area"])
            case "raid_opened":
                return str(event["place"])
            case "combat_ended" | "flag_set" | "points_scored":
                return ""
            case "went_home" if event["reason"] in HOMECOMINGS:
                return ""
        return None

    def shots(self, event: Event) -> Shots | None:
        """7.53, 16.2, 22.3, 23.32 The dice of a unit at a target; earlier events show whether the unit has
        the bonus.
        """
        self.follow(event)
        match event["event"]:
            case "fired":
                at_air = bool(pieces.AIR >> pieces.UNITS.index[event["target"]] & 1)
                _, _, hit = shot_chances(self.bonus(event["unit"], len(event["dice"])), at_air)
                return self.volley(event["unit"], hits_of(event), len(event["dice"]), hit)
            case "airstrike_hit":
                _, _, hit = shot_chances(False, True)
                return self.volley(event["unit"], hits_of(event), len(event["dice"]), hit)
            case "torpedoed":
                submarine = pieces.UNITS.ids[pieces.SUBMARINE[pieces.SIDES.index[event["side"] or ""]]]
                _, _, hit = shot_chances(True, False)
                return self.volley(submarine, len(event["damage_dice"]), 1, hit)
            case "island_fired":
                return self.volley(event["unit"], hits_of(event), len(event["dice"]), ISLAND_HIT, event["target"])
        return None

    def volley(self, unit: str, hits: int, dice: int, hit: float, target: str = "") -> Shots:
        """Dice, each of which hits with a probability; a garrison (22.4) fires for the enemy of its target."""
        side = self.side_of(unit if unit != GARRISON else target)
        if unit == GARRISON:
            side = pieces.SIDES.ids[1 - pieces.SIDES.index[side]]
        return Shots(side, unit, hits, total([(1 - hit, hit)] * dice), dice)

    def follow(self, event: Event) -> None:
        """Stores the inputs of fire: the turn, day or night, damage."""
        match event["event"]:
            case "turn_opened":
                self.turn = event["turn"]
            case "action_settled":
                self.day = event["action"] == pieces.ACTIONS.ids[pieces.DAY]
                self.night_follows, self.day_fired = event["both"], False
            case "fired":
                self.day_fired = True
            case "aimed" if self.night_follows and self.day_fired:  # 7.3 after a tie a night action follows
                self.day = self.night_follows = False
            case "raid_opened" | "surprised":
                self.day = True
            case "kamikazes":
                self.kamikazes = frozenset(event["units"])
            case "combat_ended":
                self.kamikazes = frozenset()
            case "damaged" | "bottomed" | "saved" if event["damage"]:
                self.damaged.add(event["unit"])
            case "repaired" if not event["damage"]:
                self.damaged.discard(event["unit"])
            case "arrived" | "returned":
                self.damaged.discard(event["unit"])

    def bonus(self, unit: str, shots: int) -> bool:
        """7.535, 7.72 Whether the factor that fires is circled; 7.21 ships without an airstrike fire their guns."""
        number = pieces.UNITS.index[unit]
        if unit in self.kamikazes or (self.day and self.turn == KAMIKAZE_TURN and JAPANESE_AIR >> number & 1):
            return True
        guns, strike = self.pieces.gunnery[number], self.pieces.airstrike[number]
        if strike and (self.day or shots > guns):
            return self.pieces.airstrike_bonus[number]
        if unit in self.damaged:
            return False
        late = self.pieces.us_bonus and self.turn >= BONUS_TURN and bool((pieces.US & pieces.BATTLESHIPS) >> number & 1)
        return self.pieces.gunnery_bonus[number] or late
