"""Counts how many acts a side needs per Game-Turn: a computer player's games, entered through the page's helpers.

    python -m ironbottom.lab.ui_cost witp --scenario leyte --games 5 --seed 1

An act is everything that a user submits at once. The rules for counting:

* A choice is one act, together with its second step. The choices of a helper are one act if the player makes exactly
these choices in this order. If the player leaves a helper half-way, each choice beyond a shorter helper counts.

* Forces that continue are one act per phase, together with the end of the orders: those that stay where they are on
their Mission, and those whose course is the next course of their voyage. Every other force is two acts, its Mission and
its course; the course also plans its voyage to where the player intends to go.

* A standing order is one act when it is given and one when it is dropped. The simulated user gives an order the second
time in a row that the order would have answered as the player did, and drops it as soon as the player answers
differently. Choices that it makes are not acts.

The choices and their results are those of the games without helpers. The game must have ``Game.helpers`` and may have
``Game.standing_orders``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from statistics import median

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.lab.simulated_user import SimulatedUser
from ironbottom.lab.simulation import TURNS, apply_choice, derive_seed


class CountedGame:
    """A game between two computer players of a kind, in which acts are counted by side and turn."""

    def __init__(self, rules: Rules, player: str, seed: int, number: int, scenario: str | None) -> None:
        helpers, standing = rules.game.helpers(), rules.game.standing_orders()
        if helpers is None:
            raise BadValue(f"{rules.game.title} has no helpers to count")
        self.players = {
            side: make_player(rules, player, side, derive_seed(seed, number, side)) for side in rules.sides.ids
        }
        self.users = {side: SimulatedUser(side, helpers, standing) for side in rules.sides.ids}
        self.dice = SeededDice(derive_seed(seed, number, "dice"))
        self.state: State = rules.new(scenario, self.dice)
        self.turn_at = next(rules.layout.names.index(name) for name in TURNS if name in rules.layout.names)
        self.choices, self.acts = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
        self.causes = Counter[tuple[str, str, str]]()
        """The acts by side, question and verb."""

    def play(self) -> None:
        """Plays the game to its end."""
        while decisions := self.state.decisions():
            decision = decisions[0]
            side = decision.side
            for action in as_choices(self.players[side].choose(offer_for(self.state, decision))):
                key, here = (side, self.state.cells[self.turn_at]), self.state.decision(side)
                acts = self.users[side].ui_actions(self.state, action)
                self.choices[key] += 1
                self.acts[key] += acts
                self.causes[side, here.procedure.name if here else "", action[0]] += acts
                apply_choice(self.state, side, action, self.dice)


def cost_report(games: Sequence[CountedGame]) -> list[str]:
    """Returns the median per side and turn, with helpers and without, and the longest turns."""
    lines = []
    for side in games[0].players:
        acts = [count for game in games for (who, _), count in game.acts.items() if who == side]
        choices = [count for game in games for (who, _), count in game.choices.items() if who == side]
        lines.append(
            f"{side}: {len(acts)} turns, median {median(acts):g} acts through helpers (most {max(acts)}), "
            f"{median(choices):g} choices one by one (most {max(choices)})"
        )
    acts = [count for game in games for count in game.acts.values()]
    return [*lines, f"both sides: median {median(acts):g} acts per side and turn"]


def causes(games: Sequence[CountedGame]) -> list[str]:
    """Returns what each side's acts are for, the most frequent first."""
    turns, lines = sum(len(game.acts) for game in games), list[str]()
    for side in games[0].players:
        own = Counter[tuple[str, str]]()
        for game in games:
            own.update({(asked, verb): count for (who, asked, verb), count in game.causes.items() if who == side})
        share = turns / len(games[0].players)
        lines += [
            f"{side} {asked} {verb}: {count / share:.1f} a turn" for (asked, verb), count in own.most_common() if count
        ]
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m ironbottom.lab.ui_cost", description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--player", default="ensign")
    parser.add_argument("--scenario")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--causes", action="store_true", help="list the acts by question and verb")
    chosen = parser.parse_args(arguments)
    rules = get_game(chosen.game).rules()
    if rules.game.helpers() is None:
        parser.error(f"{chosen.game} has no helpers to count")
    games = []
    for number in range(chosen.games):
        game = CountedGame(rules, chosen.player, chosen.seed, number, chosen.scenario)
        game.play()
        games.append(game)
    lines = [*cost_report(games), *(causes(games) if chosen.causes else ())]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
