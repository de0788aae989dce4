"""4.1, 15.7, 15.8 The Game-Turn of scenarios with merchant shipping, with its Strategic Game-Turn.

It repairs damage, asks for construction and supply orders, and decides whether the war is shortened (46.31). In the
Strategic Game-Turn cargo arrives over links (15.7) and merchant shipping is reassigned (15.8).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ironbottom.engine.rules.procedures import Step
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.rules import sequence as usual
from ironbottom.games.war_in_the_pacific.rules.air_units.flights import turn_ends
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.rules.bases.facility_repair import repair_facilities
from ironbottom.games.war_in_the_pacific.rules.bases.headquarters import work_begins
from ironbottom.games.war_in_the_pacific.rules.merchant import cargo, links, pipeline_segment
from ironbottom.games.war_in_the_pacific.rules.supply.supply_orders import open_orders
from ironbottom.games.war_in_the_pacific.rules.turn.terminal_segment import breakoff
from ironbottom.games.war_in_the_pacific.scenarios import shortening
from ironbottom.games.war_in_the_pacific.state_types import Execution
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE

WHOLE = "8"
"""4.4 The value of the option of a shortened game that means a full game."""


def repair_and_build(execution: Execution) -> None:
    """5.32, 18.6, 26.1, 26.2 Damage is repaired, projects continue, and headquarters that moved resume work."""
    repair_facilities(execution)
    construction_orders.advance_projects(execution)
    work_begins(execution)


def merchants(execution: Execution) -> None:
    """15.8 Merchant shipping that changed its mode in this Game-Turn is ready; links without merchant shipping are
    given up.
    """
    links.modes_change(execution.state)
    for side in (0, 1):
        links.close_unserved(execution, side)


def turns_played(execution: Execution) -> int:
    """42.11, 43.11, 4.4 The number of Game-Turns: all of the scenario, or as many as agreed."""
    pieces = execution.rules.pieces
    agreed: str = execution.rules.options["last_round"]
    whole = pieces.facts.table(tables.SCENARIO_TABLE)[layout.scenario(execution.state).case].turns
    return whole if agreed == WHOLE else int(agreed)


def end_or_continue(execution: Execution) -> None:
    """42.11, 43.11, 47.3, 4.4 A Breakoff ends the game, and so does the Terminal Segment of its last Game-Turn."""
    turn_ends(execution.state)
    played = execution.cells[layout.TURN] - usual.first_turn(execution) + 1
    if breakoff(execution.state) >= 0:
        usual.end_game(execution, "breakoff")
    elif played >= turns_played(execution):
        usual.end_game(execution, "last_turn")


def in_strategic_turn(run: Callable[[Execution], None]) -> Callable[[Execution], None]:
    """4.1 A step of the Strategic Game-Turn, after the fourth Game-Turn of a Cycle."""

    def step(execution: Execution) -> None:
        if execution.cells[layout.TURN] % TURNS_A_CYCLE == TURNS_A_CYCLE - 1:
            run(execution)

    return step


def after(name: str, steps: Sequence[Step], *new: Step) -> tuple[Step, ...]:
    """Inserts steps after the one with this name."""
    place = [each.name for each in steps].index(name) + 1
    return (*steps[:place], *new, *steps[place:])


STEPS = tuple(
    [
        Step(each.name, each.clause, end_or_continue) if each.name == "end_or_go_on" else each
        for each in usual.GameTurn.steps
    ]
)
STEPS = after("supply", STEPS, Step("works", "26.2", repair_and_build), Step("supply_orders", "21.6", open_orders))
STEPS = after("lanes", STEPS, Step("merchants", "15.8", merchants), Step("shortening", "46.31", shortening.judge))
STEPS = after(
    "reinforcements",
    STEPS,
    Step("cargo", "15.7", in_strategic_turn(cargo.open_cargo)),
    Step("pipelines", "15.8", in_strategic_turn(pipeline_segment.open_pipelines)),
)
"""4.1 The steps of a Game-Turn with merchant shipping, to which a scenario adds its own."""
