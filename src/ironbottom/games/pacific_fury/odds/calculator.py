"""Odds of fights described by hand, without a game.

>>> from ironbottom import get_game
>>> rules = get_game("pf").rules()
>>> found = answer(rules, OddsQuestion(attack="Yamato, Kongo", defend="Washington"))
>>> round(found.figures["hits of the attacker"], 2), round(found.figures["every defender hit"], 2)
(3.5, 0.92)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.board_odds import odds_at_decision
from ironbottom.engine.text.named_units import bits_of, units_named
from ironbottom.games.pacific_fury.odds.fights import (
    air_attack_on,
    bombardment_disrupts,
    clear_probability,
    expected_sunk,
    field_fires,
    gunfire,
    sink_probability,
    strike_disrupts,
)
from ironbottom.games.pacific_fury.pieces import ALL_UNITS, CARRIERS, EXPRESS, GUNS, UNITS, Pieces
from ironbottom.games.pacific_fury.state_types import Rules
from ironbottom.odds.answers import TableAnswer
from ironbottom.odds.distributions import Distribution, at_least_once, mean
from ironbottom.odds.tables import HITS, OddsRow, OddsTable, hits_row

Ships = Annotated[str, Meta(max_length=600)]
ONE_ROUND = "one round, all units fire"
MAX_HITS = 4
"""The largest number of hits on a unit that has a column."""


class OddsQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A fight to compute, with its units by name.

    ``surface``: gun ships against ships. ``strike``: carriers against task forces. ``bombardment``: gun ships against
    Henderson Field; ``field``: carriers against it, with the initiative marker in the box ``marker``.
    """

    kind: Literal["surface", "strike", "bombardment", "field"] = "surface"
    attack: Ships = ""
    defend: Ships = ""
    marker: int | None = None


def answer_to(rules: Rules, battle: Mapping[str, object]) -> TableAnswer:
    """The odds of a fight; raises ``msgspec.ValidationError`` or ``BadValue`` if a field is wrong."""
    return answer(rules, msgspec.convert(battle, OddsQuestion))


def on_board(rules: Rules, view: Mapping[str, object], loads: str = "cheapest") -> list[TableAnswer]:
    """The odds at the decision of the view's side. ``loads`` has no effect in this game."""
    return odds_at_decision(rules, view)


def answer(rules: Rules, question: OddsQuestion) -> TableAnswer:
    """The odds of a fight described by hand; ``BadValue`` names a wrong field."""
    pieces = rules.pieces
    firing, what = (CARRIERS, "a carrier") if question.kind in ("strike", "field") else (GUNS | EXPRESS, "a gun ship")
    attack = bits_of(units_named(question.attack, UNITS, firing, "attack", what))
    if not attack:
        raise BadValue(f"name the ships; each must be {what}", field="attack")
    at_field = question.kind in ("bombardment", "field")
    if at_field and question.defend:
        raise BadValue(f"this is not used for {question.kind}; it needs attack and marker", field="defend")
    if not at_field and question.marker is not None:
        raise BadValue(f"this is not used for {question.kind}; it needs attack and defend", field="marker")
    if at_field:
        return _at_field(pieces, question, attack)
    defend = bits_of(units_named(question.defend, UNITS, ALL_UNITS & ~attack, "defend", "an enemy of the attackers"))
    if not defend:
        raise BadValue("name the enemy ships, such as Washington, South Dakota", field="defend")
    return _at_ships(pieces, question, attack, defend)


# -- 10.3, 10.5 ships ------------------------------------------------------------------------------------


def _at_ships(pieces: Pieces, question: OddsQuestion, attack: int, defend: int) -> TableAnswer:
    """One round: the hits of both sides, and the effect of hits on each unit."""
    if question.kind == "surface":
        fire, back = gunfire(pieces, attack), gunfire(pieces, defend)
    else:
        fire, back = air_attack_on(pieces, attack, defend), air_attack_on(pieces, defend & CARRIERS, attack)
    figures: dict[str, float] = {}
    for name, enemy, hits, at in (("attacker", "defender", fire, defend), ("defender", "attacker", back, attack)):
        figures[f"hits of the {name}"] = mean(hits)
        figures[f"every {enemy} hit"] = clear_probability(hits, at.bit_count())
        figures[f"ships of the {enemy} sunk"] = expected_sunk(pieces, hits, at)
    rounds = [hits_row("attack", "Hits by the attacker", fire), hits_row("defend", "Hits by the defender", back)]
    every = [
        OddsRow(name, f"Every unit of the {name} is hit", [chance, 1 - chance])
        for name, chance in ((name, figures[f"every {name} hit"]) for name in ("defender", "attacker"))
    ]
    return TableAnswer(
        question.kind,
        [f"{_names(attack)} against {_names(defend)}."],
        figures,
        [
            OddsTable("Hits", HITS, rounds, ONE_ROUND),
            OddsTable("The whole group", ["yes", "no"], every, "each hit on a different unit"),
            _sinking(pieces, defend, "the defender"),
            _sinking(pieces, attack, "the attacker"),
        ],
        ["ships sunk: hits are assigned where they sink the most"],
    )


def _sinking(pieces: Pieces, units: int, whose: str) -> OddsTable:
    """10.7.c The chance that each unit sinks, by the number of hits on it."""
    rows = [
        OddsRow(
            UNITS.ids[unit],
            UNITS.titles[unit],
            [sink_probability(pieces, unit, hits) for hits in range(1, MAX_HITS + 1)],
        )
        for unit in members(units)
    ]
    outcomes = [f"{hits} hit{'s' if hits > 1 else ''}" for hits in range(1, MAX_HITS + 1)]
    return OddsTable(
        f"Units of {whose} that sink, by hits", outcomes, rows, "a unit that is hit and stays afloat leaves"
    )


# -- 6.2 Henderson Field ---------------------------------------------------------------------------------


def _at_field(pieces: Pieces, question: OddsQuestion, attack: int) -> TableAnswer:
    """One and two rounds of bombardment, or strikes, at Henderson Field."""
    marker = pieces.first_marker if question.marker is None else question.marker
    if marker not in pieces.track:
        boxes = f"{min(pieces.track)} to {max(pieces.track)}"
        raise BadValue(f"there is no box {marker}; the boxes are {boxes}", field="marker")
    if question.kind == "field":
        once = strike_disrupts(pieces, attack, marker)
        twice = at_least_once(2, once)
    else:
        once, twice = (bombardment_disrupts(pieces, attack, marker, rounds) for rounds in (1, 2))
    rows = [
        OddsRow("once", "The field is disrupted in one", [once, 1 - once]),
        OddsRow("twice", "The field is disrupted in two", [twice, 1 - twice]),
    ]
    word = "strike" if question.kind == "field" else "round"
    tables = [OddsTable(f"Henderson Field, by {word}s", ["yes", "no"], rows, f"marker in box {marker}")]
    figures = {"disrupted in one": once, "disrupted in two": twice}
    if question.kind == "field":
        back: Distribution = field_fires(pieces, attack, marker)
        figures["hits of the field"] = mean(back)
        tables.append(
            OddsTable("Fire from the airfield", HITS, [hits_row("field", "Hits on the carriers", back)], "a strike")
        )
    needed = pieces.track[marker].hits_to_disrupt
    return TableAnswer(question.kind, [f"{_names(attack)} need {needed} hits in one {word}."], figures, tables)


def _names(units: int) -> str:
    return ", ".join([UNITS.titles[unit] for unit in members(units)])
