"""18.1, 20.1 The variants and optional rules that the options put in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ironbottom.games.victory_in_the_pacific.pieces_in_force import Hooks
from ironbottom.games.victory_in_the_pacific.rules import air_battle, invasion, kamikaze, sighting
from ironbottom.games.victory_in_the_pacific.rules.hooks import printed_rules
from ironbottom.games.victory_in_the_pacific.variants import normal_turn_one, turn_one, west_coast

ENTRANCES: Mapping[tuple[str, str], Callable[[Hooks], None]] = {
    ("last_turn", "9"): kamikaze.make_kamikazes,
    ("task_forces", "on"): sighting.enable_task_forces,
    ("island_combat", "on"): invasion.island_combat,
    ("airstrike_losses", "on"): air_battle.enable_air_battles,
    ("iboat_arrival", "turn_2"): turn_one.late_i_boat,
    ("iboat_raid", "escaped_only"): turn_one.raiding_i_boat,
    ("cpo_withdrawal", "on"): turn_one.withdrawal,
    ("turn_one", "menzel"): turn_one.enable_menzel,
    ("turn_one", "normal"): normal_turn_one.enable_normal_turn_one,
    ("pearl_harbor_escape", "on"): west_coast.pearl_harbor_escape,
    ("west_coast_escape", "on"): west_coast.west_coast_escape,
    ("san_diego_repair", "on"): west_coast.san_diego,
}
"""The variant of each option and value; a Normal Turn One comes after the options of the printed first turn, because it
places their groups in harbours (24.3).
"""


def hooks_in_force(options: Mapping[str, str]) -> Hooks:
    """The hooks with the variants in force.

    >>> from ironbottom import get_game
    >>> game = get_game("vitp")
    >>> [game.rules({"turn_one": value}).pieces.hooks.left_behind > 0 for value in ("standard", "menzel")]
    [False, True]
    """
    hooks = printed_rules()
    for (option, value), enter in ENTRANCES.items():
        if options[option] == value:
            enter(hooks)
    return hooks
