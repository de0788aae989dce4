"""Standing orders answer for a person, plans are offered again, and nobody else sees either."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.codecs.position import load_position, position_text
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.server.match.standing_orders import SeatOrders
from ironbottom.testing.waiting import wait_until
from tests.server.api_client import ApiClient, offered_choices, running_server

POSITIONS = Path(__file__).parents[1] / "browser" / "positions" / "war_in_the_pacific"
PERSONS = {"japan": "person", "allies": "person"}


@pytest.fixture(autouse=True)
def without_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the delay before an answer."""
    monkeypatch.setattr(SeatOrders, "pause", (0.0, 0.0))


def begin_match(api: ApiClient, name: str, **seats: str) -> str:
    return begin_at(api, "witp", POSITIONS / f"{name}.toml", **seats)


def begin_victory(api: ApiClient, name: str) -> str:
    return begin_at(api, "vitp", POSITIONS.with_name("victory_in_the_pacific") / f"{name}.toml")


def begin_at(api: ApiClient, game: str, path: Path, **seats: str) -> str:
    position = path.read_text(encoding="utf-8")
    return str(api.begin(game=game, position=position, seats=PERSONS | seats)["id"])


def get_orders(api: ApiClient, match: str, side: str) -> dict[str, Any]:
    found: dict[str, Any] = api.get(f"/matches/{match}/standing", side=side)
    return found


def order(api: ApiClient, match: str, side: str, **orders: str) -> dict[str, Any]:
    found: dict[str, Any] = api.post(f"/matches/{match}/standing", side=side, orders=orders)
    return found


def soon(condition: Callable[[], bool]) -> bool:
    """Returns whether a condition soon becomes true, since standing orders answer in the background."""
    return wait_until(condition)


@pytest.mark.build
def test_4_32_a_standing_order_answers_for_a_person(api: ApiClient) -> None:
    match = begin_match(api, "in_impulse")
    assert api.view(match, "japan")["decision"]
    response = order(api, match, "japan", reactions="in_reach")
    assert response["orders"] == {"reactions": "in_reach"}
    assert soon(lambda: api.view(match, "japan")["decision"] is None)
    assert api.view(match, "allies")["decision"]["prompt"] == "Impulse 1 of 3: alter a course?"


def test_the_answer_of_a_standing_order_is_a_choice_in_the_record(api: ApiClient) -> None:
    match = begin_match(api, "in_impulse")
    before = api.view(match, "japan")["seq"]
    order(api, match, "japan", reactions="in_reach")
    assert soon(lambda: api.view(match, "japan")["seq"] > before)
    assert api.log(match, "japan")[-1]["action"] == ["carry_on"]


@pytest.mark.build
def test_after_an_undo_the_person_is_asked_again(api: ApiClient) -> None:
    match = begin_match(api, "in_impulse")
    order(api, match, "japan", reactions="in_reach")
    assert soon(lambda: api.view(match, "japan")["decision"] is None)
    match_view = api.view(match, "japan")
    api.post(f"/matches/{match}/undo", side="japan", seq=match_view["seq"])
    time.sleep(0.3)
    match_view = api.view(match, "japan")
    assert match_view["decision"]
    api.act(match_view, ["carry_on"])
    assert get_orders(api, match, "japan")["orders"] == {"reactions": "in_reach"}


def test_an_order_is_hidden_from_others(api: ApiClient) -> None:
    """The others see the same with and without them."""
    match = begin_match(api, "search_orders")
    seen = {side: [api.view(match, side), api.log(match, side)] for side in ("allies", "public")}
    order(api, match, "japan", reactions="turn", fire="cripples", withdrawals="two", patrols="third", submarines="stay")
    for side, before in seen.items():
        now = [api.view(match, side), api.log(match, side)]
        assert now == before
        assert "cripples" not in json.dumps(now)
    assert get_orders(api, match, "allies")["orders"] == {}


@pytest.mark.build
def test_a_computer_players_seat_has_no_orders(api: ApiClient) -> None:
    match = begin_match(api, "search_orders", allies="random")
    error = api.error_of(lambda: get_orders(api, match, "allies"))
    assert error.status == 403
    assert api.error_of(lambda: order(api, match, "allies", fire="odds")).status == 403


@pytest.mark.parametrize("error", [{"fire": "never"}, {"tea": "odds"}])
def test_an_invalid_order_is_refused_and_changes_nothing(api: ApiClient, error: dict[str, str]) -> None:
    match = begin_match(api, "search_orders")
    order(api, match, "japan", fire="odds")
    refusal = api.error_of(lambda: order(api, match, "japan", **error))
    assert refusal.status == 400
    assert get_orders(api, match, "japan")["orders"] == {"fire": "odds"}


def test_a_game_without_standing_orders_refuses_them(api: ApiClient) -> None:
    response = api.begin(game="aap")
    side = next(side for side, seat in response["seats"].items() if seat == "person")
    assert get_orders(api, response["id"], side)["known"] == []
    assert api.error_of(lambda: order(api, response["id"], side, fire="odds")).status == 400


def test_ask_removes_an_order(api: ApiClient) -> None:
    match = begin_match(api, "search_orders")
    order(api, match, "japan", fire="odds", bombs="evenly")
    assert order(api, match, "japan", fire="ask")["orders"] == {"bombs": "evenly"}


def test_orders_and_plans_survive_a_restart(store_path: Path, page: Path) -> None:
    with running_server(store_path, page) as client:
        api = ApiClient(client)
        match = begin_match(api, "search_orders")
        order(api, match, "japan", fire="odds")
        bound = {"mission": "transit", "to": "D3020", "off": 0, "speed": 2}
        api.post(f"/matches/{match}/standing", side="japan", plans={"japan_3": bound})
    with running_server(store_path, page) as client:
        response = get_orders(ApiClient(client), match, "japan")
        assert response["orders"] == {"fire": "odds"}
        assert response["plans"]["japan_3"]["to"] == "D3020"


@pytest.mark.build
def test_10_3_a_planned_voyage_is_offered_as_the_next_course(api: ApiClient) -> None:
    match = begin_match(api, "orders")
    found = api.get(f"/matches/{match}/helpers", side="japan")
    rest = next(one for one in found if one["id"] == "go_on")
    force = rest["choices"][0][1]
    assert rest["choices"][1] == ["hold"]
    far = {"mission": "transit", "to": "F1234", "off": 0, "speed": 2}
    api.post(f"/matches/{match}/standing", side="japan", plans={force: far})
    found = api.get(f"/matches/{match}/helpers", side="japan")
    rest = next(one for one in found if one["id"] == "go_on")
    assert rest["choices"][1][0] == "sail"
    assert "1 under way" in rest["note"]
    match_view = api.view(match, "japan")
    api.act(match_view, rest["choices"][0], rest["choices"][1])
    assert list(get_orders(api, match, "japan")["plans"]) == [force]
    api.post(f"/matches/{match}/standing", side="japan", plans={force: None})
    assert get_orders(api, match, "japan")["plans"] == {}


def test_10_1_other_orders_drop_a_voyage(api: ApiClient) -> None:
    match = begin_match(api, "orders")
    force = next(choice[1] for choice in offered_choices(api.view(match, "japan")) if choice[0] == "plot")
    far = {"mission": "transit", "to": "F1234", "off": 0, "speed": 2}
    api.post(f"/matches/{match}/standing", side="japan", plans={force: far})
    api.act(api.view(match, "japan"), ["plot", force, "transit"], ["hold"])
    assert get_orders(api, match, "japan")["plans"] == {}


def test_no_plan_for_an_enemy(api: ApiClient) -> None:
    match = begin_match(api, "orders")
    far = {"mission": "transit", "to": "F1234", "off": 0, "speed": 2}
    error = api.error_of(lambda: api.post(f"/matches/{match}/standing", side="japan", plans={"allies_2": far}))
    assert error.status == 400


@pytest.mark.parametrize(
    "kept", ['{"orders":5}', '{"orders":{"gone":"go_on"}}', '{"plans":{"japan_1":{}}}', '{"plans":{"japan_1":5}}', "5"]
)
def test_unreadable_orders_are_ignored(store_path: Path, kept: str) -> None:
    """A single unreadable order, damaged or from another version, once made the whole match fail."""
    with running_server(store_path) as client:
        match = begin_match(ApiClient(client), "in_impulse")
        order(ApiClient(client), match, "japan", fire="odds")
    with closing(sqlite3.connect(store_path)) as sql:
        sql.execute("update standing set kept = ?", (kept,))
        sql.commit()
    with running_server(store_path) as client:
        response = get_orders(ApiClient(client), match, "japan")
        assert (response["orders"], response["plans"]) == ({}, {})
        assert ApiClient(client).view(match, "japan")["decision"]


def laden_position() -> str:
    """A position at the orders of Midway, with the troops at Saipan ashore."""
    state = load_position(POSITIONS / "orders.toml", get_game("witp").rules())
    for unit in ("japan_unit_8", "japan_unit_9"):
        layout.units_in(state.arrays).put(UNITS.index[unit], NUMBER["D0948"])
    return position_text(state)


@pytest.mark.build
def test_16_1_a_landing_order_loads_without_its_player(api: ApiClient) -> None:
    """It is drafted step by step, stored with the seat, and answers for its force; the log names it."""
    match = str(api.begin(game="witp", position=laden_position(), seats=PERSONS)["id"])
    for side in PERSONS:
        order(api, match, side, nothing="routine", ready="none", transfers="none", reactions="carry_on")
    found = api.get(f"/matches/{match}/landing", side="japan")
    (source,) = [one for one in found["sources"] if one["at"] == "D0948"]
    asked = {"units": [unit["id"] for unit in source["units"]], "to": "F1234", "week": 0}
    for _ in range(4):
        advice = api.post(f"/matches/{match}/landing", side="japan", **asked)
        asked["ships"] = advice["ships"]
        api.act(api.view(match, "japan"), *advice["choices"])
        if advice["force"]:
            break
    landing = {"units": asked["units"], "week": 0}
    plan = {"mission": "assault", "to": "F1234", "off": 0, "speed": advice["speed"], "landing": landing}
    response = api.post(f"/matches/{match}/standing", side="japan", plans={advice["force"]: plan})
    assert response["plans"][advice["force"]]["status"].endswith("loads at Saipan (D0948), 0 of 2 units aboard.")
    assert get_orders(api, match, "allies")["plans"] == {}
    for side in PERSONS:
        api.act(api.view(match, side), ["done"])
    assert soon(lambda: orders_in_log(api, match, "japan").count("Landing order") == 2), orders_in_log(
        api, match, "japan"
    )
    assert "Landing order" not in orders_in_log(api, match, "allies")
    assert (
        api.error_of(lambda: api.post(f"/matches/{match}/landing", side="japan", **{**asked, "to": "?"})).status == 400
    )


def orders_in_log(api: ApiClient, match: str, side: str) -> list[str]:
    """The standing orders that a log names."""
    return [entry["order"] for entry in api.log(match, side) if "order" in entry]


FIRE = "My units fire: at carriers first"


def test_7_43_the_log_names_the_order_to_its_own_side_and_to_everyone_after_the_end(api: ApiClient) -> None:
    match = begin_victory(api, "targeting")
    before = api.view(match, "japan")["seq"]
    order(api, match, "japan", fire="carriers")
    assert soon(lambda: api.view(match, "japan")["seq"] > before)
    assert orders_in_log(api, match, "japan") == [FIRE] * 3
    for side in ("allies", "public"):
        assert orders_in_log(api, match, side) == []
        assert "carriers first" not in json.dumps([api.view(match, side), api.log(match, side)])
    api.post(f"/matches/{match}/resign", side="japan")
    for side in ("allies", "public", "japan"):
        assert orders_in_log(api, match, side) == [FIRE] * 3


def test_the_log_still_names_the_order_after_a_restart(store_path: Path, page: Path) -> None:
    with running_server(store_path, page) as client:
        api = ApiClient(client)
        match = begin_victory(api, "way_home")
        order(api, match, "japan", home="main")
        assert soon(lambda: bool(orders_in_log(api, match, "japan")))
    with running_server(store_path, page) as client:
        assert set(orders_in_log(ApiClient(client), match, "japan")) == {"Units go home: to Yokosuka or Pearl Harbor"}


def test_7_3_the_other_side_does_not_see_that_an_order_chose_in_secret(api: ApiClient) -> None:
    """Until both have chosen day or night, the other side's view, log and list of matches stay as they were."""
    match = begin_victory(api, "naming")
    shown = [api.view(match, side, since=0) for side in ("japan", "public")]
    listed = api.get("/matches")
    order(api, match, "allies", action="night")
    assert soon(lambda: api.view(match, "allies")["decision"] is None)
    assert [api.view(match, side, since=0) for side in ("japan", "public")] == shown
    assert api.get("/matches") == listed
    assert orders_in_log(api, match, "allies") == ["I choose: always night"]


def test_a_question_without_an_answer_is_left_to_the_person(api: ApiClient) -> None:
    """8.1 An order for other questions does not answer."""
    match = begin_victory(api, "stay_or_retreat")
    order(api, match, "japan", fire="carriers")
    assert api.view(match, "japan", wait=1)["decision"]["prompt"]
    assert orders_in_log(api, match, "japan") == []
