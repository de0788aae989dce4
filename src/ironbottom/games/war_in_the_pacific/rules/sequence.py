"""4.1 to 4.4 The sequence of play: a Game-Turn with its phases, the Naval Phase by impulses.

The Air Phase, surface battles, landings, the Ground Phase and the Submarine Phase are opened by the steps with their
names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay, Step, changed
from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    FORCES,
    HEXES,
    SCENARIO_CASE,
    SHIPS,
    SIDES,
    STACKS,
    UNITS,
    side_of_force,
)
from ironbottom.games.war_in_the_pacific.rules.air.air_attrition import attrition_segment
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import PROCEDURES as AIR
from ironbottom.games.war_in_the_pacific.rules.air.air_transfer import TransferDestination
from ironbottom.games.war_in_the_pacific.rules.air.availability import serve_before_any_air_phase
from ironbottom.games.war_in_the_pacific.rules.air.combat_air_patrols import PatrolAssignment
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import PointAssignment
from ironbottom.games.war_in_the_pacific.rules.air.special_strikes import (
    DAY_IMPULSES,
    NavalPhasePatrolAssignment,
    ReadyDeclaration,
    SpecialStrikeDeclaration,
)
from ironbottom.games.war_in_the_pacific.rules.air.waves import reset_altitudes
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders as building
from ironbottom.games.war_in_the_pacific.rules.bases.construction import clear_holders
from ironbottom.games.war_in_the_pacific.rules.bases.ship_repair import refit_turn, repair_turn
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import PROCEDURES as LAND
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase, UnitDestination
from ironbottom.games.war_in_the_pacific.rules.merchant import raids_on_links
from ironbottom.games.war_in_the_pacific.rules.naval import off_map, reaction, refuelling, sailing
from ironbottom.games.war_in_the_pacific.rules.naval.dummy_forces import DummyOrders, DummyPlacement, roll_limits
from ironbottom.games.war_in_the_pacific.rules.naval.fire_control import TargetChoice
from ironbottom.games.war_in_the_pacific.rules.naval.plots import PROCEDURES as PLOTTING
from ironbottom.games.war_in_the_pacific.rules.naval.plots import EntryHexChoice, Plotting, SpeedChoice
from ironbottom.games.war_in_the_pacific.rules.naval.reaction import ReactionHexChoice
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import PROCEDURES as BATTLES
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import SurfaceCombat
from ironbottom.games.war_in_the_pacific.rules.search import contacts
from ironbottom.games.war_in_the_pacific.rules.search.searched_ports import search_ports
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import PointExchange
from ironbottom.games.war_in_the_pacific.rules.shore import landings
from ironbottom.games.war_in_the_pacific.rules.shore.assault_plans import PROCEDURES as PLANS
from ironbottom.games.war_in_the_pacific.rules.shore.assault_plans import Planning, close_done
from ironbottom.games.war_in_the_pacific.rules.shore.capture import ports_recover
from ironbottom.games.war_in_the_pacific.rules.shore.shore_actions import PROCEDURES as SHORE
from ironbottom.games.war_in_the_pacific.rules.shore.shore_actions import ShoreActions
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks, subrons
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import SubmarineAttacks
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import PROCEDURES as SUBMARINES
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import SubmarinePhase, ready_submarines
from ironbottom.games.war_in_the_pacific.rules.supply.depots import clear_depots
from ironbottom.games.war_in_the_pacific.rules.supply.joint_supply import supply_segment
from ironbottom.games.war_in_the_pacific.rules.supply.lift_orders import LiftDestination
from ironbottom.games.war_in_the_pacific.rules.supply.supply_orders import PROCEDURES as SUPPLY_ORDERS
from ironbottom.games.war_in_the_pacific.rules.turn.steps import first_player, open_step
from ironbottom.games.war_in_the_pacific.rules.turn.terminal_segment import breakoff
from ironbottom.games.war_in_the_pacific.state import MISSIONS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE, turn_number

PHASES = 3
"""4.1 The number of Air and Naval Phases in a Game-Turn."""
PHASE_NAMES = [f"{kind}_{phase}" for phase in range(1, PHASES + 1) for kind in ("air", "naval")]
"""4.1 The Air and Naval Phases of a Game-Turn in order."""


def first_turn(execution: Execution) -> int:
    """4.1 The first Game-Turn of the scenario."""
    return turn_number(_scenario_row(execution).first_turn)


def _scenario_row(execution: Execution) -> tables.ScenarioRow:
    pieces = execution.rules.pieces
    return pieces.facts.table(tables.SCENARIO_TABLE)[SCENARIO_CASE[execution.cells[layout.SCENARIO]]]


def before_the_start(execution: Execution, phase: str) -> bool:
    """4.1 Whether a phase of the first turn is before the scenario's first phase."""
    begins = PHASE_NAMES.index(_scenario_row(execution).first_phase)
    return execution.cells[layout.TURN] == first_turn(execution) and PHASE_NAMES.index(phase) < begins


# -- 4.1 the start of a turn ------------------------------------------------------------------------------


def deploy(execution: Execution) -> None:
    """2.51 Both sides deploy before the first turn."""
    if execution.cells[layout.TURN] == first_turn(execution):
        for question in layout.scenario(execution.state).deployments():
            execution.push(question)


def submarines_ready(execution: Execution) -> None:
    """13.5 After deployment, rolls for the Sub Points that may attack."""
    if execution.cells[layout.TURN] == first_turn(execution):
        ready_submarines(execution)


def initiative(execution: Execution) -> None:
    """4.2 Determines the First Player of the turn."""
    cells = execution.cells
    execution.emit(log.TURN_OPENED, cells[layout.TURN])
    before = cells[layout.FIRST_PLAYER]
    cells[layout.FIRST_PLAYER] = first_player(execution, execution.rules.pieces.charts, cells[layout.TURN], before)
    execution.emit(log.FIRST_FOUND, cells[layout.FIRST_PLAYER])


def place_dummies(execution: Execution) -> None:
    """9.4 Both sides roll for dummies, then place them in secret."""
    roll_limits(execution)
    DummyPlacement.start(execution)


# -- 4.1 the phases -----------------------------------------------------------------------------------------


def air(execution: Execution, phase: int) -> None:
    """4.11 An Air Phase: weather, search."""
    if not before_the_start(execution, f"air_{phase}"):
        open_air(execution, phase)


def open_air(execution: Execution, phase: int) -> None:
    """4.11, 8.6 Opens an Air Phase: weather, availability, search, patrols, Strikes, transfers and transport."""
    execution.push(layout.scenario(execution.state).air_phase())


def naval(execution: Execution, phase: int) -> None:
    """4.12 A Naval Phase."""
    if not before_the_start(execution, f"naval_{phase}"):
        execution.emit(log.PHASE_OPENED, phase)
        execution.push(NavalPhase(0))


def ground(execution: Execution) -> None:
    """4.13 The Ground Phase."""
    open_step(execution, "ground")
    execution.push(GroundPhase(0))


def supply(execution: Execution) -> None:
    """25.3 The Joint Supply Segment."""
    supply_segment(execution)


def air_attrition(execution: Execution) -> None:
    """5.9 Rolls for the attrition of air points that flew."""
    attrition_segment(execution)


def repair(execution: Execution) -> None:
    """18.1, 18.4, 14.4, 25.2 A Game-Turn of repair; hexes without stores are no longer depots."""
    repair_turn(execution)
    refit_turn(execution.state)
    ports_recover(execution.state)
    clear_depots(execution.state)


def sail_global_lanes(execution: Execution) -> None:
    """37.2 Moves the ships in the Global Sea Lanes."""
    off_map.end_turn(execution.state)


def end_or_go_on(execution: Execution) -> None:
    """47.3, 4.4 A Breakoff ends the game, and so does the Terminal Segment of its last Game-Turn."""
    cells = execution.cells
    flights.turn_ends(execution.state)
    played = cells[layout.TURN] - first_turn(execution) + 1
    if breakoff(execution.state) >= 0:
        end_game(execution, "breakoff")
    elif played >= int(execution.rules.options["last_round"]):
        end_game(execution, "last_turn")


def end_game(execution: Execution, ending: str) -> None:
    """4.4, 47.3 Ends the game."""
    execution.cells[layout.ENDING] = layout.ENDINGS.index[ending]
    layout.scenario(execution.state).game_ends(execution)
    execution.emit(log.GAME_ENDED, execution.cells[layout.ENDING])
    execution.state.stack = ()


def strategic(execution: Execution) -> None:
    """4.1 Opens a Strategic Game-Turn after the fourth Game-Turn of a Cycle."""
    if execution.cells[layout.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1:
        open_strategic(execution)


def open_strategic(execution: Execution) -> None:
    """13.3 The Submarine Phase of the Strategic Game-Turn."""
    open_step(execution, "submarines")
    subrons.clear_cards(execution.state)
    SubmarinePhase.start(execution)


def reinforcements(execution: Execution) -> None:
    """4.1 The Reinforcement and Cargo Arrival Segment."""
    if execution.cells[layout.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1:
        building.cycle_begins(execution)
        layout.scenario(execution.state).reinforcements(execution)


def planning(execution: Execution) -> None:
    """16.2 In a Strategic Game-Turn both sides write plans of assault, unless these are announced before play."""
    strategic_turn = execution.cells[layout.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1
    if strategic_turn:
        open_step(execution, "plans")
        for side in range(len(SIDES)):
            close_done(execution.state, side)
        Planning.start(execution)


def next_turn(execution: Execution) -> None:
    """4.1 Begins the next Game-Turn; its turn record is continued."""
    clear_holders(execution.state)
    execution.cells[layout.TURN] += 1
    if turn_record.turn_record_of(execution.state) is None:
        execution.replace(layout.scenario(execution.state).game_turn(execution.rules))
    else:
        execution.replace(
            changed(turn_record.turn_record_of(execution.state), next=0, fought=0, disturbed=(), lifted=(), by_sea=())
        )


class GameTurn(SequenceOfPlay):
    """4.1 A Game-Turn, a week."""

    number, name, clause = 12, "game_turn", "4.1"
    steps = (
        Step("deployment", "2.51", deploy),
        Step("submarines_ready", "13.5", submarines_ready),
        Step("initiative", "4.2", initiative),
        Step("dummies", "9.4", place_dummies),
        *(
            Step(f"{kind}_{phase}", clause, partial(open_phase, phase=phase))
            for phase in range(1, PHASES + 1)
            for kind, clause, open_phase in (("air", "4.11", air), ("naval", "4.12", naval))
        ),
        Step("ground", "4.13", ground),
        Step("supply", "25.3", supply),
        Step("air_attrition", "5.9", air_attrition),
        Step("repair", "18.1", repair),
        Step("lanes", "37.2", sail_global_lanes),
        Step("end_or_go_on", "47.3", end_or_go_on),
        Step("strategic", "13.3", strategic),
        Step("reinforcements", "37.5", reinforcements),
        Step("next_turn", "4.1", next_turn),
    )


# -- 4.12 the Naval Phase ---------------------------------------------------------------------------------


def begin_naval(execution: Execution) -> None:
    """10.31, 8.61 Clears the last phase; a scenario that begins here rolls its weather first."""
    if not any(execution.cells[layout.WEATHER_DIE : layout.WEATHER_DIE + len(tables.SECTIONS)]):
        contacts.roll_weather(execution)
    flights.phase_begins(execution.state)
    sailing.begin_naval_phase(execution.state)
    reaction.begin_reaction(execution.state)
    raids_on_links.new_phase(execution.state)
    landings.begin_landings(execution.state)
    submarine_attacks.begin_submarine_attacks(execution.state)


def plot(execution: Execution) -> None:
    """4.3 Both sides plot their Missions in secret."""
    Plotting.start(execution)


def decide(execution: Execution, impulse: int) -> None:
    """4.32 Both sides decide at once how their forces continue."""
    execution.emit(log.IMPULSE_OPENED, impulse)
    reset_altitudes(execution.state)
    reaction.IN_IMPULSES[impulse - 1].start(execution)


def sail(execution: Execution, impulse: int) -> None:
    """4.12, 8.21, 4.2 All forces sail; forces that moved into search range may be found, with the First Player's dice
    first.

    The ships in ports that are then seen become known (8.41).
    """
    first = max(execution.cells[layout.FIRST_PLAYER], 0)
    for force in sorted(sailing.sail_all(execution), key=lambda force: side_of_force(force) == first):
        if execution.cells[layout.FORCE_AT + force] >= 0:
            contacts.search_on_the_move(execution, force)
    search_ports(execution)


def submarines(execution: Execution, impulse: int) -> None:
    """13.7 Submarines may find forces where these start and end an impulse."""
    execution.push(SubmarineAttacks.opened())


def make_ready(execution: Execution) -> None:
    """6.6 Both sides ready points."""
    open_step(execution, "ready")
    serve_before_any_air_phase(execution.state)
    ReadyDeclaration.start(execution)


def special_strikes(execution: Execution, impulse: int) -> None:
    """6.6 Opens the Special Strikes of the day impulses."""
    if impulse in DAY_IMPULSES:
        open_step(execution, "special_strikes")
        SpecialStrikeDeclaration.start(execution)


def battles(execution: Execution, impulse: int) -> None:
    """11.1, 15.5 Forces of both sides in a hex may meet; then raiders may find the ships of links."""
    raids_on_links.open_raids(execution, impulse)
    execution.push(SurfaceCombat.opened(impulse))


def shore_actions(execution: Execution) -> None:
    """4.12, 16.3, 17.1 Loading, unloading, landings and bombardment."""
    open_step(execution, "shore")
    ShoreActions.start(execution)


def end_naval(execution: Execution) -> None:
    """10.5, 10.6, 8.5 Fuel is used, forces arrive, ships refuel; contact out of search range is lost."""
    sailing.end_naval_phase(execution)
    off_map.reach_boxes(execution)
    refuelling.refuel_at_sea(execution)
    refuelling.refuel_in_ports(execution)
    landings.clear_orders(execution.state)
    submarine_attacks.hunted_on_station(execution)
    contacts.contact_ends(execution)
    sailing.stop_forces(execution.state)


class NavalPhase(SequenceOfPlay):
    """4.12 A Naval Phase: plots, three impulses, actions at the shore, fuel."""

    number, name, clause = 13, "naval_phase", "4.12"
    steps = (
        Step("begin", "10.31", begin_naval),
        Step("plot", "4.3", plot),
        Step("ready", "6.6", make_ready),
        Step("submarines_0", "13.7", partial(submarines, impulse=0)),
        *(
            Step(f"{name}_{impulse}", clause, partial(run, impulse=impulse))
            for impulse in range(1, sailing.IMPULSES + 1)
            for name, clause, run in (
                ("decide", "4.32", decide),
                ("sail", "4.12", sail),
                ("submarines", "13.7", submarines),
                ("special_strikes", "6.6", special_strikes),
                ("battles", "11.1", battles),
            )
        ),
        Step("ashore", "16.3", shore_actions),
        Step("end", "10.5", end_naval),
    )


def phases_sailed(state: State) -> int:
    """4.1 The number of the scenario's Naval Phases that have begun, including the current one."""
    return phases_begun(state, "naval_")


def phases_begun(state: State, kind: str) -> int:
    """4.1 The number of Air or Naval Phases of the scenario that have begun, by the prefix of their names."""
    pieces = state.rules.pieces
    row = pieces.facts.table(tables.SCENARIO_TABLE)[SCENARIO_CASE[state.cells[layout.SCENARIO]]]
    turns = state.cells[layout.TURN] - turn_number(row.first_turn)
    turn: Any = state.stack[0] if state.stack else None
    # The compiler treats isinstance as an exact match if all subclasses are in modules that it compiles later.
    done: list[str] = (
        [step.name for step in turn.steps[: turn.next]] if issubclass(type(turn), GameTurn) else PHASE_NAMES
    )
    before = PHASE_NAMES[: PHASE_NAMES.index(row.first_phase)]
    begun = sum(name.startswith(kind) for name in done) - sum(name.startswith(kind) for name in before)
    return max(PHASES * turns + begun, 0)


OPENING_CHOICES: Mapping[type[Procedure], Callable[[Any], Action]] = {
    SpeedChoice: lambda frame: ("sail", HEXES.ids[frame.to]),
    ReactionHexChoice: lambda frame: ("shift", FORCES.ids[frame.force], FORCES.ids[frame.contact]),
    TransferDestination: lambda frame: ("transfer", BASES.ids[frame.base], STACKS.ids[frame.stack]),
    PointExchange: lambda frame: ("exchange", BASES.ids[frame.deck], STACKS.ids[frame.stack]),
    UnitDestination: lambda frame: ("move", UNITS.ids[frame.unit]),
    LiftDestination: lambda frame: ("move", UNITS.ids[frame.unit]),
    TargetChoice: lambda frame: ("fire", SHIPS.ids[frame.ship]),
    PointAssignment: lambda frame: ("allot", SHIPS.ids[frame.ship]),
    PatrolAssignment: lambda frame: ("cover", BASES.ids[frame.base], STACKS.ids[frame.stack]),
    NavalPhasePatrolAssignment: lambda frame: ("shield", BASES.ids[frame.base], STACKS.ids[frame.stack]),
    EntryHexChoice: lambda frame: ("enter", FORCES.ids[frame.force], MISSIONS.ids[frame.mission]),
}
"""10.3, 10.41, 22.1 The choice that opens each second-step question, which asks where or how a unit acts.

So no decision has more choices than a player can survey; only a set of destinations may be as large as the range.
"""
PROCEDURES: tuple[type[Procedure], ...] = (
    *PLOTTING,
    *(DummyOrders, DummyPlacement),
    *PLANS,
    *SUPPLY_ORDERS,
    *(reaction.ImpulseOrders, reaction.NewMission, reaction.NewCourse, *reaction.IN_IMPULSES),
    *(GameTurn, NavalPhase),
    *(*AIR, *BATTLES, *SHORE, *LAND, *SUBMARINES),
    *OPENING_CHOICES,
)
