"""4.1, 45.63 The Game-Turn of Leyte."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.core.fields import FieldType, Number
from ironbottom.engine.rules.procedures import Execution, Step
from ironbottom.games.war_in_the_pacific.rules.air.kamikazes import call
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders as building
from ironbottom.games.war_in_the_pacific.rules.bases.facility_repair import mend_facilities
from ironbottom.games.war_in_the_pacific.rules.bases.headquarters import staffs_begin
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn, planning
from ironbottom.games.war_in_the_pacific.rules.supply.supply_orders import open_orders
from ironbottom.games.war_in_the_pacific.rules.turn import turn_record


def _with(step: Step, after: str, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps with one more after the one of this name."""
    place = [each.name for each in steps].index(after) + 1
    return (*steps[:place], step, *steps[place:])


def works(play: Execution) -> None:
    """5.32, 18.6, 26.1, 26.2 What is damaged is repaired, projects go on, headquarters that moved begin to work."""
    mend_facilities(play)
    building.progress(play)
    staffs_begin(play)


class LeyteTurn(GameTurn):
    """4.1, 45.63 A Game-Turn of Leyte: kamikazes may be called at its start, plans are written at its end.

    Its Supply Phase repairs what is damaged, and asks what else Supply Points pay for.
    """

    number, name = 60, "leyte_turn"
    steps = _with(Step("calls", "45.63", call), "dummies", GameTurn.steps)
    steps = _with(Step("works", "26.2", works), "supply", steps)
    steps = _with(Step("supply_orders", "21.6", open_orders), "works", steps)
    steps = _with(Step("planning", "16.2", planning), "reinforcements", steps)


class LeyteGameTurn(LeyteTurn):
    """4.1, 25.3, 26.1 A Game-Turn of Leyte with the ledger of what is built there, and of who attacked.

    One without it, which a match may stand in that began before there was a ledger, gives way to it at its end.
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
    staffs: tuple[turn_record.Staff, ...]

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        return {"next": Number(0, len(cls.steps)), **turn_record.FIELDS}


PROCEDURES = (LeyteTurn, LeyteGameTurn)
