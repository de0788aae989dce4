"""The bot and the helpers on land: attacks at good odds, marches to the front, entrenchments, advances."""

from __future__ import annotations

from random import Random

from ironbottom.board.offset_grid import NOWHERE
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import burma, burma_ground, combat
from ironbottom.games.war_in_the_pacific.bot.choice_lists import STOP
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import ground_destinations
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import may_attack, strength, type_of
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.land import combat_results, ground_battle
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import attackers_of
from ironbottom.games.war_in_the_pacific.text import names

EASY_TARGET = 2
"""A unit is an easy target if adjacent enemies have more than this many times its strength."""
WANTED = (3, 1)
"""24.2 The odds column at which a careful player attacks."""


# -- 22.1 marches ----------------------------------------------------------------------------------------


def march(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """22.1, 25.4 In Burma, stores and units follow the bot's plan; in other scenarios the bot makes no marches."""
    return STOP if observation.sails else burma_ground.march(observation, choices, random)


def close_up(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """22.1, 24.1 Marches to a hex next to an enemy that can be attacked, preferring the strongest friendly stack,
    unless that is unsafe.
    """
    for name in choices.next("move") if "move" in choices.next() else ():
        unit = UNITS.index[name]
        here = observation.arrays[layout.UNIT_AT][unit]
        if not may_attack(type_of(observation.state, unit)) or beside_enemy(observation, here):
            continue
        goals = [
            to
            for to in ground_destinations.reach(observation.state, observation.number, unit)
            if may_close_up(observation, unit, to)
        ]
        best = max(goals, key=lambda to: (strength(observation.state, observation.number, to), -to), default=-1)
        if best >= 0:
            return burma_ground.movement_choices(name, "march", best)
    return ("done",)


def may_close_up(observation: Observation, unit: int, to: int) -> bool:
    """24.1 Whether a hex is next to an enemy, and the units there have at least half the enemy's strength."""
    theirs = sum(
        strength(observation.state, 1 - observation.number, beyond) for beyond in GRID.beyond(to) if beyond != NOWHERE
    )
    ours = strength(observation.state, observation.number, to) + type_of(observation.state, unit).strength
    return 0 < theirs <= EASY_TARGET * ours


# -- 24.1 attacks ----------------------------------------------------------------------------------------


def attack_by_value(observation: Observation, choices: Choices, random: Random) -> Action:
    """24.1, 24.3 The attack that the bot would make next, with all units that may take part."""
    if observation.procedure_name == "committing":
        return combat.commit_all(observation, choices, random)
    return (combat.attack if observation.sails else burma_ground.attack)(observation, choices, random)


def attack_at_three_to_one(observation: Observation, choices: Choices, random: Random) -> Action:
    """24.2, 24.4 The best attack at three to one or more after all shifts. The player decides if the side lacks points
    for all units.
    """
    if observation.procedure_name == "committing":
        return ("all_in",) if ("all_in",) in choices else STOP
    good = attacks_at_three_to_one(observation, choices)
    return ("attack", IDS[max(good, key=lambda hex: (good[hex].column, -hex))]) if good else ("done",)


def attacks_at_three_to_one(observation: Observation, choices: Choices) -> dict[int, ground_battle.Odds]:
    """24.2, 24.4, 24.9 The hexes that all possible attackers attack at three to one or more after all shifts, with the
    odds.
    """
    may, result = attackers_of(observation.state, observation.here, observation.number), dict[int, ground_battle.Odds]()
    for hex in choices.next("attack") if "attack" in choices.next() else ():
        units = may.get(NUMBER[hex], [])
        odds = ground_battle.odds_of(observation.state, observation.number, units, NUMBER[hex])
        if units and (
            odds.column >= three_to_one_column(observation)
            or ground_battle.overrun(observation.state, odds, NUMBER[hex])
        ):
            result[NUMBER[hex]] = odds
    return result


def three_to_one_column(observation: Observation) -> int:
    """24.2 The three-to-one column."""
    columns = observation.pieces.charts.odds
    return next(n for n, column in enumerate(columns) if (column.attack, column.defence) == WANTED)


def attack_text(observation: Observation, choices: Choices, first: Action) -> str:
    """24.2 The attacked hex with its odds, and the number of other hexes at three to one."""
    hex = NUMBER[first[1]]
    units = attackers_of(observation.state, observation.here, observation.number)[hex]
    odds = ground_battle.odds_of(observation.state, observation.number, units, hex)
    column = combat_results.name_of(observation.pieces.charts, odds.column)
    text = (
        f"{names.place(first[1])} by {count(len(units), 'unit')}, {odds.attacker} to {odds.defender}: column {column}"
    )
    more = len(set(attacks_at_three_to_one(observation, choices)) - {hex})
    return f"{text}; {more} other {'hex' if more == 1 else 'hexes'} at three to one" if more else text


def losses(observation: Observation, choices: Choices, random: Random) -> Action:
    """21.2 Reduces divisions first, then removes the cheapest units."""
    return burma_ground.losses(observation, choices, random)


# -- 24.6 advances ---------------------------------------------------------------------------------------


def enter(observation: Observation, choices: Choices, random: Random) -> Action:
    """24.6 Advances the strongest units first, in Burma as many as are needed to hold the hex, elsewhere all."""
    return (combat.first_choice if observation.sails else burma_ground.advance)(observation, choices, random)


def all_enter(observation: Observation, choices: Choices, random: Random) -> Action:
    """24.6 Advances all units that may advance."""
    return combat.first_choice(observation, choices, random)


# -- 26.1 works ------------------------------------------------------------------------------------------


def dig_in(observation: Observation, choices: Choices, random: Random) -> Action:
    """26.1 Entrenches units next to the enemy, the strongest stacks first, while there are supplies."""
    own = {hex: strength(observation.state, observation.number, NUMBER[hex]) for hex in diggers(observation, choices)}
    best = max(own, key=lambda hex: (own[hex], hex), default="")
    return ("begin_work", best, "entrenchment") if best else ("done",)


def diggers(observation: Observation, choices: Choices) -> list[str]:
    """26.1 The hexes next to an enemy where an entrenchment may be begun."""
    open_to = choices.next("begin_work") if "begin_work" in choices.next() else ()
    may = [hex for hex in open_to if "entrenchment" in choices.next("begin_work", hex)]
    return [hex for hex in may if beside_enemy(observation, NUMBER[hex])]


def beside_enemy(observation: Observation, hex: int) -> bool:
    """24.1 Whether a hex is next to enemy strength."""
    around = [beyond for beyond in GRID.beyond(hex) if beyond != NOWHERE]
    return any(strength(observation.state, 1 - observation.number, beyond) for beyond in around)


def build(observation: Observation, choices: Choices, random: Random) -> Action:
    """21.6, 26.1, 29.8 Rebuilds units and builds works as the bot does."""
    return burma.quarters(observation, choices, random)
