"""15.5, 1.31 Raids on links: the hidden contact die, one battle per phase and link, and the return to the link."""

from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.core.events import Event
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.procedures import Execution, changed
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import flight_duties, strike_targets
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.force_missions import ALL_MISSIONS, missions_for
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import reaching
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.check import check_table
from ironbottom.games.war_in_the_pacific.information.check_frames import are_valid_decisions
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FORCES, HEXES, IN_FORCE, SHIPS, STACKS, SUNK
from ironbottom.games.war_in_the_pacific.rules.air import strike_declaration, waves
from ironbottom.games.war_in_the_pacific.rules.air.interception import MEDIUM
from ironbottom.games.war_in_the_pacific.rules.air.strike_declaration import StrikeDeclaration, WavePlan
from ironbottom.games.war_in_the_pacific.rules.air.strikes import Strikes
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.merchant import raids_on_links
from ironbottom.games.war_in_the_pacific.rules.merchant.raids_on_links import LinkRaids
from ironbottom.games.war_in_the_pacific.rules.naval.damage import damage_levels, damage_points
from ironbottom.games.war_in_the_pacific.rules.naval.plots import fit_to_raid
from ironbottom.games.war_in_the_pacific.rules.sequence import NavalPhase
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.air_phase import GuadalcanalAir
from ironbottom.games.war_in_the_pacific.state import LINKS, MISSIONS
from ironbottom.positions import load
from tests.games.war_in_the_pacific.battle_states import choose, find_events, open_procedure
from tests.games.war_in_the_pacific.guadalcanal_states import (
    EAST,
    EFATE,
    NOUMEA,
    RABAUL,
    clear_links,
    lay,
    new_game_of,
    serve,
)

DAY = 1
ORDERS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific" / "orders.toml"
FRESH = LinkRaids(DAY, -1, -1, 0, 0, 0)
FREE_NUMBER = 1
"""8.5 The die for the number of the Task Force that the ships of a link become."""


def raided_link(*ships: str, raiders: tuple[str, ...] = ("jp_ca1", "jp_ca2")) -> tuple[State, int, int]:
    """An Allied link from Noumea to the east edge, with Japanese raiders in the second hex of its way."""
    state = new_game_of(GAME)
    clear_links(state)
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1", "us_ms2", "us_ms3")
    for ship in ships:
        serve(state, ship, link)
    force, hex = FORCES.index["japan_1"], links.path_of(state, link)[2]
    sail(state, force, hex, *raiders)
    return state, link, force


def sail(state: State, force: int, hex: int, *ships: str, mission: str = "raid") -> None:
    """A force under way."""
    state.cells[layout.FORCE_AT + force] = hex
    state.cells[layout.FORCE_MISSION + force] = MISSIONS.index[mission]
    state.cells[layout.FORCE_ACTIVE + force] = 1
    for ship in ships:
        number = SHIPS.index[ship]
        layout.ships_in(state.arrays).put(number, IN_FORCE + force)
        state.arrays[layout.FUEL][number] = state.rules.pieces.ships[number].fuel


def raid(state: State, *dice: int) -> list[Event]:
    """The raids of the first impulse up to the first question."""
    return open_procedure(state, FRESH, *dice)


# -- contact ---------------------------------------------------------------------------------------------


def test_15_5_warships_may_plot_a_raid_where_there_are_links() -> None:
    state, _, force = raided_link()
    assert missions_for(state, force) >> MISSIONS.index["raid"] & 1
    sail(state, force, state.cells[layout.FORCE_AT + force], "jp_apb1")
    assert not missions_for(state, force) >> MISSIONS.index["raid"] & 1, "10.1 a Raid is for warships alone"


def test_15_5_without_links_a_raid_is_refused_with_its_reason() -> None:
    """Midway has no links; its first decision about courses offers every other Mission of warships."""
    state = load(ORDERS)
    (force,) = [number for number in range(len(FORCES)) if ships_of(state, number)][:1]
    assert not missions_for(state, force) >> MISSIONS.index["raid"] & 1
    assert fit_to_raid.allow(state, state.stack[-1], JAPAN) == ALL_MISSIONS & ~(1 << MISSIONS.index["raid"])
    assert fit_to_raid.allow(new_game_of(GAME), state.stack[-1], JAPAN) == ALL_MISSIONS


@pytest.mark.parametrize(("die", "found"), [(4, False), (5, True)])
def test_15_5_raiders_find_the_ships_of_a_link_on_a_five(die: int, found: bool) -> None:
    state, link, _ = raided_link()
    events = raid(state, die, *((FREE_NUMBER, 3, 3) if found else ()))
    assert bool(find_events(events, "link_raided")) == found
    assert bool(state.arrays[layout.LINK_RAIDED][link]) == found
    assert bool(state.stack) == found


@pytest.mark.parametrize(("points", "rows"), [(0, 0), (4, 0), (5, 1), (11, 2), (42, 5)])
def test_15_5_8_21_each_row_of_search_points_above_the_first_adds_one(
    points: int, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, _, force = raided_link()
    hex = state.cells[layout.FORCE_AT + force]
    reached = reaching(state, JAPAN, hex)._replace(points=points)
    monkeypatch.setattr(raids_on_links, "reaching", lambda *_: reached)
    assert raids_on_links.search_rows(state, JAPAN, hex) == rows, "half the points, as on the move"


def test_15_5_only_forces_on_raid_with_fuel_in_a_hex_of_the_link_look_for_it() -> None:
    state, link, force = raided_link()
    way = links.path_of(state, link)
    assert raids_on_links.raided_hex(state, link) == way[2]
    state.cells[layout.FORCE_MISSION + force] = MISSIONS.index["patrol"]
    assert raids_on_links.raided_hex(state, link) == -1
    state.cells[layout.FORCE_MISSION + force] = MISSIONS.index["raid"]
    state.arrays[layout.FUEL][SHIPS.index["jp_ca1"]] = 0
    assert raids_on_links.raided_hex(state, link) == -1, "10.7"
    state.arrays[layout.FUEL][SHIPS.index["jp_ca1"]] = 30
    state.cells[layout.FORCE_AT + force] = NUMBER["E2519"]
    assert raids_on_links.raided_hex(state, link) == -1


def test_15_5_a_link_without_merchant_shipping_is_not_found_and_no_die_is_rolled() -> None:
    state, link, _ = raided_link()
    for ship in ("us_ms1", "us_ms2", "us_ms3"):
        state.arrays[layout.SHIP_LINK][SHIPS.index[ship]] = 0
    serve(state, "us_de1", link)
    assert raid(state) == []


def test_1_31_a_raid_without_contact_reveals_nothing() -> None:
    state, _, _ = raided_link()
    before = [GAME.view(state, side)["arrays"] for side in (JAPAN, ALLIES)]
    assert raid(state, 4) == []
    assert [GAME.view(state, side)["arrays"] for side in (JAPAN, ALLIES)] == before


# -- the battle -------------------------------------------------------------------------------------------


def test_15_5_11_two_merchant_units_and_all_escorts_fight() -> None:
    state, link, force = raided_link("us_dd17", "us_de1")
    events = raid(state, 5, FREE_NUMBER, 3, 3)
    fought = find_events(events, "battle")[0]["ships"]
    assert isinstance(fought, list | tuple)
    assert set(fought) == {"jp_ca1", "jp_ca2", "us_dd17", "us_de1", "us_ms1", "us_ms2"}
    frame = state.stack[0]
    assert isinstance(frame, LinkRaids)
    assert [SHIPS.ids[ship] for ship in links.merchants_on(state, link)] == ["us_ms3"]
    assert state.cells[layout.FORCE_AT + frame.convoy] == state.cells[layout.FORCE_AT + force]
    assert are_valid_decisions(state, state.stack)
    assert {decision.side for decision in state.decisions()} == {"japan", "allies"}


def end_battle(state: State) -> list[Event]:
    """Neither side fires for three rounds, or both leave the battle as soon as they may."""
    events: list[Event] = []
    while state.stack:
        for side in ("japan", "allies"):
            decision = state.decision(side)
            if decision is not None and state.why_not(side, ("done",)) is None:
                events += choose(state, side, "done")
                break
        else:
            break
    return events


def test_15_5_after_the_battle_the_ships_are_on_their_link_again() -> None:
    state, link, force = raided_link("us_dd17")
    raid(state, 5, FREE_NUMBER, 3, 3)
    frame = state.stack[0]
    assert isinstance(frame, LinkRaids)
    events = end_battle(state)
    assert state.stack == ()
    assert find_events(events, "link_suffered", 0b10) == [
        {"event": "link_suffered", "link": LINKS.ids[link], "levels": 0}
    ]
    on = [SHIPS.ids[ship] for ship in links.ships_on(state, link)]
    assert sorted(on) == ["us_dd17", "us_ms1", "us_ms2", "us_ms3"]
    assert state.cells[layout.FORCE_AT + frame.convoy] == -1
    assert not layout.in_contact(state.cells, frame.convoy)
    assert ships_of(state, force)
    check_table(state)


def test_15_5_47_1_levels_and_sunk_merchant_units_are_lost_to_the_link() -> None:
    state, link, _ = raided_link()
    raid(state, 5, FREE_NUMBER, 3, 3)
    state.arrays[layout.DAMAGE][SHIPS.index["us_ms1"]] = 3
    raids_on_links_sink(state, "us_ms2")
    events = end_battle(state)
    assert find_events(events, "link_suffered", 0b01)[0]["levels"] == 3 + 4
    assert state.arrays[layout.LINK_LOST][link] == 7
    assert [SHIPS.ids[ship] for ship in links.merchants_on(state, link)] == ["us_ms1", "us_ms3"]
    assert state.arrays[layout.SHIP_AT][SHIPS.index["us_ms2"]] == SUNK
    assert links.thruput_of(state, link) == 50 * 1 + 50 * 4
    check_table(state)


def raids_on_links_sink(state: State, ship: str) -> None:
    """A ship of the convoy sinks in the battle."""
    number = SHIPS.index[ship]
    state.arrays[layout.DAMAGE][number] = 6
    state.arrays[layout.SHIP_LINK][number] = 0
    layout.ships_in(state.arrays).put(number, SUNK)
    state.cells[layout.BATTLING] &= ~(1 << number)


def test_15_5_a_link_is_raided_once_a_phase() -> None:
    state, link, _ = raided_link()
    raid(state, 5, FREE_NUMBER, 3, 3)
    end_battle(state)
    assert raid(state) == [], "no second die in this phase"
    raids_on_links.new_phase(state)
    assert find_events(raid(state, 5, FREE_NUMBER, 3, 3), "link_raided")[0]["link"] == LINKS.ids[link]


def test_15_5_4_2_the_first_players_raids_come_first() -> None:
    state, link, _ = raided_link()
    other = lay(state, JAPAN, "E1602", "north_edge", "jp_ms1")
    sail(state, FORCES.index["allies_1"], links.path_of(state, other)[0], "us_ca29", "us_ca34")
    state.cells[layout.FIRST_PLAYER] = ALLIES
    events = raid(state, 5, FREE_NUMBER, 3, 3)
    assert [event["link"] for event in find_events(events, "link_raided")] == [LINKS.ids[other]]
    assert not state.arrays[layout.LINK_RAIDED][link]


# -- secrets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [JAPAN, ALLIES])
def test_1_3_sampled_worlds_of_a_raid_play_on_and_put_the_ships_back(viewer: int) -> None:
    state, link, _ = raided_link("us_dd17")
    whole = layout.scenario(state).game_turn(state.rules)
    names = [step.name for step in whole.steps]
    number = [step.name for step in NavalPhase.steps].index("battles_1") + 1
    state.stack = (changed(whole, next=names.index("naval_1") + 1), NavalPhase(number))
    raid(state, 5, FREE_NUMBER, 3, 3)
    GAME.check(state)
    sampler, random = GAME.sampler(GAME.view(state, viewer)), Random(5)
    for _ in range(8):
        world = sampler.draw(random)
        GAME.check(world)
        assert GAME.view(world, viewer) == GAME.view(state, viewer)
        serving = [
            ship for ship in ("us_ms1", "us_ms2", "us_dd17") if world.arrays[layout.SHIP_LINK][SHIPS.index[ship]]
        ]
        assert serving == ["us_ms1", "us_ms2", "us_dd17"]
        assert {world.arrays[layout.SHIP_LINK][SHIPS.index[ship]] for ship in serving} == {link + 1}


# -- strikes from the air ----------------------------------------------------------------------------------


def struck(state: State, link: int, hex: int, dice: tuple[int, ...], **points: int) -> list[Event]:
    """A wave of Japanese points from Rabaul strikes a link; ``val_trained=4`` drop bombs, torpedo planes torpedoes."""
    base, aim = BASE_AT[NUMBER[RABAUL]], waves.Aim(hex, strike_targets.LINK, MEDIUM, link=link)
    wave = waves.begin_wave(state, JAPAN, aim)
    for name, number in points.items():
        stack, role = STACKS.index[name], flight_duties.TORPEDO if name.startswith("kate") else flight_duties.BOMB
        state.arrays[layout.AIR][base * len(STACKS) + stack] = number
        flights.launch(state, JAPAN, flights.Sortie(base, stack, role, wave=wave, over=hex), number)
    return open_procedure(state, Strikes(JAPAN), *dice)


def near_rabaul() -> tuple[State, int, int]:
    """An Allied link from Port Moresby, with a hex of its way within normal range of Rabaul."""
    state = new_game_of(GAME)
    clear_links(state)
    link = lay(state, ALLIES, NOUMEA, EFATE, "us_ms1", "us_ms2")
    return state, link, links.path_of(state, link)[1]


def test_15_5_bombs_and_torpedoes_are_two_rolls_against_a_defence_of_four() -> None:
    state, link, hex = near_rabaul()
    events = struck(state, link, hex, (3, 1, 4, 6), kate_carrier=1, val_carrier=1)
    found = find_events(events, "link_struck", 0b10)
    assert [(event["link"], event["dice"]) for event in found] == [(LINKS.ids[link], [3, 1]), (LINKS.ids[link], [4, 6])]
    rows = [
        damage_points(GAME.rules({}).pieces.charts, 7, 3, -1 + 1),
        damage_points(GAME.rules({}).pieces.charts, 4, 4),
    ]
    levels = [
        damage_levels(GAME.rules({}).pieces.charts, rows[0], 4, 1),
        damage_levels(GAME.rules({}).pieces.charts, rows[1], 4, 6),
    ]
    assert [event["levels"] for event in found] == [min(each, 4) for each in levels]
    assert state.arrays[layout.LINK_LOST][link] == sum(min(each, 4) for each in levels)
    assert find_events(events, "raided", 0b10)[0]["target"] == "link"


def test_15_5_a_roll_takes_at_most_the_levels_of_one_unit() -> None:
    state, link, hex = near_rabaul()
    struck(state, link, hex, (6, 6), val_carrier=9)
    assert state.arrays[layout.LINK_LOST][link] == 4
    assert state.arrays[layout.SHIP_AT][SHIPS.index["us_ms1"]] == SUNK
    assert len(links.merchants_on(state, link)) == 1


def test_15_5_7_5_the_escorts_of_the_link_fire_first() -> None:
    state, link, hex = near_rabaul()
    serve(state, "us_dd17", link)
    aim = waves.Aim(hex, strike_targets.LINK, MEDIUM, link=link)
    assert waves.fire_against(state, JAPAN, aim) == waves.ships_fire(state, [SHIPS.index["us_dd17"]]) > 0
    events = struck(state, link, hex, (1, 3, 1, 1), val_carrier=3)
    assert find_events(events, "flak", 0b10)[0]["strength"] == waves.ships_fire(state, [SHIPS.index["us_dd17"]])


def test_15_5_a_wave_needs_no_contact_but_a_hex_of_the_way_in_range() -> None:
    state, link, _ = near_rabaul()
    open_procedure(state, GuadalcanalAir(0), *[6] * dice_of_the_air_phase(state))
    declaring(state)
    refusal = state.why_not("japan", ("raid_link", LINKS.ids[link], "E2519"))
    assert refusal is not None
    assert refusal.clause == "15.5"
    own = lay(state, JAPAN, "E1602", "north_edge", "jp_ms1")
    refusal = state.why_not("japan", ("raid_link", LINKS.ids[own], "E1602"))
    assert refusal is not None
    assert refusal.clause == "15.5"
    near = lay(state, ALLIES, "E1419", NOUMEA, "us_ms3")
    hex = next(each for each in strike_declaration.hexes_of_link(state, JAPAN, near))
    choose(state, "japan", "raid_link", LINKS.ids[near], HEXES.ids[hex])
    frame = state.stack[-1]
    assert isinstance(frame, WavePlan)
    assert waves.aim_of(state, frame.wave) == waves.Aim(hex, strike_targets.LINK, MEDIUM, link=near)
    betty = next(option for option in japan(state).next("send", "E1613") if option.startswith("betty"))
    roles = set(japan(state).next("send", "E1613", betty))
    assert roles == {"bomb", "torpedo"}
    check_table(state)
    waves.end_wave(state, JAPAN, frame.wave)
    assert not any(state.arrays[layout.WAVE_LINK])


def declaring(state: State) -> None:
    """It is Japan's turn to declare Strikes."""
    state.stack = (StrikeDeclaration(JAPAN),)


def dice_of_the_air_phase(state: State) -> int:
    """The dice up to the first question of an Air Phase: the weather, and availability."""
    copy, hand = state.copy(), Counting()
    execution = Execution(copy, hand)
    copy.stack = (GuadalcanalAir(0),)
    run(execution)
    return hand.count


def japan(state: State) -> Choices:
    """The choices of Japan."""
    decision = state.decision("japan")
    assert decision is not None
    return decision.choices


class Counting:
    """Dice that all show six, and that are counted."""

    def __init__(self) -> None:
        self.count = 0

    def roll(self, faces: int, why: object, audience: int = -1, /) -> int:
        self.count += 1
        return min(6, faces)
