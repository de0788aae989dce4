"""A whole turn (5.0): the order of the steps, Japan first in each, and all forces out and back."""

import pytest

from ironbottom.games.victory_in_the_pacific.rules.sequence import STEPS
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, kinds, only

FLEETS = {
    "truk": ["Akagi", "Kongo", "sasebo_nlf", "21_air_flotilla"],
    "pearl_harbor": ["Enterprise", "Chicago", "7th_af"],
    "ceylon": ["Warspite"],
}


def turn() -> RuleTester:
    """Turn 2, with a few units of each side in port."""
    held = {"wasp", "north_carolina", "washington", "13th_af", "14th_af", "1st_marines", "2nd_marines"}
    gone = sorted(held | {"hiyo", "yamato", "kure_nlf"})
    return RuleTester(turn=2, units={**FLEETS, "lost": gone})


@pytest.mark.clause("5.2", "5.3", "5.4", "5.7")
def test_steps_are_listed_in_the_order_of_the_rulebook() -> None:
    by_clause = [step.clause for step in STEPS]
    assert by_clause == [
        *("4.2", "5.1", "4.4", "4.4", "4.42", "5.21", "5.21", "5.22", "5.23", "5.24", "5.25", "18.1", "5.31"),
        *("5.6", "5.6", "5.71", "5.71", "5.72", "5.73", "5.74", "5.75", "5.75"),
    ]


@pytest.mark.clause("5.0", "5.2", "5.21", "5.22", "5.23", "5.24", "5.25")
def test_the_steps_follow_the_order_of_the_rulebook() -> None:
    table = turn()
    table.act("japan", "mark", "akagi")
    asked: list[tuple[str, str]] = []
    while not asked or asked[-1][0] != "submarine":
        asked.append((table.step, table.to_act))
        if asked[-1] == ("patrols", "allies"):
            table.act("allies", "mark", "enterprise")
        verbs = {action[0] for action in table.offered()}
        table.act(table.to_act, "done" if "done" in verbs else "pass")
    assert asked == [
        *(("patrols", "japan"), ("patrols", "allies"), ("air", "japan"), ("air", "allies")),
        *(("amphibious", "japan"), ("raiders", "japan"), ("raiders", "allies"), ("submarine", "japan")),
    ]


@pytest.mark.clause("6.1", "6.11", "6.12", "6.2", "5.24")
def test_the_step_of_sailing_decides_which_face_is_shown() -> None:
    table = turn()
    table.acts("japan", "patrol kongo marshall_islands", "mark akagi")
    table.finish("patrols", "air", "amphibious")
    assert table.step == "raiders"
    assert table.clause("japan", "raid", "kongo", "marshall_islands") == "6.21"
    assert table.clause("japan", "raid", "akagi", "marshall_islands") is None
    table.act("japan", "raid", "akagi", "marshall_islands")
    assert table.now["units"]["marshall_islands"] == ["kongo", "akagi"]
    assert table.now["raiding"] == ["akagi"]
    assert table.match.view("allies")["raiding"] == ["akagi"]


@pytest.mark.clause("2.3", "2.4", "5.74", "5.1", "17.1", "17.2")
def test_all_units_go_home_to_places_of_their_side_before_the_next_turn() -> None:
    table = turn()
    table.acts("japan", "patrol kongo marianas_islands", "done")
    table.acts("allies", "patrol chicago hawaiian_islands", "patrol warspite bay_of_bengal", "done")
    table.finish("patrols", "air", "amphibious", "raiders", "submarine", "combat")
    assert (table.step, table.to_act) == ("way_home", "japan")
    assert table.ends("go", "kongo") == {"yokosuka", "saigon", "truk", "okinawa", "saipan"}
    events = table.act("japan", "go", "kongo", "saipan")
    assert table.ends("go", "chicago") == {"pearl_harbor", "samoa", "australia", "singapore", "johnston_island"}
    events += table.act("allies", "go", "chicago", "samoa")
    assert table.ends("go", "warspite") == {"ceylon", "singapore"}
    events += table.act("allies", "go", "warspite", "ceylon")
    assert [event["unit"] for event in only(events, "went_home")] == ["kongo", "chicago", "warspite"]
    assert kinds(events)[-1] != "went_home"
    assert (table.now["turn"], table.step) == (3, "patrols")
    assert not {spot for spot in table.now["units"] if spot.endswith(("_islands", "_ocean", "_sea", "_mandate"))}
