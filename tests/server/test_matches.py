"""Beginning, listing, naming and deleting matches; looking up games and rules."""

import random
import time
from pathlib import Path

import pytest

from tests.server.api_client import ApiClient, JsonObject, offered_choices, play


def test_games_list_sides_scenarios_options_and_opponents(api: ApiClient) -> None:
    games = {game["id"]: game for game in api.get("/games")}
    assert {game["short"] for game in games.values()} == {"aap", "hf", "pf", "vitp", "witp"}
    game = games["pacific_fury"]
    assert game["sides"] == [
        {"id": "japan", "title": "Japan", "team": 0},
        {"id": "allies", "title": "the Allies", "team": 1},
    ]
    assert [scenario["id"] for scenario in game["scenarios"]] == ["campaign"]
    assert game["options"][0]["values"] == ["A", "B"]
    assert game["options"][0]["default"] == "A"
    assert [(bot["id"], bot["level"]) for bot in game["bots"]] == [
        ("ensign", "new player"),
        ("captain", "club"),
        ("random", "practice"),
    ]
    assert all(bot["seconds"] >= 1 for bot in game["bots"])


def test_every_clause_can_be_read(api: ApiClient) -> None:
    clauses = {clause["id"]: clause for clause in api.get("/games/pf/clauses")}
    assert len(clauses) > 90
    assert clauses["8.2.b"]["paraphrase"]
    error = api.error_of(lambda: api.get("/games/chess/clauses"))
    assert (error.status, error.error["field"]) == (404, "game")


def test_beginning_a_match_returns_the_first_persons_view(api: ApiClient) -> None:
    match_view = api.begin(seats={"japan": "random"})
    assert match_view["side"] == "allies"
    assert match_view["seats"] == {"japan": "random", "allies": "person"}
    assert match_view["name"] == "The Allies against Random"
    assert match_view["view"]["side"] == "allies"
    assert match_view["dice"]["kind"] == "sealed"
    assert len(match_view["dice"]["commitments"]["referee"]) == 64


@pytest.mark.build
def test_a_match_between_computers_is_shown_to_the_public(api: ApiClient) -> None:
    match_view = api.begin(seats={"japan": "random", "allies": "random"})
    assert (match_view["side"], match_view["over"], match_view["decision"]) == ("public", True, None)


def test_options_are_in_force(api: ApiClient) -> None:
    usual = api.begin()
    other = api.begin(options={"factor_set": "B"})
    assert other["view"]["options"]["factor_set"] == "B"
    kongo = [
        next(unit for unit in api.get(f"/matches/{match_view['id']}/pieces")["units"] if unit["id"] == "ijn_kongo")
        for match_view in (usual, other)
    ]
    assert [unit["combat"] for unit in kongo] == [3, 4]
    assert kongo[0] | {"combat": 4} == kongo[1]


def test_pieces_list_units_track_and_zones(api: ApiClient) -> None:
    pieces = api.get(f"/matches/{api.begin()['id']}/pieces")
    assert [box["position"] for box in pieces["track"]] == list(range(-5, 6))
    zones = {zone["id"]: zone["adjacent"] for zone in pieces["zones"]}
    assert len(zones) == 4
    assert all(zone in zones[other] for zone, near in zones.items() for other in near)
    assert pieces["words"]["verbs"]["sortie"]["label"] == "Sortie"


def test_the_owners_corrections_are_in_force(api: ApiClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "corrections.toml"
    own.write_text("[pacific_fury.units.ijn_yamato]\ncombat_factor = 6\n", encoding="utf-8")
    monkeypatch.setenv("IRONBOTTOM_CORRECTIONS", str(own))
    match = api.begin()
    units = api.get(f"/matches/{match['id']}/pieces")["units"]
    assert next(unit for unit in units if unit["id"] == "ijn_yamato")["combat"] == 6


@pytest.mark.parametrize(
    ("wanted", "status", "field"),
    [
        ({"game": "chess"}, 400, None),
        ({"seats": {"britain": "random"}}, 400, "seats"),
        ({"seats": {"japan": "nelson"}}, 400, "seats.japan"),
        ({"scenario": "midway"}, 400, "scenario"),
        ({"options": {"weather": "on"}}, 400, "options"),
        ({"options": {"factor_set": "C"}}, 400, "options.factor_set"),
        ({"name": " \n "}, 400, "name"),
        ({"name": "x" * 81}, 400, "name"),
        ({"name": "a\u202eb"}, 400, "name"),
        ({"position": "turn = "}, 400, "position"),
        ({"position": 'game = "skirmish"'}, 400, "game"),
        ({"position": "turn = 1", "scenario": "campaign"}, 400, "scenario"),
        ({"wait": 31}, 400, "wait"),
        ({"wait": -1}, 400, "wait"),
        ({"dice": [6]}, 400, "dice"),
        ({"seats": ["japan"]}, 400, "seats"),
    ],
)
def test_an_invalid_match_names_its_field(api: ApiClient, wanted: JsonObject, status: int, field: str | None) -> None:
    error = api.error_of(lambda: api.begin(**wanted))
    assert (error.status, error.error.get("field"), error.error["clause"]) == (status, field, None)
    assert api.get("/matches") == []


@pytest.mark.build
def test_the_list_describes_each_match_the_last_played_first(api: ApiClient) -> None:
    first = api.begin(name="First", seats={"allies": "random"})
    second = api.begin(name="Second", seats={"allies": "random"})
    assert [match["name"] for match in api.get("/matches")] == ["Second", "First"]
    play(api, first["id"])
    listed = api.get("/matches")
    assert [match["name"] for match in listed] == ["First", "Second"]
    assert [match["over"] for match in listed] == [True, False]
    assert listed[0]["result"]["why"].startswith("after turn 4")
    assert listed[0]["waiting"] == []
    assert listed[1]["turn_line"].startswith("August 1942, turn 1 of 4.")
    assert listed[1]["waiting"] == ["japan"]
    assert listed[1]["id"] == second["id"]
    assert listed[1]["seats"] == {"japan": "person", "allies": "random"}
    assert listed[1]["created"].endswith("Z")


def test_the_list_does_not_show_secret_choices(api: ApiClient) -> None:
    """The number and the times of secret plans are not shown; public acts are."""
    match = api.begin()["id"]
    before = api.get("/matches")
    rng = random.Random(4)
    for side in ("japan", "allies"):
        match_view = api.view(match, side)
        for _ in range(3):
            time.sleep(0.002)
            match_view = api.act(
                match_view, rng.choice([one for one in offered_choices(match_view) if one != ["done"]])
            )
            response = api.get("/matches")
            assert response == before, match_view["waiting"]
        time.sleep(0.002)
        api.act(match_view, ["done"])
        assert api.get("/matches") != before, "that it is done everybody sees"
        before = api.get("/matches")


def test_a_match_is_renamed(api: ApiClient) -> None:
    match = api.begin(name="First")["id"]
    response = api.request("PATCH", f"/matches/{match}", json={"name": "  Guadalcanal   again "}).json()
    assert response["name"] == "Guadalcanal again"
    assert api.view(match, "japan")["name"] == "Guadalcanal again"
    error = api.error_of(lambda: api.request("PATCH", f"/matches/{match}", json={"name": ""}))
    assert (error.status, error.error["field"]) == (400, "name")
    assert api.get("/matches")[0]["name"] == "Guadalcanal again"


def test_a_deleted_match_is_gone(api: ApiClient) -> None:
    match, other = api.begin()["id"], api.begin()["id"]
    assert api.request("DELETE", f"/matches/{match}").status_code == 204
    assert [kept["id"] for kept in api.get("/matches")] == [other]
    for ask in (
        lambda: api.view(match, "japan"),
        lambda: api.log(match, "japan"),
        lambda: api.get(f"/matches/{match}/pieces"),
        lambda: api.get(f"/matches/{match}/export"),
        lambda: api.request("DELETE", f"/matches/{match}"),
        lambda: api.request("PATCH", f"/matches/{match}", json={"name": "Back"}),
    ):
        error = api.error_of(ask)
        assert (error.status, error.error["field"]) == (404, "match")


@pytest.mark.build
def test_a_position_between_persons_is_exported_and_played(api: ApiClient) -> None:
    match = api.begin()["id"]
    play(api, match, seed=5, acts=60)
    text = api.get(f"/matches/{match}/position", side="public")["text"]
    again = api.begin(position=text, name="From a text")
    assert api.get(f"/matches/{again['id']}/position", side="public")["text"] == text
    before = {side: api.view(match, side) for side in ("japan", "allies")}
    for side, match_view in before.items():
        set_up = api.view(again["id"], side)
        assert (set_up["view"], set_up["decision"]) == (match_view["view"], match_view["decision"])
    play(api, again["id"], seed=5)
    assert api.view(again["id"], "public")["over"]


def test_a_position_with_an_error_names_its_field(api: ApiClient) -> None:
    text = api.get(f"/matches/{api.begin()['id']}/position", side="public")["text"]
    error = api.error_of(lambda: api.begin(position=text.replace("turn = 1", "turn = 9")))
    assert (error.status, error.error["field"]) == (400, "turn")
