"""Looking ahead: where units may go that a side has yet to pick up."""

from functools import partial

import pytest

from ironbottom.engine.rules.choices import unfolded
from tests.server.asking import Asking, Told


@pytest.fixture
def moves(asking: Asking) -> Told:
    """Axis & Allies: Pacific between three persons, at Japan's first combat moves."""
    britain = asking.begin(game="aap", seats={"japan": "person", "uk": "person", "usa": "person"})
    britain = asking.sight(britain["id"], "uk")
    asking.act(britain, ["split", "6"])
    asking.act(asking.sight(britain["id"], "usa"), ["done"])
    return asking.act(asking.sight(britain["id"], "japan"), ["done"])


def ahead(asking: Asking, sight: Told, *runs: list[list[str]]) -> list[list[Told] | None]:
    told: list[list[Told] | None] = asking.post(f"/matches/{sight['id']}/ahead", side=sight["side"], runs=list(runs))[
        "ahead"
    ]
    return told


def test_what_completes_a_run_is_what_is_offered_after_it(asking: Asking, moves: Told) -> None:
    """7.1.1: the battleship of zone 45 reaches the zones that are offered once it is picked up; nothing is done."""
    battleship, nothing = ahead(asking, moves, [["move", "sz45", "battleship"]], [["move", "sz1", "battleship"]])
    assert nothing is None
    assert asking.sight(moves["id"], "japan") == moves | {"log": None}
    picked = asking.act(moves, ["move", "sz45", "battleship"])
    assert battleship is not None
    assert battleship == picked["decision"]["choices"]
    assert ["go", "sz46", "1"] in unfolded(battleship or [])


def test_a_run_may_leave_the_question_who_sails_along(asking: Asking, moves: Told) -> None:
    """7.6.1: two of the six fighters have flown; one carrier of the three takes none, one or two along."""
    flown = asking.act(moves, ["move", "sz20", "fighter"], ["fly", "sz9", "attack", "2"])
    (along,) = ahead(asking, flown, [["move", "sz20", "carrier"], ["go", "sz6", "1"]])
    assert along is not None
    assert unfolded(along) == [["take_along", str(own), "0"] for own in range(3)]


def test_only_what_completes_a_run_is_told(asking: Asking, moves: Told) -> None:
    """What follows from being done is nobody's to know before."""
    assert ahead(asking, moves, [["done"]], [["dive", "u_boat"]]) == [None, None]
    other = asking.sight(moves["id"], "uk")
    assert ahead(asking, other, [["move", "sz45", "battleship"]]) == [None]
    pacific_fury = asking.begin()
    assert ahead(asking, pacific_fury, [["assign", "ijn_shokaku", "1"]]) == [None]


@pytest.mark.parametrize("runs", [[[]], [[["done"]] * 4], [[["done"]]] * 41])
def test_runs_are_short_and_few(asking: Asking, moves: Told, runs: list[list[list[str]]]) -> None:
    wrong = asking.refused(partial(ahead, asking, moves, *runs))
    assert (wrong.status, wrong.error["field"].split("[")[0].split(".")[0]) == (400, "runs")


def test_why_not_is_told_of_what_would_complete_a_run(asking: Asking, moves: Told) -> None:
    """7.1.1 and 7.4.2: the battleship does not get to zone 9, and no fighter of Formosa flies farther than it lands."""

    def why_not(*action: str, after: list[list[str]]) -> Told:
        told: Told = asking.post(f"/matches/{moves['id']}/why_not", side="japan", action=list(action), after=after)
        return told

    assert why_not("go", "sz9", "1", after=[["move", "sz45", "battleship"]])["clause"] == "7.1.1"
    assert why_not("go", "sz46", "1", after=[["move", "sz45", "battleship"]])["clause"] is None
    assert why_not("fly", "hawaiian", "attack", "1", after=[["move", "formosa", "fighter"]])["clause"]
    assert why_not("go", "sz46", "1", after=[["done"]])["clause"] == "4.1"
    assert asking.sight(moves["id"], "japan") == moves | {"log": None}
