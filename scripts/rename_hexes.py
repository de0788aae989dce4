"""Renames what ``rename_locals.py`` does not reach: fields that hold a hex, and variables at the level of a module.

    python scripts/rename_hexes.py

The fields of frames and of records on the stack stay: they are part of the format of saved states.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

GAME = Path("src/ironbottom/games/war_in_the_pacific")
TESTS = Path("tests/games/war_in_the_pacific")
FIELDS = {
    "bot/burma_front.py": ("FrontTask", "hex"),
    "derived/cargo_room.py": ("Berth", "hex"),
    "derived/ground_destinations.py": ("UnitMovement", "hex"),
    "derived/unit_positions.py": ("UnitColumns", "positions"),
    "information/sampled_ports.py": ("SearchedPort", "hex"),
    "rules/air/waves.py": ("Aim", "hex"),
    "rules/land/ground_attrition.py": ("StackLoss", "hex"),
    "rules/naval/gunnery.py": ("Conditions", "hex"),
    "rules/submarines/submarine_missions.py": ("LoadRoute", "hex"),
    "scenario.py": ("SupplyDue", "hex"),
}
"""Tuples with a field ``at``, and its new name."""
READ_AS = [
    ("aim|berth|post|due|under", "hex", [GAME, TESTS]),
    ("way", "hex", [GAME / "rules/submarines"]),
    ("known", "hex", [GAME / "information/sampled_ports.py", GAME / "information/sampled_forces.py"]),
    ("each", "hex", [GAME / "rules/land/ground_attrition.py"]),
    ("columns|now|before", "positions", [GAME / "derived/unit_positions.py"]),
    ("stacks|self", "place_of", [Path("src/ironbottom/board/stacks.py")]),
    ("stacks", "place_of", [GAME / "information/words.py", Path("tests/board"), Path("tests/kit/archipelago/rules")]),
    ("where", "by_place", [Path("src/ironbottom/games/pacific_fury/rules/operations.py")]),
    (r"\(state\.cells, (?:side|other\(side\))\)", "by_place", [Path("src/ironbottom/games/pacific_fury/rules")]),
    ("place|stack", "point", [Path("src/ironbottom/engine/text/svg.py")]),
]
"""Variables that hold such tuples, the new name of the field, and where."""


def main() -> None:
    for name, (owner, new) in FIELDS.items():
        rename_field(GAME / name, owner, new)
    rename_field(Path("src/ironbottom/board/stacks.py"), "Stacks", "place_of")
    rename_field(Path("src/ironbottom/games/pacific_fury/state.py"), "ForcePositions", "by_place")
    for owner in ("DrawnPlace", "DrawnStack"):
        rename_field(Path("src/ironbottom/engine/text/svg.py"), owner, "point")
    for variables, new, places in READ_AS:
        start = "" if variables.startswith(r"\(") else r"\b"
        replace(rf"({start}(?:{variables}))\.at\b", rf"\1.{new}", places)
    replace(r"\bobservation\.at\(", "observation.hex_of(", [GAME / "bot"])
    replace(r"\b(self\.|def )at\((?=force\)|self, force)", r"\1hex_of(", [GAME / "bot/observation.py"])
    for root in (GAME, TESTS, Path("tests/kit/archipelago")):
        for path in root.rglob("*.py"):
            rename_module_variables(path)


def rename_field(path: Path, owner: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    start = text.index(f"class {owner}(")
    end = text.find("\nclass ", start + 1)
    end = len(text) if end < 0 else end
    body = re.sub(r"(?m)^    at: ", f"    {new}: ", text[start:end], count=1)
    path.write_text(text[:start] + body + text[end:], encoding="utf-8")


def replace(pattern: str, new: str, places: list[Path]) -> None:
    for place in places:
        for path in [place] if place.is_file() else place.rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            renamed = re.sub(pattern, new, text)
            if renamed != text:
                path.write_text(renamed, encoding="utf-8")


def rename_module_variables(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = [line.encode() for line in text.split("\n")]
    found = {
        (name.lineno, name.col_offset)
        for node in ast.parse(text).body
        if not isinstance(node, ast.FunctionDef | ast.ClassDef)
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and name.id == "at"
    }
    for row, column in sorted(found, reverse=True):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + b"hex" + line[column + 2 :]
    if found:
        path.write_text(b"\n".join(lines).decode(), encoding="utf-8")


if __name__ == "__main__":
    main()
