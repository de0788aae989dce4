"""``ironbottom plan-score``: the score of an agent as text and JSON."""

import json

import pytest

from tests.cli.running import one_line, run


def test_an_agent_has_a_score_in_each_game() -> None:
    ran = run("plan-score", "random", "--game", "pf", "--rounds", "1", "--workers", "1")
    assert ran.code == 0
    output = one_line(ran.out)
    assert output.startswith("Planning suite 1 against ensign; 95 % intervals Pacific Fury: Guadalcanal 1942: random ")
    assert "of 8 games; " in output
    data = json.loads(run("plan-score", "random", "--game", "pf", "--rounds", "1", "--workers", "1", "--json").out)
    assert (data["suite"], data["agent"], data["stopped"]) == (1, "random", False)
    (game,) = data["games"]
    assert (game["game"], game["games"]) == ("pacific_fury", 8)
    share, low, high = game["share"]
    assert f"random {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nelson"], "has no player 'nelson'"),
        (["random", "--game", "chess"], "no game is called 'chess'"),
        (["random", "--rounds", "0"], "there must be at least one round"),
        (["random", "--workers", "0"], "--workers must be at least 1"),
        (["nothing.py"], "agent: nothing.py cannot be read"),
    ],
)
def test_what_cannot_be_scored_is_reported(arguments: list[str], message: str) -> None:
    ran = run("plan-score", *arguments)
    assert ran.code == 1
    assert message in ran.err
