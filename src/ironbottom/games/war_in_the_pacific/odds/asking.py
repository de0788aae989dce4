"""Reads forces as people write them, such as "12 SBD, 6 TBD", "Akagi, Kaga D2, 3 jp DD", "2 us 11-3, 1 marine"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.derived import flight_duties
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.pieces import (
    CARRIER,
    GROUND_TYPES,
    ROW_OF,
    SHIPS,
    SIDE_OF_SHIP,
    SIDES,
    TRAINED,
    TRAININGS,
    UNTRAINED,
)
from ironbottom.games.war_in_the_pacific.text import names
from ironbottom.games.war_in_the_pacific.turns import cycle_number, is_turn, turn_number

AT_FIRST = "start41"
"""The status value of ships that were in service when the war began."""
MAX_OF_A_KIND, MAX_UNITS, MAX_SHIPS = 60, 120, 80
"""The largest numbers of units of one kind, of ground units, and of ships in a question."""
NATIONS = {
    **dict.fromkeys(("jp", "japanese", "japan"), "jp"),
    **dict.fromkeys(("us", "american", "usa"), "us"),
    **dict.fromkeys(("cw", "commonwealth", "british", "indian", "australian"), "cw"),
    **dict.fromkeys(("nl", "dutch"), "nl"),
    **dict.fromkeys(("kmt", "nationalist", "chinese"), "kmt"),
    **dict.fromkeys(("ccp", "communist"), "ccp"),
}
"""Words for the nations."""
SHIP_WORDS = {
    **dict.fromkeys(("carrier", "fleet carrier"), "CV"),
    **dict.fromkeys(("battleship",), "BB"),
    **dict.fromkeys(("battlecruiser",), "BC"),
    **dict.fromkeys(("heavy cruiser", "cruiser"), "CA"),
    **dict.fromkeys(("transport", "assault transport"), "APB"),
    **dict.fromkeys(("service force", "tanker"), "SF"),
    **dict.fromkeys(("merchant", "freighter"), "MS"),
    "light carrier": "CVL",
    "escort carrier": "CVE",
    "light cruiser": "CL",
    "destroyer": "DD",
    "escort": "DE",
}
"""2.4 Words for types of ship; a unit of destroyers stands for two of them (2.2)."""
UNIT_WORDS = {
    **dict.fromkeys(("marine", "marine regiment"), "us_4_1_mar"),
    "snlf": "jp_1_1_snlf",
    "partisan": "ccp_1_0_part",
    "paratroops": "cw_3_1_abn",
}
ROLES = {
    **dict.fromkeys(("torpedo", "torpedoes"), flight_duties.TORPEDO),
    **dict.fromkeys(("bomb", "bombs"), flight_duties.BOMB),
    **dict.fromkeys(("kamikaze", "kamikazes"), flight_duties.KAMIKAZE),
}
"""5.2 Words for the Roles in which points attack ships."""
TRAINED_AS = {"untrained": UNTRAINED, "trained": TRAINED, "carrier-trained": CARRIER, "carrier trained": CARRIER}
FAR = ("far", "extended range")
"""6.12 Words for points beyond their range."""
_COUNTED = re.compile(r"(?:(\d+|an?|one)\s*x?\s+)?(.+)", re.IGNORECASE)
_LEVEL = re.compile(r"\bd([1-4])\b")
_CYCLE = re.compile(r"([1-9]|1[0-3])/(4[1-5])")
_ENDINGS = ("", "s", "es")


class AirPart(NamedTuple):
    """Points of one stack: their number, their Role if given, and whether they come from extended range."""

    stack: int
    points: int
    role: int | None = None
    far: bool = False

    @property
    def kind(self) -> int:
        """The points' type of aircraft."""
        return self.stack // len(TRAININGS)


class AskedShip(NamedTuple):
    """A ship, its damage level, and whether it has ready bombers on deck (12.4)."""

    ship: int
    level: int = 0
    loaded: bool = False


def numbers_with_words(text: str) -> Iterator[tuple[int | None, str]]:
    """Each number with the words after it; None if there is no number.

    >>> list(numbers_with_words("12 SBD, 6 TBD and a Zero, 7-3"))
    [(12, 'sbd'), (6, 'tbd'), (1, 'zero'), (None, '7-3')]
    """
    for part in filter(None, (part.strip().lower() for part in re.split(r",|;|\band\b|\+", text))):
        result = _COUNTED.fullmatch(part)
        assert result is not None
        number = result[1]
        yield None if number is None else 1 if not number.isdigit() else int(number), result[2].strip()


def few_enough(number: int, field: str) -> int:
    """A number of items of one kind."""
    if not 1 <= number <= MAX_OF_A_KIND:
        raise BadValue(f"{number} is not a valid number; give from 1 to {MAX_OF_A_KIND} of each kind", field=field)
    return number


def bare(word: str) -> str:
    """A text reduced to letters and digits, so that B-17, b 17 and B17 are equal.

    >>> bare("B-17"), bare("So-Ann")
    ('b17', 'soann')
    """
    return re.sub(r"[^a-z0-9]", "", word.lower())


def bare_unit(word: str) -> str:
    """A ground unit reduced to letters and digits; a strength in brackets means that it can only defend.

    >>> bare_unit("(1)-1"), bare_unit("1-1")
    ('only11', '11')
    """
    return bare(re.sub(r"\((\d)\)", r"only\1", word))


def without(words: str, *taken: str) -> tuple[str, str]:
    """The first of the given words that occurs in a text, and the text without this word.

    >>> without("untrained zero", "untrained", "trained"), without("zero", "trained")
    (('untrained', 'zero'), ('', 'zero'))
    """
    for word in sorted(taken, key=len, reverse=True):
        left = re.sub(rf"(^|\s){re.escape(word)}(?=\s|$)", " ", words)
        if left != words:
            return word, " ".join(left.split())
    return "", words


# -- the date ------------------------------------------------------------------------------------------------


def read_date(text: str, field: str = "date") -> int:
    """39.1 The number of a Game-Turn, or of the first Game-Turn in a Cycle; it decides which eras apply.

    >>> read_date("6/42") == read_date("1/6/42")
    True
    """
    if is_turn(text):
        return turn_number(text)
    if _CYCLE.fullmatch(text):
        return turn_number(f"1/{text}")
    raise BadValue(f"{text!r} is not a Cycle; write a Cycle as 6/42, its Game-Turns as 1/6/42 to 4/6/42", field=field)


def cycle_written(turn: int) -> str:
    """The Cycle of a Game-Turn as text.

    >>> cycle_written(read_date("3/6/42"))
    '6/42'
    """
    return names.turn(turn).partition("/")[2]


def early(turn: int, cycle: str) -> bool:
    """Whether a Game-Turn is before a Cycle."""
    return turn // 4 < cycle_number(cycle)


# -- in the air ------------------------------------------------------------------------------------------------


@cache
def _aircraft() -> dict[str, int]:
    return {bare(word): kind for kind, row in enumerate(_air_rows()) for word in (row.id, row.name)}


def _air_rows() -> tuple[Any, ...]:
    return tuple(load().table(tables.AIRCRAFT).values())


def read_air(text: str, field: str) -> list[AirPart]:
    """5.12 The points in a text, in a fixed, public order: by type, the best trained first.

    By default points of a carrier type are carrier-trained, and others are trained.

    >>> from ironbottom.games.war_in_the_pacific.pieces import STACKS
    >>> [(STACKS.ids[part.stack], part.points) for part in read_air("6 SBD, 2 untrained zeros", "strikers")]
    [('zero_untrained', 2), ('sbd_carrier', 6)]
    """
    found: dict[tuple[int, int | None, bool], int] = {}
    for number, words in numbers_with_words(text):
        far, words = without(words, *FAR)
        role, words = without(words.replace("with ", "").replace("as ", ""), *ROLES)
        trained, words = without(words, *TRAINED_AS)
        kind = read_aircraft(words, field)
        row = _air_rows()[kind]
        training = TRAINED_AS[trained] if trained else CARRIER if row.carrier_capable else TRAINED
        if training == CARRIER and not row.carrier_capable:
            raise BadValue(f"{row.name} cannot fly from carriers", field=field, clause="5.11")
        key = kind * len(TRAININGS) + training, ROLES.get(role), bool(far)
        found[key] = found.get(key, 0) + few_enough(1 if number is None else number, field)
    result = [AirPart(stack, points, role, far) for (stack, role, far), points in found.items()]
    return sorted(result, key=lambda part: (part.kind, -part.stack))


def read_aircraft(words: str, field: str) -> int:
    """The type of aircraft that a word means, in the singular or plural."""
    known = _aircraft()
    for ending in _ENDINGS:
        if words.endswith(ending) and (kind := known.get(bare(words.removesuffix(ending)))) is not None:
            return kind
    text = ", ".join(row.name for row in _air_rows())
    raise BadValue(f"{words!r} is not a type of aircraft; the types are {text}", field=field)


def one_side(aircraft: Iterable[AirPart], field: str) -> str:
    """The side of all these points; empty if there are none."""
    sides = {str(_air_rows()[part.kind].side) for part in aircraft}
    if len(sides) > 1:
        raise BadValue("points of different sides cannot fly together", field=field)
    return sides.pop() if sides else ""


# -- at sea --------------------------------------------------------------------------------------------------


@cache
def _ships() -> dict[str, tuple[int, ...]]:
    result: dict[str, list[int]] = {}
    for ship, name in enumerate(SHIPS.ids):
        called, number = SHIPS.titles[ship].rpartition(" (")[0], name.partition("_")[2]
        words = {bare(name), bare(number), bare(f"{called} {name}"), bare(f"{called} {number}")}
        for word in words | ({bare(called)} if called[:1].isupper() else set()):
            result.setdefault(word, []).append(ship)
    return {word: tuple(ships) for word, ships in result.items()}


@cache
def ship_rows() -> tuple[Any, ...]:
    """2.2 The printed ratings of each ship."""
    rows = load().table(tables.SHIPS)
    return tuple([rows[row] for row in ROW_OF])


def read_ships(text: str, field: str, turn: int = 0) -> list[AskedShip]:
    """9.1 The ships in a text, in its order, all of one side.

    A ship is given by name, number or type. A type stands for typical ships of it; before 1943, for those in service
    when the war began. ``Kaga D2`` is damaged, ``Kaga loaded`` has ready bombers on deck.

    >>> [(SHIPS.ids[ship.ship], ship.level) for ship in read_ships("Akagi D1, Kaga", "ships")]
    [('jp_cv1', 1), ('jp_cv2', 0)]
    """
    asked = [one_entry(number, words, field) for number, words in numbers_with_words(text)]
    rows, alone = ship_rows(), [ships[0] for _, _, ships in asked if len(ships) == 1]
    own, nations = {SIDE_OF_SHIP[ship] for ship in alone}, {rows[ship].nation for ship in alone}
    result: list[AskedShip] = []
    for number, entry, ships in asked:
        there = [ship for ship in ships if not own or SIDE_OF_SHIP[ship] in own]
        there = [ship for ship in there if rows[ship].nation in nations] or there
        if number is None:
            result.append(entry._replace(ship=named_alone(there, field)))
            continue
        taken = {ship.ship for ship in result}
        result += [entry._replace(ship=ship) for ship in usual(ships_in_service(there, turn), number, taken, field)]
    if len(result) > MAX_SHIPS:
        raise BadValue(f"{len(result)} ships are too many; at most {MAX_SHIPS}", field=field)
    if len({ship.ship for ship in result}) < len(result):
        raise BadValue("a ship is named more than once", field=field)
    if len({SIDE_OF_SHIP[ship.ship] for ship in result}) > 1:
        raise BadValue("ships of different sides cannot be in one force", field=field)
    return result


def one_entry(number: int | None, words: str, field: str) -> tuple[int | None, AskedShip, tuple[int, ...]]:
    """The ships of one entry: several ships of a type, or one ship with its state."""
    loaded, words = without(words, "loaded")
    level = _LEVEL.search(words)
    words = " ".join(_LEVEL.sub("", words).replace("(", " ").replace(")", " ").split())
    entry = AskedShip(-1, int(level[1]) if level else 0, bool(loaded))
    kinds = of_type(words)
    if kinds:
        return (1 if number is None else few_enough(number, field)), entry, kinds
    ships = _ships().get(bare(words), ())
    if not ships or number not in (None, 1):
        text = "name it (Akagi, us_cv5) or its type (3 jp DD, 2 us heavy cruisers)"
        raise BadValue(f"{words!r} is not a ship; {text}", field=field)
    return None, entry, ships


def of_type(words: str) -> tuple[int, ...]:
    """All ships that a word for a type, perhaps with a nation, may mean; none if it is not a type."""
    nation, words = without(words, *NATIONS)
    known = {bare(kind): kind for kind in {row.type for row in ship_rows()}}
    known |= {bare(word): kind for word, kind in SHIP_WORDS.items()}
    kind = next(
        (known[bare(words.removesuffix(end))] for end in _ENDINGS if bare(words.removesuffix(end)) in known), ""
    )
    rows = ship_rows()
    return tuple(
        ship for ship, row in enumerate(rows) if row.type == kind and (not nation or row.nation == NATIONS[nation])
    )


def named_alone(ships: Sequence[int], field: str) -> int:
    """The only ship with a name."""
    if len(ships) == 1:
        return ships[0]
    if not ships:
        raise BadValue("ships of different sides cannot be in one force", field=field)
    text = " or ".join(SHIPS.ids[ship].replace("_", " ") for ship in ships)
    raise BadValue(f"several ships have this name; write {text}", field=field)


def ships_in_service(ships: Sequence[int], turn: int) -> list[int]:
    """The ships in service when the war began, before 1943; all ships if there are none."""
    first = [ship for ship in ships if ship_rows()[ship].status == AT_FIRST]
    return first if first and early(turn, "1/43") else list(ships)


def usual(ships: Sequence[int], number: int, taken: set[int], field: str) -> list[int]:
    """Typical ships of a type, closest to the median Defence, without those already used."""
    rows = ship_rows()
    if len({rows[ship].nation for ship in ships}) > 1 and len({SIDE_OF_SHIP[ship] for ship in ships}) > 1:
        nations = ", ".join(sorted({rows[ship].nation for ship in ships}))
        raise BadValue(f"say which nation's {rows[ships[0]].type} these are: {nations}", field=field)
    there = [ship for ship in ships if ship not in taken]
    if number > len(there):
        raise BadValue(f"there are only {len(there)} such ships, not {number}", field=field)
    ranked = sorted(ships, key=lambda ship: (rows[ship].defence, rows[ship].anti_air, ship))
    middle = rows[ranked[len(ranked) // 2]]

    def apart(ship: int) -> tuple[int, int]:
        row = rows[ship]
        ratings = ("defence", "anti_air", "gunnery", "torpedo", "speed_class")
        return sum(abs(getattr(row, name) - getattr(middle, name)) for name in ratings), ship

    return sorted(there, key=apart)[:number]


# -- on land ---------------------------------------------------------------------------------------------------


@cache
def _units() -> dict[str, tuple[int, ...]]:
    result: dict[str, list[int]] = {}
    for kind, row in enumerate(load().table(tables.GROUND).values()):
        called = row.name.partition(" (")[0].partition(" / ")[0]
        printed = row.printed
        for word in {row.id, printed, f"{printed} {called}", row.id.partition("_")[2], called}:
            result.setdefault(bare_unit(word), []).append(kind)
    for word, name in UNIT_WORDS.items():
        result.setdefault(bare_unit(word), []).append(GROUND_TYPES.index[name])
    return {word: tuple(dict.fromkeys(kinds)) for word, kinds in result.items()}


def read_units(text: str, field: str) -> list[int]:
    """21.3 The types of the ground units in a text, one for each unit, all of one side.

    >>> [GROUND_TYPES.ids[kind] for kind in read_units("2 jp 7-3, 1 SNLF", "attack")]
    ['jp_7_3', 'jp_7_3', 'jp_1_1_snlf']
    """
    rows = tuple(load().table(tables.GROUND).values())
    asked = [
        (1 if number is None else few_enough(number, field), of_unit(words, field))
        for number, words in numbers_with_words(text)
    ]
    own = {rows[kinds[0]].side for _, kinds in asked if len({rows[kind].side for kind in kinds}) == 1}
    nations = {rows[kinds[0]].nation for _, kinds in asked if len({rows[kind].nation for kind in kinds}) == 1}
    found: list[int] = []
    for number, kinds in asked:
        there = [kind for kind in kinds if not own or rows[kind].side in own]
        there = [kind for kind in there if rows[kind].nation in nations] or there
        if len(there) != 1:
            result = " or ".join(f"{rows[kind].nation} {rows[kind].printed}" for kind in kinds)
            raise BadValue(f"choose one of these: {result}", field=field)
        found += there * number
    if len(found) > MAX_UNITS:
        raise BadValue(f"{len(found)} units are too many; at most {MAX_UNITS}", field=field)
    if len({rows[kind].side for kind in found}) > 1:
        raise BadValue("units of different sides cannot fight together", field=field)
    return found


def of_unit(words: str, field: str) -> tuple[int, ...]:
    """The types that a word for a ground unit may mean."""
    nation, left = without(words, *NATIONS)
    rows = tuple(load().table(tables.GROUND).values())
    for ending in _ENDINGS:
        kinds = _units().get(bare_unit(left.removesuffix(ending)), ())
        kinds = tuple(kind for kind in kinds if not nation or rows[kind].nation == NATIONS[nation])
        if kinds:
            return kinds
    text = ", ".join(dict.fromkeys(row.printed for row in rows if row.strength))
    raise BadValue(f"{words!r} is not a ground unit; the types are {text}, such as 'us 11-3'", field=field)


def side_of_units(kinds: Sequence[int]) -> int:
    """The side of the given types of ground units."""
    rows = tuple(load().table(tables.GROUND).values())
    return SIDES.index[rows[kinds[0]].side]


def ship_at_level(ship: AskedShip) -> AskedShip:
    """A ship at its level, or at the highest level at which it still floats."""
    return ship._replace(level=min(ship.level, FLOATS))
