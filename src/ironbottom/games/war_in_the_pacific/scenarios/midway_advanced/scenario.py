"""42.0 The rules of Midway, the advanced game, as the cases say or with Free Deployment."""

from __future__ import annotations

from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import SECTIONS_OF
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import BEFORE_PLAY, CargoOrders
from ironbottom.games.war_in_the_pacific.rules.merchant.pipeline_segment import PipelineOrders
from ironbottom.games.war_in_the_pacific.rules.shore import shore_actions
from ironbottom.games.war_in_the_pacific.scenario import InDock
from ironbottom.games.war_in_the_pacific.scenarios.midway import derived as midway_derived
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import derived, objectives, secrets
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.cards import CardDrawing
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.deployment import AdvancedDeployment
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.turn import AdvancedTurn
from ironbottom.games.war_in_the_pacific.scenarios.shipping import ShippingScenario
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules, State

TO_THE_COAST = {"F": 30, "G": 45}
"""15.31 The hexes of a link from the east edge of a section to the West Coast of the USA."""


class MidwayAdvanced(ShippingScenario):
    """42.0 Midway, the advanced game: four sections, links, and cards of secret objectives and plans.

    ``derived/set_up`` places what its cases print (42.22, 42.24, 42.26, 42.32, 42.35). No reinforcements arrive (42.8),
    and battleships sunk in December are at D5 (42.75).
    """

    def __init__(self, *, free_deployment: bool = False) -> None:
        super().__init__(derived.CASE)
        self.advanced = True
        """42.12 The advanced game has more sections of the map."""
        self.free_deployment = free_deployment
        """42.91 Whether ships are deployed freely."""
        self.in_dock = (InDock("us_cv5", 2, 8),)
        """42.72, 42.95, 42.96 The Yorktown is under repair."""
        self.link_edges = ((), ("east_edge",))
        """42.61, 42.66 Japan's links run between its ports; some Allied links run to the West Coast."""
        self.link_homes = ("D0326", "east_edge")
        """42.61, 42.66 A new game proposes links from Tokyo, and from the West Coast."""
        self.first_link = ("allies", "E1737", 25)
        """46.31 The first link runs from Brisbane to the West Coast."""
        self.card_readers = (ALLIES,)
        """42.65 The Allies read cards of Japan's plans."""
        self.objective_cards = True
        """42.63 Japan has two secret objectives."""
        self.entry_cases = ("42.71", "42.71")
        self.waiting_case, self.first_subrons_case = "42.73", "42.23"

    def inland_sea_costs(self, facts: Facts) -> tuple[int, int]:
        """42.71 What leaving costs, fuelled in Japan or not."""
        return midway_derived.inland_sea_costs(facts)

    def game_turn(self, rules: Rules) -> SequenceOfPlay:
        """4.1 A Game-Turn with a turn record."""
        return AdvancedTurn(0, **turn_record.blank_turn_record())

    def deployments(self) -> tuple[Procedure, ...]:
        """42.61, 42.62, 42.65, 42.66 Japan deploys, lays links and moves cargo; the Allies read cards and
        do the same.
        """
        return (
            *(CargoOrders(ALLIES, BEFORE_PLAY), PipelineOrders(ALLIES), AdvancedDeployment(ALLIES)),
            CardDrawing(0),
            *(CargoOrders(JAPAN, BEFORE_PLAY), PipelineOrders(JAPAN), AdvancedDeployment(JAPAN)),
        )

    def game_ends(self, execution: Execution) -> None:
        """42.43 Reveals the objectives."""
        objectives.show_objectives(execution)

    def needs_announcement(self, state: State, side: int, hex: int) -> bool:
        """42.64 Japan lands on enemy hexes only where a card says so."""
        enemy_hex = state.arrays[layout.CONTROL][hex] == 1 - side
        return side == JAPAN and enemy_hex and not shore_actions.is_planned(state, side, hex)

    def beyond_edge(self, edge: str, number: int) -> int:
        """15.31 One hex, plus the hexes to the West Coast."""
        return 1 + min(TO_THE_COAST.get(section, 0) for section in SECTIONS_OF[number])

    def home_sources(self, state: State, side: int) -> frozenset[int]:
        """25.2 The ports of Japan, and Sydney and Melbourne, never run out of stores."""
        return derived.home_sources(state, side)

    def start_hexes(self, state: State, side: int) -> dict[int, frozenset[int]]:
        """42.34, 42.35 The units that may start in any hex of Australia or of the Hawaiian Islands."""
        return derived.start_hexes(state, side)

    def start_bases(self, state: State, side: int) -> list[frozenset[int]]:
        """42.26, 42.35 The bases among which air points start."""
        return derived.start_bases(state, side)

    def deal_secrets(self, state: State, side: int, random: Random) -> None:
        """42.63, 42.64, 42.65 Samples objectives, plans, and which of them were read on cards."""
        secrets.deal_all(state, side, random)

    def objective_points(self, state: State, side: int) -> int:
        """42.43, 42.44 The points for the objectives and for the shortened war, once the game is over."""
        if state.cells[layout.ENDING] < 0:
            return 0
        return objectives.objective_points(state, side) + shortened_points(state, side)


def shortened_points(state: State, side: int) -> int:
    """42.44 Japan's points for the Game-Turns by which it has shortened the war."""
    pieces = state.rules.pieces
    turns: int = state.arrays[layout.SHORTENED][0]
    return int(pieces.figure("42.44", "per_turn")) * turns if side == JAPAN else 0
