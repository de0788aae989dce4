"""2.0.2 Hidden blocks are listed by block number, since the order of the units file would reveal labels."""

from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import get_game
from tests.games.hold_fast.rule_tester import all_but, neutral

BLOCKS = pytest.mark.parametrize("blocks", [["japan_1", "japan_2"], ["japan_2", "japan_1"]])


def end_of_turn(kind: str, **fields: Any) -> list[dict[str, Any]]:
    """The events of a kind that the Allies see when a turn without a fight is played to its end."""
    position = {"game": "hold_fast", "turn": 2, "step": "repairs", **fields}
    match = Match("hold_fast", start=read_position(position, get_game("hold_fast").rules()), dice=SeededDice(1))
    match.submit("japan", ("done",))
    events: list[dict[str, Any]] = match.submit("allies", ("done",)).visible("allies")["events"]
    return [event for event in events if event["event"] == kind]


@pytest.mark.clause("12.0.2", "2.0.2")
@BLOCKS
def test_12_0_2_air_leaves_the_board_in_the_order_of_its_blocks(blocks: list[str]) -> None:
    air = ["j_land_based_air_1", "j_land_based_air_2"]
    events = end_of_turn("went_off_board", control=neutral(), units={"coral_sea": air}, blocks={"coral_sea": blocks})
    assert events == [{"event": "went_off_board", "side": "japan", "block": block} for block in ("japan_1", "japan_2")]


@pytest.mark.clause("12.0.1", "2.0.2")
@BLOCKS
def test_12_0_1_ships_with_one_way_back_take_it_in_the_order_of_their_blocks(blocks: list[str]) -> None:
    events = end_of_turn(
        "came_back",
        control=neutral(),
        places=all_but("allies", "truk"),
        units={"philippines_sea": ["j_akagi", "j_kaga"]},
        blocks={"philippines_sea": blocks},
    )
    assert [event["block"] for event in events] == ["japan_1", "japan_2"]
    assert all("unit" not in event for event in events)


@pytest.mark.clause("10.0.4", "2.0.2")
@BLOCKS
def test_10_0_4_ships_are_driven_out_in_the_order_of_their_blocks(blocks: list[str]) -> None:
    events = end_of_turn(
        "evicted",
        control=neutral(marshall_islands="allies"),
        places=all_but("japan"),
        units={"kwajalein": ["j_akagi", "j_kaga"], "marshall_islands": ["a_wasp"]},
        blocks={"kwajalein": blocks, "marshall_islands": ["allies_1"]},
    )
    assert [event["block"] for event in events] == ["japan_1", "japan_2"]
    assert all("unit" not in event for event in events)
