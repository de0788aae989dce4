"""Battles reckoned over the wire: by hand without a game, and those of a match as a side sees them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from ironbottom.server.workshop import JobBounds
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
    ],
)
def test_what_cannot_be_reckoned_is_refused(
    asking: Asking, game: str, battle: dict[str, object], status: int, field: str
) -> None:
    wrong = asking.refused(partial(asking.post, f"/games/{game}/odds", battle=battle))
    assert wrong.status in (status, 422)
    assert wrong.error["field"] == field


def test_the_battles_of_a_match_as_a_side_sees_them(asking: Asking) -> None:
    hot_seat = asking.begin(game="aap")
    path = f"/matches/{hot_seat['id']}/odds"
    assert asking.get(path, side="japan") == []
    moves = [["move", "manchuria", "infantry"], ["go", "suiyuan", "6"]]
    for side, choices in (("uk", [["split", "6"]]), ("japan", [["done"]]), ("japan", moves)):
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
    assert "name fewer" in wrong.error["message"]


@pytest.mark.thorough
def test_a_battle_that_takes_too_long_is_ended(store_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process beside the server, which answers others."""
    monkeypatch.setattr("ironbottom.server.tables.POSITIONS", JobBounds(0.01, 1_000_000_000))
    host = "60 infantry, 40 tanks, 30 fighters, 20 bombers, 20 artillery"
    with opened(store_path, page) as client:
        asking = Asking(client)
        wrong = asking.refused(partial(asking.post, "/games/aap/odds", battle={"attack": host, "defend": host}))
        assert (wrong.status, "more than 0.01 seconds" in wrong.error["message"]) == (400, True)
        assert asking.get("/matches") == []
