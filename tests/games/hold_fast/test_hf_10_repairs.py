"""HF-10, HF-11 Repairs, and returning losses (5.0, 3.2.2, 3.4.3, 3.6.2)."""

from typing import Any

import pytest

from tests.games.hold_fast.rule_tester import RuleTester, kinds, only

ROWS = [
    ("pearl_harbor", "a_maryland", 1, 15, 4),
    ("samoa", "a_maryland", 1, 15, 2),
    ("pearl_harbor", "a_maryland", 1, 2, 3),
    ("yokosuka", "j_nagato", 1, 7, 4),
    ("truk", "j_kongo", 2, 7, 3),
    ("guadalcanal", "a_maryland", 1, 7, 1),
]


def shipyard(place: str, ship: str, strength: int, points: int) -> RuleTester:
    total = 15 if ship.startswith("a_") else 7
    side = "allies" if ship.startswith("a_") else "japan"
    units, spent = {place: [ship]}, {side: total - points}
    table = RuleTester(turn=7, step="repairs", strength={ship: strength}, units=units, spent=spent)
    if side == "allies":
        table.act("japan", "done")
    return table


@pytest.mark.clause("4.1.5", "5.0.1", "5.0.2", "5.0.3", "7.1.2")
@pytest.mark.parametrize(("place", "ship", "strength", "points", "after"), ROWS)
def test_hf_10_repairs(place: str, ship: str, strength: int, points: int, after: int) -> None:
    table = shipyard(place, ship, strength, points)
    side = table.to_act
    while table.to_act == side and table.offered("repair"):
        table.act(side, "repair", ship)
    if table.step == "repairs":
        allowed = {"samoa": "5.0.3", "truk": "5.0.3"}.get(place, "7.1.2")
        assert table.clause(side, "repair", ship) == allowed
        table.act(side, "done")
    assert table.strength(ship) == after


def test_5_0_2_no_more_points_than_the_turn_gives() -> None:
    table = shipyard("pearl_harbor", "a_maryland", 1, 2)
    table.act("allies", "repair", "a_maryland")
    events = table.act("allies", "repair", "a_maryland")
    assert only(events, "repaired")[0]["strength"] == 3
    assert table.step != "repairs"


@pytest.mark.clause("5.0.4")
def test_5_0_4_air_off_board_is_repaired_without_a_port() -> None:
    units = {"off_board": ["j_land_based_air_1"], "coral_sea": ["j_land_based_air_2"]}
    hurt = {"j_land_based_air_1": 1, "j_land_based_air_2": 1}
    table = RuleTester(step="repairs", strength=hurt, units=units)
    assert table.ends("repair") == {"j_land_based_air_1"}
    assert table.clause("japan", "repair", "j_land_based_air_2") == "7.1.2"
    table.act("japan", "repair", "j_land_based_air_1")
    table.act("japan", "repair", "j_land_based_air_1")
    assert table.strength("j_land_based_air_1") == 3


def test_5_0_3_the_others_see_a_point_spent_and_no_more() -> None:
    table = RuleTester(step="repairs", strength={"j_nagato": 1}, units={"yokosuka": ["j_nagato", "j_mutsu"]})
    outcome = table.match.submit("japan", ("repair", "j_nagato"))
    assert outcome.visible("allies")["events"] == [{"event": "repaired", "side": "japan"}]
    assert outcome.visible("japan")["events"][0]["unit"] == "j_nagato"


LOST = ["j_cruiser_1", "j_land_based_air_1", "j_transport_1", "j_nagato", "j_akagi"]


@pytest.mark.clause("3.2.2", "3.4.3", "3.6.2", "8.1.5")
def test_hf_11_two_turns_later() -> None:
    table = RuleTester(turn=4, step="returns", units={"lost_3": LOST})
    assert (table.to_act, table.step) == ("japan", "moves")
    table = RuleTester(turn=5, step="returns", units={"lost_3": LOST})
    assert (table.to_act, table.step) == ("japan", "transports")
    assert set(table.offered()) == {("return", "j_transport_1", port) for port in ("yokosuka", "truk", "saigon")}
    assert table.clause("japan", "return", "j_transport_1", "okinawa") == "3.4.3"
    for other in ("j_nagato", "j_cruiser_1", "j_transport_2", "a_transport_1"):
        assert table.clause("japan", "return", other, "truk") == "3.4.3"
    table.act("japan", "return", "j_transport_1", "truk")
    assert (table.where("j_transport_1"), table.strength("j_transport_1")) == ("truk", 3)
    assert set(table.ends("rebuild", "j_cruiser_1")) == {"yokosuka", "truk", "saigon"}
    assert table.clause("japan", "rebuild", "j_nagato", "truk") == "3.2.2"
    assert table.clause("japan", "rebuild", "j_cruiser_1", "okinawa") == "3.2.2"
    assert table.message("japan", "rebuild", "j_cruiser_1", "okinawa") == "Okinawa is not one of your ports"
    assert table.clause("japan", "refit", "j_akagi") == "3.6.2"
    table.act("japan", "rebuild", "j_cruiser_1", "saigon")
    table.act("japan", "refit", "j_land_based_air_1")
    assert (table.where("j_cruiser_1"), table.strength("j_cruiser_1")) == ("saigon", 1)
    assert (table.where("j_land_based_air_1"), table.strength("j_land_based_air_1")) == ("off_board", 1)
    assert table.now["spent"]["japan"] == 2
    assert table.step == "moves"


@pytest.mark.clause("3.2.2")
def test_hf_11_lost_on_turn_7_is_lost_for_good() -> None:
    table = RuleTester(turn=8, step="returns", units={"lost_7": LOST})
    assert table.step == "moves"


@pytest.mark.clause("3.4.3")
def test_3_4_3_without_a_port_a_transport_waits() -> None:
    ports = dict.fromkeys(("yokosuka", "truk", "saigon"), "allies")
    table = RuleTester(turn=5, step="returns", places=ports, units={"lost_3": ["j_transport_1", "j_cruiser_1"]})
    assert table.step == "moves"
    assert table.where("j_transport_1") == "lost_3"


def test_5_0_2_returns_and_repairs_share_the_points() -> None:
    units = {"lost_1": ["a_cruiser_1", "a_cruiser_2"], "pearl_harbor": ["a_idaho"]}
    table = RuleTester(turn=3, step="returns", spent={"allies": 6}, units=units, strength={"a_idaho": 1})
    events = table.act("allies", "rebuild", "a_cruiser_1", "samoa")
    assert "rebuilt" in kinds(events)
    assert table.step == "moves"
    table.finish("moves", "air")
    assert table.to_act == "japan"
    table.act("japan", "done")
    assert table.step != "repairs"


@pytest.mark.clause("14.0.2")
def test_14_0_2_air_raids_lower_what_a_port_repairs() -> None:
    raid = {"air_raid": "on"}
    units = {"off_board": ["j_land_based_air_1", "j_land_based_air_2"], "pearl_harbor": ["a_idaho"]}
    table = RuleTester(
        options=raid, turn=7, step="air", units=units, strength={"a_idaho": 1}, places={"midway": "japan"}
    )
    assert table.ends("raid") == {"singapore"}
    assert table.clause("japan", "raid", "j_land_based_air_1", "samoa") == "14.0.2"
    fields: dict[str, Any] = {"turn": 7, "step": "air", "units": units, "strength": {"a_idaho": 1}}
    table = RuleTester(options=raid, places={"johnston_island": "japan"}, **fields)
    assert table.ends("raid") == {"pearl_harbor", "singapore"}
    table.act("japan", "raid", "j_land_based_air_1", "pearl_harbor")
    events = table.act("japan", "raid", "j_land_based_air_2", "singapore", dice=[4, 5, 6, 4, 4, 3])
    assert [(e["port"], e["hits"]) for e in only(events, "raided")] == [("pearl_harbor", 3), ("singapore", 2)]
    assert table.now["raided"] == {"pearl_harbor": 3, "singapore": 1}
    table.finish("repairs", "land_step")
    assert table.now["raided"] == {}
    assert table.where("j_land_based_air_1") == "off_board"
    table = RuleTester(turn=7, step="air", units=units)
    assert table.clause("japan", "raid", "j_land_based_air_1", "singapore") == "14.0.2"


@pytest.mark.clause("4.1.5")
def test_4_1_5_japan_repairs_before_the_allies() -> None:
    units = {"yokosuka": ["j_nagato"], "pearl_harbor": ["a_idaho"]}
    table = RuleTester(turn=7, step="repairs", units=units, strength={"j_nagato": 1, "a_idaho": 1})
    assert (table.to_act, table.ends("repair")) == ("japan", {"j_nagato"})
    table.act("japan", "done")
    assert (table.to_act, table.ends("repair")) == ("allies", {"a_idaho"})


@pytest.mark.clause("5.0.3")
def test_5_0_3_the_repairs_of_a_port_are_counted_per_turn() -> None:
    units, hurt = {"truk": ["j_nagato", "j_mutsu"]}, {"j_nagato": 1, "j_mutsu": 1}
    table = RuleTester(turn=2, step="repairs", units=units, strength=hurt)
    table.act("japan", "repair", "j_nagato")
    assert table.clause("japan", "repair", "j_mutsu") == "5.0.3"
    table.finish("repairs", "land_step")
    table.finish("moves", "submarine", "air")
    assert (table.now["turn"], table.step, table.ends("repair")) == (3, "repairs", {"j_nagato", "j_mutsu"})


@pytest.mark.clause("5.0.3", "14.0.2")
def test_14_0_2_a_raided_port_repairs_less() -> None:
    fields: dict[str, Any] = {"step": "repairs", "units": {"truk": ["j_nagato"], "yokosuka": ["j_mutsu"]}}
    hurt = {"j_nagato": 1, "j_mutsu": 1}
    table = RuleTester(options={"air_raid": "on"}, turn=2, raided={"truk": 1, "yokosuka": 4}, strength=hurt, **fields)
    assert table.clause("japan", "repair", "j_nagato") == "5.0.3"
    table.act("japan", "repair", "j_mutsu")
    assert table.clause("japan", "repair", "j_mutsu") == "5.0.3"


@pytest.mark.clause("5.0.2")
def test_5_0_2_points_are_counted_per_turn() -> None:
    fields: dict[str, Any] = {"spent": {"japan": 7, "allies": 5}, "strength": {"j_nagato": 1}}
    table = RuleTester(turn=2, step="repairs", units={"truk": ["j_nagato"]}, **fields)
    table.finish("land_step", "moves", "submarine", "air")
    assert (table.now["turn"], table.to_act, table.ends("repair")) == (3, "japan", {"j_nagato"})


@pytest.mark.clause("4.1.1", "3.2.2")
def test_4_1_1_japan_brings_back_its_lost_units_before_the_allies() -> None:
    table = RuleTester(turn=5, step="returns", units={"lost_3": ["j_cruiser_1", "a_cruiser_1"]})
    assert (table.to_act, table.step) == ("japan", "rebuilding")
    table.act("japan", "done")
    assert (table.to_act, table.step) == ("allies", "rebuilding")
