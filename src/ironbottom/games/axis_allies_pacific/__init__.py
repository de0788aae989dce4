"""Axis & Allies: Pacific."""

from ironbottom.engine.rules.registry import register
from ironbottom.games.axis_allies_pacific.game import AxisAlliesPacific

GAME = register(AxisAlliesPacific())
