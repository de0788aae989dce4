"""``ironbottom data``: lists every figure of a game and how it is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches

from ironbottom.cli.commands.arguments import corrections_for
from ironbottom.cli.commands.parameters import File, Json, OptionalName
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.data.facts import CORRECTED, MARKS, Figure
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.text.sentences import count

LIST = "list"
"""The value of ``--table`` that lists the tables."""
MAX_TABLES = 20


def data(
    game: str,
    /,
    *,
    table: OptionalName = None,
    place: OptionalName = None,
    mark: OptionalName = None,
    corrections: File = None,
    json: Json = False,
) -> None:
    """List every figure of a game and how it is known.

    Parameters
    ----------
    game
        The game, by name or short name.
    table
        One table only, such as units. `list` lists the tables with the number of their figures.
    place
        The figures of one place or unit only, by its id or name, such as F1234 or Midway.
    mark
        Only figures with this mark: rules, found, derived, recalled, reconstructed or corrected.
    corrections
        A file with your corrections.
    """
    found = get_game(game)
    if table == LIST:
        _show_tables(Terminal(plain=wants_plain()), found)
        return
    facts = found.facts(corrections_for(found, corrections))
    figures = _with_mark(_at_place(_in_table(list(facts.figures()), table), place), mark)
    if json:
        keys = ("id", "field", "value", "mark", "source")
        print_json([{key: getattr(figure, key) for key in keys} for figure in figures])
        return
    _show_figures(Terminal(plain=wants_plain()), found, figures)
    for warning in facts.warnings:
        Terminal(plain=wants_plain()).write(f"Implausible: {warning}", "alert")


def _in_table(figures: list[Figure], table: str | None) -> list[Figure]:
    tables = list(dict.fromkeys(figure.table for figure in figures))
    if table is None:
        return figures
    if table not in tables:
        raise BadValue(f"there is no table {table!r}; {_other_tables(table, tables)}", field="--table")
    return [figure for figure in figures if figure.table == table]


def _other_tables(table: str, tables: Sequence[str]) -> str:
    """Lists the tables, or the ones with similar names if there are many.

    >>> _other_tables("unit", ["units", "areas"])
    'choose one of units, areas'
    """
    if len(tables) <= MAX_TABLES:
        return f"choose one of {', '.join(tables)}"
    near = get_close_matches(table.lower(), tables, n=5, cutoff=0.55)
    holding = [name for name in tables if table.lower() in name]
    nearest = ", ".join(dict.fromkeys([*holding[:5], *near]))
    similar = f"similar names are {nearest}; " if nearest else ""
    return f"{similar}--table {LIST} lists all {len(tables)}"


def _show_tables(terminal: Terminal, game: Game) -> None:
    many = Counter(figure.table for figure in game.facts().figures())
    terminal.write(f"{game.title}: {count(len(many), 'table')}.", "head")
    for name, figures in many.items():
        terminal.write(f"  {name}: {count(figures, 'figure')}", indent=4)


def _at_place(figures: list[Figure], place: str | None) -> list[Figure]:
    """Returns the figures of rows with this id or name, and of rows at this place."""
    if place is None:
        return figures
    wanted = place.lower()
    named = {figure.id.lower() for figure in figures if _has_value(figure, "name", wanted)} | {wanted}
    rows = {(figure.table, figure.id) for figure in figures if figure.id.lower() in named}
    rows |= {(f.table, f.id) for f in figures if f.field in ("hex", "place") and str(f.value).lower() in named}
    if not rows:
        raise BadValue(f"nothing has the id or name {place!r}", field="--place")
    return [figure for figure in figures if (figure.table, figure.id) in rows]


def _has_value(figure: Figure, field: str, wanted: str) -> bool:
    return figure.field == field and isinstance(figure.value, str) and figure.value.lower() == wanted


def _with_mark(figures: list[Figure], mark: str | None) -> list[Figure]:
    if mark is None:
        return figures
    if mark not in (*MARKS, CORRECTED):
        raise BadValue(f"there is no mark {mark!r}; allowed: {', '.join((*MARKS, CORRECTED))}", field="--mark")
    return [figure for figure in figures if figure.mark == mark]


def _show_figures(terminal: Terminal, game: Game, figures: Sequence[Figure]) -> None:
    terminal.write(f"{game.title}: {count(len(figures), 'figure')}.", "head")
    place = ("", "")
    for figure in figures:
        if figure.table != place[0]:
            terminal.write()
            terminal.write(f"Table {figure.table}", "head")
        if (figure.table, figure.id) != place:
            place = (figure.table, figure.id)
            terminal.write(f"{figure.id}: {figure.source}", indent=2)
        value = ", ".join(figure.value) if isinstance(figure.value, list) else figure.value
        shown = "none" if value is None or value == "" else value
        corrected = f"; {figure.source}" if figure.corrected else ""
        terminal.write(f"  {figure.field:24} {shown!s:20} {figure.mark}{corrected}", indent=4)
