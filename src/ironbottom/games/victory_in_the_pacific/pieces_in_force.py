"""The figures in force, and the hooks where variants and optional rules enter (4.1, 18.1, 20.2).

Both are computed once from the options. The rules read the hooks at ``pieces.hooks`` and do not know the variants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ironbottom.board.seas import set_of
from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules.procedures import Execution, Step
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.data import tables
from ironbottom.games.victory_in_the_pacific.data.validate import neighbours
from ironbottom.games.victory_in_the_pacific.derived.reach import RouteTable
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALL_UNITS,
    ALLIES,
    AREAS,
    CENTRAL_PACIFIC,
    JAPAN,
    PEARL_HARBOR,
    PLACES,
    PORT_COUNT,
    PORTS,
    SIDES,
    TURNS,
    UNITS,
    UNITS_OF_SIDE,
)
from ironbottom.games.victory_in_the_pacific.state import Cells

Entered = tuple[int, int, int]
"""6.21 The areas that a unit enters as its first, second and third."""


class Hooks:
    """The hooks; ``rules/hooks.py`` sets the rules as printed, and a variant sets its own (``enter``)."""

    def __init__(
        self,
        turn_one: Sequence[Step],
        first_moves: Callable[[Pieces, Cells, int], int],
        ask_japan: Callable[[Execution], None],
        group_found: Callable[[Execution, int, int, int], None],
        raid_reach: Callable[[Pieces, Cells, int, int, Entered], tuple[int, int]],
        combat_round: Callable[[Execution, int, int, bool], None],
        day_action: Callable[[Execution, int, int, int, int], None],
        stay_or_go: Callable[[Execution, int, int], None],
    ) -> None:
        self.start: Mapping[str, int] = {}
        """4.1 The cells where units start instead of the cells of their charts."""
        self.left_behind = 0
        """4.2 Ships that do not join the raid on Pearl Harbor."""
        self.turn_one = turn_one
        """18.1 The steps of the first turn."""
        self.first_moves = first_moves
        """18.2 The units of a side that may move on the first turn."""
        self.submarine_waits: Callable[[Cells, int], bool] = never
        """3.2, 6.6 Whether a side's submarine stays at its base."""
        self.torpedo_targets: Callable[[Cells, int, int], int] = every_unit
        """16.2, 18.34 The possible targets of a side's submarine in an area."""
        self.ask_japan = ask_japan
        """18.31 After the raids on Pearl Harbor Japan stays or goes."""
        self.group_found = group_found
        """18.32 Called when a group with an uncertain location appears in an area, with its units."""
        self.groups_known: Callable[[Execution], None] = do_nothing
        """18.32 Called when all groups have rolled."""
        self.sortie = UNITS_OF_SIDE[ALLIES]
        """18.33 The units that may leave Pearl Harbor after the raids."""
        self.raid_reach = raid_reach
        """6.222 The areas that a raider from a place reaches freely, and by a roll."""
        self.raiders_apart: Callable[[Cells], bool] = never
        """6.222 Whether raiders of a nation differ in range, so that each is computed separately."""
        self.raider_sails: Callable[[Cells, int, int], None] = do_nothing
        """6.12 Called when a raider leaves a place."""
        self.escapers: Callable[[Pieces, Cells], int] = no_units
        """17.11 Units in Pearl Harbor that also reach the U.S. Mandate."""
        self.amphibious_sails: Callable[[Pieces, Cells, int, int], None] = do_nothing
        """13.1 Called when an amphibious unit sails into an area."""
        self.shores: Callable[[Cells, int, int], int] = all_places
        """13.3 The places among these where an amphibious unit may land."""
        self.escape_homes: Callable[[Cells, int], int] = no_units
        """17.11 The only places that a unit may go home to; if there are none, the rules of its nation apply."""
        self.going_west: Callable[[State], int] = no_units
        """17.12 Units that may join the arrivals of turn 4."""
        self.may_repair_in_san_diego: Callable[[State], int] = no_units
        """11.23 Ships that may leave for repairs off the map."""
        self.opens_apart: Callable[[Execution, int], bool] = never
        """5.31 Opens the combat of an area in a special way, if it has one."""
        self.round = combat_round
        """7.13, 20.2 Opens a round between units in an area, after which named amphibious units may land."""
        self.day_action = day_action
        """5.34, 23.3 Opens a day action between units in an area; some units may not fire, and some cannot
        be attacked.
        """
        self.fires_named_targets: Callable[[Execution, int, int], bool] = never
        """7.44, 24.7 Fires Japan's units at targets named beforehand, if there are any."""
        self.kamikaze_candidates: Callable[[Execution, int], int] = no_units
        """19.22 The units among these that may make a kamikaze attack."""
        self.is_kamikaze: Callable[[Execution, int, int], bool] = never
        """19.21 Whether an attacking unit is a kamikaze."""
        self.stay_or_go = stay_or_go
        """8.1, 20.8 Asks a side whether its units stay after a round."""
        self.invaders: Callable[[int, int], int] = all_units
        """13.32, 20.7 The amphibious units among these that may invade, if some were named to."""
        self.invade_together = False
        """13.4, 22.1 Whether amphibious units that are named for an enemy base fight for it together."""


def do_nothing(*_: object) -> None:
    """Does nothing."""


def no_units(*_: object) -> int:
    """Returns 0: no unit and no place."""
    return 0


def never(*_: object) -> bool:
    """Never applies."""
    return False


def every_unit(*_: object) -> int:
    """16.2 Every unit."""
    return ALL_UNITS


def all_places(cells: Cells, unit: int, places: int) -> int:
    """13.3 All of the places."""
    return places


def all_units(units: int, named: int) -> int:
    """13.32 All of the units."""
    return units


class Pieces:
    """The figures in force by the numbers of units, areas and places, and the options as plain values."""

    def __init__(self, facts: Facts, options: Mapping[str, str], hooks: Hooks) -> None:
        units = list(facts.table(tables.UNITS).values())
        self.gunnery = tuple(unit.gunnery or 0 for unit in units)
        self.gunnery_bonus = tuple(bool(unit.gunnery_bonus) for unit in units)
        self.armor = tuple(unit.armor or 0 for unit in units)
        self.defence = tuple(unit.defence or 0 for unit in units)
        self.speed = tuple(unit.speed or 0 for unit in units)
        self.airstrike = tuple(unit.airstrike or 0 for unit in units)
        self.airstrike_bonus = tuple(bool(unit.airstrike_bonus) for unit in units)
        self.arrival = tuple(unit.arrival_turn for unit in units)
        self.entry = tuple(unit.arrival_place for unit in units)
        self.pearl_fleet = sum(
            1 << number
            for number, unit in enumerate(units)
            if (unit.arrival_turn, unit.arrival_place) == (1, PLACES.ids[PEARL_HARBOR])
        )
        self._read_map(facts)
        self._read_control(facts, options["start_flags"])
        self.removals = _removals(facts)
        self.repair, self.repairer = _repairs(facts)
        self.dates = tuple(row.date for row in facts.table(tables.TURNS).values())
        self.hooks = hooks
        self._read_options(options)

    def _read_map(self, facts: Facts) -> None:
        """The areas and places: their values, neighbours and routes."""
        areas, places = facts.table(tables.AREAS).values(), facts.table(tables.PLACES).values()
        self.worth = (tuple(area.poc_japan for area in areas), tuple(area.poc_allies for area in areas))
        near = neighbours(facts)
        self.borders = tuple(set_of(AREAS, near[area.id]) for area in areas)
        self.touches = tuple(set_of(AREAS, place.touches) for place in places)
        self.places_of = tuple(
            sum(1 << place for place, touched in enumerate(self.touches) if touched >> area & 1)
            for area in range(len(AREAS))
        )
        self.routes = RouteTable(self.borders, self.touches)

    def _read_control(self, facts: Facts, start_flags: str) -> None:
        """The areas and places that each side holds at the start."""
        areas, places = facts.table(tables.AREAS).values(), facts.table(tables.PLACES).values()
        self.held = tuple(
            set_of(AREAS, (area.id for area in areas if area.start_control == side)) for side in SIDES.ids
        )
        if start_flags != "aleutians_open":
            self.held = _allied_elsewhere(self.held, start_flags)
        self.owned = tuple(
            set_of(PLACES, (row.id for row in places if row.start_control == side)) for side in SIDES.ids
        )

    def _read_options(self, options: Mapping[str, str]) -> None:
        """The options in force."""
        self.options = dict(options)
        self.last_turn = int(options["last_turn"])  # 19.1
        self.secret_day_night = options["day_night"] == "secret"
        self.deadlock_leaves = options["deadlock"] == "leave"
        self.last_area_required = options["failed_raider_from"] == "area_before"
        self.unit_repair = options["unit_repair"] == "yes"
        self.pearl_patrol = options["pearl_sortie"] == "patrol"
        self.indonesia_disable = options["indonesia_disable"] == "yes"
        self.iboat_leaves = options["iboat_leaves"] == "with_f_boat"
        self.kamikaze = self.last_turn == 9
        self.task_forces = options["task_forces"] == "on"
        self.us_bonus = options["us_battleship_bonus"] == "on"
        self.carrier_airstrikes = options["airstrike_losses"] == "on"
        self.air_units_weaken = self.carrier_airstrikes and options["air_unit_losses"] == "each_a_shot"
        self.west_escape = options["west_coast_escape"] == "on"


def _allied_elsewhere(held: tuple[int, ...], start_flags: str) -> tuple[int, ...]:
    """2.21, 4.3 Allied flags in every area that is not Japan's, except the Central Pacific if that is open."""
    nobody = 1 << CENTRAL_PACIFIC if start_flags == "central_pacific_open" else 0
    everywhere = (1 << len(AREAS)) - 1
    return held[JAPAN], everywhere & ~held[JAPAN] & ~nobody


def _removals(facts: Facts) -> tuple[tuple[int, ...], ...]:
    """4.42 By turn from 1, the British ships to be withdrawn."""
    rows = facts.table(tables.REMOVALS).values()
    return tuple(tuple(UNITS.index[row.id] for row in rows if row.turn == turn) for turn in range(1, TURNS + 1))


def _repairs(facts: Facts) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """11.2, 11.21, 11.22 By port: the repair points of each turn, and the side that may use them (-1: none)."""
    points: list[tuple[int, ...]] = [(0,) * TURNS] * PORT_COUNT
    side = [-1] * PORT_COUNT
    for row in facts.table(tables.REPAIRS).values():
        points[PORTS.index[row.id]] = row.points
        side[PORTS.index[row.id]] = SIDES.index[row.side]
    return tuple(points), tuple(side)
