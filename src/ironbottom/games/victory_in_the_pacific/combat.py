"""5.3 Combat: Japan names the sea areas one by one; each is fought out."""

from __future__ import annotations

from ironbottom.board.area_battles import NextArea
from ironbottom.engine.actions import Verb
from ironbottom.engine.choices import EachOf, Group
from ironbottom.engine.conditions import condition
from ironbottom.engine.procedures import Frame, Play
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.action import ACTION
from ironbottom.games.victory_in_the_pacific.air_battle import AIR_PROCEDURES
from ironbottom.games.victory_in_the_pacific.battle import BATTLE, at_sea, can_raid_alone, raid_alone
from ironbottom.games.victory_in_the_pacific.day_night import NAME_ACTION, NAMING
from ironbottom.games.victory_in_the_pacific.designation import normal_turn
from ironbottom.games.victory_in_the_pacific.fire import ANNOUNCEMENT, TARGETING
from ironbottom.games.victory_in_the_pacific.flight import CHASE, CHASES, FLIGHT, STOPPING
from ironbottom.games.victory_in_the_pacific.island_combat import ISLAND_PROCEDURES
from ironbottom.games.victory_in_the_pacific.kamikaze import KAMIKAZE_NAMING
from ironbottom.games.victory_in_the_pacific.normal_areas import PROCEDURES as NORMAL_PROCEDURES
from ironbottom.games.victory_in_the_pacific.normal_areas import opens_apart
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, AREAS, JAPAN, Pieces
from ironbottom.games.victory_in_the_pacific.pursuit import PURSUIT
from ironbottom.games.victory_in_the_pacific.raids import RAID
from ironbottom.games.victory_in_the_pacific.retreat import DETACHING, GROUPING, STAY_OR_PART, STAY_OR_RETREAT
from ironbottom.games.victory_in_the_pacific.rounds import ROUND
from ironbottom.games.victory_in_the_pacific.sighting import SIGHTING_PROCEDURES
from ironbottom.games.victory_in_the_pacific.state import FOUGHT, Cells
from ironbottom.games.victory_in_the_pacific.submarines import STRIKE


def to_fight(pieces: Pieces, cells: Cells) -> int:
    """5.31 The sea areas not named yet in which both sides are at sea, or one that is alone could raid (9.2)."""
    found = 0
    for area in range(len(AREAS)):
        japan, allies = at_sea(cells, area, JAPAN), at_sea(cells, area, ALLIES)
        if (japan and allies) or (
            (japan or allies) and can_raid_alone(pieces, cells, JAPAN if japan else ALLIES, area)
        ):
            found |= 1 << area
    return found & ~cells[FOUGHT]


@condition("5.31", "there is no combat to come in {0}")
def combat_to_come(state: State, frame: Frame, side: int, area: int) -> bool:
    return bool(to_fight(state.rules.pieces, state.cells) >> area & 1)


def combats(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(FIGHT.number, to_fight(state.rules.pieces, state.cells))]


FIGHT = Verb("fight", AREAS, clause="5.31", conditions=(combat_to_come,), offer=combats)


class Combat(NextArea):
    """5.31 Japan names the next sea area, as long as there is combat to come."""

    name = "combat"
    clause = "5.31"
    verbs = (FIGHT,)
    namer = JAPAN

    def to_fight(self, state: State) -> int:
        return to_fight(state.rules.pieces, state.cells)

    def open_area(self, play: Play, area: int) -> None:
        open_area(play, area)


COMBAT = Combat()


def open_area(play: Play, area: int) -> None:
    """7.11 The combat of an area begins: a battle, or only raids."""
    cells = play.cells
    cells[FOUGHT] |= 1 << area
    play.tell(log.AREA_NAMED, area)
    if normal_turn(play.rules.pieces, cells) and opens_apart(play, area):
        return
    if at_sea(cells, area, JAPAN) and at_sea(cells, area, ALLIES):
        BATTLE.start(play, area)
    else:
        raid_alone(play, area, at_sea(cells, area, JAPAN) | at_sea(cells, area, ALLIES))


PROCEDURES = (
    *(COMBAT, BATTLE, ROUND, NAMING, NAME_ACTION, ACTION, ANNOUNCEMENT, TARGETING, STRIKE, STAY_OR_RETREAT),
    *(STAY_OR_PART, DETACHING, FLIGHT, GROUPING, PURSUIT, CHASES, CHASE, STOPPING, RAID, KAMIKAZE_NAMING),
    *(*SIGHTING_PROCEDURES, *ISLAND_PROCEDURES, *AIR_PROCEDURES, *NORMAL_PROCEDURES),
)
