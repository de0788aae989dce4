"""13.9 Missions of submarines: small loads from coast to coast, scouted ports, in matches from a position."""

from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.codecs.position import parse_position, position_text, read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import land_and_coasts
from ironbottom.games.war_in_the_pacific.derived.search_reach import reaching
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.information.check import check
from ironbottom.games.war_in_the_pacific.information.resample import Sampler
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, UNITS
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import SubmarinePhase
from ironbottom.games.war_in_the_pacific.text.text import name, tell
from ironbottom.games.war_in_the_pacific.turns import turn_number
from ironbottom.testing.flips import side_information
from ironbottom.testing.games import from_position
from ironbottom.testing.hidden_information import check_random_acts, check_side
from ironbottom.testing.walks import Walk
from tests.games.war_in_the_pacific.battle_states import kinds_at, mission, put_unit
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, in_step, opening_frame

PARAMUSHIRO, SAIPAN, WAKE, HAKODATE = "D2007", "D0948", "D3243", "D0418"
MIDWAY, PEARL = "F1234", "F3342"
INITIATIVE = (3, 3, 1, 1)
"""The dice of initiative and dummies at the start of the next Game-Turn."""
MINE, THEIRS = layout.SUBRONS.index["japan_subron_1"], layout.SUBRONS.index["allies_subron_1"]


def sailing(state: State, number: int, hex: str, fleet: int) -> None:
    """A Subron of fleet boats that has been out one Cycle."""
    state.cells[layout.SUBRON_AT + number] = NUMBER[hex]
    state.cells[layout.SUBRON_FLEET + number] = fleet
    state.cells[layout.SUBRON_OUT + number] = 1


def phase(mine: int = 12, hex: str = PARAMUSHIRO, theirs: int = 6, scenario: str = "midway") -> State:
    """The one Submarine Phase of Midway, with a Subron of each side, Japan First Player."""
    state = GAME.new(scenario)
    state.cells[layout.TURN] = turn_number("4/6/42" if scenario == "midway" else "4/11/44")
    state.cells[layout.FIRST_PLAYER] = JAPAN
    if scenario == "leyte":
        state.cells[layout.OBJECTIVE] = NUMBER["B2452"]
    if mine:
        sailing(state, MINE, hex, mine)
    if theirs:
        sailing(state, THEIRS, PEARL if scenario == "midway" else "B3953", theirs)
    in_step(state, "strategic")
    return in_step(state, "strategic", opening_frame(state, SubmarinePhase))


def battalion(state: State, hex: str) -> str:
    """A garrison of one Load Point, the first of its type in a hex."""
    types, where = state.arrays[layout.UNIT_TYPE], state.arrays[layout.UNIT_AT]
    one = state.rules.pieces.ground
    found = [n for n in range(len(UNITS)) if where[n] == NUMBER[hex] and one[types[n]].printed == "1-1"]
    return UNITS.ids[found[0]]


def test_13_9_a_subron_carries_a_battalion_from_coast_to_coast_and_does_not_attack() -> None:
    game = PositionMatch(phase(mine=4))
    unit = battalion(game.state, PARAMUSHIRO)
    game.choose("japan", "ferry", "japan_subron_1", PARAMUSHIRO)
    assert game.offers("japan") == ("ferry_unit",)
    assert game.offers("japan", "ferry_unit") == (unit,)
    game.choose("japan", "ferry_unit", unit)
    assert game.offers("japan") == ("bring_to",)
    assert SAIPAN in game.offers("japan", "bring_to")
    assert PARAMUSHIRO not in game.offers("japan", "bring_to")
    assert game.refused("japan", "bring_to", MIDWAY) == (
        "13.9",
        "Midway is not another of your coasts within reach with room for what the Subron carries",
    )
    game.choose("japan", "bring_to", SAIPAN)
    assert game.refused("japan", "send_subron", "japan_subron_1")[0] == "13.3"
    game.choose("japan", "done")
    assert "jp_1_1" in kinds_at(game.state, PARAMUSHIRO)
    game.choose("allies", "done", dice=(4, *INITIATIVE))  # one die: that of the Allied Squadron
    assert IDS[game.state.arrays[layout.UNIT_AT][UNITS.index[unit]]] == SAIPAN
    cells = game.state.cells
    assert (cells[layout.SUBRON_AT + MINE], cells[layout.SUBRON_MODE + MINE]) == (
        NUMBER[SAIPAN],
        layout.SUBMARINE_MISSION,
    )
    assert (cells[layout.SUBRON_READY + MINE], cells[layout.SUBRON_READY + THEIRS]) == (0, 4)
    assert (cells[layout.SUBRON_FROM + MINE], any(game.state.arrays[layout.FERRIED])) == (-1, False)


def test_13_9_1_3_the_enemy_sees_only_the_unit_and_only_after_both_have_ordered() -> None:
    game = PositionMatch(phase(mine=4))
    unit = battalion(game.state, PARAMUSHIRO)
    before = {side: side_information(game.state, side) for side in ("allies", "public")}
    game.choose("japan", "ferry", "japan_subron_1", PARAMUSHIRO)
    game.choose("japan", "ferry_unit", unit)
    assert game.match.view("japan")["subron_from"] == {"japan_subron_1": PARAMUSHIRO}
    game.choose("japan", "bring_to", SAIPAN)
    assert {side: side_information(game.state, side) for side in before} == before
    game.choose("japan", "done")
    game.choose("allies", "done", dice=(4, *INITIATIVE))
    assert game.events("allies", "loaded")[-1] == {"event": "loaded", "unit": unit, "at": PARAMUSHIRO}
    assert [(e["unit"], e["at"]) for e in game.events("allies", "landed")] == [(unit, SAIPAN)]
    assert game.events("allies", "subron_sent") == []
    assert game.match.view("allies")["subron_at"].keys() == {"allies_subron_1"}


@pytest.mark.parametrize(("points", "loads"), [(3, 0), (7, 1), (8, 2)])
def test_13_9_each_full_four_points_carry_a_load_point(points: int, loads: int) -> None:
    state = phase(mine=points)
    for _ in range(4):
        put_unit(state, "jp_1_1", PARAMUSHIRO)
    game = PositionMatch(state)
    if not loads:
        assert game.refused("japan", "ferry", "japan_subron_1", PARAMUSHIRO) == (
            "13.9",
            "no coast within reach of Japanese Subron 1 has anything that it can carry to another of your coasts",
        )
        return
    game.choose("japan", "ferry", "japan_subron_1", PARAMUSHIRO)
    for _ in range(loads):
        assert "ferry_unit" in game.offers("japan")
        game.choose("japan", "ferry_unit", game.offers("japan", "ferry_unit")[0])
    assert game.offers("japan") == ("bring_to",)


def test_13_9_27_1_a_base_force_goes_packed_with_twelve_points_and_a_regiment_with_eight() -> None:
    state = phase(mine=12)
    force, regiment = put_unit(state, "jp_bf", PARAMUSHIRO), put_unit(state, "jp_2_1", PARAMUSHIRO)
    game = PositionMatch(state)
    game.choose("japan", "ferry", "japan_subron_1", PARAMUSHIRO)
    assert {force, regiment} < set(game.offers("japan", "ferry_unit"))  # deployed ones there cannot be loaded
    game.choose("japan", "ferry_unit", force)
    clause, sentence = game.refused("japan", "ferry_unit", regiment)
    assert clause == "13.9"
    assert sentence.endswith("is not where the Subron loads, cannot be shipped, or is too large for it")
    small = PositionMatch(read_position(parse_position(position_text(with_points(state, 8)))))
    small.choose("japan", "ferry", "japan_subron_1", PARAMUSHIRO)
    assert regiment in small.offers("japan", "ferry_unit")
    assert force not in small.offers("japan", "ferry_unit")


def with_points(state: State, points: int) -> State:
    """The state with a number of points in the Subron."""
    other = state.copy()
    other.cells[layout.SUBRON_FLEET + MINE] = points
    return other


def test_13_9_25_4_four_supply_points_are_a_load_point() -> None:
    state = phase(mine=8, scenario="leyte", hex="B2152")
    stores = state.arrays[layout.SUPPLY]
    manila, to = next(
        (hex, other)
        for hex in land_and_coasts.friendly_coasts(state, JAPAN)
        for other in land_and_coasts.friendly_coasts(state, JAPAN)
        if hex in BASE_AT and other in BASE_AT and stores[BASE_AT[hex]] >= 50 and not stores[BASE_AT[other]]
    )
    had = stores[BASE_AT[manila]]
    game = PositionMatch(state)
    game.choose("japan", "ferry", "japan_subron_1", IDS[manila])
    assert game.offers("japan", "ferry_stores") == tuple(map(str, range(1, 9)))
    game.choose("japan", "ferry_stores", "8")
    assert game.refused("japan", "ferry_stores", "1") == (
        "13.9",
        "the Subron already has its Supply Points, or none of your other coastal bases is within its reach",
    )
    assert set(game.offers("japan", "bring_to")) <= {IDS[hex] for hex in BASE_AT}
    game.choose("japan", "bring_to", IDS[to])
    game.choose("allies", "done")
    game.choose("japan", "done", dice=(1,))
    assert (game.state.arrays[layout.SUPPLY][BASE_AT[manila]], game.state.arrays[layout.SUPPLY][BASE_AT[to]]) == (
        had - 8,
        8,
    )
    event = {"event": "stores_ferried", "subron": "japan_subron_1", "points": 8, "start": IDS[manila], "at": IDS[to]}
    assert (game.events("japan", "stores_ferried"), game.events("allies", "stores_ferried")) == ([event], [])


def test_13_9_13_3_fetching_and_carrying_a_load_is_one_phase_of_movement() -> None:
    """13.3: coastal boats off Hawaii spend 227 of their 400 on the way to Wake; Hakodate is 205 further."""
    off_hawaii = phase(mine=4, hex="F3340")
    off_hawaii.cells[layout.SUBRON_FLEET + MINE], off_hawaii.cells[layout.SUBRON_COASTAL + MINE] = 0, 4
    near, far = PositionMatch(phase(mine=4)), PositionMatch(off_hawaii)
    for game in (near, far):
        game.choose("japan", "ferry", "japan_subron_1", WAKE)
        game.choose("japan", "ferry_unit", battalion(game.state, WAKE))
    assert HAKODATE in near.offers("japan", "bring_to")
    assert HAKODATE not in far.offers("japan", "bring_to")
    assert SAIPAN in far.offers("japan", "bring_to")
    assert set(far.offers("japan", "bring_to")) < set(near.offers("japan", "bring_to"))


def test_13_9_points_in_port_sail_on_a_special_mission() -> None:
    game = PositionMatch(phase(mine=0))
    game.choose("japan", "put_out", "fleet", "4")
    assert "ferry_from" in game.offers("japan")
    game.choose("japan", "ferry_from", HAKODATE)
    unit = battalion(game.state, HAKODATE)
    game.choose("japan", "ferry_unit", unit)
    game.choose("japan", "bring_to", PARAMUSHIRO)
    game.choose("allies", "done")
    game.choose("japan", "done", dice=(2, *INITIATIVE))
    assert IDS[game.state.arrays[layout.UNIT_AT][UNITS.index[unit]]] == PARAMUSHIRO
    assert game.state.cells[layout.SUBRON_READY + MINE] == 0


def test_13_9_13_4_a_scout_searches_a_port_and_does_not_attack() -> None:
    game = PositionMatch(phase(hex="F1230"))
    assert game.refused("japan", "ferry", "japan_subron_1", PEARL)[0] == "13.9"
    game.choose("japan", "scout_port", "japan_subron_1")
    assert game.refused("japan", "make_for", "F1230")[0] == "13.3"
    game.choose("japan", "make_for", "F1233")
    game.choose("japan", "done")
    game.choose("allies", "done", dice=(6, *INITIATIVE))
    state = game.state.copy()
    assert state.cells[layout.SUBRON_READY + MINE] == 0
    assert reaching(state, JAPAN, NUMBER[MIDWAY]).points == 4
    force = put_force(state, "allies_1", "F1233", "us_ca32")
    mission(state, force, "transit")
    assert submarine_attacks.subrons_near(state, force) == []


def test_13_9_points_in_port_put_out_to_scout() -> None:
    game = PositionMatch(phase(mine=0))
    game.choose("allies", "put_out", "fleet", "6")
    assert game.refused("allies", "scout_at", PEARL)[0] == "13.9"
    port = game.offers("allies", "scout_at")[0]
    game.choose("allies", "scout_at", port)
    free = THEIRS + 1
    assert (IDS[game.state.cells[layout.SUBRON_AT + free]], game.state.cells[layout.SUBRON_MODE + free]) == (port, 3)


def test_13_9_13_91_a_subron_on_a_special_mission_is_hunted_on_station() -> None:
    state = GAME.new("midway")
    state.stack = ()
    sailing(state, MINE, "F1230", 6)
    mission(state, put_force(state, "allies_1", "F1230", *[f"us_dd{n}" for n in range(13, 19)]), "patrol")
    for mode, dice, left in ((layout.IN_TRANSIT, (), 6), (layout.SUBMARINE_MISSION, (6,), 5)):
        state.cells[layout.SUBRON_MODE + MINE] = mode
        hand = ScriptedDice(dice)
        submarine_attacks.hunted_on_station(Execution(state, hand))
        hand.finish()
        assert state.cells[layout.SUBRON_FLEET + MINE] == left


def test_13_9_21_1_units_that_other_subrons_bring_take_room() -> None:
    """Wake takes two divisions: five regiments, and one under way, fill it."""
    state = phase(mine=8)
    sailing(state, MINE + 1, PARAMUSHIRO, 8)
    first, second = put_unit(state, "jp_2_1", PARAMUSHIRO), put_unit(state, "jp_2_1", PARAMUSHIRO)
    for _ in range(5):
        put_unit(state, "jp_2_1", WAKE)
    game = PositionMatch(state)
    game.choose("japan", "ferry", "japan_subron_1", PARAMUSHIRO)
    game.choose("japan", "ferry_unit", first)
    game.choose("japan", "bring_to", WAKE)
    game.choose("japan", "ferry", "japan_subron_2", PARAMUSHIRO)
    assert first not in game.offers("japan", "ferry_unit")
    game.choose("japan", "ferry_unit", second)
    assert HAKODATE in game.offers("japan", "bring_to")
    assert WAKE not in game.offers("japan", "bring_to")


def test_13_9_a_position_during_a_special_mission_is_written_and_read() -> None:
    game = PositionMatch(phase(mine=4))
    unit = battalion(game.state, PARAMUSHIRO)
    game.choose("japan", "ferry", "japan_subron_1", PARAMUSHIRO)
    game.choose("japan", "ferry_unit", unit)
    again = PositionMatch(game.state)
    assert again.state.hash() == game.state.hash()
    again.choose("japan", "bring_to", SAIPAN)
    assert PositionMatch(again.state).state.hash() == again.state.hash()


def test_13_9_positions_refuse_what_no_subron_carries() -> None:
    state = phase(mine=4)
    state.cells[layout.SUBRON_FROM + MINE] = NUMBER[PARAMUSHIRO]
    state.arrays[layout.FERRIED][UNITS.index[battalion(state, HAKODATE)]] = MINE + 1
    with pytest.raises(BadValue, match="a Subron cannot carry this") as refused:
        read_position(parse_position(position_text(state)))
    assert refused.value.field == "subron_from.japan_subron_1"
    state.arrays[layout.FERRIED][UNITS.index[battalion(state, HAKODATE)]] = 0
    state.stack = GAME.new("midway").stack
    with pytest.raises(BadValue, match="a Subron cannot carry this"):
        read_position(parse_position(position_text(state)))


def test_13_3_positions_refuse_a_subron_that_goes_to_refit_at_sea() -> None:
    game = PositionMatch(phase())
    game.choose("japan", "scout_port", "japan_subron_1")
    message = parse_position(position_text(game.state))
    assert message["frames"][-1]["stacks"]["japan"][-1]["mode"] == layout.SUBMARINE_MISSION
    message["frames"][-1]["stacks"]["japan"][-1]["mode"] = layout.REFITS
    with pytest.raises(BadValue, match="no Game-Turn has these steps"):
        read_position(message)


@pytest.mark.build
def test_13_9_special_missions_that_the_enemy_may_have_ordered_are_sampled() -> None:
    state = phase(mine=12)
    sampler, random, seen = Sampler(state.rules, state.view("allies")), Random(5), 0
    for _ in range(12):
        world = sampler.draw(random)
        check(world)
        seen += any(world.cells[layout.SUBRON_FROM + n] >= 0 for n in range(layout.SUBRONS_A_SIDE))
        assert all(world.cells[layout.SUBRON_FROM + n] < 0 for n in range(layout.SUBRONS_A_SIDE, len(layout.SUBRONS)))
    assert seen


@pytest.mark.build
@pytest.mark.parametrize("steps", [1, 3], ids=["fetching", "ordered"])
def test_13_9_1_3_a_special_mission_shows_the_enemy_nothing_at_any_step(steps: int, tmp_path: Path) -> None:
    state = phase(mine=4)
    path = tmp_path / "errand.toml"
    path.write_text(position_text(state), encoding="utf-8")
    walk = Walk(from_position(GAME, path), 3)
    orders = (
        ("ferry", "japan_subron_1", PARAMUSHIRO),
        ("ferry_unit", battalion(state, PARAMUSHIRO)),
        ("bring_to", SAIPAN),
    )
    for order in orders[:steps]:
        walk.state.apply("japan", order, NoDice())
    for side in ("allies", "public"):
        check_side(walk, side, count=3)
    check_random_acts(walk, walk.state.decisions())


def test_13_9_choices_and_events_of_special_missions_have_a_text() -> None:
    assert [
        name(action)
        for action in (
            ("ferry", "japan_subron_1", PARAMUSHIRO),
            ("scout_port", "japan_subron_1"),
            ("ferry_from", HAKODATE),
            ("scout_at", MIDWAY),
            ("ferry_stores", "8"),
            ("bring_to", HAKODATE),
        )
    ] == [
        "Pick up a load at Paramushiro (D2007) with Japanese Subron 1",
        "Scout a port with Japanese Subron 1",
        "Pick up a load at Hakodate (D0418)",
        "Scout a port from Midway (F1234)",
        "Load 8 Supply Points",
        "Take the load to Hakodate (D0418)",
    ]
    event = {"event": "stores_ferried", "subron": "japan_subron_1", "points": 8, "start": PARAMUSHIRO, "at": HAKODATE}
    assert tell(event) == "Japanese Subron 1 brings 8 Supply Points from Paramushiro (D2007) to Hakodate (D0418)."
