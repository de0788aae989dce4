"""Statistics of a finished game for comparing players, and the reader of its events for stories."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.rules.features import EventReader, Measures
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific.information.view_types import Event, View
from ironbottom.games.axis_allies_pacific.rules.land_battle import bombardment
from ironbottom.games.axis_allies_pacific.state_types import Rules
from ironbottom.odds.distributions import total
from ironbottom.odds.fire import Shots


def running(view: View) -> dict[str, float]:
    """13.3, 9.4 The victory points, and each economy's production after a turn."""
    result = {"victory points of japan": float(view["victory_points"])}
    return result | {f"production of {economy}": float(ipc) for economy, ipc in view["production"].items()}


def measure(view: View) -> dict[str, float]:
    """The rounds played, Japan's territories, and each power's remaining units, from an open view."""
    held = list(view["control"].values())
    result = {"rounds": float(view["round"]), "lands of japan": float(held.count("japan"))}
    for power in pieces.POWERS.ids:
        result[f"units of {power}"] = float(sum(sum(counts.values()) for counts in view["units"][power].values()))
    return result


MEASURES = Measures(measure, running)


REMOVALS = frozenset(("lost", "aircraft_lost", "overflown", "no_deck", "patrol_lost"))
"""Events with a number of lost units."""
ENDED = frozenset(("battle_ended", "broke_off", "finished"))
AA_HITS_ON, KAMIKAZE_HITS_ON = 1, 2
"""8.3.1, 8.12.2 A die at or under the factor hits."""
KAMIKAZE = "japan kamikaze"
POWER_OF_HOLDER = {"japan": "japan", "india": "uk", "australia": "uk", "usa": "usa", "china": "china"}
"""1.2 India and Australia are one power."""


class GameEventReader(EventReader):
    """Reads the events of a game: victory points, lost units, battles, fire.

    Units are counts: one of a power and a kind is ``japan fighter``, and a ship's load goes down with it (7.7.6).
    """

    def __init__(self, rules: Rules) -> None:
        self.figures = rules.pieces
        holders = zip(pieces.LANDS.ids, self.figures.first_holder, strict=True)
        self.holders = {land: pieces.HOLDERS.ids[holder] for land, holder in holders if holder >= 0}
        """9.1 The holder of each territory, according to the events so far."""

    def opened(self, event: Event) -> int | None:
        """4.1 The number of the round that begins."""
        return int(event["round"]) if event["event"] == "round_opened" else None

    @property
    def lead_by_view(self) -> bool:
        """13.3, 8.11.4 Every change of the victory points is an event."""
        return False

    def lead_in_view(self, view: View) -> float:
        """15.1 Japan's victory points; no other side scores."""
        return float(view["victory_points"])

    def lead(self, event: Event, before: float) -> float | None:
        """13.3, 8.11.4 Japan's victory points after a change."""
        match event["event"]:
            case "points_scored":
                return float(event["total"])
            case "vp_lost":
                return max(0.0, before - float(event["points"]))
        return None

    def explains(self, event: Event) -> bool:
        """8.11.4 Japan loses victory points to bombs."""
        return bool(event["event"] == "bombed")

    def lost(self, event: Event) -> Sequence[str]:
        """8.1.3 The units that are lost, one by one, each with its load."""
        if event["event"] not in REMOVALS:
            return []
        power, piece = event["power"], pieces.PIECES.index[event.get("piece", "fighter")]
        load = pieces.LOADS[piece - pieces.TRANSPORT] if piece >= pieces.TRANSPORT else ()
        kinds = [
            pieces.KINDS.ids[pieces.KIND_OF[piece]],
            *(pieces.FREIGHT.ids[unit % pieces.OWN_FREIGHT] for unit in load),
        ]
        if pieces.PIECES.ids[piece] == "destroyer_infantry":
            kinds.append("infantry")
        number = event["lost"] if event["event"] == "overflown" else event["number"]
        return [f"{power} {kind}" for kind in kinds] * number

    def side_of(self, unit: str) -> str:
        """The side that moves the power of a unit."""
        return pieces.SIDES.ids[pieces.PLAYER_OF[pieces.POWERS.index[unit.split()[0]]]]

    def title(self, name: str) -> str:
        """The name of a unit or of the place of a battle: "Fighter of Japan"."""
        if name in pieces.PLACES.index:
            return pieces.PLACES.titles[pieces.PLACES.index[name]]
        if name == KAMIKAZE:
            return "Kamikazes of Japan"
        power, kind = name.split()
        title = pieces.KINDS.titles[pieces.KINDS.index[kind]]
        return f"{title[0].upper()}{title[1:]} of {pieces.POWERS.titles[pieces.POWERS.index[power]]}"

    def unit_value(self, unit: str) -> float:
        """5.2 The price of a unit."""
        return float(self.figures.cost[pieces.KINDS.index[unit.split()[1]]])

    def battle(self, event: Event) -> str | None:
        """8.1.2, 8.1.4 The place of a battle, until it ends."""
        if event["event"] == "battle_opened":
            return str(event["place"])
        return "" if event["event"] in ENDED else None

    def shots(self, event: Event) -> Shots | None:
        """8.1.2 One die for each firing unit; it hits at the unit's factor or less."""
        match event["event"]:
            case "captured":
                self.holders[event["land"]] = event["holder"]
            case "fired":
                return self.volley(_unit(event), event["hits"], event["dice"], event["factor"])
            case "bombarded":
                factor = bombardment(self.figures, pieces.PIECES.index[event["piece"]])
                return self.volley(_unit(event), event["hits"], event["dice"], factor)
            case "aa_fired":
                return self.volley(self.guns_of(event["land"]), event["hits"], event["dice"], AA_HITS_ON)
            case "overflown":
                return self.volley(self.guns_of(event["land"]), event["lost"], event["dice"], AA_HITS_ON)
            case "kamikaze":
                return self.volley(KAMIKAZE, int(event["hit"]), [event["die"]], KAMIKAZE_HITS_ON)
        return None

    def guns_of(self, land: str) -> str:
        """8.3.1 The AA guns of a territory, as units of its holder."""
        return f"{POWER_OF_HOLDER[self.holders[land]]} aa_gun"

    def volley(self, unit: str, hits: int, dice: Sequence[int], factor: int) -> Shots:
        """8.1.2 Dice, each of which hits at a factor or less."""
        hit = factor / 6
        return Shots(self.side_of(unit), unit, hits, total([(1 - hit, hit)] * len(dice)), len(dice))


def _unit(event: Event) -> str:
    return f"{event['power']} {pieces.KINDS.ids[pieces.KIND_OF[pieces.PIECES.index[event['piece']]]]}"
