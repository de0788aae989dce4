"""VP-52 Bids: Japan's bid for its side counts against its lead, and half a point breaks ties."""

import pytest

from ironbottom.engine.rules.view_types import Result
from ironbottom.games.victory_in_the_pacific import GAME
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, flags

BIDS = [
    ("2.5", 3, "japan"),
    ("2.5", 2, "allies"),
    ("3", 3, None),
    ("0", 0, None),
    ("10", 9, "allies"),
    ("1.5", 2, "japan"),
    ("0", -1, "allies"),
]


def result(bid: str, lead: int, **options: str) -> Result:
    """The result of a game with this lead of Japan, in which nobody controls anything on turn 8."""
    whole, _, half = bid.partition(".")
    chosen = {"bid": whole, "bid_half": "yes" if half else "no", **options}
    table = RuleTester(options=chosen, turn=8, points_of_control=lead, flags=flags(), step="late_strikes")
    table.finish("patrols", "returns")
    found = table.match.result()
    assert found is not None
    return found


@pytest.mark.clause("1.0", "2.5", "5.75", "4.7")
@pytest.mark.parametrize(("bid", "lead", "winner"), BIDS)
def test_vp_52_bids(bid: str, lead: int, winner: str | None) -> None:
    found = result(bid, lead)
    assert found["winners"] == ([winner] if winner else [])
    assert found["score"] == {"japan": lead - float(bid), "allies": float(bid) - lead}
    assert ("Japan bid" in found["why"]) == (bid != "0")
    assert found["why"].endswith("a draw") == (winner is None)


@pytest.mark.clause("5.75")
@pytest.mark.parametrize(("bid", "lead", "winner"), BIDS)
def test_vp_52_a_tie_may_be_an_allied_win(bid: str, lead: int, winner: str | None) -> None:
    assert result(bid, lead, tie="allies")["winners"] == [winner or "allies"]


def test_bids_are_of_halves_up_to_ten_and_a_half() -> None:
    options = {option.name: option.values for option in GAME.options}
    assert options["bid"] == tuple(str(points) for points in range(11))
    assert options["bid_half"] == ("no", "yes")
