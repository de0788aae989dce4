"""13.0 Submarines: attacks on Task Forces, the hunt, the Submarine Phase, with fixed dice."""

from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.codecs.position import load_position, parse_position, position_text, read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.search_reach import reaching
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import SubmarineAttacks
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import SubmarinePhase
from tests.games.war_in_the_pacific.battle_states import calm, choose, find_events, level, mission, open_procedure
from tests.games.war_in_the_pacific.midway_states import ALLIED, put_force, refused, where

TORPEDOING = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific" / "torpedoing.toml"
AT, NEAR, FAR = "F1230", "F1231", "F1232"
TARGETS = ("us_cv8", "us_ca32", "us_ca33", "us_dd14", "us_dd15")


def submarines(subron: str, hex: str, fleet: int = 6, ready: int = 4) -> State:
    """A Subron on station, and an American force that has moved."""
    state = calm()
    mission(state, put_force(state, "allies_1", AT, *TARGETS), "transit")
    station(state, subron, hex, fleet, ready)
    return state


def station(state: State, subron: str, hex: str, fleet: int, ready: int) -> int:
    """A Subron of fleet boats on station."""
    number = layout.SUBRONS.index[subron]
    state.cells[layout.SUBRON_AT + number] = NUMBER[hex]
    state.cells[layout.SUBRON_FLEET + number] = fleet
    state.cells[layout.SUBRON_READY + number] = ready
    state.cells[layout.SUBRON_OUT + number] = 1
    return number


def test_13_7_contact_by_ready_points_escorts_and_the_forces_state() -> None:
    state = submarines("japan_subron_1", AT)
    number = layout.SUBRONS.index["japan_subron_1"]
    assert submarine_attacks.contact_number(state, ALLIED, number) == 3
    state.cells[layout.FORCE_ACTIVE + ALLIED] = 0
    assert submarine_attacks.contact_number(state, ALLIED, number) == 4
    state.cells[layout.SUBRON_READY + number] = 12
    assert submarine_attacks.contact_number(state, ALLIED, number) == 4


def test_13_7_a_missed_force_leaves_no_trace() -> None:
    state = submarines("japan_subron_1", AT)
    assert open_procedure(state, SubmarineAttacks.opened(), 4) == []
    assert not state.stack


@pytest.mark.clause("13.7", "13.8")
def test_13_7_13_8_an_attack_die_by_die() -> None:
    """Three points of strength four attack: a four gives 11 on the cruiser.

    The hunt of the escorts, three points with two DD, sinks none.
    """
    state = submarines("japan_subron_1", AT)
    events = open_procedure(state, SubmarineAttacks.opened(), 3, 4, 2, 4, 1, 2, 5)
    assert find_events(events, "sub_attack") == [{"event": "sub_attack", "force": "allies_1", "at": AT, "points": 3}]
    hit = find_events(events, "ship_hit")[0]
    assert (hit["weapon"], hit["strength"], hit["points"]) == ("submarines", 12, 11)
    assert find_events(events, "asw")[0]["strength"] == 2
    number = layout.SUBRONS.index["japan_subron_1"]
    assert state.cells[layout.SUBRON_READY + number] == 1
    assert state.cells[layout.TORPEDOED + ALLIED] == 3
    assert not state.stack


def test_13_7_on_a_five_the_attacker_chooses_among_the_three_largest() -> None:
    state = submarines("japan_subron_1", AT)
    open_procedure(state, SubmarineAttacks.opened(), 3, 5)
    assert state.decisions()[0].side == "japan"
    assert refused(state, "japan", "torpedo", "us_dd14") == (
        "13.7",
        "two destroyers (US DD14) is not one of the three largest ships of the force",
    )
    choose(state, "japan", "torpedo", "us_cv8", dice=(4, 1, 2, 1))
    assert level(state, "us_cv8") == 1
    assert state.cells[layout.BATTLING] == 0


def test_13_7_in_an_adjacent_hex_one_die_is_added() -> None:
    state = submarines("japan_subron_1", NEAR)
    assert open_procedure(state, SubmarineAttacks.opened(), 3) == []
    assert find_events(open_procedure(state, SubmarineAttacks.opened(), 2, 3, 5), "sub_attack")
    assert open_procedure(submarines("japan_subron_1", FAR), SubmarineAttacks.opened()) == []


def test_13_7_three_points_attack_a_force_in_a_phase() -> None:
    state = submarines("japan_subron_1", AT, 6, 2)
    station(state, "japan_subron_2", AT, 6, 6)
    events = open_procedure(state, SubmarineAttacks.opened(), 1, 4, 2, 1, 1, 1, 1, 4, 2, 1, 1, 1)
    assert [attack["points"] for attack in find_events(events, "sub_attack")] == [2, 1]
    assert open_procedure(state, SubmarineAttacks.opened()) == []
    submarine_attacks.begin_submarine_attacks(state)
    assert find_events(open_procedure(state, SubmarineAttacks.opened(), 1, 5), "sub_attack")


def test_13_8_only_their_owner_sees_the_number_of_hunters() -> None:
    events = open_procedure(submarines("japan_subron_1", AT), SubmarineAttacks.opened(), 3, 4, 2, 4, 1, 2, 5)
    hunt = {"event": "asw", "at": AT, "die": 5, "lost": 0}
    assert find_events(events, "asw", 1 << JAPAN) == [hunt]
    assert find_events(events, "asw", 1 << ALLIES) == [{**hunt, "strength": 2}]
    rules = GAME.rules()
    assert GAME.describe_event(hunt, rules) == "The hunt at F1230, die 5: no Sub Point lost."
    assert GAME.describe_event({**hunt, "strength": 2}, rules) == "The hunt at F1230 with 2, die 5: no Sub Point lost."


def test_13_7_a_surprised_force_is_sampled_where_it_is_and_can_be_in_a_position() -> None:
    state = load_position(TORPEDOING, GAME.rules())
    sampler = GAME.sampler(state.view("allies"))
    for seed in range(20):
        world = sampler.draw(Random(seed))
        assert where(world, "japan_25") == "F1234"
        GAME.check(world)
    position = parse_position(position_text(state))
    position["frames"][-1]["where"] = "F1230"
    with pytest.raises(BadValue, match="no Game-Turn has these steps"):
        read_position(position)


def test_13_8_sub_points_lost_score() -> None:
    state = submarines("japan_subron_1", AT)
    events = open_procedure(state, SubmarineAttacks.opened(), 3, 4, 1, 1, 1, 6)
    assert find_events(events, "asw")[0]["lost"] == 1
    assert state.cells[layout.LOSSES + JAPAN] == 10
    assert state.cells[layout.SUBRON_FLEET + layout.SUBRONS.index["japan_subron_1"]] == 5


def test_13_7_before_9_43_us_submarines_take_one_off_the_die() -> None:
    state = calm()
    mission(state, put_force(state, "japan_1", AT, "jp_cv1"), "transit")
    station(state, "allies_subron_1", AT, 6, 3)
    events = open_procedure(state, SubmarineAttacks.opened(), 3, 4, 2, 1)
    assert find_events(events, "ship_hit")[0]["added"] == -1


def test_13_91_a_patrol_hunts_on_station() -> None:
    state = submarines("japan_subron_1", AT)
    mission(state, ALLIED, "patrol")
    hand = ScriptedDice((6,))
    execution = Execution(state, hand)
    submarine_attacks.hunted_on_station(execution)
    assert execution.events == []
    put_force(state, "allies_1", AT, *(f"us_dd{number}" for number in range(16, 24)))
    hand = ScriptedDice((6,))
    execution = Execution(state, hand)
    submarine_attacks.hunted_on_station(execution)
    assert find_events(execution.events, "asw")[0]["lost"] == 1


# -- 13.3 the Submarine Phase ------------------------------------------------------------------------------


def phase() -> State:
    """A Submarine Phase with a Japanese Subron of fleet boats and an Allied one of coastal boats."""
    state = calm()
    station(state, "japan_subron_1", AT, 7, 2)
    number = station(state, "allies_subron_1", "F3243", 0, 2)
    state.cells[layout.SUBRON_COASTAL + number] = 3
    SubmarinePhase.start(Execution(state, NoDice()))
    return state


def test_13_3_a_subron_takes_a_station_in_reach_and_rolls_for_its_ready_points() -> None:
    """13.1, 13.3, 13.5: seven points are two Squadrons."""
    state = phase()
    other = state.copy()
    choose(other, "allies", "send_subron", "allies_subron_1")
    assert refused(other, "allies", "make_for", "B3952") == ("13.3", "B3952 is too far away for the Subron")
    other = state.copy()
    choose(other, "allies", "transit_subron", "allies_subron_1")
    assert other.why_not("allies", ("make_for", "B3952")) is None
    choose(state, "japan", "send_subron", "japan_subron_1")
    choose(state, "japan", "make_for", "F3343")
    assert refused(state, "japan", "transit_subron", "japan_subron_1")[0] == "13.3"
    choose(state, "japan", "done")
    events = choose(state, "allies", "done", dice=(4, 6, 2))  # a die for each Squadron, Japan's first
    assert find_events(events, "subron_ready", 0b01) == [
        {"event": "subron_ready", "subron": "japan_subron_1", "points": 5}
    ]
    assert state.cells[layout.SUBRON_READY + layout.SUBRONS.index["japan_subron_1"]] == 5
    assert state.cells[layout.SUBRON_READY + layout.SUBRONS.index["allies_subron_1"]] == 2
    assert state.cells[layout.SUBRON_OUT + layout.SUBRONS.index["japan_subron_1"]] == 2


def test_13_3_in_transit_it_goes_twice_as_far_and_does_nothing_else() -> None:
    """13.3, 13.4: a Subron in transit neither searches nor attacks."""
    state = phase()
    choose(state, "japan", "transit_subron", "japan_subron_1")
    choose(state, "japan", "make_for", "D0326")
    choose(state, "allies", "done")
    choose(state, "japan", "done", dice=(2,))
    number = layout.SUBRONS.index["japan_subron_1"]
    assert state.cells[layout.SUBRON_READY + number] == 0
    assert reaching(state, JAPAN, NUMBER["D0326"]).points == 0  # 13.4: in transit it does not search
    state.cells[layout.SUBRON_MODE + number] = 0
    assert reaching(state, JAPAN, NUMBER["D0326"]).points == 2
    state.cells[layout.SUBRON_MODE + number] = 1
    mission(state, put_force(state, "allies_1", "D0326", "us_ca32"), "transit")
    assert open_procedure(state, SubmarineAttacks.opened()) == []


def test_13_3_it_refits_in_port_and_may_put_out_again() -> None:
    state = phase()
    held = state.cells[layout.SUBS_HELD]
    clause, sentence = refused(state, "japan", "refit_subron", "japan_subron_1", AT)
    assert (clause, sentence) == ("13.3", f"{AT} is not one of your ports within reach where submarines can refit")
    choose(state, "japan", "refit_subron", "japan_subron_1", "D0326")
    choose(state, "japan", "done")
    choose(state, "allies", "done", dice=(2,))
    assert state.cells[layout.SUBS_HELD] == held + 7
    assert state.cells[layout.SUBRON_AT + layout.SUBRONS.index["japan_subron_1"]] == -1
    SubmarinePhase.start(Execution(state, NoDice()))
    choose(state, "japan", "put_out", "fleet", "7")
    choose(state, "japan", "make_for", "D0426")


def test_13_3_a_subron_out_too_long_must_go_home_and_loses_points() -> None:
    state = phase()
    number = layout.SUBRONS.index["japan_subron_1"]
    state.cells[layout.SUBRON_OUT + number] = 3
    assert refused(state, "japan", "send_subron", "japan_subron_1") == (
        "13.3",
        "Japanese Subron 1 has been at sea for as long as it can, and must return",
    )
    choose(state, "japan", "done")
    choose(state, "allies", "done", dice=(5, 6, 2))
    assert state.cells[layout.SUBRON_FLEET + number] == 6
    assert state.cells[layout.LOSSES + JAPAN] == 10
    assert state.cells[layout.LOSSES + ALLIES] == 0


@pytest.mark.clause("4.2", "13.7")
@pytest.mark.parametrize(("first", "attacked"), [(JAPAN, ["allies_1", "japan_1"]), (ALLIES, ["japan_1", "allies_1"])])
def test_4_2_13_7_the_first_players_submarines_attack_first(first: int, attacked: list[str]) -> None:
    state = submarines("japan_subron_1", AT)
    state.cells[layout.FIRST_PLAYER] = first
    mission(state, put_force(state, "japan_1", FAR, "jp_cv1", "jp_ca5"), "transit")
    station(state, "allies_subron_1", FAR, 6, 4)
    state.stack = (*state.stack, SubmarineAttacks.opened())
    execution = Execution(state, ScriptedDice((1,) * 40))
    run(execution)
    assert [event["force"] for event in find_events(execution.events, "sub_attack")] == attacked
