"""HF-05 The battle example in the Coral Sea, die by die, with its targeting checks (8.1 to 8.9)."""

import pytest

from ironbottom.engine.codecs.position import read_position
from tests.games.hold_fast.rule_tester import RuleTester, all_but, only, shots

JAPAN = ("j_yamato", "j_kongo", "j_akagi", "j_cruiser_1", "j_land_based_air_1", "j_submarine")
ALLIES = ("a_tennessee", "a_wisconsin", "a_intrepid", "a_cruiser_1", "a_land_based_air_1")
SEA = "coral_sea"


def coral_sea() -> RuleTester:
    return RuleTester(turn=7, step="combat", units={SEA: [*JAPAN, *ALLIES]})


def after_submarine() -> RuleTester:
    table = coral_sea()
    table.act("japan", "fire", "j_submarine", "a_intrepid", dice=[5, 6])
    return table


def after_air_round() -> RuleTester:
    table = after_submarine()
    table.act("japan", "air")
    table.act("allies", "air")
    table.act("japan", "fire", "j_land_based_air_1", "a_land_based_air_1")
    table.act("japan", "fire", "j_akagi", "a_tennessee", dice=[2, 3, 4, 6, 3, 4, 1])
    table.act("allies", "fire", "a_land_based_air_1", "j_cruiser_1")
    table.act("allies", "fire", "a_intrepid", "j_cruiser_1", dice=[5, 6, 5, 6, 3, 2])
    return table


def after_surface_round() -> RuleTester:
    table = after_air_round()
    table.act("allies", "stay")
    table.act("japan", "stay")
    table.act("japan", "surface")
    table.act("allies", "surface")
    table.act("japan", "fire", "j_yamato", "a_tennessee")
    table.act("japan", "fire", "j_kongo", "a_wisconsin", dice=[6, 3, 2, 6, 5, 5, 4, 2, 1])
    table.act("allies", "fire", "a_tennessee", "j_kongo")
    table.act("allies", "fire", "a_wisconsin", "j_yamato")
    table.act("allies", "fire", "a_cruiser_1", "j_yamato", dice=[6, 5, 5, 2, 6, 6, 5, 5, 5, 4, 2, 2, 1])
    return table


@pytest.mark.clause("2.0.2", "8.0.1", "8.0.2")
def test_hf_05_the_blocks_are_turned_up_for_both_sides() -> None:
    table = coral_sea()
    assert (table.to_act, table.step) == ("japan", "targeting")
    for side in ("japan", "allies"):
        units = {unit for fields in table.view(side)["units"].values() for unit in fields}
        assert units == {*JAPAN, *ALLIES}


@pytest.mark.clause("3.7.1", "8.1.1", "8.2.1", "8.3.1", "8.3.2")
def test_hf_05_step_1_the_submarine() -> None:
    table = coral_sea()
    assert table.ends("fire", "j_submarine") == {"a_tennessee", "a_wisconsin", "a_intrepid", "a_cruiser_1"}
    assert table.clause("japan", "fire", "j_submarine", "a_land_based_air_1") == "8.3.1"
    events = table.act("japan", "fire", "j_submarine", "a_intrepid", dice=[5, 6])
    assert shots(events) == [("j_submarine", "a_intrepid", 2, False, 1)]
    assert table.where("j_submarine") == "off_board"
    assert table.strength("a_intrepid") == 1
    assert table.step == "name_way"


@pytest.mark.clause("3.3.1", "3.6.1", "8.1.2", "8.1.5", "8.2.3", "8.5.1", "8.5.2", "8.5.3")
def test_hf_05_steps_2_and_3_air_combat() -> None:
    table = after_submarine()
    table.act("japan", "air")
    events = table.act("allies", "air")
    assert only(events, "way_chosen") == [{"way": "air", "alone": False}]
    assert {action[1] for action in table.offered("fire")} == {"j_akagi", "j_land_based_air_1"}
    assert table.ends("fire", "j_akagi") == set(ALLIES)
    assert table.clause("japan", "fire", "j_yamato", "a_tennessee") == "8.5.1"
    table.act("japan", "fire", "j_land_based_air_1", "a_land_based_air_1")
    assert table.clause("japan", "fire", "j_land_based_air_1", "a_intrepid") == "8.1.3"
    events = table.act("japan", "fire", "j_akagi", "a_tennessee", dice=[2, 3, 4, 6, 3, 4, 1])
    assert shots(events) == [
        ("j_akagi", "a_tennessee", 1, False, 3),
        ("j_land_based_air_1", "a_land_based_air_1", 0, True, 3),
    ]
    assert table.where("a_land_based_air_1") == SEA
    table.act("allies", "fire", "a_land_based_air_1", "j_cruiser_1")
    events = table.act("allies", "fire", "a_intrepid", "j_cruiser_1", dice=[5, 6, 5, 6, 3, 2])
    assert shots(events) == [
        ("a_land_based_air_1", "j_cruiser_1", 2, False, 2),
        ("a_intrepid", "j_cruiser_1", 2, False, 0),
    ]
    assert only(events, "sunk") == [{"unit": "j_cruiser_1"}]
    assert table.where("j_cruiser_1") == "lost_7"
    assert table.where("a_land_based_air_1") == "off_board"
    assert (table.to_act, table.step) == ("allies", "stay_or_withdraw")


@pytest.mark.clause(
    "3.1.1", "3.2.1", "3.0.2", "3.0.3", "8.1.3", "8.1.4", "8.1.6", "8.6.1", "8.6.2", "8.6.3", "8.7.1", "8.7.3"
)
def test_hf_05_steps_4_to_7_surface_combat() -> None:
    table = after_air_round()
    table.act("allies", "stay")
    table.act("japan", "stay")
    table.act("japan", "surface")
    table.act("allies", "surface")
    assert {action[1] for action in table.offered("fire")} == {"j_yamato", "j_kongo"}
    assert table.ends("fire", "j_yamato") == {"a_tennessee", "a_wisconsin", "a_cruiser_1"}
    table.act("japan", "fire", "j_yamato", "a_tennessee")
    assert table.clause("japan", "fire", "j_kongo", "a_tennessee") == "8.6.2"
    assert table.clause("japan", "fire", "j_kongo", "a_intrepid") == "8.6.3"
    events = table.act("japan", "fire", "j_kongo", "a_wisconsin", dice=[6, 3, 2, 6, 5, 5, 4, 2, 1])
    assert shots(events) == [("j_kongo", "a_wisconsin", 1, False, 3), ("j_yamato", "a_tennessee", 1, True, 2)]
    assert table.clause("allies", "fire", "a_tennessee", "j_akagi") == "8.6.3"
    table.act("allies", "fire", "a_tennessee", "j_kongo")
    assert table.clause("allies", "fire", "a_cruiser_1", "j_kongo") == "8.6.2"
    table.act("allies", "fire", "a_wisconsin", "j_yamato")
    assert table.ends("fire", "a_cruiser_1") == {"j_yamato", "j_kongo"}
    events = table.act("allies", "fire", "a_cruiser_1", "j_yamato", dice=[6, 5, 5, 2, 6, 6, 5, 5, 5, 4, 2, 2, 1])
    fired = shots(events)
    assert fired[0] == ("a_tennessee", "j_kongo", 1, False, 2)
    assert sum(shot[2] for shot in fired[1:]) == 2
    assert table.strength("j_yamato") == 2
    assert table.where("j_yamato") == "truk"
    homes = {"australia", "port_moresby", "guadalcanal", "new_hebrides"}
    assert (table.to_act, table.ends("go", "a_tennessee")) == ("allies", homes)
    assert table.clause("allies", "go", "a_wisconsin", "australia") == "8.1.6"
    assert table.clause("allies", "go", "a_tennessee", "samoa") == "8.1.6"
    table.act("allies", "go", "a_tennessee", "australia")
    assert (table.where("a_tennessee"), table.strength("a_tennessee")) == ("australia", 2)


@pytest.mark.clause("8.7.2", "8.7.4", "8.9.1", "8.9.4", "8.9.5", "8.9.6", "12.0.2")
def test_hf_05_japan_withdraws_under_pursuit() -> None:
    table = after_surface_round()
    table.act("allies", "go", "a_tennessee", "australia")
    table.act("allies", "stay")
    table.act("japan", "withdraw")
    assert (table.to_act, table.step) == ("allies", "pursuit")
    assert set(table.offered("pursue")) == {("pursue", "a_wisconsin", "j_kongo"), ("pursue", "a_intrepid", "j_akagi")}
    assert table.clause("allies", "pursue", "a_cruiser_1", "j_kongo") == "8.9.1"
    table.act("allies", "pursue", "a_wisconsin", "j_kongo")
    dice = [5, 1, 2, 3, 6, 2, 3, 4, 5, 6, 6, 2, 3, 1, 2, 3]
    events = table.act("allies", "pursue", "a_intrepid", "j_akagi", dice=dice)
    assert shots(events) == [
        ("a_intrepid", "j_akagi", 1, True, 2),
        ("a_wisconsin", "j_kongo", 1, False, 1),
        ("j_akagi", "a_intrepid", 2, False, 0),
        ("j_kongo", "a_wisconsin", 0, True, 3),
    ]
    assert (table.where("j_akagi"), table.where("j_kongo")) == ("truk", "truk")
    assert table.where("j_land_based_air_1") == "off_board"
    assert table.where("a_intrepid") == "lost_7"
    assert only(events, "sunk") == [{"unit": "a_intrepid"}]
    assert table.ends("go", "a_wisconsin") == {"australia", "port_moresby", "guadalcanal", "new_hebrides"}
    events = table.act("allies", "go", "a_wisconsin", "australia")
    assert only(events, "combat_ended") == [{"area": SEA, "contested": False}]


@pytest.mark.clause("8.6.2")
def test_8_6_2_once_each_ship_has_its_shooter_all_others_may_fire_at_one() -> None:
    fleet = ["a_tennessee", "a_wisconsin", "a_california", "a_cruiser_1"]
    table = RuleTester(turn=7, step="combat", units={SEA: ["j_yamato", "j_kongo", *fleet]})
    table.act("japan", "fire", "j_yamato", "a_tennessee")
    table.act("japan", "fire", "j_kongo", "a_wisconsin", dice=[2] * 9)
    table.act("allies", "fire", "a_tennessee", "j_yamato")
    assert table.clause("allies", "fire", "a_wisconsin", "j_yamato") == "8.6.2"
    table.act("allies", "fire", "a_wisconsin", "j_kongo")
    table.act("allies", "fire", "a_california", "j_yamato")
    assert table.ends("fire", "a_cruiser_1") == {"j_yamato", "j_kongo"}
    events = table.act("allies", "fire", "a_cruiser_1", "j_yamato", dice=[2] * 17)
    assert {shot[:2] for shot in shots(events)} == {
        ("a_tennessee", "j_yamato"),
        ("a_wisconsin", "j_kongo"),
        ("a_california", "j_yamato"),
        ("a_cruiser_1", "j_yamato"),
    }


@pytest.mark.clause("8.3.1")
def test_8_3_1_a_target_disabled_by_one_submarine_leaves_before_the_other_fires() -> None:
    fleet = ["j_submarine", "a_submarine", "j_kongo", "j_hiei", "a_intrepid", "a_idaho"]
    base_too = {"torpedoed_ships": "port_or_base"}
    table = RuleTester(options=base_too, turn=2, step="combat", units={SEA: fleet})
    table.act("japan", "fire", "j_submarine", "a_intrepid", dice=[1, 2])
    assert (table.to_act, table.step) == ("allies", "way_home")
    table.act("allies", "go", "a_intrepid", "australia")
    assert (table.to_act, table.step) == ("allies", "targeting")
    assert table.ends("fire", "a_submarine") == {"j_kongo", "j_hiei"}


WHY_NOT = [
    ("submarine", "j_kongo", "a_idaho", "8.3.1", "only the submarine fires in submarine combat, not Kongo"),
    (
        "submarine",
        "j_submarine",
        "a_submarine",
        "8.3.1",
        "a submarine fires only at ships, and Allied Submarine is not a ship",
    ),
    ("submarine", "j_submarine", "j_kongo", "8.1.2", "Kongo is not an enemy unit in this battle"),
    ("submarine", "a_submarine", "a_idaho", "8.1.2", "Allied Submarine is not one of your units in this battle"),
    ("air", "j_kongo", "a_idaho", "8.5.1", "Kongo cannot fire in air combat: only carriers and air units can"),
    ("air", "j_kaga", "a_idaho", "8.1.2", "Kaga is not one of your units in this battle"),
    ("air", "j_akagi", "a_submarine", "8.1.2", "Allied Submarine is not an enemy unit in this battle"),
    (
        *("surface", "j_akagi", "a_idaho", "8.6.1"),
        "Akagi cannot fire in surface combat: only battleships and cruiser groups can",
    ),
    (
        *("surface", "j_kongo", "a_land_based_air_1", "8.6.1"),
        "guns fire only at ships, and Allied Land Based Air 1 is an air unit",
    ),
    (
        *("surface", "j_kongo", "a_intrepid", "8.6.3"),
        "Intrepid cannot be a target while ships are left at its battle station",
    ),
]


@pytest.mark.parametrize(("way", "unit", "target", "clause", "message"), WHY_NOT)
def test_8_why_a_unit_may_not_fire_or_be_fired_at(way: str, unit: str, target: str, clause: str, message: str) -> None:
    fleets = ["j_kongo", "j_akagi", "j_land_based_air_1", "a_idaho", "a_maryland", "a_intrepid", "a_land_based_air_1"]
    submarines = ["j_submarine", "a_submarine"]
    under_water = way == "submarine"
    units = {SEA: [*fleets, *submarines] if under_water else fleets, "truk": ["j_kaga"]}
    table = RuleTester(turn=7, step="combat", units=units if under_water else {**units, "off_board": submarines})
    if not under_water:
        table.act("japan", way)
        table.act("allies", way)
    asked_by = {"submarine": "8.3.1", "air": "8.5.1", "surface": "8.6.1"}[way]
    assert (table.to_act, table.step, table.cited) == ("japan", "targeting", asked_by)
    assert table.clause("japan", "fire", unit, target) == clause
    assert table.message("japan", "fire", unit, target) == message


@pytest.mark.clause("8.1.6", "8.3.1")
@pytest.mark.parametrize(
    ("option", "homes"),
    [("port_or_base", {"guadalcanal", "lae"}), ("port", {"australia", "samoa"}), ("", {"australia", "samoa"})],
)
def test_8_3_1_where_a_ship_goes_that_a_submarine_disables(option: str, homes: set[str]) -> None:
    """From the Solomon Sea bases are nearer than ports; with any option, a ship disabled by gunfire goes to a base.

    By default, it goes to a port: 8.3 and 8.9.6 mean the same.
    """
    chosen = {"torpedoed_ships": option} if option else {}
    units = {"solomon_sea": ["j_submarine", "j_kongo", "a_idaho", "a_maryland"]}
    places = {"singapore": "japan"}
    table = RuleTester(options=chosen, turn=3, step="combat", units=units, places=places)
    table.act("japan", "fire", "j_submarine", "a_idaho", dice=[1, 2])
    assert (table.to_act, table.ends("go", "a_idaho")) == ("allies", homes)
    assert table.cited == ("8.1.6" if option == "port_or_base" else "8.3.1")
    state = table.match.state
    assert table.match.rules.load(state.dump()) == state
    assert read_position(table.now, table.match.rules) == state
    assert table.clause("allies", "go", "a_maryland", min(homes)) == table.cited
    assert table.clause("allies", "go", "a_idaho", "india") == table.cited
    table.act("allies", "go", "a_idaho", min(homes), dice=[1, 2, 3, 2, 2, 2, 2, 2])
    assert table.ends("go", "a_maryland") == {"guadalcanal", "lae"}


@pytest.mark.clause("8.3.1")
def test_8_3_1_without_a_port_a_torpedoed_ship_goes_to_a_base() -> None:
    option = {"torpedoed_ships": "port"}
    units = {"solomon_sea": ["a_submarine", "j_kongo", "j_hiei", "a_idaho"]}
    table = RuleTester(options=option, turn=3, step="combat", units=units, places=all_but("allies", "kwajalein"))
    table.act("allies", "fire", "a_submarine", "j_kongo", dice=[1, 2, *[2] * 7])
    assert table.where("j_kongo") == "kwajalein"
    table = RuleTester(options=option, turn=3, step="combat", units=units, places=all_but("allies"))
    events = table.act("allies", "fire", "a_submarine", "j_kongo", dice=[1, 2, *[2] * 7])
    assert only(events, "no_way_home") == [{"unit": "j_kongo", "reason": "torpedoed"}]


@pytest.mark.clause("8.6.3")
def test_8_6_3_without_a_battle_station_fire_need_not_be_spread() -> None:
    """Both battleships may fire at the same carrier even if no unit fires at a transport."""
    units = {SEA: ["j_akagi", "j_transport_1", "a_idaho", "a_maryland"]}
    table = RuleTester(turn=7, step="combat", units=units)
    table.act("japan", "surface")
    table.act("allies", "surface")
    table.act("allies", "fire", "a_idaho", "j_akagi")
    assert table.ends("fire", "a_maryland") == {"j_akagi", "j_transport_1"}


@pytest.mark.clause("8.3.2", "8.7.4", "8.8.6")
def test_8_7_4_transports_land_even_after_a_submarine_attack() -> None:
    units = {"solomon_sea": ["a_submarine", "j_transport_1"]}
    table = RuleTester(turn=7, step="repairs", units=units)
    table.act("japan", "done")
    table.act("allies", "done", dice=[2, 3])
    assert (table.to_act, table.step, table.where("a_submarine")) == ("japan", "land_step", "off_board")
    assert table.ends("land", "j_transport_1") == {"lae", "guadalcanal"}


@pytest.mark.clause("8.0.1", "8.0.2", "14.0.1")
def test_8_0_1_the_ships_of_a_task_force_fight_where_its_block_meets_the_enemy() -> None:
    units, force = {"task_force_1": ["j_nagato"], SEA: ["a_idaho"]}, {"task_force_1": {"from": "truk", "at": SEA}}
    table = RuleTester(options={"task_force_decoys": "on"}, turn=2, step="repairs", units=units, task_forces=force)
    table.act("japan", "done")
    events = table.act("allies", "done", dice=[2] * 9)
    assert [(e["force"], e["count"]) for e in only(events, "force_opened")] == [("task_force_1", 1)]
    assert [shot[:2] for shot in shots(events)] == [("j_nagato", "a_idaho"), ("a_idaho", "j_nagato")]
