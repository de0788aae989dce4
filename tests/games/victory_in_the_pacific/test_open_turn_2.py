"""Open Turn 2, a tournament scenario (18.1): the ships saved, the order of placement, and Japan's conquests."""

import pytest

from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.match import Match
from ironbottom.games.victory_in_the_pacific import GAME
from ironbottom.games.victory_in_the_pacific.pieces import PLACES
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, areas, only

SAVED = ("maryland", "tennessee", "nevada", "west_virginia", "arizona", "san_francisco")
CARRIERS = ("enterprise", "lexington", "saratoga", "yorktown", "hornet")


def open_turn_2(*, picked: int = 6) -> RuleTester:
    """The scenario with a number of the ships named."""
    table = RuleTester()
    table.match = Match(GAME.rules({}), "open_turn_2", dice=ScriptedDice(()))
    for ship in SAVED[:picked]:
        table.act("allies", "save", ship)
    return table


@pytest.mark.clause("18.1")
def test_the_allies_name_the_ships_that_got_through() -> None:
    table = open_turn_2(picked=0)
    assert (table.to_act, table.step) == ("allies", "salvage")
    assert len(table.offered("save")) == 8
    assert table.clause("allies", "save", "san_francisco") == "18.1"
    events = [table.act("allies", "save", ship)[0] for ship in SAVED]
    assert [event["damage"] for event in events] == [5, 1, 1, 6, 5, 0]
    now = table.now
    assert now["damage"] == {"maryland": 5, "tennessee": 1, "nevada": 1, "west_virginia": 6, "arizona": 5}
    assert now["units"]["pearl_harbor"] == [*("west_virginia", "maryland", "tennessee", "nevada", "arizona"),
                                            *("san_francisco", "7th_af")]  # fmt: skip
    assert set(now["units"]["lost"]) == {
        *("california", "oklahoma", "pennsylvania", "new_orleans", "prince_of_wales", "repulse")
    }
    assert now["units"]["return_3"] == ["5th_af"]
    waiting = [now["units"][f"uncertain_{group}"] for group in "wxyz"]
    assert [len({*CARRIERS} & {*group}) for group in waiting] == [1, 1, 1, 2]


@pytest.mark.clause("18.1", "10.12", "17.22")
def test_the_allies_are_placed_first() -> None:
    table = open_turn_2()
    assert (table.to_act, table.step) == ("allies", "stations")
    assert table.ends("station", "maryland") == {
        *("pearl_harbor", "samoa", "australia", "singapore", "new_hebrides", "guadalcanal", "port_moresby"),
        "andaman_islands",
    }
    assert table.ends("station", "revenge") == {"ceylon", "singapore"}
    assert "ceylon" in table.ends("station", "canberra")
    assert table.clause("allies", "station", "west_virginia", "samoa") == "18.1"
    assert table.clause("allies", "station", "akagi", "samoa") == "18.1"
    assert table.clause("allies", "station", "maryland", "ceylon") == "18.1"
    assert table.clause("allies", "station", "maryland", "truk") == "18.1"
    assert not table.offered("has_taken")
    table.acts("allies", "station maryland samoa", "station houston singapore", "done")
    now = table.now
    assert (now["units"]["samoa"], "houston" in now["units"]["singapore"]) == (["maryland"], True)
    assert {"pensacola", "louisville", "indianapolis"} <= set(now["units"]["pearl_harbor"] + now["units"]["singapore"])
    assert not areas("HI|USM|CS|IND|BOB") & set(now["units"])


@pytest.mark.clause("18.1")
def test_every_unit_may_begin_where_it_is() -> None:
    """Houston may be placed in the Philippines without an Allied flag, since she begins there by default."""
    table = open_turn_2()
    for side in ("allies", "japan"):
        offered = table.offered("station")
        for unit in sorted({choice[1] for choice in offered}):
            where = table.where(unit)
            assert where not in PLACES.index or ("station", unit, where) in offered
        if side == "allies":
            table.act("allies", "station", "houston", "philippines")
        table.act(side, "done")
    assert table.where("houston") == "philippines"


@pytest.mark.clause("18.1")
def test_a_unit_may_begin_where_it_is_and_elsewhere_only_where_its_nation_bases() -> None:
    table = open_turn_2()
    assert table.ends("station", "houston") == {*table.ends("station", "maryland"), "philippines"}
    assert table.clause("allies", "station", "maryland", "philippines") == "18.1"


@pytest.mark.clause("18.1", "13.1")
def test_japan_may_have_taken_a_base() -> None:
    table = open_turn_2()
    table.act("allies", "done")
    assert table.to_act == "japan"
    assert table.ends("has_taken") == {"attu", "dutch_harbor", "midway", "philippines", "lae"}
    assert table.clause("japan", "has_taken", "guadalcanal") == "18.1"
    assert table.clause("japan", "has_taken", "singapore") == "18.1"
    events = table.act("japan", "has_taken", "philippines")
    assert only(events, "captured") == [{"side": "japan", "place": "philippines"}]
    assert (table.step, table.to_act) == ("way_home", "allies")
    table.act("allies", "go", "houston", "australia")
    assert table.now["units"]["return_3"] == ["yokosuka_nlf", "5th_af"]
    assert table.clause("japan", "has_taken", "lae") == "18.1"
    table.acts("japan", "station akagi truk", "done")
    now = table.now
    assert (now["turn"], table.step, now["units"]["truk"]) == (2, "patrols", ["akagi"])
    assert now["points_of_control"] == 6
    assert {area for area, side in now["flags"].items() if side == "japan"} == areas("JI|IND|MRN|SPO|AL|MAR")
    assert {area for area, side in now["flags"].items() if side is None} == areas("CPO|NPO|HI")
    assert set(now["flags_before"].values()) == {None}
    assert {"saratoga", "new_mexico"} <= set(now["units"]["pearl_harbor"])


@pytest.mark.clause("18.1", "18.32")
@pytest.mark.parametrize("turn_one", ["standard", "menzel", "normal"])
def test_the_groups_wait_to_be_placed_whatever_was_agreed_for_turn_1(turn_one: str) -> None:
    table = RuleTester()
    table.match = Match(GAME.rules({"turn_one": turn_one}), "open_turn_2", dice=ScriptedDice(()))
    groups = {"uncertain_w", "uncertain_x", "uncertain_y", "uncertain_z"}
    assert {table.where(ship) for ship in CARRIERS} == groups


@pytest.mark.clause("18.1", "18.32")
def test_the_allies_split_carriers_and_escorts_between_pearl_harbor_and_australia() -> None:
    """Three carriers and two, as in reports of 2015 and 2017; unnamed ones are at Pearl Harbor."""
    table = open_turn_2()
    escorts = {unit for group in "wxyz" for unit in table.now["units"][f"uncertain_{group}"]} - {*CARRIERS}
    assert len(escorts) > 4
    for ship in (*CARRIERS, *sorted(escorts)):
        assert table.ends("station", ship) == {"pearl_harbor", "australia"}
        assert table.clause("allies", "station", ship, "samoa") == "18.1"
        assert table.clause("allies", "station", ship, "johnston_island") == "18.1"
    first = min(escorts)
    table.acts("allies", "station hornet australia", "station yorktown australia", f"station {first} australia", "done")
    now = table.now["units"]
    assert {"hornet", "yorktown", first} <= set(now["australia"])
    assert {"enterprise", "lexington", "saratoga", *escorts} - {first} <= set(now["pearl_harbor"])
    assert not any(name.startswith("uncertain") for name in now)
    table.act("japan", "done")
    assert (table.now["turn"], table.where("hornet"), table.where("saratoga")) == (2, "australia", "pearl_harbor")
