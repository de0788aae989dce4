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

    def proceed(self, play: Execution) -> bool:
        for side in (self.first, 1 - self.first):
            for wave in waves.open_waves(play.state, side):
                if play.state.arrays[layout.WAVE_STEP][wave] == waves.ATTACKED:
                    attack_over(play, side, wave)
                else:
                    fly_wave(play, side, wave)
                return False
        play.pop()
        return_to_base.land_strikes(play, self.first)
        return False


def fly_wave(play: Execution, side: int, wave: int) -> None:
    """7.1 Flies a wave; stops if its points may choose their targets."""
    state, aim = play.state, waves.aim_of(play.state, wave)
    if state.arrays[layout.WAVE_STEP][wave] == waves.DECLARED:
        roll_to_join(play, side, wave)
    if aim.force >= 0 and not roll_to_find(play, side, wave, aim):
        waves.end_wave(state, side, wave)
        return
    if aim.force < 0:
        play.emit(log.RAIDED, wave, aim.hex, aim.target)
    waves.begin_flight(state, side, wave)
    engaged = resolve_patrol(play, side, wave)
    state.arrays[layout.WAVE_STEP][wave] = waves.MET if engaged else waves.FOUND
    fire_at_wave(play, side, wave)
    if aim.target == strike_targets.LINK:
        strikes_on_links.strike_link(play, side, wave)
    elif aim.target not in strike_targets.AT_SEA:
        air_bombardment.bombard_and_strafe(play, side, wave)
    elif naval_strike.choice_for(state, side, wave):
        naval_strike.show_targets(play, side, wave)
        return
    else:
        naval_strike.attack(play, side, wave, ())
    state.arrays[layout.WAVE_STEP][wave] = waves.ATTACKED


def attack_over(play: Execution, side: int, wave: int) -> None:
    """6.12, 8.4 After the attack, the force is identified, and points at extended range fight on their way home."""
    state, aim = play.state, waves.aim_of(play.state, wave)
    if aim.force >= 0 and state.cells[layout.FORCE_AT + aim.force] >= 0:
        identify_in_battle(play, side, aim.force)
    if far_flights(state, side, wave):
        resolve_patrol(play, side, wave, home=True)
        fire_at_wave(play, side, wave, home=True)
    waves.end_wave(state, side, wave)


def identify_in_battle(play: Execution, side: int, force: int) -> None:
    """8.4 A force in battle is identified: a true report, with a fix of six."""
    hex = play.cells[layout.FORCE_AT + force]
    types = tuple(contacts.types_of(play.state, force).items())
    contacts.record_report(
        play, side, force, ContactReport(contacts.TRUE_REPORT, hex, sum(n for _, n in types), types=types)
    )


# -- 6.7 joint strikes, 8.4 finding ------------------------------------------------------------------------


def roll_to_join(play: Execution, side: int, wave: int) -> None:
    """6.7 Each additional headquarters or Task Force rolls to join the wave, or flies as a later wave."""
    state, aim = play.state, waves.aim_of(play.state, wave)
    by_command: dict[int, list[int]] = {}
    for flight in waves.flights_of(state, side, wave):
        sortie = flights.sortie(state, flight)
        by_command.setdefault(flights.service(state, side, sortie.base, sortie.stack), []).append(flight)
    for command in list(by_command)[1:]:
        die = play.roll(6, Roll.JOINT_STRIKE, 1 << side)
        play.emit_to(side, log.JOINS, wave, die)
        if die < JOINS_ON:
            later = waves.begin_wave(state, side, aim, late=True)
            for flight in by_command[command]:
                state.arrays[layout.FLIGHT_WAVE][flight] = later
    if not any(
        state.arrays[layout.FLIGHT_ROLE][flight] in flights.ATTACKS for flight in waves.flights_of(state, side, wave)
    ):
        state.arrays[layout.WAVE_STEP][wave] = waves.LATE


def roll_to_find(play: Execution, side: int, wave: int, aim: waves.Aim) -> bool:
    """8.4 A die of at most the fix finds the force; only the striker sees it. A found dummy is removed."""
    state, pieces = play.state, play.rules.pieces
    chit = state.cells[layout.CONTACT + aim.force]
    if chit < 0 or state.cells[layout.FORCE_AT + aim.force] < 0:
        play.emit_to(side, log.NOT_FOUND, wave, 0, 0)
        return False
    fix = pieces.charts.search_chits[chit].fix
    die = play.roll(6, Roll.FINDING_THE_FORCE, 1 << side)
    if die > fix:
        play.emit_to(side, log.NOT_FOUND, wave, fix, die)
        return False
    hex = state.cells[layout.FORCE_AT + aim.force]
    if not waves.targets_at_sea(state, side, aim):
        play.emit_to(side, log.FORCE_FOUND, wave, fix, die)
        play.emit(log.DUMMY_REMOVED, aim.force, hex)
        renumbering.clear_contact(state, aim.force)
        clear_force(state, aim.force)
        return False
    play.emit(log.STRUCK, aim.force, hex)
    play.emit_to(side, log.FORCE_FOUND, wave, fix, die)
    return True


PROCEDURES = (naval_strike.TargetAssignment, Strikes)
