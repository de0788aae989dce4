"""The names of things in Axis & Allies: Pacific, as sentences say them."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.engine.sentences import does, joined, titles
from ironbottom.games.axis_allies_pacific.pieces import (
    ECONOMIES,
    FLIGHT,
    FLIGHTS,
    HOLDERS,
    KINDS,
    PIECES,
    PLACES,
    POWERS,
)

PLACE_NAMES = titles(PLACES)
PIECE_NAMES = {**titles(KINDS), **titles(PIECES)}
WHO = {**titles(HOLDERS), **titles(ECONOMIES), **titles(POWERS)}
WITH_ARTICLE = ("Islands", "Sea")


def place(name: str) -> str:
    """A land or sea zone within a sentence.

    >>> place("java"), place("caroline"), place("sz12"), place("united_states")
    ('Java', 'the Caroline Islands', 'sea zone 12', 'the United States')
    """
    if name.startswith("sz") and name[2:].isdigit():
        return f"sea zone {name[2:]}"
    title = PLACE_NAMES.get(name, name.replace("_", " "))
    return f"the {title}" if title.endswith(WITH_ARTICLE) or name == "united_states" else title


def who(name: str) -> str:
    """A side, power, economy or holder.

    >>> who("uk"), who("usa"), who("australia")
    ('Britain', 'the United States', 'Australia')
    """
    return WHO.get(name, name.replace("_", " "))


def who_does(name: str, verb: str) -> str:
    """A power with its verb, given for one.

    >>> who_does("usa", "buys"), who_does("japan", "has")
    ('The United States buy', 'Japan has')
    """
    return does(who(name), verb)


def some(number: int, piece: str) -> str:
    """So many of a kind of unit.

    >>> some(1, "tank"), some(3, "infantry"), some(2, "transport_infantry"), some(2, "submerged")
    ('1 tank', '3 infantry', '2 transports with infantry', '2 submerged submarines')
    """
    title = PIECE_NAMES.get(piece, piece.replace("_", " "))
    if number == 1 or title in ("infantry", "artillery"):
        return f"{number} {title}"
    head, with_, load = title.partition(" with ")
    head = "fighters on patrol" if head == "fighter on patrol" else _many(head)
    return f"{number} {head}{with_}{load}"


def _many(title: str) -> str:
    return f"{title[:-1]}ies" if title.endswith("ry") else f"{title}es" if title.endswith("x") else f"{title}s"


def units(counts: Mapping[str, int]) -> str:
    """Counts of units in a sentence.

    >>> units({"infantry": 2, "fighter": 1})
    '2 infantry and 1 fighter'
    """
    return joined([some(number, piece) for piece, number in counts.items()])


def flight(name: str) -> str:
    """An aircraft in the air, with the steps it has left.

    >>> flight("fighter_attack_3")
    'fighter (3 steps left)'
    """
    told = FLIGHT[FLIGHTS.index[name]]
    steps = "1 step" if told.left == 1 else f"{told.left} steps"
    return f"{PIECES.titles[told.piece]} ({steps} left)"
