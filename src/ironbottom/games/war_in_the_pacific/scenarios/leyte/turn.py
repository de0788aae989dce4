"""4.1, 45.63 The Game-Turn of Leyte."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.core.fields import FieldType, Number
from ironbottom.engine.rules.procedures import Step
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders as building
from ironbottom.games.war_in_the_pacific.rules.bases.facility_repair import repair_facilities
from ironbottom.games.war_in_the_pacific.rules.bases.headquarters import work_begins
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn, planning
from ironbottom.games.war_in_the_pacific.rules.supply.supply_orders import open_orders
from ironbottom.games.war_in_the_pacific.scenarios.leyte.kamikaze_call import call
from ironbottom.games.war_in_the_pacific.state_types import Execution


def _with(step: Step, after: str, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Inserts a step after the one with this name."""
    place = [each.name for each in steps].index(after) + 1
    return (*steps[:place], step, *steps[place:])


def works(execution: Execution) -> None:
    """5.32, 18.6, 26.1, 26.2 Damage is repaired, projects continue, and headquarters that moved resume work."""
    repair_facilities(execution)
    building.advance_projects(execution)
    work_begins(execution)


class LeyteTurn(GameTurn):
    """4.1, 45.63 A Game-Turn of Leyte: kamikazes may begin at its start, and plans are written at its end.

    45.54 The first one begins with the First Naval Phase. Its Supply Phase repairs damage, and asks the sides what else
    they buy with Supply Points.
    """

    number, name = 60, "leyte_turn"
    steps = _with(Step("calls", "45.63", call), "dummies", GameTurn.steps)
    steps = _with(Step("works", "26.2", works), "supply", steps)
    steps = _with(Step("supply_orders", "21.6", open_orders), "works", steps)
    steps = _with(Step("planning", "16.2", planning), "reinforcements", steps)


class LeyteGameTurn(LeyteTurn):
    """4.1, 25.3, 26.1 A Game-Turn of Leyte with the turn record of construction and attackers.

    It replaces a turn without a turn record at the end of that turn, in a match that began before turn records existed.
    """

    number, name = 73, "leyte_game_turn"
    pool: int
    fought: int
    paid: int
    disturbed: tuple[int, ...]
    sites: tuple[turn_record.Site, ...]
    built: tuple[turn_record.Built, ...]
    lifted: tuple[int, ...]
    lost: tuple[int, ...]
    by_sea: tuple[int, ...]
    staffs: tuple[turn_record.StartedHeadquarters, ...]

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        return {"next": Number(0, len(cls.steps)), **turn_record.FIELDS}


PROCEDURES = (LeyteTurn, LeyteGameTurn)
