"""Computes a battle as a Markov chain over pairs of force states, volley by volley.

Each volley leads to a state with fewer lives, or changes nothing. Rounds without a change are factored out, so each
pair of states is visited once, in the order of lives lost. If rounds are counted, every round is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

import msgspec
import numpy as np

from ironbottom.games.axis_allies_pacific.odds.force_states import ALL, Array, Flags, ForceStates, Numbers, Submerge
from ironbottom.games.axis_allies_pacific.odds.forces import AIR, SUBMARINE, BattleForce
from ironbottom.games.axis_allies_pacific.odds.volleys import Chances

NEITHER, OURS, THEIRS, BOTH = range(4)
"""The sides whose submarines have struck first in a round (8.5.1)."""
MAX_COLUMNS = 64
"""With at most this many combinations of hits, none is left out: finding the possible combinations would cost more time
than it saves.
"""
After = tuple[Array, Array]
"""For each pair, the probability of each next standing of the attacker, and of the defender."""
NEVER_LEFT = 1 - 1e-12
"""A pair that stays the same with this probability is one in which no unit can hit any other (8.1.4)."""


class BattleTerms(msgspec.Struct, frozen=True):
    """The rules of a battle.

    The attacker retreats after ``rounds`` rounds, when ``retreat_at`` or fewer units are left, or, with
    ``save_aircraft``, when only aircraft are left (8.8.4). ``low_luck``: six pips are a hit.
    """

    rounds: int | None = None
    retreat_at: int = 0
    save_aircraft: bool = False
    attacker_submerges: Submerge = "never"
    defender_submerges: Submerge = "never"
    defending_first_strike: bool = False
    low_luck: bool = False


@lru_cache(256)
def layers_of(ours: tuple[int, ...], theirs: tuple[int, ...]) -> list[Numbers]:
    """The pairs of force states of two shapes by their distance from the first, as table indices."""
    one, other = (np.indices(shape).reshape(len(shape), -1).sum(0) for shape in (ours, theirs))
    far = (one[:, None] + other[None, :]).ravel()
    order = np.argsort(far, kind="stable")
    return np.split(order, np.cumsum(np.bincount(far))[:-1])


class BattleSolver:
    """The probability of each pair of standings at the end of a battle: ``ends``, attackers by defenders.

    ``struck``: the sides whose submarines have struck first in the current round; their hits are already removed
    (8.5.1).
    """

    def __init__(
        self,
        attacker: BattleForce,
        defender: BattleForce,
        terms: BattleTerms,
        bombardment: Chances | None = None,
        struck: int = NEITHER,
    ) -> None:
        self.terms = terms
        self.ours = ForceStates(attacker, defender, True, terms.attacker_submerges, terms.low_luck)
        self.theirs = ForceStates(defender, attacker, False, terms.defender_submerges, terms.low_luck)
        self.our_targets = self.ours.targets(self.theirs)
        self.their_targets = self.theirs.targets(self.ours)
        self.volleys: dict[tuple[bool, int, bool], tuple[Array, Numbers, Flags]] = {}
        self.strikes, self.over = self.who_strikes_first(), self.where_over()
        self.mass: Array = np.zeros((self.ours.size, self.theirs.size))
        self.later = self.mass
        """The pairs after a round's fire: the same array or, if rounds are counted, that of the next round."""
        kinds = np.unique(self.strikes).tolist()
        self.struck: dict[int, Array] = {kind: np.zeros_like(self.mass) for kind in kinds if kind != NEITHER}
        self.ends: Array = np.zeros_like(self.mass)
        struck &= int(self.strikes[0, 0])
        (self.struck[struck] if struck else self.mass)[0, 0] = 1
        rounds = terms.rounds
        if bombardment is not None and not self.over[0, 0]:
            self.first_round(bombardment)
            rounds = None if rounds is None else rounds - 1
        if rounds is None:
            self.play()
        else:
            self.play_rounds(rounds)

    def who_strikes_first(self) -> Numbers:
        """8.5.1, 8.5.2 For each pair, the sides whose submarines fire before all others."""
        ours = (self.ours.of(SUBMARINE) > 0)[:, None] & ~self.theirs.escorted[None, :]
        theirs = (self.theirs.of(SUBMARINE) > 0)[None, :] & ~self.ours.escorted[:, None]
        result: Numbers = ours * OURS + (theirs & self.terms.defending_first_strike) * THEIRS
        return result

    def where_over(self) -> Flags:
        """8.1.4, 8.8 For each pair, whether the battle is over."""
        ours = self.ours.numbers <= self.terms.retreat_at
        flying = self.ours.of(AIR)
        if self.terms.save_aircraft and self.ours.numbers[0] > flying[0]:
            ours = ours | (self.ours.numbers == flying)
        over: Flags = ours[:, None] | (self.theirs.numbers == 0)[None, :]
        return over

    def first_round(self, bombardment: Chances) -> None:
        """8.9.4 Round 1 after a bombardment: units that it hit still fire, and are removed with the other losses."""
        start = np.zeros(1, dtype=np.int64)
        number, defenders = 0, np.zeros(self.theirs.size)
        fire = self.ours.fire()[0][0]
        for chance in bombardment:
            np.add.at(defenders, self.their_targets[number], chance * fire)
            number = int(self.theirs.after_any[number])
        self.mass[:] = self.ours_after(start, start, NEITHER)[0][:, None] * defenders[None, :]

    def play(self) -> None:
        """Computes a battle until it is over."""
        for pairs in self.by_layer():
            self.one_layer(pairs)

    def play_rounds(self, rounds: int) -> None:
        """8.8.1 Computes a battle that the attacker leaves after this many rounds."""
        for _ in range(rounds):
            self.later = np.zeros_like(self.mass)
            for pairs in self.by_layer():
                self.one_layer(pairs)
            self.mass = self.later
        self.ends += self.mass

    def by_layer(self) -> Iterator[Numbers]:
        """The pairs of force states at an equal distance from the first, nearest first."""
        yield from layers_of(self.ours.shape, self.theirs.shape)

    def one_layer(self, pairs: Numbers) -> None:
        """Computes the next step of the given pairs, none of which leads to another."""
        for kind, struck in self.struck.items():
            mass = struck.ravel()[pairs]
            if (here := np.nonzero(mass)[0]).size:
                struck.ravel()[pairs] = 0
                self.fire_on(*self.parted(pairs[here]), mass[here], kind)
        mass = self.mass.ravel()[pairs]
        if not (here := np.nonzero(mass)[0]).size:
            return
        pairs, mass = pairs[here], mass[here]
        self.mass.ravel()[pairs] = 0
        pairs, mass = self.opened(pairs, mass)
        kinds = self.strikes.ravel()[pairs]
        for kind in (NEITHER, *self.struck):
            if (here := np.nonzero(kinds == kind)[0]).size:
                self.fight_on(*self.parted(pairs[here]), mass[here], kind)

    def parted(self, pairs: Numbers) -> tuple[Numbers, Numbers]:
        """The standings of attacker and defender in the given pairs."""
        return pairs // self.theirs.size, pairs % self.theirs.size

    def opened(self, pairs: Numbers, mass: Array) -> tuple[Numbers, Array]:
        """The pairs that fight this round: finished battles are stored, and submarines that strike first may
        submerge.
        """
        over = self.over.ravel()[pairs]
        self.ends.ravel()[pairs[over]] += mass[over]
        pairs, mass = pairs[~over], mass[~over]
        if self.ours.submerge == self.theirs.submerge == "never":
            return pairs, mass
        ours, theirs = self.parted(pairs)
        we = self.ours.after_submerging[ours]
        they = np.where(self.strikes[ours, theirs] & THEIRS, self.theirs.after_submerging[theirs], theirs)
        submerges = (we != ours) | (they != theirs)
        np.add.at(self.mass, (we[submerges], they[submerges]), mass[submerges])
        return pairs[~submerges], mass[~submerges]

    def fight_on(self, ours: Numbers, theirs: Numbers, mass: Array, kind: int) -> None:
        """A round of pairs in which the submarines of ``kind`` strike first."""
        counted = self.later is not self.mass
        after = self.ours_after(ours, theirs, kind), self.theirs_after(ours, theirs, kind)
        stays: Array = np.ones(len(ours))
        times = mass
        if kind != NEITHER:
            struck = self.strike(ours, theirs, kind)
            stays = _unchanged(struck, ours, theirs)
        if not counted:
            again = stays * _unchanged(after, ours, theirs)
            again[self.theirs.after_submerging[theirs] != theirs] = 0
            times = self.visits(ours, theirs, mass, again)
        if kind != NEITHER:
            self.struck[kind] += self.transitions(struck, times, ours, theirs)
        self.fire_on(ours, theirs, times * stays, kind, after, leave=not counted)

    def visits(self, ours: Numbers, theirs: Numbers, mass: Array, loop: Array) -> Array:
        """The expected number of visits of pairs that stay the same with probability ``loop``; 8.1.4 if that is
        certain, the battle is over.
        """
        stuck = loop > NEVER_LEFT
        if not stuck.any():
            counts: Array = mass / (1 - loop)
            return counts
        self.ends[ours[stuck], theirs[stuck]] += mass[stuck]
        return np.where(stuck, 0, mass / np.where(stuck, 1, 1 - loop))

    def fire_on(
        self, ours: Numbers, theirs: Numbers, mass: Array, kind: int, after: After | None = None, leave: bool = False
    ) -> None:
        """The fire of all that have not struck first; with ``leave``, rounds without a change were factored out."""
        submerges = self.may_submerge[theirs] if kind < THEIRS else self.may_submerge[:0]
        if not submerges.any():
            we, they = after or (self.ours_after(ours, theirs, kind), self.theirs_after(ours, theirs, kind))
            on = self.transitions((we, they), mass, ours, theirs) if leave else (we * mass[:, None]).T @ they
            self.later += on
            return
        if not submerges.all():
            self.fire_on(ours[~submerges], theirs[~submerges], mass[~submerges], kind, leave=leave)
        ours, theirs, mass = ours[submerges], theirs[submerges], mass[submerges]
        on = self.with_submerging(ours, theirs, mass, kind)
        if leave:
            on[ours, theirs] = 0
        self.later += on

    @staticmethod
    def transitions(after: After, mass: Array, ours: Numbers, theirs: Numbers) -> Array:
        """Adds the results of the pairs that change."""
        on: Array = (after[0] * mass[:, None]).T @ after[1]
        on[ours, theirs] = 0
        return on

    @cached_property
    def may_submerge(self) -> Flags:
        """8.5.3 For each standing of the defender, whether submarines may submerge before the end of this round."""
        there: Flags = (self.theirs.of(SUBMARINE) > 0) & (self.theirs.submerge != "never")
        return there

    def with_submerging(self, ours: Numbers, theirs: Numbers, mass: Array, kind: int) -> Array:
        """8.5.3 The attacker's fire; then submarines that it missed may submerge, and those that it hit fire."""
        reached = self.theirs_after(ours, theirs, kind) * mass[:, None]
        boats, after_submerging = self.theirs.of(SUBMARINE), self.theirs.after_submerging
        under = after_submerging != np.arange(self.theirs.size)
        on: Array = self.ours_after(ours, theirs, kind).T @ (reached * ~under)
        hit = boats[theirs][:, None] - boats[None, :]
        for number in range(int(boats.max()) + 1):
            some = reached * (under & (hit == number))
            if some.any():
                fire = self.after(theirs, ours, self.our_targets, self.theirs, (number, True))
                on[:, after_submerging[under]] += fire.T @ some[:, under]
        return on

    def strike(self, ours: Numbers, theirs: Numbers, kind: int) -> tuple[Array, Array]:
        """8.5.1 The result of a first strike by submarines, for each pair and force."""
        return (
            self.after(theirs, ours, self.our_targets, self.theirs, (ALL if kind >= THEIRS else 0, False)),
            self.after(ours, theirs, self.their_targets, self.ours, (ALL if kind & OURS else 0, False)),
        )

    def ours_after(self, ours: Numbers, theirs: Numbers, kind: int) -> Array:
        """The result of the defender's fire for the attacker, for each pair."""
        return self.after(theirs, ours, self.our_targets, self.theirs, (ALL if kind < THEIRS else 0, True))

    def theirs_after(self, ours: Numbers, theirs: Numbers, kind: int) -> Array:
        """The value for the defender of the attacker's fire, for each pair of attacking and defending forces."""
        return self.after(ours, theirs, self.their_targets, self.ours, (0 if kind & OURS else ALL, True))

    def after(
        self, firing: Numbers, under: Numbers, targets: Numbers, who: ForceStates, what: tuple[int, bool]
    ) -> Array:
        """For each pair, the probability of each standing of the target force after the fire of submarines, and of
        others.
        """
        key = (who is self.ours, *what)
        if key not in self.volleys:
            rows, columns = who.fire(*what)
            self.volleys[key] = rows, targets[:, columns], rows > 0
        rows, leads, able = self.volleys[key]
        if rows.shape[1] <= MAX_COLUMNS:
            chances, flat = rows.take(firing, 0), leads.take(under, 0)
        else:
            seen = np.nonzero(able[firing].any(0))[0]
            chances, flat = rows[firing[:, None], seen], leads[under[:, None], seen]
        pairs, size = len(firing), (self.theirs if who is self.ours else self.ours).size
        flat += (np.arange(0, pairs * size, size))[:, None]
        result = np.asarray(np.bincount(flat.ravel(), chances.ravel(), pairs * size), dtype=np.float64)
        return result.reshape(pairs, size)


def _unchanged(after: After, ours: Numbers, theirs: Numbers) -> Array:
    """The probability that pairs stay the same."""
    here = np.arange(len(ours))
    stays: Array = after[0][here, ours] * after[1][here, theirs]
    return stays
