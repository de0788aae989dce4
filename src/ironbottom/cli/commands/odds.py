"""``ironbottom odds``: exact odds of battles, by hand or from a recorded game, in the words of each game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter
from msgspec import to_builtins

from ironbottom.cli.commands.arguments import options_of
from ironbottom.cli.help import manual
from ironbottom.cli.output.odds_tables import tables_in_words
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.cli.storage.load_match import Read, read_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.rules.features import OddsCalculator
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game, initials, packages_with
from ironbottom.engine.text.wrong_values import in_words, words_of
from ironbottom.odds.questions import Questions

ASKED = "ironbottom.cli.commands.odds_by_game"
"""Where the command of each game is made, once it is asked for."""
Rest = Annotated[str, Parameter(show=False, allow_leading_hyphen=True)]


def odds(game: str, /, *rest: Rest) -> None:
    """Computes the odds of battles of a game.

    Parameters
    ----------
    game
        The game, by name or short form.
    """
    played = get_game(game)
    if rest and not rest[0].startswith("-"):
        match_of(played, read_match(Path(rest[0]), None))
    raise without_calculator(played)


def asked_about() -> dict[str, str]:
    """The games that are asked about battles: their packages by the short forms, none of them loaded."""
    return {initials(name): name for name in packages_with("odds/questions.py")}


app = App(name="odds", usage=manual.ODDS_USAGE, help_epilogue=f"Games that are asked: {', '.join(asked_about())}.")
"""The command, with one below it for each game that is asked about battles."""
app.default(odds)
for _short, _package in asked_about().items():
    app.command(f"{ASKED}:{_package}", name=(_short, _package), show=False)


def answer(
    played: Game,
    asked: Questions,
    file: Path | None,
    given: Mapping[str, Any],
    option: list[str] | None,
    eyes: str | None,
    store: Path | None,
    *,
    json: bool,
) -> None:
    """Writes the answer to what was asked by hand, or of a record."""
    if file is not None:
        told = from_record(played, file, eyes, store, of_a_record(asked, given))
    else:
        told = [by_hand(played, given, options_of(option, played.id))]
    if json:
        print_json(to_builtins(told))
        return
    terminal = Terminal(plain=wants_plain())
    for one in map(to_builtins, told):
        if asked.in_lines is None:
            tables_in_words(terminal, one)
            continue
        for line in asked.in_lines(one):
            terminal.say(line, indent=4)
    if not told:
        terminal.say("No battle is planned or under way.")


def without_calculator(game: Game) -> BadValue:
    """The error for a game without a calculator of battles by hand."""
    return BadValue(f"{game.title} brings no calculator of battles; its page tells the odds of each fight")


def calculator(game: Game) -> OddsCalculator:
    """The calculator that a game brings; ``BadValue`` where there is none."""
    found = game.odds_calculator()
    if found is None:
        raise without_calculator(game)
    return found


def by_hand(game: Game, given: Mapping[str, Any], options: Mapping[str, str]) -> msgspec.Struct:
    """The answer to the flags that were given."""
    desk, rules = calculator(game), game.rules(options)
    usual, *others = words_of(desk.OddsQuestion, "kind")
    kinds = [kind for kind in others if given.get(kind)]
    if len(kinds) > 1:
        told = ", ".join(f"--{kind}" for kind in others)
        raise BadValue(f"of {told} a battle is one of them", field=f"--{kinds[1]}")
    known = set(desk.OddsQuestion.__struct_fields__)
    plain = {name: value for name, value in given.items() if name in known and value is not None}
    plain["kind"] = kinds[0] if kinds else usual
    try:
        return desk.answer_to(rules, plain)
    except msgspec.ValidationError as wrong:
        said, name = in_words(wrong, desk.OddsQuestion)
        raise BadValue(said, field="--" + name.replace("_", "-")) from None


def of_a_record(asked: Questions, given: Mapping[str, Any]) -> dict[str, str]:
    """The flags that bear on the battles of a record; ``BadValue`` where one does not so with its value."""
    found = {}
    for flag in asked.flags:
        if not flag.of_a_record:
            continue
        value = found[flag.name] = given.get(flag.name) or flag.of_a_record[0]
        if value not in flag.of_a_record:
            told = f"of a recorded game it is {' or '.join(flag.of_a_record)}, not {value!r}"
            raise BadValue(told, field=flag.written)
    return found


def from_record(
    game: Game, file: Path, as_: str | None, store: Path | None, bearing: Mapping[str, str]
) -> list[msgspec.Struct]:
    """The battles of a recorded game where it stands, as a side or the public sees it."""
    read = read_match(file, store)
    match = match_of(game, read)
    eyes = as_ or "public"
    if eyes not in (*match.rules.sides.ids, "public"):
        raise BadValue(f"{eyes!r} is nobody's eyes; there are {', '.join(match.rules.sides.ids)}, public", field="--as")
    read.check_eyes(eyes)
    loads: Literal["cheapest", "dearest"] = "dearest" if bearing.get("loads") == "dearest" else "cheapest"
    try:
        return list(calculator(game).on_board(match.rules, match.state.view(eyes), loads))
    except BadValue as wrong:
        raise BadValue(wrong.message, field="--as" if wrong.field == "side" else wrong.field) from None


def match_of(game: Game, read: Read) -> Match:
    """The match that was read, where it stands; ``BadValue`` if it is one of another game."""
    match = replay(read.record).match
    if match.rules.game.id != game.id:
        raise BadValue(f"that is a game of {match.rules.game.title}", field="FILE")
    return match
