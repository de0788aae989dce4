"""8.2, 8.9 Land battles and amphibious assaults: AA fire, bombardment, rounds, capture."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Number, Numbers, TupleField, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, Counts, count_one, mask, nonzero, number_of, total
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    ALLY,
    ARTILLERY,
    ATTACKING,
    BATTLESHIP,
    BATTLESHIP_HIT,
    COAST_AT,
    DESTROYER,
    DESTROYER_LOADED,
    ENEMIES,
    FIRST_ZONE,
    GROUND_COMBAT_UNITS,
    INFANTRY,
    LANDING,
    MARINE,
    PIECES,
    PLACE_COUNT,
    POWERS_OF,
    Land,
    Side,
    Units,
    Zone,
)
from ironbottom.games.axis_allies_pacific.rolls import Roll
from ironbottom.games.axis_allies_pacific.rules.battle import (
    Landed,
    RetreatDecision,
    Shot,
    by_firing_order,
    defence,
    fire,
    join_battle,
)
from ironbottom.games.axis_allies_pacific.rules.cargo_after_combat import note_landed
from ironbottom.games.axis_allies_pacific.rules.losses import (
    AIRCRAFT_ONLY,
    ANY,
    NOTHING,
    ask_for_losses,
    attackers,
    defenders,
    in_flight,
    remove_hit_units,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    BOMBARDED_SHIPS,
    ENTERED,
    FOUGHT,
    LANDING_AT,
    NO_BOMBARDMENT,
    UNITS,
    UNLOADED,
    Cells,
    add_to_counts,
    defended_lands,
    hostile_zones,
    power_slot,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

Struck = Annotated[tuple[int, ...], TupleField(Counts(PIECES), 4)]
GUNS = mask((DESTROYER, BATTLESHIP, BATTLESHIP_HIT))


def landing_zones(execution: Execution, side: int, land: int) -> list[int]:
    """8.9.1 The zones from which units land in the territory: those that are now without enemies."""
    cells = execution.cells
    closed = hostile_zones(cells, side)
    return [
        zone
        for zone in members(execution.rules.pieces.coast[land] & ~closed)
        if cells[LANDING_AT + COAST_AT[land, zone]]
    ]


def land_troops(execution: Execution, side: int, land: int) -> int:
    """8.9.1 Lands the loads of the ships off a territory; returns the units that landed."""
    cells, landed = execution.cells, 0
    for zone in landing_zones(execution, side, land):
        coast = LANDING_AT + COAST_AT[land, zone]
        for number, many in nonzero(cells[coast]):
            landing = LANDING[number]
            ships = UNITS + ALLY[side] * PLACE_COUNT if landing.from_ally else ACTED
            add_to_counts(cells, ships + FIRST_ZONE + zone, landing.ship, -many)
            add_to_counts(cells, ships + FIRST_ZONE + zone, landing.after, many)
            if landing.ship == DESTROYER_LOADED:
                # 7.8.3 A ship that lands infantry does not bombard.
                cells[BOMBARDED_SHIPS + zone] += many * count_one(DESTROYER)
            if landing.from_ally:
                cells[UNLOADED + zone] += many * (count_one(landing.after) - count_one(landing.ship))
            else:
                note_landed(execution, land, zone, landing, many)
            units = sum(count_one(unit) for unit in landing.ashore)
            execution.emit(log.UNLOADED, side, landing.ship, units * many, zone, land)
            landed += units * many
        cells[coast] = 0
    cells[ACTED + land] += landed
    return landed


# -- the opening (8.1.2 (a)) ---------------------------------------------------------------------------------------


def anti_aircraft(execution: Execution, frame: LandBattle) -> None:
    """8.3.1 One AA gun fires once at each attacking aircraft; aircraft that are hit do not fire."""
    aircraft = [total(in_flight(execution.cells, power, frame.land, ATTACKING)) for power in POWERS_OF[frame.side]]
    hits = aa_fire(execution, frame.side, frame.land, sum(aircraft))
    ask_for_losses(execution, frame.side, frame.land, 1, [(AIRCRAFT_ONLY, hits)])


def aa_fire(execution: Execution, side: int, land: int, aircraft: int) -> int:
    """8.3.1, 11.6 The hits of AA fire in a territory with at least one gun: a die for each aircraft, hit on 1."""
    guns = any(number_of(execution.cells[UNITS + power * PLACE_COUNT + land], AA_GUN) for power in ENEMIES[side])
    if not guns or not aircraft:
        return 0
    dice = tuple(execution.roll(6, Roll.AA_FIRE) for _ in range(aircraft))
    execution.emit(log.AA_FIRED, land, dice, dice.count(1))
    return dice.count(1)


def bombard(execution: Execution, frame: LandBattle) -> None:
    """8.9.4 Battleships and destroyers off the coast fire once if there was no sea battle; units that they hit still
    fire.
    """
    remove_land_losses(execution)
    hits = 0
    for piece, number in nonzero(frame.guns):
        factor = bombardment(execution.rules.pieces, piece)
        if factor:
            dice = tuple(execution.roll(6, Roll.BOMBARDMENT) for _ in range(number))
            found = sum(die <= factor for die in dice)
            execution.emit(log.BOMBARDED, frame.side, piece, dice, found)
            hits += found
    ask_for_losses(execution, frame.side, frame.land, 0, [(ANY, hits)])


def bombardment(figures: Figures, piece: int) -> int:
    """8.9.4 The factor with which a ship bombards."""
    if piece == DESTROYER:
        return int(figures.options["destroyer_bombard"])
    return figures.attack[piece]


# -- the rounds ---------------------------------------------------------------------------------------------------


def begin_round(execution: Execution, frame: LandBattle) -> None:
    """8.1.4 The battle ends when one side has no combat units."""
    ours, theirs = attackers(execution.cells, frame.side, frame.land), has_defender_left(execution, frame)
    if not ours or (not theirs and not any(frame.struck)):
        execution.pop()
        finish(execution, frame)
        return
    execution.emit(log.COMBAT_ROUND, frame.land, frame.round + 1)
    execution.replace(changed(frame, next=3, round=frame.round + 1))


def has_defender_left(execution: Execution, frame: LandBattle) -> bool:
    """Whether any defender was not hit."""
    return any(counts - frame.struck[power] for power, counts in defenders(execution.cells, frame.side, frame.land))


def attack(execution: Execution, frame: LandBattle) -> None:
    """8.2.1 All attackers fire."""
    hits = fire(execution, land_attack(execution.rules.pieces, execution.cells, frame.side, frame.land, frame.landed))
    ask_for_losses(execution, frame.side, frame.land, 0, [(ANY, sum(hits.values()))])


def land_attack(figures: Figures, cells: Cells, side: int, land: int, landed: tuple[int, ...]) -> list[Shot]:
    """8.2.1, 8.9.5 The shots on land: each artillery adds one to an infantry or marine; landing marines fire at 2."""
    forces = attackers(cells, side, land)
    support = sum(number_of(force.counts, ARTILLERY) for force in forces)
    shots = []
    for power, piece, number in by_firing_order(forces):
        factor = figures.attack[piece]
        if piece not in (INFANTRY, MARINE):
            shots.append(Shot(power, piece, number, factor))
            continue
        ashore = min(number, number_of(landed[power_slot(power)], MARINE)) if piece == MARINE else 0
        supported_marine_factor = int(figures.options["marine_artillery"])
        for count, base_factor, supported_factor in (
            (number - ashore, factor, factor + 1),
            (ashore, 2, supported_marine_factor),
        ):
            supported = min(count, support) if supported_factor > base_factor else 0
            support -= supported
            shots += [
                Shot(power, piece, supported, supported_factor),
                Shot(power, piece, count - supported, base_factor),
            ]
    return shots


def defend(execution: Execution, frame: LandBattle) -> None:
    """8.1.2 All defenders fire, including those hit."""
    forces = defenders(execution.cells, frame.side, frame.land)
    shots = [
        Shot(power, piece, number, defence(execution, power, piece)) for power, piece, number in by_firing_order(forces)
    ]
    hits = fire(execution, shots)
    ask_for_losses(execution, frame.side, frame.land, 1, [(ANY, sum(hits.values()))])


def end_round(execution: Execution, frame: LandBattle) -> None:
    """8.1.2 Removes losses; then the attacker may retreat."""
    remove_land_losses(execution)
    frame = execution.top(LandBattle)
    cells = execution.cells
    clipped = tuple(
        limit_to_present(counts, cells[ACTED + first * PLACE_COUNT + frame.land])
        for first, counts in enumerate(frame.landed)
    )
    execution.replace(changed(frame, landed=clipped))
    if attackers(cells, frame.side, frame.land) and defenders(cells, frame.side, frame.land):
        execution.push(RetreatDecision(frame.side, frame.land, clipped))


def limit_to_present(counts: int, there: int) -> int:
    """Limits each count to the units still there; units that came overland are lost before those that landed."""
    return sum([min(many, number_of(there, unit)) * count_one(unit) for unit, many in nonzero(counts)])


def remove_land_losses(execution: Execution) -> None:
    """8.1.2 Removes the units that were hit."""
    frame = execution.top(LandBattle)
    struck = frame.struck
    execution.replace(changed(frame, struck=NOTHING))
    remove_hit_units(execution, frame.side, frame.land, struck)


class LandBattle(StagedProcedure):
    """8.2.1 The battle for a territory, round by round."""

    number, name, clause = 13, "land_battle", "8.2.1"
    stages = (anti_aircraft, bombard, begin_round, attack, defend, end_round, begin_round)
    side: Side
    land: Land
    round: Annotated[int, Number(0, MAX_COUNT)]
    next: Annotated[int, Number(0, 6)]
    landed: Landed
    guns: Units
    """8.9.4 The ships that bombard."""
    struck: Struck


def open_land_battle(execution: Execution, side: int, land: int) -> None:
    """8.9.1, 8.9.6 Lands units; all units in the territory fight, including those that came overland."""
    cells = execution.cells
    zones = landing_zones(execution, side, land)
    guns = 0
    for zone in zones:
        mark_bombarding_ships(execution, side, zone)
    shared_zones = [
        zone for zone in zones if ships_to_bombard(cells, zone) and is_assault_pending(execution, side, land, zone)
    ]
    for zone in zones:
        if zone not in shared_zones:
            guns += ships_to_bombard(cells, zone)
            cells[BOMBARDED_SHIPS + zone] += ships_to_bombard(cells, zone)
    landed = land_troops(execution, side, land)
    join_battle(cells, side, land)
    execution.emit(log.BATTLE_OPENED, land)
    execution.push(LandBattle(side, land, 0, 0, (landed, 0), guns, NOTHING))
    for zone in shared_zones:
        execution.push(BombardmentChoice(side, land, zone))


def mark_bombarding_ships(execution: Execution, side: int, zone: int) -> None:
    """8.9.4, 10.1 Ships beside the territory that bombard it have fought; other ships there have not."""
    cells = execution.cells
    if cells[NO_BOMBARDMENT] >> zone & 1:
        return
    firing = mask(
        [piece for piece in (DESTROYER, BATTLESHIP, BATTLESHIP_HIT) if bombardment(execution.rules.pieces, piece)]
    )
    cell = UNITS + side * PLACE_COUNT + FIRST_ZONE + zone
    cells[ACTED + FIRST_ZONE + zone] += cells[cell] & firing
    cells[cell] &= ~firing


# -- 8.9.4 ships that two landings share -----------------------------------------------------------------------------


def ships_to_bombard(cells: Cells, zone: int) -> int:
    """8.9.4 The ships in a zone that may still bombard: none after a sea battle or a kamikaze attack there."""
    return (
        0
        if cells[NO_BOMBARDMENT] >> zone & 1
        else (cells[ACTED + FIRST_ZONE + zone] & GUNS) - cells[BOMBARDED_SHIPS + zone]
    )


def is_assault_pending(execution: Execution, side: int, land: int, zone: int) -> bool:
    """8.9.4 Whether another defended territory is still to be assaulted from a zone."""
    cells = execution.cells
    waiting = execution.rules.pieces.shore[zone] & defended_lands(cells, side) & ~cells[FOUGHT] & ~(1 << land)
    return any(cells[LANDING_AT + COAST_AT[other, zone]] for other in members(waiting))


@restriction("8.9.4", "fewer destroyers than that can still bombard there")
def destroyers_left(state: State, frame: BombardmentChoice, side: int) -> sets.IdSet:
    return (2 << number_of(ships_to_bombard(state.cells, frame.zone), DESTROYER)) - 1


@restriction("8.9.4", "fewer battleships than that can still bombard there")
def battleships_left(state: State, frame: BombardmentChoice, side: int, destroyers: int) -> sets.IdSet:
    left = ships_to_bombard(state.cells, frame.zone)
    return (2 << number_of(left, BATTLESHIP) + number_of(left, BATTLESHIP_HIT)) - 1


SHOTS = Numbers("number", 0, 255)
BOMBARD = Verb(
    "bombard",
    clause="8.9.4",
    ends_list="always",
    destroyers=Argument(SHOTS, destroyers_left),
    battleships=Argument(SHOTS, battleships_left),
)


class BombardmentChoice(Question):
    """8.9.4 Each ship fires at one territory: if two are assaulted from its zone, the attacker chooses."""

    number, name, clause = 23, "bombarding", "8.9.4"
    verbs = (BOMBARD,)
    side: Side
    land: Land
    zone: Zone

    def bombard(self, execution: Execution, destroyers: int, battleships: int) -> None:
        execution.pop()
        whole = min(battleships, number_of(ships_to_bombard(execution.cells, self.zone), BATTLESHIP))
        guns = (
            destroyers * count_one(DESTROYER)
            + whole * count_one(BATTLESHIP)
            + (battleships - whole) * count_one(BATTLESHIP_HIT)
        )
        execution.cells[BOMBARDED_SHIPS + self.zone] += guns
        execution.emit(log.GUNS_NAMED, self.side, self.land, self.zone, guns)
        # The questions are on top of the battle, which is the first frame below them.
        depth = next(
            n for n in range(len(execution.state.stack) - 1, -1, -1) if isinstance(execution.state.stack[n], LandBattle)
        )
        battle = execution.state.stack[depth]
        assert isinstance(battle, LandBattle)
        stack = list(execution.state.stack)
        stack[depth] = changed(battle, guns=battle.guns + guns)
        execution.state.stack = tuple(stack)


def finish(execution: Execution, frame: LandBattle) -> None:
    """8.2.2 The attacker takes the territory with a ground unit left and no enemy combat unit."""
    cells, side, land = execution.cells, frame.side, frame.land
    cells[FOUGHT] |= 1 << land
    ground = any(
        cells[ACTED + power_slot(power) * PLACE_COUNT + land] & GROUND_COMBAT_UNITS for power in POWERS_OF[side]
    )
    theirs = defended_lands(cells, side) >> land & 1
    if ground and not theirs:
        cells[ENTERED] |= 1 << land
    execution.emit(log.BATTLE_ENDED, land, int(bool(attackers(cells, side, land))), int(theirs))
