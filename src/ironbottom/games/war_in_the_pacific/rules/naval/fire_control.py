"""11.3, 11.4 The assignment of fire in a round: which ship fires, then its target and weapons.

The second step is asked only if there is a choice: a ship with one target and one weapon fires at once.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Domain, IdField, IdSetField, Number, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SHIP_SETS, SHIPS, SIDES
from ironbottom.games.war_in_the_pacific.questions import HasGunfire, HasImpulse, HasRound, HasShipInGunfire
from ironbottom.games.war_in_the_pacific.rules.naval import gunnery
from ironbottom.games.war_in_the_pacific.rules.naval import surface_contact as contact
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

ROUNDS = 3
WEAPONS = Domain("weapons", ("guns", "guns_and_torpedoes"), {"guns_and_torpedoes": "guns and torpedoes"})

At = Annotated[int, IdField(HEXES)]
Impulse = Annotated[int, Number(1, 3)]
Side = Annotated[int, IdField(SIDES)]


# -- 11.3 firing ships ---------------------------------------------------------------------------------


@restriction("11.3", "{ship} is not yours, or not in this battle")
def own_ship_in_battle(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(members(state.cells[layout.BATTLING] & SHIP_SETS[side]), len(SHIPS))


@restriction("11.4", "{ship} has nothing left to fire with")
def armed(state: State, frame: HasGunfire, side: int) -> IdSet:
    own = members(state.cells[layout.BATTLING] & SHIP_SETS[side])
    return sets.from_iterable(
        [ship for ship in own if gunnery.guns_of(state, ship) or may_fire_torpedoes(state, frame, ship)], len(SHIPS)
    )


def may_fire_torpedoes(state: State, frame: HasGunfire, ship: int) -> bool:
    """11.3 Whether a ship may launch torpedoes in the current round."""
    return gunnery.has_torpedoes(state, frame.round, frame.impulse == contact.NIGHT, frame.fired, ship)


@restriction("11.3", "{ship} already has its target in this round")
def not_aimed(state: State, frame: Procedure, side: int) -> IdSet:
    aim = state.arrays[layout.AIM]
    own = members(state.cells[layout.BATTLING] & SHIP_SETS[side])
    return sets.from_iterable([ship for ship in own if aim[ship] < 0], len(SHIPS))


@restriction("11.3", "a side may break off only before the third round")
def last_round(state: State, frame: HasRound, side: int) -> bool:
    return bool(frame.round == ROUNDS)


FIRE = Verb(
    "fire",
    clause="11.3",
    ends_list="never",
    ship=Argument(SHIPS, own_ship_in_battle, armed, not_aimed, always_completes=True),
)
BREAK_OFF = Verb("break_off", clause="11.3", ends_list="always", when=(last_round,))


# -- 11.3, 11.4 targets and weapons ----------------------------------------------------------------------


@restriction("11.3", "{target} is not an enemy in this battle, or is behind its screen")
def open_to_fire(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(members(gunnery.exposed(state, 1 - side)), len(SHIPS))


@restriction(
    "11.3", "at night the larger side can fire at only two thirds as many targets as the smaller side has ships"
)
def found_at_night(state: State, frame: HasImpulse, side: int) -> IdSet:
    aim = state.arrays[layout.AIM]
    own = members(state.cells[layout.BATTLING] & SHIP_SETS[side])
    aimed = {aim[ship] for ship in own if aim[ship] >= 0}
    if len(aimed) < gunnery.most_targets(state, side, frame.impulse == contact.NIGHT):
        return sets.full_set(len(SHIPS))
    return sets.from_iterable(aimed, len(SHIPS))


@restriction("11.4", "the ship has no torpedoes, has already fired them in this battle, or is at long range by day")
def may_launch(state: State, frame: HasShipInGunfire, side: int) -> IdSet:
    return (gunnery.guns_of(state, frame.ship) > 0) | may_fire_torpedoes(state, frame, frame.ship) << 1


FIRE_AT = Verb(
    "fire_at",
    clause="11.3",
    ends_list="never",
    target=Argument(SHIPS, open_to_fire, found_at_night, always_completes=True),
    weapons=Argument(WEAPONS, may_launch, always_completes=True),
)


class TargetChoice(Question):
    """11.3, 11.4 The choice of a ship's target, and of its torpedoes."""

    number, name, clause = 86, "laying", "11.3"
    verbs = (FIRE_AT,)
    is_second_step = True
    side: Side
    where: At
    impulse: Impulse
    round: Annotated[int, Number(1, ROUNDS)]
    fired: Annotated[int, IdSetField(SHIPS)]
    ship: Annotated[int, IdField(SHIPS)]

    def fire_at(self, execution: Execution, target: int, weapons: int) -> None:
        """11.3, 11.4 A ship fires at a target, with or without torpedoes."""
        execution.pop()
        execution.state.arrays[layout.AIM][self.ship] = target
        execution.state.arrays[layout.LAUNCHES][self.ship] = weapons


class FireControl(Question):
    """11.3 A side assigns the fire of its ships for a round, one target each; ships without a target hold
    their fire.
    """

    number, name, clause = 48, "gunlaying", "11.3"
    verbs = (FIRE, BREAK_OFF, DONE)
    side: Side
    where: At
    impulse: Impulse
    round: Annotated[int, Number(1, ROUNDS)]
    fired: Annotated[int, IdSetField(SHIPS)]

    def fire(self, execution: Execution, ship: int) -> None:
        """11.3 A ship fires; its target and weapons are asked for next if there is a choice."""
        laying = self.laid(ship)
        execution.push(laying)
        only = only_fire(execution.state, laying)
        if only is not None:
            laying.fire_at(execution, *only)

    def laid(self, ship: int) -> TargetChoice:
        """11.3 The question for a ship that fires."""
        return TargetChoice(self.side, self.where, self.impulse, self.round, self.fired, ship)

    def break_off(self, execution: Execution) -> None:
        """11.3 The side tries to leave before the third round."""
        execution.pop()
        execution.cells[layout.BREAKS_OFF + self.side] = 1

    def done(self, execution: Execution) -> None:
        """11.3 Ends the assignment of fire."""
        execution.pop()


def targets_of(state: State, frame: TargetChoice) -> IdSet:
    """11.3 The enemies at which a ship may fire."""
    return sets.intersect(open_to_fire(state, frame, frame.side), found_at_night(state, frame, frame.side))


def only_fire(state: State, frame: TargetChoice) -> tuple[int, int] | None:
    """11.3, 11.4 The target and weapons of a ship that has no choice; None if it has a choice."""
    targets, weapons = targets_of(state, frame), may_launch(state, frame, frame.side)
    if sets.size(targets) * sets.size(weapons) != 1:
        return None
    return sets.nth(targets, 0), sets.nth(weapons, 0)
