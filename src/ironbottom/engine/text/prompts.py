"""The questions of procedures."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.engine.text.phrases import Forms, phrases, plural


class Prompts:
    """The question of a procedure: one text, or several by name.

    >>> asks = Prompts({"some": "Assign {hits} hits.", "none": "Done?"})
    >>> asks("some", hits=2)
    'Assign 2 hits.'
    """

    def __init__(self, forms: Forms, plurals: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.forms = phrases(forms)
        self._plurals = plurals or {}

    def __call__(self, form: str = "", /, **values: object) -> str:
        def write(name: str, way: str) -> str:
            return plural(self._plurals[way], values[name]) if way else str(values[name])

        return self.forms[form].fill(write)


NO_PROMPTS = Prompts("")
