"""Voyages in words: the destination of the force whose course is asked for, over several Naval Phases.

The words name a hex or a place and, optionally, how many hexes short of it to stop and the top speed: "midway, 4 short,
speed 2".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.match.history import ChoiceBatch
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Voyage
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import courses, helpers
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.text import names

EXAMPLE = "such as voyage Midway, 4 short, speed 2"
SHORT = re.compile(r"\b(\d+)\s*(?:hex(?:es)?\s+)?short\b", re.IGNORECASE)
SPEED = re.compile(r"\b(?:at\s+)?speed\s*(\d+)\b", re.IGNORECASE)


class Planned(NamedTuple):
    """A voyage typed by a player: the force, the plan to store, and the choices of this phase."""

    force: str
    asked: dict[str, object]
    choices: list[Action]


def read(state: State, side: str, text: str) -> Planned:
    """10.3 Reads a voyage while a force's course is asked for; ``Refused`` says what is missing."""
    decision = state.decision(side)
    here: Any = decision.procedure if decision is not None else None
    if decision is None or here.name != "course":
        raise Refused("a voyage is planned when a force needs a course: plot its Mission first", clause="10.1")
    observation, force = Observation(state.rules, state.view(side), side), FORCES.ids[here.force]
    short, speed = SHORT.search(text), SPEED.search(text)
    pieces = state.rules.pieces
    opened = pieces.in_play(state.cells[layout.SCENARIO])
    bound = hex_named(SPEED.sub(" ", SHORT.sub(" ", text)), [hex for hex in range(len(GRID)) if opened[hex]])
    fastest = force_movement.force_speed(state, here.force)
    most = int(speed[1]) if speed else fastest
    if not 1 <= most <= fastest:
        raise Refused(f"{names.force(force)} sails at Speed 1 to {fastest}", clause="10.3")
    off = int(short[1]) if short else 0
    if off > courses.NEAR:
        raise Refused(f"a voyage can end at most {courses.NEAR} hexes short of its destination", clause="10.3")
    mission = layout.MISSIONS.ids[here.mission]
    course = courses.course_of_phase(observation, decision.choices, Voyage(mission, IDS[bound], off, most))
    way = helpers.course_choices(ChoiceBatch(state.copy()), side, course) if course[0] == "sail" else []
    if not way:
        raise Refused(
            f"no hex within reach brings {names.force(force)} nearer to {names.place(IDS[bound])}", clause="10.3"
        )
    return Planned(force, {"mission": mission, "to": IDS[bound], "off": off, "speed": most}, way)


def hex_named(text: str, within: Iterable[int]) -> int:
    """The hex in play with this id or name, or the beginning of one; ``Refused`` lists the candidates.

    >>> pearl = NUMBER["F3342"]
    >>> IDS[hex_named("f3342", [pearl])], IDS[hex_named("to pearl", [pearl])]
    ('F3342', 'F3342')
    """
    opened = {IDS[hex] for hex in within}
    wanted = " ".join(re.sub(r"[,;]|\b(?:to|for)\b", " ", text).split()).lower()
    if wanted.upper() in NUMBER and IDS[NUMBER[wanted.upper()]] in opened:
        return NUMBER[wanted.upper()]
    known = {hex: place.name for hex, place in load().table(tables.PLACES).items() if hex in opened}
    result = [hex for hex, name in known.items() if wanted and name.lower().startswith(wanted)]
    exact = [hex for hex in result if known[hex].lower() == wanted]
    if len(exact or result) == 1:
        return NUMBER[(exact or result)[0]]
    if result:
        raise Refused(
            f"{wanted!r} could be {', '.join(names.place(hex) for hex in result[:6])}: give its full name or its hex"
        )
    raise Refused(f"{wanted!r} is neither a hex nor a place in play: give the destination, {EXAMPLE}")


def plan_text(state: State, side: str, force: str, plan: Mapping[str, Any]) -> str:
    """Reads the destination of a force, and the distance to stop at, from a line of text."""
    hex = state.cells[layout.FORCE_AT + FORCES.index[force]]
    short = f", {plan['off']} hex{'es' * (plan['off'] > 1)} short of it" if plan["off"] else ""
    away = GRID.distance(hex, NUMBER[plan["to"]]) if hex >= 0 else 0
    far = f", {away} hex{'es' * (away > 1)} away" if away else ""
    mission = str(plan["mission"]).replace("_", " ")
    goal = f"{names.place(plan['to'])}{short}"
    return f"{names.force(force)} is bound for {goal}, on {mission}, at most Speed {plan['speed']}{far}."
