"""Checks of markers: losses of missing units, false Base Forces, searches without points, empty waves."""

from __future__ import annotations

from ironbottom.engine.core.arrays import nonzero_indices
from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, HEX_COUNT, JAPAN, SEA
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import LeyteDeployment
from ironbottom.games.war_in_the_pacific.state_types import State

WIDE = len(counters.STACKS)
OF_BASES = {"deployed": layout.DEPLOYED, "deploying": layout.DEPLOYING}
OF_UNITS = OF_BASES | {
    "losses_carried": layout.REST,
    "unsupplied": layout.UNSUPPLIED,
    "landed": layout.LANDED,
    "disrupted": layout.DISRUPTED,
    "staff": layout.IDLE_HEADQUARTERS,
}
"""The arrays of markers on units, by the names of their fields."""
BASE_FORCE, STAFF = "base_force", "air_hq"
OF_SHIPS = {
    "supply_aboard": layout.CARGO,
    "launches": layout.LAUNCHES,
    "refitting": layout.REFITTING,
    "takes_supply": layout.TAKES,
    "leaves_supply": layout.LEAVES,
}
"""The arrays of cargo and orders of ships, by the names of their fields."""


def check_stock(state: State) -> None:
    """Refuses markers on a counter that cannot have them; the error names field, clause and limit."""
    check_marks(state)
    check_ships_out(state)
    check_searches(state)
    check_waves(state)
    check_plans(state)


def check_marks(state: State) -> None:
    """2.3 Markers are on units in play, each on a unit of a kind that can have it."""
    for unit, kind in enumerate(state.arrays[layout.UNIT_TYPE].tolist()):
        wrong = marker_out_of_play(state, unit) if kind < 0 else wrong_marker(state, unit, kind)
        if wrong:
            field, clause, result = wrong
            name = counters.UNITS.ids[unit]
            raise BadValue(f"{name} {result}", field=f"arrays.{field}.{name}", clause=clause)


def marker_out_of_play(state: State, unit: int) -> tuple[str, str, str] | None:
    """2.3 The marker on a unit that is not in play: its array, the clause and a sentence."""
    for field, array in OF_UNITS.items():
        number = state.arrays[array][unit]
        if number:
            return field, "2.3", f"is not in play, so this must be 0, not {number}"
    return None


def wrong_marker(state: State, unit: int, kind: int) -> tuple[str, str, str] | None:
    """27.1, 5.31, 16.7 The marker that a unit's type or place does not allow."""
    arrays, row = state.arrays, state.rules.pieces.ground[kind]
    for field, array in OF_BASES.items():
        if row.kind != BASE_FORCE and arrays[array][unit]:
            return field, "27.1", f"is not a Base Force: {row.id} is not deployed"
    if row.kind != STAFF and arrays[layout.IDLE_HEADQUARTERS][unit]:
        return "staff", "5.31", f"is not a headquarters: {row.id} is not set up"
    if arrays[layout.LANDED][unit] and not 0 <= arrays[layout.UNIT_AT][unit] < HEX_COUNT:
        return "landed", "16.7", "has landed, but is not ashore"
    return None


def check_ships_out(state: State) -> None:
    """9.1 A ship that is sunk or not yet in play has no cargo and no orders."""
    for ship, position in enumerate(state.arrays[layout.SHIP_AT].tolist()):
        for field, array in OF_SHIPS.items() if position < 0 or position == counters.SUNK else ():
            number = state.arrays[array][ship]
            if number:
                name = counters.SHIPS.ids[ship]
                message = f"{name} is sunk or not in play, so this must be 0, not {number}"
                raise BadValue(message, field=f"arrays.{field}.{name}", clause="9.1")


def check_searches(state: State) -> None:
    """8.1 No more points search than a base or carrier has."""
    air, searching = state.arrays[layout.AIR], state.arrays[layout.SEARCHING]
    for place in nonzero_indices(searching):
        points = searching[place]
        if points > air[place]:
            name = f"{counters.BASES.ids[place // WIDE]}/{counters.STACKS.ids[place % WIDE]}"
            message = f"{points} points search, but there are {air[place]}"
            raise BadValue(message, field=f"arrays.searching.{name}", clause="8.1")


def check_waves(state: State) -> None:
    """6.4 A flight has a stack and a duty, in a wave that is in the air; an unused wave has no values."""
    arrays = state.arrays
    positions = arrays[layout.WAVE_AT]
    for flight, base in enumerate(arrays[layout.FLIGHT_BASE].tolist()):
        name, wave = counters.FLIGHTS.ids[flight], arrays[layout.FLIGHT_WAVE][flight]
        named = arrays[layout.FLIGHT_STACK][flight] >= 0 and arrays[layout.FLIGHT_ROLE][flight] >= 0
        if base >= 0 and not named:
            message = f"{name} is flying, but has no stack or no Role"
            raise BadValue(message, field=f"arrays.flight_stack.{name}", clause="6.4")
        if wave >= 0 and (base < 0 or positions[wave] < 0):
            message = f"{name} is in {counters.WAVES.ids[wave]}, which is not in the air"
            raise BadValue(message, field=f"arrays.flight_wave.{name}", clause="6.4")
    for wave, there in enumerate(positions.tolist()):
        if there < 0 and (arrays[layout.WAVE_FORCE][wave] >= 0 or arrays[layout.WAVE_STEP][wave]):
            name = counters.WAVES.ids[wave]
            message = f"{name} has a target or a step, but is not in the air"
            raise BadValue(message, field=f"arrays.wave_at.{name}", clause="6.4")


def check_plans(state: State) -> None:
    """16.2 Landings are planned and announced on land hexes."""
    kinds, cells = state.rules.pieces.atlas.kind, state.cells
    for field, first, many in (
        ("plan_at", layout.PLAN_AT, len(counters.SIDES) * layout.PLANS_A_SIDE),
        ("announced", layout.ANNOUNCED, layout.MAX_PLANS),
    ):
        for hex in cells[first : first + many]:
            if hex >= 0 and kinds[hex] == SEA:
                message = f"no landing can be planned at {counters.HEXES.ids[hex]}: it is sea"
                raise BadValue(message, field=field, clause="16.2")


def check_objective(state: State) -> None:
    """45.51 to 45.53 The Allies choose their Objective after Japan's deployment, and before they end theirs."""
    if not layout.scenario(state).secret_objectives(state.rules):
        return
    chosen = state.cells[layout.OBJECTIVE] >= 0
    deploying = [frame.side for frame in state.stack if isinstance(frame, LeyteDeployment)]
    if JAPAN in deploying and chosen:
        raise BadValue(
            "the Objective cannot be chosen before Japan has deployed", field="objective.allies", clause="45.52"
        )
    if ALLIES not in deploying and not chosen:
        raise BadValue("the Allies have not chosen their Objective", field="objective.allies", clause="45.52")
