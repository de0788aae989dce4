"""``/api/games``: the games and their rules."""

from __future__ import annotations

from functools import cache

from litestar import get
from litestar.params import FromPath

from ironbottom.bots.registry import all_bots
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.about import Option
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.lab.review.examine import is_reviewable
from ironbottom.server.errors import NotFound
from ironbottom.server.match.open_match import PUBLIC
from ironbottom.server.messages.responses import BotInfo, ClauseResponse, GameResponse, OptionInfo, ScenarioInfo
from ironbottom.server.views.game_text import picture, side_infos


@get("/games", sync_to_thread=False)
def list_games() -> list[GameResponse]:
    """Returns every game with its sides, scenarios, options and computer players."""
    return [_game_response(game) for game in sorted(all_games(), key=lambda game: game.title)]


@get("/games/{game_id:str}/clauses", sync_to_thread=False)
def list_clauses(game_id: FromPath[str]) -> list[ClauseResponse]:
    """Returns every clause of a game in our own words, in the order of the rulebook."""
    try:
        game = get_game(game_id)
    except BadValue as error:
        raise NotFound(error.message, field="game") from None
    return [
        ClauseResponse(
            c.id,
            c.title,
            c.paraphrase,
            c.reading,
            c.status,
            c.reason,
            c.option,
            list(c.related),
            game.clause_source(c.id),
        )
        for c in game.clauses().values()
    ]


def _game_response(game: Game) -> GameResponse:
    return GameResponse(
        id=game.id,
        short=game.short,
        title=game.title,
        sides=side_infos(game),
        scenarios=[ScenarioInfo(name, text) for name, text in game.scenarios.items()],
        options=[_option_info(option) for option in game.options],
        bots=[BotInfo(name, bot.text, bot.level, bot.seconds) for name, bot in all_bots(game).items()],
        about=game.about,
        picture=_opening_picture(game),
        known=game.clause_source_counts(),
        joint=not game.dice_unheard,
        reviewed=is_reviewable(game),
    )


@cache
def _opening_picture(game: Game) -> list[tuple[float, float, str, int]]:
    rules = game.rules()
    return picture(rules, rules.view(rules.new(), PUBLIC))


def _option_info(option: Option) -> OptionInfo:
    words = [option.value_text(value) for value in option.values]
    return OptionInfo(option.name, list(option.values), option.default, option.clause, option.text, option.title, words)
