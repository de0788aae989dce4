"""Who may see what, and when; earlier views."""

import random
from itertools import count

import pytest

from tests.kit.thorough_cases import in_build
from tests.server.api_client import ApiClient, ErrorResponse, JsonObject, make_random_choice, play, views_of_persons

READ = ("", "/log", "/moment", "/position")


def look(api: ApiClient, match: str, path: str, side: str) -> JsonObject:
    response: JsonObject = api.get(f"/matches/{match}{path}", side=side, seq=1)
    return response


@pytest.mark.build
@pytest.mark.parametrize("side", ["allies", "open"])
@pytest.mark.parametrize("path", READ)
def test_what_the_computer_sees_is_shown_after_the_end(api: ApiClient, path: str, side: str) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    error = api.error_of(lambda: look(api, match, path, side))
    assert (error.status, error.error["field"]) == (403, "side")
    play(api, match)
    assert look(api, match, path, side)


@pytest.mark.build
def test_a_position_with_the_computers_secrets_is_shown_after_the_end(api: ApiClient) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    assert api.error_of(lambda: look(api, match, "/position", "japan")).status == 403
    play(api, match)
    assert "turn = 4" in api.get(f"/matches/{match}/position", side="japan")["text"]
    assert "turn = 1\n" in look(api, match, "/position", "japan")["text"], "after the first entry of the log"


@pytest.mark.build
def test_dice_are_checked_after_the_end(api: ApiClient) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    assert api.error_of(lambda: api.get(f"/matches/{match}/verify")).status == 403
    play(api, match)
    report = api.get(f"/matches/{match}/verify")
    assert report["sound"]
    assert any("all" in sentence and "dice are theirs" in sentence for sentence in report["proved"])


@pytest.mark.parametrize("side", ["", "britain", "JAPAN", "japan ", "all"])
@pytest.mark.parametrize("path", READ)
def test_an_unknown_viewer_is_refused(api: ApiClient, path: str, side: str) -> None:
    match = api.begin()["id"]
    error = api.error_of(lambda: look(api, match, path, side))
    assert (error.status, error.error["field"]) == (400, "side")


@pytest.mark.build
@pytest.mark.parametrize("every", in_build([1, 5, 15], 15))
def test_every_earlier_view_is_shown_as_it_was(api: ApiClient, every: int) -> None:
    """In a match on one screen, with undo and withdrawals, each requested view is the same as it was at the time."""
    match = api.begin()["id"]
    rng = random.Random(11)
    seen: dict[tuple[str, int], JsonObject] = {}
    steps = count()
    while make_random_choice(api, match, rng):
        take_back(api, match, rng)
        if next(steps) % every:
            continue
        for side in ("japan", "allies", "public"):
            match_view = api.view(match, side)
            seen[side, match_view["seq"]] = match_view["view"]
    assert sum(entry["act"] in ("undo", "withdraw") for entry in api.log(match, "open")) > 10
    for (side, seq), view in seen.items():
        response = api.past_view(match, side, seq)
        assert response["view"] == view, (side, seq)
        assert (response["seq"], response["of"]) == (seq, api.view(match, side)["seq"])
    running_server = api.view(match, "open")
    assert api.past_view(match, "open", running_server["seq"])["view"] == running_server["view"]
    assert api.past_view(match, "open", 1)["view"]["turn"] == 1


def take_back(api: ApiClient, match: str, rng: random.Random) -> None:
    """Sometimes takes back a choice, or withdraws an earlier one."""
    for match_view in views_of_persons(api, match):
        if match_view["undo"]["steps"] and rng.random() < 0.15:
            api.post(f"/matches/{match}/undo", side=match_view["side"], seq=match_view["seq"])
        elif match_view["undo"]["steps"] > 1 and rng.random() < 0.2:
            own = [entry["seq"] for entry in api.log(match, match_view["side"]) if "action" in entry]
            body = {
                "side": match_view["side"],
                "seq": match_view["seq"],
                "entry": rng.choice(own[-match_view["undo"]["steps"] :]),
            }
            try:
                api.post(f"/matches/{match}/withdraw", **body)
            except ErrorResponse as error:
                if error.status != 422:
                    raise


@pytest.mark.parametrize("seq", [0, 2, 10**6, 10**12, -1])
def test_an_unknown_entry_is_refused(api: ApiClient, seq: int) -> None:
    match = api.begin()["id"]
    error = api.error_of(lambda: api.past_view(match, "japan", seq))
    assert (error.status, error.error["field"]) == (400, "seq")


def test_a_log_begins_after_the_given_entry(api: ApiClient) -> None:
    match = api.begin()["id"]
    play(api, match, acts=10)
    whole = api.log(match, "japan")
    assert [entry["seq"] for entry in whole] == list(range(1, len(whole) + 1))
    assert api.log(match, "japan", 4) == whole[4:]
    assert api.log(match, "japan", 1000) == []
    assert api.view(match, "japan", since=4)["log"] == whole[4:]
