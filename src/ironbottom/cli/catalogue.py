"""``ironbottom games``, ``rules`` and ``data``: what there is to look up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from ironbottom.bots.registry import all_bots
from ironbottom.cli.arguments import File, Json, Named, Words
from ironbottom.cli.choosing import corrections_for
from ironbottom.cli.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.data.clauses import Clause
from ironbottom.engine.data.facts import CORRECTED, MARKS, Figure
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.text.sentences import agree, count

LIST = "list"
"""What is said instead of a table to see which there are."""
FEW_TABLES = 20
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
    mark: Named = None,
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
    mark
        Only clauses known in this way, where the rulebook is not whole: rules, found, derived and so on.
    """
    played, clause = _game_and_clause(game, clause)
    index = played.clauses()
    if search:
        found = index.find(" ".join(search))
        if not found:
            raise BadValue(f"no clause of {played.title} holds {' '.join(search)!r}", field="--search")
    else:
        found = index.lookup(clause) if clause else list(index.values())
    found = _marked(played, found, mark)
    if json:
        print_json(_with_code(played, found))
        return
    terminal = Terminal(plain=wants_plain())
    if clause or search:
        show_clauses(terminal, found)
        return
    to_come = sum(entry.status == "scenario_to_come" for entry in found)
    terminal.say(f"{played.title}: {count(len(found), 'clause')}, in our own words.", "head")
    for entry in found:
        known = f"  ({', '.join(entry.marks)})" if entry.marks else ""
        terminal.say(f"{entry.id:7} {entry.title}{known}", indent=8)
    if to_come:
        terminal.say(f"{to_come} of them {agree(to_come, 'waits')} for scenarios that are still to come.")
    terminal.say(f"To read one: ironbottom rules {played.short} {found[-2:][0].id}")


def _marked(game: Game, found: list[Clause], mark: str | None) -> list[Clause]:
    """The clauses that are known in one way; ``BadValue`` where there is no such way, or no clause of it."""
    if mark is None:
        return found
    if mark not in MARKS:
        raise BadValue(f"no mark is called {mark!r}; there are {', '.join(MARKS)}", field="--mark")
    marked = [entry for entry in found if mark in entry.marks]
    if not marked:
        whole = "" if game.how_known() else ", for its rulebook is whole"
        raise BadValue(f"no such clause of {game.title} bears the mark {mark!r}{whole}", field="--mark")
    return marked


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
        if entry.scenario:
            terminal.say(f"  Still to come, with scenario {entry.scenario}.", indent=2)
        if entry.marks:
            terminal.say(f"  How it is known: {', '.join(entry.marks)}.", indent=2)
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
    from ironbottom.engine.data.clause_sources import clause_table

    rows = {row["clause"]: row for row in clause_table(game.id)}
    keys = ("clause", "paraphrase", "status", "code", "tests")
    told = [{key: rows[entry.id][key] for key in keys} for entry in found]
    for row, entry in zip(told, found, strict=True):
        if entry.marks:
            row.update(marks=list(entry.marks), scenario=entry.scenario)
    return told


# -- data ------------------------------------------------------------------------------------------


def data(
    game: str,
    /,
    *,
    table: Named = None,
    place: Named = None,
    mark: Named = None,
    corrections: File = None,
    json: Json = False,
) -> None:
    """Lists every figure of a game and how it is known.

    Parameters
    ----------
    game
        The game, by name or short form.
    table
        One table only, such as units; `list` names them all, with how many figures each has.
    place
        The figures of one place, unit or row only, by its id or by its name, such as F1234 or Midway.
    mark
        Figures known in one way only: rules, found, derived, recalled, reconstructed or corrected.
    corrections
        A file of your corrections, laid over the figures.
    """
    found = get_game(game)
    if table == LIST:
        _show_tables(Terminal(plain=wants_plain()), found)
        return
    facts = found.facts(corrections_for(found, corrections))
    figures = _of_mark(_of_place(_of_table(list(facts.figures()), table), place), mark)
    if json:
        keys = ("id", "field", "value", "mark", "source")
        print_json([{key: getattr(figure, key) for key in keys} for figure in figures])
        return
    _show_figures(Terminal(plain=wants_plain()), found, figures)
    for warning in facts.warnings:
        Terminal(plain=wants_plain()).say(f"Hard to believe: {warning}", "alert")


def _of_table(figures: list[Figure], table: str | None) -> list[Figure]:
    tables = list(dict.fromkeys(figure.table for figure in figures))
    if table is None:
        return figures
    if table not in tables:
        raise BadValue(f"no table is called {table!r}; {_other_tables(table, tables)}", field="--table")
    return [figure for figure in figures if figure.table == table]


def _other_tables(table: str, tables: Sequence[str]) -> str:
    """The tables that there are; of many those that are called most like one, and what names all.

    >>> _other_tables("unit", ["units", "areas"])
    'there are units, areas'
    """
    if len(tables) <= FEW_TABLES:
        return f"there are {', '.join(tables)}"
    near = get_close_matches(table.lower(), tables, n=5, cutoff=0.55)
    holding = [name for name in tables if table.lower() in name]
    nearest = ", ".join(dict.fromkeys([*holding[:5], *near]))
    told = f"nearest to it are {nearest}; " if nearest else ""
    return f"{told}--table {LIST} names all {len(tables)}"


def _show_tables(terminal: Terminal, game: Game) -> None:
    many = Counter(figure.table for figure in game.facts().figures())
    terminal.say(f"{game.title}: {count(len(many), 'table')}.", "head")
    for name, figures in many.items():
        terminal.say(f"  {name}: {count(figures, 'figure')}", indent=4)


def _of_place(figures: list[Figure], place: str | None) -> list[Figure]:
    """The figures of rows of this id or name, and of rows that stand at such a place."""
    if place is None:
        return figures
    wanted = place.lower()
    named = {figure.id.lower() for figure in figures if _says(figure, "name", wanted)} | {wanted}
    rows = {(figure.table, figure.id) for figure in figures if figure.id.lower() in named}
    rows |= {(f.table, f.id) for f in figures if f.field in ("hex", "place") and str(f.value).lower() in named}
    if not rows:
        raise BadValue(f"nothing is called {place!r}, by its id or by its name", field="--place")
    return [figure for figure in figures if (figure.table, figure.id) in rows]


def _says(figure: Figure, field: str, wanted: str) -> bool:
    return figure.field == field and isinstance(figure.value, str) and figure.value.lower() == wanted


def _of_mark(figures: list[Figure], mark: str | None) -> list[Figure]:
    if mark is None:
        return figures
    if mark not in (*MARKS, CORRECTED):
        raise BadValue(f"no mark is called {mark!r}; there are {', '.join((*MARKS, CORRECTED))}", field="--mark")
    return [figure for figure in figures if figure.mark == mark]


def _show_figures(terminal: Terminal, game: Game, figures: Sequence[Figure]) -> None:
    told = count(len(figures), "figure")
    terminal.say(f"{game.title}: {told}.", "head")
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
