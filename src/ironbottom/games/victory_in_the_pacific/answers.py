"""The answers that end a run of choices, shared by all steps that have them."""

from __future__ import annotations

from ironbottom.engine.actions import Verb
from ironbottom.engine.choices import Group, Only
from ironbottom.engine.procedures import Frame
from ironbottom.engine.state import State


def may_end(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(DONE.number)]


def may_pass(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(PASS.number)]


DONE = Verb("done", clause="5.2", offer=may_end)
PASS = Verb("pass", clause="5.22", offer=may_pass)
