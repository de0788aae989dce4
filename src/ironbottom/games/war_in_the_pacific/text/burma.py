"""The sentences of Burma: lift by rail, water and air, construction, armies, guards, stores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ironbottom.engine.rules.game import Rules
from ironbottom.engine.text.sentences import agree, count, joined
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FIRST_BOX, Pieces
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from ironbottom.games.war_in_the_pacific.text.names import base, place, plain, side_does, troops, unit
from ironbottom.games.war_in_the_pacific.text.names import stack as stack_of

Told = Mapping[str, Any]
WORKS = (
    *("a Level of an airbase", "an entrenchment", "repair of the airbase", "repair of the port", "repair of the guns"),
    *("a port", "a minor road", "a major road", "coastal guns", "fortifications"),
)
LANDING = {"comes_back": "and come back", "stays": "and stay there"}


def board(view: Told, supply: Told, rules: Rules) -> Iterator[tuple[str, str]]:
    """44.43, 25.2 The Supply Points that came to Kunming, with their score, and those at bases, as text lines."""
    pieces: Pieces = rules.pieces
    came = supply[BOXES.ids[burma.TONNAGE - FIRST_BOX]]
    blocks = came // pieces.block
    score = blocks * int(pieces.figure("44.43", "per_block_kunming"))
    came_there, scored = count(came, "Supply Point"), count(score, "Victory Point")
    yield "allies", f"Kunming: {came_there} came, {scored} for the Allies."
    lying = sorted(((points, at) for at, points in supply.items() if points and at.upper() in NUMBER), reverse=True)
    yield "", f"Stores: {joined([f'{points} at {base(at)}' for points, at in lying])}."


def _lifted(e: Told) -> str:
    return f"{unit(e['unit'])} moves by {e['way']} to {place(e['to'])} for {count(e['points'], 'point')}."


SENTENCES: dict[str, Callable[[Told], str]] = {
    "lifted": _lifted,
    "lift_lost": lambda e: (
        f"{count(e['points'], 'point')} of lift by {e['way']} {agree(e['points'], 'is')} lost "
        f"at {place(e['at'])} until the Cycle is over."
    ),
    "boats_struck": lambda e: (
        f"Coastal shipping is hit with strength {e['strength']}, die {e['die']}: {count(e['points'], 'Damage Point')}."
    ),
    "unguarded": lambda e: f"{place(e['at'])} lacks the unit that must guard it.",
    "flown_in": lambda e: (
        f"{side_does(e['side'], 'flies')} {count(e['points'], 'Supply Point')} "
        f"from {place(e['at'])} to {place(e['to'])}."
    ),
    "dropped": lambda e: f"{unit(e['unit'])} drops on {place(e['at'])}.",
    "flown_to": lambda e: f"{unit(e['unit'])} is flown to {place(e['to'])}.",
    "work_begun": lambda e: (
        f"{side_does(e['side'], 'begins')} {WORKS[e['work']]} at {place(e['at'])} "
        f"for {count(e['points'], 'Supply Point')}."
    ),
    "work_done": lambda e: f"Finished at {place(e['at'])}: {WORKS[e['work']]}.",
    "rebuilt": lambda e: f"{unit(e['unit'])} is back at full strength.",
    "staff_paid": lambda e: f"{unit(e['unit'])} receives {count(e['points'], 'Supply Point')}.",
    "segment_over": lambda e: f"{side_does(e['side'], 'has')} finished.",
    "losses_carried": lambda e: f"{unit(e['unit'])} still has {count(e['points'], 'loss point')} to take.",
    "pool": lambda e: f"The Nationalists receive {count(e['points'], 'Provincial Point')}.",
}
STEPS = {"transport": "Transports fly.", "stores": "Stores arrive."}
NAMES: dict[str, Callable[..., str]] = {
    "set_out": lambda name: f"{unit(name)} starts elsewhere",
    "start_at": lambda to: f"start at {place(to)}",
    "set_air": lambda at, stack, to, number: (
        f"{number} of {stack_of(stack)} {agree(int(number), 'starts')} at {base(to)}, not at {base(at)}"
    ),
    "set_stores": lambda at, number: (
        f"{count(int(number), 'Supply Block')} of {place(at)} {agree(int(number), 'starts')} elsewhere"
    ),
    "store_at": lambda to: f"stores start at {place(to)}",
    "all_set": lambda: "deployed",
    "entrain": lambda to: f"go by rail to {place(to)}",
    "coast": lambda to: f"go by water to {place(to)}",
    "freight": lambda at, to, lots: f"stores go by rail from {place(at)} to {place(to)}, {lots} of twenty points",
    "coast_stores": lambda at, to, lots: f"stores go by water from {place(at)} to {place(to)}, {lots} of twenty points",
    "plan_drop": lambda at: f"plan an Air Assault on {place(at)}",
    "air_assault": lambda name, stack, at: f"{stack_of(stack)} drop {unit(name)} on {place(at)}",
    "receive": lambda at, lots: f"receive {lots} of the stores at {place(at)}",
    "begin_work": lambda at, work: f"begin at {place(at)}: {plain(work)}",
    "rebuild": lambda name: f"bring {unit(name)} to full strength",
    "raise_staff": lambda kind, at: f"deploy a {troops(kind)} at {place(at)}",
    "refill_army": lambda name: f"bring {unit(name)} to full strength for Provincial Points",
    "recall_army": lambda: "bring a lost army back at Chungking",
    "fly_unit": lambda name, stack, to, landing: f"{stack_of(stack)} fly {unit(name)} to {base(to)} {LANDING[landing]}",
    "fly_stores": lambda at, stack, to, number, landing: (
        f"{number} of {stack_of(stack)} {agree(int(number), 'flies')} stores "
        f"from {base(at)} to {base(to)} {LANDING[landing]}"
    ),
    "drop_stores": lambda at, stack, to, number: (
        f"{number} of {stack_of(stack)} {agree(int(number), 'drops')} stores from {base(at)} at {place(to)}"
    ),
}
"""The choices of Burma in words."""
