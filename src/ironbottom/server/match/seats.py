"""Who holds a side: a person before the page, or a computer player by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ironbottom.bots.registry import all_bots
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.server.views.game_text import opening

PERSON = "person"
LONGEST_NAME = 80
COPY = " (copy)"

Seats = dict[str, str]


def read_seats(game: Game, given: Mapping[str, str]) -> Seats:
    """The holder of each side of a game, a person where none is named; ``BadValue`` names what is not allowed."""
    kinds = (PERSON, *all_bots(game))
    for side, kind in given.items():
        game.sides.number(side, "seats")
        if kind not in kinds:
            raise BadValue(f"no player is called {kind!r}; there are {', '.join(kinds)}", field=f"seats.{side}")
    return {side: given.get(side, PERSON) for side in game.sides.ids}


def persons(seats: Seats) -> list[str]:
    """The sides that persons hold, in the game's order."""
    return [side for side, kind in seats.items() if kind == PERSON]


def exchanged(game: Game, seats: Seats, one: str, other: str) -> Seats:
    """The seats once the players of two sides have changed places; allies that play as one move together.

    >>> from ironbottom import get_game
    >>> exchanged(get_game("aap"), {"japan": "person", "uk": "ensign", "usa": "ensign"}, "japan", "uk")
    {'japan': 'ensign', 'uk': 'person', 'usa': 'person'}
    >>> exchanged(get_game("aap"), {"japan": "ensign", "uk": "person", "usa": "random"}, "japan", "uk")
    {'japan': 'person', 'uk': 'ensign', 'usa': 'random'}
    """
    moved = dict(seats)
    for side, new in ((one, other), (other, one)):
        together = [side, *game.alliances.with_side(side)]
        moved.update({ally: seats[new] for ally in together if seats[ally] == seats[side]})
    return moved


def read_name(given: str) -> str:
    """A match's name as it is kept: one line without spaces at its ends."""
    name = " ".join(given.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadValue(f"a name has 1 to {LONGEST_NAME} printable letters", field="name")
    return name


def copied_name(name: str) -> str:
    """What a copy of a match is called.

    >>> copied_name("Half way"), copied_name("Half way (copy)")
    ('Half way (copy)', 'Half way (copy)')
    """
    return f"{name.removesuffix(COPY)[: LONGEST_NAME - len(COPY)]}{COPY}"


def usual_name(game: Game, seats: Seats, friends: Sequence[str] = ()) -> str:
    """What a match is called when nobody names it.

    >>> from ironbottom import get_game
    >>> usual_name(get_game("pf"), {"japan": "person", "allies": "random"})
    'Japan against Random'
    >>> usual_name(get_game("pf"), {"japan": "person", "allies": "person"})
    'Japan and the Allies on one screen'
    >>> usual_name(get_game("pf"), {"japan": "person", "allies": "person"}, ["allies"])
    'Japan against the Allies'
    """
    titles = dict(zip(game.sides.ids, game.sides.titles, strict=True))
    held = [titles[side] for side in persons(seats)]
    computers = [kind.replace("_", " ").title() for kind in seats.values() if kind != PERSON]
    if friends and not computers:
        return opening(" against ".join(team.title for team in game.alliances.teams))
    if not computers:
        return opening(f"{' and '.join(held)} on one screen")
    return opening(" against ".join([*([" and ".join(held)] if held else []), *computers]))
