"""HF-13, HF-14, HF-15 Returns, pursuit, and the return of ships at the end of a turn (8.1.6, 8.9, 12)."""

from typing import Any

import pytest

from tests.games.hold_fast.rule_tester import RuleTester, all_but, battle, only, shots

SHIP = {"japan": "j_nagato", "allies": "a_idaho"}
ROWS = [
    ("japan", "coral_sea", "port", "truk"),
    ("japan", "coral_sea", "port_or_base", "truk"),
    ("allies", "coral_sea", "port", "australia"),
    ("allies", "philippines_sea", "port", "singapore"),
    ("japan", "hawaiian_islands", "port_or_base", "truk kwajalein maloelap"),
    ("allies", "solomon_sea", "port_or_base", "lae guadalcanal"),
    ("japan", "bay_of_bengal", "port", "saigon"),
]


def leaving(side: str, area: str, kind: str, ships: list[str] | None = None, **fields: Any) -> RuleTester:
    """A ship that leaves a battle: disabled, for a port or base; or withdrawing, for a port."""
    reason = "withdraws" if kind == "port" else "disabled"
    units = ships or [SHIP[side]]
    frames = [
        {"procedure": "turn", "next": 10},
        {"procedure": "way_home", "side": side, "reason": reason, "spot": area},
    ]
    return RuleTester(frames=frames, units={area: units}, face_up=units, disabled=units, **fields)


@pytest.mark.clause("8.1.6", "8.9.6")
@pytest.mark.parametrize(("side", "area", "kind", "nearest"), ROWS)
def test_hf_13_the_nearest_place(side: str, area: str, kind: str, nearest: str) -> None:
    table = leaving(side, area, kind)
    places = set(nearest.split())
    if len(places) == 1:
        assert table.where(SHIP[side]) in places
    else:
        assert table.ends("go", SHIP[side]) == places
        table.act(side, "go", SHIP[side], min(places))
        assert table.where(SHIP[side]) == min(places)


@pytest.mark.clause("8.1.6")
def test_8_1_6_without_any_place_a_disabled_ship_is_lost() -> None:
    units = {"coral_sea": ["j_nagato", "a_idaho"], "solomon_sea": ["j_ise", "j_akagi", "a_maryland"]}
    table = RuleTester(step="combat", units=units, places=all_but("allies"))
    events = table.act("japan", "fight", "coral_sea", dice=[2, 2, 2, 2, 2, 1, 2, 3, 4])
    assert only(events, "no_way_home") == [{"unit": "j_nagato", "reason": "disabled"}]
    assert table.where("j_nagato") == "lost_1"


@pytest.mark.clause("8.9.6")
def test_8_9_6_without_a_port_the_nearest_base() -> None:
    table = leaving("japan", "coral_sea", "port", places=all_but("allies", "midway", "okinawa"))
    assert table.where("j_nagato") == "okinawa"
    table = withdrawing("japan", ["j_nagato", "a_lexington"], places=all_but("allies"))
    assert table.where("j_nagato") == "lost_3"


def withdrawing(side: str, units: list[str], way: str = "surface", **fields: Any) -> RuleTester:
    """A battle in the Coral Sea from which a side withdraws."""
    frames = battle("coral_sea", way, decides=side)
    table = RuleTester(turn=3, battle="coral_sea", units={"coral_sea": units}, face_up=units, frames=frames, **fields)
    table.act(side, "withdraw")
    return table


@pytest.mark.clause("8.9.1", "8.9.2", "8.9.4")
def test_hf_14_two_battleships_pursue_one_and_the_cruiser_escapes() -> None:
    table = withdrawing("allies", ["a_idaho", "a_cruiser_1", "j_kongo", "j_hiei"])
    assert set(table.offered("pursue")) == {("pursue", ship, "a_idaho") for ship in ("j_kongo", "j_hiei")}
    table.act("japan", "pursue", "j_kongo", "a_idaho")
    table.act("japan", "pursue", "j_hiei", "a_idaho", dice=[6, 2, 2, 2, 2, 6])
    assert (table.to_act, table.ends("reply", "a_idaho")) == ("allies", {"j_kongo", "j_hiei"})
    assert table.clause("allies", "reply", "a_cruiser_1", "j_kongo") == "8.9.4"
    not_pursued = "Allied Cruiser 1 was not pursued, or has already fired back"
    assert table.message("allies", "reply", "a_cruiser_1", "j_kongo") == not_pursued
    assert table.clause("allies", "reply", "a_idaho", "j_fuso") == "8.9.4"
    events = table.act("allies", "reply", "a_idaho", "j_hiei", dice=[6, 6, 6, 1])
    assert shots(events) == [("a_idaho", "j_hiei", 3, True, 0)]
    assert table.where("j_hiei") == "lost_3"
    assert (table.where("a_idaho"), table.strength("a_idaho")) == ("australia", 2)


@pytest.mark.clause("8.9.2")
def test_hf_14_each_pursuer_a_different_target() -> None:
    table = withdrawing("allies", ["a_idaho", "a_maryland", "j_kongo", "j_hiei"])
    table.act("japan", "pursue", "j_kongo", "a_idaho")
    assert table.offered("pursue") == [("pursue", "j_hiei", "a_maryland")]
    assert table.clause("japan", "pursue", "j_hiei", "a_idaho") == "8.9.2"


@pytest.mark.clause("8.9.3")
def test_hf_14_transports_are_safe_behind_gun_ships() -> None:
    table = withdrawing("allies", ["a_idaho", "a_transport_1", "j_kongo"])
    assert table.offered("pursue") == [("pursue", "j_kongo", "a_idaho")]
    assert table.clause("japan", "pursue", "j_kongo", "a_transport_1") == "8.9.3"


@pytest.mark.clause("8.9.3", "8.9.5")
def test_hf_14_transports_without_escort_are_pursued_by_guns_and_cannot_fire_back() -> None:
    table = withdrawing("allies", ["a_transport_1", "j_kongo", "j_akagi"])
    assert table.offered("pursue") == [("pursue", "j_kongo", "a_transport_1")]
    events = table.act("japan", "pursue", "j_kongo", "a_transport_1", dice=[6, 1, 3])
    assert shots(events) == [("j_kongo", "a_transport_1", 1, True, 3)]
    assert table.where("a_transport_1") == "australia"
    assert only(events, "disabled_home") == []


@pytest.mark.clause("8.7.2", "8.9.1")
def test_8_7_2_air_units_withdraw_off_board_pursued_by_air() -> None:
    table = withdrawing("japan", ["j_land_based_air_1", "a_land_based_air_1", "a_idaho"], "air")
    assert table.offered("pursue") == [("pursue", "a_land_based_air_1", "j_land_based_air_1")]
    events = table.act("allies", "pursue", "a_land_based_air_1", "j_land_based_air_1", dice=[6, 6, 2, 2, 2])
    assert table.strength("j_land_based_air_1") == 1
    assert table.where("j_land_based_air_1") == "off_board"
    assert only(events, "combat_ended")


@pytest.mark.clause("8.9.5", "8.1.6")
def test_8_9_5_a_disabled_pursuer_leaves() -> None:
    table = withdrawing("allies", ["a_idaho", "j_kongo", "j_mutsu", "j_akagi"])
    table.act("japan", "pursue", "j_kongo", "a_idaho")
    assert table.step == "pursuit"
    table.act("japan", "done", dice=[2, 2, 2, 1, 2, 2, 2])
    assert (table.where("j_kongo"), table.where("j_mutsu")) == ("truk", "coral_sea")


HOMES = {"singapore", "philippines", "lae", "midway", "pearl_harbor"}


@pytest.mark.clause("4.1.8", "12.0.1")
def test_hf_15_ships_return_within_three_areas_whatever_their_control() -> None:
    table = RuleTester(step="come_back", units={"japanese_islands": ["a_idaho"]})
    assert (table.to_act, table.step) == ("allies", "come_back")
    places = table.ends("dock", "a_idaho")
    assert places >= HOMES
    assert places == set(table.now["places"]) - {
        place for place, owner in table.now["places"].items() if owner == "japan"
    }
    assert table.clause("allies", "dock", "a_idaho", "truk") == "12.0.1"


@pytest.mark.clause("12.0.1")
def test_12_0_1_the_nearest_port_if_none_is_in_reach() -> None:
    places = all_but("japan", "india", "andaman_islands")
    table = RuleTester(step="come_back", places=places, units={"north_pacific_ocean": ["a_idaho", "a_maryland"]})
    assert table.ends("dock", "a_idaho") == {"india", "andaman_islands"}
    table = RuleTester(turn=2, step="repairs", places=all_but("japan"), units={"bay_of_bengal": ["a_idaho"]})
    table.finish("repairs", "land_step", "come_back")
    assert table.where("a_idaho") in ("lost_2", "andaman_islands")


@pytest.mark.clause("12.0.2")
def test_12_0_2_air_and_submarines_go_off_board_with_their_strength() -> None:
    units = {"coral_sea": ["j_land_based_air_1", "j_submarine"], "truk": ["j_nagato"]}
    table = RuleTester(turn=2, step="repairs", units=units, strength={"j_land_based_air_1": 2}, spent={"japan": 7})
    table.finish("repairs", "land_step", "moves")
    assert (table.where("j_land_based_air_1"), table.where("j_submarine")) == ("off_board", "off_board")
    assert table.strength("j_land_based_air_1") == 2


@pytest.mark.clause("8.9.1", "8.9.3", "8.9.4")
def test_8_9_why_a_unit_may_not_pursue_or_fire_back() -> None:
    table = withdrawing("allies", ["a_lexington", "a_saratoga", "a_transport_1", "j_kongo", "j_akagi", "j_kaga"])
    assert table.clause("japan", "pursue", "a_lexington", "a_saratoga") == "8.9.1"
    assert (
        table.message("japan", "pursue", "a_lexington", "a_saratoga")
        == "Lexington is not one of your units in this battle"
    )
    like = "Lexington is not a withdrawing unit of a like type"
    assert table.message("japan", "pursue", "j_kongo", "a_lexington") == like
    table.act("japan", "pursue", "j_akagi", "a_lexington")
    assert table.clause("japan", "pursue", "j_akagi", "a_saratoga") == "8.9.1"
    assert (
        table.message("japan", "pursue", "j_akagi", "a_saratoga")
        == "Akagi already has its target: each unit pursues once"
    )
    table = withdrawing("allies", ["a_lexington", "a_transport_1", "j_kongo", "j_akagi", "j_kaga"])
    table.act("japan", "pursue", "j_kongo", "a_transport_1")
    table.act("japan", "pursue", "j_akagi", "a_lexington")
    table.act("japan", "pursue", "j_kaga", "a_lexington", dice=[2] * 11)
    assert (table.to_act, table.step) == ("allies", "return_fire")
    assert table.clause("allies", "reply", "a_transport_1", "j_kongo") == "8.9.3"
    back = "Allied Transport 1 is a transport and cannot fire back"
    assert table.message("allies", "reply", "a_transport_1", "j_kongo").replace("Marine", "Allied") == back


@pytest.mark.clause("6.0.1", "8.1.6", "8.7.2", "8.9.6", "10.0.4")
@pytest.mark.parametrize(
    ("reason", "spot", "ships", "places"),
    [
        ("disabled", "central_pacific_ocean", "8.1.6", "8.1.6"),
        ("withdraws", "central_pacific_ocean", "8.7.2", "8.9.6"),
        ("evicted", "midway", "10.0.4", "10.0.4"),
        ("arrives", "pearl_harbor", "6.0.1", "6.0.1"),
    ],
)
def test_8_1_6_a_way_home_is_refused_by_the_clause_of_its_reason(
    reason: str, spot: str, ships: str, places: str
) -> None:
    side, ship, place = ("allies", "a_enterprise", "due_1") if reason == "arrives" else ("japan", "j_nagato", spot)
    fields: dict[str, Any] = {"units": {place: [ship], "australia": ["a_idaho"]}}
    if reason == "arrives":
        fields["places"] = all_but("allies", "pearl_harbor", "yokosuka")
    if reason == "disabled":
        fields |= {"face_up": [ship], "disabled": [ship]}
    frames = [
        {"procedure": "turn", "next": 2},
        {"procedure": "way_home", "side": side, "reason": reason, "spot": spot},
    ]
    table = RuleTester(frames=frames, **fields)
    homes = table.ends("go", ship)
    assert (len(homes) > 1, table.cited) == (True, places)
    assert table.clause(side, "go", "a_idaho", min(homes)) == ships
    assert table.clause(side, "go", ship, "attu") == places


@pytest.mark.clause("4.1.8")
def test_4_1_8_japans_ships_come_back_before_the_allied_ones() -> None:
    table = RuleTester(turn=2, step="repairs", units={"marshall_islands": ["j_nagato"], "coral_sea": ["a_idaho"]})
    table.finish("repairs", "land_step")
    assert (table.to_act, table.step) == ("japan", "come_back")
    table.act("japan", "dock", "j_nagato", "truk")
    assert (table.to_act, table.step) == ("allies", "come_back")
