"""``ironbottom data``: lists every figure of a game and how it is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches

from ironbottom.cli.commands.arguments import corrections_for
from ironbottom.cli.commands.parameters import File, Json, Named
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.data.facts import CORRECTED, MARKS, Figure
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.text.sentences import count

LIST = "list"
"""What is said instead of a table to see which there are."""
FEW_TABLES = 20


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
