"""The ensign's carriers at Midway: their targets, when they retreat, and where they stay."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import cast

import pytest

from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import air, carriers, fleet, siege
from ironbottom.games.war_in_the_pacific.bot.observation import STANDS_OFF, Observation
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS
from tests.games.war_in_the_pacific.midway_states import put_force

RULES = WarInThePacific().rules()
STATION, EAST, FAR_EAST = "F0832", "F1633", "F2339"
"""Four hexes off Midway, eight and 15 hexes from there."""
FLEET = ("jp_cv1", "jp_cv2", "jp_dd11", "jp_dd12")
LIGHT = ("jp_cvl1", "jp_dd18")


@cache
def _new_game() -> State:
    return RULES.new("midway")


def at_sea(fuel: int, *forces: tuple[str, ...]) -> State:
    """The start with Japanese forces at sea, each by its name, its hex and its ships, with this fuel."""
    state = _new_game().copy()
    state.stack = ()
    for name, hex, *ships in forces:
        put_force(state, name, hex, *ships)
        for ship in ships:
            state.arrays[layout.FUEL][SHIPS.index[ship]] = fuel
    return state


def report(state: State, force: str, hex: str, **reported: int) -> int:
    """Japan has a report of an Allied force in a hex: its capital ships, a carrier, its size, or ships by type."""
    put_force(state, force, hex, "us_dd31" if force == "allies_1" else "us_dd32")
    number, cells, width = FORCES.index[force], state.cells, len(layout.SHIP_TYPES)
    cells[layout.IN_CONTACT] |= 1 << number
    cells[layout.CONTACT + number], cells[layout.CONTACT_AT + number] = layout.CHITS.index["fair"], NUMBER[hex]
    blocks = {"capital": layout.REPORTED_CAPITAL, "carrier": layout.REPORTED_CARRIER, "size": layout.REPORTED_SIZE}
    for name, block in blocks.items():
        cells[block + number] = reported.pop(name, layout.UNREPORTED)
    for kind in layout.SHIP_TYPES.ids:
        types = reported.get(kind, 0) if reported else layout.UNREPORTED
        state.arrays[layout.REPORTED_TYPES][width * number + layout.SHIP_TYPES.index[kind]] = types
    return number


def observe(state: State) -> Observation:
    """The view of Japan's ensign, with nothing hidden from the test."""
    observation = Observation(RULES, _new_game().view("japan"), "japan")
    observation.state, observation.cells, observation.arrays = state, state.cells, state.arrays
    return observation


FORCE = FORCES.index["japan_5"]


def test_8_31_carriers_close_the_enemys_carriers_before_a_nearer_battle_line() -> None:
    state = at_sea(30, ("japan_5", STATION, *FLEET))
    report(state, "allies_1", "F1133", BB=7, DD=2)
    assert fleet.destination_of(observe(state), FORCE) == (NUMBER["F1133"], STANDS_OFF)
    report(state, "allies_2", EAST, CV=2, DD=4)
    assert GRID.distance(NUMBER[STATION], NUMBER["F1133"]) < GRID.distance(NUMBER[STATION], NUMBER[EAST]) == 8
    assert fleet.destination_of(observe(state), FORCE) == (NUMBER[EAST], STANDS_OFF)


def test_10_5_they_close_with_the_fuel_they_have_whether_or_not_they_can_return() -> None:
    """At Speed 1, coming within range of a target takes one phase from eight hexes away, two from 15."""
    for tank, hex, closed in ((5, EAST, True), (0, EAST, False), (10, FAR_EAST, True), (5, FAR_EAST, False)):
        state = at_sea(tank, ("japan_5", STATION, *FLEET))
        contact = report(state, "allies_2", hex, CV=2)
        assert (carriers.nearest_target(observe(state), FORCE) == contact) is closed, (tank, hex)


def test_10_5_with_low_tanks_they_stay_on_station() -> None:
    state = at_sea(10, ("japan_5", STATION, *FLEET))
    assert observe(state).task(FORCE) == "carriers"
    assert fleet.destination_of(observe(state), FORCE) == (NUMBER[STATION], 0)
    assert observe(at_sea(10, ("japan_5", "D3024", *FLEET))).task(FORCE) == "home"


def test_10_41_they_draw_back_from_carriers_that_outnumber_them_by_far() -> None:
    """Four points aboard Zuiho are fewer than half of the twelve of two carriers; the 14 of two large ones are not."""
    for ships, off in ((LIGHT, carriers.OUT_OF_REACH), (FLEET, STANDS_OFF)):
        state = at_sea(30, ("japan_5", STATION, *ships))
        contact = report(state, "allies_2", EAST, CV=2)
        assert fleet.destination_of(observe(state), FORCE) == (NUMBER[EAST], off)
        assert carriers.preferred_range(observe(state), FORCE, contact) == off


def test_9_2_light_carriers_join_the_main_body_first() -> None:
    state = at_sea(20, ("japan_5", STATION, *LIGHT), ("japan_6", "F0430", *FLEET))
    assert fleet.destination_of(observe(state), FORCE) == (NUMBER["F0430"], 0)
    assert fleet.destination_of(observe(state), FORCES.index["japan_6"]) == (observe(state).prize, STANDS_OFF)


@pytest.mark.parametrize(
    ("data", "carriers_in_it", "great"),
    [
        ({"CV": 3, "DD": 4}, 3, True),
        ({"BB": 3, "DD": 4}, 0, True),
        ({"CA": 3, "DD": 4}, 0, False),
        ({"carrier": 1, "size": 1}, carriers.USUAL, True),
        ({"carrier": 0, "size": 1}, 0, False),
        ({"capital": 4}, 4, True),
        ({"capital": 0}, 0, False),
        ({"size": 2}, 0, True),
        ({"size": 0}, 0, False),
    ],
)
def test_8_3_the_carriers_in_a_report(data: dict[str, int], carriers_in_it: int, great: bool) -> None:
    state = at_sea(30, ("japan_5", STATION, *FLEET))
    contact = report(state, "allies_2", EAST, **data)
    assert carriers.possible_carriers(observe(state), contact) == carriers_in_it
    assert observe(state).reports_carriers(contact) is great


def test_47_1_a_strike_on_a_battle_line_is_computed_as_one() -> None:
    state = at_sea(30, ("japan_5", STATION, *FLEET))
    line, decks = report(state, "allies_1", "F1133", BB=7, DD=2), report(state, "allies_2", EAST, capital=3)
    small = FORCES.index["allies_3"]
    state.cells[layout.REPORTED_CAPITAL + small] = 0
    thought = [air.assumed_target(observe(state), contact) for contact in (line, decks, small)]
    assert thought == [air.BATTLESHIP_TARGET, air.CARRIER_TARGET, air.CRUISER_TARGET]


def test_31_1_the_battle_line_waits_far_off_until_there_is_just_time_for_a_siege_and_a_landing() -> None:
    """With four Game-Turns left after the current one the line closes in, and does so at once if it has no carriers."""
    line = ("japan_6", "F0330", "jp_bb1", "jp_bb2", "jp_dd31")
    state, number = at_sea(30, ("japan_5", STATION, *FLEET), line), FORCES.index["japan_6"]
    assert observe(state).turns_left == siege.SIEGE + 3
    assert fleet.destination_of(observe(state), number) == (observe(state).prize, siege.LIES_FAR)
    state.cells[layout.TURN] += 2
    assert not siege.is_time_to_bombard(observe(state))
    state.cells[layout.TURN] += 1
    assert fleet.destination_of(observe(state), number) == (observe(state).prize, 0)
    assert siege.is_time_to_bombard(observe(at_sea(30, line)))


def test_12_2_a_ship_that_hardly_floats_is_sent_home_because_it_slows_its_force() -> None:
    state = at_sea(30, ("japan_5", STATION, *FLEET))
    observation = observe(state)

    class Offered:
        """The choices of an impulse: either of two damaged ships may be sent home."""

        def next(self, *start: str) -> tuple[str, ...]:
            return ("jp_dd11", "jp_dd12") if start else ("send_home", "carry_on")

    offered = cast(Choices, Offered())
    for level, answer in ((3, ("carry_on",)), (4, ("send_home", "jp_dd12"))):
        state.arrays[layout.DAMAGE][SHIPS.index["jp_dd11"]] = 1
        state.arrays[layout.DAMAGE][SHIPS.index["jp_dd12"]] = level
        assert fleet.in_impulse(observation, offered, Random(1)) == answer
