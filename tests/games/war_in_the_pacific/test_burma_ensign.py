"""Burma's ensign: garrisons, march targets, attacks, air transport."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.features import Memory
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import burma_ground, helpers
from ironbottom.games.war_in_the_pacific.bot.burma_front import FLOOR, Front
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaMarchOrders
from tests.games.war_in_the_pacific.battle_states import choose
from tests.games.war_in_the_pacific.burma_states import GAME, MANDALAY, RANGOON, in_turn, new_game, unit_at
from tests.games.war_in_the_pacific.test_whole_burma import play_game

JAPAN = 0
SIDES = ("japan", "allies")


def marching(side: int, state: State | None = None) -> State:
    """Burma while a side moves its units."""
    return in_turn(state or new_game(), "ground", BurmaMarchOrders(side, 0, 0, 0, NOTHING_SPENT))


def sight_of(state: State, side: int) -> Observation:
    """The view of a side."""
    return Observation(state.rules, state.view(SIDES[side]), SIDES[side])


def test_44_31_japan_holds_the_chindwin_and_a_reserve_goes_to_mandalay() -> None:
    posts = Front(sight_of(marching(JAPAN), JAPAN)).posts
    held = {UNITS.ids[unit]: IDS[post.hex] for unit, post in posts.items() if not post.theirs}
    state = new_game()
    assert held[unit_at(state, "jp_7_3", "A2913")] == "A2913"
    assert held[unit_at(state, "jp_7_3", "A2915")] == "A2915"
    assert held[unit_at(state, "jp_7_3", "A3012")] == MANDALAY
    assert held[unit_at(state, "jp_7_3", RANGOON)] == RANGOON


def test_44_65_the_last_guard_of_a_port_has_no_task_elsewhere() -> None:
    state = marching(JAPAN)
    guard = UNITS.index[unit_at(state, "jp_2_1", "A3219")]
    assert burma_derived.last_guards(state, JAPAN) == [guard]
    assert guard not in Front(sight_of(state, JAPAN)).fighters


def test_22_1_a_unit_with_a_task_in_its_hex_does_not_march() -> None:
    state = marching(JAPAN)
    front, unit = Front(sight_of(state, JAPAN)), UNITS.index[unit_at(state, "jp_7_3", "A2913")]
    assert burma_ground.safe_hex_toward(front, unit, front.posts[unit], [NUMBER["A2912"], NUMBER[MANDALAY]]) == -1


def test_44_42_in_the_last_game_turn_japan_crosses_into_india() -> None:
    state = new_game()
    unit = unit_at(state, "jp_7_3", "A2913")
    for enemy in range(len(UNITS)):
        near = IDS[state.arrays[layout.UNIT_AT][enemy]] if state.arrays[layout.UNIT_AT][enemy] >= 0 else ""
        if near in ("A2810", "A2811", "A2911", "A2912", "A2812", "A2813"):
            layout.units_in(state.arrays).put(enemy, -1)
    layout.units_in(state.arrays).put(UNITS.index[unit], NUMBER["A2911"])
    state.cells[layout.TURN] += 25
    state = marching(JAPAN, state)
    found = burma_ground.cross_into_india(Front(sight_of(state, JAPAN)), state.decisions()[0].choices)
    assert found
    (verb, who), (way, to) = found
    assert (verb, who, way) == ("move", unit, "march")
    assert NUMBER[to] in state.rules.pieces.in_regions(burma_derived.INDIA)


def test_44_42_before_it_no_unit_leaves_burma_for_that() -> None:
    state = marching(JAPAN)
    assert burma_ground.cross_into_india(Front(sight_of(state, JAPAN)), state.decisions()[0].choices) is None


@pytest.mark.thorough
def test_44_44_japan_as_ensign_beats_random_choices() -> None:
    assert GAME.result(play_game("burma", ("ensign", "random"), 1))["winners"] == ["japan"]


def test_44_83_japan_fills_in_a_free_deployment_with_reserves_where_its_line_is_weakest() -> None:
    """A block goes to Mandalay. Units out of reach start for the line; units in it, and garrisons, stay."""
    state = GAME.new("burma_freely")
    choose(state, "allies", "all_set")
    before = Front(sight_of(state, JAPAN))
    (usual,) = helpers.offered(state, "japan", Memory())
    assert usual.id == "deploy"
    chosen = usual.choices
    moved = [(unit, chosen[n + 1][1]) for n, (verb, unit, *_) in enumerate(chosen) if verb == "set_out"]
    assert moved
    positions = state.arrays[layout.UNIT_AT]
    for unit, to in moved:
        start = positions[UNITS.index[unit]]
        assert before.threat_by_hex.get(start, 0) == 0
        assert before.shortfall(NUMBER[to]) > 0
        assert IDS[start] not in FLOOR
    for choice in usual.choices:
        choose(state, "japan", *choice)
    assert helpers.offered(state, "japan", Memory()) == []
