"""4.1, 18.1, 20.2 The hooks of the rules as printed, without any variant or optional rule."""

from __future__ import annotations

from ironbottom.games.victory_in_the_pacific.pieces_in_force import Hooks
from ironbottom.games.victory_in_the_pacific.rules import battle, first_moves, first_turn, reach, rounds
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEPS


def printed_rules() -> Hooks:
    """The hooks of a match without options; variants change them."""
    return Hooks(
        turn_one=STEPS,
        first_moves=first_moves.free_on_turn_one,
        ask_japan=first_turn.ask_to_stay,
        group_found=first_turn.patrol_there,
        raid_reach=reach.raid_reach,
        combat_round=rounds.open_round,
        day_action=rounds.day_action,
        stay_or_go=battle.stay_or_retreat,
    )
