"""A match starts and is played over HTTP with every value of every option of every game; one that cannot start is not
stored.

A tenth of the values is tried in the everyday build, all of them in ``make thorough``.
"""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.games.hold_fast.text import page
from ironbottom.server.match import open_matches
from tests.server.api_client import ApiClient, JsonObject, offered_choices, running_server, wait_for_choice

ACTS = 25
EVERYDAY = 10
"""One in this many values is tried in the everyday build."""
BLOCK_MEMORY = ("hf", "block_memory", "off")
"""With this value, no match used to start, since the list tried to count blocks that did not exist."""


def values() -> list[tuple[str, str, str]]:
    """Returns each value of each option of each game: the short name of the game, the option, the value."""
    return [(game.short, one.name, value) for game in all_games() for one in game.options for value in one.values]


def cases() -> list[Any]:
    """Returns the values as test cases, most of them only for ``make thorough``."""
    return [
        pytest.param(
            *value,
            id="-".join(value),
            marks=[] if value == BLOCK_MEMORY else [pytest.mark.thorough if number % EVERYDAY else pytest.mark.build],
        )
        for number, value in enumerate(values())
    ]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    """One server for all matches."""
    with running_server(tmp_path_factory.mktemp("options") / "games.sqlite") as client:
        yield ApiClient(client)


def play_acts(api: ApiClient, match_view: JsonObject, rng: random.Random) -> int:
    """Returns how many of 25 acts the human players of a match could make: all of them, unless the match ends
    earlier.
    """
    match = match_view["id"]
    for number in range(ACTS):
        if not match_view["decision"]:
            found = wait_for_choice(api, match)
            if found is None:
                return number
            match_view = found
        match_view = api.act(match_view, rng.choice(offered_choices(match_view)), wait=30)
    return ACTS


def test_every_game_has_options_and_each_is_tried() -> None:
    tried = values()
    assert {game for game, _, _ in tried} == {"pf", "vitp", "hf", "aap", "witp"}
    assert BLOCK_MEMORY in tried
    for game, name, value in tried:
        assert value in next(one for one in get_game(game).options if one.name == name).values


@pytest.mark.parametrize(("game", "option", "value"), cases())
def test_every_value_of_every_option_begins_and_is_played(
    shared: ApiClient, game: str, option: str, value: str
) -> None:
    seats = {"japan": "random"} if values().index((game, option, value)) % 3 == 0 else {}
    match_view = shared.begin(game=game, options={option: value}, seats=seats, wait=30)
    assert match_view["id"] in [match["id"] for match in shared.get("/matches")]
    assert play_acts(shared, match_view, random.Random(f"{game} {option} {value}")) > 0
    assert shared.get(f"/matches/{match_view['id']}/pieces") is not None


# -- a match that cannot begin -----------------------------------------------------------------------------


@pytest.fixture(params=["picture", "sight"])
def failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """In these cases, the game cannot describe the match for the list, or the server cannot build its first view."""

    def fails(*_: object) -> None:
        raise TypeError("object of type 'int' has no len()")

    if request.param == "picture":
        monkeypatch.setattr(page, "counts", fails)
    else:
        monkeypatch.setattr(open_matches, "cached_view", fails)
    return str(request.param)


def test_a_match_of_one_person_that_cannot_begin_is_not_stored(api: ApiClient, failing: str) -> None:
    error = api.error_of(partial(api.begin, game="hf", seats={"allies": "random"}))
    assert error.status == 500
    assert "TypeError" in error.error["message"]
    assert api.get("/matches") == []


def test_a_match_of_two_persons_that_cannot_begin_is_not_stored(api: ApiClient, failing: str) -> None:
    """The match waits for words in the list; after the last words it fails and is removed."""
    asked = api.post("/matches", game="hf", host="nobody")
    where = f"/matches/{asked['id']}/words"
    api.post(where, side="japan", words="first")
    assert [match["id"] for match in api.get("/matches")] == [asked["id"]]
    error = api.error_of(partial(api.post, where, side="allies", words="second"))
    assert error.status == 500
    assert api.get("/matches") == []
    assert api.error_of(partial(api.get, f"/matches/{asked['id']}", side="japan")).status == 404
