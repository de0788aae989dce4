"""A refused list of choices reveals nothing hidden: past leaks, each in its game."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import LIST_MUST_END_MESSAGE, Match
from ironbottom.engine.rules.state import State
from ironbottom.games.pacific_fury.pieces import CARRIERS, FIRST_ZONE, FORCES, FORCES_OF, ZONES
from ironbottom.games.pacific_fury.state import FACE_UP, FORCE, WHERE

POSITIONS = Path(__file__).parent.parent / "browser" / "positions"
FURTHER = (["x"], ["day"], ["fire", "akagi", "wasp"], ["done"], ["carry_on"])
"""The choices added after one that ends the list: nonsense, and verbs of other steps and of the next one."""


def at(game: str, name: str) -> Match:
    """A match from a position."""
    return Match(game, start=load_position(POSITIONS / game / f"{name}.toml"), dice=SeededDice(1))


def answers(match: Match, side: str, choice: Sequence[str]) -> list[dict[str, object]]:
    """The refusals of lists that continue after a choice."""
    found = []
    for further in FURTHER:
        with pytest.raises(Refused) as caught:
            match.submit(side, [list(choice), further])
        found.append(caught.value.as_dict())
    return found


def all_end(events: Sequence[dict[str, object]]) -> bool:
    """Whether all lists were refused because a choice must be their last."""
    return all(each["message"] == LIST_MUST_END_MESSAGE for each in events)


def test_7_3_a_list_after_day_or_night_does_not_reveal_what_the_other_side_chose() -> None:
    found = []
    for choice in ("day", "night", None):
        match = at("victory_in_the_pacific", "naming")
        if choice is not None:
            match.submit("allies", [choice])
        found += [answers(match, "japan", ["day"]), answers(match, "japan", ["night"])]
    assert all_end(found[0])
    assert all(each == found[0] for each in found)


def test_8_4_1_a_list_after_air_or_surface_does_not_reveal_what_the_other_side_wants() -> None:
    found = []
    for choice in ("air", "surface", None):
        match = at("hold_fast", "naming")
        if choice is not None:
            match.submit("allies", [choice])
        found += [answers(match, "japan", ["air"]), answers(match, "japan", ["surface"])]
    assert all_end(found[0])
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize(
    ("name", "ending"),
    [("orders", "done"), ("search_orders", "done"), ("transfers", "done"), ("in_impulse", "carry_on")],
)
def test_4_12_a_list_after_the_end_of_a_sides_part_does_not_reveal_whether_the_enemy_has_finished(
    name: str, ending: str
) -> None:
    waiting, finished = (at("war_in_the_pacific", name) for _ in range(2))
    finished.submit("allies", [ending])
    assert waiting.view("japan") == finished.view("japan")
    result = answers(waiting, "japan", [ending])
    assert all_end(result)
    assert result == answers(finished, "japan", [ending])


def test_4_0_a_list_does_not_run_on_into_the_next_step() -> None:
    match = at("war_in_the_pacific", "transfers")
    match.submit("allies", ["done"])
    last = match.last
    with pytest.raises(Refused) as caught:
        match.submit("japan", [["done"], ["done"]])
    assert caught.value.message == LIST_MUST_END_MESSAGE
    assert match.last == last


def meetings(seed: int) -> Iterator[tuple[State, str, tuple[str, ...]]]:
    """Moves of a random game into seas with a hidden enemy task force: state, side and move."""
    chance, dice = Random(seed), SeededDice(seed)
    state = load_start()
    while decisions := state.decisions():
        decision = decisions[0]
        for move in decision.choices if decision.procedure.name == "operations" else ():
            if move[0] == "move" and hidden(state, decision.side, ZONES.index[move[2]]):
                yield state, decision.side, move
        state.apply(decision.side, decision.choices.sample_by_argument(chance), dice, trusted=True)


def load_start() -> State:
    return Match("pf", dice=SeededDice(3)).state.copy()


def hidden(state: State, side: str, zone: int) -> list[int]:
    """The enemy's task forces in a sea area where nothing was revealed."""
    enemy = FORCES_OF[1 - ("japan", "allies").index(side)]
    there = [force for force in enemy if state.cells[WHERE + force] == FIRST_ZONE + zone]
    return [force for force in there if not state.cells[FORCE + force] & state.cells[FACE_UP]]


def test_9_2_c_a_list_after_a_move_does_not_reveal_whether_a_hidden_force_holds_carriers() -> None:
    for seed in range(20):
        for state, side, move in meetings(seed):
            sampler = state.rules.game.sampler(state.view(side))
            worlds = [sampler.draw(Random(number)) for number in range(12)]
            forces = hidden(state, side, ZONES.index[move[2]])
            held = {any(world.cells[FORCE + force] & CARRIERS for force in forces) for world in worlds}
            if held == {True, False}:
                result = [answers(Match("pf", start=world, dice=SeededDice(1)), side, move) for world in worlds]
                assert all_end(result[0])
                assert all(each == result[0] for each in result)
                return
    raise AssertionError(f"no such move among {FORCES.name}s")
