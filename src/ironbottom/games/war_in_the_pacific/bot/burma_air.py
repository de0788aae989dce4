"""The bot's air operations over Burma: it bombs the stack that its troops attack, or the most threatening stack."""

from __future__ import annotations

from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific.bot.burma_front import HALF_POINTS_PER_TURN, Front
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER

PATROL_PART = 1
"""6.2 The share of a stack's fighters that patrol: all of them."""
STRIKES_IN = ("air_1", "air_3")
"""6.1, 31.1 Points that strike in one phase rest in the next; Disruptions last until the end of the Ground Phase."""


def declare(observation: Observation, choices: Choices, random: Random) -> Action:
    """6.2, 6.3, 31.1 Fighters patrol over the most threatened garrison; a wave attacks the most important troops."""
    if phase(observation) not in STRIKES_IN:
        return ("done",)
    front = Front(observation)
    watch = patrol(front, choices) if "patrol" in choices.next() else None
    if watch:
        return watch
    if "raid" not in choices.next():
        return ("done",)
    hex = target(front, choices.next("raid"))
    if not hex or "ground" not in choices.next("raid", hex):
        return ("done",)
    return ("raid", hex, "ground", choices.next("raid", hex, "ground")[0])


def patrol(front: Front, choices: Choices) -> Action | None:
    """6.2 Sends the fighters of a base over the named hex in range whose garrison is next to the most enemies."""
    for base in choices.next("patrol"):
        if front.observation.patrols(base):
            continue
        for stack in choices.next("patrol", base):
            over = max(
                choices.next("patrol", base, stack), key=lambda hex: (danger(front, NUMBER[hex]), hex), default=""
            )
            if over and danger(front, NUMBER[over]):
                points = choices.next("patrol", base, stack, over)
                return ("patrol", base, stack, over, points[(len(points) - 1) // PATROL_PART])
    return None


def danger(front: Front, hex: int) -> int:
    """The enemy strength next to a garrison."""
    return sum(front.theirs.get(beyond, 0) for beyond in GRID.beyond(hex)) if front.own.get(hex) else 0


def phase(observation: Observation) -> str:
    """4.1 The name of the current phase."""
    turn = observation.state.stack[0]
    return str(turn.steps[turn.next - 1].name)  # type: ignore[attr-defined]


def target(front: Front, offered: tuple[str, ...]) -> str:
    """31.1 The enemy stack that most of the side's units will attack; if there is none, the strongest stack next to a
    garrison.
    """
    called: dict[int, int] = {}
    for post in front.posts.values():
        if (
            post.theirs
            and IDS[post.hex] in offered
            and front.near(front.own, post.hex, HALF_POINTS_PER_TURN) >= front.theirs.get(post.hex, 99)
        ):
            called[post.hex] = called.get(post.hex, 0) + 1
    if called:
        return IDS[max(called, key=lambda hex: (called[hex], hex))]
    beside = [hex for hex in front.theirs if IDS[hex] in offered and any(b in front.own for b in GRID.beyond(hex))]
    return IDS[max(beside, key=lambda hex: (front.theirs[hex], hex))] if beside else ""
