"""A submarine attack described by hand: contact, torpedoes at one of the largest ships, the hunt (13.7, 13.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_movement import DRY_PHASES, ship_speed
from ironbottom.games.war_in_the_pacific.odds import asking, hunts
from ironbottom.games.war_in_the_pacific.odds.answers import (
    OddsAnswer,
    OddsQuestion,
    modifiers_named,
    needed,
    numbers_table,
)
from ironbottom.games.war_in_the_pacific.odds.asking import AskedShip
from ironbottom.games.war_in_the_pacific.odds.by_levels import as_it_was, ship_figures, ships_table
from ironbottom.games.war_in_the_pacific.odds.fights import level_after, sinks
from ironbottom.games.war_in_the_pacific.odds.manual_state import OPEN_SEA, force_with_ships, with_forces
from ironbottom.games.war_in_the_pacific.odds.manual_waves import scaled
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, SIDE_OF_SHIP
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import damage_control
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.state_types import Rules, State
from ironbottom.odds.distributions import Distribution, mean

MODIFIERS = ("next_door", "stopped", "adrift")
"""13.7, 11.5 Possible modifiers: the Subron is adjacent; the force has not moved; its ships have no fuel."""
MAX_BOATS = 12
"""13.1 The largest number of Sub Points in a Subron."""
KINDS = {"fleet": layout.SUBRON_FLEET, "coastal": layout.SUBRON_COASTAL}


class Attack(NamedTuple):
    """13.7 The attack of a question: a state with the force and the Subron, the ships, the points, and the hunters."""

    state: State
    force: int
    subron: int
    ships: dict[int, AskedShip]
    points: int
    hunters: int


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """13.7, 13.8 The odds of a submarine attack."""
    needed(question, boats="'4 fleet, 2 coastal'", ships="'Akagi, Kaga, 4 jp DD'")
    turn = asking.read_date(question.date)
    ships = asking.read_ships(question.ships, "ships", turn)
    named = modifiers_named(question.modifiers, MODIFIERS)
    attack = place_attack(with_forces(rules, turn, ships), ships, read_boats(question.boats), named, question.points)
    largest = submarine_attacks.largest_ships(attack.state, attack.force)
    wanted = chosen_ship(attack, largest, asking.read_ships(question.at, "at", turn) if question.at.strip() else [])
    result = OddsAnswer("submarine")
    finds = finding_chance(attack, named, result)
    add_torpedo_tables(attack, largest, wanted, finds, result)
    result.notes += [
        f"the eras of {question.date}",
        "no other Subron is in the hex, and none has attacked the force in this phase",
        *([] if question.points else ["no planes join the hunt: none were given"]),
    ]
    return result


# -- the question -------------------------------------------------------------------------------------------------


def read_boats(text: str, field: str = "boats") -> dict[str, int]:
    """13.1 The Sub Points of each kind in a text.

    >>> read_boats("4 fleet, 2 coastal points")
    {'fleet': 4, 'coastal': 2}
    """
    found = dict.fromkeys(KINDS, 0)
    for number, words in asking.numbers_with_words(text):
        kind = words.split()[0]
        if kind not in KINDS:
            raise BadValue(f"{words!r} is not a number of Sub Points; write it as '4 fleet, 2 coastal'", field=field)
        found[kind] += 1 if number is None else number
    if not 1 <= sum(found.values()) <= MAX_BOATS:
        result = f"a Subron can have 1 to {MAX_BOATS} Sub Points, not {sum(found.values())}"
        raise BadValue(result, field=field, clause="13.1")
    return found


def place_attack(
    state: State, ships: Sequence[AskedShip], boats: dict[str, int], named: Sequence[str], planes: int
) -> Attack:
    """13.7 Places a Subron of the other side next to the force, with all its points ready."""
    cells, side = state.cells, SIDE_OF_SHIP[ships[0].ship]
    force, subron = force_with_ships(side), layout.SUBRONS_A_SIDE * (1 - side)
    cells[layout.SUBRON_AT + subron] = OPEN_SEA
    cells[layout.SUBRON_READY + subron] = sum(boats.values())
    for kind, number in boats.items():
        cells[KINDS[kind] + subron] = number
    cells[layout.FORCE_ACTIVE + force] = int("stopped" not in named)
    for asked in ships:
        state.arrays[layout.DRY][asked.ship] = DRY_PHASES if "adrift" in named else 0
    points = min(sum(boats.values()), submarine_attacks.attack_figure(state.rules.pieces, "most_points_a_force"))
    hunters = submarine_attacks.escort_points(state, force) + planes
    return Attack(state, force, subron, {asked.ship: asked for asked in ships}, points, hunters)


def chosen_ship(attack: Attack, largest: Sequence[int], aimed: Sequence[AskedShip]) -> int:
    """13.7 The ship that the attacker chooses if the die allows it: by default the largest."""
    if len(aimed) > 1:
        raise BadValue("submarines attack one ship", field="at", clause="13.7")
    if not aimed:
        return max(largest, key=lambda ship: attack.state.rules.pieces.ships[ship].defence)
    if aimed[0].ship not in largest:
        text = f"{SHIPS.titles[aimed[0].ship]} is not one of the three largest ships of the force"
        raise BadValue(text, field="at", clause="13.7")
    return aimed[0].ship


# -- the odds --------------------------------------------------------------------------------------------------


def finding_chance(attack: Attack, named: Sequence[str], answer: OddsAnswer) -> float:
    """13.7 The chance that the Subron finds the force, as a number and in words."""
    highest = submarine_attacks.contact_number(attack.state, attack.force, attack.subron)
    near = submarine_attacks.MAX_ADJACENT_DIE / FACES if "next_door" in named else 1.0
    finds = near * min(max(highest, 0), FACES) / FACES
    first = (
        f"on a roll of {submarine_attacks.MAX_ADJACENT_DIE} or less in an adjacent hex, then "
        if "next_door" in named
        else ""
    )
    answer.lines.append(
        f"The Subron makes contact {first}on a roll of {highest} or less: {finds:.1%}."
        if highest > 0
        else "The Subron cannot make contact: too few points are ready against the escorts."
    )
    answer.figures["contact"] = finds
    return finds


def add_torpedo_tables(attack: Attack, largest: Sequence[int], wanted: int, finds: float, answer: OddsAnswer) -> None:
    """13.7, 12.1, 13.8 Adds the overall result, the result of an attack on each ship, and the hunt."""
    shares = target_chances(attack, largest, wanted)
    hit = {ship: list(levels_after(attack, ship)) for ship in largest}
    whole = {
        ship: levels_if_attacked(hit[ship], as_it_was(attack.ships[ship].level), finds * shares[ship])
        for ship in largest
    }
    hunt = hunts.losses_to_hunters(attack.state.rules.pieces.charts, attack.hunters, attack.points)
    strength = submarine_attacks.subron_attack(attack.state, attack.subron, attack.points, still=False).strength
    boats = f"{count(attack.points, 'Sub Point')} of strength {strength}"
    answer.lines += [
        f"{boats} at one ship, which is {ship_by_name(wanted)} with {shares[wanted]:.1%}.",
        f"Then {attack.hunters} hunt." if attack.hunters else "Nobody hunts them.",
    ]
    answer.tables += [
        ships_table("Outcome", whole, "including contact and the choice of the target"),
        ships_table("Each ship if it is attacked", hit),
        numbers_table("Sub Points lost", [("overall", scaled(hunt, finds)), ("once they have attacked", hunt)]),
    ]
    missed = sum(shares[ship] * levels[attack.ships[ship].level] for ship, levels in hit.items())
    nothing = 1 - finds + finds * hunt[0] * missed
    answer.lines.append(f"Chance that no ship is damaged and no Sub Point is lost: {nothing:.1%}.")
    answer.figures |= {
        "nothing happens": nothing,
        "a ship sunk": sum(sinks(tuple(levels)) for levels in whole.values()),
        "Sub Points lost": finds * mean(hunt),
        **ship_figures(whole),
    }


def target_chances(attack: Attack, largest: Sequence[int], wanted: int) -> dict[int, float]:
    """13.7 The chance that each large ship is the target: the chosen ship on a high die, otherwise a random one."""
    lot = (submarine_attacks.attack_figure(attack.state.rules.pieces, "chooses_from") - 1) / FACES
    return {ship: lot / len(largest) + (1 - lot) * (ship == wanted) for ship in largest}


def levels_after(attack: Attack, ship: int) -> Distribution:
    """11.5, 12.1 The levels of a ship after the torpedoes."""
    asked, row = attack.ships[ship], attack.state.rules.pieces.ships[ship]
    blow = submarine_attacks.subron_attack(
        attack.state, attack.subron, attack.points, still=not ship_speed(attack.state, ship)
    )
    hull = Hull(row.type, row.defence, asked.level, asked.loaded)
    return level_after(
        attack.state.rules.pieces.charts, hull, blow._replace(loaded=asked.loaded), damage_control(attack.state, ship)
    )


def levels_if_attacked(hit: Sequence[float], spared: Sequence[float], chance: float) -> list[float]:
    """The levels of a ship that is attacked with some probability."""
    return [chance * one + (1 - chance) * other for one, other in zip(hit, spared, strict=True)]


def ship_by_name(ship: int) -> str:
    """A ship by name or by number."""
    title: str = SHIPS.titles[ship]
    return title if title[:1].isupper() else SHIPS.ids[ship].replace("_", " ").upper()
