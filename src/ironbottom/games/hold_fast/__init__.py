"""Hold Fast: Pacific 1941-45."""

from ironbottom.engine.rules.registry import register
from ironbottom.games.hold_fast.game import HoldFast

GAME = register(HoldFast())
