"""What lives with a seat: standing orders answer for a person, plans are offered again, nobody else reads either."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ironbottom.server.match.standing_orders import Aides
from tests.kit.waiting import wait_until
from tests.server.asking import Asking, offered, opened

POSITIONS = Path(__file__).parents[1] / "browser" / "positions" / "war_in_the_pacific"
PERSONS = {"japan": "person", "allies": "person"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for an answer in these tests."""
    monkeypatch.setattr(Aides, "pause", (0.0, 0.0))


def begun(asking: Asking, name: str, **seats: str) -> str:
    position = (POSITIONS / f"{name}.toml").read_text(encoding="utf-8")
    return str(asking.begin(game="witp", position=position, seats=PERSONS | seats)["id"])


def standing(asking: Asking, match: str, side: str) -> dict[str, Any]:
    found: dict[str, Any] = asking.get(f"/matches/{match}/standing", side=side)
    return found


def order(asking: Asking, match: str, side: str, **orders: str) -> dict[str, Any]:
    found: dict[str, Any] = asking.post(f"/matches/{match}/standing", side=side, orders=orders)
    return found


def soon(true: Callable[[], bool]) -> bool:
    """Whether something becomes true: an aide thinks beside the requests."""
    return wait_until(true)


@pytest.mark.build
def test_4_32_a_standing_order_answers_for_a_person(asking: Asking) -> None:
    match = begun(asking, "in_impulse")
    assert asking.sight(match, "japan")["decision"]
    told = order(asking, match, "japan", reactions="in_reach")
    assert told["orders"] == {"reactions": "in_reach"}
    assert soon(lambda: asking.sight(match, "japan")["decision"] is None)
    assert asking.sight(match, "allies")["decision"]["prompt"].startswith("Do your Task Forces carry on")


def test_what_it_answers_is_a_choice_of_the_record(asking: Asking) -> None:
    match = begun(asking, "in_impulse")
    before = asking.sight(match, "japan")["seq"]
    order(asking, match, "japan", reactions="in_reach")
    assert soon(lambda: asking.sight(match, "japan")["seq"] > before)
    assert asking.log(match, "japan")[-1]["action"] == ["carry_on"]


@pytest.mark.build
def test_who_takes_something_back_is_asked_until_it_chooses(asking: Asking) -> None:
    match = begun(asking, "in_impulse")
    order(asking, match, "japan", reactions="in_reach")
    assert soon(lambda: asking.sight(match, "japan")["decision"] is None)
    sight = asking.sight(match, "japan")
    asking.post(f"/matches/{match}/undo", side="japan", seq=sight["seq"])
    time.sleep(0.3)
    sight = asking.sight(match, "japan")
    assert sight["decision"]
    asking.act(sight, ["carry_on"])
    assert standing(asking, match, "japan")["orders"] == {"reactions": "in_reach"}


def test_nobody_else_is_told_of_an_order(asking: Asking) -> None:
    match = begun(asking, "search_orders")
    order(asking, match, "japan", reactions="turn", fire="cripples")
    for side in ("allies", "public"):
        texts = json.dumps([asking.sight(match, side), asking.log(match, side)])
        assert "cripples" not in texts
    assert standing(asking, match, "allies")["orders"] == {}


@pytest.mark.build
def test_the_seat_of_a_computer_player_has_no_aide(asking: Asking) -> None:
    match = begun(asking, "search_orders", allies="random")
    wrong = asking.refused(lambda: standing(asking, match, "allies"))
    assert wrong.status == 403
    assert asking.refused(lambda: order(asking, match, "allies", fire="odds")).status == 403


@pytest.mark.parametrize("wrong", [{"fire": "never"}, {"tea": "odds"}])
def test_an_order_that_is_none_is_refused_and_nothing_is_changed(asking: Asking, wrong: dict[str, str]) -> None:
    match = begun(asking, "search_orders")
    order(asking, match, "japan", fire="odds")
    refusal = asking.refused(lambda: order(asking, match, "japan", **wrong))
    assert refusal.status == 400
    assert standing(asking, match, "japan")["orders"] == {"fire": "odds"}


def test_a_game_without_them_says_so(asking: Asking) -> None:
    told = asking.begin(game="pf")
    side = next(side for side, seat in told["seats"].items() if seat == "person")
    assert standing(asking, told["id"], side)["known"] == []
    assert asking.refused(lambda: order(asking, told["id"], side, fire="odds")).status == 400


def test_ask_takes_an_order_back(asking: Asking) -> None:
    match = begun(asking, "search_orders")
    order(asking, match, "japan", fire="odds", bombs="evenly")
    assert order(asking, match, "japan", fire="ask")["orders"] == {"bombs": "evenly"}


def test_orders_and_plans_outlive_the_server(store_path: Path, page: Path) -> None:
    with opened(store_path, page) as client:
        asking = Asking(client)
        match = begun(asking, "search_orders")
        order(asking, match, "japan", fire="odds")
        bound = {"mission": "transit", "to": "D3020", "off": 0, "speed": 2}
        asking.post(f"/matches/{match}/standing", side="japan", plans={"japan_3": bound})
    with opened(store_path, page) as client:
        told = standing(Asking(client), match, "japan")
        assert told["orders"] == {"fire": "odds"}
        assert told["plans"]["japan_3"]["to"] == "D3020"


@pytest.mark.build
def test_10_3_a_planned_voyage_is_offered_as_the_next_course(asking: Asking) -> None:
    match = begun(asking, "orders")
    found = asking.get(f"/matches/{match}/helpers", side="japan")
    rest = next(one for one in found if one["id"] == "go_on")
    force = rest["choices"][0][1]
    assert rest["choices"][1] == ["hold"]
    far = {"mission": "transit", "to": "F1234", "off": 0, "speed": 2}
    asking.post(f"/matches/{match}/standing", side="japan", plans={force: far})
    found = asking.get(f"/matches/{match}/helpers", side="japan")
    rest = next(one for one in found if one["id"] == "go_on")
    assert rest["choices"][1][0] == "sail"
    assert "1 under way" in rest["note"]
    sight = asking.sight(match, "japan")
    asking.act(sight, rest["choices"][0], rest["choices"][1])
    assert list(standing(asking, match, "japan")["plans"]) == [force]
    asking.post(f"/matches/{match}/standing", side="japan", plans={force: None})
    assert standing(asking, match, "japan")["plans"] == {}


def test_10_1_other_orders_drop_a_voyage(asking: Asking) -> None:
    match = begun(asking, "orders")
    force = next(choice[1] for choice in offered(asking.sight(match, "japan")) if choice[0] == "plot")
    far = {"mission": "transit", "to": "F1234", "off": 0, "speed": 2}
    asking.post(f"/matches/{match}/standing", side="japan", plans={force: far})
    asking.act(asking.sight(match, "japan"), ["plot", force, "transit"], ["hold"])
    assert standing(asking, match, "japan")["plans"] == {}


def test_nobody_plans_for_an_enemy(asking: Asking) -> None:
    match = begun(asking, "orders")
    far = {"mission": "transit", "to": "F1234", "off": 0, "speed": 2}
    wrong = asking.refused(lambda: asking.post(f"/matches/{match}/standing", side="japan", plans={"allies_2": far}))
    assert wrong.status == 400


@pytest.mark.parametrize(
    "kept", ['{"orders":5}', '{"orders":{"gone":"go_on"}}', '{"plans":{"japan_1":{}}}', '{"plans":{"japan_1":5}}', "5"]
)
def test_orders_that_can_no_longer_be_read_are_left_out(store_path: Path, kept: str) -> None:
    """A kept order that another version knew, or damage, shut the whole match."""
    with opened(store_path) as client:
        match = begun(Asking(client), "in_impulse")
        order(Asking(client), match, "japan", fire="odds")
    with closing(sqlite3.connect(store_path)) as sql:
        sql.execute("update standing set kept = ?", (kept,))
        sql.commit()
    with opened(store_path) as client:
        told = standing(Asking(client), match, "japan")
        assert (told["orders"], told["plans"]) == ({}, {})
        assert Asking(client).sight(match, "japan")["decision"]
