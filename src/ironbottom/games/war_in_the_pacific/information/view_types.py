"""The types of views and events, for the code that reads them: bots, texts and statistics."""

from __future__ import annotations

from typing import Any, TypedDict

from ironbottom.engine.rules.view_types import EventView, FrameView, PlayerView


class LoadView(TypedDict):
    """Points of a stack in a Role that attack a ship."""

    ship: str
    stack: str
    role: str
    points: int


class MeetingView(TypedDict):
    """Forces that meet in a hex, and those that the enemy knows."""

    at: str
    forces: list[str]
    known: list[str]


class SiteView(TypedDict):
    """26.1 A project: its side, its hex, its kind, and the engineer-turns that it still needs."""

    side: str
    at: str
    work: str
    left: int


class BuiltView(TypedDict):
    """26.1 Completed construction in a hex, and how often it was built."""

    at: str
    work: str
    times: int


class StaffView(TypedDict):
    """5.32 A headquarters that began to operate in this Cycle."""

    at: str
    kind: str


class GameFrame(FrameView, total=False):
    """An open procedure, with the fields that it has."""

    side: str
    force: str | int
    mission: str
    placed: bool
    impulse: int
    link: str | None
    convoy: str | None
    merchants: list[str]
    levels: int
    next: int
    wave: str
    loads: list[LoadView]
    first: str
    moved: list[str]
    fought: list[str]
    hexes: list[str]
    where: str
    may: list[str]
    taking: list[str]
    units: list[str]
    ours: int
    theirs: int
    fate: int
    points: int
    tried: str | None
    subron: str
    sent: list[str]
    meetings: list[MeetingView]
    forces: list[str]
    round: int
    known: list[str]
    surprised: str | None
    fired: list[str]
    begun: list[int]
    command: str
    left: int
    kind: str
    mode: int
    rebuilt: list[str]
    pool: int
    paid: list[str]
    disturbed: list[str]
    sites: list[SiteView]
    built: list[BuiltView]
    lifted: list[int]
    lost: list[int]
    by_sea: list[int]
    staffs: list[StaffView] | list[str]
    at_home: list[str]
    abroad: list[str]
    spent: list[int]
    to: str
    contact: str
    base: str
    stack: str
    deck: str
    unit: str
    ship: str
    at: str
    blocks: int
    water: int
    step: str
    stacks: dict[str, list[GameFrame]]
    """The procedures of sides that choose at the same time; a viewer sees its own."""
    times: int


class Arrays(TypedDict, total=False):
    """The differences from the start of the scenario, by ship, unit, hex, base or stack."""

    ship_at: dict[str, str | None]
    ranked_objectives: dict[str, str]
    cards_read: dict[str, int]
    damage: dict[str, int]
    shrunk: dict[str, int]
    fuel: dict[str, int]
    dry_phases: dict[str, int]
    repair_left: dict[str, int]
    repair_whole: dict[str, int]
    repair_level: dict[str, int]
    maximum_effort: dict[str, bool]
    slowed: dict[str, int]
    active_phases: dict[str, int]
    supply_aboard: dict[str, int]
    unit_type: dict[str, str | None]
    unit_at: dict[str, str | None]
    losses_carried: dict[str, int]
    deployed: dict[str, int]
    unsupplied: dict[str, int]
    air: dict[str, int]
    searching: dict[str, int]
    flown: dict[str, int]
    available: dict[str, int]
    allowed: dict[str, int]
    served_base: dict[str, str | None]
    served_stack: dict[str, str | None]
    served_by: dict[str, str | None]
    served_points: dict[str, int]
    flight_base: dict[str, str | None]
    flight_stack: dict[str, str | None]
    flight_role: dict[str, str | None]
    flight_points: dict[str, int]
    flight_wave: dict[str, str | None]
    flight_over: dict[str, str | None]
    flight_covers: dict[str, str | None]
    flight_fought: dict[str, int]
    flight_of_phase_before: dict[str, bool]
    wave_at: dict[str, str | None]
    wave_force: dict[str, str | None]
    wave_target: dict[str, str | None]
    wave_altitude: dict[str, str | None]
    wave_step: dict[str, int]
    told_air_points: dict[str, int]
    capital_in_port: dict[str, int]
    carriers_in_port: dict[str, int]
    told_types: dict[str, int]
    level: dict[str, int]
    damaged_levels: dict[str, int]
    supply: dict[str, int]
    control: dict[str, str]
    aim: dict[str, str | None]
    launches: dict[str, bool]
    fire_control: dict[str, bool]
    deck_shut: dict[str, bool]
    bound_for: dict[str, str | None]
    takes_supply: dict[str, int]
    leaves_supply: dict[str, int]
    landed: dict[str, int]
    disrupted: dict[str, int]
    deploying: dict[str, int]
    guns_hurt: dict[str, int]
    port_hurt: dict[str, int]
    port_taken: dict[str, int]
    refitting: dict[str, bool]
    fallen: dict[str, int]
    struck: dict[str, bool]
    staff: dict[str, int]
    staffs_begun: dict[str, int]
    wave_came: dict[str, int]
    ferried: dict[str, int]
    transferred: dict[str, int]
    held_before: dict[str, int]
    supply_owed: dict[str, int]
    link_from: dict[str, str]
    link_to: dict[str, str]
    link_lost: dict[str, int]
    link_spent: dict[str, int]
    ship_link: dict[str, str]
    mode_change: dict[str, bool]
    subron_prey: dict[str, str]
    subs_off_map: dict[str, int]
    withdrawn: dict[str, bool]
    shortened: dict[str, int]
    plan_read: dict[str, str]
    subron_read: dict[str, str]
    subron_read_points: dict[str, int]
    link_raided: dict[str, bool]
    wave_link: dict[str, str]
    reassigned: dict[str, bool]
    restricted: dict[str, bool]


class View(PlayerView[GameFrame]):
    """The game as a viewer sees it."""

    scenario: str
    turn: int
    first_player: str | None
    weather_die: dict[str, int]
    losses: dict[str, int]
    ending: str | None
    new_base_at: list[str | None]
    force_at: dict[str, str | None]
    force_box: dict[str, str | None]
    force_water: dict[str, int]
    force_mission: dict[str, str | None]
    force_to: dict[str, str | None]
    force_speed: dict[str, int]
    force_left: dict[str, int]
    force_active: dict[str, bool]
    force_steps: dict[str, int]
    force_gate: dict[str, str | None]
    force_debt: dict[str, int]
    force_filled: dict[str, bool]
    force_lane: dict[str, str | None]
    force_lags: dict[str, bool]
    organised: list[str]
    gathered: list[str]
    dummy_ships: dict[str, int]
    deck_changes: dict[str, int]
    contact: dict[str, str | None]
    contact_at: dict[str, str | None]
    in_contact: list[str]
    named: list[str]
    told_ships: dict[str, int]
    told_capital: dict[str, int]
    told_carrier: dict[str, int]
    told_size: dict[str, int]
    subron_at: dict[str, str | None]
    subron_fleet: dict[str, int]
    subron_coastal: dict[str, int]
    subron_ready: dict[str, int]
    subron_out: dict[str, int]
    subron_mode: dict[str, int]
    subron_from: dict[str, str | None]
    subron_stores: dict[str, int]
    torpedoed: dict[str, int]
    battling: list[str]
    seeks: list[str]
    breaks_off: dict[str, bool]
    force_bombarded: dict[str, bool]
    shells: dict[str, str | None]
    plan_at: dict[str, str | None]
    subron_told: dict[str, int]
    subs_held: dict[str, int]
    announced: list[str | None]
    dummy_limit: dict[str, int]
    force_tried: dict[str, bool]
    force_shifted: dict[str, bool]
    objective: str | None
    landed_where_called: bool
    kamikazes: bool
    kamikazes_left: int | None
    came_once: dict[str, bool]
    arrays: Arrays
    out_of_sight: list[str]


class Event(EventView, total=False):
    """An event, with the fields that it has and the viewer may see."""

    side: str
    at: str | None
    source: str
    points: int
    facility: str
    levels: int
    unit: str
    kind: str
    to: str | None
    wave: str
    base: str
    stack: str
    force: str
    strength: int
    die: int
    lost: int | bool | list[int]
    subron: str
    mode: int
    start: str
    turn: int
    ships: int | list[str]
    phase: int
    step: str
    impulse: int
    allowed: bool
    speed: int
    ending: str
    way: list[str] | str
    packing: int
    state: int
    units: list[str]
    attacker: int
    defender: int
    shifts: list[int]
    column: int
    attacker_loses: int
    defender_loses: int
    retreat: int
    loses: int
    yes: int
    unsupplied: list[str]
    target: str
    hits: int
    ship: str
    forces: list[str]
    added: int | list[int]
    away: int
    dice: list[int]
    surprised: str | None
    round: int
    weapon: str
    level: int
    critical: list[str]
    bottomed: int
    supply: int
    command: str
    over: str
    hexes: list[str]
    fix: int
    strengths: list[int]
    bounce: str
    aborted: list[int] | int
    height: int
    row: int
    out: int
    section: int
    chit: str
    into: str
    mission: str
    fuel: int
    turns: int
    left: int
    work: int
    quarters: int
    role: str
    capital: int
    carriers: int
    link: str
    end: str
    cards: int
    subrons: int
    rank: str
    objective: str
    primary: str
    secondary: str
    among: int


def read_view(view: Any) -> View:
    """Returns a view of this game with its type."""
    typed: View = view
    return typed
