"""``ironbottom games``: lists the games."""

from __future__ import annotations

from typing import Any

from ironbottom.bots.registry import all_bots
from ironbottom.cli.commands.parameters import Json
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games


def games(*, json: Json = False) -> None:
    """Lists the games, their sides, scenarios, options and opponents."""
    listed = sorted(all_games(), key=lambda game: game.id)
    if json:
        print_json([_described(game) for game in listed])
        return
    terminal = Terminal(plain=wants_plain())
    for game in listed:
        terminal.say(f"{game.title}  ({game.id}, or {game.short})", "head")
        terminal.say(f"  Sides: {', '.join(game.sides.ids)}")
        for name, text in game.scenarios.items():
            terminal.say(f"  Scenario {name}: {text}", indent=4)
        for option in game.options:
            values = ", ".join((f"{option.default} (as a rule)", *option.values[1:]))
            terminal.say(f"  Option {option.name}: {values}. {option.text} ({option.clause})", indent=4)
        for name, bot in all_bots(game).items():
            terminal.say(f"  Opponent {name}: {bot.text}", indent=4)


def _described(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "short": game.short,
        "title": game.title,
        "sides": list(game.sides.ids),
        "scenarios": dict(game.scenarios),
        "options": [
            {"name": option.name, "values": list(option.values), "clause": option.clause, "text": option.text}
            for option in game.options
        ],
        "opponents": {name: bot.text for name, bot in all_bots(game).items()},
    }
