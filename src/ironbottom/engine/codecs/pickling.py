"""Pickling of rules and states. Rules are pickled as game, options and corrections, states as packed bytes.

The receiving process looks the game up by its id, so no game data are sent. ``pickle`` calls these functions
automatically.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.binary_codec import pack, unpack
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import game_from
from ironbottom.engine.rules.state import State


def rules_from(module: str, name: str, options: Mapping[str, str], corrections: Mapping[str, Any]) -> Rules:
    """The rules of a game under these options and corrections."""
    return game_from(module, name).rules(options, corrections)


def _parts_of_rules(rules: Rules) -> tuple[Any, ...]:
    return rules_from, (type(rules.game).__module__, rules.game.id, rules.options, rules.facts.corrections)


def _parts_of_state(state: State) -> tuple[Any, ...]:
    return unpack, (state.rules, pack(state))


copyreg.pickle(Rules, _parts_of_rules)
copyreg.pickle(State, _parts_of_state)
