"""The header of a match: the rules in force, the scenario, the players and the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.position import write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import Dice
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.record.formats import WITH_COPIES, terms_in
from ironbottom.engine.record.record import RECORD_FORMAT, Header, heading_of
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State


def rules_in_force(
    game: Game | Rules | str, options: Mapping[str, str] | None, corrections: Mapping[str, Any] | None
) -> Rules:
    """The rules of a game with these options and corrections; ``BadValue`` names what is not allowed."""
    if isinstance(game, Rules):
        if options or corrections:
            raise BadValue("rules in force have their options and corrections already", field="options")
        return game
    return (get_game(game) if isinstance(game, str) else game).rules(options, corrections)


NOBODY = "nobody"
"""The host of a match if none of the players runs the server."""


def make_header(
    rules: Rules,
    source: Dice,
    scenario: str | None = None,
    players: Mapping[str, str] | None = None,
    start: State | None = None,
    host: str = "",
) -> Header:
    """The first line of the record of a match. The hash of sealed dice covers parts of it."""
    for side in players or {}:
        rules.sides.number(side, "players")
    if host not in ("", NOBODY):
        rules.sides.number(host, "host")
    if start is None and scenario is None:
        scenario = next(iter(rules.game.scenarios))
    header = Header(
        format=_format_for(source),
        game=rules.game.id,
        rules=rules.game.rules_version,
        options=rules.options,
        data=rules.digest,
        dice=heading_of(source),
        scenario=scenario,
        players=dict(players or {}),
        corrections=rules.facts.corrections,
        position=None if start is None else write_position(start),
        host=host,
    )
    seal(source, header)
    header.dice = heading_of(source)
    return header


def _format_for(source: object) -> int:
    """The format of the record.

    It is an older one if the match is a replay, or if an older version published its hash.
    """
    if isinstance(source, SealedDice) and source.terms == b"":
        return WITH_COPIES
    return int(getattr(source, "form", RECORD_FORMAT))


def seal(source: object, header: Header, copy: int = 0) -> None:
    """Sets the terms that the hash of sealed dice covers, unless they are already set.

    ``copy`` is the number of the act from which the match continues as a copy.
    """
    if isinstance(source, SealedDice) and source.terms is None:
        source.terms = terms_in(header, source.kind, copy)
