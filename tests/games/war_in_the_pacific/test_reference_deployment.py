"""Compares a reference set-up with the deployment of both sides: all positions, and all legal places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from tests.games.war_in_the_pacific import reference_deployment as reference
from tests.games.war_in_the_pacific import reference_stations as stations
from tests.games.war_in_the_pacific.reference_comparison import BEFORE_PLAY
from tests.games.war_in_the_pacific.reference_deployment import first_name
from tests.games.war_in_the_pacific.reference_land import Unit, read
from tests.kit.thorough_cases import further

RULES = GAME.rules()
DEPLOYING = (*BEFORE_PLAY, "lying")


class Lockstep:
    """Both sides deploy; ``seen`` counts the comparisons."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.case, _, freely = scenario.partition("_")
        self.freely = bool(freely)
        self.state: State = RULES.new(scenario)
        self.start, self.dice = self.state.copy(), SeededDice(seed)
        self.players = {side: make_player(RULES, "random", side, seed) for side in ("japan", "allies")}
        self.seen: Counter[str] = Counter()
        self.unit: Unit | None = None
        self.base = ""

    def agree(self, what: str, mine: set[str], theirs: Iterable[str], where: object = "") -> None:
        """Checks that both offer the same choices."""
        self.seen[what] += 1
        assert mine == {first_name(hex) for hex in theirs}, (what, where)

    def play(self, share: int = 1) -> Counter[str]:
        """Deploys to the end, comparing at each choice; for air points, only at one base out of several."""
        while (open_to := self.state.decisions()) and any(word in self.state.stack[-1].name for word in DEPLOYING):
            decision = open_to[0]
            self.offered(decision, share)
            for action in as_choices(self.players[decision.side].choose(offer_for(self.state, decision))):
                self.second_step(action)
                self.state.apply(decision.side, action, self.dice, trusted=True)
        troops = reference.TROOPS_OF[self.case]
        if self.freely and self.case == "burma":
            troops = stations.freely_stand(troops)
        assert reference.differences(self.case, self.state, ships_anywhere=self.freely, troops=troops) == []
        return self.seen

    def offered(self, decision: Decision, share: int) -> None:
        """Compares the choices of one step."""
        state, choices, side = self.state, decision.choices, decision.side
        verbs = set(choices.next())
        if "announce" in verbs:
            self.agree("announce", stations.announced(state), choices.next("announce"))
        if "choose_objective" in verbs:
            self.agree("choose_objective", stations.objectives(), choices.next("choose_objective"))
        if "berth" in verbs:
            ship = next(iter(choices.next("berth")))
            mine = stations.berths(state, ship) - {reference.ships_stand(state)[ship]}
            self.agree("berth", mine, choices.next("berth", ship), ship)
        if "set_air" in verbs:
            for base in list(choices.next("set_air"))[::share]:
                for stack in choices.next("set_air", base):
                    mine = stations.burma_fields(state, side, base, stack, self.start, freely=self.freely)
                    self.agree("set_air", mine, choices.next("set_air", base, stack), (base, stack))
        if "stock" in verbs:
            for hex in list(choices.next("stock"))[::share]:
                mine = stations.leyte_stores(side, first_name(hex), self.start)
                self.agree("stock", mine, choices.next("stock", hex), hex)

    def second_step(self, action: Action) -> None:
        """Compares the choices after a unit or a stack is named."""
        verb, state = action[0], self.state
        if verb in ("redeploy", "set_out"):
            self.unit = read(state).units[action[1]]
        if verb in ("rebase", "set_stores"):
            self.base = first_name(action[1])
        if verb not in ("stand_at", "start_at", "base_at", "store_at"):
            return
        decision = state.decisions()[0]
        theirs = decision.choices.next(verb)
        if verb == "base_at" and decision.side == "japan":
            self.agree(verb, stations.rebased(state, self.base, self.start, freely=self.freely), theirs, self.base)
        elif verb == "store_at":
            mine = stations.burma_stores(decision.side, self.base, self.start, freely=self.freely)
            self.agree(verb, mine, theirs, self.base)
        elif verb == "stand_at" and self.unit:
            self.agree(verb, stations.units_stand(state, self.unit, self.start), theirs, self.unit)
        elif verb == "start_at" and self.unit:
            self.agree(verb, stations.burma_starts(state, self.unit, self.start, freely=self.freely), theirs, self.unit)


@pytest.mark.clause("42.21", "42.25", "42.31", "42.34", "42.75", "44.21", "44.31", "44.34", "44.35", "44.36")
@pytest.mark.clause("45.21", "45.23", "45.24", "45.25", "45.31", "45.33", "40.43", "40.44", "37.2")
@pytest.mark.parametrize("scenario", ["midway", "leyte", "burma"])
def test_two_copies_of_the_set_up_agree(scenario: str) -> None:
    assert reference.differences(scenario, RULES.new(scenario)) == []


@pytest.mark.clause("42.75")
def test_42_75_the_battleships_of_pearl_harbor_are_absent_and_the_copy_counts_all_ships() -> None:
    state = RULES.new("midway")
    assert set(reference.ships_stand(state)) == set(reference.ships(reference.MIDWAY_SHIPS))
    sunk = {f"us_bb{number}" for number in (36, 37, 39, 44, 48)}
    assert not sunk & set(reference.ships_stand(state))
    state.arrays[layout.SHIP_AT][SHIPS.index["us_cv6"]] = -1
    assert reference.differences("midway", state) != []


@pytest.mark.build
@pytest.mark.clause("42.51", "45.42", "45.52", "45.81", "44.34", "44.36")
@pytest.mark.parametrize("scenario", ["midway", *further("leyte_freely"), "burma"])
def test_two_references_agree_on_where_things_may_start(scenario: str) -> None:
    found = Lockstep(scenario, 1).play(9)
    assert sum(found.values()) > 2


@pytest.mark.thorough
@pytest.mark.clause("42.51", "44.81", "44.82", "44.83", "45.42", "45.52", "45.81")
@pytest.mark.parametrize("scenario", ["midway", "leyte", "leyte_freely", "burma", "burma_freely"])
def test_two_references_agree_over_many_deployments(scenario: str) -> None:
    found = sum((Lockstep(scenario, seed).play(6) for seed in (2, 3)), Counter[str]())
    assert sum(found.values()) > 3
    assert {"midway": "announce", "leyte": "stock", "leyte_freely": "stock"}.get(scenario, "store_at") in found
