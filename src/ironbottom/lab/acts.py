"""How many acts a side needs for a Game-Turn: the games of a computer player, led through the helpers of the page.

    python -m ironbottom.lab.acts witp --scenario leyte --games 5 --seed 1

An act is what a person hands in at once: a choice with what is asked in its second step, or the choices that a helper
fills in, where the player makes exactly these; of a helper that is left half-way every choice counts. Forces that stay
on their Missions are one act a phase. The choices themselves and what comes of them are those of the games without
helpers.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from statistics import median
from typing import Any

from ironbottom.bots import as_run, make_player, offer_in
from ironbottom.bots.registry import companion
from ironbottom.engine.actions import Action
from ironbottom.engine.dice import SeededDice
from ironbottom.engine.registry import get_game
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.lab.games import TURNS, carry_out, seed_of

Acts = Counter[tuple[str, int]]
SECOND_STEPS = frozenset(
    (
        *("pace", "shifting", "new_base", "exchanging", "setting_out"),
        *("moving", "lift_moving", "rebasing", "redeploying"),
    )
)
"""Questions whose answer the page hands in with the choice that opened them: a hex for a unit, a speed for a course."""


class CountedGame:
    """A game between two players of a kind, in which acts are counted by side and turn."""

    def __init__(self, rules: Rules, player: str, seed: int, number: int, scenario: str | None) -> None:
        self.helpers: Any = import_module(companion(rules.game, "player.helpers") or "")
        self.players = {side: make_player(rules, player, side, seed_of(seed, number, side)) for side in rules.sides.ids}
        self.dice = SeededDice(seed_of(seed, number, "dice"))
        self.state: State = rules.new(scenario, self.dice)
        self.turn_at = next(rules.layout.names.index(name) for name in TURNS if name in rules.layout.names)
        self.choices, self.acts = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
        self.missions: dict[str, dict[str, str]] = {side: {} for side in rules.sides.ids}
        self.expected: dict[str, list[Action]] = {side: [] for side in rules.sides.ids}
        self.followed = dict.fromkeys(rules.sides.ids, 0)
        self.plotted: dict[str, bool] = {}
        self.stayed: set[str] = set()

    def play(self) -> None:
        """Leads the game to its end."""
        while decisions := self.state.decisions():
            decision = decisions[0]
            side = decision.side
            for action in as_run(self.players[side].choose(offer_in(self.state, decision))):
                self.count(side, action)
                carry_out(self.state, side, action, self.dice)

    def count(self, side: str, action: Action) -> None:
        """Counts a choice: as an act, or as a part of what a helper fills in."""
        key, decision = (side, self.state.cells[self.turn_at]), self.state.decision(side)
        asked = decision.procedure.name if decision else ""
        self.choices[key] += 1
        if asked in SECOND_STEPS:
            return
        if asked != "course":
            self.acts[key] += side in self.plotted
            self.plotted.pop(side, None)
        if action[0] == "plot":
            self.plotted[side] = self.missions[side].get(action[1], "transit") == action[2]
            self.missions[side][action[1]] = action[2]
        elif asked == "course":
            self.sails(key, action)
        elif self.expected[side] and self.expected[side][0] == action:
            self.expected[side].pop(0)
            self.followed[side] = self.followed[side] + 1 if self.expected[side] else 0
        else:
            self.acts[key] += 1 + self.followed[side]
            self.expected[side], self.followed[side] = self.follows(side, action), 0
        if asked == "orders" and action == ("done",):
            self.stayed.discard(side)

    def sails(self, key: tuple[str, int], action: Action) -> None:
        """A force that stays on its Mission goes in with all that do; any other has a Mission and a course."""
        stays = self.plotted.pop(key[0], False) and action == ("hold",)
        self.acts[key] += 2 if not stays else key[0] not in self.stayed
        if stays:
            self.stayed.add(key[0])

    def follows(self, side: str, action: Action) -> list[Action]:
        """What goes in with a choice: the rest of a helper that begins with it and that the player follows."""
        for filled in self.helpers.offered(self.state, side, self.missions[side]):
            if filled.choices[0] == action:
                return list(filled.choices[1:])
        return []


def report(games: Sequence[CountedGame]) -> list[str]:
    """The medians of a side and turn, with helpers and without, and the longest turns."""
    lines = []
    for side in games[0].players:
        acts = [many for game in games for (who, _), many in game.acts.items() if who == side]
        choices = [many for game in games for (who, _), many in game.choices.items() if who == side]
        lines.append(
            f"{side}: {len(acts)} turns, median {median(acts):g} acts through helpers (most {max(acts)}), "
            f"{median(choices):g} choices one by one (most {max(choices)})"
        )
    acts = [many for game in games for many in game.acts.values()]
    return [*lines, f"both sides: median {median(acts):g} acts a side and turn"]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m ironbottom.lab.acts", description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--player", default="ensign")
    parser.add_argument("--scenario")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    rules = get_game(chosen.game).rules()
    if companion(rules.game, "player.helpers") is None:
        parser.error(f"{chosen.game} has no helpers that are counted")
    games = []
    for number in range(chosen.games):
        game = CountedGame(rules, chosen.player, chosen.seed, number, chosen.scenario)
        game.play()
        games.append(game)
    sys.stdout.write("\n".join(report(games)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
