"""The bot in the advanced game of Midway: its objectives and plans of assault, and the answers that it adds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific.bot import fleet, guadalcanal_air, islands, merchants, submarines
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.grid import IDS

OFTEN, SELDOM = "aleutians", "midway"
"""42.43 The objectives among which Japan chooses. The Aleutians are its Primary more often: hexes without a garrison
are easy to take, and the Allies have no transports to take them back.
"""
ONE_IN = 6
"""42.63 Once in this many games, the less usual objective is the Primary one, so that the Allies cannot be sure."""


def deploy(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """42.61 to 42.66 Japan writes down its objectives and plans assaults on them; Subrons take stations around the
    objective; bombers start near the front, and troops in Australia at the coast.
    """
    if "set_objective" in choices.next():
        return write_objective(choices, random)
    return (
        plan_assault(observation, choices)
        or fleet.next_subron(choices)
        or merchants.move_forward(observation, choices)
        or merchants.fly_forward(observation, choices)
        or ("finish_deployment",)
    )


def deploy_or_station(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """42.23 Deploys a side, including the stations of its Subrons."""
    return (fleet.station if observation.procedure_name == "stationing" else deploy)(observation, choices, random)


def write_objective(choices: Choices, random: Random) -> Action:
    """42.63 Writes a random Primary objective, then the other one as the Secondary."""
    rank = choices.next("set_objective")[0]
    open_to = [name for name in (OFTEN, SELDOM) if name in choices.next("set_objective", rank)]
    place = len(open_to) > 1 and not random.randrange(ONE_IN)
    return ("set_objective", rank, open_to[place] if open_to else choices.next("set_objective", rank)[0])


def plan_assault(observation: Observation, choices: Choices) -> Action | None:
    """42.64 Japan plans assaults on the islands without a garrison, and on each possible objective."""
    if not observation.is_japan() or "plan" not in choices.next():
        return None
    return next((("plan", IDS[hex]) for hex in islands.to_plan(observation) if ("plan", IDS[hex]) in choices), None)


ANSWERS: dict[str, Callable[[Observation, Choices, Random], Action | list[Action]]] = {
    "midway_advanced_deployment": deploy,
    "pipeline_orders": merchants.pipelines,
    "cargo_orders": merchants.cargo,
    "supply_orders": merchants.build,
    "declaring": guadalcanal_air.declare,
    "ready_orders": guadalcanal_air.declare,
    "wave_plan": guadalcanal_air.fill_wave,
    "submarine_orders": submarines.orders,
    "subron_course": submarines.station,
    "putting_out": submarines.station,
}
"""42.0 The answer to each question: there are links with their cargo, and Subrons near them."""
