"""The options of a match: the set-up, open questions, and the optional rules."""

from __future__ import annotations

from ironbottom.engine.rules.about import Option

OPTIONS = (
    Option(
        "setup",
        ("base", "B", "C", "BC"),
        "4.0.1",
        "Which units both sides start with: set-up B gives the Allies the battleships of 7 December, set-up C gives"
        " Japan air units and transports.",
        title="Set-up",
        words={
            "base": "As printed",
            "B": "B: Allied battleships",
            "C": "C: Japanese air and transports",
            "BC": "B and C together",
        },
    ),
    Option(
        "neutral_areas",
        ("stop", "pass"),
        "7.0.3",
        "Whether ships must stop in an area that nobody controls, or may pass through it.",
        title="Neutral areas",
        words={"stop": "Ships stop there", "pass": "Ships may pass through"},
    ),
    Option(
        "torpedoed_ships",
        ("port", "port_or_base"),
        "8.3.1",
        "Where a ship goes when an enemy submarine disables it.",
        title="Torpedoed ships",
        words={"port": "To the nearest port", "port_or_base": "To the nearest port or base"},
    ),
    Option(
        "transports_at_sea_defend",
        ("no", "yes"),
        "8.8.3",
        "Whether transports at sea help to defend a base that is attacked from their area.",
        formerly="yes",
        title="Troops at sea",
        words={"no": "They do not defend bases", "yes": "They help to defend"},
    ),
    Option(
        "block_memory",
        ("on", "off"),
        "2.0.2",
        "Whether the page remembers what you have seen of each enemy block.",
        title="What you have seen of blocks",
        words={"on": "Remembered", "off": "Forgotten"},
    ),
    Option(
        "submarine_placement",
        ("after_all_moves", "with_own_moves"),
        "7.0.4",
        "When a side places its submarine.",
        title="Placing submarines",
        words={"after_all_moves": "After all ships have moved", "with_own_moves": "With the moves of its side"},
    ),
    Option(
        "task_force_decoys",
        ("off", "on"),
        "14.0.1",
        "Japan has two task force blocks. Each stands for ships that sail together, or is a decoy.",
        title="Task forces and decoys",
        words={"off": "Not used", "on": "Japan has both blocks"},
    ),
    Option(
        "air_raid",
        ("off", "on"),
        "14.0.2",
        "Whether air units may raid a port, so that it repairs less that turn.",
        title="Air raids on ports",
        words={"off": "Not used", "on": "Air units may raid ports"},
    ),
)
