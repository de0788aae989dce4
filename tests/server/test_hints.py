"""Hints over the wire: for the person who decides, from what that side knows, and not in matches between people."""

from __future__ import annotations

from functools import partial

import httpx
import pytest

from tests.server.api_client import ApiClient
from tests.server.seated_players import STRANGER, Player, seat_players


@pytest.fixture
def solo_match(api: ApiClient) -> str:
    """A match against the computer in which Japan decides first."""
    return str(api.begin(seats={"allies": "random"})["id"])


def test_a_hint_is_up_to_three_plans_with_choices_that_are_offered(api: ApiClient, solo_match: str) -> None:
    hint = api.get(f"/matches/{solo_match}/hints", side="japan")
    plans = hint["plans"]
    assert 1 <= len(plans) <= 3
    assert hint["why"] == ""
    match_view = api.view(solo_match, "japan")
    for plan in plans:
        assert plan["title"]
        assert plan["why"]
        assert len(plan["steps"]) == len(plan["choices"])
    before = match_view["seq"]
    after = api.act(match_view, *plans[0]["choices"])
    assert after["seq"] > before


def test_asking_for_a_hint_chooses_nothing(api: ApiClient, solo_match: str) -> None:
    before = api.view(solo_match, "japan")
    api.get(f"/matches/{solo_match}/hints", side="japan")
    after = api.view(solo_match, "japan")
    assert (after["seq"], after["decision"]) == (before["seq"], before["decision"])


def test_there_is_no_hint_while_another_side_decides(api: ApiClient) -> None:
    match = api.begin()["id"]
    assert api.view(match, "japan")["decision"]
    hint = api.get(f"/matches/{match}/hints", side="allies")
    assert hint == {"plans": [], "why": "There is nothing to choose now."}


def test_at_one_screen_both_sides_get_hints(api: ApiClient) -> None:
    match = api.begin()["id"]
    match_view = api.view(match, "japan")
    plans = api.get(f"/matches/{match}/hints", side="japan")["plans"]
    api.act(match_view, *plans[0]["choices"])
    assert api.get(f"/matches/{match}/hints", side="allies")["plans"]


OFF = {"plans": [], "why": "Hints are off until all players allow them in the menu."}


def test_in_a_match_between_two_people_hints_are_off_until_both_allow_them(client: httpx.Client) -> None:
    match, seated = seat_players(client, game="pf")
    for side, player in seated.items():
        assert player.get(f"/matches/{match}/hints", side=side) == OFF
    first, second = seated.items()

    def answer(of: tuple[str, Player], word: str) -> None:
        side, player = of
        player.post(f"/matches/{match}/hints", side=side, word=word, wait=0)

    answer(first, "allow")
    for side, player in seated.items():
        assert player.view(match, side)["hints"] == {"agreed": [first[0]], "allowed": False}
        assert player.get(f"/matches/{match}/hints", side=side) == OFF
    answer(second, "allow")
    for side, player in seated.items():
        match_view = player.view(match, side)
        assert match_view["hints"] == {"agreed": list(seated), "allowed": True}
        if match_view["decision"]:
            assert player.get(f"/matches/{match}/hints", side=side)["plans"]
    answer(first, "decline")
    for side, player in seated.items():
        assert player.view(match, side)["hints"] == {"agreed": [], "allowed": False}
        assert player.get(f"/matches/{match}/hints", side=side) == OFF


def test_hints_need_no_consent_against_a_computer_player(api: ApiClient, solo_match: str) -> None:
    assert api.view(solo_match, "japan")["hints"] is None
    error = api.error_of(lambda: api.post(f"/matches/{solo_match}/hints", side="japan", word="allow", wait=0))
    assert error.error["message"] == "hints need no consent in this match"


def test_no_client_gets_the_hint_of_another_seat_and_spectators_get_none(client: httpx.Client) -> None:
    first = Player(client, STRANGER + "1")
    match = first.begin(seats={"japan": "random"})["id"]
    other = Player(client, STRANGER)
    for side, status in (("allies", 403), ("japan", 403), ("public", 400)):
        assert other.refusal(partial(other.get, f"/matches/{match}/hints", side=side))[0] == status
    assert first.refusal(lambda: first.get(f"/matches/{match}/hints", side="japan"))[0] == 403
