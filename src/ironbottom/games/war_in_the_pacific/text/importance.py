"""4.1 The urgency of the actions that a question allows: required actions, optional actions, and standing actions.

The inbox lists its rows in these three groups, on the page and in the terminal. Only a required action is worth a
second question if a side ends its turn without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

MUST, MAY, STANDING = "must", "may", "standing"
GROUPS = (MUST, MAY, STANDING)
VERBS: Mapping[str, tuple[str, ...]] = {
    MUST: (
        *("land", "shell", "strike", "battle_at", "fire", "allot", "torpedo", "attack_link", "react", "shift"),
        *("suffer", "write_off", "base", "choose_objective", "plan", "place_subron", "station"),
        *("send_subron", "transit_subron", "refit_subron", "put_out", "sail", "follow", "plot"),
    ),
    MAY: (
        *("attack", "raid", "raid_link", "send", "search", "cover", "shield", "patrol", "guard", "make_ready"),
        *("air_assault", "advance", "move", "fly_unit", "form_off_map", "form", "enter", "embark", "leave_supply"),
        *("take_supply", "send_home", "leave_behind"),
    ),
    STANDING: (
        *("leave", "join", "disband", "hasten", "divide", "combine", "alter", "transfer", "exchange", "restow"),
        *("start_split", "split_before", "break_down", "form_up", "pack", "scuttle", "recall"),
    ),
}
"""The verbs of each group, the most important first. A verb that is not listed is optional and comes after the listed
verbs.

An action is required if the phase would be wasted without it: troops off their beach, a force without a Mission. A
standing action changes things that usually stay as they are.
"""
DESTINATIONS = frozenset(
    {
        *("sail", "hold", "march", "force_march", "entrain", "coast", "start_at", "store_at", "steer_for"),
        *("stand_off", "fly_to", "fly_over", "stay_over", "base_at", "stand_at", "place_unit_at", "lie", "lie_in_wait"),
        *("come_in", "make_for", "bring_to", "scout_at", "ferry_from", "enter_to", "retreat", "raid", "raid_link"),
        *("plan", "announce", "plan_drop", "lay_link", "lay_to_edge", "steer", "wait", "make_speed", "strike_with"),
        *("trade_for", "fire_at", "decoy", "garrison", "choose_objective", "station", "place_subron", "put_out"),
        *("enter_subron", "raise_staff"),
    }
)
"""Verbs whose first argument is not the unit or the place that waits, but a destination, a target or a kind."""
HIGHLIGHTED = frozenset({"attack"})
"""Verbs whose hexes the page highlights instead of listing them; the terminal's inbox lists them."""


class Importance(NamedTuple):
    """The group of an action, and its rank within the group; lower values are more important."""

    group: int
    rank: int


ORDER: Mapping[str, Importance] = {
    verb: Importance(group, rank) for group, name in enumerate(GROUPS) for rank, verb in enumerate(VERBS[name])
}
UNLISTED = Importance(GROUPS.index(MAY), len(VERBS[MAY]))


def importance(verbs: Iterable[str], *, waits: bool = False) -> Importance:
    """The importance of a unit: that of the most important of its actions.

    ``waits``: whether the unit may do nothing.

    >>> importance(["pack", "move"]) == importance(["move"]) < importance(["pack"])
    True
    >>> [GROUPS[importance(["plot"], waits=waits).group] for waits in (False, True)]
    ['must', 'may']
    """
    best = min(ORDER.get(verb, UNLISTED) for verb in verbs)
    return UNLISTED if waits and GROUPS[best.group] == MUST else best


def group_of(verb: str) -> str:
    """The group of an action.

    >>> group_of("land"), group_of("search"), group_of("transfer")
    ('must', 'may', 'standing')
    """
    return GROUPS[ORDER.get(verb, UNLISTED).group]


def for_page() -> dict[str, object]:
    """The groups and the verbs that name no waiting unit, as the page reads them."""
    return {
        "verbs": {name: list(verbs) for name, verbs in VERBS.items()},
        "destinations": sorted(DESTINATIONS | HIGHLIGHTED),
    }
