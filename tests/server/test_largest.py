"""The largest game by the API alone: a game of Midway is begun, refuses in words and goes on."""

import json
from functools import partial
from typing import Any

import pytest

from ironbottom.engine.rules.game import Rules
from ironbottom.server.views import game_text
from tests.kit.waiting import wait_until
from tests.server.asking import Asking

SEATS = {"japan": "random", "allies": "person"}


@pytest.mark.build
def test_midway_is_begun_refused_in_words_and_played_on(asking: Asking) -> None:
    sight = asking.begin(game="witp", seats={"japan": "ensign", "allies": "person"}, options={"last_round": "1"})
    match = sight["id"]
    assert wait_until(lambda: asking.sight(match, "allies")["decision"])
    sight = asking.sight(match, "allies")
    assert sight["decision"]["prompt"].startswith("Deploy your Subrons")
    assert len(json.dumps(sight["view"])) < 300_000
    wrong = asking.refused(partial(asking.act, sight, ["garrison", "F1234"]))
    assert wrong.error["clause"] == "42.34"
    assert wrong.error["message"].endswith("(from the booklet, and our reconstruction)")
    sight = asking.act(sight, ["garrison", "F3342"])
    sight = asking.act(sight, ["ready"])
    sight = asking.act(sight, ["placed"])
    assert sight["decision"]["clause"] == "4.12"
    told = [entry for entry in asking.log(match, "allies") if entry["act"] == "choice"]
    assert {entry["side"] for entry in told} == {"japan", "allies"}


def test_the_games_with_their_bots_and_options_name_midway(asking: Asking) -> None:
    (game,) = [one for one in asking.get("/games") if one["short"] == "witp"]
    assert game["title"].endswith("after the 1978 scenario booklet")
    assert {bot["id"] for bot in game["bots"]} == {"ensign", "random"}
    clauses = asking.get("/games/witp/clauses")
    assert sum(clause["status"] == "scenario_to_come" for clause in clauses) > 190
    assert {clause["known"] for clause in clauses if clause["id"] in ("10.3", "13.3")} == {
        "our reconstruction",
        "from the booklet",
    }
    assert sum(game["known"].values()) == len(clauses)
    assert next(iter(game["known"])) == "our reconstruction"


def test_a_game_whose_rulebook_is_whole_marks_nothing(asking: Asking) -> None:
    assert {clause["known"] for clause in asking.get("/games/pf/clauses")} == {""}
    assert [one["known"] for one in asking.get("/games") if one["short"] == "pf"] == [{}]


@pytest.mark.build
def test_counters_and_tables_are_built_once_for_all_matches(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    plain = game_text.pieces

    def pieces(rules: Rules) -> dict[str, Any]:
        built.append(rules.options)
        return plain(rules)

    monkeypatch.setattr("ironbottom.server.match.open_matches.pieces", pieces)
    matches = [asking.begin(game="witp", scenario=name, seats=SEATS)["id"] for name in ("midway", "leyte", "midway")]
    told = [asking.get(f"/matches/{match}/pieces") for match in matches]
    assert told[0] == told[1] == told[2]
    assert len(built) == 1
    other = asking.begin(game="witp", scenario="midway", seats=SEATS, options={"supply_block": "100"})["id"]
    asking.get(f"/matches/{other}/pieces")
    assert len(built) == 2
