"""Axis & Allies: Pacific."""

from ironbottom.engine.registry import register
from ironbottom.games.axis_allies_pacific.game import AxisAlliesPacific

GAME = register(AxisAlliesPacific())
