"""The ensign of Hold Fast: legal, the same for the same seed, uses only its view, and beats random play."""

import pytest

from ironbottom.bots import make_player
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.simulation import play_game

RULES = get_game("hf").rules()


@pytest.mark.build
@pytest.mark.parametrize("side", ["japan", "allies"])
def test_the_ensign_beats_random_play(side: str) -> None:
    seats = dict.fromkeys(("japan", "allies"), "random") | {side: "ensign"}
    played = [play_game(RULES, seats, 11, number) for number in range(1)]
    assert [game.winners for game in played] == [(side,)]
    assert all(game.verbs[side].get("move", 0) > 50 for game in played)


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_game() -> None:
    seats = {"japan": "ensign", "allies": "random"}
    first, second = (play_game(RULES, seats, 5, 1) for _ in range(2))
    assert (first.measures, first.verbs) == (second.measures, second.verbs)


def test_it_moves_a_whole_fleet_at_once() -> None:
    from ironbottom.bots import offer_for

    state = RULES.new()
    offer = offer_for(state, state.decisions()[0])
    run = make_player(RULES, "ensign", "japan", 3).choose(offer)
    assert run[-1] == ("done",)
    assert len(run) > 20
    assert all(action[0] == "move" for action in run[:-1])


@pytest.mark.build
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"block_memory": "off"}, marks=pytest.mark.thorough),
        {"task_force_decoys": "on", "air_raid": "on", "setup": "BC"},
    ],
)
def test_it_plays_under_every_option(options: dict[str, str]) -> None:
    rules = get_game("hf").rules(options)
    played = play_game(rules, {"japan": "ensign", "allies": "ensign"}, 3, 0)
    assert played.winners in (("japan",), ("allies",))


def test_it_places_its_submarine_with_its_ships_under_that_option() -> None:
    from ironbottom.bots import offer_for

    rules = get_game("hf").rules({"submarine_placement": "with_own_moves"})
    state = rules.new()
    run = make_player(rules, "ensign", "japan", 3).choose(offer_for(state, state.decisions()[0]))
    assert [action[0] for action in run[-2:]] == ["submerge", "done"]
