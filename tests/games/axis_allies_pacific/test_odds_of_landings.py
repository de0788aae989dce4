"""8.1.3, 8.9 Landings in the calculator: of identical ships, the owner loses the one with the cheapest load."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.games.axis_allies_pacific.odds.calculator import OddsAnswer, OddsQuestion, answer, on_board
from ironbottom.games.axis_allies_pacific.odds.counters import Loads, Order
from tests.games.axis_allies_pacific.rule_tester import RuleTester, game

RULES = game().rules()
TRIES = 300
LADEN = "transport_infantry_infantry"


def with_two_landings() -> RuleTester:
    """Two transports carry two infantry each. One lands both at Guam; the other lands one of its two in the
    Marianas.
    """
    table = RuleTester(
        units={
            "usa": {"sz25": {LADEN: 2}, "sz19": {"battleship": 1}},
            "japan": {"sz25": {"destroyer": 2}, "guam": {"infantry": 1}, "mariana": {"infantry": 1}},
        },
        control={"guam": "japan", "mariana": "japan"},
        round=2,
        active="usa",
        step="combat_moves",
    )
    table.act("usa", "assault", "sz25", LADEN, "guam", "infantry_infantry")
    table.act("usa", "assault", "sz25", LADEN, "mariana", "infantry")
    table.move("usa", "sz19", "battleship", "sz25")
    return table


def lands(answer: OddsAnswer) -> float:
    """The probability that anything lands."""
    assert answer.lands is not None
    return answer.lands


def answers_by_place(table: RuleTester, loads: Loads = "cheapest") -> dict[str, OddsAnswer]:
    return {data.at: data for data in on_board(table.match.rules, table.match.view("usa"), loads)}


def test_8_1_3_the_least_valuable_landing_of_equal_ships_is_given_up_in_both_territories() -> None:
    """The two infantry for Guam land if one transport is left, the one for the Marianas only if both are left."""
    result = answers_by_place(with_two_landings())
    boat: dict[str, Any] = {"at_sea": "2 destroyers", "fleet": "1 battleship, 2 transports"}
    whole = answer(RULES, OddsQuestion(kind="landing", ashore="4 infantry", defend="1 infantry", **boat))
    assert lands(result["guam"]) == pytest.approx(lands(whole))
    assert lands(result["mariana"]) < lands(result["guam"]) < result["sz25"].won


@pytest.mark.build
@pytest.mark.parametrize(
    ("loads", "given_up"),
    [("cheapest", ("mariana", "infantry")), ("dearest", ("guam", "infantry_infantry"))],
)
def test_8_1_3_simulated_landings_match_the_calculator(loads: Loads, given_up: tuple[str, str]) -> None:
    """The owner loses the cheapest units first, and gives up landing one infantry before or after landing two."""
    table = with_two_landings()
    result = answers_by_place(table, loads)
    taken: Counter[str] = Counter()
    wanted = [("fight", "sz25"), ("abandon", *given_up), ("press_on",), ("go_ashore",), ("cheapest_first",)]
    for seed in range(TRIES):
        state, dice = table.match.state.copy(), SeededDice(seed)
        state.apply("usa", ("done",), dice)
        while state.decisions() and state.decisions()[0].procedure.name != "regroup":
            decision = state.decisions()[0]
            offered = [action for action in wanted if action in decision.choices]
            stay = next((one for one in decision.choices if one[0] in ("done", "stay_up", "leave")), None)
            state.apply(decision.side, offered[0] if offered else stay or decision.choices.at(0), dice, trusted=True)
        control = state.view("public")["control"]
        taken.update(land for land in ("guam", "mariana") if control[land] == "usa")
    for land in ("guam", "mariana"):
        assert taken[land] / TRIES == pytest.approx(result[land].won, abs=4 * (0.25 / TRIES) ** 0.5), land


def by_hand(losses: Order, **fields: Any) -> OddsAnswer:
    return answer(RULES, OddsQuestion(**fields, kind="landing", attacker_losses=losses))


def test_8_1_3_losses_of_a_landing_follow_the_written_order_at_sea_and_on_land() -> None:
    """By price, destroyers are lost before a loaded transport.

    If they are named last, they are lost after it, and fewer units land.
    """
    fields = {"ashore": "2 infantry", "defend": "1 infantry", "at_sea": "1 destroyer"}
    price = by_hand("cheapest", fleet="2 destroyers, 1 transport", **fields)
    first = by_hand("as_written", fleet="1 transport, 2 destroyers", **fields)
    last = by_hand("as_written", fleet="2 destroyers, 1 transport", **fields)
    assert last.won == pytest.approx(price.won)
    assert lands(first) < lands(price) - 0.1
    on_land = {"fleet": "1 transport", "ashore": "2 infantry", "attack": "1 fighter", "defend": "2 infantry"}
    assert by_hand("aircraft_first", **on_land).won > by_hand("cheapest", **on_land).won
    assert by_hand("ships_first", **on_land).won == pytest.approx(by_hand("cheapest", **on_land).won)
    marines = {"fleet": "1 transport", "ashore": "1 infantry, 1 marine", "defend": "1 infantry"}
    other = marines | {"ashore": "1 marine, 1 infantry"}
    assert by_hand("as_written", **marines).won > by_hand("as_written", **other).won


def test_8_1_3_the_owner_chooses_whose_loads_are_lost_first() -> None:
    """A tank and two infantry, worth 5 and 6, in two transports; two enemies at sea can sink one of the ships or both.

    By price, or if it is named first, the tank is lost first; if the two infantry are named first, they are lost
    first, although they cost more.
    """
    fleet = {"fleet": "2 transports, 1 battleship", "at_sea": "2 submarines"}
    fields: dict[str, Any] = {"kind": "landing", "defend": "1 infantry", **fleet}
    tank_first: dict[str, Any] = {"ashore": "1 tank, 2 infantry"}
    infantry_first: dict[str, Any] = {"ashore": "2 infantry, 1 tank"}
    usual = answer(RULES, OddsQuestion(**fields, **tank_first))
    assert usual == answer(RULES, OddsQuestion(**fields, **tank_first, loads="cheapest"))
    assert usual == answer(RULES, OddsQuestion(**fields, **infantry_first))
    dearest = answer(RULES, OddsQuestion(**fields, **tank_first, loads="dearest"))
    assert lands(dearest) == pytest.approx(lands(usual)), "as many ships are lost"
    assert dearest.won < usual.won - 0.04
    assert answer(RULES, OddsQuestion(**fields, **tank_first, loads="as_written")).won == pytest.approx(usual.won)
    written = answer(RULES, OddsQuestion(**fields, **infantry_first, loads="as_written"))
    assert written.won == pytest.approx(dearest.won)


def test_8_1_3_equal_ships_keep_their_place_among_others() -> None:
    """Of two transports, one with a tank, the first hit sinks the empty one, or else the one with the tank.

    There is also a destroyer.
    """
    fields: dict[str, Any] = {"kind": "landing", "ashore": "1 tank", "at_sea": "1 submarine", "defend": "1 infantry"}
    usual, dearest = (
        answer(RULES, OddsQuestion(**fields, fleet="2 transports, 1 destroyer", loads=loads))
        for loads in ("cheapest", "dearest")
    )
    without = answer(RULES, OddsQuestion(**fields, fleet="1 transport, 1 destroyer", attacker_losses="as_written"))
    assert lands(dearest) == pytest.approx(lands(without)), "ashore only if nothing is hit"
    assert lands(usual) > lands(dearest) + 0.1


@pytest.mark.parametrize("kind", ["land", "sea", "raid"])
def test_8_1_3_loads_belong_to_a_landing(kind: Any) -> None:
    fields: dict[str, Any] = {"attack": "1 bomber", "defend": "1 fighter"}
    with pytest.raises(BadValue, match="applies only to a landing") as refused:
        answer(RULES, OddsQuestion(kind=kind, loads="dearest", **fields))
    assert refused.value.field == "loads"


def test_7_7_1_the_most_expensive_loads_are_in_the_ships_named_last() -> None:
    """One of two transports has a tank. The empty or cheaper transport, if it is named first, is lost first."""
    fields = {"defend": "1 infantry", "at_sea": "1 submarine", "ashore": "1 tank"}
    result = by_hand("as_written", fleet="1 transport, 1 destroyer, 1 transport", **fields)
    other = by_hand("as_written", fleet="2 transports, 1 destroyer", **fields)
    assert lands(result) > lands(other)
