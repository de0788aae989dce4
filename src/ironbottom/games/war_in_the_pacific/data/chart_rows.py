"""The rows of each chart: results by die, modifiers, costs."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ironbottom.engine.data.columns import Choice, Decimal, ListOf, Text, Whole, YesNo
from ironbottom.engine.data.facts import Mark
from ironbottom.games.war_in_the_pacific.data.tables import NATIONS, SCENARIOS, SHIP_TYPES, SIDES, HexId, HexIds

MAX_NUMBER = 9_999
"""The upper end of an unlimited row, and the amount of an unlimited supply."""
SUNK = 6
"""12.1 The level S of the Naval Combat Results Table."""
ELIMINATED = 10
"""24.3 The result E: ten tenths."""

Die = Annotated[int, Whole(0, 20)]
Low = Annotated[int, Whole(-99, MAX_NUMBER)]
Small = Annotated[int, Whole(-9, 99)]
Id = Annotated[str, Text()]


class Rolls(msgspec.Struct, frozen=True):
    """A row of a chart with one column per die: the range of strength, and six results."""

    id: Id
    low: Low
    high: Low
    die_1: Die
    die_2: Die
    die_3: Die
    die_4: Die
    die_5: Die
    die_6: Die


class Attrition(msgspec.Struct, frozen=True):
    """The strength lost in each condition, by die roll (25.8)."""

    id: Id
    die_1: Die
    die_2: Die
    die_3: Die
    die_4: Die
    die_5: Die
    die_6: Die


class Levels(msgspec.Struct, frozen=True):
    """A row of the Naval Combat Results Table (12.1): the lowest ratio of Damage Points to Defence; 6 is S."""

    id: Id
    numerator: Small
    denominator: Small
    die_1: Die
    die_2: Die
    die_3: Die
    die_4: Die
    die_5: Die
    die_6: Die


class GroundRow(msgspec.Struct, frozen=True):
    """One side's row of an odds column (24.3): the tenths lost for each die roll; ``retreats`` has a bit for each roll
    that forces a retreat (r).
    """

    id: Id
    attack: Small
    defence: Small
    side: Annotated[str, Choice("attacker", "defender")]
    die_1: Die
    die_2: Die
    die_3: Die
    die_4: Die
    die_5: Die
    die_6: Die
    retreats: Annotated[int, Whole(0, 63)]


class Modifier(msgspec.Struct, frozen=True):
    """A modifier that a case adds to a die or a column."""

    id: Id
    modifier: Small


class Value(msgspec.Struct, frozen=True):
    """A single figure in a rule."""

    id: Id
    value: Small


class Share(msgspec.Struct, frozen=True):
    """The percentage of points that may fly, by die (6.11)."""

    id: Id
    die: Annotated[int, Whole(1, 6)]
    carrier: Annotated[int, Whole(0, 100)]
    trained: Annotated[int, Whole(0, 100)]
    untrained: Annotated[int, Whole(0, 100)]
    unsupplied: Annotated[int, Whole(0, 100)]


class PerTen(msgspec.Struct, frozen=True):
    """Damage Points per ten points of strength, by modified die (11.5)."""

    id: Id
    low: Low
    high: Low
    per_ten: Small


class DamageEffect(msgspec.Struct, frozen=True):
    """The effect of a damage level (12.2): on the Speed Class, and the quarters of fire and air points left."""

    id: Id
    level: Annotated[int, Whole(1, SUNK)]
    speed_loss: Annotated[int, Whole(0, 3)]
    speed_limit: Annotated[int, Whole(0, 3)]
    fire_share: Annotated[int, Whole(0, 4)]
    air_share: Annotated[int, Whole(0, 4)]


EFFECTS = ("none", "slower", "fire", "deck_shut", "magazine", "fire_control", "flooding", "spreading")


class Critical(msgspec.Struct, frozen=True):
    """The critical hit for a modified die, on a carrier and on another ship (12.3)."""

    id: Id
    low: Low
    high: Low
    carrier: Annotated[str, Choice(*EFFECTS)]
    other_ship: Annotated[str, Choice(*EFFECTS)]


class CriticalEffect(msgspec.Struct, frozen=True):
    """The effect of a critical hit: levels, speed, deck, quarters of air points lost, quarters of fire left, and
    whether there is a second roll.
    """

    id: Id
    levels: Annotated[int, Whole(0, 5)]
    speed_loss: Annotated[int, Whole(0, 3)]
    deck_shut: Annotated[bool, YesNo()]
    air_lost: Annotated[int, Whole(0, 4)]
    fire_share: Annotated[int, Whole(0, 4)]
    again: Annotated[bool, YesNo()]


class Repair(msgspec.Struct, frozen=True):
    """The Game-Turns in port by die and damage (18.1); the last column is for bottomed ships."""

    id: Id
    die: Annotated[int, Whole(1, 6)]
    d1: Annotated[int, Whole(1, 99)]
    d2: Annotated[int, Whole(1, 99)]
    d3: Annotated[int, Whole(1, 99)]
    d4: Annotated[int, Whole(1, 99)]
    d5: Annotated[int, Whole(1, 99)]


class RepairResources(msgspec.Struct, frozen=True):
    """The repairs of a class of port (18.3): whether it makes Maximum Effort, the number of ships, the worst level."""

    id: Id
    places: Annotated[tuple[str, ...], HexIds(blank=True)]
    maximum_effort: Annotated[bool, YesNo()]
    ships: Annotated[int, Whole(1, 999)]
    worst: Annotated[int, Whole(1, 5)]


class Contact(msgspec.Struct, frozen=True):
    """The lowest result of two dice for this many Search Points, and the cup of the chit (8.2)."""

    id: Id
    low: Low
    high: Low
    needed: Annotated[int, Whole(2, 12)]
    cup: Annotated[str, Choice("A", "B", "C")]


class Chit(msgspec.Struct, frozen=True):
    """A Search Effectiveness Chit (8.3): its number in each cup, and the fix for a strike."""

    id: Id
    cup_a: Annotated[int, Whole(0, 12)]
    cup_b: Annotated[int, Whole(0, 12)]
    cup_c: Annotated[int, Whole(0, 12)]
    fix: Annotated[int, Whole(1, 6)]


SKY = ("clear", "overcast", "storm")


class WeatherRow(msgspec.Struct, frozen=True):
    """The weather of a section at a die, by latitude (8.6)."""

    id: Id
    die: Annotated[int, Whole(1, 6)]
    tropics: Annotated[str, Choice(*SKY)]
    middle: Annotated[str, Choice(*SKY)]
    north: Annotated[str, Choice(*SKY)]


class BombardmentEffect(msgspec.Struct, frozen=True):
    """The effect of each hit on a kind of target (31.1)."""

    id: Id
    one_in: Annotated[int, Whole(0, 20)]
    one_in_surprised: Annotated[int, Whole(0, 20)]
    port_minor: Annotated[int, Whole(0, 9)]
    port_major: Annotated[int, Whole(0, 9)]
    step_at: Annotated[int, Whole(0, 9)]
    supply_points: Annotated[int, Whole(0, 99)]
    guns: Annotated[int, Whole(0, 9)]


class Round(msgspec.Struct, frozen=True):
    """A round of surface combat (11.3): quarters of gunnery by day and by night, torpedoes, the die to break off."""

    id: Id
    fire_share_day: Annotated[int, Whole(0, 4)]
    fire_share_night: Annotated[int, Whole(0, 4)]
    torpedoes_day: Annotated[bool, YesNo()]
    torpedoes_night: Annotated[bool, YesNo()]
    break_off: Annotated[int, Whole(0, 6)]


class Guns(msgspec.Struct, frozen=True):
    """The Coastal Gunnery Strength of a place or a class of places (38.7)."""

    id: Id
    hex: Annotated[str, HexId(blank=True)]
    strength: Annotated[int, Whole(0, 40)]


class Era(msgspec.Struct, frozen=True):
    """A figure that is valid for a period (39.1): its Cycles, its side, the figure."""

    id: Id
    first: Annotated[str, Text()]
    last: Annotated[str, Text()]
    side: Annotated[str, Choice(*SIDES)]
    value: Small


class Available(msgspec.Struct, frozen=True):
    """The Sub Points of a Squadron that may attack, by die (13.5)."""

    id: Id
    die: Annotated[int, Whole(1, 6)]
    points: Annotated[int, Whole(0, 6)]


class Endurance(msgspec.Struct, frozen=True):
    """The duration and range of Subron voyages (13.3)."""

    id: Id
    cycles: Annotated[int, Whole(1, 9)]
    reach_mp: Annotated[int, Whole(1, 999)]
    first_reach_mp: Annotated[int, Whole(1, 999), Mark("reach_mark")]
    refit_cycles: Annotated[int, Whole(1, 9)]


class TerrainEffect(msgspec.Struct, frozen=True):
    """The effects of terrain (22.1, 24.4): on the column, movement, stacking and airbase construction (0: none)."""

    id: Id
    shift: Small
    cost: Annotated[int, Whole(0, 9)]
    stacking: Annotated[int, Whole(0, 9)]
    airbase: Annotated[int, Whole(0, 2)]


class Walking(msgspec.Struct, frozen=True):
    """The Movement Points of a class of ground units, and the cost of roads in half points (22.1)."""

    id: Id
    points: Annotated[int, Whole(1, 9)]
    major_halves: Annotated[int, Whole(1, 9)]
    minor_halves: Annotated[int, Whole(1, 9)]
    railcap: Annotated[bool, YesNo()]


class ForcedMarch(msgspec.Struct, frozen=True):
    """The cost of a Forced March by die (22.5)."""

    id: Id
    low: Low
    high: Low
    units: Annotated[int, Whole(0, 9)]
    divisions: Annotated[bool, YesNo()]


class Fuel(msgspec.Struct, frozen=True):
    """The Supply Points that fill the tanks of some types of ships (10.5)."""

    id: Id
    ships: Annotated[tuple[str, ...], ListOf(*SHIP_TYPES)]
    supply_points: Annotated[int, Whole(0, 9)]


class Building(msgspec.Struct, frozen=True):
    """The cost of a facility (26.1)."""

    id: Id
    supply_points: Annotated[int, Whole(0, 99)]
    engineer_turns: Annotated[int, Whole(0, 99)]


class CargoLoad(msgspec.Struct, frozen=True):
    """The room that an item takes in a ship, in quarters of a Load Point (15.6)."""

    id: Id
    quarters: Annotated[int, Whole(1, 400)]


class PortClass(msgspec.Struct, frozen=True):
    """The capacities of a class of ports (14.1), and the amount that lighters move."""

    id: Id
    cargo_least: Small
    cargo_most: Small
    naval_least: Small
    naval_most: Small
    lighterage: Small


class Thruput(msgspec.Struct, frozen=True):
    """The amount that one MS carries over a distance (15.3)."""

    id: Id
    distance: Annotated[int, Whole(1, 400)]
    thruput: Annotated[int, Whole(1, 400)]


class Capacity(msgspec.Struct, frozen=True):
    """Railcap and Seacap of an area (30.1)."""

    id: Id
    railcap: Annotated[int, Whole(0, MAX_NUMBER)]
    seacap: Annotated[int, Whole(0, MAX_NUMBER)]


class Initiative(msgspec.Struct, frozen=True):
    """The modifier of each side's die for the first player, in certain Game-Turns (4.2)."""

    id: Id
    first: Annotated[str, Text()]
    last: Annotated[str, Text()]
    japan: Small
    allies: Small


class Drawing(msgspec.Struct, frozen=True):
    """The cards that a side draws per Cycle in a period, and the die for them (23.2).

    The period is from Cycle to Cycle or, in one case (42.65), from Game-Turn to Game-Turn.
    """

    id: Id
    side: Annotated[str, Choice(*SIDES)]
    limits: Annotated[str, Choice("cycles", "game_turns")]
    first: Annotated[str, Text()]
    last: Annotated[str, Text()]
    die: Annotated[int, Whole(0, 6)]
    cards: Annotated[int, Whole(0, 9)]


class BeachRate(msgspec.Struct, frozen=True):
    """A fraction of a strength or of a capacity (16.3, 16.4)."""

    id: Id
    parts: Annotated[int, Whole(1, 9)]
    of: Annotated[int, Whole(1, 9)]


class Price(msgspec.Struct, frozen=True):
    """The production cost of an item, in quarters of a point, and its Cycles (33.1, 35.1)."""

    id: Id
    nation: Annotated[str, Choice(*NATIONS, "both")]
    quarters: Annotated[int, Whole(0, 99)]
    cycles: Annotated[int, Whole(0, 30)]


class Grant(msgspec.Struct, frozen=True):
    """The Production Points of a Cycle (34.1)."""

    id: Id
    first: Annotated[str, Text()]
    last: Annotated[str, Text()]
    points: Annotated[int, Whole(0, 99)]


class Economy(msgspec.Struct, frozen=True):
    """The cost and the yield of an Economic Multiple (32.1)."""

    id: Id
    multiple: Annotated[int, Whole(0, 4)]
    low: Low
    high: Low
    southern: Annotated[int, Whole(0, 9)]
    northern: Annotated[int, Whole(0, 9)]
    points: Annotated[int, Whole(0, 99)]


class Worth(msgspec.Struct, frozen=True):
    """The Victory Points of a class, and the unit that they are counted in (47.1)."""

    id: Id
    points: Annotated[int, Whole(0, 999)]
    per: Annotated[
        str,
        Choice("point", "unit", "level", "level_and_air_capacity", "level_and_defence", "level_and_load", "cargo"),
    ]


class Surrender(msgspec.Struct, frozen=True):
    """Whether Japan surrenders at a modified die (46.2)."""

    id: Id
    low: Low
    high: Low
    surrenders: Annotated[bool, YesNo()]


class Province(msgspec.Struct, frozen=True):
    """A province (29.1): its holder at the start, the armies that fight there, its value, its Railcap."""

    id: Id
    country: Annotated[str, Text()]
    japanese_at_start: Annotated[bool, YesNo()]
    army: Annotated[str, Choice("kmt", "ccp", "none")]
    points: Annotated[int, Whole(0, 9)]
    railcap_area: Annotated[str, Text()]


class Mission(msgspec.Struct, frozen=True):
    """A Mission of a Task Force (10.1): its side, whether it reacts, and within how many hexes."""

    id: Id
    who: Annotated[str, Choice("any", "warships", "carriers", "gunnery", "lift", "escorts")]
    reacts: Annotated[bool, YesNo()]
    patrol_hexes: Annotated[int, Whole(0, 9)]
    intercept_hexes: Annotated[int, Whole(0, 9)]


class Speed(msgspec.Struct, frozen=True):
    """The movement and the fuel consumption of a Speed Class (10.3, 10.5)."""

    id: Id
    speed: Annotated[int, Whole(0, 3)]
    mp_phase: Annotated[int, Whole(0, 999)]
    mp_impulse: Annotated[int, Whole(0, 999)]
    fuel: Annotated[int, Whole(0, 99)]
    phases: Annotated[int, Whole(0, 9)]


class EnterCost(msgspec.Struct, frozen=True):
    """The Movement Points for a hex between two latitudes (3.4)."""

    id: Id
    latitude_from: Annotated[float, Decimal(0, 90)]
    latitude_to: Annotated[float, Decimal(0, 90)]
    mp: Annotated[int, Whole(1, 9)]


class HqSize(msgspec.Struct, frozen=True):
    """An air headquarters of a size (5.3): the points that it serves, its supply multiple (28.2), its Load Points."""

    id: Id
    air_points: Annotated[int, Whole(1, 999)]
    multiple: Annotated[int, Whole(1, 9)]
    load: Annotated[int, Whole(1, 9)]


class BaseLevel(msgspec.Struct, frozen=True):
    """The Air Points that an airbase of a Level holds (5.4)."""

    id: Id
    level: Annotated[int, Whole(1, 10)]
    air_points: Annotated[int, Whole(1, 999)]


class Segment(msgspec.Struct, frozen=True):
    """A part of the Game-Turn in order, with the rules for it (4.1)."""

    id: Id
    order: Annotated[int, Whole(1, 20)]
    rules: Annotated[str, Text(blank=True)]


class Dummies(msgspec.Struct, frozen=True):
    """The limit of dummies in some scenarios (40.31, 40.32): a die, half a die, or none."""

    id: Id
    scenarios: Annotated[tuple[str, ...], ListOf(*SCENARIOS)]
    forces: Annotated[str, Choice("d6", "d3", "none")]
    subrons: Annotated[str, Choice("d6", "d3", "none")]
