"""16.2 After the bids the Allied player may play Japan: the seats move with the players, and stay where they moved."""

from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.rules.registry import get_game
from ironbottom.server.match.seats import exchanged
from tests.server.asking import Asking, opened

AAP = get_game("aap")
COMPUTERS = {"uk": "random", "usa": "random"}
BACK = {"japan": "person", **COMPUTERS}


@pytest.fixture
def bidding(asking: Asking) -> dict[str, Any]:
    """All sides at one screen, Britain bids first."""
    return asking.begin(game="aap", options={"bidding": "yes"})


def bids(asking: Asking, match: str, allies: str, japan: str) -> None:
    asking.act(asking.sight(match, "uk"), ["bid", allies])
    asking.act(asking.sight(match, "japan"), ["bid", japan])


def to_computers(asking: Asking, match: str) -> None:
    """The Allies bid as a person would; then computer players take their seats, before Japan bids."""
    asking.act(asking.sight(match, "uk"), ["bid", "30"])
    for side, player in COMPUTERS.items():
        asking.post(f"/matches/{match}/seat", side=side, player=player, wait=0)


def test_16_2_the_higher_bid_of_the_allies_moves_the_seats(asking: Asking, bidding: dict[str, Any]) -> None:
    match = bidding["id"]
    to_computers(asking, match)
    sight = asking.act(asking.sight(match, "japan"), ["bid", "20"], wait=0)
    assert (sight["side"], sight["seats"]) == ("uk", {"japan": "random", "uk": "person", "usa": "person"})
    assert sight["view"]["players_changed"] == 1
    assert sight["decision"]["side"] == "uk", "the player who was Japan splits the pool now"
    assert asking.sight(match, "usa")["side"] == "usa"
    wrong = asking.refused(lambda: asking.sight(match, "japan"))
    assert (wrong.status, wrong.error["message"]) == (403, "what random sees as Japan is shown after the end")


def test_16_2_the_higher_bid_of_japan_leaves_them(asking: Asking, bidding: dict[str, Any]) -> None:
    match = bidding["id"]
    asking.act(asking.sight(match, "uk"), ["bid", "24"])
    for side, player in COMPUTERS.items():
        asking.post(f"/matches/{match}/seat", side=side, player=player, wait=0)
    sight = asking.act(asking.sight(match, "japan"), ["bid", "25"], wait=0)
    assert (sight["side"], sight["seats"], sight["view"]["players_changed"]) == ("japan", BACK, 0)


def test_16_2_people_at_one_screen_keep_all_seats(asking: Asking, bidding: dict[str, Any]) -> None:
    bids(asking, bidding["id"], "26", "25")
    sight = asking.sight(bidding["id"], "public")
    assert (set(sight["seats"].values()), sight["view"]["players_changed"]) == ({"person"}, 1)


def test_16_2_the_seats_are_kept_where_they_moved(store_path: Path) -> None:
    """Opening the match again changes nobody's place a second time."""
    with opened(store_path) as client:
        asking = Asking(client)
        match = asking.begin(game="aap", options={"bidding": "yes"})["id"]
        to_computers(asking, match)
        asking.act(asking.sight(match, "japan"), ["bid", "20"], wait=0)
    with opened(store_path) as client:
        asking = Asking(client)
        sight = asking.sight(match, "uk")
        assert sight["seats"] == {"japan": "random", "uk": "person", "usa": "person"}
        sight = asking.act(sight, ["split", "6"], wait=0)
        assert sight["seats"] == {"japan": "random", "uk": "person", "usa": "person"}


def test_16_2_a_bid_taken_back_takes_the_seats_back(asking: Asking, bidding: dict[str, Any]) -> None:
    match = bidding["id"]
    to_computers(asking, match)
    asking.act(asking.sight(match, "japan"), ["bid", "20"], wait=0)
    sight = asking.sight(match, "uk")
    told = asking.post(f"/matches/{match}/undo", side="uk", seq=sight["seq"], steps=1, wait=0)
    assert told["view"]["players_changed"] == 0
    assert told["seats"] == BACK


@pytest.mark.parametrize(
    ("japan", "uk", "usa", "after"),
    [
        ("person", "ensign", "ensign", ("ensign", "person", "person")),
        ("ensign", "person", "person", ("person", "ensign", "ensign")),
        ("ensign", "person", "random", ("person", "ensign", "random")),
        ("person", "ensign", "person", ("ensign", "person", "person")),
        ("random", "random", "person", ("random", "random", "person")),
    ],
)
def test_16_2_allies_that_play_as_one_move_together(japan: str, uk: str, usa: str, after: tuple[str, ...]) -> None:
    moved = exchanged(AAP, {"japan": japan, "uk": uk, "usa": usa}, "japan", "uk")
    assert tuple(moved.values()) == after
