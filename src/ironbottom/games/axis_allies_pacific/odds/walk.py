"""The walk of a battle over what is left of both forces, fire by fire.

Every fire leads to a standing with fewer lives or leaves all as it is. Rounds in which nothing changes are reckoned
away, so each pair of standings is looked at once, in the order of lives lost; where rounds are counted each is played.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from ironbottom.games.axis_allies_pacific.odds.forces import AIR, SUBMARINE, Force, Left
from ironbottom.games.axis_allies_pacific.odds.standings import Array, Numbers, Standings, Submerge
from ironbottom.games.axis_allies_pacific.odds.volleys import Chances

NEITHER, OURS, THEIRS, BOTH = range(4)
"""Whose submarines have struck first in a round (8.5.1)."""
After = tuple[Array, Array]
"""By pair: how likely each standing of the attacker, and of the defender, comes next."""
NEVER_LEFT = 1 - 1e-12
"""A pair that stays as it is so surely is one in which nobody can hit anybody (8.1.4)."""


class Terms(msgspec.Struct, frozen=True):
    """How a battle is fought.

    ``rounds``: the attacker retreats after so many, if it is not over; ``retreat_at``: once he has so many units or
    fewer; ``save_aircraft``: when only aircraft are left to him (8.8.4); ``low_luck``: six pips are a hit.
    """

    rounds: int | None = None
    retreat_at: int = 0
    save_aircraft: bool = False
    attacker_submerges: Submerge = "never"
    defender_submerges: Submerge = "never"
    defending_first_strike: bool = False
    low_luck: bool = False


class Walk:
    """How likely each pair of standings is at the end of a battle: ``ends``, attackers by defenders."""

    def __init__(self, attacker: Force, defender: Force, terms: Terms, bombardment: Chances | None = None) -> None:
        self.terms = terms
        self.ours = Standings(attacker, defender, True, terms.attacker_submerges, terms.low_luck)
        self.theirs = Standings(defender, attacker, False, terms.defender_submerges, terms.low_luck)
        self.our_targets = self.ours.targets(self.theirs)
        self.their_targets = self.theirs.targets(self.ours)
        self.volleys: dict[tuple[bool, bool, bool], Array] = {}
        self.strikes, self.over = self.who_strikes_first(), self.where_over()
        self.mass: Array = np.zeros((len(self.ours.keys), len(self.theirs.keys)))
        self.later = self.mass
        """Where the fire of a round leads: the same pairs, or where rounds are counted those of the next."""
        self.struck: Array = np.zeros((4, *self.mass.shape))
        self.ends: Array = np.zeros_like(self.mass)
        self.mass[0, 0] = 1
        rounds = terms.rounds
        if bombardment is not None and not self.over[0, 0]:
            self.first_round(bombardment)
            rounds = None if rounds is None else rounds - 1
        if rounds is None:
            self.play()
        else:
            self.play_rounds(rounds)

    def who_strikes_first(self) -> Numbers:
        """8.5.1, 8.5.2 By pair: whose submarines fire before all others."""
        ours = _with_submarines(self.ours)[:, None] & ~_escorted(self.theirs)[None, :]
        theirs = _with_submarines(self.theirs)[None, :] & ~_escorted(self.ours)[:, None]
        found: Numbers = ours * OURS + (theirs & self.terms.defending_first_strike) * THEIRS
        return found

    def where_over(self) -> NDArray[np.bool_]:
        """8.1.4, 8.8 By pair: whether the battle is over when it has come to it."""
        ours = np.array([left.count <= self.terms.retreat_at for left in self.ours.left])
        if self.terms.save_aircraft and self.ours.left[0].count > self.ours.left[0].of(AIR):
            ours |= np.array([left.count == left.of(AIR) for left in self.ours.left])
        theirs = np.array([not left.count for left in self.theirs.left])
        over: NDArray[np.bool_] = ours[:, None] | theirs[None, :]
        return over

    def first_round(self, bombardment: Chances) -> None:
        """8.9.4 Round 1 after a bombardment: what it hit still fires, and is lost with what the others hit."""
        start = np.zeros(1, dtype=np.int64)
        key, defenders = self.theirs.keys[0], np.zeros(len(self.theirs.keys))
        fire = self.ours.fire()[0]
        for chance in bombardment:
            np.add.at(defenders, self.their_targets[self.theirs.index[key]], chance * fire)
            key = self.theirs.struck(key, (0, 1, 2))
        self.mass[:] = self.ours_after(start, start, NEITHER)[0][:, None] * defenders[None, :]

    def play(self) -> None:
        """A battle that goes on until it is over."""
        for ours, theirs in self.by_layer():
            self.one_layer(ours, theirs)

    def play_rounds(self, rounds: int) -> None:
        """8.8.1 A battle that the attacker breaks off after so many rounds."""
        for _ in range(rounds):
            self.later = np.zeros_like(self.mass)
            for ours, theirs in self.by_layer():
                self.one_layer(ours, theirs)
            self.mass = self.later
        self.ends += self.mass

    def by_layer(self) -> Iterator[tuple[Numbers, Numbers]]:
        """The pairs of standings that are equally far from the first, nearest first."""
        layers = self.ours.layers[:, None] + self.theirs.layers[None, :]
        for layer in range(int(layers.max()) + 1):
            ours, theirs = np.nonzero(layers == layer)
            yield ours, theirs

    def one_layer(self, ours: Numbers, theirs: Numbers) -> None:
        """All that leads on from some pairs, none of which leads to another of them."""
        for kind in (OURS, THEIRS, BOTH):
            mass = self.struck[kind][ours, theirs]
            self.struck[kind][ours, theirs] = 0
            if (here := mass > 0).any():
                self.fire_on(ours[here], theirs[here], mass[here], kind)
        mass = self.opened(ours, theirs)
        kinds = np.where(mass > 0, self.strikes[ours, theirs], -1)
        for kind in (NEITHER, OURS, THEIRS, BOTH):
            if (here := kinds == kind).any():
                self.fight_on(ours[here], theirs[here], mass[here], kind)

    def opened(self, ours: Numbers, theirs: Numbers) -> Array:
        """The mass of pairs at the start of a round: battles that are over are put away, who fires may submerge."""
        mass, over = self.mass[ours, theirs], self.over[ours, theirs]
        self.mass[ours, theirs] = 0
        self.ends[ours[over], theirs[over]] += mass[over]
        mass[over] = 0
        we, they = (
            self.ours.dived[ours],
            np.where(self.strikes[ours, theirs] & THEIRS, self.theirs.dived[theirs], theirs),
        )
        dive = (mass > 0) & ((we != ours) | (they != theirs))
        np.add.at(self.mass, (we[dive], they[dive]), mass[dive])
        mass[dive] = 0
        return mass

    def fight_on(self, ours: Numbers, theirs: Numbers, mass: Array, kind: int) -> None:
        """A round from pairs in which the submarines of ``kind`` strike first."""
        counted = self.later is not self.mass
        after = self.ours_after(ours, theirs, kind), self.theirs_after(ours, theirs, kind)
        stays: Array = np.ones(len(ours))
        times = mass
        if kind != NEITHER:
            struck = self.strike(ours, theirs, kind)
            stays = _unchanged(struck, ours, theirs)
        if not counted:
            again = stays * _unchanged(after, ours, theirs)
            again[self.theirs.dived[theirs] != theirs] = 0
            times = self.visits(ours, theirs, mass, again)
        if kind != NEITHER:
            self.struck[kind] += self.leading_on(struck, times, ours, theirs)
        self.fire_on(ours, theirs, times * stays, kind, after, leave=not counted)

    def visits(self, ours: Numbers, theirs: Numbers, mass: Array, loop: Array) -> Array:
        """How often pairs are fought that stay as they are with a chance of ``loop``; 8.1.4 always: it is over."""
        stuck = loop > NEVER_LEFT
        self.ends[ours[stuck], theirs[stuck]] += mass[stuck]
        return np.where(stuck, 0, mass / np.where(stuck, 1, 1 - loop))

    def fire_on(
        self, ours: Numbers, theirs: Numbers, mass: Array, kind: int, after: After | None = None, leave: bool = False
    ) -> None:
        """The fire of all who have not struck first; with ``leave`` what stays as it is was reckoned away."""
        dives = np.array([kind < THEIRS and self.may_dive(number) for number in theirs], dtype=bool)
        if not dives.any():
            we, they = after or (self.ours_after(ours, theirs, kind), self.theirs_after(ours, theirs, kind))
            on = self.leading_on((we, they), mass, ours, theirs) if leave else (we * mass[:, None]).T @ they
            self.later += on
            return
        for row in np.nonzero(dives)[0]:
            on = mass[row] * self.with_dives(int(ours[row]), int(theirs[row]), kind)
            if leave:
                on[ours[row], theirs[row]] = 0
            self.later += on
        if not dives.all():
            self.fire_on(ours[~dives], theirs[~dives], mass[~dives], kind, leave=leave)

    @staticmethod
    def leading_on(after: After, mass: Array, ours: Numbers, theirs: Numbers) -> Array:
        """Where pairs lead that change."""
        on: Array = (after[0] * mass[:, None]).T @ after[1]
        on[ours, theirs] = 0
        return on

    def may_dive(self, number: int) -> bool:
        """8.5.3 Whether submarines of the defender may submerge before this round is over."""
        return self.theirs.submerge != "never" and self.theirs.left[number].of(SUBMARINE) > 0

    def with_dives(self, ours: int, theirs: int, kind: int) -> Array:
        """8.5.3 Fire of the attacker; then submarines that it missed may submerge, those that it hit fire."""
        on: Array = np.zeros_like(self.mass)
        reached = self.theirs_after(np.array([ours]), np.array([theirs]), kind)[0]
        for number in np.nonzero(reached)[0]:
            to = self.theirs.dived[number]
            fire = self.theirs.row(self.firing(theirs, int(number), int(to)))
            np.add.at(on[:, to], self.our_targets[ours], reached[number] * fire)
        return on

    def firing(self, theirs: int, hit: int, to: int) -> Left:
        """What fires of a standing of the defender that was hit, and whose submarines then submerged or not."""
        left = self.theirs.left[theirs]
        if to == hit:
            return left
        missed = self.theirs.left[hit].of(SUBMARINE)
        units = [(unit, n - missed if unit.sort == SUBMARINE else n) for unit, n in left.units]
        return Left(tuple(entry for entry in units if entry[1] > 0))

    def strike(self, ours: Numbers, theirs: Numbers, kind: int) -> tuple[Array, Array]:
        """8.5.1 Where the fire of submarines that strike first leads, for each pair and force."""
        return (
            self.after(theirs, ours, self.our_targets, self.theirs, (kind >= THEIRS, False)),
            self.after(ours, theirs, self.their_targets, self.ours, (bool(kind & OURS), False)),
        )

    def ours_after(self, ours: Numbers, theirs: Numbers, kind: int) -> Array:
        """Where the fire of the defender leads the attacker, for each pair."""
        return self.after(theirs, ours, self.our_targets, self.theirs, (kind < THEIRS, True))

    def theirs_after(self, ours: Numbers, theirs: Numbers, kind: int) -> Array:
        """Where the fire of the attacker leads the defender, for each pair."""
        return self.after(ours, theirs, self.their_targets, self.ours, (not kind & OURS, True))

    def after(
        self, firing: Numbers, under: Numbers, targets: Numbers, who: Standings, what: tuple[bool, bool]
    ) -> Array:
        """By pair: how likely each standing of the force under fire is after the fire of submarines, and of others."""
        key = (who is self.ours, *what)
        if key not in self.volleys:
            self.volleys[key] = who.fire(*what)
        chances = self.volleys[key][firing]
        size = len((self.theirs if who is self.ours else self.ours).keys)
        flat = (np.arange(len(firing)) * size)[:, None] + targets[under]
        told: Array = np.bincount(flat.ravel(), chances.ravel(), len(firing) * size).astype(np.float64, copy=False)
        return told.reshape(len(firing), size)


def _unchanged(after: After, ours: Numbers, theirs: Numbers) -> Array:
    """How likely pairs stay as they are."""
    here = np.arange(len(ours))
    stays: Array = after[0][here, ours] * after[1][here, theirs]
    return stays


def _with_submarines(standings: Standings) -> NDArray[np.bool_]:
    return np.array([left.of(SUBMARINE) > 0 for left in standings.left])


def _escorted(standings: Standings) -> NDArray[np.bool_]:
    return np.array([left.escorted for left in standings.left])
