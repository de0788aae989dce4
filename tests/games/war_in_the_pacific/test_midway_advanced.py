"""42.0 The advanced game of Midway: its set-up, links, deployment, objectives, Game-Turn and victory."""

from collections import Counter
from itertools import pairwise

import pytest

from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import ALL_NAMES, NUMBER
from ironbottom.games.war_in_the_pacific.information.check import check_table
from ironbottom.games.war_in_the_pacific.pieces import (
    AIR_TYPES,
    BASE_AT,
    BASES,
    BOXES,
    FIRST_DECK,
    GROUND_TYPES,
    HEXES,
    IN_BOX,
    SCENARIOS,
    SHIPS,
    STACKS,
    TRAININGS,
    UNITS,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.merchant import supply_over_links
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import CargoOrders
from ironbottom.games.war_in_the_pacific.rules.merchant.pipeline_segment import PipelineOrders
from ironbottom.games.war_in_the_pacific.rules.naval import off_map
from ironbottom.games.war_in_the_pacific.rules.setup import free_placing
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import points_based
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines import subrons
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst
from ironbottom.games.war_in_the_pacific.scenarios import shortening
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.deployment import AdvancedDeployment
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.objectives import holds
from ironbottom.games.war_in_the_pacific.state import EDGES, OBJECTIVES
from tests.games.war_in_the_pacific.advanced_midway_states import (
    ADVANCED,
    BRISBANE,
    DUTCH_HARBOR,
    FREELY,
    GUADALCANAL,
    MIDWAY,
    MORESBY,
    NOUMEA,
    PEARL,
    RABAUL,
    SUVA,
    SYDNEY,
    TABLE,
    TOKYO,
    TOWNSVILLE,
    TRUK,
    aim,
    finish,
    new_game,
    opening_state,
)
from tests.games.war_in_the_pacific.battle_states import choose, find_events, put_unit
from tests.games.war_in_the_pacific.guadalcanal_states import clear_links, lay, run
from tests.games.war_in_the_pacific.midway_states import refused

SOUTHERN_SHIPS = {
    RABAUL: "jp_ca1 jp_ca2 jp_ca3 jp_ca4 jp_ca12 jp_cl1 jp_cl2 jp_cl14 jp_cl20 jp_dd5 jp_dd6 jp_dd7",
    NOUMEA: "us_ca27",
}
"""42.22, 42.32 The ships that the booklet adds, by port."""
SOUTHERN_UNITS = {
    "D0948": "jp_hq_group",
    RABAUL: "jp_2_1 jp_hq_wing jp_bf",
    "E1116": "jp_hq_group jp_1_1",
    TRUK: "jp_2_1 jp_1_1 jp_hq_wing",
    "E3301": "jp_hq_wing jp_bf jp_bf",
    "D3653": "jp_bf",
    GUADALCANAL: "jp_1_1_eng jp_1_1",
    MORESBY: "cw_3_1 cw_3_1_bg cw_hq_group",
    NOUMEA: "us_3_1 us_bf us_hq_group",
    "E3324": "us_bf",
    "E3426": "us_hq_group us_bf",
    SUVA: "us_3_1 us_hq_group us_bf",
    "G1822": "us_hq_group",
    "G1430": "us_hq_group us_bf",
}
"""42.26, 42.35 The units that the booklet adds, by hex, without those of Australia."""
OF_AUSTRALIA = {
    "cw_11_3": 1,
    "cw_16_4_bg": 1,
    "cw_6_1": 1,
    "cw_3_1": 1,
    "us_11_3": 2,
    "us_2_1_eng": 1,
    "us_bf": 1,
    "us_hq_wing": 3,
    "us_hq_group": 2,
}
JAPANESE_AIR = {"betty": 21, "zero": 17, "nell": 9, "mavem": 3, "rufe": 2}
AUSTRALIAN_AIR = {"p_39": 15, "b_26": 8, "b_17": 5, "b_25": 5, "a_20": 2, "sbd": 1}
SOUTHERN_AIR = {"p_39": 6, "pby": 5, "f4f": 4, "sbd": 2, "b_26": 2, "hudson": 2}
SOUTHERN_BASES = (NOUMEA, "E3324", "E3426", SUVA, "G1822", "G1430")


def units_at(state: State, name: str) -> Counter[str]:
    """The types of the units in a hex; a nation without a type of its own has that of the USA."""
    types = state.arrays[layout.UNIT_TYPE]
    return Counter(GROUND_TYPES.ids[types[unit]] for unit in layout.units_in(state.arrays).units(NUMBER[name]))


def air_at(state: State, bases: list[int]) -> Counter[str]:
    """The air points at the given bases, by type."""
    result: Counter[str] = Counter()
    for base in bases:
        for stack in range(len(STACKS)):
            result[AIR_TYPES.ids[stack // len(TRAININGS)]] += points_based(state, base, stack)
    return +result


# -- 42.22 to 42.35 the set-up ----------------------------------------------------------------------------


@pytest.mark.clause("42.12")
def test_42_12_the_advanced_game_is_played_on_four_sections_and_the_basic_game_on_two() -> None:
    pieces = opening_state().rules.pieces
    for scenario, sections in ((ADVANCED, "DEFG"), (FREELY, "DEFG"), ("midway", "DF")):
        number = SCENARIOS.index[scenario]
        assert "".join(pieces.sections(number)) == sections
        within = pieces.on_sections(number)
        assert all(
            bool(within[hex]) == any(name[0] in sections for name in names) for hex, names in enumerate(ALL_NAMES)
        )


@pytest.mark.clause("42.22", "42.32")
def test_42_22_42_32_the_southern_ships_start_in_their_ports() -> None:
    state, basic = opening_state(), at_start(GAME.rules().pieces, 0)
    for port, ships in SOUTHERN_SHIPS.items():
        for ship in ships.split():
            assert state.arrays[layout.SHIP_AT][SHIPS.index[ship]] == NUMBER[port], ship
            assert basic.arrays[layout.SHIP_AT][SHIPS.index[ship]] == -1, ship
    southern = [SHIPS.index[ship] for ships in SOUTHERN_SHIPS.values() for ship in ships.split()]
    lies, before = state.arrays[layout.SHIP_AT], basic.arrays[layout.SHIP_AT]
    assert [SHIPS.ids[ship] for ship in range(len(SHIPS)) if ship not in southern and lies[ship] != before[ship]] == []
    check_table(state)


@pytest.mark.clause("42.26", "42.35")
def test_42_26_42_35_every_printed_unit_is_in_its_hex() -> None:
    state, start = opening_state(), at_start(GAME.rules().pieces, 0)
    basic = State(GAME.rules(), start.cells, (), start.arrays)
    for name, units in SOUTHERN_UNITS.items():
        found = units_at(state, name) - units_at(basic, name)
        alike = Counter(
            unit if unit in GROUND_TYPES.index else f"us{unit.removeprefix('cw')}" for unit in units.split()
        )
        assert found == alike, name
    levels = {RABAUL: 5, TOWNSVILLE: 5, "E0930": 1, "E0330": 1, "E3426": 1, "G1430": 1}
    assert {name: state.arrays[layout.LEVEL][BASE_AT[NUMBER[name]]] for name in levels} == levels
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER[MORESBY]]] == 75
    states = {"E3324": 1, "G1430": 1, "E3426": 2, "D3653": 1, "E3301": 0}
    for name, deployed in states.items():
        forces = layout.units_in(state.arrays).units(NUMBER[name])
        types = state.arrays[layout.UNIT_TYPE]
        assert {
            state.arrays[layout.DEPLOYED][unit] for unit in forces if GROUND_TYPES.ids[types[unit]].endswith("_bf")
        } == {deployed}, name


@pytest.mark.clause("42.35")
def test_42_35_australia_has_its_divisions_headquarters_and_aircraft() -> None:
    state = opening_state()
    free = free_placing.units_to_place(state, ALLIES)
    types = state.arrays[layout.UNIT_TYPE]
    found = Counter(GROUND_TYPES.ids[types[unit]] for unit in free)
    wanted = Counter(OF_AUSTRALIA) + Counter(us_11_3=1) - Counter(us_bf=1)
    assert found == wanted, "the third division of Hawaii is free, too"
    assert units_at(state, BRISBANE)["us_bf"] == 1
    australian = sorted(layout.scenario(state).start_bases(state, ALLIES)[0])
    assert air_at(state, australian) == Counter(AUSTRALIAN_AIR)
    assert air_at(state, [BASE_AT[NUMBER[name]] for name in SOUTHERN_BASES]) == Counter(SOUTHERN_AIR)
    assert air_at(state, [BASE_AT[NUMBER[MORESBY]]]) == Counter(p_39=5)


@pytest.mark.clause("42.26")
def test_42_26_japanese_air_points_start_at_airbases_within_their_limits() -> None:
    state = opening_state()
    assert air_at(state, list(range(FIRST_DECK))) - air_at(state, allied_bases(state)) == Counter(JAPANESE_AIR)


def allied_bases(state: State) -> list[int]:
    """The bases with Allied air points."""
    return [
        base for base in range(FIRST_DECK) if layout.holder(state, base) == ALLIES or BASES.ids[base] in BOXES.index
    ]


@pytest.mark.clause("42.24")
def test_42_24_japan_has_coastal_boats_besides_and_the_allies_as_many_as_before() -> None:
    state = opening_state()
    assert [subrons.points_in_port(state, side, kind) for side in (JAPAN, ALLIES) for kind in (0, 1)] == [16, 8, 27, 6]
    basic = at_start(GAME.rules().pieces, 0)
    assert basic.cells[layout.SUBS_HELD : layout.SUBS_HELD + 4] == [16, 0, 27, 6]


# -- 42.61, 42.66 links -------------------------------------------------------------------------------------


@pytest.mark.clause("42.22", "42.32", "42.61", "42.66")
def test_42_61_42_66_merchant_shipping_starts_on_links_from_tokyo_and_the_west_coast() -> None:
    state = opening_state()
    serving = [SHIPS.ids[ship] for ship, link in enumerate(state.arrays[layout.SHIP_LINK]) if link]
    assert Counter(name[:5] for name in serving) == {"jp_ms": 20, "us_ms": 25}
    far = {side: {links.ends_of(state, link)[1] for link in links.in_use(state, side)} for side in (JAPAN, ALLIES)}
    assert far == {JAPAN: {links.end_at(NUMBER[TOKYO])}, ALLIES: {links.edge_end(EDGES.index["east_edge"])}}
    assert all(links.thruput_of(state, link) for side in (JAPAN, ALLIES) for link in links.in_use(state, side))
    assert shortening.thruput_home(state) >= shortening.least(state.rules.pieces), "46.31"


@pytest.mark.clause("15.31")
def test_15_31_the_west_coast_lies_30_hexes_beyond_f_and_45_beyond_g() -> None:
    state, east = opening_state(), links.edge_end(EDGES.index["east_edge"])
    way = links.path(state, ALLIES, links.end_at(NUMBER[PEARL]), east)
    assert links.length(state, ALLIES, links.end_at(NUMBER[PEARL]), east) == len(way) - 1 + 31
    assert links.length(state, ALLIES, east, links.end_at(NUMBER[PEARL])) == len(way) - 1 + 31
    edge = layout.scenario(state)
    assert [edge.beyond_edge("east_edge", NUMBER[name]) for name in ("F3910", "F3954", "G3910")] == [31, 31, 46]
    assert all(one != two for one, two in pairwise(way))


@pytest.mark.clause("42.61")
def test_42_61_links_of_japan_do_not_leave_the_map() -> None:
    state = new_game()
    aim(state)
    choose(state, "japan", "finish_deployment")
    assert "lay_to_edge" not in state.decision("japan").choices.verbs()  # type: ignore[union-attr]
    assert refused(state, "japan", "lay_to_edge", TRUK, "west_edge")[0] == "15.31"


@pytest.mark.clause("42.61", "42.66")
def test_42_61_42_66_before_play_merchant_shipping_stays_in_strategic_mode() -> None:
    state = new_game()
    aim(state)
    choose(state, "japan", "finish_deployment")
    assert "leave_link" not in state.decision("japan").choices.verbs()  # type: ignore[union-attr]
    assert refused(state, "japan", "leave_link", "jp_ms1", TOKYO)[0] == "2.51"


@pytest.mark.clause("25.2")
def test_25_2_ports_of_japan_and_australia_never_run_out() -> None:
    case, state = layout.scenario(opening_state()), opening_state()
    home = {side: {HEXES.ids[hex] for hex in case.home_sources(state, side)} for side in (JAPAN, ALLIES)}
    assert home[ALLIES] == {SYDNEY, "E0848"}
    assert {TOKYO, "D0418", "D0419", "D0717"} <= home[JAPAN]
    assert not {TRUK, "D2007", "D0849"} & home[JAPAN]


def test_25_3_a_garrison_without_a_link_is_not_supplied_and_with_one_it_is() -> None:
    state = opening_state()
    clear_links(state)
    for base in range(len(state.arrays[layout.SUPPLY])):
        state.arrays[layout.SUPPLY][base] = 0
    case, execution = layout.scenario(state), Execution(state, NoDice())
    dues = case.supply_dues(state, JAPAN)
    assert NUMBER[TRUK] in dues
    assert NUMBER["D0418"] not in dues, "Hakodate has a Line to a home source"
    over = supply_over_links.LinkLines(state, JAPAN)
    assert over.line_to(NUMBER[TRUK], dues[NUMBER[TRUK]]) is None
    lay(state, JAPAN, TRUK, TOKYO, "jp_ms1")
    assert supply_over_links.LinkLines(state, JAPAN).line_to(NUMBER[TRUK], dues[NUMBER[TRUK]]) is not None
    hexes, _ = case.who_is_supplied(execution, JAPAN, PaidFirst())
    assert NUMBER[TRUK] in hexes


# -- 42.61 to 42.66 deployment ------------------------------------------------------------------------------


@pytest.mark.clause("42.61", "42.62", "42.66", "42.67")
def test_42_61_42_66_japan_deploys_and_moves_cargo_then_the_allies() -> None:
    state = new_game()
    aim(state)
    found = []
    for _ in range(6):
        decision = state.decisions()[0]
        found.append((decision.side, type(decision.procedure)))
        ends = "finish_deployment" if isinstance(decision.procedure, AdvancedDeployment) else "done"
        state.apply(decision.side, (ends,), SeededDice(3))
    assert found == [
        *[("japan", AdvancedDeployment), ("japan", PipelineOrders), ("japan", CargoOrders)],
        *[("allies", AdvancedDeployment), ("allies", PipelineOrders), ("allies", CargoOrders)],
    ]
    execution = Execution(state, NoDice())
    phases = [f"{kind}_{number}" for number in (1, 2, 3) for kind in ("air", "naval")]
    assert [phase for phase in phases if not sequence.before_the_start(execution, phase)] == ["naval_3"]


@pytest.mark.clause("42.63")
def test_42_63_japan_writes_down_two_different_objectives_before_it_finishes() -> None:
    state = new_game()
    assert refused(state, "japan", "finish_deployment")[0] == "42.63"
    events = choose(state, "japan", "set_objective", "primary", "noumea")
    written = find_events(events, "objective_ranked", 0b01)
    assert [(each["rank"], each["objective"]) for each in written] == [("primary", "noumea")]
    assert find_events(events, "objective_ranked", 0b10) == []
    assert refused(state, "japan", "set_objective", "primary", "midway")[0] == "42.63"
    assert refused(state, "japan", "set_objective", "secondary", "noumea")[0] == "42.43"
    assert refused(state, "japan", "set_objective", "secondary", "none")[0] == "42.43"
    assert refused(state, "japan", "finish_deployment")[0] == "42.63"
    choose(state, "japan", "set_objective", "secondary", "midway")
    assert list(state.arrays[layout.RANKED_OBJECTIVES]) == [OBJECTIVES.index["noumea"], OBJECTIVES.index["midway"]]
    choose(state, "japan", "finish_deployment")


@pytest.mark.clause("42.63")
def test_42_63_the_allies_have_no_objectives() -> None:
    state = allies_deploy()
    assert refused(state, "allies", "set_objective", "primary", "midway")[0] == "42.63"
    choose(state, "allies", "finish_deployment")


def allies_deploy() -> State:
    """A new game in which Japan has deployed without plans: three cards, of which the first two were read."""
    state = new_game()
    aim(state)
    finish(state, "japan", 1, 1)
    return state


@pytest.mark.clause("42.64", "16.2")
def test_42_64_only_assaults_on_cards_land_and_none_are_planned_later() -> None:
    state = new_game()
    choose(state, "japan", "plan", MIDWAY)
    assert assault_plans.planned_hexes(state, JAPAN) == [NUMBER[MIDWAY]]
    case = layout.scenario(state)
    assert not case.needs_announcement(state, JAPAN, NUMBER[MIDWAY])
    assert case.needs_announcement(state, JAPAN, NUMBER[NOUMEA])
    assert not case.needs_announcement(state, ALLIES, NUMBER[TRUK])
    assert not case.needs_announcement(state, JAPAN, NUMBER[RABAUL]), "Japan holds it"
    steps = [step.name for step in case.game_turn(state.rules).steps]
    assert "planning" not in steps
    assert {"cargo", "pipelines", "works", "shortening"} <= set(steps)


@pytest.mark.clause("42.34")
def test_42_34_the_third_division_of_hawaii_starts_in_any_of_its_hexes() -> None:
    state = allies_deploy()
    free = free_placing.units_to_place(state, ALLIES)
    kind, lies = GROUND_TYPES.index["us_11_3"], state.arrays[layout.UNIT_AT]
    hawaiian = [
        unit for unit in free if state.arrays[layout.UNIT_TYPE][unit] == kind and HEXES.ids[lies[unit]][0] == "F"
    ]
    assert len(hawaiian) == 1
    choose(state, "allies", "place_unit", UNITS.ids[hawaiian[0]])
    to = set(state.decision("allies").choices.next("place_unit_at"))  # type: ignore[union-attr]
    assert {"F3141", "F3542", "F3643"} <= to | {HEXES.ids[lies[hawaiian[0]]]}
    assert not {BRISBANE, MIDWAY} & to


@pytest.mark.clause("42.26", "42.35")
def test_42_26_42_35_air_points_start_at_other_bases_of_their_group_only() -> None:
    state = new_game()
    betty = STACKS.index["betty_trained"]
    base = next(base for base in free_placing.bases_to_place_from(state, JAPAN) if points_based(state, base, betty))
    to = free_placing.bases_with_room(state, JAPAN, base, betty)
    assert to
    assert all(layout.holder(state, each) == JAPAN for each in to)
    allied = allies_deploy()
    noumea, brisbane = BASE_AT[NUMBER[NOUMEA]], BASE_AT[NUMBER[BRISBANE]]
    p_39 = STACKS.index["p_39_trained"]
    south = free_placing.bases_with_room(allied, ALLIES, noumea, p_39)
    assert brisbane not in south
    assert set(south) <= {BASE_AT[NUMBER[name]] for name in SOUTHERN_BASES}
    pearl = BASE_AT[NUMBER[PEARL]]
    assert pearl not in free_placing.bases_to_place_from(allied, ALLIES)


# -- 42.11, 42.43, 42.44, 42.71 to 42.73 -------------------------------------------------------------------


@pytest.mark.clause("42.43")
@pytest.mark.parametrize(("taken", "points"), [("", [0, 200]), (MIDWAY, [200, 0]), (NOUMEA, [50, 200])])
def test_42_43_the_primary_is_worth_200_to_either_side_and_the_secondary_50_to_japan(
    taken: str, points: list[int]
) -> None:
    state = opening_state()
    write(state, "midway", "noumea")
    case = layout.scenario(state)
    assert [case.objective_points(state, side) for side in (JAPAN, ALLIES)] == [0, 0], "only at the end"
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    if taken:
        take(state, taken)
    assert [case.objective_points(state, side) for side in (JAPAN, ALLIES)] == points


@pytest.mark.clause("42.43")
@pytest.mark.parametrize("points", ["200", "100", "50"])
def test_42_43_an_option_gives_the_value_of_the_aleutians_as_the_primary_objective(points: str) -> None:
    rules = TABLE.rules({"aleutians_objective": points})
    state = TABLE.set_up(rules, ADVANCED)
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    case = layout.scenario(state)
    write(state, "aleutians", "midway")
    assert [case.objective_points(state, side) for side in (JAPAN, ALLIES)] == [0, int(points)]
    take(state, "F0604")
    assert [case.objective_points(state, side) for side in (JAPAN, ALLIES)] == [int(points), 0]
    write(state, "midway", "aleutians")
    assert [case.objective_points(state, side) for side in (JAPAN, ALLIES)] == [50, 200]
    assert ("aleutians_objective" in rules.stored_options) == (points != "200")


def write(state: State, primary: str, secondary: str) -> None:
    """Japan has these objectives."""
    for rank, objective in enumerate((primary, secondary)):
        state.arrays[layout.RANKED_OBJECTIVES][rank] = OBJECTIVES.index[objective]


def take(state: State, name: str) -> None:
    """Gives a hex to Japan with a unit there; enemy units there are removed."""
    for unit in layout.units_in(state.arrays).units(NUMBER[name]):
        layout.units_in(state.arrays).put(unit, -1)
        state.arrays[layout.UNIT_TYPE][unit] = -1
    state.arrays[layout.CONTROL][NUMBER[name]] = JAPAN
    put_unit(state, "jp_1_1", name)


@pytest.mark.clause("42.43")
def test_42_43_any_hex_of_the_aleutians_counts_and_japan_comes_first() -> None:
    state, aleutians = opening_state(), OBJECTIVES.index["aleutians"]
    assert (holds(state, JAPAN, aleutians), holds(state, ALLIES, aleutians)) == (False, True), "Dutch Harbor"
    state.arrays[layout.CONTROL][NUMBER["F0604"]] = JAPAN
    assert holds(state, ALLIES, aleutians), "control without a unit does not count"
    put_unit(state, "jp_1_1", "F0604")
    assert (holds(state, JAPAN, aleutians), holds(state, ALLIES, aleutians)) == (True, False)
    assert units_at(state, DUTCH_HARBOR)


@pytest.mark.clause("42.44", "46.31")
def test_42_44_without_the_pipeline_the_war_is_shortened_by_200_points_a_game_turn() -> None:
    state = opening_state()
    clear_links(state)
    lay(state, ALLIES, BRISBANE, "east_edge", *[f"us_ms{number}" for number in range(1, 7)])
    run(state, shortening.judge)
    assert state.arrays[layout.SHORTENED][0] == 2, "six units carry four Load Points each"
    write(state, "midway", "noumea")
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    assert layout.scenario(state).objective_points(state, JAPAN) == 200
    other = opening_state()
    clear_links(other)
    lay(other, ALLIES, BRISBANE, "east_edge", *[f"us_ms{number}" for number in range(1, 8)])
    run(other, shortening.judge)
    assert other.arrays[layout.SHORTENED][0] == 0


@pytest.mark.clause("42.43")
def test_42_43_the_objectives_are_shown_at_the_end() -> None:
    state = opening_state()
    write(state, "midway", "aleutians")
    state.stack = (layout.scenario(state).game_turn(state.rules),)
    events = run(state, lambda execution: sequence.end_game(execution, "last_turn"))
    shown = find_events(events, "objectives_shown", 0b10)
    assert [(each["primary"], each["secondary"]) for each in shown] == [("midway", "aleutians")]
    assert terminal_segment.case_of_levels(state) == "42.45"


@pytest.mark.clause("42.8")
def test_42_8_neither_side_receives_reinforcements() -> None:
    state, table = opening_state(), GAME.rules().facts.table(tables.REINFORCEMENTS)
    assert [row.id for row in table.values() if row.scenario == "42"] == []
    case = layout.scenario(state)
    assert [case.arrive_at(state, side) for side in (JAPAN, ALLIES)] == [[], []]
    assert [case.air_points_due(state, side) for side in (JAPAN, ALLIES)] == [{}, {}]
    assert run(state, case.reinforcements) == []


@pytest.mark.clause("42.71", "42.72", "42.73")
def test_42_71_to_42_73_ships_enter_and_wait_as_in_the_basic_game() -> None:
    state = opening_state()
    cv5 = SHIPS.index["us_cv5"]
    assert (state.arrays[layout.DAMAGE][cv5], state.arrays[layout.REPAIR_LEFT][cv5]) == (2, 8)
    assert state.arrays[layout.MAXIMUM_EFFORT][cv5] == 1
    west = off_map.entry_hexes(state, BOXES.index["inland_sea"])
    assert west
    assert all(any(name[:3] == "D01" for name in ALL_NAMES[hex]) for hex in west)
    east = off_map.entry_hexes(state, BOXES.index["phase_lane_00"])
    assert {name[0] for hex in east for name in ALL_NAMES[hex]} == {"F", "G"}
    assert state.arrays[layout.SHIP_AT][SHIPS.index["us_cv3"]] == IN_BOX + BOXES.index["west_coast_usa"]
    assert all(unit in UNITS_OF[ALLIES] for unit in layout.units_in(state.arrays).units(NUMBER[PEARL]))
