"""Frames as readable text, for positions and views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ironbottom.engine.core.errors import BadValue, format_value
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Procedure, SequenceOfPlay, SimultaneousFrame


def write_frames(rules: Rules, stack: tuple[Procedure, ...], viewer: int | None = None) -> list[dict[str, Any]]:
    """Writes frames by the names of their procedures and fields, without the fields that this viewer may not see."""
    return [_write_frame(rules, frame, viewer) for frame in stack]


def _write_frame(rules: Rules, frame: Procedure, viewer: int | None) -> dict[str, Any]:
    data: dict[str, Any] = {"procedure": frame.name}
    if isinstance(frame, SimultaneousFrame):
        stacks = zip(rules.sides.ids, enumerate(frame.stacks), strict=True)
        own = ((name, stack) for name, (side, stack) in stacks if viewer in (None, side))
        data["stacks"] = {name: write_frames(rules, stack, viewer) for name, stack in own}
        return data
    for name, kind in frame.fields.items():
        if viewer is None or name not in frame.secret:
            data[name] = kind.write(getattr(frame, name))
    return data


def read_frames(rules: Rules, plain: Any, field: str = "stack") -> tuple[Procedure, ...]:
    """Reads frames from plain data; ``BadValue`` names a field that is missing, unknown or has a wrong value."""
    if not isinstance(plain, list):
        raise BadValue("procedures must be a list", field=field)
    return tuple(_read_frame(rules, plain_frame, f"{field}[{index}]") for index, plain_frame in enumerate(plain))


def _read_frame(rules: Rules, plain: Any, field: str) -> Procedure:
    names = {procedure.name: procedure for procedure in rules.procedures}
    named = plain.get("procedure") if isinstance(plain, dict) else None
    if not isinstance(named, str) or named not in names:
        raise BadValue(
            f"{format_value(named)} is not a procedure; allowed: {', '.join(names)}", field=f"{field}.procedure"
        )
    procedure = names[named]
    if issubclass(procedure, SimultaneousFrame):
        plain_stacks = _same_names(plain, ("procedure", "stacks"), field)["stacks"]
        stacks = _same_names(plain_stacks, rules.sides.ids, f"{field}.stacks")
        read = (read_frames(rules, stacks[side], f"{field}.stacks.{side}") for side in rules.sides.ids)
        return procedure(tuple(read))
    values = _same_names(plain, ("procedure", *procedure.fields), field)
    fields = procedure.fields.items()
    return procedure(*[kind.read(values[name], f"{field}.{name}") for name, kind in fields])


def shown_clause(rules: Rules, frames: Sequence[dict[str, Any]]) -> str | None:
    """The clause of the last frame in a view; None if that frame has none. It reads nothing else of the view.

    A step of a sequence has its own clause. A frame with hidden fields is cited by the clause of its procedure.
    """
    procedures = {procedure.name: procedure for procedure in rules.procedures}
    for plain in reversed(frames):
        stacks = plain.get("stacks", {}).values()
        within = next((found for stack in stacks if (found := shown_clause(rules, stack))), None)
        clause = within or _clause_of(rules, procedures[plain["procedure"]], plain)
        if clause:
            return clause
    return None


def _clause_of(rules: Rules, procedure: type[Procedure], plain: dict[str, Any]) -> str:
    if issubclass(procedure, SimultaneousFrame) or any(name not in plain for name in procedure.fields):
        return procedure.clause
    (here,) = read_frames(rules, [plain])
    if isinstance(here, SequenceOfPlay) and here.next:
        return here.steps[here.next - 1].clause
    return here.question_clause()


def _same_names(plain: Any, names: Any, field: str) -> dict[str, Any]:
    if not isinstance(plain, dict):
        raise BadValue(f"{format_value(plain)} is not a table", field=field)
    for name in plain:
        if name not in names:
            raise BadValue(f"there is nothing called {name!r} here", field=field)
    for name in names:
        if name not in plain:
            raise BadValue(f"{name} is missing", field=field)
    return plain
