"""Turn by turn: each game is measured after each turn, and many games give a mean with its interval."""

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.simulation import GameResult, derive_seed, measures_of, play_game, run_game
from ironbottom.lab.turns import table_lines, turn_by_turn


def game_with(*leads: float) -> GameResult:
    """Returns a game with this lead after each turn."""
    return GameResult({"japan": "a"}, ("japan",), {}, {}, {}, {}, {}, tuple({"lead": each} for each in leads))


def test_each_turn_has_its_mean_its_interval_and_what_players_report() -> None:
    rows = turn_by_turn([game_with(4, 10, 8), game_with(8, 12, -2)], [1, 2], {"lead": {2: "14 to 17"}})
    assert [(row["turn"], row["mean"], row["reported"]) for row in rows] == [
        (1, 6.0, None),
        (2, 11.0, "14 to 17"),
        ("end", 3.0, None),
    ]
    assert [(row["least"], row["most"]) for row in rows] == [(4, 8), (10, 12), (-2, 8)]
    assert rows[0]["interval"] == pytest.approx([6 - 1.96 * 2, 6 + 1.96 * 2], abs=0.01)


def test_all_turns_and_the_end_are_listed_by_default() -> None:
    assert [row["turn"] for row in turn_by_turn([game_with(1, 2, 3)], (), {})] == [1, 2, "end"]


def test_a_game_that_ended_early_counts_with_its_final_value() -> None:
    rows = turn_by_turn([game_with(1, 2, 3), game_with(5)], [2], {})
    assert [row["mean"] for row in rows] == [3.5, 4.0]


def test_a_turn_that_is_not_played_is_refused() -> None:
    with pytest.raises(BadValue, match="no game reached turn 4; turns 1 to 3 were played"):
        turn_by_turn([game_with(1, 2, 3)], [4], {})


def test_the_table_names_each_measure_once() -> None:
    rows = turn_by_turn([game_with(4, 10, 8)], [1], {"lead": {1: "about 7"}})
    assert list(table_lines(rows)) == [
        "  lead",
        "    after turn 1     4.00 (4.00 to 4.00), from 4 to 4; players report about 7",
        "    at the end       8.00 (8.00 to 8.00), from 8 to 8",
    ]


@pytest.mark.build
@pytest.mark.parametrize(
    ("name", "event", "field", "sign", "measure"),
    [
        ("vitp", "points_scored", "lead", 1, "lead of japan"),
        ("hf", "points_scored", "points", 1, "victory points of allies"),
    ],
)
def test_a_turn_is_measured_by_its_events(name: str, event: str, field: str, sign: int, measure: str) -> None:
    """The running measure after a turn equals the value in the scoring event."""
    rules = get_game(name).rules()
    seats = {"japan": "random", "allies": "random"}
    game = play_game(rules, seats, 3, 0)
    players = {side: make_player(rules, "random", side, derive_seed(3, 0, side)) for side in seats}
    dice = SeededDice(derive_seed(3, 0, "dice"))
    state, scored = rules.new(dice=dice), []
    while decisions := state.decisions():
        offer = offer_for(state, decisions[0])
        for action in as_choices(players[offer.side].choose(offer)):
            events = rules.visible_events(state.apply(offer.side, action, dice, trusted=True), "public")
            scored += [sign * each[field] for each in events if each["event"] == event]
    assert [turn[measure] for turn in game.turns] == scored
    assert len(scored) == 8


def test_pacific_fury_is_measured_by_its_marker() -> None:
    game = play_game(get_game("pf").rules(), {"japan": "random", "allies": "random"}, 1, 0)
    assert len(game.turns) == 4
    assert game.turns[-1]["initiative of japan"] == game.measures["score of japan"]
    sunk = [turn["ships of allies sunk"] for turn in game.turns]
    assert sunk == sorted(sunk)
    assert sunk[-1] == game.measures["ships of allies sunk"]


@pytest.mark.build
def test_player_reports_name_a_running_measure() -> None:
    for name in ("pf", "hf", "vitp"):
        rules = get_game(name).rules()
        yardstick = measures_of(rules)
        game = play_game(rules, {"japan": "random", "allies": "random"}, 1, 0)
        assert set(yardstick.reported) <= set(game.turns[-1])


def test_the_longest_decision_is_one_of_those_that_were_timed() -> None:
    rules = get_game("pf").rules()
    players = {side: make_player(rules, "random", side, 1) for side in ("japan", "allies")}
    game = run_game(rules, dict.fromkeys(players, "random"), players, 1)
    assert all(0 < game.longest[side] <= game.seconds[side] for side in players)
