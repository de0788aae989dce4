"""Finished matches: statistics by game and side, and the matches of one person."""

import sqlite3
from pathlib import Path

import pytest

from ironbottom.engine.rules.registry import all_games
from ironbottom.server.network.clients import hash_secret
from ironbottom.server.storage.database import Store, StoredMatch
from tests.players import PLAYER
from tests.server.api_client import ApiClient, running_server


def store_finished_match(
    store: Store, number: int, game: str, seats: dict[str, str], winners: list[str], copy_of: str = ""
) -> None:
    """Stores a finished match."""
    when = f"2026-01-{number:02}T12:00:00.000Z"
    result = {"winners": winners, "score": {"japan": 4, "allies": -4}, "why": "victory points"}
    summary = {"turn_line": "", "waiting": [], "over": True, "result": result, "copy_of": copy_of}
    store.add_match(StoredMatch(f"m{number}", f"Match {number}", game, seats, when, when, summary))


@pytest.fixture
def store_with_results(store_path: Path) -> Path:
    """A store with matches that ended in every way."""
    against_ensign = {"japan": "person", "allies": "ensign"}
    with Store(store_path) as store:
        store_finished_match(store, 1, "pacific_fury", against_ensign, ["japan"])
        store_finished_match(store, 2, "pacific_fury", against_ensign, ["allies"])
        store_finished_match(store, 3, "pacific_fury", {"japan": "ensign", "allies": "person"}, [])
        store_finished_match(store, 4, "pacific_fury", {"japan": "person", "allies": "person"}, ["allies"])
        store_finished_match(store, 5, "hold_fast", {"japan": "random", "allies": "ensign"}, ["allies"])
        store_finished_match(store, 6, "pacific_fury", against_ensign, ["japan"], copy_of="m1")
        store_finished_match(store, 7, "chess", against_ensign, ["japan"])
    return store_path


def test_statistics_count_each_game_by_winner_and_by_the_side_of_the_person(
    store_with_results: Path, page: Path
) -> None:
    with running_server(store_with_results, page) as client:
        fury, fast = ApiClient(client).get("/statistics")
    assert (fury["game"], fury["played"], fury["drawn"], fury["won"]) == (
        "pacific_fury",
        4,
        1,
        {"japan": 1, "allies": 2},
    )
    assert fury["solo"] == [
        {"side": "allies", "title": "The Allies", "played": 1, "won": 0, "drawn": 1},
        {"side": "japan", "title": "Japan", "played": 2, "won": 1, "drawn": 0},
    ]
    assert (fast["game"], fast["played"], fast["solo"]) == ("hold_fast", 1, [])


def test_statistics_count_the_results_of_a_client_against_each_computer_player(store_path: Path, page: Path) -> None:
    """A match of another client does not count, and neither does one against two different computer players."""
    with Store(store_path) as store:
        for number, bot, winners in [(1, "ensign", ["japan"]), (2, "ensign", ["allies"]), (3, "captain", [])]:
            store_finished_match(store, number, "pacific_fury", {"japan": "person", "allies": bot}, winners)
            store.hold_seat(f"m{number}", "japan", hash_secret(PLAYER))
        store_finished_match(store, 4, "pacific_fury", {"japan": "person", "allies": "ensign"}, ["japan"])
        store.hold_seat("m4", "japan", hash_secret("another player's secret"))
        seats = {"japan": "person", "uk": "ensign", "usa": "captain"}
        store_finished_match(store, 5, "axis_allies_pacific", seats, ["japan"])
        store.hold_seat("m5", "japan", hash_secret(PLAYER))
    with running_server(store_path, page) as client:
        api = ApiClient(client)
        aap, fury = sorted(api.get("/statistics"), key=lambda one: str(one["game"]))
    assert (aap["played"], aap["opponents"]) == (1, [])
    assert sorted(fury["opponents"], key=lambda one: str(one["bot"])) == [
        {"bot": "captain", "played": 1, "won": 0, "drawn": 1},
        {"bot": "ensign", "played": 2, "won": 1, "drawn": 0},
    ]


def test_the_games_of_one_person_come_in_pages_the_last_first(store_with_results: Path, page: Path) -> None:
    with running_server(store_with_results, page) as client:
        api = ApiClient(client)
        every = api.get("/records")
        assert [(one["id"], one["result"], one["sides"], one["against"]) for one in every] == [
            ("m7", "won", ["japan"], ["Ensign"]),
            ("m3", "drawn", ["The Allies"], ["Ensign"]),
            ("m2", "lost", ["Japan"], ["Ensign"]),
            ("m1", "won", ["Japan"], ["Ensign"]),
        ]
        assert [one["id"] for one in api.get("/records", first=1, count=2)] == ["m3", "m2"]
        assert every[-1]["score"] == {"japan": 4.0, "allies": -4.0}


def test_a_damaged_row_does_not_hide_others(store_with_results: Path, page: Path) -> None:
    with sqlite3.connect(store_with_results) as sql:
        sql.execute("update matches set summary = '{\"over\": tru' where id = 'm1'")
        sql.execute('update matches set summary = \'{"over": true, "result": {"winners": 3}}\' where id = \'m2\'')
    sql.close()
    with running_server(store_with_results, page) as client:
        assert [one["id"] for one in ApiClient(client).get("/records")] == ["m7", "m3"]
        assert ApiClient(client).get("/statistics")[0]["played"] == 2


def test_a_resigned_game_counts(api: ApiClient) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    assert api.get("/statistics") == []
    api.post(f"/matches/{match}/resign", side="japan")
    ((statistics,),) = [api.get("/statistics")]
    assert (statistics["played"], statistics["won"]) == (1, {"japan": 0, "allies": 1})
    assert api.get("/records")[0]["result"] == "lost"


def test_the_list_of_matches_has_a_picture_of_each_board(api: ApiClient) -> None:
    match = api.begin(game="vitp", seats={"allies": "random"})["id"]
    (listed,) = [one for one in api.get("/matches") if one["id"] == match]
    assert [139.67, 35.29, "japan", 46] in listed["picture"]
    assert {dot[2] for dot in listed["picture"]} == {"japan", "allies"}


def test_a_picture_shows_no_secret_number(api: ApiClient) -> None:
    match = api.begin(game="pf", options={"hidden_counts": "on"}, seats={"japan": "ensign"})["id"]
    (listed,) = [one for one in api.get("/matches") if one["id"] == match]
    public = api.view(match, "public")["view"]
    counted = sum(box["counters"] or 1 for box in (*public["bases"].values(), *public["forces"].values()))
    assert {force["counters"] for force in public["forces"].values()} == {None}
    assert sum(number for *_, number in listed["picture"]) == counted


def test_every_game_describes_itself_and_its_options(api: ApiClient) -> None:
    games = {game["id"]: game for game in api.get("/games")}
    for game in all_games():
        about = games[game.id]["about"]
        assert about is not None
        assert 1 <= about["complexity"] <= 5
        assert about["minutes"] > 0
        assert about["turns"] >= 0
        assert about["text"].endswith(".")
        assert about["name"] in game.title
        for option in games[game.id]["options"]:
            assert option["title"][0].isupper()
            assert option["text"].endswith(".")
            assert len(option["words"]) == len(set(option["words"])) == len(option["values"])
            said = " ".join([option["title"], option["text"], *option["words"]])
            assert "_" not in said, option["name"]
            for word in ("cpo", "wpi", "iboat", "aas", "sz14"):
                assert word not in said.lower().split(), (option["name"], said)


@pytest.mark.parametrize("name", ["pf", "hf", "vitp", "aap"])
def test_every_value_of_an_option_is_explained(api: ApiClient, name: str) -> None:
    """Texts are not just "no" or "yes", which would need another sentence, and contain no internal ids."""
    (found,) = [game for game in api.get("/games") if game["short"] == name]
    for option in found["options"]:
        for value, words in zip(option["values"], option["words"], strict=True):
            assert words.lower() not in ("no", "yes", "on", "off"), (option["name"], words)
            assert "_" not in value or words != value.replace("_", " "), (option["name"], words)


@pytest.mark.parametrize("name", ["hf", "pf", "vitp"])
def test_the_stated_numbers_of_counters_and_turns_are_right(api: ApiClient, name: str) -> None:
    begun = api.begin(game=name)
    response = api.get(f"/matches/{begun['id']}/pieces")
    (about,) = [game["about"] for game in api.get("/games") if game["short"] == name]
    assert about["counters"] == len(response["units"])
    if "turns" in response:
        assert about["turns"] == min(8, len(response["turns"]))
