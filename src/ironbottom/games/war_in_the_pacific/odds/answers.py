"""Questions to the odds calculator, and its answers as figures and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.odds.distributions import Distribution
from ironbottom.odds.tables import OddsRow, OddsTable

Forces = Annotated[str, Meta(max_length=600)]
Date = Annotated[str, Meta(max_length=12)]
Strength = Annotated[int, Meta(ge=0, le=2000)]
FightKind = Literal["ground", "landing", "drop", "strike", "raid", "air", "shelling", "search", "surface", "submarine"]


class OddsQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A question about a battle or a search, with the forces in words.

    ``attack``, ``defend``: ground units, or a strength; ``fleet``, ``ships``: the player's and the enemy's ships;
    ``strikers``, ``escort``, ``patrol``: air points; ``boats``: Sub Points. ``modifiers`` have the names used in the
    charts.
    """

    kind: FightKind = "ground"
    attack: Forces = ""
    defend: Forces = ""
    terrain: str = "clear"
    hits: Annotated[int, Meta(ge=0, le=9)] = 0
    disrupted: Annotated[int, Meta(ge=0, le=9)] = 0
    surrounded: bool = False
    strikers: Forces = ""
    escort: Forces = ""
    patrol: Forces = ""
    tired: bool = False
    ships: Forces = ""
    at: Forces = ""
    choose: Literal["one_by_one", "evenly", "lot"] = "one_by_one"
    report: Literal["true_report", "good", "fair", "poor", "misread", "false_position"] = "true_report"
    port: bool = False
    altitude: Literal["low", "medium", "high"] = "medium"
    target: Literal["airbase", "port", "ground", "guns", "supply", "railcap", "seacap"] = "airbase"
    parked: Forces = ""
    surprised: bool = False
    fire: Strength | None = None
    fleet: Forces = ""
    guns: Strength = 0
    night: bool = False
    round: Annotated[int, Meta(ge=1, le=3)] = 1
    points: Strength = 0
    halved: bool = False
    boats: Forces = ""
    modifiers: Forces = ""
    date: Date = "6/42"


class OddsAnswer(msgspec.Struct):
    """The answer: ``lines`` say what was computed, ``figures`` are chances and averages by name, ``tables`` show
    everything.

    ``notes`` list the assumptions; ``exact`` says whether every figure is exact under them.
    """

    kind: str
    lines: list[str] = []
    figures: dict[str, float] = {}
    tables: list[OddsTable] = []
    notes: list[str] = []
    exact: bool = True
    place: str = ""
    at: str = ""


def modifiers_named(text: str, allowed: Sequence[str]) -> list[str]:
    """The modifiers in a text, in its order; ``BadValue`` lists the allowed ones.

    >>> modifiers_named("ten ships, overcast", ("ten_ships", "overcast"))
    ['ten_ships', 'overcast']
    """
    found = []
    for word in filter(None, (word.strip().lower().replace(" ", "_").replace("-", "_") for word in text.split(","))):
        if word not in allowed:
            result = ", ".join(allowed) or "none"
            raise BadValue(f"{word!r} is not a modifier here; the modifiers are {result}", field="modifiers")
        found.append(word)
    return list(dict.fromkeys(found))


def needed(question: OddsQuestion, **examples: str) -> None:
    """Refuses a question with a missing field."""
    for field, example in examples.items():
        if not str(getattr(question, field)).strip():
            raise BadValue(f"name them, for example {example}", field=field)


def signed(added: dict[str, int]) -> str:
    """Modifiers with their figures, in words.

    >>> signed({"ten_ships": 1, "overcast": -2}), signed({})
    ('ten ships +1, overcast -2', 'none')
    """
    return ", ".join(f"{name.replace('_', ' ')} {number:+d}" for name, number in added.items()) or "none"


MAX_COLUMNS = 13
"""How many numbers have separate columns; higher numbers share the last column."""


def numbers_table(title: str, rows: Sequence[tuple[str, Distribution]], note: str = "") -> OddsTable:
    """A table of distributions: the chances of 0, 1, 2 …, with all higher numbers in the last column.

    >>> numbers_table("hits", [("of one", (0.5, 0.5))]).outcomes
    ['0', '1']
    """
    most = max([number for _, chances in rows for number, chance in enumerate(chances) if chance > 0], default=0)
    width = min(most + 1, MAX_COLUMNS)
    outcomes = [str(number) for number in range(width)]
    if most >= width:
        outcomes[-1] += "+"
    result = []
    for name, chances in rows:
        exact = [chances[number] if number < len(chances) else 0.0 for number in range(width - 1)]
        result.append(OddsRow(name, name, [*exact, max(0.0, sum(chances[width - 1 :]))]))
    return OddsTable(title, outcomes, result, note)
