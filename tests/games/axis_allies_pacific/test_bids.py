"""16.2 Bids for Japan, and standing orders before the first turn: in secret until they are opened or seen at work."""

from collections.abc import Sequence
from random import Random

import pytest

from ironbottom.engine.dice import ScriptedDice
from ironbottom.engine.errors import BadValue
from ironbottom.engine.state import State
from tests.games.axis_allies_pacific.table import Table, game


def begun(**options: str) -> State:
    """A game at its first decision."""
    return game().new(None, {"bidding": "yes", **options}, dice=ScriptedDice(()))


def act(state: State, side: str, *action: str, dice: Sequence[int] = ()) -> list[dict[str, object]]:
    """One choice, with what all are told."""
    (decision,) = state.decisions()
    assert decision.side == side
    assert action in decision.choices
    return state.rules.told(state.apply(side, action, ScriptedDice(dice)), "public")


def test_c81_the_higher_bid_plays_japan_and_is_what_it_needs() -> None:
    """16.2"""
    state = begun()
    assert act(state, "uk", "bid", "23") == [{"event": "bid_made", "side": "uk"}]
    assert act(state, "japan", "bid", "25")[-1] == {"event": "bid_won", "points": 25, "changed": 0}
    assert state.view("public")["points_needed"] == 25
    state = begun()
    act(state, "uk", "bid", "26")
    told = act(state, "japan", "bid", "25")
    assert told[-2:] == [
        {"event": "bids_opened", "japan": 25, "allies": 26},
        {"event": "bid_won", "points": 26, "changed": 1},
    ]
    assert state.view("public")["players_changed"] == 1


@pytest.mark.parametrize(("die", "changed"), [(3, 0), (4, 1)])
def test_16_2_equal_bids_are_repeated_and_after_the_third_time_a_die_falls(die: int, changed: int) -> None:
    """16.2"""
    state = begun()
    for ties in (1, 2, 3):
        act(state, "uk", "bid", "24")
        act(state, "japan", "bid", "24")
        assert state.view("public")["ties"] == ties
    act(state, "uk", "bid", "21")
    assert act(state, "japan", "bid", "21", dice=[die])[-1] == {"event": "bid_won", "points": 21, "changed": changed}


def test_16_2_what_is_bid() -> None:
    """16.2"""
    state = begun()
    assert state.decisions()[0].choices.next("bid") == tuple(str(points) for points in range(20, 31))
    assert begun(bidding="no", vp_target="23").view("public")["points_needed"] == 23


def test_16_2_nobody_sees_the_bid_that_lies_unopened() -> None:
    """16.2"""
    low, high = begun(), begun()
    act(low, "uk", "bid", "20")
    act(high, "uk", "bid", "30")
    for viewer in ("japan", "usa", "public"):
        assert low.view(viewer) == high.view(viewer)
    assert low.view("uk")["bids"] == {"uk": 20}
    sampler = game().sampler(low.view("japan"))
    drawn = {game().write_position(sampler.draw(Random(seed)))["bids"]["uk"] for seed in range(200)}
    assert drawn == set(range(20, 31))


def test_16_2_positions_hold_bids_only_while_japan_bids() -> None:
    """16.2"""
    with pytest.raises(BadValue, match=r"bids\.uk"):
        Table(bids={"uk": 22})
    with pytest.raises(BadValue, match=r"points_needed"):
        Table(points_needed=0)


def test_8_1_3_the_united_states_give_standing_orders_before_japans_first_turn() -> None:
    """8.1.3"""
    state = begun(bidding="no")
    act(state, "uk", "split", "6")
    act(state, "usa", "standing_order", "losses", "cheapest")
    assert state.view("usa")["standing_orders"]["usa"]["losses"] == "cheapest"
    assert state.view("japan")["standing_orders"]["usa"] == {}
    act(state, "usa", "done")
    assert (state.decisions()[0].side, state.view("public")["settled"]["usa"]) == ("japan", 0)
