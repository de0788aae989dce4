"""Compares a reference implementation of lost carriers and overrun bases with random flights (12.5, 19.2, 5.7, 5.9)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import flight_duties
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASES, FIRST_DECK, SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.pieces import SUNK as IN_THE_DEEP
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, return_to_base
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.reference_emergency_landings import Homes, points_by_stack
from tests.games.war_in_the_pacific.reference_game_flights import Sorties
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP
from tests.games.war_in_the_pacific.reference_sorties import has
from tests.games.war_in_the_pacific.reference_transfers import SIDES, Key, reach, ways
from tests.kit.thorough_cases import further

IN_THE_AIR = (flight_duties.ESCORT, flight_duties.BOMB, flight_duties.TORPEDO, flight_duties.PATROL)
Events = list[dict[str, Any]]


class Landings(Sorties):
    """A random position in which points of both sides are in the air, and carriers sink below them."""

    def up(self, duties: tuple[int, ...], share: float = 0.7) -> None:
        """Some points of each stack fly, over some hex in range."""
        chance = self.chance
        for side in range(2):
            bases = Homes(self.state, side).bases
            for (base, stack), points in bases.lying.items():
                hex, most = bases.own[base], reach(stack, "range_mp")
                if not hex or chance.random() > share:
                    continue
                near = [to for to, cost in ways(hex, self.scenario == "leyte").items() if cost <= most]
                over = NUMBER[chance.choice(sorted(near))]
                what = flights.Sortie(BASES.index[base], STACKS.index[stack], chance.choice(duties), over=over)
                flights.launch(self.state, side, what, chance.randint(1, points))

    def wreck(self) -> None:
        """Carriers sink with all aboard, are damaged, or have their decks closed."""
        arrays, chance = self.state.arrays, self.chance
        for ship in {BASES.ids[base] for base in arrays[layout.FLIGHT_BASE] if base >= FIRST_DECK}:
            number, what = SHIPS.index[ship], chance.choice(("sunk", "sunk", "hurt", "shut", "whole", "whole"))
            if what == "sunk":
                layout.ships_in(arrays).put(number, IN_THE_DEEP)
                self.drowned(ship)
            elif what == "hurt":
                arrays[layout.DAMAGE][number] = chance.choice((3, 4))
            arrays[layout.DECK_SHUT][number] = int(what == "shut")

    def drowned(self, ship: str) -> None:
        """12.5 If a carrier sank, only its points in the air are left."""
        arrays, base = self.state.arrays, BASES.index[ship]
        for stack in range(len(STACKS)):
            columns = (layout.FLIGHT_BASE, layout.FLIGHT_STACK, layout.FLIGHT_POINTS)
            flown = zip(*[arrays[each] for each in columns], strict=True)
            arrays[layout.AIR][base * len(STACKS) + stack] = sum(n for b, s, n in flown if (b, s) == (base, stack))

    def come_home(self) -> None:
        """12.5, 19.2 All points land, and each landing and loss is compared with the text."""
        homes, was = [Homes(self.state, side) for side in range(2)], points_by_stack(self.state)
        lost = Counter[str]()
        for home in homes:
            for each in home.homeless():
                lost[each.key[0]] += each.points
                self.seen["homeless"] += each.points
        over = {each.key: each.over for home in homes for each in home.homeless()}
        execution = Execution(self.state, SeededDice(1))
        return_to_base.land_strikes(execution, self.chance.randrange(2))
        for event in both(execution):
            home = homes[event_side(event["base"])]
            if event["event"] == "came_down":
                self.landed(home, event, over[event["base"], event["stack"]])
                lost[event["base"]] -= event["points"]
            elif event["event"] == "no_deck":
                lost[event["base"]] -= event["points"]
                keys = [key for key in over if key[0] == event["base"] and home.bases.lying.get(key)]
                assert any(not home.havens(over[key], key[1]) for key in keys), event
                self.seen["lost"] += event["points"]
        assert not +lost, lost
        gone = sum(n for n, _, _ in was.values()) - sum(n for n, _, _ in points_by_stack(self.state).values())
        assert gone == sum(e["points"] for e in both(execution) if e["event"] == "no_deck")

    def landed(self, home: Homes, event: dict[str, Any], over: str) -> None:
        """12.5 Points land in places with room within range."""
        assert event["to"] in home.havens(over, event["stack"]), event
        assert event["points"] <= home.room(event["to"], event["stack"]), event
        home.lands(event)
        self.seen["landed"] += event["points"]

    # -- 5.7 ---------------------------------------------------------------------------------------------------

    def tire(self) -> None:
        """6.6, 6.20 In the previous phase some struck and some searched; now some patrol and some are ready."""
        self.up((flight_duties.BOMB, flight_duties.RETURNING, flight_duties.TRANSPORT, flight_duties.TRANSFER), 0.5)
        flights.phase_begins(self.state)
        burma = self.scenario == "burma"
        for side in range(2):
            for key, points in Homes(self.state, side).bases.lying.items():
                place = BASES.index[key[0]] * len(STACKS) + STACKS.index[key[1]]
                struck = self.doing(key)
                searched = self.chance.randint(0, points - struck) if self.chance.random() < 0.5 else 0
                self.state.arrays[layout.SEARCHING][place] = searched
                self.state.arrays[layout.FLOWN][place] = self.chance.randint(0, points)
                rest = points - struck - (searched if burma else 0)
                duty = self.chance.choice((flight_duties.PATROL, flight_duties.READY, flight_duties.GROUNDED))
                if duty == flight_duties.READY:
                    rest = points - struck - searched
                if rest > 0 and has(key, "fighter") and self.chance.random() < 0.6:
                    what = flights.Sortie(BASES.index[key[0]], STACKS.index[key[1]], duty)
                    flights.launch(self.state, side, what, self.chance.randint(1, rest))

    def doing(self, key: Key) -> int:
        """The points of a stack in a Role."""
        arrays = self.state.arrays
        columns = (layout.FLIGHT_BASE, layout.FLIGHT_STACK, layout.FLIGHT_POINTS)
        here = BASES.index[key[0]], STACKS.index[key[1]]
        return sum(n for b, s, n in zip(*[arrays[each] for each in columns], strict=True) if (b, s) == here)

    def overrun(self) -> None:
        """5.7, 5.9 Bases are overrun one after another, and each landing and loss is compared with the text."""
        for side in range(2):
            own = Homes(self.state, side).bases
            fields = sorted({base for base, _ in own.lying if not own.deck(base) and own.own[base]})
            for base in self.chance.sample(fields, min(3, len(fields))):
                self.one_overrun(side, base)

    def one_overrun(self, side: int, base: str) -> None:
        """5.7 Points that could have flown a Special Strike escape, each as a transfer; others are lost."""
        home, was = Homes(self.state, side), points_by_stack(self.state)
        able = {key: home.flee(key, self.scenario == "burma") for key in home.bases.lying if key[0] == base}
        there = sum(points for key, points in home.bases.lying.items() if key[0] == base)
        execution, fled = Execution(self.state, SeededDice(1)), Counter[tuple[str, str]]()
        return_to_base.evacuate_base(execution, side, BASES.index[base])
        for event in both(execution):
            if event["event"] != "came_down":
                continue
            key = base, event["stack"]
            some, any_ = home.refuges(key)
            over = event["points"] > home.room(event["to"], key[1])
            assert event["to"] in (some if not over else any_), event
            assert not over or not some, (event, some)
            home.lands(event)
            able[key] -= event["points"]
            fled[event["to"], key[1]] += event["points"]
            self.seen["fled"] += event["points"]
            self.seen["beyond_room"] += over
        for key, points in able.items():
            assert points >= 0, key
            assert not points or not any(home.refuges(key)), (key, points)
        gone = there - sum(fled.values())
        assert gone == sum(e["points"] for e in both(execution) if e["event"] == "no_deck")
        self.seen["overtaken"] += gone
        self.wears(was, fled)

    def wears(self, was: dict[Key, tuple[int, int, int]], fled: Counter[Key]) -> None:
        """5.9 At bases on land escaped points count as flown once, and double."""
        now = points_by_stack(self.state)
        for key, points in fled.items():
            if key[0] in SHIPS.index:
                continue
            air, flown, moved = was.get(key, (0, 0, 0))
            assert now[key] == (air + points, min(flown + points, air + points), min(moved + points, air + points))


def both(execution: Execution) -> Events:
    """The events of landings and losses, in order, whichever side sees them."""
    found: Events = []
    for event in execution.events:
        seen = [midway_states.find_events([event], side, kind) for kind in ("came_down", "no_deck") for side in SIDES]
        found += next((each for each in seen if each), [])
    return found


def event_side(base: str) -> int:
    """The side that owns a carrier."""
    return SIDES.index(SHIP[ROW[base]]["side"])


def compared(scenario: str, seeds: range, fields: int = 9) -> Counter[str]:
    """Random positions, compared with the rules."""
    seen = Counter[str]()
    for seed in seeds:
        if scenario != "burma":
            home = Landings(scenario, seed, fields)
            home.up(IN_THE_AIR)
            home.wreck()
            home.come_home()
            seen += home.seen
        base = Landings(scenario, seed + 10_000, fields)
        base.tire()
        base.overrun()
        seen += base.seen
    return seen


@pytest.mark.build
@pytest.mark.clause("12.5", "19.2", "19.4", "5.4", "5.41", "5.7", "5.9", "6.6", "6.20")
@pytest.mark.parametrize("scenario", ["midway", "leyte", "burma"])
def test_two_references_agree_on_lost_decks_and_overrun_bases(scenario: str) -> None:
    seen = compared(scenario, range(2), 3)
    assert min(seen["fled"], seen["overtaken"]) > 3, seen
    assert scenario == "burma" or seen["landed"] > 2, seen


@pytest.mark.thorough
@pytest.mark.clause("12.5", "19.2", "5.7", "5.9")
@pytest.mark.parametrize("scenario", ["midway", "leyte", "burma"])
@pytest.mark.parametrize("seed", [100, *further(200, 300)])
def test_two_references_agree_on_lost_decks_and_overrun_bases_by_the_hundred(scenario: str, seed: int) -> None:
    seen = compared(scenario, range(seed, seed + 20))
    assert min(seen["fled"], seen["overtaken"]) > 30, seen
