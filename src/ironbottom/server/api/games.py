"""``/api/games``: what can be played here, and its rules."""

from __future__ import annotations

from functools import cache

from litestar import get
from litestar.params import FromPath

from ironbottom.bots.registry import all_bots
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.about import Option
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.server.errors import NotFound
from ironbottom.server.match.open_match import PUBLIC
from ironbottom.server.messages.responses import BotTold, ClauseTold, GameTold, OptionTold, ScenarioTold
from ironbottom.server.views.game_text import picture, sides_of


@get("/games", sync_to_thread=False)
def list_games() -> list[GameTold]:
    """Every game with its sides, scenarios, options and computer players."""
    return [_told(game) for game in sorted(all_games(), key=lambda game: game.title)]


@get("/games/{game_id:str}/clauses", sync_to_thread=False)
def list_clauses(game_id: FromPath[str]) -> list[ClauseTold]:
    """Every clause of a game in our own words, in the order of the rulebook."""
    try:
        game = get_game(game_id)
    except BadValue as wrong:
        raise NotFound(wrong.message, field="game") from None
    return [
        ClauseTold(
            c.id, c.title, c.paraphrase, c.reading, c.status, c.reason, c.option, list(c.related), game.known(c.id)
        )
        for c in game.clauses().values()
    ]


def _told(game: Game) -> GameTold:
    return GameTold(
        id=game.id,
        short=game.short,
        title=game.title,
        sides=sides_of(game),
        scenarios=[ScenarioTold(name, text) for name, text in game.scenarios.items()],
        options=[_option(option) for option in game.options],
        bots=[BotTold(name, bot.text) for name, bot in all_bots(game).items()],
        about=game.about,
        picture=_opening(game),
        known=game.how_known(),
        joint=not game.dice_unheard,
    )


@cache
def _opening(game: Game) -> list[tuple[float, float, str, int]]:
    rules = game.rules()
    return picture(rules, rules.view(rules.new(), PUBLIC))


def _option(option: Option) -> OptionTold:
    words = [option.said(value) for value in option.values]
    return OptionTold(option.name, list(option.values), option.default, option.clause, option.text, option.title, words)
