"""Pacific Fury: Guadalcanal 1942."""

from ironbottom.engine.rules.registry import register
from ironbottom.games.pacific_fury.game import PacificFury

GAME = register(PacificFury())
