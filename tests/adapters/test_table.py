"""Choices as tokens, a game played token by token, and its saved form."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from ironbottom.adapters.batch import BatchEnv
from ironbottom.adapters.table import TokenGame
from ironbottom.adapters.tokens import ActionTokens
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.rules.registry import all_games, get_game

GAMES = tuple(game.id for game in all_games())


def play_at_random(table: TokenGame, chance: random.Random, tokens: int) -> list[int]:
    """Plays up to a number of tokens; returns them."""
    played: list[int] = []
    while table.side and len(played) < tokens:
        played.append(chance.choice(np.flatnonzero(table.mask(table.side)).tolist()))
        table.play(played[-1])
    return played


@pytest.mark.parametrize("game", GAMES)
def test_the_sizes_on_the_page_are_those_of_the_game(game: str) -> None:
    table, about = TokenGame(game), get_game(game).about
    assert about is not None
    sizes = f"{table.tokens.size:,} | {table.tokens.longest} | {table.observation_size:,} |"
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    assert f"| {about.name} | {sizes}" in page


@pytest.mark.parametrize("game", GAMES)
def test_each_choice_has_its_tokens(game: str) -> None:
    state = get_game(game).new()
    tokens = ActionTokens(state.rules.vocabulary)
    choices = state.decisions()[0].choices
    for action in choices[:200]:
        numbers = tokens.encode(action)
        assert tokens.action(numbers) == action
        assert tokens.is_complete(numbers)
        for length in range(len(numbers)):
            assert tokens.mask(choices, numbers[:length])[numbers[length]] == 1


@pytest.mark.parametrize("game", GAMES)
def test_masks_allow_the_offered_choices_and_no_others(game: str) -> None:
    """If all masks are followed, the tokens lead to exactly as many choices as are offered."""
    table = TokenGame(game, seed=1)
    play_at_random(table, random.Random(1), 40)
    decision = table.state.decisions()[0]
    reached: set[tuple[str, ...]] = set()
    waiting: list[list[int]] = [[]]
    while waiting and len(reached) < 3000:
        begun = waiting.pop()
        for token in np.flatnonzero(table.tokens.mask(decision.choices, begun)):
            longer = [*begun, int(token)]
            if table.tokens.is_complete(longer):
                reached.add(table.tokens.action(longer))
            else:
                waiting.append(longer)
    offered = set(decision.choices)
    assert reached == offered if len(offered) < 3000 else reached <= offered


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_table_continues_exactly(game: str) -> None:
    """Saving works in the middle of a choice, and includes the dice."""
    table = TokenGame(game, seed=4)
    play_at_random(table, random.Random(4), 51)
    while not table.chosen and table.side:
        play_at_random(table, random.Random(5), 1)
    other = TokenGame(game, seed=9)
    other.load(table.save())
    assert other.chosen == table.chosen
    assert other.state == table.state
    assert play_at_random(other, random.Random(6), 60) == play_at_random(table, random.Random(6), 60)
    assert other.state == table.state
    assert other.dice.state == table.dice.state


def test_a_game_ends_with_its_returns() -> None:
    table = TokenGame("pf", seed=2)
    play_at_random(table, random.Random(2), 10_000)
    assert table.is_over
    assert sorted(table.state.returns.values()) in ([-1.0, 1.0], [0.0, 0.0])
    with pytest.raises(Refused, match="the game is over"):
        table.play(0)


def test_what_is_not_allowed_is_refused_by_name() -> None:
    table = TokenGame("pf")
    sortie = table.tokens.encode(("sortie", "japan_1", "the_slot"))[0]
    with pytest.raises(Refused, match="japan may not choose sortie here"):
        table.play(sortie)
    with pytest.raises(Refused, match="japan may not choose token -1 here"):
        table.play(-1)
    with pytest.raises(BadValue, match="not a verb"):
        table.tokens.action([100])
    with pytest.raises(BadValue, match="is not a unit"):
        table.tokens.action([0, 0])


@pytest.mark.parametrize(
    ("saved", "reason"),
    [(b"", "not a saved table"), (b"{}", "not a saved table"), (TokenGame("hf").save(), "another game")],
)
def test_a_wrong_saved_table_is_refused(saved: bytes, reason: str) -> None:
    table = TokenGame("pf", seed=1)
    before = table.save()
    with pytest.raises(BadValue, match=reason):
        table.load(saved)
    assert table.save() == before


def test_rows_of_a_batch_are_separate_games() -> None:
    """The same tokens in a row give the same game, whatever happens in the other rows."""
    alone, many = BatchEnv("pf", 1, seed=7), BatchEnv("pf", 3, seed=7)
    one, all_rows = alone.reset(), many.reset()
    chance, ended = random.Random(3), 0
    for _ in range(400):
        assert np.array_equal(one.observations[0], all_rows.observations[0])
        tokens = [chance.choice(np.flatnonzero(mask).tolist()) for mask in all_rows.masks]
        one, all_rows = alone.step(tokens[:1]), many.step(tokens)
        assert one.ended[0] == all_rows.ended[0]
        assert one.rewards[0].tolist() == all_rows.rewards[0].tolist()
        ended += int(all_rows.ended.sum())
        assert all_rows.rewards[~all_rows.ended].sum() == 0
    assert ended >= 3


def test_a_wrong_token_changes_no_game_of_a_batch() -> None:
    batch = BatchEnv("pf", 2, seed=1)
    now = batch.reset()
    before = [table.save() for table in batch.tables]
    with pytest.raises(Refused):
        batch.step([int(now.masks[0].argmax()), batch.tokens.size])
    with pytest.raises(BadValue, match="1 tokens for 2 games"):
        batch.step([0])
    assert [table.save() for table in batch.tables] == before
