"""The player of each side: a person, or a computer player by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ironbottom.bots.registry import all_bots
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.text.sentences import capitalized

PERSON = "person"
MAX_NAME_LENGTH = 80
COPY_SUFFIX = " (copy)"

Seats = dict[str, str]


def read_seats(game: Game, given: Mapping[str, str]) -> Seats:
    """Returns the player of each side, a person by default. ``BadValue`` names what is not allowed."""
    kinds = (PERSON, *all_bots(game))
    for side, kind in given.items():
        game.sides.number(side, "seats")
        if kind not in kinds:
            raise BadValue(f"no player is called {kind!r}; the players are {', '.join(kinds)}", field=f"seats.{side}")
    return {side: given.get(side, PERSON) for side in game.sides.ids}


def persons(seats: Seats) -> list[str]:
    """Returns the sides that human players play, in the game's order."""
    return [side for side, kind in seats.items() if kind == PERSON]


def swap_players(game: Game, seats: Seats, first: str, second: str) -> Seats:
    """Returns the seats after the players of two sides have swapped; allied sides of one player move together.

    >>> from ironbottom import get_game
    >>> swap_players(get_game("aap"), {"japan": "person", "uk": "ensign", "usa": "ensign"}, "japan", "uk")
    {'japan': 'ensign', 'uk': 'person', 'usa': 'person'}
    >>> swap_players(get_game("aap"), {"japan": "ensign", "uk": "person", "usa": "random"}, "japan", "uk")
    {'japan': 'person', 'uk': 'ensign', 'usa': 'random'}
    """
    moved = dict(seats)
    for side, new in ((first, second), (second, first)):
        team = [side, *game.alliances.teammates_of(side)]
        moved.update({ally: seats[new] for ally in team if seats[ally] == seats[side]})
    return moved


def clean_name(given: str) -> str:
    """Returns a match's name as one line, without spaces at the ends.

    Raises ``BadValue`` if it is empty or too long.
    """
    name = " ".join(given.split())
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise BadValue(f"a name must have 1 to {MAX_NAME_LENGTH} printable characters", field="name")
    return name


def copy_name(name: str) -> str:
    """Returns the name of a copy of a match.

    >>> copy_name("Half way"), copy_name("Half way (copy)")
    ('Half way (copy)', 'Half way (copy)')
    """
    return f"{name.removesuffix(COPY_SUFFIX)[: MAX_NAME_LENGTH - len(COPY_SUFFIX)]}{COPY_SUFFIX}"


def default_name(game: Game, seats: Seats, friends: Sequence[str] = ()) -> str:
    """Returns the default name of a match.

    >>> from ironbottom import get_game
    >>> default_name(get_game("pf"), {"japan": "person", "allies": "random"})
    'Japan against Random'
    >>> default_name(get_game("pf"), {"japan": "person", "allies": "person"})
    'Japan and the Allies on one screen'
    >>> default_name(get_game("pf"), {"japan": "person", "allies": "person"}, ["allies"])
    'Japan against the Allies'
    >>> default_name(get_game("aap"), {"japan": "person", "uk": "ensign", "usa": "ensign"})
    'Japan against Ensign'
    >>> default_name(get_game("aap"), {"japan": "random", "uk": "ensign", "usa": "random"})
    'Random against Ensign and Random'
    """
    titles = dict(zip(game.sides.ids, game.sides.titles, strict=True))
    held = persons(seats)
    teams = [team for team in game.alliances.teams if any(side in held for side in team.sides)]
    if friends and len(teams) > 1:
        return capitalized(" against ".join(team.title for team in game.alliances.teams))
    people = " and ".join(titles[side] for side in held)
    if len(held) == len(seats):
        return capitalized(f"{people} on one screen")
    if not held:
        return " against ".join(_computers(seats, team.sides) for team in game.alliances.teams)
    return capitalized(f"{people} against {_computers(seats, seats)}")


def _computers(seats: Seats, sides: Iterable[str]) -> str:
    """Returns the names of the computer players of the given sides, each kind once."""
    kinds = dict.fromkeys(seats[side] for side in sides if seats[side] != PERSON)
    return " and ".join(kind.replace("_", " ").title() for kind in kinds)
