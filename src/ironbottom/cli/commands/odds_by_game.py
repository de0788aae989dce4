"""The commands below ``ironbottom odds``: one for each game, made of the flags that it declares."""

from __future__ import annotations

from dataclasses import asdict, field, make_dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from ironbottom.cli.commands import odds
from ironbottom.cli.commands.parameters import Eyes, File, Json, Options
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.odds.questions import CHANCE, NUMBER, OddsFlag, Questions


def __getattr__(package: str) -> App:
    """The command of a game, by the name of its package."""
    if package not in odds.asked_about().values():
        raise AttributeError(package)
    game = get_game(package)
    asked = game.odds_questions()
    assert asked is not None
    return command_of(game, asked)


def command_of(game: Game, asked: Questions) -> App:
    """The command: the game's flags and those of all."""

    def reckon(
        file: Path | None = None,
        /,
        *,
        given: Any = None,
        option: Options = None,
        as_: Eyes = None,
        store: File = None,
        json: Json = False,
    ) -> None:
        """Computes the odds of battles of the game.

        Parameters
        ----------
        option
            A rules option, name=value; may be given several times.
        store
            The file in which the page keeps its games; without it, the usual one.
        """
        odds.answer(game, asked, file, asdict(given) if given else {}, option, as_, store, json=json)

    flags = flags_of(asked)
    reckon.__annotations__ |= {
        "file": Annotated[Path | None, Parameter(help=asked.file)],
        "given": flags | None,
        "as_": Annotated[Eyes, Parameter(help=asked.eyes)],
    }
    usage = f"ironbottom odds {game.short} [FILE] [OPTIONS]"
    app = App(name=game.short, usage=usage, help=asked.help, help_epilogue="", group_parameters="Options")
    app.default(reckon)
    return app


def flags_of(asked: Questions) -> Any:
    """A form of the flags; what is not named is left open."""
    fields = [(flag.name, kind_of(flag), field(default=None if flag.takes else False)) for flag in asked.flags]
    return Parameter(name="*")(make_dataclass("GivenByHand", fields, namespace={"__module__": __name__}))


def kind_of(flag: OddsFlag) -> Any:
    """What a flag takes, as the command line reads it."""
    if not flag.takes:
        return Annotated[bool, Parameter(help=flag.help)]
    kind: Any = {NUMBER: int, CHANCE: float}.get(flag.takes, str)
    return Annotated[kind | None, Parameter(help=flag.help, metavar=flag.takes)]
