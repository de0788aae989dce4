"""Every prompt of Victory in the Pacific fits on one line of the page."""

from ironbottom.engine.rules.registry import get_game
from ironbottom.games.victory_in_the_pacific.pieces import AREAS, GROUPS, UNITS, in_a_sentence
from tests.words.prompt_lengths import LINE, prompts_of, too_long

OPTIONS = {option.name: option.values[-1] for option in get_game("vitp").options}
PROCEDURES = {
    *("raid_force", "patrols", "amphibious", "raiders", "air", "submarine", "name_action", "targeting", "strike"),
    *("stay_or_retreat", "grouping", "pursuit", "way_home", "combat", "landing", "sortie"),
}


def test_prompts_of_whole_games_fit_one_line() -> None:
    found = prompts_of("victory_in_the_pacific", 1, 3000) | prompts_of("victory_in_the_pacific", 2, 3000, OPTIONS)
    assert PROCEDURES - set(found.values()) == set()
    assert too_long(found) == {}


def test_prompts_fit_with_the_longest_names() -> None:
    kinds = {kind.name: kind for kind in get_game("vitp").procedures}
    named = [
        *(kinds["landing"].build_prompt(area=in_a_sentence(area)) for area in AREAS.titles),
        *(kinds["uncertain"].build_prompt(group=group) for group in GROUPS.titles),
        *(kinds["removals"].build_prompt(ship=unit) for unit in UNITS.titles),
    ]
    assert [prompt for prompt in named if len(prompt) > LINE] == []
