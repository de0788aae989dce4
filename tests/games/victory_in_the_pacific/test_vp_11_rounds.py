"""A round of combat: day or night, legal targets, the dice of a shot, the effects of damage (7.2 to 7.8)."""

from typing import Any

import pytest

from ironbottom.games.victory_in_the_pacific.pieces import AIR, DAY, NIGHT, UNITS
from ironbottom.games.victory_in_the_pacific.rules import effects
from ironbottom.games.victory_in_the_pacific.rules.fire import has_bonus, shot_result
from tests.games.victory_in_the_pacific.battle_cases import at_sea, dice_of, mark, pick, rows
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, flags, kinds, only, side_of

LIGHT = rows("""
japan_wants,allied_wants,flag,japan_die,allied_die,japan_total,allied_total,action
day,day,japan,,,,,day
night,night,allied,,,,,night
day,night,,3,4,4,4,day+night
day,night,,3,5,4,5,night
day,night,japan,3,4,5,4,day
day,night,japan,1,3,3,3,day+night
day,night,japan,1,4,3,4,night
day,night,allied,4,4,5,5,day+night
day,night,allied,5,4,6,5,day
night,day,,4,3,4,4,day+night
night,day,,6,4,6,5,night
night,day,japan,4,4,5,5,day+night
night,day,japan,5,4,6,5,night
night,day,allied,6,4,6,6,day+night
night,day,allied,6,3,6,5,night
night,day,allied,6,5,6,7,day
""")


@pytest.mark.clause("5.32", "5.33", "7.2", "7.3", "7.31", "7.32", "7.33")
@pytest.mark.parametrize("row", LIGHT)
def test_vp_11_day_or_night(row: dict[str, str]) -> None:
    flag = {"japan": flags(japan="CPO"), "allied": flags(allies="CPO"), "": flags()}[row["flag"]]
    table = at_sea("CPO", "akagi|kongo|lexington|chicago", flags=flag)
    events = pick(table, row["japan_wants"], row["allied_wants"], dice_of(row["japan_die"] + "|" + row["allied_die"]))
    rolled = only(events, "action_rolled")
    if row["japan_die"]:
        assert [(e["japan_total"], e["allies_total"]) for e in rolled] == [
            (int(row["japan_total"]), int(row["allied_total"]))
        ]
    else:
        assert rolled == []
    settled = only(events, "action_settled")[0]
    assert ("day+night" if settled["both"] else settled["action"]) == row["action"]
    assert table.step == ("announcement" if row["action"] == "night" else "targeting")


@pytest.mark.clause("7.3")
def test_7_3_the_choice_is_secret_until_both_have_chosen() -> None:
    table = at_sea("CPO", "akagi|lexington")
    before = table.match.view("allies")
    table.act("japan", "night")
    after = table.match.view("allies")
    assert {k: v for k, v in before.items() if k != "seq"} == {k: v for k, v in after.items() if k != "seq"}
    events = table.act("allies", "night")
    assert only(events, "actions_named") == [{"japan": "night", "allies": "night"}]


@pytest.mark.clause("7.3")
def test_7_3_japan_first_is_an_option() -> None:
    table = at_sea("CPO", "akagi|lexington", options={"day_night": "japan_first"})
    assert table.to_act == "japan"
    assert only(table.act("japan", "day"), "action_wanted") == [{"side": "japan", "action": "day"}]
    assert table.to_act == "allies"


@pytest.mark.clause("7.34", "7.94")
def test_7_34_the_choice_is_made_again_every_round() -> None:
    table = at_sea("CPO", "kongo|chicago")
    pick(table, "night", "night")
    table.act("japan", "done")
    table.act("allies", "done")
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert table.step == "name_action"


# -- VP-12 targets at night ----------------------------------------------------------------------------

TARGETS = rows("""
enemy,fire,legal
lexington|chicago,kongo>chicago,1
lexington|chicago,kongo>lexington,0
lexington|chicago,kongo>lexington|tone>chicago,1
lexington*|chicago,kongo>lexington,1
lexington|enterprise,kongo>lexington,1
lexington|chicago|portland,kongo>lexington|tone>chicago,0
lexington|chicago|portland,kongo>lexington|tone>chicago|mogami>portland,1
chicago|1st_marines,kongo>1st_marines,0
chicago|1st_marines,kongo>1st_marines|tone>chicago,1
lexington|chicago|1st_marines,kongo>1st_marines|tone>chicago,0
lexington|chicago|1st_marines,kongo>1st_marines|tone>chicago|mogami>lexington,1
lexington*|1st_marines,kongo>1st_marines,0
lexington*|1st_marines,kongo>1st_marines|tone>lexington,1
1st_marines|2nd_marines,kongo>1st_marines,1
5th_af|chicago,kongo>5th_af,0
lexington|chicago,zuiho>chicago|kongo>lexington,0
hermes|revenge,kongo>hermes,0
akagi*|soryu|tone,washington>akagi,1
akagi*|soryu|tone,washington>soryu,0
akagi*|soryu|tone,washington>soryu|chicago>tone,1
""")
RANK = {"battleship": 0, "cruiser": 0, "carrier": 1, "amphibious": 2, "lba": 3}


@pytest.mark.clause("5.33", "7.42", "7.421", "7.422", "7.423", "7.424", "13.21")
@pytest.mark.parametrize("row", TARGETS)
def test_vp_12_night_targets(row: dict[str, str]) -> None:
    enemy = row["enemy"].replace("*", "").split("|")
    guns = [unit[:-1] for unit in row["enemy"].split("|") if unit.endswith("*")]
    aims = [aim.split(">") for aim in row["fire"].split("|")]
    table = at_sea("CPO", "|".join([*enemy, *(firer for firer, _ in aims)]))
    pick(table, "night", "night")
    announce(table, [unit for unit in guns if side_of(unit) == "allies"])
    side = side_of(aims[0][0])
    if side == "allies":
        for unit in guns:
            table.act("japan", "fire", unit, aims[0][0])
        table.act("japan", "done", dice=[1] * len(guns))
    kind = {unit: row.kind for unit, row in table.match.rules.facts.table("units").items()}
    legal = True
    for firer, target in sorted(aims, key=lambda aim: RANK[kind[aim[1]]]):
        if table.clause(side, "fire", firer, target) is not None:
            legal = False
            break
        offered = {choice[1] for choice in table.offered("fire")}
        dice = [1] * shots(table, [unit for unit, _ in aims]) if offered == {firer} else []
        table.act(side, "fire", firer, target, dice=dice)
    assert legal == (row["legal"] == "1")


def announce(table: RuleTester, carriers: list[str]) -> None:
    """5.33 The Allies announce these carriers, if they are asked to."""
    if table.step == "announcement":
        for unit in carriers:
            table.act("allies", "announce", unit)
        if table.step == "announcement":
            table.act("allies", "done")


def shots(table: RuleTester, units: list[str]) -> int:
    """The dice of undamaged ships at night."""
    return sum(table.match.rules.facts.table("units")[unit].gunnery or 0 for unit in units)


@pytest.mark.clause("7.421", "5.33")
def test_7_421_a_carrier_that_was_not_announced_does_not_fire() -> None:
    table = at_sea("CPO", "kongo|lexington|chicago")
    pick(table, "night", "night")
    assert table.step == "announcement"
    assert table.clause("allies", "announce", "chicago") == "5.33"
    table.act("allies", "done")
    table.act("japan", "done")
    assert {choice[1] for choice in table.offered("fire")} == {"chicago"}
    assert table.clause("allies", "fire", "lexington", "kongo") == "7.43"


@pytest.mark.clause("7.412", "7.43", "7.51", "7.411")
def test_vp_13_day_targets() -> None:
    table = at_sea("HI", "akagi|lexington|chicago|1st_marines|7th_af", more={"pearl_harbor": ["new_orleans"]})
    pick(table, "day", "day")
    assert table.ends("fire", "akagi") == {"lexington", "chicago", "1st_marines", "7th_af"}
    assert table.clause("japan", "fire", "akagi", "new_orleans") == "7.412"
    events = table.act("japan", "fire", "akagi", "chicago", dice=[1, 1, 1, 1])
    assert only(events, "fired")[0]["dice"] == [1, 1, 1, 1]
    assert {choice[1] for choice in table.offered("fire")} == {"lexington", "7th_af"}


@pytest.mark.clause("7.43", "7.44")
def test_7_44_all_may_fire_together_and_shots_at_a_doomed_target_are_rolled_too() -> None:
    table = at_sea("HI", "soryu|hiryu|lexington")
    pick(table, "day", "day")
    assert table.offered("all_fire") == [("all_fire", "lexington")]
    events = table.act("japan", "all_fire", "lexington", dice=[6, 6, 1, 1, 5, 1, 2, 2])
    assert [mark(e) for e in only(events, "fired")] == ["+6", "+1"]
    assert table.clause("allies", "all_fire", "soryu") == "7.43", "one is not several"
    assert table.where("lexington") == "hawaiian_islands"


@pytest.mark.clause("7.424")
def test_7_424_when_all_fire_at_night_japanese_carriers_do_not_fire() -> None:
    table = at_sea("HI", "kongo|hiei|akagi|chicago")
    pick(table, "night", "night")
    table.act("japan", "all_fire", "chicago")
    assert {choice[1] for choice in table.offered("fire")} == {"akagi"}


# -- VP-14, VP-15 shots --------------------------------------------------------------------------------

OUTCOMES = {"-": 0, "dis": 1, "hit": 2}
SHOTS = rows("""
die,plain_ship,bonus_ship,plain_amphibious,bonus_amphibious,plain_air,bonus_air
1,-,-,-,-,-,-
2,-,-,-,-,-,-
3,-,-,-,-,-,-
4,-,dis,-,dis,-,-
5,dis,hit,dis,hit,-,-
6,hit,hit,hit,hit,hit,hit
""")


@pytest.mark.clause("7.53", "7.531", "7.532", "7.535", "12.22", "12.23")
@pytest.mark.parametrize("row", SHOTS)
def test_vp_14_one_shot(row: dict[str, str]) -> None:
    for column, result in row.items():
        if column != "die":
            bonus, target = column.split("_")
            assert shot_result(int(row["die"]), bonus == "bonus", target == "air") == OUTCOMES[result]


FIRE = rows("""
firer,kind,target,dice,mark
akagi,day,lexington,4|5:1|6:6|3,dis +7
akagi,day,7th_af,4|5|6:3|6:1,+4
akagi:2,day,lexington,4|1|1|2,dis
akagi:4,night,chicago,5,dis
21_air_flotilla,day,repulse,5|6:2|4,dis +2
21_air_flotilla,day,5th_af,5|6:4|4,+4
5th_af,day,akagi,4|6:1,+1
hosho,day,prince_of_wales,4,dis
taiho,day,essex,4|5|6:2,dis +2
essex,day,taiho,4|5:2|3|1,dis +2
mogami,night,chicago,4,dis
mogami:1,night,chicago,4,-
takao:1,night,chicago,5,dis
takao:2,night,chicago,6:1,+1
south_dakota,night,kongo,4|5:3|1|1|2,dis +3
south_dakota:1,night,kongo,4|5|1|1|2,dis
south_dakota:6,night,kongo,6:6,+6
yamato,night,iowa,1|2|3|4|5|6:5,dis +5
akagi,raid,arizona,4|5:2|6:5|1,+7
zuikaku,raid,7th_af,5|6:4|1|2,+4
i_boat,sub,lexington,5:4,+4
f_boat,sub,yamato,4,dis
f_boat,sub,sasebo_nlf,3,-
""")


@pytest.mark.clause(
    "7.21",
    "7.22",
    "7.5",
    "7.51",
    "7.52",
    "7.53",
    "7.533",
    "7.72",
    "7.73",
    "9.14",
    "12.21",
    "12.22",
    "13.2",
    "13.22",
    "16.2",
)
@pytest.mark.parametrize("row", FIRE, ids=lambda row: f"{row['firer']} {row['kind']} {row['target']}")
def test_vp_15_fire_of_a_unit(row: dict[str, str]) -> None:
    found = {"raid": by_raid, "sub": by_submarine}.get(row["kind"], by_action)(row)
    if row["kind"] == "sub":
        fallen = only(found, "torpedoed")[0]
        assert [fallen["die"], *fallen["damage_dice"]] == dice_of(row["dice"])
    else:
        fallen = only(found, "fired")[0]
    assert mark(fallen) == row["mark"]


def by_action(row: dict[str, str]) -> list[Any]:
    unit = row["firer"].partition(":")[0]
    table = at_sea("CPO", f"{row['firer']}|{row['target']}", turn=8)
    pick(table, row["kind"], row["kind"])
    announce(table, [unit] if side_of(unit) == "allies" else [])
    if side_of(unit) == "allies" and table.to_act == "japan":
        table.act("japan", "done")
    return table.act(side_of(unit), "fire", unit, row["target"], dice=dice_of(row["dice"]))


def by_raid(row: dict[str, str]) -> list[Any]:
    table = at_sea("HI", row["firer"], more={"pearl_harbor": [row["target"]]})
    table.act("japan", "raid_port", row["firer"], "pearl_harbor")
    return table.act("japan", "fire", row["firer"], row["target"], dice=dice_of(row["dice"]))


def by_submarine(row: dict[str, str]) -> list[Any]:
    table = at_sea("CPO", f"{row['firer']}|{row['target']}", turn=8)
    return table.act(side_of(row["firer"]), "torpedo", row["target"], dice=dice_of(row["dice"]))


@pytest.mark.clause("7.52")
def test_vp_15_a_ship_without_guns_rolls_nothing_at_night() -> None:
    table = at_sea("CPO", "zuiho|chicago")
    events = pick(table, "night", "night")
    assert table.to_act == "allies"
    assert only(events, "fired") == []


# -- VP-16, VP-17 damage -------------------------------------------------------------------------------

EFFECTS = rows("""
unit,gunnery,bonus,airstrike,speed
kongo:1,4,0,0,5
kongo:2,4,0,0,4
kongo:3,1,0,0,3
nagato:4,5,0,0,1
nagato:5,1,0,0,1
akagi:3,1,0,4,3
akagi:4,1,0,0,2
zuiho,0,0,2,5
hosho:1,0,0,0,3
enterprise:2,0,0,0,5
mogami,1,1,0,8
mogami:1,1,0,0,7
ashigara:1,1,0,0,6
ashigara:2,1,0,0,5
kitakami,1,1,0,7
yamato:8,6,0,0,1
yamato:9,1,0,0,1
south_dakota:5,5,0,0,1
shinano:9,1,0,0,1
hermes:2,1,0,0,2
""")


@pytest.mark.clause("7.7", "7.71", "7.72", "7.73")
@pytest.mark.parametrize("row", EFFECTS, ids=lambda row: row["unit"])
def test_vp_16_damage_effects(row: dict[str, str]) -> None:
    state = at_sea("CPO", row["unit"], turn=8).match.state
    unit, pieces = UNITS.index[row["unit"].partition(":")[0]], state.rules.pieces
    guns = effects.gunnery(pieces, state.cells, unit)
    found = (
        guns,
        int(bool(guns) and has_bonus(pieces, state.cells, NIGHT, unit)),
        effects.airstrike(pieces, state.cells, unit),
        effects.speed(pieces, state.cells, unit),
    )
    assert found == tuple(int(row[name]) for name in ("gunnery", "bonus", "airstrike", "speed"))


@pytest.mark.clause("7.72", "12.25")
def test_vp_16_the_airstrike_bonus_stays_and_air_units_fire_in_full() -> None:
    state = at_sea("MAR", "akagi:3|21_air_flotilla:3").match.state
    pieces = state.rules.pieces
    assert has_bonus(pieces, state.cells, DAY, UNITS.index["akagi"])
    flotilla = UNITS.index["21_air_flotilla"]
    assert AIR >> flotilla & 1
    assert effects.airstrike(pieces, state.cells, flotilla) == 3


SINKING = rows("""
unit,where,damage,state
kongo,sea,3,3
kongo,sea,4,sunk
yamato,sea,9,9
yamato,sea,10,sunk
zuiho,sea,0,0
zuiho,sea,1,sunk
kitakami,sea,1,sunk
arizona,port,4,4
arizona,port,5,bottom 5
arizona,port,8,bottom 8
arizona,port,9,sunk
west_virginia,port,10,bottom 10
west_virginia,port,11,sunk
new_orleans,port,2,bottom 2
new_orleans,port,3,sunk
zuiho,port,1,sunk
7th_af,port,3,3
7th_af,port,4,sunk
21_air_flotilla,sea,4,sunk
1st_marines,sea,4,4
1st_marines,sea,5,sunk
1st_marines,port,5,sunk
yokosuka_nlf,port,4,sunk
""")


@pytest.mark.clause("7.533", "7.534", "9.4", "9.41", "9.42", "12.25")
@pytest.mark.parametrize("row", SINKING, ids=lambda row: f"{row['unit']} {row['where']} {row['damage']}")
def test_vp_17_sinking(row: dict[str, str]) -> None:
    pieces = at_sea("CPO", "kongo", turn=8).match.rules.pieces
    unit, damage = UNITS.index[row["unit"]], int(row["damage"])
    sinks = effects.sunk_in_port if row["where"] == "port" else effects.sunk_at_sea
    assert sinks(pieces, damage, unit) == (row["state"] == "sunk")
    if row["where"] == "port" and row["state"].startswith("bottom"):
        cells = at_sea("CPO", "kongo", more={"pearl_harbor": [row["unit"]]}, damage={row["unit"]: damage}).match.state
        assert effects.on_bottom(pieces, cells.cells, unit)


def test_the_kinds_of_the_first_events_of_a_round() -> None:
    events = pick(at_sea("CPO", "akagi|lexington"), "day", "day")
    assert kinds(events)[-2:] == ["actions_named", "action_settled"]
