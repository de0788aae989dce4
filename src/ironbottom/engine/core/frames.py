"""Frames: the named, typed and immutable fields of a procedure on the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform, get_type_hints

import msgspec
from msgspec.structs import astuple

from ironbottom.engine.core.fields import FieldType

if TYPE_CHECKING:
    # ``dataclass_transform`` tells the type checker how fields work; msgspec's own decorator does not.
    from dataclasses import replace as changed
else:
    from msgspec.structs import replace as changed

__all__ = ["Frame", "changed", "field_types", "frame_to_plain"]


class FrameMeta(msgspec.StructMeta):
    """The metaclass of frames: makes each class frozen, and encodes it as a list that begins with the procedure's name.

    Class attributes (``number``, ``name``, ``verbs`` …) are declared on a base class. The compiler adds annotations to
    the attributes that a class sets; these annotations do not create fields.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **options: Any) -> Any:
        declared = {own for base in bases for own in dir(base) if own not in getattr(base, "__struct_fields__", ())}
        annotations = body.get("__annotations__", {})
        not_fields = {
            own for own, kind in annotations.items() if own in declared or (own in body and isinstance(kind, type))
        }
        body = dict(body)
        body["__annotations__"] = {own: kind for own, kind in annotations.items() if own not in not_fields}
        if body.get("number", -1) >= 0:
            options["tag"] = (
                body["name"] if "name" in body else next(base.name for base in bases if hasattr(base, "name"))
            )
        defaults: dict[str, Any] = {"frozen": True, "array_like": True, "gc": False}
        return super().__new__(cls, name, bases, body, **(defaults | options))


@dataclass_transform(frozen_default=True)  # on the class: mypy ignores this metaclass, since msgspec's base has one
class Frame(msgspec.Struct, frozen=True, metaclass=FrameMeta):
    """The fields of a procedure. ``changed(frame, left=3)`` returns the same frame with another value.

    >>> from typing import Annotated
    >>> from ironbottom.engine.core.fields import Number
    >>> class Aiming(Frame):
    ...     number, name = 7, "aiming"
    ...     left: Annotated[int, Number(0, 9)]
    >>> msgspec.json.encode(changed(Aiming(4), left=3))
    b'["aiming",3]'
    """

    number: ClassVar[int] = -1
    """The index of the procedure in the game's list of procedures."""


def frame_to_plain(frame: Frame) -> tuple[object, ...]:
    """A frame as its number and its fields, all plain data. The fields of a simultaneous frame are stacks of frames."""
    return (frame.number, *[_numbered(value) for value in astuple(frame)])


def _numbered(value: object) -> object:
    if isinstance(value, Frame):
        return frame_to_plain(value)
    return tuple([_numbered(part) for part in value]) if isinstance(value, tuple) else value


def field_types(frame: type[Frame]) -> dict[str, FieldType]:
    """The types of a frame's fields by name, from its annotations: ``side: Annotated[int, IdField(SIDES)]``."""
    hints = get_type_hints(frame, include_extras=True)
    result: dict[str, FieldType] = {}
    for name in frame.__struct_fields__:
        kinds = [part for part in getattr(hints[name], "__metadata__", ()) if isinstance(part, FieldType)]
        if len(kinds) != 1:
            raise TypeError(f"{frame.__name__}.{name} does not say what it may hold: Annotated[int, IdField(SIDES)]")
        result[name] = kinds[0]
    return result
