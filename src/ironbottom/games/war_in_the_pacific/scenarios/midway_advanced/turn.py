"""4.1, 42.11, 42.44, 42.67 The Game-Turn of the advanced game of Midway, with its Strategic Game-Turn."""

from __future__ import annotations

from ironbottom.engine.core.fields import FieldType, Number
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn
from ironbottom.games.war_in_the_pacific.scenarios import shipping_turn


class AdvancedTurn(GameTurn):
    """4.1, 42.67 A Game-Turn of the advanced game; the first one begins with the Third Naval Phase.

    42.64 No plans of assault are written after deployment.
    """

    number, name = 105, "midway_advanced_turn"
    steps = shipping_turn.STEPS
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


PROCEDURES = (AdvancedTurn,)
