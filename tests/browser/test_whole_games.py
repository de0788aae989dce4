"""Games through the page against the computer, by mouse, touch and keyboard, verified by the server.

The daily run plays the first turn of Pacific Fury by mouse; every build also plays the first turn of Victory in the
Pacific. ``make thorough`` plays each game by mouse, touch and keys, for its first turn or from its last turn to the
end, and Pacific Fury from set-up to the end. Whole games of the longer games take minutes: ``python -m
tests.browser.whole_games``.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api
from tests.browser.whole_games import GameSetup, play
from tests.kit.thorough_cases import in_build

HF, VITP = "hold_fast/last_turn", "victory_in_the_pacific/last_turn"
DAILY = {"pf first turn by mouse": GameSetup("pf", "mouse", seed=1, turns=1)}
MORE = {
    "vitp first turn by mouse": GameSetup("vitp", "mouse", seed=1, turns=1),
    "hf first turn by mouse": GameSetup("hf", "mouse", seed=1, turns=1),
    "hf last turn by finger": GameSetup("hf", "finger", seed=2, position=HF),
    "pf first turn by keys": GameSetup("pf", "keys", seed=3, turns=1),
    "pf first turn by finger": GameSetup("pf", "finger", "allies", seed=2, turns=1),
    "hf last turn by keys": GameSetup("hf", "keys", seed=6, position=HF),
    "vitp last turn by finger": GameSetup("vitp", "finger", seed=5, position=VITP),
    "vitp last turn by keys": GameSetup("vitp", "keys", seed=3, position=VITP),
    "pf whole by mouse": GameSetup("pf", "mouse", seed=1),
    "pf whole by finger": GameSetup("pf", "finger", "allies", seed=2),
    "pf whole by keys": GameSetup("pf", "keys", seed=3),
    "hf last turn by keys with more battles": GameSetup("hf", "keys", seed=3, position=HF),
    "vitp last turn by finger for the Allies": GameSetup("vitp", "finger", "allies", seed=2, position=VITP),
}
MET = {
    "pf first turn by mouse": {"8.2.a"},
    "pf whole by mouse": {"8.2.a", "9.1.a"},
    "hf first turn by mouse": {"7.0.1", "4.1.5"},
    "vitp first turn by mouse": {"4.2", "5.21", "18.31"},
}
"""Clauses of decisions that must have occurred."""


@pytest.mark.parametrize("name", [*DAILY, *in_build(MORE)])
def test_a_game_is_played_with_every_input_device(address: str, api: Api, browser: Browser, name: str) -> None:
    played = play(browser, api, address, (DAILY | MORE)[name])
    assert played.wrong == []
    assert MET.get(name, set()) <= played.kinds
