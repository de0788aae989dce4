"""Odds of actions described by hand, without a game.

>>> from ironbottom import get_game
>>> rules = get_game("vitp").rules()
>>> found = answer(rules, OddsQuestion(attack="Akagi, Kaga", defend="Lexington"))
>>> found.lines
['A day action: Akagi, Kaga against Lexington.']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.board_odds import odds_at_decision
from ironbottom.engine.text.named_units import NamedUnit, bits_of, units_named
from ironbottom.games.victory_in_the_pacific.odds.decisions import EVENLY, FATES
from ironbottom.games.victory_in_the_pacific.odds.fights import (
    FateChances,
    fate_chances,
    fires_at,
    kamikazes,
    raid_fate,
    round_fates,
    speed_roll_chance,
)
from ironbottom.games.victory_in_the_pacific.odds.pursuits import even_aims
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AMPHIBIOUS, DAY, NIGHT, SHIPS, TURNS, UNITS
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.fire import Aim, shots_of
from ironbottom.games.victory_in_the_pacific.state import DAMAGE, TURN, Cells
from ironbottom.games.victory_in_the_pacific.state_types import Rules
from ironbottom.odds.answers import TableAnswer
from ironbottom.odds.tables import OddsRow, OddsTable, group_rows

Units = Annotated[str, Meta(max_length=900)]
BY_FIRE = "all fire at it, one action"
TWO_ROUNDS = "all fire at it in both rounds of the raid"
ACTIONS = {"day": "A day action", "night": "A night action", "raid": "A raid on a port"}
FIRES_THEN = {DAY: "only airstrikes attack by day", NIGHT: "only guns fire at night"}
"""7.4 What attacks in each action."""


class OddsQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """An action to compute, with its units by name; a number after a name is its damage.

    ``day`` and ``night``: an action at sea. ``raid``: airstrikes at units in a port. ``speed``: speed rolls of the
    ships in ``attack``. ``turn``: the turn of the game, for bonuses that begin later.
    """

    kind: Literal["day", "night", "raid", "speed"] = "day"
    attack: Units = ""
    defend: Units = ""
    turn: Annotated[int, Meta(ge=1, le=TURNS)] | None = None


def answer_to(rules: Rules, battle: Mapping[str, object]) -> TableAnswer:
    """The odds of an action; raises ``msgspec.ValidationError`` or ``BadValue`` if a field is wrong."""
    return answer(rules, msgspec.convert(battle, OddsQuestion))


def on_board(rules: Rules, view: Mapping[str, object], loads: str = "cheapest") -> list[TableAnswer]:
    """The odds at the decision of the view's side. ``loads`` has no effect in this game."""
    return odds_at_decision(rules, view)


def answer(rules: Rules, question: OddsQuestion) -> TableAnswer:
    """The odds of an action described by hand; ``BadValue`` names a wrong field."""
    pieces = rules.pieces
    fighting = SHIPS | AIR
    attack = units_named(question.attack, UNITS, fighting, "attack", "a ship or an air unit")
    if not attack:
        raise BadValue("name the units, such as Akagi, Kaga", field="attack")
    cells: Cells = list(rules.new().cells)
    cells[TURN] = question.turn or 1
    _damage(pieces, cells, attack, "attack")
    if question.kind == "speed":
        if question.defend:
            raise BadValue("this is not used for speed; it needs attack", field="defend")
        return _speed(pieces, cells, bits_of(attack))
    enemies = (fighting | AMPHIBIOUS) & ~bits_of(attack)
    defend = units_named(question.defend, UNITS, enemies, "defend", "an enemy of the attackers")
    if not defend:
        raise BadValue("name the targets, such as Lexington, Saratoga 2", field="defend")
    _damage(pieces, cells, defend, "defend")
    return _action(pieces, cells, question.kind, bits_of(attack), bits_of(defend))


def _damage(pieces: Pieces, cells: Cells, units: Sequence[NamedUnit], field: str) -> None:
    """Sets the damage of units; ``BadValue`` if that much sinks one of them."""
    for named in units:
        most = int(pieces.armor[named.unit]) if SHIPS >> named.unit & 1 else 0
        damage = named.number or 0
        if damage > most:
            raise BadValue(f"the damage of {UNITS.titles[named.unit]} is at most {most}", field=field)
        cells[DAMAGE + named.unit] = damage


# -- 7.5, 9.13 an action ---------------------------------------------------------------------------------


def _action(pieces: Pieces, cells: Cells, kind: str, attack: int, defend: int) -> TableAnswer:
    """The fate of each target if all fire at it, and if the shots are spread evenly."""
    action = NIGHT if kind == "night" else DAY
    bonus = kamikazes(pieces, cells, action)
    raid = kind == "raid"
    shots = {unit: shots_of(pieces, cells, action, unit) for unit in members(attack)}
    silent = [UNITS.titles[unit] for unit, fired in shots.items() if not fired]
    if len(silent) == len(shots):
        raise BadValue(f"none of these can attack in {ACTIONS[kind].lower()}; {FIRES_THEN[action]}", field="attack")
    alone: dict[int, FateChances] = {}
    for target in members(defend):
        aims: list[Aim] = [(unit, target) for unit in members(attack)]
        fire = fires_at(pieces, cells, action, aims, bonus)[target]
        before = cells[DAMAGE + target]
        alone[target] = (
            raid_fate(pieces, target, before, [fire]) if raid else fate_chances(pieces, target, before, fire)
        )
    rows = [OddsRow(UNITS.ids[target], UNITS.titles[target], list(fate[:4])) for target, fate in alone.items()]
    tables = [OddsTable("Each target alone", FATES, rows, TWO_ROUNDS if raid else BY_FIRE)]
    figures = {"shots": float(sum(shots.values()))}
    for target, fate in alone.items():
        figures[f"{UNITS.titles[target]} sunk if all fire at it"] = fate.sunk
    if not raid:
        spread = round_fates(pieces, cells, action, even_aims(pieces, cells, action, attack, defend), bonus=bonus)
        evenly = {target: spread.get(target, FateChances(0.0, 0.0, 0.0, 1.0, 0.0)) for target in members(defend)}
        rows = [OddsRow(UNITS.ids[target], UNITS.titles[target], list(fate[:4])) for target, fate in evenly.items()]
        tables.append(OddsTable("By target", FATES, rows, EVENLY))
        figures["targets sunk, spread evenly"] = sum([fate.sunk for fate in evenly.values()])
        chances = [1 - fate.sunk - fate.disabled for fate in evenly.values()]
        stay = group_rows("targets", chances, "survives in place", "survive in place")
        tables += [OddsTable("The whole group", ["yes", "no"], stay, EVENLY)] if stay else []
    lines = [f"{ACTIONS[kind]}: {_names(cells, attack)} against {_names(cells, defend)}."]
    lines += [f"Not used here, since {FIRES_THEN[action]}: {', '.join(silent)}."] if silent else []
    return TableAnswer(kind, lines, figures, tables)


# -- 6.4 speed rolls -------------------------------------------------------------------------------------


def _speed(pieces: Pieces, cells: Cells, ships: int) -> TableAnswer:
    """The speed roll of each ship, and of all together."""
    chances = [speed_roll_chance(max(1, int(pieces.speed[unit]) - cells[DAMAGE + unit])) for unit in members(ships)]
    rows = [
        OddsRow(UNITS.ids[unit], UNITS.titles[unit], [chance, 1 - chance])
        for unit, chance in zip(members(ships), chances, strict=True)
    ]
    every = 1.0
    for chance in chances:
        every *= chance
    tables = [OddsTable("Speed rolls", ["passed", "failed"], rows, "one roll each")]
    group = group_rows("ships", chances, "passes", "pass")
    tables += [OddsTable("All together", ["yes", "no"], group, "one roll each")] if group else []
    return TableAnswer("speed", [f"Speed rolls of {_names(cells, ships)}."], {"all pass": every}, tables)


def _names(cells: Cells, units: int) -> str:
    """The units, each with its damage.

    >>> cells = [0] * (DAMAGE + len(UNITS))
    >>> cells[DAMAGE] = 2
    >>> _names(cells, 1) == f"{UNITS.titles[0]} (damage 2)"
    True
    """
    damage = {unit: cells[DAMAGE + unit] for unit in members(units)}
    return ", ".join([UNITS.titles[unit] + (f" (damage {hits})" if hits else "") for unit, hits in damage.items()])
