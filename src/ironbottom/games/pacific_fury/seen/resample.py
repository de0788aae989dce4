"""A whole state out of what one side has been shown: its enemy's counters dealt anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.dice import NoDice
from ironbottom.engine.fields import members
from ironbottom.engine.frame_words import read_frames
from ironbottom.engine.rules import Random, Rules
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury.pieces import (
    CARRIERS,
    EXPRESS,
    EXPRESS_UNIT,
    FORCES,
    FORCES_OF,
    JAPAN,
    OF_SIDE,
    PLACES,
    SIDES,
    TRANSPORTS,
    TURNS,
    UNITS,
)
from ironbottom.games.pacific_fury.rules.task_forces import DONE
from ironbottom.games.pacific_fury.seen.view import BASES, CANNOT, side_forming
from ironbottom.games.pacific_fury.state import (
    BASE,
    DISRUPTED,
    DUE,
    FORCE,
    GONE,
    HIT,
    INITIATIVE,
    LIMIT,
    MARKER,
    NO_CARRIERS,
    NO_EXPRESS,
    NO_TRANSPORTS,
    OFF_MAP,
    OPERATION,
    RESERVE,
    SHOWN,
    SUNK,
    TRANSPORTS_SUNK,
    TURN,
    USED,
    WHERE,
    Cells,
    layout,
)

REST = -1
"""The group of counters that stayed in base; the others are task forces."""


class Group:
    """Counters that lie together: how many are unknown (None: nobody counts them), and what they cannot be."""

    def __init__(self, force: int, known: int, unknown: int | None, limits: int) -> None:
        self.force = force
        self.units = known
        self.known = known
        self.room = unknown
        self.limits = limits

    def takes(self, unit: int) -> bool:
        """Whether the unit may lie here (8.2.b, 8.3, 9.6.a)."""
        bit = 1 << unit
        if self.room is not None and not self.room:
            return False
        if self.units & EXPRESS:
            return False
        if bit & EXPRESS:
            return self.force != REST and not self.units and self.room in (None, 1) and not self.limits & NO_EXPRESS
        if bit & CARRIERS:
            return not self.limits & NO_CARRIERS and (self.force == REST or not self.units & TRANSPORTS)
        if bit & TRANSPORTS:
            return not self.limits & NO_TRANSPORTS and (self.force == REST or not self.units & CARRIERS)
        return True

    def put(self, unit: int) -> None:
        self.units |= 1 << unit
        if self.room is not None:
            self.room -= 1

    def take_back(self, unit: int) -> None:
        self.units &= ~(1 << unit)
        if self.room is not None:
            self.room += 1


def resample_from(rules: Rules, view: Mapping[str, Any], random: Random) -> State:
    """A state drawn from those that fit the view; play can go on from it."""
    cells = public_cells(view)
    for side, name in enumerate(SIDES.ids):
        if name in view["hidden"]:
            deal(cells, side, view, random)
        else:
            own_cells(cells, side, view)
    put_off_map(cells)
    state = State(rules, cells, read_frames(rules, view["frames"], "frames"))
    plan_in_secret(state, view, random)
    return state


def bits_of(ids: list[str]) -> int:
    return sum(1 << UNITS.index[unit] for unit in ids)


def public_cells(view: Mapping[str, Any]) -> Cells:
    """The cells that everybody sees."""
    cells = [0] * layout.size
    cells[TURN] = view["turn"]
    cells[INITIATIVE] = SIDES.index[view["initiative"]]
    cells[MARKER] = view["henderson"]["marker"]
    cells[DISRUPTED] = int(not view["henderson"]["operational"])
    cells[OPERATION] = view["operations"]["done"]
    cells[USED] = layout.types[USED].read(view["events_used"], "events_used")
    cells[TRANSPORTS_SUNK] = int(view["transports_sunk"])
    cells[HIT] = layout.types[HIT].read(view["hit"], "hit")
    for place, name in ((RESERVE, "reserve"), (SUNK, "sunk"), (GONE, "gone")):
        cells[place] = bits_of(view[name])
    for turn in range(1, TURNS + 1):
        cells[DUE + turn - 1] = bits_of(view["due"].get(str(turn), []))
    cells[SHOWN] = bits_of(view["shown"])
    for name, force in view["forces"].items():
        number = FORCES.index[name]
        cells[WHERE + number] = PLACES.index[force["where"]]
        cells[LIMIT + number] = sum(bit for kind, bit in CANNOT.items() if kind in force["cannot_hold"])
        cells[FORCE + number] = bits_of(force["units"])
    return cells


def own_cells(cells: Cells, side: int, view: Mapping[str, Any]) -> None:
    """The base of a side that the viewer sees whole; its forces are in already."""
    cells[BASE + side] = bits_of(view["bases"][BASES[side]]["units"])


def put_off_map(cells: Cells) -> None:
    """Every unit that is nowhere else is off the map."""
    placed = cells[RESERVE] | cells[SUNK] | cells[GONE] | cells[BASE] | cells[BASE + 1]
    for place in range(DUE, DUE + TURNS):
        placed |= cells[place]
    for place in range(FORCE, FORCE + len(FORCES)):
        placed |= cells[place]
    cells[OFF_MAP] = (OF_SIDE[0] | OF_SIDE[1]) & ~placed


# -- dealing the hidden counters -----------------------------------------------------------------------


def groups_of(cells: Cells, side: int, view: Mapping[str, Any]) -> list[Group]:
    """The places where the side's hidden counters lie."""
    base = view["bases"][BASES[side]]
    groups = [Group(REST, 0, base["counters"], 0)]
    for number in FORCES_OF[side]:
        force = view["forces"].get(FORCES.ids[number])
        if force is None or force["face_up"]:
            continue
        known = cells[FORCE + number]
        unknown = None if force["counters"] is None else force["counters"] - known.bit_count()
        groups.append(Group(number, known, unknown, cells[LIMIT + number]))
    return groups


def deal(cells: Cells, side: int, view: Mapping[str, Any], random: Random) -> None:
    """Deals a side's hidden units over its groups so that all that was shown still holds."""
    groups = groups_of(cells, side, view)
    hidden = bits_of(view["hidden"][SIDES.ids[side]])
    for express in express_guesses(groups, hidden, random):
        units = members(hidden & ~express_out(hidden, express, random))
        random.shuffle(units)
        special = CARRIERS | TRANSPORTS | EXPRESS
        units.sort(key=lambda unit: 0 if unit == EXPRESS_UNIT else 1 if 1 << unit & special else 2)
        if place_all(groups, units, 0, random):
            break
    for group in groups:
        if group.force == REST:
            cells[BASE + side] = group.units
        else:
            cells[FORCE + group.force] = group.units


def express_guesses(groups: list[Group], hidden: int, random: Random) -> list[bool]:
    """Whether the Tokyo Express is tried first, and what is tried when that does not fit."""
    if not hidden & EXPRESS:
        return [False]
    possible = any(group.takes(EXPRESS_UNIT) for group in groups)
    first = possible and random.random() < 0.5
    return [first, not first]


def express_out(hidden: int, express: bool, random: Random) -> int:
    """9.6.a Of Transports and Tokyo Express the one that is off the map: two of the three are in play."""
    if not hidden & EXPRESS:
        seen = (TRANSPORTS & OF_SIDE[JAPAN]) & ~hidden
        in_doubt = TRANSPORTS & OF_SIDE[JAPAN] & hidden
        one_of_two = in_doubt.bit_count() == 2 and not seen
        return pick(in_doubt, random) if one_of_two else 0
    if not express:
        return EXPRESS
    return pick(hidden & TRANSPORTS, random)


def pick(units: int, random: Random) -> int:
    """One of the units, as a bit."""
    listed = members(units)
    return 1 << listed[random.randrange(len(listed))] if listed else 0


def place_all(groups: list[Group], units: list[int], done: int, random: Random) -> bool:
    """Places the units one by one, going back where the rest would not fit; every force ends with a counter."""
    if done == len(units):
        return all(group.force == REST or group.units for group in groups)
    unit = units[done]
    for group in by_room(groups, len(units) - done, random):
        if group.takes(unit):
            group.put(unit)
            if place_all(groups, units, done + 1, random):
                return True
            group.take_back(unit)
    return False


def by_room(groups: list[Group], left: int, random: Random) -> list[Group]:
    """The groups in random order, one with more room sooner; where nobody counts, empty forces first at the last."""
    empty = [group for group in groups if group.room is None and group.force != REST and not group.units]
    if empty and left <= len(empty):
        random.shuffle(empty)
        return empty
    weighted = [
        (random.random() ** (1 / max(group.room if group.room is not None else 4, 0.01)), n)
        for n, group in enumerate(groups)
    ]
    return [groups[n] for _, n in sorted(weighted, reverse=True)]


# -- a plan in the making ------------------------------------------------------------------------------


def plan_in_secret(state: State, view: Mapping[str, Any], random: Random) -> None:
    """8.2.a While the other side forms its task forces nobody knows how far it is: some of it is done at random."""
    side = side_forming(state)
    if side < 0 or SIDES.ids[side] not in view["hidden"]:
        return
    for _ in range(random.randrange(1 + state.cells[BASE + side].bit_count())):
        action = state.decisions()[0].choices.sample(random)
        if action[0] != DONE.name:
            state.apply(SIDES.ids[side], action, NoDice())
