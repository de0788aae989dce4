"""PF-03 Forming task forces: the example of the rulebook, and illegal task forces (8.2, 8.3, 9.6.a)."""

import pytest

from ironbottom.games.pacific_fury.pieces import UNITS
from ironbottom.games.pacific_fury.rules.carrier_combat import air_strike_rating
from ironbottom.games.pacific_fury.state import anti_air, force_type
from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, RuleTester, at, fired, only

JAPAN = {
    "1": ("ijn_zuikaku", "ijn_shokaku", "ijn_tone", "ijn_chikuma", "ijn_suzuya", "ijn_kumano", "ijn_atago"),
    "2": ("ijn_transports_1",),
    "3": ("ijn_ryujo", "ijn_zuiho", "ijn_takao", "ijn_chokai", "ijn_maya", "ijn_ashigara"),
    "4": (
        *("ijn_nagato", "ijn_mutsu", "ijn_kongo", "ijn_haruna", "ijn_hiei", "ijn_kirishima"),
        *("ijn_myoko", "ijn_nachi", "ijn_haguro", "ijn_furutaka", "ijn_kinugasa", "ijn_aoba"),
    ),
}
ALLIES = {
    "1": (
        *("us_north_carolina", "us_washington", "us_new_orleans", "us_san_francisco"),
        *("us_louisville", "us_indianapolis", "us_pensacola"),
    ),
    "2": (
        *("us_enterprise", "us_saratoga", "us_wasp", "us_south_dakota"),
        *("us_minneapolis", "us_salt_lake_city", "us_northampton", "us_chicago"),
    ),
    "3": ("us_chester", "us_portland", "us_australia"),
}
FORCES = {"japan": JAPAN, "allies": ALLIES}
ROWS = [
    ("japan", "1", "C", 4, 5),
    ("japan", "2", "A", 0, 1),
    ("japan", "3", "C", 2, 4),
    ("japan", "4", "B", 0, 12),
    ("allies", "1", "B", 0, 7),
    ("allies", "2", "C", 6, 5),
    ("allies", "3", "B", 0, 3),
]


def form(table: RuleTester, side: str, boxes: dict[str, tuple[str, ...]]) -> None:
    for box, units in boxes.items():
        for unit in units:
            table.act(side, "assign", unit, box)


@pytest.mark.clause("3.5", "8.2.a", "8.2.b")
def test_pf_03_the_forces_of_the_example_can_be_formed() -> None:
    table = RuleTester(new=True)
    assert (table.to_act, table.step) == ("japan", "form_forces")
    assert table.clause("allies", "assign", "us_wasp", "1") == "5.0"
    form(table, "japan", JAPAN)
    events = table.act("japan", "done")
    assert only(events, "forces_formed") == [{"side": "japan", "forces": 4, "counters": [7, 1, 6, 12]}]
    assert table.units_in("truk") == ["ijn_transports_2"]
    assert table.to_act == "allies"
    form(table, "allies", ALLIES)
    events = table.act("allies", "done")
    assert only(events, "forces_formed") == [{"side": "allies", "forces": 3, "counters": [7, 8, 3]}]
    for side, boxes in FORCES.items():
        for box, units in boxes.items():
            assert table.where(f"{side}_{box}") == f"box_{box}"
            assert set(table.units(f"{side}_{box}")) == set(units)
    assert (table.to_act, table.step) == ("allies", "operations")


@pytest.mark.clause("8.3", "10.5.d")
@pytest.mark.parametrize(("side", "box", "kind", "air_strike", "anti"), ROWS)
def test_pf_03_types_and_ratings(side: str, box: str, kind: str, air_strike: int, anti: int) -> None:
    """The type is tested by the ratings, and by acts at sea: a TF-A lands, a TF-B bombards, a TF-C strikes."""
    units = FORCES[side][box]
    for henderson, lands, bombards in (("disrupted", kind == "A", False), ("operational", False, kind == "B")):
        table = RuleTester(
            marker=1 if side == "japan" else -1,
            operations_done=1,
            henderson=henderson,
            units={"off_map": ["us_transports_1", "us_transports_2"]} if side == "japan" else {},
            forces={
                f"{side}_1": at(EASTERN if side == "japan" else SOUTH, *units),
                **({"allies_7": at(SOUTH, "Hornet")} if side == "japan" else {"japan_7": at(EASTERN, "Junyo")}),
            },
        )
        assert bool(table.offered("land", f"{side}_1")) is lands
        assert bool(table.offered("bombard", f"{side}_1")) is bombards
        assert bool(table.offered("strike", f"{side}_1")) is (kind == "C")
    bits = sum(1 << UNITS.index[unit] for unit in units)
    planes = table.match.rules.pieces.planes
    assert (force_type(bits), air_strike_rating(planes, bits), anti_air(bits)) == (kind, air_strike, anti)


FIGHTS = [
    ("1", {"us_enterprise": 5, "us_saratoga": 5, "us_wasp": 5, "ijn_shokaku": 4, "ijn_zuikaku": 4}),
    ("3", {"us_enterprise": 5, "us_saratoga": 5, "us_wasp": 5, "ijn_ryujo": 2, "ijn_zuiho": 2}),
]


@pytest.mark.clause("10.5.d")
@pytest.mark.parametrize(("box", "factors"), FIGHTS)
def test_pf_03_the_example_forces_fight_with_their_ratings(box: str, factors: dict[str, int]) -> None:
    table = RuleTester(
        operations_done=0,
        forces={"japan_1": at(EASTERN, *JAPAN[box]), "allies_2": at(SOUTH, *ALLIES["2"])},
        idle=(SLOT, SOUND) if box == "1" else None,
    )
    events = table.act("allies", "move", "allies_2", EASTERN, dice=[6] * 5)
    assert {unit: factor for unit, factor, _, _ in fired(events)} == factors


# -- illegal task forces -------------------------------------------------------------------------------


@pytest.mark.parametrize("carrier", ["ijn_shokaku", "ijn_ryujo"])
def test_pf_03_8_2_b_carriers_and_transports_stay_apart(carrier: str) -> None:
    table = RuleTester(new=True)
    table.act("japan", "assign", carrier, "1")
    assert table.clause("japan", "assign", "ijn_transports_1", "1") == "8.2.b"
    assert table.clause("japan", "assign", "ijn_transports_1", "2") is None
    table.act("japan", "assign", "ijn_transports_1", "2")
    assert table.clause("japan", "assign", "ijn_zuiho", "2") == "8.2.b"
    assert table.clause("japan", "assign", "ijn_aoba", "2") is None


def test_pf_03_9_6_a_no_other_ship_sails_with_the_express() -> None:
    table = RuleTester(new=True)
    table.act("japan", "assign", "ijn_atago", "1")
    assert table.clause("japan", "form_express", "1") == "9.6.a"
    events = table.act("japan", "form_express", "2")
    assert only(events, "express_formed") == [{"box": "2", "replaced": "ijn_transports_1"}]
    assert table.units("japan_2") == ["ijn_tokyo_express"]
    assert "ijn_transports_1" in table.units_in("off_map")
    assert table.clause("japan", "assign", "ijn_atago", "2") == "8.2.a"
    assert table.clause("japan", "assign", "ijn_tone", "2") == "9.6.a"
    assert table.clause("japan", "assign", "ijn_transports_2", "2") == "9.6.a"
    assert table.clause("japan", "assign", "ijn_shokaku", "2") == "9.6.a"


def test_pf_03_9_6_a_one_express_a_turn() -> None:
    table = RuleTester(new=True)
    table.act("japan", "form_express", "1")
    assert table.clause("japan", "form_express", "2") == "9.6.a"
    assert table.message("japan", "form_express", "2") == "the Tokyo Express is already formed this turn"
    assert table.clause("japan", "assign", "ijn_transports_2", "2") is None


def test_pf_03_8_2_b_boxes_have_no_gaps() -> None:
    table = RuleTester(new=True)
    table.act("japan", "assign", "ijn_atago", "1")
    assert table.clause("japan", "assign", "ijn_tone", "3") == "8.2.b"
    assert table.clause("japan", "form_express", "3") == "9.6.a"
    assert table.clause("japan", "assign", "ijn_tone", "2") is None


def test_pf_03_6_3_the_initiative_side_has_no_transports() -> None:
    table = RuleTester(marker=-1, step="second_forms")
    assert table.to_act == "japan"
    assert table.clause("japan", "assign", "ijn_transports_1", "1") == "6.3"
    assert table.clause("japan", "form_express", "1") == "9.6.a"
    assert table.message("japan", "form_express", "1") == "the side with the initiative has no Tokyo Express"
    table = RuleTester(step="second_forms")
    assert table.to_act == "allies"
    assert table.clause("allies", "assign", "us_transports_2", "1") == "6.3"
    assert table.clause("allies", "form_express", "1") == "9.6.a"
    assert table.message("allies", "form_express", "1") == "only Japan has a Tokyo Express"


def test_pf_03_8_2_b_no_eighth_force() -> None:
    table = RuleTester(new=True)
    cruisers = ("tone", "chikuma", "suzuya", "kumano", "atago", "takao", "chokai")
    for box, unit in enumerate(cruisers, 1):
        table.act("japan", "assign", f"ijn_{unit}", str(box))
    assert table.clause("japan", "form_express", "7") == "8.2.b"
    assert table.message("japan", "assign", "ijn_maya", "8") == ("no box is called '8'; allowed: 1, 2, 3, 4, 5, 6, 7")
    assert table.clause("japan", "assign", "ijn_maya", "7") is None


def test_pf_03_8_2_a_only_ships_in_base_join() -> None:
    table = RuleTester(new=True)
    table.act("japan", "assign", "ijn_atago", "1")
    for unit in ("ijn_atago", "ijn_yamato", "us_wasp"):
        assert table.clause("japan", "assign", unit, "1") == "8.2.a"
    assert table.clause("japan", "assign", "ijn_tokyo_express", "2") == "9.6.a"


def test_pf_03_9_6_a_the_express_takes_the_place_of_transports_in_base() -> None:
    table = RuleTester(new=True)
    table.act("japan", "assign", "ijn_transports_1", "1")
    table.act("japan", "assign", "ijn_transports_2", "1")
    assert table.clause("japan", "form_express", "2") == "9.6.a"
    assert table.message("japan", "form_express", "2") == "no Transports are left in base to replace"


def test_pf_03_8_2_b_carriers_and_transports_of_the_allies_stay_apart_too() -> None:
    table = RuleTester(marker=-1, step="first_forms")
    assert table.to_act == "allies"
    table.act("allies", "assign", "us_chester", "1")
    table.act("allies", "assign", "us_wasp", "2")
    assert table.clause("allies", "assign", "us_transports_1", "2") == "8.2.b"
    assert table.clause("allies", "assign", "us_transports_1", "1") is None
    table.act("allies", "assign", "us_transports_1", "1")
    assert table.clause("allies", "assign", "us_hornet", "1") == "8.2.b"
    assert table.clause("allies", "assign", "us_hornet", "2") is None
