"""The figures of the game in force: the data files with corrections, validated."""

from __future__ import annotations

from pathlib import Path

from ironbottom.engine.data.facts import Shipped
from ironbottom.games.victory_in_the_pacific.data.plausibility import CHECKS
from ironbottom.games.victory_in_the_pacific.data.tables import AREAS, BORDERS, PLACES, REMOVALS, REPAIRS, TURNS, UNITS
from ironbottom.games.victory_in_the_pacific.data.validate import RULES

DATA = Path(__file__).parent
load = Shipped(DATA, (AREAS, BORDERS, PLACES, UNITS, REPAIRS, REMOVALS, TURNS), RULES, CHECKS)
