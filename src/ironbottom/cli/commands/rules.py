"""``ironbottom rules``: looks up what a rule says."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.cli.commands.parameters import Json, OptionalName, Words
from ironbottom.cli.output.clauses import CLAUSE_NUMBER, show_clauses
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.data.clauses import Clause
from ironbottom.engine.data.facts import MARKS
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.text.sentences import count, verb_for_number


def rules(
    game: str | None = None,
    clause: str | None = None,
    /,
    *,
    search: Words = None,
    mark: OptionalName = None,
    json: Json = False,
) -> None:
    """Look up what a rule says.

    Parameters
    ----------
    game
        The game, by name or short name; may be omitted if there is only one.
    clause
        The number of a clause or a section, such as 10.6 or 8.2.b.
    search
        Words that the clause must contain.
    mark
        Only clauses with this mark, for games whose rulebook is not complete: rules, found, derived and so on.
    """
    played, clause = _game_and_clause(game, clause)
    index = played.clauses()
    if search:
        found = index.find(" ".join(search))
        if not found:
            raise BadValue(f"no clause of {played.title} contains {' '.join(search)!r}", field="--search")
    else:
        found = index.lookup(clause) if clause else list(index.values())
    found = _with_mark(played, found, mark)
    if json:
        print_json(_clause_rows(played, found))
        return
    terminal = Terminal(plain=wants_plain())
    if clause or search:
        show_clauses(terminal, found)
        return
    to_come = sum(entry.status == "scenario_to_come" for entry in found)
    terminal.write(f"{played.title}: {count(len(found), 'clause')}, in our own words.", "head")
    for entry in found:
        known = f"  ({', '.join(entry.marks)})" if entry.marks else ""
        terminal.write(f"{entry.id:7} {entry.title}{known}", indent=8)
    if to_come:
        terminal.write(f"{to_come} of them {verb_for_number(to_come, 'waits')} for future scenarios.")
    terminal.write(f"To read one: ironbottom rules {played.short} {found[-2:][0].id}")


def _with_mark(game: Game, found: list[Clause], mark: str | None) -> list[Clause]:
    """Returns the clauses with a mark. Raises ``BadValue`` if the mark is unknown or no clause has it."""
    if mark is None:
        return found
    if mark not in MARKS:
        raise BadValue(f"there is no mark {mark!r}; allowed: {', '.join(MARKS)}", field="--mark")
    marked = [entry for entry in found if mark in entry.marks]
    if not marked:
        whole = "" if game.clause_source_counts() else ", because its rulebook is complete"
        raise BadValue(f"no clause found in {game.title} has the mark {mark!r}{whole}", field="--mark")
    return marked


def _game_and_clause(game: str | None, clause: str | None) -> tuple[Game, str | None]:
    """Returns the game and the clause. The game may be omitted."""
    if game is not None and clause is None and CLAUSE_NUMBER.fullmatch(game):
        game, clause = None, game
    if game is not None:
        return get_game(game), clause
    listed = all_games()
    if len(listed) > 1:
        names = ", ".join(f"{each.id} ({each.short})" for each in listed)
        raise BadValue(f"name a game: {names}", field="game")
    return listed[0], clause


def _clause_rows(game: Game, found: Sequence[Clause]) -> list[dict[str, object]]:
    from ironbottom.engine.data.clause_sources import clause_table

    rows = {row["clause"]: row for row in clause_table(game.id)}
    keys = ("clause", "paraphrase", "status", "code", "tests")
    rows_of_clauses: list[dict[str, object]] = [
        {key: value for key, value in rows[entry.id].items() if key in keys} for entry in found
    ]
    for row, entry in zip(rows_of_clauses, found, strict=True):
        if entry.marks:
            row.update(marks=list(entry.marks), scenario=entry.scenario)
    return rows_of_clauses
