"""The method that carries out a choice takes the arguments of its verb by their names."""

from __future__ import annotations

import inspect

import pytest

from ironbottom.engine.rules.game import Game
from ironbottom.testing.games import games


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_effects_take_the_arguments_of_their_verbs(game: Game) -> None:
    for procedure in game.procedures:
        for verb in procedure.verbs:
            taken = list(inspect.signature(procedure.handlers[verb.number]).parameters)[2:]
            wanted = [argument.name for argument in verb.arguments]
            assert taken == wanted, f"{procedure.__name__}: {verb.name} takes {wanted}, not {taken}"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_field_of_a_procedure_declares_its_allowed_values(game: Game) -> None:
    for place, procedure in enumerate(game.procedures):
        assert procedure.number == place
        fields = [] if procedure.__struct_fields__ == ("stacks",) else list(procedure.__struct_fields__)
        assert list(procedure.fields) == fields
