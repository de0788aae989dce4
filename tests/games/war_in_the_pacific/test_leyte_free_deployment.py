"""45.81, 45.82, 45.83 Free Deployment for Leyte: ships in any port, aircraft at any airbase, reports of them."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import ship_repair_capacity
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.search.contacts import old_reports
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import free_numbers, new_number
from ironbottom.games.war_in_the_pacific.scenarios.leyte import free_deployment as leyte_freely
from tests.games.war_in_the_pacific.battle_states import find_events
from tests.games.war_in_the_pacific.leyte_states import KURE, MANILA, NAHA
from tests.games.war_in_the_pacific.midway_states import refused
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two

RULES = GAME.rules()
TAKAO, SMALL_PORT = "B1940", "B2044"


def deploying(scenario: str = "leyte_freely") -> State:
    """Japan deploys."""
    return RULES.new(scenario)


def at(state: State, ship: str) -> int:
    return state.arrays[layout.SHIP_AT][SHIPS.index[ship]]


def test_45_81_a_ship_starts_in_any_port_of_japan_and_only_there() -> None:
    state = deploying()
    state.apply("japan", ("berth", "jp_bb1", TAKAO), SeededDice(1))
    assert at(state, "jp_bb1") == NUMBER[TAKAO]
    assert refused(state, "japan", "berth", "jp_bb1", MANILA)[0] == "45.81"
    assert refused(state, "japan", "berth", "jp_bb2", "C2807")[0] == "14.2"  # Morotai is Allied
    assert refused(state, "allies", "berth", "us_cv9", KURE) is not None


def test_14_2_a_port_takes_as_many_ships_as_its_naval_capacity() -> None:
    state = deploying()
    assert ship_repair_capacity.naval_capacity(state, JAPAN, NUMBER[SMALL_PORT]) == 3
    for ship in ("jp_bb1", "jp_ca5", "jp_cv5"):
        state.apply("japan", ("berth", ship, SMALL_PORT), SeededDice(1))
    assert refused(state, "japan", "berth", "jp_bb2", SMALL_PORT)[0] == "14.2"
    assert len(ship_repair_capacity.ships_of_port(state, JAPAN, NUMBER[SMALL_PORT])) == 3


def test_45_81_the_usual_leyte_has_no_free_deployment() -> None:
    assert refused(deploying("leyte"), "japan", "berth", "jp_bb1", TAKAO)[0] == "45.81"


def test_45_81_air_points_start_at_any_airbase_not_only_in_their_areas() -> None:
    free, bound = deploying(), deploying("leyte")
    points = ("base_at", "B1948", "zero_untrained", NAHA, "1")
    assert refused_in_two(bound, "japan", *points)[0] == "45.25"
    choose_in_two_steps(free, "japan", *points)


def test_45_82_a_chit_is_drawn_for_each_port_with_ships_and_only_the_allies_see_the_report() -> None:
    """Singapore, Manila and Kure: a die for the number of each report, one for its chit, one for its error."""
    state = deploying()
    hand = ScriptedDice((1, 1, 1, 6, 1, 1, 12, 3))
    events = state.apply("japan", ("deployed",), hand)
    hand.finish()
    heard = find_events(events, "contact", 0b10)
    assert [(each["force"], each["chit"]) for each in heard] == [
        ("japan_1", "true_report"),
        ("japan_2", "good"),
        ("japan_3", "misread"),
    ]
    assert [each["at"] for each in heard[:2]] == ["A3934", MANILA]
    assert GRID.distance(NUMBER[str(heard[2]["at"])], NUMBER[KURE]) in (0, 1)
    assert [state.cells[layout.REPORTED_SHIPS + number] for number in (0, 1)] == [30, 3]  # a fifth too few of four
    assert find_events(events, "contact", 0b01) == []
    assert find_events(events, "found") == []
    assert len(old_reports(state, JAPAN)) == 3
    assert state.cells[layout.IN_CONTACT] == 0
    assert all(state.cells[layout.FORCE_AT + force] < 0 for force in range(len(FORCES)))


def spread(ports: int) -> State:
    """45.81 Japan's ships are in this many ports, and it can continue to deploy."""
    state, dice = deploying(), SeededDice(1)
    while len(ship_repair_capacity.ships_by_hex(state, JAPAN)) < ports:
        choices, lying = state.decisions()[0].choices, ship_repair_capacity.ships_by_hex(state, JAPAN)
        ship = next(ship for ship in choices.next("berth") if len(lying[at(state, ship)]) > 1)
        port = next(port for port in choices.next("berth", ship) if NUMBER[port] not in lying)
        state.apply("japan", ("berth", ship, port), dice)
    return state


@pytest.mark.build
def test_45_81_9_1_japan_uses_no_more_ports_than_it_may_have_task_forces() -> None:
    state = spread(20)
    lying = ship_repair_capacity.ships_by_hex(state, JAPAN)
    ship = next(ship for ship in state.decisions()[0].choices.next("berth") if len(lying[at(state, ship)]) > 1)
    empty = next(port for port in leyte_freely.japanese_ports(state) if port not in lying)
    assert refused(state, "japan", "berth", ship, HEXES.ids[empty])[0] == "9.1"
    assert len(state.decisions()[0].choices.next("berth", ship)) > 3


@pytest.mark.build
def test_45_82_all_twenty_reports_are_kept_and_a_force_without_a_free_number_takes_that_of_the_first() -> None:
    state = spread(20)
    state.apply("japan", ("deployed",), SeededDice(2))
    old = old_reports(state, JAPAN)
    assert len(old) == 20
    assert all(state.cells[layout.CONTACT_AT + number] >= 0 for number in old)
    for number in free_numbers(state, JAPAN):
        state.cells[layout.FORCE_AT + number] = NUMBER[KURE]
    assert new_number(Execution(state, ScriptedDice(())), JAPAN) == old[0]
    assert old_reports(state, JAPAN) == old[1:]
    assert state.cells[layout.CONTACT_AT + old[0]] == -1


@pytest.mark.parametrize("side", ["japan", "allies"])
def test_1_3_sampled_worlds_fit_the_reports_before_play(side: str) -> None:
    state = deploying()
    dice = SeededDice(3)
    for ship, port in (("jp_bb1", TAKAO), ("jp_ca5", MANILA), ("jp_cv5", NAHA)):
        if state.why_not("japan", ("berth", ship, port)) is None:
            state.apply("japan", ("berth", ship, port), dice)
    state.apply("japan", ("deployed",), dice)
    view = state.view(side)
    sampler = GAME.sampler(view)
    for seed in range(3):
        world = sampler.draw(Random(seed))
        GAME.check(world)
        assert world.view(side) == view
    assert GAME.read_position(RULES, GAME.write_position(state)).arrays == state.arrays


@pytest.mark.build
def test_45_83_the_ensigns_deploy_in_it_too() -> None:
    state, dice = deploying(), SeededDice(1)
    players = {side: make_player(RULES, "ensign", side, 4) for side in ("japan", "allies")}
    while state.decisions()[0].procedure.name in ("leyte_deployment", "lying_in_wait"):
        decision = state.decisions()[0]
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            state.apply(decision.side, action, dice, trusted=True)
    GAME.check(state)
    assert [frame.name for frame in state.stack][:2] == ["leyte_game_turn", "decoying"]
