"""The catalogue of a game: the words of its verbs, procedures, events and steps, in one TOML file.

The file is ``text/catalogue.toml`` in the game's folder. The terminal, the log and the page read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.data.corrections import FactsError, line_of, read_text, read_toml
from ironbottom.engine.text.phrases import Forms, Phrase

PLURALS = ("zero", "one", "other")
MAX_LENGTHS = {
    ("verbs", "label"): 38,
    ("procedures", "short"): 38,
    ("procedures", "done"): 38,
    ("procedures", "prompt"): 56,
}
"""The maximum length of texts that must fit on one line: buttons, prompts, and prompts on a phone."""


class VerbWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The words of a verb.

    ``label`` is on its button. ``choice`` names a complete choice with its arguments; by default it is the label.
    ``first`` asks for the first argument and ``next`` for each later one. ``parts`` are the words for each argument by
    its name, if a game asks for them one by one. ``about`` is a sentence about the verb.
    """

    label: str
    choice: Forms = ""
    first: str = ""
    next: str = ""
    parts: dict[str, str] = {}
    about: str = ""


class ProcedureWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The words of a procedure.

    ``step`` is its name in the bar of steps, ``battle`` its name on the battle board, if that is different. ``prompt``
    is its question, ``short`` the same question on a phone, and ``note`` the line under it. ``done`` is the label of
    the button that ends the procedure, and ``how`` tells the player how to begin.
    """

    step: str = ""
    battle: str = ""
    prompt: Forms = ""
    short: Forms = ""
    note: Forms = ""
    done: str = ""
    how: Forms = ""


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step of the turn: its name, a short name, a word for a narrow bar, and a sentence about what happens in it."""

    name: str
    short: str = ""
    brief: str = ""
    text: str = ""


class RollWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The dice of an event: their title, and the question before they are rolled."""

    title: str
    ask: str = ""


class CatalogueWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a catalogue.

    ``events`` are the lines of the log; ``rolls`` are named by events. ``plurals`` are words with a form for each
    number, and ``terms`` are words from which code builds texts.
    """

    verbs: dict[str, VerbWords] = {}
    procedures: dict[str, ProcedureWords] = {}
    events: dict[str, Forms] = {}
    steps: dict[str, StepWords] = {}
    rolls: dict[str, RollWords] = {}
    plurals: dict[str, dict[str, str]] = {}
    terms: dict[str, str] = {}


SECTIONS: dict[str, Any] = {
    "verbs": VerbWords,
    "procedures": ProcedureWords,
    "events": Forms,
    "steps": StepWords,
    "rolls": RollWords,
    "plurals": dict[str, str],
    "terms": str,
}
"""The sections of a catalogue, each with the type of its entries."""


class Catalogue:
    """A catalogue as read from its file, with the place of each text for error messages."""

    def __init__(self, words: CatalogueWords, file: str = "", text: str = "") -> None:
        self.words, self.file, self._text = words, file, text

    @classmethod
    def load(cls, path: Path) -> Catalogue:
        """Reads the catalogue from a file; ``FactsError`` names the file, the line and the key of an error."""
        text = read_text(path)
        result = cls(CatalogueWords(), str(path), text)
        sections: dict[str, dict[str, Any]] = {}
        for section, entries in read_toml(text, str(path)).items():
            if section not in SECTIONS or not isinstance(entries, dict):
                raise result.error(f"the tables of a catalogue are {truncated_list(SECTIONS)}", section)
            sections[section] = {name: result._entry(section, name, plain) for name, plain in entries.items()}
        result.words = CatalogueWords(**sections)
        result._check_forms()
        return result

    def _entry(self, section: str, name: str, plain: Any) -> Any:
        kind = SECTIONS[section]
        try:
            return msgspec.convert(plain, kind)
        except msgspec.ValidationError as error:
            fields = getattr(kind, "__struct_fields__", None)
            allowed = f"keys are {truncated_list(fields)}" if fields else "a text or a table of texts is required"
            raise self.error(f"{error}; {allowed}", section, name) from None

    def error(self, message: str, *path: str) -> FactsError:
        """The error for one key, with its line in the file."""
        return FactsError(message, file=self.file, line=line_of(self._text, path), name=".".join(path))

    def texts(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every text with the path of its key."""
        yield from _texts(msgspec.to_builtins(self.words), ())

    def _check_forms(self) -> None:
        for name, forms in self.words.plurals.items():
            if not {"one", "other"} <= set(forms) <= set(PLURALS):
                raise self.error(
                    f"plural forms are {truncated_list(PLURALS)}; one and other are required", "plurals", name
                )
        for path, text in self.texts():
            try:
                Phrase(text)
            except ValueError as error:
                raise self.error(f"this is not a phrase: {error}", *path) from None
            most = MAX_LENGTHS.get((path[0], path[2]), len(text)) if len(path) > 2 else len(text)
            # Prompts are measured by tests, with typical words in their placeholders.
            if "{" not in text and len(text) > most:
                raise self.error(f"this has at most {most} characters, not {len(text)}", *path)


def _texts(plain: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for name, value in plain.items():
        if isinstance(value, str):
            yield (*path, name), value
        else:
            yield from _texts(value, (*path, name))
