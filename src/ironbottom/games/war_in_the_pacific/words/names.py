"""The names of things in *War in the Pacific*, as sentences say them."""

from __future__ import annotations

from functools import cache

from ironbottom.engine.sentences import Names, titles
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.turns import turn_name


@cache
def _names() -> Names:
    facts = load()
    ships = {
        ship.id: f"{ship.name.partition(' (')[0]} ({ship.id.replace('_', ' ').upper()})"
        for ship in facts.table(tables.SHIPS).values()
    }
    return Names({**ships, **titles(SIDES)})


@cache
def _places() -> dict[str, str]:
    return {at: place.name for at, place in load().table(tables.PLACES).items()}


def name_of(thing: str) -> str:
    """A ship by its name and number, anything else by its id in words.

    >>> name_of("us_cv5"), name_of("japan_3"), name_of("japan")
    ('Yorktown (US CV5)', 'japan 3', 'Japan')
    """
    return _names().name_of(thing)


def listed(things: list[str]) -> str:
    """Things as a sentence says them."""
    return _names().listed(things)


def side_does(side: str, verb: str) -> str:
    """A side with its verb."""
    return _names().side_does(side, verb)


def force(name: str) -> str:
    """A Task Force in a sentence.

    >>> force("japan_3"), force("allies_21")
    ('Japanese Task Force 3', 'Allied Task Force 21')
    """
    side, _, number = name.partition("_")
    return f"{'Japanese' if side == 'japan' else 'Allied'} Task Force {number}"


def subron(name: str) -> str:
    """A Subron in a sentence.

    >>> subron("allies_subron_2")
    'Allied Subron 2'
    """
    side, _, number = name.partition("_subron_")
    return f"{'Japanese' if side == 'japan' else 'Allied'} Subron {number}"


def place(at: str) -> str:
    """A hex with the name of what lies there.

    >>> place("F1234"), place("F1230")
    ('Midway (F1234)', 'F1230')
    """
    name = _places().get(at)
    return f"{name} ({at})" if name else at


def turn(number: int) -> str:
    """A Game-Turn as it is written.

    >>> turn(73)
    '2/6/42'
    """
    return turn_name(number)


def plain(word: str) -> str:
    """An id in words."""
    return word.replace("_", " ")


@cache
def _aircraft() -> dict[str, str]:
    return {kind: row.name for kind, row in load().table(tables.AIRCRAFT).items()}


def stack(name: str) -> str:
    """Air points of a stack by their type and training.

    >>> stack("b_17_trained"), stack("zero_carrier")
    ('B-17 (trained)', 'Zero (carrier-trained)')
    """
    kind, _, training = name.rpartition("_")
    return f"{_aircraft()[kind]} ({'carrier-trained' if training == 'carrier' else training})"


IN_ROLE = {
    "bomb": "with bombs",
    "torpedo": "with torpedoes",
    "escort": "as escort",
    "strafing": "to strafe",
    "bombardment": "to bombard",
    "kamikaze": "as kamikazes",
}


def in_role(role: str) -> str:
    """How points fly in a Role.

    >>> in_role("torpedo"), in_role("patrol")
    ('with torpedoes', 'as patrol')
    """
    return IN_ROLE.get(role, f"as {plain(role)}")


def base(name: str) -> str:
    """A base: a named hex, a ship, a box, or one built in play.

    >>> base("f1234"), base("us_cv8"), base("alaska")
    ('Midway (F1234)', 'Hornet (US CV8)', 'alaska')
    """
    at = name.upper()
    return place(at) if at in _places() else name_of(name)
