"""Every prompt of Hold Fast fits on one line of the page."""

from ironbottom import get_game
from ironbottom.games.hold_fast.pieces import PLACES
from ironbottom.games.hold_fast.rules.land_fight import LandFight
from tests.words.prompt_lengths import LINE, prompts_of, too_long

OPTIONS = {"task_force_decoys": "on", "air_raid": "on", "transports_at_sea_defend": "yes"}
PROCEDURES = {
    "moves", "submarine", "air", "repairs", "combat", "name_way", "targeting", "stay_or_withdraw", "pursuit",
    "return_fire", "land_step", "land_fight", "way_home", "come_back", "transports", "rebuilding",
}  # fmt: skip


def test_prompts_of_whole_games_fit_one_line() -> None:
    found = prompts_of("hold_fast", 1, 2500, OPTIONS) | prompts_of("hold_fast", 2, 2500)
    assert PROCEDURES - set(found.values()) == set()
    assert too_long(found) == {}


def test_prompts_fit_with_the_longest_names() -> None:
    rules = get_game("hold_fast").rules()
    fights = [LandFight(0, base, 0, 0, 0, ()) for base in range(len(PLACES.ids))]
    assert [fight.base for fight in fights if len(fight.prompt(rules, 0)) > LINE] == []
