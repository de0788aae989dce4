"""The subcommands of ``ironbottom odds``, one for each game, made from the options that the game declares."""

from __future__ import annotations

from dataclasses import asdict, field, make_dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from ironbottom.cli.commands import odds
from ironbottom.cli.commands.parameters import File, Json, Options, Viewer
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.odds.questions import CHANCE, NUMBER, OddsFlag, OddsOptions


def __getattr__(package: str) -> App:
    """Returns the command of a game, by the name of its package."""
    if package not in odds.games_with_calculator().values():
        raise AttributeError(package)
    game = get_game(package)
    questions = game.odds_questions()
    assert questions is not None
    return command_of(game, questions)


def command_of(game: Game, questions: OddsOptions) -> App:
    """Makes the command of a game from its own options and the shared ones."""

    def compute(
        file: Path | None = None,
        /,
        *,
        given: Any = None,
        option: Options = None,
        as_: Viewer = None,
        store: File = None,
        json: Json = False,
    ) -> None:
        """Computes the odds of battles of the game.

        Parameters
        ----------
        option
            An option of the rules, name=value. May be repeated.
        store
            The file in which the page stores its games. Default: the usual file.
        """
        odds.print_odds(game, questions, file, asdict(given) if given else {}, option, as_, store, json=json)

    flags = flags_class(questions)
    compute.__annotations__ |= {
        "file": Annotated[Path | None, Parameter(help=questions.file)],
        "given": flags | None,
        "as_": Annotated[Viewer, Parameter(help=questions.eyes)],
    }
    usage = f"ironbottom odds {game.short} [FILE] [OPTIONS]"
    app = App(name=game.short, usage=usage, help=questions.help, help_epilogue="", group_parameters="Options")
    app.default(compute)
    return app


def flags_class(questions: OddsOptions) -> Any:
    """Returns a dataclass with a field for each option; omitted options are None."""
    fields = [(flag.name, flag_type(flag), field(default=None if flag.takes else False)) for flag in questions.flags]
    return Parameter(name="*")(make_dataclass("GivenByHand", fields, namespace={"__module__": __name__}))


def flag_type(flag: OddsFlag) -> Any:
    """Returns the type of an option for cyclopts."""
    if not flag.takes:
        return Annotated[bool, Parameter(help=flag.help)]
    kind: Any = {NUMBER: int, CHANCE: float}.get(flag.takes, str)
    return Annotated[kind | None, Parameter(help=flag.help, metavar=flag.takes)]
