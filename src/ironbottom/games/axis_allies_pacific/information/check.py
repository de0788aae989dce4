"""States that cannot occur; the error names the field of the position."""

from __future__ import annotations

from itertools import pairwise
from typing import NoReturn

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific import pieces as counters
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.counts import mask, nonzero, number_of
from ironbottom.games.axis_allies_pacific.information.check_frames import check_frames
from ironbottom.games.axis_allies_pacific.information.check_tracks import (
    check_standing_points,
    check_tracks,
    check_unsplit,
)
from ironbottom.games.axis_allies_pacific.rules.after_battle import FighterDiversion
from ironbottom.games.axis_allies_pacific.rules.battle import RetreatDecision
from ironbottom.games.axis_allies_pacific.rules.bids import Bidding, UnitBidding
from ironbottom.games.axis_allies_pacific.rules.cancelled_landings import LandingLost
from ironbottom.games.axis_allies_pacific.rules.cargo_after_combat import CARRYING
from ironbottom.games.axis_allies_pacific.rules.combat import Combat
from ironbottom.games.axis_allies_pacific.rules.combat_moves import CombatMoves, Takeoff
from ironbottom.games.axis_allies_pacific.rules.control import HolderChoice
from ironbottom.games.axis_allies_pacific.rules.land_battle import LandBattle
from ironbottom.games.axis_allies_pacific.rules.losses import Losses, targets
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import MovementPhase
from ironbottom.games.axis_allies_pacific.rules.moving import DestinationChoice, SailingFightersChoice
from ironbottom.games.axis_allies_pacific.rules.reinforcing import Reinforcing
from ironbottom.games.axis_allies_pacific.rules.sea_battle import SeaBattle
from ironbottom.games.axis_allies_pacific.rules.sequence import Turn
from ironbottom.games.axis_allies_pacific.state_types import State

ON_LAND = mask((*range(counters.AA_GUN + 1), counters.FIGHTER, counters.BOMBER, counters.CAP))
OF_CHINA = mask((counters.INFANTRY, counters.AA_GUN, counters.FIGHTER, counters.CAP))
BEFORE_CONTROL = ("combat_moves", "kamikaze", "combat")
"""4.1 Steps of a turn in which units are in enemy territories that they attack."""
AT_SEA = mask((counters.FIGHTER, counters.CAP, *counters.SHIP_PIECES))


def refuse(message: str, field: str, clause: str | None = None) -> NoReturn:
    """Raises an error for a field."""
    raise BadValue(message, field=field, clause=clause)


def check(state: State) -> None:
    """Refuses a state that cannot occur."""
    cells = state.cells
    check_lands(cells)
    check_units(cells)
    check_sides(cells)
    check_acted(state)
    check_loads(state)
    check_bought(state)
    check_interceptors(state)
    check_decks(cells, [frame.zone for frame in state.stack if isinstance(frame, SeaBattle | FighterDiversion)])
    check_landings(state)
    check_spent(cells)
    check_after_combat(state)
    check_tracks(state)
    check_bids(state)
    if state.stack or cells[layout.OUTCOME]:
        check_standing_points(state)
    if state.stack:
        check_unsplit(state)
    check_stack(state)


def check_lands(cells: layout.Cells) -> None:
    """9.1 Every territory but the closed ones has one holder."""
    seen = 0
    for who in range(len(counters.HOLDERS)):
        if seen & cells[layout.HELD + who]:
            refuse(
                f"{counters.LANDS.ids[members(seen & cells[layout.HELD + who])[0]]} can have only one holder",
                "control",
                "9.1",
            )
        seen |= cells[layout.HELD + who]
    if seen != counters.PASSABLE:
        refuse("every territory except the Soviet Union and the Himalayas must have a holder", "control", "2.2")
    if cells[layout.COMPLEXES] & ~counters.PASSABLE:
        refuse("there can be no complex in a closed territory", "complexes", "2.2")


def check_units(cells: layout.Cells) -> None:
    """2.0, 7.8.1 Units are where their kind may be, and belong to powers that have them."""
    for power, name in enumerate(counters.POWERS.ids):
        check_stacks(cells, layout.UNITS + power * counters.PLACE_COUNT, power, f"units.{name}")
    side = cells[layout.ACTIVE]
    for number, name in enumerate(("own", "china")):
        first, flights = layout.ACTED + number * counters.PLACE_COUNT, layout.FLYING + number * counters.PLACE_COUNT
        idle = number and side != counters.USA
        if idle and (
            any(cells[first : first + counters.PLACE_COUNT]) or any(cells[flights : flights + counters.PLACE_COUNT])
        ):
            refuse("China can act only in the turn of the United States", f"acted.{name}", "1.3")
        check_stacks(cells, first, counters.CHINA if number else side, f"acted.{name}")


def check_stacks(cells: layout.Cells, first: int, power: int, field: str) -> None:
    """The stacks of a power in all places."""
    for place, counts in enumerate(cells[first : first + counters.PLACE_COUNT]):
        if counts:
            check_place(counts, power, place, field)


def check_place(counts: int, power: int, place: int, field: str) -> None:
    """One power's units in one place."""
    field = f"{field}.{counters.PLACES.ids[place]}"
    misplaced = counts & ~(ON_LAND if place < counters.FIRST_ZONE else AT_SEA)
    if misplaced:
        refuse(f"no {counters.PIECES.titles[nonzero(misplaced)[0][0]]} can be there", field, "2.3")
    if place < counters.FIRST_ZONE and not counters.PASSABLE >> place & 1:
        refuse("no unit can enter that territory", field, "2.2")
    if number_of(counts, counters.MARINE) and power != counters.USA:
        refuse("only the United States can have marines", field, "5.2")
    if number_of(counts, counters.DESTROYER_LOADED) and power != counters.JAPAN:
        refuse("only Japanese destroyers can carry infantry", field, "7.8.1")
    if power == counters.CHINA and place >= counters.FIRST_ZONE:
        refuse("China cannot have units at sea", field, "14.5")
    if power == counters.CHINA and counts & ~OF_CHINA:
        refuse("China can have only infantry, AA guns and a fighter", field, "14.1")


def check_sides(cells: layout.Cells) -> None:
    """7.1.3, 9.1 Units that have not acted are in territories of their own side."""
    for power, name in enumerate(counters.POWERS.ids):
        friendly, start = layout.friendly_lands(cells, power), layout.LANDS_OF[power]
        for land, counts in enumerate(cells[start : start + counters.LAND_COUNT]):
            if counts and not friendly >> land & 1:
                refuse("the territory is held by the other side", f"units.{name}.{counters.LANDS.ids[land]}", "9.1")


def check_acted(state: State) -> None:
    """7.1.2, 8.2.2, 9.1 Units that have acted are only in enemy territories where they fight or which they entered."""
    cells, turn, side = state.cells, state.stack[0] if state.stack else None, state.cells[layout.ACTIVE]
    open_to = layout.friendly_lands(cells, side) | cells[layout.ENTERED]
    for frame in state.stack:
        open_to |= 1 << frame.land if isinstance(frame, LandBattle | HolderChoice) else 0
    if isinstance(turn, Turn) and turn.steps[turn.next - 1].name in BEFORE_CONTROL:
        open_to |= layout.defended_lands(cells, side)
    for start, name in ((layout.ACTED, "own"), (layout.ACTED + counters.PLACE_COUNT, "china")):
        for land, counts in enumerate(cells[start : start + counters.LAND_COUNT]):
            if counts and not open_to >> land & 1:
                refuse("the territory is held by the other side", f"acted.{name}.{counters.LANDS.ids[land]}", "9.1")


def check_loads(state: State) -> None:
    """5.2, 7.7.1, 7.7.7 Transports carry legal loads, under the chosen interpretation, of units that their powers
    have.
    """
    known = {ship for ship in counters.TRANSPORTS if not counters.LOADS[ship - counters.TRANSPORT]}
    known |= set(state.rules.pieces.next_load.values())
    fleets = [(layout.ZONES_OF[power], power, f"units.{counters.POWERS.ids[power]}") for power in range(counters.CHINA)]
    fleets.append((layout.ACTED + counters.FIRST_ZONE, state.cells[layout.ACTIVE], "acted.own"))
    for start, power, name in fleets:
        fitting = mask(ship for ship in known if not counters.NOT_ABOARD[power] & set(counters.load_of(ship)))
        for zone, counts in enumerate(state.cells[start : start + counters.ZONE_COUNT]):
            misplaced = counts & counters.TRANSPORTS_MASK & ~fitting
            if misplaced:
                ship = nonzero(misplaced)[0][0]
                message = (
                    "its powers have no such units to carry" if ship in known else "no transport can carry that much"
                )
                clause = "7.7.7" if ship in known else "7.7.1"
                refuse(message, f"{name}.{counters.ZONES.ids[zone]}.{counters.PIECES.ids[ship]}", clause)


def check_bought(state: State) -> None:
    """5.2 Units bought by an economy are units that it may buy."""
    for economy, name in enumerate(counters.ECONOMIES.ids):
        for kind, _ in nonzero(state.cells[layout.BOUGHT + economy]):
            if not state.rules.pieces.buyers[kind] >> economy & 1:
                kind_name = counters.KINDS.ids[kind]
                refuse(f"{name} cannot buy {counters.KINDS.titles[kind]}", f"bought.{name}.{kind_name}", "5.2")


def check_decks(cells: layout.Cells, fighting: list[int]) -> None:
    """7.6.1 Fighters at sea are on carriers of their side, two on each; in a battle carriers may be lost (8.7.2)."""
    for powers in ((counters.JAPAN,), counters.ALLIED_POWERS):
        starts = [layout.ZONES_OF[power] for power in powers]
        if cells[layout.ACTIVE] in powers:
            starts.append(layout.ACTED + counters.FIRST_ZONE)
        fleets = [cells[start : start + counters.ZONE_COUNT] for start in starts]
        for zone, stacks in enumerate(zip(*fleets, strict=True)):
            if not any(stacks) or zone in fighting:
                continue
            together = sum(stacks)
            if number_of(together, counters.FIGHTER) > 2 * number_of(together, counters.CARRIER):
                field = f"units.{counters.POWERS.ids[powers[0]]}.{counters.ZONES.ids[zone]}.fighter"
                refuse("a carrier can hold two fighters", field, "7.6.1")


def check_interceptors(state: State) -> None:
    """8.11.1, 8.11.3 Fighters are in the air over a territory only during a raid, until the battles are over."""
    raided = next((frame.raided for frame in state.stack if isinstance(frame, Combat)), 0)
    starts = [(layout.LANDS_OF[power], f"units.{name}") for power, name in enumerate(counters.POWERS.ids)]
    starts += [(layout.ACTED, "acted.own"), (layout.ACTED + counters.PLACE_COUNT, "acted.china")]
    for start, name in starts:
        for land, counts in enumerate(state.cells[start : start + counters.LAND_COUNT]):
            if number_of(counts, counters.CAP) and not raided >> land & 1:
                field = f"{name}.{counters.LANDS.ids[land]}.cap"
                refuse("fighters on patrol must be in a sea zone, or meet a raid", field, "8.11.1")


def check_landings(state: State) -> None:
    """7.7.5 The ships of planned landings are in their zones."""
    cells, planned = state.cells, dict[tuple[int, int], int]()
    asked = {(frame.zone, frame.ship) for frame in state.stack if isinstance(frame, LandingLost)}
    for coast, counts in enumerate(cells[layout.LANDING_AT : layout.LANDING_AT + len(counters.COAST_NAMES)]):
        for number, many in nonzero(counts):
            if counters.LANDING[number].from_ally:
                continue
            key = (counters.COASTS[coast][1], counters.LANDING[number].ship)
            planned[key] = planned.get(key, 0) + many
            if key not in asked and planned[key] > number_of(
                cells[layout.ACTED + counters.FIRST_ZONE + key[0]], key[1]
            ):
                refuse(
                    "there are not that many ships with such a load",
                    f"landing.{counters.COAST_NAMES.ids[coast]}",
                    "7.7.5",
                )


def check_spent(cells: layout.Cells) -> None:
    """8.9.4, 7.7.7 Ships that have bombarded, and an ally's ships that have unloaded, are in their zones."""
    ally = layout.ZONES_OF[counters.ALLY[cells[layout.ACTIVE]]]
    for spent, name, there in (
        (layout.BOMBARDED_SHIPS, "fired", layout.ACTED + counters.FIRST_ZONE),
        (layout.UNLOADED, "unloaded", ally),
    ):
        for zone, counts in enumerate(cells[spent : spent + counters.ZONE_COUNT]):
            if any(number > number_of(cells[there + zone], piece) for piece, number in nonzero(counts)):
                refuse("there are not that many such ships", f"{name}.{counters.ZONES.ids[zone]}", "8.9.4")


def check_after_combat(state: State) -> None:
    """7.7.5 Ships that may act after combat exist in their zone, carry units, and are recorded in phases 4 to 6
    only."""
    cells, turn = state.cells, state.stack[0] if state.stack else None
    landed: dict[int, int] = {}
    for coast, counts in enumerate(cells[layout.PART_LANDED : layout.PART_LANDED + len(counters.COAST_NAMES)]):
        landed[counters.COASTS[coast][1]] = landed.get(counters.COASTS[coast][1], 0) + counts
    for name, found in (
        ("loading_after_combat", dict(enumerate(cells[layout.LOADING : layout.LOADING + counters.ZONE_COUNT]))),
        ("engaged", dict(enumerate(cells[layout.ENGAGED : layout.ENGAGED + counters.ZONE_COUNT]))),
        ("part_landed", landed),
    ):
        late = ("regroup",) if name == "loading_after_combat" else ("combat", "control", "regroup")
        for zone, counts in found.items():
            there = cells[layout.ACTED + counters.FIRST_ZONE + zone]
            fits = counts & ~CARRYING == 0 and all(many <= number_of(there, ship) for ship, many in nonzero(counts))
            if not fits or (counts and isinstance(turn, Turn) and turn.steps[turn.next - 1].name not in late):
                refuse(
                    "no such ships carry units here, or not in this phase",
                    f"{name}.{counters.ZONES.ids[zone]}",
                    "7.7.5",
                )


def check_bids(state: State) -> None:
    """16.2 Only Britain's bid is unopened, and only while Japan's is asked for; then points or units are agreed."""
    cells, of_units = state.cells, state.rules.options["bidding"] == "units"
    asked = [frame.side for frame in state.stack if isinstance(frame, Bidding | UnitBidding)]
    lies = cells[layout.BIDS + counters.UK]
    lowest, highest = (1, layout.MAX_IPC_BID) if of_units else (layout.LOWEST_BID, layout.HIGHEST_BID)
    wanted = asked == [counters.JAPAN]
    if wanted != bool(lies) or lies not in (0, *range(lowest, highest + 1)):
        refuse(f"a bid from {lowest} to {highest} must be waiting while Japan bids", "bids.uk", "16.2")
    for side in (counters.JAPAN, counters.USA):
        if cells[layout.BIDS + side]:
            refuse("only Britain's bid is unopened", f"bids.{counters.SIDES.ids[side]}", "16.2")
    if any(isinstance(frame, Bidding if of_units else UnitBidding) for frame in state.stack):
        refuse("this game uses a different kind of bid", "frames", "16.2")
    if bool(cells[layout.VP_TARGET]) == bool(asked and not of_units) and not is_before_start(state):
        refuse("Japan's target is set only once the bids are opened", "points_needed", "16.2")
    if cells[layout.UNIT_BID] and (asked or not of_units):
        refuse("no bid of units has been opened in this game", "unit_bid", "16.2")
    placing = any(isinstance(frame, Reinforcing) for frame in state.stack)
    for cell, name in ((layout.TO_SPEND, "to_spend"), (layout.REINFORCED, "reinforced")):
        if cells[cell] and not placing:
            refuse("no units of a bid are being placed", name, "16.2")
    if cells[layout.TO_SPEND] > cells[layout.UNIT_BID]:
        refuse(f"the bid is worth only {cells[layout.UNIT_BID]} IPC", "to_spend", "16.2")


def is_before_start(state: State) -> bool:
    """Whether the game has not begun."""
    return isinstance(state.stack[0] if state.stack else None, Turn) and len(state.stack) == 1


def check_stack(state: State) -> None:
    """4.1 The frames are those of a turn, and the deciding side has a choice."""
    cells, stack = state.cells, state.stack
    if not stack:
        return
    if cells[layout.OUTCOME]:
        refuse("the game is over", "outcome", "15.1")
    if not isinstance(stack[0], Turn) or any(isinstance(here, Turn) for here in stack[1:]):
        refuse("only the first frame is the turn's sequence", "frames", "4.1")
    for below, here in pairwise(stack):
        check_frame(cells, below, here)
    top = stack[-1]
    check_frames(state)
    if isinstance(top, Losses) and not any(force.counts for force in targets(state, top)):
        refuse("there are losses to take, but nothing is left to lose", "frames", "8.1.3")
    for decision in state.decisions():
        if not decision.choices:
            message = f"{decision.rules.sides.titles[decision.side_number]} has nothing to choose here"
            refuse(message, "frames", decision.clause)


def check_frame(cells: layout.Cells, below: object, frame: object) -> None:
    """7.1.1, 8.1.2 The units in a frame exist."""
    side = getattr(frame, "side", None)
    if (
        isinstance(
            frame,
            MovementPhase
            | SeaBattle
            | LandBattle
            | RetreatDecision
            | DestinationChoice
            | SailingFightersChoice
            | Takeoff,
        )
        and side != cells[layout.ACTIVE]
    ):
        refuse("only the side whose turn it is can do that", "frames", "4.1")
    if isinstance(frame, DestinationChoice | SailingFightersChoice) and not isinstance(below, MovementPhase):
        refuse("units can be picked up only in a movement phase", "frames", "7.1.1")
    if (
        isinstance(frame, DestinationChoice)
        and frame.piece in counters.SHIP_PIECES
        and min(frame.place, frame.origin) < counters.FIRST_ZONE
    ):
        refuse("ships must be in a sea zone and have come from one", "frames", "7.3.1")
    if isinstance(frame, Takeoff) and not isinstance(below, CombatMoves):
        refuse("aircraft take off only in combat movement", "frames", "7.4.1")
    if isinstance(frame, MovementPhase):
        in_movement: dict[tuple[int, int, int], int] = {}
        for row in frame.afloat:
            if row.power not in counters.POWERS_OF[frame.side]:
                refuse("a side can move only its own units", "frames", "7.1.1")
            if row.piece in counters.SHIP_PIECES and min(row.place, row.origin) < counters.FIRST_ZONE:
                refuse("ships must be in a sea zone and have come from one", "frames", "7.3.1")
            key = (row.power, row.place, row.piece)
            in_movement[key] = in_movement.get(key, 0) + row.many
            there = cells[layout.ACTED + layout.power_slot(row.power) * counters.PLACE_COUNT + row.place]
            if in_movement[key] > number_of(there, row.piece):
                refuse("there are not that many units on the move", "frames", "7.3.1")
