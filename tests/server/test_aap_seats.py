"""Three seats at one server: standing orders answer for an absent player and stay hidden; forged acts are refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ironbottom import get_game
from tests.server.api_client import ApiClient

PERSONS = dict.fromkeys(("japan", "uk", "usa"), "person")
ATTACK = """
game = "aap"
round = 2
active = "japan"
step = "combat_moves"

[units.japan.sz45]
battleship = 2
destroyer = 1

[units.japan.japan]
infantry = 4

[units.usa.sz38]
destroyer = 2
transport = 1
submarine = 1

[units.usa.united_states]
infantry = 2

[units.uk.india]
infantry = 2

[standing_orders.usa]
losses = "ships_first"
submerge = "never"
"""


def begin_match(api: ApiClient, **seats: str) -> str:
    response = api.begin(game="aap", position=ATTACK, seats=PERSONS | seats)
    return str(response["id"])


def texts(api: ApiClient, match: str, side: str) -> str:
    """Returns everything that a side can request, except the position, which only the holder of every seat gets."""
    seq = api.view(match, side)["seq"]
    found: list[Any] = [api.view(match, side), api.log(match, side)]
    found += [api.past_view(match, side, n) for n in range(1, seq + 1)]
    paths = ("story", "odds", "decision_odds")
    return json.dumps([*found, *(api.get(f"/matches/{match}/{path}", side=side) for path in paths)])


def test_8_1_3_only_its_own_side_sees_orders_until_they_take_effect(api: ApiClient) -> None:
    match = begin_match(api)
    assert api.view(match, "usa")["view"]["standing_orders"]["usa"]["losses"] == "ships_first"
    for side in ("japan", "uk", "public"):
        assert "ships_first" not in texts(api, match, side).replace("ships_first_", ""), side
        assert api.view(match, side)["view"]["standing_orders"]["usa"] == {}


@pytest.mark.build
def test_8_1_3_other_views_do_not_depend_on_orders(api: ApiClient) -> None:
    """The views of Japan and Britain do not depend on the orders of the United States."""
    found = []
    for value in ("cheapest", "aircraft_first"):
        match = api.begin(game="aap", seats=PERSONS)["id"]
        api.act(api.view(match, "uk"), ["split", "6"])
        api.act(api.view(match, "usa"), ["standing_order", "losses", value])
        visible: list[Any] = []
        for side in ("japan", "uk", "public"):
            match_view = api.view(match, side)
            visible += [
                {key: match_view[key] for key in ("seq", "view", "decision", "waiting", "undo")},
                api.log(match, side),
            ]
        found.append(visible)
    assert found[0] == found[1]


@pytest.mark.build
def test_8_1_3_orders_answer_at_once_for_an_absent_player(api: ApiClient) -> None:
    """Japan fights the battle of zone 38 to its end. The United States are never asked, and the log says why."""
    match = begin_match(api)
    match_view = api.view(match, "japan")
    match_view = api.act(
        match_view,
        *(["move", "sz45", "battleship"], ["go", "sz38", "2"], ["move", "sz45", "destroyer"], ["go", "sz38", "1"]),
    )
    match_view = api.act(match_view, ["done"])
    for _ in range(40):
        assert api.view(match, "usa")["decision"] is None
        if match_view["decision"] is None or "Non-combat" in match_view["decision"]["prompt"]:
            break
        verb = next(group["verb"] for group in match_view["decision"]["choices"])
        wanted = {
            "press_on": ["press_on"],
            "lose": ["cheapest_first"],
            "retreat": ["press_on"],
            "take_convoy": ["take_convoy"],
        }
        match_view = api.act(match_view, wanted.get(verb, [verb]))
    log = json.dumps(api.log(match, "japan"))
    assert "battle_ended" in log
    assert "order_shown" in log
    assert api.view(match, "uk")["view"]["standing_orders"]["usa"]["losses"] == "ships_first"


@pytest.mark.build
@pytest.mark.parametrize("side", ["uk", "usa"])
def test_no_client_sees_or_plays_a_computer_players_seat(api: ApiClient, side: str) -> None:
    match = begin_match(api, **{side: "random"})
    for path in ("", "/log", "/story", "/odds", "/decision_odds", "/threats", "/position"):
        query = {"place": "japan"} if path == "/threats" else {}
        error = api.error_of(lambda path=path, query=query: api.get(f"/matches/{match}{path}", side=side, **query))  # type: ignore[misc]
        assert error.status == 403, path
    seq = api.view(match, "japan")["seq"]
    for choice in (["standing_order", "losses", "cheapest"], ["done"], ["move", "sz38", "destroyer"]):
        body = {"side": side, "seq": seq, "choices": [choice]}
        assert api.error_of(lambda body=body: api.post(f"/matches/{match}/act", **body)).status == 403  # type: ignore[misc]
    assert api.view(match, "japan")["seq"] == seq


FORGED = [
    ("uk", ["move", "sz45", "battleship"]),
    ("usa", ["standing_order", "losses", "cheapest"]),
    ("japan", ["move", "sz38", "destroyer"]),
    ("japan", ["go", "sz38", "2"]),
    ("japan", ["lose", "usa", "destroyer"]),
    ("japan", ["standing_order", "losses", "cheapest"]),
    ("japan", ["buy", "japan", "infantry", "1"]),
    ("japan", ["move", "sz45", "battleship", "99"]),
    ("japan", ["kamikaze", "sz38", "transport"]),
]


def test_forged_acts_are_refused_and_change_nothing(api: ApiClient) -> None:
    match = begin_match(api)
    before = api.view(match, "japan")
    for side, choice in FORGED:
        body = {"side": side, "seq": api.view(match, side)["seq"], "choices": [choice]}
        error = api.error_of(lambda body=body: api.post(f"/matches/{match}/act", **body))  # type: ignore[misc]
        assert error.status in (400, 422), (side, choice)
        assert error.error["message"]
        assert api.view(match, "japan") == before


@pytest.mark.build
def test_resampling_from_japans_view_deals_the_hidden_orders(api: ApiClient) -> None:
    """Every possible value occurs, and the true value no more often than by chance; known values do not change."""
    game = get_game("aap")
    view = api.view(begin_match(api), "japan")["view"]
    rng = random.Random(5)
    drawn = [game.resample(view, rng).view("usa")["standing_orders"]["usa"] for _ in range(60)]
    assert {one["losses"] for one in drawn} == {"ask", "cheapest", "aircraft_first", "ships_first"}
    assert len({one["submerge"] for one in drawn}) == 4
    assert sum(one["losses"] == "ships_first" for one in drawn) < 30
