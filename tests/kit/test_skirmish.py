"""Skirmish, clause by clause: small positions, exact choices, fixed dice."""

from __future__ import annotations

import ast
import copy
from pathlib import Path
from typing import Any

import pytest

from examples.skirmish.skirmish import game as skirmish
from examples.skirmish.skirmish.game import COMPANIES, OWN, PLACE, SHIPS, SHORE_OF, SKIRMISH, SUNK
from ironbottom.engine.codecs.position import read_position, write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.state import State

ROUND = {"procedure": "round", "next": 2}


def operation(side: str, left: int = 2) -> dict[str, Any]:
    return {"procedure": "operation", "side": side, "left": left}


def position(
    places: dict[str, tuple[str, str]], *stack: dict[str, Any], options: dict[str, str] | None = None
) -> State:
    """A state in the operations of the first round, with ships at sea under letters."""
    rules = SKIRMISH.rules(options)
    data = copy.deepcopy(write_position(rules.new()))
    for ship, (water, force) in places.items():
        data["ships"][ship].update(place=water, force=force)
    data["frames"] = [ROUND, *stack]
    return read_position(data, rules)


def play(state: State, side: str, *choice: str, dice: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    """Makes a choice in a match; returns the public events. The state becomes the one after the choice."""
    match = Match(SKIRMISH, start=state, dice=SeededDice(1))
    events: list[dict[str, Any]] = match.submit(side, choice, dice=list(dice)).visible()["events"]
    state.cells, state.stack = match.state.cells[:], match.state.stack
    return events


AT_SEA = {
    "red_cruiser": ("north", "red_a"),
    "blue_trawler": ("northeast", "blue_f"),
    "gold_gunboat": ("lagoon", "gold_b"),
}


def lines_of_code(text: str) -> int:
    """The lines of code: without blank lines, comments, docstrings and imports."""
    tree = ast.parse(text)
    docs = (node for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    silent = {line for node in (*docs, *imports) for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    numbered = enumerate(text.splitlines(), 1)
    return sum(bool(line.strip()) and line.lstrip()[0] != "#" for number, line in numbered if number not in silent)


def test_it_has_at_most_350_lines_of_code() -> None:
    assert lines_of_code(Path(skirmish.__file__).read_text()) <= 350


def test_it_carries_two_thousand_pieces() -> None:
    assert len(COMPANIES) + len(SHIPS) + 2 == 2000


@pytest.mark.clause("3.1")
def test_3_1_all_sides_plan_at_once() -> None:
    state = SKIRMISH.new()
    assert [decision.side for decision in state.decisions()] == ["red", "blue", "gold"]
    play(state, "gold", "send", "gold_decoy", "lagoon")
    assert [decision.side for decision in state.decisions()] == ["red", "blue", "gold"]
    refused = state.why_not("gold", ("send", "gold_decoy", "north"))
    assert refused == ("3.1", "gold decoy has its orders")
    assert state.why_not("gold", ("send", "red_decoy", "north")) == ("3.1", "red decoy is not yours")


@pytest.mark.clause("3.1")
def test_3_1_a_sunk_ship_takes_no_orders() -> None:
    assert SKIRMISH.new("raid").why_not("red", ("send", "red_decoy", "north")) == ("3.1", "red decoy is sunk")


@pytest.mark.clause("3.1")
def test_3_1_a_plan_is_shown_only_to_its_side() -> None:
    match = Match(SKIRMISH, dice=SeededDice(1))
    outcome = match.submit("red", ("send", "red_cruiser", "north"))
    assert outcome.visible("red")["events"] == [{"event": "ordered", "ship": "red_cruiser", "to": "north"}]
    assert [outcome.visible(side)["events"] for side in ("blue", "gold", "public")] == [[], [], []]


@pytest.mark.clause("3.2")
def test_3_2_letters_are_drawn_in_private() -> None:
    match = Match(SKIRMISH, dice=SeededDice(1))
    match.submit("red", [("send", "red_decoy", "north"), ("send", "red_flagship", "north"), ("done",)])
    match.submit("blue", ("done",))
    last = match.submit("gold", ("done",), dice=[3, 5])
    sailed = [event for event in last.visible("blue")["events"] if event["event"] == "sailed"]
    assert sailed == [{"event": "sailed", "force": f"red_{letter}", "to": "north"} for letter in "cf"]
    assert last.visible("blue")["dice"] == []
    assert last.visible("red")["dice"] == [[3, 6, "letter"], [5, 5, "letter"]]
    assert match.view("red")["ships"]["red_flagship"]["force"] == "red_c"
    assert "red_flagship" not in match.view("blue")["ships"]


@pytest.mark.clause("4.0")
def test_4_0_a_side_makes_two_operations_and_the_next_side_follows() -> None:
    state = position(AT_SEA, operation("blue"), operation("red"))
    for _ in range(2):
        play(state, "red", "march", "red_1", HERE_TO_THERE[state.cells[skirmish.COMPANY]])
    assert state.decision("blue") is not None
    assert state.decision("red") is None
    play(state, "blue", "pass")
    assert [decision.side for decision in state.decisions()] == ["red", "blue", "gold"]
    assert state.cells[skirmish.ROUND] == 2


HERE_TO_THERE = {0: "a2", 1: "a1"}
"""Hex a1 is number 0, a2 number 1; the first red company stands on a1."""


@pytest.mark.clause("4.1")
@pytest.mark.parametrize(
    ("company", "to", "why"),
    [
        ("blue_1", "a2", "blue 1 is not yours"),
        ("red_1", "a3", "red 1 does not stand next to a3"),
        ("red_1", "a1", "red 1 does not stand next to a1"),
    ],
)
def test_4_1_a_company_marches_one_hex(company: str, to: str, why: str) -> None:
    state = position(AT_SEA, operation("red"))
    assert state.why_not("red", ("march", company, to)) == ("4.1", why)
    assert state.why_not("red", ("march", "red_1", "a2")) is None


@pytest.mark.clause("4.1")
def test_4_1_an_eliminated_company_no_longer_marches() -> None:
    state = position(AT_SEA, operation("red"))
    state.cells[skirmish.COMPANY] = -1
    assert state.why_not("red", ("march", "red_1", "a2")) == ("4.1", "red 1 has fallen")
    assert ("march", "red_1", "a2") not in state.decision("red").choices  # type: ignore[union-attr]


@pytest.mark.clause("4.1.a")
def test_4_1_a_no_company_marches_to_a_blockaded_shore() -> None:
    blockade = {"blue_trawler": ("north", "blue_f")}
    assert SHORE_OF[skirmish.HEXES.index["b3"]] == skirmish.WATERS.index["north"]
    beside = next(f"red_{n + 1}" for n in range(660) if skirmish.HEXES.index["b3"] in near_hexes(n))
    refused = position(blockade, operation("red")).why_not("red", ("march", beside, "b3"))
    assert refused == ("4.1.a", "the shore of b3 is blockaded")
    broken = blockade | {"red_decoy": ("north", "red_a")}
    assert position(broken, operation("red")).why_not("red", ("march", beside, "b3")) is None


def near_hexes(company: int) -> tuple[int, ...]:
    return skirmish.LAND.neighbours[company * 7 % 61]


@pytest.mark.clause("4.2")
def test_4_2_attacks_reach_the_next_area_and_no_further() -> None:
    state = position(AT_SEA | {"blue_decoy": ("south", "blue_a")}, operation("red"))
    attacks = [choice for choice in state.decision("red").choices if choice[0] == "attack"]  # type: ignore[union-attr]
    assert attacks == [("attack", "red_a", "blue_f"), ("attack", "red_a", "gold_b")]
    assert state.why_not("red", ("attack", "red_a", "blue_a")) == ("4.2", "blue a is not near red a")
    assert state.why_not("red", ("attack", "blue_f", "gold_b")) == ("4.2", "blue f is not yours")
    assert state.why_not("red", ("attack", "red_a", "red_a")) == ("4.2", "red a is yours")


@pytest.mark.clause("5.1", "5.2")
def test_5_2_an_interrupt_within_an_interrupt() -> None:
    state = position(AT_SEA, operation("red"))
    play(state, "red", "attack", "red_a", "blue_f")
    assert [decision.side for decision in state.decisions()] == ["blue"]
    play(state, "blue", "call")
    assert [decision.side for decision in state.decisions()] == ["gold"]
    assert state.why_not("gold", ("help", "red_a")) == ("5.2", "red a is not yours")
    assert state.why_not("gold", ("help", "gold_a")) == ("5.2", "gold a is not near")
    play(state, "gold", "help", "gold_b")
    assert state.why_not("blue", ("call",)) == ("5.2", "help was called for already")
    events = play(state, "blue", "stand", dice=(2, 3))
    assert {"event": "fought", "attack": 6, "defence": 6} in events
    assert [decision.side for decision in state.decisions()] == ["red"]


@pytest.mark.clause("5.2")
def test_5_2_no_call_without_a_force_nearby() -> None:
    far = {"red_cruiser": ("north", "red_a"), "blue_trawler": ("north", "blue_f"), "gold_decoy": ("south", "gold_a")}
    state = position(far, operation("red"))
    play(state, "red", "attack", "red_a", "blue_f")
    assert state.why_not("blue", ("call",)) == ("5.2", "no force of the third side is near")


@pytest.mark.clause("5.3", "5.5")
@pytest.mark.parametrize(
    ("dice", "ties", "sunk"),
    [
        ((1, 6), "none_sinks", ["red_cruiser"]),
        ((4, 1), "none_sinks", ["blue_trawler"]),
        ((1, 4), "none_sinks", []),
        ((1, 4), "both_sink", ["red_cruiser", "blue_trawler"]),
    ],
)
def test_5_3_the_lower_ship_sinks(dice: tuple[int, int], ties: str, sunk: list[str]) -> None:
    state = position({ship: AT_SEA[ship] for ship in list(AT_SEA)[:2]}, operation("red"), options={"ties": ties})
    play(state, "red", "attack", "red_a", "blue_f")
    events = play(state, "blue", "stand", dice=dice)
    assert [event["ship"] for event in events if event["event"] == "left"] == sunk
    assert [event["company"].split("_")[0] for event in events if event["event"] == "fell"] == [
        ship.split("_")[0] for ship in sunk
    ]
    assert [SHIPS.ids[ship] for ship in range(18) if state.cells[PLACE + ship] == SUNK] == sunk


@pytest.mark.clause("5.4")
def test_5_4_a_ship_that_withdraws_is_known_in_port() -> None:
    state = position(AT_SEA, operation("red"))
    play(state, "red", "attack", "red_a", "blue_f")
    events = play(state, "blue", "withdraw")
    assert events == [
        {"event": "turned_up", "force": "blue_f", "ship": "blue_trawler"},
        {"event": "left", "ship": "blue_trawler", "to": "port"},
    ]
    assert state.view("gold")["ships"]["blue_trawler"]["place"] == "port"


@pytest.mark.clause("6.0")
def test_6_0_ships_mix_in_port() -> None:
    state = position(AT_SEA, operation("red", 1))
    state.cells[skirmish.SHOWN + 1] = 1
    play(state, "red", "pass")
    assert all(state.cells[PLACE + ship] == skirmish.PORT for owner in OWN for ship in owner)
    assert state.view("blue")["forces"] == {}
    assert "red_cruiser" not in state.view("blue")["ships"]


@pytest.mark.clause("6.0")
def test_6_0_shores_decide() -> None:
    state = position({}, operation("red", 1), options={"rounds": "1"})
    for company in range(660, 1980):
        state.cells[skirmish.COMPANY + company] = -1
    play(state, "red", "pass")
    assert state.result() == {
        "winners": ["red", "gold"],
        "score": {"red": 7, "blue": 0, "gold": 0},
        "why": "most shores held",
    }


def test_a_position_names_what_is_wrong() -> None:
    with pytest.raises(BadValue, match=r"ships\.red_cruiser: a ship at sea has a letter of its own"):
        position({"red_cruiser": ("north", "blue_a")}, operation("red"))
    with pytest.raises(BadValue, match="frames: no round has these steps"):
        position(AT_SEA, operation("red"), {"procedure": "plan", "side": "red"})


def test_the_exact_number_of_dice_is_needed() -> None:
    state = position(AT_SEA, operation("red"))
    events = state.apply("red", ("attack", "red_a", "blue_f"), ScriptedDice([]))
    assert [state.rules.kinds[event[0]].name for event in events] == ["attacked"]
