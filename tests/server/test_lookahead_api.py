"""Lookahead over HTTP: the places that units may reach before a side picks them up."""

from functools import partial

import pytest

from ironbottom.engine.rules.choices import expand_factored
from tests.server.api_client import ApiClient, JsonObject


@pytest.fixture
def moves(api: ApiClient) -> JsonObject:
    """Axis & Allies: Pacific between three human players, at Japan's first combat moves."""
    britain = api.begin(game="aap", seats={"japan": "person", "uk": "person", "usa": "person"})
    britain = api.view(britain["id"], "uk")
    api.act(britain, ["split", "6"])
    api.act(api.view(britain["id"], "usa"), ["done"])
    return api.act(api.view(britain["id"], "japan"), ["done"])


def ahead(api: ApiClient, match_view: JsonObject, *runs: list[list[str]]) -> list[list[JsonObject] | None]:
    response: list[list[JsonObject] | None] = api.post(
        f"/matches/{match_view['id']}/ahead", side=match_view["side"], runs=list(runs)
    )["ahead"]
    return response


def test_completions_are_the_choices_offered_after_the_list(api: ApiClient, moves: JsonObject) -> None:
    """7.1.1: the battleship of zone 45 reaches the zones that are offered once it is picked up; the match does not
    change."""
    battleship, nothing = ahead(api, moves, [["move", "sz45", "battleship"]], [["move", "sz1", "battleship"]])
    assert nothing is None
    assert api.view(moves["id"], "japan") == moves | {"log": None}
    picked = api.act(moves, ["move", "sz45", "battleship"])
    assert battleship is not None
    assert battleship == picked["decision"]["choices"]
    assert ["go", "sz46", "1"] in expand_factored(battleship or [])


def test_a_list_may_leave_a_question_open(api: ApiClient, moves: JsonObject) -> None:
    """7.6.1: two of six fighters have flown. One of the three carriers takes none, one or two of the others along."""
    flown = api.act(moves, ["move", "sz20", "fighter"], ["fly", "sz9", "attack", "2"])
    (along,) = ahead(api, flown, [["move", "sz20", "carrier"], ["go", "sz6", "1"]])
    assert along is not None
    assert expand_factored(along) == [["take_along", str(own), "0"] for own in range(3)]


def test_only_completions_are_returned(api: ApiClient, moves: JsonObject) -> None:
    """The consequences of ending the phase are hidden until it is ended."""
    assert ahead(api, moves, [["done"]], [["dive", "u_boat"]]) == [None, None]
    other = api.view(moves["id"], "uk")
    assert ahead(api, other, [["move", "sz45", "battleship"]]) == [None]
    pacific_fury = api.begin()
    assert ahead(api, pacific_fury, [["assign", "ijn_shokaku", "1"]]) == [None]


@pytest.mark.parametrize("runs", [[[]], [[["done"]] * 4], [[["done"]]] * 41])
def test_lists_are_short_and_few(api: ApiClient, moves: JsonObject, runs: list[list[list[str]]]) -> None:
    error = api.error_of(partial(ahead, api, moves, *runs))
    assert (error.status, error.error["field"].split("[")[0].split(".")[0]) == (400, "runs")


def test_why_not_covers_completions_of_a_list(api: ApiClient, moves: JsonObject) -> None:
    """7.1.1 and 7.4.2: the battleship cannot reach zone 9, and no fighter of Formosa flies so far that it
    cannot land.
    """

    def why_not(*action: str, after: list[list[str]]) -> JsonObject:
        response: JsonObject = api.post(
            f"/matches/{moves['id']}/why_not", side="japan", action=list(action), after=after
        )
        return response

    assert why_not("go", "sz9", "1", after=[["move", "sz45", "battleship"]])["clause"] == "7.1.1"
    assert why_not("go", "sz46", "1", after=[["move", "sz45", "battleship"]])["clause"] is None
    assert why_not("fly", "hawaiian", "attack", "1", after=[["move", "formosa", "fighter"]])["clause"]
    assert why_not("go", "sz46", "1", after=[["done"]])["clause"] == "4.1"
    assert api.view(moves["id"], "japan") == moves | {"log": None}
