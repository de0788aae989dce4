"""What the server tells of games that are over: statistics by game and side, and the games of one person."""

import sqlite3
from pathlib import Path

import pytest

from ironbottom.engine.rules.registry import all_games
from ironbottom.server.storage.database import Kept, Store
from tests.server.asking import Asking, opened


def ended(store: Store, number: int, game: str, seats: dict[str, str], winners: list[str], copy_of: str = "") -> None:
    """A match that is over, as the store keeps it."""
    when = f"2026-01-{number:02}T12:00:00.000Z"
    result = {"winners": winners, "score": {"japan": 4, "allies": -4}, "why": "told"}
    summary = {"turn_line": "", "waiting": [], "over": True, "result": result, "copy_of": copy_of}
    store.add(Kept(f"m{number}", f"Match {number}", game, seats, when, when, summary))


@pytest.fixture
def several(store_path: Path) -> Path:
    """A store with games that have ended in every way."""
    alone = {"japan": "person", "allies": "ensign"}
    with Store(store_path) as store:
        ended(store, 1, "pacific_fury", alone, ["japan"])
        ended(store, 2, "pacific_fury", alone, ["allies"])
        ended(store, 3, "pacific_fury", {"japan": "ensign", "allies": "person"}, [])
        ended(store, 4, "pacific_fury", {"japan": "person", "allies": "person"}, ["allies"])
        ended(store, 5, "hold_fast", {"japan": "random", "allies": "ensign"}, ["allies"])
        ended(store, 6, "pacific_fury", alone, ["japan"], copy_of="m1")
        ended(store, 7, "chess", alone, ["japan"])
    return store_path


def test_statistics_count_each_game_by_winner_and_by_the_side_of_the_person(several: Path, page: Path) -> None:
    with opened(several, page) as client:
        fury, fast = Asking(client).get("/statistics")
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


def test_the_games_of_one_person_come_a_page_at_a_time_the_last_first(several: Path, page: Path) -> None:
    with opened(several, page) as client:
        asking = Asking(client)
        every = asking.get("/records")
        assert [(one["id"], one["result"], one["sides"], one["against"]) for one in every] == [
            ("m7", "won", ["japan"], ["Ensign"]),
            ("m3", "drawn", ["The Allies"], ["Ensign"]),
            ("m2", "lost", ["Japan"], ["Ensign"]),
            ("m1", "won", ["Japan"], ["Ensign"]),
        ]
        assert [one["id"] for one in asking.get("/records", first=1, count=2)] == ["m3", "m2"]
        assert every[-1]["score"] == {"japan": 4.0, "allies": -4.0}


def test_a_damaged_row_takes_no_other_with_it(several: Path, page: Path) -> None:
    with sqlite3.connect(several) as sql:
        sql.execute("update matches set summary = '{\"over\": tru' where id = 'm1'")
        sql.execute('update matches set summary = \'{"over": true, "result": {"winners": 3}}\' where id = \'m2\'')
    sql.close()
    with opened(several, page) as client:
        assert [one["id"] for one in Asking(client).get("/records")] == ["m7", "m3"]
        assert Asking(client).get("/statistics")[0]["played"] == 2


def test_a_game_that_is_resigned_counts(asking: Asking) -> None:
    match = asking.begin(seats={"allies": "random"})["id"]
    assert asking.get("/statistics") == []
    asking.post(f"/matches/{match}/resign", side="japan")
    ((told,),) = [asking.get("/statistics")]
    assert (told["played"], told["won"]) == (1, {"japan": 0, "allies": 1})
    assert asking.get("/records")[0]["result"] == "lost"


def test_the_list_of_matches_has_a_picture_of_each_board(asking: Asking) -> None:
    match = asking.begin(game="vitp", seats={"allies": "random"})["id"]
    (listed,) = [one for one in asking.get("/matches") if one["id"] == match]
    assert [139.67, 35.29, "japan", 46] in listed["picture"]
    assert {dot[2] for dot in listed["picture"]} == {"japan", "allies"}


def test_a_picture_tells_no_number_that_is_secret(asking: Asking) -> None:
    match = asking.begin(game="pf", options={"hidden_counts": "on"}, seats={"japan": "ensign"})["id"]
    (listed,) = [one for one in asking.get("/matches") if one["id"] == match]
    public = asking.sight(match, "public")["view"]
    counted = sum(box["counters"] or 1 for box in (*public["bases"].values(), *public["forces"].values()))
    assert {force["counters"] for force in public["forces"].values()} == {None}
    assert sum(number for *_, number in listed["picture"]) == counted


def test_every_game_says_what_it_is_and_what_its_options_mean(asking: Asking) -> None:
    told = {game["id"]: game for game in asking.get("/games")}
    for game in all_games():
        about = told[game.id]["about"]
        assert about is not None
        assert 1 <= about["complexity"] <= 5
        assert about["minutes"] > 0
        assert about["turns"] >= 0
        assert about["text"].endswith(".")
        assert about["name"] in game.title
        for option in told[game.id]["options"]:
            assert option["title"][0].isupper()
            assert option["text"].endswith(".")
            assert len(option["words"]) == len(set(option["words"])) == len(option["values"])
            said = " ".join([option["title"], option["text"], *option["words"]])
            assert "_" not in said, option["name"]
            for word in ("cpo", "wpi", "iboat", "aas", "sz14"):
                assert word not in said.lower().split(), (option["name"], said)


@pytest.mark.parametrize("name", ["pf", "hf", "vitp", "aap"])
def test_every_value_of_an_option_says_what_it_means(asking: Asking, name: str) -> None:
    """No bare "no" and "yes", which ask for another sentence, and no name that the program has for it."""
    (told,) = [game for game in asking.get("/games") if game["short"] == name]
    for option in told["options"]:
        for value, words in zip(option["values"], option["words"], strict=True):
            assert words.lower() not in ("no", "yes", "on", "off"), (option["name"], words)
            assert "_" not in value or words != value.replace("_", " "), (option["name"], words)


@pytest.mark.parametrize("name", ["hf", "pf", "vitp"])
def test_a_game_has_as_many_counters_and_turns_as_it_says(asking: Asking, name: str) -> None:
    begun = asking.begin(game=name)
    told = asking.get(f"/matches/{begun['id']}/pieces")
    (about,) = [game["about"] for game in asking.get("/games") if game["short"] == name]
    assert about["counters"] == len(told["units"])
    if "turns" in told:
        assert about["turns"] == min(8, len(told["turns"]))
