"""The options that games declare for their battle calculator, and the command made from them."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.cli.commands.odds import games_with_calculator
from ironbottom.cli.commands.odds_by_game import command_of
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.text.wrong_values import allowed_words
from ironbottom.odds.questions import NUMBER, OddsFlag, OddsOptions


def test_every_game_with_a_calculator_declares_its_options() -> None:
    asked = [game.id for game in all_games() if game.odds_calculator()]
    assert sorted(games_with_calculator().values()) == sorted(asked) == sorted(game.id for game in all_games())
    assert [game.id for game in all_games() if game.odds_questions()] == asked
    assert {get_game(short).id for short in games_with_calculator()} == set(asked)


@pytest.mark.parametrize("package", games_with_calculator().values())
def test_every_field_has_one_option_and_every_kind_a_switch(package: str) -> None:
    asked, calculator = get_game(package).odds_questions(), get_game(package).odds_calculator()
    assert asked
    assert calculator
    question: Any = calculator.OddsQuestion
    fields = set(question.__struct_fields__) - {"kind"}
    kinds = set(allowed_words(question, "kind")[1:])
    names = [flag.name for flag in asked.flags]
    assert len(set(names)) == len(names)
    assert set(names) == fields | kinds
    switches = {flag.name for flag in asked.flags if not flag.takes}
    assert switches == kinds | {name for name in fields if getattr(question(), name) is False}
    for flag in asked.flags:
        usual = getattr(question(), flag.name, None)
        assert not flag.of_a_record or flag.of_a_record[0] == usual
        assert (flag.takes == NUMBER) == (flag.name in fields and isinstance(usual, int | None) and usual is not False)


def test_a_command_is_made_from_the_options_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    flags = [OddsFlag("far_off", "They come from far."), OddsFlag("ships", "So many.", NUMBER)]
    command = command_of(get_game("pf"), OddsOptions("Compute a raid.", "A record.", "A side.", flags))
    command(["--help"], result_action="return_value")
    output = " ".join(capsys.readouterr().out.split())
    assert "ironbottom odds pf [FILE] [OPTIONS]" in output
    assert "Compute a raid." in output
    for wanted in ("--far-off", "They come from far.", "--ships", "A record."):
        assert wanted in output
