"""The options of a match: the factors in force, open questions, and the optional rules."""

from __future__ import annotations

from ironbottom.engine.rules.about import Option

OPTIONS = (
    Option(
        "factor_set",
        ("A", "B"),
        "2.2.1",
        "Some factors of the printed counters are uncertain. Two sets fit what is known.",
        title="Factors of the ships",
        words={"A": "Set A", "B": "Set B, with some different factors"},
    ),
    Option(
        "tokyo_express_combat",
        ("off", "on"),
        "9.6.e",
        "Whether the destroyers of the Tokyo Express return fire.",
        title="The Tokyo Express under fire",
        words={"off": "It does not fire", "on": "It fires with factor 1"},
    ),
    Option(
        "forced_return_timing",
        ("second_round_only", "end_of_combat"),
        "10.8.d",
        "When a defending task force that was hit must return to base.",
        title="Defenders that were hit",
        words={"second_round_only": "Only after a second round", "end_of_combat": "After any combat"},
    ),
    Option(
        "hidden_counts",
        ("off", "on"),
        "8.2.a",
        "Whether the enemy sees how many counters lie face down in a task force.",
        title="Size of hidden task forces",
        words={"off": "The number is open", "on": "The number is secret"},
    ),
)
