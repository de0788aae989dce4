"""Compares a reference implementation with games of Burma, decision by decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, HEXES
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from tests.games.war_in_the_pacific import reference_burma as reference
from tests.games.war_in_the_pacific import reference_construction as works
from tests.games.war_in_the_pacific import reference_supply_costs
from tests.games.war_in_the_pacific.burma_states import GAME
from tests.games.war_in_the_pacific.reference_land import Land, Unit, reach, read, room, walks
from tests.kit.games import SAVED
from tests.kit.thorough_cases import further

Events = Sequence[Mapping[str, Any]]
SIDES = ("japan", "allies")
RULES = GAME.rules()


class Lockstep:
    """A game played with both implementations; ``seen`` counts the comparisons."""

    def __init__(self, seed: int, hands: tuple[str, str], share: float = 1.0, begun: State | None = None) -> None:
        self.chance, self.dice, self.share = Random(seed), SeededDice(seed), share
        self.players = {side: make_player(RULES, hand, side, seed) for side, hand in zip(SIDES, hands, strict=True)}
        start: State = RULES.new("burma")
        self.start, self.levels = read(start), levels(start)
        self.state = begun or start
        self.seen: Counter[str] = Counter()
        self.differ: list[str] = []
        self.segment: Segment | None = None

    def play(self, most: int) -> Counter[str]:
        """Plays a limited number of choices, comparing at each."""
        while (open_to := self.state.decisions()) and most > 0:
            decision = open_to[0]
            for action in as_choices(self.players[decision.side].choose(offer_for(self.state, decision))):
                self.offered(self.state.decisions()[0])
                self.one(decision.side, action)
                most -= 1
        if not self.state.decisions():
            self.ended()
        return self.seen

    def one(self, side: str, action: Action) -> None:
        """One choice, and its results; of air choices only the last of a side can open the Ground Phase."""
        if self.state.stack[-1].name in IN_THE_AIR and action[0] != "done":
            self.state.apply(side, action, self.dice, trusted=True)
            return
        before, view = self.land(), self.state.view("public")
        events = self.state.rules.visible_events(self.state.apply(side, action, self.dice, trusted=True), "all")
        if self.segment is not None:
            self.segment.pays_first(side, action, events)
        self.happened(before, view, events)

    def land(self) -> Land:
        """The current land."""
        return reference.land_of(self.state, self.state.view("public"))

    def agree(self, what: str, mine: object, theirs: object, where: object = "") -> None:
        """Checks that both agree."""
        self.seen[what] += 1
        if mine != theirs:
            self.differ.append(f"{what} {where}: the reference {mine}, the rules {theirs}")

    # -- the choices -------------------------------------------------------------------------------------------

    def offered(self, decision: Decision) -> None:
        """Compares the choices of the Ground Phase."""
        name = self.state.stack[-1].name
        if name not in QUESTIONS:
            return
        view = self.state.view(decision.side)
        QUESTIONS[name](self, self.land(), view, decision)

    def marches(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """22.1 to 22.6, 30.2, 30.3"""
        if self.chance.random() > self.share:
            return
        side, frame, verbs = decision.side, view["frames"][-1], set(decision.choices.next())
        own = [unit for unit in land.units.values() if unit.side == side and unit.name not in frame["moved"]]
        for unit in self.chance.sample(own, min(4, len(own))):
            paid = reference.points_for(land, frame, [unit]) <= view["frames"][0]["pool"]
            ways = {
                "march": reach(land, unit) if paid else set(),
                "force_march": reach(land, unit, 2) - reach(land, unit) if paid else set(),
            }
            offered = self.ways(decision, unit) if "move" in verbs else {}
            for verb, mine in ways.items():
                self.agree(verb, mine, offered.get(verb, set()), (unit, paid))
            for verb, way in (("entrain", reference.by_rail), ("coast", reference.by_water)):
                if verb in offered:
                    mine = {hex for hex in way(land, side, unit.at) if room(land, unit, hex)}
                    self.agree(verb, mine, offered[verb], unit)
                    assert walks(land, unit), unit

    def ways(self, decision: Decision, unit: Unit) -> dict[str, set[str]]:
        """22.1, 30.1 The hexes to which a unit goes, by its path."""
        if unit.name not in decision.choices.next("move"):
            return {}
        named = self.state.copy()
        named.apply(decision.side, ("move", unit.name), NoDice(), trusted=True)
        choices = named.decisions()[0].choices
        return {verb: set(choices.next(verb)) for verb in choices.next()}

    def attacks(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """24.1, 29.3"""
        mine = reference.targets(land, view, decision.side)
        theirs = set(decision.choices.next("attack")) if "attack" in decision.choices.next() else set()
        self.agree("attack", set(mine), theirs)

    def joins(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """24.1, 29.3 The units that may still join an attack: armies as far as there are points for all of them."""
        here = view["frames"][-1]
        above = {**view, "frames": view["frames"][:-1]}
        taking = [land.units[name] for name in here["taking"]]
        able = reference.targets(land, above, decision.side)[here["where"]] - set(here["taking"])
        pool = view["frames"][0].get("pool", 0)
        mine = {n for n in able if reference.points_for(land, above["frames"][-1], [*taking, land.units[n]]) <= pool}
        theirs = set(decision.choices.next("commit")) if "commit" in decision.choices.next() else set()
        self.agree("commit", mine, theirs, here)
        everybody = [land.units[name] for name in here["may"]]
        paid = reference.points_for(land, above["frames"][-1], everybody) <= pool
        self.agree("all_in", paid, ("all_in",) in decision.choices, here)

    def retreats(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """24.3"""
        hex = view["frames"][-1]["where"]
        self.agree("retreat", reference.retreats(land, decision.side, hex), set(decision.choices.next("retreat")), hex)

    def advances(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """24.6"""
        here = view["frames"][-1]
        mine = reference.advances(land, decision.side, here["where"], here["units"])
        self.agree("advance", mine, set(decision.choices.next("advance")), here)

    def quarters(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """21.6, 26.1, 29.8 Rebuilding, recalls and construction."""
        if self.chance.random() > self.share:
            return
        verbs, side = set(decision.choices.next()), decision.side
        purse = works.RichestStores(land, view, side)

        def offered(verb: str) -> set[str]:
            return set(decision.choices.next(verb)) if verb in verbs else set()

        begun = {(hex, work) for hex in offered("begin_work") for work in decision.choices.next("begin_work", hex)}
        self.agree("rebuild", works.rebuilt(land, view, side, purse), offered("rebuild"), side)
        self.agree("refill", works.refilled(land, view) if side == "allies" else set(), offered("refill_army"))
        self.agree("recall", side == "allies" and works.recalled(land, view), "recall_army" in verbs)
        dug = {hex for hex, work in begun if work == "entrenchment"}
        self.agree("entrench", works.entrenchments(land, view, side, purse), dug, side)
        built = {hex for hex, work in begun if work == "airbase"}
        self.agree("airbase", works.fields(land, view, side, purse, levels(self.state)), built, side)

    def receives(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """44.62, 44.63 Where stores arrive."""
        self.agree("receive", works.received(land, decision.side), set(decision.choices.next("receive")))

    # -- the events ---------------------------------------------------------------------------------------------

    def happened(self, land: Land, view: Mapping[str, Any], data: Events) -> None:
        """Compares dice and payments."""
        attackers: list[Unit] = []
        for event in data:
            if event["event"] == "attack":
                attackers = [land.units[name] for name in event["units"]]
            if event["event"] == "ground_battle":
                self.fought(land, view, attackers, event)
            if event["event"] == "stood":
                self.agree("stood", set(), reference.retreats(self.land(), self.other(event["at"]), event["at"]), event)
        self.gave_up(land, view, data)
        self.paid(land, view, data)

    def other(self, hex: str) -> str:
        """The side in a hex after a battle there."""
        return self.land().at(hex)[0].side

    def fought(self, land: Land, view: Mapping[str, Any], units: list[Unit], event: Mapping[str, Any]) -> None:
        """24.2 to 24.5, 24.9"""
        hex = event["at"]
        fortified = any(each["at"] == hex and each["work"] == "fortify" for each in view["frames"][0]["built"])
        mine = reference.battle(land, units, hex, event["die"], fortified)
        theirs = {name: event[name] for name in mine}
        if event["die"] == 0:
            mine["column"] = theirs["column"]
        self.agree("battle", mine, theirs, event)

    def gave_up(self, land: Land, view: Mapping[str, Any], data: Events) -> None:
        """24.8 Isolated stacks roll at the start of the enemy's part."""
        opened = [event for event in data if event["event"] in ("step_opened", "attacks_over")]
        ground = [event for event in opened if event.get("step", "ground") == "ground"]
        if not ground:
            return
        side = {"attacks_over": ground[-1].get("side"), "step_opened": None}[ground[-1]["event"]]
        if side is None:
            first = self.state.stack[-1].side if hasattr(self.state.stack[-1], "side") else 0
            side = reference.OTHER[SIDES[first]]
        elif self.state.stack[-1].name != "burma_marching":
            return
        touch = reference.touched(land, side, reference.sources(land, side), reference.sea_lines(land, view, side))
        mine = reference.surrenders(land, side, touch)
        rolled = [event for event in data if event["event"] == "surrendered"]
        self.agree("surrender", sorted(mine), [event["at"] for event in rolled])
        for event in rolled:
            self.agree("gave_up", event["die"] >= mine.get(event["at"], 7), bool(event["yes"]), event)

    def paid(self, land: Land, view: Mapping[str, Any], data: Events) -> None:
        """25.3, 25.8 Supplied units and attrition: event by event until the Segment is over, for either side."""
        kinds = [(event["event"], event.get("side")) for event in data]
        if ("supply_came", "japan") in kinds and view["frames"][-1]["procedure"] == "receiving":
            self.segment = Segment(self, land, view)
            self.segment.hear(data[: kinds.index(("supply_came", "japan")) + 1])
            data = data[kinds.index(("supply_came", "japan")) + 1 :]
        if self.segment is not None:
            self.segment.hear(data)
            if self.state.stack[-1].name not in ("wearing_away", "receiving", "pay_order"):
                self.segment.close()
                self.segment = None

    def wears(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """25.8, 21.2 The owner is asked if units differ, for any that can take the stack's losses."""
        here = view["frames"][-1]
        able = {unit.name for unit in land.at(here["where"], decision.side) if unit.strength}
        if self.segment is not None:
            able &= self.segment.wearing(decision.side, here["where"])
        self.agree("suffer", able, set(decision.choices.next("suffer")), here)
        self.agree("asked", True, reference.matters([land.units[name] for name in able]), here)

    def orders(self, land: Land, view: Mapping[str, Any], decision: Decision) -> None:
        """25.3 The hexes that may be paid for first.

        The question is asked only if a hex that would be unsupplied in its turn could be paid for.
        """
        if self.segment is None:
            return
        able, without = self.segment.payable(decision.side)
        self.agree("supply_first", able, set(decision.choices.next("supply_first")) if able else able, decision.side)
        if not self.segment.first[decision.side]:
            self.agree("pay_order", True, bool(able & without), decision.side)

    def ended(self) -> None:
        """44.4, 47.1 The score and the level."""
        land = self.land()
        view, result = self.state.view("public"), GAME.result(self.state)
        score = {}
        for side in SIDES:
            touch = reference.touched(
                land, "allies", reference.sources(land, "allies"), reference.sea_lines(land, view, "allies")
            )
            tonnage = self.state.arrays[layout.SUPPLY][burma.TONNAGE]
            now = {hex: min(level, self.levels.get(hex, 0)) for hex, level in levels(self.state).items()}
            score[side] = (
                view["losses"][reference.OTHER[side]]
                + reference.captured(land, side, self.start, now)
                + reference.aims(land, side, tonnage, touch)
            )
        self.agree("score", score, result["score"])
        lead = abs(score["japan"] - score["allies"])
        level = "Draw" if lead <= 200 else "Marginal" if lead <= 400 else "Substantial" if lead <= 600 else "Decisive"
        self.agree("level", True, level in result["why"] or level.lower() in result["why"], result["why"])


class Segment:
    """25.3, 25.8 A Joint Supply Segment by its events: they change the land."""

    def __init__(self, game: Lockstep, land: Land, view: Mapping[str, Any]) -> None:
        self.game, self.land, self.view = game, land, view
        self.bills: dict[str, reference_supply_costs.Bill] = {}
        self.begun: dict[str, Land] = {}
        self.first: dict[str, list[tuple[str, int]]] = {side: [] for side in SIDES}
        self.before: dict[str, int] = {}
        self.paid: dict[str, set[tuple[str, int]]] = {side: set() for side in SIDES}
        self.lacking: dict[str, set[str]] = {side: set() for side in SIDES}
        self.rolled: dict[str, list[Mapping[str, Any]]] = {side: [] for side in SIDES}
        self.crowds: dict[str, list[str]] = {}
        self.lost = dict.fromkeys(SIDES, 0)

    def hear(self, data: Events) -> None:
        """An event changes the land, or is an input of the reference implementation."""
        for event in data:
            match event["event"]:
                case "supply_came":
                    self.land.supply[event["at"]] = self.land.supply.get(event["at"], 0) + event["points"]
                case "supply_paid":
                    self.begin(event["side"])
                    self.paid[event["side"]].add((event["at"], event["points"]))
                    self.land.supply[event["source"]] -= event["points"]
                case "supplied":
                    self.begin(event["side"])
                    self.lacking[event["side"]] = set(event["unsupplied"])
                case "attrition":
                    self.roll(event["side"], event)
                case "reduced" | "losses_carried" | "unit_lost":
                    self.land = reference.after(self.land, event)

    def begin(self, side: str) -> Land:
        """25.3 The land when a side begins to pay."""
        if side not in self.begun:
            self.begun[side] = Land(self.land.units, self.land.held, dict(self.land.supply), self.land.built)
            self.before[side] = reference.left_of(self.land, side)
        return self.begun[side]

    def fought(self) -> set[str]:
        """25.5 The units that attacked in this Game-Turn."""
        return set(self.view["frames"][0]["fought"])

    def pays_first(self, side: str, action: Action, data: Events) -> None:
        """25.3, 28.2 A side chooses a hex, or a headquarters with the source that it takes points from."""
        if action[0] == "supply_first":
            self.begin(side)
            self.first[side].append((action[1], 0))
        elif action[0] == "staff_first":
            self.begin(side)
            self.first[side] += [
                (event["source"], event["points"]) for event in data if event["event"] == "supply_paid"
            ]

    def payable(self, side: str) -> tuple[set[str], set[str]]:
        """25.3 The hexes that may be paid for now, and those unsupplied in their turn."""
        land, first = self.begin(side), self.first[side]
        able = reference_supply_costs.can_be_first(land, self.view, side, self.fought(), first)
        return able, set(reference_supply_costs.pay(land, self.view, side, self.fought(), first).unpaid)

    def bill(self, side: str) -> reference_supply_costs.Bill:
        """25.3 The payments of a side, computed from the start of its part."""
        if side not in self.bills:
            self.bills[side] = reference_supply_costs.pay(
                self.begin(side), self.view, side, self.fought(), self.first[side]
            )
        return self.bills[side]

    def worn(self, side: str) -> list[str]:
        """25.8 The hexes of a side that roll because they are unsupplied."""
        unpaid = self.bill(side).unpaid
        return [hex for hex in sorted(unpaid) if sum(unit.strength for unit in unpaid[hex])]

    def roll(self, side: str, event: Mapping[str, Any]) -> None:
        """25.8 A stack rolls: first each unsupplied one, then each overstacked one."""
        bill, hex = self.bill(side), event["at"]
        if len(self.rolled[side]) < len(self.worn(side)):
            self.game.agree(
                "worn", reference_supply_costs.worn(self.land, bill, hex, event["die"]), event["loses"], event
            )
        else:
            self.crowds.setdefault(side, reference_supply_costs.crowded(self.land, side))
            thirds = sum(unit.thirds for unit in self.land.at(hex, side))
            loses = int(reference_supply_costs.WEAR["crowded_jungle"][f"die_{event['die']}"]) * (thirds // 3)
            self.game.agree("crowd", loses, event["loses"], event)
        self.lost[side] += min(event["loses"], reference.left_of(self.land, side, hex))
        self.rolled[side].append(event)

    def wearing(self, side: str, hex: str) -> set[str]:
        """25.8 The units that take a stack's losses: the unsupplied ones, or all in an overstacked hex."""
        unpaid = self.bill(side).unpaid.get(hex, ())
        crowd = len(self.rolled[side]) > len(self.worn(side))
        return {unit.name for unit in (self.land.at(hex, side) if crowd else unpaid)}

    def close(self) -> None:
        """25.3, 25.8, 21.2 The payments, the unsupplied, the rolls, and that losses were taken in full."""
        for side in SIDES:
            bill, worn = self.bill(side), self.worn(side)
            self.game.agree("paid", set(bill.paid.items()) - self.paid[side], set(), side)
            self.game.agree("supplied", bill.lacking, self.lacking[side], side)
            crowds = self.crowds.get(side) or reference_supply_costs.crowded(self.land, side)
            self.game.agree("attrition", [*worn, *crowds], [event["at"] for event in self.rolled[side]], side)
            self.game.agree("taken", self.before[side] - self.lost[side], reference.left_of(self.land, side), side)


def levels(state: State) -> dict[str, int]:
    """5.4 The Levels of airbases by hex."""
    found = {}
    for base in range(FIRST_BOX):
        hex = layout.base_hex(state.cells, base)
        if hex >= 0 and state.arrays[layout.LEVEL][base]:
            found[HEXES.ids[hex]] = state.arrays[layout.LEVEL][base]
    return found


IN_THE_AIR = ("transferring", "wave_plan", "declaring", "searching", "burma_deployment", "quarters", "wear", "air_lift")
QUESTIONS = {
    "burma_marching": Lockstep.marches,
    "burma_attacking": Lockstep.attacks,
    "committing": Lockstep.joins,
    "retreat": Lockstep.retreats,
    "advance": Lockstep.advances,
    "wearing_away": Lockstep.wears,
    "pay_order": Lockstep.orders,
    "quarters": Lockstep.quarters,
    "receiving": Lockstep.receives,
}


def of_position(name: str) -> State:
    """A saved position."""
    return load_position(SAVED / "war_in_the_pacific" / f"{name}.toml")


def compared(game: Lockstep, most: int) -> Counter[str]:
    """Plays a game with both implementations, which agree in all comparisons."""
    game.play(most)
    assert game.differ == []
    return game.seen


@pytest.mark.build
@pytest.mark.clause("22.1", "22.2", "22.5", "24.1", "24.3", "24.4", "24.8", "25.1", "25.3", "25.8", "30.2", "30.3")
def test_two_references_agree_on_a_ground_phase_and_supply_from_a_saved_position() -> None:
    found = compared(Lockstep(6, ("random", "random"), 0.2, of_position("burma_turn_2_ground")), 10**6)
    assert found["march"] > 40
    assert found["battle"] == 9
    assert found["advance"] == 7
    assert found["retreat"] == 2
    assert found["supplied"] == 2
    assert found["score"] == 1


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, *further(2)])
def test_two_references_agree_over_games_of_random_choices(seed: int) -> None:
    found = compared(Lockstep(seed, ("random", "random"), 0.3), 10**6)
    assert found["march"] > 500
    assert found["score"] == 1


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, *further(3, 6)])
def test_two_references_agree_over_games_of_the_ensign(seed: int) -> None:
    found = compared(Lockstep(seed, ("ensign", "ensign")), 10**6)
    assert found["battle"] > 20
    assert found["retreat"] > 3
    assert found["score"] == 1
