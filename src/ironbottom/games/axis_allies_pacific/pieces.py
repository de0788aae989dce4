"""2.0 The map and the units: everything that never changes during a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import Domain, IdField, Number, Record, TupleField
from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules.teams import Team
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, Counts, mask
from ironbottom.games.axis_allies_pacific.data import tables
from ironbottom.games.axis_allies_pacific.data.facts import load

_facts = load()
_lands = list(_facts.table(tables.LANDS).values())
_zones = list(_facts.table(tables.ZONES).values())

# -- sides, powers and economies (1.0) -------------------------------------------------------------------

SIDES = Domain("side", tables.SIDES, {"japan": "Japan", "uk": "Britain", "usa": "the United States"})
TEAMS = (Team("japan", "Japan", ("japan",)), Team("allies", "the Allies", ("uk", "usa")))
POWERS = Domain(
    "power", tables.POWERS, {"japan": "Japan", "uk": "Britain", "usa": "the United States", "china": "China"}
)
ECONOMIES = Domain(
    "economy",
    tables.ECONOMIES,
    {"japan": "Japan", "india": "India", "australia": "Australia", "usa": "the United States"},
)
HOLDERS = Domain(
    "holder",
    tables.HOLDERS,
    {"japan": "Japan", "india": "India", "australia": "Australia", "usa": "the United States", "china": "China"},
)
JAPAN, UK, USA, CHINA = range(4)
"""The powers; the first three are also sides."""
INDIA, AUSTRALIA, USA_PURSE, CHINESE = 1, 2, 3, 4
"""Economies and holders other than Japan, which is number 0 in both."""
Side = Annotated[int, IdField(SIDES)]
Power = Annotated[int, IdField(POWERS)]
Economy = Annotated[int, IdField(ECONOMIES)]
POWERS_OF = ((JAPAN,), (UK,), (USA, CHINA))
"""1.1, 1.3 The powers that a side moves: the United States move China; the British are one power (1.2)."""
ECONOMIES_OF = ((JAPAN,), (INDIA, AUSTRALIA), (USA_PURSE,))
"""4.3 The economies of a side, which share each of its phases."""
PLAYER_OF = (JAPAN, UK, USA, USA)
"""The side that chooses for a power."""
ALLIED_POWERS = (UK, USA, CHINA)
ALLY = (JAPAN, USA, UK)
"""7.7.7 The other side whose ships may carry its units, by side."""
ENEMIES = ((UK, USA, CHINA), (JAPAN,), (JAPAN,))
"""By side: the powers against it."""
FRIENDS = ((JAPAN,), (UK, USA, CHINA), (UK, USA, CHINA))

# -- territories and sea zones (2.0) -----------------------------------------------------------------------------


def in_a_sentence(title: str) -> str:
    """A land or sea zone in the form used within a sentence.

    >>> [in_a_sentence(title) for title in ("Java", "Caroline Islands", "Sea Zone 12", "United States")]
    ['Java', 'the Caroline Islands', 'sea zone 12', 'the United States']
    """
    if title.startswith("Sea Zone"):
        return title.lower()
    return f"the {title}" if title.endswith(("Islands", "Sea", "United States")) else title


LANDS = Domain("land", [land.id for land in _lands], {land.id: land.name for land in _lands}, in_a_sentence)
ZONES = Domain("sea zone", [zone.id for zone in _zones], {zone.id: zone.name for zone in _zones}, in_a_sentence)
_names = {land.id: land.name for land in _lands} | {zone.id: zone.name for zone in _zones}
PLACES = Domain("place", (*LANDS.ids, *ZONES.ids), _names, in_a_sentence)
LAND_COUNT, ZONE_COUNT, PLACE_COUNT = len(LANDS), len(ZONES), len(PLACES)
FIRST_ZONE = LAND_COUNT
"""The places are the territories, then the zones."""
Land = Annotated[int, IdField(LANDS)]
Zone = Annotated[int, IdField(ZONES)]
Place = Annotated[int, IdField(PLACES)]
COASTS = tuple((LANDS.index[land.id], ZONES.index[zone]) for land in _lands for zone in land.adjacent_zones)
"""2.1 Each territory with each zone on its coast."""
COAST_AT = {pair: number for number, pair in enumerate(COASTS)}
COAST_NAMES = Domain("coast", [f"{LANDS.ids[land]}_from_{ZONES.ids[zone]}" for land, zone in COASTS])
CONVOY_ZONES = tuple(ZONES.index[zone.id] for zone in _zones if zone.convoy != "none")
CONVOYS = Domain("convoy", [ZONES.ids[zone] for zone in CONVOY_ZONES])
CONVOY_AT = {zone: convoy for convoy, zone in enumerate(CONVOY_ZONES)}
PASSABLE = sum(1 << LANDS.index[land.id] for land in _lands if not land.impassable)
"""2.2 All territories except the Soviet Union and the Himalayas."""

# -- units (5.2, units file) ------------------------------------------------------------------------------

KINDS = Domain("kind of unit", tables.UNITS_IN_ORDER, {row.id: row.name for row in _facts.table(tables.UNITS).values()})
INFANTRY, MARINE, ARTILLERY, TANK, AA_GUN, COMPLEX, FIGHTER_KIND, BOMBER_KIND = range(8)
TRANSPORT_KIND, SUBMARINE_KIND, DESTROYER_KIND, CARRIER_KIND, BATTLESHIP_KIND = range(8, 13)
Kind = Annotated[int, IdField(KINDS)]

FREIGHT = Domain("freight", (*tables.GROUND, *(f"ally_{kind}" for kind in tables.GROUND)))
"""7.7 The units that a transport may carry: ground units of its power, and of an ally."""
OWN_FREIGHT = 5
LIGHT = frozenset((INFANTRY, MARINE, ARTILLERY, INFANTRY + 5, MARINE + 5, ARTILLERY + 5))
_PAIRS = [
    pair
    for pair in combinations_with_replacement(range(len(FREIGHT)), 2)
    if LIGHT & set(pair) or pair[0] % 5 == pair[1] % 5 == AA_GUN
]
LOADS: tuple[tuple[int, ...], ...] = ((), *((freight,) for freight in range(len(FREIGHT))), *_PAIRS)
"""The loads that a transport may have under any interpretation of 7.7.1, the empty one first."""
LOAD_AT = {load: number for number, load in enumerate(LOADS)}
NOT_ABOARD = (
    frozenset((MARINE, *range(OWN_FREIGHT, len(FREIGHT)))),
    frozenset((MARINE,)),
    frozenset((MARINE + OWN_FREIGHT,)),
)
"""5.2, 7.7.7 By side, the units that its transports never carry: marines other than those of the United States, and
allies of Japan.
"""

_SINGLE = (*tables.GROUND, "fighter", "bomber", "cap", "submarine", "submerged", "destroyer", "destroyer_infantry")
_SHIPS = ("carrier", "battleship", "battleship_hit")
_NAMED = {
    "cap": "fighter on patrol",
    "submerged": "submerged submarine",
    "destroyer_infantry": "destroyer with infantry",
    "battleship_hit": "damaged battleship",
    "aa_gun": "AA gun",
}


def _load_id(load: Sequence[int]) -> str:
    return "_".join(["transport", *(FREIGHT.ids[freight] for freight in load)])


def _load_title(load: Sequence[int]) -> str:
    held = " and ".join(
        FREIGHT.ids[freight].replace("ally_", "allied ").replace("aa_gun", "AA gun") for freight in load
    )
    return f"transport with {held}" if held else "transport"


PIECES = Domain(
    "piece",
    (*_SINGLE, *_SHIPS, *map(_load_id, LOADS)),
    {**_NAMED, **{_load_id(load): _load_title(load) for load in LOADS}},
)
"""The pieces on the map: each kind of unit, with separate ones for loaded, damaged, submerged or patrolling units."""
FIGHTER, BOMBER, CAP, SUBMARINE, SUBMERGED, DESTROYER, DESTROYER_LOADED, CARRIER = range(5, 13)
BATTLESHIP, BATTLESHIP_HIT, TRANSPORT = 13, 14, 15
Piece = Annotated[int, IdField(PIECES)]
Units = Annotated[int, Counts(PIECES)]
AIRCRAFT = (FIGHTER, BOMBER, CAP)
TRANSPORTS = range(TRANSPORT, TRANSPORT + len(LOADS))


def load_of(ship: int) -> tuple[int, ...]:
    """7.7.1 The load of a transport.

    >>> FREIGHT.ids[load_of(TRANSPORT + 1)[0]]
    'infantry'
    """
    return LOADS[ship - TRANSPORT]


GROUND_PIECES = range(INFANTRY, AA_GUN + 1)
FIGHTING_GROUND = range(INFANTRY, TANK + 1)
SHIP_PIECES = (*range(SUBMARINE, BATTLESHIP_HIT + 1), *TRANSPORTS)
WARSHIPS = (SUBMARINE, DESTROYER, DESTROYER_LOADED, CARRIER, BATTLESHIP, BATTLESHIP_HIT)


def _kind_of(piece: int) -> int:
    name = PIECES.ids[piece]
    if name.startswith(("transport", "battleship", "destroyer")):
        return KINDS.index[name.split("_")[0]]
    return KINDS.index[{"cap": "fighter", "submerged": "submarine"}.get(name, name)]


KIND_OF = tuple(_kind_of(piece) for piece in range(len(PIECES)))

# -- sets of pieces, as the bits that their counts take up -------------------------------------------------

GROUND_MASK = mask(GROUND_PIECES)
GROUND_COMBAT_UNITS = mask(FIGHTING_GROUND)
"""7.1.2 Ground units that can take a territory."""
LAND_COMBAT = mask((*FIGHTING_GROUND, FIGHTER, BOMBER))
"""7.1.2, 8.3.3 Units that hold a territory: all except AA guns."""
SHIPS_MASK = mask(SHIP_PIECES)
IN_THE_WAY = mask((*(piece for piece in SHIP_PIECES if piece != SUBMERGED), CAP))
"""8.5.4, 10.5.3 Units that make a zone hostile: ships that are not submerged, and fighters on patrol."""
DESTROYERS_MASK = mask((DESTROYER, DESTROYER_LOADED))
WARSHIPS_MASK = mask(WARSHIPS)
TRANSPORTS_MASK = mask(TRANSPORTS)
SEA_ATTACKERS = mask((SUBMARINE, DESTROYER, CARRIER, BATTLESHIP, BATTLESHIP_HIT))
"""7.1.4 Ships with an attack factor, except destroyers with infantry aboard (7.8.3)."""

# -- aircraft in the air (7.4) ------------------------------------------------------------------------------

MAX_STEPS_LEFT = {"fighter": 4, "bomber": 6}
FLIGHTS = Domain(
    "flight",
    [
        f"{kind}_{task}_{left}"
        for kind, tasks in (("fighter", ("attack", "escort")), ("bomber", ("attack", "raid")))
        for task in tasks
        for left in range(MAX_STEPS_LEFT[kind] + 1)
    ],
)
"""Aircraft that have flown and must land: their task, and the steps that they have left."""


class FlightKind(NamedTuple):
    """7.1.5 A kind of aircraft, whether it raids or escorts instead of attacking, and its steps left."""

    piece: int
    on_raid: int
    left: int


FLIGHT = tuple(
    FlightKind(FIGHTER if name.startswith("fighter") else BOMBER, int("attack" not in name), int(name[-1]))
    for name in FLIGHTS.ids
)
FLIGHT_AT = {flight: number for number, flight in enumerate(FLIGHT)}
ATTACKING = mask(number for number, flight in enumerate(FLIGHT) if not flight.on_raid)
RAIDING = mask(number for number, flight in enumerate(FLIGHT) if flight.on_raid and flight.piece == BOMBER)
ESCORTING = mask(number for number, flight in enumerate(FLIGHT) if flight.on_raid and flight.piece == FIGHTER)


class UnitsInMovement(NamedTuple):
    """7.1.1 Ships that have moved and can still move or load, or tanks in a blitz, with their remaining steps."""

    power: int
    place: int
    piece: int
    left: int
    origin: int
    many: int


AllUnitsInMovement = Annotated[
    tuple[UnitsInMovement, ...],
    TupleField(
        Record(
            UnitsInMovement,
            power=IdField(POWERS),
            place=IdField(PLACES),
            piece=IdField(PIECES),
            left=Number(0, 3),
            origin=IdField(PLACES),
            many=Number(1, MAX_COUNT),
        )
    ),
]

# -- landings planned (7.7.5, 8.9) ---------------------------------------------------------------------------


class Landing(NamedTuple):
    """A ship with its load, the part that lands, the resulting ship, and whether it is an ally's (7.7.7)."""

    ship: int
    ashore: tuple[int, ...]
    after: int
    from_ally: bool = False


def _landings() -> list[Landing]:
    result = [Landing(DESTROYER_LOADED, (INFANTRY,), DESTROYER)]
    for number, held in enumerate(LOADS):
        for from_ally in (False, True):
            whose = [freight for freight in held if (freight >= OWN_FREIGHT) == from_ally]
            parts = {(whose[0],), (whose[-1],), tuple(whose)} if whose else set()
            for part in sorted(parts, key=lambda part: (len(part), part)):
                rest = list(held)
                for freight in part:
                    rest.remove(freight)
                ashore = tuple(freight % OWN_FREIGHT for freight in part)
                result.append(Landing(TRANSPORT + number, ashore, TRANSPORT + LOAD_AT[tuple(rest)], from_ally))
    return result


LANDING = tuple(_landings())
LANDINGS = Domain(
    "landing",
    [
        f"{PIECES.ids[one.ship]}_lands_{'ally_' * one.from_ally}{'_'.join(FREIGHT.ids[unit] for unit in one.ashore)}"
        for one in LANDING
    ],
)
LANDINGS_OF = tuple(
    tuple(number for number, landing in enumerate(LANDING) if landing.ship == piece and not landing.from_ally)
    for piece in range(len(PIECES))
)
ALLIED_LANDINGS_OF = tuple(
    tuple(number for number, landing in enumerate(LANDING) if landing.ship == piece and landing.from_ally)
    for piece in range(len(PIECES))
)
"""7.7.7 The landings of units of an ally from a ship."""
PARTS = Domain(
    "part of the load", tuple(dict.fromkeys("_".join(FREIGHT.ids[u] for u in one.ashore) for one in LANDING))
)
PART_OF = tuple(PARTS.index["_".join(FREIGHT.ids[unit] for unit in landing.ashore)] for landing in LANDING)


class Pieces:
    """The figures in force by the numbers of units, territories and zones, with the chosen options."""

    def __init__(self, facts: Facts, options: Mapping[str, str]) -> None:
        lands = list(facts.table(tables.LANDS).values())
        zones = list(facts.table(tables.ZONES).values())
        units = list(facts.table(tables.UNITS).values())
        self.options = dict(options)
        self.cost = tuple(unit.cost for unit in units)
        self.attack = tuple(units[kind].attack for kind in KIND_OF)
        self.defence = tuple(units[kind].defence for kind in KIND_OF)
        self.moves = tuple(units[kind].move for kind in KIND_OF)
        self.buyers = tuple(sum(1 << ECONOMIES.index[name] for name in unit.buyers) for unit in units)
        # 2.11 The values of territories.
        self.value = tuple(land.ipc for land in lands)
        self.capital = tuple(LANDS.index[row.capital] for row in facts.table(tables.ECONOMY).values())
        self.szechwan = next(LANDS.index[land.id] for land in lands if land.capital_of == "china")
        self.burma_road = tuple(LANDS.index[name] for name in ("burma", "india", "yunnan", "szechwan"))
        self.holder_by_captor = frozenset((LANDS.index["siam"], LANDS.index["french_indo_china"]))
        """9.3 Territories whose holder depends on who took them."""
        self.start_ipc = tuple(row.start_ipc for row in facts.table(tables.ECONOMY).values())
        self.first_holder = tuple(HOLDERS.index.get(land.holder, -1) for land in lands)
        self.if_freed = tuple(HOLDERS.index.get(land.if_freed, -1) for land in lands)
        self.complexes = _set(LANDS, (land.id for land in lands if land.industrial_complex))
        # 2.5, 2.6 Bases belong to their territory.
        self.naval_bases = _set(LANDS, (land.id for land in lands if land.naval_base))
        self.air_bases = _set(LANDS, (land.id for land in lands if land.air_base))
        self.islands = _set(LANDS, (land.id for land in lands if land.island))
        self.by_land = tuple(_set(LANDS, land.adjacent_lands) & PASSABLE for land in lands)
        self.coast = tuple(_set(ZONES, land.adjacent_zones) for land in lands)
        self.by_sea = tuple(self._neighbours(zone, options["sz14_sz30"] == "yes") for zone in zones)
        self.shore = tuple(
            sum(1 << land for land in range(LAND_COUNT) if self.coast[land] >> zone & 1 and PASSABLE >> land & 1)
            for zone in range(ZONE_COUNT)
        )
        self.kamikaze_zones = _set(ZONES, (zone.id for zone in zones if zone.kamikaze))
        self.route_of = tuple(
            next((CONVOY_AT[z] for z in CONVOY_ZONES if zones[z].convoy_land == land.id), -1) for land in lands
        )
        self.centers = tuple(
            (CONVOY_AT[z], zones[z].convoy_value, zones[z].convoy_owner)
            for z in CONVOY_ZONES
            if zones[z].convoy == "center"
        )
        self.convoy_owner = tuple(zones[zone].convoy_owner for zone in CONVOY_ZONES)
        self.next_load = _loading(options["transport_load"])
        # 7.1.4, 7.8.3 Ships with an attack factor; by the option, also those that carry infantry.
        self.sea_attackers = SEA_ATTACKERS
        if options["loaded_destroyer_attack"] != "0":
            self.sea_attackers |= mask((DESTROYER_LOADED,))

    @staticmethod
    def _neighbours(zone: tables.Zone, disputed: bool) -> int:
        """2.4 The disputed border of sea zones 14 and 30 is an option."""
        other = {"sz14": "sz30", "sz30": "sz14"}.get(zone.id, "") if disputed else ""
        return _set(ZONES, (*zone.adjacent_zones, *([other] if other else [])))


def _set(domain: Domain, ids: Iterable[str]) -> int:
    return sum([1 << domain.index[name] for name in set(ids)])


_FITS = {
    "two_light_or_heavy": lambda load: len(load) == 1 or set(load) <= LIGHT,
    "aa_as_light": lambda load: len(load) == 1 or all(freight in LIGHT or freight % 5 == AA_GUN for freight in load),
    "tank_and_light": lambda load: len(load) == 1 or (bool(LIGHT & set(load)) and all(f % 5 != AA_GUN for f in load)),
}
"""7.7.1 The loads that fit, by the value of the option."""


def _loading(interpretation: str) -> dict[tuple[int, int], int]:
    """7.7.1, 7.8.1 The ship after it loads one more unit, by ship and freight."""
    result = {(DESTROYER, INFANTRY): DESTROYER_LOADED}
    for number, held in enumerate(LOADS):
        for freight in range(len(FREIGHT)):
            more = tuple(sorted((*held, freight)))
            if more in LOAD_AT and _FITS[interpretation](more):
                result[TRANSPORT + number, freight] = TRANSPORT + LOAD_AT[more]
    return result
