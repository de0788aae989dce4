"""8.4 to 8.7 Sea battles: submarines and their first strike, aircraft, battleships with two hits, lost carriers."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Flag, Number, Numbers, TupleField
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, Counts, count_one, mask, number_of
from ironbottom.games.axis_allies_pacific.derived.sea_zones import convoys_of_enemy
from ironbottom.games.axis_allies_pacific.pieces import (
    AIRCRAFT,
    CONVOY_AT,
    DESTROYERS_MASK,
    ENEMIES,
    FIRST_ZONE,
    PIECES,
    PLACE_COUNT,
    PLAYER_OF,
    SHIPS_MASK,
    SUBMARINE,
    SUBMERGED,
    WARSHIPS_MASK,
    Power,
    Side,
    Zone,
)
from ironbottom.games.axis_allies_pacific.rules import losses
from ironbottom.games.axis_allies_pacific.rules.after_battle import ConvoyWon, divert_defenders
from ironbottom.games.axis_allies_pacific.rules.battle import (
    RetreatDecision,
    Shot,
    at_sea_attack,
    by_firing_order,
    defence,
    fire,
    join_battle,
    lose_fighters_without_deck,
)
from ironbottom.games.axis_allies_pacific.rules.cancelled_landings import cancel_surplus_landings
from ironbottom.games.axis_allies_pacific.rules.cargo_after_combat import mark_engaged
from ironbottom.games.axis_allies_pacific.rules.orders import SUBMERGE_ORDER, apply_and_reveal_order
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    FOUGHT,
    NO_BOMBARDMENT,
    SUBMERGE_ORDERS,
    UNITS,
    power_slot,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

Struck = Annotated[tuple[int, ...], TupleField(Counts(PIECES), 4)]


# -- 8.5.3 submerging ---------------------------------------------------------------------------------------------


@restriction("8.5.3", "only submarines that were not hit may submerge")
def unhit(state: State, frame: Submerging, side: int) -> int:
    return (2 << submarines(state, frame)) - 1


SUBMERGE = Verb("submerge", clause="8.5.3", ends_list="always", number=Argument(Numbers("number", 0, 255), unhit))


def submarines(state: State, frame: Submerging) -> int:
    """The submarines that may now fire or submerge: those not hit in this round."""
    cell = submarine_cell(frame)
    return number_of(state.cells[cell], SUBMARINE) - number_of(battle_of(state).struck[frame.power], SUBMARINE)


def battle_of(state: State) -> SeaBattle:
    """The sea battle on the stack."""
    return next(frame for frame in reversed(state.stack) if isinstance(frame, SeaBattle))


def submarine_cell(frame: Submerging) -> int:
    """The cell of a power's submarines in a battle."""
    place = FIRST_ZONE + frame.zone
    return (
        ACTED + power_slot(frame.power) * PLACE_COUNT if frame.attacking else UNITS + frame.power * PLACE_COUNT
    ) + place


class Submerging(Procedure):
    """8.5.3, 8.5.5, 8.5.6 Submarines of any power may submerge instead of firing, as their owner chooses."""

    number, name, clause = 11, "submerging", "8.5.3"
    verbs = (SUBMERGE,)
    power: Power
    zone: Zone
    attacking: Annotated[int, Flag()]
    against: Annotated[int, Flag()]
    """Whether enemy destroyers are in the battle."""

    def proceed(self, execution: Execution) -> bool:
        if not submarines(execution.state, self):
            execution.pop()
            return False
        order = SUBMERGE_ORDERS.ids[apply_and_reveal_order(execution, PLAYER_OF[self.power], SUBMERGE_ORDER)]
        if order == "ask":
            return True
        submerges = order == "at_once" or (order == "against_destroyers" and self.against)
        self.submerge(execution, submarines(execution.state, self) if submerges else 0)
        return False

    def decider(self, state: State) -> int:
        return PLAYER_OF[self.power]

    def submerge(self, execution: Execution, number: int) -> None:
        execution.pop()
        execution.cells[submarine_cell(self)] += number * (count_one(SUBMERGED) - count_one(SUBMARINE))
        execution.emit(log.SUBMERGED, self.power, self.zone, number)


# -- the rounds (8.1.2) ----------------------------------------------------------------------------------------------


def begin_round(execution: Execution, frame: SeaBattle) -> None:
    """8.1.4 The battle ends if one side has no units left, or no unit can hit any other."""
    ours, theirs = (
        losses.attackers(execution.cells, frame.side, frame.place),
        losses.defenders(execution.cells, frame.side, frame.place),
    )
    if not battle_continues(execution, ours, theirs):
        execution.pop()
        finish(execution, frame)
        return
    strike = not has_destroyer(theirs)
    back = execution.rules.pieces.options["defending_first_strike"] == "yes" and not has_destroyer(ours)
    execution.emit(log.COMBAT_ROUND, frame.place, frame.round + 1)
    execution.replace(
        changed(frame, next=1, round=frame.round + 1, strike=int(strike), back=int(back), struck=losses.NOTHING)
    )


def battle_continues(execution: Execution, ours: list[losses.Contingent], theirs: list[losses.Contingent]) -> bool:
    """8.1.4 Whether both sides have units left and some unit can hit an enemy unit."""
    return bool(ours and theirs) and (can_hit(execution, ours, theirs, True) or can_hit(execution, theirs, ours, False))


def can_hit(
    execution: Execution, firing: list[losses.Contingent], others: list[losses.Contingent], attacking: bool
) -> bool:
    """8.1.4 Whether some unit could hit an enemy unit (8.4.2)."""
    figures = execution.rules.pieces
    against = sum(force.counts for force in others)
    for power, piece, _ in by_firing_order(firing):
        factor = at_sea_attack(figures, piece) if attacking else defence(execution, power, piece)
        if not factor:
            continue
        reach = SHIPS_MASK if piece == SUBMARINE else -1
        if piece in AIRCRAFT and not has_destroyer(firing):
            reach = ~mask((SUBMARINE,))
        if against & reach:
            return True
    return False


def has_destroyer(forces: list[losses.Contingent]) -> bool:
    """Whether a force has a destroyer."""
    return any(force.counts & DESTROYERS_MASK for force in forces)


def attackers_submerge(execution: Execution, frame: SeaBattle) -> None:
    """8.5.3 Step (b): attacking submarines may submerge before any shot."""
    against = int(has_destroyer(losses.defenders(execution.cells, frame.side, frame.place)))
    execution.push(Submerging(frame.side, frame.zone, 1, against))


def submarines_fire(execution: Execution, frame: SeaBattle) -> None:
    """8.5.1 Attacking submarines strike first if there is no enemy destroyer."""
    if frame.strike:
        shots = [shot for shot in attack(execution, frame) if shot.piece == SUBMARINE]
        hits = sum(fire(execution, shots).values())
        losses.ask_for_losses(execution, frame.side, frame.place, 0, [(losses.SHIPS, hits)])


def remove_first_strike_losses(execution: Execution, frame: SeaBattle) -> None:
    """8.5.1 Units hit by the first strike are removed and do not fire back."""
    if frame.strike:
        remove_sea_losses(execution)
        cancel_surplus_landings(execution, frame.place)


def attack(execution: Execution, frame: SeaBattle) -> list[Shot]:
    """8.4.1 The attacker's shots, while there are targets."""
    figures = execution.rules.pieces
    if not losses.defenders(execution.cells, frame.side, frame.place):
        return []
    return [
        Shot(power, piece, number, at_sea_attack(figures, piece))
        for power, piece, number in by_firing_order(losses.attackers(execution.cells, frame.side, frame.place))
    ]


def defenders_submerge_first(execution: Execution, frame: SeaBattle) -> None:
    """8.5.2, 8.5.3 Defending submarines that strike first submerge at that step."""
    if frame.back:
        ask_to_submerge(execution, frame)


def defenders_strike_first(execution: Execution, frame: SeaBattle) -> None:
    """8.5.2 With the option, defending submarines strike first if there is no attacking destroyer."""
    if frame.back:
        hits = sum(
            fire(execution, [shot for shot in defence_shots(execution, frame) if shot.piece == SUBMARINE]).values()
        )
        losses.ask_for_losses(execution, frame.side, frame.place, 1, [(losses.SHIPS, hits)])


def remove_defenders_strike_losses(execution: Execution, frame: SeaBattle) -> None:
    """8.5.2 Units that they hit are removed at once."""
    if frame.back:
        remove_sea_losses(execution)
        cancel_surplus_landings(execution, frame.place)


def others_fire(execution: Execution, frame: SeaBattle) -> None:
    """8.1.2 Step (c): all other attackers fire."""
    shots = [shot for shot in attack(execution, frame) if not frame.strike or shot.piece != SUBMARINE]
    hits = fire(execution, shots)
    with_destroyer = has_destroyer(losses.attackers(execution.cells, frame.side, frame.place))
    losses.ask_for_losses(execution, frame.side, frame.place, 0, hits_by_target(hits, with_destroyer))


def hits_by_target(hits: dict[int, int], with_destroyer: bool) -> list[tuple[int, int]]:
    """8.4.2 Hits by their possible targets: hits of submarines, of aircraft without a destroyer, of ships."""
    submarine_hits = hits.get(SUBMARINE, 0)
    aircraft_hits = 0 if with_destroyer else sum(hits.get(piece, 0) for piece in AIRCRAFT)
    return [
        (losses.SHIPS, submarine_hits),
        (losses.NO_SUBMARINES, aircraft_hits),
        (losses.ANY, sum(hits.values()) - submarine_hits - aircraft_hits),
    ]


def defenders_submerge(execution: Execution, frame: SeaBattle) -> None:
    """8.5.3 Step (d): defending submarines that were not hit may submerge."""
    if not frame.back:
        ask_to_submerge(execution, frame)


def ask_to_submerge(execution: Execution, frame: SeaBattle) -> None:
    """8.10.1 Each owner chooses for its own submarines."""
    against = int(has_destroyer(losses.attackers(execution.cells, frame.side, frame.place)))
    for power in reversed(ENEMIES[frame.side]):
        if number_of(execution.cells[UNITS + power * PLACE_COUNT + frame.place], SUBMARINE):
            execution.push(Submerging(power, frame.zone, 0, against))


def defence_shots(execution: Execution, frame: SeaBattle) -> list[Shot]:
    """The defender's shots, while there are targets."""
    if not losses.attackers(execution.cells, frame.side, frame.place):
        return []
    forces = losses.defenders(execution.cells, frame.side, frame.place)
    return [
        Shot(power, piece, number, defence(execution, power, piece)) for power, piece, number in by_firing_order(forces)
    ]


def defenders_fire(execution: Execution, frame: SeaBattle) -> None:
    """8.1.2 Step (d): all defenders fire, including those hit in step (c)."""
    with_destroyer = has_destroyer(losses.defenders(execution.cells, frame.side, frame.place))
    hits = fire(
        execution, [shot for shot in defence_shots(execution, frame) if not frame.back or shot.piece != SUBMARINE]
    )
    losses.ask_for_losses(execution, frame.side, frame.place, 1, hits_by_target(hits, with_destroyer))


def end_round(execution: Execution, frame: SeaBattle) -> None:
    """8.1.2 Steps (e) and (f): losses are removed; unless that ends the battle (8.1.4) the attacker may retreat."""
    remove_sea_losses(execution)
    ours, theirs = (
        losses.attackers(execution.cells, frame.side, frame.place),
        losses.defenders(execution.cells, frame.side, frame.place),
    )
    if battle_continues(execution, ours, theirs):
        execution.push(RetreatDecision(frame.side, frame.place, (0, 0)))
    cancel_surplus_landings(execution, frame.place)


def remove_sea_losses(execution: Execution) -> None:
    """8.1.2 Removes the units that were hit."""
    frame = execution.top(SeaBattle)
    struck = frame.struck
    execution.replace(changed(frame, struck=losses.NOTHING))
    losses.remove_hit_units(execution, frame.side, frame.place, struck)


class SeaBattle(StagedProcedure):
    """8.4.1 The battle in a sea zone, round by round."""

    number, name, clause = 12, "sea_battle", "8.4.1"
    stages = (
        begin_round,
        attackers_submerge,
        submarines_fire,
        remove_first_strike_losses,
        defenders_submerge_first,
        defenders_strike_first,
        remove_defenders_strike_losses,
        others_fire,
        defenders_submerge,
        defenders_fire,
        end_round,
    )
    cycles = True
    side: Side
    zone: Zone
    round: Annotated[int, Number(0, MAX_COUNT)]
    next: Annotated[int, Number(0, 10)]
    strike: Annotated[int, Flag()]
    """8.5.1 Whether attacking submarines strike first this round."""
    back: Annotated[int, Flag()]
    """8.5.2 Whether defending submarines strike first this round, with the option."""
    struck: Struck

    @property
    def place(self) -> int:
        """The zone as a place."""
        return FIRST_ZONE + self.zone


def open_sea_battle(execution: Execution, side: int, zone: int) -> None:
    """8.4.1 All units of the side in the zone take part."""
    join_battle(execution.cells, side, FIRST_ZONE + zone)
    execution.emit(log.BATTLE_OPENED, FIRST_ZONE + zone)
    execution.push(SeaBattle(side, zone, 0, 0, 0, 0, losses.NOTHING))


def finish(execution: Execution, frame: SeaBattle) -> None:
    """8.7.2, 9.5.4 Fighters look for carriers, and the convoy may change hands."""
    cells, side, place = execution.cells, frame.side, frame.place
    cells[FOUGHT] |= 1 << place
    cells[NO_BOMBARDMENT] |= 1 << frame.zone
    ours, theirs = losses.attackers(cells, side, place), losses.defenders(cells, side, place)
    execution.emit(log.BATTLE_ENDED, place, int(bool(ours)), int(bool(theirs)))
    mark_engaged(execution, frame.zone, cells[ACTED + place])
    afloat = sum(force.counts for force in ours) & WARSHIPS_MASK
    if not theirs and afloat and frame.zone in CONVOY_AT and convoys_of_enemy(cells, side) >> frame.zone & 1:
        execution.push(ConvoyWon(side, frame.zone))
    divert_defenders(execution, side, frame.zone)
    lose_fighters_without_deck(execution, side, frame.zone)
    cancel_surplus_landings(execution, place)
