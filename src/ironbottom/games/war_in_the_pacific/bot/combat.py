"""The bot in battle: its targets, when it fights, and what it lands, bombards and attacks."""

from __future__ import annotations

from random import Random

from ironbottom.engine.core import sets
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import siege
from ironbottom.games.war_in_the_pacific.bot.observation import LIFT, Observation
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.odds.attacks import attack_row
from ironbottom.games.war_in_the_pacific.odds.decisions import blow_of, control_of
from ironbottom.games.war_in_the_pacific.odds.fights import level_after, level_after_all
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, SHIPS, STACKS, TRAININGS, UNITS
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import attackers_of
from ironbottom.games.war_in_the_pacific.rules.naval.fire_control import WEAPONS, may_launch, only_fire, targets_of
from ironbottom.games.war_in_the_pacific.rules.naval.gunnery import Conditions, guns_of, line_of
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack
from ironbottom.games.war_in_the_pacific.rules.naval.surface_contact import NIGHT
from ironbottom.odds.distributions import Distribution

SHELLED = ("airbase", "guns", "port", "supply", "ground")
"""17.1, 31.1 The targets of bombardment in order of preference; the side's own troops in the hex would suffer too."""
CLEARS_PRIZE = 0.15
"""42.42 An attack on the objective is made if it clears the hex with this probability."""
CLEARS = 0.5
"""24.3 An attack is made if it clears the hex with this probability, or costs the enemy more."""
STAYS, GOES, GONE, THEY_LOSE, WE_LOSE = range(5)


def expected_gain(observation: Observation, ship: int, levels: Distribution) -> float:
    """47.1 The expected gain in Victory Points from more damage to a ship."""
    now = observation.worth(ship, observation.arrays[layout.DAMAGE][ship])
    return sum(chance * observation.worth(ship, min(level, FLOATS + 1)) for level, chance in enumerate(levels)) - now


# -- from the air ------------------------------------------------------------------------------------------


def aim(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """20.11 Assigns points where they gain the most by exact odds, given the points already assigned."""
    if "allot" not in choices.next():
        return ("drop",)
    worths = {}
    for ship in choices.next("allot"):
        stack, role, points = free_for(observation, ship)
        worths[ship, stack, role, str(points)] = gain_of_points(observation, ship, stack, role, points)
    ship, stack, role, points_named = max(worths, key=lambda named: (worths[named], named))
    return strike_with(ship, stack, role, int(points_named))


def free_for(observation: Observation, ship: str) -> tuple[str, str, int]:
    """20.11, 20.12 The first stack with unassigned points, in its last Role, and how many points are
    assigned at once.
    """
    here = observation.here
    left = naval_strike.points_without_target(observation.state, observation.number, here.wave, here.loads)
    stack = min(stack for stack, _ in left)
    role = max(role for which, role in left if which == stack)
    most = min(left[stack, role], naval_strike.room_for_attackers(observation.state, here.loads, SHIPS.index[ship]))
    return STACKS.ids[stack], layout.DUTIES.ids[role], most


def strike_with(ship: str, stack: str, role: str, points: int) -> list[Action]:
    """20.11 Assigns this many points of a stack to a ship."""
    return [("allot", ship), ("strike_with", stack, role, str(points))]


def gain_of_points(observation: Observation, ship: str, stack: str, role: str, points: int) -> float:
    """20.13, 12.1 The expected gain from points against a ship, beyond the points already assigned to it."""
    target = SHIPS.index[ship]
    there = points_assigned(observation, target)
    after, now = (damage_by_points(observation, target, stack, role, number) for number in (there + points, there))
    return expected_gain(observation, target, after) - expected_gain(observation, target, now)


def points_assigned(observation: Observation, target: int) -> int:
    """20.11 The points of the wave already assigned to a ship."""
    return sum(load.points for load in observation.here.loads if load.ship == target)


def damage_by_points(observation: Observation, target: int, stack: str, role: str, number: int) -> Distribution:
    """20.13, 12.1 The distribution of damage to a ship from this many points of a stack."""
    duty, kind = layout.DUTIES.index[role], observation.pieces.air[STACKS.index[stack] // len(TRAININGS)]
    each = kind.torpedo if role == "torpedo" else kind.bomb
    halved = observation.pieces.ships[target].armoured and role == "bomb"
    blow = ShipAttack(naval_strike.WEAPON_OF.get(duty, naval_strike.BOMBS), each * number, halved=halved)
    return level_after(observation.pieces.charts, observation.hull(target), blow, control_of(observation.state, target))


# -- at sea --------------------------------------------------------------------------------------------------


def choose_battle(observation: Observation, choices: Choices, random: Random) -> Action:
    """11.1 Chooses battle if the side has the stronger guns and no carriers in the line."""
    mine, theirs = (guns(observation, side) for side in (observation.number, 1 - observation.number))
    likes = ("fight",) in choices and mine >= max(theirs, 1) and (observation.besieges or not observation.withdraws)
    return ("fight",) if likes else ("avoid",)


def guns(observation: Observation, side: int) -> int:
    """11.4 The gunnery of a side's ships in the battle, or of its forces where the battle is fought."""
    line = line_of(observation.state, side)
    if not line and side == observation.number:
        hex = getattr(observation.here, "where", -1)
        forces = [f for f in observation.own_forces() if observation.hex_of(f) == hex]
        line = [ship for force in forces for ship in observation.ships(force)]
    return sum(guns_of(observation.state, ship) for ship in line)


def fire(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """11.3 Fires each ship at its best target, given the ships already aiming; breaks off if the battle is lost."""
    verbs = choices.next()
    if "break_off" in verbs and guns(observation, observation.number) * 2 < guns(observation, 1 - observation.number):
        return ("break_off",)
    if "fire" not in verbs:
        return ("done",)
    return fire_at_best_target(observation, choices.next("fire")[0])


def fire_at_best_target(observation: Observation, ship: str) -> list[Action]:
    """11.5 Fires a ship at its best target."""
    worths = {
        target: gain_of_fire(observation, SHIPS.index[ship], SHIPS.index[target])
        for target in targets(observation, ship)
    }
    return fire_at(observation, ship, max(worths, key=lambda name: (worths[name], name)))


def targets(observation: Observation, ship: str) -> list[str]:
    """11.3 The enemies at which a ship may fire."""
    return [
        SHIPS.ids[target]
        for target in sets.iterate(targets_of(observation.state, observation.here.laid(SHIPS.index[ship])))
    ]


def fire_at(observation: Observation, ship: str, target: str) -> list[Action]:
    """11.3, 11.4 Fires a ship at an enemy with everything that it may use; it is not asked if there is a
    single target.
    """
    here = observation.here.laid(SHIPS.index[ship])
    if only_fire(observation.state, here) is not None:
        return [("fire", ship)]
    *_, weapons = sets.iterate(may_launch(observation.state, here, observation.number))
    return [("fire", ship), ("fire_at", target, WEAPONS.ids[weapons])]


def gain_of_fire(observation: Observation, ship: int, target: int) -> float:
    """11.5 The expected gain from a ship's fire, beyond the gain from the ships already aiming at the target."""
    others = firing_at(observation, target)
    after, now = (damage_by_fire(observation, target, ships) for ships in ([*others, ship], others))
    return expected_gain(observation, target, after) - expected_gain(observation, target, now)


def firing_at(observation: Observation, target: int) -> list[int]:
    """11.3 The side's own ships already aiming at a target."""
    aim = observation.arrays[layout.AIM]
    return [ship for ship in line_of(observation.state, observation.number) if aim[ship] == target]


def damage_by_fire(observation: Observation, target: int, ships: list[int]) -> Distribution:
    """11.5 The distribution of damage to a target from the fire of the given ships."""
    here = observation.here
    under = Conditions(here.where, here.round, here.impulse == NIGHT, -1)
    blows = [
        blow
        for each in ships
        for blow in blow_of(observation.state, observation.number, each, target, under, torpedoes=False)
    ]
    return level_after_all(
        observation.pieces.charts, observation.hull(target), blows, control_of(observation.state, target)
    )


def torpedo(observation: Observation, choices: Choices, random: Random) -> Action:
    """13.7 Attacks the most valuable ship."""
    return ("torpedo", max(choices.next("torpedo"), key=lambda ship: observation.worth(SHIPS.index[ship], FLOATS + 1)))


# -- at the shore ----------------------------------------------------------------------------------------------


def at_the_shore(observation: Observation, choices: Choices, random: Random) -> Action:
    """16.0, 17.1 Bombards, lands in hexes that the enemy holds or that were just taken, and unloads troops at home."""
    verbs = choices.next()
    if "shell" in verbs:
        force = choices.next("shell")[0]
        targets = choices.next("shell", force)
        at_prize = not observation.besieges or observation.hex_of(FORCES.index[force]) == observation.prize
        wanted = siege.targets(observation) if at_prize else SHELLED
        return ("shell", force, next(name for name in wanted if name in targets))
    for unit in choices.next("land") if "land" in verbs else ():
        if lands_here(observation, UNITS.index[unit]):
            return ("land", unit)
    for unit in choices.next("embark") if "embark" in verbs else ():
        ship = next(
            (name for name in choices.next("embark", unit) if observation.kind(SHIPS.index[name]) in LIFT), None
        )
        if ship and needed_for_assault(observation, UNITS.index[unit]):
            return ("embark", unit, ship)
    return ("done",)


def lands_here(observation: Observation, unit: int) -> bool:
    """16.3 Whether troops land where their ship is: not in the port where they were loaded."""
    ship = observation.arrays[layout.UNIT_AT][unit] - ABOARD
    force = observation.force_of(ship)
    hex = observation.hex_of(force) if force >= 0 else -1
    if hex == observation.prize and not observation.controls(hex) and observation.besieges:
        return siege.should_approach(observation)
    return force >= 0 and (not observation.controls(hex) or hex in (observation.prize, *observation.islands))


def needed_for_assault(observation: Observation, unit: int) -> bool:
    """42.51 Whether troops are still needed for announced assaults that have not been made, while turns are left."""
    here = observation.arrays[layout.UNIT_AT][unit]
    row = observation.pieces.ground[observation.arrays[layout.UNIT_TYPE][unit]]
    goals = (observation.prize, *observation.islands)
    open_to = any(hex in goals and not observation.controls(hex) for hex in observation.planned)
    return observation.is_japan() and open_to and row.kind == "combat" and here not in goals


# -- on land -----------------------------------------------------------------------------------------------------


def attack(observation: Observation, choices: Choices, random: Random) -> Action:
    """24.1, 24.3 The attacks whose exact odds are good, the best first."""
    may = attackers_of(observation.state, observation.here, observation.number)
    good = {}
    for hex in choices.next("attack") if "attack" in choices.next() else ():
        chances = attack_row(observation.state, observation.number, may.get(NUMBER[hex], []), NUMBER[hex]).chances
        clears = chances[GOES] + chances[GONE]
        bold = NUMBER[hex] == observation.prize and clears >= CLEARS_PRIZE
        if bold or clears >= CLEARS or chances[THEY_LOSE] > chances[WE_LOSE]:
            good[hex] = clears
    return ("attack", max(good, key=good.__getitem__)) if good else ("done",)


def commit_all(observation: Observation, choices: Choices, random: Random) -> Action:
    """24.1 Uses all units that may take part."""
    return ("all_in",) if ("all_in",) in choices else choices.at(0)


def first_choice(observation: Observation, choices: Choices, random: Random) -> Action:
    """4.2, 21.2, 24.3, 24.6 Takes the first choice that is offered."""
    return choices.at(0)


def heaviest_battle(observation: Observation, choices: Choices, random: Random) -> Action:
    """4.2 Fights first the battle in which the side's ships are worth the most Victory Points; ties go by the order of
    the hexes.
    """
    worth = dict[str, float]()
    for force in observation.own_forces():
        at = observation.hex_of(force)
        if at >= 0:
            ships = sum(observation.worth(ship, FLOATS + 1) for ship in observation.ships(force))
            worth[IDS[at]] = worth.get(IDS[at], 0.0) + ships
    return ("battle_at", max(choices.next("battle_at"), key=lambda hex: worth.get(hex, 0.0)))
