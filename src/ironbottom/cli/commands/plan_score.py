"""``ironbottom plan-score``: how well an agent plans under hidden information, in a fixed suite."""

from __future__ import annotations

from ironbottom.cli.commands.parameters import Count, GameNames, Json, Workers
from ironbottom.cli.exit_codes import STOPPED
from ironbottom.cli.output.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.parallel import available_cores
from ironbottom.lab.planning import OPPONENT, SUITE, PlanningScore, score_agent


def plan_score(
    agent: str,
    /,
    *,
    game: GameNames = None,
    rounds: Count = 5,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Score an agent in the planning suite.

    Parameters
    ----------
    agent
        A computer player, or a Python file with a function make_player.
    game
        A game of the suite. May be repeated. Default: all that have the player.
    rounds
        The number of seeds for each position and seating.
    workers
        The number of processes. Default: the number of cores.
    """
    if workers is not None and workers < 1:
        raise BadValue("--workers must be at least 1")
    scores: list[PlanningScore] = []
    terminal, stopped = Terminal(plain=wants_plain()), False
    if not json:
        terminal.write(f"Planning suite {SUITE} against {OPPONENT}; 95 % intervals", "head")
    try:
        for score in score_agent(agent, game or (), rounds=rounds, workers=workers or available_cores()):
            scores.append(score)
            if not json:
                _print(terminal, score)
    except KeyboardInterrupt:
        stopped = True
    if json:
        print_json(
            {"suite": SUITE, "agent": agent, "rounds": rounds, "stopped": stopped, "games": list(map(_data, scores))}
        )
    elif stopped:
        terminal.write("stopped; these games were finished", "alert")
    return STOPPED if stopped else 0


def _data(score: PlanningScore) -> dict[str, object]:
    """The score in a game as plain data."""
    return {
        "game": score.game,
        "games": len(score.results),
        "share": score.share,
        "milliseconds a decision": round(score.milliseconds, 2),
        "longest decision in milliseconds": round(score.longest, 1),
    }


def _print(terminal: Terminal, score: PlanningScore) -> None:
    share, low, high = (100 * value for value in score.share)
    terminal.write(
        f"{get_game(score.game).title}: {score.agent} {share:.1f} % ({low:.1f} to {high:.1f}) of"
        f" {len(score.results)} games; {score.milliseconds:.1f} ms a decision, at most {score.longest:.0f}",
        indent=4,
    )
