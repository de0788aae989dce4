"""A reference implementation of Axis & Allies: Pacific, written from the clauses: it reads tables, views and events.

It uses no code of the rules. ``destinations`` returns where picked up units may go, ``production`` the income of an
economy, and ``Fights`` follows each battle shot by shot: who fires when, at what, and how many.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ironbottom.games.axis_allies_pacific.data.facts import DATA

View = Mapping[str, Any]
EventData = Mapping[str, Any]


def rows(name: str) -> dict[str, dict[str, str]]:
    """A table of the data from its file."""
    with Path(DATA / name).open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(line for line in file if not line.startswith("#"))}


LANDS, ZONES, UNITS = rows("lands.csv"), rows("sea_zones.csv"), rows("units.csv")
BY_LAND = {name: [other for other in row["adjacent_lands"].split("|") if other] for name, row in LANDS.items()}
BY_SEA = {name: row["adjacent_zones"].split("|") for name, row in ZONES.items()}
CLOSED = {name for name, row in LANDS.items() if row["impassable"] == "yes"}
GROUND = ("infantry", "marine", "artillery", "tank")
AIR = ("fighter", "bomber")
ALLIES = ("uk", "usa", "china")


def friends(power: str) -> tuple[str, ...]:
    """1.1 The powers of a power's side."""
    return ("japan",) if power == "japan" else ALLIES


def enemies(power: str) -> tuple[str, ...]:
    """1.1 The powers of the other side."""
    return ALLIES if power == "japan" else ("japan",)


def kind(piece: str) -> str:
    """The kind of a unit on the map."""
    return {"cap": "fighter", "submerged": "submarine"}.get(piece, piece if piece in UNITS else piece.split("_")[0])


# -- 9.4 production -----------------------------------------------------------------------------------------------


def production(view: View, economy: str) -> int:
    """9.4, 9.5.5, 9.5.6 Territories, without those whose route the enemy holds, and centers held by their own side."""
    lost = set(view["convoys_of_japan"])
    routes = {row["convoy_land"]: zone for zone, row in ZONES.items() if row["convoy"] == "route"}
    found = 0
    for land, holder in view["control"].items():
        if holder == economy:
            enemy_route = land in routes and (routes[land] in lost) != (economy == "japan")
            found += 0 if enemy_route else int(LANDS[land]["ipc"])
    own_centers = [zone for zone, row in ZONES.items() if row["convoy"] == "center" and row["convoy_owner"] == economy]
    return found + sum(int(ZONES[zone]["convoy_value"]) for zone in own_centers if zone not in lost)


# -- 7.2, 7.3, 10.2, 10.3 movement ----------------------------------------------------------------------------------


def territories_of(view: View, side: str) -> set[str]:
    """The territories of a side's team."""
    return {land for land, holder in view["control"].items() if (holder == "japan") == (side == "japan")}


def combat_units(view: View, powers: Iterable[str], land: str) -> bool:
    """7.1.2 Whether there are units that hold a territory: all except AA guns."""
    return any(set(view["units"][power].get(land, {})) & {*GROUND, *AIR} for power in powers)


def hostile(view: View, side: str, zone: str) -> bool:
    """0 Whether there is an enemy ship that is not submerged, or an enemy fighter on patrol."""
    pieces = [piece for power in enemies(side) for piece in view["units"][power].get(zone, {})]
    return any(piece == "cap" or (piece not in ("fighter", "submerged")) for piece in pieces)


def destinations(view: View) -> set[str] | None:
    """Where the picked up units may go; None for aircraft and carriers, which depend on carriers."""
    *_, phase, bound = view["frames"]
    if bound["piece"] in (*AIR, "carrier"):
        return None
    late = phase["procedure"] == "regroup"
    if bound["place"] in LANDS:
        return march(view, bound, late)
    return sail(view, bound, late)


def march(view: View, bound: EventData, late: bool) -> set[str]:
    """7.2.1, 7.2.2, 10.2 Over land, units move one step and tanks two.

    All stop in enemy territories, tanks only if these are defended.
    """
    side = view["active"]
    own, reach, edge = territories_of(view, side), set(), {bound["place"]}
    for _ in range(bound["left"] if bound["left"] >= 0 else int(UNITS[bound["piece"]]["move"])):
        following = set()
        for land in edge:
            into = {beyond for beyond in BY_LAND[land] if beyond not in CLOSED and (beyond in own or not late)}
            reach |= into
            blitz = {land for land in into if bound["piece"] == "tank" and not combat_units(view, enemies(side), land)}
            following |= {beyond for beyond in into if beyond in own} | (set() if late else blitz)
        edge = following
    return reach


def attackers_there(view: View, zone: str) -> bool:
    """7.1.4 Whether a unit of the side attacks in a zone."""
    power = view["active"]
    there = {**view["units"][power].get(zone, {}), **view["acted"]["own"].get(zone, {})}
    fighting = {"submarine", "destroyer", "carrier", "battleship", "battleship_hit"}
    return bool(set(there) & fighting) or bool(view["flying"]["own"].get(zone))


def sail(view: View, bound: EventData, late: bool) -> set[str]:
    """7.1.4, 7.3, 10.2, 10.3 By sea: two steps, three in phase 6 from one friendly naval base to another."""
    side, piece, start = view["active"], bound["piece"], bound["place"]
    fresh = bound["left"] < 0
    left = (int(UNITS[kind(piece)]["move"]) + late) if fresh else bound["left"]
    attacks = piece in ("submarine", "destroyer", "battleship", "battleship_hit")
    reach: dict[str, int] = {start: 0}
    edge = {start}
    for steps in range(1, left + 1):
        following = set()
        for zone in edge:
            for beyond in BY_SEA[zone]:
                among = hostile(view, side, beyond)
                if beyond in reach or (among and (late or (not attacks and not attackers_there(view, beyond)))):
                    continue
                reach[beyond] = steps
                destroyers = any(
                    kind(other) == "destroyer"
                    for power in enemies(side)
                    for other in view["units"][power].get(beyond, {})
                )
                if not (destroyers if piece == "submarine" else among):
                    following.add(beyond)
        edge = following
    del reach[start]
    if late:
        reach = {zone: steps for zone, steps in reach.items() if steps < left or based(view, bound["origin"], zone)}
    return set(reach)


def bases(view: View, zone: str) -> set[str]:
    """2.7, 10.3 The naval bases at a zone that were friendly at the start of the turn."""
    own = territories_of(view, view["active"]) - set(view["taken"])
    return {
        land for land in own if LANDS[land]["naval_base"] == "yes" and zone in LANDS[land]["adjacent_zones"].split("|")
    }


def based(view: View, start: str, to: str) -> bool:
    """10.3 Whether a path leads from one friendly naval base to another."""
    return any(one != other for one in bases(view, start) for other in bases(view, to))


# -- 8.1.2 battles --------------------------------------------------------------------------------------------------


class Fights:
    """Follows battles by their events: the forces, who has been hit, and who may fire now."""

    def __init__(self) -> None:
        self.place = ""
        self.forces: dict[str, Counter[str]] = {}
        self.struck: dict[str, Counter[str]] = {}
        self.landed: Counter[str] = Counter()
        self.stage = 0
        self.round = 0
        self.strike = False
        self.hits = {True: 0, False: 0}
        self.checked = 0
        self.raided: set[tuple[int, str, str]] = set()

    def watch(self, before: View, events: Sequence[EventData]) -> None:
        """Processes the events of an act."""
        for number, event in enumerate(events):
            name = event["event"]
            if name == "battle_opened":
                self.open(before, events[:number], event["place"])
            elif self.place and name in HANDLERS:
                getattr(self, HANDLERS[name])(before, event)

    def open(self, view: View, so_far: Sequence[EventData], place: str) -> None:
        """8.4.1, 8.9.3, 8.9.6 The participants: units that moved or were there, landed units, attacking aircraft."""
        active = view["active"]
        flights = [flight for group in view["flying"].values() for flight in group.get(place, {})]
        raid = (view["round"], active, place)
        if any(flight.startswith("bomber_raid") for flight in flights) and raid not in self.raided:
            self.raided.add(raid)
            self.place = ""  # 8.11.2 a raid is not a battle in rounds, and comes first
            return
        self.place, self.round, self.stage, self.landed = place, 0, 0, Counter()
        self.forces = {power: Counter(view["units"][power].get(place, {})) for power in ("japan", *ALLIES)}
        groups = {"own": active} | ({"china": "china"} if active == "usa" else {})
        for group, power in groups.items():
            self.forces[power].update(view["acted"][group].get(place, {}))
            for flight, many in view["flying"][group].get(place, {}).items():
                piece, task, _ = flight.split("_")
                if task == "attack":
                    self.forces[power][f"{piece}!"] += many
        for event in so_far:
            self.before_battle(event, place, active)
        self.struck = {power: Counter() for power in self.forces}

    def before_battle(self, event: EventData, place: str, active: str) -> None:
        """Handles events of the same act that changed the forces after the view."""
        name = event["event"]
        if name == "unloaded" and event["land"] == place:
            self.forces[active].update(event["units"])
            self.landed.update(event["units"])
        elif name == "overflown" or name in ("kamikaze", "retreated", "diverted", "lost"):
            self.place = ""  # the forces are read again when a view shows them

    def sides(self, power: str, active: str) -> bool:
        """Whether a power attacks."""
        return power in friends(active) and (power == active or power == "china")

    def fighters(self, active: str, attacking: bool) -> dict[str, Counter[str]]:
        """8.4.1, 8.7.1, 7.4.5 The units of one side in the battle."""
        at_sea = self.place in ZONES
        found = {}
        for power, counts in self.forces.items():
            own = self.sides(power, active)
            if own != attacking or (power in friends(active) and not own):
                continue
            unfit = {"submerged", "aa_gun", "industrial_complex"} | ({"fighter", "bomber"} if attacking else set())
            unfit |= set() if at_sea else {"cap"}
            left = Counter({piece: many for piece, many in counts.items() if many > 0 and piece not in unfit})
            if left:
                found[power] = left
        return found

    def destroyer(self, active: str, attacking: bool) -> bool:
        """8.5.1 Whether a side has a destroyer in the battle."""
        return any(kind(piece) == "destroyer" for own in self.fighters(active, attacking).values() for piece in own)

    def begin(self, view: View, event: EventData) -> None:
        """8.1.2 A combat round begins."""
        assert event["place"] == self.place
        assert event["round"] == self.round + 1
        waiting = any(sum(own.values()) for own in self.struck.values())
        assert not waiting or not self.round, "8.1.2 what was hit goes at the end of a round; 8.9.4 first it fires back"
        self.round, self.stage, self.hits = event["round"], 0, {True: 0, False: 0}
        self.strike = self.place in ZONES and not self.destroyer(view["active"], False)

    def fired(self, view: View, event: EventData) -> None:
        """8.1.2 Attacking submarines, then all other attackers, then all defenders, those hit in the round included."""
        active, power, piece = view["active"], event["power"], event["piece"]
        attacking = self.sides(power, active)
        stage = 3 if not attacking else 1 if self.strike and piece == "submarine" else 2
        assert stage >= self.stage, f"8.1.2 {power} {piece} fires too late"
        self.stage = stage
        key = f"{piece}!" if attacking and piece in AIR else piece
        there = self.fighters(active, attacking).get(power, Counter())[key]
        hit = self.struck[power][key] if stage == 1 else 0
        assert 0 < len(event["dice"]) <= there - hit, f"8.1.2 {len(event['dice'])} of {there} {power} {piece} fire"
        assert event["hits"] == sum(die <= event["factor"] for die in event["dice"])
        assert event["factor"] in self.factors(view, power, piece, attacking), f"{power} {piece} at {event['factor']}"
        self.hits[attacking] += event["hits"]
        self.checked += 1

    def factors(self, view: View, power: str, piece: str, attacking: bool) -> set[int]:
        """8.2.1, 8.9.5, 8.13.1, 7.8.3 The factors with which a unit may fire."""
        unit = UNITS[kind(piece)]
        if not attacking:
            surprised = view["round"] == 1 and view["active"] == "japan" and power != "china"
            return {min(1, int(unit["defence"])) if surprised else int(unit["defence"])}
        factor = int(unit["attack"])
        guns = any(own["artillery"] for own in self.fighters(view["active"], True).values())
        found = {factor}
        if piece in ("infantry", "marine") and guns:
            found.add(factor + 1)
        if piece == "marine" and self.landed["marine"]:
            found |= {2, 3} if guns else {2}
        return found

    def hit(self, view: View, event: EventData) -> None:
        """8.1.3 Checks that a hit unit is in the battle, and that there are no more hit units than hits."""
        attacked = self.sides(event["power"], view["active"])
        key = f"{event['piece']}!" if attacked and event["piece"] in AIR else event["piece"]
        self.struck[event["power"]][key] += 1
        there = self.forces[event["power"]][key]
        assert self.struck[event["power"]][key] <= there, f"8.1.3 {event['power']} has no {key} left to lose"

    def hit_ashore(self, view: View, event: EventData) -> None:
        """8.8.5 Checks that the hit unit has landed."""
        assert self.landed[event["piece"]] > 0, f"8.8.5 no {event['piece']} landed that is not hit yet"
        self.landed[event["piece"]] -= 1

    def damaged(self, view: View, event: EventData) -> None:
        """8.6.1 A battleship takes its first hit."""
        counts = self.forces[event["power"]]
        assert counts["battleship"] > 0
        counts["battleship"] -= 1
        counts["battleship_hit"] += 1

    def lost(self, view: View, event: EventData) -> None:
        """8.1.2 Hit units are removed."""
        attacked = self.sides(event["power"], view["active"])
        key = f"{event['piece']}!" if attacked and event["piece"] in AIR else event["piece"]
        assert self.struck[event["power"]][key] == event["number"], "8.1.2 only what was hit is lost"
        self.struck[event["power"]][key] = 0
        self.forces[event["power"]][key] -= event["number"]

    def submerged(self, view: View, event: EventData) -> None:
        """8.5.3 Submarines that were not hit submerge."""
        counts = self.forces[event["power"]]
        counts["submarine"] -= event["number"]
        assert counts["submarine"] >= self.struck[event["power"]]["submarine"], "8.5.3 what was hit fires"

    def retreated(self, view: View, event: EventData) -> None:
        """8.8.2, 8.8.3, 8.8.5 Ships leave, and ground units that came overland; landed units stay."""
        if event["place"] != self.place:
            return
        counts = self.forces[event["power"]]
        for piece in list(counts):
            if self.place in ZONES and piece != "submerged" and not piece.endswith("!"):
                counts[piece] = 0
            elif piece in GROUND:
                counts[piece] = min(counts[piece], self.landed[piece] if event["power"] == view["active"] else 0)

    def broke_off(self, view: View, event: EventData) -> None:
        """8.8.4 Aircraft leave."""
        for power in friends(view["active"]) if event["place"] == self.place else ():
            self.forces[power] = Counter({p: n for p, n in self.forces[power].items() if not p.endswith("!")})

    def ended(self, view: View, event: EventData) -> None:
        """8.1.4 The battle is over; checks that no hit unit is still on the board."""
        if event["place"] == self.place:
            ours, theirs = self.fighters(view["active"], True), self.fighters(view["active"], False)
            assert bool(ours) == event["attackers_left"], f"8.1.4 {ours}"
            assert bool(theirs) == event["defenders_left"], f"8.1.4 {theirs}"
            self.place = ""


HANDLERS = {
    "combat_round": "begin",
    "fired": "fired",
    "hit": "hit",
    "hit_ashore": "hit_ashore",
    "damaged": "damaged",
    "lost": "lost",
    "submerged": "submerged",
    "retreated": "retreated",
    "broke_off": "broke_off",
    "battle_ended": "ended",
}
