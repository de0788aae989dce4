"""The speed measurements of the game, and their goals."""

from __future__ import annotations

from ironbottom.engine.rules.speeds import SpeedTargets

FIGURES = {
    "random.decisions": "ratio 2",
    "random.games": "ratio 8",
    "copy": "ratio 3",
    "dump_load": "100,000 a second",
    "resample": "10,000 a second",
    "compiled.decisions": "ratio 5",
    "compiled.search": "8,000 a second",
}
SPEED = SpeedTargets(FIGURES)
