"""The ensign: legal, the same for the same seed, uses only its view, and beats random play."""

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.simulation import play_game

RULES = get_game("vitp").rules()


@pytest.mark.build
@pytest.mark.parametrize("side", ["japan", "allies"])
def test_the_ensign_beats_random_play(side: str) -> None:
    seats = dict.fromkeys(("japan", "allies"), "random") | {side: "ensign"}
    played = [play_game(RULES, seats, 11, number) for number in range(2)]
    assert [game.winners for game in played] == [(side,), (side,)]
    assert all(game.verbs[side].get("patrol", 0) > 50 for game in played)


@pytest.mark.build
def test_the_same_seed_gives_the_same_game() -> None:
    seats = {"japan": "ensign", "allies": "random"}
    first, second = (play_game(RULES, seats, 5, 1) for _ in range(2))
    assert (first.measures, first.verbs) == (second.measures, second.verbs)


@pytest.mark.build
def test_japan_leads_after_turns_one_and_two_if_both_are_ensigns() -> None:
    """Players report a lead of about 7, then of 14 to 17; the leads of these ensigns are close to that."""
    for seed in range(3):
        leads = points_of_turns(seed, 2)
        assert 3 <= leads[0] <= 12
        assert leads[1] >= leads[0]


def points_of_turns(seed: int, turns: int) -> list[int]:
    """Japan's lead after each of the first turns of a game between ensigns."""
    state, dice = RULES.new(dice=SeededDice(seed)), SeededDice(seed)
    players = {side: make_player(RULES, "ensign", side, seed) for side in ("japan", "allies")}
    leads: list[int] = []
    while len(leads) < turns:
        decision = state.decisions()[0]
        run = as_choices(players[decision.side].choose(offer_for(state, decision)))
        for action in run:
            events = RULES.visible_events(state.apply(decision.side, action, dice, trusted=True), "public")
            leads += [event["lead"] for event in events if event["event"] == "points_scored"]
    return leads


@pytest.mark.build
@pytest.mark.parametrize(
    "options",
    [
        {"task_forces": "on", "airstrike_losses": "on", "island_combat": "on", "last_turn": "9"},
        {"turn_one": "menzel", "cpo_withdrawal": "on", "failed_raider_from": "area_before", "unit_repair": "yes"},
    ],
)
def test_it_plays_under_every_option(options: dict[str, str]) -> None:
    rules = get_game("vitp").rules(options)
    played = play_game(rules, {"japan": "ensign", "allies": "ensign"}, 3, 0)
    assert all(sum(played.verbs[side].values()) > 200 for side in ("japan", "allies"))
