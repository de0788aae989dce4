"""What the figures should be to be believed; what is not only brings a warning with the name of the check."""

from __future__ import annotations

from ironbottom.engine.facts import Check

CHECKS: tuple[Check, ...] = ()
