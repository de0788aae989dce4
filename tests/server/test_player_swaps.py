"""16.2 After the bids, the Allied player may play Japan. The seats move with the players, and stay there."""

from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.rules.registry import get_game
from ironbottom.server.match.seats import swap_players
from tests.server.api_client import ApiClient, running_server

AAP = get_game("aap")
COMPUTERS = {"uk": "random", "usa": "random"}
BACK = {"japan": "person", **COMPUTERS}


@pytest.fixture
def bidding(api: ApiClient) -> dict[str, Any]:
    """All sides on one screen; Britain bids first."""
    return api.begin(game="aap", options={"bidding": "yes"})


def bids(api: ApiClient, match: str, allies: str, japan: str) -> None:
    api.act(api.view(match, "uk"), ["bid", allies])
    api.act(api.view(match, "japan"), ["bid", japan])


def give_seats_to_bots(api: ApiClient, match: str) -> None:
    """The Allies bid as a person would; computer players then take their seats before Japan bids."""
    api.act(api.view(match, "uk"), ["bid", "30"])
    for side, player in COMPUTERS.items():
        api.post(f"/matches/{match}/seat", side=side, player=player, wait=0)


def test_16_2_the_higher_bid_of_the_allies_moves_the_seats(api: ApiClient, bidding: dict[str, Any]) -> None:
    match = bidding["id"]
    give_seats_to_bots(api, match)
    match_view = api.act(api.view(match, "japan"), ["bid", "20"], wait=0)
    assert (match_view["side"], match_view["seats"]) == ("uk", {"japan": "random", "uk": "person", "usa": "person"})
    assert match_view["view"]["players_changed"] == 1
    assert match_view["decision"]["side"] == "uk", "the player who was Japan splits the pool now"
    assert api.view(match, "usa")["side"] == "usa"
    error = api.error_of(lambda: api.view(match, "japan"))
    assert (error.status, error.error["message"]) == (403, "what random sees as Japan is shown only after the end")


def test_16_2_the_higher_bid_of_japan_leaves_the_seats(api: ApiClient, bidding: dict[str, Any]) -> None:
    match = bidding["id"]
    api.act(api.view(match, "uk"), ["bid", "24"])
    for side, player in COMPUTERS.items():
        api.post(f"/matches/{match}/seat", side=side, player=player, wait=0)
    match_view = api.act(api.view(match, "japan"), ["bid", "25"], wait=0)
    assert (match_view["side"], match_view["seats"], match_view["view"]["players_changed"]) == ("japan", BACK, 0)


def test_16_2_people_on_one_screen_keep_all_seats(api: ApiClient, bidding: dict[str, Any]) -> None:
    bids(api, bidding["id"], "26", "25")
    match_view = api.view(bidding["id"], "public")
    assert (set(match_view["seats"].values()), match_view["view"]["players_changed"]) == ({"person"}, 1)


def test_16_2_the_seats_stay_where_they_moved(store_path: Path) -> None:
    """Opening the match again does not swap the players a second time."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = api.begin(game="aap", options={"bidding": "yes"})["id"]
        give_seats_to_bots(api, match)
        api.act(api.view(match, "japan"), ["bid", "20"], wait=0)
    with running_server(store_path) as client:
        api = ApiClient(client)
        match_view = api.view(match, "uk")
        assert match_view["seats"] == {"japan": "random", "uk": "person", "usa": "person"}
        match_view = api.act(match_view, ["split", "6"], wait=0)
        assert match_view["seats"] == {"japan": "random", "uk": "person", "usa": "person"}


def test_16_2_taking_back_a_bid_swaps_the_seats_back(api: ApiClient, bidding: dict[str, Any]) -> None:
    match = bidding["id"]
    give_seats_to_bots(api, match)
    api.act(api.view(match, "japan"), ["bid", "20"], wait=0)
    match_view = api.view(match, "uk")
    response = api.post(f"/matches/{match}/undo", side="uk", seq=match_view["seq"], steps=1, wait=0)
    assert response["view"]["players_changed"] == 0
    assert response["seats"] == BACK


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
    moved = swap_players(AAP, {"japan": japan, "uk": uk, "usa": usa}, "japan", "uk")
    assert tuple(moved.values()) == after
