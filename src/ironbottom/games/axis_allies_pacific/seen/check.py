"""What can stand on the table: a state that no game could hold is refused, naming the field of its position."""

from __future__ import annotations

from itertools import pairwise
from typing import NoReturn

from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import members
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific.counts import each, mask, number_of
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    ALLIED_POWERS,
    BOMBER,
    CAP,
    CARRIER,
    CHINA,
    COAST_NAMES,
    COASTS,
    DESTROYER_LOADED,
    FIGHTER,
    FIRST_ZONE,
    HOLDERS,
    JAPAN,
    LANDING,
    LANDS,
    MARINE,
    PASSABLE,
    PIECES,
    PLACE_COUNT,
    PLACES,
    POWERS,
    SHIP_PIECES,
    USA,
    ZONE_COUNT,
    ZONES,
)
from ironbottom.games.axis_allies_pacific.rules.battle import Aftermath
from ironbottom.games.axis_allies_pacific.rules.combat_moves import CombatMoves, Takeoff
from ironbottom.games.axis_allies_pacific.rules.courses import Movement
from ironbottom.games.axis_allies_pacific.rules.land_battle import LandBattle
from ironbottom.games.axis_allies_pacific.rules.moving import Aboard, Bound
from ironbottom.games.axis_allies_pacific.rules.sea_battle import SeaBattle
from ironbottom.games.axis_allies_pacific.rules.sequence import Turn
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    COMPLEXES,
    FLYING,
    HELD,
    LANDING_AT,
    OUTCOME,
    UNITS,
    ZONES_OF,
    Cells,
    slot,
)

ON_LAND = mask((*range(AA_GUN + 1), FIGHTER, BOMBER, CAP))
AT_SEA = mask((FIGHTER, CAP, *SHIP_PIECES))


def refuse(message: str, field: str, clause: str | None = None) -> NoReturn:
    """Says what is wrong, and where."""
    raise BadValue(message, field=field, clause=clause)


def check(state: State) -> None:
    """Refuses a state that no game could hold."""
    cells = state.cells
    check_lands(cells)
    check_units(cells)
    check_decks(cells, [here.zone for here in state.stack if isinstance(here, SeaBattle)])
    check_landings(cells)
    check_stack(state)


def check_lands(cells: Cells) -> None:
    """9.1 Every land but the closed ones has one holder."""
    seen = 0
    for who in range(len(HOLDERS)):
        if seen & cells[HELD + who]:
            refuse(f"{LANDS.ids[members(seen & cells[HELD + who])[0]]} has one holder", "control", "9.1")
        seen |= cells[HELD + who]
    if seen != PASSABLE:
        refuse("every land but the Soviet Union and the Himalayas has a holder", "control", "2.2")
    if cells[COMPLEXES] & ~PASSABLE:
        refuse("no complex stands in a closed land", "complexes", "2.2")


def check_units(cells: Cells) -> None:
    """2.0, 7.8.1 Units stand where their kind may be, and belong to powers that have them."""
    for power, name in enumerate(POWERS.ids):
        check_stacks(cells, UNITS + power * PLACE_COUNT, power, f"units.{name}")
    side = cells[ACTIVE]
    for number, name in enumerate(("own", "china")):
        first, flights = ACTED + number * PLACE_COUNT, FLYING + number * PLACE_COUNT
        idle = number and side != USA
        if idle and (any(cells[first : first + PLACE_COUNT]) or any(cells[flights : flights + PLACE_COUNT])):
            refuse("China acts in the turn of the United States", f"acted.{name}", "1.3")
        check_stacks(cells, first, CHINA if number else side, f"acted.{name}")


def check_stacks(cells: Cells, first: int, power: int, field: str) -> None:
    """The stacks of a power in all places."""
    for place, counts in enumerate(cells[first : first + PLACE_COUNT]):
        if counts:
            check_place(counts, power, place, field)


def check_place(counts: int, power: int, place: int, field: str) -> None:
    """One power's units in one place."""
    field = f"{field}.{PLACES.ids[place]}"
    wrong = counts & ~(ON_LAND if place < FIRST_ZONE else AT_SEA)
    if wrong:
        refuse(f"no {PIECES.titles[each(wrong)[0][0]]} can be there", field, "2.3")
    if place < FIRST_ZONE and not PASSABLE >> place & 1:
        refuse("nothing enters that land", field, "2.2")
    if number_of(counts, MARINE) and power != USA:
        refuse("marines belong to the United States", field, "5.2")
    if number_of(counts, DESTROYER_LOADED) and power != JAPAN:
        refuse("only Japanese destroyers carry infantry", field, "7.8.1")
    if power == CHINA and place >= FIRST_ZONE:
        refuse("China has no units at sea", field, "14.5")


def check_decks(cells: Cells, fighting: list[int]) -> None:
    """7.6.1 Fighters at sea stand on decks, two to a carrier of their side; in a battle carriers may go (8.7.2)."""
    for powers in ((JAPAN,), ALLIED_POWERS):
        starts = [ZONES_OF[power] for power in powers]
        if cells[ACTIVE] in powers:
            starts.append(ACTED + FIRST_ZONE)
        fleets = [cells[start : start + ZONE_COUNT] for start in starts]
        for zone, stacks in enumerate(zip(*fleets, strict=True)):
            if not any(stacks) or zone in fighting:
                continue
            together = sum(stacks)
            if number_of(together, FIGHTER) > 2 * number_of(together, CARRIER):
                field = f"units.{POWERS.ids[powers[0]]}.{ZONES.ids[zone]}.fighter"
                refuse("a carrier holds two fighters", field, "7.6.1")


def check_landings(cells: Cells) -> None:
    """7.7.5 Landings are planned of ships that are there."""
    planned: dict[tuple[int, int], int] = {}
    for coast, counts in enumerate(cells[LANDING_AT : LANDING_AT + len(COAST_NAMES)]):
        for number, many in each(counts):
            key = (COASTS[coast][1], LANDING[number].ship)
            planned[key] = planned.get(key, 0) + many
            if planned[key] > number_of(cells[ACTED + FIRST_ZONE + key[0]], key[1]):
                refuse("not so many ships are there with such a load", f"landing.{COAST_NAMES.ids[coast]}", "7.7.5")


def check_stack(state: State) -> None:
    """4.1 The frames are those of a turn, and whoever is asked has something to choose."""
    cells, stack = state.cells, state.stack
    if not stack:
        return
    if cells[OUTCOME]:
        refuse("the game is over", "outcome", "15.1")
    if not isinstance(stack[0], Turn) or any(isinstance(here, Turn) for here in stack[1:]):
        refuse("the first frame is the turn's sequence, and no other is", "frames", "4.1")
    for below, here in pairwise(stack):
        check_frame(cells, below, here)
    for decision in state.decisions():
        if not decision.choices:
            told = f"{decision.rules.sides.titles[decision.side_number]} has nothing to choose here"
            refuse(told, "frames", decision.clause)


def check_frame(cells: Cells, below: object, here: object) -> None:
    """7.1.1, 8.1.2 What a frame says of units is so."""
    side = getattr(here, "side", None)
    if (
        isinstance(here, Movement | SeaBattle | LandBattle | Aftermath | Bound | Aboard | Takeoff)
        and side != cells[ACTIVE]
    ):
        refuse("that is for the side whose turn it is", "frames", "4.1")
    if isinstance(here, Bound | Aboard) and not isinstance(below, Movement):
        refuse("units are picked up in a phase of movement", "frames", "7.1.1")
    if isinstance(here, Takeoff) and not isinstance(below, CombatMoves):
        refuse("aircraft take off in combat movement", "frames", "7.4.1")
    if isinstance(here, Movement):
        under_way: dict[tuple[int, int, int], int] = {}
        for row in here.afloat:
            key = (row.power, row.place, row.piece)
            under_way[key] = under_way.get(key, 0) + row.many
            there = cells[ACTED + slot(row.power) * PLACE_COUNT + row.place]
            if under_way[key] > number_of(there, row.piece):
                refuse("not so many units are under way there", "frames", "7.3.1")
