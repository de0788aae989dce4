"""45.63 The question whether kamikazes begin: Japan is asked at the start of a Game-Turn after an Allied landing in
some areas.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField
from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.question import Question
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def may_begin_kamikazes(state: State) -> bool:
    """45.63 Whether Japan may begin kamikazes now: an Allied landing has triggered them."""
    return bool(state.cells[layout.LANDED_WHERE_CALLED] and not state.cells[layout.KAMIKAZES])


def call(execution: Execution) -> None:
    """45.63, 4.1 Asks Japan at the start of a Game-Turn after a landing that triggers kamikazes."""
    if may_begin_kamikazes(execution.state):
        execution.push(KamikazeCall(JAPAN))


BEGIN = Verb("begin_kamikazes", clause="45.63", ends_list="always")
HOLD_BACK = Verb("hold_back", clause="45.63", ends_list="always")


class KamikazeCall(Question):
    """45.63 Japan may begin Kamikaze Strikes."""

    number, name, clause = 57, "kamikaze_call", "45.63"
    verbs = (BEGIN, HOLD_BACK)
    side: Annotated[int, IdField(SIDES)]

    def begin_kamikazes(self, execution: Execution) -> None:
        """45.63 From now on, points may fly as kamikazes."""
        execution.pop()
        execution.cells[layout.KAMIKAZES] = 1
        execution.emit(log.KAMIKAZES_BEGUN)

    def hold_back(self, execution: Execution) -> None:
        """45.63 Japan does not begin Kamikaze Strikes in this Game-Turn."""
        execution.pop()


PROCEDURES = (KamikazeCall,)
