"""8.41 Checks of what is known about a port: it exists, the knowledge is complete, and it fits the holder's forces."""

from __future__ import annotations

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.search_reach import ports, ships_seen
from ironbottom.games.war_in_the_pacific.information.sampled_ports import largest_counts
from ironbottom.games.war_in_the_pacific.rules.search.searched_ports import UNSEEN
from ironbottom.games.war_in_the_pacific.state_types import State

NAMES = ("capital_in_port", "carriers_in_port")


def check_ports(state: State) -> None:
    """Refuses impossible knowledge about a port; the error names field, clause and limit."""
    sails = layout.scenario(state).naval_phases
    inside = set(ports(state.rules.pieces, state.cells[layout.SCENARIO])) if sails else set()
    control = state.arrays[layout.CONTROL]
    result = [base for base in range(counters.FIRST_BOX) if ships_seen(state, base) != UNSEEN]
    most = [largest_counts(state, side) for side in range(len(counters.SIDES))] if result else []
    for base in result:
        hex = counters.BASE_HEX[base] if base < counters.FIRST_NEW else -1
        found = ships_seen(state, base)
        if hex not in inside or control[hex] >= len(counters.SIDES):
            wrong(base, found.index(max(found)), "ships are counted where no side has a port")
        if min(found) < 0:
            wrong(base, found.index(min(found)), "one number of a port is known, but not the other")
        for place, (number, limit) in enumerate(zip(found, most[control[hex]], strict=True)):
            if number > limit:
                wrong(base, place, f"{number} ships are counted, but their side has {limit} such ships in play")


def wrong(base: int, place: int, text: str) -> None:
    """Refuses an impossible number."""
    raise BadValue(text, field=f"arrays.{NAMES[place]}.{counters.BASES.ids[base]}", clause="8.41")
