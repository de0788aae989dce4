"""Phrases with placeholders and plural forms, as used in the games' catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from typing import NamedTuple

Forms = str | dict[str, str]
"""One text, or several named texts; code chooses among them."""
Render = Callable[[str, str], str]
"""Takes the name of a placeholder and how to write it, and returns the text for it."""


class Placeholder(NamedTuple):
    """A part of a phrase that is filled in: the name of a value, and how to write it."""

    name: str
    way: str


class Phrase:
    """A phrase such as ``{side} {side:passes} in {zone:sea}.``

    A placeholder names a value and, after a colon, how to write it. A value that begins a sentence is capitalized.

    >>> phrase = Phrase("{side} passes. {hits:hit}!")
    >>> phrase.placeholders
    (Placeholder(name='side', way=''), Placeholder(name='hits', way='hit'))
    >>> phrase.fill(lambda name, way: f"the {name}{way}")
    'The side passes. The hitshit!'
    """

    def __init__(self, text: str) -> None:
        parts = list(Formatter().parse(text))
        if any(conversion for _, _, _, conversion in parts):
            raise ValueError("a placeholder is written {name} or {name:way}")
        self.text = text
        self._parts = [
            (literal, None if name is None else Placeholder(name, way or ""), _begins(literal, first=not number))
            for number, (literal, name, way, _) in enumerate(parts)
        ]
        self.placeholders = tuple(placeholder for _, placeholder, _ in self._parts if placeholder)

    def fill(self, render: Render) -> str:
        """The phrase with its placeholders filled in by ``render``."""
        filled: list[str] = []
        for literal, placeholder, begins in self._parts:
            filled.append(literal)
            if placeholder:
                words = render(*placeholder)
                filled.append(f"{words[:1].upper()}{words[1:]}" if begins else words)
        return "".join(filled)


def _begins(literal: str, *, first: bool) -> bool:
    return literal.endswith((". ", "? ")) or (first and not literal)


def plural(forms: Mapping[str, str], value: object) -> str:
    """The form for a number, for the length of a list, or for a name; "the Allies" and "two destroyers" are plural.

    ``zero`` is the form for none; without it, ``one`` is used, which suits verbs. ``{n}`` in a form is the number.

    >>> hit, has = {"zero": "no hit", "one": "{n} hit", "other": "{n} hits"}, {"one": "has", "other": "have"}
    >>> [plural(hit, number) for number in (0, 1, "2")], plural(has, "the Allies"), plural(has, 0)
    (['no hit', '1 hit', '2 hits'], 'have', 'has')
    >>> plural(has, "two destroyers (DD23)"), plural(has, "Akagi")
    ('have', 'has')
    """
    number = _number(value)
    form = forms.get("zero", forms["one"]) if number < 1 else forms["one"] if number == 1 else forms["other"]
    return form.replace("{n}", str(number))


def _number(value: object) -> int:
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return int(value) if value.removeprefix("-").isdigit() else 2 if value.startswith(("the ", "two ")) else 1
    if isinstance(value, list | tuple):
        return len(value)
    raise TypeError(f"{value!r} is not a number")


def phrases(forms: Forms) -> dict[str, Phrase]:
    """The phrases of a text by the names of its forms; a single form has an empty name."""
    return {name: Phrase(text) for name, text in (forms if isinstance(forms, dict) else {"": forms}).items()}
