"""Views as arrays are complete, have a fixed size, stay within their bounds, and are made only from the view."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from ironbottom.adapters.encoding import ObservationEncoder
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.rules.state import State

GAMES = tuple(game.id for game in all_games())
CHOICES = 60


def positions(game: str, seed: int, choices: int = CHOICES) -> Iterator[State]:
    """The positions of a random game."""
    state, dice, chance = get_game(game).new(), SeededDice(seed), random.Random(seed)
    for _ in range(choices):
        yield state
        if not (open_now := state.decisions()):
            return
        decision = open_now[0]
        state.apply(decision.side, decision.choices.sample_by_argument(chance), dice)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_lies_within_the_bounds_of_its_plane(game: str) -> None:
    encoder = ObservationEncoder(get_game(game).rules())
    low, high = encoder.bounds()
    for state in positions(game, seed=1):
        for viewer in (*state.rules.sides.ids, "public"):
            told = encoder.encode(state.view(viewer))
            assert told.shape == (encoder.size,)
            outside = np.flatnonzero((told < low) | (told > high))
            assert [plane.name for plane in encoder.planes if any(plane.start <= n < plane.stop for n in outside)] == []


@pytest.mark.parametrize("game", GAMES)
def test_planes_cover_the_array_without_gaps(game: str) -> None:
    encoder = ObservationEncoder(get_game(game).rules())
    assert [plane.start for plane in encoder.planes] == [0, *(plane.stop for plane in encoder.planes[:-1])]
    assert encoder.planes[-1].stop == encoder.size
    assert len({plane.name for plane in encoder.planes}) == len(encoder.planes)


@pytest.mark.parametrize("game", GAMES)
def test_states_that_fit_a_view_have_the_same_observation(game: str) -> None:
    """The array of a side contains nothing that the side does not see."""
    encoder, chance, drawn = ObservationEncoder(get_game(game).rules()), random.Random(2), 0
    for number, state in enumerate(positions(game, seed=3)):
        if number % 6:
            continue
        for side in state.rules.sides.ids:
            view = state.view(side)
            world = state.rules.game.sampler(view).draw(chance)
            assert np.array_equal(encoder.encode(world.view(side)), encoder.encode(view))
            drawn += world != state
    if game in ("pacific_fury", "hold_fast", "war_in_the_pacific"):
        assert drawn, "no world differs from the real one: the test proves nothing"


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_that_changes_the_view_changes_the_observation(game: str) -> None:
    encoder = ObservationEncoder(get_game(game).rules())
    before: dict[str, tuple[object, bytes]] = {}
    alike = changed = 0
    for state in positions(game, seed=5):
        for side in state.rules.sides.ids:
            view = state.view(side)
            told = encoder.encode(view).tobytes()
            if side in before and before[side][0] != view:
                changed += 1
                alike += before[side][1] == told
            before[side] = (view, told)
    assert changed > CHOICES / 3
    assert alike == 0


def test_a_plane_reads_what_the_board_shows() -> None:
    state = get_game("aap").new()
    encoder = ObservationEncoder(state.rules)
    told = encoder.encode(state.view("japan"))
    units = encoder.plane("units")
    counted = sum(
        number for power in state.view("japan")["units"].values() for here in power.values() for number in here.values()
    )
    assert units.about.kind == "counts"
    assert int(units.read(told).sum()) == counted > 100


def test_hidden_task_forces_are_counted_but_not_named() -> None:
    """8.4 Pacific Fury: other sides see the number of counters in a force."""
    state, dice = get_game("pf").new(), SeededDice(1)
    for unit in ("ijn_shokaku", "ijn_zuikaku"):
        state.apply("japan", ("assign", unit, "1"), dice)
    state.apply("japan", ("done",), dice)
    encoder = ObservationEncoder(state.rules)
    own, other = (encoder.encode(state.view(side)) for side in ("japan", "allies"))
    assert int(encoder.plane("force").read(own).sum()) == 2
    assert int(encoder.plane("force").read(other).sum()) == 0
    assert encoder.plane("hidden.counters of forces").read(other).tolist()[0] == 2


def test_an_unknown_plane_is_named() -> None:
    with pytest.raises(KeyError, match="weather"):
        ObservationEncoder(get_game("pf").rules()).plane("weather")
