"""Protocols of questions: the fields that rules read, whichever procedure asks; and the base of a side's questions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Protocol

from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.state_types import State


class SideProcedure(Procedure):
    """A procedure in which one side decides; its parts (mixins) also derive from it."""

    side: Annotated[int, IdField(SIDES)]


class HasHex(Protocol):
    """A question with the field ``at``."""

    @property
    def at(self) -> int: ...


class HasImpulse(Protocol):
    """A question with the field ``impulse``."""

    @property
    def impulse(self) -> int: ...


class HasPlace(Protocol):
    """A question with the field ``where``."""

    @property
    def where(self) -> int: ...


class HasForceAndImpulse(Protocol):
    """A question with the fields ``force`` and ``impulse``."""

    @property
    def force(self) -> int: ...

    @property
    def impulse(self) -> int: ...


class HasGunfire(Protocol):
    """A question with the fields ``fired``, ``impulse`` and ``round``."""

    @property
    def fired(self) -> int: ...

    @property
    def impulse(self) -> int: ...

    @property
    def round(self) -> int: ...


class HasRound(Protocol):
    """A question with the field ``round``."""

    @property
    def round(self) -> int: ...


class HasAttacks(Protocol):
    """A question with the fields ``fought`` and ``hexes``."""

    @property
    def fought(self) -> int: ...

    @property
    def hexes(self) -> Collection[int]: ...


class HasArmies(Protocol):
    """A question with the fields ``abroad`` and ``at_home``."""

    @property
    def abroad(self) -> int: ...

    @property
    def at_home(self) -> int: ...


class HasForce(Protocol):
    """A question with the field ``force``."""

    @property
    def force(self) -> int: ...


class HasForces(Protocol):
    """A question with the field ``forces``."""

    @property
    def forces(self) -> int: ...


class HasHexes(Protocol):
    """A question with the fields ``hexes`` and ``side``."""

    @property
    def hexes(self) -> Collection[int]: ...

    @property
    def side(self) -> int: ...


class HasMarches(Protocol):
    """A question with the field ``moved``, which knows the units that can still move in some way."""

    @property
    def moved(self) -> int: ...

    def movable_units(self, state: State, units: list[int]) -> Collection[int]: ...


class HasMission(Protocol):
    """A question with the fields ``force`` and ``mission``."""

    @property
    def force(self) -> int: ...

    @property
    def mission(self) -> int: ...


class HasShip(Protocol):
    """A question with the field ``ship``."""

    @property
    def ship(self) -> int: ...


class HasSpecial(Protocol):
    """A question with the field ``special``."""

    @property
    def special(self) -> bool: ...


class HasSpecialWave(Protocol):
    """A question with the fields ``special`` and ``wave``."""

    @property
    def special(self) -> bool: ...

    @property
    def wave(self) -> int: ...


class HasStack(Protocol):
    """A question with the field ``stack``."""

    @property
    def stack(self) -> int: ...


class HasHeadquarters(Protocol):
    """A question with the fields ``side`` and ``staffs``."""

    @property
    def side(self) -> int: ...

    @property
    def staffs(self) -> tuple[int, ...]: ...


class HasUnit(Protocol):
    """A question with the field ``unit``."""

    @property
    def unit(self) -> int: ...


class HasUnits(Protocol):
    """A question with the field ``units``."""

    @property
    def units(self) -> int: ...


class HasWave(Protocol):
    """A question with the field ``wave``."""

    @property
    def wave(self) -> int: ...


class HasSubronPoints(Protocol):
    """A question with the fields ``points`` and ``subron``."""

    @property
    def points(self) -> int: ...

    @property
    def subron(self) -> int: ...


class HasShipInGunfire(HasGunfire, HasShip, Protocol):
    """A question with the fields ``fired`` and ``impulse`` and ``round`` and ``ship``."""


class HasStackAtBase(Protocol):
    """A question with the fields ``base`` and ``stack``."""

    @property
    def base(self) -> int: ...

    @property
    def stack(self) -> int: ...


class HasTaking(Protocol):
    """A question with the fields ``may``, ``taking`` and ``where``."""

    @property
    def may(self) -> int: ...

    @property
    def taking(self) -> int: ...

    @property
    def where(self) -> int: ...


class HasUnitOfSide(Protocol):
    """A question with the fields ``side`` and ``unit``."""

    @property
    def side(self) -> int: ...

    @property
    def unit(self) -> int: ...


class HasUnitsAt(Protocol):
    """A question with the fields ``side``, ``units`` and ``where``."""

    @property
    def side(self) -> int: ...

    @property
    def units(self) -> int: ...

    @property
    def where(self) -> int: ...


class HasLeft(Protocol):
    """A question with the field ``left``."""

    @property
    def left(self) -> int: ...


class HasMoved(Protocol):
    """A question with the field ``moved``."""

    @property
    def moved(self) -> int: ...


class HasReach(Protocol):
    """A question about a Subron, which knows the hexes within the Subron's reach."""

    def reach(self, state: State) -> IdSet: ...


class HasRebuilt(Protocol):
    """A question with the field ``rebuilt``."""

    @property
    def rebuilt(self) -> tuple[int, ...]: ...


class HasSpent(Protocol):
    """A question with the field ``spent``."""

    @property
    def spent(self) -> tuple[int, ...]: ...
