"""11.0 Surface combat at the end of an impulse.

Entry: ``play.push(SurfaceCombat.opened(impulse))`` after the forces have sailed and Special Strikes are flown, with the
impulse from 1; it closes by itself. By hexes ascending: contact, whether each side wants battle, up to three rounds of
fire, what the losers must do.
"""

from __future__ import annotations

from typing import Annotated, Any

from ironbottom.engine.actions import Verb
from ironbottom.engine.fields import Number, One, Row, Some, members
from ironbottom.engine.procedures import InStages, Play, Procedure, Together, changed
from ironbottom.engine.question import Question
from ironbottom.engine.restrictions import restriction
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import FORCE_SETS, FORCES, HEXES, IN_FORCE, SHIPS, SIDES
from ironbottom.games.war_in_the_pacific.rules import gunnery, withdrawal
from ironbottom.games.war_in_the_pacific.rules import surface_contact as contact
from ironbottom.games.war_in_the_pacific.rules.gunlaying import (
    ROUNDS,
    UNSAID,
    WILL_AVOID,
    WILL_FIGHT,
    At,
    Gunlaying,
    Impulse,
    Side,
)
from ironbottom.games.war_in_the_pacific.rules.gunnery import Conditions
from ironbottom.games.war_in_the_pacific.rules.sailing import force_speed, ships_of
from ironbottom.games.war_in_the_pacific.rules.ship_losses import hit_ship

ASKING = 1
"""The stage of a battle in which the fire of a round is assigned."""


class SurfaceCombat(Procedure):
    """11.1 The hexes in which both sides are, one after the other."""

    number, name, clause = 42, "surface_combat", "11.1"
    impulse: Impulse
    last: Annotated[int, One(HEXES, none=True)]

    @classmethod
    def opened(cls, impulse: int) -> SurfaceCombat:
        """11.1 As it begins at the end of an impulse, from 1."""
        return cls(impulse, -1)

    def proceed(self, play: Play) -> bool:
        left = [at for at in contact.contested(play.state) if at > self.last]
        if not left:
            play.pop()
            return False
        play.replace(changed(self, last=left[0]))
        met, known = contact.meet(play, left[0], self.impulse == contact.NIGHT)
        if met:
            play.tell(log.MET, left[0], tuple(members(met)))
            play.push(Encounter(left[0], self.impulse, met, known, 0))
        return False


# -- 11.1 who wants battle ---------------------------------------------------------------------------


@restriction("10.1", "forces in Transit avoid battle")
def may_seek(state: State, here: Any, side: int) -> bool:
    forces = members(here.forces & FORCE_SETS[side])
    return any(contact.mission_of(state, force) != "transit" for force in forces)


@restriction("10.7", "ships without fuel do not fight by choice")
def fuelled(state: State, here: Any, side: int) -> bool:
    return any(contact.may_want(state, force) for force in members(here.forces & FORCE_SETS[side]))


FIGHT = Verb("fight", clause="11.1", when=(may_seek, fuelled))
AVOID = Verb("avoid", clause="11.1")


class Meeting(Question):
    """11.1 A side says whether it wants the battle."""

    number, name, clause, question = 45, "meeting", "11.1", "The enemy is in sight. Do you want battle?"
    verbs = (FIGHT, AVOID)
    hides_forced = True
    side: Side
    where: At
    forces: Annotated[int, Some(FORCES)]

    def fight(self, play: Play) -> None:
        """11.1 It wants battle."""
        play.pop()
        play.cells[places.WISH + self.side] = WILL_FIGHT

    def avoid(self, play: Play) -> None:
        """11.1 It breaks off if the other wants battle."""
        play.pop()
        play.cells[places.WISH + self.side] = WILL_AVOID


class Wishing(Together):
    """11.1, 4.32 Both say it at once."""

    number, name, clause = 44, "wishing", "11.1"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        here: Any = state.stack[-1]
        return (Meeting(side, here.where, here.forces & FORCE_SETS[side]),)

    def finish(self, play: Play) -> None:
        """Both have said it."""


def ask_wishes(play: Play, here: Encounter) -> None:
    """11.1 Both sides are asked."""
    clear_wishes(play.state)
    Wishing.start(play)


def clear_wishes(state: State) -> None:
    """Nothing has been said."""
    for side in range(len(SIDES)):
        state.cells[places.WISH + side] = UNSAID


def weigh_wishes(play: Play, here: Encounter) -> None:
    """11.1 Battle where one side wants it, of all forces that do not break off."""
    wants = [play.cells[places.WISH + side] == WILL_FIGHT for side in range(len(SIDES))]
    clear_wishes(play.state)
    forces = here.forces
    for side in range(len(SIDES)):
        if not wants[side] and wants[1 - side]:
            enemies = members(forces & FORCE_SETS[1 - side])
            for force in members(forces & FORCE_SETS[side]):
                if contact.breaks_off(play, force, enemies):
                    forces &= ~(1 << force)
    if any(wants) and all(forces & own for own in FORCE_SETS):
        play.push(Battle(here.where, here.impulse, 1, forces, here.known, -1, 0, (0, 0), 0))


class Encounter(InStages):
    """11.1 Forces have met in a hex."""

    number, name, clause = 43, "encounter", "11.1"
    stages = (ask_wishes, weigh_wishes)
    ends = True
    where: At
    impulse: Impulse
    forces: Annotated[int, Some(FORCES)]
    known: Annotated[int, Some(FORCES)]
    next: Annotated[int, Number(0, 2)]


# -- 11.3 rounds of fire -----------------------------------------------------------------------------


class Gunlayers(Together):
    """11.21 Both assign at once; a surprised side does not fire in the first round."""

    number, name, clause = 47, "gunlayers", "11.21"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        here: Any = state.stack[-1]
        if here.round == 1 and here.surprised == side:
            return ()
        return (Gunlaying(side, here.where, here.impulse, here.round, here.fired),)

    def finish(self, play: Play) -> None:
        """Both have assigned their fire."""


def open_battle(play: Play, here: Battle) -> None:
    """11.2 Surprise; the ships of both sides are seen."""
    state = play.state
    night = here.impulse == contact.NIGHT
    added = [
        contact.surprise_modifier(state, side, members(here.forces & FORCE_SETS[side]), here.known, night)
        for side in range(len(SIDES))
    ]
    ships = [ship for force in members(here.forces) for ship in ships_of(state, force)]
    state.cells[places.BATTLING] = sum(1 << ship for ship in ships)
    for force in members(here.forces):
        contact.seen_in_battle(play, force)
    play.tell(log.BATTLE, here.where, tuple(sorted(ships)))
    surprised = contact.surprised(play, here.where, (added[0], added[1]))
    begun = tuple([len(gunnery.line_of(state, side)) for side in range(len(SIDES))])
    play.replace(changed(here, surprised=surprised, begun=begun, next=here.following()))


def ask_fire(play: Play, here: Battle) -> None:
    """11.3 Both assign the fire of a round."""
    clear_wishes(play.state)
    play.tell(log.ROUND, here.where, here.round)
    Gunlayers.start(play)


def conditions(here: Battle) -> Conditions:
    """The round as it is fought."""
    return Conditions(here.where, here.round, here.impulse == contact.NIGHT, here.surprised)


def gets_away(play: Play, side: int) -> bool:
    """11.3 A side that is faster leaves before the third round, another on a die."""
    state = play.state
    speeds = [
        min([force_speed_in(state, ship) for ship in gunnery.line_of(state, each)], default=0)
        for each in (side, 1 - side)
    ]
    die = 0 if speeds[0] > speeds[1] else play.roll(6, "break off")
    away = not die or die >= gunnery.row_of(state, ROUNDS).break_off
    play.tell(log.LEFT_BATTLE, side, die, int(away))
    return away


def force_speed_in(state: State, ship: int) -> int:
    """9.3 The speed of the force that a ship is in."""
    return force_speed(state, state.arrays[places.SHIP_AT][ship] - IN_FORCE)


def fight_round(play: Play, here: Battle) -> None:
    """11.3 to 11.6 The fire of a round falls; then the next, or the end."""
    state, over, first = play.state, False, max(play.cells[places.FIRST_PLAYER], 0)
    for side in (first, 1 - first):
        if state.cells[places.WISH + side] == WILL_AVOID:
            if gets_away(play, side):
                over = True
            else:
                fire_evenly(state, side, here)
    if not over:
        fired = exchange(play, here)
        ended = here.round == ROUNDS or any(
            not any(gunnery.able(state, ship) for ship in gunnery.line_of(state, side)) for side in range(len(SIDES))
        )
        if not ended:
            play.replace(changed(here, round=here.round + 1, fired=fired, next=ASKING))
    clear_aims(state)


def fire_evenly(state: State, side: int, here: Battle) -> None:
    """11.3 A side that failed to break off fires as it can, evenly."""
    night = here.impulse == contact.NIGHT
    for ship, target, launches in gunnery.evenly(state, side, here.round, night, here.fired):
        state.arrays[places.AIM][ship], state.arrays[places.LAUNCHES][ship] = target, int(launches)


def exchange(play: Play, here: Battle) -> int:
    """11.21, 11.5 All fire is weighed before any falls; the First Player's dice fall first. The ships that launched."""
    state, first = play.state, max(play.cells[places.FIRST_PLAYER], 0)
    aim, launches = state.arrays[places.AIM], state.arrays[places.LAUNCHES]
    fired = here.fired
    for ship in members(state.cells[places.BATTLING]):
        if aim[ship] >= 0 and launches[ship]:
            fired |= 1 << ship
    falling = []
    for side in (first, 1 - first):
        targets = sorted({aim[ship] for ship in gunnery.line_of(state, side) if aim[ship] >= 0})
        falling += [(ship, blow) for ship in targets for blow in gunnery.blows(state, side, ship, conditions(here))]
    for ship, blow in falling:
        if state.cells[places.BATTLING] >> ship & 1 and hit_ship(play, ship, blow).sunk:
            state.cells[places.BATTLING] &= ~(1 << ship)
    return fired


def clear_aims(state: State) -> None:
    """The fire of a round is over."""
    for ship, target in enumerate(state.arrays[places.AIM]):
        if target >= 0:
            state.arrays[places.AIM][ship], state.arrays[places.LAUNCHES][ship] = -1, 0
    clear_wishes(state)


def close_battle(play: Play, here: Battle) -> None:
    """11.6 What the battle showed is known; who lost more than half his ships withdraws a hex."""
    state = play.state
    left = [len(gunnery.line_of(state, side)) for side in range(len(SIDES))]
    state.cells[places.BATTLING] = 0
    play.tell(log.BATTLE_OVER, here.where)
    for force in members(here.forces):
        if ships_of(state, force):
            contact.seen_in_battle(play, force)
    for side in range(len(SIDES)):
        if 2 * left[side] < here.begun[side]:
            for force in members(here.forces & FORCE_SETS[side]):
                withdrawal.withdraw(play, force)


class Battle(InStages):
    """11.3 A surface battle of up to three rounds."""

    number, name, clause = 46, "surface_battle", "11.3"
    stages = (open_battle, ask_fire, fight_round, close_battle)
    ends = True
    where: At
    impulse: Impulse
    round: Annotated[int, Number(1, ROUNDS)]
    forces: Annotated[int, Some(FORCES)]
    known: Annotated[int, Some(FORCES)]
    surprised: Annotated[int, One(SIDES, none=True)]
    fired: Annotated[int, Some(SHIPS)]
    begun: Annotated[tuple[int, ...], Row(Number(0, 999), 2)]
    next: Annotated[int, Number(0, 4)]


PROCEDURES = (SurfaceCombat, Encounter, Wishing, Meeting, Battle, Gunlayers, Gunlaying)
