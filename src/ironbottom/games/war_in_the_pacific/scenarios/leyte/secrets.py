"""45.52, 40.42, 39.41 Hidden information at Leyte: the Objective, written plans, and the kamikazes left."""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import land_and_coasts
from ironbottom.games.war_in_the_pacific.pieces import STACKS
from ironbottom.games.war_in_the_pacific.rules.air import kamikazes
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.scenarios.leyte import air_points, derived
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import LeyteDeployment
from ironbottom.games.war_in_the_pacific.state_types import State

MAX_CHANGED = 5
"""The largest number of exchanges between points of the usual deployment and other points."""


def deal(state: State, side: int, random: Random) -> None:
    """Samples a side's secret choices and plans."""
    begun = [frame.side for frame in state.stack if isinstance(frame, LeyteDeployment)]
    waits = side in begun[:-1]
    if side == ALLIES and not waits:
        objective(state, random, maybe_none=side in begun)
    if not waits:
        sample_plans(state, side, random)
    if side == JAPAN and state.cells[layout.KAMIKAZES]:
        most = kamikazes.points_allowed_to_fly(state)
        state.cells[layout.KAMIKAZES_LEFT] = random.randrange(most + 1)


def may_take_part(state: State, side: int) -> frozenset[int]:
    """45.64 The stacks of a side that may differ from the usual deployment."""
    return frozenset(derived.listed(state.rules.pieces)) if side == ALLIES else frozenset()


def take_part(state: State, side: int, random: Random) -> None:
    """45.64 Other listed Allied points ashore may have been deployed, if there is room."""
    if side != ALLIES or random.randrange(2):
        return
    air, width, listed = state.arrays[layout.AIR], len(STACKS), sorted(derived.listed(state.rules.pieces))
    for _ in range(1 + random.randrange(MAX_CHANGED)):
        based = [(base, stack) for base in bases_ashore(state) for stack in listed if air[base * width + stack]]
        if based and random.randrange(4):
            base, stack = based[random.randrange(len(based))]
            air[base * width + stack] -= 1 + random.randrange(air[base * width + stack])
        stack = listed[random.randrange(len(listed))]
        rooms = air_points.bases_with_room(state, ALLIES, 0, stack)
        bases = sorted(base for base, room in rooms.items() if room > 0)
        left = air_points.left_out(state, stack)
        if bases and left:
            base = bases[random.randrange(len(bases))]
            air[base * width + stack] += 1 + random.randrange(min(rooms[base], left))


def bases_ashore(state: State) -> list[int]:
    """The Allied bases ashore with air points."""
    return derived.bases_with_points(state, ALLIES)


def objective(state: State, random: Random, *, maybe_none: bool) -> None:
    """45.52 Samples an Objective; the Allies have none while they still deploy."""
    hexes = sorted(derived.possible_objectives(state.rules.pieces))
    if not maybe_none or random.randrange(2):
        state.cells[layout.OBJECTIVE] = hexes[random.randrange(len(hexes))]


def sample_plans(state: State, side: int, random: Random) -> None:
    """16.2 Samples plans, each for a coast where the side may land."""
    coasts = list(land_and_coasts.enemy_coasts(state, side))
    first = layout.PLAN_AT + layout.PLANS_A_SIDE * side
    for number in range(random.randrange(layout.PLANS_A_SIDE + 1) if coasts else 0):
        hex = coasts[random.randrange(len(coasts))]
        if hex not in assault_plans.planned_hexes(state, side):
            state.cells[first + number] = hex
    left = assault_plans.planned_hexes(state, side)
    for number in range(layout.PLANS_A_SIDE):
        state.cells[first + number] = left[number] if number < len(left) else -1
