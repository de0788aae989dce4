"""The sentences of Leyte: the Objective, plans, deployment, kamikazes, air reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.engine.text.sentences import agree, count
from ironbottom.games.war_in_the_pacific.text.names import (
    base,
    name_of,
    place,
    ship_does,
    side_does,
    so_many,
    troops,
    unit,
)
from ironbottom.games.war_in_the_pacific.text.names import stack as stack_of

Told = Mapping[str, Any]

FACILITIES = {"airbase": "airbase", "port": "port", "guns": "coastal guns"}


def size_of(kind: str) -> str:
    """The size of a headquarters, from its type.

    >>> size_of("us_hq_wing")
    'Wing'
    """
    return kind.rpartition("_hq_")[2].capitalize()


def mended(e: Told) -> str:
    """26.2 Repairs with their hexes, in words."""
    are = "is" if e["levels"] == 1 else "are"
    what = f"{count(e['levels'], 'Level')} of damage to the {FACILITIES[e['facility']]}"
    return f"{what} at {place(e['at'])} {are} repaired."


SENTENCES: dict[str, Callable[[Told], str]] = {
    "objective_chosen": lambda e: f"{place(e['at'])} is the Objective.",
    "objective_shown": lambda e: f"The Objective was {place(e['at'])}.",
    "planned": lambda e: f"An assault on {place(e['at'])} is planned.",
    "moved_before": lambda e: f"A {troops(e['kind'])} starts at {place(e['at'])}.",
    "stores_before": lambda e: (
        f"{so_many(e['points'], 'Supply Point', 'starts')} at {place(e['to'])}, not at {place(e['at'])}."
    ),
    "kamikazes_begun": lambda e: "Japan begins Kamikaze Strikes.",
    "kamikazes_allotted": lambda e: f"{count(e['points'], 'point')} may fly as kamikazes until the next Air Phase.",
    "kamikazes_spent": lambda e: f"{so_many(e['points'], 'kamikaze point', 'is')} lost in the attack.",
    "reinforced": lambda e: f"{side_does(e['side'], 'receives')} {count(e['points'], 'air point')}.",
    "mended": mended,
    "made_whole": lambda e: f"A {troops(e['kind'])} is back at full strength.",
    "staff_set_up": lambda e: f"A {size_of(e['kind'])} headquarters is set up at {place(e['at'])}.",
    "berthed": lambda e: f"{ship_does(e['ship'], 'starts')} at {place(e['at'])}.",
    "based": lambda e: (
        f"{count(e['points'], 'point')} of {stack_of(e['stack'])} "
        f"{agree(e['points'], 'is')} based at {base(e['base'])}."
    ),
    "divided": lambda e: (
        f"{ship_does(e['ship'], 'splits')}: {name_of(e['into'])} takes {count(e['quarters'], 'quarter')}."
    ),
    "combined": lambda e: f"{ship_does(e['ship'], 'joins')} {name_of(e['into'])}.",
}
STEPS = {
    "arrivals": "Air points arrive.",
    "plans": "Assaults are planned.",
    "supply": "Supply Points are spent.",
}
NAMES: dict[str, Callable[..., str]] = {
    "choose_objective": lambda at: f"choose {place(at)} as the Objective",
    "plan": lambda at: f"plan an assault on {place(at)}",
    "place_subron": lambda kind, points: f"station a Subron of {count(int(points), f'{kind} Sub Point')}",
    "lie_in_wait": lambda at: f"place it at {place(at)}",
    "split_before": lambda name: f"{unit(name)} starts in its components",
    "deployed": lambda: "deployed",
    "redeploy": lambda name: f"{unit(name)} starts elsewhere",
    "stand_at": lambda to: f"start at {place(to)}",
    "rebase": lambda at, stack: f"{stack_of(stack)} start elsewhere than at {base(at)}",
    "base_at": lambda to, number: f"{number} {agree(int(number), 'starts')} at {base(to)}",
    "leave_out": lambda at, stack, number: (
        f"{number} of {stack_of(stack)} at {base(at)} {agree(int(number), 'takes')} no part"
    ),
    "bring_in": lambda stack, at, number: (
        f"{number} of {stack_of(stack)} {agree(int(number), 'takes')} part at {base(at)}"
    ),
    "berth": lambda ship, at: f"{ship_does(ship, 'starts')} at {place(at)}",
    "send_home": lambda ship: f"{ship_does(ship, 'leaves')} the Task Force for home",
    "leave_behind": lambda ship: ship_does(ship, "is") + " left behind",
    "scuttle": lambda ship: f"scuttle {name_of(ship)}",
    "divide": lambda ship, number: (
        f"split {name_of(ship)} up: {so_many(int(number), 'quarter', 'is')} a unit of its own"
    ),
    "combine": lambda ship, into: f"join {name_of(ship)} to {name_of(into)}",
    "stock": lambda at, to, number: (
        f"{so_many(int(number), 'Supply Block', 'starts')} at {place(to)}, not at {place(at)}"
    ),
    "supply_first": lambda at: f"supply {place(at)} first",
    "staff_first": lambda name: f"supply {unit(name)} first",
    "make_whole": lambda name: f"bring {unit(name)} to full strength",
    "set_up": lambda at, size: f"set up a {size} at {place(at)}",
    "begin_kamikazes": lambda: "begin Kamikaze Strikes",
    "hold_back": lambda: "not yet",
    "base": lambda stack, at, number: f"{number} of {stack_of(stack)} {agree(int(number), 'arrives')} at {base(at)}",
}
"""The choices of Leyte in words."""
