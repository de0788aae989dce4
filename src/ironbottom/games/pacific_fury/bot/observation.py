"""A view as the ensign reads it: both sides' task forces, hidden counters, and the operations left.

In a state that a computer player has drawn, the values are read from the cells, without a view.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, cast

from ironbottom.bots import observation as bots
from ironbottom.engine.codecs.frame_codec import write_frames
from ironbottom.engine.core.fields import members
from ironbottom.games.pacific_fury import pieces
from ironbottom.games.pacific_fury import state as layout
from ironbottom.games.pacific_fury.information import view as seen
from ironbottom.games.pacific_fury.information.view_types import GameFrame, TaskForce, View, read_view
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.state_types import Rules, State
from ironbottom.odds.distributions import Distribution

ASHORE = -1
"""The sea area of a task force that is not on the map."""


def bits_of(units: list[str]) -> int:
    """Unit ids as a set of bits."""
    return sum([1 << pieces.UNITS.index[unit] for unit in units])


class Force(NamedTuple):
    """A task force as its viewer knows it: the units seen, and the number of face-down counters."""

    number: int
    zone: int
    waiting: bool
    units: int
    hidden: int
    cannot: frozenset[str]

    @property
    def id(self) -> str:
        return pieces.FORCES.ids[self.number]

    @property
    def counters(self) -> int:
        return self.units.bit_count() + self.hidden


class Observation(bots.Observation[GameFrame]):
    """The game as one side sees it, in the terms that the bot uses."""

    view: View

    def __init__(self, rules: Rules, view: Mapping[str, object], side: str) -> None:
        super().__init__(rules, read_view(view), side)
        henderson = self.view["henderson"]
        invades = self.view["initiative"] != side
        self._set_up(self.view["turn"], invades, henderson["operational"], henderson["marker"])
        self._count_operations(self.view["operations"]["done"])
        self.unseen = bits_of(self.view["hidden"].get(self.enemy, []))
        self._divide([self._force(name, force_view) for name, force_view in self.view["forces"].items()])

    def _set_up(self, turn: int, invades: bool, operational: bool, marker: int) -> None:
        self.invades = invades
        self.turn = turn
        self.later_turns = pieces.TURNS - turn
        self.operational = operational
        self.marker = marker

    def _count_operations(self, done: int) -> None:
        by_holder, by_invader = (done + 1) // 2, done // 2
        self.operations_left = 7 - (by_invader if self.invades else by_holder)
        self.enemy_operations_left = 7 - (by_holder if self.invades else by_invader)

    def _divide(self, forces: list[Force]) -> None:
        self.forces = forces
        self.mine = [force for force in forces if force.number // pieces.BOX_COUNT == self.number]
        self.theirs = [force for force in forces if force.number // pieces.BOX_COUNT != self.number]

    def _force(self, name: str, force_view: TaskForce) -> Force:
        units = bits_of(force_view["units"])
        place = pieces.PLACES.index[force_view["where"]]
        zone = place - pieces.FIRST_ZONE if 0 <= place - pieces.FIRST_ZONE < len(pieces.ZONES) else ASHORE
        counters = self.typical_counters if force_view["counters"] is None else force_view["counters"]
        hidden = 0 if force_view["face_up"] else max(0, counters - units.bit_count())
        waiting = force_view["where"].startswith("box_")
        return Force(pieces.FORCES.index[name], zone, waiting, units, hidden, frozenset(force_view["cannot_hold"]))

    @cached_property
    def frames(self) -> Sequence[GameFrame]:
        """The open procedures with their fields, the current one last."""
        return self.view["frames"]

    @cached_property
    def base(self) -> int:
        """The units in the side's base."""
        return sum([bits_of(base["units"]) for base in self.view["bases"].values()])

    @cached_property
    def hit(self) -> Collection[str]:
        """The task forces that were hit in this combat."""
        return self.view["hit"]

    # -- task forces -------------------------------------------------------------------------------

    @cached_property
    def waiting(self) -> list[Force]:
        """The side's task forces in operation boxes, the next to sortie first."""
        return [force for force in self.mine if force.waiting]

    @cached_property
    def at_sea(self) -> list[Force]:
        """The side's task forces on the map."""
        return [force for force in self.mine if force.zone != ASHORE]

    @cached_property
    def enemies_at_sea(self) -> list[Force]:
        """Enemy task forces on the map."""
        return [force for force in self.theirs if force.zone != ASHORE]

    @cached_property
    def guards(self) -> list[Force]:
        """The side's task forces in Ironbottom Sound."""
        return [force for force in self.at_sea if force.zone == pieces.SOUND]

    @cached_property
    def enemy_guards(self) -> list[Force]:
        """Enemy task forces in Ironbottom Sound."""
        return [force for force in self.enemies_at_sea if force.zone == pieces.SOUND]

    def force(self, name: str) -> Force:
        """The task force with this id."""
        number = pieces.FORCES.index[name]
        return next(force for force in self.forces if force.number == number)

    def sided(self, name: str) -> bool:
        """Whether the task force with this id is the side's own."""
        return pieces.FORCES.index[name] // pieces.BOX_COUNT == self.number

    def next_to_sound(self, force: Force) -> bool:
        """Whether a task force could enter Ironbottom Sound at its next operation."""
        return force.zone != ASHORE and bool(self.pieces.adjacent[force.zone] >> pieces.SOUND & 1)

    # -- the possible identities of hidden counters ------------------------------------------------

    @cached_property
    def typical_counters(self) -> int:
        """The assumed size of a task force whose counters are secret: an even share of all hidden counters."""
        stacks = [force_view for force_view in self.view["forces"].values() if force_view["counters"] is None]
        return max(1, self.unseen.bit_count() // (len(stacks) + 1)) if stacks else 0

    def may_hold(self, force: Force, kind: int, named: str) -> bool:
        """Whether a task force holds units of a kind, or may hold them face down."""
        return bool(force.units & kind or (force.hidden and self.unseen & kind and named not in force.cannot))

    def may_fly(self, force: Force) -> bool:
        """Whether a task force may be a TF-C."""
        return not force.units & pieces.TRANSPORTS and self.may_hold(force, pieces.CARRIERS, "carriers")

    def may_land(self, force: Force) -> bool:
        """Whether a task force may be a TF-A."""
        return not force.units & pieces.CARRIERS and self.may_hold(force, pieces.TRANSPORTS, "transports")

    def may_run(self, force: Force) -> bool:
        """Whether a task force may be the Tokyo Express: one counter, in The Slot or on its way there."""
        alone = force.counters == 1 and force.zone in (pieces.SLOT, ASHORE)
        return alone and self.may_hold(force, pieces.EXPRESS, "tokyo_express")

    def chance(self, force: Force, kind: int, named: str) -> float:
        """The probability that an enemy task force holds units of a kind: 1 if seen, otherwise an even share."""
        if force.units & kind:
            return 1.0
        if not self.may_hold(force, kind, named):
            return 0.0
        candidates = [other for other in self.theirs if other.hidden and self.may_hold(other, kind, named)]
        return 1 / len(candidates)

    # -- strength ----------------------------------------------------------------------------------

    @cached_property
    def unseen_guns(self) -> list[int]:
        """The combat factors of the enemy's guns that may be face down, the weakest first."""
        return sorted([self.pieces.combat[unit] for unit in members(self.unseen & pieces.GUNS)])

    def gun_factors(self, force: Force) -> list[int]:
        """The combat factors of a task force's guns; face-down counters count as typical hidden ships."""
        known = [self.pieces.combat[unit] for unit in members(force.units & (pieces.GUNS | pieces.EXPRESS))]
        pool = self.unseen_guns
        if not force.hidden or not pool:
            return known
        return known + [pool[place * len(pool) // force.hidden % len(pool)] for place in range(force.hidden)]

    def gunfire(self, forces: list[Force]) -> Distribution:
        """The hits of task forces in a round of surface combat."""
        return odds.volley([factor for force in forces for factor in self.gun_factors(force)])

    def hulls(self, forces: list[Force]) -> int:
        """The number of counters in task forces, which is also the number of hits needed to remove them."""
        return sum([force.counters for force in forces])


KINDS_BARRED = [
    frozenset(name for bit, name in enumerate(layout.KINDS.ids) if limits >> bit & 1) for limits in range(8)
]
"""The kinds of units that a task force cannot hold, by the bits of its cell."""


class StateObservation(Observation):
    """What a side sees in a state that a computer player has drawn, as if it had read its view of that state.

    The view itself is written only on request.
    """

    def __init__(self, state: State, side: str) -> None:
        rules, cells = state.rules, state.cells
        self.state = state
        self.rules, self.pieces, self.side = rules, rules.pieces, side
        self.number = rules.sides.index[side]
        self.enemy = rules.sides.ids[1 - self.number]
        self._set_up(
            cells[layout.TURN],
            cells[layout.INITIATIVE] != self.number,
            not cells[layout.DISRUPTED],
            cells[layout.MARKER],
        )
        self._count_operations(cells[layout.OPERATION])
        self.unseen = seen.face_down(state, 1 - self.number)
        self._divide(self._forces(state))

    def _forces(self, state: State) -> list[Force]:
        cells = state.cells
        shown, formed = cells[layout.FACE_UP], layout.forces_formed(state, self.number)
        known = pieces.UNITS_OF_SIDE[self.number] | shown
        result = []
        for number, place in enumerate(cells[layout.WHERE : layout.WHERE + len(pieces.FORCES)]):
            if place == pieces.NOWHERE or not formed >> number & 1:
                continue
            whole = cells[layout.FORCE + number]
            units, hidden = whole & known, 0
            if whole & ~shown:
                own = number // pieces.BOX_COUNT == self.number
                count = self.typical_counters if self.pieces.hidden_counts and not own else whole.bit_count()
                hidden = max(0, count - units.bit_count())
            zone = place - pieces.FIRST_ZONE if pieces.FIRST_ZONE <= place < pieces.AT_BASE else ASHORE
            waiting = pieces.FIRST_BOX <= place <= pieces.LAST_BOX
            result.append(
                Force(number, zone, waiting, units, hidden, KINDS_BARRED[cells[layout.KNOWN_ABSENT + number]])
            )
        return result

    @cached_property
    def view(self) -> View:  # type: ignore[override]
        return read_view(seen.VIEW.write(self.state, self.number))

    @cached_property
    def frames(self) -> Sequence[GameFrame]:
        return cast("list[GameFrame]", write_frames(self.rules, self.state.stack))

    def frame(self) -> GameFrame:
        return self.frames[-1]

    @cached_property
    def base(self) -> int:
        return self.state.cells[layout.BASE + self.number] & pieces.UNITS_OF_SIDE[self.number]

    @cached_property
    def hit(self) -> Collection[str]:
        return [pieces.FORCES.ids[force] for force in members(self.state.cells[layout.HIT])]
