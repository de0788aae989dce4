"""War in the Pacific, based on the scenario booklet of 1978."""

from ironbottom.engine.rules.registry import register
from ironbottom.games.war_in_the_pacific.game import WarInThePacific

GAME = register(WarInThePacific())
