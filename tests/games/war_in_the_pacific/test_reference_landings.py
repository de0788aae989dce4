"""Compares a reference implementation of landings at random shores, once both sides have given orders (16.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, UNITS
from tests.games.war_in_the_pacific import reference_landings as reference
from tests.games.war_in_the_pacific.battle_states import find_events
from tests.games.war_in_the_pacific.reference_cargo import PLACES
from tests.games.war_in_the_pacific.test_reference_cargo import Shore
from tests.kit.thorough_cases import further

SHORES, STAFFS = 12, ("jp_hq_wing", "us_hq_wing")


class Beaches(Shore):
    """A few coasts with both sides, with plans for some of them and headquarters on some."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.few: list[str] = []
        super().__init__(scenario, seed)
        self.seed = seed

    def put_force(self, side: int, number: int) -> None:
        """A force at one of the few coasts; a headquarters of the enemy is on some of them."""
        state, chance = self.state, self.chance
        if not self.few:
            guns = [hex for hex in self.coasts if hex in PLACES and int(PLACES[hex]["guns"])]
            self.few = [*chance.sample(self.coasts, SHORES), *chance.sample(guns, min(3, len(guns)))]
            self.coasts = self.few
            for side_of in range(2):
                for hex in chance.sample(self.few, 2):
                    unit = self.counter(side_of, STAFFS[side_of])
                    layout.units_in(state.arrays).put(unit, NUMBER[hex])
                    state.arrays[layout.CONTROL][NUMBER[hex]] = side_of
            plans = [NUMBER[hex] for hex in chance.sample(self.few, layout.MAX_PLANS)]
            state.cells[layout.ANNOUNCED : layout.ANNOUNCED + layout.MAX_PLANS] = plans
            first = layout.PLAN_AT + layout.PLANS_A_SIDE
            state.cells[first] = NUMBER[chance.choice(self.few)]
        super().put_force(side, number)
        force = FORCES.index[f"{reference.SIDES[side]}_{number}"]
        if chance.random() < 0.6 and state.cells[layout.FORCE_AT + force] >= 0:
            state.cells[layout.FORCE_MISSION + force] = layout.MISSIONS.index["assault"]

    def standing(self) -> tuple[object, ...]:
        """The position's description."""
        return self.seed, self.leyte

    def carry_out(self) -> Counter[str]:
        """Ends the orders of both sides; compares events and positions."""
        self.play()
        for name in ("allies", "japan"):
            before, dice = self.state.copy(), SeededDice(self.seed)
            events = self.state.apply(name, ("done",), dice)
        guns = {hex: forces for side in range(2) for hex, forces in reference.fired_at(before, side).items()}
        fired = find_events(events, "guns_fired")
        self.agree("guns", {*guns}, {str(event["at"]) for event in fired})
        for event in find_events(events, "guns_fired", 0b11):
            self.seen["shots"] += 1
            if "force" in event:
                self.agree("aimed", True, FORCES.index[str(event["force"])] in guns[str(event["at"])], event)
        mine = reference.Landings(before, self.state)
        mine.go()
        self.agree("barred", mine.barred, {str(event["at"]) for event in find_events(events, "landing_barred")})
        self.agree("taken", mine.taken, {str(event["at"]) for event in find_events(events, "captured")})
        for side in range(2):
            for unit, _ in reference.bound(before, side):
                if not reference.lost(self.state, unit):
                    self.landed(mine, unit)
        for unit in mine.gone:
            self.agree("gone", True, reference.lost(self.state, unit), UNITS.ids[unit])
        for hex in self.few:
            self.agree("holder", mine.holder[hex], self.state.arrays[layout.CONTROL][NUMBER[hex]], hex)
        return self.seen

    def landed(self, mine: reference.Landings, unit: int) -> None:
        """16.4 The place of a unit now, and how it came there."""
        self.agree("stands", mine.at.get(unit, ""), reference.stand(self.state, unit), UNITS.ids[unit])
        if unit in mine.how:
            how = self.state.arrays[layout.LANDED][unit]
            self.agree("how", True, how in mine.how[unit], (UNITS.ids[unit], mine.at[unit], how, mine.how[unit]))
            self.seen[("in_full", "by_plan", "without_a_plan")[how]] += 1


def landings(scenario: str, seeds: range) -> Counter[str]:
    """Random shores, compared with the rules."""
    seen = Counter[str]()
    for seed in seeds:
        seen += Beaches(scenario, seed).carry_out()
    return seen


CLAUSES = ("16.4", "16.3", "16.2", "38.7", "22.7")


@pytest.mark.build
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize(
    ("scenario", "seeds"),
    [("leyte", range(3, 5)), ("midway", range(3)), *further(("leyte", range(5, 7)), ("midway", range(3, 6)))],
)
def test_two_references_agree_on_landings_and_captures(scenario: str, seeds: range) -> None:
    seen = landings(scenario, seeds)
    assert min(seen[kind] for kind in ("stands", "in_full", "by_plan")) > 0, seen


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("scenario", ["leyte", "midway"])
def test_two_references_agree_on_landings_on_more_shores(scenario: str) -> None:
    seen = landings(scenario, range(1000, 1016))
    assert min(seen[kind] for kind in ("stands", "in_full", "by_plan")) > 4, seen
