"""AAP-C63 to C82: control, convoys, capitals, placement, China, income, victory."""

from typing import Any

import pytest

from ironbottom.games.axis_allies_pacific.pieces import ECONOMIES
from ironbottom.games.axis_allies_pacific.rules.income import production
from tests.games.axis_allies_pacific.rule_tester import Position, RuleTester, only
from tests.games.axis_allies_pacific.test_cases_30_battles import attack, bare


def level(table: RuleTester, economy: str) -> int:
    """The production level of an economy."""
    state = table.match.state
    return production(state.rules.pieces, state.cells, ECONOMIES.index[economy])


def convoys(*taken: str, lost: tuple[str, ...] = ()) -> list[str]:
    """The convoys of Japan: those at the start, plus captured ones, minus lost ones."""
    return [zone for zone in ("sz36", "sz37", "sz45", *taken) if zone not in lost]


def production_of(economy: str, **fields: Any) -> int:
    """The production of an economy in a position."""
    return level(RuleTester(**{"active": "japan", "step": "purchase", **fields}), economy)


def test_c63_a_territory_and_its_route() -> None:
    """9.4, 9.5.5, 9.5.2"""
    assert production_of("australia", control={"java": "japan"}) == 20 - 4
    assert production_of("japan", control={"java": "japan"}) == 19
    units = {"japan": {"sz39": {"destroyer": 1}}, "usa": {"sz42": {"submarine": 1}}}
    table = RuleTester(**bare("japan", **units), control={"java": "japan"})
    events = table.move("japan", "sz39", "destroyer", "sz43")
    assert only(events, "convoy_taken") == [{"convoy": "sz43", "side": "japan"}]
    assert level(table, "japan") == 23
    american = RuleTester(
        **bare("usa", usa={"sz42": {"submarine": 1}}),
        control={"java": "japan"},
        convoys_of_japan=convoys("sz43"),
    )
    american.move("usa", "sz42", "submarine", "sz43")
    assert [level(american, economy) for economy in ECONOMIES.ids] == [19, 15, 16, 75]


def test_c64_routes_lost_by_japan() -> None:
    """9.4, 9.5.5"""
    assert production_of("japan", convoys_of_japan=convoys(lost=("sz45",))) == 16
    assert production_of("japan", convoys_of_japan=[]) == 11


def test_c65_centers_taken_by_japan() -> None:
    """9.5.6"""
    assert production_of("usa", convoys_of_japan=convoys("sz3")) == 65
    assert production_of("japan", convoys_of_japan=convoys("sz3", "sz15")) == 19
    table = RuleTester(active="uk", step="income", convoys_of_japan=convoys("sz15"))
    assert (table.step, table.now["pool"]) == ("splitting", 7)


@pytest.mark.parametrize(("piece", "takes"), [("submarine", True), ("transport", False)])
def test_c66_a_center_is_taken_in_passing(piece: str, takes: bool) -> None:
    """9.5.2"""
    table = RuleTester(**bare("japan", japan={"sz47": {piece: 1}}))
    events = table.move("japan", "sz47", piece, "sz52") + table.move("japan", "sz52", piece, "sz51", verb="go_on")
    assert only(events, "convoy_taken") == ([{"convoy": "sz52", "side": "japan"}] if takes else [])


def test_c66_not_in_phase_6_nor_next_to_an_enemy() -> None:
    """9.5.2"""
    late = RuleTester(**bare("japan", "regroup", japan={"sz47": {"submarine": 1}}))
    assert only(late.move("japan", "sz47", "submarine", "sz52"), "convoy_taken") == []
    units = {"japan": {"sz47": {"submarine": 1}}, "uk": {"sz52": {"transport": 1}}}
    held_by_enemy = RuleTester(**bare("japan", **units))
    assert only(held_by_enemy.move("japan", "sz47", "submarine", "sz52"), "convoy_taken") == []


def test_c67_a_warship_takes_the_adjacent_convoy() -> None:
    """9.5.3"""
    table = RuleTester(**bare("japan", japan={"sz52": {"submarine": 1}}))
    events = table.act("japan", "seize", "sz52", "submarine")
    assert only(events, "convoy_taken") == [{"convoy": "sz52", "side": "japan"}]
    assert table.goals("japan", "sz52", "submarine", "go_on") == {"sz47", "sz51", "sz53", "sz54"}
    beside = RuleTester(**bare("japan", japan={"sz52": {"submarine": 1}}, uk={"sz52": {"submarine": 1}}))
    assert not beside.offered("seize")


def at_center(dice: list[int], dive: str = "0", **own: int) -> list[str]:
    """The convoys of Japan after its ships fought a British transport or submarine in sea zone 52."""
    table = RuleTester(**bare("japan", japan={"sz51": dict(own)}, uk={"sz52": {"destroyer": 1}}))
    for piece, number in own.items():
        table.move("japan", "sz51", piece, "sz52", number)
    events = table.act("japan", "done", dice=[] if "submarine" in own else dice)
    if table.step == "submerging":
        events = table.act("japan", "submerge", dive, dice=dice)
    assert only(events, "battle_ended")
    if table.step == "convoy_won":
        table.act("japan", "take_convoy")
    taken: list[str] = table.now["convoys_of_japan"]
    return taken


def test_c68_convoys_after_a_sea_battle() -> None:
    """9.5.4"""
    assert at_center([2, 6], submarine=1) == convoys("sz52")
    assert at_center([2, 1], submarine=1) == convoys()
    assert at_center([], dive="1", submarine=1) == convoys()
    units = {"japan": {"sz51": {"carrier": 1, "fighter": 2}}, "uk": {"sz52": {"transport": 1}}}
    air = RuleTester(**bare("japan", **units))
    air.fly("japan", "sz51", "fighter", "sz52", 2)
    air.act("japan", "done", dice=[1, 6, 6])
    assert air.now["convoys_of_japan"] == convoys()


def test_c69_a_liberated_territory_returns_without_its_route() -> None:
    """9.1, 9.5.5"""
    units = {"usa": {"siam": {"infantry": 2}}, "japan": {"malaya": {"infantry": 1}}}
    fields: Position = {"control": {"malaya": "japan", "siam": "india"}, "convoys_of_japan": convoys("sz46")}
    table = RuleTester(**bare("usa", **units), **fields)
    events = attack(table, ("siam", "infantry", "malaya", 2), dice=[1, 6, 6], side="usa")
    assert only(events, "captured") == [{"land": "malaya", "holder": "india", "side": "usa"}]
    # Siam is worth 2 to India; Malaya counts 0 while Japan holds its route.
    assert level(table, "india") == 15 - 4 + 2


@pytest.mark.parametrize(
    ("side", "start", "land", "holder"),
    [("uk", "shantung", "manchuria", "china"), ("uk", "shan_state", "siam", "india")],
)
def test_c70_the_new_owners_of_japanese_territories(side: str, start: str, land: str, holder: str) -> None:
    """9.2"""
    table = RuleTester(**bare(side, **{side: {start: {"infantry": 1}}}), control={start: "china"})
    events = attack(table, (start, "infantry", land, 1), dice=[], side=side)
    assert only(events, "captured") == [{"land": land, "holder": holder, "side": side}]


def test_c70_indo_china_goes_to_the_power_that_took_it() -> None:
    """9.3"""
    units = {"usa": {"yunnan": {"infantry": 1}}, "china": {"yunnan": {"infantry": 1}}}
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "yunnan", "infantry", "french_indo_china")
    table.move("usa", "yunnan", "infantry", "french_indo_china", verb="move_chinese")
    table.act("usa", "done")
    assert table.step == "naming"
    assert table.offered() == [("name_holder", "usa"), ("name_holder", "china")]
    table.act("usa", "name_holder", "usa")
    assert table.now["control"]["french_indo_china"] == "usa"
    alone = RuleTester(**bare("usa", usa={"yunnan": {"fighter": 1}}, china={"yunnan": {"infantry": 1}}))
    alone.move("usa", "yunnan", "infantry", "french_indo_china", verb="move_chinese")
    events = alone.act("usa", "done")
    assert only(events, "captured")[0]["holder"] == "china"


def test_c70_islands_go_to_the_taker() -> None:
    """9.2"""
    table = RuleTester(**bare("usa", usa={"sz35": {"transport_infantry": 1}}), kamikazes=0)
    table.act("usa", "assault", "sz35", "transport_infantry", "ryukyu", "infantry")
    events = table.act("usa", "done")
    assert only(events, "captured")[0]["holder"] == "usa"
    british = RuleTester(**bare("uk", uk={"sz35": {"transport_infantry": 1}}), kamikazes=0)
    british.act("uk", "assault", "sz35", "transport_infantry", "ryukyu", "infantry")
    british.act("uk", "done")
    assert british.offered() == [("name_holder", "india"), ("name_holder", "australia")]


def test_c71_capturing_a_capital_takes_its_ipcs() -> None:
    """9.6.1, 9.6.2"""
    fields: Position = {"control": {"burma": "japan"}, "ipc": {"japan": 3, "india": 12, "australia": 20}}
    table = RuleTester(**bare("japan", japan={"burma": {"infantry": 1}, "korea": {"infantry": 1}}), **fields)
    events = attack(table, ("burma", "infantry", "india", 1), dice=[])
    assert only(events, "purse_taken") == [{"economy": "india", "taker": "japan", "ipc": 12}]
    assert table.now["ipc"] == {"japan": 15, "india": 0, "australia": 20, "usa": 0}
    british: Position = {"active": "uk", "control": {"india": "japan"}, "ipc": {"india": 9, "australia": 9}}
    assert RuleTester(**british, step="purchase").clause("uk", "buy", "india", "infantry", "1") == "5.4"
    income = RuleTester(**british, step="income")
    assert income.now["ipc"]["india"] == 9
    assert income.now["ipc"]["australia"] == 9 + 20 + 12


def test_c72_captured_complexes_place_their_value() -> None:
    """11.2"""
    own = RuleTester(active="usa", step="placement", bought={"usa": {"infantry": 9}})
    assert own.clause("usa", "place", "usa", "infantry", "hawaiian", "hawaiian", "9") is None
    fields: Position = {"active": "japan", "step": "placement", "bought": {"japan": {"infantry": 9}}}
    theirs = RuleTester(**fields, control={"hawaiian": "japan"})
    assert theirs.clause("japan", "place", "japan", "infantry", "hawaiian", "hawaiian", "2") is None
    assert theirs.clause("japan", "place", "japan", "infantry", "hawaiian", "hawaiian", "3") == "11.2"
    theirs.act("japan", "place", "japan", "infantry", "hawaiian", "hawaiian", "2")
    assert not [action for action in theirs.offered("place") if action[3] == "hawaiian"]
    fresh = RuleTester(**fields, control={"hawaiian": "japan"}, taken=["hawaiian"])
    assert fresh.clause("japan", "place", "japan", "infantry", "hawaiian", "hawaiian", "1") == "11.5"
    free = RuleTester(options={"ic_limit": "none"}, **fields, control={"hawaiian": "japan"})
    assert free.clause("japan", "place", "japan", "infantry", "hawaiian", "hawaiian", "9") is None


@pytest.mark.parametrize("enemy", ["submarine", "cap"])
def test_c73_no_ship_is_placed_next_to_an_enemy(enemy: str) -> None:
    """11.1, 5.5"""
    fields: Position = {"active": "uk", "step": "placement", "bought": {"india": {"destroyer": 2}}}
    table = RuleTester(**fields)
    assert {action[4] for action in table.offered("place", "india", "destroyer")} == {"sz54"}
    # Nothing can be placed, so it is refunded and the turn continues.
    closed = RuleTester(**fields, units={"japan": {"sz54": {enemy: 1}}})
    assert closed.now["ipc"]["india"] >= 24


def test_c74_fighters_on_carriers_placed_now() -> None:
    """11.3"""
    fields: Position = {"active": "usa", "step": "placement", "bought": {"usa": {"carrier": 1, "fighter": 3}}}
    table = RuleTester(**fields, units={"usa": {"sz5": {"carrier": 1}, "united_states": {"fighter": 1}}})
    assert table.clause("usa", "place", "usa", "fighter", "united_states", "sz5", "1") == "11.1"
    table.act("usa", "place", "usa", "carrier", "united_states", "sz5", "1")
    assert table.clause("usa", "place", "usa", "fighter", "united_states", "sz5", "3") == "11.2"
    table.act("usa", "place", "usa", "fighter", "united_states", "sz5", "1")
    table.act("usa", "embark", "united_states", "sz5", "1")
    assert table.at("sz5")["usa"] == {"carrier": 2, "fighter": 2}


@pytest.mark.parametrize(
    ("lost", "number"),
    [
        ((), 3),
        (("burma",), 2),
        (("yunnan",), 2),
        (("yunnan", "sikang"), 1),
        (("szechwan",), 0),
    ],
)
def test_c75_free_chinese_infantry(lost: tuple[str, ...], number: int) -> None:
    """14.2, 14.4"""
    table = RuleTester(active="usa", step="purchase", control=dict.fromkeys(lost, "japan"), ipc={"usa": 3})
    assert table.now["volunteers"] == number


def test_c75_korea_counts_and_all_appear_in_szechwan() -> None:
    """14.2, 14.3"""
    table = RuleTester(active="usa", step="purchase", control={"korea": "china"}, ipc={"usa": 3})
    assert table.now["volunteers"] == 4
    table.act("usa", "done")
    while table.step != "purchase":
        verb = next(verb for verb in ("done", "finish") if (verb,) in table.offered())
        table.act(table.to_act, verb)
    assert table.at("szechwan")["china"] == {"infantry": 4}


@pytest.mark.parametrize(
    ("control", "loot", "points"),
    [({}, 0, 1), ({"india": "japan", "java": "japan"}, 0, 2), ({"india": "japan", "java": "japan"}, 15, 4)],
)
def test_c76_points_for_every_full_ten(control: dict[str, str], loot: int, points: int) -> None:
    """13.3"""
    routes = convoys("sz43", "sz44")
    fields: Position = {"active": "japan", "step": "income", "victory_points": 0}
    fallen: Position = {"loot": loot, "taken": ["india"], "ipc": {"japan": loot}} if loot else {}
    table = RuleTester(
        options={"capital_hold": "full_round"}, **fields, **fallen, control=control, convoys_of_japan=routes
    )
    assert table.now["victory_points"] == points


def test_c77_japan_wins_at_the_end_of_its_turn() -> None:
    """15.1"""
    table = RuleTester(active="japan", step="regroup", units={"japan": {"korea": {"infantry": 1}}}, victory_points=21)
    table.act("japan", "done")
    assert table.winners == ["japan"]
    on = RuleTester(active="japan", step="regroup", units={"japan": {"korea": {"infantry": 1}}}, victory_points=20)
    on.act("japan", "done")
    assert on.to_act == "uk"
    bid = RuleTester(
        options={"vp_target": "25"},
        active="japan",
        step="regroup",
        units={"japan": {"korea": {"infantry": 1}}},
        victory_points=23,
    )
    bid.act("japan", "done")
    assert bid.to_act == "uk"


@pytest.mark.parametrize(("siam", "over"), [("india", True), ("japan", False)])
def test_c78_japan_starves_at_nine(siam: str, over: bool) -> None:
    """15.1"""
    units = {"japan": {"korea": {"infantry": 1}}}
    table = RuleTester(active="japan", step="regroup", units=units, control={"siam": siam}, convoys_of_japan=[])
    table.act("japan", "done")
    assert (table.to_act == "") == over
    if over:
        assert table.winners == ["uk", "usa"]


@pytest.mark.parametrize(("owner", "over"), [("usa", True), ("japan", False)])
def test_c79_japan_itself_is_lost(owner: str, over: bool) -> None:
    """15.1"""
    units = {"japan": {"korea": {"infantry": 1}}}
    table = RuleTester(active="japan", step="regroup", units=units, control={"japan": owner})
    table.act("japan", "done")
    assert (table.to_act == "") == over


@pytest.mark.parametrize(("land", "wins"), [("india", True), ("new_south_wales", True), ("szechwan", False)])
def test_c80_a_capital_held_through_a_round(land: str, wins: bool) -> None:
    """15.2, 9.6.3"""
    fields: Position = {"active": "usa", "step": "regroup", "units": {"usa": {"canada": {"infantry": 1}}}}
    table = RuleTester(**fields, control={land: "japan"}, round=4)
    events = table.act("usa", "done")
    assert bool(only(events, "game_ended")) == wins
    if wins:
        assert table.winners == ["japan"]


def test_15_2_victory_comes_at_once_by_the_option() -> None:
    units = {"japan": {"korea": {"infantry": 1}}}
    fields: Position = {"active": "japan", "step": "regroup", "units": units, "control": {"india": "japan"}}
    table = RuleTester(options={"capital_hold": "at_once"}, **fields)
    table.act("japan", "done")
    assert table.winners == ["japan"]


def test_15_3_a_draw_after_the_agreed_round() -> None:
    fields: Position = {"active": "usa", "step": "regroup", "units": {"usa": {"canada": {"infantry": 1}}}}
    table = RuleTester(options={"last_round": "3"}, **fields, round=3)
    table.act("usa", "done")
    assert table.winners == []


def test_8_1_3_standing_orders_answer_at_once_and_are_hidden() -> None:
    """8.1.3"""
    units = {"japan": {"sz44": {"battleship": 1}}, "uk": {"sz46": {"destroyer": 1, "transport": 1}}}
    orders = {"uk": {"losses": "cheapest"}}
    table = RuleTester(**bare("japan", **units), standing_orders=orders)
    assert table.match.view("japan")["standing_orders"]["uk"] == {}
    assert table.match.view("uk")["standing_orders"]["uk"]["losses"] == "cheapest"
    events = attack(table, ("sz44", "battleship", "sz46", 1), dice=[1, 6, 6])
    assert only(events, "lost") == [{"power": "uk", "piece": "transport", "number": 1}]
    assert table.match.view("japan")["standing_orders"]["uk"] == {"losses": "cheapest"}
