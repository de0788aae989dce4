"""AAP-C11 to C29: movement by land, sea and air."""

from typing import Any

import pytest

from tests.games.axis_allies_pacific.rule_tester import Places, Position, RuleTester, changed_units, only, printed


def position(active: str = "japan", step: str = "combat_moves", **fields: Any) -> Position:
    """The printed set-up in a phase of a side's turn."""
    return {**printed(), "active": active, "pool": 0, "step": step, **fields}


def bare(active: str, step: str = "combat_moves", /, **units: Places) -> Position:
    """An empty board with a few units."""
    return {"active": active, "step": step, "units": units}


def test_c11_a_tank_blitzes_through_an_empty_territory() -> None:
    """7.2.2, 7.2.3, 7.1.2"""
    table = RuleTester(**changed_units(position(), china={"anhwe": {}}))
    table.move("japan", "manchuria", "infantry", "suiyuan")
    table.move("japan", "manchuria", "artillery", "suiyuan")
    table.move("japan", "manchuria", "tank", "anhwe")
    assert table.now["entered"] == ["anhwe"]
    table.move("japan", "anhwe", "tank", "suiyuan", verb="go_on")
    assert table.at("suiyuan")["japan"] == {"infantry": 1, "artillery": 1, "tank": 1}
    events = table.act("japan", "done", dice=[6, 6, 6, 6, 6])
    assert [(e["piece"], e["factor"]) for e in only(events, "fired")] == [
        *(("infantry", 2), ("artillery", 2), ("tank", 3), ("infantry", 2)),
    ]


def test_c12_a_defended_territory_stops_the_tank() -> None:
    """7.2.2"""
    table = RuleTester(**position())
    assert "suiyuan" in table.goals("japan", "manchuria", "tank")
    table.move("japan", "manchuria", "tank", "anhwe")
    assert ("go_on", "anhwe", "tank") not in table.offered()
    assert table.now["entered"] == []


def test_c13_a_fighter_from_an_air_base_and_back() -> None:
    """7.5.1, 7.4.2"""
    units = {"japan": {"new_britain": {"fighter": 1, "infantry": 1}}, "uk": {"gilbert": {"infantry": 1}}}
    table = RuleTester(**bare("japan", **units), control={"new_britain": "japan"})
    events = table.fly("japan", "new_britain", "fighter", "gilbert")
    assert only(events, "flown")[0]["left"] == 2
    table.act("japan", "done", dice=[6, 6])
    table.act("japan", "break_off")
    assert ("land", "gilbert", "fighter_escort_2", "new_britain", "1") in table.offered("land") or not table.offered(
        "land"
    )


@pytest.mark.parametrize(
    ("start", "to", "holder", "legal"),
    [
        ("united_states", "new_britain", "australia", True),
        ("united_states", "midway", "usa", True),
        ("midway", "united_states", "usa", True),
        ("midway", "canada", "australia", False),
    ],
    ids=["C14 both ends", "C15 at the start", "C16 at the end", "no base"],
)
def test_c14_to_c16_bases_lengthen_a_flight(start: str, to: str, holder: str, legal: bool) -> None:
    """7.5.1"""
    units = {"usa": {start: {"fighter": 1, "infantry": 1}}}
    table = RuleTester(**bare("usa", "regroup", **units))
    assert (to in table.goals("usa", start, "fighter")) == legal


def test_c17_an_enemy_base_gives_no_bonus() -> None:
    """7.5.2"""
    units = {"usa": {"sz27": {"fighter": 1, "carrier": 1}}, "japan": {"caroline": {"infantry": 1}}}
    table = RuleTester(**bare("usa", **units))
    events = table.fly("usa", "sz27", "fighter", "caroline")
    assert only(events, "flown")[0]["left"] == 2


def fleet(step: str, **more: Any) -> RuleTester:
    """US ships in sz5, with no other ships at sea."""
    return RuleTester(**bare("usa", step, usa={"sz5": {"destroyer": 2}}), **more)


def test_c18_naval_bases_extend_moves_in_phase_6_only() -> None:
    """10.3, 7.9"""
    assert "sz20" not in fleet("combat_moves").goals("usa", "sz5", "destroyer")
    goals = fleet("regroup").goals("usa", "sz5", "destroyer")
    assert {"sz20", "sz14"} <= goals
    assert not {"sz13", "sz17", "sz22"} & goals


def test_c19_a_move_may_be_made_in_parts() -> None:
    """10.3"""
    table = fleet("regroup")
    table.move("usa", "sz5", "destroyer", "sz7", 2)
    assert "sz20" in table.goals("usa", "sz7", "destroyer", "go_on")
    table.move("usa", "sz7", "destroyer", "sz20", 1, verb="go_on")
    assert table.at("sz20") == {"usa": {"destroyer": 1}}
    other = fleet("regroup")
    other.move("usa", "sz5", "destroyer", "sz4", 2)
    goals = other.goals("usa", "sz4", "destroyer", "go_on")
    assert "sz14" in goals
    assert "sz13" not in goals


def test_c20_a_surface_ship_stops_at_an_enemy_transport() -> None:
    """7.3.2"""
    units = {"japan": {"sz20": {"destroyer": 1}}, "usa": {"sz19": {"transport": 1}}}
    table = RuleTester(**bare("japan", **units))
    assert "sz19" in table.goals("japan", "sz20", "destroyer")
    table.move("japan", "sz20", "destroyer", "sz19")
    assert not table.offered("go_on")


@pytest.mark.parametrize(
    ("enemy", "option", "passes"),
    [
        ("carrier", "destroyer_stops", True),
        ("destroyer", "destroyer_stops", False),
        ("carrier", "any_enemy_stops", False),
        ("destroyer", "free", True),
    ],
)
def test_c21_submarines_pass_all_but_destroyers(enemy: str, option: str, passes: bool) -> None:
    """7.3.3"""
    units = {"japan": {"sz6": {"submarine": 1}}, "usa": {"sz5": {enemy: 1}}}
    table = RuleTester(options={"sub_pass": option}, **bare("japan", **units))
    table.move("japan", "sz6", "submarine", "sz5")
    assert bool(table.offered("go_on")) is passes


def test_c22_a_transport_among_enemies_leaves_before_it_loads() -> None:
    """7.3.4, 7.7.4, 7.7.5"""
    units = {
        "usa": {"sz9": {"transport": 1}, "hawaiian": {"infantry": 2}, "midway": {"infantry": 1}},
        "japan": {"sz9": {"submarine": 1}},
    }
    table = RuleTester(**bare("usa", **units))
    assert not table.offered("load")
    table.move("usa", "sz9", "transport", "sz20")
    assert {action[3] for action in table.offered("load")} == {"midway"}
    events = table.act("usa", "done")
    assert not only(events, "battle_opened")
    assert table.step == "regroup"
    table.act("usa", "load", "sz20", "transport", "midway", "infantry")
    assert ("unload", "sz20", "transport_infantry", "midway", "infantry") in table.offered("unload")


@pytest.mark.parametrize(
    ("load", "legal"),
    [
        (("infantry", "infantry"), True),
        (("infantry", "artillery"), True),
        (("marine", "artillery"), True),
        (("artillery", "artillery"), True),
        (("tank",), True),
        (("aa_gun",), True),
        (("tank", "infantry"), False),
        (("infantry", "infantry", "infantry"), False),
        (("aa_gun", "infantry"), False),
    ],
)
def test_c23_what_a_transport_carries(load: tuple[str, ...], legal: bool) -> None:
    """7.7.1"""
    ground = {"infantry": 3, "marine": 1, "artillery": 2, "tank": 1, "aa_gun": 1}
    table = RuleTester(**bare("usa", "regroup", usa={"sz9": {"transport": 1}, "hawaiian": ground}))
    ship = "transport"
    for unit in load[:-1]:
        table.act("usa", "load", "sz9", ship, "hawaiian", unit)
        ship += f"_{unit}"
    assert (table.clause("usa", "load", "sz9", ship, "hawaiian", load[-1]) is None) == legal


def test_c23_optional_readings_of_the_load() -> None:
    """7.7.1"""
    ground = {"infantry": 3, "tank": 1, "aa_gun": 1}
    for option, unit in (("aa_as_light", "aa_gun"), ("tank_and_light", "tank")):
        position = bare("usa", "regroup", usa={"sz9": {"transport_infantry": 1}, "hawaiian": ground})
        table = RuleTester(options={"transport_load": option}, **position)
        assert table.clause("usa", "load", "sz9", "transport_infantry", "hawaiian", unit) is None


def test_c24_a_transport_unloads_in_one_territory() -> None:
    """7.7.3"""
    units = {"japan": {"sz45": {"transport_infantry_infantry": 1}}, "uk": {"hong_kong": {"infantry": 1}}}
    table = RuleTester(**bare("japan", **units))
    table.act("japan", "assault", "sz45", "transport_infantry_infantry", "hong_kong", "infantry")
    assert not table.offered("assault")
    assert table.now["landing"] == {"hong_kong_from_sz45": {"transport_infantry_infantry_lands_infantry": 1}}


def test_c25_a_japanese_destroyer_carries_one_infantry() -> None:
    """7.8.1"""
    table = RuleTester(**position("japan", "regroup"))
    table.act("japan", "load", "sz24", "destroyer", "bonin", "infantry")
    assert table.at("bonin")["japan"] == {"infantry": 1}
    assert table.at("sz24")["japan"] == {"destroyer_infantry": 1}
    assert table.clause("japan", "load", "sz24", "destroyer_infantry", "bonin", "infantry") is not None
    other = RuleTester(
        **bare("usa", "regroup", usa={"sz9": {"destroyer": 1, "transport": 1}, "hawaiian": {"infantry": 2}})
    )
    assert {action[2] for action in other.offered("load")} == {"transport"}


def test_c26_chinese_infantry_never_board() -> None:
    """7.7.7"""
    units = {"usa": {"sz37": {"transport": 1}}, "china": {"kiangsi": {"infantry": 1}}}
    assert not RuleTester(**bare("usa", **units)).offered("load")


def test_c27_no_flight_without_a_place_to_land() -> None:
    """7.4.2"""
    far = {"usa": {"midway": {"fighter": 1}}, "japan": {"sz24": {"destroyer": 1}}}
    lone = RuleTester(**bare("usa", **far))
    assert lone.why_not_go("usa", "midway", "fighter", "sz24") == "7.4.2"
    far["usa"]["sz20"] = {"carrier": 1}
    assert lone.match is not None
    helped = RuleTester(**bare("usa", **far))
    assert helped.why_not_go("usa", "midway", "fighter", "sz24") is None
    fights = {
        "usa": {"midway": {"fighter": 1}, "sz20": {"carrier": 1}},
        "japan": {"sz24": {"destroyer": 1}, "sz22": {"transport": 1}},
    }
    risky = RuleTester(**bare("usa", **fights))
    risky.move("usa", "sz20", "carrier", "sz22")
    assert risky.why_not_go("usa", "midway", "fighter", "sz24") is None


def test_c28_no_landing_in_a_territory_taken_this_turn() -> None:
    """7.4.4"""
    units = {"japan": {"sz9": {"fighter": 1, "carrier": 1}, "midway": {"infantry": 1}}}
    table = RuleTester(**bare("japan", "regroup", **units), control={"midway": "japan"}, taken=["midway"])
    assert "midway" not in table.goals("japan", "sz9", "fighter")
    free = RuleTester(**bare("japan", "regroup", **units), control={"midway": "japan"})
    assert "midway" in free.goals("japan", "sz9", "fighter")


def test_c29_the_attack_on_pearl_harbor() -> None:
    """7.4.1, 7.4.2, 7.5.1"""
    table = RuleTester(**position())
    table.fly("japan", "sz20", "fighter", "sz9", 6)
    table.fly("japan", "caroline", "fighter", "sz9", 2)
    table.move("japan", "sz18", "submarine", "sz9")
    table.move("japan", "sz20", "submarine", "sz9")
    table.move("japan", "sz20", "carrier", "sz9", 3)
    assert table.at("sz9")["japan"] == {"fighter": 8, "submarine": 2, "carrier": 3}
    flying = table.now["flying"]["own"]["sz9"]
    assert flying == {"fighter_attack_1": 2, "fighter_attack_3": 6}
