"""44.0, 44.5, 4.1 The Game-Turn of Burma: Air Phases, the Ground Phase, supply and arrivals, but no Naval Phases."""

from __future__ import annotations

from functools import partial

from ironbottom.engine.core.fields import FieldType, Number
from ironbottom.engine.rules.procedures import Step
from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.rules import sequence as usual
from ironbottom.games.war_in_the_pacific.rules.air import air_assault
from ironbottom.games.war_in_the_pacific.rules.air.air_attrition import attrition_segment
from ironbottom.games.war_in_the_pacific.rules.air_units.flights import phase_begins, turn_ends
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.rules.shore.capture import ports_recover
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply
from ironbottom.games.war_in_the_pacific.rules.supply.depots import clear_depots
from ironbottom.games.war_in_the_pacific.rules.turn.steps import open_step
from ironbottom.games.war_in_the_pacific.scenarios.burma import arrivals, cases, supply
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaGroundPhase
from ironbottom.games.war_in_the_pacific.state_types import Execution, Rules
from ironbottom.games.war_in_the_pacific.turn_record import Built, Site, StartedHeadquarters
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE

WHOLE = "8"
"""4.4 The value of the option of a shortened game that means a full game."""


def skip_naval_phase(execution: Execution, phase: int) -> None:
    """44.13, 6.1 Skips the Naval Phase, since there are no ships, and ends the flights of the previous Air Phase."""
    phase_begins(execution.state)


def ground(execution: Execution) -> None:
    """44.5, 4.13 Opens the Ground Phase; in the first turn Japan is the First Player of the phase."""
    row = execution.rules.pieces.figure("44.5", "first_player_ground.3_2_44")
    if execution.cells[layout.TURN] == usual.first_turn(execution) and row.lower() == "japan":
        execution.cells[layout.FIRST_PLAYER] = JAPAN
        execution.emit(log.FIRST_FOUND, JAPAN)
    open_step(execution, "ground")
    execution.push(BurmaGroundPhase(0))


def recover(execution: Execution) -> None:
    """14.4, 25.2 Captured ports recover; hexes without stores are no longer depots."""
    ports_recover(execution.state)
    clear_depots(execution.state)


def most_turns(execution: Execution) -> int:
    """44.11, 4.4 The number of Game-Turns: all of the scenario, or as many as agreed."""
    pieces = execution.rules.pieces
    agreed: str = execution.rules.options["last_round"]
    return pieces.facts.table(tables.SCENARIO_TABLE)[cases.CASE].turns if agreed == WHOLE else int(agreed)


def end_or_go_on(execution: Execution) -> None:
    """44.11, 4.4, 47.3 The Terminal Segment of the last Game-Turn ends the game; Burma has no Breakoff."""
    turn_ends(execution.state)
    if execution.cells[layout.TURN] - usual.first_turn(execution) + 1 >= most_turns(execution):
        execution.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
        execution.emit(log.GAME_ENDED, execution.cells[layout.ENDING])
        execution.state.stack = ()


def strategic_turn_follows(execution: Execution) -> bool:
    """4.1 Whether a Strategic Game-Turn follows: after the fourth Game-Turn of a Cycle."""
    return bool(execution.cells[layout.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1)


def reinforcements(execution: Execution) -> None:
    """44.62, 44.71, 44.72 The Reinforcement and Cargo Arrival Segment."""
    if strategic_turn_follows(execution):
        construction_orders.cycle_begins(execution)
        supply.arrivals(execution)
        arrivals.by_cycle(execution)


def plans(execution: Execution) -> None:
    """6.9, 16.2 In a Strategic Game-Turn Air Assaults are planned."""
    if strategic_turn_follows(execution):
        air_assault.open_plans(execution)


class BurmaTurn(usual.GameTurn):
    """4.1, 44.0 A Game-Turn of Burma, with the turn record of the scenario."""

    number, name, clause = 65, "burma_turn", "4.1"
    steps = (
        Step("deployment", "44.5", usual.deploy),
        Step("initiative", "4.2", usual.initiative),
        *(
            Step(f"{kind}_{phase}", clause, partial(open_phase, phase=phase))
            for phase in range(1, usual.PHASES + 1)
            for kind, clause, open_phase in (("air", "4.11", usual.open_air), ("naval", "44.13", skip_naval_phase))
        ),
        Step("ground", "4.13", ground),
        Step("income", "44.63", supply.income),
        Step("supply", "25.3", joint_supply.supply_segment),
        Step("quarters", "26.1", construction_orders.open_quarters),
        Step("air_attrition", "5.9", attrition_segment),
        Step("recover", "14.4", recover),
        Step("end_or_go_on", "4.4", end_or_go_on),
        Step("reinforcements", "44.7", reinforcements),
        Step("plans", "6.9", plans),
        Step("next_turn", "4.1", usual.next_turn),
    )
    pool: int
    fought: int
    paid: int
    disturbed: tuple[int, ...]
    sites: tuple[Site, ...]
    built: tuple[Built, ...]
    lifted: tuple[int, ...]
    lost: tuple[int, ...]
    by_sea: tuple[int, ...]
    staffs: tuple[StartedHeadquarters, ...]

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        return {"next": Number(0, len(cls.steps)), **turn_record.FIELDS}


def first_frame(rules: Rules) -> BurmaTurn:
    """44.36 The first Game-Turn, with the Provincial Points that the KMT starts with."""
    rows = rules.facts.table(tables.DEPLOYMENT).values()
    points = [row.count for row in rows if row.scenario == cases.CASE and row.unit == "kmt_provincial_point"]
    return BurmaTurn(0, **turn_record.blank_turn_record(pool=sum(points)))


PROCEDURES = (BurmaTurn,)
