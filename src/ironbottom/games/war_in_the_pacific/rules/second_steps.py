"""2.51, 5.5, 10.3, 10.41, 11.3, 22.1 What is asked in a second step: where or how one acts.

So no decision has more choices than a player overlooks; only a set of destinations may be as large as the reach is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.war_in_the_pacific.pieces import BASES, FORCES, HEXES, SHIPS, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.rules.aiming import Allotting
from ironbottom.games.war_in_the_pacific.rules.air_transfers import NewBase
from ironbottom.games.war_in_the_pacific.rules.deck_loads import Exchanging
from ironbottom.games.war_in_the_pacific.rules.ground_phase import Moving
from ironbottom.games.war_in_the_pacific.rules.gunlaying import Laying
from ironbottom.games.war_in_the_pacific.rules.lift_orders import LiftMoving
from ironbottom.games.war_in_the_pacific.rules.patrols import Covering
from ironbottom.games.war_in_the_pacific.rules.plots import Entering, Pace
from ironbottom.games.war_in_the_pacific.rules.reaction import Shifting
from ironbottom.games.war_in_the_pacific.rules.special_strikes import Shielding
from ironbottom.games.war_in_the_pacific.state import MISSIONS

FIRST_STEPS: Mapping[type[Procedure], Callable[[Any], Action]] = {
    Pace: lambda here: ("sail", HEXES.ids[here.to]),
    Shifting: lambda here: ("shift", FORCES.ids[here.force], FORCES.ids[here.contact]),
    NewBase: lambda here: ("transfer", BASES.ids[here.base], STACKS.ids[here.stack]),
    Exchanging: lambda here: ("exchange", BASES.ids[here.deck], STACKS.ids[here.stack]),
    Moving: lambda here: ("move", UNITS.ids[here.unit]),
    LiftMoving: lambda here: ("move", UNITS.ids[here.unit]),
    Laying: lambda here: ("fire", SHIPS.ids[here.ship]),
    Allotting: lambda here: ("allot", SHIPS.ids[here.ship]),
    Covering: lambda here: ("cover", BASES.ids[here.base], STACKS.ids[here.stack]),
    Shielding: lambda here: ("shield", BASES.ids[here.base], STACKS.ids[here.stack]),
    Entering: lambda here: ("enter", FORCES.ids[here.force], MISSIONS.ids[here.mission]),
}
"""The choice that opens each of them."""
PROCEDURES: tuple[type[Procedure], ...] = tuple(FIRST_STEPS)
