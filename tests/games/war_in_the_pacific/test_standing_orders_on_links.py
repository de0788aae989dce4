"""Standing orders for links at Guadalcanal: merchant shipping by need, and its cargo (15.6, 15.8)."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.bot import standing
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import BEFORE_PLAY, USUAL, CargoOrders
from ironbottom.games.war_in_the_pacific.rules.merchant.pipeline_segment import PipelineOrders
from tests.games.war_in_the_pacific.battle_states import open_procedure
from tests.games.war_in_the_pacific.guadalcanal_states import GUADALCANAL, TRUK, end, new_game_of
from tests.games.war_in_the_pacific.test_guadalcanal_ensign import hold_airfield


def pipelines(side: int = ALLIES, stores: int = 0) -> State:
    """A Pipeline Segment in which the Allies hold the airfield with some stores."""
    state = new_game_of(GAME)
    hold_airfield(state, ALLIES, stores)
    open_procedure(state, PipelineOrders(side))
    return state


def play(state: State, side: str, found: list[tuple[str, ...]]) -> None:
    """Makes the choices of an order, each of which is legal."""
    for action in found:
        assert state.why_not(side, action) is None, action
        state.apply(side, action, NoDice())


@pytest.mark.clause("15.8")
def test_15_8_shipping_goes_by_need_to_a_garrison_without_stores() -> None:
    state = pipelines()
    found = standing.answer(state, "allies", {"links": "need"})
    assert GUADALCANAL in {hex for verb, *hexes in found if verb == "lay_link" for hex in hexes}
    assert found[-1] == ("done",)
    play(state, "allies", found)
    laid = [link for link in links.in_use(state, ALLIES) if end(GUADALCANAL) in links.ends_of(state, link)]
    assert [bool(links.merchants_on(state, link)) for link in laid] == [True]


def test_15_8_the_order_is_given_again_in_the_next_week_and_changes_nothing_that_is_served() -> None:
    state = pipelines()
    play(state, "allies", standing.answer(state, "allies", {"links": "need"}))
    open_procedure(state, PipelineOrders(ALLIES))
    again = standing.answer(state, "allies", {"links": "need"})
    assert again[-1] == ("done",)
    assert not [action for action in again if action[0] == "lay_link"]


@pytest.mark.clause("13.6")
def test_13_6_damaged_shipping_on_a_link_is_left_to_the_player() -> None:
    state = pipelines()
    served = next(link for link in links.in_use(state, ALLIES) if links.merchants_on(state, link))
    state.arrays[layout.DAMAGE][links.merchants_on(state, served)[0]] = 1
    state.arrays[layout.LINK_LOST][served] = 1
    assert standing.answer(state, "allies", {"links": "need"}) == []
    assert standing.answer(state, "allies", {"links": "always"})[-1] == ("done",)
    assert standing.answer(state, "allies", {"links": "none"}) == [("done",)]


@pytest.mark.clause("15.6")
def test_15_6_stores_are_sent_without_troops_or_aircraft() -> None:
    """43.73 Japan's troops at Truk and beyond the edge would go to Rabaul."""
    state = new_game_of(GAME)
    open_procedure(state, CargoOrders(JAPAN, BEFORE_PLAY))
    stores, everything = (standing.answer(state, "japan", {"cargo": value}) for value in ("stores", "all"))
    assert {verb for verb, *_ in stores} == {"draw_stores", "done"}
    assert {verb for verb, *_ in everything} >= {"consign", "draw_stores", "done"}
    assert standing.answer(state, "japan", {"cargo": "none"}) == [("done",)]
    play(state, "japan", stores)
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER[TRUK]]] > 0


@pytest.mark.parametrize(("question", "orders"), [(PipelineOrders, "links"), (CargoOrders, "cargo")])
def test_1_31_orders_on_links_do_not_depend_on_hidden_information(
    question: type[PipelineOrders] | type[CargoOrders], orders: str
) -> None:
    state = pipelines() if question is PipelineOrders else new_game_of(GAME)
    if question is CargoOrders:
        open_procedure(state, CargoOrders(ALLIES, USUAL))
    value = {"links": "need", "cargo": "all"}[orders]
    found = standing.answer(state, "allies", {orders: value})
    assert len(found) > 1
    sampler = GAME.sampler(state.view("allies"))
    for seed in range(3):
        assert standing.answer(sampler.draw(Random(seed)), "allies", {orders: value}) == found
