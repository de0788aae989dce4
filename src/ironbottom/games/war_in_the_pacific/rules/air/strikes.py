"""4.11, 6.7, 6.12, 8.4 Strikes, wave by wave: joining, finding, interception, the attack, the return flight.

``Strikes(first)`` flies all declared waves, the First Player's first, and then lands all points (``return_to_base``). A
wave whose points may choose their ships stops for this choice (``naval_strike.TargetAssignment``).
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import strike_targets
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air import air_bombardment, naval_strike, strikes_on_links, waves
from ironbottom.games.war_in_the_pacific.rules.air.interception import far_flights, fire_at_wave, resolve_patrol
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, return_to_base
from ironbottom.games.war_in_the_pacific.rules.search import contacts, renumbering
from ironbottom.games.war_in_the_pacific.rules.search.detection import ContactReport
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import clear_force
from ironbottom.games.war_in_the_pacific.state_types import Execution

JOINS_ON = 3
"""6.7 An additional headquarters or Task Force joins a wave on this die or more."""


class Strikes(Procedure):
    """4.11 Flies all declared waves: the First Player's first, each side's in its order."""

    number, name, clause = 19, "strikes", "4.11"
    first: Annotated[int, IdField(SIDES)]

    def proceed(self, execution: Execution) -> bool:
        for side in (self.first, 1 - self.first):
            for wave in waves.open_waves(execution.state, side):
                if execution.state.arrays[layout.WAVE_STEP][wave] == waves.ATTACKED:
                    attack_over(execution, side, wave)
                else:
                    fly_wave(execution, side, wave)
                return False
        execution.pop()
        return_to_base.land_strikes(execution, self.first)
        return False


def fly_wave(execution: Execution, side: int, wave: int) -> None:
    """7.1 Flies a wave; stops if its points may choose their targets."""
    state, aim = execution.state, waves.aim_of(execution.state, wave)
    if state.arrays[layout.WAVE_STEP][wave] == waves.DECLARED:
        roll_to_join(execution, side, wave)
    if aim.force >= 0 and not roll_to_find(execution, side, wave, aim):
        waves.end_wave(state, side, wave)
        return
    if aim.force < 0:
        execution.emit(log.RAIDED, wave, aim.hex, aim.target)
    waves.begin_flight(state, side, wave)
    engaged = resolve_patrol(execution, side, wave)
    state.arrays[layout.WAVE_STEP][wave] = waves.MET if engaged else waves.FOUND
    fire_at_wave(execution, side, wave)
    if aim.target == strike_targets.LINK:
        strikes_on_links.strike_link(execution, side, wave)
    elif aim.target not in strike_targets.AT_SEA:
        air_bombardment.bombard_and_strafe(execution, side, wave)
    elif naval_strike.choice_for(state, side, wave):
        naval_strike.show_targets(execution, side, wave)
        return
    else:
        naval_strike.attack(execution, side, wave, ())
    state.arrays[layout.WAVE_STEP][wave] = waves.ATTACKED


def attack_over(execution: Execution, side: int, wave: int) -> None:
    """6.12, 8.4 After the attack, the force is identified, and points at extended range fight on their way home."""
    state, aim = execution.state, waves.aim_of(execution.state, wave)
    if aim.force >= 0 and state.cells[layout.FORCE_AT + aim.force] >= 0:
        identify_in_battle(execution, side, aim.force)
    if far_flights(state, side, wave):
        resolve_patrol(execution, side, wave, home=True)
        fire_at_wave(execution, side, wave, home=True)
    waves.end_wave(state, side, wave)


def identify_in_battle(execution: Execution, side: int, force: int) -> None:
    """8.4 A force in battle is identified: a true report, with a fix of six."""
    hex = execution.cells[layout.FORCE_AT + force]
    types = tuple(contacts.types_of(execution.state, force).items())
    contacts.record_report(
        execution, side, force, ContactReport(contacts.TRUE_REPORT, hex, sum(n for _, n in types), types=types)
    )


# -- 6.7 joint strikes, 8.4 finding ------------------------------------------------------------------------


def roll_to_join(execution: Execution, side: int, wave: int) -> None:
    """6.7 Each additional headquarters or Task Force rolls to join the wave, or flies as a later wave."""
    state, aim = execution.state, waves.aim_of(execution.state, wave)
    by_command: dict[int, list[int]] = {}
    for flight in waves.flights_of(state, side, wave):
        sortie = flights.sortie(state, flight)
        by_command.setdefault(flights.service(state, side, sortie.base, sortie.stack), []).append(flight)
    for command in list(by_command)[1:]:
        die = execution.roll(6, Roll.JOINT_STRIKE, 1 << side)
        execution.emit_to(side, log.JOINS, wave, die)
        if die < JOINS_ON:
            later = waves.begin_wave(state, side, aim, late=True)
            for flight in by_command[command]:
                state.arrays[layout.FLIGHT_WAVE][flight] = later
    if not any(
        state.arrays[layout.FLIGHT_ROLE][flight] in flights.ATTACKS for flight in waves.flights_of(state, side, wave)
    ):
        state.arrays[layout.WAVE_STEP][wave] = waves.LATE


def roll_to_find(execution: Execution, side: int, wave: int, aim: waves.Aim) -> bool:
    """8.4 A die of at most the fix finds the force; only the striker sees it. A found dummy is removed."""
    state, pieces = execution.state, execution.rules.pieces
    chit = state.cells[layout.CONTACT + aim.force]
    if chit < 0 or state.cells[layout.FORCE_AT + aim.force] < 0:
        execution.emit_to(side, log.NOT_FOUND, wave, 0, 0)
        return False
    fix = pieces.charts.search_chits[chit].fix
    die = execution.roll(6, Roll.FINDING_THE_FORCE, 1 << side)
    if die > fix:
        execution.emit_to(side, log.NOT_FOUND, wave, fix, die)
        return False
    hex = state.cells[layout.FORCE_AT + aim.force]
    if not waves.targets_at_sea(state, side, aim):
        execution.emit_to(side, log.FORCE_FOUND, wave, fix, die)
        execution.emit(log.DUMMY_REMOVED, aim.force, hex)
        renumbering.clear_contact(state, aim.force)
        clear_force(state, aim.force)
        return False
    execution.emit(log.STRUCK, aim.force, hex)
    execution.emit_to(side, log.FORCE_FOUND, wave, fix, die)
    return True


PROCEDURES = (naval_strike.TargetAssignment, Strikes)
