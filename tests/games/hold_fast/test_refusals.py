"""Each condition of Hold Fast that a side may violate, refused with its own clause and reason."""

from typing import Any

import pytest

from tests.games.hold_fast.rule_tester import RuleTester, all_but, battle

TASK_FORCES = {"task_force_decoys": "on"}


def why(table: RuleTester, *action: str) -> str:
    """The reason why the deciding side may not make this choice."""
    assert table.clause(table.to_act, *action)
    refusal = table.match.why_not(table.to_act, action)
    assert refusal is not None
    return refusal.message


# -- 14.0.1 task forces --------------------------------------------------------------------------------------


def harbour(**more: Any) -> RuleTester:
    units = {"truk": ["j_akagi", "j_kaga"], "yokosuka": ["j_nagato"], "pearl_harbor": ["a_wasp"]}
    return RuleTester(options=TASK_FORCES, turn=2, units=units, **more)


def test_14_0_1_a_task_force_is_formed_once_and_at_home() -> None:
    table = harbour()
    assert why(table, "form", "task_force_1", "pearl_harbor") == "Pearl Harbor is not yours"
    table.act("japan", "form", "task_force_1", "truk")
    assert why(table, "form", "task_force_1", "yokosuka") == "Task Force 1 has already formed"
    assert why(table, "form", "task_force_1", "truk") == "Task Force 1 has already formed"


def test_14_0_1_ships_join_where_the_force_waits() -> None:
    table = harbour()
    assert why(table, "join", "j_akagi", "task_force_1") == "Task Force 1 is not waiting in a port or base"
    table.act("japan", "form", "task_force_1", "truk")
    assert why(table, "join", "j_nagato", "task_force_1") == "Nagato is not in the place where Task Force 1 forms"
    assert why(table, "join", "a_wasp", "task_force_1") == "Wasp is not in the place where Task Force 1 forms"
    table.act("japan", "sail", "task_force_1", "solomon_sea")
    assert why(table, "join", "j_akagi", "task_force_1") == "Task Force 1 is not waiting in a port or base"


def test_14_0_1_a_task_force_sails_once_and_as_far_as_a_ship() -> None:
    table = harbour()
    assert why(table, "sail", "task_force_1", "solomon_sea") == "Task Force 1 is not waiting in a port or base"
    table.act("japan", "form", "task_force_1", "truk")
    assert why(table, "sail", "task_force_1", "bay_of_bengal") == "Task Force 1 cannot reach the Bay of Bengal"
    table.act("japan", "sail", "task_force_1", "solomon_sea")
    assert why(table, "sail", "task_force_1", "marshall_islands") == "Task Force 1 is not waiting in a port or base"


def test_14_0_1_the_allies_have_no_task_forces() -> None:
    table = harbour()
    table.act("japan", "done")
    assert why(table, "form", "task_force_1", "pearl_harbor") == "task forces are an optional rule, for Japan only"
    assert why(table, "join", "a_wasp", "task_force_1") == "task forces are an optional rule, for Japan only"


def test_14_0_1_without_a_port_or_base_no_task_force_is_formed() -> None:
    table = RuleTester(options=TASK_FORCES, turn=5, places=all_but("allies"), units={"off_board": ["j_submarine"]})
    state = table.match.state
    assert table.offered() == [("done",)]
    assert all(len(group) for group in state.decisions()[0].choices.groups)


# -- 7.0 submarines and air -----------------------------------------------------------------------------------


def test_7_0_4_submarines_wait_until_all_ships_have_moved() -> None:
    table = RuleTester(turn=2, units={"off_board": ["j_submarine"], "truk": ["j_akagi"]})
    assert why(table, "submerge", "coral_sea") == "submarines are placed after all ships have moved"


def test_3_7_1_a_submarine_is_placed_once() -> None:
    units = {"off_board": ["j_submarine"], "truk": ["j_akagi"]}
    table = RuleTester(options={"submarine_placement": "with_own_moves"}, turn=2, units=units)
    table.act("japan", "submerge", "coral_sea")
    assert why(table, "submerge", "coral_sea") == "your submarine is not off board"


AIR = {"off_board": ["j_land_based_air_1", "a_land_based_air_1"], "coral_sea": ["j_land_based_air_2"]}


def test_7_0_5_air_units_enter_from_off_board_and_stay_near_places_of_their_side() -> None:
    table = RuleTester(turn=2, step="air", units=AIR)
    assert why(table, "deploy", "j_land_based_air_2", "japanese_islands").startswith(
        "Japanese Land Based Air 2 is not one of your"
    )
    assert why(table, "deploy", "a_land_based_air_1", "japanese_islands").startswith(
        "Allied Land Based Air 1 is not one of your"
    )
    assert (
        why(table, "deploy", "j_land_based_air_1", "coral_sea") == "you have no port or base in or beside the Coral Sea"
    )


def test_14_0_2_raids_are_an_option_and_have_the_range_of_air_units() -> None:
    plain = RuleTester(turn=2, step="air", units=AIR)
    assert (
        why(plain, "raid", "j_land_based_air_1", "singapore") == "air raids are an optional rule that is not used here"
    )
    table = RuleTester(options={"air_raid": "on"}, turn=2, step="air", units=AIR)
    assert table.ends("raid", "j_land_based_air_1") == {"singapore"}
    for port in ("pearl_harbor", "saigon"):
        assert "is not an enemy port beside an area" in why(table, "raid", "j_land_based_air_1", port)
    assert "is not one of your air units off board" in why(table, "raid", "j_land_based_air_2", "singapore")


def test_8_0_1_no_combat_where_only_one_side_is_present() -> None:
    units = {sea: [f"j_cruiser_{n}", f"a_cruiser_{n}"] for n, sea in ((1, "solomon_sea"), (2, "marshall_islands"))}
    table = RuleTester(turn=2, step="combat", units=units | {"coral_sea": ["j_nagato"]})
    assert table.ends("fight") == {"solomon_sea", "marshall_islands"}
    assert why(table, "fight", "coral_sea") == "no combat is left to fight in the Coral Sea"


# -- 8.8 land combat ------------------------------------------------------------------------------------------

SEA = "marshall_islands"


def test_8_8_1_transports_at_sea_land_once() -> None:
    units = {SEA: ["a_transport_1", "a_transport_2", "a_wasp"], "pearl_harbor": ["a_transport_3"]}
    table = RuleTester(options={"transports_at_sea_defend": "yes"}, turn=3, step="landings", units=units)
    for unit, name in (("a_wasp", "Wasp"), ("a_transport_3", "Marine Transport 3")):
        assert (
            why(table, "land", unit, "kwajalein")
            == f"{name} is not one of your transports at sea here, or already attacks"
        )
    assert why(table, "land", "a_transport_1", "lae").startswith("Lae is not an enemy base beside")
    assert why(table, "land", "a_transport_1", "truk").startswith("Truk is a port: ports are captured")
    assert why(table, "defend", "a_transport_1", "kwajalein").startswith("both sides choose their attackers")
    table.act("allies", "land", "a_transport_1", "kwajalein")
    assert why(table, "land", "a_transport_1", "maloelap").endswith("at sea here, or already attacks")


def test_8_8_3_only_adjacent_units_defend_a_base_under_attack() -> None:
    units = {SEA: ["a_transport_1", "j_transport_1", "j_nagato"], "truk": ["j_transport_2"]}
    frames = [
        {"procedure": "turn", "next": 10},
        {"procedure": "combat"},
        {"procedure": "battle", "area": SEA, "next": 9, "way": "surface", "withdraws": None},
        {"procedure": "land_step", "areas": [SEA], "stage": 1, "attacks": [], "defences": []},
    ]
    options = {"transports_at_sea_defend": "yes"}
    table = RuleTester(options=options, turn=3, battle=SEA, units=units, face_up=units[SEA], frames=frames)
    table.act("allies", "land", "a_transport_1", "kwajalein")
    assert table.to_act == "japan"
    assert table.offered("defend") == [("defend", "j_transport_1", "kwajalein")]
    for unit in ("j_transport_2", "j_nagato", "a_transport_1"):
        assert why(table, "defend", unit, "kwajalein").endswith("at sea here, or already attacks or defends")
    assert why(table, "defend", "j_transport_1", "maloelap").startswith(
        "Maloelap is not one of your bases under attack"
    )
    assert why(table, "land", "j_transport_1", "kwajalein").startswith("the attackers are already chosen")


def test_8_8_2_each_unit_aims_once_at_the_other_side() -> None:
    units = {SEA: ["a_transport_1", "a_transport_2"], "kwajalein": ["j_transport_1"]}
    table = RuleTester(turn=3, step="landings", units=units)
    table.act("allies", "land", "a_transport_1", "kwajalein")
    table.act("allies", "land", "a_transport_2", "kwajalein")
    table.act("allies", "aim", "a_transport_1", "garrison")
    again = table.match.why_not("allies", ("aim", "a_transport_1", "garrison"))
    wrong = table.match.why_not("allies", ("aim", "a_transport_2", "a_transport_1"))
    assert again is not None
    assert wrong is not None
    assert again.message != wrong.message
    assert table.offered() == [("aim", "a_transport_2", target) for target in ("j_transport_1", "garrison")]


# -- 8.9 pursuit ----------------------------------------------------------------------------------------------


def pursuit(*units: str) -> RuleTester:
    table = RuleTester(
        turn=3,
        battle="coral_sea",
        units={"coral_sea": list(units)},
        face_up=list(units),
        frames=battle("coral_sea", "surface", decides="allies"),
    )
    table.act("allies", "withdraw")
    return table


def test_8_9_1_like_pursues_like() -> None:
    table = pursuit("a_idaho", "a_maryland", "a_wasp", "a_transport_1", "j_kongo", "j_hiei", "j_cruiser_1")
    assert why(table, "pursue", "j_cruiser_1", "a_idaho") == "Idaho is not a withdrawing unit of a like type"
    assert why(table, "pursue", "j_kongo", "a_wasp") == "Wasp is not a withdrawing unit of a like type"
    assert why(table, "pursue", "a_idaho", "a_maryland") == "Idaho is not one of your units in this battle"
    assert why(table, "pursue", "j_kongo", "a_transport_1").startswith("Marine Transport 1 is covered by")
    table.act("japan", "pursue", "j_kongo", "a_idaho")
    assert why(table, "pursue", "j_kongo", "a_maryland") == "Kongo already has its target: each unit pursues once"
    assert (
        why(table, "pursue", "j_hiei", "a_idaho")
        == "Idaho already has a pursuer, and another unit of its type has none"
    )


def test_8_9_4_the_pursued_fire_back_at_their_pursuers() -> None:
    table = pursuit("a_idaho", "a_maryland", "j_kongo", "j_hiei", "j_haruna")
    table.act("japan", "pursue", "j_kongo", "a_idaho")
    table.act("japan", "pursue", "j_hiei", "a_maryland")
    table.act("japan", "pursue", "j_haruna", "a_idaho", dice=[2] * 9)
    assert why(table, "reply", "a_idaho", "j_hiei") == "Hiei did not pursue Idaho"
    assert why(table, "reply", "j_kongo", "a_idaho") == "Kongo was not pursued, or has already fired back"


# -- 8.1.6 and 12.0 returns ---------------------------------------------------------------------------------


ON_THE_WAY = (
    ("disabled", "coral_sea", "not one of your disabled ships", "not one of your closest ports and bases"),
    ("withdraws", "hawaiian_islands", "not one of your withdrawing ships", "not one of your closest ports"),
    ("evicted", "lae", "not one of your ships in the place that fell", "not one of your closest ports"),
)


@pytest.mark.parametrize(("reason", "spot", "who", "where"), ON_THE_WAY)
def test_which_units_have_to_leave_and_where_to(reason: str, spot: str, who: str, where: str) -> None:
    """8.1.6, 8.7.2, 8.9.6, 10.0.4 Each refusal cites the clause of the return; two places are equally near."""
    gone = ["a_idaho", "a_maryland"]
    frames = [
        {"procedure": "turn", "next": 10},
        {"procedure": "way_home", "side": "allies", "reason": reason, "spot": spot},
    ]
    places = {"lae": "japan", "pearl_harbor": "japan", "truk": "allies"}
    table = RuleTester(
        frames=frames,
        units={spot: gone, "india": ["a_wasp"]},
        face_up=gone if reason != "evicted" else [],
        disabled=gone if reason == "disabled" else [],
        places=places,
    )
    near = sorted(table.ends("go", "a_idaho"))
    assert len(near) > 1
    assert why(table, "go", "a_wasp", near[0]) == f"Wasp is {who}"
    assert why(table, "go", "a_idaho", "india") == f"India is {where}"
    table.act("allies", "go", "a_idaho", near[0])
    assert why(table, "go", "a_idaho", near[0]) == f"Idaho is {who}"


def test_12_0_1_ships_at_sea_come_back_within_three_areas() -> None:
    table = RuleTester(turn=2, step="come_back", units={"coral_sea": ["j_nagato", "j_ise"], "truk": ["j_akagi"]})
    assert why(table, "dock", "j_akagi", "truk") == "Akagi is not one of your ships at sea"
    assert why(table, "dock", "j_nagato", "pearl_harbor").startswith("Nagato cannot return to Pearl Harbor")
    table.act("japan", "dock", "j_nagato", "truk")
    assert why(table, "dock", "j_nagato", "truk") == "Nagato is not one of your ships at sea"


# -- 8.3 to 8.6 firing units and targets ------------------------------------------------------------------------


def test_8_5_1_which_units_fire_in_air_combat() -> None:
    table = RuleTester(turn=2, step="combat", units={"coral_sea": ["j_akagi", "j_kaga", "a_wasp", "a_hornet"]})
    assert why(table, "fire", "a_wasp", "a_hornet") == "Wasp is not one of your units in this battle"
    assert why(table, "fire", "j_akagi", "j_kaga") == "Kaga is not an enemy unit in this battle"
    table.act("japan", "fire", "j_akagi", "a_wasp")
    assert why(table, "fire", "j_akagi", "a_hornet") == "Akagi already has its target for this round"


def battle_of_kind(way: str, *units: str) -> RuleTester:
    """A battle in the Coral Sea in which both sides want the same combat."""
    table = RuleTester(turn=2, step="combat", units={"coral_sea": list(units)})
    table.act("japan", way)
    table.act("allies", way)
    assert table.step == "targeting"
    return table


def test_8_5_1_8_6_1_guns_and_carriers_have_their_own_rounds() -> None:
    fleet = ("j_akagi", "j_nagato", "j_mutsu", "a_wasp", "a_idaho", "a_maryland", "a_land_based_air_1")
    air, surface = battle_of_kind("air", *fleet), battle_of_kind("surface", *fleet)
    assert "cannot fire in air combat" in why(air, "fire", "j_nagato", "a_wasp")
    assert "cannot fire in surface combat" in why(surface, "fire", "j_akagi", "a_idaho")
    assert "is an air unit" in why(surface, "fire", "j_nagato", "a_land_based_air_1")
    assert "while ships are left at its battle station" in why(surface, "fire", "j_nagato", "a_wasp")


def test_8_3_1_a_submarine_fires_without_support_and_only_at_ships() -> None:
    units = {"coral_sea": ["j_submarine", "j_nagato", "a_wasp", "a_idaho", "a_land_based_air_1"]}
    table = RuleTester(turn=2, step="combat", units=units)
    assert why(table, "fire", "j_nagato", "a_idaho") == "only the submarine fires in submarine combat, not Nagato"
    assert "a submarine fires only at ships" in why(table, "fire", "j_submarine", "a_land_based_air_1")


def test_8_9_3_a_transport_cannot_fire_back() -> None:
    table = pursuit("a_transport_1", "a_wasp", "a_hornet", "j_kongo", "j_hiei", "j_akagi", "j_kaga", "j_soryu")
    table.act("japan", "pursue", "j_akagi", "a_wasp")
    table.act("japan", "pursue", "j_kaga", "a_hornet")
    table.act("japan", "pursue", "j_soryu", "a_wasp")
    table.act("japan", "pursue", "j_kongo", "a_transport_1")
    table.act("japan", "pursue", "j_hiei", "a_transport_1", dice=[2] * 17)
    assert why(table, "reply", "a_transport_1", "j_kongo") == "Marine Transport 1 is a transport and cannot fire back"
