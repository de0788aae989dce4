"""Victory in the Pacific."""

from ironbottom.engine.rules.registry import register
from ironbottom.games.victory_in_the_pacific.game import VictoryInThePacific

GAME = register(VictoryInThePacific())
