"""The speed measurements of the game, and their targets."""

from __future__ import annotations

from ironbottom.engine.rules.speeds import SpeedTargets

FIGURES = {
    "random.decisions": "ratio 0.1",
    "copy": "20,000 a second",
    "dump_load.checked": "33 a second",
}
SPEED = SpeedTargets(FIGURES, in_part={"last_round": "2"}, scenarios=("leyte", "burma"))
