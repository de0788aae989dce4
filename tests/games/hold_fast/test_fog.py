"""2.0.2 What other sides can follow and remember, such as a block that returned alone, or a shuffled one."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import get_game
from tests.games.hold_fast.rule_tester import RuleTester, only

AIR_ROUND: dict[str, Any] = {"frames": [
    {"procedure": "turn", "next": 10},
    {"procedure": "combat"},
    {"procedure": "battle", "area": "coral_sea", "next": 11, "way": "air", "withdraws": None},
    {"procedure": "stay_or_withdraw", "side": "japan"},
]}  # fmt: skip
"""A battle in the Coral Sea after a round; Japan chooses to stay or withdraw."""


def possible_units(table: RuleTester, viewer: str, unit: str) -> list[str]:
    """The units that the viewer considers possible for an enemy unit's block."""
    block = block_of(table, unit)
    side = "japan" if unit.startswith("j_") else "allies"
    groups = table.view(viewer)["memory"][side]
    return next(group["may_be"] for group in groups if block in group["blocks"])


def block_of(table: RuleTester, unit: str) -> str:
    """The number of the block of a unit."""
    now = table.now
    place = table.where(unit)
    return str(now["blocks"][place][now["units"][place].index(unit)])


def draws(table: RuleTester, viewer: str, unit_block: str, count: int = 200) -> Counter[str]:
    """The units under a block in states that fit the viewer's view."""
    view, game, random = table.view(viewer), get_game("hf"), Random(3)
    found: Counter[str] = Counter()
    for _ in range(count):
        data = game.write_position(game.resample(view, random))
        spots = ((place, blocks) for place, blocks in data["blocks"].items() if unit_block in blocks)
        place, blocks = next(spots)
        found[data["units"][place][blocks.index(unit_block)]] += 1
    return found


def at_sea(
    units: dict[str, list[str]], blocks: dict[str, list[str]], remembered: list[dict[str, list[str]]]
) -> RuleTester:
    """Two coming battles, with the memory of the blocks."""
    found = {"turn": 2, "step": "combat", "units": units, "blocks": blocks, "memory": remembered}
    rules = get_game("hf").rules()
    table = RuleTester(memory=True)
    start = read_position({"game": "hold_fast", **found}, rules)
    table.match = Match(rules, start=start, dice=ScriptedDice([]))
    return table


def after_battle(*ships: str, home: dict[str, list[str]] | None = None, dice: list[int] | None = None) -> RuleTester:
    """Japanese ships withdraw from the Coral Sea in full view, and are not pursued."""
    units = {"coral_sea": [*ships, "a_repulse"], **(home or {})}
    table = RuleTester(memory=True, battle="coral_sea", face_up=units["coral_sea"], units=units, **AIR_ROUND)
    table.act("japan", "withdraw", dice=dice or [])
    return table


@pytest.mark.clause("2.0.2")
def test_a_revealed_block_that_went_home_without_others_is_remembered() -> None:
    table = after_battle("j_akagi")
    assert table.where("j_akagi") == "truk"
    assert possible_units(table, "allies", "j_akagi") == ["j_akagi"]
    assert draws(table, "allies", block_of(table, "j_akagi")) == {"j_akagi": 200}
    assert "j_akagi" not in table.view("allies")["units"]["japan"]


@pytest.mark.build
@pytest.mark.clause("2.0.2")
@pytest.mark.parametrize("dealt", [1, 2, 3])
def test_a_block_that_joins_two_others_is_one_of_three(dealt: int) -> None:
    table = after_battle("j_akagi", home={"truk": ["j_hiryu", "j_soryu"]}, dice=[dealt])
    three = {"j_akagi", "j_hiryu", "j_soryu"}
    for unit in three:
        assert set(possible_units(table, "allies", unit)) == three
    found = draws(table, "allies", block_of(table, "j_akagi"), 600)
    assert set(found) == three
    assert min(found.values()) > 140
    assert len({block_of(table, unit) for unit in three}) == 3


def test_two_blocks_that_went_home_together_may_each_be_either() -> None:
    table = after_battle("j_akagi", "j_kaga", home={"saigon": ["j_hiryu"]}, dice=[2])
    assert (
        possible_units(table, "allies", "j_akagi") == possible_units(table, "allies", "j_kaga") == ["j_akagi", "j_kaga"]
    )
    assert possible_units(table, "allies", "j_hiryu") == ["j_hiryu"]


@pytest.mark.clause("2.0.2")
def test_a_block_that_has_only_one_route_is_followed_to_sea() -> None:
    """A known ship leaves port alone and meets no enemy. It is still known, and so is the ship that stayed."""
    units = {"truk": ["j_akagi"], "yokosuka": ["j_nagato", "j_mutsu"], "saigon": ["j_kongo"]}
    table = RuleTester(memory=True, units=units)
    table.act("japan", "move", "j_akagi", "solomon_sea")
    table.act("japan", "move", "j_nagato", "japanese_islands")
    table.act("japan", "done")
    assert possible_units(table, "allies", "j_akagi") == ["j_akagi"]
    assert possible_units(table, "allies", "j_kongo") == ["j_kongo"]
    assert (
        possible_units(table, "allies", "j_nagato")
        == possible_units(table, "allies", "j_mutsu")
        == ["j_nagato", "j_mutsu"]
    )
    found = draws(table, "allies", block_of(table, "j_nagato"))
    assert set(found) == {"j_nagato", "j_mutsu"}


def test_the_move_names_the_block_to_others_and_the_ship_to_its_side() -> None:
    table = RuleTester(memory=True, units={"yokosuka": ["j_nagato", "j_mutsu"]})
    block = block_of(table, "j_nagato")
    outcome = table.match.submit("japan", ("move", "j_nagato", "japanese_islands"))
    event = {"event": "moved", "side": "japan", "block": block, "origin": "yokosuka", "area": "japanese_islands"}
    assert outcome.visible("allies")["events"] == [event]
    assert outcome.visible("japan")["events"] == [{**event, "unit": "j_nagato"}]


def test_blocks_that_meet_at_sea_are_mixed_when_the_moves_are_done() -> None:
    table = RuleTester(memory=True, units={"truk": ["j_akagi"], "saipan": ["j_kaga"], "kwajalein": ["j_hiryu"]})
    first, second = block_of(table, "j_akagi"), block_of(table, "j_kaga")
    table.act("japan", "move", "j_akagi", "philippines_sea")
    table.act("japan", "move", "j_kaga", "philippines_sea")
    assert possible_units(table, "allies", "j_akagi") == ["j_akagi"]
    events = table.act("japan", "done", dice=[1])
    assert only(events, "mixed") == [{"side": "japan", "spots": ["philippines_sea"], "off_board": False}]
    assert (block_of(table, "j_akagi"), block_of(table, "j_kaga")) == (second, first)
    assert possible_units(table, "allies", "j_akagi") == ["j_akagi", "j_kaga"]
    assert possible_units(table, "allies", "j_hiryu") == ["j_hiryu"]


def test_a_ship_shown_later_is_no_longer_among_the_others() -> None:
    """One of two blocks is revealed in a battle, so the other one is known too."""
    units = {
        "coral_sea": ["j_akagi", "a_lexington", "a_wasp"],
        "solomon_sea": ["j_ise", "a_idaho"],
        "truk": ["j_kaga"],
    }
    blocks = {
        "coral_sea": ["japan_1", "allies_1", "allies_2"],
        "solomon_sea": ["japan_3", "allies_3"],
        "truk": ["japan_2"],
    }
    memory = [{"blocks": ["japan_1", "japan_2"], "may_be": ["j_akagi", "j_kaga"]}]
    table = at_sea(units, blocks, memory)
    assert possible_units(table, "allies", "j_kaga") == ["j_akagi", "j_kaga"]
    table.act("japan", "fight", "coral_sea")
    assert possible_units(table, "allies", "j_kaga") == ["j_kaga"]


def test_strength_is_not_shown_before_it_is_seen() -> None:
    units = {"truk": ["j_akagi"], "yokosuka": ["j_nagato", "j_mutsu"]}
    table = RuleTester(
        memory=True,
        step="repairs",
        units=units,
        strength={"j_akagi": 1, "j_nagato": 2},
        seen_strength={"j_akagi": 1, "j_nagato": 2},
    )
    table.act("japan", "repair", "j_nagato")
    view: dict[str, Any] = table.view("allies")
    assert view["seen_strength"] == {"j_akagi": 1, "j_nagato": 2}
    assert view["repaired"] == {"japan": 1}
    game, random = get_game("hf"), Random(1)
    drawn = [game.write_position(game.resample(view, random))["strength"] for _ in range(100)]
    assert {(result.get("j_akagi"), result.get("j_nagato")) for result in drawn} == {(2, 2), (1, 3)}


@pytest.mark.clause("2.0.2")
def test_without_memory_the_others_count_blocks_and_no_more() -> None:
    table = RuleTester(units={"truk": ["j_akagi"], "yokosuka": ["j_nagato", "j_mutsu"]})
    view = table.view("allies")
    assert view["hidden"]["japan"] == {"yokosuka": 2, "truk": 1}
    assert view["memory"] == {}
    assert view["units"]["japan"] == {}
    outcome = table.match.submit("japan", ("move", "j_akagi", "solomon_sea"))
    event = {"event": "moved", "side": "japan", "block": None, "origin": "truk", "area": "solomon_sea"}
    assert outcome.visible("allies")["events"] == [event]
    game, random = get_game("hf"), Random(1)
    drawn = [game.write_position(game.resample(table.view("allies"), random)) for _ in range(100)]
    assert {event["units"]["solomon_sea"][0] for event in drawn} == {"j_akagi", "j_nagato", "j_mutsu"}


@pytest.mark.clause("14.0.1", "8.0.2")
def test_14_0_1_task_forces_hide_ships_and_decoys() -> None:
    units = {"truk": ["j_akagi", "j_kaga", "j_nagato"], "coral_sea": ["a_idaho"]}
    table = RuleTester(memory=True, options={"task_force_decoys": "on"}, turn=2, units=units)
    table.act("japan", "form", "task_force_1", "truk")
    assert table.clause("japan", "done") == "14.0.1"
    table.act("japan", "form", "task_force_2", "truk")
    table.act("japan", "join", "j_akagi", "task_force_1")
    joined = table.match.submit("japan", ("join", "j_kaga", "task_force_1"))
    assert joined.visible("allies")["events"] == []
    assert [event["unit"] for event in joined.visible("japan")["events"]] == ["j_kaga"]
    assert table.clause("japan", "sail", "task_force_1", "indian_ocean") == "7.0.3"
    table.act("japan", "sail", "task_force_1", "solomon_sea")
    assert table.clause("japan", "join", "j_nagato", "task_force_1") == "14.0.1"
    table.act("japan", "sail", "task_force_2", "marshall_islands")
    view = table.view("allies")
    assert view["hidden"]["japan"] == {"truk": ["japan_1", "japan_2", "japan_3"]}
    assert {force: fields["at"] for force, fields in view["task_forces"].items()} == {
        "task_force_1": "solomon_sea",
        "task_force_2": "marshall_islands",
    }
    table.act("japan", "done")
    table.act("allies", "done")
    table.act("japan", "done")
    events = table.act("allies", "done", dice=[1])
    opened = [(e["force"], e["area"], e["count"]) for e in only(events, "force_opened")]
    assert opened == [("task_force_1", "solomon_sea", 2), ("task_force_2", "marshall_islands", 0)]
    assert table.where("j_kaga") == "solomon_sea"
    assert table.now["task_forces"] == {}


@pytest.mark.clause("14.0.1", "8.8.6")
def test_14_0_1_a_decoy_does_not_cost_the_enemy_its_landing() -> None:
    units, force = {"marshall_islands": ["a_transport_1"]}, {"from": "truk", "at": "marshall_islands"}
    decoy = {"task_force_decoys": "on"}
    table = RuleTester(options=decoy, turn=2, step="combat", units=units, task_forces={"task_force_1": force})
    assert (table.to_act, table.step) == ("allies", "land_step")
    assert table.ends("land", "a_transport_1") == {"kwajalein", "maloelap"}
    assert table.now["fought"] == []


@pytest.mark.clause("8.8.6", "2.0.2")
@pytest.mark.parametrize(
    ("memory", "may_be", "asked"),
    [
        ("on", ["j_land_based_air_1"], False),
        ("on", ["j_land_based_air_1", "j_transport_1"], True),
        ("off", None, True),
    ],
)
def test_8_8_6_a_side_is_asked_to_land_if_a_block_there_may_be_a_transport(
    memory: str, may_be: list[str] | None, asked: bool
) -> None:
    data: dict[str, Any] = {"units": {"solomon_sea": ["j_land_based_air_1"], "yokosuka": ["j_transport_1"]}}
    if may_be:
        data["blocks"] = {"solomon_sea": ["japan_1"], "yokosuka": ["japan_2"]}
        data["memory"] = [{"blocks": ["japan_1"], "may_be": may_be}]
    rules = get_game("hf").rules({"block_memory": memory})
    start = read_position({"game": "hold_fast", "turn": 8, "step": "landings", **data}, rules)
    match = Match(rules, start=start, dice=ScriptedDice([]))
    assert [(one.side, one.procedure.name) for one in match.decisions()] == [("japan", "land_step")] * asked


@pytest.mark.clause("2.0.2", "3.0.1")
@pytest.mark.parametrize("memory", ["on", "off"])
def test_2_0_2_nothing_is_damaged_in_draws_before_the_first_fight(memory: str) -> None:
    match = Match("hold_fast", options={"block_memory": memory}, dice=SeededDice(4))
    game, random = get_game("hf"), Random(1)
    for viewer in ("japan", "allies", "public"):
        view = match.view(viewer)
        assert all(not game.write_position(game.resample(view, random))["strength"] for _ in range(20))


@pytest.mark.clause("2.0.2", "5.0.3")
def test_2_0_2_without_block_memory_strengths_are_as_last_seen_with_later_repairs() -> None:
    hurt = {"j_akagi": 1, "j_nagato": 2}
    units = {"truk": ["j_akagi"], "yokosuka": ["j_nagato", "j_mutsu", "j_kaga"]}
    table = RuleTester(step="repairs", units=units, strength=hurt)
    table.act("japan", "repair", "j_nagato")
    view = table.view("allies")
    assert (view["seen_strength"], view["repaired"]) == (hurt, {"japan": 1})
    game, random = get_game("hf"), Random(1)
    drawn = [game.write_position(game.resample(view, random))["strength"] for _ in range(100)]
    assert {(result.get("j_akagi"), result.get("j_nagato")) for result in drawn} == {(2, 2), (1, 3)}
    assert all(set(result) == set(hurt) for result in drawn)


@pytest.mark.clause("7.0.5", "2.0.2")
def test_7_0_5_a_side_that_is_asked_to_place_air_has_some_in_every_draw() -> None:
    """One block is off the board, but not the submarine, which may be at sea among the others."""
    units = {"off_board": ["j_land_based_air_1"], "coral_sea": ["j_submarine", "j_land_based_air_2"]}
    table = RuleTester(turn=2, step="air", units={**units, "truk": ["j_akagi"]})
    assert (table.to_act, table.step) == ("japan", "air")
    game, random = get_game("hf"), Random(1)
    for viewer in ("allies", "public"):
        view = table.view(viewer)
        drawn = [game.write_position(game.resample(view, random))["units"]["off_board"] for _ in range(100)]
        assert {tuple(listed) for listed in drawn} == {("j_land_based_air_1",), ("j_land_based_air_2",)}


@pytest.mark.clause("7.0.5", "2.0.2")
def test_7_0_5_without_block_memory_all_know_whose_submarine_is_at_sea() -> None:
    """So both sides know how many air units are off the board, and which side is asked next to place one."""
    units = {
        "off_board": ["j_submarine", "a_land_based_air_1"],
        "truk": ["j_akagi"],
        "coral_sea": ["j_land_based_air_1"],
    }
    table = RuleTester(turn=2, step="submarines", units=units)
    assert table.view("allies")["submarines_at_sea"] == []
    game, random = get_game("hf"), Random(1)
    view = table.view("allies")
    assert {game.write_position(game.resample(view, random))["units"]["off_board"][0] for _ in range(50)} == {
        "j_submarine"
    }
    table.act("japan", "submerge", "coral_sea")
    assert table.view("allies")["submarines_at_sea"] == ["japan"]


@pytest.mark.clause("2.0.2", "8.0.2")
def test_2_0_2_blocks_revealed_in_a_battle_stay_known_when_they_are_hidden_again() -> None:
    """A battle begins and ends within one act. Without block memory, nothing else records the revealed secret."""
    units = {"philippines_sea": ["j_land_based_air_1", "a_land_based_air_1"], "coral_sea": ["a_wasp"]}
    table = RuleTester(turn=2, step="repairs", units=units)
    table.act("japan", "done")
    rules, before = table.match.rules, table.match.state.copy()
    events = table.act("allies", "done", dice=[1, 2, 3, 2, 2])
    assert [e["units"] for e in only(events, "revealed")] == [["j_land_based_air_1"], ["a_land_based_air_1"]]
    after = table.match.state
    known = zip(rules.game.knowledge(before), rules.game.knowledge(after), strict=True)
    assert all(new & ~old for old, new in known)


@pytest.mark.parametrize("memory", [True, False])
def test_12_0_1_ships_that_come_home_are_taken_back_freely(memory: bool) -> None:
    """Units still at sea when ships return are known to be ships: their return reveals nothing more."""
    ships = ["j_nagato", "j_mutsu", "j_akagi"]
    units = {"marshall_islands": [*ships, "j_land_based_air_1"], "hawaiian_islands": ["a_wasp"]}
    table = RuleTester(step="repairs", memory=memory, units=units, dice=[1] * 9)
    table.finish("repairs", "land_step")
    assert (table.to_act, table.step) == ("japan", "come_back")
    for ship in ships[:2]:
        table.act("japan", "dock", ship, table.ends("dock", ship).pop())
    assert table.match.can_undo("japan").steps >= 2
    assert len(table.match.undo("japan", 2)) == 2
    assert [table.where(ship) for ship in ships] == ["marshall_islands"] * 3


def test_3_2_2_a_lost_cruiser_group_that_returns_is_no_secret() -> None:
    lost = {"lost_1": ["j_cruiser_1", "j_cruiser_2"], "truk": ["j_nagato"]}
    table = RuleTester(step="reinforcements", turn=3, memory=True, units=lost)
    assert table.step == "rebuilding"
    table.act("japan", "rebuild", "j_cruiser_1", "truk")
    assert table.match.can_undo("japan").steps == 1
