"""The clauses of a rulebook, paraphrased: what each says, how it is interpreted, and whether it is implemented."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.data.corrections import FactsError, line_of, read_text, read_toml

ID = re.compile(r"\d{1,2}(?:\.\d{1,3}){1,2}(?:\.[a-z])?")
"""The format of a clause number: rule, section, and sometimes a subsection or letter, as in ``9.7.b``, ``2.2.1``,
``7.411``.
"""

Status = Literal["implemented", "option", "no_effect", "scenario_to_come"]
Known = Literal["rules", "found", "derived", "recalled", "reconstructed"]
"""How a clause is known, as for figures: stated in the rules, read in a source, concluded, remembered or supplied."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: its number, title and text, and its status here.

    ``reading`` explains how an unclear text is interpreted, ``reconstructed`` says that the clause fills a gap,
    ``option`` names the option that the clause describes, or that changes the clause, ``reason`` says why it has no
    effect, and ``scenario`` names the first scenario that needs a clause which is not implemented yet. ``marks`` say
    how the clause is known if the rulebook is incomplete.
    """

    id: str
    title: str
    paraphrase: str
    status: Status
    reading: str = ""
    reconstructed: bool = False
    reason: str = ""
    option: str = ""
    related: tuple[str, ...] = ()
    scenario: str = ""
    marks: tuple[Known, ...] = ()


class ClauseIndex(Mapping[str, Clause]):
    """The clauses of a game by number, in the order of the rulebook."""

    def __init__(self, clauses: Mapping[str, Clause]) -> None:
        self.decimal = is_decimal_numbering(clauses)
        """Whether numbers are compared digit by digit, as in rulebooks where 7.411 belongs to 7.41."""
        self._clauses = dict(sorted(clauses.items(), key=lambda item: clause_sort_key(item[0], self.decimal)))

    @classmethod
    def load(cls, path: Path) -> ClauseIndex:
        """Reads the index from a TOML file with one table per clause; ``FactsError`` names the line of an error."""
        text = read_text(path)
        result: dict[str, Clause] = {}
        for name, fields in read_toml(text, str(path)).items():
            try:
                result[name] = msgspec.convert({"id": name, **_fields(fields)}, Clause)
                _check(result[name])
            except (msgspec.ValidationError, ValueError) as error:
                raise FactsError(str(error), file=str(path), line=line_of(text, (name,)), name=name) from None
        for clause in result.values():
            for other in clause.related:
                if other not in result or other == clause.id:
                    line = line_of(text, (clause.id, "related"))
                    message = f"{other!r} is not another clause of this index"
                    raise FactsError(message, file=str(path), line=line, name=f"{clause.id}.related")
        return cls(result)

    def __getitem__(self, clause: str) -> Clause:
        return self._clauses[clause]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

    def lookup(self, clause: str) -> list[Clause]:
        """The clause with this number, or all below it (``8.2``: ``8.2.a`` and so on); ``BadValue`` if none."""
        wanted = clause.strip().removesuffix(".")
        result = [self._clauses[name] for name in self if _within(name, wanted, self.decimal)]
        if not result:
            near = [name for name in self if name.split(".")[0] == wanted.split(".")[0]] or list(self)
            raise BadValue(f"there is no clause {clause!r}; allowed: {truncated_list(near, 20)}", field="clause")
        return result

    def contains(self, clause: str) -> bool:
        """Whether a number is that of a clause, or of a rule (``8.0``) or section (``8.2``) that has clauses."""
        section = clause.removesuffix(".0")
        return clause in self or any(name.startswith(f"{section}.") for name in self)

    def find(self, text: str) -> list[Clause]:
        """The clauses that contain all of these words; clauses with the words in their title come first.

        >>> one = Clause("9.5", "Air strike", "Carriers strike the zone next door.", "implemented")
        >>> two = Clause("9.1", "Sortie", "A force leaves its base for a zone.", "implemented")
        >>> [clause.id for clause in ClauseIndex({"9.5": one, "9.1": two}).find("ZONE strike")]
        ['9.5']
        """
        words = text.lower().split()
        result = [clause for clause in self.values() if words and all(word in _words(clause) for word in words)]
        return sorted(result, key=lambda clause: not all(word in clause.title.lower() for word in words))


def is_decimal_numbering(clauses: Iterable[str]) -> bool:
    """Whether these numbers are compared digit by digit: each has one point, and a longer number extends a shorter one.

    >>> [is_decimal_numbering(numbers) for numbers in (["7.4", "7.41", "7.411"], ["7.4", "7.41.a"], ["7.4", "7.5"])]
    [True, True, False]
    """
    names = {name[:-2] if name[-2:-1] == "." and name[-1:].isalpha() else name for name in clauses}
    numbers = [name for name in names if name[:1].isdigit()]
    longer = any(len(name.partition(".")[2]) > 1 and name[:-1] in names for name in numbers)
    return longer and all(name.count(".") == 1 for name in numbers)


def clause_sort_key(clause: str, digits: bool = False) -> tuple[tuple[int, str], ...]:
    """The sort key of a clause: its number (or its digits), then its letter; words come last.

    >>> sorted(["Notes", "10.1", "9.6.b", "9.6.a", "2.2.1", "2.2"], key=clause_sort_key)
    ['2.2', '2.2.1', '9.6.a', '9.6.b', '10.1', 'Notes']
    >>> sorted(["10.1", "7.5", "7.411", "7.42", "7.41"], key=lambda clause: clause_sort_key(clause, digits=True))
    ['7.41', '7.411', '7.42', '7.5', '10.1']
    """
    parts = clause.split(".")
    if digits and len(parts) > 1:
        parts = [parts[0], *parts[1], *parts[2:]]
    return tuple((int(part), "") if part.isdigit() else (1000, part) for part in parts)


def _within(name: str, section: str, digits: bool) -> bool:
    below = section if digits and "." in section else f"{section}."
    return bool(section) and (name.lower() == section.lower() or name.startswith(below))


def _words(clause: Clause) -> str:
    return f"{clause.id} {clause.title} {clause.paraphrase} {clause.reading}".lower()


def _fields(fields: Any) -> dict[str, Any]:
    if not isinstance(fields, dict):
        raise ValueError(f"{fields!r} is not a table with the fields of a clause")
    if "id" in fields:
        raise ValueError("the clause's number is the name of its table; it has no field 'id'")
    return fields


def _check(clause: Clause) -> None:
    if not ID.fullmatch(clause.id) and clause.id != "Notes":
        raise ValueError("a clause must have a number such as 9.7 or 9.7.b, or a name such as Notes")
    for field in ("title", "paraphrase"):
        if not getattr(clause, field).strip():
            raise ValueError(f"the clause needs a {field}")
    if (clause.status == "no_effect") != bool(clause.reason):
        raise ValueError("a clause must have a reason if it has no effect, and only then")
    if (clause.status == "scenario_to_come") != bool(clause.scenario):
        raise ValueError("a clause must name a scenario if it is not implemented yet, and only then")
    if clause.status == "option" and not clause.option:
        raise ValueError("a clause with the status option must name its option")
    if clause.reconstructed and not clause.reading:
        raise ValueError("a clause cannot have a reconstructed reading without a reading")
