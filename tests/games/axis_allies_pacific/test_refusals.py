"""Each restriction of movement has its own message: what is refused, and by which clause."""

import pytest

from ironbottom.games.axis_allies_pacific.pieces import LANDS
from tests.games.axis_allies_pacific.rule_tester import RuleTester
from tests.games.axis_allies_pacific.test_cases_30_battles import bare

UNITS = {
    "usa": {
        "sz5": {"transport": 1, "destroyer": 1, "transport_infantry": 1},
        "united_states": {"infantry": 1, "tank": 1, "aa_gun": 1},
        "queensland": {"infantry": 1},
        "szechwan": {"fighter": 1},
    },
    "uk": {"sz32": {"transport": 1, "transport_ally_infantry": 1}, "india": {"infantry": 1}},
    "china": {"hunan": {"infantry": 1}},
    "japan": {"sz7": {"submarine": 1}, "wake": {"infantry": 1}},
}


def table(step: str = "combat_moves", side: str = "usa") -> RuleTester:
    """The same units for all refusals; in the turn of Japan or of the United States."""
    return RuleTester(**bare(side, step, **UNITS), control={"wake": "japan"})


def refusal(at: RuleTester, side: str, *action: str) -> tuple[str | None, str]:
    """The clause and the message with which a choice is refused."""
    refused = at.match.why_not(side, action)
    assert refused is not None
    assert action not in at.match.offer(side).choices
    return refused.clause, refused.message


@pytest.mark.parametrize(
    ("action", "clause", "text"),
    [
        (("move", "sz9", "destroyer"), "7.1.1", "none of your units at"),
        (("move", "sz5", "carrier"), "7.1.1", "no such unit at"),
        (("move", "united_states", "aa_gun"), "7.1.1", "no such unit at"),
        (("move_chinese", "yunnan", "infantry"), "14.5", "no Chinese unit at"),
        (("move_chinese", "hunan", "tank"), "14.5", "no such Chinese unit at"),
        (("go_on", "sz5", "destroyer"), "7.3.1", "none of your units at"),
        (("load", "sz32", "transport", "queensland", "infantry"), "7.7.2", "no ship in"),
        (("load", "sz5", "destroyer", "united_states", "infantry"), "7.7.1", "no such ship in"),
        (("load", "sz5", "transport", "canada", "infantry"), "7.7.2", "Canada has no unit that the ship in"),
        (("load", "sz5", "transport", "united_states", "aa_gun"), "7.1.1", "AA guns move in phase 6"),
        (("load", "sz5", "transport_infantry", "united_states", "tank"), "7.7.1", "the ship cannot carry that unit"),
        (("board", "sz5", "transport", "united_states", "infantry"), "7.7.7", "no ally's transport in"),
        (("board", "sz32", "transport_tank", "queensland", "infantry"), "7.7.7", "your allies have no such transport"),
        (("board", "sz32", "transport", "india", "infantry"), "7.7.2", "you have no unit in India to load in"),
        (("board", "sz32", "transport", "queensland", "tank"), "7.7.1", "the ship cannot carry that unit"),
        (("assault", "sz32", "transport", "queensland", "infantry"), "7.7.5", "no ship in"),
        (("seize", "sz5", "destroyer"), "9.5.3", "you have no unmoved warship in"),
    ],
)
def test_phase_3_refuses(action: tuple[str, ...], clause: str, text: str) -> None:
    refused = refusal(table(), "usa", *action)
    assert (refused[0], refused[1].startswith(text)) == (clause, True), refused


@pytest.mark.parametrize(
    ("action", "clause", "text"),
    [
        (("unload", "sz32", "transport", "queensland", "infantry"), "7.7.5", "no ship in"),
        (("unload", "sz5", "transport", "united_states", "infantry"), "7.7.5", "no such ship in"),
        (("unload", "sz5", "transport_infantry", "wake", "infantry"), "7.7.5", "a load lands in enemy territories"),
        (("unload", "sz5", "transport_infantry", "united_states", "tank"), "7.7.3", "the ship cannot land that"),
        (("disembark", "sz5", "transport", "queensland", "infantry"), "7.7.7", "none of your units on an ally's"),
        (("disembark", "sz32", "transport", "queensland", "infantry"), "7.7.7", "none of your units on such a"),
        (
            ("disembark", "sz32", "transport_ally_infantry", "wake", "infantry"),
            "7.7.5",
            "units land in enemy territories",
        ),
        (("disembark", "sz32", "transport_ally_infantry", "queensland", "tank"), "7.7.3", "the ship cannot land"),
    ],
)
def test_phase_6_refuses(action: tuple[str, ...], clause: str, text: str) -> None:
    refused = refusal(table("regroup"), "usa", *action)
    assert (refused[0], refused[1].startswith(text)) == (clause, True), refused


def test_14_1_no_other_power_moves_china() -> None:
    """14.1"""
    refused = refusal(table(side="japan"), "japan", "move_chinese", "hunan", "infantry")
    assert refused == ("14.1", "China is played by the United States")


def test_7_3_1_units_under_way_continue_as_what_they_are() -> None:
    """7.3.1"""
    at = table()
    at.move("usa", "sz5", "destroyer", "sz4")
    assert refusal(at, "usa", "go_on", "sz4", "transport")[1].startswith("no such unit at")
    assert ("go_on", "sz4", "destroyer") in at.offered("go_on")


def test_9_5_3_only_a_warship_takes_the_adjacent_convoy() -> None:
    """9.5.3"""
    units = {"usa": {"sz9": {"transport": 1, "submarine": 1}}}
    at = RuleTester(**bare("usa", **units), convoys_of_japan=["sz9"])
    assert refusal(at, "usa", "seize", "sz9", "transport")[1].startswith("no such unmoved warship")
    assert at.offered("seize") == [("seize", "sz9", "submarine")]


def test_6_1_and_5_1_say_which_part_of_a_choice_is_wrong() -> None:
    """5.1, 5.5, 6.1"""
    landing = RuleTester(active="usa", step="land_cap", round=2, units={"usa": {"sz19": {"cap": 2}}})
    assert refusal(landing, "usa", "land_cap", "japan", "1")[1].startswith("fighters on patrol there cannot land")
    buying = RuleTester(active="uk", step="purchase", round=2, ipc={"india": 5})
    assert refusal(buying, "uk", "buy", "india", "tank", "2")[1] == "India cannot pay for that many"
    assert refusal(buying, "uk", "buy", "india", "fighter", "1")[1] == "India cannot pay for even one fighter"
    nowhere = RuleTester(active="uk", step="purchase", round=2, ipc={"india": 5}, complexes=["new_south_wales"])
    assert refusal(nowhere, "uk", "buy", "india", "tank", "1")[1] == "India has nowhere to place any tank"


# -- the clause that decides, where a catch-all fails too ------------------------------------------------------------


def test_7_1_4_and_7_2_1_forbid_moves_in_phase_3() -> None:
    """7.1.4, 7.2.1"""
    units = {
        "usa": {"sz20": {"transport": 1, "destroyer": 2}, "szechwan": {"tank": 1}},
        "japan": {"sz19": {"submarine": 1}, "hunan": {"infantry": 1}},
    }
    at = RuleTester(**bare("usa", **units), control={"hunan": "japan"})
    assert at.why_not_go("usa", "sz20", "transport", "sz19") == "7.1.4"
    at.move("usa", "sz20", "destroyer", "sz19", number=2)
    at.move("usa", "sz20", "transport", "sz19")
    assert refusal(at, "usa", "go_on", "sz19", "destroyer")[0] == "7.3.2"
    tank = RuleTester(**bare("japan", japan={"manchuria": {"tank": 1}}, china={"suiyuan": {"infantry": 1}}))
    assert tank.why_not_go("japan", "manchuria", "tank", "tsinghai") == "7.2.1"


def test_7_1_4_one_attacker_stays_with_the_ships_that_came_along() -> None:
    """7.1.4"""
    units = {"usa": {"sz20": {"transport": 1, "submarine": 2}}, "japan": {"sz19": {"submarine": 1}}}
    at = RuleTester(**bare("usa", **units))
    at.move("usa", "sz20", "submarine", "sz19", number=2)
    at.move("usa", "sz20", "transport", "sz19")
    at.act("usa", "go_on", "sz19", "submarine")
    assert refusal(at, "usa", "go", "sz18", "2")[0] == "7.1.4"
    assert ("go", "sz18", "1") in at.offered("go")


def test_7_4_3_a_carrier_that_fighters_need_here_does_not_sail() -> None:
    """7.4.3"""
    usa = {"sz8": {"carrier": 1}}
    at = RuleTester(**bare("usa", "regroup", usa=usa), flying={"own": {"sz8": {"fighter_attack_0": 2}}})
    assert refusal(at, "usa", "move", "sz8", "carrier")[0] == "7.4.3"
    nowhere = dict.fromkeys(set(LANDS.ids) - {"soviet_union", "himalayas"}, "japan")
    one = RuleTester(
        **bare("usa", "regroup", usa=usa), flying={"own": {"sz8": {"fighter_attack_1": 2}}}, control=nowhere
    )
    assert one.why_not_go("usa", "sz8", "carrier", "sz20") is None
    assert one.why_not_go("usa", "sz8", "carrier", "sz19") == "7.4.3"
    two = RuleTester(**bare("usa", "regroup", usa={"sz8": {"carrier": 2}}), flying=at.now["flying"])
    two.act("usa", "move", "sz8", "carrier")
    assert ("go", "sz20", "1") in two.offered("go")
    assert refusal(two, "usa", "go", "sz20", "2")[0] == "7.4.2"


def test_7_6_1_10_2_and_10_3_forbid_moves_in_phase_6() -> None:
    """7.6.1, 10.2, 10.3"""
    units = {
        "usa": {"sz20": {"destroyer": 1}, "hawaiian": {"fighter": 1, "bomber": 1}, "yunnan": {"infantry": 1}},
        "japan": {"sz19": {"submarine": 1}},
    }
    at = RuleTester(**bare("usa", "regroup", **units), control={"kwangsi": "japan"})
    assert at.why_not_go("usa", "sz20", "destroyer", "sz19") == "10.2"
    assert at.why_not_go("usa", "sz20", "destroyer", "sz3") == "10.3"
    assert at.why_not_go("usa", "hawaiian", "fighter", "sz9") == "7.6.1"
    assert at.why_not_go("usa", "hawaiian", "bomber", "sz9") == "7.6.1"
    assert at.why_not_go("usa", "yunnan", "infantry", "kwangsi") == "10.2"


def test_7_1_1_guns_do_not_go_ashore_in_phase_3() -> None:
    """7.1.1, 7.7.3"""
    units = {"japan": {"sz45": {"transport_aa_gun": 1, "transport_infantry": 1}}, "uk": {"hong_kong": {"infantry": 1}}}
    at = RuleTester(**bare("japan", **units))
    assert refusal(at, "japan", "assault", "sz45", "transport_infantry", "hong_kong", "aa_gun")[0] == "7.1.1"
    assert refusal(at, "japan", "assault", "sz45", "transport_infantry", "hong_kong", "tank")[0] == "7.7.3"


def test_7_7_4_and_7_7_5_say_why_ships_neither_load_nor_unload() -> None:
    """7.7.4, 7.7.5, 7.7.7"""
    units = {
        "usa": {"sz9": {"transport_infantry": 1}, "hawaiian": {"infantry": 2}},
        "uk": {"sz9": {"transport": 1}},
        "japan": {"sz9": {"submarine": 1}},
    }
    late = RuleTester(**bare("usa", "regroup", **units))
    assert refusal(late, "usa", "unload", "sz9", "transport_infantry", "hawaiian", "infantry")[0] == "7.7.4"
    assert refusal(late, "usa", "board", "sz9", "transport", "hawaiian", "infantry")[0] == "7.7.4"
    moved = {"own": {"sz9": {"transport_infantry": 1}}}
    at = RuleTester(
        **bare("usa", "regroup", usa={"hawaiian": {"infantry": 1}, "sz9": {"transport_tank": 1}}), acted=moved
    )
    assert refusal(at, "usa", "load", "sz9", "transport_infantry", "hawaiian", "infantry")[0] == "7.7.5"
    assert refusal(at, "usa", "unload", "sz9", "transport_infantry", "hawaiian", "infantry")[0] == "7.7.5"
