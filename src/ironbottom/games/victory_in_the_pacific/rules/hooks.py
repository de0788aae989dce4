"""4.1, 18.1, 20.2 The hooks of variants and optional rules into the rules, resolved once with the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ironbottom.engine.rules.procedures import Execution, Step
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.pieces import ALL_UNITS, ALLIES, OF_SIDE, Pieces
from ironbottom.games.victory_in_the_pacific.rules import battle, first_moves, first_turn, invasion, reach, rounds
from ironbottom.games.victory_in_the_pacific.rules.sequence import STEPS
from ironbottom.games.victory_in_the_pacific.state import Cells


class Hooks:
    """The hooks with their defaults; a variant sets its own (``enter``).

    The rules read the hooks at ``pieces.hooks`` and do not know the variants.
    """

    def __init__(self) -> None:
        self.start: Mapping[str, int] = {}
        """4.1 The cells where units start instead of those of the chart."""
        self.left_behind = 0
        """4.2 Ships that do not join the raid on Pearl Harbor."""
        self.turn_one: Sequence[Step] = STEPS
        """18.1 The steps of the first turn."""
        self.first_moves: Callable[[Pieces, Cells, int], int] = first_moves.free_on_turn_one
        """18.2 The units of a side that may move on the first turn."""
        self.submarine_waits: Callable[[Cells, int], bool] = never
        """3.2, 6.6 Whether a side's submarine stays at its base."""
        self.torpedo_targets: Callable[[Cells, int, int], int] = any_unit
        """16.2, 18.34 The possible targets of a side's submarine in an area."""
        self.ask_japan: Callable[[Execution], None] = first_turn.ask_to_stay
        """18.31 After the raids on Pearl Harbor Japan stays or goes."""
        self.group_found: Callable[[Execution, int, int, int], None] = first_turn.patrol_there
        """18.32 Called when a group with an uncertain location appears in an area, with its units."""
        self.groups_known: Callable[[Execution], None] = nothing
        """18.32 Called when all groups have rolled."""
        self.sortie = OF_SIDE[ALLIES]
        """18.33 The units that may leave Pearl Harbor after the raids."""
        self.raid_reach: Callable[[Pieces, Cells, int, int, reach.Entered], tuple[int, int]] = reach.raid_reach
        """6.222 The areas that a raider from a place reaches freely, and by a roll."""
        self.raiders_apart: Callable[[Cells], bool] = never
        """6.222 Whether raiders of a nation differ in range, so that each is computed separately."""
        self.raider_sails: Callable[[Cells, int, int], None] = nothing
        """6.12 Called when a raider leaves a place."""
        self.escapers: Callable[[Pieces, Cells], int] = nobody
        """17.11 Units in Pearl Harbor that also reach the U.S. Mandate."""
        self.amphibious_sails: Callable[[Pieces, Cells, int, int], None] = nothing
        """13.1 Called when an amphibious unit sails into an area."""
        self.shores: Callable[[Cells, int, int], int] = as_they_are
        """13.3 The places among these where an amphibious unit may land."""
        self.escape_homes: Callable[[Cells, int], int] = nobody
        """17.11 The only places that a unit may go home to; none means by the rules of its nation."""
        self.going_west: Callable[[State], int] = nobody
        """17.12 Units that may join the arrivals of turn 4."""
        self.for_the_yards: Callable[[State], int] = nobody
        """11.23 Ships that may leave for repairs off the map."""
        self.opens_apart: Callable[[Execution, int], bool] = never
        """5.31 Opens the combat of an area in a special way, if it has one."""
        self.round: Callable[[Execution, int, int, bool], None] = rounds.open_round
        """7.13, 20.2 Opens a round between units in an area, after which named amphibious units may land."""
        self.day_action: Callable[[Execution, int, int, int, int], None] = rounds.day_action
        """5.34, 23.3 Opens a day action between units in an area; some may not fire, some cannot be attacked."""
        self.aims_named: Callable[[Execution, int, int], bool] = never
        """7.44, 24.7 Fires Japan's units at targets named beforehand, if there are any."""
        self.volunteers: Callable[[Execution, int], int] = nobody
        """19.22 The units among these that may make a kamikaze attack."""
        self.sacrificed: Callable[[Execution, int, int], bool] = never
        """19.21 Whether an attacking unit is a kamikaze."""
        self.stay_or_go: Callable[[Execution, int, int], None] = battle.stay_or_retreat
        """8.1, 20.8 Asks a side whether its units stay after a round."""
        self.invaders: Callable[[int, int], int] = all_of_them
        """13.32, 20.7 The amphibious units among these that may invade, if some were named to."""
        self.invades: Callable[[Execution, invasion.Landing, int, int], None] = invasion.at_once
        """13.4, 22.1 An amphibious unit lands."""


def nothing(*_: object) -> None:
    """Does nothing."""


def nobody(*_: object) -> int:
    """No unit, no place."""
    return 0


def never(*_: object) -> bool:
    """Never applies."""
    return False


def any_unit(*_: object) -> int:
    """16.2 Every unit."""
    return ALL_UNITS


def as_they_are(cells: Cells, unit: int, places: int) -> int:
    """13.3 All of the places."""
    return places


def all_of_them(units: int, named: int) -> int:
    """13.32 All of the units."""
    return units
