"""Leyte from its deployment: worlds that fit a side's view, positions, the ensign's deployment, and a turn."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.bot import leyte as leyte_player
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import flight_duties, supply_reach
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASES, FLIGHTS, STACKS
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.scenarios.leyte import derived as leyte_derived
from ironbottom.testing.games import GameSetUp
from ironbottom.testing.walks import Walk
from tests.games.war_in_the_pacific.leyte_states import LEYTE
from tests.games.war_in_the_pacific.midway_states import put_force

RULES = GAME.rules()
FLEETS = {"allies_1": ("us_cv9", "us_dd65"), "allies_2": ("us_apb1", "us_dd13")}
FIRST_TURN = GameSetUp(GAME, "leyte", {"last_round": "1"})


def deployed_by_ensigns() -> State:
    """Leyte as deployed by two ensigns."""
    return _deployed().copy()


@cache
def _deployed() -> State:
    state, dice = RULES.new("leyte"), SeededDice(1)
    players = {side: make_player(RULES, "ensign", side, 4) for side in ("japan", "allies")}
    while state.decisions()[0].procedure.name in ("leyte_deployment", "lying_in_wait"):
        decision = state.decisions()[0]
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            assert state.why_not(decision.side, action) is None, action
            state.apply(decision.side, action, dice, trusted=True)
    return state


@pytest.mark.parametrize("side", ["japan", "allies"])
def test_1_3_worlds_sampled_from_a_view_fit_it_and_keep_the_objective_secret(side: str) -> None:
    state = deployed_by_ensigns()
    view = state.view(side)
    sampler, found = GAME.sampler(view), set()
    for seed in range(4):
        world = sampler.draw(Random(seed))
        GAME.check(world)
        assert world.view(side) == view
        found.add(world.cells[layout.OBJECTIVE])
    assert found <= set(leyte_derived.possible_objectives(RULES.pieces))
    assert (len(found) == 1) is (side == "allies")


def test_a_position_of_leyte_is_read_as_it_was_written() -> None:
    state = deployed_by_ensigns()
    again = GAME.read_position(RULES, GAME.write_position(state))
    assert again.cells == state.cells
    assert again.arrays == state.arrays
    assert again.stack == state.stack


def test_45_52_the_ensign_guards_every_objective_and_plans_for_the_one_it_chose() -> None:
    state = deployed_by_ensigns()
    types, rows = state.arrays[layout.UNIT_TYPE], RULES.pieces.ground
    for hex in leyte_derived.possible_objectives(RULES.pieces):
        here = layout.units_in(state.arrays).units(hex)
        assert any(rows[types[unit]].kind == "combat" for unit in here), IDS[hex]
    assert state.cells[layout.OBJECTIVE] in assault_plans.planned_hexes(state, ALLIES)


def test_45_23_45_33_the_ensign_leaves_no_unit_ashore_without_stores_it_could_have() -> None:
    """25.3 Each side's units are connected to Supply Points, except headquarters in Japan, where none may be placed."""
    state = deployed_by_ensigns()
    for side in range(2):
        touched, positions = supply_reach.in_touch(state, side), state.arrays[layout.UNIT_AT]
        cut_off = {IDS[positions[unit]] for unit in supply_reach.needing(state, side) if positions[unit] not in touched}
        assert cut_off <= {"B2929", "B3030"}
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER["C2807"]]] == 300
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER["C3502"]]] == 300


def test_45_22_45_32_the_ensign_puts_its_submarines_around_its_goal() -> None:
    state = deployed_by_ensigns()
    out = [hex for hex in state.cells[layout.SUBRON_AT : layout.SUBRON_AT + len(layout.SUBRONS)] if hex >= 0]
    assert len(out) == len(set(out)) > 2
    wanted = (NUMBER[LEYTE], state.cells[layout.OBJECTIVE])
    assert all(min(GRID.distance(hex, prize) for prize in wanted) < 4 for hex in out), [IDS[hex] for hex in out]


def test_everybody_may_choose_leyte() -> None:
    registered = get_game("witp")
    assert list(registered.scenarios) == [
        *("midway", "leyte", "leyte_freely", "burma", "burma_freely", "guadalcanal"),
        *("midway_advanced", "midway_advanced_freely"),
    ]
    view = registered.rules().new("leyte").view("allies")
    assert (view["scenario"], [frame["procedure"] for frame in view["frames"]][:2]) == (
        "leyte",
        ["leyte_game_turn", "leyte_deployment"],
    )
    assert registered.rules().new().view("allies")["scenario"] == "midway"


def test_6_2_the_ensign_covers_the_landing_as_well_as_its_carriers() -> None:
    """The force with the fewest patrols in a carrier's hex is covered."""
    state = deployed_by_ensigns()
    force, landing = (put_force(state, name, "B2646", *ships) for name, ships in FLEETS.items())
    observation = Observation(RULES, state.view("allies"), "allies")
    assert leyte_player.force_to_cover(observation, force) == min(force, landing)
    flight = FLIGHTS.index["allies_flight_1"]
    for place, value in {
        layout.FLIGHT_BASE: BASES.index["us_cv9"],
        layout.FLIGHT_STACK: STACKS.index["f6f_carrier"],
        layout.FLIGHT_ROLE: flight_duties.PATROL,
        layout.FLIGHT_POINTS: 3,
        layout.FLIGHT_COVERS: min(force, landing),
    }.items():
        state.arrays[place][flight] = value
    observation = Observation(RULES, state.view("allies"), "allies")
    assert leyte_player.force_to_cover(observation, force) == max(force, landing)


@pytest.mark.build
def test_45_11_a_turn_of_random_choices_ends() -> None:
    result = Walk(FIRST_TURN, 1).play_to_end().result()
    assert result is not None
    assert result["why"].endswith(("(45.43)", "(47.3)"))


def observe_start() -> Observation:
    """The Allies' view before any unit has been moved."""
    return Observation(RULES, RULES.new("leyte").view("allies"), "allies")


def test_45_42_of_empty_objectives_one_that_no_unit_can_walk_into_is_chosen() -> None:
    """Legaspi, B2350, is nearest to Ulithi, but 62 points of strength are within three hexes of it."""
    observation = observe_start()
    near = {hex: leyte_player.strength_near(observation, 0, NUMBER[hex]) for hex in ("B2044", "B1946", "B2350")}
    assert near == {"B2044": 0, "B1946": 21, "B2350": 62}
    assert [IDS[hex] for hex in leyte_player.candidates(observation)[:2]] == ["B2044", "B1946"]


def test_45_42_a_base_force_holds_the_objective_too() -> None:
    """B2736 has no strength, and no more units can march there than to B1946; its Base Force scores for Japan."""
    observation = observe_start()
    order = [IDS[hex] for hex in leyte_player.candidates(observation)]
    assert leyte_player.wins_objective_points(observation, 0, NUMBER["B2736"])
    assert not leyte_player.wins_objective_points(observation, 0, NUMBER["B2350"])
    assert order.index("B2350") < order.index("B2736") < order.index("B2452")


@pytest.mark.parametrize(("hex", "lands"), [("B2350", True), ("B2048", False)])
def test_47_1_an_empty_objective_is_taken_before_the_bases_are_raided(hex: str, lands: bool) -> None:
    observation = observe_start()
    observation.cells[layout.OBJECTIVE] = NUMBER[hex]
    assert leyte_player.may_land(observation) is lands
