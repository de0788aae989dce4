"""5.3 Combat: Japan names the sea areas one by one; each is fought out."""

from __future__ import annotations

from ironbottom.board.area_battles import NextArea
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, AREAS, JAPAN
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.action import Action
from ironbottom.games.victory_in_the_pacific.rules.air_battle import AIR_PROCEDURES
from ironbottom.games.victory_in_the_pacific.rules.battle import Battle, at_sea, can_raid_alone, raid_alone
from ironbottom.games.victory_in_the_pacific.rules.day_night import DayNightChoice, PickDayOrNight
from ironbottom.games.victory_in_the_pacific.rules.fire import Announcement, Targeting
from ironbottom.games.victory_in_the_pacific.rules.island_combat import ISLAND_PROCEDURES
from ironbottom.games.victory_in_the_pacific.rules.kamikaze import KamikazeNaming
from ironbottom.games.victory_in_the_pacific.rules.pursuit import Pursuit
from ironbottom.games.victory_in_the_pacific.rules.raids import Raid
from ironbottom.games.victory_in_the_pacific.rules.retreat import (
    DetachUnits,
    FormRetreatGroups,
    StayOrDetach,
    StayOrRetreat,
)
from ironbottom.games.victory_in_the_pacific.rules.retreat_resolution import (
    PursuitBattle,
    PursuitOrder,
    Retreat,
    StopPursuit,
)
from ironbottom.games.victory_in_the_pacific.rules.rounds import Round
from ironbottom.games.victory_in_the_pacific.rules.sighting import SIGHTING_PROCEDURES
from ironbottom.games.victory_in_the_pacific.rules.submarines import Strike
from ironbottom.games.victory_in_the_pacific.state import FOUGHT, Cells
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State


def areas_to_fight(pieces: Pieces, cells: Cells) -> int:
    """5.31 The sea areas not yet named in which both sides are at sea, or the only side at sea could raid (9.2)."""
    result = 0
    for area in range(len(AREAS)):
        japan, allies = at_sea(cells, area, JAPAN), at_sea(cells, area, ALLIES)
        if (japan and allies) or (
            (japan or allies) and can_raid_alone(pieces, cells, JAPAN if japan else ALLIES, area)
        ):
            result |= 1 << area
    return result & ~cells[FOUGHT]


@restriction("5.31", "no combat remains in {area}")
def combat_to_come(state: State, frame: Combat, side: int) -> IdSet:
    return frame.areas_to_fight(state)


FIGHT = Verb("fight", clause="5.31", ends_list="open", area=Argument(AREAS, combat_to_come))


class Combat(NextArea):
    """5.31 Japan names the next sea area while there is combat left."""

    number, name, clause, verbs = 19, "combat", "5.31", (FIGHT,)
    chooser = JAPAN

    def areas_to_fight(self, state: State) -> int:
        return areas_to_fight(state.rules.pieces, state.cells)

    def open_area(self, execution: Execution, area: int) -> None:
        open_area(execution, area)

    def fight(self, execution: Execution, area: int) -> None:
        open_area(execution, area)


def open_area(execution: Execution, area: int) -> None:
    """7.11 Opens the combat of an area: a battle, or only raids."""
    cells = execution.cells
    cells[FOUGHT] |= 1 << area
    execution.emit(log.AREA_NAMED, area)
    if execution.rules.pieces.hooks.opens_apart(execution, area):
        return
    if at_sea(cells, area, JAPAN) and at_sea(cells, area, ALLIES):
        Battle.start(execution, area)
    else:
        raid_alone(execution, area, at_sea(cells, area, JAPAN) | at_sea(cells, area, ALLIES))


PROCEDURES: tuple[type[Procedure], ...] = (
    *(Combat, Battle, Round, DayNightChoice, PickDayOrNight, Action, Announcement, Targeting, Strike, StayOrRetreat),
    *(
        StayOrDetach,
        DetachUnits,
        Retreat,
        FormRetreatGroups,
        Pursuit,
        PursuitOrder,
        PursuitBattle,
        StopPursuit,
        Raid,
        KamikazeNaming,
    ),
    *(*SIGHTING_PROCEDURES, *ISLAND_PROCEDURES, *AIR_PROCEDURES),
)
