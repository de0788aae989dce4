"""Reviews over HTTP: only of matches that are over, with progress, and always the same."""

from __future__ import annotations

from functools import partial
from typing import Any

import httpx
import pytest

from tests.kit.waiting import wait_until
from tests.server.api_client import ApiClient
from tests.server.seated_players import seat_players

SECONDS = 600.0


def reviewed(api: ApiClient, match: str) -> dict[str, Any]:
    """The review of a match, once it is finished."""
    last = -1

    def finished() -> dict[str, Any] | None:
        nonlocal last
        found: dict[str, Any] = api.post(f"/matches/{match}/review")
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
    sight = api.view(match, "japan")
    plan = api.get(f"/matches/{match}/hints", side="japan")["plans"][0]
    api.act(sight, *plan["choices"])
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


def test_nobody_gets_a_review_before_the_end(client: httpx.Client) -> None:
    match, seated = seat_players(client, game="pf")
    for player in seated.values():
        status, error = player.refusal(partial(player.post, f"/matches/{match}/review"))[:2]
        assert status == 403
        assert "after the end" in str(error)


def test_a_game_that_cannot_be_reviewed_says_which_can(api: ApiClient) -> None:
    match = str(api.begin(game="aap")["id"])
    for side in ("uk", "usa"):
        api.post(f"/matches/{match}/resign", side=side)
    why = wait_until(lambda: api.post(f"/matches/{match}/review")["why"], SECONDS)
    assert "cannot be reviewed; these games can: " in why
