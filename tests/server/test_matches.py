"""Beginning, listing, naming and deleting matches; the games and rules that can be looked up."""

import random
import time
from pathlib import Path

import pytest

from tests.server.asking import Asking, Told, offered, play


def test_the_games_tell_sides_scenarios_options_and_opponents(asking: Asking) -> None:
    games = {game["id"]: game for game in asking.get("/games")}
    assert {game["short"] for game in games.values()} == {"aap", "hf", "pf", "vitp", "witp"}
    game = games["pacific_fury"]
    assert game["sides"] == [
        {"id": "japan", "title": "Japan", "team": 0},
        {"id": "allies", "title": "the Allies", "team": 1},
    ]
    assert [scenario["id"] for scenario in game["scenarios"]] == ["campaign"]
    assert game["options"][0]["values"] == ["A", "B"]
    assert game["options"][0]["default"] == "A"
    assert {bot["id"] for bot in game["bots"]} >= {"ensign", "random"}


def test_every_clause_can_be_read(asking: Asking) -> None:
    clauses = {clause["id"]: clause for clause in asking.get("/games/pf/clauses")}
    assert len(clauses) > 90
    assert clauses["8.2.b"]["paraphrase"]
    wrong = asking.refused(lambda: asking.get("/games/chess/clauses"))
    assert (wrong.status, wrong.error["field"]) == (404, "game")


def test_a_match_begins_with_the_sight_of_the_first_person(asking: Asking) -> None:
    sight = asking.begin(seats={"japan": "random"})
    assert sight["side"] == "allies"
    assert sight["seats"] == {"japan": "random", "allies": "person"}
    assert sight["name"] == "The Allies against Random"
    assert sight["view"]["side"] == "allies"
    assert sight["dice"]["kind"] == "sealed"
    assert len(sight["dice"]["commitments"]["referee"]) == 64


@pytest.mark.build
def test_a_match_between_computers_is_shown_to_the_public(asking: Asking) -> None:
    sight = asking.begin(seats={"japan": "random", "allies": "random"})
    assert (sight["side"], sight["over"], sight["decision"]) == ("public", True, None)


def test_options_are_in_force(asking: Asking) -> None:
    usual = asking.begin()
    other = asking.begin(options={"factor_set": "B"})
    assert other["view"]["options"]["factor_set"] == "B"
    kongo = [
        next(unit for unit in asking.get(f"/matches/{sight['id']}/pieces")["units"] if unit["id"] == "ijn_kongo")
        for sight in (usual, other)
    ]
    assert [unit["combat"] for unit in kongo] == [3, 4]
    assert kongo[0] | {"combat": 4} == kongo[1]


def test_pieces_tell_units_track_and_zones(asking: Asking) -> None:
    pieces = asking.get(f"/matches/{asking.begin()['id']}/pieces")
    assert [box["position"] for box in pieces["track"]] == list(range(-5, 6))
    zones = {zone["id"]: zone["adjacent"] for zone in pieces["zones"]}
    assert len(zones) == 4
    assert all(zone in zones[other] for zone, near in zones.items() for other in near)


def test_the_owners_corrections_are_in_force(asking: Asking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "corrections.toml"
    own.write_text("[pacific_fury.units.ijn_yamato]\ncombat_factor = 6\n", encoding="utf-8")
    monkeypatch.setenv("IRONBOTTOM_CORRECTIONS", str(own))
    match = asking.begin()
    units = asking.get(f"/matches/{match['id']}/pieces")["units"]
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
def test_what_cannot_be_begun_names_its_field(asking: Asking, wanted: Told, status: int, field: str | None) -> None:
    wrong = asking.refused(lambda: asking.begin(**wanted))
    assert (wrong.status, wrong.error.get("field"), wrong.error["clause"]) == (status, field, None)
    assert asking.get("/matches") == []


@pytest.mark.build
def test_the_list_tells_where_each_match_stands_the_last_played_first(asking: Asking) -> None:
    first = asking.begin(name="First", seats={"allies": "random"})
    second = asking.begin(name="Second", seats={"allies": "random"})
    assert [match["name"] for match in asking.get("/matches")] == ["Second", "First"]
    play(asking, first["id"])
    listed = asking.get("/matches")
    assert [match["name"] for match in listed] == ["First", "Second"]
    assert [match["over"] for match in listed] == [True, False]
    assert listed[0]["result"]["why"].startswith("after turn 4")
    assert listed[0]["waiting"] == []
    assert listed[1]["turn_line"].startswith("August 1942, turn 1 of 4.")
    assert listed[1]["waiting"] == ["japan"]
    assert listed[1]["id"] == second["id"]
    assert listed[1]["seats"] == {"japan": "person", "allies": "random"}
    assert listed[1]["created"].endswith("Z")


def test_the_list_tells_of_no_choice_that_is_made_in_secret(asking: Asking) -> None:
    """How often and how late somebody plans is no news; what everybody sees is."""
    match = asking.begin()["id"]
    before = asking.get("/matches")
    luck = random.Random(4)
    for side in ("japan", "allies"):
        sight = asking.sight(match, side)
        for _ in range(3):
            time.sleep(0.002)
            sight = asking.act(sight, luck.choice([one for one in offered(sight) if one != ["done"]]))
            told = asking.get("/matches")
            assert told == before, sight["waiting"]
        time.sleep(0.002)
        asking.act(sight, ["done"])
        assert asking.get("/matches") != before, "that it is done everybody sees"
        before = asking.get("/matches")


def test_a_match_takes_another_name(asking: Asking) -> None:
    match = asking.begin(name="First")["id"]
    told = asking.ask("PATCH", f"/matches/{match}", json={"name": "  Guadalcanal   again "}).json()
    assert told["name"] == "Guadalcanal again"
    assert asking.sight(match, "japan")["name"] == "Guadalcanal again"
    wrong = asking.refused(lambda: asking.ask("PATCH", f"/matches/{match}", json={"name": ""}))
    assert (wrong.status, wrong.error["field"]) == (400, "name")
    assert asking.get("/matches")[0]["name"] == "Guadalcanal again"


def test_a_deleted_match_is_gone(asking: Asking) -> None:
    match, other = asking.begin()["id"], asking.begin()["id"]
    assert asking.ask("DELETE", f"/matches/{match}").status_code == 204
    assert [kept["id"] for kept in asking.get("/matches")] == [other]
    for ask in (
        lambda: asking.sight(match, "japan"),
        lambda: asking.log(match, "japan"),
        lambda: asking.get(f"/matches/{match}/pieces"),
        lambda: asking.get(f"/matches/{match}/export"),
        lambda: asking.ask("DELETE", f"/matches/{match}"),
        lambda: asking.ask("PATCH", f"/matches/{match}", json={"name": "Back"}),
    ):
        wrong = asking.refused(ask)
        assert (wrong.status, wrong.error["field"]) == (404, "match")


@pytest.mark.build
def test_a_position_between_persons_is_written_and_set_up_again(asking: Asking) -> None:
    match = asking.begin()["id"]
    play(asking, match, seed=5, acts=60)
    text = asking.get(f"/matches/{match}/position", side="public")["text"]
    again = asking.begin(position=text, name="From a text")
    assert asking.get(f"/matches/{again['id']}/position", side="public")["text"] == text
    before = {side: asking.sight(match, side) for side in ("japan", "allies")}
    for side, sight in before.items():
        set_up = asking.sight(again["id"], side)
        assert (set_up["view"], set_up["decision"]) == (sight["view"], sight["decision"])
    play(asking, again["id"], seed=5)
    assert asking.sight(again["id"], "public")["over"]


def test_a_position_with_an_error_names_its_field(asking: Asking) -> None:
    text = asking.get(f"/matches/{asking.begin()['id']}/position", side="public")["text"]
    wrong = asking.refused(lambda: asking.begin(position=text.replace("turn = 1", "turn = 9")))
    assert (wrong.status, wrong.error["field"]) == (400, "turn")
