"""Places where hidden items may be, and the independent parts of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Dealt = list[tuple[int, int]]
"""Items, each with the number of the place where it is."""
UNLIMITED = 1_000_000
"""The upper limit of a place that may hold any number of items."""


class Container(NamedTuple):
    """A place for hidden items: the set that it may hold, and the least and the most items in it.

    ``incompatible`` maps an item to the set of items that are never here with it. ``weights`` maps an item to a
    factor, by default 1, by which it is more likely to be here. The weight of a world is the product of its weights.
    """

    holds: int
    least: int = 0
    most: int = UNLIMITED
    incompatible: Mapping[int, int] = {}
    weights: Mapping[int, float] = {}

    @property
    def plain(self) -> bool:
        """Whether the number of items here is known and nothing else matters."""
        return self.least == self.most and not self.incompatible and not self.weights

    def forbids_pair(self, one: int, other: int) -> bool:
        """Whether two items are never here together."""
        return bool(self.incompatible.get(one, 0) >> other & 1 or self.incompatible.get(other, 0) >> one & 1)


class ContainerGroup(NamedTuple):
    """One or several places, treated as one.

    Several plain places are grouped if they may hold the same items; the place of each slot is then listed.
    """

    place: Container
    slots: tuple[int, ...]


def independent_parts(things: int, places: Sequence[Container]) -> list[tuple[int, list[ContainerGroup]]]:
    """Splits items and places into independent parts: no item of one part may be in a place of another."""
    return split_parts(things, remove_impossible(group_containers(things, places)))


def group_containers(things: int, places: Sequence[Container]) -> list[ContainerGroup]:
    """The places that can hold something; plain places that may hold the same items are grouped."""
    each = [(place._replace(holds=place.holds & things), number) for number, place in enumerate(places)]
    return regroup([ContainerGroup(p, (number,) * (p.least if p.plain else 1)) for p, number in each if p.most])


def regroup(groups: list[ContainerGroup]) -> list[ContainerGroup]:
    """Groups plain places that may hold the same items."""
    alike: dict[int, tuple[int, ...]] = {}
    for place, slots in groups:
        if place.plain:
            alike[place.holds] = alike.get(place.holds, ()) + slots
    plain = [ContainerGroup(Container(holds, len(slots), len(slots)), slots) for holds, slots in alike.items()]
    return plain + [group for group in groups if not group.place.plain]


def remove_impossible(groups: list[ContainerGroup]) -> list[ContainerGroup]:
    """Removes impossible placements: if a place needs everything that it may hold, those items are nowhere else."""
    bound = 0
    while True:
        for tight in groups:
            here, least = tight.place.holds, tight.place.least
            if here & ~bound and least == here.bit_count():
                break
        else:
            return groups
        bound |= here
        if any(group.place.holds & here for group in groups if group is not tight):
            groups = regroup([group if group is tight else exclude(group, here) for group in groups])


def exclude(group: ContainerGroup, things: int) -> ContainerGroup:
    """The container without these items."""
    if not group.place.holds & things:
        return group
    return ContainerGroup(group.place._replace(holds=group.place.holds & ~things), group.slots)


def split_parts(things: int, groups: list[ContainerGroup]) -> list[tuple[int, list[ContainerGroup]]]:
    """Splits containers into parts that share no items."""
    parts: list[tuple[int, list[ContainerGroup]]] = []
    for group in groups:
        together, own = group.place.holds, [group]
        if not together and group.place.least:
            raise ValueError("a place that is already occupied cannot hold another item")
        separate = []
        for part in parts:
            if part[0] & together:
                together, own = part[0] | together, part[1] + own
            else:
                separate.append(part)
        parts = [*separate, (together, own)] if together else parts
    if things & ~sum(together for together, _ in parts):
        raise ValueError("some items have no possible place")
    return parts
