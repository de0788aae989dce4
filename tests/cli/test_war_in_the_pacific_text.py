"""*War in the Pacific* at the terminal: what is listed may be typed, names do for ids, standing orders answer."""

import json
from pathlib import Path

import pytest

from ironbottom.cli.game_text import GameText
from ironbottom.cli.standing import StandingOrders
from ironbottom.cli.words import Spelling
from ironbottom.engine.errors import Refused
from ironbottom.engine.match import Match
from ironbottom.engine.registry import get_game
from ironbottom.engine.state import State
from tests.cli.running import run, spoken


def asked(state: State) -> tuple[str, Spelling]:
    """The side that decides, and what reads its words, counters called by what it sees."""
    side = state.decisions()[0].side
    text = GameText(state.rules)
    text.look(state.view(side))
    return side, Spelling(state.rules.vocabulary, text.aliases, text.name)


@pytest.mark.parametrize("scenario", ["midway", "leyte", "burma", "burma_freely"])
def test_what_is_listed_may_be_typed(scenario: str) -> None:
    state = get_game("witp").new(scenario)
    side, spelling = asked(state)
    decision = state.decision(side)
    assert decision is not None
    for number in range(0, len(decision.choices), max(1, len(decision.choices) // 12)):
        action = decision.choices.at(number)
        found = spelling.offered(spelling.name(action), decision.choices)
        assert action in found
        assert {spelling.name(one) for one in found} == {spelling.name(action)}


def test_ships_aircraft_and_places_go_by_their_names() -> None:
    state = get_game("witp").new("midway")
    _, spelling = asked(state)
    (decision,) = state.decisions()
    exchange = ("exchange", "jp_cv1", "zero_carrier")
    for typed in ("exchange akagi zero", "exchange zero of akagi", "exchange Zero (carrier-trained) of Akagi (JP CV1)"):
        assert spelling.offered(typed, decision.choices) == [exchange]
    assert spelling.offered("announce dutch", decision.choices) == [("announce", "F2401")]


def test_a_refusal_names_ships_as_the_board_does(games_folder: Path) -> None:
    played = run("play", "witp", "--side", "japan", "--seed", "5", typed="why exchange yorktown zero\nwhy sail\nquit\n")
    told = spoken(played.out)
    assert "Yorktown (US CV5) has no points of yours aboard, or no other carrier lies beside it" in told
    assert "sail is not open at this question, which takes: announce, station, exchange, ready" in told


def test_how_the_rules_are_known_is_told_once_before_the_first_game(games_folder: Path) -> None:
    first, second = [
        spoken(run("play", "witp", "--scenario", "burma", "--side", "allies", "--seed", "5", typed="quit\n").out)
        for _ in range(2)
    ]
    known = get_game("witp").how_known()
    assert known["our reconstruction"] > 200
    assert f"Of its clauses: {known['our reconstruction']} our reconstruction; " in first
    assert "known in other ways." in first
    assert "Before the first game" not in second
    other = spoken(run("play", "pf", "--side", "allies", "--seed", "5", typed="quit\n").out)
    assert "Before the first game" not in other


def test_a_part_of_the_board_and_of_the_choices_is_asked_for(games_folder: Path) -> None:
    typed = "board inland\nchoices exchange akagi\nboard timbuktu\nchoices timbuktu\nquit\n"
    told = run("play", "witp", "--side", "japan", "--seed", "5", typed=typed).out
    _, _, board = told.partition("> board inland")
    board, _, rest = board.partition("> choices")
    assert "The Inland Sea. Ships: Akagi (JP CV1)" in spoken(board)
    assert "Midway" not in board
    assert [line.split()[0] for line in rest.splitlines() if line.strip().startswith(("6", "7"))] == ["64", "65", "66"]
    assert "nothing on the board tells of 'timbuktu'" in rest
    assert "no choice here holds 'timbuktu'" in rest


def test_standing_orders_answer_at_the_terminal_and_last(games_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "midway.jsonl"
    typed = "announce midway\nfill 1\nready\nstanding dummies none\nstanding\nquit\n"
    told = run("play", "witp", "--side", "japan", "--seed", "5", "--save", str(file), typed=typed).out
    assert "Your standing order answers `Place your dummy Task Forces.`: dummies are placed." in spoken(told)
    assert "Japan: Form your Task Forces and plot their Missions." in told
    assert "Dummies: none are put out." in spoken(told)
    assert json.loads((tmp_path / "midway.standing.json").read_text()) == {"japan": {"dummies": "none"}}
    # The choice stands in the record as the person's own, and is taken back as such; then the question is asked.
    again = run("play", str(file), typed="undo\ny\nstanding none\nquit\n").out
    assert "Taken back: dummies are placed" in spoken(again)
    assert "Japan: Place your dummy Task Forces." in again
    assert json.loads((tmp_path / "midway.standing.json").read_text()) == {"japan": {}}


def test_standing_orders_are_named_by_words_or_numbers() -> None:
    orders = StandingOrders(Match(get_game("witp").rules()), None)
    for typed in ("fire evenly", "3 4", "fire at sea spread"):
        order, value = orders.meant("japan", typed)
        assert (order.id, value) == ("fire", "evenly")
    with pytest.raises(Refused, match="Fire at sea may say: ask me; where it promises most; finish cripples"):
        orders.meant("japan", "fire at sea")
    with pytest.raises(Refused, match="there are 1 Where nothing can be chosen, 2 As an impulse begins"):
        orders.meant("japan", "tea")


def test_a_game_without_standing_orders_says_so(games_folder: Path) -> None:
    told = run("play", "pf", "--side", "japan", "--seed", "4", typed="standing\nhelp\nquit\n").out
    assert "this game has no standing orders of a seat" in told
    assert "standing [WORDS]" not in told
