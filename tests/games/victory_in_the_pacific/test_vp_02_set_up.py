"""VP-01 to VP-03, VP-36 Set-up, the raid force, arrivals, returning units, and British withdrawals."""

from typing import Any

import pytest

from ironbottom.games.victory_in_the_pacific import GAME
from tests.games.victory_in_the_pacific.rule_tester import START_FLAGS, RuleTester, all_places, only

OPENING = "yokosuka saigon truk okinawa saipan kwajalein maloelap"
RAID = [
    ("kongo", 1, 1),
    ("nagato", 0, 0),
    ("akagi", 1, 1),
    ("kaga", 1, 1),
    ("ryujo", 1, 0),
    ("zuiho", 1, 0),
    ("hosho", 0, 0),
    ("tone", 1, 1),
    ("kitakami", 1, 1),
    ("junyo", 0, 0),
    ("yamato", 0, 0),
    ("yokosuka_nlf", 0, 0),
    ("21_air_flotilla", 0, 0),
    ("i_boat", 0, 0),
]
DUE_3 = ("wasp", "north_carolina", "washington", "13th_af", "14th_af", "1st_marines", "2nd_marines")
BRITISH_SHIPS = (
    *("prince_of_wales", "repulse", "revenge", "hermes", "exeter", "warspite", "ramillies", "resolution"),
    *("royal_sovereign", "formidable", "indomitable", "cornwall", "dorsetshire", "shropshire", "victorious"),
    *("renown", "queen_elizabeth", "valiant", "illustrious"),
)
FROM_TURN = dict.fromkeys(("shropshire",), 4) | dict.fromkeys(("victorious",), 5)
FROM_TURN |= dict.fromkeys(("renown", "queen_elizabeth", "valiant", "illustrious"), 7)
GONE = {4: (), 5: ("formidable", "indomitable"), 6: ("formidable", "indomitable", "warspite")}
GONE[7] = (*GONE[6], "victorious", "resolution", "revenge")
REMOVE = [
    (4, "formidable", "formidable prince_of_wales repulse exeter cornwall",
     "revenge hermes warspite ramillies resolution royal_sovereign dorsetshire shropshire"),
    (5, "warspite", "warspite prince_of_wales repulse", "revenge ramillies resolution royal_sovereign"),
    (5, "warspite", "warspite prince_of_wales repulse revenge ramillies resolution royal_sovereign",
     "hermes exeter cornwall dorsetshire shropshire victorious"),
    (6, "victorious", "victorious prince_of_wales repulse exeter cornwall dorsetshire",
     "hermes ramillies royal_sovereign shropshire"),
    (6, "resolution", "resolution prince_of_wales repulse", "ramillies royal_sovereign"),
    (7, "ramillies", "ramillies prince_of_wales repulse", "renown queen_elizabeth valiant"),
    (7, "royal_sovereign", "royal_sovereign prince_of_wales repulse", "renown queen_elizabeth valiant"),
]  # fmt: skip


@pytest.mark.clause("2.2", "2.21", "2.22", "2.23", "4.1", "4.2", "4.3")
def test_vp_01_the_opening() -> None:
    view = GAME.new().view("public")
    assert {place for place, side in view["places"].items() if side == "japan"} == set(OPENING.split())
    assert view["flags"] == START_FLAGS
    ships = view["units"]["allies"]
    assert ships["indonesia"] == ["5th_af", "prince_of_wales", "repulse"]
    assert (ships["uncertain_y"], view["raiding"]) == (["saratoga"], [])
    assert "arizona" in ships["pearl_harbor"]
    assert (ships["philippines"], "wasp" in ships["due_3"]) == (["houston"], True)
    assert view["units"]["japan"]["submarine_base"] == ["i_boat"]


@pytest.mark.clause("4.1", "2.21", "6.3")
@pytest.mark.parametrize(
    ("value", "without", "hiryu"),
    [
        ("aleutians_open", "aleutian_islands", {"north_pacific_ocean"}),
        ("central_pacific_open", "central_pacific_ocean", {"north_pacific_ocean", "hawaiian_islands"}),
        ("all", "", set()),
    ],
)
def test_vp_01_start_flags_leave_one_area_open_or_none(value: str, without: str, hiryu: set[str]) -> None:
    """Hiryu raided the North Pacific on turn 1, which a flag on the Aleutians and the Central Pacific forbids."""
    flags = GAME.new(options={"start_flags": value}).view("public")["flags"]
    assert [area for area, side in flags.items() if side is None] == [without] * bool(without)
    assert [area for area, side in flags.items() if side == "japan"] == [
        *("japanese_islands", "marshall_islands", "marianas_islands")
    ]
    raider: dict[str, Any] = {"units": {"yokosuka": ["hiryu"]}, "marked": ["hiryu"], "step": "raiders"}
    table = RuleTester(turn=4, options={"start_flags": value}, **raider)
    assert table.ends("raid", "hiryu") & {"north_pacific_ocean", "hawaiian_islands"} == hiryu


@pytest.mark.clause("4.2")
@pytest.mark.parametrize(("unit", "plain", "menzel"), RAID)
def test_vp_02_which_ships_may_raid_pearl_harbor(unit: str, plain: int, menzel: int) -> None:
    for options, may in (({}, plain), ({"turn_one": "menzel"}, menzel)):
        table = RuleTester(turn=1, step="raid_force", options=options)
        assert table.clause("japan", "join_raid", unit) == (None if may else "4.2")


@pytest.mark.clause("4.2")
def test_vp_02_the_raid_force_is_off_hawaii() -> None:
    table = RuleTester(turn=1, step="raid_force")
    assert len(table.offered("join_raid")) == 32
    events = table.acts("japan", "join_raid akagi", "join_raid tone", "done")
    assert only(events, "raid_force_named") == [{"units": ["akagi", "tone"]}]
    assert (table.where("akagi"), table.where("kongo"), table.step) == ("hawaiian_islands", "yokosuka", "patrols")
    table = RuleTester(turn=1, step="raid_force")
    table.acts("japan", "done")
    assert table.where("akagi") == "yokosuka"


@pytest.mark.clause("4.4", "4.41", "17.11")
@pytest.mark.parametrize(
    ("pearl", "samoa", "place"),
    [("allies", "allies", "pearl_harbor"), ("allies", "japan", "pearl_harbor"), ("japan", "allies", "samoa"),
     ("japan", "japan", "")],
)  # fmt: skip
def test_vp_03_arrivals_at_a_lost_port(pearl: str, samoa: str, place: str) -> None:
    units = {"due_3": list(DUE_3)}
    table = RuleTester(turn=3, step="arrivals", places={"pearl_harbor": pearl, "samoa": samoa}, units=units)
    for unit in DUE_3:
        lost = "return_5" if unit.endswith(("_af", "_marines")) else "lost"
        assert table.where(unit) == (place or lost)


@pytest.mark.clause("4.41", "17.21", "17.23")
def test_vp_03_other_ports() -> None:
    table = RuleTester(turn=4, step="arrivals", places={"ceylon": "japan"}, units={"due_4": ["shropshire"]})
    assert table.where("shropshire") == "lost"
    due = ["taiho", "ryuho", "chitose", "chiyoda"]
    table = RuleTester(turn=7, step="arrivals", places={"yokosuka": "allies"}, units={"due_7": due, "truk": ["kongo"]})
    assert {table.where(ship) for ship in due} == {"lost"}
    table = RuleTester(
        turn=5,
        step="arrivals",
        places={"pearl_harbor": "japan"},
        units={"due_5": ["victorious"], "singapore": ["warspite"]},
    )
    assert table.where("victorious") == "samoa"


@pytest.mark.clause("4.4", "4.5", "12.3", "13.5")
def test_vp_03_lost_units_come_back_after_two_turns() -> None:
    places = {"singapore": "japan"}
    units = {"return_4": ["21_air_flotilla", "5th_af"]}
    table = RuleTester(turn=4, step="returns", places=places, units=units)
    assert table.ends("return", "21_air_flotilla") == {"yokosuka", "saigon", "truk", "singapore"}
    assert table.clause("japan", "return", "21_air_flotilla", "ceylon") == "4.4"
    assert table.clause("japan", "return", "22_air_flotilla", "truk") == "4.5"
    table.acts("japan", "return 21_air_flotilla singapore")
    assert table.ends("return", "5th_af") == {"pearl_harbor", "samoa", "australia"}
    table.acts("allies", "return 5th_af samoa")
    assert (table.where("21_air_flotilla"), table.damage("21_air_flotilla")) == ("singapore", 0)


@pytest.mark.clause("10.14")
def test_vp_03_without_a_port_they_keep_waiting() -> None:
    table = RuleTester(turn=4, step="returns", places=all_places("japan", "midway"), units={"return_4": ["5th_af"]})
    assert table.where("5th_af") == "return_6"


def removal(turn: int, sunk: str) -> RuleTester:
    """The removals of a turn with all British ships in Ceylon except those sunk, withdrawn, or still to come."""
    out = set(sunk.split())
    there = [ship for ship in BRITISH_SHIPS if FROM_TURN.get(ship, 1) <= turn and ship not in out | set(GONE[turn])]
    withdrawn = [ship for ship in GONE[turn] if ship not in out]
    units = {"ceylon": there, "withdrawn": withdrawn, "lost": sorted(out), "australia": ["canberra", "de_ruyter"]}
    units["due_9"] = ["king_george_v", "indefatigable"]
    return RuleTester(turn=turn, step="removals", units=units)


@pytest.mark.clause("4.42", "17.21")
@pytest.mark.parametrize(("turn", "listed", "sunk", "choices"), REMOVE)
def test_vp_36_substitutes(turn: int, listed: str, sunk: str, choices: str) -> None:
    table = removal(turn, sunk)
    assert table.step == "removals"
    assert table.ends("withdraw_ship") == set(choices.split())
    for ship in ("canberra", "de_ruyter", listed):
        assert table.clause("allies", "withdraw_ship", ship) == "4.42"
    chosen = choices.split()[-1]
    events = table.acts("allies", f"withdraw_ship {chosen}")
    assert {"unit": chosen, "listed": listed} in only(events, "withdrawn")
    assert table.where(chosen) == "withdrawn"


@pytest.mark.clause("4.4", "4.42")
def test_vp_36_the_listed_ships_leave_automatically() -> None:
    table = removal(4, "prince_of_wales repulse")
    assert (table.where("formidable"), table.where("indomitable")) == ("withdrawn", "withdrawn")
    assert table.step == "patrols"


@pytest.mark.clause("4.42")
def test_vp_36_if_two_are_lost_two_others_leave() -> None:
    table = removal(7, "ramillies royal_sovereign")
    table.acts("allies", "withdraw_ship renown", "withdraw_ship valiant")
    assert (table.where("renown"), table.where("valiant"), table.step) == ("withdrawn", "withdrawn", "patrols")


@pytest.mark.clause("4.42")
def test_vp_36_no_british_ship_is_left() -> None:
    units = {"ceylon": ["canberra"], "lost": [ship for ship in BRITISH_SHIPS if ship != "shropshire"]}
    table = RuleTester(turn=7, step="removals", units=units)
    assert (table.where("canberra"), table.step) == ("ceylon", "patrols")


@pytest.mark.clause("4.42")
def test_vp_36_damaged_and_bottomed_ships_may_go() -> None:
    units = {"ceylon": ["revenge", "ramillies"], "lost": ["warspite"]}
    table = RuleTester(turn=5, step="removals", units=units, damage={"revenge": 3, "ramillies": 6})
    assert table.ends("withdraw_ship") == {"revenge", "ramillies"}
