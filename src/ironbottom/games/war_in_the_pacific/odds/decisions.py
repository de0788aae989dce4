"""The odds of Strikes, bombardments, landings and Air Assaults before they are ordered, and of choices in battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, effective_level, speed_of
from ironbottom.games.war_in_the_pacific.odds import hunts, planned_assaults, planned_drops, previews, shore
from ironbottom.games.war_in_the_pacific.odds.attacks import attack_with, attacks
from ironbottom.games.war_in_the_pacific.odds.fights import level_after_all, sinks
from ironbottom.games.war_in_the_pacific.pieces import SHIP_SETS, SHIPS, SIDES
from ironbottom.games.war_in_the_pacific.questions import HasSubronPoints
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike
from ironbottom.games.war_in_the_pacific.rules.naval import gunnery
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.gunnery import GUNNERY, LIGHT, QUARTERS, TORPEDOES, Conditions
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack, era_figure, lies_in_port
from ironbottom.games.war_in_the_pacific.rules.naval.surface_contact import NIGHT
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.odds.tables import OddsRow, OddsTable

PLANNING: dict[str, Callable[[State, int], list[OddsTable]]] = {
    **dict.fromkeys(("deployment", "leyte_deployment", "plans"), planned_assaults.assaults_to_plan),
    **dict.fromkeys(("burma_deployment", "drop_plans"), planned_drops.drops_to_plan),
    "air_lift": planned_drops.before_dropping,
}
"""16.2, 6.9 The functions that compute odds while assaults or air drops are planned or ordered."""
LEVELS = ["no more", "one level", "two levels", "three or more", "sunk"]


def tables(state: State, side_id: str) -> list[OddsTable]:
    """The odds for a side's decision in a battle or about a Strike or landing; none at other decisions."""
    side, frame = SIDES.index[side_id], state.decision(side_id)
    here: Any = frame.procedure if frame is not None else None
    name = here.name if here is not None else ""
    if name in PLANNING:
        return PLANNING[name](state, side)
    match name:
        case "declaring" | "special_orders":
            return previews.at_targets(state, side, special=here.special)
        case "wave_plan" | "special_wave":
            return previews.wave_odds(state, side, here.wave)
        case "aiming":
            return [drops(state, side, here)]
        case "allotting":
            return [drops(state, side, state.stack[-2])]
        case "gunlaying" | "laying":
            return [fire_of_line(state, side, here)]
        case "torpedoing":
            return [torpedoes(state, side, here), hunts.unknown_hunters_table(state, side, here.points)]
        case "attacking" | "burma_attacking":
            return [attacks(state, side, here)]
        case "committing":
            return [attack_with(state, side, here)]
        case "at_the_shore":
            return shore.at_the_shore(state, side)
        case "course":
            return shore.odds_on_course(state, side, here.force, here.mission)
        case _:
            return []


def hull_of(state: State, ship: int) -> Hull:
    """12.1 A ship in its current condition, as a target."""
    pieces = state.rules.pieces
    return Hull(pieces.ships[ship].type, pieces.ships[ship].defence, min(effective_level(state, ship), FLOATS))


def seen_still(state: State, target: int) -> bool:
    """11.5 Whether a target visibly has no speed, from its damage or because it is in port; its fuel is its owner's
    secret.
    """
    return leaves_crippled(state, target) or lies_in_port(state, target)


def leaves_crippled(state: State, target: int) -> bool:
    """12.2 Whether its damage is enough to leave a ship without speed."""
    pieces = state.rules.pieces
    level = min(effective_level(state, target), FLOATS)
    return not speed_of(pieces.charts, pieces.ships[target].speed_class, level)


def control_of(state: State, ship: int) -> int:
    """12.3 The known effect of damage control on the critical die."""
    return -era_figure(state, "us_damage_control") if state.rules.pieces.ships[ship].nation == "us" else 0


def blow_of(state: State, side: int, ship: int, target: int, under: Conditions, *, torpedoes: bool) -> list[ShipAttack]:
    """11.4, 11.5 The fire of a single ship at a target, with all its guns."""
    pieces = state.rules.pieces
    light = pieces.ships[target].armoured and pieces.ships[ship].type not in gunnery.HEAVY
    weapon = LIGHT if light else GUNNERY
    guns = gunnery.guns_of(state, ship)
    still = seen_still(state, target)
    added = gunnery.gunnery_modifiers(state, side, target, under, weapon, still=still)
    result = [ShipAttack(weapon, guns, added, light)] if guns else []
    if torpedoes:
        american = era_figure(state, "us_torpedoes") if pieces.ships[ship].nation == "us" else 0
        added = gunnery.gunnery_modifiers(state, side, target, under, TORPEDOES, still=still) + american
        result.append(ShipAttack(TORPEDOES, gunnery.tubes_of(state, ship), added))
    return result


def fire_of_line(state: State, side: int, frame: Any) -> OddsTable:
    """11.3 For each visible enemy ship, the effect of all the side's ships that have no target yet."""
    charts, night = state.rules.pieces.charts, frame.impulse == NIGHT
    under = Conditions(frame.where, frame.round, night, surprised_by(state, side, frame))
    aim, row = state.arrays[layout.AIM], gunnery.round_row(state, frame.round)
    share = row.fire_share_night if night else row.fire_share_day
    firing = [ship for ship in gunnery.line_of(state, side) if aim[ship] < 0]
    rows = []
    for target in members(gunnery.exposed(state, 1 - side)):
        sums: dict[tuple[int, int, bool], int] = {}
        for ship in firing:
            launches = gunnery.has_torpedoes(state, frame.round, night, frame.fired, ship)
            for blow in blow_of(state, side, ship, target, under, torpedoes=launches):
                key = (blow.weapon, blow.added, blow.halved)
                sums[key] = sums.get(key, 0) + blow.strength
        blows = [
            ShipAttack(weapon, strength if weapon == TORPEDOES else -(-strength * share // QUARTERS), added, halved)
            for (weapon, added, halved), strength in sums.items()
        ]
        hull = hull_of(state, target)
        chances = level_after_all(charts, hull, blows, control_of(state, target))
        rows.append(OddsRow(SHIPS.ids[target], SHIPS.titles[target], by_levels(chances, hull.level)))
    return OddsTable("All free ships at one target", LEVELS, rows, "with the torpedoes that they may launch now")


def drops(state: State, side: int, frame: Any) -> OddsTable:
    """20.11, 20.13 For each visible ship, the effect of all points of a wave that have no target yet.

    Loaded decks and fuel are the secret of the ship's owner.
    """
    charts, rows = state.rules.pieces.charts, []
    for ship in naval_strike.chosen_at_will(state, side, frame.wave):
        room, blows = naval_strike.room_for_attackers(state, frame.loads, ship), []
        left = naval_strike.points_without_target(state, side, frame.wave, frame.loads)
        for role in naval_strike.WEAPON_OF:
            loads = []
            for (stack, which), points in left.items():
                if which == role and min(points, room):
                    loads.append(naval_strike.AttackPoints(ship, stack, role, min(points, room)))
                    room -= loads[-1].points
            if loads:
                still = seen_still(state, ship)
                blows.append(naval_strike.blow_on(state, side, frame.wave, ship, loads, moving=not still))
        hull = hull_of(state, ship)
        chances = level_after_all(charts, hull, blows, control_of(state, ship))
        rows.append(OddsRow(SHIPS.ids[ship], SHIPS.titles[ship], by_levels(chances, hull.level)))
    return OddsTable("All free points at one ship", LEVELS, rows, "as many as may attack one ship, torpedoes first")


def torpedoes(state: State, side: int, frame: HasSubronPoints) -> OddsTable:
    """13.7 For each ship that submarines may choose, the effect of their torpedoes.

    A ship's fuel and loaded decks are its owner's secret.
    """
    charts, rows = state.rules.pieces.charts, []
    for ship in members(state.cells[layout.BATTLING] & SHIP_SETS[1 - side]):
        blow = submarine_attacks.subron_attack(state, frame.subron, frame.points, still=leaves_crippled(state, ship))
        hull = hull_of(state, ship)
        chances = level_after_all(charts, hull, [blow], control_of(state, ship))
        rows.append(OddsRow(SHIPS.ids[ship], SHIPS.titles[ship], by_levels(chances, hull.level)))
    note = "a ship without fuel or a carrier with armed bombers suffers more; only its owner knows"
    return OddsTable(f"{count(frame.points, 'Sub Point')} at one ship", LEVELS, rows, note)


def surprised_by(state: State, side: int, here: Procedure) -> int:
    """11.21 The surprised side, if the deciding side knows it: in the first round only one side fires, or both do."""
    battle: Any = next((frame for frame in reversed(state.stack) if frame.name == "surface_battle"), None)
    return battle.surprised if battle is not None else -1


def by_levels(chances: tuple[float, ...], level: int) -> list[float]:
    """12.1 The chances of none, one, two, three or more new levels while afloat, and of sinking."""
    gained = [chances[level + more] if level + more <= FLOATS else 0.0 for more in range(3)]
    gone = sinks(chances)
    return [*gained, max(0.0, 1 - sum(gained) - gone), gone]
