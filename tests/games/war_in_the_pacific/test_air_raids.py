"""5.0, 6.0, 31.0 Bases, availability, raids on them and transfers: through the choices of an Air Phase."""

import pytest

from ironbottom.engine.dice.dice import RecordingDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases, flight_duties, transferable_points
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FORCES, FULL, OF_FORCE, SHIPS, STACKS, TRAININGS, UNITS
from ironbottom.games.war_in_the_pacific.rules.air import air_attrition, availability
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, return_to_base
from ironbottom.games.war_in_the_pacific.rules.search import searched_ports
from ironbottom.games.war_in_the_pacific.text.text import tell
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import CLEAR_WEATHER, act, find_events, parked, refused
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two

MIDWAY, PEARL, JOHNSTON = "F1234", "F3342", "F2046"
GARRISON = {"f2a_trained": 2, "b_17_trained": 4, "sbd_trained": 2, "pby_trained": 3}

CARRIER_TRAINED = TRAININGS.index["carrier"]


def position_off_midway(garrison: dict[str, int] | None = None, **carriers: dict[str, int]) -> State:
    """Two Japanese carriers four hexes north of Midway, and no other points in the air."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    put_force(state, "japan_1", "F1230", "jp_cv1", "jp_cv2")
    midway_states.park(state, MIDWAY, **(GARRISON if garrison is None else garrison))
    for ship, points in (carriers or {"jp_cv1": {"val_carrier": 6}}).items():
        midway_states.park(state, ship, **points)
    return state


def after_declaration(state: State, *dice: int, search: tuple[int, ...] = ()) -> State:
    """Weather and availability with these dice, without searches; the Allies declare nothing."""
    midway_states.start(state, *CLEAR_WEATHER, *dice)
    act(state, "japan", "done")
    act(state, "allies", "done", dice=search)
    act(state, "allies", "done")
    return state


# -- 5.0, 6.11 ---------------------------------------------------------------------------------------


@pytest.mark.clause("6.11", "1.31")
def test_6_11_1_31_each_command_rolls_and_only_its_owner_sees_the_die() -> None:
    state = position_off_midway()
    events = midway_states.start(state, *CLEAR_WEATHER, 4, 3, 1)
    allied_events = find_events(events, "allies", "available")
    assert [(event["die"], event["points"]) for event in allied_events] == [(3, 7), (1, 2)]
    assert [(event["command"], event["points"]) for event in find_events(events, "japan", "available")] == [
        ("japan_1", 6)
    ]


@pytest.mark.clause("6.11", "1.31")
def test_6_11_1_31_the_dice_of_availability_have_one_side_as_audience() -> None:
    state = position_off_midway()
    watched = RecordingDice(ScriptedDice([3, 3]))
    availability.roll_availability(Execution(state, watched), ALLIES)
    assert {die.audience for die in watched.rolled} == {1 << ALLIES}


@pytest.mark.clause("6.11", "5.3")
def test_6_11_more_than_127_points_of_one_force_fly_if_the_die_allows_it() -> None:
    state, hellcats = position_off_midway(), STACKS.index["f6f_carrier"]
    command = OF_FORCE + FORCES.index["allies_1"]
    found = [(deck, hellcats, command, points) for deck, points in enumerate((70, 63))]
    for die, allowed in ((6, 133), (2, 120)):
        availability.record_available(state, command, CARRIER_TRAINED, found, die)
        assert state.arrays[layout.ALLOWED][command * len(TRAININGS) + CARRIER_TRAINED] == allowed


@pytest.mark.clause("5.2")
def test_6_11_5_2_search_patrol_and_strikes_share_what_is_available() -> None:
    state = position_off_midway()
    midway_states.start(state, *CLEAR_WEATHER, 3, 3, 3)
    act(state, "allies", "search", MIDWAY, "b_17_trained", "4")
    act(state, "allies", "search", MIDWAY, "sbd_trained", "2")
    assert refused(state, "allies", "search", MIDWAY, "f2a_trained", "1")[0] == "8.1"
    act(state, "allies", "search", MIDWAY, "pby_trained", "3")
    act(state, "japan", "done")
    act(state, "allies", "done", dice=(1, 1))
    clause, message = refused(state, "allies", "patrol", MIDWAY, "f2a_trained", MIDWAY, "2")
    assert (clause, message) == ("6.11", "there are not that many points of F2A (trained) free to patrol")
    act(state, "allies", "patrol", MIDWAY, "f2a_trained", MIDWAY, "1")
    assert refused(state, "allies", "patrol", MIDWAY, "f2a_trained", MIDWAY, "1")[0] == "6.2"


@pytest.mark.clause("5.4", "5.41")
def test_5_4_5_41_a_base_flies_as_many_points_as_its_undamaged_levels_hold() -> None:
    state = position_off_midway({"b_17_trained": 25})
    assert air_bases.operating(state, BASE_AT[NUMBER[MIDWAY]]) == 20
    assert air_bases.operating(state, BASE_AT[NUMBER[MIDWAY]], water=True) == 20
    state.arrays[layout.HURT][BASE_AT[NUMBER[MIDWAY]]] = 1
    midway_states.start(state, *CLEAR_WEATHER, 3, 6)
    assert refused(state, "allies", "search", MIDWAY, "b_17_trained", "11")[0] == "6.11"
    act(state, "allies", "search", MIDWAY, "b_17_trained", "10")


def test_5_3_points_without_a_headquarters_fly_nothing() -> None:
    state = position_off_midway({})
    midway_states.park(state, "D3243", zero_trained=3)
    state.arrays[layout.CONTROL][NUMBER["D3243"]] = JAPAN
    midway_states.start(state, *CLEAR_WEATHER, 3)
    assert flights.service(state, JAPAN, *slot("D3243", "zero_trained")) == flights.NO_COMMAND
    assert transferable_points.movable(state, JAPAN).get(slot("D3243", "zero_trained")) is None


def slot(base: str, stack: str) -> tuple[int, int]:
    return midway_states.base(base), STACKS.index[stack]


def test_8_6_nothing_takes_off_in_a_storm() -> None:
    state = position_off_midway()
    midway_states.start(state, 5, 1, 3, 3, 3)
    assert refused(state, "allies", "search", MIDWAY, "pby_trained", "1")[0] == "8.6"


def test_8_42_six_search_points_count_the_aircraft_of_a_base() -> None:
    state = position_off_midway({"b_17_trained": 3}, jp_cv1={"kate_carrier": 6})
    midway_states.start(state, *CLEAR_WEATHER, 3, 3)
    act(state, "japan", "search", "jp_cv1", "kate_carrier", "6")
    act(state, "allies", "done")
    events = act(state, "japan", "done")
    assert find_events(events, "japan", "base_searched") == [{"event": "base_searched", "base": MIDWAY, "points": 3}]
    assert not find_events(events, "allies", "base_searched")
    assert searched_ports.known_in_port(state, JAPAN, NUMBER[MIDWAY]) == (0, 0)
    assert searched_ports.known_in_port(state, JAPAN, NUMBER[PEARL]) is None


@pytest.mark.clause("4.11")
def test_4_31_the_first_player_sees_the_hexes_of_the_others_strikes() -> None:
    state = position_off_midway()
    midway_states.contact(state, "japan_1", "F1230")
    midway_states.start(state, *CLEAR_WEATHER, 3, 3, 3)
    act(state, "japan", "done")
    act(state, "allies", "done")
    act(state, "allies", "strike", "japan_1")
    act(state, "allies", "send", MIDWAY, "sbd_trained", "bomb", "2")
    act(state, "allies", "fly")
    events = act(state, "allies", "done")
    assert find_events(events, "japan", "strikes_seen") == [{"event": "strikes_seen", "hexes": ["F1230"]}]
    assert [event for event in events if event[1] & 1 and len(event) > 3] == []


# -- 31.0 raids ----------------------------------------------------------------------------------------


def raid(state: State, target: str, altitude: str, *sent: tuple[str, ...]) -> None:
    act(state, "japan", "raid", MIDWAY, target, altitude)
    for points in sent:
        act(state, "japan", "send", *points)
    act(state, "japan", "fly")


@pytest.mark.clause("31.1", "31.2", "6.3", "7.6")
def test_31_1_31_2_a_surprised_airbase_loses_levels_and_parked_points() -> None:
    state = after_declaration(position_off_midway(), 3, 3, 3)
    raid(state, "airbase", "medium", ("jp_cv1", "val_carrier", "bombardment", "6"))
    first_hit, second_hit = (1, 6, 3, 4, 11 - 2, 3), (1, 4, 1, 4)
    events = act(state, "japan", "done", dice=(1, 6, *first_hit, *second_hit))
    (bombs,) = find_events(events, "allies", "bombed")
    assert (bombs["strength"], bombs["row"], bombs["hits"]) == (12, 0, 2)
    base = BASE_AT[NUMBER[MIDWAY]]
    assert state.arrays[layout.HURT][base] == 2
    hits = find_events(events, "japan", "hit_on_ground")
    assert sum(event["lost"] for event in hits) + sum(event["out"] for event in hits) == 5
    assert state.cells[layout.LOSSES + ALLIES] == 2 * sum(event["lost"] for event in hits)


@pytest.mark.clause("6.3")
def test_6_3_before_bombs_are_rolled_the_struck_side_sees_the_hex_of_a_wave_and_its_target() -> None:
    state = after_declaration(position_off_midway({}), 3)
    raid(state, "supply", "medium", ("jp_cv1", "val_carrier", "bombardment", "6"))
    events = act(state, "japan", "done", dice=(1, 2))
    (raided,) = find_events(events, "allies", "raided")
    assert (raided["at"], raided["target"]) == (MIDWAY, "supply")
    assert raided["wave"] == find_events(events, "allies", "bombed")[0]["wave"]
    order = [event[0] for event in events]
    assert order.index(log.RAIDED.number) < order.index(log.BOMBED.number)
    assert tell(raided) == "Japanese Wave 1 strikes Supply Points at Midway (F1234)."


@pytest.mark.parametrize(("altitude", "row"), [("low", 1), ("medium", 0)])
def test_31_1_a_low_raid_reads_a_row_higher(altitude: str, row: int) -> None:
    state = after_declaration(position_off_midway({}), 3)
    raid(state, "supply", altitude, ("jp_cv1", "val_carrier", "bombardment", "6"))
    events = act(state, "japan", "done", dice=(1, 2))
    (bombs,) = find_events(events, "allies", "bombed")
    assert (bombs["row"], bombs["hits"]) == (row, row)
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER[MIDWAY]]] == 20 - 20 * row


def test_31_1_only_heavy_bombers_attack_from_high_altitude() -> None:
    state = after_declaration(position_off_midway(), 3, 3, 3)
    assert refused(state, "japan", "raid", MIDWAY, "airbase", "high")[0] == "31.1"


@pytest.mark.clause("31.4", "6.4")
def test_31_4_6_4_those_that_strafe_meet_doubled_fire_and_hit_parked_points() -> None:
    state = after_declaration(position_off_midway({"sbd_trained": 2}, jp_cv1={"zero_carrier": 4}), 3, 3)
    raid(state, "airbase", "medium", ("jp_cv1", "zero_carrier", "strafing", "4"))
    events = act(state, "japan", "done", dice=(6, 6, 2, 6, 5))
    (flak,) = find_events(events, "japan", "flak")
    assert (flak["strength"], flak["height"], flak["lost"], flak["aborted"]) == (12, 1, 1, 1)
    (strafed,) = find_events(events, "allies", "strafed")
    assert (strafed["strength"], strafed["hits"]) == (4, 1)
    assert parked(state, MIDWAY, "sbd_trained") == 1


@pytest.mark.clause("6.5", "8.41")
def test_20_14_no_torpedoes_on_ships_in_port() -> None:
    state = position_off_midway({}, jp_cv1={"kate_carrier": 4})
    layout.ships_in(state.arrays).put(SHIPS.index["us_ca24"], NUMBER[MIDWAY])
    midway_states.start(state, *CLEAR_WEATHER, 3)
    act(state, "japan", "search", "jp_cv1", "kate_carrier", "1")
    act(state, "allies", "done")
    act(state, "japan", "done")
    act(state, "allies", "done")
    act(state, "japan", "raid", MIDWAY, "ships", "medium")
    assert refused(state, "japan", "send", "jp_cv1", "kate_carrier", "torpedo", "3")[0] == "5.2"
    act(state, "japan", "send", "jp_cv1", "kate_carrier", "bomb", "3")
    act(state, "japan", "fly")
    events = act(state, "japan", "done", dice=(1, 2, 2, 1))
    (hit,) = find_events(events, "allies", "ship_hit")
    assert (hit["ship"], hit["added"], hit["strength"], hit["points"]) == ("us_ca24", 3, 6, 7)


@pytest.mark.clause("6.5", "14.3")
@pytest.mark.parametrize("guarded", [False, True])
def test_20_14_torpedoes_attack_single_ships_at_an_anchorage_without_a_deployed_base_force(guarded: bool) -> None:
    state = position_off_midway({}, jp_cv1={"kate_carrier": 4})
    put_force(state, "japan_1", "F2043", "jp_cv1", "jp_cv2")
    layout.ships_in(state.arrays).put(SHIPS.index["us_ca24"], NUMBER[JOHNSTON])
    base_force = UNITS.index[put_unit(state, "us_bf", JOHNSTON)]
    state.arrays[layout.DEPLOYED][base_force] = FULL if guarded else 0
    midway_states.start(state, *CLEAR_WEATHER, 3)
    act(state, "japan", "search", "jp_cv1", "kate_carrier", "1")
    act(state, "allies", "done")
    act(state, "japan", "done")
    act(state, "allies", "done")
    act(state, "japan", "raid", JOHNSTON, "ships", "medium")
    if guarded:
        assert refused(state, "japan", "send", "jp_cv1", "kate_carrier", "torpedo", "3")[0] == "5.2"
        return
    act(state, "japan", "send", "jp_cv1", "kate_carrier", "torpedo", "3")
    act(state, "japan", "fly")
    events = act(state, "japan", "done", dice=(1, 2, 2))
    (hit,) = find_events(events, "allies", "ship_hit")
    assert (hit["ship"], hit["weapon"]) == ("us_ca24", "air_torpedoes")


# -- 5.5 to 5.7, 37.4 transfers ------------------------------------------------------------------------


def transferring(state: State, *commands: int, search: tuple[int, ...] = ()) -> State:
    after_declaration(state, *commands, search=search)
    act(state, "japan", "done")
    return state


@pytest.mark.clause("5.9")
def test_5_5_5_9_points_transfer_once_and_count_twice() -> None:
    state = transferring(position_off_midway(), 3, 3, 3)
    events = choose_in_two_steps(state, "allies", "fly_to", MIDWAY, "b_17_trained", PEARL, "3")
    assert find_events(events, "allies", "transferred")
    assert not find_events(events, "japan", "transferred")
    assert (parked(state, MIDWAY, "b_17_trained"), parked(state, PEARL, "b_17_trained")) == (1, 3)
    here = midway_states.base(PEARL) * len(STACKS) + STACKS.index["b_17_trained"]
    assert [state.arrays[block][here] for block in flight_duties.COUNTED] == [3, 3]
    assert refused_in_two(state, "allies", "fly_to", PEARL, "b_17_trained", MIDWAY, "1")[0] == "5.5"


def test_5_5_the_range_of_a_transfer_and_the_room_at_its_end() -> None:
    state = transferring(position_off_midway(), 3, 3, 3)
    assert refused_in_two(state, "allies", "fly_to", MIDWAY, "f2a_trained", PEARL, "1")[0] == "5.5"
    assert refused_in_two(state, "allies", "fly_to", MIDWAY, "pby_trained", "F2302", "1")[0] == "5.5"
    choose_in_two_steps(state, "allies", "fly_to", MIDWAY, "pby_trained", "F2401", "1")


def test_5_6_points_that_struck_land_at_another_base_in_range_and_count_twice() -> None:
    state = transferring(position_off_midway(), 3, 3, 3)
    over, stack = NUMBER["F2338"], STACKS.index["b_17_trained"]
    flights.launch(
        state, ALLIES, flights.Sortie(midway_states.base(MIDWAY), stack, flight_duties.RETURNING, over=over), 2
    )
    assert refused(state, "allies", "divert", MIDWAY, "b_17_trained", PEARL, "3")[0] == "5.6"
    flights.count_flown(state, midway_states.base(MIDWAY), stack, 2)
    act(state, "allies", "divert", MIDWAY, "b_17_trained", PEARL, "2")
    assert (parked(state, MIDWAY, "b_17_trained"), parked(state, PEARL, "b_17_trained")) == (2, 2)
    assert sum(state.arrays[layout.FLOWN]) == sum(state.arrays[layout.TRANSFERRED]) == 2
    assert refused(state, "allies", "divert", MIDWAY, "f2a_trained", PEARL, "1")[0] == "5.6"


def test_37_4_the_boxes_are_linked() -> None:
    state = position_off_midway()
    midway_states.park(state, "alaska", p_40_trained=2)
    transferring(state, 3, 3, 3)
    assert refused_in_two(state, "allies", "fly_to", "alaska", "p_40_trained", PEARL, "1")[0] == "5.5"
    choose_in_two_steps(state, "allies", "fly_to", "alaska", "p_40_trained", "F2302", "2")
    assert parked(state, "F2302", "p_40_trained") == 2


@pytest.mark.clause("5.7", "5.9")
def test_5_7_points_that_rested_leave_an_overrun_base_and_the_others_are_lost() -> None:
    state = position_off_midway({})
    midway_states.park(state, "F2302", p_40_trained=12)
    midway_states.start(state, *CLEAR_WEATHER, 3, 3)
    flights.launch(state, ALLIES, flights.Sortie(*slot("F2302", "p_40_trained"), flight_duties.RETURNING), 1)
    flights.phase_begins(state)
    execution = Execution(state, ScriptedDice([]))
    return_to_base.evacuate_base(execution, ALLIES, midway_states.base("F2302"))
    assert parked(state, "F2401", "p_40_trained") == 11
    here = midway_states.base("F2401") * len(STACKS) + STACKS.index["p_40_trained"]
    assert [state.arrays[block][here] for block in flight_duties.COUNTED] == [11, 11]
    assert layout.points_at(state.arrays, midway_states.base("F2302")) == 0
    assert state.cells[layout.LOSSES + ALLIES] == 2 * 1


@pytest.mark.clause("5.7", "5.4", "5.41")
@pytest.mark.parametrize(("hurt", "level", "fled"), [(0, 1, 12), (1, 1, 12), (0, 0, 0)])
def test_5_7_5_41_points_that_flee_land_beyond_the_capacity_of_a_base_and_at_damaged_levels(
    hurt: int, level: int, fled: int
) -> None:
    """Only Dutch Harbor is within range of Umnak. Its Level holds ten points; without a Level it is not an airbase."""
    state = position_off_midway({})
    midway_states.park(state, "F2302", p_40_trained=12)
    midway_states.start(state, *CLEAR_WEATHER, 3, 3)
    state.arrays[layout.LEVEL][midway_states.base("F2401")] = level
    state.arrays[layout.HURT][midway_states.base("F2401")] = hurt
    return_to_base.evacuate_base(Execution(state, ScriptedDice([])), ALLIES, midway_states.base("F2302"))
    assert parked(state, "F2401", "p_40_trained") == fled
    assert state.cells[layout.LOSSES + ALLIES] == 2 * (12 - fled)


# -- 5.9 attrition in the air ----------------------------------------------------------------------------


def worn(state: State, *dice: int) -> State:
    """The Supply Phase asks for attrition."""
    state.stack = ()
    execution = Execution(state, ScriptedDice(list(dice)))
    air_attrition.attrition_segment(execution)
    return state


def test_5_9_a_headquarters_loses_points_that_flew_and_the_owner_chooses_which() -> None:
    state = position_off_midway({"f2a_trained": 2, "b_17_trained": 14, "sbd_trained": 2})
    for name, flown in (("b_17_trained", 14), ("sbd_trained", 2)):
        flights.count_flown(state, *slot(MIDWAY, name), flown)
    worn(state, 6)
    assert refused(state, "allies", "write_off", MIDWAY, "f2a_trained") == (
        "5.9",
        "F2A (trained) at Midway did not fly in this Game-Turn",
    )
    act(state, "allies", "write_off", MIDWAY, "sbd_trained")
    events = act(state, "allies", "write_off", MIDWAY, "b_17_trained")
    assert find_events(events, "japan", "worn_out") == [{"event": "worn_out", "side": "allies", "points": 1}]
    assert (parked(state, MIDWAY, "sbd_trained"), parked(state, MIDWAY, "b_17_trained")) == (1, 13)
    assert state.cells[layout.LOSSES + ALLIES] == 2 * 2
    flights.turn_ends(state)
    assert not any(state.arrays[layout.FLOWN])


def test_5_9_carriers_have_no_losses() -> None:
    state = position_off_midway({}, jp_cv1={"val_carrier": 6})
    flights.count_flown(state, *slot("jp_cv1", "val_carrier"), 6)
    worn(state)
    assert state.stack == ()
