"""43.0 Guadalcanal: its set-up, the edges of its map, reinforcements, Game-Turn and victory."""

from collections import Counter

import pytest

from ironbottom.engine.core import sets
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution, changed
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived import map_edges, ships_in_port
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.transfer_range import in_transfer, within_transfer
from ironbottom.games.war_in_the_pacific.grid import ALL_NAMES, GRID, NUMBER
from ironbottom.games.war_in_the_pacific.information.check import check_table
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    AIR_TYPES,
    BASE_AT,
    BASE_HEX,
    BASES,
    BOXES,
    FIRST_DECK,
    FORCES,
    GROUND_IN_BOX,
    GROUND_TYPES,
    HEXES,
    IN_BOX,
    IN_FORCE,
    SHIPS,
    STACKS,
    TRAININGS,
    UNITS,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.bases.ship_repair import repair_turn
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import USUAL, CargoOrders, ports_for_unit
from ironbottom.games.war_in_the_pacific.rules.naval import off_map, sailing
from ironbottom.games.war_in_the_pacific.rules.shore.shore_actions import ShoreOrders, open_to_unit
from ironbottom.games.war_in_the_pacific.rules.submarines import subs_off_map
from ironbottom.games.war_in_the_pacific.rules.turn import losses, terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios import shipping_turn, shortening
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import arrivals, derived, edges
from ironbottom.games.war_in_the_pacific.state import EDGES, MISSIONS, SUB_KINDS
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import choose, open_procedure, put_unit
from tests.games.war_in_the_pacific.guadalcanal_states import (
    BRISBANE,
    EAST,
    GUADALCANAL,
    NORTH,
    NOUMEA,
    RABAUL,
    SANTO,
    SYDNEY,
    TRUK,
    clear_links,
    lay,
    moor,
    new_game,
    run,
    station,
    without_links,
)

ROWS = [row for row in load().table(tables.DEPLOYMENT).values() if row.scenario == "43"]
BRISBANE_BASE, B_17 = BASE_AT[NUMBER[BRISBANE]], STACKS.index["b_17_trained"]
JAPAN_BOX, OPEN_SEA = BOXES.index["japan"], BOXES.index["beyond_the_edge"]


# -- 43.21 to 43.33 the set-up ----------------------------------------------------------------------------


@pytest.mark.clause("43.21", "43.31")
def test_43_21_43_31_every_printed_ship_starts_where_its_case_says() -> None:
    state, seen = new_game(), 0
    for row in [row for row in ROWS if row.kind == "ship" and row.numbers]:
        position = NUMBER[row.hex] if row.hex else IN_BOX + (JAPAN_BOX if row.side == "japan" else OPEN_SEA)
        for number in row.numbers:
            ship = SHIPS.index[f"{row.nation}_{row.unit.lower()}{number}"]
            assert state.arrays[layout.SHIP_AT][ship] == position, SHIPS.ids[ship]
            assert state.arrays[layout.SHRUNK][ship] == (2 if row.condition == "D2" else 0)
            assert state.arrays[layout.FUEL][ship] == state.rules.pieces.ships[ship].fuel
            seen += 1
    out = [ship for ship, where in enumerate(state.arrays[layout.SHIP_AT]) if where >= 0]
    assert seen == len(out) == 13 + 45 + 19 + 14
    check_table(state)


@pytest.mark.clause("43.23", "43.33")
def test_43_23_43_33_every_printed_unit_headquarters_and_air_point_is_there() -> None:
    state = new_game()
    types, where = state.arrays[layout.UNIT_TYPE], state.arrays[layout.UNIT_AT]
    wanted: Counter[tuple[str, str]] = Counter()
    for row in ROWS:
        kinds = {"ground": row.unit, "air_hq": f"{row.nation}_hq_{row.unit}", "facility": f"{row.nation}_bf"}
        if row.kind in kinds and row.unit != "airbase":
            kind = (
                kinds[row.kind]
                if kinds[row.kind] in GROUND_TYPES.index
                else f"us{kinds[row.kind].removeprefix(row.nation)}"
            )
            for hex in row.hexes or [row.hex]:
                wanted[kind, hex] += row.count
    at_hexes = {hex for _, hex in wanted if hex}
    found = Counter(
        (GROUND_TYPES.ids[types[unit]], name if (name := HEXES.ids[where[unit]]) in at_hexes else "")
        for unit in range(len(UNITS))
        if types[unit] >= 0 and where[unit] < len(HEXES)
    )
    assert sum(found.values()) == sum(wanted.values())
    assert Counter(kind for kind, _ in found.elements()) == Counter(kind for kind, _ in wanted.elements())
    air: Counter[str] = Counter()
    for place, points in enumerate(state.arrays[layout.AIR]):
        air[AIR_TYPES.ids[place % len(STACKS) // len(TRAININGS)]] += points
    printed: Counter[str] = Counter()
    for row in ROWS:
        if row.kind in ("air", "carrier_air"):
            printed[row.unit] += row.count
    assert +air == printed


def test_43_31_the_amphibious_force_carries_its_marines_and_supplies() -> None:
    state = new_game()
    apb = SHIPS.index["us_apb1"]
    aboard = layout.units_in(state.arrays).units(ABOARD + apb)
    assert [GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][unit]] for unit in aboard] == ["us_4_1_mar"] * 3
    assert state.arrays[layout.CARGO][apb] == 20


@pytest.mark.clause("43.22", "43.32")
def test_43_22_43_32_subrons_are_at_their_hexes_and_ten_boats_are_in_japan() -> None:
    state = new_game()
    cells = state.cells
    hexes = [
        (HEXES.ids[cells[layout.SUBRON_AT + n]], cells[layout.SUBRON_FLEET + n], cells[layout.SUBRON_COASTAL + n])
        for n in (0, 1, 12, 13)
    ]
    assert hexes == [("E1936", 3, 0), ("E1716", 0, 2), ("E1603", 2, 0), ("E1813", 0, 6)]
    assert list(state.arrays[layout.SUBS_OFF_MAP]) == [10, 0, 0, 0]


@pytest.mark.clause("2.51", "43.51", "43.53")
def test_2_51_43_51_merchant_shipping_starts_on_links_from_the_edges() -> None:
    state = new_game()
    found = {
        side: [links.hex_of_end(links.ends_of(state, link)[0]) for link in links.in_use(state, side)]
        for side in (JAPAN, ALLIES)
    }
    assert {HEXES.ids[hex] for hex in found[JAPAN]} == {TRUK, RABAUL, "E1512"}
    assert HEXES.ids[found[ALLIES][0]] == BRISBANE
    serving = [ship for ship, link in enumerate(state.arrays[layout.SHIP_LINK]) if link]
    assert Counter(SHIPS.ids[ship][:2] for ship in serving) == {"jp": 6, "us": 8}
    assert shortening.thruput_home(state) == links.QUARTERS * 34


def test_2_5_the_holders_are_those_of_midway_with_buna_nauru_and_new_georgia() -> None:
    control = new_game().arrays[layout.CONTROL]
    ours = {"E1602", RABAUL, "E1512", "E1218", "E2016", GUADALCANAL, "E1116", "E2217", "E3310", "E3908"}
    assert {control[NUMBER[hex]] for hex in ours} == {JAPAN}
    assert {control[NUMBER[hex]] for hex in (NOUMEA, SANTO, "E3426", "E1119", "E1419", BRISBANE, "E1028")} == {ALLIES}


def test_43_61_the_hexes_within_ten_of_kwajalein_are_closed() -> None:
    state = new_game()
    opened_to, middle = state.rules.pieces.in_play(state.cells[layout.SCENARIO]), NUMBER["E3301"]
    within = [hex for hex, names in enumerate(ALL_NAMES) if any(name[0] == "E" for name in names)]
    assert [hex for hex in within if bool(opened_to[hex]) != (GRID.distance(hex, middle) > 10)] == []


def test_43_0_everybody_may_choose_guadalcanal() -> None:
    registered = get_game("witp")
    assert "guadalcanal" in registered.scenarios
    view = registered.rules().new("guadalcanal").view("allies")
    asked = [frame["procedure"] for frame in view["frames"]]
    assert (view["scenario"], asked[0], asked[-1]) == ("guadalcanal", "guadalcanal_turn", "guadalcanal_deployment")


@pytest.mark.clause("43.8")
def test_there_is_no_free_deployment() -> None:
    assert not layout.scenario(new_game()).free_deployment
    assert [name for name in get_game("witp").scenarios if name.startswith("guadalcanal")] == ["guadalcanal"]


def played_to(turn: int, options: dict[str, str]) -> State:
    """Guadalcanal in the Terminal Segment of its Game-Turn with this number, counted from one."""
    state = new_game(**options)
    state.cells[layout.TURN] += turn - 1
    state.stack = (layout.scenario(state).game_turn(state.rules),)
    run(state, shipping_turn.end_or_continue)
    return state


@pytest.mark.clause("43.11", "4.4")
@pytest.mark.parametrize(("last_round", "turns"), [("8", 21), ("4", 4), ("1", 1)])
def test_the_game_ends_after_21_game_turns_or_as_many_as_agreed(last_round: str, turns: int) -> None:
    options = {"last_round": last_round}
    ended = layout.ENDINGS.index["last_turn"]
    assert [played_to(turn, options).cells[layout.ENDING] == ended for turn in (turns - 1, turns)] == [False, True]


@pytest.mark.clause("43.55")
def test_play_begins_with_the_first_naval_phase() -> None:
    state = new_game()
    execution = Execution(state, NoDice())
    assert turn_number("4/8/42") == state.cells[layout.TURN]
    assert [sequence.before_the_start(execution, f"{phase}_1") for phase in ("air", "naval")] == [True, False]
    state.cells[layout.TURN] += 1
    assert not sequence.before_the_start(execution, "air_1")


@pytest.mark.clause("43.12")
def test_only_section_e_is_in_play() -> None:
    state = new_game()
    opened_to = state.rules.pieces.in_play(state.cells[layout.SCENARIO])
    assert all("E" in {name[0] for name in names} for hex, names in enumerate(ALL_NAMES) if opened_to[hex])


# -- 43.64 to 43.69 edges -----------------------------------------------------------------------------------


@pytest.mark.clause("43.62", "43.63")
def test_43_62_43_63_the_edges_are_row_1_and_column_39_without_the_closed_disc() -> None:
    state = new_game()
    pieces, scenario = state.rules.pieces, state.cells[layout.SCENARIO]
    north = map_edges.hexes_at(pieces, scenario, EDGES.index[NORTH])
    east = map_edges.hexes_at(pieces, scenario, EDGES.index[EAST])
    assert all(any(name[:1] == "E" and name[3:] == "01" for name in ALL_NAMES[hex]) for hex in north)
    assert all(any(name[:3] == "E39" for name in ALL_NAMES[hex]) for hex in east)
    assert NUMBER["E1601"] in north
    assert NUMBER["E3301"] not in north
    assert NUMBER["E3931"] in east


def off_map_force(state: State, force: str, box: int, *ships: str) -> int:
    """A force in a box."""
    number = FORCES.index[force]
    state.cells[layout.FORCE_BOX + number] = box
    for ship in ships:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], IN_FORCE + number)
    return number


def in_phase(state: State, turn: str, phase: int) -> None:
    """The frames of a Naval Phase."""
    state.cells[layout.TURN] = turn_number(turn)
    whole = layout.scenario(state).game_turn(state.rules)
    number = next(n for n, step in enumerate(whole.steps) if step.name == f"naval_{phase}")
    state.stack = (changed(whole, next=number + 1),)


def test_43_64_japanese_ships_enter_from_1_9_42_in_the_first_naval_phase_with_50_points_spent() -> None:
    state = new_game()
    force = off_map_force(state, "japan_1", JAPAN_BOX, "jp_cv5", "jp_dd11")
    gates = [off_map.entry_hexes(state, JAPAN_BOX)]
    for turn, phase in (("4/8/42", 1), ("1/9/42", 1), ("1/9/42", 2), ("2/9/42", 1)):
        in_phase(state, turn, phase)
        gates.append(off_map.entry_hexes(state, JAPAN_BOX))
    assert [bool(each) for each in gates[1:]] == [False, True, False, True]
    in_phase(state, "1/9/42", 1)
    assert off_map.fuel_choices(state, force) == 1
    off_map.come_to_gate(state, force, NUMBER["E1601"], 0)
    assert sailing.top_speed(state, force) == 2, "as Speed Class 2"
    assert sailing.entry_cost(state, force, 2) == 50
    reach = sailing.destinations(state, force, 2)
    assert [NUMBER[hex] in reach for hex in ("E1607", "E1608")] == [True, False], "40 of 90 Movement Points are left"


def test_43_68_allied_ships_enter_in_any_naval_phase_with_all_their_points() -> None:
    state = new_game()
    force = off_map_force(state, "allies_1", OPEN_SEA, "us_cv3", "us_dd22")
    for phase in (1, 2, 3):
        in_phase(state, "4/8/42", phase)
        assert off_map.entry_hexes(state, OPEN_SEA)
    off_map.come_to_gate(state, force, NUMBER["E3931"], 0)
    assert (sailing.top_speed(state, force), sailing.entry_cost(state, force, 2)) == (2, 0)
    assert NUMBER["E2531"] in sailing.destinations(state, force, 2), "14 hexes"


@pytest.mark.clause("43.64", "43.68")
def test_a_refusal_to_enter_cites_the_case_of_the_side_or_the_general_rule() -> None:
    """43.64 and 43.68 let ships of the two sides enter; Leyte has no such case, so 37.1 is cited."""
    for state, cited in ((new_game(), ["43.64", "43.68"]), (GAME.new("leyte"), ["37.1", "37.1"])):
        assert [off_map.entry_hex_of_box.cited_clause(state, side) for side in (JAPAN, ALLIES)] == cited


def left(state: State, force: str, hex: str, *ships: str) -> None:
    """A force leaves the map from a hex at an edge."""
    number = FORCES.index[force]
    state.cells[layout.FORCE_AT + number] = NUMBER[hex]
    for ship in ships:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], IN_FORCE + number)
    off_map.leave_map(state, number)
    off_map.reach_boxes(Execution(state, NoDice()))


@pytest.mark.clause("43.66", "43.67")
def test_43_66_43_67_damaged_japanese_ships_are_repaired_in_japan_two_turns_longer() -> None:
    state = new_game()
    cruiser, destroyer = moor(state, "jp_ca1", RABAUL), moor(state, "jp_dd1", RABAUL)
    state.arrays[layout.DAMAGE][cruiser] = 1
    left(state, "japan_1", "E1601", "jp_ca1", "jp_dd1")
    assert state.arrays[layout.SHIP_AT][cruiser] == IN_BOX + JAPAN_BOX
    assert (state.arrays[layout.WITHDRAWN][cruiser], state.arrays[layout.WITHDRAWN][destroyer]) == (0, 1)
    assert layout.FORCE_BOX
    assert state.cells[layout.FORCE_BOX + FORCES.index["japan_1"]] == -1
    gone = ships_in_port.gatherable(state, JAPAN)[IN_BOX + JAPAN_BOX]
    assert cruiser not in gone
    assert destroyer not in gone
    hand = ScriptedDice([6])
    repair_turn(Execution(state, hand))
    hand.finish()
    assert state.arrays[layout.REPAIR_WHOLE][cruiser] == 4 + 2, "WP-14: D1, die 6"
    for _ in range(5):
        repair_turn(Execution(state, NoDice()))
    assert state.arrays[layout.DAMAGE][cruiser] == 0
    assert cruiser in ships_in_port.gatherable(state, JAPAN)[IN_BOX + JAPAN_BOX]
    check_table(state)


@pytest.mark.clause("43.69", "39.91")
def test_43_69_39_91_allied_ships_that_leave_are_withdrawn_and_score_their_level() -> None:
    state = new_game()
    cruiser = moor(state, "us_ca29", NOUMEA)
    state.arrays[layout.DAMAGE][cruiser] = 2
    before = terminal_segment.ships_lost(state, ALLIES)
    left(state, "allies_1", "E3931", "us_ca29")
    assert state.arrays[layout.WITHDRAWN][cruiser] == 1
    repair_turn(Execution(state, NoDice()))
    assert (state.arrays[layout.DAMAGE][cruiser], terminal_segment.ships_lost(state, ALLIES)) == (2, before)
    assert before > 0


@pytest.mark.clause("43.65", "43.67")
def test_43_65_43_67_boats_from_japan_come_in_transit_and_go_there_to_refit() -> None:
    state = new_game()
    reach = subs_off_map.entered(state, JAPAN, SUB_KINDS.index["fleet"])
    assert NUMBER["E2519"] in reach
    subron = subs_off_map.enter_as_subron(Execution(state, NoDice()), JAPAN, 0, 6, NUMBER["E2519"])
    assert state.cells[layout.SUBRON_MODE + subron] == layout.IN_TRANSIT
    assert list(state.arrays[layout.SUBS_OFF_MAP]) == [4, 0, 0, 0]
    assert subs_off_map.entered(state, ALLIES, 0) == ()
    assert subron in subs_off_map.near_edge(state, JAPAN)
    far = next(n for n in range(12) if state.cells[layout.SUBRON_AT + n] < 0)
    station(state, far, "E3954", coastal=2)
    assert far not in subs_off_map.near_edge(state, JAPAN), "950 points for fleet boats, 550 for coastal ones"


# -- 43.71 to 43.75 reinforcements -------------------------------------------------------------------------


def points(state: State, hex: str, kind: str) -> int:
    """The points of a type at a base."""
    first = BASE_AT[NUMBER[hex]] * len(STACKS) + AIR_TYPES.index[kind] * len(TRAININGS)
    return sum(state.arrays[layout.AIR][first : first + len(TRAININGS)])


def test_43_71_four_betties_have_transferred_to_rabaul_in_the_second_air_phase() -> None:
    state = new_game()
    for phase in (1, 3):
        run(state, lambda execution, phase=phase: arrivals.betties_arrive(execution, phase))
    assert points(state, RABAUL, "betty") == 5
    run(state, lambda execution: arrivals.betties_arrive(execution, 2))
    assert points(state, RABAUL, "betty") == 9
    assert sum(state.arrays[layout.TRANSFERRED]) == sum(state.arrays[layout.FLOWN]) == 4


def test_43_73_ground_units_wait_beyond_the_edge_and_come_over_a_link() -> None:
    state = new_game()
    state.cells[layout.TURN] = turn_number("4/9/42")
    state.stack = ()
    run(state, arrivals.arrive_by_cycle)
    types, positions = state.arrays[layout.UNIT_TYPE], state.arrays[layout.UNIT_AT]
    division = next(unit for unit in UNITS_OF[JAPAN] if types[unit] == GROUND_TYPES.index["jp_7_3"])
    assert positions[division] == GROUND_IN_BOX + JAPAN_BOX
    state.stack = ()
    open_procedure(state, CargoOrders(JAPAN, USUAL))
    choose(state, "japan", "consign", UNITS.ids[division], RABAUL)
    assert positions[division] == NUMBER[RABAUL]
    refusal = refusal_without_link(division)
    assert refusal == "15.6", "without a link it waits"


def refusal_without_link(unit: int) -> str | None:
    """The clause that refuses to bring a unit from beyond the edge without a link."""
    state = without_links()
    state.arrays[layout.UNIT_TYPE][unit] = GROUND_TYPES.index["jp_7_3"]
    layout.units_in(state.arrays).put(unit, GROUND_IN_BOX + JAPAN_BOX)
    open_procedure(state, CargoOrders(JAPAN, USUAL))
    refusal = state.why_not("japan", ("consign", UNITS.ids[unit], RABAUL))
    assert refusal is not None
    return refusal.clause


@pytest.mark.clause("43.72", "43.74", "43.75")
def test_43_74_43_75_ships_come_with_their_points_and_troops() -> None:
    state = new_game()
    state.cells[layout.TURN] = turn_number("4/8/42")
    run(state, arrivals.arrive_by_cycle)
    carrier, apb = SHIPS.index["us_cv8"], SHIPS.index["us_apb2"]
    assert state.arrays[layout.SHIP_AT][carrier] == IN_BOX + OPEN_SEA
    aboard = layout.units_in(state.arrays).units(ABOARD + apb)
    assert [GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][unit]] for unit in aboard] == ["us_4_1_mar"]
    assert [HEXES.ids[hex] for hex in arrivals.hexes_of_arrival(state, ALLIES)] == [SANTO, NOUMEA, "E3426"]
    state.stack = ()
    check_table(state)


@pytest.mark.clause("43.72")
def test_43_72_air_points_of_japan_arrive_at_truk() -> None:
    state = new_game()
    state.cells[layout.TURN] = turn_number("4/8/42")
    truk, air = BASE_AT[NUMBER[TRUK]], state.arrays[layout.AIR]
    before = air[truk * len(STACKS) : (truk + 1) * len(STACKS)]
    run(state, arrivals.arrive_by_cycle)
    decision = state.decision("japan")
    assert decision is not None
    assert {action[2] for action in decision.choices if action[0] == "base"} == {BASES.ids[truk]}
    choose(state, "japan", "done")
    gained = {
        name: air[truk * len(STACKS) + stack] - before[stack]
        for stack, name in enumerate(STACKS.ids)
        if air[truk * len(STACKS) + stack] != before[stack]
    }
    assert gained == {"zero_trained": 3, "betty_trained": 2, "val_trained": 1}
    due = {STACKS.ids[stack]: points for stack, points in arrivals.air_points_due(state, JAPAN).items()}
    assert due == {**gained, "betty_trained": 2 + 4}, "with those that have flown to Rabaul (43.71)"


# -- 43.42, 43.43 victory -------------------------------------------------------------------------------------


def test_43_42_whoever_holds_the_airfield_hex_with_a_ground_unit_scores_200() -> None:
    state = new_game()
    case = layout.scenario(state)
    assert [case.objective_points(state, side) for side in (JAPAN, ALLIES)] == [0, 0], "only at the end"
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    assert [case.objective_points(state, side) for side in (JAPAN, ALLIES)] == [200, 0]
    for unit in layout.units_in(state.arrays).units(NUMBER[GUADALCANAL]):
        layout.units_in(state.arrays).put(unit, NUMBER[RABAUL])
    assert case.objective_points(state, JAPAN) == 0, "control alone does not suffice"


@pytest.mark.parametrize(("ships", "turns"), [(("us_ms1",), 2), (("us_ms1", "us_ms2"), 0)])
def test_46_31_wp_35_a_pipeline_below_25_shortens_the_war_by_two_game_turns(ships: tuple[str, ...], turns: int) -> None:
    state = without_links()
    lay(state, ALLIES, BRISBANE, EAST, *ships)
    run(state, shortening.judge)
    assert state.arrays[layout.SHORTENED][0] == turns


@pytest.mark.clause("46.31", "46.35", "43.43")
def test_46_31_the_best_chain_counts_with_its_damage() -> None:
    state = without_links()
    lay(state, ALLIES, NOUMEA, EAST, "us_ms1")
    on = lay(state, ALLIES, NOUMEA, SYDNEY, "us_ms2", "us_ms3")
    assert shortening.thruput_home(state) == links.thruput_of(state, on) >= shortening.least(state.rules.pieces)
    state.arrays[layout.DAMAGE][SHIPS.index["us_ms2"]] = 3
    assert shortening.thruput_home(state) == links.thruput_of(state, on) < shortening.least(state.rules.pieces)
    run(state, shortening.judge)
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    assert layout.scenario(state).objective_points(state, JAPAN) == 200 + 200, "46.35"


@pytest.mark.clause("46.36")
def test_46_36_each_test_below_25_shortens_the_war_again_and_none_lengthens_it() -> None:
    state = without_links()
    for turns in (2, 4):
        run(state, shortening.judge)
        assert state.arrays[layout.SHORTENED][0] == turns
    lay(state, ALLIES, BRISBANE, EAST, "us_ms1", "us_ms2")
    run(state, shortening.judge)
    assert state.arrays[layout.SHORTENED][0] == 4


@pytest.mark.clause("43.41", "43.44")
@pytest.mark.parametrize(("lost", "level"), [(0, "draw"), (100, "marginal"), (199, "substantial"), (201, "decisive")])
def test_standard_points_decide_by_the_levels_of_midway(lost: int, level: str) -> None:
    state = new_game()
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    for unit in layout.units_in(state.arrays).units(NUMBER[GUADALCANAL]):
        layout.units_in(state.arrays).put(unit, NUMBER[RABAUL])
    lead = terminal_segment.score(state, JAPAN).total - terminal_segment.score(state, ALLIES).total
    state.cells[layout.LOSSES + (ALLIES if lead <= lost else JAPAN)] += abs(lost - lead)
    standing = terminal_segment.present_leader(state)
    assert (terminal_segment.case_of_levels(state), standing.level) == ("43.44", level)


def test_43_69_only_hexes_at_its_edge_lead_a_side_off_the_map() -> None:
    state = new_game()
    assert edges.exit_box(state, ALLIES, NUMBER["E3931"]) == OPEN_SEA
    assert edges.exit_box(state, JAPAN, NUMBER["E3931"]) == -1
    assert edges.exit_box(state, JAPAN, NUMBER["E1601"]) == JAPAN_BOX


# -- 43.31, 43.9 options -----------------------------------------------------------------------------------------


@pytest.mark.clause("43.31")
@pytest.mark.parametrize("number", ["4", "6", "8", "10", "12"])
def test_an_option_gives_the_number_of_allied_merchant_units(number: str) -> None:
    state = new_game(merchant_shipping=number)
    on_links = [SHIPS.ids[ship] for ship, link in enumerate(state.arrays[layout.SHIP_LINK]) if link]
    assert Counter(name[:5] for name in on_links) == {"jp_ms": 6, "us_ms": int(number)}
    assert shortening.thruput_home(state) == links.QUARTERS * 34
    check_table(state)


def test_43_31_the_default_number_is_not_stored_and_leaves_hashes_as_they_were() -> None:
    rules, more = GAME.rules(), GAME.rules({"merchant_shipping": "12"})
    assert "merchant_shipping" not in rules.stored_options
    assert more.stored_options["merchant_shipping"] == "12"
    state = more.new("guadalcanal")
    assert more.load(state.dump()).hash() == state.hash()
    assert GAME.rules({"merchant_shipping": "8"}).new("midway").hash() == rules.new("midway").hash()
    with pytest.raises(BadValue, match="the dump says"):
        rules.load(state.dump())


def divided() -> State:
    """Guadalcanal with separate commands, and without links."""
    state = new_game(south_pacific_command="yes")
    clear_links(state)
    return state


def at_hex(state: State, hex: str) -> list[int]:
    """The Allied units in a hex."""
    return [unit for unit in layout.units_in(state.arrays).units(NUMBER[hex]) if unit in UNITS_OF[ALLIES]]


@pytest.mark.clause("43.9")
def test_units_of_australia_and_new_guinea_are_marked_by_option() -> None:
    assert not any(new_game().arrays[layout.RESTRICTED])
    marked = divided().arrays[layout.RESTRICTED]
    state = divided()
    assert all(marked[unit] for hex in (SYDNEY, "E1119", "E1419", BRISBANE) for unit in at_hex(state, hex))
    assert not any(marked[unit] for hex in (NOUMEA, SANTO, "E3426") for unit in at_hex(state, hex))
    assert not any(marked[unit] for unit in UNITS_OF[JAPAN])
    check_table(state)


@pytest.mark.clause("43.9", "15.6")
def test_units_of_australia_are_not_carried_east_of_column_18() -> None:
    state = divided()
    division = put_unit(state, "us_11_3", BRISBANE)
    lay(state, ALLIES, BRISBANE, NOUMEA, "us_ms1", "us_ms2", "us_ms3", "us_ms4")
    lay(state, ALLIES, BRISBANE, "E1119", "us_ms5", "us_ms6", "us_ms7", "us_ms8")
    open_procedure(state, CargoOrders(ALLIES, USUAL))
    free = UNITS.index[division]
    goals = []
    for bound in (0, 1):
        mark(state, free, bound)
        goals.append(ports_for_unit(state, ALLIES, free, USUAL))
    assert NUMBER[NOUMEA] in goals[0]
    assert NUMBER[NOUMEA] not in goals[1]
    assert NUMBER["E1119"] in goals[1]


def mark(state: State, unit: int, bound: int) -> None:
    """Marks whether a unit is bound to Australia."""
    state.arrays[layout.RESTRICTED][unit] = bound


@pytest.mark.clause("43.9", "16.3")
def test_units_of_australia_do_not_land_east_of_column_18() -> None:
    state = divided()
    unit = UNITS.index[put_unit(state, "us_4_1_mar", BRISBANE)]
    for hex, bound, able in (("E2519", 1, False), ("E2519", 0, True), ("E1419", 1, True)):
        case = layout.scenario(state)
        mark(state, unit, bound)
        assert (NUMBER[hex] not in case.closed_to_unit(state, unit)) == able
    frame = ShoreOrders(ALLIES)
    force = off_map_force(state, "allies_3", OPEN_SEA, "us_apb1")
    state.cells[layout.FORCE_BOX + force], state.cells[layout.FORCE_AT + force] = -1, NUMBER["E2519"]
    state.cells[layout.FORCE_MISSION + force] = MISSIONS.index["transport"]
    layout.units_in(state.arrays).put(unit, ABOARD + SHIPS.index["us_apb1"])
    allowed = []
    for bound in (0, 1):
        mark(state, unit, bound)
        allowed.append(unit in sets.iterate(open_to_unit.allow(state, frame, ALLIES)))
    assert allowed == [True, False]
    assert open_to_unit.cited_clause(state, ALLIES) == "43.9"


@pytest.mark.clause("43.9", "21.4")
def test_components_and_divisions_are_bound_as_their_parts_are() -> None:
    state = divided()
    unit = UNITS.index[put_unit(state, "us_11_3", BRISBANE)]
    mark(state, unit, 1)
    before = set(at_hex(state, BRISBANE))
    run(state, lambda execution: components.break_down(execution, ALLIES, unit))
    parts = [part for part in at_hex(state, BRISBANE) if part not in before or part == unit]
    assert parts
    assert all(state.arrays[layout.RESTRICTED][part] for part in parts)
    losses.remove_unit(state, parts[0])
    assert not state.arrays[layout.RESTRICTED][parts[0]]


@pytest.mark.clause("43.9", "5.5")
def test_air_points_of_australia_are_not_based_east_of_column_18() -> None:
    free, bound = new_game(), divided()
    found = [
        {HEXES.ids[BASE_HEX[to]] for to in within_transfer(state, ALLIES, BRISBANE_BASE, B_17) if to < FIRST_DECK}
        for state in (free, bound)
    ]
    assert NOUMEA in found[0]
    assert not any(name > "E1899" for name in found[1])
    assert "E1119" in found[1]
    sets_of = [in_transfer(state, ALLIES, BRISBANE_BASE, B_17) for state in (free, bound)]
    assert [bool(to >> BASE_AT[NUMBER[NOUMEA]] & 1) for to in sets_of] == [True, False]
    noumea = within_transfer(bound, ALLIES, BASE_AT[NUMBER[NOUMEA]], B_17)
    assert BASE_AT[NUMBER[SANTO]] in noumea, "points in the east are free"


@pytest.mark.clause("47.3")
@pytest.mark.parametrize("lead", ["200", "300", "400"])
def test_47_3_an_option_raises_the_lead_that_forces_a_breakoff(lead: str) -> None:
    state = new_game(breakoff_lead=lead)
    for behind, ends in ((int(lead) - 1, False), (int(lead), True)):
        state.cells[layout.LOSSES + JAPAN] = state.cells[layout.LOSSES + ALLIES] = 0
        level = terminal_segment.score(state, ALLIES).for_units - terminal_segment.score(state, JAPAN).for_units
        state.cells[layout.LOSSES + ALLIES] = behind + level
        assert (terminal_segment.breakoff(state) == JAPAN) is ends
        assert not ends or terminal_segment.present_leader(state).level == "decisive"
    assert ("breakoff_lead" in state.rules.stored_options) == (lead != "200")


@pytest.mark.clause("43.9", "22.1")
def test_no_land_route_leads_from_australia_or_new_guinea_over_column_18() -> None:
    pieces = new_game().rules.pieces
    homes, beyond = derived.find_home_hexes(pieces.facts, pieces.atlas), derived.beyond_column(pieces.facts)
    assert {HEXES.ids[hex] for hex in homes & beyond} == {"E2441"}, "Lord Howe Island"
    assert all(not homes.intersection(GRID.within(hex, 1)) - {hex} for hex in homes & beyond)
