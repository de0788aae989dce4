"""Units in words: "3 infantry, 2 tanks and a fighter"."""

from __future__ import annotations

import re

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.axis_allies_pacific.counts import WIDTH, mask
from ironbottom.games.axis_allies_pacific.odds.counters import BattleUnits
from ironbottom.games.axis_allies_pacific.pieces import (
    BOMBER,
    CAP,
    CHINA,
    FIGHTER,
    FIGHTING_GROUND,
    JAPAN,
    PIECES,
    SHIP_PIECES,
    SUBMERGED,
)

MAX_OF_A_KIND = 200
AT_SEA = mask((*(piece for piece in SHIP_PIECES if piece != SUBMERGED), FIGHTER, BOMBER, CAP))
ON_LAND = mask((*FIGHTING_GROUND, FIGHTER, BOMBER))
IN_THE_AIR = mask((FIGHTER, BOMBER))
GROUND_ONLY = mask(FIGHTING_GROUND)
SHORT = {
    "inf": "infantry",
    "mar": "marine",
    "art": "artillery",
    "tnk": "tank",
    "armor": "tank",
    "armour": "tank",
    "aa": "aa_gun",
    "ftr": "fighter",
    "fig": "fighter",
    "bmb": "bomber",
    "trn": "transport",
    "sub": "submarine",
    "dd": "destroyer",
    "cv": "carrier",
    "bb": "battleship",
    "patrol": "cap",
    "damaged battleship": "battleship_hit",
    "aa gun": "aa_gun",
    "aircraft carrier": "carrier",
}
"""Other names of units."""
NAMED = tuple(PIECES.ids[: PIECES.index["transport"] + 1])
"""The pieces that may be named: all except loaded ships, which a landing creates."""
_WRITTEN = re.compile(r"(?:(\d+|an?|one)\s*x?\s+)?([a-z_ ]+?)\s*", re.IGNORECASE)
ONE = ("", "a", "an", "one")


def read_units(text: str, field: str, power: int = JAPAN) -> list[BattleUnits]:
    """The units in a text, in its order; ``BadValue`` names an unknown word.

    ``chinese infantry`` are China's, all others of the power named.

    >>> [(PIECES.ids[unit.piece], unit.number) for unit in read_units("3 infantry, 2 tanks and a sub", "attack")]
    [('infantry', 3), ('tank', 2), ('submarine', 1)]
    """
    result = []
    for part in filter(None, (part.strip() for part in re.split(r",|;|\band\b|\+", text))):
        written = _WRITTEN.fullmatch(part)
        if written is None:
            raise BadValue(f"{part!r} is not a number and a unit, such as '3 infantry'", field=field)
        count, name = (written[1] or "").lower(), written[2].lower().strip()
        chinese = name.startswith("chinese ")
        piece = read_piece(name.removeprefix("chinese "), field)
        number = 1 if count in ONE else int(count)
        if number > MAX_OF_A_KIND:
            raise BadValue(f"{number} is too many; at most {MAX_OF_A_KIND} of each kind", field=field)
        if number:
            result.append(BattleUnits(CHINA if chinese else power, piece, number))
    return result


def read_piece(name: str, field: str) -> int:
    """The piece that a word means, in the singular or plural.

    >>> PIECES.ids[read_piece("battleships", "attack")]
    'battleship'
    """
    for word in (name, name.removesuffix("s"), name.replace("infantries", "infantry"), name.removesuffix("men")):
        known = SHORT.get(word, word.replace(" ", "_"))
        if known in NAMED:
            return PIECES.index[known]
    raise BadValue(f"{name!r} is not a unit; choose one of {', '.join(NAMED)}", field=field)


def require_only(units: list[BattleUnits], allowed: int, where: str, field: str) -> list[BattleUnits]:
    """The units, if all may be in such a place; ``BadValue`` names a unit that may not."""
    for unit in units:
        if not allowed >> WIDTH * unit.piece & 1:
            raise BadValue(f"no {PIECES.titles[unit.piece]} can fight {where}", field=field, clause="8.1.2")
    return units
