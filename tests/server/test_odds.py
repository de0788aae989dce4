"""Odds of battles over HTTP: by hand without a game, and those of a match as a side sees them."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from ironbottom.server.work.worker_pool import JobBounds
from tests.server.asking import Asking, opened


def test_a_battle_by_hand_needs_no_match(asking: Asking) -> None:
    told = asking.post("/games/aap/odds", battle={"attack": "1 infantry", "defend": "1 infantry"})
    assert (told["won"], told["swing"]) == pytest.approx((0.25, -1.125))


@pytest.mark.parametrize(
    ("game", "battle", "status", "field"),
    [
        ("chess", {}, 404, "game"),
        ("pf", {}, 404, "game"),
        ("aap", {"attack": "1 dog", "defend": "1 tank"}, 400, "attack"),
        ("aap", {"attack": "1 tank", "defend": "1 tank", "rounds": 0}, 400, "battle.rounds"),
        ("aap", {"attack": "1 tank", "colour": "red"}, 400, "battle"),
        ("witp", {"kind": "strike", "strikers": "4 dogs", "ships": "Kaga"}, 400, "strikers"),
        ("witp", {"kind": "duel"}, 400, "battle.kind"),
    ],
)
def test_what_cannot_be_reckoned_is_refused(
    asking: Asking, game: str, battle: dict[str, object], status: int, field: str
) -> None:
    wrong = asking.refused(partial(asking.post, f"/games/{game}/odds", battle=battle))
    assert wrong.status in (status, 422)
    assert wrong.error["field"] == field


def test_a_fight_of_another_game_is_asked_about_in_its_own_words(asking: Asking) -> None:
    told = asking.post("/games/witp/odds", battle={"kind": "search", "points": 12})
    assert (told["kind"], told["figures"]["contact"]) == ("search", pytest.approx(15 / 36))
    told = asking.post("/games/witp/odds", battle={"kind": "submarine", "boats": "3 fleet", "ships": "Akagi, 2 jp DD"})
    assert (told["kind"], told["exact"], told["figures"]["contact"]) == ("submarine", True, pytest.approx(2 / 6))


def test_the_battles_of_a_match_as_a_side_sees_them(asking: Asking) -> None:
    hot_seat = asking.begin(game="aap")
    path = f"/matches/{hot_seat['id']}/odds"
    assert asking.get(path, side="japan") == []
    moves = [["move", "manchuria", "infantry"], ["go", "suiyuan", "6"]]
    for side, choices in (("uk", [["split", "6"]]), ("usa", [["done"]]), ("japan", [["done"]]), ("japan", moves)):
        seq = asking.get(f"/matches/{hot_seat['id']}", side=side)["seq"]
        asking.post(f"/matches/{hot_seat['id']}/act", side=side, seq=seq, choices=choices)
    (told,) = asking.get(path, side="uk")
    by_hand = asking.post(
        "/games/aap/odds", battle={"attack": "6 infantry", "defend": "2 chinese infantry", "first_turn": True}
    )
    assert (told["place"], told["won"]) == ("Suiyuan", pytest.approx(by_hand["won"]))
    assert asking.refused(partial(asking.get, path, side="germany")).status in (400, 403, 404)


def test_a_battle_of_too_many_kinds_is_refused_at_once(asking: Asking) -> None:
    host = "120 infantry, 80 tanks, 60 fighters, 20 bombers, 20 artillery"
    wrong = asking.refused(partial(asking.post, "/games/aap/odds", battle={"attack": host, "defend": host}))
    assert (wrong.status, wrong.error["field"]) == (400, "attack")
    assert "at most 40,000 can be computed" in wrong.error["message"]


@pytest.mark.build
def test_a_battle_that_takes_too_long_is_ended(store_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process beside the server, which answers others."""
    monkeypatch.setattr("ironbottom.server.match.open_matches.POSITIONS", JobBounds(0.01, 60, 1_000_000_000))
    host = "60 infantry, 40 tanks, 30 fighters, 20 bombers, 20 artillery"
    with opened(store_path, page) as client:
        asking = Asking(client)
        wrong = asking.refused(partial(asking.post, "/games/aap/odds", battle={"attack": host, "defend": host}))
        assert (wrong.status, "more than 0.01 seconds of computing" in wrong.error["message"]) == (400, True)
        assert asking.get("/matches") == []


def test_the_odds_on_the_open_board_are_refused_by_the_field_that_was_written(asking: Asking) -> None:
    """*War in the Pacific* computes odds at the decision of a side; the query names it ``side``."""
    match = asking.begin(game="witp")["id"]
    wrong = asking.refused(partial(asking.get, f"/matches/{match}/odds", side="public"))
    assert (wrong.status, wrong.error["field"]) == (400, "side")
    assert "read it as japan or allies" in wrong.error["message"]


def test_the_threats_to_a_place_are_told_by_side(asking: Asking) -> None:
    match = asking.begin(game="aap")["id"]
    told = asking.get(f"/matches/{match}/threats", side="public", place="sz9")
    assert list(told) == ["japan", "uk", "usa"]
    assert {"power": "japan", "piece": "submarine", "number": 1, "origin": "sz20", "way": "sea"} in told["japan"]
    wrong = asking.refused(partial(asking.get, f"/matches/{match}/threats", side="public", place="atlantis"))
    assert "atlantis" in wrong.error["message"]
    other = asking.begin(game="pf")["id"]
    wrong = asking.refused(partial(asking.get, f"/matches/{other}/threats", side="public", place="sz9"))
    assert "does not tell what can reach a place" in wrong.error["message"]


def test_8_1_3_of_like_ships_the_owner_gives_up_the_cheapest_or_the_dearest_landing(asking: Asking) -> None:
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
    match = asking.begin(game="aap", position=position)["id"]
    seq = asking.get(f"/matches/{match}", side="usa")["seq"]
    ship = "transport_infantry_infantry"
    landed = [["assault", "sz25", ship, "guam", "infantry_infantry"], ["assault", "sz25", ship, "mariana", "infantry"]]
    moved = [["move", "sz19", "battleship"], ["go", "sz25", "1"]]
    asking.post(f"/matches/{match}/act", side="usa", seq=seq, choices=landed + moved)
    path = f"/matches/{match}/odds"
    told = {
        loads: {one["at"]: one["lands"] for one in asking.get(path, side="usa", **({"loads": loads} if loads else {}))}
        for loads in ("", "cheapest", "dearest")
    }
    assert told[""] == told["cheapest"]
    assert told["cheapest"]["guam"] == pytest.approx(0.6347, abs=1e-4)
    assert told["cheapest"]["mariana"] == pytest.approx(0.3187, abs=1e-4)
    assert told["dearest"]["guam"] == pytest.approx(told["cheapest"]["mariana"])
    assert told["dearest"]["mariana"] == pytest.approx(told["cheapest"]["guam"])
    refused = asking.refused(partial(asking.get, path, side="usa", loads="best"))
    assert "loads" in json.dumps(refused.error)


def test_the_odds_of_a_loss_follow_the_losses_named_before_it(asking: Asking) -> None:
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
        match = asking.begin(game="aap", position=position)["id"]
        for choices in ([["move", "hunan", "tank"], ["go", "kwangsi", "6"]], [["done"]]):
            seq = asking.get(f"/matches/{match}", side="japan")["seq"]
            asking.post(f"/matches/{match}/act", side="japan", seq=seq, choices=choices)
        path = f"/matches/{match}/decision_odds"
        first = asking.get(path, side="uk")
        if first and first[0]["title"] == "The next of 3 hits":
            break
    assert [row["name"] for row in first[0]["rows"]] == ["Infantry", "Artillery"]
    begun = [["lose", "uk", "artillery"], ["lose", "uk", "artillery"]]
    (last,) = asking.get(path, side="uk", begun=json.dumps(begun))
    assert last["title"] == "The last hit"
    assert asking.get(path, side="uk", begun=json.dumps([["cheapest_first"]])) == [], "the dice fall then"
    for wrong in ("[[1]]", "lose", json.dumps([["lose", "uk", "fighter"]])):
        refused = asking.refused(partial(asking.get, path, side="uk", begun=wrong))
        assert refused.error["field"].startswith("begun")
