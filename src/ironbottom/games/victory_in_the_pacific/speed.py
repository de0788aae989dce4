"""The speed measurements of the game, and their targets."""

from __future__ import annotations

from ironbottom.engine.rules.speeds import SpeedTargets

FIGURES = {
    "random.decisions": "ratio 0.75",
    "copy": "ratio 1",
    "dump_load": "50,000 a second",
    "resample": "10,000 a second",
    "compiled.decisions": "ratio 2",
    "compiled.search": "4,000 a second",
}
SPEED = SpeedTargets(FIGURES)
