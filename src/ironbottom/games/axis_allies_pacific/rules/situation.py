"""7.1.1 What all verbs of a phase of movement rest upon, found once a decision.

Between two decisions of a phase a few cells change. What was found before is carried on by these cells alone, once it
is sure that no other has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ironbottom.engine.actions import Verb
from ironbottom.engine.memo import Boards, latest
from ironbottom.engine.restrictions import Branches
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific.counts import members, total
from ironbottom.games.axis_allies_pacific.pieces import (
    ALLY,
    CHINA,
    FIRST_ZONE,
    JAPAN,
    LAND_COUNT,
    PLACE_COUNT,
    SHIPS_MASK,
    SIDES,
    USA,
    ZONE_COUNT,
)
from ironbottom.games.axis_allies_pacific.rules.company import unattacked
from ironbottom.games.axis_allies_pacific.rules.decks import NO_NEEDS, NOTHING_ALOFT, Plan, Seas, flotilla, needs_of
from ironbottom.games.axis_allies_pacific.rules.reach import Figures
from ironbottom.games.axis_allies_pacific.rules.stacks import (
    GROUND,
    TRANSPORT_KINDS,
    TROOPERS_OF_JAPAN,
    Going,
    Standpoint,
    Unmoved,
    kinds_in,
    stack_goes,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    CONVOYS_TAKEN,
    ENTERED,
    ESCAPED,
    FLYING,
    LANDING_AT,
    LATELY,
    ORIGINS,
    SAILED,
    TAKEN,
    UNITS,
    UNLOADED,
    Cells,
    defended_lands,
    held_by_team,
    hostile_zones,
    layout,
)

if TYPE_CHECKING:
    from ironbottom.games.axis_allies_pacific.rules.courses import MovementPhase


class Bearing(NamedTuple):
    """What bears on the ways of all units alike: the phase, zones with enemies, lands held or friendly since the start.

    ``defended`` are the lands with enemy combat units.
    In phase 3 ``closed`` are the hostile zones where nothing of the side attacks, ``stuck`` those that the last
    attacker may not leave (7.1.4); in phase 6 all hostile zones are closed. ``plan`` is to find decks for aircraft.
    """

    figures: Figures
    regroups: bool
    hostile: int
    held: int
    friendly: int
    defended: int
    closed: int
    stuck: int
    plan: Plan | None


class Situation(NamedTuple):
    """What all verbs of a phase of movement rest upon.

    ``aloft`` are the aircraft in the air. Of the side's own units that have not acted, ``stacks`` tells the pieces
    place by place, ``going`` those of them that go somewhere, as if no carrier were needed and every attack met,
    ``waiting`` the ground units land by land, ``troopers`` the ships that carry them zone by zone.
    """

    here: MovementPhase
    figures: Figures
    cells: Cells
    bearing: Bearing
    bounds: tuple[Figures, Standpoint]
    aloft: list[int]
    stacks: Unmoved
    going: Going
    waiting: list[int]
    troopers: list[int]
    offers: dict[Verb, Branches]
    """7.1.1 What is offered of each verb, as far as it was found since anything changed that it rests upon."""


def situation(state: State, here: MovementPhase) -> Situation:
    """What bears on the movement of a side now: carried on from the last time, or found anew."""
    cells, side = state.cells, here.side
    kept = _kept.take(side)
    found = None
    if kept is not None:
        known, before = kept
        changed = []
        for cell in LATELY:
            if known[cell] != cells[cell]:
                known[cell] = cells[cell]
                changed.append(cell)
        if before.figures is state.rules.pieces and before.here.regroups == here.regroups and known == cells:
            found = carried_on(before, cells, here, changed)
    LATELY.clear()
    if found is None:
        known, found = cells[:], afresh(state, here)
    _kept.put(side, (known, found))
    return found


_kept: Boards[int, tuple[Cells, Situation]] = Boards("situation")


def afresh(state: State, here: MovementPhase) -> Situation:
    """The same from the cells alone."""
    cells, side, figures = state.cells, here.side, state.rules.pieces
    bearing = bearing_of(figures, cells, side, regroups=here.regroups)
    havens = bearing.friendly if here.regroups else 0
    bounds = (
        figures,
        Standpoint(here.regroups, bearing.hostile, bearing.held, havens, havens & figures.air_bases),
    )
    start = UNITS + side * PLACE_COUNT
    on_land, at_sea = cells[start : start + LAND_COUNT], cells[start + LAND_COUNT : start + PLACE_COUNT]
    lands, zones = list(map(kinds_in, on_land)), list(map(kinds_in, at_sea))
    going = Going(
        [stack_goes(bounds, land, kinds) for land, kinds in enumerate(lands)],
        [stack_goes(bounds, place, kinds) for place, kinds in enumerate(zones, FIRST_ZONE)],
    )
    carrying = TROOPERS_OF_JAPAN if side == JAPAN else TRANSPORT_KINDS
    return Situation(
        here,
        figures,
        cells,
        bearing,
        bounds,
        in_the_air(cells),
        Unmoved(on_land, at_sea, lands, zones),
        going,
        [kinds & GROUND for kinds in lands],
        [kinds & carrying for kinds in zones],
        {},
    )


def bearing_of(figures: Figures, cells: Cells, side: int, *, regroups: bool) -> Bearing:
    """What bears on the ways of all units of a side alike."""
    held, hostile = held_by_team(cells, side), hostile_zones(cells, side)
    defended = defended_lands(cells, side)
    bearing = Bearing(figures, regroups, hostile, held, held & ~cells[TAKEN], defended, hostile, 0, None)
    fleets = UNITS + side * PLACE_COUNT + FIRST_ZONE
    return as_to_ships(bearing, cells, side, cells[fleets : fleets + ZONE_COUNT], in_the_air(cells))


def in_the_air(cells: Cells) -> list[int]:
    """The aircraft in the air."""
    aloft = cells[FLYING : FLYING + 2 * PLACE_COUNT]
    return aloft if aloft != NOTHING_ALOFT else NOTHING_ALOFT


def as_to_ships(before: Bearing, cells: Cells, side: int, at_sea: list[int], aloft: list[int]) -> Bearing:
    """What bears on the ways of all, as to the side's own ships and aircraft at sea now."""
    figures, regroups, hostile, held, friendly, defended, _, _, _ = before
    closed, stuck, plan = hostile, 0, None
    if not regroups:
        acted, above = cells[ACTED + FIRST_ZONE : ACTED + PLACE_COUNT], aloft[FIRST_ZONE:PLACE_COUNT]
        closed = unattacked((hostile, figures.sea_attackers, at_sea, acted, above))
        stuck = _stuck((hostile, figures.sea_attackers, at_sea, acted, above))
    needs = needs_of((figures, aloft, friendly))[0] if aloft is not NOTHING_ALOFT else NO_NEEDS
    if needs:
        plan = Plan(needs, flotilla(cells, side), Seas(hostile, closed, figures.naval_bases & friendly))
    bearing = Bearing(figures, regroups, hostile, held, friendly, defended, closed, stuck, plan)
    return before if bearing == before else bearing


@latest
def _stuck(asked: tuple[int, int, list[int], list[int], list[int]]) -> int:
    """7.1.4 The zones among enemies that the last attacking ship may not leave, since others came in its company."""
    hostile, attackers, fleets, acted, aloft = asked
    found = 0
    for zone in members(hostile):
        came = acted[zone] & SHIPS_MASK & ~attackers
        if came and not aloft[zone] and total((fleets[zone] + acted[zone]) & attackers) <= 1:
            found |= 1 << zone
    return found


# -- carried on from one decision to the next ----------------------------------------------------------------------

# What verbs rest upon, as bits; of cells a bit tells what they may change, and OTHERWISE that it is everything.
ON_LAND, AT_SEA, IN_THE_AIR, OF_FLEETS, OF_CHINA, OF_ALLY, OF_CONVOYS, OF_ESCAPED, OTHERWISE = (
    1 << bit for bit in range(9)
)
THOSE_GOING, WAITING, TROOPERS, AT_SEA_BY_KIND, BEARING, UNDER_WAY, FOR_A_DECK = (1 << bit for bit in range(9, 16))
RESTS_UPON = {
    "move": THOSE_GOING | BEARING | FOR_A_DECK,
    "move_chinese": OF_CHINA | BEARING,
    "go_on": UNDER_WAY | BEARING,
    "load": TROOPERS | UNDER_WAY | OF_ESCAPED | WAITING,
    "board": OF_ALLY | WAITING,
    "assault": TROOPERS | UNDER_WAY | OF_ESCAPED,
    "unload": TROOPERS | UNDER_WAY | OF_ESCAPED,
    "storm": OF_ALLY,
    "disembark": OF_ALLY,
    "seize": OF_CONVOYS | AT_SEA_BY_KIND,
    "land": IN_THE_AIR | AT_SEA | OF_FLEETS,
    "patrol": ON_LAND,
}
"""By verb, what of a phase its offer rests upon."""


def _uses(side: int) -> list[int]:
    """Cell by cell, what rests upon it in a phase of movement of a side."""
    uses = [OTHERWISE] * layout.size
    own, ally, china = (UNITS + power * PLACE_COUNT for power in (side, ALLY[side], CHINA))
    for first, after, use in (
        (ENTERED, ENTERED + 1, 0),
        (SAILED, SAILED + 1, 0),
        (ORIGINS, ORIGINS + PLACE_COUNT, 0),
        (LANDING_AT, ESCAPED, 0),
        (CONVOYS_TAKEN, CONVOYS_TAKEN + 1, OF_CONVOYS),
        (ESCAPED, ESCAPED + ZONE_COUNT, OF_ESCAPED),
        (ACTED, ACTED + 2 * PLACE_COUNT, 0),
        (ACTED + FIRST_ZONE, ACTED + PLACE_COUNT, OF_FLEETS),
        (FLYING, FLYING + 2 * PLACE_COUNT, IN_THE_AIR),
        (ally + FIRST_ZONE, ally + PLACE_COUNT, OF_FLEETS | OF_ALLY),
        (own, own + LAND_COUNT, ON_LAND),
        (own + LAND_COUNT, own + PLACE_COUNT, AT_SEA),
    ):
        uses[first:after] = [use] * (after - first)
    if side != JAPAN:
        uses[UNLOADED : UNLOADED + ZONE_COUNT] = [OF_ALLY] * ZONE_COUNT
    if side == USA:
        uses[china : china + PLACE_COUNT] = [OF_CHINA] * PLACE_COUNT
    return uses


def _zones_of_cells() -> list[int]:
    """By cell of units, moved or not or in the air, their zone as a set; nothing for the cells of lands and others."""
    zones = [0] * layout.size
    for first in range(UNITS, FLYING + 2 * PLACE_COUNT, PLACE_COUNT):
        zones[first + FIRST_ZONE : first + PLACE_COUNT] = [1 << zone for zone in range(ZONE_COUNT)]
    return zones


ZONE_OF = _zones_of_cells()
USES = tuple(_uses(side) for side in range(len(SIDES)))


def carried_on(before: Situation, cells: Cells, here: MovementPhase, changed: list[int]) -> Situation | None:
    """The same as before but for the cells that have changed, which are all that differ; None where all may differ."""
    if not changed and before.here is here and before.cells is cells:
        return before
    uses, touched, where = USES[here.side], 0, 0
    for cell in changed:
        touched |= uses[cell]
        where |= ZONE_OF[cell]
    if touched & OTHERWISE:
        return None
    was, figures, _, bearing, bounds, aloft, stacks, going, waiting, troopers, offers = before
    if touched & (ON_LAND | AT_SEA):
        stacks, going, waiting, troopers = stacks_changed(before, cells, here.side, changed)
        touched |= what_differs(before, stacks, going, waiting, troopers)
    if touched & IN_THE_AIR:
        aloft = in_the_air(cells)
    if touched & (AT_SEA | IN_THE_AIR | OF_FLEETS):
        if where & bearing.hostile or touched & IN_THE_AIR or bearing.plan is not None:
            bearing = as_to_ships(bearing, cells, here.side, stacks.at_sea, aloft)
            touched |= 0 if bearing is before.bearing else BEARING
        touched |= FOR_A_DECK if here.regroups else 0
    if here.afloat != was.afloat:
        touched |= UNDER_WAY
    if touched:
        offers = {verb: branches for verb, branches in offers.items() if not RESTS_UPON[verb.name] & touched}
    return made(Situation, (here, figures, cells, bearing, bounds, aloft, stacks, going, waiting, troopers, offers))


def stacks_changed(
    before: Situation, cells: Cells, side: int, changed: list[int]
) -> tuple[Unmoved, Going, list[int], list[int]]:
    """The side's own units are others than before in some of the cells that have changed."""
    bounds, stacks, going, waiting, troopers = (
        before.bounds,
        before.stacks,
        before.going,
        before.waiting,
        before.troopers,
    )
    uses, start = USES[side], UNITS + side * PLACE_COUNT
    for cell in changed:
        if uses[cell] == ON_LAND:
            stacks, going, waiting = land_changed(bounds, cell - start, cells[cell], stacks, going, waiting)
        elif uses[cell] == AT_SEA:
            zone = cell - start - FIRST_ZONE
            stacks, going, troopers = zone_changed(bounds, side, zone, cells[cell], stacks, going, troopers)
    return stacks, going, waiting, troopers


def what_differs(before: Situation, stacks: Unmoved, going: Going, waiting: list[int], troopers: list[int]) -> int:
    """What of the side's own units is other than before, as bits."""
    return (
        (THOSE_GOING if going is not before.going else 0)
        | (WAITING if waiting is not before.waiting else 0)
        | (TROOPERS if troopers is not before.troopers else 0)
        | (AT_SEA_BY_KIND if stacks.zones is not before.stacks.zones else 0)
    )


made = tuple.__new__
"""Makes a named tuple without the detour by names: there are several at every decision."""


def land_changed(
    bounds: tuple[Figures, Standpoint], land: int, counts: int, stacks: Unmoved, going: Going, waiting: list[int]
) -> tuple[Unmoved, Going, list[int]]:
    """The units of a land are others than before."""
    on_land, at_sea, lands, zones = stacks
    kinds = kinds_in(counts)
    if kinds != lands[land]:
        lands = put(lands, land, kinds)
        waiting = put(waiting, land, kinds & GROUND)
        goes = stack_goes(bounds, land, kinds)
        if goes != going.lands[land]:
            going = Going(put(going.lands, land, goes), going.zones)
    return made(Unmoved, (put(on_land, land, counts), at_sea, lands, zones)), going, waiting


def zone_changed(
    bounds: tuple[Figures, Standpoint],
    side: int,
    zone: int,
    counts: int,
    stacks: Unmoved,
    going: Going,
    troopers: list[int],
) -> tuple[Unmoved, Going, list[int]]:
    """The units of a zone are others than before."""
    on_land, at_sea, lands, zones = stacks
    kinds = kinds_in(counts)
    if kinds != zones[zone]:
        zones = put(zones, zone, kinds)
        troopers = put(troopers, zone, kinds & (TROOPERS_OF_JAPAN if side == JAPAN else TRANSPORT_KINDS))
        goes = stack_goes(bounds, FIRST_ZONE + zone, kinds)
        if goes != going.zones[zone]:
            going = Going(going.lands, put(going.zones, zone, goes))
    return made(Unmoved, (on_land, put(at_sea, zone, counts), lands, zones)), going, troopers


def put(listed: list[int], place: int, value: int) -> list[int]:
    """The same with another value in a place; the same list where it stands there."""
    if listed[place] == value:
        return listed
    listed = listed[:]
    listed[place] = value
    return listed
