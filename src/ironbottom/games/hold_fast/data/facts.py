"""The figures of the game in force: the data files with the owner's corrections, checked."""

from __future__ import annotations

from pathlib import Path

from ironbottom.engine.data.facts import Shipped
from ironbottom.games.hold_fast.data.plausibility import CHECKS
from ironbottom.games.hold_fast.data.tables import AREAS, PLACES, POINTS, UNITS, VARIANTS
from ironbottom.games.hold_fast.data.validate import RULES

DATA = Path(__file__).parent
load = Shipped(DATA, (AREAS, PLACES, UNITS, POINTS, VARIANTS), RULES, CHECKS)
