"""Checks of frames: which procedures may be on which others, by the step of the Game-Turn or Naval Phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import merchant_links, supply_reach
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of, waters_of
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import can_lose
from ironbottom.games.war_in_the_pacific.pieces import FORCE_SETS, SIDE_OF_SHIP, SIDES, UNITS_OF, side_of_force
from ironbottom.games.war_in_the_pacific.rules.air.air_assault import DropPlans
from ironbottom.games.war_in_the_pacific.rules.air.air_attrition import AirAttrition
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.air.air_reinforcements import Arrivals
from ironbottom.games.war_in_the_pacific.rules.air.air_transfer import TransferDestination, Transferring, Transfers
from ironbottom.games.war_in_the_pacific.rules.air.combat_air_patrols import PatrolAssignment
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import PointAssignment, TargetAssignment
from ironbottom.games.war_in_the_pacific.rules.air.special_strikes import (
    NavalPhasePatrolAssignment,
    ReadyDeclaration,
    ReadyOrders,
    SpecialOrders,
    SpecialStrikeDeclaration,
    SpecialWave,
)
from ironbottom.games.war_in_the_pacific.rules.air.strike_declaration import StrikeDeclaration, WavePlan
from ironbottom.games.war_in_the_pacific.rules.air.strikes import Strikes
from ironbottom.games.war_in_the_pacific.rules.air.transport_segment import AirLift
from ironbottom.games.war_in_the_pacific.rules.bases.construction_orders import ConstructionOrders
from ironbottom.games.war_in_the_pacific.rules.land import ground_attrition
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import (
    Advance,
    AttackParticipants,
    GroundBattle,
    Losses,
    Retreat,
)
from ironbottom.games.war_in_the_pacific.rules.land.ground_attrition import GroundAttrition
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import (
    AttackOrders,
    GroundPhase,
    MarchOrders,
    UnitDestination,
)
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import CargoOrders, CargoSegment
from ironbottom.games.war_in_the_pacific.rules.merchant.pipeline_segment import PipelineOrders, PipelineSegment
from ironbottom.games.war_in_the_pacific.rules.merchant.raids_on_links import LinkRaids
from ironbottom.games.war_in_the_pacific.rules.naval.dummy_forces import DummyPlacement
from ironbottom.games.war_in_the_pacific.rules.naval.fire_control import FireControl, TargetChoice
from ironbottom.games.war_in_the_pacific.rules.naval.plots import (
    CoursePlot,
    EntryHexChoice,
    Orders,
    Plotting,
    SpeedChoice,
)
from ironbottom.games.war_in_the_pacific.rules.naval.reaction import (
    IN_IMPULSES,
    REACTION,
    ImpulseOrders,
    NewCourse,
    NewMission,
    ReactionHexChoice,
    rest_of_reach,
)
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import (
    Battle,
    BattleWishes,
    BothAssignFire,
    NextBattle,
    SurfaceCombat,
)
from ironbottom.games.war_in_the_pacific.rules.naval.task_forces import TaskForceFormation
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import Searching
from ironbottom.games.war_in_the_pacific.rules.sequence import NavalPhase
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import PointExchange
from ironbottom.games.war_in_the_pacific.rules.setup.free_placing import PlacingUnit
from ironbottom.games.war_in_the_pacific.rules.shore.assault_plans import Planning
from ironbottom.games.war_in_the_pacific.rules.shore.shore_actions import ShoreActions
from ironbottom.games.war_in_the_pacific.rules.submarines import subs_off_map
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import SubmarineAttacks, TorpedoTargetChoice
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import (
    EnteringSubs,
    SubmarineOrders,
    SubmarinePhase,
    SubronCourse,
    SubronDeparture,
    SubronLoadChoice,
    range_and_duration,
    subrons_at_sea,
)
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import SubronPlacement, free_subron, points_in_port
from ironbottom.games.war_in_the_pacific.rules.supply import supply_priority
from ironbottom.games.war_in_the_pacific.rules.supply.joint_supply import JointSupply, PayOrder
from ironbottom.games.war_in_the_pacific.rules.supply.lift_orders import LiftDestination, LiftMarchOrders
from ironbottom.games.war_in_the_pacific.rules.supply.supply_orders import SupplyOrders
from ironbottom.games.war_in_the_pacific.rules.turn.steps import StepOpens
from ironbottom.games.war_in_the_pacific.scenarios.booklet import OPENING_CHOICES
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import (
    BurmaDeployment,
    StoresPlacement,
    UnitPlacement,
)
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import (
    BurmaAttackOrders,
    BurmaGroundPhase,
    BurmaMarchOrders,
)
from ironbottom.games.war_in_the_pacific.scenarios.burma.supply import StoresArrival
from ironbottom.games.war_in_the_pacific.scenarios.leyte.air_points import Rebasing
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import (
    LeyteDeployment,
    Redeploying,
    SubronAtSeaPlacement,
)
from ironbottom.games.war_in_the_pacific.scenarios.leyte.kamikaze_call import KamikazeCall
from ironbottom.games.war_in_the_pacific.scenarios.midway.deployment import Deployment
from ironbottom.games.war_in_the_pacific.state_types import State

Stack = tuple[Procedure, ...]
PHASES = (1, 2, 3)
IN_TURN: dict[str, tuple[type[Procedure], ...]] = {
    "deployment": (Deployment, LeyteDeployment, BurmaDeployment, CargoOrders),
    "dummies": (DummyPlacement,),
    "calls": (KamikazeCall,),
    **{f"air_{phase}": (AirPhase,) for phase in PHASES},
    **{f"naval_{phase}": (NavalPhase,) for phase in PHASES},
    "ground": (GroundPhase,),
    "supply": (JointSupply,),
    "supply_orders": (SupplyOrders,),
    "air_attrition": (AirAttrition,),
    "strategic": (SubmarinePhase,),
    "reinforcements": (Arrivals, StoresArrival),
    "cargo": (CargoSegment,),
    "pipelines": (PipelineSegment,),
    "income": (StoresArrival,),
    "quarters": (ConstructionOrders,),
    "planning": (Planning,),
    "plans": (DropPlans,),
}
"""The procedures that may be on a Game-Turn, by its step."""
IN_NAVAL: dict[str, tuple[type[Procedure], ...]] = {
    "ready": (ReadyDeclaration,),
    "plot": (Plotting,),
    **{f"submarines_{number}": (SubmarineAttacks,) for number in (0, *PHASES)},
    **{f"special_strikes_{number}": (SpecialStrikeDeclaration, Strikes) for number in PHASES},
    **{f"decide_{number}": (kind,) for number, kind in enumerate(IN_IMPULSES, 1)},
    **{f"battles_{number}": (SurfaceCombat, LinkRaids) for number in PHASES},
    "ashore": (ShoreActions,),
}
"""The procedures that may be on a Naval Phase, by its step."""
IN_AIR: dict[str, tuple[type[Procedure], ...]] = {
    "search": (Searching,),
    "second_player_declares": (StrikeDeclaration,),
    "first_player_declares": (StrikeDeclaration,),
    "strikes": (Strikes,),
    "arrivals": (Arrivals,),
    "transfer": (Transferring,),
    "transport": (Arrivals, AirLift),
    "air_lift": (AirLift,),
}
"""The procedures that may be on an Air Phase, by its step."""
ON: Mapping[type[Procedure], tuple[type[Procedure], ...]] = {
    StrikeDeclaration: (WavePlan, PatrolAssignment),
    Strikes: (TargetAssignment,),
    TargetAssignment: (PointAssignment,),
    AirAttrition: (AirAttrition,),
    SupplyOrders: (SupplyOrders,),
    SubmarineAttacks: (TorpedoTargetChoice,),
    LinkRaids: (SurfaceCombat, Battle),
    SurfaceCombat: (BattleWishes, NextBattle, Battle),
    Battle: (BothAssignFire,),
    GroundPhase: (MarchOrders, AttackOrders, GroundBattle, Losses, Retreat, Advance),
    MarchOrders: (GroundBattle, Losses, UnitDestination),
    LiftMarchOrders: (GroundBattle, Losses, LiftDestination),
    AttackOrders: (AttackParticipants, GroundBattle),
    GroundBattle: (Losses, Retreat, Advance),
    BurmaGroundPhase: (BurmaMarchOrders, BurmaAttackOrders, GroundBattle, Losses, Retreat, Advance),
    BurmaMarchOrders: (GroundBattle, Losses, LiftDestination),
    BurmaAttackOrders: (AttackParticipants, GroundBattle),
    JointSupply: (GroundAttrition, PayOrder),
    GroundAttrition: (GroundAttrition,),
    AirLift: (AirLift,),
    ConstructionOrders: (ConstructionOrders,),
    StoresArrival: (Arrivals, StepOpens),
    Arrivals: (Arrivals, StepOpens),
    StepOpens: (Arrivals,),
    CargoSegment: (CargoOrders,),
    PipelineSegment: (PipelineOrders,),
}
"""The procedures that may be on other procedures."""
LIES_ON: Mapping[type[Procedure], tuple[type[Procedure], ...]] = {
    Deployment: (SubronPlacement, PointExchange),
    LeyteDeployment: (SubronAtSeaPlacement, PointExchange, Rebasing, Redeploying),
    BurmaDeployment: (UnitPlacement, StoresPlacement),
    CargoOrders: (PointExchange, PlacingUnit, SubronPlacement),
}
"""42.23, 45.22, 2.51, 44.81 The deployment below each follow-up question: about a Subron, or about a starting place."""
ASKS = (
    *(
        StrikeDeclaration,
        WavePlan,
        PatrolAssignment,
        TargetAssignment,
        PointAssignment,
        BattleWishes,
        NextBattle,
        BothAssignFire,
    ),
    *(Searching, ShoreActions),
    *(Transferring, ReadyDeclaration, SpecialStrikeDeclaration, TorpedoTargetChoice, SubmarinePhase, AirAttrition),
    *(KamikazeCall, Arrivals, Planning, SupplyOrders),
    *(AirLift, ConstructionOrders, StoresArrival, DropPlans, PayOrder),
    *(CargoOrders, PipelineOrders),
)
"""Possible questions of a match that began before its scenario kept a turn record."""
WISHES, FIGHTS = 2, 3
"""11.1 The next stages of surface combat while wishes are asked, and from the first battle on."""
LAND = (MarchOrders, UnitDestination, AttackOrders, AttackParticipants, Losses, Retreat, Advance, GroundAttrition)


def check_frames(state: State) -> None:
    """Refuses frames that cannot occur."""
    if not is_valid_stack(state, state.stack) or not can_be_asked(state):
        raise BadValue("no Game-Turn has these steps in this order", field="frames")


def can_be_asked(state: State) -> bool:
    """Whether a question about a strike, a battle or an attack concerns things that exist."""
    if not state.stack or not isinstance(state.stack[-1], (*ASKS, *LAND)):
        return True
    try:
        return all(len(decision.choices) for decision in state.decisions())
    except (LookupError, TypeError, ValueError, AssertionError):
        return False


def step_of(frame: Any) -> str:
    """The current step of a sequence whose number is already that of the next step."""
    return str(frame.steps[frame.next - 1].name) if frame.next else ""


def is_valid_stack(state: State, stack: Stack) -> bool:
    """Whether frames may be in this order; once the game is over, there are no frames."""
    if not stack:
        return state.cells[layout.ENDING] >= 0
    scenario = layout.scenario(state)
    turns = (scenario.game_turn(state.rules).name, *scenario.former_turns())
    if stack[0].name not in turns or len(stack) < 2 or state.cells[layout.ENDING] >= 0:
        return False
    if not isinstance(stack[1], IN_TURN.get(step_of(stack[0]), ())):
        return False
    if not isinstance(stack[1], NavalPhase | AirPhase):
        return are_valid_decisions(state, stack[1:])
    if isinstance(stack[1], AirPhase) and type(stack[1]) is not type(scenario.air_phase()):
        return False
    steps = IN_NAVAL if isinstance(stack[1], NavalPhase) else IN_AIR
    return (
        len(stack) > 2
        and isinstance(stack[2], steps.get(step_of(stack[1]), ()))
        and are_valid_decisions(state, stack[2:])
    )


def are_valid_decisions(state: State, frames: Stack) -> bool:
    """Whether decisions concern the right sides and forces."""
    if isinstance(frames[-1], LIES_ON.get(type(frames[0]), ())):
        asked, frames = frames[-1], frames[:-1]
        stands = may_station_subron(state, asked) if isinstance(asked, SubronPlacement) else was_opened(state, asked)
        if getattr(asked, "side", -1) != getattr(frames[-1], "side", None) or not stands:
            return False
    if isinstance(frames[0], Deployment):
        sides = [here.side for here in frames if isinstance(here, Deployment)]
        unplaced = all(not here.placed for here in frames if isinstance(here, Deployment) and here.side == JAPAN)
        waiting = frames[0] == Deployment(ALLIES, 0) or len(frames) == 1
        return len(sides) == len(frames) and sides in ([ALLIES], [ALLIES, JAPAN]) and unplaced and waiting
    if isinstance(frames[0], LeyteDeployment | BurmaDeployment):
        both = layout.scenario(state).deployments()
        return frames in (both[:1], both)
    if isinstance(frames[0], CargoOrders):
        return deploys_with_links(state, frames)
    if not all(may_be_on(state, below, above) for below, above in pairwise(frames)):
        return False
    here = frames[-1]
    if isinstance(here, UnitDestination | PointAssignment | PatrolAssignment) and not was_opened(state, here):
        return False
    if not isinstance(here, SimultaneousFrame):
        return isinstance(here, (*ASKS, *LAND))
    runs = [is_valid_run(state, here, side, run) for side, run in enumerate(here.stacks)]
    return any(here.stacks) and all(runs)


def deploys_with_links(state: State, frames: Stack) -> bool:
    """2.51, 15.9 Whether the deployments and cargo before play are in order, and a question is open."""
    return bool(frames[-1].verbs) and frames == layout.scenario(state).deployments()[: len(frames)]


def may_be_on(state: State, below: Procedure, above: Procedure) -> bool:
    """Whether one procedure may be on the other, and concerns something that exists."""
    if not isinstance(above, ON.get(type(below), ())):
        return False
    if isinstance(above, GroundAttrition) and not suffers_attrition(state, above):
        return False
    if isinstance(above, PayOrder) and not has_unpaid_hexes(state, above):
        return False
    if isinstance(above, TorpedoTargetChoice) and not attacks_force_in_hex(state, above):
        return False
    if isinstance(below, LinkRaids) and not raiding(state, below, above):
        return False
    return not isinstance(below, SurfaceCombat) or forces_have_met(state, below, above)


def raiding(state: State, frame: LinkRaids, above: Any) -> bool:
    """15.5 Whether links may be raided, and the ships of the link that is being raided now fight where they are."""
    if isinstance(above, SurfaceCombat):
        return frame == LinkRaids(above.impulse, -1, -1, 0, 0, 0) and any(state.arrays[layout.LINK_FROM])
    if frame.link < 0 or frame.convoy < 0 or frame.impulse != above.impulse or frame.at_stage(1) != frame:
        return False
    side, forces = merchant_links.side_of(frame.link), members(above.forces)
    at_sea = all(state.cells[layout.FORCE_AT + force] in (above.where, -1) for force in forces)
    own = [force for force in forces if side_of_force(force) == side]
    ships = members(frame.merchants)
    merchants = all(
        SIDE_OF_SHIP[ship] == side and merchant_links.is_merchant(state.rules.pieces, ship) for ship in ships
    )
    raided = state.arrays[layout.LINK_RAIDED][frame.link]
    return own == [frame.convoy] and len(forces) > 1 and at_sea and merchants and bool(raided)


def suffers_attrition(state: State, frame: GroundAttrition) -> bool:
    """25.8, 21.2 Whether a stack suffers attrition where it is; the question must make a difference."""
    positions, units = state.arrays[layout.UNIT_AT], members(frame.units)
    own = all(unit in UNITS_OF[frame.side] and positions[unit] in (frame.where, -1) for unit in units)
    asked = state.stack[-1] == frame
    return (
        own
        and frame.points > 0
        and (not asked or ground_attrition.matters(state, can_lose(state, units), frame.points))
    )


def attacks_force_in_hex(state: State, frame: TorpedoTargetChoice) -> bool:
    """13.7 Whether submarines attack an enemy force where it is."""
    return side_of_force(frame.force) != frame.side and state.cells[layout.FORCE_AT + frame.force] == frame.where


def forces_have_met(state: State, frame: SurfaceCombat, asked: Any) -> bool:
    """11.1, 4.2 Whether both sides have forces where they met, and the open question fits the stage of combat."""
    positions, first = state.cells[layout.FORCE_AT :], max(state.cells[layout.FIRST_PLAYER], 0)
    for met in frame.meetings:
        there = all(positions[force] == met.at for force in members(met.forces))
        if not there or not all(met.forces & own for own in FORCE_SETS):
            return False
    if isinstance(asked, BattleWishes):
        return frame.at_stage(WISHES) == frame and bool(frame.meetings)
    several = len({met.at for met in frame.meetings}) > 1
    return frame.at_stage(FIGHTS) == frame and ((asked == NextBattle(first) and several) or isinstance(asked, Battle))


def has_unpaid_hexes(state: State, frame: PayOrder) -> bool:
    """25.3 Whether a side has too few stores for its hexes, and the hexes and headquarters already paid for exist."""
    known = set(supply_priority.costs_by_hex(state, frame.side))
    own = all(unit in UNITS_OF[frame.side] and supply_reach.is_headquarters(state, unit) for unit in frame.staffs)
    each_once = len({*frame.hexes}) == len(frame.hexes) and len({*frame.staffs}) == len(frame.staffs)
    # 15.3 A side that does not own the links does not know what they carry.
    begun = bool(frame.hexes or frame.staffs or merchant_links.in_use(state, frame.side))
    begun = begun or supply_priority.is_short(state, frame.side)
    return own and each_once and known.issuperset(frame.hexes) and begun


def was_opened(state: State, frame: Any) -> bool:
    """Whether the procedure below asks the same side and offers the choice that opens this second step."""
    return offers_second_step(state, state.stack[:-1], frame)


def was_opened_in_run(state: State, below: Any, frame: Any) -> bool:
    """Like ``was_opened``, within a side's stack of a simultaneous frame."""
    top: Any = state.stack[-1]
    runs = [(below,) if side == frame.side else () for side in range(len(top.stacks))]
    return offers_second_step(state, (*state.stack[:-1], type(top)(tuple(runs))), frame)


def offers_second_step(state: State, stack: Stack, frame: Any) -> bool:
    """Whether play in this state offers the choice that opens a second step."""
    before, side = State(state.rules, state.cells, stack, state.arrays), SIDES.ids[frame.side]
    return before.decision(side) is not None and before.why_not(side, OPENING_CHOICES[type(frame)](frame)) is None


def may_station_subron(state: State, frame: SubronPlacement) -> bool:
    """13.1 Whether a side has this many Sub Points in port, and a marker for them."""
    return frame.points <= points_in_port(state, frame.side, frame.kind) and free_subron(state, frame.side) >= 0


def is_valid_run(state: State, frame: SimultaneousFrame, side: int, run: Stack) -> bool:
    """Whether a side's stack of a simultaneous frame begins as the frame opens it and continues legally."""
    if not run:
        return True
    below = State(state.rules, state.cells, state.stack[:-1], state.arrays)
    opening = type(frame).opening(below, side)
    if isinstance(frame, BattleWishes):
        return run == opening[: len(run)]
    if not same_question(run[0], opening) or len(run) > 2:
        return False
    goes_on = GOES_ON.get(type(run[0]))
    return len(run) == 1 or (goes_on is not None and goes_on(state, run[0], run[1]))


def same_question(frame: Any, opening: Stack) -> bool:
    """Whether a stack begins as its frame opens it, not counting the Subrons that were sent."""
    if isinstance(frame, SubmarineOrders):
        return opening == (SubmarineOrders(frame.side, 0),)
    return (frame,) == opening


def in_orders(state: State, below: Any, frame: Any) -> bool:
    """9.2, 10.1 A side's orders may be followed by the question that forms one of its forces, or that asks for its
    course.
    """
    if isinstance(frame, SpeedChoice) and frame.side == below.side:
        course = CoursePlot(frame.side, frame.force, frame.mission)
        return in_orders(state, below, course) and was_opened_in_run(state, course, frame)
    if isinstance(frame, EntryHexChoice) and frame.side == below.side:
        return was_opened_in_run(state, below, frame)
    if not isinstance(frame, TaskForceFormation | CoursePlot) or frame.side != below.side:
        return False
    hex, box = state.cells[layout.FORCE_AT + frame.force], state.cells[layout.FORCE_BOX + frame.force]
    own = side_of_force(frame.force) == frame.side and (hex >= 0 or box >= 0)
    if isinstance(frame, TaskForceFormation):
        return own and not state.cells[layout.DUMMY_SHIPS + frame.force]
    gate = state.cells[layout.FORCE_GATE + frame.force]
    return own and state.cells[layout.FORCE_MISSION + frame.force] < 0 and (hex >= 0 or gate >= 0)


def in_impulse(state: State, below: Any, frame: Any) -> bool:
    """39.8 The decisions of an impulse may be followed by the new Mission of a force that has tried to change it."""
    if isinstance(frame, ReactionHexChoice) and (frame.side, frame.impulse) == (below.side, below.impulse):
        return was_opened_in_run(state, below, frame)
    if not isinstance(frame, NewMission | NewCourse) or (frame.side, frame.impulse) != (below.side, below.impulse):
        return False
    own = side_of_force(frame.force) == frame.side and state.cells[layout.FORCE_AT + frame.force] >= 0
    if own and isinstance(frame, NewCourse) and not may_steer(state, frame):
        return False
    tried = state.cells[layout.FORCE_TRIED + frame.force]
    return own and bool(tried) and bool(ships_of(state, frame.force))


def may_steer(state: State, frame: NewCourse) -> bool:
    """39.8, 10.4 Whether a force with a new Mission sails: not on Reaction; otherwise while it has points left."""
    return frame.mission != REACTION and bool(rest_of_reach(state, frame.force, frame.impulse))


def sending_subrons(state: State, below: Any, frame: Any) -> bool:
    """13.1, 13.3, 13.9 A side's orders to its Subrons may be followed by a question about the course, load or departure
    of a Subron.
    """
    if frame.side != below.side:
        return False
    if isinstance(frame, EnteringSubs):
        there = subs_off_map.points_off_map(state, frame.side, frame.kind)
        return frame.points <= there and free_subron(state, frame.side) >= 0
    if isinstance(frame, SubronDeparture):
        return may_station_subron(state, frame)
    at_sea = isinstance(frame, SubronCourse | SubronLoadChoice) and frame.subron in subrons_at_sea(state, frame.side)
    if not at_sea or below.sent >> frame.subron & 1:
        return False
    return frame.mode != layout.REFITS if isinstance(frame, SubronCourse) else may_fetch_load(state, frame)


def may_fetch_load(state: State, frame: SubronLoadChoice) -> bool:
    """13.9, 13.3 Whether a Subron fetches a load from its starting place, with no more movement left than its range."""
    water = frame.water < len(waters_of(state).nodes(frame.at))
    near = frame.left <= range_and_duration(state, frame.subron).reach_mp
    return water and near and frame.at == state.cells[layout.SUBRON_FROM + frame.subron]


GOES_ON: Mapping[type[Procedure], Callable[[State, Any, Any], bool]] = {
    Orders: in_orders,
    ImpulseOrders: in_impulse,
    SubmarineOrders: sending_subrons,
    Transfers: lambda state, below, frame: (
        isinstance(frame, TransferDestination) and was_opened_in_run(state, below, frame)
    ),
    ReadyOrders: lambda state, below, frame: (
        isinstance(frame, NavalPhasePatrolAssignment) and was_opened_in_run(state, below, frame)
    ),
    FireControl: lambda state, below, frame: (
        isinstance(frame, TargetChoice) and frame == below.laid(frame.ship) and was_opened_in_run(state, below, frame)
    ),
    SpecialOrders: lambda state, below, frame: isinstance(frame, SpecialWave) and frame.side == below.side,
}


def being_formed(state: State) -> set[int]:
    """9.2 The forces that are being formed, which may have no ships yet."""
    top = state.stack[-1] if state.stack else None
    runs = top.stacks if isinstance(top, SimultaneousFrame) else ()
    return {here.force for run in runs for here in run if isinstance(here, TaskForceFormation)}
