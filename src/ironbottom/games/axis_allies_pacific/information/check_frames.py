"""Checks of frames: the units that were picked up, hit, planned or asked about exist in their places."""

from __future__ import annotations

from typing import Any, NoReturn, cast

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.axis_allies_pacific import pieces as counters
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.counts import nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.sea_zones import convoys_of_enemy
from ironbottom.games.axis_allies_pacific.rules.after_battle import ConvoyWon, FighterDiversion
from ironbottom.games.axis_allies_pacific.rules.battle import RetreatDecision
from ironbottom.games.axis_allies_pacific.rules.bids import Bidding, StandingOrdersChoice, UnitBidding
from ironbottom.games.axis_allies_pacific.rules.cancelled_landings import (
    LandingLost,
    cancellable_landings,
    surplus_landings,
)
from ironbottom.games.axis_allies_pacific.rules.combat import CallOff, Combat, next_battles
from ironbottom.games.axis_allies_pacific.rules.combat_moves import CombatMoves, Takeoff
from ironbottom.games.axis_allies_pacific.rules.control import HolderChoice, possible_holders
from ironbottom.games.axis_allies_pacific.rules.destinations import destinations
from ironbottom.games.axis_allies_pacific.rules.kamikaze import Kamikaze, targets_by_zone
from ironbottom.games.axis_allies_pacific.rules.land_battle import BombardmentChoice, LandBattle
from ironbottom.games.axis_allies_pacific.rules.losses import Losses, in_flight
from ironbottom.games.axis_allies_pacific.rules.moving import DestinationChoice, SailingFightersChoice
from ironbottom.games.axis_allies_pacific.rules.noncombat_moves import NoncombatMoves
from ironbottom.games.axis_allies_pacific.rules.patrols import PatrolLands, landing_places
from ironbottom.games.axis_allies_pacific.rules.placement import Placement
from ironbottom.games.axis_allies_pacific.rules.purchase import ConvoyPoolSplit, Purchase
from ironbottom.games.axis_allies_pacific.rules.raid import Intercept, Raid, fighters
from ironbottom.games.axis_allies_pacific.rules.reinforcing import Reinforcing
from ironbottom.games.axis_allies_pacific.rules.sea_battle import SeaBattle, Submerging
from ironbottom.games.axis_allies_pacific.state_types import State

ALL_FLIGHTS = -1
OF_THE_TURN = (
    *(Purchase, PatrolLands, Placement, Combat, CallOff, ConvoyWon, HolderChoice, BombardmentChoice, Raid, LandingLost),
    *(SeaBattle, LandBattle, RetreatDecision, Losses),
)
"""The procedures of the side whose turn it is."""
ASKED_IN: tuple[tuple[type, tuple[type, ...]], ...] = (
    (BombardmentChoice, (LandBattle,)),
    (Submerging, (SeaBattle,)),
    (Intercept, (Raid,)),
    (Losses, (SeaBattle, LandBattle, Raid)),
)
"""The questions within a battle, with the battles they belong to."""
OF_ONE_SIDE: dict[type, int] = {
    ConvoyPoolSplit: counters.UK,
    StandingOrdersChoice: counters.USA,
    Reinforcing: counters.UK,
    Kamikaze: counters.JAPAN,
}
IN_STEP: dict[str, tuple[type, ...]] = {
    "open": (StandingOrdersChoice, ConvoyPoolSplit, Bidding, UnitBidding, Reinforcing),
    "purchase": (Purchase,),
    "land_cap": (PatrolLands,),
    "combat_moves": (CombatMoves, Takeoff, DestinationChoice, SailingFightersChoice),
    "kamikaze": (Kamikaze,),
    "combat": (
        *(Combat, CallOff, SeaBattle, Submerging, LandBattle, BombardmentChoice, Raid, Intercept, Losses, LandingLost),
        *(RetreatDecision, FighterDiversion, ConvoyWon),
    ),
    "control": (HolderChoice,),
    "regroup": (NoncombatMoves, DestinationChoice, SailingFightersChoice),
    "placement": (Placement,),
    "income": (ConvoyPoolSplit,),
}
"""4.2 The procedures of each step of a turn; other steps have none."""


def refuse(message: str, number: int, clause: str) -> NoReturn:
    """Raises an error for a frame."""
    raise BadValue(message, field=f"frames[{number}]", clause=clause)


def check_frames(state: State) -> None:
    """Refuses frames that do not match the board."""
    for number, frame in enumerate(state.stack):
        check_side(state, number, frame)
        below = state.stack[:number]
        check_step(state.cells, number, frame, below)
        check_patrol(state, number, frame, below)
        check_moving(state, number, frame, below)
        check_under_way(state, number, frame)
        check_battle(state, number, frame, below)
        check_after(state, number, frame)
        check_landing_lost(state, number, frame)


def check_step(cells: layout.Cells, number: int, frame: Any, below: tuple[Any, ...]) -> None:
    """4.2 Each frame on the turn belongs to the current step."""
    if below:
        begun = below[0].next
        step = below[0].steps[begun - 1].name if begun else "next_turn"
        if not isinstance(frame, IN_STEP.get(step, ())):
            refuse(f"that does not belong to the step {step.replace('_', ' ')}", number, "4.2")
        if step == "open" and (cells[layout.ACTIVE] != counters.JAPAN or cells[layout.ROUND] != 1):
            refuse("that is asked only before Japan's first turn", number, "4.1")
        if step == "income" and cells[layout.ACTIVE] != counters.UK:
            refuse("the pool is split only when the British collect income", number, "13.2")


def check_patrol(state: State, number: int, frame: Any, below: tuple[Any, ...]) -> None:
    """6.1 Fighters that must land are on patrol there, have a place to land, and are asked about once."""
    if not isinstance(frame, PatrolLands):
        return
    own = frame.power in counters.POWERS_OF[frame.side]
    patrol = number_of(layout.unmoved_units(state.cells, frame.power, counters.FIRST_ZONE + frame.zone), counters.CAP)
    if not own or not patrol or not landing_places(state.rules.pieces, state.cells, frame.side, frame.zone):
        refuse("the side has no fighters on patrol there that can land", number, "6.1")
    if frame in below:
        refuse("these fighters already have their orders", number, "6.1")


def check_side(state: State, number: int, frame: Any) -> None:
    """4.1 Each frame belongs to a side that it can belong to."""
    active = state.cells[layout.ACTIVE]
    if isinstance(frame, OF_THE_TURN) and frame.side != active:
        refuse("only the side whose turn it is can do that", number, "4.1")
    wanted = OF_ONE_SIDE.get(type(frame))
    if wanted is not None and frame.side != wanted:
        refuse(f"that belongs to {counters.SIDES.titles[wanted]}", number, frame.clause)
    if isinstance(frame, Intercept) and frame.attacker != active:
        refuse("only the side whose turn it is can attack", number, "8.11.1")
    if isinstance(frame, Intercept) and not fighters(state.cells, frame.attacker, frame.land):
        refuse("there are no fighters that could intercept the raid", number, "8.11.1")
    if isinstance(frame, Reinforcing) and not state.cells[layout.UNIT_BID]:
        refuse("no bid of units was opened", number, "16.2")


def check_moving(state: State, number: int, frame: Any, below: tuple[Any, ...]) -> None:
    """7.1.1, 7.6.1, 8.3.2, 10.1 Units that were picked up or are in the air exist."""
    cells = state.cells
    if isinstance(frame, Takeoff | DestinationChoice) and frame.power not in counters.POWERS_OF[frame.side]:
        refuse("a side can move only its own units", number, "7.1.1")
    if isinstance(frame, DestinationChoice) and not was_picked_up(state, frame, below):
        refuse("no such units can be picked up there", number, "7.1.1")
    if isinstance(frame, Takeoff):
        aircraft = frame.piece in (counters.FIGHTER, counters.BOMBER)
        if not aircraft or not number_of(layout.unmoved_units(cells, frame.power, frame.place), frame.piece):
            refuse("there is no such aircraft to take off", number, "7.4.1")
    if isinstance(frame, SailingFightersChoice):
        if min(frame.place, frame.to, frame.origin) < counters.FIRST_ZONE:
            refuse("carriers can sail only from one sea zone to another", number, "7.3.1")
        moving = DestinationChoice(frame.side, frame.side, frame.place, counters.CARRIER, frame.left, frame.origin)
        alone = State(state.rules, state.cells, (*below, moving))
        if frame.place not in carriers_at(cells) or destinations(alone, moving).get(frame.to, 0) < frame.many:
            refuse("not that many carriers can sail there", number, "7.6.1")


def was_picked_up(state: State, frame: DestinationChoice, below: tuple[Any, ...]) -> bool:
    """7.1.1, 7.3.1, 14.5 Whether the phase below this frame allows picking up these units with these
    remaining steps.
    """
    before = State(state.rules, state.cells, below)
    named = counters.PLACES.ids[frame.place], counters.PIECES.ids[frame.piece]
    if frame.left < 0:
        verb = "move_chinese" if frame.power == counters.CHINA else "move"
        right = frame.origin == frame.place and frame.power in (frame.side, counters.CHINA)
    else:
        verb, phase = "go_on", below[-1]
        rows = [row for row in phase.afloat if (row.place, row.piece) == (frame.place, frame.piece)]
        right = (frame.power, frame.left, frame.origin) in [(row.power, row.left, row.origin) for row in rows]
    return right and before.why_not(counters.SIDES.ids[frame.side], (verb, *named)) is None


def check_under_way(state: State, number: int, frame: Any) -> None:
    """7.3.4, 8.3.2 Aircraft that passed AA guns are in the air, and ships that left enemies are in the zones that they
    went to.
    """
    cells = state.cells
    if isinstance(frame, CombatMoves):
        for row in frame.passing:
            flying = row.power in counters.POWERS_OF[frame.side] and layout.aircraft_in_flight(
                cells, row.power, row.place
            )
            if row.many > (number_of(flying, row.flight) if flying else 0):
                refuse("there are not that many such aircraft in the air", number, "8.3.2")
    if isinstance(frame, NoncombatMoves):
        for zone in range(counters.ZONE_COUNT):
            there = cells[layout.ACTED + counters.FIRST_ZONE + zone]
            if any(many > number_of(there, ship) for ship, many in nonzero(cells[layout.ESCAPED + zone])):
                raise BadValue(
                    "there are not that many ships", field=f"escaped.{counters.ZONES.ids[zone]}", clause="7.3.4"
                )


def carriers_at(cells: layout.Cells) -> set[int]:
    """The places with carriers of the side whose turn it is."""
    own = layout.UNITS + cells[layout.ACTIVE] * counters.PLACE_COUNT
    places = range(counters.FIRST_ZONE, counters.PLACE_COUNT)
    return {place for place in places if number_of(cells[own + place] + cells[layout.ACTED + place], counters.CARRIER)}


def check_battle(state: State, number: int, frame: Any, below: tuple[Any, ...]) -> None:
    """8.1.2 Units that were hit are in the battle, and a question about a battle is above it on the stack."""
    if isinstance(frame, SeaBattle | LandBattle | Raid):
        place = frame.land if isinstance(frame, LandBattle | Raid) else frame.place
        for power, struck in enumerate(frame.struck):
            if any(many > number_of(all_units_in(state.cells, power, place), piece) for piece, many in nonzero(struck)):
                refuse(f"{counters.POWERS.titles[power]} does not have that many units in the battle", number, "8.1.3")
    if isinstance(frame, LandBattle | RetreatDecision):
        place = frame.land if isinstance(frame, LandBattle) else frame.place
        for slot, landed in enumerate(frame.landed):
            there = state.cells[layout.ACTED + slot * counters.PLACE_COUNT + place]
            if any(many > number_of(there, unit) for unit, many in nonzero(landed)):
                refuse("not that many units have landed there", number, "8.8.5")
    battle = next((battles for kind, battles in ASKED_IN if isinstance(frame, kind)), ())
    if battle and not any(isinstance(other, battle) and concerns_battle(frame, other) for other in below):
        refuse("there is no such battle below it", number, frame.clause)
    if (
        isinstance(frame, Submerging)
        and (frame.power in counters.POWERS_OF[state.cells[layout.ACTIVE]]) != frame.attacking
    ):
        refuse("only the side whose turn it is can attack", number, "8.5.3")


def concerns_battle(frame: Any, battle: Any) -> bool:
    """Whether a question concerns this battle."""
    place = frame.place if isinstance(frame, Losses) else getattr(frame, "land", None)
    if place is None:
        place = frame.zone + counters.FIRST_ZONE
    return bool(place == (battle.land if isinstance(battle, LandBattle | Raid) else battle.place))


def all_units_in(cells: layout.Cells, power: int, place: int) -> int:
    """All units of a power in a place, including those in the air."""
    result = layout.unmoved_units(cells, power, place)
    if power in counters.POWERS_OF[cells[layout.ACTIVE]]:
        result += layout.acted_units(cells, power, place) + in_flight(cells, power, place, ALL_FLIGHTS)
    return result


def check_after(state: State, number: int, frame: Any) -> None:
    """8.1.1, 8.7.2, 8.12.2, 9.2, 9.5.4, 11.3 The questions between battles and after them."""
    cells, figures = state.cells, state.rules.pieces
    asked = isinstance(frame, Combat) and frame is state.stack[-1]
    if asked and (frame.battles, frame.raiding) != next_battles(cast("Any", state), frame):
        refuse("these are not the battles to come", number, "8.1.1")
    if isinstance(frame, FighterDiversion):
        there = number_of(layout.unmoved_units(cells, frame.power, counters.FIRST_ZONE + frame.zone), counters.FIGHTER)
        if frame.power in counters.FRIENDS[cells[layout.ACTIVE]] or frame.many > there:
            refuse("fewer fighters are without a deck", number, "8.7.2")
        together = layout.friends_at(cells, frame.power, counters.FIRST_ZONE + frame.zone)
        without = number_of(together, counters.FIGHTER) - 2 * number_of(together, counters.CARRIER)
        asked_for = [
            other.many for other in state.stack if isinstance(other, FighterDiversion) and other.zone == frame.zone
        ]
        if sum(asked_for) != without:
            refuse(f"{max(without, 0)} fighters are without a deck there", number, "8.7.2")
    if isinstance(frame, ConvoyWon) and not convoys_of_enemy(cells, frame.side) >> frame.zone & 1:
        refuse("the enemy holds no convoy there", number, "9.5.4")
    if isinstance(frame, HolderChoice):
        who = possible_holders(figures, cells, frame.side, frame.land)
        if layout.held_by_team(cells, frame.side) >> frame.land & 1 or not who & (who - 1):
            refuse("there is nothing to decide about that territory", number, "9.2")
    if isinstance(frame, Kamikaze):
        check_targets(state, number, frame)
    if isinstance(frame, Placement):
        for zone, room in frame.decks:
            if room > 2 * number_of(cells[layout.ACTED + counters.FIRST_ZONE + zone], counters.CARRIER):
                refuse("not that many carriers were placed there", number, "11.3")


def check_landing_lost(state: State, number: int, frame: Any) -> None:
    """8.1.3 There are more landings planned than ships left, and the landings differ."""
    if isinstance(frame, LandingLost):
        planned = cancellable_landings(state, frame)
        if len(planned) < 2 or surplus_landings(state.cells, frame.zone, frame.ship, planned) <= 0:
            refuse("more landings must be planned than such ships are left, and at least two of them", number, "8.1.3")


def check_targets(state: State, number: int, frame: Kamikaze) -> None:
    """8.12.1, 8.12.2 There are no more named attacks than possible, each on a ship that may be named."""
    cells = state.cells
    if cells[layout.ACTIVE] == counters.JAPAN:
        refuse("kamikazes fly only in the turns of the Allies", number, "8.12.1")
    if len(frame.targets) > cells[layout.KAMIKAZES]:
        refuse(f"{cells[layout.KAMIKAZES]} kamikazes are left", number, "8.12.1")
    found = targets_by_zone(state.rules.pieces, cells)
    if any(not found.get(target.zone, 0) >> target.piece & 1 for target in frame.targets):
        refuse("no such ship may be named there", number, "8.12.2")
