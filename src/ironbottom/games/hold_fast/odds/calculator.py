"""Odds of combat described by hand, without a game.

>>> from ironbottom import get_game
>>> rules = get_game("hf").rules()
>>> found = answer(rules, OddsQuestion(kind="roll", ahead=2))
>>> round(found.figures["wins the roll"], 3)
0.812
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.board_odds import odds_at_decision
from ironbottom.engine.text.named_units import NamedUnit, bits_of, units_named
from ironbottom.games.hold_fast.odds.decisions import EVENLY, FATES, even_dice, fate_row
from ironbottom.games.hold_fast.odds.fights import expected_hits, takes_base, wins_roll
from ironbottom.games.hold_fast.pieces import ALL_UNITS, FLIERS, GUNS, SUBMARINES, TRANSPORTS, UNITS, Pieces
from ironbottom.games.hold_fast.state_types import Rules
from ironbottom.odds.answers import TableAnswer
from ironbottom.odds.tables import OddsRow, OddsTable, group_rows

Units = Annotated[str, Meta(max_length=600)]
BY_FIRE = "all fire at it, one round"


class OddsQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A round of combat to compute, with its units by name; a number after a name is its strength.

    ``surface``: gun ships fire. ``air``: carriers and air units fire. ``landing``: transports attack a base that only
    its garrison defends. ``roll``: the roll for air or surface combat, with an advantage of ``ahead``.
    """

    kind: Literal["surface", "air", "landing", "roll"] = "surface"
    attack: Units = ""
    defend: Units = ""
    ahead: Annotated[int, Meta(ge=-12, le=12)] | None = None


def answer_to(rules: Rules, battle: Mapping[str, object]) -> TableAnswer:
    """The odds of a round; raises ``msgspec.ValidationError`` or ``BadValue`` if a field is wrong."""
    return answer(rules, msgspec.convert(battle, OddsQuestion))


def on_board(rules: Rules, view: Mapping[str, object], loads: str = "cheapest") -> list[TableAnswer]:
    """The odds at the decision of the view's side. ``loads`` has no effect in this game."""
    return odds_at_decision(rules, view)


USED = {"surface": ("attack", "defend"), "air": ("attack", "defend"), "landing": ("attack",), "roll": ("ahead",)}
"""The fields of each kind of question; any other field is refused."""


def answer(rules: Rules, question: OddsQuestion) -> TableAnswer:
    """The odds of a round described by hand; ``BadValue`` names a wrong field."""
    for field in ("attack", "defend", "ahead"):
        if getattr(question, field) not in ("", None) and field not in USED[question.kind]:
            message = " and ".join(USED[question.kind])
            raise BadValue(f"this is not used for {question.kind}; it needs {message}", field=field)
    if question.kind == "roll":
        return _roll(question.ahead or 0)
    pieces = rules.pieces
    if question.kind == "landing":
        return _landing(pieces, _strengths(pieces, question.attack, "attack", TRANSPORTS, "a transport"))
    firing, what = (FLIERS, "a carrier or an air unit") if question.kind == "air" else (GUNS, "a gun ship")
    attack = _strengths(pieces, question.attack, "attack", firing, what)
    enemies = ALL_UNITS & ~SUBMARINES & ~sum(1 << unit for unit in attack)
    return _fire(pieces, question.kind, attack, _strengths(pieces, question.defend, "defend", enemies, "a target"))


def _strengths(pieces: Pieces, text: str, field: str, allowed: int, what: str) -> dict[int, int]:
    """The strength of each unit in a list; ``BadValue`` if the list is empty or a strength is wrong."""
    named = units_named(text, UNITS, allowed, field, what)
    if not named:
        raise BadValue(f"name the units; each must be {what}", field=field)
    return {one.unit: _strength(pieces, one, field) for one in named}


def _strength(pieces: Pieces, named: NamedUnit, field: str) -> int:
    full = pieces.strength[named.unit]
    if named.number is None:
        return full
    if not 1 <= named.number <= full:
        raise BadValue(f"the strength of {UNITS.titles[named.unit]} is 1 to {full}", field=field)
    return named.number


def _fire(pieces: Pieces, kind: str, attack: Mapping[int, int], defend: Mapping[int, int]) -> TableAnswer:
    """8.5 One round of fire at each target: of all units together, and spread evenly."""
    dice = {unit: pieces.dice[unit] for unit in attack}
    total = sum(dice.values())
    at = bits_of([NamedUnit(unit, None) for unit in defend])
    together = [fate_row(pieces, unit, total, strength) for unit, strength in defend.items()]
    aimed = even_dice(dice, at)
    evenly = [fate_row(pieces, unit, aimed[unit], strength) for unit, strength in defend.items()]
    stay = group_rows("targets", [row.chances[2] + row.chances[3] for row in evenly], "stays", "stay")
    figures = {
        "dice": float(total),
        "targets sunk or disabled, spread evenly": sum(row.chances[0] + row.chances[1] for row in evenly),
    }
    for unit in defend:
        figures[f"hits on {UNITS.titles[unit]} if all fire at it"] = expected_hits(total, pieces.hit_on[unit])
    tables = [OddsTable("Each target alone", FATES, together, BY_FIRE), OddsTable("By target", FATES, evenly, EVENLY)]
    tables += [OddsTable("The whole group", ["yes", "no"], stay, EVENLY)] if stay else []
    lines = [f"{_names(attack)} with {total} dice against {_names(defend)}."]
    return TableAnswer(kind, lines, figures, tables)


def _landing(pieces: Pieces, transports: Mapping[int, int]) -> TableAnswer:
    """8.8.4, 8.8.5 Each transport alone against the garrison of a base."""
    rows = [
        OddsRow(
            UNITS.ids[unit], f"{UNITS.titles[unit]}, strength {strength}", [taken := takes_base(strength), 1 - taken]
        )
        for unit, strength in transports.items()
    ]
    figures = {f"{UNITS.titles[unit]} takes the base": takes_base(strength) for unit, strength in transports.items()}
    table = OddsTable("The base is taken", ["yes", "no"], rows, "each transport alone, against the garrison only")
    return TableAnswer("landing", [f"{_names(transports)} land at a base."], figures, [table])


def _roll(ahead: int) -> TableAnswer:
    """8.4.2 The roll for air or surface combat."""
    won = wins_roll(ahead)
    table = OddsTable(
        "The roll",
        ["won", "lost"],
        [OddsRow("roll", f"With {ahead:+d} on the roll", [won, 1 - won])],
        "ties roll again",
    )
    return TableAnswer("roll", ["The roll for air or surface combat."], {"wins the roll": won}, [table])


def _names(units: Mapping[int, int]) -> str:
    return ", ".join([UNITS.titles[unit] for unit in units])
