"""Compares a reference implementation of construction with the rules: possible projects, and their progress."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, FULL, PACKED, PARTIAL, UNITS
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders as rules
from ironbottom.games.war_in_the_pacific.rules.bases.construction_orders import ConstructionOrders
from ironbottom.games.war_in_the_pacific.turn_record import WORKS, Built, Site
from tests.games.war_in_the_pacific import burma_states, test_leyte_construction
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.reference_building import COST, Ground, UnitInHex
from tests.games.war_in_the_pacific.reference_comparison import SecondReading
from tests.games.war_in_the_pacific.reference_land import LAND, PLACES, beside, is_land, rails, read, table

SIDES = ("japan", "allies")
MEN = (
    ("jp_1_1_eng", "jp_bf", "jp_7_3", "jp_3_1", "jp_3_1_bg", "jp_7_3_bg", "jp_entr"),
    ("us_2_1_eng", "us_bf", "us_11_3", "us_3_1", "us_3_1_bg", "us_11_3_bg", "us_entr"),
)
REPAIRS = {"mend_airbase": layout.HURT, "mend_port": layout.PORT_HURT, "mend_guns": layout.GUNS_HURT}
ISLANDS = ("luzon", "visayas", "mindanao_and_sulu", "formosa", "okinawa_and_ryukyus")
ALONG = {hex for row in table("lines.csv") for hex in row["path"].split("|")}
"""3.22 The hexes on a printed line."""


def sites_of(scenario: str) -> list[str]:
    """The hexes of random construction: named places twice as often as others."""
    if scenario == "burma":
        able = [hex for hex in LAND if hex[0] == "A" and int(hex[1:3]) < 39 and is_land(hex)]
    else:
        able = [hex for hex in LAND if LAND[hex]["region"] in ISLANDS]
    return [*able[::3], *[hex for hex in able if hex in PLACES] * 3]


class Building(SecondReading):
    """A hex with random units, construction, damage and stores; and the results of both."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.chance, self.burma, self.seen = Random(seed), scenario == "burma", Counter[str]()
        self.state: State = burma_states.bare() if self.burma else test_leyte_construction.bare()
        stored = self.state.arrays[layout.SUPPLY]
        for base in range(len(stored)):
            stored[base] = 0
        self.side = self.chance.randrange(2)
        self.ground = Ground(self.chance.choice(sites_of(scenario)))
        self.works = [work for work in WORKS.ids if self.burma or work not in REPAIRS]
        self.base = self.base_there()
        self.state.arrays[layout.CONTROL][NUMBER[self.ground.at]] = self.side
        self.hurt()
        self.built()
        for _ in range(self.chance.randint(1, 5)):
            self.man()

    def base_there(self) -> int:
        """The base in the hex; if none is printed, one built in play, or none."""
        hex = NUMBER[self.ground.at]
        if hex in BASE_AT:
            return BASE_AT[hex]
        if self.chance.random() < 0.5:
            return -1
        self.state.cells[layout.NEW_BASE_AT] = hex
        return FIRST_NEW

    def hurt(self) -> None:
        """Levels, damage and stores of the base."""
        state, ground, chance = self.state, self.ground, self.chance
        if self.base < 0:
            return
        ground.level = chance.choice((0, 0, 1, 4, 5, 9, 10))
        state.arrays[layout.LEVEL][self.base] = ground.level
        for work, array in REPAIRS.items():
            ground.hurt[work] = chance.choice((0, 0, 1, 3, 40) if work == "mend_guns" else (0, 0, 1, 2))
            state.arrays[array][self.base] = ground.hurt[work]
        ground.stores = chance.choice((0, 3, 4, 5, 8, 9, 10, 15, 20, 50, 50))
        state.arrays[layout.SUPPLY][self.base] = ground.stores

    def built(self) -> None:
        """Adds earlier construction in the hex, if it is possible."""
        ground, chance = self.ground, self.chance
        port = PLACES[ground.at]["port"] if ground.at in PLACES else "none"
        ground.roads = self.roads()
        can = {"guns": 1, "fortify": 1, "minor_road": int(not ground.roads)}
        if port in ("anchorage", "minor"):
            can["port"] = 3
        for work, most in can.items():
            if most and chance.random() < 0.3:
                ground.built[work] = chance.randint(1, most)
        if "minor_road" in ground.built and chance.random() < 0.3:
            ground.built["major_road"] = 1

    def roads(self) -> frozenset[str]:
        """3.22 The roads and railways of the hex."""
        hex = self.ground.at
        if not self.burma:
            return frozenset({"rail"} if hex in ALONG else ())
        land, found = read(self.state), set()
        for other in beside(hex):
            if (hex, other) in rails():
                found.add("rail")
            elif way := land.road(hex, other):
                found.add("major" if way == 2 else "minor")
        return frozenset(found)

    def man(self) -> None:
        """Adds a unit."""
        kind = self.chance.choice(MEN[self.side][: 7 if self.chance.random() < 0.3 else 4])
        unit = UNITS.index[put_unit(self.state, kind, self.ground.at)]
        deployed = self.chance.choice((FULL, FULL, PACKED, PARTIAL)) if kind.endswith("_bf") else 0
        supplied = self.chance.random() < 0.8 or kind.endswith("_entr")
        self.state.arrays[layout.DEPLOYED][unit] = deployed
        self.state.arrays[layout.UNSUPPLIED][unit] = int(not supplied)
        self.ground.men.append(UnitInHex(kind, supplied, deployed == FULL))

    def open(self, sites: list[tuple[str, int]], **written: object) -> None:
        """The construction question, with projects in progress."""
        hex = NUMBER[self.ground.at]
        built = tuple(Built(hex, WORKS.index[work], times) for work, times in self.ground.built.items())
        begun = tuple(Site(self.side, hex, WORKS.index[work], left) for work, left in sites)
        if self.burma:
            burma_states.in_turn(
                self.state, "quarters", ConstructionOrders(self.side, ()), sites=begun, built=built, **written
            )
        else:
            test_leyte_construction.ordering(self.state, self.side, sites=begun, built=built, **written)
        self.ground.begun = [work for work, _ in sites]

    def begin(self) -> list[tuple[str, int]]:
        """Begins projects one after the other at random until none is left; compares both before each."""
        ground, side, sites = self.ground, SIDES[self.side], list[tuple[str, int]]()
        self.open(sites)
        while True:
            choices = self.state.decisions()[0].choices
            offered = choices.next("begin_work") if "begin_work" in choices.next() else ()
            theirs = set(choices.next("begin_work", ground.at)) if ground.at in offered else set()
            self.agree("begin", ground.may_begin(self.works), theirs)
            if not theirs:
                return sites
            work = self.chance.choice(sorted(theirs))
            points, turns = COST[ground.row(work)]
            self.state.apply(side, ("begin_work", ground.at, work), NoDice())
            ground.stores -= points
            ground.begun.append(work)
            sites.append((work, turns))
            self.seen[work] += 1
            if self.base >= 0:
                self.agree("stores", ground.stores, self.state.arrays[layout.SUPPLY][self.base])

    def work(self, sites: list[tuple[str, int]]) -> None:
        """26.1, 26.3 Turns of construction: in one of them the hex is disturbed."""
        ground, rest = self.ground, self.chance.random() < 0.2
        turn_record.write_turn_record(self.state, disturbed=(NUMBER[ground.at],) if rest else ())
        mine = sites if rest else ground.worked(sites)
        rules.advance_projects(Execution(self.state, NoDice()))
        found = [(WORKS.ids[site.work], site.left) for site in turn_record.read(self.state, "sites", ())]
        self.agree("left", [(work, left) for work, left in mine if left > 0], found)
        self.done([work for work, left in mine if left <= 0])

    def done(self, works: list[str]) -> None:
        """26.1 The result of completed projects; only an airbase or guns make a new base."""
        state, hex = self.state, self.ground.at
        base = base_at(state, NUMBER[hex])
        self.agree("base", self.base >= 0 or bool({"airbase", "guns"} & set(works)), base >= 0)
        level = self.ground.level + works.count("airbase")
        self.agree("level", level, state.arrays[layout.LEVEL][base] if base >= 0 else 0)
        for work in works:
            if work in ("port", "minor_road", "major_road", "fortify"):
                again = turn_record.read(state, "built", ())
                times = sum(each.times for each in again if WORKS.ids[each.work] == work)
                self.agree("built", self.ground.built.get(work, 0) + 1, times)

    def standing(self) -> tuple[object, ...]:
        """The owner of the hex, and its contents."""
        return SIDES[self.side], self.ground


def compare(scenario: str, seeds: range) -> Counter[str]:
    """Compares the results for a number of hexes."""
    found = Counter[str]()
    for seed in seeds:
        building = Building(scenario, seed)
        sites = building.begin()
        building.work(sites)
        found += building.seen
    return found


CLAUSES = ("26.1", "26.2", "26.3", "26.4", "25.3", "27.3", "38.7", "38.8")


@pytest.mark.build
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("scenario", ["burma", "leyte"])
def test_two_references_agree_on_what_is_built(scenario: str) -> None:
    found = compare(scenario, range(60))
    assert found["begin"] > 80
    assert found["left"] == 60


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("scenario", ["burma", "leyte"])
def test_two_references_agree_on_what_is_built_in_more_hexes(scenario: str) -> None:
    found = compare(scenario, range(1000, 1800))
    assert min(found[work] for work in ("airbase", "entrenchment", "port", "minor_road", "guns", "fortify")) > 5
