"""The captain of Axis & Allies: Pacific: its purchases, the places that it guards, and that it uses only its view."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as table
from ironbottom.games.axis_allies_pacific.bot.captain import CaptainObservation
from ironbottom.games.axis_allies_pacific.bot.forces import AvailableUnits
from ironbottom.games.axis_allies_pacific.bot.observation import Observation
from ironbottom.games.axis_allies_pacific.bot.policy import BOLD, BOLD_JAPAN, ENSIGN
from ironbottom.games.axis_allies_pacific.bot.purchases import field_of, plan_purchases, unit_count
from ironbottom.games.axis_allies_pacific.bot.trial_board import TrialBoard
from ironbottom.lab.simulation import apply_choice, play_game

RULES = get_game("aap").rules()


@cache
def question(side: str, asks: str) -> State:
    """The state in which the ensigns have reached a question of a side for the second time."""
    state, dice, met = RULES.new(), SeededDice(2), 0
    players = {name: make_player(RULES, "ensign", name, 3) for name in RULES.sides.ids}
    while True:
        decision = state.decisions()[0]
        met += (decision.side, decision.procedure.name) == (side, asks)
        if met == 2:
            return state
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            apply_choice(state, decision.side, action, dice)


def bought(observation: Observation) -> Counter[tuple[str, str]]:
    """The units that a side would buy, by economy and kind."""
    found: Counter[tuple[str, str]] = Counter()
    for action in plan_purchases(observation, Random(1)):
        if action[0] == "buy":
            found[action[1], action[2]] += int(action[3])
    return found


def test_each_team_has_its_own_constants_and_the_ensign_keeps_its_own() -> None:
    view = {side: question(side, "purchase").view(side) for side in ("japan", "uk", "usa")}
    assert CaptainObservation(RULES, view["japan"], "japan").policy == BOLD_JAPAN
    assert CaptainObservation(RULES, view["uk"], "uk").policy == BOLD
    assert CaptainObservation(RULES, view["usa"], "usa").policy == BOLD
    assert Observation(RULES, view["usa"], "usa").policy == ENSIGN


def test_the_us_buy_a_fleet_without_transports() -> None:
    view = question("usa", "purchase").view("usa")
    kinds = {kind for _, kind in bought(CaptainObservation(RULES, view, "usa"))}
    assert kinds
    assert not kinds & {"transport", "marine", "artillery", "infantry"}


def test_the_us_buy_landing_forces_once_japan_s_fleet_is_gone() -> None:
    state = question("usa", "purchase").copy()
    first = table.UNITS + pieces.JAPAN * pieces.PLACE_COUNT + pieces.FIRST_ZONE
    state.cells[first : first + pieces.ZONE_COUNT] = [0] * pieces.ZONE_COUNT
    kinds = {kind for _, kind in bought(CaptainObservation(RULES, state.view("usa"), "usa"))}
    assert {"transport", "marine"} <= kinds


def test_what_has_marched_off_is_not_bought_again() -> None:
    view = question("uk", "purchase").view("uk")
    captain, ensign = CaptainObservation(RULES, view, "uk"), Observation(RULES, view, "uk")
    in_all = unit_count(captain, pieces.INDIA, "infantry")
    assert in_all > unit_count(ensign, pieces.INDIA, "infantry")
    assert bought(captain)["india", "infantry"] <= bought(ensign)["india", "infantry"]
    own, other = (set(field_of(captain, economy)) for economy in (pieces.INDIA, pieces.AUSTRALIA))
    assert RULES.pieces.capital[pieces.INDIA] in own - other
    assert own | other == set(range(pieces.PLACE_COUNT))


def test_its_garrisons_are_smaller() -> None:
    state = question("uk", "combat_moves")
    plan = TrialBoard(state, "uk")
    bold, careful = AvailableUnits(plan, BOLD).stay, AvailableUnits(plan, ENSIGN).stay
    assert all(bold[land] <= careful[land] for land in careful)
    assert sum(bold.values()) < sum(careful.values())


@pytest.mark.parametrize("side", ["japan", "usa"])
def test_the_same_seed_and_view_give_the_same_choices(side: str) -> None:
    def chosen(seed: int) -> list[Action]:
        state = question(side, "purchase")
        decision = state.decision(side)
        assert decision is not None
        return as_choices(make_player(RULES, "captain", side, seed).choose(offer_for(state, decision)))

    assert chosen(1) == chosen(1)


def test_it_is_a_player_of_this_game() -> None:
    with pytest.raises(BadValue, match="choose one of ensign, captain, random"):
        make_player(RULES, "admiral", "japan", 1)


@pytest.mark.slow
@pytest.mark.parametrize("captains", [("japan",), ("uk", "usa")])
def test_it_beats_random_play_by_legal_choices(captains: tuple[str, ...]) -> None:
    seats = dict.fromkeys(RULES.sides.ids, "random") | dict.fromkeys(captains, "captain")
    assert set(play_game(RULES, seats, 11, 0).winners) == set(captains)
