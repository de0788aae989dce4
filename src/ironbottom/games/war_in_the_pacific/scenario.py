"""41.0 The hooks with which a scenario completes the general rules, each with its clause.

The rules ask ``layout.scenario(state)`` and never test which scenario is played. Each folder of ``scenarios/``
overrides hooks according to its cases; the others keep the defaults here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules.game import Random, Rules
from ironbottom.engine.rules.procedures import Execution, Procedure, SequenceOfPlay
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.atlas import Atlas

NOWHERE: frozenset[int] = frozenset()


class PaidFirst(NamedTuple):
    """25.3 The hexes whose units are paid for first, and the headquarters that are paid for first."""

    hexes: AbstractSet[int] = frozenset()
    headquarters: AbstractSet[int] = frozenset()


class SupplyDue(NamedTuple):
    """25.3 The cost of the units in a hex, or of a headquarters there."""

    hex: int
    cost: int


class MapEntry(NamedTuple):
    """37.1 How ships enter the map from a box by a case: the hexes, the highest speed, and the Movement Points that it
    costs.
    """

    hexes: tuple[int, ...]
    speed: int
    spent: int


class OffMapRepair(NamedTuple):
    """18.1 A ship repaired off the map: its side, and the Game-Turns added to the result of its roll."""

    side: int
    ship: int
    added: int


class SubsOffMap(NamedTuple):
    """13.3 The edge beyond which a side's Sub Points refit, and the Movement Points for coming from there and for going
    there.
    """

    hexes: tuple[int, ...]
    enter: int
    refit: int


class InDock(NamedTuple):
    """18.3 A ship under Maximum Effort repair at the start: its level, and the Game-Turns that it still needs."""

    ship: str
    level: int
    turns: int


class ScenarioHooks:
    """A scenario: its case in the booklet, and its answers to questions that the general rules leave open."""

    def __init__(self, case: str) -> None:
        self.case = case
        """41.0 The chapter of the booklet whose tables and figures the scenario uses."""
        self.advanced = False
        """3.51 Whether the scenario is the advanced game of its case, with more sections and deployments."""
        self.free_deployment = False
        """2.51 Whether counters that a case places are placed freely before play."""
        self.any_airfield_at_start = False
        """2.51 Whether air points start at any airbase of their country."""
        self.in_dock: tuple[InDock, ...] = ()
        """18.3 The ships that are under repair at the start."""
        self.lost_line: tuple[tuple[str, ...], str] = ((), "")
        """2.51 Ships that the booklet omits from the set-up, and the hex where an option places them."""
        self.naval_phases = True
        """4.12 Whether the scenario has ships; if not, the Naval Phases pass without orders."""
        self.boxes: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        """37.1 The boxes of each side by a case; None if the general rules apply."""
        self.off_map_boxes = True
        """37.1 Whether ships and air points may be in the boxes off the map, not only points that arrive."""
        self.plans_announced = False
        """16.2 Whether plans of assault are announced before play, and no others are written."""
        self.entrenchments = ("jp_entr", "cw_entr")
        """24.5 The counters of entrenchments, by side."""
        self.ports_supply = False
        """25.2 Whether every port is a source of supply, and nothing is paid."""
        self.store_cases: tuple[str, str] = ("", "")
        """25.2 For each side, the case that names the hexes where stores arrive; empty if no case does."""
        self.repairs_without_orders = False
        """26.2 Whether all units in a hex that can repair do so without orders."""
        self.provincial_points = False
        """29.3 Whether armies of the KMT pay Provincial Points to act."""
        self.kamikazes = False
        """39.4 Whether Kamikaze Strikes may begin."""
        self.air_losses_replaced = False
        """37.5 Whether lost Allied air points are counted by stack, since they may be replaced."""
        self.link_edges: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        """15.31 For each side, the edges of the map where its links find unlimited supply."""
        self.link_homes: tuple[str, str] = ("", "")
        """2.51 For each side, the port or the edge from which a new game proposes links; empty if it has none."""
        self.first_link: tuple[str, str, int] = ("", "", 0)
        """2.51 The side, the port and the Load Points of the link to the edge that a new game proposes first."""
        self.card_readers: tuple[int, ...] = ()
        """23.3 The sides that read cards of the enemy's plans."""
        self.objective_cards = False
        """42.63 Whether Japan has two secret objectives, each a card."""
        self.ports_reported = False
        """45.82 Whether the ships in each port of Japan are reported before play."""
        self.breakoff = True
        """47.3 Whether a Strategic Breakoff may end the game."""

        # The cases that refusals cite instead of the general rule; empty to cite the general rule.
        self.command_case = ""
        """16.3 The case that closes hexes to some units."""
        self.entry_cases: tuple[str, str] = ("", "")
        """37.1 For each side, the case by which its forces enter from a box."""
        self.first_subrons_case = ""
        """13.3 The case that limits where Subrons start."""
        self.guards_case = ""
        """22.1 The case by which units may not leave their hex."""
        self.transport_case = ""
        """6.8 The case by which combat units may not fly yet."""
        self.waiting_case = ""
        """37.1 The case by which a ship may not leave its box yet."""

    # -- 3.51 the map ----------------------------------------------------------------------------------

    def closed(self, facts: Facts, atlas: Atlas) -> list[int]:
        """3.51 The hexes of the scenario's sections that are closed, besides the regions that the file of control
        names.
        """
        return []

    def far_hexes(self, facts: Facts) -> dict[int, int]:
        """3.4 The hexes that represent places off the map, with the extra cost of entering or leaving them."""
        return {}

    def forbidden_hexes(self, state: State, side: int) -> frozenset[int]:
        """22.8 The hexes in play that a side may not enter."""
        return NOWHERE

    # -- 4.1 the sequence of play ----------------------------------------------------------------------

    def game_turn(self, rules: Rules) -> SequenceOfPlay:
        """4.1 A new Game-Turn, with the turn record as the scenario begins it."""
        raise NotImplementedError

    def former_turns(self) -> tuple[str, ...]:
        """4.1 The names of Game-Turns from earlier rules that a match may still be in."""
        return ()

    def deployments(self) -> tuple[Procedure, ...]:
        """2.51 The questions with which the sides deploy before the first Game-Turn; the last comes first."""
        raise NotImplementedError

    def air_phase(self) -> SequenceOfPlay:
        """4.11 A new Air Phase."""
        raise NotImplementedError

    def marches(self, side: int) -> Procedure:
        """22.1 Asks a side for its marches."""
        raise NotImplementedError

    def reinforcements(self, execution: Execution) -> None:
        """4.1 Arrivals in the Reinforcement and Cargo Arrival Segment of a Strategic Game-Turn."""

    def game_ends(self, execution: Execution) -> None:
        """4.4 Called when the last Game-Turn has ended."""

    # -- 6.8 Air Transport -----------------------------------------------------------------------------

    def combat_units_fly(self, state: State, side: int) -> bool:
        """6.8 Whether a side may fly combat units now."""
        return True

    # -- 37.1 off the map ------------------------------------------------------------------------------

    def entry(self, state: State, box: int) -> MapEntry | None:
        """37.1 How ships enter from a box by a case; None if the general rules apply."""
        return None

    def inland_sea_costs(self, facts: Facts) -> tuple[int, int]:
        """10.8 The points for leaving the Inland Sea, and the points added by filling up in Japan."""
        return 0, 0

    def exit_box(self, state: State, side: int, hex: int) -> int:
        """37.1 The box that a force of a side reaches by leaving the map at a hex, as a case allows; -1 if there is
        none.
        """
        return -1

    def left_map(self, execution: Execution, force: int) -> None:
        """37.1, 39.91 Called when a force has left the map for a box named by a case."""

    def kept_off_map(self, state: State, ship: int) -> bool:
        """39.91 Whether a ship in a box may not enter, now or ever."""
        return False

    def repaired_off_map(self, state: State) -> list[OffMapRepair]:
        """18.1 The ships repaired off the map by a case."""
        return []

    def subs_off_map(self, state: State, side: int) -> SubsOffMap | None:
        """13.3 Where a side's Sub Points refit off the map by a case."""
        return None

    # -- 13.0 submarines -------------------------------------------------------------------------------

    def subrons_inactive(self, state: State, side: int) -> bool:
        """13.7 Whether a side's Subrons neither search nor attack yet, and are not attacked."""
        return False

    def sub_ports(self, state: State, side: int, kind: int) -> tuple[int, ...]:
        """13.3 The ports from which a side's Subrons of a kind start."""
        raise NotImplementedError

    # -- 14.0 ports and landings -----------------------------------------------------------------------

    def cargo_lost(self, state: State, hex: int) -> int:
        """14.1 The reduction of a port's Cargo Capacity."""
        return 0

    def needs_announcement(self, state: State, side: int, hex: int) -> bool:
        """16.2 Whether a landing lacks the announcement that it needed before play."""
        return False

    def unit_landed(self, state: State, side: int, unit: int, hex: int) -> None:
        """16.3 Called when a side has landed a unit."""

    # -- 15.0 merchant shipping ------------------------------------------------------------------------

    def waits_beyond_edge(self, state: State, unit: int) -> bool:
        """15.6 Whether a unit off the map may come over a link from an edge."""
        return False

    def home_sources(self, state: State, side: int) -> frozenset[int]:
        """25.2 The ports whose stores never run out."""
        return NOWHERE

    def merchants_at_start(self, case: str, count: int, options: Mapping[str, str]) -> int:
        """43.31 The number of merchant units in a row of the set-up; ``count`` is the number in the booklet's case."""
        return count

    def beyond_edge(self, edge: str, number: int) -> int:
        """15.31 The length of a link beyond an edge, from a hex at it."""
        return 1

    # -- 2.51 starting places that owners choose -------------------------------------------------------

    def start_hexes(self, state: State, side: int) -> dict[int, frozenset[int]]:
        """2.51 The units of a side whose case leaves the hex open, each with the hexes where it may start."""
        return {}

    def start_bases(self, state: State, side: int) -> list[frozenset[int]]:
        """2.51 Groups of bases: a side's air points at one of them may start at any other of its group."""
        return []

    # -- 43.9 commands ---------------------------------------------------------------------------------

    def restricted_at_start(self, facts: Facts, atlas: Atlas, options: Mapping[str, str]) -> frozenset[int]:
        """43.9 The hexes in which restricted Allied units begin."""
        return NOWHERE

    def closed_to_unit(self, state: State, unit: int) -> frozenset[int]:
        """43.9 The hexes in play that a unit may not enter."""
        return NOWHERE

    def closed_to_points(self, state: State, side: int, base: int) -> frozenset[int]:
        """43.9 The hexes at whose bases points of a base may not be based."""
        return NOWHERE

    # -- 22.0 ground units -----------------------------------------------------------------------------

    def guards(self, state: State, side: int) -> list[int]:
        """22.1 The units that may not leave their hex."""
        return []

    # -- 25.0 supply -----------------------------------------------------------------------------------

    def supply_dues(self, state: State, side: int) -> dict[int, int]:
        """25.3 The cost of a side's units in this Segment, by hex."""
        raise NotImplementedError

    def headquarters_dues(self, state: State, side: int) -> dict[int, int]:
        """28.2 The cost of each headquarters in this Segment."""
        raise NotImplementedError

    def payable(self, state: State, side: int, dues: Sequence[SupplyDue]) -> list[bool]:
        """25.3 For each of the given costs, whether a source can pay it now."""
        raise NotImplementedError

    def left_short(self, state: State, side: int, dues: Mapping[int, int]) -> list[int]:
        """25.3 The hexes left without supply if hexes are paid for in this order, although each could be paid for if
        that hex came first.
        """
        raise NotImplementedError

    def pay_first(self, execution: Execution, side: int, due: SupplyDue) -> None:
        """25.3 Pays a cost; the caller knows that a source can pay it."""
        raise NotImplementedError

    def pay_supply(self, execution: Execution, side: int, before: PaidFirst) -> None:
        """25.3, 25.8 Pays for a side's units and headquarters that are not yet paid for; units left unpaid suffer
        attrition.
        """
        raise NotImplementedError

    def who_is_supplied(
        self, execution: Execution, side: int, before: PaidFirst
    ) -> tuple[AbstractSet[int], AbstractSet[int]]:
        """25.3, 28.2 The hexes with supplied units, and the supplied headquarters, after paying for both."""
        raise NotImplementedError

    def headquarters_paid_for(self, execution: Execution, unit: int, due: int) -> None:
        """28.2 Records that a headquarters was paid for first."""
        raise NotImplementedError

    def stores_came(self, state: State, side: int, hex: int, points: int) -> None:
        """25.4 Called when Supply Points of a side have arrived in a hex."""

    def stores_left(self, state: State, side: int, hex: int, points: int) -> None:
        """25.4 Called when Supply Points of a side have left a hex."""

    # -- 26.0 construction -----------------------------------------------------------------------------

    def base_struck(self, state: State, base: int) -> None:
        """26.3 Called when a base was hit by Bombardment or attacked on the ground."""

    # -- 37.5 reinforcements ---------------------------------------------------------------------------

    def arrive_at(self, state: State, side: int) -> list[int]:
        """37.5 The hexes where a side may place arriving air points; -1 for off the map."""
        return []

    def air_points_due(self, state: State, side: int) -> dict[int, int]:
        """37.5 The air points, by stack, that may have arrived for a side so far."""
        return {}

    def ships_come(self, state: State, side: int) -> None:
        """37.5 Puts the ships of a side that have arrived so far, and are not visible, in the places where they
        arrived.
        """

    # -- 1.3 hidden information ------------------------------------------------------------------------

    def secret_objectives(self, rules: Rules) -> dict[int, int]:
        """1.3, 47.1 The hexes from which a side secretly chooses its Objective, with their values."""
        return {}

    def optional_stacks(self, state: State, side: int) -> frozenset[int]:
        """2.51 The stacks of a side that may take part with more or fewer points than at the start."""
        return frozenset()

    def deal_deployed(self, state: State, side: int, random: Random) -> None:
        """1.3, 2.51 Samples the air points of a side that take part, if its cases leave a choice."""

    def deal_secrets(self, state: State, side: int, random: Random) -> None:
        """1.3 Samples the secret choices and plans of a side that its cases allow."""

    # -- 47.0 victory ----------------------------------------------------------------------------------

    def air_points_lost(self, state: State, side: int, stack: int, points: int) -> None:
        """47.1 Called when air points of a side were lost."""

    def objective_points(self, state: State, side: int) -> int:
        """47.1 The Victory Points that the cases of the scenario add for a side."""
        return 0
