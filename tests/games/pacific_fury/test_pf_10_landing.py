"""PF-10 Landing on Guadalcanal (9.3)."""

import pytest

from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, RuleTester, at, fired, only, revealed


def landing(henderson: str, *defenders: str) -> RuleTester:
    """Both Transports and Aoba next to Ironbottom Sound, with US ships in it."""
    forces = {"japan_1": at(EASTERN, "Transports 1", "Transports 2", "Aoba"), "japan_2": at("box_4", "Hiei")}
    if defenders:
        forces["allies_1"] = at(SOUND, *defenders)
    return RuleTester(marker=1, operations_done=1, henderson=henderson, forces=forces, idle=(SLOT, SOUTH))


@pytest.mark.clause("9.3.a", "9.3.b", "9.3.d")
def test_pf_10_a_with_no_enemy_there_it_lands_at_once() -> None:
    table = landing("disrupted")
    events = table.act("japan", "land", "japan_1")
    assert only(events, "moved") == [{"force": "japan_1", "origin": EASTERN, "zone": SOUND}]
    assert only(events, "landed") == [{"force": "japan_1", "units": ["ijn_transports_1", "ijn_transports_2"]}]
    assert only(events, "marker_shifted") == [{"origin": 1, "marker": -1}]
    assert table.marker == -1
    assert (table.units("japan_1"), table.where("japan_1")) == (["ijn_aoba"], "home")
    assert {"ijn_transports_1", "ijn_transports_2"} <= set(table.units_in("off_map"))
    assert table.units_in("sunk") == []
    assert not table.now["transports_sunk"]
    assert table.now["initiative"] == "allies"
    assert table.where("japan_2") == "box_5"


@pytest.mark.clause("9.3.d")
def test_pf_10_a_one_transports_is_worth_one_space() -> None:
    forces = {"japan_1": at(SLOT, "Transports 2")}
    table = RuleTester(operations_done=1, henderson="disrupted", forces=forces, idle=(EASTERN, SOUTH))
    table.act("japan", "land", "japan_1")
    assert table.marker == 0
    assert table.where("japan_1") == "nowhere"


@pytest.mark.clause("9.3.d")
def test_pf_10_a_the_allies_land_towards_their_side() -> None:
    forces = {"allies_1": at(SOUTH, "us_transports_1", "us_transports_2", "Chester")}
    table = RuleTester(marker=-2, operations_done=1, henderson="disrupted", forces=forces, idle=(EASTERN, SOUTH))
    table.act("allies", "land", "allies_1")
    assert table.marker == 0
    assert (table.units("allies_1"), table.where("allies_1")) == (["us_chester"], "home")


@pytest.mark.clause("9.3.c", "8.4.b")
def test_pf_10_b_with_the_field_operational_the_force_enters_shown_and_waits() -> None:
    table = landing("operational")
    assert table.clause("japan", "land", "japan_1") == "9.3.c"
    events = table.act("japan", "move", "japan_1", SOUND)
    assert revealed(events) == {"japan_1": ["ijn_aoba", "ijn_transports_1", "ijn_transports_2"]}
    assert table.where("japan_1") == SOUND
    assert table.marker == 1


@pytest.mark.clause("9.3.a")
def test_pf_10_b_a_force_waiting_in_the_sound_must_enter_again() -> None:
    forces = {"japan_1": at(SOUND, "Transports 1", "Aoba", up=True)}
    table = RuleTester(operations_done=1, henderson="disrupted", forces=forces, idle=(EASTERN, SOUTH))
    assert table.clause("japan", "land", "japan_1") == "9.3.a"
    table.act("japan", "move", "japan_1", SLOT)
    table.act("allies", "pass")
    table.act("japan", "land", "japan_1")
    assert table.marker == 0


@pytest.mark.clause("9.3.b")
def test_pf_10_a_it_cannot_enter_without_landing() -> None:
    table = landing("disrupted")
    assert table.clause("japan", "move", "japan_1", SOUND) == "9.3.b"


@pytest.mark.clause("9.3.b", "10.3.c", "10.8.a")
def test_pf_10_c_it_lands_in_place_of_round_two_when_the_enemy_goes_home() -> None:
    table = landing("disrupted", "Chester")
    assert table.clause("japan", "land", "japan_1") == "9.3.b"
    events = table.act("japan", "move", "japan_1", SOUND, dice=[6, 6])
    assert fired(events) == [("ijn_aoba", 2, 6, 0), ("us_chester", 2, 6, 0)]
    table.act("allies", "withdraw")
    assert table.where("allies_1") == "home"
    assert table.offered() == [("land_now",), ("withdraw",)]
    assert table.clause("japan", "bombard_now") == "10.3.c"
    events = table.act("japan", "land_now")
    assert only(events, "marker_shifted") == [{"origin": 1, "marker": -1}]
    assert (table.units("japan_1"), table.where("japan_1")) == (["ijn_aoba"], "home")
    assert table.step == "operations"


@pytest.mark.clause("9.3.b")
def test_pf_10_c_it_may_also_go_home_instead() -> None:
    table = landing("disrupted", "Chester")
    table.act("japan", "move", "japan_1", SOUND, dice=[6, 6])
    table.act("allies", "withdraw")
    table.act("japan", "withdraw")
    assert (table.where("japan_1"), table.marker) == ("home", 1)


@pytest.mark.clause("9.3.b", "10.3.c")
def test_pf_10_c_sunk_and_damaged_enemies_clear_the_sound_as_well() -> None:
    for die, units_in in ((1, "turn_2"), (6, "sunk")):
        table = landing("disrupted", "Chester")
        table.act("japan", "move", "japan_1", SOUND, dice=[1, 6, die])
        assert table.units_in(units_in) == ["us_chester"]
        assert table.offered() == [("land_now",), ("withdraw",)]


@pytest.mark.clause("9.3.b", "10.3.b", "10.8.c")
def test_pf_10_d_no_landing_while_an_enemy_stays() -> None:
    table = landing("disrupted", "Chester")
    table.act("japan", "move", "japan_1", SOUND, dice=[6, 6])
    table.act("allies", "stay")
    assert table.offered() == [("stay",), ("withdraw",)]
    events = table.act("japan", "stay", dice=[6, 6])
    assert only(events, "round_opened") == [{"round": 2}]
    table.act("allies", "stay")
    assert (table.where("japan_1"), table.where("allies_1")) == ("home", SOUND)
    assert table.units("japan_1") == ["ijn_aoba", "ijn_transports_1", "ijn_transports_2"]
    assert table.marker == 1


@pytest.mark.clause("9.3.c", "10.3.c")
def test_pf_10_c_a_cleared_sound_is_no_use_to_transports_while_the_field_operates() -> None:
    table = landing("operational", "Chester")
    table.act("japan", "move", "japan_1", SOUND, dice=[6, 6])
    events = table.act("allies", "withdraw")
    assert [event["force"] for event in only(events, "went_home")] == ["allies_1", "japan_1"]
    assert table.step == "operations"


@pytest.mark.clause("9.3.a")
@pytest.mark.parametrize(("units", "zone"), [(("Nagato", "Aoba"), SLOT), (("Shokaku", "Tone"), EASTERN)])
def test_pf_10_a_only_transports_land(units: tuple[str, ...], zone: str) -> None:
    table = RuleTester(
        operations_done=1, henderson="disrupted", forces={"japan_1": at(zone, *units)}, idle=(SLOT, SOUTH)
    )
    assert table.clause("japan", "land", "japan_1") == "9.3.a"
    assert table.message("japan", "land", "japan_1") == "Japanese task force 1 has no Transports to land"
