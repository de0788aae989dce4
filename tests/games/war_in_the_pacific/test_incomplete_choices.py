"""1.3 and 20.11, 6.2: the first half of a choice is invisible to others, and is sampled in drawn states."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.game import Sampler
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, SIDES
from ironbottom.games.war_in_the_pacific.rules.air import waves
from ironbottom.games.war_in_the_pacific.rules.air.combat_air_patrols import PatrolAssignment
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import PointAssignment
from ironbottom.testing import worlds
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.flips import side_information
from ironbottom.testing.games import from_position
from ironbottom.testing.hidden_information import check_random_acts, check_side
from ironbottom.testing.walks import Walk
from tests.games.war_in_the_pacific.battle_states import choose, find_events
from tests.kit.thorough_cases import further

GAME = WarInThePacific()
POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific"
LESSON = Path(__file__).parents[3] / "page" / "src" / "games" / "war_in_the_pacific" / "lesson"
AIM, COVER = ("allot", "jp_apb2"), ("cover", "us_cv8", "f4f_carrier")
HALVES = [
    pytest.param("aiming", AIM, PointAssignment, id="20.11"),
    pytest.param("patrols", COVER, PatrolAssignment, id="6.2"),
]
ONE_IN_BUILD = [HALVES[0], pytest.param(*HALVES[1].values, marks=pytest.mark.thorough, id="6.2")]


def lesson(name: str) -> Walk:
    """A walk at a position of the lesson of Midway, where the Allies choose."""
    return Walk(from_position(GAME, LESSON / f"{name}.toml"), 4)


def half_made(name: str, first: tuple[str, ...]) -> Walk:
    """A walk at such a position after the Allies have made the first half of a choice."""
    walk = lesson(name)
    walk.state.apply("allies", first, NoDice())
    return walk


@pytest.mark.parametrize(("name", "first", "asked"), HALVES)
def test_1_3_an_incomplete_choice_is_hidden_from_others(
    name: str, first: tuple[str, ...], asked: type[Procedure]
) -> None:
    state = lesson(name).state
    before = {side: side_information(state, side) for side in ("japan", "public")}
    assert choose(state, "allies", *first) == []
    assert isinstance(state.stack[-1], asked)
    assert {side: side_information(state, side) for side in before} == before
    assert state.view("allies")["frames"][-1]["procedure"] == asked.name


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "first", "asked"), ONE_IN_BUILD)
def test_1_3_an_incomplete_choice_passes_the_conformance_kit(
    name: str, first: tuple[str, ...], asked: type[Procedure]
) -> None:
    """Before and during such a choice, there are no events for either side or for spectators."""
    before = lesson(name)
    check_random_acts(before, before.state.decisions())
    walk = half_made(name, first)
    check_random_acts(walk, walk.state.decisions())
    for side in ("japan", "allies", "public"):
        check_side(walk, side, play_out=True, count=3)


@pytest.mark.thorough
@pytest.mark.parametrize("side", ["japan", *further("allies")])
@pytest.mark.parametrize(("name", "first", "asked"), ONE_IN_BUILD)
def test_1_3_every_true_state_during_a_choice_can_be_sampled(
    name: str, first: tuple[str, ...], asked: type[Procedure], side: str
) -> None:
    worlds.check_side_worlds(half_made(name, first), side, CheckBudget(1), worlds.LeakTest())


def on_top(state: State) -> str:
    """The question of a state, and its ship."""
    frame = state.stack[-1]
    return SHIPS.ids[frame.ship] if isinstance(frame, PointAssignment) else frame.name


def dealt(sampler: Sampler, wanted: set[str], most: int) -> set[str]:
    """The questions in draws, limited in number, until all wanted ones have occurred."""
    found = set[str]()
    for seed in range(most):
        found.add(on_top(sampler.draw(Random(seed))))
        if wanted <= found:
            break
    return found


@pytest.mark.build
@pytest.mark.parametrize("first", [None, AIM])
def test_20_11_a_named_ship_is_sampled_whether_or_not_one_is_named(first: tuple[str, ...] | None) -> None:
    """Japan sees a wave that aims: any of its visible ships may already have been chosen, or none."""
    state = lesson("aiming").state
    offered = set(state.decisions()[0].choices.next("allot"))
    if first:
        state.apply("allies", first, NoDice())
    wanted = {"aiming", *offered}
    assert dealt(GAME.sampler(state.view("japan")), wanted, 400) == wanted


def test_20_11_the_other_side_sees_the_ship_and_the_points_in_one_event() -> None:
    state = lesson("aiming").state
    assert choose(state, "allies", *AIM) == []
    events = choose(state, "allies", "strike_with", "b_17_trained", "bomb", "2")
    (aimed,) = find_events(events, "aimed", 0b01)
    assert (aimed["ship"], aimed["stack"], aimed["points"]) == ("jp_apb2", "b_17_trained", 2)


def test_20_11_an_undo_by_the_other_side_reveals_nothing_about_a_named_ship() -> None:
    match = Match(GAME, start=load_position(LESSON / "aiming.toml"))
    before = match.can_undo("japan")
    match.submit("allies", AIM)
    assert match.can_undo("japan") == before
    assert match.can_undo("allies").steps == 1


ON_TOP = [
    pytest.param("declaring", {"declaring", "covering", "wave_plan"}, id="7.7"),
    pytest.param("wave_plan", {"declaring", "covering", "wave_plan"}, id="7.7_half_said"),
    pytest.param("committing", {"attacking", "committing"}, id="24.1"),
    pytest.param("burma_marching", {"burma_marching", "lift_moving"}, id="22.4"),
    pytest.param("burma_committing", {"burma_attacking", "committing"}, id="24.1_burma"),
    pytest.param("burma_deployment", {"burma_deployment", "setting_out", "setting_stores"}, id="44.81"),
    pytest.param("deployment", {"deployment", "stationing", "exchanging"}, id="42.23"),
    pytest.param("lying_in_wait", {"leyte_deployment", "lying_in_wait", "exchanging", "rebasing"}, id="45.22"),
]


@pytest.mark.parametrize(("name", "found"), ON_TOP)
def test_1_3_every_hidden_step_is_sampled_including_none(name: str, found: set[str]) -> None:
    """Whether such a step is in progress does not show in the other side's view."""
    state = load_position(POSITIONS / f"{name}.toml")
    side = getattr(state.stack[-1], "side", 0)
    assert found <= dealt(GAME.sampler(state.view(SIDES.ids[1 - side])), found, 200)


def test_24_1_units_may_have_been_named_for_an_attack_already() -> None:
    state = load_position(POSITIONS / "burma_committing.toml")
    sampler = GAME.sampler(state.view("japan"))
    tops: list[Any] = [sampler.draw(Random(seed)).stack[-1] for seed in range(60)]
    named = {top.taking.bit_count() for top in tops if top.name == "committing"}
    assert {0, 1} <= named


@pytest.mark.build
def test_4_31_the_second_players_declarations_are_sampled_while_the_first_forms_a_wave() -> None:
    """7.7: Japan has already declared; no other viewer knows whether any of its waves is waiting, or its target."""
    state = load_position(POSITIONS / "wave_plan.toml")
    state.cells[layout.FIRST_PLAYER] = ALLIES
    sampler = GAME.sampler(state.view("allies"))
    waiting = Counter(len(waves.open_waves(sampler.draw(Random(seed)), JAPAN)) for seed in range(300))
    assert {0, 1, 2} <= set(waiting)
    state.cells[layout.FIRST_PLAYER] = JAPAN
    sampler = GAME.sampler(state.view("allies"))
    assert not any(waves.open_waves(sampler.draw(Random(seed)), JAPAN) for seed in range(20))
