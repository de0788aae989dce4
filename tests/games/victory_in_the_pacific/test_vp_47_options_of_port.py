"""VP-47, VP-50 Rebuilding airstrikes, leaving Pearl Harbor, and the shipyards of San Diego."""

from typing import Any

import pytest

from tests.games.victory_in_the_pacific.rule_tester import RuleTester, changed, flags, only

CAPACITY = [
    (1, "", 6, 2),
    (2, "", 6, 5),
    (6, "", 6, 17),
    (4, "pearl_harbor=japan", 6, 2),
    (8, "yokosuka=allied", 0, 17),
    (5, "ceylon=japan|australia=japan", 6, 12),
]
ESCAPE = {"pearl_harbor_escape": "on"}
WEST = {"west_coast_escape": "on"}
YARDS = {"san_diego_repair": "on"}
LOSSES = {"airstrike_losses": "on"}
HAWAII_JAPANESE = flags(japan="HI")


@pytest.mark.clause("23.5")
@pytest.mark.parametrize(("turn", "change", "japan", "allied"), CAPACITY)
def test_vp_47_capacity_to_rebuild(turn: int, change: str, japan: int, allied: int) -> None:
    places = changed(change)
    port = "yokosuka" if places.get("yokosuka") != "allies" else "truk"
    there = "pearl_harbor" if places.get("pearl_harbor") != "japan" and turn > 1 else "australia"
    units = {port: ["akagi", "kaga"], there: ["lexington", "enterprise"]}
    loss = dict.fromkeys(("akagi", "kaga", "lexington", "enterprise"), 4)
    for side, ships, points, step in (
        ("japan", ("akagi", "kaga"), japan, "japan_patrols"),
        ("allies", ("lexington", "enterprise"), allied, "allied_patrols"),
    ):
        table = RuleTester(turn=turn, step=step, places=places, units=units, air_loss=loss, options=LOSSES)
        rebuilt = 0
        while found := [ship for ship in ships if table.offered("rebuild", ship)]:
            table.act(side, "rebuild", found[0], port if side == "japan" else there)
            rebuilt += 1
        assert rebuilt == min(points, 8)
        left = sum(table.now["air_loss"].get(ship, 0) for ship in ships)
        assert left == 8 - rebuilt


@pytest.mark.clause("23.5", "11.1")
def test_vp_47_rebuilt_units_stay_in_port() -> None:
    units = {"yokosuka": ["akagi"], "truk": ["kaga"]}
    table = RuleTester(turn=4, units=units, air_loss={"akagi": 2, "kaga": 1}, options=LOSSES)
    assert table.clause("japan", "rebuild", "kaga", "yokosuka") == "23.5"
    events = table.act("japan", "rebuild", "akagi", "yokosuka")
    assert only(events, "rebuilt") == [{"unit": "akagi", "port": "yokosuka", "loss": 1}]
    assert table.clause("japan", "patrol", "akagi", "japanese_islands") == "11.1"
    table = RuleTester(turn=4, units=units | {"lost": ["21_air_flotilla"]})
    assert table.clause("japan", "rebuild", "21_air_flotilla", "yokosuka") == "23.5"


@pytest.mark.clause("23.5", "12.3")
def test_vp_47_a_lost_air_unit_is_rebuilt_at_full_strength() -> None:
    units = {"yokosuka": ["akagi"], "lost": ["21_air_flotilla", "5th_af"], "samoa": ["chicago"]}
    table = RuleTester(turn=4, units=units, options=LOSSES)
    assert table.where("21_air_flotilla") == "lost"
    table.act("japan", "rebuild", "21_air_flotilla", "yokosuka")
    assert (table.where("21_air_flotilla"), table.now["airstrikes_rebuilt"]["japan"]) == ("yokosuka", 3)
    assert table.now["rested"] == ["21_air_flotilla"]
    table.act("japan", "done")
    assert table.ends("rebuild", "5th_af") == {"pearl_harbor", "australia"}
    assert table.clause("allies", "rebuild", "5th_af", "ceylon") == "23.5"


def pearl(turn: int = 3, options: dict[str, str] | None = None, **fields: Any) -> RuleTester:
    """Allied units in Pearl Harbor, with the Japanese flag on the Hawaiian Islands."""
    fields = {"flags": HAWAII_JAPANESE, "step": "allied_patrols"} | fields
    return RuleTester(turn=turn, options=options or {}, **fields)


@pytest.mark.clause("17.11", "6.3")
def test_vp_50_arrivals_escape_to_the_us_mandate() -> None:
    units = {"pearl_harbor": ["wasp", "new_mexico"], "samoa": ["chicago"]}
    both = {"hawaiian_islands", "us_mandate"}
    table = pearl(options=ESCAPE, units=units)
    assert (table.ends("patrol", "wasp"), table.ends("patrol", "new_mexico")) == (both, {"hawaiian_islands"})
    assert table.clause("allies", "patrol", "wasp", "coral_sea") == "6.221"
    events = table.act("allies", "patrol", "wasp", "us_mandate")
    assert only(events, "patrolled")[0]["rolls"]
    table = pearl(options=ESCAPE, units=units, step="raiders", marked=["wasp", "new_mexico"])
    assert (table.ends("raid", "wasp"), table.ends("raid", "new_mexico")) == (both, {"hawaiian_islands"})
    for other in (pearl(units=units), pearl(turn=4, options=ESCAPE, units=units)):
        assert other.ends("patrol", "wasp") == {"hawaiian_islands"}
    free = pearl(options=ESCAPE, units=units, flags=flags())
    assert free.ends("patrol", "wasp") == both | {"north_pacific_ocean", "central_pacific_ocean", "marshall_islands"}


@pytest.mark.clause("17.11", "13.3", "10.1")
def test_vp_50_marines_that_escape_have_few_shores() -> None:
    places = {"new_hebrides": "japan"}
    units = {"pearl_harbor": ["1st_marines"], "australia": ["chicago"], "truk": ["tone"]}
    table = pearl(options=ESCAPE, units=units, places=places, step="amphibious")
    table.act("allies", "sail", "1st_marines", "us_mandate")
    assert table.now["escaped"] == ["1st_marines"]
    table.finish("submarine")
    assert (table.step, table.ends("land", "1st_marines")) == ("landing", {"new_hebrides", "samoa"})
    table.act("allies", "done")
    assert table.ends("go", "1st_marines") == {"pearl_harbor", "samoa"}
    table = pearl(options=ESCAPE, units=units, step="amphibious")
    table.act("allies", "sail", "1st_marines", "us_mandate")
    table.finish("submarine")
    assert table.ends("land", "1st_marines") == {"samoa"}


@pytest.mark.clause("17.12", "4.41")
@pytest.mark.parametrize(("holder", "where"), [("allies", "pearl_harbor"), ("japan", "samoa")])
def test_vp_50_the_west_coast(holder: str, where: str) -> None:
    units = {"pearl_harbor": ["new_mexico", "maryland"], "johnston_island": ["chicago"], "samoa": ["portland"]}
    table = pearl(options=WEST, units=units, damage={"maryland": 6})
    assert table.ends("go_west") == {"new_mexico", "chicago"}
    for ship in ("maryland", "portland"):
        assert table.clause("allies", "go_west", ship) == "17.12"
    table.acts("allies", "go_west new_mexico", "go_west chicago")
    assert {table.where("new_mexico"), table.where("chicago")} == {"due_4"}
    assert pearl(units=units).clause("allies", "go_west", "chicago") == "17.12"
    later = RuleTester(
        turn=4, step="arrivals", units={"due_4": ["new_mexico", "chicago"]}, places={"pearl_harbor": holder}
    )
    assert {later.where("new_mexico"), later.where("chicago")} == {where}


@pytest.mark.clause("11.23")
def test_vp_50_which_units_go_to_san_diego() -> None:
    units = {"pearl_harbor": ["north_carolina", "enterprise"], "samoa": ["chicago"]}
    damage = {"north_carolina": 5, "enterprise": 3}
    table = pearl(options=YARDS, units=units, damage=damage)
    assert table.ends("to_san_diego") == {"north_carolina"}
    assert table.clause("allies", "to_san_diego", "enterprise") == "11.23"
    table.act("allies", "to_san_diego", "north_carolina")
    assert table.where("north_carolina") == "san_diego"
    assert table.clause("allies", "repair", "north_carolina") == "5.21"
    assert pearl(units=units).clause("allies", "to_san_diego", "north_carolina") == "11.23"


@pytest.mark.clause("11.23", "11.24")
def test_vp_50_san_diego_shares_the_points_of_pearl_harbor() -> None:
    units = {"san_diego": ["north_carolina"], "pearl_harbor": ["maryland"], "samoa": ["chicago"]}
    damage = {"north_carolina": 5, "maryland": 5}
    table = pearl(turn=4, options=YARDS, units=units, damage=damage)
    table.acts("allies", *["repair north_carolina"] * 5, *["repair maryland"] * 4)
    assert (table.damage("north_carolina"), table.damage("maryland")) == (0, 1)
    assert table.clause("allies", "repair", "maryland") == "11.2"


@pytest.mark.clause("11.23", "4.41")
@pytest.mark.parametrize(("holder", "where"), [("allies", "pearl_harbor"), ("japan", "samoa")])
def test_vp_50_back_from_san_diego(holder: str, where: str) -> None:
    units = {"san_diego": ["north_carolina", "washington"], "samoa": ["chicago"], "truk": ["tone"]}
    table = RuleTester(turn=5, step="returns", units=units, options=YARDS, places={"pearl_harbor": holder})
    assert table.step == "san_diego"
    assert table.clause("allies", "from_san_diego", "chicago") == "11.23"
    table.acts("allies", "from_san_diego north_carolina", "done")
    assert (table.where("north_carolina"), table.where("washington")) == (where, "san_diego")
