"""1.3, 15.1, 15.4 What is secret about links leaves no trace in any response to the other side, in both scenarios.

Two positions differ only in secrets of one side: where its merchant shipping and escorts serve, their damage, the cargo
that links have carried, shipping that changes its mode, and ships that have their orders. Every endpoint answers the
other side and the public alike in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution, changed
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, SHIPS_OF, SIDES
from ironbottom.games.war_in_the_pacific.rules.merchant.links import ESCORTS, side_ordering
from ironbottom.games.war_in_the_pacific.state import LINKS
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE
from tests.games.war_in_the_pacific.advanced_midway_states import aim
from tests.games.war_in_the_pacific.guadalcanal_states import serve
from tests.kit.thorough_cases import in_build
from tests.server.all_answers import all_answers
from tests.server.api_client import Client, running_server
from tests.server.seated_players import seat_players

pytestmark = pytest.mark.build

DEPLOYED = {"guadalcanal": "end_deployment", "midway_advanced": "finish_deployment"}
"""43.51, 42.61 The action that ends the deployment of each scenario."""
OF_DEPLOYMENT = ("cargo_orders", "pipeline_orders", "exchanging")
"""15.8, 15.9 The further questions of a deployment."""
STEPS = ("naval_1", "strategic", "cargo", "pipelines")
"""4.1 The steps that open the Naval Phase, the Submarine Phase, and the orders for cargo and for links."""


def deployed(scenario: str) -> State:
    """A scenario that both sides have deployed, as it is printed."""
    state, dice = GAME.new(scenario, dice=SeededDice(7)), SeededDice(7)
    if scenario == "midway_advanced":
        aim(state)
    while (decision := state.decisions()[0]).procedure.name in (*OF_DEPLOYMENT, f"{scenario}_deployment"):
        ends = DEPLOYED[scenario] if decision.procedure.name.endswith("_deployment") else "done"
        state.apply(decision.side, (ends,), dice)
    return state


def in_step(scenario: str, step: str, first: int) -> State:
    """A scenario at the first question of a step of a Strategic Game-Turn; the First Player has its orders first."""
    state = deployed(scenario)
    state.cells[layout.FIRST_PLAYER] = first
    state.cells[layout.TURN] += TURNS_A_CYCLE - 1 - state.cells[layout.TURN] % TURNS_A_CYCLE
    whole = layout.scenario(state).game_turn(state.rules)
    state.stack = (changed(whole, next=[each.name for each in whole.steps].index(step)),)
    run(Execution(state, SeededDice(3)))
    return state


def merchants(state: State, side: int) -> list[int]:
    """The merchant shipping of a side on links that have more than one unit."""
    crowded = [link for link in links.in_use(state, side) if len(links.merchants_on(state, link)) > 1]
    return [ship for link in crowded for ship in links.merchants_on(state, link)[1:]]


def another_link(state: State, side: int) -> None:
    """A merchant unit serves another link."""
    ship = merchants(state, side)[0]
    now = state.arrays[layout.SHIP_LINK][ship] - 1
    serve(state, SHIPS.ids[ship], next(link for link in links.in_use(state, side) if link != now))


def an_escort(state: State, side: int) -> None:
    """An escort guards a link."""
    ship = next(
        ship
        for ship in SHIPS_OF[side]
        if state.rules.pieces.ships[ship].type in ESCORTS and state.arrays[layout.SHIP_AT][ship] >= 0
    )
    serve(state, SHIPS.ids[ship], links.in_use(state, side)[0])


def damage(state: State, side: int) -> None:
    """A merchant unit of a link is damaged."""
    state.arrays[layout.DAMAGE][merchants(state, side)[0]] = 2


def cargo(state: State, side: int) -> None:
    """A link has carried cargo in both directions."""
    link = links.in_use(state, side)[0]
    state.arrays[layout.LINK_SPENT][2 * link], state.arrays[layout.LINK_SPENT][2 * link + 1] = 12, 8


def another_mode(state: State, side: int) -> None:
    """A merchant unit lies in port and changes its mode."""
    ship = merchants(state, side)[-1]
    layout.ships_in(state.arrays).put(ship, min(links.link_ports(state, side)))
    state.arrays[layout.SHIP_LINK][ship] = 0
    state.arrays[layout.MODE_CHANGE][ship] = 1


def orders(state: State, side: int) -> None:
    """A merchant unit has its orders for this segment."""
    if side_ordering(state) == side:
        state.arrays[layout.REASSIGNED][links.ships_on(state, links.in_use(state, side)[0])[0]] = 1


SECRETS: tuple[Callable[[State, int], None], ...] = (another_link, an_escort, damage, cargo, another_mode, orders)


def actions(state: State, side: int) -> list[list[str]]:
    """Actions of the viewer and of the other side that name links, their ships and their ends."""
    ships = [SHIPS.ids[ship] for ship in (*merchants(state, side)[:1], *merchants(state, 1 - side)[:1])]
    names = [LINKS.ids[links.in_use(state, each)[0]] for each in (side, 1 - side)]
    return [
        ["done"],
        *(["join_link", ship, link] for ship in ships for link in names),
        *(["leave_link", ship, "E3231"] for ship in ships),
        *(["attack_link", f"{SIDES.ids[1 - side]}_subron_1", link] for link in names),
        ["consign_stores", "E3231", "E3426", "4"],
    ]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server for all matches of this module."""
    with running_server(tmp_path_factory.mktemp("links") / "games.sqlite") as found:
        yield found


def answers_to(client: Client, state: State, viewer: str, asked: list[list[str]]) -> dict[str, Any]:
    """The responses to one side of a match between two human players that begins in this state."""
    match, seated = seat_players(client, game="witp", position=position_text(state))
    return all_answers(seated[viewer], match, viewer, asked)


@pytest.mark.parametrize("first", in_build((0, 1), 0))
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("side", [0, 1], ids=SIDES.ids)
@pytest.mark.parametrize("scenario", DEPLOYED)
def test_1_3_15_1_no_response_to_the_other_side_depends_on_a_secret_of_links(
    client: Client, scenario: str, side: int, step: str, first: int
) -> None:
    one, other = in_step(scenario, step, first), in_step(scenario, step, first)
    for change in SECRETS:
        change(other, side)
    assert other.hash() != one.hash()
    viewer = SIDES.ids[1 - side]
    asked = actions(one, side)
    first_answers, other_answers = (answers_to(client, state, viewer, asked) for state in (one, other))
    assert first_answers.keys() == other_answers.keys()
    assert len(first_answers) > 60
    for request in first_answers:
        assert first_answers[request] == other_answers[request], request


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("side", [0, 1], ids=SIDES.ids)
@pytest.mark.parametrize("scenario", DEPLOYED)
def test_1_3_15_1_the_owner_sees_each_of_these_secrets(scenario: str, side: int, step: str) -> None:
    """Otherwise the comparison above would show nothing."""
    state = in_step(scenario, step, side)
    for change in SECRETS[:-1]:
        before = state.view(SIDES.ids[side])
        change(state, side)
        assert state.view(SIDES.ids[side]) != before, change.__name__
