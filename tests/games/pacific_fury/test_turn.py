"""Set-up, sequence of play, initiative and Henderson Field: clauses 2.2.3 to 6.3, and 9.0."""

import pytest

from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    HENDERSON,
    SLOT,
    SOUND,
    SOUTH,
    RuleTester,
    at,
    fired,
    kinds,
    only,
)


@pytest.mark.clause("3.1", "3.2", "3.3", "3.5", "3.6", "8.2.a")
def test_3_3_a_new_game_has_the_printed_setup() -> None:
    table = RuleTester(new=True)
    now = table.now
    assert (now["turn"], now["marker"], now["henderson"], now["initiative"]) == (1, 1, "operational", "allies")
    assert (now["operations_done"], now["events_used"], now["forces"], now["shown"]) == (0, [], {}, [])
    assert now["units"]["reserve"] == ["ijn_yamato", "ijn_junyo", "ijn_hiyo"]
    assert now["units"]["turn_2"] == ["us_hornet"]
    assert now["units"]["off_map"] == ["ijn_tokyo_express", "us_transports_1", "us_transports_2"]
    assert (len(now["units"]["truk"]), len(now["units"]["espiritu_santo"])) == (27, 18)
    assert {"ijn_transports_1", "ijn_transports_2"} <= set(now["units"]["truk"])
    view = table.match.view("public")
    assert (view["month"], view["henderson"]["side"], view["henderson"]["cover"]) == ("August", "allies", 1)


@pytest.mark.clause("2.2.3", "10.2.a")
def test_2_2_3_dice_have_six_faces_and_are_rolled_attacker_first_in_the_order_of_the_counters() -> None:
    table = RuleTester(
        operations_done=0,
        forces={"japan_1": at(SLOT, "Aoba", "Nagato"), "allies_1": at(SOUND, "Chester", "Washington")},
        idle=(EASTERN, SOUTH),
    )
    events = table.act("allies", "move", "allies_1", SLOT, dice=[4, 1, 3, 2])
    assert [(unit, die) for unit, _, die, _ in fired(events)] == [
        ("us_washington", 4),
        ("us_chester", 1),
        ("ijn_nagato", 3),
        ("ijn_aoba", 2),
    ]
    assert table.match.log("public")[-1]["dice"] == [[4, 6, "fire"], [1, 6, "fire"], [3, 6, "fire"], [2, 6, "fire"]]


@pytest.mark.clause("2.2.1", "2.0")
@pytest.mark.parametrize(("factor_set", "kongo", "hiei", "orleans"), [("A", 3, 3, 2), ("B", 4, 4, 3)])
def test_2_2_1_the_factor_set_chosen_is_the_one_that_fires(
    factor_set: str, kongo: int, hiei: int, orleans: int
) -> None:
    table = RuleTester(
        options={"factor_set": factor_set},
        operations_done=1,
        forces={"japan_1": at(EASTERN, "Kongo", "Hiei", "Aoba"), "allies_1": at(SOUND, "New Orleans", "Chester")},
        idle=(SLOT, SOUTH),
    )
    events = table.act("japan", "move", "japan_1", SOUND, dice=[6, 6, 6, 6, 6])
    assert [factor for _, factor, _, _ in fired(events)] == [kongo, hiei, 2, orleans, 2]


@pytest.mark.clause("2.2.1", "10.7.c")
@pytest.mark.parametrize(("factor_set", "lowest"), [("A", 4), ("B", 6)])
def test_2_2_1_the_chosen_factor_set_applies(factor_set: str, lowest: int) -> None:
    """Yamato's defence is 4 or 5."""
    table = RuleTester(
        options={"factor_set": factor_set},
        operations_done=0,
        forces={"japan_1": at(SLOT, "Yamato"), "allies_1": at(SOUND, "Washington")},
        idle=(EASTERN, SOUTH),
    )
    events = table.act("allies", "move", "allies_1", SLOT, dice=[4, 6, 1])
    assert only(events, "sinking_rolled")[0]["sinks_on"] == lowest


# -- 5.0, 9.0 The order of play ------------------------------------------------------------------------


@pytest.mark.clause("5.0", "6.1", "7.0.a", "8.1", "8.2.a", "9.0.a", "11.0.a", "11.0.d")
def test_5_0_a_turn_in_order() -> None:
    table = RuleTester(
        turn=1, operations_done=13, henderson="disrupted", units={"turn_2": ["us_hornet"]}, idle=(EASTERN, SOUTH)
    )
    events = table.act("japan", "pass", dice=[6])
    assert kinds(events) == [
        "passed",
        "all_returned",
        "henderson_repaired",
        "turn_opened",
        "transports_issued",
        "event_rolled",
        "henderson_disrupted",
        "ships_arrived",
    ]
    assert (table.to_act, table.step) == ("japan", "form_forces")
    table.act("japan", "assign", "ijn_aoba", "1")
    table.act("japan", "done")
    assert (table.to_act, table.step) == ("allies", "form_forces")
    table.act("allies", "assign", "us_chester", "1")
    table.act("allies", "done")
    assert (table.to_act, table.step) == ("allies", "operations")


@pytest.mark.clause("5.0", "9.0.a", "9.0.b", "9.0.c")
@pytest.mark.parametrize("first", ["allies", "japan"])
def test_9_0_a_fourteen_operations_in_turns_the_initiative_side_first(first: str) -> None:
    table = RuleTester(turn=4, marker=1 if first == "allies" else -1, idle=(EASTERN, SOUTH))
    order = []
    for done in range(14):
        side = table.to_act
        order.append(side)
        view = table.match.view("public")["operations"]
        assert view == {"done": done, "under_way": True, "phasing": side, "number": done // 2 + 1}
        assert ("pass",) in table.offered()
        table.act(side, "pass")
    second = "japan" if first == "allies" else "allies"
    assert order == [first, second] * 7
    assert table.match.over


@pytest.mark.clause("9.0.b")
def test_9_0_b_without_a_usable_force_a_side_must_pass_and_the_match_passes_for_it() -> None:
    table = RuleTester(forces={"allies_1": at(SOUTH, "Chester"), "japan_1": at("home", "Aoba")})
    events = table.act("allies", "pass")
    assert only(events, "passed") == [{"side": "allies"}, {"side": "japan"}]
    assert (table.to_act, table.now["operations_done"]) == ("allies", 2)
    assert table.match.log("public")[-1]["auto"]


@pytest.mark.clause("9.0.a", "9.0.c")
def test_9_0_a_only_a_sides_own_forces_at_sea_operate() -> None:
    forces = {"allies_1": at(SOUTH, "Chester"), "allies_2": at("home", "Wasp"), "japan_1": at(EASTERN, "Aoba")}
    table = RuleTester(operations_done=0, forces=forces)
    for verb in ("return_to_base", "land", "bombard"):
        assert table.clause("allies", verb, "japan_1") == "9.0.a"
        assert table.clause("allies", verb, "allies_2") == "9.0.a"
    assert table.clause("allies", "move", "japan_1", SOUND) == "9.0.a"
    assert table.clause("allies", "move", "allies_2", SOUND) == "9.2.a"
    assert table.clause("allies", "strike", "japan_1", HENDERSON) == "9.0.a"
    assert table.clause("allies", "strike", "allies_2", "japan_1") == "9.5"
    assert table.message("allies", "strike", "allies_2", "japan_1") == "US task force 2 is not at sea"
    assert table.message("allies", "sortie", "allies_2", SOUTH) == "US task force 2 is not waiting in an operation box"
    assert table.clause("japan", "pass") == "5.0"


# -- 6.0 Initiative and Henderson Field ----------------------------------------------------------------


@pytest.mark.clause("6.0", "6.2")
def test_6_0_the_initiative_stays_although_the_marker_crosses_over() -> None:
    """Both Transports land: the marker goes from US:1 to J:1 and the field stays Allied for the whole turn."""
    table = RuleTester(
        turn=1,
        operations_done=11,
        henderson="disrupted",
        forces={
            "japan_1": at(SLOT, "Transports 1", "Transports 2"),
            "allies_1": at("box_7", "Chester"),
            "japan_2": at("box_6", "Aoba"),
        },
        idle=(EASTERN, SOUTH),
    )
    table.act("japan", "land", "japan_1")
    assert (table.marker, table.now["initiative"]) == (-1, "allies")
    assert table.match.view("public")["henderson"]["side"] == "allies"
    assert table.to_act == "allies"
    assert table.clause("allies", "sortie", "allies_1", SOUND) is None
    table.act("allies", "pass")
    assert table.clause("japan", "sortie", "japan_2", SOUND) == "9.1.b"
    events = table.act("japan", "pass", dice=[2])
    assert only(events, "turn_opened") == [{"turn": 2, "initiative": "japan"}]


@pytest.mark.clause("6.2", "10.4.a", "10.6.b", "10.6.c")
def test_6_2_a_marker_that_crossed_over_counts_without_its_sign() -> None:
    forces = {"japan_1": at(EASTERN, "Shokaku", "Tone"), "japan_2": at(SLOT, "Kongo", "Haruna")}
    table = RuleTester(marker=-2, initiative="allies", operations_done=1, forces=forces, idle=(EASTERN, SOUTH))
    events = table.act("japan", "strike", "japan_1", HENDERSON, dice=[4, 2])
    assert fired(events) == [("ijn_shokaku", 4, 4, 3)]
    assert only(events, "henderson_fired") == [{"factor": 2, "die": 2, "hits": 1}]
    assert only(events, "henderson_struck") == [{"force": "japan_1", "hits": 3, "needed": 2}]
    table = RuleTester(marker=-2, initiative="allies", operations_done=1, forces=forces, idle=(EASTERN, SOUTH))
    events = table.act("japan", "bombard", "japan_2", dice=[1, 6])
    assert only(events, "bombarded") == [{"force": "japan_2", "hits": 1, "needed": 2}]


@pytest.mark.clause("6.2", "9.6.c")
def test_6_2_the_express_moves_the_marker_across_while_the_field_operates() -> None:
    forces = {"japan_1": at(SLOT, "ijn_tokyo_express"), "japan_2": at(SLOT, "Kongo")}
    table = RuleTester(marker=0, operations_done=1, forces=forces, idle=(EASTERN, SOUTH))
    table.act("japan", "land", "japan_1")
    assert (table.marker, table.disrupted) == (-1, False)
    view = table.match.view("public")["henderson"]
    assert view == {
        "side": "allies",
        "operational": True,
        "marker": -1,
        "combat": 1,
        "hits_to_disrupt": 1,
        "cover": 1,
    }
    table.act("allies", "pass")
    table.act("japan", "bombard", "japan_2", dice=[1])
    assert table.disrupted


@pytest.mark.clause("6.3", "6.1")
def test_6_3_when_the_initiative_changes_so_do_the_transports() -> None:
    table = RuleTester(
        turn=1, marker=-1, initiative="allies", henderson="disrupted", operations_done=13, idle=(EASTERN, SOUTH)
    )
    events = table.act("japan", "pass", dice=[2])
    assert only(events, "transports_issued") == [{"side": "allies"}]
    assert {"us_transports_1", "us_transports_2"} <= set(table.units_in("espiritu_santo"))
    assert table.units_in("off_map") == ["ijn_transports_1", "ijn_transports_2", "ijn_tokyo_express"]
    assert (table.to_act, table.clause("allies", "assign", "us_transports_1", "1")) == ("allies", None)


@pytest.mark.clause("6.3", "6.1")
def test_6_3_transports_change_back_with_the_initiative() -> None:
    """The Allies' Transports were in their base, one of them in a task force that never sailed."""
    forces = {"allies_1": at("box_7", "us_transports_1", "Chester")}
    table = RuleTester(
        turn=1,
        marker=0,
        initiative="japan",
        henderson="disrupted",
        operations_done=13,
        forces=forces,
        idle=(EASTERN, SOUTH),
    )
    assert "us_transports_2" in table.units_in("espiritu_santo")
    events = table.act("allies", "pass", dice=[6])
    assert only(events, "transports_issued") == [{"side": "japan"}]
    assert table.units_in("off_map") == ["ijn_tokyo_express", "us_transports_1", "us_transports_2"]
    assert "us_chester" in table.units_in("espiritu_santo")
    assert {"ijn_transports_1", "ijn_transports_2"} <= set(table.units_in("truk"))


@pytest.mark.clause("6.3", "9.3.d")
def test_6_3_transports_that_landed_or_sank_are_issued_again() -> None:
    units = {"sunk": ["ijn_transports_1"], "off_map": ["ijn_transports_2"]}
    table = RuleTester(turn=2, operations_done=13, units=units, shown=["ijn_transports_2"], idle=(EASTERN, SOUTH))
    table.act("japan", "pass", dice=[6])
    assert {"ijn_transports_1", "ijn_transports_2"} <= set(table.units_in("truk"))
    assert table.units_in("sunk") == []


# -- 8.2.c, 8.3 ----------------------------------------------------------------------------------------


@pytest.mark.clause("8.2.c")
def test_8_2_c_forces_in_one_zone_stay_separate_and_move_as_wholes() -> None:
    forces = {"allies_1": at(SOUTH, "Chester", "Portland"), "allies_2": at(SOUTH, "Wasp", "Chicago")}
    table = RuleTester(operations_done=0, forces=forces, idle=(EASTERN, SLOT))
    verbs = {verb.name for verb in table.match.decisions()[0].procedure.verbs}
    assert verbs == {"sortie", "move", "land", "bombard", "strike", "return_to_base", "pass"}
    table.act("allies", "move", "allies_1", SOUND)
    assert (table.where("allies_1"), table.units("allies_1")) == (SOUND, ["us_chester", "us_portland"])
    assert (table.where("allies_2"), table.units("allies_2")) == (SOUTH, ["us_wasp", "us_chicago"])


@pytest.mark.clause("8.3")
def test_8_3_a_force_that_loses_its_carriers_is_a_tf_b_at_once() -> None:
    forces = {"japan_1": at(EASTERN, "Ryujo", "Tone", "Aoba"), "allies_1": at(SOUTH, "Wasp", "Chester")}
    table = RuleTester(operations_done=0, forces=forces)
    table.act("allies", "strike", "allies_1", "japan_1", dice=[3, 6])
    table.hit("allies", "ijn_ryujo", "ijn_ryujo", dice=[6])
    table.act("japan", "stay")
    table.act("allies", "withdraw")
    assert table.clause("japan", "strike", "japan_1", HENDERSON) == "9.5"
    assert table.message("japan", "strike", "japan_1", HENDERSON) == "Japanese task force 1 has no carriers"
    assert table.clause("japan", "move", "japan_1", SOUND) is None
    assert table.clause("japan", "bombard", "japan_1") is None


# -- 9.2 Move ------------------------------------------------------------------------------------------

ADJACENT = {
    SLOT: [SOUND],
    SOUND: [SLOT, EASTERN, SOUTH],
    EASTERN: [SOUND, SOUTH],
    SOUTH: [SOUND, EASTERN],
}


@pytest.mark.clause("9.2.a", "2.1")
@pytest.mark.parametrize("zone", ADJACENT)
def test_9_2_a_a_force_moves_to_an_adjacent_zone_or_home(zone: str) -> None:
    others = {"japan_2": at("box_3", "Tone"), "japan_3": at(zone, "Takao")}
    table = RuleTester(operations_done=1, forces={"japan_1": at(zone, "Aoba"), **others})
    assert table.offered("move", "japan_1") == [("move", "japan_1", near) for near in ADJACENT[zone]]
    for far in {SLOT, SOUND, EASTERN, SOUTH} - set(ADJACENT[zone]):
        assert table.clause("japan", "move", "japan_1", far) == "9.2.a"
    events = table.act("japan", "return_to_base", "japan_1")
    assert kinds(events)[:2] == ["went_home", "boxes_advanced"]
    assert (table.where("japan_1"), table.where("japan_2")) == ("home", "box_4")


@pytest.mark.clause("9.2.b")
@pytest.mark.parametrize(("zone", "near"), [(EASTERN, SOUTH), (SOUTH, EASTERN)])
def test_9_2_b_carriers_stay_in_the_open_sea(zone: str, near: str) -> None:
    table = RuleTester(operations_done=1, forces={"japan_1": at(zone, "Ryujo", "Aoba")})
    assert table.offered("move") == [("move", "japan_1", near)]
    assert table.clause("japan", "move", "japan_1", SOUND) == "9.2.b"
    assert table.message("japan", "move", "japan_1", SOUND) == (
        "Japanese task force 1 has carriers, which cannot enter Ironbottom Sound"
    )


@pytest.mark.clause("9.2.c")
def test_9_2_c_enemies_in_a_zone_do_not_stop_a_force_from_leaving() -> None:
    forces = {"japan_1": at(SOUTH, "Aoba", up=True), "allies_1": at(SOUTH, "Wasp", up=True)}
    table = RuleTester(operations_done=1, forces=forces)
    table.act("japan", "move", "japan_1", SOUND)
    assert table.where("japan_1") == SOUND


@pytest.mark.clause("10.0", "9.2.c", "10.5.a")
@pytest.mark.parametrize(
    ("origin", "zone", "procedure"),
    [
        (SOUND, SLOT, "return_or_stay"),
        (SLOT, SOUND, "return_or_stay"),
        (SOUND, EASTERN, "carrier_combat"),
        (SOUND, SOUTH, "carrier_combat"),
    ],
)
def test_10_0_what_combat_an_entry_brings(origin: str, zone: str, procedure: str) -> None:
    """Guns fire in The Slot and Ironbottom Sound; in the two open zones only carriers may fight."""
    units = ("Aoba",) if procedure == "return_or_stay" else ("Ryujo", "Aoba")
    forces = {"allies_1": at(origin, "Chester"), "japan_1": at(zone, *units)}
    table = RuleTester(operations_done=0, forces=forces)
    events = table.act("allies", "move", "allies_1", zone, dice=[6, 6] if procedure == "return_or_stay" else [])
    assert only(events, "battle_opened") == [{"attacker": "allies_1", "zone": zone}]
    assert table.step == procedure
    assert bool(fired(events)) is (procedure == "return_or_stay")


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        ({"event": "sunk", "unit": "us_wasp"}, "10.7.c"),
        ({"event": "sunk", "unit": "ijn_transports_2"}, "10.7.d"),
        ({"event": "sunk", "unit": "ijn_tokyo_express"}, "10.7.d"),
        ({"event": "target_chosen", "force": "japan_1", "target": "allies_2"}, "10.5.c"),
        ({"event": "target_chosen", "force": "japan_1", "target": SOUND}, "10.6.a"),
        ({"event": "target_chosen", "force": "japan_1", "target": HENDERSON}, "10.6.b"),
        ({"event": "marker_shifted", "origin": 1, "marker": 0}, "3.6"),
        ({"event": "went_home", "force": "japan_1", "after": "operation"}, "9.2.a"),
        ({"event": "went_home", "force": "japan_1", "after": "landing"}, "9.3.d"),
        ({"event": "went_home", "force": "japan_1", "after": "bombardment"}, "10.4.b"),
        ({"event": "went_home", "force": "japan_1", "after": "round"}, "10.8.a"),
        ({"event": "went_home", "force": "japan_1", "after": "combat"}, "10.8.c"),
        ({"event": "went_home", "force": "japan_1", "after": "hits"}, "10.8.d"),
    ],
)
def test_each_event_cites_its_clause(event: dict[str, object], clause: str) -> None:
    kinds_by_name = {kind.name: kind for kind in RuleTester(new=True).match.rules.kinds}
    assert kinds_by_name[str(event["event"])].clause_of(event) == clause
