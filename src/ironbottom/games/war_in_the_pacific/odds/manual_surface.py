"""A round of a surface battle described by hand (11.1 to 11.5): contact, surprise, and the fire of both sides.

Fire is distributed evenly over the strongest targets, as for a side that chooses no targets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.odds import asking
from ironbottom.games.war_in_the_pacific.odds.answers import (
    OddsAnswer,
    OddsQuestion,
    modifiers_named,
    needed,
    numbers_table,
    signed,
)
from ironbottom.games.war_in_the_pacific.odds.asking import AskedShip
from ironbottom.games.war_in_the_pacific.odds.by_levels import number_sunk, ship_figures, ships_table
from ironbottom.games.war_in_the_pacific.odds.fights import WORST, level_after_all, sinks
from ironbottom.games.war_in_the_pacific.odds.manual_state import OPEN_SEA, with_forces
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.pieces import SIDE_OF_SHIP, SIDES
from ironbottom.games.war_in_the_pacific.rules.naval import gunnery
from ironbottom.games.war_in_the_pacific.rules.naval import surface_contact as contact
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.gunnery import Conditions
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack, damage_control
from ironbottom.games.war_in_the_pacific.state_types import Rules, State
from ironbottom.odds.distributions import mean

OF_CONTACT = ("destination", "transit", "storm")
"""11.1 Modifiers of the contact die only."""
OF_SURPRISE = ("own_contacted", "own_exposed", "enemy_contacted", "enemy_exposed")
"""11.1, 11.2 Modifiers for a side that is known or busy: each counts for surprise of that side, and any of them for
contact.
"""
NOBODY = -1


class FireRound(NamedTuple):
    """11.3 The battle of a question: a state with both forces, the side that asks, the ships of both, the round."""

    state: State
    side: int
    ships: dict[int, AskedShip]
    round: int
    night: bool


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """11.1, 11.2, 11.3 The odds of a round of fire, with contact and surprise before the first."""
    needed(question, fleet="'Hiei, Kirishima, 4 jp DD'", ships="'San Francisco, 2 us CL, 4 us DD'")
    turn = asking.read_date(question.date)
    own, enemy = asking.read_ships(question.fleet, "fleet", turn), asking.read_ships(question.ships, "ships", turn)
    side = SIDE_OF_SHIP[own[0].ship]
    if SIDE_OF_SHIP[enemy[0].ship] == side:
        raise BadValue("both forces belong to the same side", field="ships")
    line = FireRound(
        with_forces(rules, turn, own, enemy),
        side,
        {ship.ship: ship for ship in (*own, *enemy)},
        question.round,
        question.night,
    )
    line.state.cells[layout.BATTLING] = sum(1 << ship for ship in line.ships)
    named = modifiers_named(question.modifiers, (*OF_CONTACT, *OF_SURPRISE))
    result = OddsAnswer("surface")
    surprises = {NOBODY: 1.0}
    if question.round == 1:
        surprises = surprise(line, named)
        add_contact_tables(line, named, surprises, result)
    elif named:
        raise BadValue("contact and surprise apply only before the first round", field="modifiers", clause="11.2")
    add_fire_tables(line, surprises, result)
    result.notes += [
        f"round {question.round} by {'night' if question.night else 'day'}, the eras of {question.date}",
        "both sides spread fire evenly over the strongest ships in sight, and launch torpedoes as soon as they may",
        "later rounds depend on how each side then aims",
    ]
    return result


# -- 11.1, 11.2 before the fire --------------------------------------------------------------------------------


def contact_added(line: FireRound, named: Sequence[str]) -> dict[str, int]:
    """11.1 The modifiers of the contact die, by name."""
    rows = line.state.rules.pieces.facts.table(charts.SURFACE_CONTACT)
    holds = {
        "contacted": "own_contacted" in named or "enemy_contacted" in named,
        "exposed": "own_exposed" in named or "enemy_exposed" in named,
        **{name: name in named for name in OF_CONTACT},
        "radar": any(gunnery.radar(line.state, side) for side in range(len(SIDES))),
        "night": line.night,
    }
    return {name: rows[name].modifier for name, true in holds.items() if true}


def surprise_added(line: FireRound, named: Sequence[str], side: int) -> int:
    """11.2 A side's modifiers for surprise: by the game's rules, and those in the question."""
    rows = line.state.rules.pieces.facts.table(charts.SURFACE_SURPRISE)
    whose = "own" if side == line.side else "enemy"
    said: int = sum(rows[name].modifier for name in ("contacted", "exposed") if f"{whose}_{name}" in named)
    return contact.surprise_modifier(line.state, side, [], 0, line.night) + said


def surprise(line: FireRound, named: Sequence[str]) -> dict[int, float]:
    """11.2 The chances that each side is surprised, and that neither is, over both dice."""
    added = [surprise_added(line, named, side) for side in range(len(SIDES))]
    result = {NOBODY: 0.0, JAPAN: 0.0, ALLIES: 0.0}
    for here in range(1, FACES + 1):
        for there in range(1, FACES + 1):
            lead = here + added[JAPAN] - there - added[ALLIES]
            who = NOBODY if abs(lead) < contact.SURPRISED_BY else ALLIES if lead > 0 else JAPAN
            result[who] += 1 / FACES**2
    return result


def add_contact_tables(line: FireRound, named: Sequence[str], surprises: dict[int, float], answer: OddsAnswer) -> None:
    """11.1, 11.2 Adds the contact die and the surprise dice."""
    added = contact_added(line, named)
    meets = sum(die + sum(added.values()) >= contact.CONTACT_FROM for die in range(1, FACES + 1)) / FACES
    answer.lines.append(f"Contact by die: {meets:.1%} (modifiers: {signed(added)}); two forces that seek battle meet.")
    own, enemy = surprises[1 - line.side], surprises[line.side]
    answer.lines.append(f"Surprised: the enemy {own:.1%}, your force {enemy:.1%}, nobody {surprises[NOBODY]:.1%}.")
    answer.figures |= {"contact": meets, "enemy surprised": own, "own surprised": enemy}


# -- 11.3 to 11.5 the fire ----------------------------------------------------------------------------------------


def add_fire_tables(line: FireRound, surprises: dict[int, float], answer: OddsAnswer) -> None:
    """11.5, 12.1 Adds every ship's levels after the round, and the number sunk on each side."""
    levels = {ship: [0.0] * (WORST + 1) for ship in line.ships}
    sunk = [[0.0] * (len(line.ships) + 1) for _ in SIDES.ids]
    for surprised, chance in surprises.items():
        if not chance:
            continue
        after = {ship: fate(line, ship, surprised) for ship in line.ships}
        for ship, chances in after.items():
            levels[ship] = [so_far + chance * more for so_far, more in zip(levels[ship], chances, strict=True)]
        for side in range(len(SIDES)):
            each = [sinks(tuple(chances)) for ship, chances in after.items() if SIDE_OF_SHIP[ship] == side]
            for number, likely in enumerate(number_sunk(each)):
                sunk[side][number] += chance * likely
    for name, side in (("Your ships", line.side), ("The enemy's ships", 1 - line.side)):
        own = {ship: chances for ship, chances in levels.items() if SIDE_OF_SHIP[ship] == side}
        answer.tables.append(ships_table(name, own))
        answer.figures |= ship_figures(own)
    rows = [("own", tuple(sunk[line.side])), ("enemy", tuple(sunk[1 - line.side]))]
    answer.tables.append(numbers_table("Ships sunk", rows))
    answer.figures |= {"own ships sunk": mean(rows[0][1]), "enemy ships sunk": mean(rows[1][1])}


def fate(line: FireRound, ship: int, surprised: int) -> Sequence[float]:
    """12.1 The levels of a ship after a round of fire at it."""
    asked, row = line.ships[ship], line.state.rules.pieces.ships[ship]
    hull = Hull(row.type, row.defence, asked.level, asked.loaded)
    blows = [blow._replace(loaded=asked.loaded) for blow in fire_at(line, ship, surprised)]
    return level_after_all(line.state.rules.pieces.charts, hull, blows, damage_control(line.state, ship))


def fire_at(line: FireRound, ship: int, surprised: int) -> list[ShipAttack]:
    """11.3, 11.21 The fire at a ship; a surprised side does not fire in the first round."""
    side = 1 - SIDE_OF_SHIP[ship]
    if surprised == side and line.round == 1:
        return []
    trial = line.state.copy()
    for firing, target, launches in gunnery.distribute_evenly(trial, side, line.round, line.night, 0):
        trial.arrays[layout.AIM][firing], trial.arrays[layout.LAUNCHES][firing] = target, int(launches)
    for other, target in enumerate(trial.arrays[layout.AIM]):
        if target != ship or SIDE_OF_SHIP[other] != side:
            trial.arrays[layout.AIM][other] = -1
    return gunnery.gun_attacks(trial, side, ship, Conditions(OPEN_SEA, line.round, line.night, surprised))
