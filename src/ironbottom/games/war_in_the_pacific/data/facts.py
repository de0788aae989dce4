"""The figures of the game in force: the data files with corrections, validated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ironbottom.engine.data.facts import Shipped, Table
from ironbottom.games.war_in_the_pacific.data.charts import CHARTS
from ironbottom.games.war_in_the_pacific.data.plausibility import CHECKS
from ironbottom.games.war_in_the_pacific.data.tables import OF_MAP, OF_SCENARIOS, OF_UNITS
from ironbottom.games.war_in_the_pacific.data.validate import RULES

DATA = Path(__file__).parent
TABLES: tuple[Table[Any], ...] = (*OF_MAP, *OF_UNITS, *OF_SCENARIOS, *CHARTS)
load = Shipped(DATA, TABLES, RULES, CHECKS)
