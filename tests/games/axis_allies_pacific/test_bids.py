"""16.2 Bids for Japan, and standing orders before the first turn: secret until opened or seen in effect."""

from collections.abc import Sequence
from random import Random

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.state import State
from ironbottom.games.axis_allies_pacific.pieces import ZONES
from tests.games.axis_allies_pacific.rule_tester import Position, RuleTester, game


def new_game(**options: str) -> State:
    """A game at its first decision."""
    return game().new(None, {"bidding": "yes", **options}, dice=ScriptedDice(()))


def act(state: State, side: str, *action: str, dice: Sequence[int] = ()) -> list[dict[str, object]]:
    """Makes one choice; returns the public events."""
    (decision,) = state.decisions()
    assert decision.side == side
    assert action in decision.choices
    return state.rules.visible_events(state.apply(side, action, ScriptedDice(dice)), "public")


def test_c81_the_higher_bid_plays_japan_and_must_score_that_many_points() -> None:
    """16.2"""
    state = new_game()
    assert act(state, "uk", "bid", "23") == [{"event": "bid_made", "side": "uk"}]
    assert act(state, "japan", "bid", "25")[-1] == {"event": "bid_won", "points": 25, "changed": 0}
    assert state.view("public")["points_needed"] == 25
    state = new_game()
    act(state, "uk", "bid", "26")
    events = act(state, "japan", "bid", "25")
    assert events[-2:] == [
        {"event": "bids_opened", "japan": 25, "allies": 26},
        {"event": "bid_won", "points": 26, "changed": 1},
    ]
    assert state.view("public")["players_changed"] == 1


@pytest.mark.parametrize(("die", "changed"), [(3, 0), (4, 1)])
def test_16_2_equal_bids_are_repeated_and_after_the_third_time_a_die_decides(die: int, changed: int) -> None:
    """16.2"""
    state = new_game()
    for ties in (1, 2, 3):
        act(state, "uk", "bid", "24")
        act(state, "japan", "bid", "24")
        assert state.view("public")["ties"] == ties
    act(state, "uk", "bid", "21")
    assert act(state, "japan", "bid", "21", dice=[die])[-1] == {"event": "bid_won", "points": 21, "changed": changed}


def test_16_2_which_bids_are_legal() -> None:
    """16.2"""
    state = new_game()
    assert state.decisions()[0].choices.next("bid") == tuple(str(points) for points in range(20, 31))
    assert new_game(bidding="no", vp_target="23").view("public")["points_needed"] == 23


def test_16_2_a_closed_bid_is_hidden_from_all() -> None:
    """16.2"""
    low, high = new_game(), new_game()
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
        RuleTester(bids={"uk": 22})
    with pytest.raises(BadValue, match=r"points_needed"):
        RuleTester(points_needed=0)


def test_8_1_3_the_united_states_give_standing_orders_before_japans_first_turn() -> None:
    """8.1.3"""
    state = new_game(bidding="no")
    act(state, "uk", "split", "6")
    act(state, "usa", "standing_order", "losses", "cheapest")
    assert state.view("usa")["standing_orders"]["usa"]["losses"] == "cheapest"
    assert state.view("japan")["standing_orders"]["usa"] == {}
    act(state, "usa", "done")
    assert (state.decisions()[0].side, state.view("public")["settled"]["usa"]) == ("japan", 0)


# -- bids of units ---------------------------------------------------------------------------------------------------


def of_units(**options: str) -> State:
    """A game with bids of units at its first decision."""
    return new_game(bidding="units", **options)


def after_bids(allies: str, japan: str, dice: Sequence[int] = ()) -> tuple[State, list[dict[str, object]]]:
    """A game after both bids, and the public events."""
    state = of_units()
    act(state, "uk", "bid_ipc", allies)
    return state, act(state, "japan", "bid_ipc", japan, dice=dice)


def test_16_2_the_lower_bid_of_units_plays_the_allies() -> None:
    """16.2"""
    state, result = after_bids("9", "12")
    assert result[-2:] == [
        {"event": "bids_opened", "japan": 12, "allies": 9},
        {"event": "unit_bid_won", "ipc": 9, "changed": 0},
    ]
    assert (state.view("public")["unit_bid"], state.view("public")["to_spend"]) == (9, 9)
    state, result = after_bids("12", "7")
    assert result[-1] == {"event": "unit_bid_won", "ipc": 7, "changed": 1}
    assert state.view("public")["players_changed"] == 1
    assert state.view("public")["points_needed"] == 22


@pytest.mark.parametrize(("die", "changed"), [(3, 0), (4, 1)])
def test_16_2_equal_bids_of_units_are_repeated_and_a_die_decides(die: int, changed: int) -> None:
    """16.2"""
    state = of_units()
    for ties in (1, 2, 3):
        act(state, "uk", "bid_ipc", "8")
        act(state, "japan", "bid_ipc", "8")
        assert state.view("public")["ties"] == ties
    act(state, "uk", "bid_ipc", "6")
    events = act(state, "japan", "bid_ipc", "6", dice=[die])
    assert events[-1] == {"event": "unit_bid_won", "ipc": 6, "changed": changed}


def test_16_2_units_of_a_bid_appear_one_in_a_place_with_other_units() -> None:
    """5.1, 5.2, 14.1, 16.2"""
    state, _ = after_bids("20", "21")
    choices = state.decisions()[0].choices
    assert choices.next("reinforce", "china") == ("infantry",)
    assert "industrial_complex" not in choices.next("reinforce", "usa")
    assert "marine" not in choices.next("reinforce", "uk")
    assert "battleship" not in choices.next("reinforce", "uk")
    before = state.view("public")["units"]
    assert set(choices.next("reinforce", "uk", "infantry")) == set(before["uk"]) - set(ZONES.ids)
    assert set(choices.next("reinforce", "usa", "submarine")) == set(before["usa"]) & set(ZONES.ids)
    events = act(state, "uk", "reinforce", "usa", "destroyer", "sz5")
    assert events == [{"event": "reinforced", "power": "usa", "kind": "destroyer", "place": "sz5", "price": 12}]
    after = state.view("public")
    assert after["units"]["usa"]["sz5"]["destroyer"] == before["usa"]["sz5"].get("destroyer", 0) + 1
    assert (after["to_spend"], after["reinforced"]) == (8, ["sz5"])
    refusal = state.why_not("uk", ("reinforce", "usa", "submarine", "sz5"))
    assert refusal is not None
    assert refusal.clause == "16.2"
    assert state.why_not("uk", ("reinforce", "usa", "fighter", "hawaiian")).clause == "16.2"  # type: ignore[union-attr]
    act(state, "uk", "reinforce", "china", "infantry", "szechwan")
    act(state, "uk", "reinforce", "uk", "tank", "india")
    assert list(state.decisions()[0].choices) == [("done",)]


def test_16_2_the_rest_of_a_unit_bid_lapses_and_play_begins() -> None:
    """16.2"""
    state, _ = after_bids("5", "6")
    act(state, "uk", "done")
    assert (state.view("public")["to_spend"], state.view("public")["unit_bid"]) == (0, 5)
    assert state.view("public")["frames"][-1]["procedure"] == "splitting"


def test_16_2_a_closed_bid_of_units_is_hidden_from_all() -> None:
    """16.2"""
    low, high = of_units(), of_units()
    act(low, "uk", "bid_ipc", "1")
    act(high, "uk", "bid_ipc", "60")
    for viewer in ("japan", "usa", "public"):
        assert low.view(viewer) == high.view(viewer)
    sampler = game().sampler(low.view("japan"))
    drawn = {game().write_position(sampler.draw(Random(seed)))["bids"]["uk"] for seed in range(800)}
    assert drawn == set(range(1, 61))


def test_16_2_positions_can_contain_bids_of_units() -> None:
    """16.2"""
    with pytest.raises(BadValue, match=r"unit_bid"):
        RuleTester(unit_bid=9)
    with pytest.raises(BadValue, match=r"to_spend"):
        RuleTester(options={"bidding": "units"}, unit_bid=9, to_spend=3)
    with pytest.raises(BadValue, match=r"reinforced"):
        RuleTester(options={"bidding": "units"}, unit_bid=9, reinforced=["sz5"])
    placing = [
        {"procedure": "turn", "next": 0},
        {"procedure": "reinforcing", "side": "uk"},
    ]
    with pytest.raises(BadValue, match=r"worth only 9 IPC"):
        RuleTester(options={"bidding": "units"}, unit_bid=9, to_spend=12, frames=placing)
    with pytest.raises(BadValue, match=r"frames"):
        RuleTester(
            frames=[placing[0], {"procedure": "unit_bidding", "side": "japan"}], bids={"uk": 21}, points_needed=0
        )
    whole, _ = after_bids("9", "12")
    assert RuleTester(options={"bidding": "units"}, **position_fields(whole)).step == "reinforcing"


def position_fields(state: State) -> Position:
    """The fields of a position."""
    left_out = ("game", "format", "options")
    return {name: value for name, value in game().write_position(state).items() if name not in left_out}
