"""Special cases of movement, harbors, the first turn and the tournament options, each by its clause."""

import pytest

from ironbottom.games.victory_in_the_pacific.text import text
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, flags, kinds, only

HAWAII_JAPANESE = flags(japan="HI")

# -- 10, 17 the clause that forbids a harbor to a unit ---------------------------------------------------


@pytest.mark.clause("10.11", "10.12", "10.13", "10.1")
@pytest.mark.parametrize(
    ("unit", "place", "clause"),
    [
        ("chicago", "truk", "10.11"),
        ("chicago", "ceylon", "10.12"),
        ("chicago", "attu", "10.1"),
        ("exeter", "australia", "10.13"),
        ("exeter", "saigon", "10.11"),
        ("canberra", "ceylon", None),
        ("canberra", "attu", "10.1"),
    ],
)
def test_10_each_refusal_of_a_harbour_names_its_own_clause(unit: str, place: str, clause: str | None) -> None:
    table = RuleTester(turn=4, step="home", units={"indonesia": ["chicago", "exeter", "canberra"]})
    assert table.clause("allies", "go", unit, place) == clause


@pytest.mark.clause("4.4", "17.12")
def test_4_4_an_allied_air_unit_does_not_come_back_at_ceylon() -> None:
    table = RuleTester(turn=4, step="returns", units={"return_4": ["5th_af"]})
    assert table.clause("allies", "return", "5th_af", "ceylon") == "17.12"
    assert table.clause("allies", "return", "5th_af", "truk") == "4.4"


@pytest.mark.clause("13.3", "13.32", "17.12")
def test_13_3_each_refusal_of_a_shore_names_its_own_clause() -> None:
    units = {"bay_of_bengal": ["1st_marines"], "marshall_islands": ["2nd_marines"]}
    table = RuleTester(turn=6, step="invasions", units=units)
    assert table.ends("land", "2nd_marines") == {"kwajalein", "maloelap"}
    assert table.clause("allies", "land", "2nd_marines", "truk") == "13.3"
    assert table.clause("allies", "land", "2nd_marines", "saipan") == "13.32"
    table.act("allies", "done")
    assert table.ends("land", "1st_marines") == {"andaman_islands"}
    assert table.clause("allies", "land", "1st_marines", "ceylon") == "17.12"


# -- 6 how far raiders go -----------------------------------------------------------------------------------


@pytest.mark.clause("6.23", "6.223", "6.42", "17.24")
def test_6_42_a_raider_that_needs_a_roll_has_to_name_its_way() -> None:
    table = RuleTester(turn=4, step="raiders", units={"truk": ["kongo"]}, marked=["kongo"], flags=flags(),
                  options={"failed_raider_from": "area_before"})  # fmt: skip
    assert table.clause("japan", "raid", "kongo", "indonesia") is None
    assert table.clause("japan", "raid", "kongo", "indian_ocean") == "6.42"
    assert table.clause("japan", "raid_by_way", "kongo", "indonesia", "indian_ocean") is None
    assert table.clause("japan", "raid", "kongo", "bay_of_bengal") == "6.42"
    table = RuleTester(turn=4, step="raiders", units={"samoa": ["chicago"], "ceylon": ["warspite"]}, flags=flags(),
                  marked=["chicago", "warspite"])  # fmt: skip
    assert table.clause("allies", "raid", "chicago", "aleutian_islands") == "6.23"
    assert table.clause("allies", "raid", "warspite", "south_pacific_ocean") == "6.223"


# -- tournament options ---------------------------------------------------------------------------------------


@pytest.mark.clause("11.23")
def test_4a_only_damaged_ships_go_to_the_yards_of_san_diego() -> None:
    units = {"pearl_harbor": ["essex", "maryland", "west_virginia"]}
    damage = {"maryland": 5, "west_virginia": 6}
    table = RuleTester(turn=6, step="allied_patrols", units=units, damage=damage, options={"san_diego_repair": "on"})
    assert table.ends("to_san_diego") == {"maryland"}
    assert table.clause("allies", "to_san_diego", "essex") == "11.23"
    assert table.clause("allies", "to_san_diego", "west_virginia") == "11.23"


@pytest.mark.clause("13.43", "17.11")
def test_3b_marines_that_escape_together_take_new_hebrides_and_hold_it() -> None:
    table = RuleTester(turn=3, step="amphibious", flags=HAWAII_JAPANESE, options={"pearl_harbor_escape": "on"},
                  units={"pearl_harbor": ["1st_marines", "2nd_marines"]}, places={"new_hebrides": "japan"})  # fmt: skip
    table.acts("allies", "sail 1st_marines us_mandate", "sail 2nd_marines us_mandate")
    table.finish("submarine")
    table.act("allies", "land", "1st_marines", "new_hebrides")
    assert table.owner("new_hebrides") == "allies"
    assert table.ends("land", "2nd_marines") == {"new_hebrides", "samoa"}
    table.act("allies", "land", "2nd_marines", "new_hebrides")
    assert (table.where("1st_marines"), table.where("2nd_marines")) == ("return_5", "new_hebrides")


@pytest.mark.clause("17.11", "10.1")
def test_3b_a_marine_that_escaped_is_refused_other_shores_and_harbours() -> None:
    table = RuleTester(turn=3, step="amphibious", flags=HAWAII_JAPANESE, options={"pearl_harbor_escape": "on"},
                  units={"pearl_harbor": ["1st_marines"]})  # fmt: skip
    table.act("allies", "sail", "1st_marines", "us_mandate")
    table.finish("submarine")
    assert table.clause("allies", "land", "1st_marines", "new_hebrides") == "17.11"
    table.act("allies", "done")
    assert table.clause("allies", "go", "1st_marines", "australia") == "17.11"
    assert table.clause("allies", "go", "1st_marines", "samoa") is None


@pytest.mark.clause("18.2", "18.22")
def test_normal_turn_one_a_ship_that_chose_pearl_harbor_moves_like_any_other() -> None:
    table = RuleTester(turn=1, step="raid_force", options={"turn_one": "normal"})
    while table.step == "way_home":
        unit = table.offered("go")[0][1]
        places = table.ends("go", unit)
        table.act("allies", "go", unit, "pearl_harbor" if unit == "indianapolis" else sorted(places)[0])
    table.act("japan", "done")
    assert table.ends("patrol", "indianapolis") > {"hawaiian_islands"}
    assert table.clause("allies", "mark", "indianapolis") is None
    assert table.clause("allies", "patrol", "nevada", "hawaiian_islands") == "5.21"
    assert table.clause("allies", "place_air", "7th_af", "hawaiian_islands") is not None


@pytest.mark.clause("18.33", "18.34")
def test_normal_turn_one_the_i_boat_may_hit_what_raids_out_of_pearl_harbor() -> None:
    options = {"turn_one": "normal", "iboat_raid": "escaped_only"}
    table = RuleTester(turn=1, step="raid_force", options=options)
    while table.step == "way_home":
        unit = table.offered("go")[0][1]
        table.act("allies", "go", unit, sorted(table.ends("go", unit))[0])
    table.act("japan", "done")
    table.acts("allies", "patrol chicago hawaiian_islands", "done")
    table.finish("air", "amphibious")
    table.acts("allies", "raid nevada hawaiian_islands", "done", "done")
    table.act("japan", "submerge", "hawaiian_islands")
    assert (table.step, table.ends("torpedo")) == ("strike", {"nevada"})
    assert table.clause("japan", "torpedo", "chicago") == "18.34"


@pytest.mark.clause("3.2")
@pytest.mark.parametrize(("option", "where"), [("never", "submarine_base"), ("with_f_boat", "lost")])
def test_3_2_whether_the_i_boat_leaves_when_the_f_boat_arrives(option: str, where: str) -> None:
    table = RuleTester(turn=7, step="arrivals",
                       units={"due_7": ["f_boat"], "submarine_base": ["i_boat"], "truk": ["tone"]},
                       options={"iboat_leaves": option})  # fmt: skip
    assert (table.where("f_boat"), table.where("i_boat")) == ("submarine_base", where)
    table.finish("patrols", "raiders")
    assert (table.step, table.to_act) == ("submarine", "japan" if option == "never" else "allies")


@pytest.mark.clause("20.7")
def test_20_7_a_unit_that_was_not_named_is_refused_the_enemy_base_by_that_clause() -> None:
    table = RuleTester(turn=6, step="combat", options={"task_forces": "on"}, places={"attu": "japan"},
                  units={"aleutian_islands": ["mikuma", "sasebo_nlf", "chicago"]})  # fmt: skip
    table.acts("japan", "done", "done")
    table.act("allies", "done", dice=[6, 6])
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert (table.step, table.ends("land")) == ("landing", {"attu"})
    assert table.clause("japan", "land", "sasebo_nlf", "dutch_harbor") == "20.7"


@pytest.mark.clause("17.12", "4.4")
def test_3c_a_dutch_ship_sent_west_arrives_at_pearl_harbor() -> None:
    table = RuleTester(turn=4, step="arrivals", units={"due_4": ["de_ruyter", "south_dakota"], "truk": ["tone"]})
    assert (table.where("de_ruyter"), table.where("south_dakota")) == ("pearl_harbor", "pearl_harbor")


# -- 5.72, 14.31 places that fall at the same moment -----------------------------------------------------------


@pytest.mark.clause("5.72", "14.31")
def test_14_31_ships_do_not_flee_into_a_base_that_is_captured_at_the_same_moment() -> None:
    ring = flags(japan="SPO|CS|IND")
    table = RuleTester(turn=4, step="rings", flags=ring, flags_before=ring,
                  units={"guadalcanal": ["chicago"], "lae": ["houston"]})  # fmt: skip
    assert {table.owner("guadalcanal"), table.owner("lae"), table.owner("singapore")} == {"japan"}
    ports = {"pearl_harbor", "samoa", "australia"}
    assert table.ends("go", "chicago") == ports | {"new_hebrides", "port_moresby"}
    table.act("allies", "go", "chicago", "samoa")
    assert table.ends("go", "houston") == ports | {"philippines"}


# -- 5.5, 20.8 a battle continues although ships left it to pursue a part of the enemy ------------------------------


def quiet_round(table: RuleTester, dice: list[int], *, japan_attacks: bool = False) -> None:
    """20.2 to 20.4 One task force for each side; the Allies attack with none."""
    for side in ("japan", "allies"):
        if table.step == "forming":
            table.act(side, "done")
    if japan_attacks:
        table.act("japan", "attack", "group_1")
    else:
        table.act("japan", "done")
    table.act("allies", "done", dice=dice)


def chicago_has_pursued() -> RuleTester:
    """Ashigara has left Kongo, and Chicago has left Portland to pursue her.

    Ashigara escaped, and Kongo faces Portland.
    """
    table = RuleTester(turn=6, step="combat", options={"task_forces": "on"},
                  units={"central_pacific_ocean": ["kongo", "ashigara", "chicago", "portland"]})  # fmt: skip
    quiet_round(table, [6, 6])
    table.acts("japan", "detach ashigara", "done")
    table.acts("allies", "pursue chicago group_1", "done")
    quiet_round(table, [6, 6])
    table.act("allies", "break_off")
    table.act("japan", "go", "ashigara", "truk")
    assert (table.step, table.to_act) == ("stay_or_retreat", "allies")
    return table


@pytest.mark.clause("5.5", "7.1", "20.8")
def test_20_8_ships_that_pursued_meet_the_enemy_once_the_battle_they_left_is_over() -> None:
    table = chicago_has_pursued()
    table.act("allies", "stay")
    quiet_round(table, [1, 1], japan_attacks=True)
    events = table.act("japan", "fire", "kongo", "portland", dice=[6, 2, 1, 1, 1])
    assert "combat_ended" not in kinds(events)
    assert only(events, "forces_formed") == [
        {"side": "japan", "forces": [["kongo"]]},
        {"side": "allies", "forces": [["chicago"]]},
    ]
    assert (table.now["battle"], table.step) == ("central_pacific_ocean", "tasking")


@pytest.mark.clause("5.5", "8.11", "20.8")
def test_8_11_ships_that_pursued_retreat_with_the_rest_of_their_side() -> None:
    table = chicago_has_pursued()
    events = table.act("allies", "retreat")
    assert (table.step, table.to_act, "retreated" in kinds(events)) == ("grouping", "allies", True)
    assert {action[1] for action in table.offered("flee")} == {"chicago", "portland"}


# -- 18 the first turn, branch by branch ---------------------------------------------------------------------


def first_turn(*raiders: str) -> RuleTester:
    """Turn 1 up to the raid: nothing moves, and the I-Boat stays in port."""
    table = RuleTester(turn=1, step="raid_force")
    table.acts("japan", *(f"join_raid {ship}" for ship in raiders), "done")
    table.finish("patrols", "air", "amphibious", "raiders")
    return table


@pytest.mark.clause("4.2", "18.3", "18.31", "18.32")
def test_18_3_without_a_raid_force_there_is_no_raid_and_no_question_to_stay() -> None:
    table = first_turn()
    events = table.act("japan", "pass", dice=[4, 4, 4, 4])
    assert not {"raid_opened", "japan_stays"} & set(kinds(events))
    assert len(only(events, "uncertain_rolled")) == 4
    assert (table.step, table.to_act) == ("sortie", "allies")


@pytest.mark.clause("18.3", "18.31")
def test_18_3_cruisers_without_carriers_do_not_raid_but_may_stay() -> None:
    table = first_turn("tone", "chikuma")
    events = table.act("japan", "pass")
    assert "raid_opened" not in kinds(events)
    assert (table.step, table.to_act) == ("japan_off_hawaii", "japan")
    events = table.act("japan", "leave_hawaii")
    assert only(events, "japan_stays") == [{"stays": False}]
    assert table.now["retreated"]["japan"] == ["hawaiian_islands"]


@pytest.mark.clause("18.35", "8.12")
def test_18_35_the_allies_leave_and_hold_the_islands_no_more() -> None:
    table = first_turn("tone")
    table.act("japan", "pass")
    events = table.act("japan", "stay_off_hawaii", dice=[4, 4, 4, 4])
    assert only(events, "japan_stays") == [{"stays": True}]
    table.act("allies", "done")
    events = table.act("allies", "leave_hawaii")
    assert only(events, "allies_stay") == [{"stays": False}]
    assert table.now["retreated"]["allies"] == ["hawaiian_islands"]
    assert table.ends("go", "indianapolis") == {"pearl_harbor", "samoa", "australia", "singapore", "johnston_island"}


@pytest.mark.clause("18.32")
def test_2b_a_group_in_the_central_pacific_is_asked_for_by_its_name() -> None:
    table = RuleTester(turn=1, step="raid_force", options={"cpo_withdrawal": "on"})
    table.act("japan", "done")
    table.finish("patrols", "air", "amphibious", "raiders")
    table.act("japan", "pass", dice=[1])
    (decision,) = table.match.decisions()
    assert decision.prompt == "Group W: stay, or leave for Johnston Island?"
    events = table.act("allies", "to_johnston", dice=[2, 3, 4])
    assert text.event_text(events[0]) == "Group W leaves for Johnston Island."
