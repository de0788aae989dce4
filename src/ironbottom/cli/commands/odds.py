"""``ironbottom odds``: exact odds of a battle given as options, or of the battles in a recorded game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter
from msgspec import to_builtins

from ironbottom.cli.commands.arguments import parse_options
from ironbottom.cli.help import manual
from ironbottom.cli.output.odds_tables import print_tables
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.cli.storage.load_match import LoadedMatch, load_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.rules.features import OddsCalculator
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game, packages_with, short_form_of
from ironbottom.engine.text.wrong_values import allowed_words, describe_error
from ironbottom.odds.questions import OddsOptions

SUBCOMMANDS = "ironbottom.cli.commands.odds_by_game"
"""The module that makes the command of each game when it is used."""
Rest = Annotated[str, Parameter(show=False, allow_leading_hyphen=True)]


def odds(game: str, /, *rest: Rest) -> None:
    """Compute the odds of battles in a game.

    Parameters
    ----------
    game
        The game, by name or short name.
    """
    played = get_game(game)
    if rest and not rest[0].startswith("-"):
        replay_match(played, load_match(Path(rest[0]), None))
    raise no_calculator_error(played)


def games_with_calculator() -> dict[str, str]:
    """Returns the packages of the games with a battle calculator, by short name, without importing them."""
    return {short_form_of(name): name for name in packages_with("odds/questions.py")}


GAMES = ", ".join(games_with_calculator())
app = App(name="odds", usage=manual.ODDS_USAGE, help_epilogue=f"Games with a battle calculator: {GAMES}.")
"""The command, with a subcommand for each game that has a battle calculator."""
app.default(odds)
for _short, _package in games_with_calculator().items():
    app.command(f"{SUBCOMMANDS}:{_package}", name=(_short, _package), show=False)


def print_odds(
    played: Game,
    questions: OddsOptions,
    file: Path | None,
    given: Mapping[str, object],
    option: list[str] | None,
    viewer: str | None,
    store: Path | None,
    *,
    json: bool,
) -> None:
    """Prints the odds of the battle given as options, or of the battles in a record."""
    if file is not None:
        answers = odds_of_record(played, file, viewer, store, record_options(questions, given))
    else:
        answers = [odds_of_options(played, given, parse_options(option, played.id))]
    if json:
        print_json(to_builtins(answers))
        return
    terminal = Terminal(plain=wants_plain())
    for one in map(to_builtins, answers):
        if questions.in_lines is None:
            print_tables(terminal, one)
            continue
        for line in questions.in_lines(one):
            terminal.write(line, indent=4)
    if not answers:
        terminal.write("No battle is planned or in progress.")


def no_calculator_error(game: Game) -> BadValue:
    """Returns the error for a game without a battle calculator."""
    return BadValue(f"{game.title} has no battle calculator; its page shows the odds of each fight")


def calculator(game: Game) -> OddsCalculator:
    """Returns the battle calculator of a game. Raises ``BadValue`` if there is none."""
    result = game.odds_calculator()
    if result is None:
        raise no_calculator_error(game)
    return result


def odds_of_options(game: Game, given: Mapping[str, object], options: Mapping[str, str]) -> msgspec.Struct:
    """Returns the answer for the given options."""
    battles, rules = calculator(game), game.rules(options)
    usual, *others = allowed_words(battles.OddsQuestion, "kind")
    kinds = [kind for kind in others if given.get(kind)]
    if len(kinds) > 1:
        allowed = ", ".join(f"--{kind}" for kind in others)
        raise BadValue(f"use only one of {allowed}", field=f"--{kinds[1]}")
    known = set(battles.OddsQuestion.__struct_fields__)
    plain = {name: value for name, value in given.items() if name in known and value is not None}
    plain["kind"] = kinds[0] if kinds else usual
    try:
        return battles.answer_to(rules, plain)
    except msgspec.ValidationError as error:
        said, name = describe_error(error, battles.OddsQuestion)
        raise BadValue(said, field="--" + name.replace("_", "-")) from None


def record_options(questions: OddsOptions, given: Mapping[str, Any]) -> dict[str, str]:
    """Returns the options that apply to a record. Raises ``BadValue`` if a value is not allowed there."""
    result = {}
    for flag in questions.flags:
        if not flag.of_a_record:
            continue
        value = result[flag.name] = given.get(flag.name) or flag.of_a_record[0]
        if value not in flag.of_a_record:
            message = f"for a recorded game this is {' or '.join(flag.of_a_record)}, not {value!r}"
            raise BadValue(message, field=flag.written)
    return result


def odds_of_record(
    game: Game, file: Path, as_: str | None, store: Path | None, bearing: Mapping[str, str]
) -> list[msgspec.Struct]:
    """Returns the battles in the current position of a recorded game, as a side or the public sees them."""
    loaded = load_match(file, store)
    match = replay_match(game, loaded)
    viewer = as_ or "public"
    if viewer not in (*match.rules.sides.ids, "public"):
        raise BadValue(
            f"there is no view {viewer!r}; choose one of {', '.join(match.rules.sides.ids)}, public", field="--as"
        )
    loaded.check_viewer(viewer)
    loads: Literal["cheapest", "dearest"] = "dearest" if bearing.get("loads") == "dearest" else "cheapest"
    try:
        return list(calculator(game).on_board(match.rules, match.state.view(viewer), loads))
    except BadValue as error:
        raise BadValue(error.message, field="--as" if error.field == "side" else error.field) from None


def replay_match(game: Game, loaded: LoadedMatch) -> Match:
    """Replays the match. Raises ``BadValue`` if it is a match of another game."""
    match = replay(loaded.record).match
    if match.rules.game.id != game.id:
        raise BadValue(f"this is a game of {match.rules.game.title}", field="FILE")
    return match
