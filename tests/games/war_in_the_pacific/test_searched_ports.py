"""8.41 Ships in searched ports: what is known and for how long, and which ships are drawn where some were counted."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.codecs.position import load_position, parse_position, position_text, read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import DieReason, NoDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import search_reach
from ironbottom.games.war_in_the_pacific.derived.force_movement import own_forces
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.sampled_ports import forming
from ironbottom.games.war_in_the_pacific.information.view_types import Event, read_view
from ironbottom.games.war_in_the_pacific.odds.reports import Reports
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, IN_FORCE, SHIPS, SHIPS_OF, SIDES
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.naval import ship_losses
from ironbottom.games.war_in_the_pacific.rules.search import search_segment, searched_ports
from ironbottom.games.war_in_the_pacific.rules.search.contacts import store_report
from ironbottom.games.war_in_the_pacific.rules.search.detection import CAPITAL, CARRIERS, ContactReport
from ironbottom.games.war_in_the_pacific.rules.shore import capture
from ironbottom.games.war_in_the_pacific.text.board import PARTS, board
from ironbottom.games.war_in_the_pacific.text.combined_events import combined
from ironbottom.games.war_in_the_pacific.text.text import tell
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp
from ironbottom.testing.hidden_information import check_side as check_secrets
from ironbottom.testing.walks import Walk
from ironbottom.testing.worlds import LeakTest
from ironbottom.testing.worlds import check_side_worlds as check_worlds
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import CLEAR_WEATHER, act, find_events
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.kit.games import saved

GAME = WarInThePacific()
POSITIONS = Path(__file__).parents[2] / "fixtures" / "positions" / "war_in_the_pacific"
MIDWAY, PEARL, SINGAPORE = "F1234", "F3342", "C0108"


def in_port(state: State, *ships: str, hex: str = MIDWAY) -> None:
    for ship in ships:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], NUMBER[hex])


def search_midway(*ships: str) -> State:
    """Two Japanese carriers four hexes off Midway, whose aircraft search; these ships are at Midway."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    put_force(state, "japan_1", "F1230", "jp_cv1", "jp_cv2")
    midway_states.park(state, "jp_cv1", kate_carrier=4)
    in_port(state, *ships)
    midway_states.start(state, *CLEAR_WEATHER, 3)
    act(state, "japan", "search", "jp_cv1", "kate_carrier", "1")
    act(state, "allies", "done")
    return state


def numbers(state: State, side: str, hex: str = MIDWAY) -> tuple[int | None, int | None]:
    """The view of a port for a side."""
    arrays = GAME.view(state, SIDES.index[side])["arrays"]
    return arrays.get("capital_in_port", {}).get(hex), arrays.get("carriers_in_port", {}).get(hex)


def look(state: State) -> Execution:
    execution = Execution(state, NoDice())
    searched_ports.search_ports(execution)
    return execution


# -- what is known ---------------------------------------------------------------------------------------------


@pytest.mark.clause("8.41")
def test_8_41_search_counts_the_capital_ships_and_carriers_in_a_port() -> None:
    """A fleet carrier counts as both, a battleship and an escort carrier count once each; cruisers are not counted."""
    state = search_midway("us_cv3", "us_bb38", "us_cve1", "us_ca24")
    events = act(state, "japan", "done")
    (found,) = find_events(events, "japan", "port_searched")
    assert found == {"event": "port_searched", "at": MIDWAY, "capital": 2, "carriers": 2}
    assert not find_events(events, "allies", "port_searched")
    assert numbers(state, "japan") == (2, 2)
    assert numbers(state, "allies") == (None, None)
    assert numbers(state, "japan", PEARL) == (None, None)


@pytest.mark.clause("8.41")
def test_8_41_a_searched_port_without_large_ships_is_known_to_have_none() -> None:
    state = search_midway("us_ca24")
    assert not find_events(act(state, "japan", "done"), "japan", "port_searched")
    assert numbers(state, "japan") == (0, 0)


@pytest.mark.clause("8.41")
def test_8_41_ships_in_a_task_force_are_found_only_by_searching_for_it() -> None:
    state = search_midway("us_bb38")
    put_force(state, "allies_1", MIDWAY, "us_cv3")
    act(state, "japan", "done", dice=(1, 1))
    assert numbers(state, "japan") == (1, 0)


@pytest.mark.clause("8.41")
def test_8_41_a_port_next_to_ones_own_ships_is_seen_without_search() -> None:
    state = midway_states.midway()
    in_port(state, "us_bb38")
    assert searched_ports.known_in_port(state, JAPAN, NUMBER[MIDWAY]) is None
    put_force(state, "japan_1", "F1233", "jp_cv1")
    assert searched_ports.known_in_port(state, JAPAN, NUMBER[MIDWAY]) == (1, 0)


@pytest.mark.clause("8.41")
def test_8_41_the_count_stays_known_until_search_is_assigned_again() -> None:
    """Departures are not visible automatically; the next Search Segment that does not reach the port ends it."""
    state = search_midway("us_bb38")
    act(state, "japan", "done")
    put_force(state, "allies_1", MIDWAY, "us_bb38")
    search_segment.clear_search(state)
    assert numbers(state, "japan") == (1, 0)
    look(state)
    assert numbers(state, "japan") == (None, None)


@pytest.mark.clause("8.41", "8.21")
def test_8_41_after_each_impulse_searchers_search_again() -> None:
    """In the Naval Phase the same points search: departed ships are missing, and both numbers are reported again."""
    state = search_midway("us_bb38", "us_cv3")
    act(state, "japan", "done")
    put_force(state, "allies_1", MIDWAY, "us_bb38", "us_cv3")
    execution = Execution(state, ScriptedDice([1, 1] * 4))
    sequence.sail(execution, 1)
    (gone,) = find_events(execution.events, "japan", "port_searched")
    assert (gone["capital"], gone["carriers"]) == (0, 0)
    assert numbers(state, "japan") == (0, 0)


@pytest.mark.clause("8.41")
def test_8_41_nothing_is_reported_twice() -> None:
    state = search_midway("us_bb38")
    act(state, "japan", "done")
    assert not look(state).events


@pytest.mark.clause("8.41", "12.1")
def test_12_1_a_ship_that_sinks_in_port_is_no_longer_counted() -> None:
    state = search_midway("us_bb38", "us_cv3", "us_ca24")
    act(state, "japan", "done")
    execution = Execution(state, NoDice())
    ship_losses.sink(execution, SHIPS.index["us_ca24"])
    assert numbers(state, "japan") == (2, 1)
    ship_losses.sink(execution, SHIPS.index["us_cv3"])
    assert numbers(state, "japan") == (1, 0)
    ship_losses.sink(execution, SHIPS.index["us_bb38"], for_good=False)
    assert numbers(state, "japan") == (1, 0), "on the bottom of the port it still lies there"


@pytest.mark.clause("8.41", "2.5")
def test_8_41_a_captured_port_reveals_nothing_to_its_former_owner() -> None:
    state = search_midway()
    act(state, "japan", "done")
    hex = NUMBER[MIDWAY]
    assert numbers(state, "japan") == (0, 0)
    capture.capture(Execution(state, NoDice()), JAPAN, hex)
    assert numbers(state, "allies") == numbers(state, "japan") == (None, None)


@pytest.mark.clause("8.41", "44.13")
def test_44_13_in_burma_no_port_is_searched() -> None:
    state = GAME.new("burma")
    assert not look(state).events
    assert "capital_in_port" not in GAME.view(state, JAPAN)["arrays"]


# -- as text ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("8.41")
def test_8_41_the_board_lists_searched_ports() -> None:
    state = search_midway("us_cv3", "us_bb38")
    act(state, "japan", "done")
    view = read_view(GAME.view(state, JAPAN))
    said = ("allies", "Seen in port at Midway (F1234): 2 capital ships, 1 carrier.")
    assert said in list(PARTS["reports"](view, state.rules))
    assert said in board(view, state.rules)
    assert any(
        "Midway (F1234)." in text and "Seen in port: 2 capital ships" in text for _, text in board(view, state.rules)
    )
    in_port(state, "us_cv3", "us_bb38", hex=PEARL)
    look(state)
    empty = [text for _, text in PARTS["reports"](read_view(GAME.view(state, JAPAN)), state.rules)]
    assert "No capital ship or carrier in port at Midway (F1234)." in empty


@pytest.mark.clause("8.3")
def test_8_3_the_board_shows_the_content_of_a_report() -> None:
    """A True Report gives ships by type; a Fair one on another force gives its size and the presence of a carrier."""
    state = search_midway()
    force = put_force(state, "allies_1", "F1240", "us_cv3", "us_ca24", "us_ca25")
    other = put_force(state, "allies_2", "F1250", "us_cv6")
    types = {"CV": 1, "CA": 2}
    store_report(state, force, ContactReport("true_report", NUMBER["F1240"], 3, types=tuple(types.items())))
    store_report(state, other, ContactReport("fair", NUMBER["F1250"], carrier=True, size=1))
    state.cells[layout.IN_CONTACT] |= 1 << force
    said = [text for _, text in PARTS["reports"](read_view(GAME.view(state, JAPAN)), state.rules)]
    assert said == [
        "Allied Task Force 1, in contact: True report at F1240: 3 ships, 1 CV, 2 CA.",
        "Allied Task Force 2, stale: Fair report at F1250: medium, with a carrier.",
    ]


@pytest.mark.clause("8.42")
def test_8_42_the_board_shows_the_air_points_that_search_found() -> None:
    state = search_midway()
    state.arrays[layout.REPORTED_AIR][BASE_AT[NUMBER[MIDWAY]]] = 3
    view = read_view(GAME.view(state, JAPAN))
    assert ("allies", "Midway (F1234) searched in this Game-Turn: 3 air points.") in list(
        PARTS["reports"](view, state.rules)
    )
    (line,) = [text for _, text in board(view, state.rules) if text.startswith("Midway (F1234). ")]
    assert " 3 air points found." in line
    assert not any("searched in this" in text for _, text in board(read_view(GAME.view(state, ALLIES)), state.rules))


@pytest.mark.clause("8.41")
def test_8_41_the_log_shows_the_numbers() -> None:
    one: Event = {"event": "port_searched", "at": MIDWAY, "capital": 1, "carriers": 2}
    none: Event = {"event": "port_searched", "at": PEARL, "capital": 0, "carriers": 0}
    assert tell(one) == "In port at Midway (F1234): 1 capital ship, 2 carriers."
    ((many, sentence),) = combined([one, none])
    assert many == 2
    assert sentence == (
        "Seen in port: Midway (F1234), 1 capital ship, 2 carriers; "
        "Pearl Harbor (Oahu) (F3342), no capital ship or carrier."
    )


# -- positions as files ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def looked() -> State:
    """The third turn of Leyte at the shore, where the Allies have searched 35 ports."""
    state = load_position(POSITIONS / "leyte_turn_3_at_the_shore.toml")
    look(state)
    return state


def test_8_41_the_counts_are_written_and_read(looked: State) -> None:
    again = read_position(parse_position(position_text(looked)))
    assert again == looked
    assert numbers(again, "allies", SINGAPORE) == (1, 0)


@pytest.mark.parametrize(
    ("spoilt", "field", "said"),
    [
        (
            {"capital_in_port": {SINGAPORE: 1}},
            "carriers_in_port.C0108",
            "one number of a port is known, but not the other",
        ),
        (
            {"capital_in_port": {SINGAPORE: 60}, "carriers_in_port": {SINGAPORE: 0}},
            "capital_in_port.C0108",
            "60 ships are counted, but their side has 8 such ships in play",
        ),
        (
            {"capital_in_port": {PEARL: 0}, "carriers_in_port": {PEARL: 2}},
            "carriers_in_port.F3342",
            "ships are counted where no side has a port",
        ),
    ],
)
def test_8_41_numbers_that_no_search_can_have_found_are_refused(
    spoilt: dict[str, dict[str, int]], field: str, said: str
) -> None:
    position = parse_position((POSITIONS / "leyte_turn_3_at_the_shore.toml").read_text(encoding="utf-8"))
    position = deepcopy(position)
    position["arrays"].update(spoilt)
    with pytest.raises(BadValue) as error:
        read_position(position)
    assert (error.value.field, error.value.clause, error.value.message) == (f"arrays.{field}", "8.41", said)


# -- worlds ----------------------------------------------------------------------------------------------------


def known_ports(state: State, side: int) -> dict[int, tuple[int, int]]:
    """The enemy's knowledge of a side's ports."""
    ports = [hex for enemy, hex in searched_ports.enemy_ports(state) if enemy == 1 - side]
    ships_seen = {hex: search_reach.ships_seen(state, BASE_AT[hex]) for hex in ports}
    return {hex: found for hex, found in ships_seen.items() if found != searched_ports.UNSEEN}


def lie(state: State, side: int, ports: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
    return {hex: searched_ports.capital_ships_and_carriers(state, side, hex) for hex in ports}


@pytest.mark.build
@pytest.mark.clause("8.41", "1.3")
def test_8_41_each_sampled_world_has_the_counted_number_in_port(looked: State) -> None:
    view = looked.view("allies")
    sampler, ports = GAME.sampler(view), known_ports(looked, JAPAN)
    assert len(ports) > 30
    assert max(ports.values()) == (1, 0)
    for seed in range(25):
        drawn = sampler.draw(Random(seed))
        assert lie(drawn, JAPAN, ports) == ports
        assert drawn.view("allies") == view


@pytest.mark.build
@pytest.mark.clause("8.41", "1.3")
def test_8_41_a_sampled_world_may_have_other_ships_in_port() -> None:
    """A fleet carrier, a battleship and a light carrier at a port count as two and two, as other ships might."""
    state = load_position(POSITIONS / "midway_turn_3_waves.toml")
    look(state)
    hex = next(iter(known_ports(state, JAPAN)))
    for ship in ("jp_bb1", "jp_cvl1", "jp_cv1"):
        layout.ships_in(state.arrays).put(SHIPS.index[ship], hex)
    look(state)
    assert known_ports(state, JAPAN)[hex] == (2, 2)
    sampler, lying = GAME.sampler(state.view("allies")), set[tuple[int, ...]]()
    for seed in range(40):
        drawn = sampler.draw(Random(seed))
        assert searched_ports.capital_ships_and_carriers(drawn, JAPAN, hex) == (2, 2)
        lying.add(tuple(ship for ship, here in enumerate(drawn.arrays[layout.SHIP_AT]) if here == hex))
    assert len(lying) > 8


def at_the_plot(scenario: str) -> State:
    """The first Naval Phase, while its forces are formed; each enemy port has just been searched."""
    state = GAME.new(scenario)
    while not forming(state):
        (decision,) = state.decisions()[:1]
        state.apply(decision.side, decision.choices.sample_by_argument(Random(1)), Any6(), trusted=True)
    for enemy, hex in searched_ports.enemy_ports(state):
        searched_ports.store_count(
            state, BASE_AT[hex], searched_ports.capital_ships_and_carriers(state, 1 - enemy, hex)
        )
    return state


def in_forces_at(state: State, side: int, hex: int) -> tuple[int, int]:
    """The capital ships and carriers of a side in forces in a hex."""
    forces = {IN_FORCE + force for force in own_forces(side) if state.cells[layout.FORCE_AT + force] == hex}
    ships = [ship for ship in SHIPS_OF[side] if state.arrays[layout.SHIP_AT][ship] in forces]
    kinds = [state.rules.pieces.ships[ship].type for ship in ships]
    return sum(kind in CAPITAL for kind in kinds), sum(kind in CARRIERS for kind in kinds)


@pytest.mark.build
@pytest.mark.clause("8.41", "9.2")
@pytest.mark.parametrize(("scenario", "side", "seen"), [("midway", "japan", 4), ("leyte", "allies", 4)])
def test_9_2_while_forces_are_formed_ships_left_a_counted_port_only_for_a_force_there(
    scenario: str, side: str, seen: int
) -> None:
    """A ship that has left a counted port is in a force in its hex; no other ship is missing from these ports."""
    state = at_the_plot(scenario)
    holder = 1 - SIDES.index[side]
    ports = known_ports(state, holder)
    sampler, moved, worlds = GAME.sampler(state.view(side)), 0, 60
    for seed in range(worlds):
        drawn = sampler.draw(Random(seed))
        now = lie(drawn, holder, ports)
        for hex, found in ports.items():
            gone = [result - here for result, here in zip(found, now[hex], strict=True)]
            assert all(map(int.__le__, gone, in_forces_at(drawn, holder, hex)))
        moved += now != ports
    assert seen < moved < worlds // 2


class Any6(ScriptedDice):
    """Every die shows one."""

    def __init__(self) -> None:
        super().__init__([])

    def roll(self, faces: int, why: DieReason, audience: int = -1) -> int:
        return 1


def walk_at(name: str) -> Walk:
    setup: GameSetUp = next(each for each in saved(GAME) if each.position and each.position.stem == name)
    walk = Walk(setup, 4)
    look(walk.state)
    return walk


@pytest.mark.build
@pytest.mark.clause("8.41", "1.3")
def test_8_41_after_a_search_of_ports_all_sampled_worlds_look_the_same() -> None:
    check_secrets(walk_at("midway_turn_3_waves"), "allies", count=10)


WITH_PORTS = ("midway_turn_4_after_a_strike", "leyte_turn_3_at_the_shore")


@pytest.mark.thorough
@pytest.mark.clause("8.41", "1.3")
@pytest.mark.parametrize("side", SIDES.ids)
@pytest.mark.parametrize("name", ["midway_turn_3_waves", *WITH_PORTS])
def test_8_41_every_true_state_after_a_search_of_ports_can_be_sampled(name: str, side: str) -> None:
    check_secrets(walk_at(name), side, play_out=True, count=20)
    check_worlds(walk_at(name), side, CheckBudget(1), LeakTest())
    check_worlds(walk_at(name), side, CheckBudget(1), LeakTest())


# -- odds ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("8.41", "20.11")
@pytest.mark.parametrize(
    ("found", "types", "by_lot"),
    [
        (searched_ports.UNSEEN, ["CV", "CVE", "BB"], False),
        ((2, 0), ["BB"], False),
        ((0, 1), ["CVE"], False),
        ((1, 1), ["CV", "CVE", "BB"], False),
        ((0, 0), ["CA", "DD"], True),
    ],
)
def test_8_41_odds_of_a_raid_on_a_port_take_what_was_counted_there(
    found: tuple[int, int], types: list[str], by_lot: bool
) -> None:
    """Impossible targets are not shown; without capital ships, nine points hit the other ships by lot."""
    state = midway_states.midway()
    searched_ports.store_count(state, BASE_AT[NUMBER[MIDWAY]], found)
    seen = Reports(state, JAPAN).in_port(NUMBER[MIDWAY], 9)
    assert [state.rules.pieces.ships[each.ship].type for each in seen] == types
    assert {each.lot for each in seen} == {by_lot}
    assert not by_lot or {each.draws for each in seen} == {3}
