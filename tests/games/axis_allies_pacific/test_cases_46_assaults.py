"""AAP-C46 to C62: amphibious assaults, AA guns, forces of several powers, raids, kamikazes, patrols."""

from typing import Any

import pytest

from tests.games.axis_allies_pacific.rule_tester import Event, Position, RuleTester, only, shots
from tests.games.axis_allies_pacific.test_cases_30_battles import attack, bare

SHIP = "transport_infantry_infantry"


def at_queensland(**enemies: Any) -> RuleTester:
    """Japan's landing in Queensland: a loaded transport, a submarine and a battleship from sea zone 27."""
    units = {
        "japan": {"sz27": {"transport": 1, "submarine": 1, "battleship": 1}, "new_britain": {"infantry": 2}},
        "uk": {"queensland": {"infantry": 2}, **enemies},
    }
    table = RuleTester(**bare("japan", **units), control={"new_britain": "japan"})
    table.act("japan", "load", "sz27", "transport", "new_britain", "infantry")
    table.act("japan", "load", "sz27", "transport_infantry", "new_britain", "infantry")
    for piece in ("submarine", "battleship", SHIP):
        table.move("japan", "sz27", piece, "sz32")
    table.act("japan", "assault", "sz32", SHIP, "queensland", "infantry_infantry")
    return table


def test_c46_the_battleship_bombards_once_before_the_landing() -> None:
    """8.9.1, 8.9.4"""
    events = at_queensland().act("japan", "done", dice=[4, 6, 6, 6, 6, 1, 6, 6])
    assert only(events, "bombarded") == [{"power": "japan", "piece": "battleship", "dice": [4], "hits": 1}]
    assert [(power, piece, dice) for power, piece, _, dice, _ in shots(events)] == [
        *(("japan", "infantry", [6, 6]), ("uk", "infantry", [6, 6])),
        *(("japan", "infantry", [1, 6]), ("uk", "infantry", [6])),
    ]
    assert only(events, "captured") == [{"land": "queensland", "holder": "japan", "side": "japan"}]


def test_c47_after_a_sea_battle_no_bombardment_but_the_landing_may_be_called_off() -> None:
    """8.9.1, 8.9.2, 8.9.4"""
    table = at_queensland(sz32={"destroyer": 1})
    table.act("japan", "done")
    assert table.step == "submerging"
    table.act("japan", "submerge", "0", dice=[6, 4, 6])
    assert table.step == "call_off"
    assert table.offered() == [("go_ashore",), ("call_off",)]
    events = table.act("japan", "go_ashore", dice=[1, 1, 6, 6])
    assert only(events, "bombarded") == []
    assert only(events, "captured")[0]["land"] == "queensland"
    other = at_queensland(sz32={"destroyer": 1})
    other.act("japan", "done")
    other.act("japan", "submerge", "0", dice=[6, 4, 6])
    other.act("japan", "call_off")
    assert other.at("sz32")["japan"][SHIP] == 1


def test_c48_aircraft_of_the_sea_battle_do_not_join_the_land_battle() -> None:
    """8.9.3, 7.1.5"""
    units = {
        "japan": {"sz45": {SHIP: 1}, "formosa": {"fighter": 1}, "hainan": {"infantry": 1}},
        "uk": {"hong_kong": {"infantry": 1}, "sz46": {"transport": 1}},
    }
    table = RuleTester(**bare("japan", **units))
    table.fly("japan", "formosa", "fighter", "sz46")
    table.act("japan", "assault", "sz45", SHIP, "hong_kong", "infantry_infantry")
    table.act("japan", "done")
    table.act("japan", "fight", "sz46", dice=[1, 6, 1, 6, 6])
    assert table.at("sz46")["japan"] == {"fighter": 1}


def test_c49_landed_units_do_not_retreat() -> None:
    """8.8.5"""
    units = {
        "japan": {"sz45": {SHIP: 1}, "kwangsi": {"infantry": 1}, "formosa": {"fighter": 1}},
        "uk": {"hong_kong": {"infantry": 3}},
    }
    table = RuleTester(**bare("japan", **units), control={"kwangsi": "japan"})
    table.act("japan", "assault", "sz45", SHIP, "hong_kong", "infantry_infantry")
    table.move("japan", "kwangsi", "infantry", "hong_kong")
    table.fly("japan", "formosa", "fighter", "hong_kong")
    table.act("japan", "done", dice=[6] * 7)
    assert table.offered() == [("retreat", "kwangsi"), ("break_off",), ("press_on",)]
    events = table.act("japan", "retreat", "kwangsi")
    assert only(events, "retreated") == [{"power": "japan", "place": "hong_kong", "to": "kwangsi"}]
    assert table.at("hong_kong")["japan"] == {"infantry": 2, "fighter": 1}
    assert table.offered() == [("break_off",), ("press_on",)]
    table.act("japan", "press_on", dice=[6] * 6)


def test_c50_one_aa_gun_fires_at_each_aircraft() -> None:
    """8.3.1, 11.6"""
    units = {"japan": {"formosa": {"fighter": 3}}, "uk": {"hong_kong": {"infantry": 1, "aa_gun": 2}}}
    table = RuleTester(**bare("japan", **units))
    events = attack_by_air(table, "formosa", "hong_kong", 3, dice=[2, 3, 1, 6, 6, 6])
    assert only(events, "aa_fired") == [{"land": "hong_kong", "dice": [2, 3, 1], "hits": 1}]
    assert len(shots(events)[0][3]) == 2


def attack_by_air(table: RuleTester, place: str, to: str, number: int, dice: list[int]) -> list[Event]:
    """Fighters attack a territory."""
    table.fly("japan", place, "fighter", to, number)
    return table.act("japan", "done", dice=dice)


def test_c50_an_aa_gun_without_other_units_is_captured() -> None:
    """7.1.2, 8.2.3, 8.3.3"""
    units = {"japan": {"kwangsi": {"infantry": 1}}, "uk": {"hong_kong": {"aa_gun": 1}}}
    table = RuleTester(**bare("japan", **units), control={"kwangsi": "japan"})
    events = attack(table, ("kwangsi", "infantry", "hong_kong", 1), dice=[])
    assert only(events, "aa_fired") == []
    assert table.at("hong_kong")["japan"] == {"infantry": 1, "aa_gun": 1}


def test_8_3_2_guns_fire_at_aircraft_that_pass() -> None:
    """8.3.2"""
    units = {"japan": {"formosa": {"fighter": 2}}, "uk": {"hong_kong": {"aa_gun": 1, "infantry": 1}}}
    units["china"] = {"kwangsi": {"aa_gun": 1}, "yunnan": {"infantry": 1}, "french_indo_china": {"aa_gun": 1}}
    for option, dice in (("yes", [1, 6]), ("no", [])):
        table = RuleTester(
            options={"aa_overflight": option}, **bare("japan", **units), control={"french_indo_china": "china"}
        )
        table.fly("japan", "formosa", "fighter", "yunnan", 2)
        events = table.act("japan", "done", dice=[*dice, *[6] * (2 if dice else 3)])
        assert [e["lost"] for e in only(events, "overflown")] == ([1] if dice else [])


def test_c51_powers_defend_together_and_attack_apart() -> None:
    """8.10.1, 8.10.2"""
    units = {"japan": {"sz44": {"battleship": 1}}, "uk": {"sz46": {"destroyer": 1}}, "usa": {"sz46": {"destroyer": 2}}}
    table = RuleTester(**bare("japan", **units))
    events = attack(table, ("sz44", "battleship", "sz46", 1), dice=[1])
    assert (table.step, table.to_act) == ("losses", "usa")
    events = table.act("usa", "lose", "uk", "destroyer", dice=[6, 6, 6])
    assert [power for power, *_ in shots(events)] == ["uk", "usa"]
    apart = RuleTester(
        **bare("uk", uk={"sz46": {"destroyer": 1}}, usa={"sz46": {"battleship": 1}}, japan={"sz44": {"transport": 1}})
    )
    events = attack(apart, ("sz46", "destroyer", "sz44", 1), dice=[1, 6], side="uk")
    assert [power for power, *_ in shots(events)] == ["uk", "japan"]


def test_c51_the_usa_and_china_attack_together() -> None:
    """8.10.3, 14.5"""
    units = {
        "usa": {"kiangsi": {"infantry": 1}},
        "china": {"kiangsi": {"infantry": 1}},
        "japan": {"shantung": {"infantry": 1}},
    }
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "kiangsi", "infantry", "shantung")
    table.move("usa", "kiangsi", "infantry", "shantung", verb="move_chinese")
    events = table.act("usa", "done", dice=[1, 6, 6])
    assert [power for power, *_ in shots(events)] == ["usa", "china", "japan"]


# -- raids (8.11) ------------------------------------------------------------------------------------------


def raid(bombers: int, escorts: int = 0, purse: int = 20, **defenders: int) -> RuleTester:
    """A raid on Japan from Korea, which the Allies hold."""
    own = {"bomber": bombers, "infantry": 1} | ({"fighter": escorts} if escorts else {})
    units = {"usa": {"korea": own}, "japan": {"japan": {"infantry": 1, **defenders}}}
    fields: Position = {"control": {"korea": "china"}, "ipc": {"japan": purse}, "victory_points": 5}
    table = RuleTester(**bare("usa", **units), **fields)
    table.fly("usa", "korea", "bomber", "japan", bombers, "raid")
    if escorts:
        table.fly("usa", "korea", "fighter", "japan", escorts, "raid")
    return table


def test_c52_a_raid_step_by_step() -> None:
    """8.11.1, 8.11.2"""
    table = raid(2, 1, aa_gun=1, fighter=2)
    table.act("usa", "done")
    assert (table.step, table.to_act) == ("intercept", "japan")
    events = table.act("japan", "intercept", "2", dice=[1, 4, 6])
    assert only(events, "aa_fired")[0]["dice"] == [1, 4, 6]
    events = table.act("usa", "lose", "usa", "fighter", dice=[2, 3, 5])
    assert [(power, piece, factor, dice) for power, piece, factor, dice, _ in shots(events)] == [
        ("japan", "cap", 2, [2, 3])
    ]
    assert only(events, "bombed") == [{"land": "japan", "economy": "japan", "dice": [5], "paid": 5}]
    assert table.now["ipc"]["japan"] == 15
    assert table.at("japan")["japan"] == {"infantry": 1, "aa_gun": 1, "fighter": 2}


def test_c53_an_escort_that_is_hit_still_fires() -> None:
    """8.11.2"""
    table = raid(1, 1, fighter=1)
    table.act("usa", "done")
    events = table.act("japan", "intercept", "1", dice=[2, 1])
    assert [(power, piece, factor, hits) for power, piece, factor, _, hits in shots(events)] == [
        *(("japan", "cap", 2, 1), ("usa", "fighter", 1, 1)),
    ]
    events = table.act("usa", "lose", "usa", "fighter", dice=[3])
    assert {(e["power"], e["piece"]) for e in only(events, "lost")} == {("usa", "fighter"), ("japan", "cap")}
    assert only(events, "bombed")[0]["paid"] == 3
    missed = raid(1, fighter=1)
    missed.act("usa", "done")
    assert shots(missed.act("japan", "intercept", "1", dice=[3, 6]))[0][4] == 0


def test_c54_interceptors_are_lost_with_the_territory() -> None:
    """8.11.3"""
    units = {
        "usa": {"hawaiian": {"bomber": 1}, "sz9": {"transport": 1}, "midway": {"infantry": 1, "bomber": 1}},
        "japan": {"india": {"infantry": 1, "fighter": 1}},
        "uk": {"burma": {"infantry": 3, "bomber": 1}},
    }
    table = RuleTester(**bare("uk", **units), control={"india": "japan"})
    table.fly("uk", "burma", "bomber", "india", 1, "raid")
    table.move("uk", "burma", "infantry", "india", 3)
    table.act("uk", "done")
    events = table.act("japan", "intercept", "1", dice=[6, 4, 1, 6, 6, 6])
    assert only(events, "lost") == [
        {"power": "japan", "piece": "infantry", "number": 1},
        {"power": "japan", "piece": "fighter", "number": 1},
    ]


@pytest.mark.parametrize(
    ("bombers", "dice", "purse", "paid", "points"),
    [(1, [5], 20, 5, 5), (3, [5, 5, 5], 20, 15, 4), (2, [5, 5], 20, 10, 4), (2, [5, 6], 3, 3, 5)],
)
def test_c55_what_a_raid_costs_japan(bombers: int, dice: list[int], purse: int, paid: int, points: int) -> None:
    """8.11.4"""
    table = raid(bombers, purse=purse)
    events = table.act("usa", "done", dice=dice)
    assert only(events, "bombed")[0]["paid"] == paid
    assert table.now["victory_points"] == points


def test_8_11_5_a_raid_on_chinese_szechwan_costs_nothing() -> None:
    """8.11.5"""
    units = {"japan": {"kweichow": {"bomber": 1, "infantry": 1}}, "china": {"szechwan": {"infantry": 1}}}
    table = RuleTester(**bare("japan", **units), control={"kweichow": "japan"})
    table.fly("japan", "kweichow", "bomber", "szechwan", 1, "raid")
    events = table.act("japan", "done", dice=[6])
    assert only(events, "bombed") == [{"land": "szechwan", "economy": None, "dice": [6], "paid": 0}]


# -- kamikazes (8.12) ---------------------------------------------------------------------------------------


def sailing(**ships: int) -> RuleTester:
    """US ships that have sailed into sea zone 35."""
    units = {"usa": {"sz34": dict(ships)}, "japan": {"ryukyu": {"infantry": 1}}}
    table = RuleTester(**bare("usa", **units), ipc={"usa": 10})
    for piece, number in ships.items():
        table.move("usa", "sz34", piece, "sz35", number)
    return table


@pytest.mark.parametrize(("dice", "left"), [([2, 1], {}), ([2, 3], {"battleship_hit": 1})])
def test_c56_two_kamikazes_at_a_battleship(dice: list[int], left: dict[str, int]) -> None:
    """8.12.1, 8.12.2"""
    table = sailing(battleship=1)
    table.act("usa", "done")
    assert (table.step, table.to_act) == ("kamikaze", "japan")
    for _ in dice:
        table.act("japan", "kamikaze", "sz35", "battleship")
    table.act("japan", "done", dice=dice)
    assert table.at("sz35").get("usa", {}) == left
    assert table.now["kamikazes"] == 4


def test_c57_what_kamikazes_may_attack() -> None:
    """8.12.1, 8.12.2"""
    table = sailing(submarine=1, transport_infantry_infantry=1, destroyer=3)
    table.act("usa", "done")
    assert table.clause("japan", "kamikaze", "sz35", "submarine") == "8.12.2"
    assert table.clause("japan", "kamikaze", "sz34", "destroyer") == "8.12.1"
    table.act("japan", "kamikaze", "sz35", "transport_infantry_infantry")
    table.act("japan", "done", dice=[1])
    assert table.at("sz35") == {"usa": {"submarine": 1, "destroyer": 3}}
    still = RuleTester(**bare("usa", usa={"sz35": {"destroyer": 1}, "sz34": {"destroyer": 1}}))
    still.act("usa", "done")
    assert still.step == "regroup"
    many = sailing(destroyer=8)
    many.act("usa", "done")
    for _ in range(6):
        many.act("japan", "kamikaze", "sz35", "destroyer")
    assert many.match.why_not("japan", ("kamikaze", "sz35", "destroyer")) is not None


def test_c58_no_bombardment_after_kamikazes() -> None:
    """8.12.3"""
    table = sailing(transport_infantry_infantry=1, battleship=1)
    table.act("usa", "assault", "sz35", SHIP, "ryukyu", "infantry_infantry")
    table.act("usa", "done")
    table.act("japan", "kamikaze", "sz35", "battleship")
    events = table.act("japan", "done", dice=[6, 1, 6, 6])
    assert only(events, "bombarded") == []
    assert only(events, "captured")[0]["land"] == "ryukyu"


# -- patrols (10.5) -----------------------------------------------------------------------------------------


def test_c59_where_fighters_may_patrol() -> None:
    """10.5.1, 10.5.2"""
    units = {
        "japan": {"formosa": {"fighter": 2}, "sz45": {"carrier": 1, "fighter": 1}, "mariana": {"fighter": 1}},
        "usa": {"sz25": {"submarine": 1}},
    }
    table = RuleTester(**bare("japan", "regroup", **units), acted={"own": {"ryukyu": {"fighter": 1}}})
    assert table.offered("patrol") == [("patrol", "formosa", "sz45", "1"), ("patrol", "formosa", "sz45", "2")]
    assert table.clause("japan", "patrol", "formosa", "sz38", "1") == "10.5.1"
    units["usa"] = {"sz25": {"submerged": 1}}
    under = RuleTester(**bare("japan", "regroup", **units))
    assert ("patrol", "mariana", "sz25", "1") in under.offered("patrol")


def test_c60_patrols_stop_only_surface_ships() -> None:
    """10.5.3, 7.3.2, 7.3.3"""
    units = {"japan": {"sz45": {"cap": 1}}, "uk": {"sz44": {"destroyer": 1, "submarine": 1}}}
    table = RuleTester(**bare("uk", **units))
    table.move("uk", "sz44", "submarine", "sz45")
    assert table.offered("go_on")
    table.move("uk", "sz45", "submarine", "sz37", verb="go_on")
    events = attack(table, ("sz44", "destroyer", "sz45", 1), dice=[6, 6], side="uk")
    assert [(power, piece, factor) for power, piece, factor, _, _ in shots(events)] == [
        *(("uk", "destroyer", 3), ("japan", "cap", 4)),
    ]


def test_c61_aircraft_pass_a_patrol() -> None:
    """10.5.4"""
    units = {
        "japan": {"sz45": {"cap": 1}, "formosa": {"infantry": 1}},
        "uk": {"hong_kong": {"fighter": 1, "infantry": 1}},
    }
    table = RuleTester(**bare("uk", **units))
    table.fly("uk", "hong_kong", "fighter", "formosa")
    events = table.act("uk", "done", dice=[6, 6])
    assert [(power, piece) for power, piece, *_ in shots(events)] == [("uk", "fighter"), ("japan", "infantry")]


def test_c62_patrols_land_in_phase_2() -> None:
    """6.1, 6.2, 10.5.5"""
    position = bare("japan", "land_cap", japan={"sz45": {"cap": 1}, "formosa": {}, "hainan": {"infantry": 1}})
    table = RuleTester(**position, control={"formosa": "usa"})
    assert {action[1] for action in table.offered("land_cap")} == {"hainan", "french_indo_china"}
    table.act("japan", "land_cap", "hainan", "1")
    assert table.at("hainan")["japan"] == {"infantry": 1, "fighter": 1}
    assert "sz37" in table.flights("japan", "hainan", "fighter")
    nowhere = RuleTester(
        **bare("japan", "land_cap", japan={"sz45": {"cap": 1}, "korea": {"infantry": 1}}),
        control=dict.fromkeys(("formosa", "hainan", "french_indo_china"), "usa"),
    )
    assert nowhere.at("sz45") == {}
