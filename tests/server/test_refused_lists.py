"""Over HTTP, views, refused lists of choices and requests that try choices reveal nothing hidden."""

import json
from functools import partial
from random import Random
from time import monotonic

import pytest

from ironbottom.engine.codecs.position import write_position
from ironbottom.engine.match.match import LIST_MUST_END_MESSAGE
from tests.server.api_client import ApiClient
from tests.server.refused_lists import POSITIONS, compare, start_of

SHORT = (
    ("victory_in_the_pacific", "naming"),
    ("hold_fast", "naming"),
    ("axis_allies_pacific", "bidding"),
    ("axis_allies_pacific", "losses"),
    ("pacific_fury", "12"),
    ("war_in_the_pacific", "orders"),
    pytest.param("war_in_the_pacific", "search_orders", marks=pytest.mark.thorough),
)
LONG = [
    *((path.parent.name, path.stem) for path in sorted(POSITIONS.rglob("*.toml"))),
    *(("pacific_fury", str(after)) for after in range(10, 200, 7)),
]
"""Every position of the page's tests, and random games of the game that has no such position."""


@pytest.mark.build
@pytest.mark.parametrize(("game", "name"), SHORT)
def test_refused_lists_get_the_same_answer_in_all_worlds(api: ApiClient, game: str, name: str) -> None:
    assert compare(api, start_of(game, name), Random(1), worlds=1, first_choice_count=2) > 0


@pytest.mark.slow
def test_refused_lists_get_the_same_answer_in_a_long_run(api: ApiClient, minutes: float) -> None:
    rng, until, count = Random(1), monotonic() + 60 * minutes, 0
    while monotonic() < until:
        count += compare(api, start_of(*rng.choice(LONG)), rng, worlds=3, first_choice_count=3)
    assert count


def test_7_3_a_refusal_does_not_reveal_the_other_sides_day_or_night(api: ApiClient) -> None:
    """An attack that once worked: a list with nonsense after the side's choice, with either choice of the enemy."""
    errors = set()
    position = json.dumps(write_position(start_of("victory_in_the_pacific", "naming")))
    for choice in ("day", "night", ""):
        match = api.begin(game="victory_in_the_pacific", position=position)["id"]
        if choice:
            api.act(api.view(match, "allies"), [choice])
        match_view = api.view(match, "japan")
        for _ in range(2):
            error = api.error_of(partial(api.act, match_view, ["day"], ["x"]))
            errors.add((error.status, str(error.body)))
    assert len(errors) == 1
    assert LIST_MUST_END_MESSAGE in errors.pop()[1]
