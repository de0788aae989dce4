"""Every prompt of Pacific Fury fits on one line of the page."""

from ironbottom import get_game
from ironbottom.games.pacific_fury.pieces import FORCES
from ironbottom.games.pacific_fury.rules.surface_combat import ClearedSound
from tests.words.prompt_lengths import LINE, prompts_of, too_long

PROCEDURES = {
    "form_forces",
    "operations",
    "assign_hits",
    "return_or_stay",
    "carrier_combat",
    "air_strike",
    "bombardment",
}


def test_prompts_of_whole_games_fit_one_line() -> None:
    found: dict[str, str] = {}
    for seed in range(4):
        found |= prompts_of("pacific_fury", seed, 2500)
    assert PROCEDURES - set(found.values()) == set()
    assert too_long(found) == {}


def test_prompts_fit_with_the_longest_names() -> None:
    rules = get_game("pacific_fury").rules()
    prompts = [ClearedSound(force).prompt(rules, 0) for force in range(len(FORCES.ids))]
    assert [prompt for prompt in prompts if len(prompt) > LINE] == []
