"""What is measured of how fast the game is, and what is wanted."""

from __future__ import annotations

from ironbottom.engine.speeds import SpeedWanted

FIGURES = {
    "random.decisions": "ratio 0.4",
    "copy": "50,000 a second",
    "dump_load": "10,000 a second",
}
SPEED = SpeedWanted(
    FIGURES,
    odds="under 10 ms",
    battle="exact odds of a battle at sea, 12 against 10, submarines and aircraft on both sides",
)
