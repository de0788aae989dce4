"""PF-14 The events of both sides, by dice (7.0, 7.1, 7.2)."""

import pytest

from tests.games.pacific_fury.rule_tester import EASTERN, SOUTH, Event, RuleTester, at, kinds, only, sinkings


def last_pass(side: str, turn: int, **fields: object) -> RuleTester:
    """The last operation of a turn: this side, without initiative, must act; the next event follows its pass."""
    marker = 1 if side == "japan" else -1
    data: dict[str, object] = {"marker": marker, "initiative": "allies" if side == "japan" else "japan", **fields}
    return RuleTester(turn=turn, operations_done=13, henderson="disrupted", idle=(EASTERN, SOUTH), **data)  # type: ignore[arg-type]


def event_dice(events: list[Event]) -> list[tuple[int, str, bool]]:
    """Each event die: its value, the event, and whether it is rolled again."""
    return [(event["die"], event["drawn"], event["reroll"]) for event in only(events, "event_rolled")]


@pytest.mark.clause("7.0.a")
def test_pf_14_7_0_a_no_event_on_turn_1() -> None:
    table = RuleTester(new=True)
    assert "event_rolled" not in kinds(table.match.log("public")[0]["events"])
    assert table.match.log("public")[0]["dice"] == []


@pytest.mark.clause("7.0.b", "7.1.c", "6.2")
def test_pf_14_a_a_spent_event_is_rolled_again() -> None:
    table = last_pass("japan", 2, events_used=["torpedo"])
    events = table.act("japan", "pass", dice=[3, 6])
    assert event_dice(events) == [(3, "torpedo", True), (6, "bomber_offensive", False)]
    assert table.disrupted
    assert table.now["events_used"] == ["torpedo", "bomber_offensive"]
    assert (table.to_act, table.step) == ("japan", "form_forces")


@pytest.mark.clause("7.0.b")
def test_pf_14_a_rerolls_go_on_until_an_unused_event_shows() -> None:
    table = last_pass("japan", 3, events_used=["torpedo", "bomber_offensive"])
    events = table.act("japan", "pass", dice=[1, 6, 2, 3, 6, 4])
    assert [reroll for *_, reroll in event_dice(events)] == [True] * 5 + [False]
    assert only(events, "reserve_released") == [{"units": []}]


@pytest.mark.clause("7.0.b", "7.2.b")
def test_pf_14_b_heavy_bombers_may_come_again() -> None:
    table = last_pass("allies", 1)
    events = table.act("allies", "pass", dice=[2])
    assert event_dice(events) == [(2, "heavy_bombers", False)]
    assert table.disrupted
    table.act("allies", "done")
    events = table.act("japan", "done", dice=[3])
    assert only(events, "henderson_repaired") == [{}]
    assert event_dice(events) == [(3, "heavy_bombers", False)]
    assert (table.now["turn"], table.disrupted) == (3, True)


@pytest.mark.clause("7.2.c", "8.1")
def test_pf_14_c_a_sunk_carrier_returns() -> None:
    table = last_pass("allies", 1, units={"sunk": ["us_wasp"], "turn_2": ["us_saratoga", "us_hornet"]})
    events = table.act("allies", "pass", dice=[5])
    assert only(events, "carrier_returned") == [{"unit": "us_wasp"}]
    assert only(events, "ships_arrived") == [{"side": "allies", "units": ["us_saratoga", "us_hornet"]}]
    assert kinds(events).index("carrier_returned") < kinds(events).index("ships_arrived")
    assert table.units_in("sunk") == []
    assert table.clause("allies", "assign", "us_wasp", "1") is None


@pytest.mark.clause("7.2.c")
def test_pf_14_c_the_allies_choose_among_two() -> None:
    units = {"sunk": ["us_wasp", "us_hornet", "us_chester"], "gone": ["us_saratoga"]}
    table = last_pass("allies", 1, units=units)
    table.act("allies", "pass", dice=[6])
    assert table.offered() == [("return_to_play", "us_wasp"), ("return_to_play", "us_hornet")]
    assert table.clause("allies", "return_to_play", "us_saratoga") == "7.2.c"
    assert table.clause("allies", "return_to_play", "us_chester") == "7.2.c"
    events = table.act("allies", "return_to_play", "us_hornet")
    assert only(events, "carrier_returned") == [{"unit": "us_hornet"}]
    assert "us_hornet" in table.units_in("espiritu_santo")
    assert table.units_in("sunk") == ["us_wasp", "us_chester"]


@pytest.mark.clause("7.2.c", "7.0.b")
def test_pf_14_d_with_two_carriers_in_base_nothing_happens_and_the_event_is_spent() -> None:
    table = last_pass("allies", 1, units={"sunk": ["us_wasp"], "turn_3": ["us_hornet"]})
    events = table.act("allies", "pass", dice=[6])
    assert only(events, "event_void") == [{"side": "allies", "drawn": "overestimated"}]
    assert table.units_in("sunk") == ["us_wasp"]
    assert table.now["events_used"] == ["overestimated"]
    table.act("allies", "done")
    events = table.act("japan", "done", dice=[5, 6, 3])
    assert [reroll for *_, reroll in event_dice(events)] == [True, True, False]


@pytest.mark.clause("7.2.c", "10.7.f")
def test_pf_14_d_ships_out_of_time_were_not_sunk() -> None:
    table = last_pass("allies", 1, units={"gone": ["us_wasp", "us_saratoga", "us_hornet"]})
    events = table.act("allies", "pass", dice=[5])
    assert only(events, "event_void") == [{"side": "allies", "drawn": "overestimated"}]


@pytest.mark.clause("7.1.a", "10.7.c", "10.7.e")
def test_pf_14_e_two_torpedoes_on_washington() -> None:
    for die, units_in in ((6, "sunk"), (5, "turn_4"), (1, "turn_4")):
        table = last_pass("japan", 1)
        events = table.act("japan", "pass", dice=[2])
        assert only(events, "base_shown")[0]["side"] == "allies"
        assert (table.to_act, table.step, table.left_to_assign()) == ("japan", "assign_hits", 2)
        events = table.hit("japan", "us_washington", "us_washington", dice=[die])
        assert sinkings(events) == [("us_washington", 2, die, 6)]
        assert table.units_in(units_in) == ["us_washington"]
        assert "us_washington" not in table.units_in("espiritu_santo")


@pytest.mark.clause("7.1.a")
def test_pf_14_f_ships_on_the_turn_track_are_safe() -> None:
    table = last_pass("japan", 1, units={"turn_2": ["us_hornet"]})
    events = table.act("japan", "pass", dice=[1])
    assert "us_hornet" not in only(events, "base_shown")[0]["units"]
    assert len(only(events, "base_shown")[0]["units"]) == 18
    assert table.clause("japan", "hit", "us_hornet") == "10.7.a"
    assert table.clause("japan", "hit", "us_wasp") is None
    events = table.act("japan", "hit", "us_wasp", dice=[1])
    assert only(events, "ships_arrived") == [{"side": "allies", "units": ["us_hornet"]}]


@pytest.mark.clause("7.1.a")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_pf_14_7_1_a_as_many_hits_as_the_die_shows_on_any_ships(die: int) -> None:
    table = last_pass("japan", 1)
    table.act("japan", "pass", dice=[die])
    assert table.left_to_assign() == die
    ships = ["us_wasp", "us_chester", "us_australia"][:die]
    events = table.hit("japan", *ships, dice=[1] * die)
    assert [unit for unit, *_ in sinkings(events)] == ships


@pytest.mark.clause("7.1.a", "8.4.a")
def test_pf_14_7_1_a_the_base_is_shown_and_hidden_again() -> None:
    table = last_pass("japan", 1)
    table.act("japan", "pass", dice=[1])
    assert "us_wasp" in table.match.view("japan")["frames"][-1]["pools"][0]["units"]
    table.act("japan", "hit", "us_wasp", dice=[6])
    view = table.match.view("japan")
    assert view["bases"]["espiritu_santo"]["units"] == []
    assert view["shown"] == []


@pytest.mark.clause("7.1.a", "7.0.b")
def test_pf_14_7_1_a_with_an_empty_base_the_event_is_spent() -> None:
    ships = [*RuleTester(new=True).units_in("espiritu_santo"), "us_hornet"]
    table = RuleTester(turn=1, operations_done=13, units={"sunk": ships}, forces={"japan_7": at(EASTERN, "Aoba")})
    events = table.act("japan", "pass", dice=[2])
    assert only(events, "event_void") == [{"side": "japan", "drawn": "torpedo"}]
    assert table.now["events_used"] == ["torpedo"]


@pytest.mark.clause("7.1.b")
@pytest.mark.parametrize("die", [4, 5])
def test_pf_14_7_1_b_the_reserve_sails_this_turn(die: int) -> None:
    reserve = ["ijn_yamato", "ijn_junyo", "ijn_hiyo"]
    table = last_pass("japan", 1, units={"reserve": reserve})
    events = table.act("japan", "pass", dice=[die])
    assert only(events, "reserve_released") == [{"units": reserve}]
    assert table.units_in("reserve") == []
    for unit in reserve:
        assert table.clause("japan", "assign", unit, "1") is None


@pytest.mark.clause("7.1.c", "7.2.b")
def test_pf_14_7_1_c_the_field_stays_disrupted_to_the_return_phase() -> None:
    table = last_pass("japan", 1)
    table.act("japan", "pass", dice=[6])
    assert table.disrupted
    table.act("japan", "done")
    assert table.disrupted
    events = table.act("allies", "done", dice=[4])
    assert only(events, "henderson_repaired") == [{}]
    assert not table.disrupted


@pytest.mark.clause("7.2.a")
def test_pf_14_7_2_a_the_submarine_draws_among_the_ships_in_base() -> None:
    """Ashigara is at sea and returns before the draw; Tone is on the turn track, Yamato in the Reserve."""
    fields = {"units": {"turn_2": ["ijn_tone"], "reserve": ["ijn_yamato", "ijn_junyo", "ijn_hiyo"]}}
    in_base = [
        unit for unit in RuleTester(new=True).units_in("truk") if "transports" not in unit and unit != "ijn_tone"
    ]
    assert len(in_base) == 24
    for die in (1, 7, 24):
        table = last_pass("allies", 1, **fields)
        events = table.act("allies", "pass", dice=[1, die])
        drawn = in_base[die - 1]
        assert only(events, "submarine_attack") == [{"unit": drawn}]
        assert table.units_in("gone") == [drawn]
        assert drawn not in table.units_in("truk")
    record = table.match.log("public")[-1]["dice"]
    assert record == [[1, 6, "event"], [24, 24, "submarine_attack"]]


@pytest.mark.clause("7.2.a", "7.0.b")
def test_pf_14_7_2_a_without_a_ship_in_base_the_event_is_spent() -> None:
    ships = [unit for unit in RuleTester(new=True).units_in("truk") if "transports" not in unit]
    reserve = ["ijn_yamato", "ijn_junyo", "ijn_hiyo"]
    table = RuleTester(
        turn=1,
        marker=-1,
        operations_done=13,
        units={"sunk": ships, "reserve": reserve},
        forces={"allies_7": at(SOUTH, "Australia")},
    )
    events = table.act("allies", "pass", dice=[1])
    assert only(events, "event_void") == [{"side": "allies", "drawn": "submarine"}]
    table = RuleTester(
        turn=1,
        marker=-1,
        operations_done=13,
        units={"sunk": ships[1:], "reserve": reserve},
        forces={"allies_7": at(SOUTH, "Australia")},
    )
    events = table.act("allies", "pass", dice=[1])
    assert only(events, "submarine_attack") == [{"unit": ships[0]}]
