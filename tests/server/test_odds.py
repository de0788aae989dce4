"""Odds of battles over HTTP: entered by hand without a match, and those of a match as a side sees them."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from ironbottom.server.work.worker_pool import JobLimits
from tests.server.api_client import ApiClient, running_server


def test_a_battle_by_hand_needs_no_match(api: ApiClient) -> None:
    response = api.post("/games/aap/odds", battle={"attack": "1 infantry", "defend": "1 infantry"})
    assert (response["won"], response["swing"]) == pytest.approx((0.25, -1.125))


@pytest.mark.parametrize(
    ("game", "battle", "status", "field"),
    [
        ("chess", {}, 404, "game"),
        ("pf", {}, 400, "attack"),
        ("aap", {"attack": "1 dog", "defend": "1 tank"}, 400, "attack"),
        ("aap", {"attack": "1 tank", "defend": "1 tank", "rounds": 0}, 400, "battle.rounds"),
        ("aap", {"attack": "1 tank", "colour": "red"}, 400, "battle"),
        ("witp", {"kind": "strike", "strikers": "4 dogs", "ships": "Kaga"}, 400, "strikers"),
        ("witp", {"kind": "duel"}, 400, "battle.kind"),
    ],
)
def test_an_invalid_battle_is_refused(
    api: ApiClient, game: str, battle: dict[str, object], status: int, field: str
) -> None:
    error = api.error_of(partial(api.post, f"/games/{game}/odds", battle=battle))
    assert error.status in (status, 422)
    assert error.error["field"] == field


def test_each_game_has_its_own_format_of_battles(api: ApiClient) -> None:
    response = api.post("/games/witp/odds", battle={"kind": "search", "points": 12})
    assert (response["kind"], response["figures"]["contact"]) == ("search", pytest.approx(15 / 36))
    response = api.post("/games/witp/odds", battle={"kind": "submarine", "boats": "3 fleet", "ships": "Akagi, 2 jp DD"})
    assert (response["kind"], response["exact"], response["figures"]["contact"]) == (
        "submarine",
        True,
        pytest.approx(2 / 6),
    )


def test_the_battles_of_a_match_as_a_side_sees_them(api: ApiClient) -> None:
    hot_seat = api.begin(game="aap")
    path = f"/matches/{hot_seat['id']}/odds"
    assert api.get(path, side="japan") == []
    moves = [["move", "manchuria", "infantry"], ["go", "suiyuan", "6"]]
    for side, choices in (("uk", [["split", "6"]]), ("usa", [["done"]]), ("japan", [["done"]]), ("japan", moves)):
        seq = api.get(f"/matches/{hot_seat['id']}", side=side)["seq"]
        api.post(f"/matches/{hot_seat['id']}/act", side=side, seq=seq, choices=choices)
    (response,) = api.get(path, side="uk")
    by_hand = api.post(
        "/games/aap/odds", battle={"attack": "6 infantry", "defend": "2 chinese infantry", "first_turn": True}
    )
    assert (response["place"], response["won"]) == ("Suiyuan", pytest.approx(by_hand["won"]))
    assert api.error_of(partial(api.get, path, side="germany")).status in (400, 403, 404)


def test_a_battle_of_too_many_kinds_is_refused_at_once(api: ApiClient) -> None:
    host = "120 infantry, 80 tanks, 60 fighters, 20 bombers, 20 artillery"
    error = api.error_of(partial(api.post, "/games/aap/odds", battle={"attack": host, "defend": host}))
    assert (error.status, error.error["field"]) == (400, "attack")
    assert "at most 40,000 can be computed" in error.error["message"]


@pytest.mark.build
def test_a_battle_that_takes_too_long_is_ended(store_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The computation runs in a worker process; meanwhile, the server answers other requests."""
    monkeypatch.setattr("ironbottom.server.match.open_matches.POSITION_LIMITS", JobLimits(0.01, 60, 1_000_000_000))
    host = "60 infantry, 40 tanks, 30 fighters, 20 bombers, 20 artillery"
    with running_server(store_path, page) as client:
        api = ApiClient(client)
        error = api.error_of(partial(api.post, "/games/aap/odds", battle={"attack": host, "defend": host}))
        assert (error.status, "more than 0.01 seconds of processor time" in error.error["message"]) == (400, True)
        assert api.get("/matches") == []


def test_the_odds_on_the_open_board_are_refused_with_the_field_side(api: ApiClient) -> None:
    """*War in the Pacific* computes odds at the decision of a side; the query names it ``side``."""
    match = api.begin(game="witp")["id"]
    error = api.error_of(partial(api.get, f"/matches/{match}/odds", side="public"))
    assert (error.status, error.error["field"]) == (400, "side")
    assert "choose japan or allies" in error.error["message"]


def test_the_threats_to_a_place_are_listed_by_side(api: ApiClient) -> None:
    match = api.begin(game="aap")["id"]
    response = api.get(f"/matches/{match}/threats", side="public", place="sz9")
    assert list(response) == ["japan", "uk", "usa"]
    assert {"power": "japan", "piece": "submarine", "number": 1, "origin": "sz20", "way": "sea"} in response["japan"]
    error = api.error_of(partial(api.get, f"/matches/{match}/threats", side="public", place="atlantis"))
    assert "atlantis" in error.error["message"]
    other = api.begin(game="pf")["id"]
    error = api.error_of(partial(api.get, f"/matches/{other}/threats", side="public", place="sz9"))
    assert "cannot show what can reach a place" in error.error["message"]


def test_8_1_3_of_like_ships_the_owner_gives_up_the_cheapest_or_the_dearest_landing(api: ApiClient) -> None:
    position = """
game = "axis_allies_pacific"
round = 2
active = "usa"
step = "combat_moves"
[units.usa.sz25]
transport_infantry_infantry = 2
[units.usa.sz19]
battleship = 1
[units.japan.sz25]
destroyer = 2
[units.japan.guam]
infantry = 1
[units.japan.mariana]
infantry = 1
[control]
guam = "japan"
mariana = "japan"
"""
    match = api.begin(game="aap", position=position)["id"]
    seq = api.get(f"/matches/{match}", side="usa")["seq"]
    ship = "transport_infantry_infantry"
    landed = [["assault", "sz25", ship, "guam", "infantry_infantry"], ["assault", "sz25", ship, "mariana", "infantry"]]
    moved = [["move", "sz19", "battleship"], ["go", "sz25", "1"]]
    api.post(f"/matches/{match}/act", side="usa", seq=seq, choices=landed + moved)
    path = f"/matches/{match}/odds"
    odds = {
        loads: {one["at"]: one["lands"] for one in api.get(path, side="usa", **({"loads": loads} if loads else {}))}
        for loads in ("", "cheapest", "dearest")
    }
    assert odds[""] == odds["cheapest"]
    assert odds["cheapest"]["guam"] == pytest.approx(0.6347, abs=1e-4)
    assert odds["cheapest"]["mariana"] == pytest.approx(0.3187, abs=1e-4)
    assert odds["dearest"]["guam"] == pytest.approx(odds["cheapest"]["mariana"])
    assert odds["dearest"]["mariana"] == pytest.approx(odds["cheapest"]["guam"])
    refused = api.error_of(partial(api.get, path, side="usa", loads="best"))
    assert "loads" in json.dumps(refused.error)


def test_the_odds_of_a_loss_follow_the_losses_named_before_it(api: ApiClient) -> None:
    position = """
game = "axis_allies_pacific"
round = 2
active = "japan"
step = "combat_moves"
[units.japan.hunan]
tank = 6
[units.uk.kwangsi]
infantry = 3
artillery = 3
[control]
hunan = "japan"
kwangsi = "india"
"""
    for _ in range(40):
        match = api.begin(game="aap", position=position)["id"]
        for choices in ([["move", "hunan", "tank"], ["go", "kwangsi", "6"]], [["done"]]):
            seq = api.get(f"/matches/{match}", side="japan")["seq"]
            api.post(f"/matches/{match}/act", side="japan", seq=seq, choices=choices)
        path = f"/matches/{match}/decision_odds"
        first = api.get(path, side="uk")
        if first and first[0]["title"] == "The next of 3 hits":
            break
    assert [row["name"] for row in first[0]["rows"]] == ["Infantry", "Artillery"]
    begun = [["lose", "uk", "artillery"], ["lose", "uk", "artillery"]]
    (last,) = api.get(path, side="uk", begun=json.dumps(begun))
    assert last["title"] == "The last hit"
    assert api.get(path, side="uk", begun=json.dumps([["cheapest_first"]])) == [], "the dice fall then"
    for error in ("[[1]]", "lose", json.dumps([["lose", "uk", "fighter"]])):
        refused = api.error_of(partial(api.get, path, side="uk", begun=error))
        assert refused.error["field"].startswith("begun")
