"""Compares a reference implementation of supply with random islands of Leyte (25.1, 25.3, 28.2, 24.8)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FULL, SIDES, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply
from ironbottom.games.war_in_the_pacific.turn_record import WORKS, Built
from tests.games.war_in_the_pacific import supply_sample, test_leyte_construction
from tests.games.war_in_the_pacific.battle_states import find_events, put_unit
from tests.games.war_in_the_pacific.reference_comparison import SecondReading
from tests.games.war_in_the_pacific.reference_land import LAND, PLACES, is_land, read
from tests.games.war_in_the_pacific.reference_leyte_supply import ISLANDS, Account
from tests.games.war_in_the_pacific.reference_rails import AREAS, SEA, Lift, area

KINDS = (
    ("jp_7_3", "jp_3_1", "jp_7_3_bg", "jp_1_1_eng", "jp_bf", "jp_entr", "jp_hq_group", "jp_hq_wing", "jp_hq_division"),
    ("us_11_3", "us_3_1", "us_11_3_bg", "us_2_1_eng", "us_bf", "us_4_1_mar", "us_hq_group", "us_hq_wing"),
)
PLANES = (("zero_untrained", "betty_trained"), ("p_38_trained", "b_24_trained"))
MAX_CHANGES = 30


class Islands(SecondReading):
    """The Philippines and Formosa with units, stores and headquarters of both sides, and the remaining lift."""

    def __init__(self, seed: int) -> None:
        self.seed, self.chance, self.seen = seed, Random(seed), Counter[str]()
        chance, self.state = self.chance, test_leyte_construction.bare()
        state: State = self.state
        self.side = chance.randrange(2)
        state.cells[layout.FIRST_PLAYER] = self.side
        state.cells[layout.TURN] += chance.randrange(4)
        state.arrays[layout.SUPPLY][BASE_AT[NUMBER["B2048"]]] = 0
        supply_sample.empty_of_points(state)
        self.hexes = [hex for hex in LAND if hex[0] in "BC" and area(hex) in ISLANDS and is_land(hex)]
        self.named = [hex for hex in self.hexes if hex in PLACES]
        if chance.random() < 0.5:
            for hex in chance.sample(self.named, len(self.named) * 2 // 3):
                state.arrays[layout.CONTROL][NUMBER[hex]] = 1
        for number in range(MAX_CHANGES):
            side = self.side if number < MAX_CHANGES * 2 // 3 else 1 - self.side
            self.put(side, chance.choice(self.named if chance.random() < 0.7 else self.hexes))
        for hex in chance.sample(self.named, 9):
            state.arrays[layout.SUPPLY][BASE_AT[NUMBER[hex]]] = chance.choice((1, 2, 4, 9, 30))
        self.written()

    def put(self, side: int, hex: str) -> None:
        """Adds a unit in a hex without enemies; its side now holds the hex."""
        state, chance = self.state, self.chance
        if not supply_sample.take_control(state, side, hex):
            return
        kind = chance.choice(KINDS[side])
        unit = UNITS.index[put_unit(state, kind, hex)]
        state.arrays[layout.UNSUPPLIED][unit] = 0 if kind.endswith("entr") else chance.choice((0, 0, 1, 3, 4, 5))
        state.arrays[layout.LANDED][unit] = int(chance.random() < 0.1)
        state.arrays[layout.REST][unit] = chance.choice((0, 1, 2)) if kind.endswith("bg") else 0
        state.arrays[layout.DEPLOYED][unit] = chance.choice((0, 1, FULL)) if kind.endswith("bf") else 0
        if "_hq_" in kind and hex in PLACES:
            supply_sample.park(state, chance, hex, PLANES[side])

    def written(self) -> None:
        """The turn record: attackers and payments, spent and lost lift, Lines by sea, and built ports."""
        state, chance = self.state, self.chance
        mine = [unit for unit in UNITS_OF[self.side] if state.arrays[layout.UNIT_AT][unit] >= 0]
        fought, paid = ({unit for unit in mine if chance.random() < 0.3} for _ in range(2))
        spent, lost = ([chance.choice((0, 0, 1, 2)) for _ in range(2 * len(AREAS))] for _ in range(2))
        by_sea = tuple(sorted(AREAS.index(name) for name in ISLANDS if chance.random() < 0.2))
        ports = [hex for hex in self.named if PLACES[hex]["port"] == "anchorage" and chance.random() < 0.2]
        before = read(test_leyte_construction.bare())
        lift = Lift(
            read(state),
            SIDES.ids[self.side],
            "BC",
            {hex: before.holder(hex) for hex in LAND if hex[0] in "BC"},
            by_area(lost),
            by_area(spent),
        )
        test_leyte_construction.in_turn(
            state,
            "supply",
            fought=sum(1 << unit for unit in fought),
            paid=sum(1 << unit for unit in paid),
            lifted=tuple(spent),
            lost=tuple(lost),
            by_sea=by_sea,
            built=tuple(Built(NUMBER[hex], WORKS.index["port"], 1) for hex in ports),
        )
        self.began_by_sea = {AREAS[number] for number in by_sea}
        self.account = Account(
            state.copy(),
            self.side,
            lift,
            {UNITS.ids[unit] for unit in fought},
            {UNITS.ids[unit] for unit in paid},
            set(self.began_by_sea),
            frozenset(ports),
        )

    def standing(self) -> tuple[object, ...]:
        """The position's description."""
        return self.seed, SIDES.ids[self.side]

    # -- 25.3 ------------------------------------------------------------------------------------------

    def segment(self) -> None:
        """25.3 A Joint Supply Segment of the side, which is the First Player, compared with the reference."""
        state, account, dice = self.state, self.account, SeededDice(self.seed)
        before = list(state.arrays[layout.UNSUPPLIED])
        joint_supply.supply_segment(execution := Execution(state, dice))
        run(execution)
        self.agree("asked", account.short(), self.naming(), "pay_order")
        while self.naming():
            decision = state.decisions()[0]
            hexes, staffs = account.payable()
            verbs = decision.choices.next()
            self.agree("hexes", hexes, options_of(verbs, decision.choices, "supply_first"))
            self.agree("staffs", staffs, options_of(verbs, decision.choices, "staff_first"))
            action = decision.choices.sample_by_argument(self.chance)
            if action[0] == "supply_first":
                account.pay(action[1], action[1], account.dues()[action[1]])
            elif action[0] == "staff_first":
                account.pay(action[1], *account.staff_dues()[action[1]])
            self.seen[action[0]] += 1
            state.apply(decision.side, action, dice, trusted=True)
        lacking = account.settle()
        while decisions := [each for each in state.decisions() if each.procedure.name != "supply_orders"]:
            if state.stack[-1].name not in ("wearing_away", "pay_order"):
                break
            state.apply(decisions[0].side, decisions[0].choices.sample_by_argument(self.chance), dice, trusted=True)
        self.compare(lacking, before)

    def naming(self) -> bool:
        """Whether the side is asked which units are paid for first."""
        open_to = self.state.decisions()
        return any(d.procedure.name == "pay_order" and d.side == SIDES.ids[self.side] for d in open_to)

    def compare(self, lacking: set[str], before: list[int]) -> None:
        """The unsupplied, the remaining stores, the areas that have paid for Lines by sea."""
        arrays, account = self.state.arrays, self.account
        for name, unit in account.land.units.items():
            number = UNITS.index[name]
            if unit.side != SIDES.ids[self.side] or arrays[layout.UNIT_AT][number] < 0:
                continue
            wanted = min(before[number] + 1, 9) if name in lacking else 0
            self.agree("lacks" if name in lacking else "fed", wanted, arrays[layout.UNSUPPLIED][number], unit)
        for hex, points in account.left.items():
            self.agree("left", points, arrays[layout.SUPPLY][BASE_AT[NUMBER[hex]]], hex)
        paid = {AREAS[number] for number in turn_record.read(self.state, "by_sea", ())}
        self.agree("by_sea", account.by_sea & account.able, paid & account.able)
        self.seen["charged"] += len(account.able & account.by_sea - self.began_by_sea)
        self.seen["lines_by_sea"] += sum(len(account.reached[hex] - account.dry[hex]) > 0 for hex in account.left)

    # -- 24.8 ------------------------------------------------------------------------------------------

    def cut_off(self) -> None:
        """24.8 The enemy's part of a Ground Phase begins: the stacks that roll, and those that surrender."""
        dice = RecordingDice(SeededDice(self.seed))
        self.state.cells[layout.FIRST_PLAYER] = 1 - self.side
        mine = dict(self.account.gives_up())
        execution = Execution(self.state, dice)
        execution.push(GroundPhase(0))
        run(execution)
        rolled = find_events(execution.events, "surrendered")
        self.agree("cut_off", [*mine], [event["at"] for event in rolled])
        for event in rolled:
            die = event["die"]
            assert isinstance(die, int)
            self.agree("gave_up", die >= mine[str(event["at"])], bool(event["yes"]), event)
            stands = any(unit.side == SIDES.ids[self.side] for unit in read(self.state).at(str(event["at"])))
            self.agree("gone", die < mine[str(event["at"])], stands, event)
            self.seen["half"] += mine[str(event["at"])] == 4


def options_of(verbs: object, choices: object, verb: str) -> set[str]:
    """The options of a verb, if it is offered."""
    return set(choices.next(verb)) if verb in verbs else set()  # type: ignore[operator, attr-defined]


def by_area(points: list[int]) -> dict[tuple[int, str], int]:
    """The turn record's row: first Railcap by area, then Seacap."""
    return {(kind, name): points[kind * len(AREAS) + n] for kind in (0, SEA) for n, name in enumerate(AREAS)}


def bills(seeds: range) -> Counter[str]:
    """Random positions, each in a Segment and, unchanged, in the enemy's Ground Phase."""
    seen = Counter[str]()
    for seed in seeds:
        for part in (Islands.segment, Islands.cut_off):
            islands = Islands(seed)
            part(islands)
            seen += islands.seen
    return seen


@pytest.mark.build
@pytest.mark.clause("25.1", "25.3", "28.2", "30.1", "30.5", "24.8", "16.7")
def test_two_references_agree_on_supply_costs_and_surrender_at_leyte() -> None:
    seen = bills(range(25))
    assert min(seen[kind] for kind in ("lacks", "fed", "left", "hexes", "lines_by_sea", "cut_off")) > 20, seen
    assert min(seen["gave_up"], seen["staffs"]) > 5, seen


@pytest.mark.thorough
@pytest.mark.clause("25.1", "25.3", "28.2", "30.1", "30.5", "24.8", "16.7")
def test_two_references_agree_on_leytes_bills_in_hundreds_of_positions() -> None:
    seen = bills(range(1000, 1250))
    assert min(seen["half"], seen["charged"], seen["staff_first"], seen["supply_first"]) > 5, seen
