"""The largest game over the API only: a game of Midway begins, refuses with a message and continues."""

import json
from functools import partial
from typing import Any

import pytest

from ironbottom.engine.rules.game import Rules
from ironbottom.server.views import game_text
from ironbottom.testing.waiting import wait_until
from tests.server.api_client import ApiClient

SEATS = {"japan": "random", "allies": "person"}


@pytest.mark.build
def test_midway_begins_refuses_with_a_message_and_continues(api: ApiClient) -> None:
    match_view = api.begin(game="witp", seats={"japan": "ensign", "allies": "person"}, options={"last_round": "1"})
    match = match_view["id"]
    assert wait_until(lambda: api.view(match, "allies")["decision"])
    match_view = api.view(match, "allies")
    assert match_view["decision"]["prompt"].startswith("Place your submarines")
    assert len(json.dumps(match_view["view"])) < 300_000
    error = api.error_of(partial(api.act, match_view, ["garrison", "F1234"]))
    assert error.error["clause"] == "42.34"
    assert error.error["message"].endswith("(from the booklet, and our reconstruction)")
    match_view = api.act(match_view, ["garrison", "F3342"])
    match_view = api.act(match_view, ["ready"])
    match_view = api.act(match_view, ["placed"])
    assert match_view["decision"]["clause"] == "4.12"
    choices = [entry for entry in api.log(match, "allies") if entry["act"] == "choice"]
    assert {entry["side"] for entry in choices} == {"japan", "allies"}


def test_the_games_with_their_bots_and_options_name_midway(api: ApiClient) -> None:
    (game,) = [one for one in api.get("/games") if one["short"] == "witp"]
    assert game["title"].endswith("after the 1978 scenario booklet")
    assert {bot["id"] for bot in game["bots"]} == {"ensign", "random"}
    clauses = api.get("/games/witp/clauses")
    assert sum(clause["status"] == "scenario_to_come" for clause in clauses) > 120
    assert {clause["known"] for clause in clauses if clause["id"] in ("10.3", "13.3")} == {
        "our reconstruction",
        "from the booklet",
    }
    assert sum(game["known"].values()) == len(clauses)
    assert next(iter(game["known"])) == "our reconstruction"


def test_a_game_with_a_complete_rulebook_marks_no_clause(api: ApiClient) -> None:
    assert {clause["known"] for clause in api.get("/games/pf/clauses")} == {""}
    assert [one["known"] for one in api.get("/games") if one["short"] == "pf"] == [{}]


@pytest.mark.build
def test_counters_and_tables_are_built_once_for_all_matches(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    plain = game_text.page_data

    def pieces(rules: Rules) -> dict[str, Any]:
        built.append(rules.options)
        return plain(rules)

    monkeypatch.setattr("ironbottom.server.match.open_matches.page_data", pieces)
    matches = [api.begin(game="witp", scenario=name, seats=SEATS)["id"] for name in ("midway", "leyte", "midway")]
    tables = [api.get(f"/matches/{match}/pieces") for match in matches]
    assert tables[0] == tables[1] == tables[2]
    assert len(built) == 1
    other = api.begin(game="witp", scenario="midway", seats=SEATS, options={"supply_block": "100"})["id"]
    api.get(f"/matches/{other}/pieces")
    assert len(built) == 2
