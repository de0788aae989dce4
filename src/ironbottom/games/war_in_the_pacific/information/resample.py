"""1.3 Samples complete states from a side's view: everything that the other side hides is dealt again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.codecs.frame_codec import read_frames
from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import SimultaneousFrame
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.information.array_codec import LINKS, read_arrays, rebuild_links
from ironbottom.games.war_in_the_pacific.information.check_flown import stacks_with_values
from ironbottom.games.war_in_the_pacific.information.sampled_flights import HiddenFlights
from ironbottom.games.war_in_the_pacific.information.sampled_forces import HiddenFleet, Part
from ironbottom.games.war_in_the_pacific.information.sampled_links import HiddenLinks
from ironbottom.games.war_in_the_pacific.information.sampled_orders import orders_in_secret, sample_named_unit
from ironbottom.games.war_in_the_pacific.information.sampled_progress import possible_stacks
from ironbottom.games.war_in_the_pacific.information.sampled_remainder import RemainderSampler
from ironbottom.games.war_in_the_pacific.information.view import FORMS
from ironbottom.games.war_in_the_pacific.pieces import BASES, SCENARIOS, SIDES, STACKS, TRAININGS, UNITS
from ironbottom.games.war_in_the_pacific.state_types import Rules, State

View = Mapping[str, Any]


COMPUTED = frozenset((*LINKS, "served_base", "served_stack", "served_by", "served_points", "allowed"))
"""5.3, 6.11 Arrays that the rules compute from others, including the availability dice.

Links follow from places, and service and allowances from points and dice. They are computed after these are dealt, and
add no information.
"""

NUMBERED = {
    "flight": ("flight_base", "flight_stack", "flight_role"),
    "wave": ("wave_at", "wave_force", "wave_target", "wave_altitude", "wave_step"),
}
"""5.2, 7.7 The arrays of flights and waves, whose numbers have no meaning in themselves."""
LOOSE = frozenset(f"flight_{column}" for column in ("points", "of_phase_before", "wave", "over", "covers", "fought"))
"""5.2, 6.2 The size, phase, target and wave of a flight: every flight may have any of these.

There are too many kinds of complete flights to sample each often enough. The base, stack and Role of flights are
compared as a whole; the other fields are dealt independently, within the limits of the stack and the Role.
"""


class Sampler:
    """Samples states consistent with a view, which is read once."""

    computed, numbered, individually_numbered = COMPUTED, NUMBERED, LOOSE

    def __init__(self, rules: Rules, view: View) -> None:
        self.base = seen_state(rules, view)
        self.hidden = [side for side, name in enumerate(SIDES.ids) if name != view["side"]]
        self.stack = self.base.stack
        aboard = [UNITS.index[name] for name in view["out_of_sight"]]
        for side in self.hidden:
            layout.scenario(self.base).ships_come(self.base, side)
        at_sea = layout.scenario(self.base).naval_phases
        """44.13 In Burma there are no naval units."""
        fleets = [HiddenFleet(self.base, side, aboard) for side in self.hidden if at_sea]
        shipping = [HiddenLinks(self.base, side) for side in self.hidden if at_sea]
        rests = [RemainderSampler(self.base, side, aboard) for side in self.hidden]
        aloft = [HiddenFlights(self.base, rest) for rest in rests]
        self.parts: tuple[Part, ...] = (
            *(part for fleet in fleets for part in fleet.parts()),
            *(part for merchants in shipping for part in merchants.parts()),
            link_up,
            *(part for rest in rests for part in rest.parts()),
            link_up,
            no_more_flew,
            *(part for aircraft in aloft for part in aircraft.parts()),
            self._orders_in_secret,
            self._frames,
        )
        """The parts of the sample, in order."""

    def begin(self) -> State:
        """The visible part of the state, before anything hidden is dealt."""
        return self.base.copy()

    def draw(self, random: Random) -> State:
        """A consistent state from which play can continue."""
        state = self.begin()
        for part in self.parts:
            part(state, random)
        return state

    def _orders_in_secret(self, state: State, random: Random) -> None:
        for side in self.hidden:
            orders_in_secret(state, side, random)

    def _frames(self, state: State, random: Random) -> None:
        """4.3 Samples the progress of the other sides in a simultaneous step, which is hidden. At least one side is not
        done.
        """
        frame = self.stack[-1] if self.stack else None
        if not isinstance(frame, SimultaneousFrame):
            for side in self.hidden:
                sample_named_unit(state, side, random)
            return
        runs = list(frame.stacks)
        for place, side in enumerate(self.hidden):
            last = place == len(self.hidden) - 1
            others_done = last and not any(runs[other] for other in range(len(runs)) if other != side)
            runs[side] = possible_stacks(state, frame, side, random, done_too=not others_done)
        state.stack = (*self.stack[:-1], type(frame)(tuple(runs)))


def link_up(state: State, random: Random) -> None:
    """Puts ships and units into stacks according to their places."""
    rebuild_links(state)


def no_more_flew(state: State, random: Random) -> None:
    """5.9, 5.5 After points are moved away, the number that flew is limited to those left."""
    air, (flown, moved) = state.arrays[layout.AIR], (state.arrays[block] for block in flight_duties.COUNTED)
    for place in stacks_with_values(state, *flight_duties.COUNTED):
        flown[place] = min(flown[place], air[place])
        moved[place] = min(moved[place], flown[place])


def seen_state(rules: Rules, view: View) -> State:
    """The part of the state that a view shows, with the visible frames."""
    state = as_seen(rules, view)
    state.stack = read_frames(rules, with_all_sides(rules, view["frames"]), "frames")
    return state


def as_seen(rules: Rules, view: View) -> State:
    """The state according to a view; hidden items have no place, or are as at the start of the scenario."""
    scenario = SCENARIOS.index[view["scenario"]]
    begun = at_start(rules.pieces, scenario)
    cells = layout.LAYOUT.blank()
    state = State(rules, cells, (), begun.arrays)
    for form in FORMS:
        if view[form.name] is not None:
            form.read(cells, view[form.name], form.name)
    read_arrays(state, view["arrays"], "arrays")
    clear_taken_bases(state)
    return state


def clear_taken_bases(state: State) -> None:
    """5.4 A base that changed hands has none of its first points; the points there now are the new owner's secret."""
    air, rows = state.arrays[layout.AIR], state.rules.pieces.air
    for base in range(len(BASES)):
        owner = air_bases.owner(state, base)
        for stack, _ in air_bases.stacks(state, base):
            if SIDES.index[rows[stack // len(TRAININGS)].side] != owner:
                air[base * len(STACKS) + stack] = 0


def with_all_sides(rules: Rules, frames: Sequence[Any]) -> list[Any]:
    """Frames as text, with an empty stack for each side that the view does not show."""
    return [
        {**result, "stacks": {side: result["stacks"].get(side, []) for side in rules.sides.ids}}
        if "stacks" in result
        else result
        for result in frames
    ]
