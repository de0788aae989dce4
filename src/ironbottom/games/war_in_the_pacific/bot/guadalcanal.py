"""The bot's answers that Guadalcanal adds or replaces."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific.bot import burma, convoys, guadalcanal_air, merchants, submarines
from ironbottom.games.war_in_the_pacific.bot.observation import Observation

ANSWERS: dict[str, Callable[[Observation, Choices, Random], Action | list[Action]]] = {
    "guadalcanal_deployment": merchants.deploy,
    "pipeline_orders": merchants.pipelines,
    "cargo_orders": merchants.cargo,
    "plans": merchants.plan,
    "supply_orders": merchants.build,
    "at_the_shore": convoys.at_the_shore,
    "declaring": guadalcanal_air.declare,
    "ready_orders": guadalcanal_air.declare,
    "wave_plan": guadalcanal_air.fill_wave,
    "transfers": guadalcanal_air.transfer,
    "new_base": guadalcanal_air.new_base,
    "air_lift": burma.drop_stores,
    "submarine_orders": submarines.orders,
    "subron_course": submarines.station,
    "putting_out": submarines.station,
    "entering_subs": submarines.station,
}
"""43.0 The function that answers each question at Guadalcanal."""
