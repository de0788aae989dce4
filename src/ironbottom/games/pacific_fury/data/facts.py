"""The figures of the game in force: the data files with the owner's corrections, checked."""

from __future__ import annotations

from pathlib import Path

from ironbottom.engine.data.facts import Shipped
from ironbottom.games.pacific_fury.data.plausibility import CHECKS
from ironbottom.games.pacific_fury.data.tables import EVENTS, TRACK, UNITS, ZONES
from ironbottom.games.pacific_fury.data.validate import RULES

DATA = Path(__file__).parent
load = Shipped(DATA, (UNITS, ZONES, TRACK, EVENTS), RULES, CHECKS)
