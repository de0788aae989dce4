"""The second reference implementation over whole turns: convoys, raids, retreats, losses, control, income, placing.

Like ``second_reference`` it reads only tables, public views and events. ``Turns`` follows a game choice by choice and
compares events and choices with the clauses; ``checked`` counts the comparisons by clause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.games.axis_allies_pacific.reference import (
    ALLIES,
    BY_LAND,
    BY_SEA,
    GROUND,
    LANDS,
    UNITS,
    ZONES,
    enemies,
    hostile,
    kind,
    territories_of,
)
from tests.games.axis_allies_pacific.second_reference import COAST, View, own, since_start

EventData = Mapping[str, Any]

ECONOMIES = {"japan": ["japan"], "uk": ["india", "australia"], "usa": ["usa"]}
CAPITALS = {"japan": "japan", "india": "india", "australia": "new_south_wales", "usa": "united_states"}
WARSHIPS = {"submarine", "destroyer", "carrier", "battleship"}
NEVER_LOST = {"aa_gun", "submerged", "industrial_complex"}
AT_SEA = {"transport", "submarine", "destroyer", "carrier", "battleship"}


def capital_held(view: View, economy: str) -> bool:
    """9.6.2 Whether an economy's capital is in the hands of its side."""
    return CAPITALS[economy] in territories_of(view, "japan" if economy == "japan" else "uk")


class Arrival(NamedTuple):
    """8.8.2 A ship that has sailed this turn: its place, its start, and the zones that it left."""

    place: str
    piece: str
    origin: str
    through: frozenset[str]


class Turns:
    """Follows a game by its public information."""

    def __init__(self) -> None:
        self.checked: Counter[str] = Counter()
        self.came: dict[str, set[str]] = {}
        self.arrived: list[Arrival] = []
        self.at_start: dict[str, str] = {}
        self.entered: set[str] = set()
        self.raid: dict[str, Any] = {}

    def compare(self, clause: str, data: object, wanted: object, about: object = "") -> None:
        """Checks that the rules and the clause agree."""
        self.checked[clause] += 1
        assert data == wanted, f"{clause} {about}: the rules say {data}, the clause {wanted}"

    # -- choices -------------------------------------------------------------------------------------------

    def ask(self, view: View, side: str, choices: Any) -> None:
        """Compares a decision with the clauses."""
        frame = view["frames"][-1]
        step = frame["procedure"]
        if step == "aftermath":
            self.retreats(view, frame, choices)
        elif step == "losses":
            self.losses(view, frame, side, choices)
        elif step == "placement":
            self.placing(view, frame, choices)
        elif step == "regroup" and view["frames"][-2]["procedure"] == "turn":
            self.control(view)
        elif step == "purchase" and not any(view["bought"].values()):
            self.volunteers(view)

    def retreats(self, view: View, frame: EventData, choices: Any) -> None:
        """8.8.2, 8.8.3 Ships retreat to one adjacent zone from or through which a ship came; ground units likewise."""
        side, place = view["active"], frame["place"]
        offered = set(choices.next("retreat")) if "retreat" in choices.next() else set()
        came = self.came.get(place, set())
        if place in ZONES:
            came = set().union(*(ship.through for ship in self.arrived if ship.place == place))
            wanted = {zone for zone in came & set(BY_SEA[place]) if not hostile(view, side, zone)}
            afloat = any(kind(piece) in AT_SEA and piece != "submerged" for piece in self.acting(view, place))
            self.compare("8.8.2", offered, wanted if afloat else set(), frame)
        elif not any(frame["landed"]):
            wanted = came & set(BY_LAND[place]) & territories_of(view, side)
            afoot = any(piece in GROUND for piece in self.acting(view, place))
            self.compare("8.8.3", offered, wanted if afoot else set(), frame)

    def acting(self, view: View, place: str) -> set[str]:
        """The units of the active side in a battle, without aircraft in the air."""
        groups = ("own", "china") if view["active"] == "usa" else ("own",)
        return {piece for group in groups for piece in view["acted"][group].get(place, {})}

    def losses(self, view: View, frame: EventData, side: str, choices: Any) -> None:
        """8.10.1 The owner of the most defending units chooses; in a tie, Britain, then the United States."""
        if frame["attacking"] or frame["kind"] in ("raiders", "interceptors"):
            return
        place = frame["place"]
        there = {}
        for power in enemies(frame["side"]):
            counts = view["units"][power].get(place, {})
            counts = {
                piece: many
                for piece, many in counts.items()
                if piece not in NEVER_LOST and (place in ZONES or piece != "cap")
            }
            there[power] = sum(counts.values())
        most = max(there.values())
        owner = next(power for power in ("japan", *ALLIES) if there.get(power) == most)
        self.compare("8.10.1", side, "usa" if owner == "china" else owner, there)

    def placing(self, view: View, frame: EventData, choices: Any) -> None:
        """11.1, 11.2, 11.4, 11.5 The places where bought units may appear, and their number."""
        side = view["active"]
        offered = {action for action in choices if action[0] == "place"}
        wanted = set()
        for economy in ECONOMIES[side]:
            own_lands = {land for land, holder in view["control"].items() if holder == economy} & since_start(view)
            for piece, many in view["bought"].get(economy, {}).items():
                if not capital_held(view, economy):
                    continue
                for site, place, room in self.sites(view, economy, own_lands, piece):
                    for number in range(1, (many if room is None else min(many, room)) + 1):
                        wanted.add(("place", economy, piece, site, place, str(number)))
        free = view["volunteers"]
        if side == "usa" and free and view["control"]["szechwan"] == "china":
            offered = {action for action in offered if action[3] != "szechwan"}
        self.compare("11.1", offered, wanted, f"too much {offered - wanted}, missing {wanted - offered}")

    def sites(self, view: View, economy: str, own_lands: set[str], piece: str) -> list[tuple[str, str, int | None]]:
        """11.1 to 11.4 The complexes, with the places where a unit may appear and the maximum number."""
        side = view["active"]
        if piece == "industrial_complex":
            free = own_lands - set(view["complexes"])
            return [(land, land, 1) for land in free if int(LANDS[land]["ipc"]) >= 1]
        found: list[tuple[str, str, int | None]] = []
        for land in own_lands & set(view["complexes"]) - set(view["new_complexes"]):
            first = LANDS[land]["industrial_complex"] == "yes" and LANDS[land]["holder"] == economy
            room = None if first else int(LANDS[land]["ipc"]) - sum_of(view["placed"].get(land, 0))
            if kind(piece) in AT_SEA:
                found += [(land, zone, room) for zone in COAST[land] if not hostile(view, side, zone)]
            else:
                found.append((land, land, room))
                if piece == "fighter":
                    decks = new_decks(view)
                    found += [
                        (land, zone, decks[zone] if room is None else min(room, decks[zone]))
                        for zone in COAST[land]
                        if decks.get(zone, 0) > 0
                    ]
        return found

    def volunteers(self, view: View) -> None:
        """14.2 China gets a free infantry for each of its territories with a value, and one more for the Burma Road."""
        if view["active"] != "usa":
            return
        chinese = [land for land, holder in view["control"].items() if holder == "china"]
        allied = territories_of(view, "usa")
        road = {"burma", "india", "yunnan", "szechwan"} <= allied
        count = sum(int(LANDS[land]["ipc"]) >= 1 for land in chinese) + road if "szechwan" in chinese else 0
        self.compare("14.2", view["volunteers"], count)

    # -- events --------------------------------------------------------------------------------------------

    def watch(self, before: View, events: Sequence[EventData], after: View) -> None:
        """Processes the events of a choice."""
        purses = dict(before["ipc"])
        loot, points = before["loot"], before["victory_points"]
        for number, event in enumerate(events):
            name = event["event"]
            if name == "turn_opened":
                self.open(after)
                loot = 0
            elif name == "moved":
                self.moved(before, event, events[number + 1 :])
            elif name == "entered":
                self.entered.add(event["land"])
            elif name == "aa_fired":
                self.aa(before, event)
            elif name == "bombed":
                points -= self.bombed(before, event, purses)
            elif name in MONEY:
                loot += MONEY[name](self, before, event, purses)
            elif name == "points_scored":
                collected = sum(one["ipc"] for one in events if one["event"] == "collected")
                self.compare("13.3", event["points"], (collected + loot) // 10, (collected, loot))
                points += event["points"]
        if any(event["event"] in {*MONEY, "bombed"} for event in events):
            self.compare("5.1", after["ipc"], purses, events)
        if any(event["event"] in ("bombed", "points_scored") for event in events):
            self.compare("8.11.4", after["victory_points"], points)

    def open(self, view: View) -> None:
        """A turn begins."""
        self.came, self.arrived, self.entered, self.at_start = {}, [], set(), dict(view["control"])

    def moved(self, view: View, event: EventData, rest: Sequence[EventData]) -> None:
        """8.8.2, 9.5.2 Records where units came from, and the convoys that warships capture on their way in phase 3."""
        way = [event["origin"], *event["way"]]
        if event["place"] in LANDS:
            self.came[event["place"]] = self.came.get(event["place"], set()) - set(way[:-1]) | set(way[-2:-1])
            return
        self.sailed(view["frames"][-1], event, way)
        if view["frames"][-2]["procedure"] == "regroup" or view["frames"][-3:][0]["procedure"] == "regroup":
            return
        side = view["active"]
        taken = {one["convoy"] for one in rest if one["event"] == "convoy_taken"}
        enemy = {zone for zone, row in ZONES.items() if row["convoy"] != "none"}
        enemy &= {zone for zone in ZONES if (zone in view["convoys_of_japan"]) != (side == "japan")}
        takes = kind(event["piece"]) in WARSHIPS
        wanted = {zone for zone in event["way"] if takes and zone in enemy and not hostile(view, side, zone)}
        self.compare("9.5.2", taken, wanted, event)

    def sailed(self, frame: EventData, event: EventData, way: Sequence[str]) -> None:
        """8.8.2, 7.3.1 Each ship came from or through all zones that it entered this turn, and is only in the last of
        them.
        """
        piece, origin = kind(event["piece"]), frame["origin"]
        for _ in range(event["number"]):
            again = [ship for ship in self.arrived if (ship.place, ship.piece, ship.origin) == (way[0], piece, origin)]
            on = again and frame["left"] >= 0
            before = (
                min(again, key=lambda ship: len(ship.through)) if on else Arrival(way[0], piece, origin, frozenset())
            )
            if on:
                self.arrived.remove(before)
            self.arrived.append(Arrival(event["place"], piece, origin, before.through | set(way[:-1])))

    def aa(self, view: View, event: EventData) -> None:
        """8.3.1 One gun fires once at each attacking aircraft, hitting on 1."""
        flights = [row for group in view["flying"].values() for row in group.get(event["land"], {}).items()]
        raiding = sum(many for flight, many in flights if "_attack_" not in flight)
        attacking = sum(many for flight, many in flights if "_attack_" in flight)
        self.checked["8.3.1"] += 1
        assert len(event["dice"]) in (raiding, attacking), f"8.3.1 {len(event['dice'])} dice at {flights}"
        assert event["hits"] == event["dice"].count(1)

    def bombed(self, view: View, event: EventData, purses: dict[str, int]) -> int:
        """8.11.2, 8.11.4, 8.11.5 The economy pays the sum of the dice, at most its treasury; Japan loses points."""
        economy = view["control"][event["land"]]
        if economy == "china":
            self.compare("8.11.5", (event["economy"], event["paid"]), (None, 0))
            return 0
        paid = min(sum(event["dice"]), purses[economy])
        self.compare("8.11.2", (event["economy"], event["paid"]), (economy, paid), event)
        purses[economy] -= paid
        return min(paid // 10, view["victory_points"]) if economy == "japan" else 0

    def control(self, view: View) -> None:
        """8.2.2, 9.1, 9.2, 9.3 A side holds exactly those territories that have its ground units and no enemies."""
        side, economies = view["active"], ECONOMIES[view["active"]]
        now = view["control"]
        for land, holder in self.at_start.items():
            if (holder == "japan") == (side == "japan"):
                self.compare("9.1", now[land], holder, land)
                continue
            ground = {
                power
                for power in ([side, "china"] if side == "usa" else [side])
                if set(own(view, power, land)) & set(GROUND)
            }
            if not ground and land not in self.entered:
                self.compare("8.2.2", now[land], holder, land)
            else:
                wanted = holders(land, side, ground, economies)
                self.checked["9.2"] += 1
                assert now[land] in wanted, f"9.2 {land} went to {now[land]}, not {wanted}"


def holders(land: str, side: str, ground: set[str], economies: list[str]) -> set[str]:
    """9.1, 9.2, 9.3 The possible holders of a territory that a side captures."""
    if side == "japan":
        return {"japan"}
    first = LANDS[land]["holder"]
    if first != "japan":
        return {first}
    if land in ("manchuria", "shantung", "korea"):
        return {"china"}
    if side == "uk":
        return {"india"} if land in ("siam", "french_indo_china") else set(economies)
    if land in ("siam", "french_indo_china"):
        return {"usa" if power == "usa" else "china" for power in ground} or {"usa", "china"}
    return {"usa"}


def sum_of(placed: Any) -> int:
    """The number of units placed at a complex this turn."""
    return int(placed)


def new_decks(view: View) -> dict[str, int]:
    """11.3 The room on carriers placed this turn, by zone."""
    return {zone: int(room) for zone, room in view["frames"][-1]["decks"].items()}


def _pool(self: Turns, view: View, event: EventData, purses: dict[str, int]) -> int:
    """3.4, 13.2 The whole pool is split."""
    purses["india"] += event["india"]
    purses["australia"] += event["australia"]
    return 0


def _bought(self: Turns, view: View, event: EventData, purses: dict[str, int]) -> int:
    """5.1 The list price, from the economy's own treasury."""
    self.compare("5.1", event["price"], event["number"] * int(UNITS[event["kind"]]["cost"]), event)
    purses[event["economy"]] -= event["price"]
    assert purses[event["economy"]] >= 0
    assert capital_held(view, event["economy"]), "5.4"
    return 0


def _refunded(self: Turns, view: View, event: EventData, purses: dict[str, int]) -> int:
    """5.5 The price is refunded."""
    self.compare("5.5", event["price"], event["number"] * int(UNITS[event["kind"]]["cost"]), event)
    purses[event["economy"]] += event["price"]
    return 0


def _purse_taken(self: Turns, view: View, event: EventData, purses: dict[str, int]) -> int:
    """9.6.1 The whole treasury is transferred."""
    self.compare("9.6.1", event["ipc"], purses[event["economy"]], event)
    purses[event["economy"]] = 0
    purses[event["taker"]] += event["ipc"]
    return event["ipc"] if event["taker"] == "japan" else 0


def _collected(self: Turns, view: View, event: EventData, purses: dict[str, int]) -> int:
    """13.1 An economy with its capital collects its production."""
    purses[event["economy"]] += event["ipc"]
    return 0


MONEY = {
    "pool_split": _pool,
    "bought": _bought,
    "refunded": _refunded,
    "purse_taken": _purse_taken,
    "collected": _collected,
}
