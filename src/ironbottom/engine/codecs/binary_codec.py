"""Packs states into bytes for this program's own use: for another process, or to store with a match.

A packed state is trusted: unpacking checks only that it belongs to these rules. Data from outside must be a dump and go
through ``Rules.load``, which checks every cell and every frame. The bytes are in Python's ``marshal`` format (version
2, whole numbers, lists and tuples), which is safe to read only if the same program wrote them; never unpack bytes from
a stranger.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple

from ironbottom.engine.core.arrays import pack_arrays, unpack_arrays
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.state import State

if TYPE_CHECKING:
    from ironbottom.engine.rules.game import Rules

MARSHAL_VERSION = 2
"""The version of marshal: the last one that does not look for repeated objects, and the fastest."""


def pack(state: State) -> bytes:
    """A state as bytes that only this program reads.

    >>> from ironbottom import get_game
    >>> state = get_game("pf").new()
    >>> unpack(state.rules, pack(state)) == state
    True
    """
    stack = [encode_frame(frame) for frame in state.stack]
    return marshal.dumps((state.rules.stamp, state.cells, stack, pack_arrays(state.arrays)), MARSHAL_VERSION)


def unpack(rules: Rules, packed: bytes) -> State:
    """The state in these bytes; ``BadValue`` if they belong to another game, format or set of options."""
    try:
        stamp, cells, stack, arrays = marshal.loads(packed)
    except (ValueError, EOFError, TypeError):
        raise BadValue("these bytes are not a packed state", field="packed") from None
    if stamp != rules.stamp:
        raise BadValue("the packed state belongs to another game or has different options", field="packed")
    return State(rules, cells, decode_frames(rules, stack), unpack_arrays(rules.layout.arrays, arrays))


def encode_frame(frame: Procedure) -> tuple[Any, ...]:
    """A frame as plain values: its number and its fields."""
    if not frame.has_named_tuples and not frame.simultaneous:
        return (frame.number, *astuple(frame))
    if isinstance(frame, SimultaneousFrame):
        return (frame.number, [[encode_frame(inner) for inner in stack] for stack in frame.stacks])
    return (frame.number, *[to_plain(value) for value in astuple(frame)])


def decode_frames(rules: Rules, stack: Sequence[Any]) -> tuple[Procedure, ...]:
    """The frames in these plain values."""
    result = []
    for number, *values in stack:
        procedure = rules.procedures[number]
        if procedure.simultaneous:
            result.append(procedure(tuple([decode_frames(rules, inner) for inner in values[0]])))
        elif procedure.has_named_tuples:
            kinds = procedure.fields.values()
            result.append(procedure(*[kind.rebuild(value) for kind, value in zip(kinds, values, strict=True)]))
        else:
            result.append(procedure(*values))
    return tuple(result)


def to_plain(value: Any) -> Any:
    """A value with named tuples replaced by plain ones."""
    return tuple([to_plain(part) for part in value]) if isinstance(value, tuple) else value
