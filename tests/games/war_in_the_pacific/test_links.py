"""15.1 to 15.9, 12.2, 14.1, 13.6 Links of merchant shipping: paths, thruput, chains, cargo; submarines on them."""

from collections.abc import Set as AbstractSet

import pytest

from ironbottom.engine.core.events import ALL, Event
from ironbottom.engine.dice.dice import DieReason, NoDice, SeededDice
from ironbottom.engine.rules.procedures import Execution, changed
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import cargo_room, ships_in_port, supply_reach
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.information.check import check_table
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SHIPS, STACKS, SUNK, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.merchant import links as orders
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import BEFORE_PLAY, USUAL, CargoOrders
from ironbottom.games.war_in_the_pacific.rules.merchant.pipeline_segment import PipelineOrders, PipelineSegment
from ironbottom.games.war_in_the_pacific.rules.merchant.supply_over_links import who_is_supplied
from ironbottom.games.war_in_the_pacific.rules.submarines import attacks_on_links
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply, supply_priority
from ironbottom.games.war_in_the_pacific.rules.supply.joint_supply import JointSupply, PayOrder
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst
from tests.games.war_in_the_pacific.battle_states import choose, find_events, open_procedure, put_unit
from tests.games.war_in_the_pacific.guadalcanal_states import (
    BRISBANE,
    EAST,
    EFATE,
    KAVIENG,
    NORTH,
    NOUMEA,
    RABAUL,
    SANTO,
    SYDNEY,
    TRUK,
    clear_links,
    end,
    lay,
    moor,
    new_game,
    run,
    serve,
    station,
    without_links,
)

LOAD = links.QUARTERS


# -- 15.2, 15.31 paths -------------------------------------------------------------------------------


@pytest.mark.clause("15.3", "15.31")
@pytest.mark.parametrize(
    ("side", "start", "to", "distance", "thruput"),
    [
        (JAPAN, TRUK, NORTH, 2, 200),
        (ALLIES, NOUMEA, EAST, 8, 50),
        (ALLIES, BRISBANE, EAST, 23, 17),
        (JAPAN, RABAUL, NORTH, 14, 28),
        (JAPAN, TRUK, RABAUL, 12, 33),
    ],
)
def test_15_3_15_31_one_unit_carries_400_by_the_distance(
    side: int, start: str, to: str, distance: int, thruput: int
) -> None:
    state = without_links()
    link = lay(state, side, start, to, "jp_ms1" if side == JAPAN else "us_ms1")
    assert links.length(state, side, end(start), end(to)) == distance
    assert links.thruput_of(state, link) == LOAD * thruput
    assert links.path_of(state, link)[0] == NUMBER[start]


def test_15_2_a_path_goes_round_a_working_enemy_airbase_unless_a_friendly_one_is_as_near() -> None:
    state = without_links()
    link = lay(state, ALLIES, EFATE, SANTO, "us_ms1")
    way = links.path_of(state, link)
    base = BASE_AT[NUMBER[SANTO]]
    assert way
    assert NUMBER[SANTO] in way
    level, hurt = state.arrays[layout.LEVEL], state.arrays[layout.HURT]
    enemy = BASE_AT[NUMBER["E3120"]]
    state.arrays[layout.CONTROL][NUMBER["E3120"]] = JAPAN
    level[enemy] = 1
    far = [hex for hex in links.closed_to(state, ALLIES) if GRID.distance(hex, NUMBER["E3120"]) > 3]
    assert not set(far) & set(GRID.within(NUMBER["E3120"], 3))
    assert NUMBER["E3120"] in links.closed_to(state, ALLIES)
    assert NUMBER["E3120"] not in links.closed_to(state, JAPAN)
    level[base] = 1
    near = links.closed_to(state, ALLIES)
    tied = [
        hex
        for hex in GRID.within(NUMBER["E3120"], 3)
        if GRID.distance(hex, NUMBER[SANTO]) == GRID.distance(hex, NUMBER["E3120"])
    ]
    assert all(hex not in near for hex in tied)
    hurt[enemy] = 1
    assert NUMBER["E3120"] not in links.closed_to(state, ALLIES), "a damaged Level does not count"


def test_15_2_air_points_close_nothing_since_they_are_hidden() -> None:
    state = new_game()
    before = links.closed_to(state, ALLIES)
    for place, points in enumerate(state.arrays[layout.AIR]):
        if points:
            state.arrays[layout.AIR][place] = 0
    assert links.closed_to(state, ALLIES) == before


def test_15_2_a_link_with_a_lost_end_carries_nothing() -> None:
    state = without_links()
    link = lay(state, ALLIES, EFATE, EAST, "us_ms1")
    assert links.thruput_of(state, link) == LOAD * 66
    state.arrays[layout.CONTROL][NUMBER[EFATE]] = JAPAN
    assert (links.path_of(state, link), links.thruput_of(state, link)) == ((), 0)


# -- 15.3, 12.2, 14.1 the capacity of links -------------------------------------------------------------


def test_12_2_15_3_each_level_of_damage_takes_a_quarter() -> None:
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1", "us_ms2")
    assert links.thruput_of(state, link) == LOAD * 100
    state.arrays[layout.DAMAGE][SHIPS.index["us_ms2"]] = 1
    assert links.thruput_of(state, link) == 50 * 4 + 50 * 3
    state.arrays[layout.DAMAGE][SHIPS.index["us_ms2"]] = 3
    assert links.thruput_of(state, link) == 50 * 4 + 50 * 1


def test_15_2_a_chain_has_the_least_thruput_and_the_widest_is_taken() -> None:
    state = without_links()
    edge = lay(state, ALLIES, NOUMEA, EAST, "us_ms1", "us_ms2")
    on = lay(state, ALLIES, NOUMEA, BRISBANE, "us_ms3")
    straight = lay(state, ALLIES, BRISBANE, EAST, "us_ms4")
    assert links.thruput_of(state, on) == LOAD * (400 // links.length(state, ALLIES, end(NOUMEA), end(BRISBANE)))
    found = links.chain(state, ALLIES, end(EAST), end(BRISBANE))
    assert [way.link for way in found.ways] == [edge, on]
    assert found.left == min(links.thruput_of(state, edge), links.thruput_of(state, on))
    links.spend(state, found.ways, found.left)
    assert [way.link for way in links.chain(state, ALLIES, end(EAST), end(BRISBANE)).ways] == [straight]
    assert links.left(state, links.LinkDirection(on, links.OUT)) == 0
    assert links.left(state, links.LinkDirection(on, links.BACK)) == links.thruput_of(state, on), (
        "each direction has its own"
    )


def test_14_1_15_3_ports_handle_ten_times_their_cargo_capacity_a_cycle() -> None:
    state = without_links()
    lay(state, JAPAN, KAVIENG, NORTH, *[f"jp_ms{number}" for number in range(1, 7)])
    capacity = cargo_room.cargo_capacity(state, JAPAN, NUMBER[KAVIENG])
    assert links.port_left(state, JAPAN, end(KAVIENG)) == 10 * capacity == LOAD * 20
    assert links.chain(state, JAPAN, end(NORTH), end(KAVIENG)).left == LOAD * 20
    found = links.chain(state, JAPAN, end(NORTH), end(KAVIENG))
    links.spend(state, found.ways, LOAD * 15)
    assert links.chain(state, JAPAN, end(NORTH), end(KAVIENG)).left == LOAD * 5


# -- 15.1, 15.4, 15.8 ships ----------------------------------------------------------------------------


def test_15_8_merchant_shipping_moves_freely_between_links_once_a_segment() -> None:
    state = without_links()
    one, other = lay(state, ALLIES, NOUMEA, EAST, "us_ms1", "us_ms2"), lay(state, ALLIES, EFATE, EAST, "us_ms3")
    open_procedure(state, PipelineOrders(ALLIES))
    choose(state, "allies", "join_link", "us_ms1", layout.LINKS.ids[other])
    assert links.merchants_on(state, other) == [SHIPS.index["us_ms1"], SHIPS.index["us_ms3"]]
    refusal = state.why_not("allies", ("join_link", "us_ms1", layout.LINKS.ids[one]))
    assert refusal is not None
    assert refusal.clause == "15.8"


@pytest.mark.clause("15.1", "15.8")
def test_15_8_a_change_of_mode_takes_a_game_turn_in_port() -> None:
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1", "us_ms2")
    ship = SHIPS.index["us_ms2"]
    open_procedure(state, PipelineOrders(ALLIES))
    choose(state, "allies", "leave_link", "us_ms2", NOUMEA)
    assert state.arrays[layout.SHIP_AT][ship] == NUMBER[NOUMEA]
    assert links.thruput_of(state, link) == LOAD * 50
    assert ship not in ships_in_port.gatherable(state, ALLIES).get(NUMBER[NOUMEA], [])
    orders.modes_change(state)
    assert ship in ships_in_port.gatherable(state, ALLIES)[NUMBER[NOUMEA]], "now in Tactical Mode"
    orders.join_ship(without_dice(state), ship, link)
    assert links.thruput_of(state, link) == LOAD * 50, "it still changes its mode"
    check_table(state)
    orders.modes_change(state)
    assert links.thruput_of(state, link) == LOAD * 100
    check_table(state)


def without_dice(state: State) -> Execution:
    """An execution that rolls nothing."""
    return Execution(state, NoDice())


def test_15_4_escorts_join_a_link_from_a_port_at_its_end() -> None:
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1")
    away = moor(state, "us_de1", EFATE)
    here, cruiser = moor(state, "us_de2", NOUMEA), moor(state, "us_ca29", NOUMEA)
    able = orders.ships_for_links(state, ALLIES)
    assert here in able
    assert away not in able
    assert cruiser not in able
    open_procedure(state, PipelineOrders(ALLIES))
    choose(state, "allies", "join_link", "us_de2", layout.LINKS.ids[link])
    assert links.escorts_on(state, link) == [here]


def test_15_2_links_without_merchant_shipping_are_given_up_and_their_escorts_return_to_port() -> None:
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1")
    serve(state, "us_de1", link)
    open_procedure(state, PipelineSegment(0))
    choose(state, "allies", "leave_link", "us_ms1", NOUMEA)
    events = choose(state, "allies", "done")
    assert find_events(events, "link_closed") == [{"event": "link_closed", "link": layout.LINKS.ids[link]}]
    assert state.arrays[layout.SHIP_AT][SHIPS.index["us_de1"]] == NUMBER[NOUMEA]
    assert not links.in_use(state, ALLIES)


def test_15_2_a_link_is_laid_between_own_ports_with_an_open_path() -> None:
    state = without_links()
    open_procedure(state, PipelineOrders(JAPAN))
    for hex, to, clause in (
        (TRUK, NOUMEA, "15.2"),
        (NOUMEA, TRUK, "15.2"),
        (TRUK, TRUK, "15.2"),
        (TRUK, "D3354", "15.2"),
    ):
        refusal = state.why_not("japan", ("lay_link", hex, to))
        assert refusal is not None
        assert refusal.clause == clause
    events = choose(state, "japan", "lay_link", TRUK, RABAUL)
    assert find_events(events, "link_laid", 0b10) == [
        {"event": "link_laid", "link": "japan_link_1", "start": TRUK, "end": RABAUL}
    ], "everybody sees its ends"
    assert state.why_not("japan", ("lay_link", TRUK, RABAUL)) is not None, "one link joins two ends"
    assert state.why_not("japan", ("lay_to_edge", TRUK, EAST)) is not None


# -- 15.6, 15.7, 15.9 cargo ---------------------------------------------------------------------------


@pytest.mark.clause("15.6", "15.7")
def test_15_6_15_7_a_unit_takes_its_room_on_every_link_and_arrives_at_once() -> None:
    state = without_links()
    one, two = lay(state, ALLIES, NOUMEA, EFATE, "us_ms1"), lay(state, ALLIES, EFATE, SANTO, "us_ms2")
    unit = put_unit(state, "us_4_1_mar", NOUMEA)
    open_procedure(state, CargoOrders(ALLIES, USUAL))
    choose(state, "allies", "consign", unit, SANTO)
    assert state.arrays[layout.UNIT_AT][UNITS.index[unit]] == NUMBER[SANTO]
    spent = state.arrays[layout.LINK_SPENT]
    assert [spent[2 * link + links.OUT] for link in (one, two)] == [2 * LOAD, 2 * LOAD]
    assert [spent[2 * link + links.BACK] for link in (one, two)] == [0, 0]


def test_15_31_25_2_stores_from_an_edge_and_from_home_never_run_out() -> None:
    state = without_links()
    lay(state, ALLIES, NOUMEA, EAST, "us_ms1")
    lay(state, ALLIES, NOUMEA, SYDNEY, "us_ms2")
    supply = state.arrays[layout.SUPPLY]
    open_procedure(state, CargoOrders(ALLIES, USUAL))
    choose(state, "allies", "draw_stores", NOUMEA, "50")
    assert supply[BASE_AT[NUMBER[NOUMEA]]] == 200
    assert state.why_not("allies", ("draw_stores", NOUMEA, "1")) is not None, "its thruput is used up"
    before = supply[BASE_AT[NUMBER[SYDNEY]]]
    choose(state, "allies", "consign_stores", SYDNEY, NOUMEA, "5")
    assert (supply[BASE_AT[NUMBER[NOUMEA]]], supply[BASE_AT[NUMBER[SYDNEY]]]) == (220, before)
    choose(state, "allies", "consign_stores", NOUMEA, SYDNEY, "5")
    assert supply[BASE_AT[NUMBER[NOUMEA]]] == 200


def test_15_9_before_play_twice_the_thruput_moves_and_all_of_it_is_there_again() -> None:
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1")
    open_procedure(state, CargoOrders(ALLIES, BEFORE_PLAY))
    choose(state, "allies", "draw_stores", NOUMEA, "100")
    assert state.why_not("allies", ("draw_stores", NOUMEA, "1")) is not None
    state.apply("allies", ("done",), without_dice(state).dice)
    assert links.left(state, links.LinkDirection(link, links.BACK)) == LOAD * 50


def supplied(state: State) -> AbstractSet[int]:
    """The hexes of the Allies that are supplied in a Segment."""
    return who_is_supplied(without_dice(state), ALLIES, PaidFirst())[0]


def test_15_7_25_3_units_are_supplied_over_links_as_far_as_the_thruput_goes() -> None:
    state = without_links()
    link = lay(state, ALLIES, SANTO, EAST, "us_ms1")
    units = list(layout.units_in(state.arrays).units(NUMBER[SANTO]))
    assert units
    assert not state.arrays[layout.SUPPLY][BASE_AT[NUMBER[SANTO]]]
    hexes = supplied(state)
    assert [NUMBER[hex] in hexes for hex in (SANTO, NOUMEA)] == [True, False]
    assert state.arrays[layout.LINK_SPENT][2 * link + links.BACK] == 1
    state.arrays[layout.LINK_SPENT][2 * link + links.BACK] = links.thruput_of(state, link)
    assert NUMBER[SANTO] not in supplied(state), "once used up it carries no Line"


def test_25_2_units_with_a_line_to_a_home_source_are_supplied_for_nothing() -> None:
    state = without_links()
    unit = put_unit(state, "cw_3_1", SYDNEY)
    assert state.arrays[layout.UNIT_AT][UNITS.index[unit]] in supplied(state)


# -- 13.6, 13.8 submarines ------------------------------------------------------------------------------


def attacked(state: State, subron: int, link: int, *dice: int) -> list[Event]:
    """An attack of all ready points of a Subron."""
    return run(state, lambda execution: attacks_on_links.attack_a_link(execution, subron, link), *dice)


def test_13_6_wp_40_a_link_of_two_merchant_units_with_an_escort() -> None:
    """The modifiers: +1 for two units, -1 for the escort, and -1 for U.S. boats before 9/43."""
    state = without_links()
    link = lay(state, JAPAN, TRUK, NORTH, "jp_ms1", "jp_ms2")
    serve(state, "jp_de1", link)
    station(state, layout.SUBRONS_A_SIDE, "E1603", fleet=6)
    state.cells[layout.SUBRON_READY + layout.SUBRONS_A_SIDE] = 6
    assert attacks_on_links.modifier(state, layout.SUBRONS_A_SIDE, link) == -1
    events = attacked(state, layout.SUBRONS_A_SIDE, link, 6, 6)
    assert find_events(events, "link_attacked", 0b10) == [
        {"event": "link_attacked", "link": "japan_link_1", "points": 6, "levels": 2}
    ], "die 5 in the row 6-8"
    assert [state.arrays[layout.DAMAGE][SHIPS.index[ship]] for ship in ("jp_ms1", "jp_ms2")] == [2, 0]
    assert links.thruput_of(state, link) == 200 * 2 + 200 * 4, "half of the cargo of the unit is lost"
    assert state.arrays[layout.LINK_LOST][link] == 2
    assert state.cells[layout.SUBRON_FLEET + layout.SUBRONS_A_SIDE] == 5, "13.8: two hunting points, die 6"
    assert state.cells[layout.SUBRON_READY + layout.SUBRONS_A_SIDE] == 0, "not ready against Task Forces"


def test_13_6_four_levels_sink_a_unit_and_the_weakest_is_hit_first() -> None:
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1", "us_ms2")
    state.arrays[layout.DAMAGE][SHIPS.index["us_ms2"]] = 3
    station(state, 0, NOUMEA, fleet=12)
    state.cells[layout.SUBRON_READY] = 12
    assert attacks_on_links.modifier(state, 0, link) == 1 - 2
    events = attacked(state, 0, link, 5)
    assert find_events(events, "link_attacked", 0b01)[0]["levels"] == 2, "die 4 in the row 9-12"
    assert find_events(events, "link_ship_lost") == [
        {"event": "link_ship_lost", "link": "allies_link_1", "ship": "us_ms2"}
    ]
    assert state.arrays[layout.SHIP_AT][SHIPS.index["us_ms2"]] == SUNK
    assert state.arrays[layout.DAMAGE][SHIPS.index["us_ms1"]] == 1
    check_table(state)


def test_13_6_only_a_subron_on_station_within_two_hexes_attacks_and_coastal_boats_less_well() -> None:
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1")
    path = [IDS[hex] for hex in links.path_of(state, link)]
    station(state, 0, path[3], coastal=4)
    assert attacks_on_links.links_near(state, 0) == [link]
    assert attacks_on_links.modifier(state, 0, link) == -1 - 2
    state.cells[layout.SUBRON_MODE] = layout.IN_TRANSIT
    assert attacks_on_links.links_near(state, 0) == []
    station(state, 0, "E1936", fleet=4)
    assert attacks_on_links.links_near(state, 0) == []


def test_1_31_nobody_sees_the_dice_of_an_attack_on_a_link() -> None:
    """The hidden dice would reveal escorts and the number of ships."""
    state = without_links()
    link = lay(state, JAPAN, TRUK, NORTH, "jp_ms1")
    station(state, layout.SUBRONS_A_SIDE, "E1603", fleet=2)
    state.cells[layout.SUBRON_READY + layout.SUBRONS_A_SIDE] = 2
    seen: list[int] = []

    class Listening:
        def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
            seen.append(audience)
            return 1

    attacks_on_links.attack_a_link(Execution(state, Listening()), layout.SUBRONS_A_SIDE, link)
    assert seen == [0]


# -- 15.6 crated air points --------------------------------------------------------------------------------


def test_15_6_a_crated_air_point_takes_a_load_point_and_needs_room_at_its_base() -> None:
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EFATE, "us_ms1")
    stack = STACKS.index["p_40_trained"]
    start, to = BASE_AT[NUMBER[NOUMEA]] * len(STACKS) + stack, BASE_AT[NUMBER[EFATE]] * len(STACKS) + stack
    air = state.arrays[layout.AIR]
    before = (air[start], air[to])
    assert min(before) > 0
    open_procedure(state, CargoOrders(ALLIES, USUAL))
    events = choose(state, "allies", "consign_points", NOUMEA, STACKS.ids[stack], EFATE, "2")
    assert (air[start], air[to]) == (before[0] - 2, before[1] + 2)
    assert state.arrays[layout.LINK_SPENT][2 * link + links.OUT] == 2 * LOAD
    assert find_events(events, "transferred", 0b01) == [], "only the owner knows"
    assert state.why_not("allies", ("consign_points", NOUMEA, STACKS.ids[stack], EFATE, "1")) is not None
    check_table(state)


def test_15_6_5_4_crates_stay_where_there_is_no_airbase_or_no_thruput() -> None:
    state = without_links()
    lay(state, ALLIES, NOUMEA, SANTO, "us_ms1")
    link = lay(state, ALLIES, NOUMEA, EFATE, "us_ms2")
    open_procedure(state, CargoOrders(ALLIES, USUAL))
    action = ("consign_points", NOUMEA, "p_40_trained")
    refusal = state.why_not("allies", (*action, SANTO, "1"))
    assert refusal is not None
    assert refusal.clause == "5.4", "Espiritu Santo has no airbase yet"
    assert state.why_not("allies", (*action, EFATE, "1")) is None
    whole = links.chain(state, ALLIES, end(NOUMEA), end(EFATE)).left
    state.arrays[layout.LINK_SPENT][2 * link + links.OUT] = whole - LOAD + 1
    assert state.why_not("allies", (*action, EFATE, "1")) is not None
    state.arrays[layout.LINK_SPENT][2 * link + links.OUT] = whole - LOAD
    assert state.why_not("allies", (*action, EFATE, "1")) is None
    assert state.why_not("allies", (*action, EFATE, "2")) is not None


def test_15_6_5_9_no_more_points_have_flown_than_are_left() -> None:
    state = without_links()
    lay(state, ALLIES, NOUMEA, EFATE, "us_ms1")
    stack = STACKS.index["p_40_trained"]
    here = BASE_AT[NUMBER[NOUMEA]] * len(STACKS) + stack
    there = state.arrays[layout.AIR][here]
    state.arrays[layout.FLOWN][here] = state.arrays[layout.TRANSFERRED][here] = there
    open_procedure(state, CargoOrders(ALLIES, USUAL))
    choose(state, "allies", "consign_points", NOUMEA, STACKS.ids[stack], EFATE, "1")
    assert state.arrays[layout.FLOWN][here] == state.arrays[layout.TRANSFERRED][here] == there - 1
    check_table(state)


# -- 25.2, 25.3 the cost of supply -------------------------------------------------------------------------------


def test_25_2_25_3_units_with_a_line_to_a_home_source_owe_nothing() -> None:
    state = without_links()
    put_unit(state, "cw_3_1", SYDNEY)
    put_unit(state, "us_hq_wing", SYDNEY)
    case = layout.scenario(state)
    dues = case.supply_dues(state, ALLIES)
    assert NUMBER[SYDNEY] not in dues
    assert NUMBER[SANTO] in dues
    staffs = case.headquarters_dues(state, ALLIES)
    positions = state.arrays[layout.UNIT_AT]
    assert {cost for unit, cost in staffs.items() if positions[unit] == NUMBER[SYDNEY]} == {0}
    assert not supply_priority.is_short(state, ALLIES)


# -- 25.3 the order of payment -------------------------------------------------------------------------------

TWO = (NOUMEA, EFATE)


def short_by(missing: int) -> State:
    """The Joint Supply Segment: one chain serves Noumea and Efate, and is this many quarters short of their cost."""
    state = without_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1")
    lay(state, ALLIES, NOUMEA, EFATE, "us_ms2", "us_ms3")
    put_unit(state, "us_4_1_mar", EFATE)
    dues = layout.scenario(state).supply_dues(state, ALLIES)
    room = sum(dues[NUMBER[hex]] for hex in TWO) - missing
    state.arrays[layout.LINK_SPENT][2 * link + links.BACK] = links.thruput_of(state, link) - room
    whole = layout.scenario(state).game_turn(state.rules)
    names = [step.name for step in whole.steps]
    state.stack = (changed(whole, next=names.index("supply") + 1), JointSupply(1))
    return state


def unsupplied(state: State) -> set[str]:
    """Which of the two hexes have unsupplied Allied units."""
    positions, lacking = state.arrays[layout.UNIT_AT], state.arrays[layout.UNSUPPLIED]
    troops = [unit for unit in UNITS_OF[ALLIES] if lacking[unit] and not supply_reach.is_headquarters(state, unit)]
    return {name for name in TWO for unit in troops if positions[unit] == NUMBER[name]}


def pay(state: State) -> None:
    """The Allies pay."""
    joint_supply.pay_side(Execution(state, SeededDice(1)), ALLIES)


@pytest.mark.clause("25.3", "43.63")
def test_the_owner_chooses_who_is_supplied_over_links_if_the_thruput_does_not_suffice() -> None:
    state = short_by(1)
    pay(state)
    assert state.stack[-1] == PayOrder(ALLIES, (), ())
    decision = state.decision("allies")
    assert decision is not None
    assert set(TWO) <= set(decision.choices.next("supply_first"))
    second, first = sorted(TWO, key=NUMBER.__getitem__)
    check_table(state)
    choose(state, "allies", "supply_first", first)
    refusal = state.why_not("allies", ("supply_first", second))
    assert refusal is not None
    assert refusal.clause == "25.3"
    check_table(state)
    state.apply("allies", ("done",), SeededDice(1))
    assert unsupplied(state) == {second}


@pytest.mark.parametrize("missing", [0, 99])
def test_25_3_nothing_is_asked_if_thruput_suffices_or_no_other_order_helps(missing: int) -> None:
    state = short_by(0)
    if missing:
        clear_links(state)
    pay(state)
    assert not isinstance(state.stack[-1], PayOrder)
    assert unsupplied(state) == (set(TWO) if missing else set())


def test_25_3_asking_who_would_be_short_pays_nothing() -> None:
    state = short_by(1)
    before = state.hash()
    assert supply_priority.is_short(state, ALLIES)
    assert state.hash() == before


@pytest.mark.clause("25.3", "28.2")
def test_headquarters_may_be_paid_first_over_links() -> None:
    state = short_by(1)
    assert state.cells[layout.TURN] % 4 == 3, "at a Cycle's end idle ones cost as well"
    frame = PayOrder(ALLIES, (), ())
    payable = supply_priority.payable_headquarters(state, frame)
    unit = next(unit for unit in payable if state.arrays[layout.UNIT_AT][unit] == NUMBER[EFATE])
    state.stack = (*state.stack, frame)
    before = len(supply_priority.unpaid_hexes(state, frame))
    choose(state, "allies", "staff_first", UNITS.ids[unit])
    assert len(supply_priority.unpaid_hexes(state, frame)) < before
