"""41.0 The implemented scenarios of the booklet, and all procedures of the game including theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.war_in_the_pacific.pieces import SCENARIOS
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.air import air_assault, transport_segment
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.rules.merchant import cargo, pipeline_segment, raids_on_links
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply, lift_orders
from ironbottom.games.war_in_the_pacific.rules.turn import steps
from ironbottom.games.war_in_the_pacific.scenario import ScenarioHooks
from ironbottom.games.war_in_the_pacific.scenarios.burma import air_phase as burma_air_phase
from ironbottom.games.war_in_the_pacific.scenarios.burma import deployment as burma_deployment
from ironbottom.games.war_in_the_pacific.scenarios.burma import ground as burma_ground
from ironbottom.games.war_in_the_pacific.scenarios.burma import supply as burma_supply
from ironbottom.games.war_in_the_pacific.scenarios.burma import turn as burma_turn
from ironbottom.games.war_in_the_pacific.scenarios.burma.scenario import Burma
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import air_phase as guadalcanal_air_phase
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import deployment as guadalcanal_deployment
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import turn as guadalcanal_turn
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.scenario import Guadalcanal
from ironbottom.games.war_in_the_pacific.scenarios.leyte import air_phase as leyte_air_phase
from ironbottom.games.war_in_the_pacific.scenarios.leyte import deployment as leyte_deployment
from ironbottom.games.war_in_the_pacific.scenarios.leyte import kamikaze_call
from ironbottom.games.war_in_the_pacific.scenarios.leyte import turn as leyte_turn
from ironbottom.games.war_in_the_pacific.scenarios.leyte.scenario import Leyte
from ironbottom.games.war_in_the_pacific.scenarios.midway import deployment as midway_deployment
from ironbottom.games.war_in_the_pacific.scenarios.midway.scenario import Midway
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import cards as midway_advanced_cards
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import deployment as midway_advanced_deployment
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import turn as midway_advanced_turn
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.scenario import MidwayAdvanced

_BY_NAME: Mapping[str, ScenarioHooks] = {
    "midway": Midway(),
    "burma": Burma(),
    "leyte": Leyte(),
    "burma_freely": Burma(free_deployment=True),
    "leyte_freely": Leyte(free_deployment=True),
    "guadalcanal": Guadalcanal(),
    "midway_advanced": MidwayAdvanced(),
    "midway_advanced_freely": MidwayAdvanced(free_deployment=True),
}
BOOKLET: tuple[ScenarioHooks, ...] = tuple([_BY_NAME[name] for name in SCENARIOS.ids])
"""The scenarios in the order of ``SCENARIOS``."""
OPENING_CHOICES: Mapping[type[Procedure], Callable[[object], Action]] = {
    **sequence.OPENING_CHOICES,
    **leyte_deployment.OPENING_CHOICES,
    **burma_deployment.OPENING_CHOICES,
    **guadalcanal_deployment.OPENING_CHOICES,
}
"""The choice that opens each second-step question."""
_TABLES: tuple[Sequence[type[Procedure]], ...] = (
    *(sequence.PROCEDURES, joint_supply.PROCEDURES, construction_orders.PROCEDURES, lift_orders.PROCEDURES),
    *(transport_segment.PROCEDURES, air_assault.PROCEDURES, steps.PROCEDURES),
    *(midway_deployment.PROCEDURES,),
    *(leyte_deployment.PROCEDURES, leyte_turn.PROCEDURES, leyte_air_phase.PROCEDURES, kamikaze_call.PROCEDURES),
    *(burma_deployment.PROCEDURES, burma_turn.PROCEDURES, burma_air_phase.PROCEDURES),
    *(burma_ground.PROCEDURES, burma_supply.PROCEDURES),
    *(pipeline_segment.PROCEDURES, cargo.PROCEDURES, raids_on_links.PROCEDURES),
    *(guadalcanal_deployment.PROCEDURES, guadalcanal_turn.PROCEDURES, guadalcanal_air_phase.PROCEDURES),
    *(midway_advanced_turn.PROCEDURES, midway_advanced_deployment.PROCEDURES, midway_advanced_cards.PROCEDURES),
)
PROCEDURES: tuple[type[Procedure], ...] = tuple(
    sorted([procedure for table in _TABLES for procedure in table], key=lambda procedure: procedure.number)
)
"""All procedures by number."""
