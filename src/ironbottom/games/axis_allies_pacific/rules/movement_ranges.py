"""7.1.1 to 7.6.1, 10.0 The destinations of units: ground units, ships, carriers with their fighters."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, cast

from ironbottom.engine.core.fields import Number, Numbers, members
from ironbottom.engine.rules.question import Question
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, WIDTH, number_of
from ironbottom.games.axis_allies_pacific.derived import stacks
from ironbottom.games.axis_allies_pacific.derived.decks import (
    Needs,
    land_needs,
    landing_plan,
    needs_decks,
    room_by_zone,
    sails_somewhere,
)
from ironbottom.games.axis_allies_pacific.derived.reach import AnyRouteInputs, Figures
from ironbottom.games.axis_allies_pacific.derived.sea_zones import (
    closed_to_others,
    convoys_of_enemy,
    enclosed_zones,
    may_leave,
)
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    BOMBER,
    CARRIER,
    CHINA,
    FIGHTER,
    FIRST_ZONE,
    FRIENDS,
    LAND_COUNT,
    PLACE_COUNT,
    SUBMARINE,
    TANK,
    WARSHIPS_MASK,
    AllUnitsInMovement,
    Piece,
    Place,
    Power,
    Side,
    UnitsInMovement,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    TAKEN,
    UNITS,
    Cells,
    add_to_counts,
    defended_lands,
    friendly_since_start,
    held_by_team,
    hostile_zones,
    zones_with_destroyers,
)
from ironbottom.games.axis_allies_pacific.state_types import State

NUMBERS = Numbers("number", 1, 255)


class MovementPhase(Question):
    """7.1.1, 10.1 A phase of movement: its side, and the units that have moved and can move further."""

    noncombat: ClassVar[bool] = False
    """Whether this is phase 6."""
    hides_forced = True  # until the phase ends all its moves may be planned again, so nothing ends it automatically
    side: Side
    afloat: AllUnitsInMovement

    def offer_context(self, state: State) -> MovementInputs:
        return MovementInputs(state, self)


def movement_phase(state: State) -> MovementPhase:
    """The phase of movement in which the units in question were picked up."""
    return cast("MovementPhase", state.stack[-2])  # the compiler does not know its later subclasses


class PickedUpUnits(Question):
    """7.1.1 Units that were picked up; ``left`` is -1 for units that have not moved yet."""

    side: Side
    power: Power
    place: Place
    piece: Piece
    left: Annotated[int, Number(-1, 3)]
    origin: Place


def with_units_in_movement(afloat: tuple[UnitsInMovement, ...], row: UnitsInMovement) -> tuple[UnitsInMovement, ...]:
    """The rows with one more added; equal rows are combined, and the order is fixed."""
    counted: dict[tuple[int, ...], UnitsInMovement] = {}
    for known in (*afloat, row):
        key = known[:5]
        like = counted.get(key)
        counted[key] = known if like is None else like._replace(many=like.many + known.many)
    return tuple(sorted([row for row in counted.values() if row.many]))


class MovementInputs:
    """7.1.1 The inputs of all verbs in a phase of movement, computed once per decision.

    ``friendly`` are the territories friendly since the turn began; ``needs`` is the need of aircraft in the air for
    carriers.
    For the side's unmoved units, ``stacks`` has the pieces by place, as sets, ``waiting`` the ground units by land, and
    ``transports`` the ships that carry them by zone.
    """

    __slots__ = (
        "cells",
        "figures",
        "friendly",
        "held",
        "hostile",
        "needs",
        "phase",
        "stacks",
        "transports",
        "waiting",
    )

    def __init__(self, state: State, frame: MovementPhase) -> None:
        cells: Cells = state.cells
        figures = state.rules.pieces
        side: int = frame.side
        self.phase, self.figures, self.cells = frame, figures, cells
        self.hostile = hostile_zones(cells, side)
        self.held = held_by_team(cells, side)
        self.friendly = self.held & ~cells[TAKEN]
        self.needs: Needs = land_needs(figures, cells, side)[0]
        kinds = self.stacks = stacks.kinds_by_place(cells, side)
        self.waiting = stacks.waiting_by_land(side, kinds[:FIRST_ZONE])
        self.transports = stacks.transports_by_zone(side, kinds[FIRST_ZONE:])


def movable(state: State, frame: MovementPhase, power: int, place: int) -> int:
    """7.1.1 The unmoved pieces of a power in a place that can go somewhere, as a set."""
    return pieces_that_go(state, MovementInputs(state, frame), power)[place]


def pieces_that_go(state: State, inputs: MovementInputs, power: int) -> list[int]:
    """7.1.1 The unmoved pieces of a power that can go somewhere, as a set for each place."""
    phase, figures, cells = inputs.phase, inputs.figures, inputs.cells
    kinds = stacks.kinds_by_place(cells, CHINA) if power == CHINA else inputs.stacks
    havens = inputs.friendly if phase.noncombat else 0
    result = stacks.stacks_that_go(
        power, (figures, phase.noncombat, inputs.hostile, inputs.held, havens, havens & figures.air_bases), kinds
    )
    if phase.noncombat:
        result = with_decks(inputs, power, result)
    else:
        result = attackers_that_may_leave(inputs, without_blocked_ships(inputs, result))
    return with_carriers_that_sail(state, inputs, result) if inputs.needs and power != CHINA else result


def without_blocked_ships(inputs: MovementInputs, found: list[int]) -> list[int]:
    """7.1.4 Removes ships that do not attack if all adjacent zones are closed to them."""
    figures = inputs.figures
    if enclosed_zones(figures, inputs.hostile) and (
        blocked := enclosed_zones(figures, closed_to_others(figures, inputs.cells, inputs.phase.side))
    ):
        found = found[:]
        for zone in members(blocked):
            found[FIRST_ZONE + zone] &= stacks.kinds_in(figures.sea_attackers) | ~stacks.SHIPS
    return found


def attackers_that_may_leave(inputs: MovementInputs, found: list[int]) -> list[int]:
    """7.1.4 Removes the last attacker among enemies if other ships came with it."""
    for zone in members(inputs.hostile):
        place = FIRST_ZONE + zone
        if found[place] & stacks.SHIPS and not may_leave(inputs.figures, inputs.cells, inputs.phase.side, place):
            found = found[:]
            found[place] &= ~(stacks.kinds_in(inputs.figures.sea_attackers) & stacks.SHIPS)
    return found


def with_decks(inputs: MovementInputs, power: int, found: list[int]) -> list[int]:
    """7.6.1 Adds the fighters that find room on a carrier elsewhere; China has no units at sea (14.5)."""
    if not stacks.has_fighters_without_land(power, found):
        return found
    room = {} if power == CHINA else room_by_zone(inputs.cells, inputs.phase.side)
    plan = (
        landing_plan(inputs.figures, inputs.cells, inputs.phase.side, hoping=False) if room and inputs.needs else None
    )
    return stacks.settled_by_decks(
        power, (inputs.figures, inputs.figures.air_bases & inputs.friendly, room, plan, found)
    )


def steps_of(figures: Figures, frame: MovementPhase, piece: int) -> int:
    """7.3.1, 10.3 The steps of a unit; in phase 6 a ship may have one more, between two naval bases."""
    return figures.moves[piece] + (frame.noncombat and piece > BOMBER)


def closed_to(figures: Figures, cells: Cells, frame: MovementPhase, piece: int) -> int:
    """7.1.4, 10.2 The zones that a ship of this kind may not enter."""
    if frame.noncombat:
        return hostile_zones(cells, frame.side)
    return 0 if 1 << WIDTH * piece & figures.sea_attackers else closed_to_others(figures, cells, frame.side)


def route_zones(
    figures: Figures, cells: Cells, frame: MovementPhase, piece: int, *, seeking: bool = True
) -> AnyRouteInputs:
    """7.1.4, 7.3.2, 7.3.3, 10.2 The zones where a ship of this kind may not go, and where it stops; ``seeking``:
    whether it seeks convoys.

    A tuple like ``RouteInputs``, but without names, which would double the time.
    """
    side = frame.side
    hostile = hostile_zones(cells, side)
    if frame.noncombat:
        return hostile, 0, 0
    warship = seeking and 1 << WIDTH * piece & WARSHIPS_MASK
    wanted = convoys_of_enemy(cells, side) & ~hostile if warship else 0
    if not 1 << WIDTH * piece & figures.sea_attackers:
        return closed_to_others(figures, cells, side), hostile, wanted
    if piece != SUBMARINE or figures.options["sub_pass"] == "any_enemy_stops":
        return 0, hostile, wanted
    stops = 0 if figures.options["sub_pass"] == "free" else zones_with_destroyers(cells, side)
    return 0, stops, wanted


def routes_by_place(
    state: State, frame: MovementPhase, place: int, piece: int, left: int, origin: int
) -> dict[int, tuple[int, ...]]:
    """The places that ground units or ships of a place can reach with their remaining steps, each with the route.

    ``origin`` is their place at the start of the turn.
    """
    routes = state.rules.pieces.routes
    asked = route_inputs(state, frame, place, piece, left, origin, seeking=True)
    result: dict[int, tuple[int, ...]] = routes.march(*asked) if piece <= AA_GUN else routes.voyages(*asked)
    return result


def reachable_places(state: State, frame: MovementPhase, place: int, piece: int, left: int, origin: int) -> int:
    """The places as a set."""
    routes = state.rules.pieces.routes
    asked = route_inputs(state, frame, place, piece, left, origin, seeking=False)
    result: int = routes.march_ends(*asked) if piece <= AA_GUN else routes.voyage_ends(*asked)
    return result


def route_inputs(
    state: State, frame: MovementPhase, place: int, piece: int, left: int, origin: int, *, seeking: bool
) -> tuple[Any, ...]:
    """7.2.1, 7.2.2, 7.3, 10.2, 10.3 The inputs for the routes of ground units or ships.

    Convoys affect only the route, not the possible destinations.
    """
    cells: Cells = state.cells
    figures = state.rules.pieces
    if piece <= AA_GUN:
        held = held_by_team(cells, frame.side)
        if frame.noncombat:
            return place, left, held, held
        open_lands = ~defended_lands(cells, frame.side) if piece == TANK else held
        return place, left, held | open_lands, -1
    bases = figures.naval_bases & friendly_since_start(cells, frame.side) if frame.noncombat else -1
    near = figures.routes.zones_within[place][left]
    closed, stops, wanted = route_zones(figures, cells, frame, piece, seeking=seeking)
    return (
        place - FIRST_ZONE,
        left,
        (closed & near, stops & near, wanted & near),  # distant places have no effect on the route
        origin - FIRST_ZONE,
        bases,
    )


def with_carriers_that_sail(state: State, inputs: MovementInputs, found: list[int]) -> list[int]:
    """7.4.2, 7.4.3 The pieces of all stacks that can go, given that aircraft in the air need carriers."""
    phase, figures, cells = inputs.phase, inputs.figures, inputs.cells
    plan, steps = (
        landing_plan(figures, cells, phase.side, hoping=not phase.noncombat),
        steps_of(figures, phase, CARRIER),
    )
    found = found[:]
    for zone in [deck.zone for deck in plan.decks if deck.fresh]:
        place = FIRST_ZONE + zone
        reach = reachable_places(state, phase, place, CARRIER, steps, place) >> FIRST_ZONE
        if not sails_somewhere(figures, plan, zone, reach):
            found[place] &= ~(1 << CARRIER)
    return found


def sail_carriers(
    cells: Cells, side: int, start: int, to: int, number: int, along: SailingFighters, *, fresh: bool
) -> None:
    """7.6.1, 7.6.2 Carriers sail with fighters of the side, unmoved ones first, and of an ally."""
    add_to_counts(cells, (UNITS + side * PLACE_COUNT if fresh else ACTED) + start, CARRIER, -number)
    add_to_counts(cells, ACTED + to, CARRIER, number)
    own = along.own
    for first in (UNITS + side * PLACE_COUNT, ACTED):
        taken = min(own, number_of(cells[first + start], FIGHTER))
        add_to_counts(cells, first + start, FIGHTER, -taken)
        add_to_counts(cells, ACTED + to, FIGHTER, taken)
        own -= taken
    if along.allied:
        (first,) = ALLIED_FIGHTER_CELLS[side]
        add_to_counts(cells, first + start, FIGHTER, -along.allied)
        add_to_counts(cells, first + to, FIGHTER, along.allied)


class SailingFighters(NamedTuple):
    """7.6.1 The fighters of the side and of its ally that sail with carriers."""

    own: int
    allied: int


def fighters_aboard(cells: Cells, side: int, place: int) -> SailingFighters:
    """The fighters on the carriers in a zone."""
    own = number_of(cells[UNITS + side * PLACE_COUNT + place] + cells[ACTED + place], FIGHTER)
    return SailingFighters(own, sum([number_of(cells[first + place], FIGHTER) for first in ALLIED_FIGHTER_CELLS[side]]))


ALLIED_FIGHTER_CELLS = tuple(
    tuple(UNITS + power * PLACE_COUNT for power in FRIENDS[side] if power not in (side, CHINA)) for side in range(3)
)
"""7.6.2 The cells of an ally's fighters that a side's carriers may take along."""


def air_targets(
    figures: Figures, cells: Cells, frame: MovementPhase, power: int, place: int, piece: int, *, needs: bool = True
) -> dict[int, int]:
    """10.1, 10.2 The places where unmoved aircraft may land in phase 6, with their numbers.

    Without ``needs``, no aircraft in the air needs a carrier.
    """
    bases = figures.air_bases & friendly_since_start(cells, frame.side)
    left = stacks.steps_in_the_air(figures, place, piece, bases)
    lands = figures.routes.landings(place, left, friendly_since_start(cells, frame.side), bases) & ~(1 << place)
    result = dict.fromkeys(members(lands & (1 << LAND_COUNT) - 1), MAX_COUNT)
    if piece == FIGHTER and power != CHINA:
        decks = open_decks(figures, cells, frame.side, place, left)
        if needs and decks and needs_decks(figures, cells, frame.side):
            plan = landing_plan(figures, cells, frame.side, hoping=False)
            decks = {to: stacks.to_spare(figures, plan, place, to - FIRST_ZONE, room) for to, room in decks.items()}
        result |= {to: room for to, room in decks.items() if room}
    return result


def open_decks(figures: Figures, cells: Cells, side: int, place: int, left: int) -> dict[int, int]:
    """7.6.1 The zones in range with room on carriers, with the number of places."""
    result = {}
    within = figures.routes.decks(place, left)
    for zone, room in room_by_zone(cells, side).items():
        if room > 0 and within >> zone & 1 and FIRST_ZONE + zone != place:
            result[FIRST_ZONE + zone] = room
    return result
