"""The names of items in Axis & Allies: Pacific, in the form used in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ironbottom.engine.text.sentences import count, joined, name_with_verb, titles_by_id
from ironbottom.games.axis_allies_pacific.pieces import (
    ECONOMIES,
    FLIGHT,
    FLIGHTS,
    HOLDERS,
    KINDS,
    PIECES,
    PLACES,
    POWERS,
    in_a_sentence,
)

PLACE_NAMES = titles_by_id(PLACES)
PIECE_NAMES = {**titles_by_id(KINDS), **titles_by_id(PIECES)}
WHO = {**titles_by_id(HOLDERS), **titles_by_id(ECONOMIES), **titles_by_id(POWERS)}


def place_name(name: str) -> str:
    """A land or sea zone within a sentence.

    >>> place_name("java"), place_name("caroline"), place_name("sz12"), place_name("united_states")
    ('Java', 'the Caroline Islands', 'sea zone 12', 'the United States')
    """
    if name.startswith("sz") and name[2:].isdigit():
        return f"sea zone {name[2:]}"
    return in_a_sentence(PLACE_NAMES.get(name, name.replace("_", " ")))


def who(name: str) -> str:
    """A side, power, economy or holder.

    >>> who("uk"), who("usa"), who("australia")
    ('Britain', 'the United States', 'Australia')
    """
    return WHO.get(name, name.replace("_", " "))


def who_does(name: str, verb: str) -> str:
    """A power with its verb, given in the singular.

    >>> who_does("usa", "buys"), who_does("japan", "has")
    ('The United States buy', 'Japan has')
    """
    return name_with_verb(who(name), verb)


def possessive(name: str) -> str:
    """The possessive of a power.

    >>> possessive("japan"), possessive("usa")
    ('its', 'their')
    """
    return "their" if who(name).startswith("the ") else "its"


TWICE = re.compile(r"\b((?:allied )?)(infantry|artillery|marine) and \1\2\b")
ALIKE = ("infantry", "artillery")
"""The kinds of unit with the same name in the singular and plural."""


def kind_text(piece: str) -> str:
    """A kind of unit, with its load counted.

    >>> kind_text("transport_infantry_infantry"), kind_text("transport_marine_marine"), kind_text("cap")
    ('transport with 2 infantry', 'transport with 2 marines', 'fighter on patrol')
    """
    return load_with_count(PIECE_NAMES.get(piece, piece.replace("_", " ")))


def load_with_count(load: str) -> str:
    """A load, with two of a kind written as a number.

    >>> load_with_count("infantry and infantry"), load_with_count("infantry and artillery")
    ('2 infantry', 'infantry and artillery')
    """
    return TWICE.sub(lambda m: f"2 {m[1]}{m[2]}{'' if m[2] in ALIKE else 's'}", load)


def quantity_text(number: int, piece: str) -> str:
    """A number of units of a kind, in words.

    >>> (quantity_text(1, "tank"), quantity_text(3, "infantry"), quantity_text(2, "transport_infantry"),
    ...  quantity_text(2, "submerged"), quantity_text(0, "tank"))
    ('1 tank', '3 infantry', '2 transports with infantry', '2 submerged submarines', 'no tank')
    """
    title = kind_text(piece)
    if number < 2 or title in ALIKE:
        return f"{number or 'no'} {title}"
    head, with_, load = title.partition(" with ")
    head = "fighters on patrol" if head == "fighter on patrol" else _many(head)
    return f"{number} {head}{with_}{load}"


def _many(title: str) -> str:
    return f"{title[:-1]}ies" if title.endswith("ry") else f"{title}es" if title.endswith("x") else f"{title}s"


def units_text(counts: Mapping[str, int]) -> str:
    """Counts of units in a sentence.

    >>> units_text({"infantry": 2, "fighter": 1})
    '2 infantry and 1 fighter'
    """
    return joined([quantity_text(number, piece) for piece, number in counts.items()])


def flights_text(number: int, name: str) -> str:
    """A number of aircraft in the air, with their remaining steps.

    >>> flights_text(1, "fighter_attack_3"), flights_text(2, "bomber_attack_1")
    ('1 fighter (3 steps left)', '2 bombers (1 step left)')
    """
    result = FLIGHT[FLIGHTS.index[name]]
    return f"{count(number, PIECES.titles[result.piece])} ({count(result.left, 'step')} left)"
