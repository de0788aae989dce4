"""The types of views and events, for the code that reads them: bots, texts and statistics."""

from __future__ import annotations

from typing import Any, TypedDict

from ironbottom.engine.rules.view_types import EventView, FrameView, PlayerView


class Try(TypedDict):
    """A raider that tries to patrol, and where it returns."""

    unit: str
    back: str


class Aim(TypedDict):
    """A unit and the target at which it fires."""

    unit: str
    target: str


class UnitAshoreView(TypedDict):
    """A unit that lands in a place."""

    unit: str
    place: str


class TaskView(TypedDict):
    """The ships assigned to pursue a group or to raid a place."""

    group: list[str]
    place: str | None
    ships: list[str]


class GameFrame(FrameView, total=False):
    """An open procedure, with the fields that it has."""

    next: int | str
    side: str
    listed: list[str]
    rolling: list[str]
    passed: int
    tries: list[Try]
    asking: int
    aims: list[Aim]
    area: str
    units: list[str]
    invaders: list[str]
    ashore: list[UnitAshoreView]
    spot: str
    reason: str
    rounds: int
    gives_way: str | None
    landing: list[str]
    way: str
    both: bool
    place: str | None
    firing: list[str]
    barred: list[str]
    unseen: list[str]
    disables: bool
    guns: list[str]
    kamikazes: list[str]
    marks: dict[str, int]
    struck: list[str]
    silent: list[str]
    left: list[str]
    enemy: list[str]
    named: list[str]
    among: list[str]
    may: list[str]
    going: list[str]
    flees: list[str]
    ships: list[str]
    raids: bool
    part: bool
    groups: list[list[str]]
    tasks: list[TaskView]
    group: list[str]
    after: bool
    may_land: bool
    forces: list[list[list[str]]] | list[list[str]]
    attacking: list[list[str]] | list[str]
    sighted: list[list[str]]
    idle: list[str]
    afloat: list[str]
    joined: list[str]
    hits: dict[str, int]
    targets: list[str]
    defending: list[str]
    picked: list[str]


class Points(TypedDict):
    """11.2 The repair points of a port in the turn, and the number spent."""

    points: int
    spent: int


class Forecast(TypedDict):
    """5.7 The result of the turn if it ended now, or the actual result after scoring."""

    scored: bool
    holders: dict[str, str | None]
    japan: int
    allies: int
    lead: int


class View(PlayerView[GameFrame]):
    """The game as a viewer sees it."""

    turn: int
    date: str
    last_turn: int
    points_of_control: int
    forecast: Forecast
    flags: dict[str, str | None]
    flags_before: dict[str, str | None]
    places: dict[str, str]
    repairs: dict[str, Points]
    units: dict[str, dict[str, list[str]]]
    raiding: list[str]
    marked: list[str]
    rested: list[str]
    escaped: list[str]
    pursued: list[str]
    stayed_out: list[str]
    damage: dict[str, int]
    air_loss: dict[str, int]
    battle: str | None
    fought: list[str]
    retreated: dict[str, list[str]]
    airstrikes_rebuilt: dict[str, int]
    wants: dict[str, str]
    naming: bool | None


class Event(EventView, total=False):
    """An event, with the fields that it has and the viewer may see."""

    turn: int
    side: str | None
    step: str
    unit: str
    units: list[str]
    place: str | None
    listed: str
    back: int
    area: str
    rolls: bool
    port: str
    damage: int
    loss: int
    speed: int
    die: int | list[int]
    passes: bool
    patrols: bool
    reason: str
    japan: int | str
    allies: int | str
    lead: int
    stays: bool
    group: str
    spot: str | None
    target: str
    engages: bool
    action: str
    japan_total: int
    allies_total: int
    both: bool
    dice: list[int]
    hits: list[int] | int
    disabled: bool
    damage_dice: list[int]
    groups: list[list[str]]
    pursuers: list[str]
    force: str
    forces: list[list[str]]
    attacking: list[str]
    landing: list[str]
    sighted: bool
    defending: list[str]
    left: int


def read_view(view: Any) -> View:
    """Returns a view of this game with its type."""
    typed: View = view
    return typed
