"""``ironbottom games``, ``rules`` and ``data``: what there is to look up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ironbottom.bots.registry import all_bots
from ironbottom.cli.arguments import File, Json, Named, Words
from ironbottom.cli.choosing import corrections_for
from ironbottom.cli.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.clauses import Clause
from ironbottom.engine.errors import BadValue
from ironbottom.engine.facts import Figure
from ironbottom.engine.registry import all_games, get_game
from ironbottom.engine.rules import Game

CLAUSE = re.compile(r"\d+(\.\w+)*\.?")

# -- games -----------------------------------------------------------------------------------------


def games(*, json: Json = False) -> None:
    """Lists the games, their sides, scenarios, options and opponents."""
    listed = sorted(all_games(), key=lambda game: game.id)
    if json:
        print_json([_described(game) for game in listed])
        return
    terminal = Terminal(plain=wants_plain())
    for game in listed:
        terminal.say(f"{game.title}  ({game.id}, or {game.short})", "head")
        terminal.say(f"  Sides: {', '.join(game.sides.ids)}")
        for name, text in game.scenarios.items():
            terminal.say(f"  Scenario {name}: {text}", indent=4)
        for option in game.options:
            values = ", ".join((f"{option.default} (as a rule)", *option.values[1:]))
            terminal.say(f"  Option {option.name}: {values}. {option.text} ({option.clause})", indent=4)
        for name, bot in all_bots(game).items():
            terminal.say(f"  Opponent {name}: {bot.text}", indent=4)


def _described(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "short": game.short,
        "title": game.title,
        "sides": list(game.sides.ids),
        "scenarios": dict(game.scenarios),
        "options": [
            {"name": option.name, "values": list(option.values), "clause": option.clause, "text": option.text}
            for option in game.options
        ],
        "opponents": {name: bot.text for name, bot in all_bots(game).items()},
    }


# -- rules -----------------------------------------------------------------------------------------


def rules(
    game: str | None = None,
    clause: str | None = None,
    /,
    *,
    search: Words = None,
    json: Json = False,
) -> None:
    """Looks up what a rule says.

    Parameters
    ----------
    game
        The game, by name or short form; may be left out while there is only one.
    clause
        The number of a clause or a section, such as 10.6 or 8.2.b.
    search
        Words that the clause must hold.
    """
    played, clause = _game_and_clause(game, clause)
    index = played.clauses()
    if search:
        found = index.find(" ".join(search))
        if not found:
            raise BadValue(f"no clause of {played.title} holds {' '.join(search)!r}", field="--search")
    else:
        found = index.lookup(clause) if clause else list(index.values())
    if json:
        print_json(_with_code(played, found))
        return
    terminal = Terminal(plain=wants_plain())
    if clause or search:
        show_clauses(terminal, found)
        return
    terminal.say(f"{played.title}: {len(found)} clauses, in our own words.", "head")
    for entry in found:
        terminal.say(f"{entry.id:7} {entry.title}", indent=8)
    terminal.say(f"To read one: ironbottom rules {played.short} {found[-2].id}")


def show_clauses(terminal: Terminal, found: Iterable[Clause]) -> None:
    """Clauses as a player reads them: number, title, what it says, how it is taken, and what else to read."""
    for entry in found:
        terminal.say(f"{entry.id}  {entry.title}", "head")
        terminal.say(f"  {entry.paraphrase}", indent=2)
        if entry.reading:
            filled = " (a reading that fills a gap in the text)" if entry.reconstructed else ""
            terminal.say(f"  Played so{filled}: {entry.reading}", indent=2)
        if entry.status == "option":
            terminal.say(f"  Played only with the option {entry.option}.", indent=2)
        if entry.reason:
            terminal.say(f"  Without effect here: {entry.reason}", indent=2)
        if entry.related:
            terminal.say(f"  See also {', '.join(entry.related)}.", "dim", indent=2)


def _game_and_clause(game: str | None, clause: str | None) -> tuple[Game, str | None]:
    """The game and clause asked for, where the game may be left out."""
    if game is not None and clause is None and CLAUSE.fullmatch(game):
        game, clause = None, game
    if game is not None:
        return get_game(game), clause
    listed = all_games()
    if len(listed) > 1:
        names = ", ".join(f"{each.id} ({each.short})" for each in listed)
        raise BadValue(f"say which game: {names}", field="game")
    return listed[0], clause


def _with_code(game: Game, found: Sequence[Clause]) -> list[dict[str, Any]]:
    from ironbottom.engine.clause_sources import clause_table

    rows = {row["clause"]: row for row in clause_table(game.id)}
    keys = ("clause", "paraphrase", "status", "code", "tests")
    return [{key: rows[entry.id][key] for key in keys} for entry in found]


# -- data ------------------------------------------------------------------------------------------


def data(
    game: str,
    /,
    *,
    table: Named = None,
    corrections: File = None,
    json: Json = False,
) -> None:
    """Lists every figure of a game and how it is known.

    Parameters
    ----------
    game
        The game, by name or short form.
    table
        One table only, such as units.
    corrections
        A file of your corrections, laid over the figures.
    """
    played = get_game(game)
    facts = played.facts(corrections_for(played, corrections))
    figures = list(facts.figures())
    tables = list(dict.fromkeys(figure.table for figure in figures))
    if table is not None:
        if table not in tables:
            raise BadValue(f"no table is called {table!r}; there are {', '.join(tables)}", field="--table")
        figures = [figure for figure in figures if figure.table == table]
    if json:
        keys = ("id", "field", "value", "mark", "source")
        print_json([{key: getattr(figure, key) for key in keys} for figure in figures])
        return
    _show_figures(Terminal(plain=wants_plain()), played, figures)
    for warning in facts.warnings:
        Terminal(plain=wants_plain()).say(f"Hard to believe: {warning}", "alert")


def _show_figures(terminal: Terminal, game: Game, figures: Sequence[Figure]) -> None:
    terminal.say(f"{game.title}: {len(figures)} figures.", "head")
    place = ("", "")
    for figure in figures:
        if figure.table != place[0]:
            terminal.say()
            terminal.say(f"Table {figure.table}", "head")
        if (figure.table, figure.id) != place:
            place = (figure.table, figure.id)
            terminal.say(f"{figure.id}: {figure.source}", indent=2)
        value = ", ".join(figure.value) if isinstance(figure.value, list) else figure.value
        shown = "none" if value is None or value == "" else value
        corrected = f"; {figure.source}" if figure.corrected else ""
        terminal.say(f"  {figure.field:24} {shown!s:20} {figure.mark}{corrected}", indent=4)
