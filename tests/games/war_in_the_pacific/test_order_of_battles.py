"""4.2, 4.32 The order of the surface battles of an impulse, and the questions before them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import load_position, parse_position, position_text, read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.bot import standing
from ironbottom.games.war_in_the_pacific.bot.ensign import ANSWERS
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import SurfaceCombat
from tests.games.war_in_the_pacific.battle_states import calm, choose, find_events, mission, open_procedure
from tests.games.war_in_the_pacific.midway_states import put_force, refused, where

WEST, EAST = "F1230", "F1430"
"""Two hexes of the open sea, the first earlier in the fixed, public order."""
SPLIT = "B1948"
"""A split hex with no passage for ships between its two waters."""
POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific"
MET = "D3828"
"""The hex in which the forces meet in the position with a meeting."""
ALONE = {"japan_1": "jp_ca13", "allies_1": "us_ca24", "japan_2": "jp_ca14", "allies_2": "us_ca26"}


def at_sea(first: str = WEST, second: str = EAST) -> State:
    """A cruiser of each side in two hexes; none of them is on a Mission that seeks battle."""
    state = calm()
    for name, ship in ALONE.items():
        force = put_force(state, name, first if name.endswith("1") else second, ship)
        mission(state, force, "escort")
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    return state


def asked(state: State) -> list[tuple[str, str]]:
    """The deciding side, and its question."""
    return [(decision.side, decision.prompt) for decision in state.decisions()]


def sight_of(hex: str) -> str:
    """The question of whether battle is wanted there."""
    return f"Enemy at {hex}: seek battle?"


def both_want(state: State) -> State:
    """All contact dice make contact, and both sides want battle everywhere; no later die has been rolled."""
    open_procedure(state, SurfaceCombat.opened(1), 6, 6)
    for side in ("japan", "allies"):
        choose(state, side, "fight")
    choose(state, "japan", "fight")
    choose(state, "allies", "fight")
    return state


def held_fire(state: State) -> None:
    """Rounds without fire, up to the last choice of the Allies."""
    for _ in range(2):
        choose(state, "japan", "done")
        choose(state, "allies", "done")
    choose(state, "japan", "done")


# -- 4.32 contact before any question ------------------------------------------------------------------


def test_4_32_the_contact_dice_of_all_hexes_are_rolled_before_any_question() -> None:
    state = at_sea()
    events = open_procedure(state, SurfaceCombat.opened(1), 6, 6)
    assert [event["at"] for event in find_events(events, "met")] == [WEST, EAST]
    assert asked(state) == [("japan", sight_of(WEST)), ("allies", sight_of(WEST))]


@pytest.mark.parametrize(("dice", "met"), [((6, 1), WEST), ((1, 6), EAST)])
def test_4_32_where_forces_miss_each_other_no_question_is_asked(dice: tuple[int, int], met: str) -> None:
    state = at_sea()
    events = open_procedure(state, SurfaceCombat.opened(1), *dice)
    assert [event["at"] for event in find_events(events, "met")] == [met]
    assert asked(state) == [("japan", sight_of(met)), ("allies", sight_of(met))]
    choose(state, "japan", "avoid")
    choose(state, "allies", "avoid")
    assert not state.stack


def test_4_32_both_sides_answer_for_all_meetings_together_and_break_off_afterwards() -> None:
    state = at_sea()
    open_procedure(state, SurfaceCombat.opened(1), 6, 6)
    assert choose(state, "japan", "fight") == []
    assert asked(state) == [("japan", sight_of(EAST)), ("allies", sight_of(WEST))]
    assert choose(state, "japan", "avoid") == []
    assert asked(state) == [("allies", sight_of(WEST))]
    assert choose(state, "allies", "avoid") == []  # No other side knows Japan's choice, and no die has been rolled.
    events = choose(state, "allies", "fight", dice=(5, 6))
    away = [(event["force"], event["die"], event["away"]) for event in find_events(events, "broke_off")]
    assert away == [("allies_1", 5, 1), ("japan_2", 6, 1)]
    assert not state.stack


# -- 4.2 the First Player's order ----------------------------------------------------------------------


@pytest.mark.parametrize(("first", "other"), [(JAPAN, "allies"), (ALLIES, "japan")])
def test_4_2_the_first_player_names_the_next_of_several_battles(first: int, other: str) -> None:
    state = at_sea()
    state.cells[layout.FIRST_PLAYER] = first
    both_want(state)
    name = ("japan", "allies")[first]
    assert asked(state) == [(name, "Which battle is fought next?")]
    assert list(state.decisions()[0].choices) == [("battle_at", WEST), ("battle_at", EAST)]
    assert refused(state, other, "battle_at", EAST)[0] == "4.1"
    assert refused(state, name, "battle_at", "F1234") == ("4.2", "there is no battle at Midway to fight")
    events = choose(state, name, "battle_at", EAST, dice=(3, 3))
    assert [battle["at"] for battle in find_events(events, "battle")] == [EAST]
    assert GAME.describe_action(("battle_at", "F1234"), GAME.rules()) == "Fight the battle at Midway (F1234) next"


def test_4_2_the_last_battle_begins_automatically() -> None:
    state = both_want(at_sea())
    choose(state, "japan", "battle_at", EAST, dice=(3, 3))
    held_fire(state)
    events = choose(state, "allies", "done", dice=(2, 2))  # Surprise in the remaining battle.
    assert [over["at"] for over in find_events(events, "battle_over")] == [EAST]
    assert [battle["at"] for battle in find_events(events, "battle")] == [WEST]
    held_fire(state)
    choose(state, "allies", "done")
    assert not state.stack


def test_4_2_no_question_if_one_battle_is_left_of_two_meetings() -> None:
    state = at_sea()
    open_procedure(state, SurfaceCombat.opened(1), 6, 6)
    choose(state, "japan", "fight")
    choose(state, "japan", "fight")
    choose(state, "allies", "avoid")
    # The first force escapes on 5 and the other does not on 4; then both roll for surprise.
    events = choose(state, "allies", "avoid", dice=(5, 4, 3, 3))
    assert [battle["at"] for battle in find_events(events, "battle")] == [EAST]
    assert [decision.prompt for decision in state.decisions()] == 2 * ["Give each ship a target, then open fire."]


def test_11_1_a_force_that_withdraws_from_a_battle_meets_no_other_in_the_impulse() -> None:
    state = at_sea(WEST, "F1231")  # Another battle waits in the loser's retreat hex.
    extra = ("us_dd14", "us_dd15")
    put_force(state, "allies_1", WEST, "us_ca24", *extra)
    for ship in extra:
        state.arrays[layout.DAMAGE][SHIPS.index[ship]] = 4
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    both_want(state)
    choose(state, "japan", "battle_at", WEST, dice=(3, 3))
    for target in extra:
        choose(state, "japan", "fire", "jp_ca13")
        choose(state, "japan", "fire_at", target, "guns")
        choose(state, "japan", "done")
        choose(state, "allies", "done", dice=(6, 6))
    choose(state, "japan", "done")
    events = choose(state, "allies", "done", dice=(3, 3))
    assert [event["to"] for event in find_events(events, "withdrew")] == ["F1231"]
    assert find_events(events, "met") == []
    assert [battle["ships"] for battle in find_events(events, "battle")] == [["jp_ca14", "us_ca26"]]


def test_11_1_3_21_forces_meet_separately_in_the_two_waters_of_a_split_hex() -> None:
    state = at_sea(SPLIT, SPLIT)
    for name in ("japan_2", "allies_2"):
        state.cells[layout.FORCE_WATER + FORCES.index[name]] = 1
    events = open_procedure(state, SurfaceCombat.opened(1), 6, 6)
    assert [event["forces"] for event in find_events(events, "met")] == [
        ["japan_1", "allies_1"],
        ["japan_2", "allies_2"],
    ]
    for side in ("japan", "allies"):
        choose(state, side, "fight")
    choose(state, "japan", "fight")
    events = choose(state, "allies", "fight", dice=(3, 3))
    assert [battle["ships"] for battle in find_events(events, "battle")] == [["jp_ca13", "us_ca24"]]


# -- helpers and positions ------------------------------------------------------------------------------


def in_midway(*japan: str) -> State:
    """A game of Midway at the battles of an impulse: the two forces that have met, and two more."""
    state = load_position(POSITIONS / "meeting.toml", GAME.rules())
    state.stack = state.stack[:2]
    for force, ships in (("japan_2", japan or ("jp_ca14",)), ("allies_1", ("us_ca25",))):
        mission(state, put_force(state, force, EAST, *ships), "escort")
        for ship in ships:
            state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    open_procedure(state, SurfaceCombat.opened(1), 6, 6, 6)
    return state


def sides_want(state: State) -> State:
    """Each side that may seek battle does so; with these dice nobody escapes."""
    choose(state, "japan", "fight")
    choose(state, "japan", "fight")
    choose(state, "allies", "avoid")
    choose(state, "allies", "fight", dice=(1, 1))
    return state


def test_4_2_a_standing_order_and_the_ensign_fight_battles_as_their_hexes_follow() -> None:
    state = sides_want(in_midway())
    assert asked(state) == [("japan", "Which battle is fought next?")]
    first = ("battle_at", MET)
    assert standing.answer(state, "japan", {"battles": "hexes"}) == [first]
    assert standing.answer(state, "japan", {}) == []
    decision = state.decision("japan")
    assert decision is not None
    observation = Observation(state.rules, state.view("japan"), "japan")
    assert ANSWERS["next_battle"](observation, decision.choices, Random(0)) == first


CARRIERS = ("jp_cv1", "jp_cv2", "jp_cv3", "jp_cv4", "jp_bb1", "jp_bb2")


@pytest.mark.parametrize(("ships", "first"), [(("jp_ca14",), MET), (CARRIERS, EAST)])
def test_4_2_a_standing_order_fights_the_battle_with_the_most_valuable_ships_first(
    ships: tuple[str, ...], first: str
) -> None:
    state = sides_want(in_midway(*ships))
    assert standing.answer(state, "japan", {"battles": "weight"}) == [("battle_at", first)]


@pytest.mark.parametrize("halfway", [False, True])
def test_4_2_a_position_lists_waiting_meetings_and_battles(halfway: bool) -> None:
    state = in_midway()
    if halfway:
        choose(state, "japan", "fight")
    else:
        sides_want(state)
    again = read_position(position_of(state))
    assert (again.stack, again.cells) == (state.stack, state.cells)


@pytest.mark.build
def test_4_32_either_wish_is_sampled_for_a_side_that_has_answered() -> None:
    state = in_midway()
    choose(state, "japan", "fight")
    choose(state, "japan", "fight")
    view = state.view("allies")
    assert view["seeks"] == []
    sampler = GAME.sampler(view)
    drawn = [sampler.draw(Random(seed)) for seed in range(300)]
    left = [len(run_of(world, JAPAN)) for world in drawn]
    assert set(left) == {0, 1, 2}
    sought = {world.cells[layout.SEEKS] for world, more in zip(drawn, left, strict=True) if not more}
    here, there = 1 << FORCES.index["japan_18"], 1 << FORCES.index["japan_2"]
    assert sought == {0, here, there, here | there}


def run_of(state: State, side: int) -> tuple[Procedure, ...]:
    """The remaining questions to a side where both decide at once."""
    frame = state.stack[-1]
    assert isinstance(frame, SimultaneousFrame)
    return frame.stacks[side]


@pytest.mark.build
def test_11_1_forces_that_have_met_are_sampled_where_they_are() -> None:
    state = in_midway()
    for side, met in (("japan", {"allies_1": EAST, "allies_2": MET, "allies_21": MET}), ("allies", {"japan_2": EAST})):
        sampler = GAME.sampler(state.view(side))
        for seed in range(20):
            world = sampler.draw(Random(seed))
            assert {force: where(world, force) for force in met} == met
            assert not any(world.cells[layout.DUMMY_SHIPS + FORCES.index[force]] for force in met)
            GAME.check(world)


SPOILT = {
    "a force that is elsewhere": lambda frame: frame["meetings"][0]["forces"].append("japan_30"),
    "a side that is not there": lambda frame: frame["meetings"][0].update(forces=["japan_18"]),
    "no choice of battles": lambda frame: frame["meetings"].pop(),
    "battles that are not to be ordered yet": lambda frame: frame.update(next=2),
}


@pytest.mark.parametrize("name", SPOILT)
def test_4_2_a_position_with_battles_without_opponents_is_refused(name: str) -> None:
    position = position_of(sides_want(in_midway()))
    frame = next(frame for frame in position["frames"] if frame["procedure"] == "surface_combat")
    SPOILT[name](frame)
    with pytest.raises(BadValue) as error:
        read_position(position)
    assert error.value.field == "frames"


def position_of(state: State) -> dict[str, Any]:
    """A state as the text of a file."""
    return parse_position(position_text(state))
