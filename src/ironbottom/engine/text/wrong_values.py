"""Describes a wrong value for people: where it is, and what is allowed."""

from __future__ import annotations

import re
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec

KINDS = {"int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false", "array": "a list"}
_EXPECTED = re.compile(r"Expected `(\w+)(?: \| null)?`(?: (of length )?(?:(>=|<=|>|<) )?([\d.]+))?(?:, got `(\w+)`)?")
_FIELD = re.compile(r"Object (missing required|contains unknown) field `(\w+)`")
BOUNDS = {">=": "of at least", "<=": "of at most", ">": "above", "<": "below"}


def describe_error(error: msgspec.ValidationError, kind: type) -> tuple[str, str]:
    """The message about an invalid value of a struct, and its field; the field is empty if the whole value is wrong."""
    said, _, where = str(error).partition(" - at `$")
    field = where.rstrip("`").lstrip(".")
    if said.startswith("Invalid enum value "):
        word = said.removeprefix("Invalid enum value ")
        return f"{word} is not a value; allowed: {', '.join(allowed_words(kind, field))}", field
    if named := _FIELD.fullmatch(said):
        return f"there is no field {named[2]}" if named[1] == "contains unknown" else f"{named[2]} is missing", field
    expected = _EXPECTED.fullmatch(said)
    if expected is None:
        return said, field
    name, length, bound, number, got = expected.groups()
    result = KINDS.get(name, name) if not length else f"{KINDS.get(name, name)} with a length"
    result += f" {BOUNDS[bound] if bound else 'of'} {number}" if number else ""
    return f"{result} is needed" + (f", not {KINDS.get(got, got)}" if got else ""), field


def allowed_words(kind: type, field: str) -> tuple[str, ...]:
    """The words that a field of a struct allows; none if the field is not limited to words."""
    hint: object = get_type_hints(kind).get(field)
    for one in (hint, *get_args(hint)):
        if get_origin(one) is Literal:
            return tuple(map(str, get_args(one)))
    return ()
