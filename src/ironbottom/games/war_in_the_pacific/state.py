"""The layout of a state: the turn and the forces in the list of cells, counters and hexes in arrays."""

from __future__ import annotations

from ironbottom.board.stacks import Stacks
from ironbottom.engine.core.arrays import Arrays
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.visibility import everybody, nobody, owners
from ironbottom.games.war_in_the_pacific.atlas import HEX_COUNT
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.tables import SECTIONS
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASE_HEX,
    BASES,
    BOXES,
    COMMANDS,
    DECKS,
    FIRST_BOX,
    FIRST_DECK,
    FIRST_NEW,
    FLIGHT_SETS,
    FLIGHTS,
    FORCE_SETS,
    FORCES,
    GROUND_PLACES,
    GROUND_TYPES,
    HEXES,
    NEW_BASES,
    OF_BASE,
    OF_FORCE,
    OF_SIDE,
    SCENARIOS,
    SERVED,
    SERVED_SETS,
    SHIP_SETS,
    SHIPS,
    SIDE_OF_SHIP,
    SIDES,
    STACKS,
    SUNK,
    TRAININGS,
    UNITS,
    UNITS_OF,
    WATERS,
    WAVE_SETS,
    WAVES,
)
from ironbottom.games.war_in_the_pacific.scenario import ScenarioHooks
from ironbottom.games.war_in_the_pacific.state_types import State

SUB_KINDS = Domain("kind of submarine", ("fleet", "coastal"))

MISSIONS = Domain(
    "mission",
    ("transit", "patrol", "reaction", "air_strike", "bombardment", "assault", "transport", "raid", "escort"),
)
TARGETS = Domain("target of bombardment", ("airbase", "port", "ground", "guns", "supply"))
"""17.1, 31.1 The targets of bombardment."""
DUTIES = Domain(
    "role",
    (
        *("patrol", "escort", "strafing", "bombardment", "bomb", "torpedo", "kamikaze"),
        *("returning", "transport", "transfer", "ready", "grounded"),
    ),
)
"""5.2 The Roles of points, and other things that may happen to them in a phase."""
STRIKE_TARGETS = Domain(
    "target of a wave",
    ("force", "ships", "airbase", "port", "ground", "guns", "supply", "railcap", "seacap", "link"),
)
"""6.3 to 6.5 The targets of a wave."""
ALTITUDES = Domain("altitude", ("low", "medium", "high"))
"""31.1 The altitudes of a wave in the Bombardment Role."""
ENDINGS = Domain("ending", ("last_turn", "breakoff"))
HOLDERS = Domain("holder", (*SIDES.ids, "neutral", "nobody"))
MAX_TURNS = 99
PLANS_A_SIDE = 8
SUBRONS_A_SIDE = 12
ON_STATION, IN_TRANSIT, REFITS, SUBMARINE_MISSION = range(4)
"""13.3, 13.9 The modes of a Subron until the next Submarine Phase."""
SUBRONS = Domain(
    "Subron",
    [f"{side}_subron_{n}" for side in SIDES.ids for n in range(1, SUBRONS_A_SIDE + 1)],
    {f"{side}_subron_{n}": f"{OF_SIDE[side]} Subron {n}" for side in SIDES.ids for n in range(1, SUBRONS_A_SIDE + 1)},
)
UNIT_SETS = tuple([sum(1 << unit for unit in units) for units in UNITS_OF])
LINKS_A_SIDE, MAX_SPENT = 24, 99_999
LINKS = Domain(
    "link",
    [f"{side}_link_{n}" for side in SIDES.ids for n in range(1, LINKS_A_SIDE + 1)],
    {f"{side}_link_{n}": f"{OF_SIDE[side]} link {n}" for side in SIDES.ids for n in range(1, LINKS_A_SIDE + 1)},
)
"""15.2 The links of merchant shipping."""
LINK_SETS = tuple(((1 << LINKS_A_SIDE) - 1) << LINKS_A_SIDE * side for side in range(len(SIDES)))
LINK_WAYS = tuple(((1 << 2 * LINKS_A_SIDE) - 1) << 2 * LINKS_A_SIDE * side for side in range(len(SIDES)))
"""15.3 The two directions of each side's links."""
NO_LINK, NO_END = 0, 0
SERVED_LINKS = Domain("link served", ("no_link", *LINKS.ids))
EDGES = Domain("edge of the map", ("north_edge", "east_edge", "south_edge", "west_edge"))
"""15.31 The edges where links leave the map."""
LINK_ENDS = Domain("end of a link", ("nowhere", *HEXES.ids, *EDGES.ids))
"""15.2 The ends of links: ports by their hexes, counted from one, and edges of the map."""
READ_PLACES = Domain("place on a card", ("unread", "not_at_sea", *HEXES.ids))
"""23.3 The places that a card may name, and a value for a card that was not read."""
UNREAD, NOT_AT_SEA, FIRST_READ = range(3)
OBJECTIVES = Domain(
    "objective",
    ("none", "midway", "noumea", "port_moresby", "aleutians"),
    {
        "none": "no objective",
        "midway": "Midway",
        "noumea": "Noumea",
        "port_moresby": "Port Moresby",
        "aleutians": "the Aleutian Islands",
    },
)
"""42.43 The objectives among which Japan chooses."""
NO_OBJECTIVE = 0
RANKS = Domain("rank", ("primary", "secondary"), {"primary": "Primary", "secondary": "Secondary"})
"""42.43 The ranks of Japan's objectives."""
MAX_CARDS = 99
CARDS_IN_ALL = len(RANKS)
"""42.65 The index of the number of all cards read, after the indices of the objectives."""
SUBRON_SETS = tuple(((1 << SUBRONS_A_SIDE) - 1) << SUBRONS_A_SIDE * side for side in range(len(SIDES)))


def ships_seen(state: State, viewer: int) -> int:
    """1.3, 8.4 Each side knows its own ships; both know which ships are sunk, and which are in the current battle."""
    positions = state.arrays[SHIP_AT]
    sunk = sum(1 << ship for ship, place in enumerate(positions) if place == SUNK)
    return sunk | state.cells[BATTLING] | (SHIP_SETS[viewer] if viewer >= 0 else 0)


def units_seen(state: State, viewer: int) -> int:
    """1.3 Ground units on the map are public; units aboard ships are known only to their owner."""
    positions = state.arrays[UNIT_AT]
    ashore = sum(1 << unit for unit, place in enumerate(positions) if place < ABOARD)
    own = UNITS_OF[viewer] if viewer >= 0 else range(0)
    return ashore | sum(1 << unit for unit in own)


def ship_places_seen(state: State, viewer: int) -> int:
    """1.3 The place of a sunk ship is public; the owner of a force knows its ships."""
    own = FORCE_SETS[viewer] << HEX_COUNT if viewer >= 0 else 0
    return own | 1 << SUNK


def ground_places_seen(state: State, viewer: int) -> int:
    """1.3 The places of ground units ashore are public; those of units aboard a ship are known only to its owner."""
    own = SHIP_SETS[viewer] << ABOARD if viewer >= 0 else 0
    return own | (1 << ABOARD) - 1


def bases_seen(state: State, viewer: int) -> int:
    """1.3 Based air points are known to the owner of the base: the side that holds the hex, or owns the box or ship."""
    if viewer < 0:
        return 0
    cells, control = state.cells, state.arrays[CONTROL]
    seen = 0
    for base in range(len(BASES)):
        if base >= FIRST_DECK:
            own = SIDE_OF_SHIP[DECKS[base - FIRST_DECK]] == viewer
        elif base >= FIRST_BOX:
            own = BOX_OWNER[base - FIRST_BOX] == viewer
        else:
            hex = base_hex(cells, base)
            own = hex >= 0 and control[hex] == viewer
        if own:
            seen |= ((1 << len(STACKS)) - 1) << base * len(STACKS)
    return seen


def types_seen(state: State, viewer: int) -> int:
    """8.3 The types in reports are known to the enemy of each force."""
    if viewer < 0:
        return 0
    width = len(SHIP_TYPES)
    return sum(
        ((1 << width) - 1) << width * force for force in range(len(FORCES)) if FORCE_SETS[1 - viewer] >> force & 1
    )


BOX_OWNER = tuple([0 if box in ("inland_sea", "japan") else 1 for box in BOXES.ids])
"""37.1 The owner of each box."""


def commands_seen(state: State, viewer: int) -> int:
    """1.31 The availability dice are known to the owner of the headquarters, force or base."""
    if viewer < 0:
        return 0
    units = sum(1 << unit for unit in UNITS_OF[viewer])
    bases = sum(1 << base for base in range(FIRST_BOX) if holder(state, base) == viewer)
    return units | FORCE_SETS[viewer] << OF_FORCE | bases << OF_BASE


def allowances_seen(state: State, viewer: int) -> int:
    """1.31 The points that a command lets fly are known to its owner."""
    seen, width = commands_seen(state, viewer), len(TRAININGS)
    return sum(((1 << width) - 1) << width * command for command in range(len(COMMANDS)) if seen >> command & 1)


def holder(state: State, base: int) -> int:
    """2.5 The holder of the hex of a base; no side if the base is not built."""
    hex = base_hex(state.cells, base)
    return state.arrays[CONTROL][hex] if hex >= 0 else HOLDERS.index["nobody"]


def enemy_bases_seen(state: State, viewer: int) -> int:
    """8.42 Search results about a base are known to the enemy of its holder."""
    if viewer < 0:
        return 0
    return sum(1 << base for base in range(FIRST_BOX) if holder(state, base) != viewer)


LATE_CASES = ("45.74", "45.75")
"""45.74, 45.75 The reinforcements that an Allied landing triggers."""


def objective_seen(state: State, viewer: int) -> int:
    """45.52 The Allies know their Objective; at the end, everybody does."""
    return -1 if viewer == 1 or state.cells[ENDING] >= 0 else 0


def shortening_seen(state: State, viewer: int) -> int:
    """46.35, 1.3 The Allies know by how much the war is shortened, which follows from their hidden merchant shipping.

    It scores only at the end, when everybody knows it.
    """
    return -1 if viewer == 1 or state.cells[ENDING] >= 0 else 0


def ranked_objectives_seen(state: State, viewer: int) -> int:
    """42.63, 23.3 Japan knows its objectives, and the Allies those that they have read; at the end, everybody knows
    them.
    """
    if viewer == 0 or state.cells[ENDING] >= 0:
        return -1
    read = state.arrays[CARDS_READ]
    return sum(1 << rank for rank in range(len(RANKS)) if read[rank]) if viewer == 1 else 0


def cards_read_seen(state: State, viewer: int) -> int:
    """42.65, 23.3 Everybody knows how many cards the Allies have read; only the Allies know which objectives are among
    them.
    """
    return (2 << CARDS_IN_ALL) - 1 if viewer == 1 else 1 << CARDS_IN_ALL


LAYOUT = Layout()
SCENARIO = LAYOUT.cell("scenario", IdField(SCENARIOS), seen=everybody)
TURN = LAYOUT.cell("turn", Number(0, 4 * 13 * 5), seen=everybody)
"""2.1 The number of the Game-Turn, counted from the first of 1941."""
FIRST_PLAYER = LAYOUT.cell("first_player", IdField(SIDES, none=True), seen=everybody)
"""4.2 The First Player of this turn; neither side before the first Initiative Segment."""
WEATHER_DIE = LAYOUT.block("weather_die", len(SECTIONS), Number(0, 6), seen=everybody, each=SECTIONS)
"""8.6 The weather die of each section, whose effect depends on the latitude; 0 before the first roll."""
LOSSES = LAYOUT.block("losses", len(SIDES), Number(0, 99_999), seen=everybody, each=SIDES)
"""47.1 The value of each side's lost ground units, Air Points and Sub Points."""
ENDING = LAYOUT.cell("ending", IdField(ENDINGS, none=True), seen=everybody)
NEW_BASE_AT = LAYOUT.block("new_base_at", NEW_BASES, IdField(HEXES, none=True), seen=everybody)
"""26.0 The hexes of bases built in play."""

_forces = owners(FORCE_SETS)
FORCE_AT = LAYOUT.block("force_at", len(FORCES), IdField(HEXES, none=True), seen=_forces, each=FORCES, sparse=True)
"""9.1 The hex of a Task Force; nowhere if it is not formed, or in a box."""
FORCE_BOX = LAYOUT.block("force_box", len(FORCES), IdField(BOXES, none=True), seen=_forces, each=FORCES, sparse=True)
FORCE_WATER = LAYOUT.block("force_water", len(FORCES), Number(0, 2), seen=_forces, each=FORCES, sparse=True)
"""3.21 The body of water of a split hex that a Task Force is in."""
FORCE_MISSION = LAYOUT.block("force_mission", len(FORCES), IdField(MISSIONS, none=True), seen=_forces, each=FORCES)
FORCE_TO = LAYOUT.block("force_to", len(FORCES), IdField(HEXES, none=True), seen=_forces, each=FORCES, sparse=True)
FORCE_SPEED = LAYOUT.block("force_speed", len(FORCES), Number(0, 3), seen=_forces, each=FORCES, sparse=True)
FORCE_LEFT = LAYOUT.block("force_left", len(FORCES), Number(0, 200), seen=_forces, each=FORCES, sparse=True)
"""10.31 The Movement Points that a force has left in the phase."""
FORCE_ACTIVE = LAYOUT.block("force_active", len(FORCES), Flag(), seen=_forces, each=FORCES, sparse=True)
"""10.2 Whether a force has moved at sea in this phase."""
FORCE_STEPS = LAYOUT.block("force_steps", len(FORCES), Number(0, 60), seen=_forces, each=FORCES, sparse=True)
"""10.6 The number of hexes that a force has entered in this phase."""
FORCE_GATE = LAYOUT.block("force_gate", len(FORCES), IdField(HEXES, none=True), seen=_forces, each=FORCES, sparse=True)
"""42.71, 37.1 The hex where a force enters the map in this phase."""
FORCE_DEBT = LAYOUT.block("force_debt", len(FORCES), Number(0, 60), seen=_forces, each=FORCES, sparse=True)
"""42.71, 37.1 The Movement Points for entering."""
FORCE_FILLED = LAYOUT.block("force_filled", len(FORCES), Flag(), seen=_forces, each=FORCES, sparse=True)
"""42.71 Whether a force enters with full tanks."""
FORCE_LANE = LAYOUT.block("force_lane", len(FORCES), IdField(BOXES, none=True), seen=_forces, each=FORCES, sparse=True)
"""37.1 The box that a force moves to in this phase."""
FORCE_LAGS = LAYOUT.block("force_lags", len(FORCES), Flag(), seen=_forces, each=FORCES, sparse=True)
"""37.1 Whether a force of Speed 1 has spent one of the two phases needed for a box."""
ORGANISED = LAYOUT.cell("organised", IdSetField(FORCES), seen=_forces)
"""9.2 Forces formed or joined in this phase."""
GATHERED = LAYOUT.cell("gathered", IdSetField(SHIPS), seen=owners(SHIP_SETS))
"""9.2 Ships that joined a force in this phase."""
DUMMY_SHIPS = LAYOUT.block("dummy_ships", len(FORCES), Number(0, 12), seen=_forces, each=FORCES, sparse=True)
"""8.7 The number of ships that a dummy is reported to have; 0 for a real force."""

SHIP_TYPES = Domain("type of ship", tables.SHIP_TYPES)
CHITS = Domain("chit", ("true_report", "good", "fair", "poor", "misread", "false_position"))
UNREPORTED = 99
"""The value for a figure that a report does not give. Therefore 99 ships, which only one side in one scenario can have,
count as 98.
"""
MAX_SHIPS_REPORTED = 255
"""8.31 A number larger than six fifths of the ships of any side."""
ALL_FORCES = (1 << len(FORCES)) - 1
_enemies = owners(FORCE_SETS[::-1])
"""8.3 Search results about a force are known to its enemy, not to its owner."""
MAX_CHANGES = 40
"""2.51 The largest number of times that points may change carriers before play: more than the points of any side."""
DECK_CHANGES = LAYOUT.block("deck_changes", len(SIDES), Number(0, MAX_CHANGES), seen=owners((0b01, 0b10)), each=SIDES)
"""2.51 The number of times that points of each side have changed carriers before play."""
CONTACT = LAYOUT.block("contact", len(FORCES), IdField(CHITS, none=True), seen=_enemies, each=FORCES, sparse=True)
"""8.3 The chit of the last report on each force."""
CONTACT_AT = LAYOUT.block("contact_at", len(FORCES), IdField(HEXES, none=True), seen=_enemies, each=FORCES, sparse=True)
"""8.31 The reported hex of each force."""
IN_CONTACT = LAYOUT.cell("in_contact", IdSetField(FORCES), seen=owners((ALL_FORCES, ALL_FORCES)))
"""8.5, 1.32 The forces in contact now, which their owners know; a report on another force is stale."""
NAMED = LAYOUT.cell("named", IdSetField(FORCES), seen=owners((ALL_FORCES, ALL_FORCES)))
"""8.5, 1.32 The numbers in reports, including stale ones; both sides know them."""
REPORTED_SHIPS = LAYOUT.block("told_ships", len(FORCES), Number(0, MAX_SHIPS_REPORTED), seen=_enemies, each=FORCES)
REPORTED_CAPITAL = LAYOUT.block("told_capital", len(FORCES), Number(0, UNREPORTED), seen=_enemies, each=FORCES)
REPORTED_CARRIER = LAYOUT.block("told_carrier", len(FORCES), Number(0, UNREPORTED), seen=_enemies, each=FORCES)
REPORTED_SIZE = LAYOUT.block("told_size", len(FORCES), Number(0, UNREPORTED), seen=_enemies, each=FORCES)

_subrons = owners(SUBRON_SETS)
SUBRON_AT = LAYOUT.block("subron_at", len(SUBRONS), IdField(HEXES, none=True), seen=_subrons, each=SUBRONS, sparse=True)
SUBRON_FLEET = LAYOUT.block("subron_fleet", len(SUBRONS), Number(0, 12), seen=_subrons, each=SUBRONS, sparse=True)
SUBRON_COASTAL = LAYOUT.block("subron_coastal", len(SUBRONS), Number(0, 12), seen=_subrons, each=SUBRONS, sparse=True)
SUBRON_READY = LAYOUT.block("subron_ready", len(SUBRONS), Number(0, 12), seen=_subrons, each=SUBRONS, sparse=True)
"""13.5 The points that may still attack in this Cycle."""
SUBRON_OUT = LAYOUT.block("subron_out", len(SUBRONS), Number(0, 9), seen=_subrons, each=SUBRONS, sparse=True)
"""13.3 The number of Cycles that a Subron has been at sea."""
SUBRON_MODE = LAYOUT.block(
    "subron_mode", len(SUBRONS), Number(0, SUBMARINE_MISSION), seen=_subrons, each=SUBRONS, sparse=True
)
"""13.3, 13.9 Whether a Subron is on station, in transit, returning to refit, or carrying something."""
SUBRON_FROM = LAYOUT.block(
    "subron_from", len(SUBRONS), IdField(HEXES, none=True), seen=_subrons, each=SUBRONS, sparse=True
)
"""13.9 The hex where a Subron fetches its load in this Submarine Phase."""
SUBRON_STORES = LAYOUT.block("subron_stores", len(SUBRONS), Number(0, 12), seen=_subrons, each=SUBRONS, sparse=True)
"""13.9 The Supply Points in a Subron's load."""
TORPEDOED = LAYOUT.block("torpedoed", len(FORCES), Number(0, 3), seen=nobody, each=FORCES, sparse=True)
"""13.7 The Sub Points that have attacked each force in this phase."""

BATTLING = LAYOUT.cell("battling", IdSetField(SHIPS), seen=everybody)
"""11.3 The ships in the current surface battle."""
SEEKS = LAYOUT.cell("seeks", IdSetField(FORCES), seen=_forces)
"""11.1 The forces that wish to fight where they have met the enemy, while both sides choose."""
BREAKS_OFF = LAYOUT.block("breaks_off", len(SIDES), Flag(), seen=owners((0b01, 0b10)), each=SIDES)
"""11.3 Whether a side leaves the battle before the third round."""
FORCE_BOMBARDED = LAYOUT.block("force_bombarded", len(FORCES), Flag(), seen=_forces, each=FORCES, sparse=True)
"""17.2 Whether a force has bombarded in this phase."""
SHELLS = LAYOUT.block("shells", len(FORCES), IdField(TARGETS, none=True), seen=_forces, each=FORCES, sparse=True)
"""17.1 The target that a force bombards in this phase."""
PLAN_SETS = tuple([((1 << PLANS_A_SIDE) - 1) << PLANS_A_SIDE * side for side in range(len(SIDES))])
_plans = owners(PLAN_SETS)
PLAN_NAMES = [f"{side}_plan_{n}" for side in SIDES.ids for n in range(1, PLANS_A_SIDE + 1)]
PLAN_AT = LAYOUT.block("plan_at", len(PLAN_NAMES), IdField(HEXES, none=True), seen=_plans, each=PLAN_NAMES, sparse=True)
"""16.2 The hexes of each side's secret plans of assault."""
SUBRON_TOLD = LAYOUT.block("subron_told", len(SUBRONS), Number(0, 12), seen=everybody, each=SUBRONS, sparse=True)
"""42.51 The announced number of points of each Subron."""
HELD_SUBS = [f"{side}_{kind}" for side in SIDES.ids for kind in SUB_KINDS.ids]
SUBS_HELD = LAYOUT.block("subs_held", len(HELD_SUBS), Number(0, 99), seen=owners((0b0011, 0b1100)), each=HELD_SUBS)
"""13.1 Sub Points in port, outside Subrons: fleet and coastal points of each side."""
MAX_PLANS = 12
ANNOUNCED = LAYOUT.block("announced", MAX_PLANS, IdField(HEXES, none=True), seen=everybody)
"""42.51 The hexes of Japan's announced Amphibious Assaults, in order."""
DUMMY_LIMIT = LAYOUT.block("dummy_limit", len(SIDES), Number(0, 6), seen=owners((0b01, 0b10)), each=SIDES)
"""9.4 The number of dummy Task Forces that each side may have in this turn."""
FORCE_TRIED = LAYOUT.block("force_tried", len(FORCES), Flag(), seen=_forces, each=FORCES, sparse=True)
"""4.32, 39.8 Whether a force has reacted, or tried to change its Mission, in this impulse.

9.4 For a dummy: whether it was placed in this turn.
"""
FORCE_SHIFTED = LAYOUT.block("force_shifted", len(FORCES), Flag(), seen=_forces, each=FORCES, sparse=True)
"""10.41 Whether a force has closed or opened its range to a contact in this phase."""

SHIP_AT = LAYOUT.array("ship_at", len(SHIPS), IdField(WATERS, none=True), seen=ships_seen)
SHIP_BELOW = LAYOUT.array("ship_below", len(SHIPS), IdField(SHIPS, none=True), seen=owners(SHIP_SETS))
SHIP_ABOVE = LAYOUT.array("ship_above", len(SHIPS), IdField(SHIPS, none=True), seen=owners(SHIP_SETS))
SHIP_TOP = LAYOUT.array("ship_top", len(WATERS), IdField(SHIPS, none=True), seen=ship_places_seen)
DAMAGE = LAYOUT.array("damage", len(SHIPS), Number(0, 6), seen=ships_seen)
"""12.1 The damage level of each ship; 6 is S."""
SHRUNK = LAYOUT.array("shrunk", len(SHIPS), Number(0, 3), seen=owners(SHIP_SETS))
"""38.5 Levels of Joint Shipping that are due only to reorganization."""
FUEL = LAYOUT.array("fuel", len(SHIPS), Number(0, 30), seen=owners(SHIP_SETS))
DRY = LAYOUT.array("dry_phases", len(SHIPS), Number(0, 2), seen=owners(SHIP_SETS))
"""10.7 The number of Active Naval Phases that a ship has spent without fuel."""
REPAIR_LEFT = LAYOUT.array("repair_left", len(SHIPS), Number(0, 99), seen=owners(SHIP_SETS))
"""18.1 Game-Turns of repair that a ship still needs."""
REPAIR_WHOLE = LAYOUT.array("repair_whole", len(SHIPS), Number(0, 99), seen=owners(SHIP_SETS))
"""18.1 The total Game-Turns of the repair, and the level at which it began."""
REPAIR_LEVEL = LAYOUT.array("repair_level", len(SHIPS), Number(0, 5), seen=owners(SHIP_SETS))
MAXIMUM_EFFORT = LAYOUT.array("maximum_effort", len(SHIPS), Flag(), seen=owners(SHIP_SETS))
"""18.3 Whether the repair of a ship is Maximum Effort."""
SLOWED = LAYOUT.array("slowed", len(SHIPS), Number(0, 3), seen=owners(SHIP_SETS))
"""12.3 The Speed Classes lost to critical hits."""
TIRED = LAYOUT.array("active_phases", len(SHIPS), Number(0, 99), seen=owners(SHIP_SETS))
"""18.4 The number of Active Naval Phases since the last Refit."""
CARGO = LAYOUT.array("supply_aboard", len(SHIPS), Number(0, 999), seen=owners(SHIP_SETS))
"""25.4 Supply Points aboard each ship."""

UNIT_TYPE = LAYOUT.array("unit_type", len(UNITS), IdField(GROUND_TYPES, none=True), seen=units_seen)
UNIT_AT = LAYOUT.array("unit_at", len(UNITS), IdField(GROUND_PLACES, none=True), seen=units_seen)
UNIT_BELOW = LAYOUT.array("unit_below", len(UNITS), IdField(UNITS, none=True), seen=units_seen)
UNIT_ABOVE = LAYOUT.array("unit_above", len(UNITS), IdField(UNITS, none=True), seen=units_seen)
UNIT_TOP = LAYOUT.array("unit_top", len(GROUND_PLACES), IdField(UNITS, none=True), seen=ground_places_seen)
REST = LAYOUT.array("losses_carried", len(UNITS), Number(0, 9), seen=units_seen)
"""21.2 Losses below the next step, carried on the unit."""
DEPLOYED = LAYOUT.array("deployed", len(UNITS), Number(0, 2), seen=units_seen)
"""27.1 How far a Base Force is deployed."""
UNSUPPLIED = LAYOUT.array("unsupplied", len(UNITS), Number(0, 9), seen=units_seen)
"""25.3 The number of Segments for which a unit has lacked supply."""

AIR = LAYOUT.array("air", len(BASES) * len(STACKS), Number(0, 127), seen=bases_seen)
"""5.12 The points of each stack at each base."""
SEARCHING = LAYOUT.array("searching", len(BASES) * len(STACKS), Number(0, 127), seen=bases_seen)
"""5.2, 8.1 The points of each stack in the Search Role in this Air Phase."""
FLOWN = LAYOUT.array("flown", len(BASES) * len(STACKS), Number(0, 127), seen=bases_seen)
"""5.9 Points of each stack that flew in this Game-Turn, each once."""
AVAILABLE = LAYOUT.array("available", len(COMMANDS), Number(0, 6), seen=commands_seen)
"""6.11 The die of each headquarters, carrier force and flying-boat base in this phase; 0 if it has not rolled."""
ALLOWED = LAYOUT.array("allowed", len(COMMANDS) * len(TRAININGS), Number(0, 999), seen=allowances_seen)
"""6.11 The number of points of each training that the die allows to fly in this phase."""
_served = owners(SERVED_SETS)
SERVED_BASE = LAYOUT.array("served_base", len(SERVED), IdField(BASES, none=True), seen=_served)
"""5.3 The stacks that serve each command, and how many of their points it has room for; these are computed,
not chosen.
"""
SERVED_STACK = LAYOUT.array("served_stack", len(SERVED), IdField(STACKS, none=True), seen=_served)
SERVED_BY = LAYOUT.array("served_by", len(SERVED), IdField(COMMANDS, none=True), seen=_served)
SERVED_POINTS = LAYOUT.array("served_points", len(SERVED), Number(0, 127), seen=_served)
_flights, _waves = owners(FLIGHT_SETS), owners(WAVE_SETS)
FLIGHT_BASE = LAYOUT.array("flight_base", len(FLIGHTS), IdField(BASES, none=True), seen=_flights)
"""5.12, 5.2 The base of points of one stack in one Role; nowhere if the number is free."""
FLIGHT_STACK = LAYOUT.array("flight_stack", len(FLIGHTS), IdField(STACKS, none=True), seen=_flights)
FLIGHT_ROLE = LAYOUT.array("flight_role", len(FLIGHTS), IdField(DUTIES, none=True), seen=_flights)
FLIGHT_POINTS = LAYOUT.array("flight_points", len(FLIGHTS), Number(0, 127), seen=_flights)
FLIGHT_WAVE = LAYOUT.array("flight_wave", len(FLIGHTS), IdField(WAVES, none=True), seen=_flights)
FLIGHT_OVER = LAYOUT.array("flight_over", len(FLIGHTS), IdField(HEXES, none=True), seen=_flights)
"""6.2 The hex of a patrol; for points that struck, the hex of the strike."""
FLIGHT_COVERS = LAYOUT.array("flight_covers", len(FLIGHTS), IdField(FORCES, none=True), seen=_flights)
"""6.2 The Task Force that a patrol covers."""
FLIGHT_FOUGHT = LAYOUT.array("flight_fought", len(FLIGHTS), Number(0, 2), seen=_flights)
"""6.21 Whether a patrol has fought in the phase: 1 if it has, 2 if against a wave with torpedoes."""
FLIGHT_OF_PHASE_BEFORE = LAYOUT.array("flight_of_phase_before", len(FLIGHTS), Flag(), seen=_flights)
"""6.1 Whether points flew in the previous phase."""
WAVE_AT = LAYOUT.array("wave_at", len(WAVES), IdField(HEXES, none=True), seen=_waves)
"""7.7 The target hex of a wave; nowhere if the number is free."""
WAVE_FORCE = LAYOUT.array("wave_force", len(WAVES), IdField(FORCES, none=True), seen=_waves)
WAVE_TARGET = LAYOUT.array("wave_target", len(WAVES), IdField(STRIKE_TARGETS, none=True), seen=_waves)
WAVE_ALTITUDE = LAYOUT.array("wave_altitude", len(WAVES), IdField(ALTITUDES, none=True), seen=_waves)
WAVE_STEP = LAYOUT.array("wave_step", len(WAVES), Number(0, 4), seen=_waves)
"""7.1 The progress of a wave: declared, late (6.7), found without patrols, met by patrols, attack done."""
REPORTED_AIR = LAYOUT.array("told_air_points", FIRST_BOX, Number(-1, 999), seen=enemy_bases_seen)
"""8.42 The number of air points that search found at a base in this Game-Turn."""
MAX_IN_PORT = 99
CAPITAL_IN_PORT = LAYOUT.array("capital_in_port", FIRST_BOX, Number(-1, MAX_IN_PORT), seen=enemy_bases_seen)
"""8.41 The number of capital ships seen in a searched enemy port; -1 if it was not searched."""
CARRIERS_IN_PORT = LAYOUT.array("carriers_in_port", FIRST_BOX, Number(-1, MAX_IN_PORT), seen=enemy_bases_seen)
"""8.41 The number of carriers seen in a searched enemy port; fleet carriers also count as capital ships."""
REPORTED_TYPES = LAYOUT.array("told_types", len(FORCES) * len(SHIP_TYPES), Number(0, UNREPORTED), seen=types_seen)
"""8.3 The ship types in the last report on each force."""
LEVEL = LAYOUT.array("level", FIRST_BOX + len(BOXES), Number(0, 10), seen=everybody)
"""5.4 The Levels of the airbase at each base."""
HURT = LAYOUT.array("damaged_levels", FIRST_BOX + len(BOXES), Number(0, 10), seen=everybody)
"""5.41 The damaged Levels of the airbase at each base."""
SUPPLY = LAYOUT.array("supply", FIRST_BOX + len(BOXES), Number(0, 9_999), seen=everybody)
"""25.2 Supply Points at each base."""
CONTROL = LAYOUT.array("control", HEX_COUNT, IdField(HOLDERS), seen=everybody)
"""2.5 The side that controls each hex."""

AIM = LAYOUT.array("aim", len(SHIPS), IdField(SHIPS, none=True), seen=owners(SHIP_SETS))
"""11.3 The target of each ship in this round."""
LAUNCHES = LAYOUT.array("launches", len(SHIPS), Flag(), seen=owners(SHIP_SETS))
"""11.4 Whether a ship also fires its torpedoes in this round."""
FIRE_CONTROL = LAYOUT.array("fire_control", len(SHIPS), Flag(), seen=ships_seen)
"""12.3 Whether a critical hit has halved a ship's fire."""
DECK_SHUT = LAYOUT.array("deck_shut", len(SHIPS), Flag(), seen=ships_seen)
"""12.3 Whether a critical hit has closed a ship's flight deck."""
BOUND_FOR = LAYOUT.array("bound_for", len(UNITS), IdField(SHIPS, none=True), seen=owners(UNIT_SETS))
"""16.1, 16.3 The ship that a unit boards in this phase, or leaves if it is aboard."""
TAKES = LAYOUT.array("takes_supply", len(SHIPS), Number(0, 999), seen=owners(SHIP_SETS))
"""16.1 The Supply Points that a ship loads in this phase."""
LEAVES = LAYOUT.array("leaves_supply", len(SHIPS), Number(0, 999), seen=owners(SHIP_SETS))
"""16.3 The Supply Points that a ship unloads in this phase."""
LANDED = LAYOUT.array("landed", len(UNITS), Number(0, 3), seen=units_seen)
"""16.4, 6.9 Units landed since the last Ground Phase: 1 planned, 2 unplanned, 3 dropped from the air."""
DISRUPTED = LAYOUT.array("disrupted", len(UNITS), Number(0, 9), seen=units_seen)
"""31.1 Disruptions by Bombardment for the next Ground Phase."""
DEPLOYING = LAYOUT.array("deploying", len(UNITS), Number(0, 9), seen=units_seen)
"""27.1 The number of Game-Turns that a Base Force has spent deploying."""
GUNS_HURT = LAYOUT.array("guns_hurt", FIRST_BOX + len(BOXES), Number(0, 40), seen=everybody)
"""38.7 The damage by Bombardment to the coastal guns of each base."""
PORT_HURT = LAYOUT.array("port_hurt", FIRST_BOX + len(BOXES), Number(0, 99), seen=everybody)
"""14.5 Damage Levels of each port."""
PORT_TAKEN = LAYOUT.array("port_taken", FIRST_BOX + len(BOXES), Number(0, 3), seen=everybody)
"""14.4 The number of Game-Turns for which a captured port still works at half capacity."""
REFITTING = LAYOUT.array("refitting", len(SHIPS), Flag(), seen=owners(SHIP_SETS))
"""18.4 Whether a ship due for Refit has been in a major port since the end of the last Game-Turn."""
OBJECTIVE = LAYOUT.block("objective", 1, IdField(HEXES, none=True), seen=objective_seen, each=("allies",), sparse=True)
"""45.52 The secret Objective of the Allies; public once the game is over."""
LANDED_WHERE_CALLED = LAYOUT.cell("landed_where_called", Flag(), seen=everybody)
"""45.63 Whether an Allied ground unit has landed where that triggers kamikazes."""
KAMIKAZES = LAYOUT.cell("kamikazes", Flag(), seen=everybody)
"""45.63 Whether Japan has begun Kamikaze Strikes."""
KAMIKAZES_LEFT = LAYOUT.cell("kamikazes_left", Number(0, 127), seen=owners((-1, 0)))
"""39.41, 45.63 The number of points that may still be used as kamikazes before the next Air Phase."""
CAME_ONCE = LAYOUT.block("came_once", len(LATE_CASES), Flag(), seen=everybody, each=LATE_CASES)
"""45.74, 45.75 The reinforcements triggered by a landing that have arrived."""
ALLIED_AIR_LOSSES = LAYOUT.array("fallen", len(STACKS), Number(0, 9_999), seen=everybody)
"""45.71 Allied air points that were lost and not replaced, by stack."""

STRUCK = LAYOUT.array("struck", FIRST_BOX, Flag(), seen=everybody, late=True)
"""26.3 The bases attacked on the ground or hit by Bombardment in this Game-Turn."""
IDLE_HEADQUARTERS = LAYOUT.array("staff", len(UNITS), Number(0, 2), seen=units_seen, late=True)
"""5.32 Headquarters that do not work: 1 for a headquarters that moved in this Game-Turn, 2 for a headquarters that
waits for the next Cycle.
"""
HEADQUARTERS_STARTED = LAYOUT.array("staffs_begun", HEX_COUNT, Number(0, 15), seen=everybody, late=True)
"""5.32 For each hex, the sizes of headquarters that began to work there in this Cycle, as bits from the smallest."""
WAVE_CAME = LAYOUT.array("wave_came", len(WAVES), Number(0, 2), seen=_waves, late=True)
"""6.21 How a wave arrived: 2 with bombs only, 1 otherwise, regardless of later losses."""
FERRIED = LAYOUT.array("ferried", len(UNITS), Number(0, len(SUBRONS)), seen=owners(UNIT_SETS), late=True)
"""13.9 The Subron that carries a unit in this Submarine Phase, counted from one."""
TRANSFERRED = LAYOUT.array("transferred", len(BASES) * len(STACKS), Number(0, 127), seen=bases_seen, late=True)
"""5.9 The points that transferred, among those that flew in this Game-Turn; they count double."""
HELD_BEFORE = LAYOUT.array("held_before", HEX_COUNT, Number(0, len(HOLDERS)), seen=everybody, late=True)
"""22.1 For each hex that changed hands in this Game-Turn, the side that held it at the start, counted from one;
otherwise 0.

Written only where the option ``enemy_roads`` needs it.
"""
OWED = LAYOUT.array("supply_owed", FIRST_BOX, Number(0, 9_999), seen=everybody, late=True)
"""44.43 Supply Points carried away from Kunming minus those brought there.

If this is positive, that many of the Supply Points that arrive later do not score.
"""

LINK_FROM = LAYOUT.array("link_from", len(LINKS), IdField(LINK_ENDS), seen=everybody, late=True)
"""15.2 The ends of each link of merchant shipping; nowhere if the number is free."""
LINK_TO = LAYOUT.array("link_to", len(LINKS), IdField(LINK_ENDS), seen=everybody, late=True)
LINK_LOST = LAYOUT.array("link_lost", len(LINKS), Number(0, 999), seen=everybody, late=True)
"""47.1 The levels of damage that merchant shipping has suffered on each link, which both sides know."""
LINK_SPENT = LAYOUT.array("link_spent", 2 * len(LINKS), Number(0, MAX_SPENT), seen=owners(LINK_WAYS), late=True)
"""15.3 The quarters of Load Points that each link has carried in this Cycle, in each direction."""
SHIP_LINK = LAYOUT.array("ship_link", len(SHIPS), IdField(SERVED_LINKS), seen=owners(SHIP_SETS), late=True)
"""15.1, 15.4 The link that merchant shipping serves in Strategic Mode, or that an escort guards."""
MODE_CHANGE = LAYOUT.array("mode_change", len(SHIPS), Flag(), seen=owners(SHIP_SETS), late=True)
"""15.8 Whether merchant shipping changes its mode in port in this Game-Turn."""

SUBRON_PREY = LAYOUT.array("subron_prey", len(SUBRONS), IdField(SERVED_LINKS), seen=_subrons, late=True)
"""13.6 The link that each Subron attacks in this Submarine Phase."""

SUBS_OFF_MAP = LAYOUT.array("subs_off_map", len(HELD_SUBS), Number(0, 99), seen=owners((0b0011, 0b1100)), late=True)
"""13.1, 37.1 Sub Points off the map, outside Subrons: fleet and coastal points of each side."""
WITHDRAWN = LAYOUT.array("withdrawn", len(SHIPS), Flag(), seen=owners(SHIP_SETS), late=True)
"""39.91 Whether a ship has left the map for good; its level stays as it was."""

SHORTENED = LAYOUT.array("shortened", 1, Number(0, 999), seen=shortening_seen, late=True)
"""46.31 The number of Game-Turns by which the war has been shortened."""

PLAN_READ = LAYOUT.array("plan_read", len(PLAN_NAMES), IdField(READ_PLACES), seen=owners(PLAN_SETS[::-1]), late=True)
"""23.3 The hexes of each side's written plans that its enemy has read on cards; only the enemy knows this."""
_subrons_read = owners(SUBRON_SETS[::-1])
SUBRON_READ = LAYOUT.array("subron_read", len(SUBRONS), IdField(READ_PLACES), seen=_subrons_read, late=True)
"""23.3 The place of each Subron that its enemy has read on a card, until Subrons move again."""
SUBRON_READ_POINTS = LAYOUT.array("subron_read_points", len(SUBRONS), Number(0, 12), seen=_subrons_read, late=True)
"""23.3 The Sub Points of each Subron that was read on a card, less those lost since."""
LINK_RAIDED = LAYOUT.array("link_raided", len(LINKS), Flag(), seen=everybody, late=True)
"""15.5 Whether ships of each link have fought raiders in this Naval Phase."""
WAVE_LINK = LAYOUT.array("wave_link", len(WAVES), IdField(SERVED_LINKS), seen=_waves, late=True)
"""15.5 The link that a wave strikes."""
REASSIGNED = LAYOUT.array("reassigned", len(SHIPS), Flag(), seen=owners(SHIP_SETS), late=True)
"""15.8 The ships that have their orders for links in the current Segment, which only their owner knows (1.3)."""

RESTRICTED = LAYOUT.array("restricted", len(UNITS), Flag(), seen=everybody, late=True)
"""43.9 Whether a ground unit began in Australia or New Guinea, for an option."""

RANKED_OBJECTIVES = LAYOUT.array(
    "ranked_objectives", len(RANKS), IdField(OBJECTIVES), seen=ranked_objectives_seen, late=True
)
"""42.63 Japan's Primary and Secondary objective."""
CARDS_READ = LAYOUT.array("cards_read", len(RANKS) + 1, Number(0, MAX_CARDS), seen=cards_read_seen, late=True)
"""42.65 Whether the Allies have read each objective, which only they know; and how many cards they have read in all,
which everybody knows.
"""


def scenario(state: State) -> ScenarioHooks:
    """41.0 The scenario in play."""
    return state.rules.pieces.scenarios[state.cells[SCENARIO]]


def ships_in(arrays: Arrays) -> Stacks:
    """The ships by place."""
    return Stacks(arrays[SHIP_AT], arrays[SHIP_BELOW], arrays[SHIP_ABOVE], arrays[SHIP_TOP])


def units_in(arrays: Arrays) -> Stacks:
    """The ground units by place."""
    return Stacks(arrays[UNIT_AT], arrays[UNIT_BELOW], arrays[UNIT_ABOVE], arrays[UNIT_TOP])


def base_hex(cells: list[int], base: int) -> int:
    """The hex of a base on the map, or -1 for a base that is not built."""
    return BASE_HEX[base] if base < FIRST_NEW else cells[NEW_BASE_AT + base - FIRST_NEW]


def in_contact(cells: list[int], force: int) -> bool:
    """8.2 Whether the enemy is in contact with a Task Force."""
    return bool(cells[IN_CONTACT] >> force & 1)


def points_at(arrays: Arrays, base: int) -> int:
    """5.4 The number of air points at a base."""
    return sum(arrays[AIR][base * len(STACKS) : (base + 1) * len(STACKS)])
