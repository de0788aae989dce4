"""The verbs that end a run of choices, shared by all steps that have them."""

from __future__ import annotations

from ironbottom.engine.rules.actions import Verb

DONE = Verb("done", clause="5.2", ends_list="open")
PASS = Verb("pass", clause="5.22", ends_list="open")
