"""1.3 Views: a side's own forces, what both sides see, and what was reported about the enemy."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.codecs.frame_codec import write_frames
from ironbottom.engine.codecs.layout_codec import LayoutCodec
from ironbottom.engine.core.visibility import OPEN
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived.air_bases import own_bases
from ironbottom.games.war_in_the_pacific.derived.search_reach import ports, ships_seen
from ironbottom.games.war_in_the_pacific.information.array_codec import visible_arrays
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BASES,
    FIRST_BOX,
    FORCES_A_SIDE,
    SHIPS_OF,
    SIDES,
    SUNK,
    UNITS,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.rules.air.combat_air_patrols import PatrolAssignment
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import PointAssignment
from ironbottom.games.war_in_the_pacific.rules.air.strike_declaration import WavePlan
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import AttackParticipants
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import UnitDestination
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import PointExchange
from ironbottom.games.war_in_the_pacific.rules.setup.free_placing import PlacingUnit
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import TorpedoTargetChoice
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import SubronPlacement
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import StoresPlacement, UnitPlacement
from ironbottom.games.war_in_the_pacific.scenarios.leyte.air_points import Rebasing
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import Redeploying
from ironbottom.games.war_in_the_pacific.state_types import State

CODEC = LayoutCodec(layout.LAYOUT)
FORMS = [CODEC.codec(start) for start in layout.LAYOUT.blocks]
"""Every block of cells, in the order of the layout."""


UNSEEN = (
    *(WavePlan, PatrolAssignment, PointAssignment, AttackParticipants, UnitDestination),
    *(SubronPlacement, PointExchange, UnitPlacement, StoresPlacement, Rebasing, Redeploying, PlacingUnit),
)
"""Procedures of a side that the other side does not see, although they are on visible procedures."""


SEGMENTS_APART = 5
"""25.3, 5.9 The number of Segments with separate bits for what they revealed; no single action lasts longer."""
OF_A_NUMBER = layout.MAX_IN_PORT + 1
"""8.41 The number of values in a report of a port."""
REVEALING_SEGMENTS = ("supply", "air_attrition")
"""28.2, 5.9 The Segments that reveal how many points of a headquarters flew: by its payment, and by attrition."""


def view_of(state: State, viewer: int) -> dict[str, Any]:
    """The view of a side, of the public, or of everybody after the end."""
    rules = state.rules
    data: dict[str, Any] = {
        "game": rules.game.id,
        "options": dict(rules.options),
        "corrections": rules.facts.corrections,
        "side": rules.sides.ids[viewer] if viewer >= 0 else "open" if viewer == OPEN else "public",
    }
    for form in FORMS:
        data[form.name] = form.write(state, viewer)
    data["arrays"] = visible_arrays(state, viewer)
    data["out_of_sight"] = out_of_sight(state, viewer)
    data["frames"] = write_frames(rules, frames_seen(state, viewer), None if viewer == OPEN else viewer)
    return data


def frames_seen(state: State, viewer: int) -> tuple[Procedure, ...]:
    """4.31, 20.11, 42.23, 2.51 The visible frames: what a side declares, aims at, attacks or deploys is hidden.

    When points attack a ship, the other side learns the ship, the type and the number immediately.
    """
    stack = state.stack
    if viewer != OPEN and stack and isinstance(stack[-1], UNSEEN) and stack[-1].side != viewer:
        return stack[:-1]
    return stack


def out_of_sight(state: State, viewer: int) -> list[str]:
    """1.3 The ground units that have left the shore, of sides other than the viewer's."""
    if viewer == OPEN:
        return []
    mask = layout.units_seen(state, viewer)
    units = [unit for side, units in enumerate(UNITS_OF) if side != viewer for unit in units]
    return [UNITS.ids[unit] for unit in units if not mask >> unit & 1]


def count_revealing_segments(state: State) -> int:
    """4.1, 25.3, 5.9 The number of completed Segments that reveal flights, counted from the beginning."""
    turn = state.stack[0] if state.stack else None
    over = (
        [step for step in turn.steps[: turn.next] if step.name in REVEALING_SEGMENTS]
        if isinstance(turn, SequenceOfPlay)
        else []
    )
    return len(REVEALING_SEGMENTS) * int(state.cells[layout.TURN]) + len(over)


def hunts_next(state: State, side: int) -> bool:
    """13.7 Whether submarines are choosing their target in a force of this side, whose escorts then hunt them."""
    top = state.stack[-1] if state.stack else None
    return isinstance(top, TorpedoTargetChoice) and top.side != side


def knowledge(state: State) -> tuple[int, ...]:
    """For each side, bits of its secrets that others know: sunk ships, contacts and their reports.

    Others also learn the air points lost when a base is overrun (5.7), from the value of the losses, and how many
    points of a headquarters flew, from its payment (28.2) and attrition (5.9). The hunt for submarines reveals whether
    a force has escorts, once the submarines have chosen their target (13.8). Taking a base reveals whether points were
    there, even if none were (2.5, 5.7): otherwise a player could look into all bases by taking them back. Searching a
    port reveals the number of its ships (8.41). A card reveals an objective, a plan, or all Subrons (23.3).
    """
    cells, positions, result = state.cells, state.arrays[layout.SHIP_AT], []
    counted = count_revealing_segments(state)
    for side in range(len(SIDES)):
        bits = cells[layout.LOSSES + side] << SEGMENTS_APART | 1 << counted % SEGMENTS_APART
        bits = bits << 1 | int(not hunts_next(state, side))
        bits = bits << len(BASES) | sum([1 << base for base in own_bases(state, 1 - side)])
        read = layout.PLAN_SETS[side], layout.SUBRON_SETS[side]
        for array, own in zip((layout.PLAN_READ, layout.SUBRON_READ), read, strict=True):
            known = sum([1 << place for place, number in enumerate(state.arrays[array]) if number])
            bits = bits << len(state.arrays[array]) | known & own
        if side == JAPAN:
            read_objectives = state.arrays[layout.CARDS_READ][: layout.CARDS_IN_ALL]
            bits = bits << layout.CARDS_IN_ALL | sum([1 << rank for rank, known in enumerate(read_objectives) if known])
        for ship in SHIPS_OF[side]:
            bits = bits << 1 | int(positions[ship] == SUNK)
        for force in range(FORCES_A_SIDE * side, FORCES_A_SIDE * (side + 1)):
            chit = cells[layout.CONTACT + force]
            bits = bits << 7 | (1 << chit if chit >= 0 else 0) | int(layout.in_contact(cells, force)) << 6
        result.append(bits << 2 * OF_A_NUMBER * FIRST_BOX | in_ports(state, side))
    return tuple(result)


def in_ports(state: State, side: int) -> int:
    """8.41 The enemy's knowledge of a side's ports: one bit for each number at each base."""
    bits = 0
    for hex in ports(state.rules.pieces, state.cells[layout.SCENARIO]):
        if state.arrays[layout.CONTROL][hex] == side:
            for place, result in enumerate(ships_seen(state, BASE_AT[hex])):
                bits |= 1 << result + OF_A_NUMBER * (2 * BASE_AT[hex] + place) if result >= 0 else 0
    return bits
