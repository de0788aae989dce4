"""1.3, 42.63 to 42.65, 43.5 The secrets of the advanced game of Midway leave no trace in any response to the Allies.

Two positions differ only in what Japan keeps secret: its objectives, a plan that was not read, and how its merchant
shipping is spread over its links. Every endpoint gives the Allies and the public the same response in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from tests.games.war_in_the_pacific.advanced_midway_states import MIDWAY, NOUMEA, SUVA, aim, new_game
from tests.server.all_answers import all_answers
from tests.server.api_client import ApiClient, running_server

pytestmark = pytest.mark.build

ATTU = "D3903"


def deployed(secret: int) -> State:
    """Japan has deployed, and the Allies have read its plans for Midway and Attu, and the card of the Subrons."""
    state = new_game()
    objectives, unread, link = (
        (("midway", "aleutians"), NOUMEA, "japan_link_1"),
        (("noumea", "port_moresby"), SUVA, "japan_link_4"),
    )[secret]
    aim(state, *objectives)
    for at in (MIDWAY, ATTU, unread):
        state.apply("japan", ("plan", at), NoDice())
    state.apply("japan", ("finish_deployment",), NoDice())
    choices = state.decision("japan").choices  # type: ignore[union-attr]
    ship = next(ship for ship in choices.next("join_link") if link in choices.next("join_link", ship))
    state.apply("japan", ("join_link", ship, link), NoDice())
    state.apply("japan", ("done",), NoDice())
    # 42.65 There are six cards: two objectives, three plans by hex, and all Subrons. Three are drawn, none of them an
    # objective.
    plans = sorted(NUMBER[at] for at in (MIDWAY, ATTU, unread))
    first, second = sorted(plans.index(NUMBER[at]) for at in (MIDWAY, ATTU))
    state.apply("japan", ("done",), ScriptedDice([3 + first, 2 + second, 4]))
    return state


def hidden_pair() -> tuple[State, State]:
    """Two states that look alike to the Allies."""
    found = deployed(0), deployed(1)
    for state in found:
        assert sorted(assault_plans.plans_read(state, 0)) == sorted((NUMBER[MIDWAY], NUMBER[ATTU]))
        assert list(state.arrays[layout.CARDS_READ]) == [0, 0, 3]
    return found


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[dict[str, Any]]]:
    """The responses of both matches to the Allies and the public, by request."""
    with running_server(tmp_path_factory.mktemp("hidden") / "games.sqlite") as client:
        api = ApiClient(client)
        seats = {"japan": "random", "allies": "person"}
        begun = [api.begin(game="witp", position=position_text(state), seats=seats) for state in hidden_pair()]
        yield [all_answers(api, each["id"], "allies", ACTIONS) for each in begun]


ACTIONS = (
    ["finish_deployment"],
    ["set_objective", "primary", "noumea"],
    ["plan", NOUMEA],
    ["plan", SUVA],
    ["join_link", "jp_ms1", "japan_link_1"],
    ["place_unit", "allies_unit_8"],
)


def test_42_63_42_65_no_response_to_the_allies_depends_on_a_secret_of_japan(answers: list[dict[str, Any]]) -> None:
    first, second = answers
    assert first.keys() == second.keys()
    assert len(first) > 60
    for request in first:
        assert first[request] == second[request], request


def test_42_63_the_positions_do_differ() -> None:
    one, other = hidden_pair()
    assert one.arrays[layout.RANKED_OBJECTIVES] != other.arrays[layout.RANKED_OBJECTIVES]
    assert one.arrays[layout.SHIP_LINK] != other.arrays[layout.SHIP_LINK]
    assert one.view("japan") != other.view("japan")
    for side in ("allies", "public"):
        assert one.view(side) == other.view(side)
