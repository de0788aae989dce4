"""42.61 to 42.66, 2.51 Deployment for the advanced game of Midway: Subrons, objectives, plans and free deployment."""

from __future__ import annotations

from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.choices import OpenChoices
from ironbottom.engine.rules.question import Question
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.pieces import HEXES
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import SPLIT_BEFORE
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import EXCHANGE, RESTOW, Restowing
from ironbottom.games.war_in_the_pacific.rules.setup.free_placing import PLACE_AIR, PLACE_UNIT, FreePlacing
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import SubronPlacement
from ironbottom.games.war_in_the_pacific.scenarios.midway.deployment import STATION
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import free_deployment, objectives
from ironbottom.games.war_in_the_pacific.state import RANKS
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

FINISH = Verb("finish_deployment", clause="42.61", ends_list="always", when=(objectives.both_written,))


class AdvancedDeployment(assault_plans.BeforePlay, Restowing, FreePlacing, Question):
    """42.61 to 42.64, 42.66, 42.91 A side deploys; Japan also writes down its objectives. Links are asked
    about next.
    """

    number, name, clause = 106, "midway_advanced_deployment", "42.61"
    verbs = (
        *(objectives.SET_OBJECTIVE, assault_plans.PLAN, STATION),
        *(PLACE_UNIT, PLACE_AIR, SPLIT_BEFORE, EXCHANGE, RESTOW),
        *(free_deployment.PLACE_SHIP, free_deployment.PLACE_OFF_MAP, FINISH),
    )
    hides_forced, unobservable = True, True

    def gives_up(self, state: State, side: int, verb: Verb) -> dict[str, tuple[str, ...]]:
        """42.64, 42.23 Choices that cannot be made later: plans for Japan's objectives, and Subrons at sea."""
        if verb.name != FINISH.name:
            return {}
        lost: dict[str, tuple[str, ...]] = {}
        planned = set(assault_plans.planned_hexes(state, side))
        named = [objectives.hexes_of(state.rules.pieces, objectives.written(state, rank)) for rank in range(len(RANKS))]
        open_hexes = [number for hexes in named if not planned & hexes for number in sorted(hexes)[:1]]
        if side == JAPAN and open_hexes:
            lost["plan"] = tuple([HEXES.ids[number] for number in open_hexes])
        choices = OpenChoices(state.rules.vocabulary, state, self, side)
        if STATION.name in choices.verbs():
            lost[STATION.name] = choices.next(STATION.name)
        return lost

    def set_objective(self, execution: Execution, rank: int, objective: int) -> None:
        """42.63 Writes an objective down."""
        objectives.write_objective(execution, rank, objective)

    def plan(self, execution: Execution, at: int) -> None:
        """42.64, 40.42 Plans an assault; each of Japan's plans is a card."""
        assault_plans.write_plan(execution, self.side, at)

    def station(self, execution: Execution, kind: int, points: int) -> None:
        """42.23, 42.24, 42.33 Points leave port as a Subron; its hex is asked for next."""
        execution.push(SubronPlacement(self.side, kind, points))

    def split_before(self, execution: Execution, unit: int) -> None:
        """40.41, 21.4 Splits a division into its components."""
        components.break_down(execution, self.side, unit)

    def place_ship(self, execution: Execution, ship: int, port: int) -> None:
        """42.91, 42.94 Moves a ship to another port."""
        free_deployment.place_ship(execution, self.side, ship, port)

    def place_off_map(self, execution: Execution, ship: int) -> None:
        """42.93 Moves a ship to the Inland Sea."""
        free_deployment.place_off_map(execution, self.side, ship)

    def finish_deployment(self, execution: Execution) -> None:
        """42.61, 42.66 Ends the side's deployment."""
        execution.pop()
        execution.cells[layout.DECK_CHANGES + self.side] = 0
        execution.emit(log.DEPLOYED, self.side)


PROCEDURES = (AdvancedDeployment,)
