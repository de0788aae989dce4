"""Packed states have the same cells and stack, a separate list, and no data of another game."""

import random
from typing import Any

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.codecs.binary_codec import pack, unpack
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.pacific_fury.rules.hits import AssignHits, HitPool
from tests.kit.archipelago import ARCHIPELAGO


def kinds(value: Any) -> Any:
    """The classes of a value and of everything in it."""
    return type(value), [kinds(part) for part in value] if isinstance(value, tuple) else []


@pytest.mark.parametrize(
    "game", [get_game("pf"), get_game("hf"), get_game("vitp"), SKIRMISH, ARCHIPELAGO], ids=lambda game: game.id
)
def test_an_unpacked_state_is_equal_and_independent(game: Any) -> None:
    source, dice, state = random.Random(4), SeededDice(4), game.new()
    for number in range(800):
        decisions = state.decisions()
        if not decisions:
            break
        if number % 5 == 0:
            before = state.dump()
            found = unpack(state.rules, pack(state))
            assert found == state
            assert found.dump() == before
            assert kinds(found.stack) == kinds(state.stack)
            found.apply(
                decisions[0].side, found.decisions()[0].choices.sample(source), SeededDice(number), trusted=True
            )
            assert state.dump() == before
        state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)


def test_fields_of_named_values_are_rebuilt() -> None:
    state = get_game("pf").new()
    fields: dict[str, Any] = dict.fromkeys(AssignHits.__struct_fields__, 0) | {"pools": (HitPool(0, 3, 2),)}
    state.stack = (AssignHits(**fields),)
    found = unpack(state.rules, pack(state)).stack[0]
    assert isinstance(found, AssignHits)
    assert found.pools[0].hits == 2


@pytest.mark.parametrize("packed", [b"", b"x", b"\x00" * 40, pack(get_game("hf").new())])
def test_bytes_of_anything_else_are_refused(packed: bytes) -> None:
    with pytest.raises(BadValue, match="packed"):
        unpack(get_game("pf").rules(), packed)


def test_a_state_under_other_options_is_refused() -> None:
    game = get_game("pf")
    with pytest.raises(BadValue, match="different options"):
        unpack(game.rules({"factor_set": "B"}), pack(game.new()))
