"""``ironbottom games`` lists the games, ``ironbottom players`` their computer players."""

from __future__ import annotations

from ironbottom.bots.registry import all_bots
from ironbottom.cli.commands.parameters import Json
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games, get_game


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


def players(game: str = "", /, *, json: Json = False) -> None:
    """List the computer players of a game, or of all games.

    Parameters
    ----------
    game
        The game, by name or short name: pacific_fury or pf. Default: all games.
    """
    listed = [get_game(game)] if game else sorted(all_games(), key=lambda one: one.id)
    if json:
        print_json([_players_of(one) for one in listed])
        return
    terminal = Terminal(plain=wants_plain())
    for one in listed:
        terminal.write(f"{one.title}  ({one.id}, or {one.short})", "head")
        for name, bot in all_bots(one).items():
            unit = "second" if bot.seconds == 1 else "seconds"
            terminal.write(
                f"  {name} ({bot.level}, at most {bot.seconds} {unit} a decision): {bot.text}",
                indent=4,
            )


def _players_of(game: Game) -> dict[str, object]:
    players = [
        {"id": name, "level": bot.level, "text": bot.text, "seconds": bot.seconds}
        for name, bot in all_bots(game).items()
    ]
    return {"game": game.id, "players": players}


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
