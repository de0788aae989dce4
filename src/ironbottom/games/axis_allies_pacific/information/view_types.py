"""The types of views and events, for the code that reads them: bots, texts and statistics."""

from __future__ import annotations

from typing import Any, TypedDict

from ironbottom.engine.rules.view_types import EventView, FrameView, PlayerView

Units = dict[str, int]
"""The number of pieces of each kind."""


class Mover(TypedDict):
    """Pieces that have moved together from one place."""

    power: str
    place: str
    piece: str
    left: int
    origin: str
    many: int


class Passing(TypedDict):
    """Aircraft that pass over antiaircraft guns."""

    guns: list[str]
    power: str
    place: str
    flight: str
    many: int


class TargetView(TypedDict):
    """A piece as a target of Kamikazes."""

    zone: str
    piece: str


class GameFrame(FrameView, total=False):
    """An open procedure, with the fields that it has."""

    next: int
    side: str
    power: str
    zone: str
    afloat: list[Mover]
    passing: list[Passing]
    place: str
    piece: str
    left: int
    origin: str
    decks: dict[str, int]
    attacking: bool
    kind: str
    hits: int
    landed: list[dict[str, int]]
    against: bool
    round: int
    strike: bool
    back: bool
    struck: list[dict[str, int]]
    land: str
    guns: dict[str, int]
    raided: list[str]
    battles: list[str]
    raiding: list[str]
    coast: int
    attacker: str
    targets: list[TargetView]
    to: str
    many: int
    ship: str


class View(PlayerView[GameFrame]):
    """The game as a viewer sees it."""

    round: int
    active: str
    victory_points: int
    kamikazes: int
    pool: int
    loot: int
    volunteers: int
    complexes: list[str]
    convoys_of_japan: list[str]
    taken: list[str]
    entered: list[str]
    new_complexes: list[str]
    fought: list[str]
    quiet: list[str]
    sailed_into: list[str]
    points_needed: int
    ties: int
    players_changed: int
    unit_bid: int
    to_spend: int
    reinforced: list[str]
    outcome: int
    ipc: dict[str, int]
    bought: dict[str, Units]
    control: dict[str, str]
    placed: dict[str, int]
    origins: dict[str, list[str]]
    fired: dict[str, Units]
    unloaded: dict[str, Units]
    escaped: dict[str, Units]
    engaged: dict[str, Units]
    loading_after_combat: dict[str, Units]
    part_landed: dict[str, Units]
    units: dict[str, dict[str, Units]]
    acted: dict[str, dict[str, Units]]
    flying: dict[str, dict[str, Units]]
    landing: dict[str, Units]
    production: dict[str, int]
    standing_orders: dict[str, dict[str, str]]
    settled: dict[str, int]
    shown_orders: dict[str, int]
    bids: dict[str, int]
    owing_decks: list[str]


class Event(EventView, total=False):
    """An event, with the fields that it has and the viewer may see."""

    round: int
    side: str
    phase: str
    points: int
    japan: int
    allies: int
    changed: bool
    ipc: int
    power: str
    kind: str
    place: str
    price: int
    india: int
    australia: int
    order: int
    value: int
    economy: str | None
    number: int
    burma_road: bool
    zone: str
    piece: str
    origin: str
    way: list[str]
    left: int
    raid: bool
    ship: str
    unit: str
    land: str
    units: dict[str, int]
    convoy: str
    dice: list[int]
    lost: int
    die: int
    hit: bool
    ships: dict[str, int]
    factor: int
    hits: int
    to: str | None
    attackers_left: bool
    defenders_left: bool
    paid: int
    holder: str
    taker: str
    zones: list[str]
    total: int
    outcome: int


def read_view(view: Any) -> View:
    """Returns a view of this game with its type."""
    typed: View = view
    return typed
