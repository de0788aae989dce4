"""11.3 to 11.5 Surface gunnery: the ships that may be fired at in a round, with strengths and modifiers."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.core.fields import members
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import Round
from ironbottom.games.war_in_the_pacific.derived import ship_condition
from ironbottom.games.war_in_the_pacific.derived.force_movement import ship_speed
from ironbottom.games.war_in_the_pacific.derived.search_reach import RADAR_FROM, weather
from ironbottom.games.war_in_the_pacific.derived.ship_condition import effective_level
from ironbottom.games.war_in_the_pacific.pieces import SHIP_SETS
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import (
    ShipAttack,
    era_figure,
    lies_in_port,
    spoilt_fire,
)
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.games.war_in_the_pacific.turns import cycle_number, cycle_of

SCREENED = ("CV", "CVL", "CVE", "APB", "SF", "MS", "XCV")
"""11.3 The types that are behind the screen."""
HEAVY = ("BB", "BC", "XCV", "CA")
"""11.5 Types with guns of eight inches or more."""
OUT_OF_ACTION = 3
"""11.3 From this damage level on, a ship no longer screens."""
QUARTERS = ship_condition.FLOATS
GUNNERY, LIGHT, TORPEDOES = (log.WEAPONS.index[name] for name in ("gunnery", "light_gunnery", "torpedoes"))


class Conditions(NamedTuple):
    """A round of combat: the hex, the number of the round, whether it is night, and the surprised side or -1."""

    hex: int
    round: int
    night: bool
    surprised: int


def line_of(state: State, side: int) -> list[int]:
    """11.3 The ships of a side in the battle by Defence, the strongest first; equal ships in the order of the file."""
    ratings = state.rules.pieces.ships
    return sorted(members(state.cells[layout.BATTLING] & SHIP_SETS[side]), key=lambda ship: -ratings[ship].defence)


def round_row(state: State, number: int) -> Round:
    """11.3 The row of a round."""
    pieces = state.rules.pieces
    return pieces.facts.table(charts.ROUNDS)[f"round_{number}"]


def fire_of(state: State, ship: int, rating: int) -> int:
    """11.4, 12.2, 12.3 The gunnery or torpedoes that damage leaves; a critical hit to fire control halves gunnery."""
    return damage.fire_left(state.rules.pieces.charts, rating, min(effective_level(state, ship), ship_condition.FLOATS))


def guns_of(state: State, ship: int) -> int:
    """11.4, 12.3 The current gunnery of a ship."""
    rating = state.rules.pieces.ships[ship].gunnery
    if not state.arrays[layout.FIRE_CONTROL][ship]:
        return fire_of(state, ship, rating)
    return spoilt_fire(state, rating, min(effective_level(state, ship), ship_condition.FLOATS))


def tubes_of(state: State, ship: int) -> int:
    """11.4 The current torpedo strength of a ship."""
    return fire_of(state, ship, state.rules.pieces.ships[ship].torpedo)


def can_fight(state: State, ship: int) -> bool:
    """11.6 Whether a ship can fight on."""
    return guns_of(state, ship) > 0 or tubes_of(state, ship) > 0


def has_torpedoes(state: State, number: int, night: bool, fired: int, ship: int) -> bool:
    """11.3, 11.4 Whether a ship may launch in this round: once per battle, and by day not at long range."""
    row = round_row(state, number)
    return bool(
        (row.torpedoes_night if night else row.torpedoes_day) and not fired >> ship & 1 and tubes_of(state, ship)
    )


def is_screen(state: State, ship: int) -> bool:
    """11.3 Whether a ship is a warship that screens others."""
    return state.rules.pieces.ships[ship].type not in SCREENED and effective_level(state, ship) < OUT_OF_ACTION


def exposed(state: State, side: int) -> int:
    """11.3 The ships of a side that may be fired at: those behind the screen only if it fails.

    A warship out of action no longer screens, but while it has guns it counts as a gunnery ship against a screen.
    """
    ratings, line = state.rules.pieces.ships, line_of(state, side)
    screen = [ship for ship in line if is_screen(state, ship)]
    enemies = [ship for ship in line_of(state, 1 - side) if ratings[ship].type not in SCREENED]
    gunners = [ship for ship in enemies if guns_of(state, ship)]
    open_to_fire = not screen or len(gunners) > len(screen)
    return sum(1 << ship for ship in line if open_to_fire or ratings[ship].type not in SCREENED)


def most_targets(state: State, side: int, night: bool) -> int:
    """11.3 The number of ships that a side may fire at: by night, the larger side finds two thirds of the smaller one's
    targets.

    Targets are the ships that may be fired at or, by the other interpretation, all ships including those behind the
    screen.
    """
    own, others = len(line_of(state, side)), len(line_of(state, 1 - side))
    if not night or own <= others:
        return others
    if state.rules.options["night_targets"] == "exposed":
        others = exposed(state, 1 - side).bit_count()
    return max(ship_condition.round_half_up(2 * others, 3), 1)


def radar(state: State, side: int) -> bool:
    """39.1, 39.2 Whether the ships of a side have radar."""
    return side == ALLIES and cycle_of(state.cells[layout.TURN]) >= cycle_number(RADAR_FROM)


def is_stationary(state: State, target: int) -> bool:
    """11.5 Whether a target has no speed, or is in port."""
    return not ship_speed(state, target) or lies_in_port(state, target)


def gunnery_modifiers(state: State, side: int, target: int, under: Conditions, weapon: int, *, still: bool) -> int:
    """11.5 The modifiers of the damage die for a side's fire at a ship."""
    pieces = state.rules.pieces
    rows, edge = pieces.facts.table(charts.DAMAGE_POINT_MODS), radar(state, side) and not radar(state, 1 - side)
    dim = under.night or weather(state, under.hex) == "overcast"
    holds = {
        "speed_0_or_in_port": still,
        "night_no_radar": weapon != TORPEDOES and under.night and not radar(state, side),
        "radar_edge": weapon != TORPEDOES and dim and edge,
        "surprise": under.round == 1 and under.surprised == 1 - side,
    }
    return sum(rows[name].modifier for name, true in holds.items() if true)


def gun_attacks(state: State, side: int, target: int, under: Conditions) -> list[ShipAttack]:
    """11.4, 11.5 The attacks on a ship in a round: heavy and light gunnery, separate against armour, then torpedoes."""
    pieces = state.rules.pieces
    row, armoured = round_row(state, under.round), pieces.ships[target].armoured
    aim, launches = state.arrays[layout.AIM], state.arrays[layout.LAUNCHES]
    firing = [ship for ship in line_of(state, side) if aim[ship] == target]
    share = row.fire_share_night if under.night else row.fire_share_day
    sums, still = {GUNNERY: 0, LIGHT: 0}, is_stationary(state, target)
    for ship in firing:
        light = armoured and pieces.ships[ship].type not in HEAVY
        sums[LIGHT if light else GUNNERY] += guns_of(state, ship)
    result = [
        ShipAttack(
            weapon,
            -(-strength * share // QUARTERS),
            gunnery_modifiers(state, side, target, under, weapon, still=still),
            weapon == LIGHT,
        )
        for weapon, strength in sums.items()
        if strength
    ]
    tubes = [ship for ship in firing if launches[ship]]
    for american in (False, True):
        ships = [ship for ship in tubes if (pieces.ships[ship].nation == "us") == american]
        if ships:
            added = gunnery_modifiers(state, side, target, under, TORPEDOES, still=still)
            added += era_figure(state, "us_torpedoes") if american else 0
            result.append(ShipAttack(TORPEDOES, sum(tubes_of(state, ship) for ship in ships), added))
    return result


def distribute_evenly(state: State, side: int, number: int, night: bool, fired: int) -> list[tuple[int, int, bool]]:
    """11.3 Distributes fire evenly over the enemy's strongest ships, as ship, target, and whether it uses torpedoes."""
    may = exposed(state, 1 - side)
    targets = [ship for ship in line_of(state, 1 - side) if may >> ship & 1][: most_targets(state, side, night)]
    firing = [ship for ship in line_of(state, side) if guns_of(state, ship) or tubes_of(state, ship)]
    return [
        (ship, targets[place % len(targets)], has_torpedoes(state, number, night, fired, ship))
        for place, ship in enumerate(firing)
        if targets
    ]
