"""Readers for the parts that the positions of all games share: tables of fields, frames, sets of units, owners."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from ironbottom.engine.codecs.frame_codec import read_frames
from ironbottom.engine.core.errors import BadValue, DiceError, format_value
from ironbottom.engine.core.fields import Domain, IdSetField, truncated_list
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.state import State, run


def check_fields(table: Any, fields: Collection[str], field: str) -> None:
    """Refuses a value that is not a table, or a table with unknown fields.

    >>> check_fields({"flag": {}}, ("flags", "places"), "")
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: flag: there is no such field; allowed: flags, places
    """
    if not isinstance(table, Mapping):
        raise BadValue(f"{format_value(table)} is not a table", field=field)
    for name in table:
        if name not in fields:
            index = f"{field}.{name}" if field else str(name)
            raise BadValue(f"there is no such field; allowed: {truncated_list(fields, 60)}", field=index)


def written_frames(rules: Rules, position: Mapping[str, Any]) -> tuple[Procedure, ...] | None:
    """The frames, if the position writes them out; None if it names a step instead."""
    if "frames" not in position:
        return None
    if "step" in position:
        raise BadValue("a position can have a step or frames, but not both", field="step")
    return read_frames(rules, position["frames"], "frames")


def run_to_decision(state: State) -> None:
    """Plays on to the first decision of a step; ``BadValue`` if that would require a die roll."""
    try:
        run(Execution(state, NoDice()))
    except DiceError as error:
        raise BadValue(f"play cannot start at this step: {error}", field="step") from None


class UnitNames:
    """Finds units by id or by title, ignoring case. The title must be unique, at least among the units allowed there.

    >>> units = UnitNames(Domain("unit", ("j_akagi", "j_kaga"), {"j_akagi": "Akagi"}))
    >>> units.set_of(["Akagi", "j_kaga"], "units.truk")
    3
    """

    def __init__(self, units: Domain) -> None:
        self._named: dict[str, list[int]] = {}
        for unit, title in enumerate(units.titles):
            self._named.setdefault(title.lower(), []).append(unit)
        self._units, self._set = units, IdSetField(units)
        self._bits = {unit: 1 << index for index, unit in enumerate(units.ids)}

    def id_of(self, text: Any, among: int = -1) -> Any:
        """The id for a unique title; any other value unchanged."""
        if not isinstance(text, str) or text in self._units.index:
            return text
        named = self._named.get(text.lower(), [])
        if len(named) > 1:
            named = [unit for unit in named if among >> unit & 1]
        return self._units.ids[named[0]] if len(named) == 1 else text

    def set_of(self, listed: Any, field: str, among: int = -1) -> int:
        """A list of units as a set."""
        if not isinstance(listed, list):
            raise BadValue(f"{format_value(listed)} is not a list of {self._units.name} ids", field=field)
        try:
            bits = sum([self._bits[unit] for unit in listed])
        except (KeyError, TypeError):
            bits = -1
        if bits.bit_count() == len(listed) and bits >= 0:
            return bits
        return self._set.read([self.id_of(unit, among) for unit in listed], field)

    def number(self, text: Any, field: str) -> int:
        """The number of a unit."""
        return self._units.number(self.id_of(text), field)


names_in = cache(UnitNames)
"""The name table of a domain, built once."""
