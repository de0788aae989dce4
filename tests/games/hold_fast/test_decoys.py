"""14.0.1 Decoys: until a task force is opened the enemy cannot know whether ships are in it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match, Outcome
from ironbottom.engine.rules.registry import get_game
from tests.games.hold_fast.rule_tester import RuleTester, only

DECOYS = {"task_force_decoys": "on"}
SHIPS = ("j_akagi", "j_kaga", "j_nagato")
BOTH = pytest.mark.parametrize("memory", ["on", "off"])


def sailing(memory: str, *joining: str, forces: tuple[str, ...] = ("task_force_1",)) -> Match:
    """Japan's move: task forces form at Truk and sail to the Solomon Sea, the first with these ships."""
    rules = get_game("hf").rules({**DECOYS, "block_memory": memory})
    units = {"truk": list(SHIPS), "saipan": ["j_kongo"], "coral_sea": ["a_idaho"], "australia": ["a_wasp"]}
    start = read_position({"game": "hold_fast", "turn": 2, "units": units}, rules)
    match = Match(rules, start=start, dice=SeededDice(5))
    for force in forces:
        match.submit("japan", ("form", force, "truk"))
    for unit in joining:
        match.submit("japan", ("join", unit, "task_force_1"))
    for force in forces:
        match.submit("japan", ("sail", force, "solomon_sea"))
    match.submit("japan", ("move", "j_kongo", "philippines_sea"))
    match.submit("japan", ("done",))
    return match


def everything_visible(match: Match, viewer: str = "allies") -> dict[str, Any]:
    """Everything that a side sees: its view, its log, its question and choices, and its knowledge."""
    decision = None if viewer == "public" else match.state.decision(viewer)
    return {
        "view": match.view(viewer),
        "log": match.log(viewer),
        "asked": decision and (decision.prompt, list(decision.choices)),
        "known": match.rules.game.knowledge(match.state),
    }


@pytest.mark.clause("14.0.1")
@BOTH
@pytest.mark.parametrize("joining", [SHIPS[:1], SHIPS[1:], SHIPS])
@pytest.mark.parametrize("forces", [("task_force_1",), ("task_force_1", "task_force_2")])
def test_14_0_1_a_decoy_looks_like_a_task_force_until_it_is_opened(
    memory: str, joining: tuple[str, ...], forces: tuple[str, ...]
) -> None:
    decoy, fleet = sailing(memory, forces=forces), sailing(memory, *joining, forces=forces)
    for viewer in ("allies", "public"):
        assert everything_visible(decoy, viewer) == everything_visible(fleet, viewer)
    for match in (decoy, fleet):
        match.submit("allies", ("move", "a_wasp", "coral_sea"))
        match.submit("allies", ("done",))
        assert match.view("allies")["task_forces"]["task_force_1"] == {"from": "truk", "at": "solomon_sea"}
    assert everything_visible(decoy) == everything_visible(fleet)


@pytest.mark.build
@pytest.mark.clause("14.0.1")
@BOTH
def test_14_0_1_draws_fill_a_task_force_in_every_way(memory: str) -> None:
    """Each of three ships is aboard in half of the draws, whether or not any of them really is."""
    for joining in ((), SHIPS[:2]):
        view, game, random = sailing(memory, *joining).view("allies"), get_game("hf"), Random(1)
        aboard = Counter(
            frozenset(game.write_position(game.resample(view, random))["units"].get("task_force_1", ()))
            for _ in range(800)
        )
        assert len(aboard) == (8 if memory == "on" else 15)  # without memory the ship at sea may also be one of these
        assert all(count > 8 for count in aboard.values())
        mean = sum(len(ships) * count for ships, count in aboard.items()) / 800
        assert 1.35 < mean < 1.65


@pytest.mark.clause("14.0.1")
@BOTH
def test_14_0_1_the_contents_of_a_task_force_become_known_when_it_is_opened(memory: str) -> None:
    """So opening a task force is an undo barrier, whether it contains ships or not."""
    for joining in ((), SHIPS[:1]):
        table = RuleTester(options=DECOYS, memory=memory == "on", turn=8, units={"truk": list(SHIPS)})
        table.act("japan", "form", "task_force_1", "truk")
        for unit in joining:
            table.act("japan", "join", unit, "task_force_1")
        table.act("japan", "sail", "task_force_1", "solomon_sea")
        before = table.match.rules.game.knowledge(table.match.state)
        table.finish("moves")
        events = table.act("japan", "done") + table.finish("repairs")
        assert [(e["force"], e["count"]) for e in only(events, "force_opened")] == [("task_force_1", len(joining))]
        after = table.match.rules.game.knowledge(table.match.state)
        assert any(new & ~old for old, new in zip(before, after, strict=True))


BLOCKS = {"j_kaga": "japan_1", "j_nagato": "japan_2", "j_akagi": "japan_3", "j_ise": "japan_4"}
BLOCKS |= {"a_repulse": "allies_1", "a_wasp": "allies_2", "a_idaho": "allies_3"}


def withdrawn(aboard: list[str], ashore: list[str]) -> tuple[Match, Outcome]:
    """Akagi withdraws from the Coral Sea to Truk, while a task force from there is at sea; two battles follow."""
    frames = [
        {"procedure": "turn", "next": 10},
        {"procedure": "combat"},
        {"procedure": "battle", "area": "coral_sea", "next": 11, "way": "air", "withdraws": None},
        {"procedure": "stay_or_withdraw", "side": "japan"},
    ]
    units = {"coral_sea": ["j_akagi", "a_repulse"], "solomon_sea": ["j_ise", "a_idaho"]}
    units |= {"hawaiian_islands": ["a_wasp"], "task_force_1": aboard, "truk": ashore}
    position = {
        "game": "hold_fast",
        "turn": 2,
        "battle": "coral_sea",
        "face_up": units["coral_sea"],
        "units": units,
        "blocks": {place: [BLOCKS[unit] for unit in listed] for place, listed in units.items()},
        "memory": [{"blocks": ["japan_1", "japan_2"], "may_be": ["j_kaga", "j_nagato"]}],
        "fought": ["coral_sea"],
        "task_forces": {"task_force_1": {"from": "truk", "at": "hawaiian_islands"}},
        "frames": frames,
    }
    match = Match("hold_fast", start=read_position(position, get_game("hf").rules(DECOYS)), dice=SeededDice(2))
    return match, match.submit("japan", ("withdraw",))


@pytest.mark.clause("14.0.1", "2.0.2")
def test_14_0_1_blocks_are_mixed_where_a_task_force_formed_once_it_is_opened() -> None:
    """Otherwise, the shuffling would show the Allies whether any ship stayed behind."""
    ships = ["j_kaga", "j_nagato"]
    (fleet, first), (decoy, second) = withdrawn(ships, []), withdrawn([], ships)
    assert first.visible("allies")["events"] == second.visible("allies")["events"]
    assert not only(second.visible("allies")["events"], "mixed")
    assert everything_visible(fleet) == everything_visible(decoy)
    view = decoy.view("allies")
    assert view["hidden"]["japan"]["truk"] == ["japan_1", "japan_2", "japan_3"]
    assert "japan_3" in view["followed"]
    game, random = get_game("hf"), Random(1)
    for _ in range(100):
        drawn = game.write_position(game.resample(view, random))
        assert "j_akagi" in drawn["units"]["truk"]
    decoy.submit("japan", ("fight", "hawaiian_islands"))
    events: list[dict[str, Any]] = []
    while not only(events, "mixed"):
        decision = decoy.decisions()[0]
        events += decoy.submit(decision.side, list(decision.choices)[-1]).visible("allies")["events"]
    assert next(event["spots"] for event in only(events, "mixed")) == ["truk"]


@pytest.mark.clause("14.0.1", "10.0.4")
def test_14_0_1_after_a_base_is_lost_draws_leave_only_ships_aboard() -> None:
    """Hidden blocks counted at an enemy base are in the task force that formed there."""
    units = {
        "task_force_1": ["j_kaga", "j_nagato"],
        "marshall_islands": ["a_wasp"],
        "solomon_sea": ["j_ise", "a_idaho"],
    }
    forces = {"task_force_1": {"from": "kwajalein", "at": "north_pacific_ocean"}}
    rules = get_game("hf").rules(DECOYS)
    position = {
        "game": "hold_fast", "turn": 2, "units": units, "task_forces": forces, "places": {"kwajalein": "allies"},
        "frames": [{"procedure": "turn", "next": 9}, {"procedure": "repairs", "side": "allies"}],
    }  # fmt: skip
    view = read_position(position, rules).view("allies")
    assert len(view["hidden"]["japan"]["kwajalein"]) == 2
    drawn = rules.game.resample(view, Random(1))
    assert rules.game.write_position(drawn)["units"]["task_force_1"] == ["j_kaga", "j_nagato"]
    assert drawn.view("allies") == view
