"""16.0 Landings with one order: a force loads troops, carries them to a beach in a given Game-Turn and lands them.

The order is drafted from the side's view (``landing_draft``): its ships, its phases, what is lacking. It is stored with
the seat like a voyage. In each Naval Phase it plots the force's Mission and course, and gives its orders at the shore;
the rest of the question is left to the side. A named event ends it (``landing_plans.ending_event``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.match.history import ChoiceBatch
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import (
    LandingAdvice,
    LandingItem,
    LandingOptions,
    LandingPlace,
    LandingSource,
    Memory,
    PlannedAnswer,
    Voyage,
)
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import courses, helpers, landing_plans
from ironbottom.games.war_in_the_pacific.bot.choice_lists import chosen
from ironbottom.games.war_in_the_pacific.bot.landing_draft import (
    TRANSPORTS,
    LandingDraft,
    boarding,
    hexes,
    phase_index,
    sea_cost,
    ships_by_hex,
)
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.bot.voyages import hex_named
from ironbottom.games.war_in_the_pacific.derived import cargo_room, force_movement, ship_condition
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.land_and_coasts import enemy_coasts
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS as QUARTERS
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, SHIPS, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.sequence import PHASES
from ironbottom.games.war_in_the_pacific.rules.shore import shore_actions
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.text import names
from ironbottom.games.war_in_the_pacific.turns import is_turn, turn_number

QUESTIONS = frozenset({"orders", "at_the_shore"})
"""4.12 The questions that a landing order answers for its force."""
MAX_PLACES, MAX_WEEKS = 12, 8
NEAR_COASTS = 60
"""A held coast within this many hexes is suggested."""


def options(state: State, side: str) -> LandingOptions:
    """16.1 The ports where units can board, the places to land, and the Game-Turns."""
    decision = state.decision(side)
    observation = Observation(state.rules, state.view(side), side)
    if decision is None or decision.procedure.name != "orders":
        return LandingOptions([], [], [])
    sources = [*_sources(observation)]
    now = observation.cells[layout.TURN]
    weeks = [
        LandingPlace(
            str(now + later), names.turn(now + later), "this week" if not later else f"in {count(later, 'week')}"
        )
        for later in range(min(MAX_WEEKS, max(observation.turns_left, 0) + 1))
    ]
    return LandingOptions(sources, [*_places(observation, sources)] if sources else [], weeks)


def _sources(observation: Observation) -> Iterator[LandingSource]:
    """The ports with units that can board, or have boarded, and ships for them."""
    for at, ships in sorted(ships_by_hex(observation).items()):
        for force, members in sorted(ships.items()):
            units = _units_at(observation, at, members)
            carriers = [ship for ship in members if ship_condition.load_room(observation.state, ship)]
            if units and carriers:
                label = f"{names.place(IDS[at])}, {f'TF {force_number(force)}' if force >= 0 else 'in port'}"
                yield LandingSource(
                    IDS[at],
                    label,
                    FORCES.ids[force] if force >= 0 else "",
                    [_unit_item(observation, unit) for unit in units],
                    [_ship_item(observation, ship) for ship in members],
                )


def force_number(force: int) -> str:
    """The number of a force on its counter."""
    return str(FORCES.ids[force].rpartition("_")[2])


def _units_at(observation: Observation, at: int, ships: Sequence[int]) -> list[int]:
    """16.1 The units that may board in a hex, and those aboard these ships."""
    state, side = observation.state, observation.number
    ashore = [
        unit
        for unit in UNITS_OF[side]
        if observation.arrays[layout.UNIT_AT][unit] == at and shore_actions.own_kind(state, side, unit)
    ]
    return [*ashore, *(unit for ship in ships for unit in ship_condition.units_aboard(state, ship))]


def _unit_item(observation: Observation, unit: int) -> LandingItem:
    state = observation.state
    row, carried = type_of(state, unit), observation.arrays[layout.UNIT_AT][unit] >= ABOARD
    label = names.troops(row.id)
    return LandingItem(
        UNITS.ids[unit], f"{label}, aboard" if carried else label, row.id, cargo_room.load(state, unit) / QUARTERS
    )


def _ship_item(observation: Observation, ship: int) -> LandingItem:
    room = ship_condition.load_room(observation.state, ship) / QUARTERS
    return LandingItem(SHIPS.ids[ship], names.name_of(SHIPS.ids[ship]), observation.kind(ship), room)


def _places(observation: Observation, sources: Sequence[LandingSource]) -> Iterator[LandingPlace]:
    """16.2 The hexes of planned assaults, then the held coasts with a port or an airbase, the nearest first."""
    state, side = observation.state, observation.number
    planned = sorted(set(shore_actions.plans_of(state, side)))
    starts = [NUMBER[source.at] for source in sources]
    away = {
        hex: min(GRID.distance(hex, start) for start in starts)
        for hex in enemy_coasts(state, side)
        if hex in observation.pieces.atlas.places
    }
    near = sorted(
        (hex for hex in away if away[hex] <= NEAR_COASTS and hex not in planned), key=lambda hex: (away[hex], hex)
    )
    for hex in (*planned, *near)[:MAX_PLACES]:
        distance = min(GRID.distance(hex, start) for start in starts)
        yield LandingPlace(
            IDS[hex], names.place(IDS[hex]), f"{'planned, ' if hex in planned else ''}{hexes(distance)} away"
        )


def advice(state: State, side: str, asked: Mapping[str, object]) -> LandingAdvice:
    """Drafts an order. Its first choices form the force, then name its ships, then plot its Mission."""
    observation = Observation(state.rules, state.view(side), side)
    draft = LandingDraft(observation, asked)
    choices, force = _next_choices(state, side, draft)
    return LandingAdvice(
        [SHIPS.ids[ship] for ship in draft.ships],
        draft.schedule(),
        draft.lacking(),
        [list(action) for action in choices],
        force,
        max(draft.speed, 1),
    )


def _next_choices(state: State, side: str, draft: LandingDraft) -> tuple[list[Action], str]:
    """The choices that begin an order here, and its force once all its ships are in one."""
    decision, observation = state.decision(side), draft.observation
    if decision is None or draft.at < 0 or not draft.ships:
        return [], ""
    batch, name = ChoiceBatch(state.copy()), decision.procedure.name
    if name == "gathering":
        result: list[Action] = []
        for ship in draft.ships:
            action = ("assign", SHIPS.ids[ship])
            if observation.force_of(ship) != observation.here.force and chosen(batch, side, action):
                result.append(action)
        return ([*result, ("done",)], "") if result or observation.ships(observation.here.force) else ([], "")
    if name != "orders":
        return [], ""
    forces = {observation.force_of(ship) for ship in draft.ships}
    force = next(iter(forces))
    if forces == {-1}:
        action = ("form", IDS[draft.at])
        return ([action], "") if action in decision.choices else ([], "")
    if len(forces) > 1:
        return [], ""
    voyage = Voyage(
        *("assault", IDS[draft.to], 0, max(draft.speed, 1), courses.contacts_known(observation)),
        landing=landing_plans.begin_landing(
            observation, force, {"units": [UNITS.ids[unit] for unit in draft.units], "week": draft.week}
        ),
    )
    return [*_plot(batch, side, force, voyage)], FORCES.ids[force]


# -- an order carried out ----------------------------------------------------------------------------------


def answer(state: State, side: str, memory: Memory) -> PlannedAnswer:
    """The next choices of a side's landings at its question, and those that an event has ended."""
    decision = state.decision(side)
    landings = {
        force: voyage for force, voyage in memory.voyages.items() if voyage.landing and not voyage.landing.ended
    }
    if decision is None or decision.procedure.name not in QUESTIONS or not landings:
        return PlannedAnswer([], {})
    observation = Observation(state.rules, state.view(side), side)
    result, ended, batch = list[Action](), dict[str, str](), ChoiceBatch(state.copy())
    for name, voyage in landings.items():
        force = FORCES.index[name]
        event = landing_plans.ending_event(observation, force, voyage)
        if not event and decision.procedure.name == "orders":
            event = _stuck(observation, force, voyage)
        if event:
            ended[name] = event
        elif decision.procedure.name == "orders":
            result += _plot(batch, side, force, voyage)
        else:
            result += _at_the_shore(batch, side, force, voyage)
    return PlannedAnswer(result, ended)


def _stuck(observation: Observation, force: int, voyage: Voyage) -> str:
    """10.5, 16.1 Why an order cannot be continued: no room for the troops, no route, or no fuel; empty if it can."""
    assert voyage.landing is not None
    if not landing_plans.aboard(observation, force, voyage.landing) and not can_board(observation, force, voyage):
        return "no ship has room for the troops"
    here, to = observation.hex_of(force), NUMBER[voyage.to]
    if here == to:
        return ""
    cost = sea_cost(observation, here, to)
    if cost < 0:
        return "no route by sea is left"
    if not paid_speed(observation, force, cost, voyage.speed):
        return "the fuel does not last long enough"
    return ""


def paid_speed(observation: Observation, force: int, cost: int, most: int) -> int:
    """10.5 The highest speed up to a limit at which the fuel of a force lasts for a route; 0 if there is none."""
    fastest = min(most, force_movement.force_speed(observation.state, force))
    for speed in range(fastest, 0, -1):
        phases = -(-cost // sailing.phase_points(observation.state, speed))
        if phases * force_movement.fuel_for_speed(observation.pieces.charts, speed) <= observation.fuel(force):
            return speed
    return 0


def can_board(observation: Observation, force: int, voyage: Voyage) -> bool:
    """16.1 Whether a unit that waits still finds room on the ships of its force, and its port can handle it."""
    state, landing = observation.state, voyage.landing
    assert landing is not None
    if observation.hex_of(force) != NUMBER[landing.port]:
        return False
    draft_ships = observation.ships(force)
    loads = {unit: cargo_room.load(state, unit) for unit in landing_plans.waiting(observation, landing)}
    rooms = {ship: ship_condition.load_room(state, ship) - ship_condition.load_of(state, ship) for ship in draft_ships}
    kinds = {ship: observation.kind(ship) for ship in draft_ships}
    return any(not boarding({unit: load}, rooms, kinds)[1] for unit, load in loads.items())


def is_due(observation: Observation, force: int, voyage: Voyage) -> bool:
    """4.1 Whether a force must leave now to arrive in its Game-Turn; without one, it always must."""
    assert voyage.landing is not None
    cost = sea_cost(observation, observation.hex_of(force), NUMBER[voyage.to])
    speed = paid_speed(observation, force, cost, voyage.speed) or 1
    arrival = phase_index(observation) + -(-cost // sailing.phase_points(observation.state, speed)) - 1
    return arrival >= PHASES * voyage.landing.week


def _plot(batch: ChoiceBatch, side: str, force: int, voyage: Voyage) -> list[Action]:
    """10.1, 10.3 The Mission and the course of a force in this phase; none if they are not open."""
    assert voyage.landing is not None
    observation = Observation(batch.state.rules, batch.state.view(side), side)
    at_beach = observation.hex_of(force) == NUMBER[voyage.to]
    loads = not at_beach and can_board(observation, force, voyage)
    sails = not at_beach and not loads and is_due(observation, force, voyage)
    mission = "assault" if at_beach or sails else "transport"
    still = ChoiceBatch(batch.state.copy())
    plot = ("plot", FORCES.ids[force], mission)
    if not chosen(still, side, plot):
        return []
    course: Action = ("hold",)
    decision = still.state.decision(side)
    if sails and decision is not None:
        seen = Observation(still.state.rules, still.state.view(side), side)
        cost = sea_cost(seen, seen.hex_of(force), NUMBER[voyage.to])
        speed = paid_speed(seen, force, cost, voyage.speed) or 1
        course = courses.course_of_phase(seen, decision.choices, voyage._replace(speed=speed))
    way = helpers.course_choices(still, side, course)
    if not way:
        return []
    batch.state = still.state
    return [plot, *way]


def _at_the_shore(batch: ChoiceBatch, side: str, force: int, voyage: Voyage) -> list[Action]:
    """16.1, 16.3 Lands the units of an order at its beach, or lets them board in its port, the largest first."""
    landing, result = voyage.landing, list[Action]()
    assert landing is not None
    observation = Observation(batch.state.rules, batch.state.view(side), side)
    here, own = observation.hex_of(force), {SHIPS.ids[ship] for ship in observation.ships(force)}
    order = sorted(landing.units, key=lambda unit: -cargo_room.load(observation.state, UNITS.index[unit]))
    ranks = {kind: n for n, kind in enumerate(TRANSPORTS)}
    for unit in order:
        decision = batch.state.decision(side)
        if decision is None:
            break
        verbs = decision.choices.next()
        action: Action | None = None
        if here == NUMBER[voyage.to] and "land" in verbs and ("land", unit) in decision.choices:
            action = ("land", unit)
        elif here == NUMBER[landing.port] and "embark" in verbs and unit in decision.choices.next("embark"):
            ships = [ship for ship in decision.choices.next("embark", unit) if ship in own]
            best = min(
                ships, key=lambda ship: (ranks.get(observation.kind(SHIPS.index[ship]), len(ranks)), ship), default=None
            )
            action = ("embark", unit, best) if best else None
        if action and chosen(batch, side, action):
            result.append(action)
    return result


def status(state: State, side: str, force: str, voyage: Voyage) -> str:
    """How far the landing of a force has come."""
    landing = voyage.landing
    assert landing is not None
    observation, number = Observation(state.rules, state.view(side), side), FORCES.index[force]
    goal = names.place(voyage.to)
    event = landing_plans.ending_event(observation, number, voyage)
    if event:
        return f"Landing at {goal}: ended, {event}."
    loaded, whole = len(landing_plans.aboard(observation, number, landing)), len(landing.units)
    week = f" not before {names.turn(landing.week)}" if landing.week else ""
    if can_board(observation, number, voyage):
        return (
            f"Landing at {goal}{week}: loads at {names.place(landing.port)}, {loaded} of {count(whole, 'unit')} aboard."
        )
    here = observation.hex_of(number)
    if here == NUMBER[voyage.to]:
        return f"Landing at {goal}: {count(loaded, 'unit')} still aboard."
    if here == NUMBER[landing.port] and observation.cells[layout.FORCE_TO + number] >= 0:
        return f"Landing at {goal}{week}: {count(loaded, 'unit')} aboard, leaves {names.place(landing.port)}."
    if here == NUMBER[landing.port]:
        return (
            f"Landing at {goal}{week}: {loaded} of {count(whole, 'unit')} aboard, waits at {names.place(landing.port)}."
        )
    away = GRID.distance(here, NUMBER[voyage.to])
    return f"Landing at {goal}{week}: {count(loaded, 'unit')} aboard, {hexes(away)} away."


# -- as it is typed ----------------------------------------------------------------------------------------

EXAMPLE = "such as landing 1 2 to Midway week 2/6/42"
WEEK = re.compile(r"\bweek\s+(\S+)", re.IGNORECASE)
TYPED = re.compile(r"\s*(?P<units>[\d\s,]+|all)\s+to\s+(?P<to>.+)", re.IGNORECASE)


def listed_units(found: LandingOptions) -> list[tuple[LandingSource, LandingItem]]:
    """The units that may be ordered, in the order in which they are listed and numbered."""
    return [(source, unit) for source in found.sources for unit in source.units]


def read(state: State, side: str, text: str) -> dict[str, object]:
    """16.1 Reads an order: the numbers of units as listed, the destination, and the Game-Turn if one is given."""
    found = options(state, side)
    units = listed_units(found)
    if not units:
        raise Refused("no troops can board now: landings are ordered together with Task Forces", clause="16.1")
    week = WEEK.search(text)
    typed = TYPED.fullmatch(WEEK.sub(" ", text).strip())
    if typed is None:
        raise Refused(f"give the numbers of the units and the destination, {EXAMPLE}")
    if week and not is_turn(week[1]):
        raise Refused(f"{week[1]!r} is not a Game-Turn; write it as 2/6/42")
    numbers = [int(number) for number in re.findall(r"\d+", typed["units"])] or [*range(1, len(units) + 1)]
    if not all(1 <= number <= len(units) for number in numbers):
        raise Refused(f"the units are numbered 1 to {len(units)}; `landing` lists them")
    pieces = state.rules.pieces
    opened = pieces.in_play(state.cells[layout.SCENARIO])
    to = hex_named(typed["to"], [hex for hex in range(len(GRID)) if opened[hex]])
    source = units[numbers[0] - 1][0]
    chosen_units = [units[number - 1] for number in numbers]
    if any(one is not source for one, _ in chosen_units):
        raise Refused("all units of a landing must board in one port", clause="16.1")
    order: dict[str, object] = {"units": [unit.id for _, unit in chosen_units], "to": IDS[to]}
    if source.force:
        order["ships"] = [ship.id for ship in source.ships]
    return {**order, "week": turn_number(week[1]) if week else 0}
