"""``ironbottom games``: lists the games."""

from __future__ import annotations

from ironbottom.bots.registry import all_bots
from ironbottom.cli.commands.parameters import Json
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games


def games(*, json: Json = False) -> None:
    """List the games with their sides, scenarios, options and opponents."""
    listed = sorted(all_games(), key=lambda game: game.id)
    if json:
        print_json([_game_summary(game) for game in listed])
        return
    terminal = Terminal(plain=wants_plain())
    for game in listed:
        terminal.write(f"{game.title}  ({game.id}, or {game.short})", "head")
        terminal.write(f"  Sides: {', '.join(game.sides.ids)}")
        for name, text in game.scenarios.items():
            terminal.write(f"  Scenario {name}: {text}", indent=4)
        for option in game.options:
            values = ", ".join((f"{option.default} (default)", *option.values[1:]))
            terminal.write(f"  Option {option.name}: {values}. {option.text} ({option.clause})", indent=4)
        for name, bot in all_bots(game).items():
            terminal.write(f"  Opponent {name}: {bot.text}", indent=4)


def _game_summary(game: Game) -> dict[str, object]:
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
