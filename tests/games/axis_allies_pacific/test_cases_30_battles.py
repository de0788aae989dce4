"""AAP-C30 to C45: rounds of battle, submarines, losses, retreat."""

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.counts import count_one
from ironbottom.games.axis_allies_pacific.rules.sequence import surface_submarines
from tests.games.axis_allies_pacific.rule_tester import Event, Places, Position, RuleTester, only, shots


def bare(active: str, step: str = "combat_moves", /, **units: Places) -> Position:
    """An empty board with a few units; Japan has had its first turn unless the round is given."""
    return {"active": active, "step": step, "units": units, "round": 2}


def attack(table: RuleTester, *moves: tuple[str, str, str, int], dice: list[int], side: str = "japan") -> list[Event]:
    """Moves units into a battle and closes movement."""
    for place, piece, to, number in moves:
        table.move(side, place, piece, to, number)
    return table.act(side, "done", dice=dice)


def defence_of(round_: int) -> list[tuple[str, str, int]]:
    """The defence factors against Japan in a round: US infantry, marine, Chinese infantry."""
    units = {
        "japan": {"manchuria": {"infantry": 1}},
        "usa": {"suiyuan": {"infantry": 1, "marine": 1}},
        "china": {"suiyuan": {"infantry": 1}},
    }
    table = RuleTester(**bare("japan", **units) | {"round": round_})
    events = attack(table, ("manchuria", "infantry", "suiyuan", 1), dice=[6, 2, 2, 2])
    return [(power, piece, hits) for power, piece, _, _, hits in shots(events) if power != "japan"]


def test_c30_all_defend_in_full_after_the_first_turn() -> None:
    """8.13.1"""
    assert defence_of(2) == [("usa", "infantry", 1), ("china", "infantry", 1), ("usa", "marine", 1)]


def test_c31_on_japans_first_turn_all_but_the_chinese_defend_at_one() -> None:
    """8.13.1"""
    assert defence_of(1) == [("usa", "infantry", 0), ("china", "infantry", 1), ("usa", "marine", 0)]


def test_c32_the_limit_holds_for_every_round_of_that_turn_only() -> None:
    """8.13.1"""
    units = {"japan": {"sz44": {"battleship": 2}}, "uk": {"sz46": {"battleship": 1}}}
    table = RuleTester(**bare("japan", **units) | {"round": 1})
    events = attack(table, ("sz44", "battleship", "sz46", 2), dice=[6, 6, 6])
    for _ in range(2):
        events += table.act("japan", "press_on", dice=[6, 6, 2])
    assert [factor for power, _, factor, _, _ in shots(events) if power == "uk"] == [1, 1, 1]
    british = RuleTester(**bare("uk", uk={"sz44": {"battleship": 1}}, japan={"sz46": {"battleship": 1}}) | {"round": 1})
    events = attack(british, ("sz44", "battleship", "sz46", 1), dice=[6, 6], side="uk")
    assert [factor for power, _, factor, _, _ in shots(events) if power == "japan"] == [4]


@pytest.mark.parametrize(("owner", "factor"), [("usa", 1), ("china", 4)])
def test_c33_the_fighter_in_szechwan(owner: str, factor: int) -> None:
    """3.3, 8.13.1"""
    units = {"japan": {"kweichow": {"infantry": 1}}, owner: {"szechwan": {"fighter": 1}}}
    table = RuleTester(**bare("japan", **units) | {"round": 1}, control={"kweichow": "japan"})
    events = attack(table, ("kweichow", "infantry", "szechwan", 1), dice=[6, 5])
    assert [f for power, _, f, _, _ in shots(events) if power == owner] == [factor]


def test_c34_both_are_lost_and_the_territory_keeps_its_owner() -> None:
    """8.1.2, 8.2.2"""
    units = {"japan": {"manchuria": {"infantry": 1}}, "china": {"suiyuan": {"infantry": 1}}}
    table = RuleTester(**bare("japan", **units))
    attack(table, ("manchuria", "infantry", "suiyuan", 1), dice=[1, 2])
    assert table.at("suiyuan") == {}
    assert table.now["control"]["suiyuan"] == "china"


def test_c35_artillery_helps_one_infantry_as_long_as_it_lives() -> None:
    """8.2.1"""
    units = {"japan": {"manchuria": {"infantry": 2, "artillery": 1}}, "china": {"suiyuan": {"infantry": 3}}}
    table = RuleTester(**bare("japan", **units))
    moves = (("manchuria", "infantry", "suiyuan", 2), ("manchuria", "artillery", "suiyuan", 1))
    events = attack(table, *moves, dice=[6, 6, 6, 1, 6, 6])
    assert [(piece, factor) for power, piece, factor, _, _ in shots(events) if power == "japan"] == [
        *(("infantry", 2), ("infantry", 1), ("artillery", 2)),
    ]
    table.act("japan", "lose", "japan", "artillery")
    events = table.act("japan", "press_on", dice=[6, 6, 6, 6, 6])
    assert [(piece, factor) for power, piece, factor, _, _ in shots(events) if power == "japan"] == [("infantry", 1)]


def landing(option: str = "3", **load: int) -> RuleTester:
    """A US transport off the Marshalls that will land its load."""
    units = {
        "usa": {"sz18": {f"transport_{'_'.join(load)}": 1}, "midway": {"infantry": 1}},
        "japan": {"marshall": {"infantry": 1}},
    }
    return RuleTester(options={"marine_artillery": option}, **bare("usa", **units))


@pytest.mark.parametrize(
    ("load", "option", "factors"),
    [
        (("marine",), "3", [("marine", 2)]),
        (("marine", "artillery"), "3", [("marine", 3), ("artillery", 2)]),
        (("marine", "artillery"), "2", [("marine", 2), ("artillery", 2)]),
    ],
)
def test_c36_marines_that_land(load: tuple[str, ...], option: str, factors: list[tuple[str, int]]) -> None:
    """8.9.5"""
    table = landing(option, **dict.fromkeys(load, 1))
    table.act("usa", "assault", "sz18", f"transport_{'_'.join(load)}", "marshall", "_".join(load))
    events = table.act("usa", "done", dice=[1, *[6] * len(load)])
    assert [(piece, factor) for power, piece, factor, _, _ in shots(events) if power == "usa"] == factors


@pytest.mark.parametrize(("guns", "factor"), [(0, 1), (1, 2)])
def test_c36_marines_that_march(guns: int, factor: int) -> None:
    """8.9.5, 8.2.1"""
    own = {"marine": 1, "artillery": guns} if guns else {"marine": 1}
    table = RuleTester(**bare("usa", usa={"kiangsi": own}, japan={"shantung": {"infantry": 1}}))
    moves = [("kiangsi", piece, "shantung", 1) for piece in own]
    events = attack(table, *moves, dice=[6] * (len(own) + 1), side="usa")
    assert next(f for _, piece, f, _, _ in shots(events) if piece == "marine") == factor


def submarines(**defenders: int) -> RuleTester:
    """Two Japanese submarines beside a British fleet."""
    return RuleTester(**bare("japan", japan={"sz44": {"submarine": 2}}, uk={"sz46": defenders}))


def test_c37_submarines_strike_first() -> None:
    """8.5.1"""
    table = submarines(carrier=1)
    table.move("japan", "sz44", "submarine", "sz46", 2)
    table.act("japan", "done")
    assert table.step == "submerging"
    events = table.act("japan", "submerge", "0", dice=[2, 5])
    assert only(events, "lost") == [{"power": "uk", "piece": "carrier", "number": 1}]
    assert [power for power, *_ in shots(events)] == ["japan"]


def test_c38_a_destroyer_cancels_the_first_strike() -> None:
    """8.5.1"""
    table = submarines(carrier=1, destroyer=1)
    table.move("japan", "sz44", "submarine", "sz46", 2)
    table.act("japan", "done")
    events = table.act("japan", "submerge", "0", dice=[2, 5])
    assert table.step == "losses"
    events = table.act("uk", "lose", "uk", "destroyer", dice=[6, 6])
    assert [(power, piece) for power, piece, *_ in shots(events)] == [("uk", "destroyer"), ("uk", "carrier")]
    table.act("japan", "press_on")
    assert table.step == "submerging"
    events = table.act("japan", "submerge", "0", dice=[2, 5])
    assert only(events, "lost") == [{"power": "uk", "piece": "carrier", "number": 1}]
    assert [power for power, *_ in shots(events)] == ["japan"]


def test_c39_a_defending_submarine_fires_though_it_is_hit() -> None:
    """8.5.2"""
    table = RuleTester(**bare("japan", japan={"sz44": {"destroyer": 1}}, uk={"sz46": {"submarine": 1}}))
    events = attack(table, ("sz44", "destroyer", "sz46", 1), dice=[3, 2])
    assert len(only(events, "lost")) == 2
    assert table.at("sz46") == {}


def test_8_5_2_by_the_option_it_strikes_first() -> None:
    units = {"japan": {"sz44": {"battleship": 1, "transport": 1}}, "uk": {"sz46": {"submarine": 1}}}
    table = RuleTester(options={"defending_first_strike": "yes"}, **bare("japan", **units))
    attack(table, ("sz44", "battleship", "sz46", 1), dice=[])
    assert table.step == "submerging"
    assert table.to_act == "uk"
    events = table.act("uk", "submerge", "0", dice=[2, 4])
    assert [(power, piece) for power, piece, *_ in shots(events)] == [("uk", "submarine"), ("japan", "battleship_hit")]


def test_c40_a_submarine_that_submerges_leaves_the_zone_friendly() -> None:
    """8.5.3, 8.5.4, 8.5.5"""
    units = {
        "usa": {"sz20": {"destroyer": 1, "transport": 1}, "hawaiian": {"infantry": 2}},
        "japan": {"sz9": {"submarine": 1}},
    }
    table = RuleTester(**bare("usa", **units))
    attack(table, ("sz20", "destroyer", "sz9", 1), dice=[6], side="usa")
    assert (table.step, table.to_act) == ("submerging", "japan")
    table.act("japan", "submerge", "1")
    assert table.step == "regroup"
    assert table.at("sz9")["japan"] == {"submerged": 1}
    table.move("usa", "sz20", "transport", "sz9")
    assert table.offered("load")


def test_c41_a_submarine_may_submerge_before_any_shot() -> None:
    """8.5.3, 8.5.4, 12.1"""
    units = {"japan": {"sz44": {"submarine": 1}}, "uk": {"sz46": {"destroyer": 2}}}
    table = RuleTester(**bare("japan", **units))
    table.move("japan", "sz44", "submarine", "sz46")
    table.act("japan", "done")
    events = table.act("japan", "submerge", "1")
    assert shots(events) == []
    events = table.act("japan", "done")
    assert only(events, "surfaced") == [{"zones": ["sz46"]}]
    assert table.at("sz46") == {"japan": {"submarine": 1}, "uk": {"destroyer": 2}}


def test_c42_submarines_hit_only_ships() -> None:
    """8.4.2"""
    units = {"japan": {"sz44": {"destroyer": 1, "carrier": 1, "fighter": 2}}, "uk": {"sz46": {"submarine": 1}}}
    table = RuleTester(**bare("japan", **units))
    table.fly("japan", "sz44", "fighter", "sz46", 2)
    attack(table, ("sz44", "destroyer", "sz46", 1), dice=[6, 6, 6])
    events = table.act("uk", "submerge", "0", dice=[1])
    assert only(events, "lost") == [{"power": "japan", "piece": "destroyer", "number": 1}]


def test_c43_fighters_without_other_units_cannot_hit_a_submarine() -> None:
    """8.4.2, 8.1.4"""
    units = {"japan": {"sz44": {"carrier": 1, "fighter": 2}}, "uk": {"sz46": {"submarine": 1}}}
    table = RuleTester(**bare("japan", **units))
    table.fly("japan", "sz44", "fighter", "sz46", 2)
    events = table.act("japan", "done")
    assert only(events, "battle_ended") == [{"place": "sz46", "attackers_left": True, "defenders_left": True}]


def test_c44_a_battleship_takes_two_hits() -> None:
    """8.6.1, 12.1"""
    units = {"japan": {"sz44": {"battleship": 1}}, "uk": {"sz46": {"battleship": 1}}}
    table = RuleTester(**bare("japan", **units))
    events = attack(table, ("sz44", "battleship", "sz46", 1), dice=[4, 6])
    assert only(events, "damaged") == [{"power": "uk", "zone": "sz46"}]
    events = table.act("japan", "press_on", dice=[4, 4])
    assert [(piece, factor) for power, piece, factor, _, _ in shots(events) if power == "uk"] == [("battleship_hit", 4)]
    assert only(events, "lost") == [{"power": "uk", "piece": "battleship_hit", "number": 1}]
    assert table.at("sz46") == {"japan": {"battleship_hit": 1}}
    table.act("japan", "leave_convoy")
    table.act("japan", "done")
    assert table.at("sz46") == {"japan": {"battleship": 1}}


def test_c45_ships_retreat_together_to_where_some_came_from() -> None:
    """8.8.1, 8.8.2"""
    units = {"japan": {"sz27": {"destroyer": 1}, "sz28": {"destroyer": 1}}, "uk": {"sz33": {"battleship": 1}}}
    table = RuleTester(**bare("japan", **units))
    moves = (("sz27", "destroyer", "sz33", 1), ("sz28", "destroyer", "sz33", 1))
    attack(table, *moves, dice=[6, 6, 6])
    assert table.offered("retreat") == [("retreat", "sz27"), ("retreat", "sz28")]
    assert table.clause("japan", "retreat", "sz39") == "8.8.2"
    table.act("japan", "retreat", "sz28")
    assert table.at("sz28") == {"japan": {"destroyer": 2}}


def test_c45_no_retreat_to_an_enemy() -> None:
    """8.8.2"""
    units = {
        "japan": {"sz27": {"destroyer": 1}, "sz28": {"destroyer": 1, "submarine": 1}},
        "uk": {"sz33": {"battleship": 1}, "sz28": {"submarine": 1}},
    }
    table = RuleTester(**bare("japan", **units))
    table.move("japan", "sz27", "destroyer", "sz33")
    table.move("japan", "sz28", "destroyer", "sz33")
    table.act("japan", "done")
    table.act("japan", "fight", "sz33", dice=[6, 6, 6])
    assert table.offered("retreat") == [("retreat", "sz27")]


def test_12_1_a_repaired_battleship_is_still_one_that_has_bombarded() -> None:
    """A state between the repair and the end of the turn can be loaded."""
    table = RuleTester(active="uk", round=2, step="combat_moves", units={"uk": {"sz46": {"battleship": 2}}})
    state = table.match.state
    zone = pieces.FIRST_ZONE + pieces.ZONES.index["sz46"]
    guns = 2 * count_one(pieces.BATTLESHIP_HIT)
    state.cells[layout.UNITS + pieces.UK * pieces.PLACE_COUNT + zone] = 0
    state.cells[layout.ACTED + zone] = guns + count_one(pieces.BATTLESHIP)
    state.cells[layout.BOMBARDED_SHIPS + pieces.ZONES.index["sz46"]] = guns
    state.rules.load(state.dump())
    execution = Execution(state, NoDice())
    surface_submarines(execution)
    assert len(execution.events) == 1, "righted"
    assert state.cells[layout.BOMBARDED_SHIPS + pieces.ZONES.index["sz46"]] == 2 * count_one(pieces.BATTLESHIP)
    state.rules.load(state.dump())
