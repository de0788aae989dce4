"""A second reference implementation: flights, landings, carriers, patrols, loads, placement, retreats.

It reads tables and public information, never the code of the rules. Each function of ``CHECKS`` takes the public view
at a decision and returns for some verbs all legal choices, as readable actions. It covers only default readings (17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import Any

from tests.games.axis_allies_pacific.reference import (
    BY_LAND,
    BY_SEA,
    CLOSED,
    LANDS,
    UNITS,
    ZONES,
    attackers_there,
    based,
    friends,
    hostile,
    kind,
    territories_of,
)

View = Mapping[str, Any]
EventData = Mapping[str, Any]
Action = tuple[str, ...]
Offers = dict[str, set[Action]]

COAST = {name: [zone for zone in row["adjacent_zones"].split("|") if zone] for name, row in LANDS.items()}
SHORE = {zone: [land for land in LANDS if zone in COAST[land] and land not in CLOSED] for zone in ZONES}
MOVE = {name: int(row["move"]) for name, row in UNITS.items()}
LIGHT = {"infantry", "marine", "artillery"}
AWAY = 99


# -- 7.4, 7.5 the range of aircraft ---------------------------------------------------------------------------------


def beside(place: str) -> list[str]:
    """2.2, 2.3 The spaces adjacent to a space for aircraft."""
    if place in ZONES:
        return [*BY_SEA[place], *SHORE[place]]
    return [land for land in BY_LAND[place] if land not in CLOSED] + COAST[place]


@cache
def spaces(start: str) -> dict[str, int]:
    """7.4.1 The number of spaces that a flight enters from one place to each other."""
    found, edge = {start: 0}, [start]
    while edge:
        following = []
        for place in edge:
            for beyond in beside(place):
                if beyond not in found:
                    found[beyond] = found[place] + 1
                    following.append(beyond)
        edge = following
    return found


def since_start(view: View) -> set[str]:
    """2.7, 7.4.4 The territories friendly since the turn began."""
    return territories_of(view, view["active"]) - set(view["taken"])


def with_base(view: View, land: str) -> bool:
    """2.6, 2.7 Whether a territory has an air base that serves the side."""
    return land in since_start(view) and LANDS[land]["air_base"] == "yes"


def lands_in_reach(view: View, at: str, left: int) -> set[str]:
    """7.4.2, 7.5.1 Where an aircraft may land: the step into a territory with a friendly air base is free."""
    found = set()
    for land in since_start(view):
        cost = spaces(at).get(land, AWAY)
        if cost - int(cost > 0 and with_base(view, land)) <= left:
            found.add(land)
    return found


def take_off_cost(view: View, start: str, to: str) -> int:
    """7.5.1 The cost of a flight: the step out of a friendly air base is free."""
    cost = spaces(start).get(to, AWAY)
    return cost - int(0 < cost < AWAY and start in LANDS and with_base(view, start))


# -- 7.6.1 carriers --------------------------------------------------------------------------------------------------


def own(view: View, power: str, place: str) -> Counter[str]:
    """A power's units in a place, whether or not they have acted."""
    found = Counter(view["units"][power].get(place, {}))
    group = {view["active"]: "own", **({"china": "china"} if view["active"] == "usa" else {})}.get(power)
    return found + Counter(view["acted"][group].get(place, {}) if group else {})


def of_side(view: View, side: str, place: str) -> Counter[str]:
    """The units of a side in a place."""
    return sum((own(view, power, place) for power in friends(side)), Counter())


def free_decks(view: View, side: str) -> dict[str, int]:
    """7.6.1 By zone, the room left for fighters on friendly carriers."""
    found = {}
    for zone in ZONES:
        there = of_side(view, side, zone)
        if there["carrier"]:
            found[zone] = 2 * there["carrier"] - there["fighter"]
    return found


def carriers_to_come(view: View, zone: str, *, late: bool = False) -> set[str]:
    """7.4.2, 10.3 The zones where an unmoved carrier may be in phase 6, if the side wins its battles before that."""
    side = view["active"]
    if hostile(view, side, zone):
        return {zone}
    found, edge = {zone: 0}, [zone]
    for step in (1, 2, 3):
        following = []
        for at in edge:
            for beyond in BY_SEA[at]:
                won = not late and (
                    attackers_there(view, beyond) or view["units"][side].get(beyond, {}).keys() & FIGHTING_SHIPS
                )
                if beyond not in found and (not hostile(view, side, beyond) or won):
                    found[beyond] = step
                    following.append(beyond)
        edge = following
    return {at for at, steps in found.items() if steps < 3 or based(view, zone, at)}


FIGHTING_SHIPS = {"submarine", "destroyer", "carrier", "battleship", "battleship_hit"}
Deck = tuple[str, frozenset[str]]
"""A carrier: its zone, and the zones in which it may be when fighters land."""


def all_land(view: View, more: list[set[str]], gone: str) -> bool:
    """7.4.2 Whether one plan gives a carrier to all fighters that need one: those in the air and the given ones.

    ``gone``: the place from which they took off. Fighters aboard keep their place on the carriers of their zone.
    """
    side = view["active"]
    wanting = [(frozenset(zones), "") for zones in more]
    for place, flights in view["flying"]["own"].items():
        for flight, many in flights.items():
            piece, _, left = flight.split("_")
            if not lands_in_reach(view, place, int(left)):
                if piece == "bomber":
                    return False
                wanting += [(frozenset(within(place, int(left))), "")] * many
    decks: list[Deck] = []
    for zone in ZONES:
        there, fresh = of_side(view, side, zone), view["units"][side].get(zone, {}).get("carrier", 0)
        decks += [(zone, frozenset({zone}))] * (there["carrier"] - fresh)
        decks += [(zone, frozenset(carriers_to_come(view, zone)))] * fresh if fresh else []
        aboard = there["fighter"] - (len(more) if zone == gone else 0)
        wanting += [(frozenset(), zone)] * aboard if there["carrier"] else []
    return all(zones or aboard for zones, aboard in wanting) and somehow(wanting, decks)


def most_that_land(view: View, aboard: Mapping[str, int], gone: tuple[str, str, int]) -> int:
    """7.4.2 The number of fighters in the air that find a carrier in phase 6 if carriers move optimally.

    ``aboard``: by zone, the change in the number of fighters on carriers. ``gone``: the number of fighters of each
    flight that have landed.
    """
    side = view["active"]
    wanting: list[tuple[frozenset[str], str]] = []
    for place, flights in view["flying"]["own"].items():
        for flight, many in flights.items():
            piece, _, left = flight.split("_")
            if piece == "fighter" and not lands_in_reach(view, place, int(left)):
                number = many - (gone[2] if gone[:2] == (place, flight) else 0)
                wanting += [(frozenset(within(place, int(left))), "")] * number
    flying = len(wanting)
    decks: list[Deck] = []
    for zone in ZONES:
        there, fresh = of_side(view, side, zone), view["units"][side].get(zone, {}).get("carrier", 0)
        decks += [(zone, frozenset({zone}))] * (there["carrier"] - fresh)
        decks += [(zone, frozenset(carriers_to_come(view, zone, late=True)))] * fresh if fresh else []
        wanting += [(frozenset(), zone)] * (there["fighter"] + aboard.get(zone, 0)) if there["carrier"] else []
    for number in range(flying, 0, -1):
        for chosen in set(combinations(sorted(wanting[:flying], key=lambda one: sorted(one[0])), number)):
            if somehow([*chosen, *wanting[flying:]], decks):
                return number
    return 0


def to_spare(view: View, zone: str, room: int, start: str, gone: tuple[str, str] | None = None) -> int:
    """7.4.2 The number of fighters for which there is room that may land on a carrier.

    No fewer of the others may be able to land than before.
    """
    needy = gone is not None and not lands_in_reach(view, gone[0], int(gone[1].split("_")[2]))
    before = most_that_land(view, {}, ("", "", 0))
    for number in range(1, room + 1):
        landed = (*gone, number) if gone and needy else ("", "", 0)
        aboard = Counter({zone: number})
        aboard.subtract({start: number} if gone is None and start in ZONES else {})
        if most_that_land(view, aboard, landed) + (number if needy else 0) < before:
            return number - 1
    return room


def within(place: str, left: int) -> set[str]:
    """The zones that a fighter reaches."""
    return {zone for zone in ZONES if spaces(place).get(zone, AWAY) <= left}


def somehow(wanting: list[tuple[frozenset[str], str]], decks: list[Deck]) -> bool:
    """Whether the carriers can move so that each fighter finds one.

    Tries all moves that make a difference for the fighters.
    """
    flying = sorted({zones for zones, _ in wanting if zones}, key=sorted)
    plans = []
    for zone, reach in decks:
        served = {frozenset(number for number, zones in enumerate(flying) if at in zones) for at in reach}
        best = [one for one in served if not any(one < other for other in served)]
        plans.append([(zone, one) for one in best] or [(zone, frozenset())])
    tried: set[tuple[Any, ...]] = set()
    for plan in product(*plans):
        key = tuple(sorted((zone, tuple(sorted(serving))) for zone, serving in plan))
        if key not in tried:
            tried.add(key)
            if seated(wanting, flying, key):
                return True
    return False


def seated(wanting: list[tuple[frozenset[str], str]], flying: list[frozenset[str]], plan: tuple[Any, ...]) -> bool:
    """Whether each fighter has its own place, two to a carrier."""
    seats = [deck for deck in plan for _ in range(2)]
    taken: dict[int, int] = {}

    def fits(fighter: int, seat: int) -> bool:
        zones, aboard = wanting[fighter]
        zone, serving = seats[seat]
        return zone == aboard if aboard else flying.index(zones) in serving

    def seat_of(fighter: int, tried: set[int]) -> bool:
        for seat in range(len(seats)):
            if seat not in tried and fits(fighter, seat):
                tried.add(seat)
                if seat not in taken or seat_of(taken[seat], tried):
                    taken[seat] = fighter
                    return True
        return False

    return all(seat_of(fighter, set()) for fighter in range(len(wanting)))


# -- 7.4.2 phase 3 ---------------------------------------------------------------------------------------------------


def takeoff(view: View) -> Offers:
    """7.4.1, 7.4.2, 7.5, 8.11.1 The places that aircraft may fly to, with their task and their number."""
    frame = view["frames"][-1]
    side, power, start, piece = view["active"], frame["power"], frame["place"], frame["piece"]
    there = view["units"][power][start][piece]
    enemy_complexes = set(view["complexes"]) - territories_of(view, side) - set(view["entered"])
    raids = {land for land in enemy_complexes if any("bomber_raid" in f for f in view["flying"]["own"].get(land, {}))}
    found: set[Action] = set()
    for to in [*LANDS, *ZONES]:
        left = MOVE[piece] - take_off_cost(view, start, to)
        if to in CLOSED or left < 0 or (to == start and not (to in ZONES and hostile(view, side, to))):
            continue
        most = 0
        if lands_in_reach(view, to, left):
            most = there
        elif piece == "fighter" and power != "china":
            for number in range(1, there + 1):
                if not all_land(view, [within(to, left)] * number, start):
                    break
                most = number
        tasks = ["attack"] + ["raid"] * (to in (enemy_complexes if piece == "bomber" else raids))
        found |= {("fly", to, task, str(number)) for task in tasks for number in range(1, most + 1)}
    return {"fly": found}


# -- 6.0, 10.0 phases 2 and 6 ------------------------------------------------------------------------------------------


def numbers(most: int) -> list[str]:
    """The numbers up to a maximum."""
    return [str(number) for number in range(1, most + 1)]


def landings(view: View) -> set[Action]:
    """7.4.3, 7.4.4, 7.5.1, 7.6.1 Where aircraft in the air land."""
    found: set[Action] = set()
    decks = free_decks(view, view["active"])
    flying: dict[tuple[str, str], int] = Counter()
    for group in ("own", "china"):
        for place, flights in view["flying"][group].items():
            for flight, many in flights.items():
                flying[place, flight] += many
    for (place, flight), many in flying.items():
        piece, _, left = flight.split("_")
        found |= {
            ("land", place, flight, land, number)
            for land in lands_in_reach(view, place, int(left))
            for number in numbers(many)
        }
        if piece == "fighter" and flight not in view["flying"]["china"].get(place, {}):
            for zone, room in decks.items():
                if spaces(place).get(zone, AWAY) <= int(left):
                    most = to_spare(view, zone, min(many, room), place, (place, flight))
                    found |= {("land", place, flight, zone, number) for number in numbers(most)}
    return found


def patrols(view: View) -> set[Action]:
    """10.5.1, 10.5.2 Unmoved fighters on land patrol an adjacent zone that is not hostile."""
    side = view["active"]
    return {
        ("patrol", land, zone, number)
        for land, counts in view["units"][side].items()
        if land in LANDS
        for zone in COAST[land]
        if not hostile(view, side, zone)
        for number in numbers(counts.get("fighter", 0))
    }


def moved_aircraft(view: View) -> Offers:
    """10.1 Where unmoved aircraft go in phase 6."""
    frame = view["frames"][-1]
    if frame["piece"] not in ("fighter", "bomber") or view["frames"][-2]["procedure"] != "regroup":
        return {}
    power, start, piece = frame["power"], frame["place"], frame["piece"]
    left = MOVE[piece] + int(start in LANDS and with_base(view, start))
    many = view["units"][power][start][piece]
    lands = lands_in_reach(view, start, left) - {start}
    found: set[tuple[str, ...]] = {("go", land, number) for land in lands for number in numbers(many)}
    if piece == "fighter" and power != "china":
        for zone, room in free_decks(view, view["active"]).items():
            if zone != start and spaces(start).get(zone, AWAY) <= left:
                found |= {("go", zone, number) for number in numbers(to_spare(view, zone, min(many, room), start))}
    return {"go": found}


def patrol_lands(view: View) -> Offers:
    """6.1 A patrol lands next to its zone: on friendly territories, or on carriers there."""
    frame = view["frames"][-1]
    side, zone, power = view["active"], frame["zone"], frame["power"]
    many = view["units"][power][zone]["cap"]
    found = {("land_cap", land, n) for land in SHORE[zone] if land in territories_of(view, side) for n in numbers(many)}
    room = free_decks(view, side).get(zone, 0)
    return {"land_cap": found | {("land_cap", zone, number) for number in numbers(min(many, room))}}


# -- 7.7, 7.8 transports -----------------------------------------------------------------------------------------------


def cargo(ship: str) -> list[str]:
    """The load of a transport or destroyer."""
    held_up = ship.replace("aa_gun", "aagun").removeprefix("transport").removeprefix("destroyer").strip("_").split("_")
    found, ally = [], ""
    for word in [word for word in held_up if word]:
        if word == "ally":
            ally = "ally_"
        else:
            found.append(ally + word.replace("aagun", "aa_gun"))
            ally = ""
    return found


def takes(ship: str, unit: str) -> bool:
    """7.7.1, 7.8.1 Whether one more unit fits aboard."""
    load = [one.removeprefix("ally_") for one in cargo(ship)]
    if kind(ship) == "destroyer":
        return not load and unit == "infantry"
    return not load or (len(load) == 1 and load[0] in LIGHT and unit in LIGHT)


def ships_at_hand(view: View, zone: str, after_combat: tuple[str, ...]) -> set[str]:
    """7.7.2, 7.7.5 The side's ships in a zone that carry units and may still act, some of those in combat."""
    side, phase = view["active"], view["frames"][-1]
    pieces = set(view["units"][side].get(zone, {}))
    pieces |= {row["piece"] for row in phase["afloat"] if row["place"] == zone}
    if phase["procedure"] == "regroup":
        pieces |= set(view["escaped"].get(zone, {})).union(*(view[name].get(zone, {}) for name in after_combat))
    carrying = {"transport"} | ({"destroyer"} if side == "japan" else set())
    return {piece for piece in pieces if kind(piece) in carrying}


def parts(units: list[str]) -> set[str]:
    """The parts of a load that may land: any part of it."""
    picks = [pick for size in range(1, len(units) + 1) for pick in combinations(sorted(units, key=ORDER.index), size)]
    return {"_".join(pick) for pick in picks}


ORDER = ["infantry", "marine", "artillery", "tank", "aa_gun"]


def cargo_moves(view: View) -> Offers:
    """7.7.2 to 7.7.5, 7.7.7, 10.4 The units that may board, and those that may land."""
    side, late = view["active"], view["frames"][-1]["procedure"] == "regroup"
    mine = territories_of(view, side)
    ashore, by_ally = ("unload", "disembark") if late else ("assault", "storm")
    found: Offers = {verb: set() for verb in ("load", ashore, "board", by_ally)}
    for zone in ZONES:
        among = hostile(view, side, zone)
        ships = ships_at_hand(view, zone, ("engaged",))
        if not among:
            to_load = ships_at_hand(view, zone, ("engaged", "loading_after_combat"))
            found["load"] |= boarding("load", view, zone, to_load)
            found["board"] |= boarding("board", view, zone, ally_ships(view, zone))
        shores = [land for land in SHORE[zone] if (land in mine) == late]
        for verb, carrying, mark in ((ashore, ships, ""), (by_ally, ally_ships(view, zone), "ally_")):
            if among and (late or mark):
                continue
            for ship in carrying:
                units = [unit.removeprefix("ally_") for unit in cargo(ship) if unit.startswith("ally_") == bool(mark)]
                units = [unit for unit in units if late or unit != "aa_gun"]
                found[verb] |= {(verb, zone, ship, land, part) for land in shores for part in parts(units)}
    return found


def boarding(verb: str, view: View, zone: str, ships: Iterable[str]) -> set[Action]:
    """7.7.2 Unmoved units next to the zone board if there is room; AA guns only in phase 6."""
    side, late = view["active"], view["frames"][-1]["procedure"] == "regroup"
    return {
        (verb, zone, ship, land, unit)
        for ship in ships
        for land in SHORE[zone]
        for unit in view["units"][side].get(land, {})
        if unit in ORDER and (late or unit != "aa_gun") and takes(ship, unit)
    }


def ally_ships(view: View, zone: str) -> set[str]:
    """7.7.7 An ally's transports that have not yet unloaded this turn."""
    ally = {"uk": "usa", "usa": "uk"}.get(view["active"])
    there = Counter(view["units"][ally].get(zone, {})) if ally else Counter()
    there.subtract(view["unloaded"].get(zone, {}))
    return {piece for piece, many in there.items() if many > 0 and kind(piece) == "transport"}


def seizing(view: View) -> set[Action]:
    """9.5.3 An unmoved warship next to the enemy's convoy, with no enemy there."""
    side = view["active"]
    return {
        ("seize", zone, piece)
        for zone, row in ZONES.items()
        if row["convoy"] != "none" and (zone in view["convoys_of_japan"]) != (side == "japan")
        if not hostile(view, side, zone)
        for piece in view["units"][side].get(zone, {})
        if kind(piece) in {"submarine", "destroyer", "carrier", "battleship"} and piece != "submerged"
    }


def moves(view: View) -> Offers:
    """The phases of movement."""
    late = view["frames"][-1]["procedure"] == "regroup"
    if late:
        return {**cargo_moves(view), "land": landings(view), "patrol": patrols(view)}
    return {**cargo_moves(view), "seize": seizing(view)}


# -- 8.12 kamikazes ------------------------------------------------------------------------------------------------


def kamikazes(view: View) -> Offers:
    """8.12.1, 8.12.2 Any ship except submarines of the active side, in kamikaze zones into which ships moved."""
    frame, side = view["frames"][-1], view["active"]
    left = view["kamikazes"] - sum(row.get("many", 1) for row in frame["targets"])
    zones = [zone for zone in view["sailed_into"] if ZONES[zone]["kamikaze"] == "yes"]
    found: set[tuple[str, ...]] = {
        ("kamikaze", zone, piece)
        for zone in zones
        for piece in own(view, side, zone)
        if piece not in ("cap", "submarine", "submerged", "fighter", "bomber")
    }
    return {"kamikaze": found if left else set()}


CHECKS: dict[str, Callable[[View], Offers]] = {
    "takeoff": takeoff,
    "bound": moved_aircraft,
    "combat_moves": moves,
    "regroup": moves,
    "patrol_lands": patrol_lands,
    "kamikaze": kamikazes,
}


def differences(view: View, offered: Iterable[Action]) -> Iterator[str]:
    """The choices that the rules offer but the clauses do not allow, and the reverse."""
    check = CHECKS.get(view["frames"][-1]["procedure"])
    expected = check(view) if check else {}
    given = list(offered) if expected else []
    for verb, wanted in expected.items():
        found = {action for action in given if action[0] == verb}
        if found != wanted:
            yield f"{verb}: too much {sorted(found - wanted)[:6]}, missing {sorted(wanted - found)[:6]}"
