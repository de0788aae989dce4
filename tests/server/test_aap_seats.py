"""Three powers at one server: standing orders answer for who is away, nobody else reads them; forgeries are refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ironbottom import get_game
from tests.server.asking import Asking

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


def begun(asking: Asking, **seats: str) -> str:
    told = asking.begin(game="aap", position=ATTACK, seats=PERSONS | seats)
    return str(told["id"])


def texts(asking: Asking, match: str, side: str) -> str:
    """All that a side is told on demand, but for the position, which is written where persons hold every seat."""
    seq = asking.sight(match, side)["seq"]
    found: list[Any] = [asking.sight(match, side), asking.log(match, side)]
    found += [asking.moment(match, side, n) for n in range(1, seq + 1)]
    paths = ("story", "odds", "decision_odds")
    return json.dumps([*found, *(asking.get(f"/matches/{match}/{path}", side=side) for path in paths)])


def test_8_1_3_orders_are_read_by_their_own_side_until_they_are_at_work(asking: Asking) -> None:
    match = begun(asking)
    assert asking.sight(match, "usa")["view"]["standing_orders"]["usa"]["losses"] == "ships_first"
    for side in ("japan", "uk", "public"):
        assert "ships_first" not in texts(asking, match, side).replace("ships_first_", ""), side
        assert asking.sight(match, side)["view"]["standing_orders"]["usa"] == {}


@pytest.mark.build
def test_8_1_3_orders_set_alike_in_number_tell_others_the_same(asking: Asking) -> None:
    """What Japan and Britain are told does not hang on what the United States have settled."""
    told = []
    for value in ("cheapest", "aircraft_first"):
        match = asking.begin(game="aap", seats=PERSONS)["id"]
        asking.act(asking.sight(match, "uk"), ["split", "6"])
        asking.act(asking.sight(match, "usa"), ["standing_order", "losses", value])
        heard: list[Any] = []
        for side in ("japan", "uk", "public"):
            sight = asking.sight(match, side)
            heard += [
                {key: sight[key] for key in ("seq", "view", "decision", "waiting", "undo")},
                asking.log(match, side),
            ]
        told.append(heard)
    assert told[0] == told[1]


@pytest.mark.build
def test_8_1_3_who_is_away_is_answered_for_at_once(asking: Asking) -> None:
    """Japan fights the battle of zone 38 to its end: the United States are never asked, and the log says why."""
    match = begun(asking)
    sight = asking.sight(match, "japan")
    sight = asking.act(
        sight,
        *(["move", "sz45", "battleship"], ["go", "sz38", "2"], ["move", "sz45", "destroyer"], ["go", "sz38", "1"]),
    )
    sight = asking.act(sight, ["done"])
    for _ in range(40):
        assert asking.sight(match, "usa")["decision"] is None
        if sight["decision"] is None or "Non-combat" in sight["decision"]["prompt"]:
            break
        verb = next(group["verb"] for group in sight["decision"]["choices"])
        wanted = {
            "press_on": ["press_on"],
            "lose": ["cheapest_first"],
            "retreat": ["press_on"],
            "take_convoy": ["take_convoy"],
        }
        sight = asking.act(sight, wanted.get(verb, [verb]))
    log = json.dumps(asking.log(match, "japan"))
    assert "battle_ended" in log
    assert "order_shown" in log
    assert asking.sight(match, "uk")["view"]["standing_orders"]["usa"]["losses"] == "ships_first"


@pytest.mark.build
@pytest.mark.parametrize("side", ["uk", "usa"])
def test_a_seat_of_a_computer_player_is_neither_read_nor_played(asking: Asking, side: str) -> None:
    match = begun(asking, **{side: "random"})
    for path in ("", "/log", "/story", "/odds", "/decision_odds", "/threats", "/position"):
        query = {"place": "japan"} if path == "/threats" else {}
        wrong = asking.refused(lambda path=path, query=query: asking.get(f"/matches/{match}{path}", side=side, **query))  # type: ignore[misc]
        assert wrong.status == 403, path
    seq = asking.sight(match, "japan")["seq"]
    for choice in (["standing_order", "losses", "cheapest"], ["done"], ["move", "sz38", "destroyer"]):
        body = {"side": side, "seq": seq, "choices": [choice]}
        assert asking.refused(lambda body=body: asking.post(f"/matches/{match}/act", **body)).status == 403  # type: ignore[misc]
    assert asking.sight(match, "japan")["seq"] == seq


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


def test_forged_acts_are_refused_and_leave_the_match_as_it_was(asking: Asking) -> None:
    match = begun(asking)
    before = asking.sight(match, "japan")
    for side, choice in FORGED:
        body = {"side": side, "seq": asking.sight(match, side)["seq"], "choices": [choice]}
        wrong = asking.refused(lambda body=body: asking.post(f"/matches/{match}/act", **body))  # type: ignore[misc]
        assert wrong.status in (400, 422), (side, choice)
        assert wrong.error["message"]
        assert asking.sight(match, "japan") == before


@pytest.mark.build
def test_resample_from_japans_view_deals_the_orders_that_it_has_not_seen(asking: Asking) -> None:
    """Every value occurs, and the true one no more often than chance allows; what was shown stays as it was shown."""
    game = get_game("aap")
    view = asking.sight(begun(asking), "japan")["view"]
    rng = random.Random(5)
    drawn = [game.resample(view, rng).view("usa")["standing_orders"]["usa"] for _ in range(60)]
    assert {one["losses"] for one in drawn} == {"ask", "cheapest", "aircraft_first", "ships_first"}
    assert len({one["submerge"] for one in drawn}) == 4
    assert sum(one["losses"] == "ships_first" for one in drawn) < 30
