"""4.1, 43.11, 43.43, 43.55 The Game-Turn of Guadalcanal, with its Strategic Game-Turn."""

from __future__ import annotations

from ironbottom.engine.core.fields import FieldType, Number
from ironbottom.engine.rules.procedures import Step
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.rules import sequence as usual
from ironbottom.games.war_in_the_pacific.rules.intelligence import cards
from ironbottom.games.war_in_the_pacific.rules.turn.steps import open_step
from ironbottom.games.war_in_the_pacific.scenarios import shipping_turn
from ironbottom.games.war_in_the_pacific.state_types import Execution


def intelligence(execution: Execution) -> None:
    """23.3 After deployment the Allies roll for one of Japan's cards."""
    if execution.cells[layout.TURN] == usual.first_turn(execution):
        open_step(execution, "cards")
        for reader in layout.scenario(execution.state).card_readers:
            cards.draw_cards(execution, reader)


STEPS = shipping_turn.after("submarines_ready", shipping_turn.STEPS, Step("cards", "23.3", intelligence))
STEPS = shipping_turn.after("pipelines", STEPS, Step("planning", "16.2", usual.planning))


class GuadalcanalTurn(usual.GameTurn):
    """4.1, 43.11, 43.55 A Game-Turn of Guadalcanal; the first one begins with the First Naval Phase."""

    number, name = 99, "guadalcanal_turn"
    steps = STEPS
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


PROCEDURES = (GuadalcanalTurn,)
