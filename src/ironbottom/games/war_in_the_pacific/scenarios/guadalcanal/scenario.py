"""43.0 The rules of Guadalcanal."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, Atlas
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import BEFORE_PLAY, CargoOrders
from ironbottom.games.war_in_the_pacific.scenario import NOWHERE, MapEntry, OffMapRepair, SubsOffMap
from ironbottom.games.war_in_the_pacific.scenarios import australia
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import (
    arrivals,
    cases,
    command,
    derived,
    edges,
    limits,
    secrets,
)
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.air_phase import GuadalcanalAir
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.deployment import GuadalcanalDeployment
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.turn import GuadalcanalTurn
from ironbottom.games.war_in_the_pacific.scenarios.shipping import ShippingScenario
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules, State


class Guadalcanal(ShippingScenario):
    """43.0 Guadalcanal.

    ``derived/set_up`` places what its cases print (43.21, 43.22, 43.23, 43.31, 43.32, 43.33). It has no Free Deployment
    (43.8).
    """

    def __init__(self) -> None:
        super().__init__(limits.CASE)
        self.link_edges = (("north_edge",), ("east_edge",))
        """43.62, 43.63 Japan's links find unlimited supply at the north edge, those of the Allies at the east edge."""
        self.link_homes = ("north_edge", "east_edge")
        """43.62, 43.63 A new game proposes links from each side's edge."""
        self.boxes = (("japan",), ("beyond_the_edge",))
        """43.64, 43.68 Each side's box beyond its edge of the map."""
        self.card_readers = (ALLIES,)
        """23.3 The Allies read cards of Japan's plans."""
        self.command_case = "43.9"
        self.entry_cases = ("43.64", "43.68")
        self.first_link = ("allies", "E1737", 25)
        """46.31 The first link runs from Brisbane, the nearest port of Australia, to the east edge."""

    def closed(self, facts: Facts, atlas: Atlas) -> list[int]:
        """43.61 The hexes around Kwajalein."""
        return limits.closed(facts)

    def game_turn(self, rules: Rules) -> SequenceOfPlay:
        """4.1 A Game-Turn with a turn record."""
        return GuadalcanalTurn(0, **turn_record.blank_turn_record())

    def deployments(self) -> tuple[Procedure, ...]:
        """43.51, 43.52, 43.53, 43.54 Japan deploys and moves cargo, then the Allies."""
        return (
            CargoOrders(ALLIES, BEFORE_PLAY),
            GuadalcanalDeployment(ALLIES),
            CargoOrders(JAPAN, BEFORE_PLAY),
            GuadalcanalDeployment(JAPAN),
        )

    def air_phase(self) -> SequenceOfPlay:
        """43.71 Air points arrive after transfers."""
        return GuadalcanalAir(0)

    def reinforcements(self, execution: Execution) -> None:
        """43.72, 43.73, 43.74 Air points arrive, and ground units wait beyond the north edge."""
        arrivals.arrive_by_cycle(execution)

    def entry(self, state: State, box: int) -> MapEntry | None:
        """43.64, 43.66, 43.68 Ships enter from Japan and from beyond the east edge."""
        return edges.entry(state, box)

    def exit_box(self, state: State, side: int, hex: int) -> int:
        """43.66, 43.69 A force leaves over its side's edge of the map."""
        return edges.exit_box(state, side, hex)

    def left_map(self, execution: Execution, force: int) -> None:
        """43.66, 43.69, 39.91 Ships are repaired in Japan, or withdrawn."""
        edges.left_map(execution, force)

    def kept_off_map(self, state: State, ship: int) -> bool:
        """39.91, 43.67 Whether a ship was withdrawn, or is under repair."""
        return edges.kept_off_map(state, ship)

    def repaired_off_map(self, state: State) -> list[OffMapRepair]:
        """43.67 The damaged ships in Japan."""
        return edges.ships_repaired_in_japan(state)

    def subs_off_map(self, state: State, side: int) -> SubsOffMap | None:
        """43.65, 43.67 Japan's Sub Points refit in Japan."""
        return edges.subs_off_map(state, side)

    def waits_beyond_edge(self, state: State, unit: int) -> bool:
        """43.73, 43.75 Whether a unit has arrived off the map."""
        return arrivals.waits_beyond_edge(state, unit)

    def merchants_at_start(self, case: str, count: int, options: Mapping[str, str]) -> int:
        """43.31 An option gives the number in the line that is missing from the booklet."""
        return int(options["merchant_shipping"]) if case == "43.31" else count

    def restricted_at_start(self, facts: Facts, atlas: Atlas, options: Mapping[str, str]) -> frozenset[int]:
        """43.9 The hexes of Australia and New Guinea."""
        return derived.find_home_hexes(facts, atlas) if command.in_force(options) else NOWHERE

    def closed_to_unit(self, state: State, unit: int) -> frozenset[int]:
        """43.9 The hexes east of column 18."""
        return command.closed_to_unit(state, unit)

    def closed_to_points(self, state: State, side: int, base: int) -> frozenset[int]:
        """43.9 The hexes east of column 18."""
        return command.closed_to_points(state, side, base)

    def home_sources(self, state: State, side: int) -> frozenset[int]:
        """25.2 Sydney and Melbourne never run out of stores."""
        return australia.home_sources(state, side)

    def start_hexes(self, state: State, side: int) -> dict[int, frozenset[int]]:
        """43.33, 43.53 The units that may start in any hex of Australia."""
        return australia.start_hexes(state, side)

    def start_bases(self, state: State, side: int) -> list[frozenset[int]]:
        """43.33, 43.53 The airbases of Australia."""
        return australia.start_bases(state, side)

    def arrive_at(self, state: State, side: int) -> list[int]:
        """43.71, 43.72, 43.74 The hexes where air points arrive."""
        return arrivals.hexes_of_arrival(state, side)

    def air_points_due(self, state: State, side: int) -> dict[int, int]:
        """43.71, 43.72, 43.74 The air points that have arrived so far."""
        return arrivals.air_points_due(state, side)

    def ships_come(self, state: State, side: int) -> None:
        """43.75 Places the ships that have arrived so far."""
        arrivals.ships_come(state, side)

    def deal_secrets(self, state: State, side: int, random: Random) -> None:
        """40.42, 23.3 Samples plans, and which of them were read on cards."""
        secrets.deal_all(state, side, random)

    def objective_points(self, state: State, side: int) -> int:
        """43.42, 43.43 The points for Guadalcanal and for the shortened war, once the game is over."""
        if state.cells[layout.ENDING] < 0:
            return 0
        return cases.airfield_points(state, side) + cases.shortened_points(state, side)
