"""41.0 The cases of the scenario in play that refusals cite instead of the general rules."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.state_types import State


def transport_case(state: State, side: int) -> str:
    """6.8 The case of the scenario under which combat units may not fly yet."""
    return layout.scenario(state).transport_case


def first_subrons_case(state: State, side: int) -> str:
    """13.3 The case of the scenario that limits where Subrons start."""
    return layout.scenario(state).first_subrons_case


def command_case(state: State, side: int) -> str:
    """16.3 The case of the scenario that closes hexes to some units."""
    return layout.scenario(state).command_case


def guards_case(state: State, side: int) -> str:
    """22.1 The case of the scenario by which units may not leave their hex."""
    return layout.scenario(state).guards_case


def entry_case(state: State, side: int) -> str:
    """37.1 The case of the scenario by which forces of a side enter from a box."""
    return layout.scenario(state).entry_cases[side]


def waiting_case(state: State, side: int) -> str:
    """37.1 The case of the scenario by which a ship may not leave its box yet."""
    return layout.scenario(state).waiting_case
