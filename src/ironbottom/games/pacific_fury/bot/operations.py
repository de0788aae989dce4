"""The ensign's heuristics for operations that are the same with and without the initiative (9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot.advice import Advice, choices_with_verb
from ironbottom.games.pacific_fury.bot.fights import air_exchange
from ironbottom.games.pacific_fury.bot.observation import Force, Observation
from ironbottom.games.pacific_fury.pieces import CARRIERS, SLOT, SOUND, TRANSPORTS, ZONES

SOUND_ID, SLOT_ID = ZONES.ids[SOUND], ZONES.ids[SLOT]

BOTH_ROUNDS_OF_GUNS, BOTH_STRIKES = 1.4, 1.5
"""The effect of two rounds relative to one: the second finds fewer ships on either side."""
HOME_FROM_DANGER = 0.8
"""The probability that carriers that stay are struck."""


def transports(force: Force) -> int:
    """The number of Transports in a task force."""
    return (force.units & TRANSPORTS).bit_count()


def bring_carriers_home(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers with nothing left to strike go home, out of reach of enemy carriers."""
    to_come = observation.operations_left > 1 and (
        choices_with_verb(offered, "strike") or any(one.waiting for one in observation.theirs)
    )
    if to_come or not observation.enemy_operations_left:
        return
    for action in choices_with_verb(offered, "return_to_base"):
        force = observation.force(action[1])
        if force.units & CARRIERS:
            flies = [enemy for enemy in observation.enemies_at_sea if observation.may_fly(enemy)]
            harm = max([-air_exchange(observation, force, [enemy]) for enemy in flies], default=0.0)
            yield Advice(HOME_FROM_DANGER * harm, action)


def pass_turn(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Passing scores zero, which is better than a harmful choice."""
    yield Advice(0.0, ("pass",))


EITHER_SIDE = (bring_carriers_home, pass_turn)
