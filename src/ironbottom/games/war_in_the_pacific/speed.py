"""The speed measurements of the game, and their targets."""

from __future__ import annotations

from ironbottom.engine.rules.speeds import SpeedTargets

FIGURES = {
    "random.decisions": "ratio 0.1",
    "copy": "20,000 a second",
    "dump_load.checked": "33 a second",
}
WITH_LINKS = {"random.decisions": "ratio 0.07", "dump_load.checked": "67 a second", "resample": "50 a second"}
"""15.0 The targets that differ in scenarios with links of merchant shipping."""
SPEED = SpeedTargets(
    FIGURES,
    in_part={"last_round": "2"},
    scenarios=("leyte", "burma", "guadalcanal", "midway_advanced"),
    own_figures=dict.fromkeys(("guadalcanal", "midway_advanced"), WITH_LINKS),
)
