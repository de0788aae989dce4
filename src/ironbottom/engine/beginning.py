"""What stands at the head of a match: the rules in force, and what is played, by whom, with which dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.dice import Dice
from ironbottom.engine.errors import BadValue
from ironbottom.engine.position import write_position
from ironbottom.engine.record import RECORD_FORMAT, Header, heading_of
from ironbottom.engine.registry import get_game
from ironbottom.engine.rules import Game, Rules
from ironbottom.engine.state import State


def rules_in_force(
    game: Game | Rules | str, options: Mapping[str, str] | None, corrections: Mapping[str, Any] | None
) -> Rules:
    """The rules of a game under options and corrections; ``BadValue`` names what is not allowed."""
    if isinstance(game, Rules):
        if options or corrections:
            raise BadValue("rules in force have their options and corrections already", field="options")
        return game
    return (get_game(game) if isinstance(game, str) else game).rules(options, corrections)


def heading(
    rules: Rules, source: Dice, scenario: str | None, players: Mapping[str, str], start: State | None
) -> Header:
    """The first line of the record of a match."""
    for side in players:
        rules.sides.number(side, "players")
    return Header(
        format=RECORD_FORMAT,
        game=rules.game.id,
        rules=rules.game.rules_version,
        options=rules.options,
        data=rules.digest,
        dice=heading_of(source),
        scenario=scenario,
        players=dict(players),
        corrections=rules.facts.corrections,
        position=None if start is None else write_position(start),
    )
