"""Reviews over HTTP: of whole matches after the end, and of one side before the end.

Also tests play that continues from an earlier move.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import httpx
import pytest

from ironbottom.testing.waiting import wait_until
from tests.server.api_client import ApiClient
from tests.server.seated_players import STRANGER, Player, seat_players

SECONDS = 600.0


def reviewed(api: ApiClient, match: str, side: str = "") -> dict[str, Any]:
    """The review of a match, once it is finished."""
    last = -1

    def finished() -> dict[str, Any] | None:
        nonlocal last
        found: dict[str, Any] = api.request("POST", f"/matches/{match}/review", params={"side": side}).json()
        assert found["why"] == ""
        assert last <= found["examined"] <= found["of"]
        last = found["examined"]
        return found if found["review"] else None

    report = wait_until(finished, SECONDS)
    assert report, "timed out waiting for the review"
    return report


def short_match(api: ApiClient) -> str:
    """A match that ended after a few choices."""
    match = str(api.begin()["id"])
    match_view = api.view(match, "japan")
    plan = api.get(f"/matches/{match}/hints", side="japan")["plans"][0]
    api.act(match_view, *plan["choices"])
    api.post(f"/matches/{match}/resign", side="allies")
    return match


def test_a_match_that_is_over_is_reviewed_with_progress(api: ApiClient) -> None:
    match = short_match(api)
    first = reviewed(api, match)
    review = first["review"]
    assert first["examined"] == first["of"] == review["examined"] == len(review["points"]) >= 1
    assert (review["winners"], review["end"]) == (["japan"], 1.0)
    changes = [effect["change"] for effect in (*review["by_side"].values(), review["luck"])]
    assert sum(changes) == pytest.approx(review["end"] - review["start"])
    assert reviewed(api, match) == first


def test_nobody_gets_a_review_of_both_sides_before_the_end(client: httpx.Client) -> None:
    match, seated = seat_players(client, game="pf")
    for player in seated.values():
        status, error = player.refusal(partial(player.post, f"/matches/{match}/review"))[:2]
        assert status == 403
        assert "after the end" in str(error)


def test_against_the_computer_a_player_s_own_choices_are_reviewed_before_the_end(api: ApiClient) -> None:
    match = str(api.begin(seats={"allies": "random"})["id"])
    plan = api.get(f"/matches/{match}/hints", side="japan")["plans"][0]
    api.act(api.view(match, "japan"), *plan["choices"])
    review = reviewed(api, match, "japan")["review"]
    assert review["winners"] is None
    assert {point["side"] for point in review["points"]} == {"japan"}
    own = {entry["seq"] for entry in api.log(match, "japan") if entry["act"] == "choice" and entry["side"] == "japan"}
    assert {point["number"] for point in review["points"]} <= own
    refused = api.error_of(lambda: api.request("POST", f"/matches/{match}/review", params={"side": "allies"}))
    assert refused.status == 403


def test_between_people_a_player_s_own_choices_are_reviewed_only_if_all_allow_it(client: httpx.Client) -> None:
    match, seated = seat_players(client, game="pf")
    (side, player), (other, opponent) = seated.items()

    def asked() -> dict[str, Any]:
        found: dict[str, Any] = player.request("POST", f"/matches/{match}/review", params={"side": side}).json()
        return found

    refused = {
        "examined": 0,
        "of": 0,
        "review": None,
        "why": "Reviews are off until all players allow hints in the menu.",
    }
    assert asked() == refused
    player.post(f"/matches/{match}/hints", side=side, word="allow", wait=0)
    assert asked() == refused
    opponent.post(f"/matches/{match}/hints", side=other, word="allow", wait=0)
    assert asked()["why"] == ""


def test_a_new_match_begins_at_an_earlier_decision_and_the_first_stays_as_it_was(api: ApiClient) -> None:
    match = short_match(api)
    before = api.request("GET", f"/matches/{match}/export").content
    entry = next(entry["seq"] for entry in api.log(match, "open") if entry["act"] == "choice")
    position = api.get(f"/matches/{match}/position", side="open", seq=entry - 1)["text"]
    branch = api.begin(position=position, seats={"allies": "ensign"}, name="From turn 1")
    assert branch["name"] == "From turn 1"
    assert branch["decision"]["side"] == "japan"
    past = api.past_view(match, "japan", 1)["view"]
    assert branch["view"]["turn"] == past["turn"]
    assert api.request("GET", f"/matches/{match}/export").content == before


def first_choice(api: ApiClient, match: str) -> dict[str, Any]:
    """The first choice in the open log of a match."""
    found: dict[str, Any] = next(entry for entry in api.log(match, "open") if entry["act"] == "choice")
    return found


def test_comments_and_variations_are_kept_in_the_record(api: ApiClient) -> None:
    match = short_match(api)
    on = first_choice(api, match)["seq"]
    assert api.get(f"/matches/{match}/comments") == []
    (comment,) = api.post(f"/matches/{match}/comments", on=on, text="Too many.", choices=[["done"]])
    assert (comment["on"], comment["text"], comment["choices"]) == (on, "Too many.", [["done"]])
    assert comment["words"].startswith("Too many. Instead: ")
    copy = api.request(
        "POST", "/matches/import", content=api.request("GET", f"/matches/{match}/export").content
    ).json()["id"]
    assert api.get(f"/matches/{copy}/comments") == [comment]
    assert api.get(f"/matches/{copy}/verify")["sound"]
    for body, message in (
        ({"on": on, "text": "What?", "choices": [["fly", "away"]]}, "could not be chosen there"),
        ({"on": 1, "text": "Here?"}, "is not a choice"),
        ({"on": on}, "must have a text or choices"),
    ):
        error = api.error_of(partial(api.post, f"/matches/{match}/comments", **body))
        assert message in error.error["message"]
    assert len(api.get(f"/matches/{match}/comments")) == 1


def test_only_those_who_played_comment_and_only_after_the_end(client: httpx.Client) -> None:
    match, seated = seat_players(client, game="pf")
    first, second = seated.values()
    assert first.refusal(partial(first.post, f"/matches/{match}/comments", on=2, text="So?"))[0] == 403
    side = first.view(match, "japan")
    plan = first.act(side, ["done"])
    assert plan["seq"] > side["seq"]
    first.post(f"/matches/{match}/resign", side="japan")
    on = first_choice(first, match)["seq"]
    assert second.post(f"/matches/{match}/comments", on=on, text="Brave.")[0]["side"] == "allies"
    stranger = Player(client, STRANGER)
    assert stranger.refusal(partial(stranger.post, f"/matches/{match}/comments", on=on, text="So?"))[0] == 403
    assert stranger.get(f"/matches/{match}/comments")[0]["text"] == "Brave."


def test_earlier_positions_are_not_shown_before_the_end(api: ApiClient) -> None:
    match = str(api.begin()["id"])
    error = api.error_of(lambda: api.get(f"/matches/{match}/position", side="japan", seq=1))
    assert error.status == 403


def test_a_game_that_cannot_be_reviewed_says_which_can(api: ApiClient) -> None:
    match = str(api.begin(game="aap")["id"])
    for side in ("uk", "usa"):
        api.post(f"/matches/{match}/resign", side=side)
    why = wait_until(lambda: api.post(f"/matches/{match}/review")["why"], SECONDS)
    assert "cannot be reviewed; these games can: " in why
