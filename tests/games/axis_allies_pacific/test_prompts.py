"""Every prompt of Axis & Allies: Pacific fits on one line of the page."""

from ironbottom import get_game
from ironbottom.games.axis_allies_pacific.pieces import LANDS, ZONES
from ironbottom.games.axis_allies_pacific.rules.after_battle import ConvoyWon, FighterDiversion
from ironbottom.games.axis_allies_pacific.rules.control import HolderChoice
from tests.words.prompt_lengths import LINE, prompts_of, too_long

PROCEDURES = {
    "splitting", "purchase", "combat_moves", "bound", "takeoff", "combat",
    "losses", "aftermath", "regroup", "placement",
}  # fmt: skip


def test_prompts_of_a_game_fit_one_line() -> None:
    found = prompts_of("axis_allies_pacific", 1, 4000)
    assert PROCEDURES - set(found.values()) == set()
    assert too_long(found) == {}


def test_prompts_that_name_a_place_fit_with_the_longest_name() -> None:
    zones, lands = range(len(ZONES.ids)), range(len(LANDS.ids))
    rules = get_game("axis_allies_pacific").rules()
    prompts = [HolderChoice(0, land).prompt(rules, 0) for land in lands]
    prompts += [ConvoyWon(0, zone).prompt(rules, 0) for zone in zones]
    prompts += [FighterDiversion(0, zone, 1).prompt(rules, 0) for zone in zones]
    assert [prompt for prompt in prompts if len(prompt) > LINE] == []
