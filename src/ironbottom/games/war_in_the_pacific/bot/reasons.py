"""The reasons for hints: the figures that the bot compares, in the words of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ironbottom.bots.hints import Reasons, capitalized, name_list, percent
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import air, combat, fleet, fuel_planning
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.odds.attacks import attack_row
from ironbottom.games.war_in_the_pacific.odds.fights import sinks
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import attackers_of
from ironbottom.games.war_in_the_pacific.text import names
from ironbottom.odds.distributions import Distribution, mean


class PlannedChoices(NamedTuple):
    """The choices of a plan, and whether the plan is the bot's own."""

    observation: Observation
    run: Sequence[Action]
    best: bool


ASSUMED = {air.CARRIER_TARGET: "a carrier", air.BATTLESHIP_TARGET: "a battleship", air.CRUISER_TARGET: "a cruiser"}
TASKS = {
    "landing": "It carries troops",
    "carriers": "It has carriers",
    "guns": "It has heavy guns",
    "oiler": "It refuels others",
    "home": "It is spent or has no task",
}
"""10.1 The tasks of a force."""


def reasons(planned: PlannedChoices, usual: Reasons) -> Reasons:
    """The reasons for choices, with the figures that the bot compares; ``usual`` where it compares none."""
    found = REASONS.get(planned.run[0][0])
    words = found(planned) if found else None
    return words if words else usual


def _hexes(number: int) -> str:
    """A distance, in words.

    >>> _hexes(1), _hexes(4)
    ('1 hex', '4 hexes')
    """
    return f"{number} hex{'' if number == 1 else 'es'}"


# -- ships ---------------------------------------------------------------------------------------------------


def _course(planned: PlannedChoices) -> Reasons | None:
    """10.3, 10.5 The distance to the destination of a force, and its fuel."""
    observation, run, _ = planned
    force = getattr(observation.here, "force", -1)
    if not isinstance(force, int) or force < 0 or observation.hex_of(force) < 0:
        return None
    hex = NUMBER[run[0][1]] if run[0][0] in ("sail", "steer_for") else observation.hex_of(force)
    bound, off = fleet.destination_of(observation, force)
    left = GRID.distance(hex, bound)
    short = f", and stops {_hexes(off)} short of it" if off else ""
    arrives = f"{_hexes(left)} from there afterwards" if left else "it arrives"
    speed = fleet.speed_for(observation, force, bound)
    burnt = fuel_planning.fuel_needed(observation, GRID.distance(observation.hex_of(force), hex), speed)
    return Reasons(
        f"{TASKS[observation.task(force)]} and makes for {names.place(IDS[bound])}{short}.",
        arrives if hex != observation.hex_of(force) or not left else "",
        f"about {burnt} of its {observation.fuel(force)} fuel" if burnt else "",
        _near(observation, hex),
        "it stays where it is" if run[0][0] == "sail" else "",
    )


def _near(observation: Observation, hex: int) -> str:
    """8.31 The nearest reported enemy."""
    contact = observation.nearest_contact(hex)
    if contact < 0:
        return "no enemy force is reported"
    away = GRID.distance(hex, observation.where(contact))
    return f"{names.force(FORCES.ids[contact])} is reported {_hexes(away)} away"


def _form(planned: PlannedChoices) -> Reasons | None:
    """9.2 The ships from which a force is formed."""
    observation, run, _ = planned
    ships = fleet.ships_at(observation, observation.state_place(run[0][1]))
    if not ships:
        return None
    kinds = Counter(observation.kind(ship) for ship in ships)
    return Reasons(
        f"Ships that are fit to sail lie there: {name_list([f'{n} {kind}' for kind, n in kinds.most_common()], 6)}.",
        "a force that can be sent to the main objective",
        "fuel once it sails",
        "at sea it may be found and struck",
        "the ships stay in port, safe but idle",
    )


def _mission(planned: PlannedChoices) -> Reasons | None:
    """10.1 The Mission of a force, its destination and its fuel."""
    observation, run, _ = planned
    force = FORCES.index[run[0][1]]
    if observation.hex_of(force) < 0:
        return None
    bound, _ = fleet.destination_of(observation, force)
    way = GRID.distance(observation.hex_of(force), bound)
    needed = fuel_planning.fuel_needed(
        observation, way, min(fuel_planning.CRUISE, force_movement.force_speed(observation.state, force))
    )
    ships = len(observation.ships(force))
    return Reasons(
        f"{TASKS[observation.task(force)]}: {names.place(IDS[bound])} is {_hexes(way)} away.",
        f"{count(ships, 'ship')} where the scenario is decided" if bound == observation.prize else "",
        f"about {needed} of its {observation.fuel(force)} fuel" if way else "",
        _near(observation, observation.hex_of(force)),
        "without a Mission it stays where it is",
    )


def _reaction(planned: PlannedChoices) -> Reasons | None:
    """10.4, 10.41 A move toward a contact in an impulse."""
    observation, run, _ = planned
    force, contact = (FORCES.index[name] for name in run[0][1:3])
    away = GRID.distance(observation.hex_of(force), observation.where(contact))
    return Reasons(
        f"{names.force(run[0][2])} is reported {_hexes(away)} away, and this force can return.",
        "a battle, or a strike from the right distance",
        f"fuel: it has {observation.fuel(force)}",
        "the report may be wrong",
        "it goes on as plotted",
    )


def _meeting(planned: PlannedChoices) -> Reasons | None:
    """11.1 The guns of both sides."""
    observation, run, _ = planned
    mine, theirs = (combat.guns(observation, side) for side in (observation.number, 1 - observation.number))
    fights = run[0] == ("fight",)
    return Reasons(
        f"Your ships have {mine} gunnery points" + (f" against {theirs}." if theirs else "."),
        "ships sunk for Victory Points" if fights else "ships that are needed elsewhere",
        risk="the enemy fires too" if fights else "",
    )


def _fire(planned: PlannedChoices) -> Reasons | None:
    """11.5 The damage to a target from all ships that aim at it."""
    observation, run, best = planned
    ship = SHIPS.index[run[0][1]]
    target = run[1][1] if len(run) > 1 else next(iter(combat.targets(observation, run[0][1])), "")
    if not target:
        return None
    hex = SHIPS.index[target]
    others = combat.firing_at(observation, hex)
    levels = combat.damage_by_fire(observation, hex, [*others, ship])
    also = f" with {count(len(others), 'other ship')} that aim at it" if others else ""
    return Reasons(
        f"It is {_rank(best)} target of {names.name_of(run[0][1])}{also}.",
        _damage(observation, hex, levels),
        risk=f"{percent(_unharmed(observation, hex, levels))} that it is not hit",
        otherwise="the guns fire at another ship",
    )


def _drop(planned: PlannedChoices) -> Reasons | None:
    """20.13, 12.1 The damage to a ship from all points that attack it."""
    observation, run, best = planned
    ship = run[0][1]
    if len(run) < 2:
        return None
    _, stack, role, points = run[1]
    hex = SHIPS.index[ship]
    number = combat.points_assigned(observation, hex) + int(points)
    levels = combat.damage_by_points(observation, hex, stack, role, number)
    return Reasons(
        f"It is {_rank(best)} target: {count(number, 'point')} of {names.stack(stack)} attack it.",
        _damage(observation, hex, levels),
        risk=f"{percent(_unharmed(observation, hex, levels))} that it is not hit",
        otherwise="the points attack another ship",
    )


def _rank(best: bool) -> str:
    return "the best" if best else "the next best"


def _damage(observation: Observation, ship: int, levels: Distribution) -> str:
    gained = combat.expected_gain(observation, ship, levels)
    return f"{percent(sinks(levels))} sunk; about {gained:.0f} Victory Points" if gained else ""


def _unharmed(observation: Observation, ship: int, levels: Distribution) -> float:
    """12.1 The chance that a ship stays as it is."""
    now = max(observation.arrays[layout.DAMAGE][ship], 0)
    return sum(levels[: now + 1])


def _torpedo(planned: PlannedChoices) -> Reasons | None:
    """13.7 The value of a submarine's target."""
    observation, run, best = planned
    worth = observation.worth(SHIPS.index[run[0][1]], FLOATS + 1)
    return Reasons(
        f"It is {_rank(best)} target here.",
        f"{worth:.0f} Victory Points if it sinks",
        "torpedoes are used up",
        "escorts hunt the submarines afterwards",
    )


# -- aircraft ------------------------------------------------------------------------------------------------


def _strike(planned: PlannedChoices) -> Reasons | None:
    """8.4, 47.1 A strike on a reported force: the exact odds against the ship that it is thought to have."""
    observation, run, _ = planned
    contact = FORCES.index[run[0][1]]
    wing = air.free_attackers(observation, observation.where(contact))
    if not wing:
        return None
    hull, outlook = air.strike_outlook(observation, contact, wing)
    fix = observation.pieces.charts.search_chits[observation.cells[layout.CONTACT + contact]].fix
    points = sum(number for number, *_ in wing)
    away = len(observation.contacts) - 1
    return Reasons(
        f"{count(points, 'air point')} can reach it; according to the report it may have {ASSUMED[hull]}.",
        f"{percent(outlook.sunk)} that {ASSUMED[hull]} sinks; "
        f"about {air.strike_value(observation, contact):.0f} Victory Points more than it costs",
        f"about {mean(outlook.gone):.1f} air points do not get through",
        f"{percent(max(0.0, 1 - fix / FACES))} that it is not found",
        f"the points are free for {count(away, 'other force')}" if away > 0 else "it may strike first",
    )


def _patrol(planned: PlannedChoices) -> Reasons | None:
    """6.2 Fighters on patrol over a force."""
    run = planned.run
    if len(run) < 2:
        return None
    guarded, points = run[1][1], run[1][2]
    return Reasons(
        f"Enemy strikes are expected at {names.force(guarded)} first: "
        f"{count(int(points), 'point')} of {names.stack(run[0][2])} meet them.",
        "enemy points shot down or driven off before they attack",
        "these fighters escort no strike in this phase",
        "",
        "strikes on it meet only anti-aircraft fire",
    )


def _search(planned: PlannedChoices) -> Reasons | None:
    """8.1 Points that search from a base."""
    observation, run, _ = planned
    _, base, stack, points = run[0]
    boats = air.row_of(observation, stack).category == "flying_boat"
    return Reasons(
        f"{names.base(base)}: {count(int(points), 'point')} of {names.stack(stack)} search."
        + (" All flying boats search." if boats else " Each other base sends two."),
        "contacts that can be attacked",
        "" if boats else "points that search cannot strike in this phase",
        "",
        "enemy forces nearby stay unseen",
    )


def _ready(planned: PlannedChoices) -> Reasons | None:
    """6.6 Points that are made ready to strike."""
    observation, run, _ = planned
    _, base, stack, points = run[0]
    result = count(len(observation.contacts), "enemy force")
    return Reasons(
        f"{result.capitalize()} reported, and {count(int(points), 'point')} of {names.stack(stack)} "
        f"at {names.base(base)} can be made ready.",
        "a strike in this phase",
        "they rest afterwards",
    )


# -- on land -------------------------------------------------------------------------------------------------


def _attack(planned: PlannedChoices) -> Reasons | None:
    """24.2 The exact odds of an attack with all units that may take part."""
    observation, run, best = planned
    hex = NUMBER[run[0][1]]
    units = attackers_of(observation.state, observation.here, observation.number).get(hex, [])
    if not units:
        return None
    row = attack_row(observation.state, observation.number, units, hex)
    clears = row.chances[combat.GOES] + row.chances[combat.GONE]
    return Reasons(
        f"{row.name}, with {count(len(units), 'unit')}: {_rank(best)} odds of the possible attacks.",
        f"{percent(clears)} that the hex is cleared; "
        f"the defender loses {row.chances[combat.THEY_LOSE]:.1f} strength on average",
        f"{row.chances[combat.WE_LOSE]:.1f} of your strength on average",
        f"{percent(row.chances[combat.STAYS])} that the defender stays",
        "the units hold where they are",
    )


def title(observation: Observation, run: Sequence[Action]) -> str:
    """The title of a plan if its first choice does not say what it does; otherwise empty."""
    first, *rest = run
    match (first, *rest[:1]):
        case ("fire", ship), ("fire_at", target, *_):
            return capitalized(f"{names.name_of(ship)} fires at {names.name_of(target)}")
        case (_, base, stack), ("fly_over" | "stay_over", force, points):
            return f"{points} of {names.stack(stack)} from {names.base(base)} patrol over {names.force(force)}"
        case ("move", unit), (_, *_, hex) if hex in NUMBER:
            number = UNITS.index[unit]
            row = observation.pieces.ground[observation.arrays[layout.UNIT_TYPE][number]]
            here = observation.arrays[layout.UNIT_AT][number]
            return (
                f"{row.printed}{f' at {names.place(IDS[here])}' if here < len(IDS) else ''} goes to {names.place(hex)}"
            )
        case ("shift", force, contact), ("stand_off", hex, *_):
            return f"{names.force(force)} goes to {names.place(hex)}, nearer to {names.force(contact)}"
    return ""


REASONS: Mapping[str, Callable[[PlannedChoices], Reasons | None]] = {
    "sail": _course,
    "hold": _course,
    "steer_for": _course,
    "form": _form,
    "plot": _mission,
    "react": _reaction,
    "shift": _reaction,
    "fight": _meeting,
    "avoid": _meeting,
    "fire": _fire,
    "allot": _drop,
    "torpedo": _torpedo,
    "strike": _strike,
    "cover": _patrol,
    "shield": _patrol,
    "search": _search,
    "make_ready": _ready,
    "attack": _attack,
}
