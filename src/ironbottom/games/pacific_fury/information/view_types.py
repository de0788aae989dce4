"""The types of views and events, for the code that reads them: bots, texts and statistics."""

from __future__ import annotations

from typing import Any, TypedDict

from ironbottom.engine.rules.view_types import EventView, FrameView, PlayerView


class Henderson(TypedDict):
    """3.6 Henderson Field, with its side and its figures in the box of the initiative marker."""

    side: str
    operational: bool
    marker: int
    combat: int
    hits_to_disrupt: int
    cover: int


class OperationsDone(TypedDict):
    """9.0.c The operations done, and during the phase the side and number of the next operation."""

    done: int
    under_way: bool
    phasing: str | None
    number: int | None


class Base(TypedDict):
    """A base; ``counters`` is None if counts are hidden."""

    side: str
    counters: int | None
    units: list[str]


class TaskForce(TypedDict):
    """A task force; ``counters`` is None if counts are hidden."""

    side: str
    where: str
    counters: int | None
    units: list[str]
    face_up: bool
    cannot_hold: list[str]


class PoolView(TypedDict):
    """The units of a side among which hits are shared out."""

    side: str
    units: list[str]
    hits: int


class GameFrame(FrameView, total=False):
    """An open procedure, with the fields that it has."""

    next: int
    side: str
    attacker: str
    zone: str
    round: int
    stage: int
    force: str
    fired: int
    targets: list[str | None]
    taking_part: list[str]
    striker: str
    target: str
    struck: list[str]
    gunfire: bool
    pools: list[PoolView]
    assigned: dict[str, int]
    forces: list[str]


class View(PlayerView[GameFrame]):
    """The game as a viewer sees it."""

    turn: int
    month: str
    initiative: str
    henderson: Henderson
    operations: OperationsDone
    events_used: list[str]
    transports_sunk: bool
    bases: dict[str, Base]
    forces: dict[str, TaskForce]
    reserve: list[str]
    due: dict[str, list[str]]
    sunk: list[str]
    gone: list[str]
    off_map: list[str]
    hidden: dict[str, list[str]]
    shown: list[str]
    hit: list[str]


class Event(EventView, total=False):
    """An event, with the fields that it has and the viewer may see."""

    turn: int
    initiative: str
    side: str
    die: int
    drawn: str
    reroll: bool
    units: list[str]
    unit: str
    box: str
    replaced: str
    forces: int
    counters: list[int]
    force: str
    zone: str
    origin: str | int
    after: str
    found: bool
    attacker: str
    round: int
    target: str
    factor: int
    hits: int
    sinks_on: int
    returns: int
    needed: int
    marker: int


def read_view(view: Any) -> View:
    """Returns a view of this game with its type."""
    typed: View = view
    return typed
