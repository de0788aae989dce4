"""Pacific Fury: Guadalcanal 1942."""

from ironbottom.engine.registry import register
from ironbottom.games.pacific_fury.game import PacificFury

GAME = register(PacificFury())
