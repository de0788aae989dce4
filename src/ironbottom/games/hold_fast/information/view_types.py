"""The types of views and events, for the code that reads them: bots, texts and statistics."""

from __future__ import annotations

from typing import Any, TypedDict

from ironbottom.engine.rules.view_types import EventView, FrameView, PlayerView


class Aim(TypedDict):
    """A unit and the target at which it fires."""

    unit: str
    target: str


class Attack(TypedDict):
    """A unit that attacks or defends a base."""

    unit: str
    base: str


class GameFrame(FrameView, total=False):
    """An open procedure, with the fields that it has."""

    next: int
    side: str
    passed: int
    area: str
    way: str | None
    withdraws: str | None
    kind: str
    left: list[str]
    open: list[str]
    aims: list[Aim]
    areas: list[str]
    stage: int
    attacks: list[Attack]
    defences: list[Attack]
    base: str
    attackers: list[str]
    defenders: list[str]
    aimed: list[str]
    pursuers: list[Aim]
    reason: str
    spot: str


class Resources(TypedDict):
    """5.0.1 The resource points of a side in the turn, and the number spent."""

    points: int
    spent: int


class UnitView(TypedDict):
    """A visible unit, with the number by which others know its block."""

    where: str
    strength: int
    block: str | None
    face_up: bool
    disabled: bool


class Known(TypedDict):
    """2.0.2 Hidden blocks, and the units that they may be."""

    blocks: list[str]
    may_be: list[str]


TaskForce = TypedDict("TaskForce", {"from": str, "at": str | None})
"""14.0.1 A task force block: where it formed, and its sea area."""


class View(PlayerView[GameFrame]):
    """The game as a viewer sees it."""

    turn: int
    dates: str
    victory_points: int
    resource_points: dict[str, Resources]
    control: dict[str, str | None]
    places: dict[str, str]
    raided: dict[str, int]
    repaired_here: dict[str, int]
    battle: str | None
    fought: list[str]
    units: dict[str, dict[str, UnitView]]
    hidden: dict[str, dict[str, list[str] | int]]
    memory: dict[str, list[Known]]
    followed: list[str]
    seen_strength: dict[str, int]
    repaired: dict[str, int]
    due: dict[str, list[str]]
    lost: dict[str, list[str]]
    absent: list[str]
    submarines_at_sea: list[str]
    task_forces: dict[str, TaskForce]
    wants: str | None
    naming: bool | None


class Event(EventView, total=False):
    """An event, with the fields that it has and the viewer may see."""

    side: str | None
    step: str
    turn: int
    unit: str
    place: str | None
    units: list[str]
    spots: list[str]
    off_board: bool
    block: str | None
    origin: str
    area: str
    force: str
    port: str
    dice: list[int]
    hits: int
    strength: int
    count: int
    blocks: list[str]
    strengths: list[int]
    japan: str | int
    allies: str | int
    japan_total: int
    allies_total: int
    way: str
    alone: bool
    target: str
    disabled: bool
    reason: str
    contested: bool
    points: int


def read_view(view: Any) -> View:
    """Returns a view of this game with its type."""
    typed: View = view
    return typed
