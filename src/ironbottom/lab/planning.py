"""The planning suite: fixed positions, seeds and opponents for agents that plan under hidden information.

Each position is played to the end by the agent against ``OPPONENT``, in every seating and with several seeds. The
score is the share of the points: 1 for a win, half for a draw. The opponent itself scores exactly half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ironbottom import positions
from ironbottom.bots.registry import all_bots, make_player
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.features import Player
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.parallel import Progress, process_map
from ironbottom.lab.simulation import derive_seed, play_out
from ironbottom.lab.user_files import load_function

SUITE = 1
"""The version of the suite. Scores of different versions cannot be compared."""
OPPONENT = "ensign"
"""The computer player that plays the other sides."""
FOLDER = Path(__file__).parent / "planning_positions"
FUNCTION = "make_player"
"""The function that a file with an agent must define: it takes the rules, the side and a seed, and returns a player."""
FIELD = "agent"


class PlanningTask(NamedTuple):
    """A game to play: a position, the team that the agent plays, and the number of the game."""

    position: Path
    team: str
    number: int
    agent: str


class PlanningResult(NamedTuple):
    """The agent's points in a game, the number of its decisions, and their time in seconds."""

    points: float
    decisions: int
    seconds: float
    longest: float


class PlanningScore(NamedTuple):
    """The results of an agent in one game."""

    game: str
    agent: str
    results: Sequence[PlanningResult]

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of the points, from 0 to 1, and its 95 % interval."""
        return proportion_interval(sum(result.points for result in self.results), len(self.results))

    @property
    def milliseconds(self) -> float:
        """The mean time of a decision."""
        decisions = sum(result.decisions for result in self.results)
        return 1000 * sum(result.seconds for result in self.results) / max(1, decisions)

    @property
    def longest(self) -> float:
        """The longest time of a decision, in milliseconds."""
        return 1000 * max(result.longest for result in self.results)


def planning_positions(game: Game) -> list[Path]:
    """Returns the files of a game's positions; empty if it has none.

    >>> [path.name for path in planning_positions(get_game("pf"))][:2]
    ['pacific_fury_1.json', 'pacific_fury_2.json']
    """
    return sorted(FOLDER.glob(f"{game.id}_[0-9].json"))


def games_in_suite() -> list[Game]:
    """Returns the games with positions."""
    return [game for game in all_games() if planning_positions(game)]


def tasks(game: Game, agent: str, rounds: int) -> list[PlanningTask]:
    """Returns the games to play: each position in every seating, with this many seeds."""
    teams = [team.id for team in game.alliances.teams]
    return [
        PlanningTask(position, team, number, agent)
        for number in range(rounds)
        for position in planning_positions(game)
        for team in teams
    ]


MakePlayer = Callable[[Rules, str, int], Player]
"""Makes a player from the rules, the side and a seed."""


def agent_maker(agent: str, game: Game) -> MakePlayer:
    """Returns the function that makes an agent, which is a computer player by name, or defined in a Python file.

    ``BadValue`` if there is none.
    """
    if agent.endswith(".py"):
        own = load_function(Path(agent), FUNCTION, FIELD)

        def made(rules: Rules, side: str, seed: int) -> Player:
            try:
                player = own.function(rules, side, seed)
            except Exception as error:
                raise own.failure(error) from error
            if not isinstance(player, Player):
                raise BadValue(f"{FUNCTION} of {agent} must return a player, with a method choose", field=FIELD)
            return player

        return made
    if agent not in all_bots(game):
        raise BadValue(
            f"{game.title} has no player {agent!r}; choose one of {', '.join(all_bots(game))}, or a Python file",
            field=FIELD,
        )

    def named(rules: Rules, side: str, seed: int) -> Player:
        return make_player(rules, agent, side, seed)

    return named


def play_task(task: PlanningTask) -> PlanningResult:
    """Plays a game. Its dice and seeds depend on the position and the number only."""
    state = positions.load(task.position)
    rules = state.rules
    make = agent_maker(task.agent, rules.game)
    (own,) = [team.sides for team in rules.game.alliances.teams if team.id == task.team]
    words = ("planning", SUITE, task.position.stem, task.number)
    seats = {side: task.agent if side in own else OPPONENT for side in rules.sides.ids}
    players = {
        side: (make if side in own else _opponent)(rules, side, derive_seed(*words, side)) for side in rules.sides.ids
    }
    result = play_out(state, seats, players, SeededDice(derive_seed(*words, "dice")))
    return PlanningResult(
        float(own[0] in result.winners) if result.winners else 0.5,
        sum(result.decisions[side] for side in own),
        sum(result.seconds[side] for side in own),
        max(result.longest[side] for side in own),
    )


def _opponent(rules: Rules, side: str, seed: int) -> Player:
    return make_player(rules, OPPONENT, side, seed)


def score_agent(
    agent: str,
    games: Sequence[str] = (),
    *,
    rounds: int = 5,
    workers: int = 1,
    on_progress: Progress = lambda more: None,
) -> Iterator[PlanningScore]:
    """Scores an agent, and yields the result of each game as it ends.

    ``agent`` is a computer player by name, or a Python file with a function ``make_player``. ``games`` lists the games
    to play; by default all games of the suite that have the player. ``rounds`` is the number of seeds for each position
    and seating. ``BadValue`` names what is not allowed.

    >>> (score,) = score_agent("random", ["pf"], rounds=1)
    >>> score.game, len(score.results) == 2 * len(planning_positions(get_game("pf")))
    ('pacific_fury', True)
    """
    if rounds < 1:
        raise BadValue("there must be at least one round", field="--rounds")
    chosen = [get_game(name) for name in games]
    for game in chosen:
        if not planning_positions(game):
            raise BadValue(f"{game.title} is not in the planning suite", field="--game")
    if not chosen:
        chosen = [game for game in games_in_suite() if agent.endswith(".py") or agent in all_bots(game)]
    for game in chosen or games_in_suite()[:1]:
        agent_maker(agent, game)
    with process_map(workers) as each:
        for game in chosen:
            results: list[PlanningResult] = []
            for result in each(play_task, tasks(game, agent, rounds)):
                results.append(result)
                on_progress(1)
            yield PlanningScore(game.id, agent, results)
