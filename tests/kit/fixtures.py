"""Recorded games that must replay to the same result: ``python -m tests.kit.fixtures pf`` records new ones.

A record has all choices, dice and events, the result and the hash of the last state. A change of the rules that leads
to other events fails here; then the version of the rules is raised, and new games are recorded. The older ones stay.
For each of them from which the current rules diverge, ``divergences.toml`` gives the line and the clause; there is no
clause if the form of a choice has changed.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from ironbottom.bots.random_player import RandomPlayer
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match, Offer
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import End, read_record
from ironbottom.engine.rules.actions import Action
from ironbottom.testing.games import GameSetUp, every_value, named
from tests.kit.baseline_player import Script

FIXTURES = Path(__file__).parent.parent / "fixtures"


def recorded() -> list[Path]:
    """All recorded games."""
    return sorted(FIXTURES.glob("*/*.jsonl"))


def check_fixture(path: Path) -> None:
    """Replays the record. The rules must not diverge from it, and it must end with the same result and state.

    A record of an older version replays until the line that ``divergences.toml`` gives.
    """
    record = read_record(path)
    game = named(record.header.game)
    again = replay(record, game=game)
    if record.header.rules == game.rules_version:
        assert again.divergence is None, f"{path.name}, {again.divergence}"
        assert not again.notes, f"{path.name}: {'; '.join(again.notes)}"
    else:
        assert again.notes, f"{path.name}: nothing tells that it is of rules {record.header.rules}"
        data = again.divergence and {"line": again.divergence.line, "clause": again.divergence.clause}
        found = data and {key: value for key, value in data.items() if value is not None}
        assert found == divergences(path.parent).get(path.stem), f"{path.name}, {again.divergence}"
        if again.divergence is not None:
            return
    (end,) = [act for act in record.acts if isinstance(act, End)]
    assert again.match.over, f"{path.name} has not ended"
    result: Any = again.match.result() or {}
    for part in ("winners", "score"):
        assert result.get(part) == end.result[part], f"{path.name}: {part} is {result.get(part)}"
    if record.header.rules == game.rules_version:
        assert again.match.state.hash() == end.state, f"{path.name}: the last state has another hash"


def divergences(folder: Path) -> dict[str, dict[str, object]]:
    """The line and clause where the current rules diverge from records of older versions; other records agree."""
    file = folder / "divergences.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


class Chooser(Protocol):
    """A person or program that answers an offer."""

    def choose(self, offer: Offer) -> Action: ...


class Brief:
    """Draws a verb, then argument by argument; if the decision can be ended, ends it with a probability of one quarter.

    This keeps the longest games short, since a player that draws uniformly from thousands of choices would seldom end a
    decision.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, offer: Offer) -> Action:
        return offer.choices.sample_by_argument(self._random)


PLAYERS: dict[str, Callable[[int], Chooser]] = {"script": lambda _: Script(), "random": RandomPlayer, "brief": Brief}


def record(setup: GameSetUp, seed: int, path: Path, players: str) -> Match:
    """Plays a match between players of these kinds, assigned to the sides in turn, and writes its record."""
    sides = setup.rules.sides.ids
    kinds = players.split(",")
    named_players = {side: kinds[place % len(kinds)] for place, side in enumerate(sides)}
    seats = {side: PLAYERS[kind](seed) for side, kind in named_players.items()}
    match = Match(setup.rules, setup.scenario, dice=SeededDice(seed), players=named_players)
    chance = random.Random(seed)
    while not match.over:
        decisions = match.decisions()
        side = decisions[chance.randrange(len(decisions))].side
        offer = match.offer(side)
        match.submit(side, seats[side].choose(offer), seq=offer.seq)
    path.parent.mkdir(parents=True, exist_ok=True)
    match.save(path)
    return match


def main() -> None:
    """Records games of each set-up."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.fixtures", description=__doc__.split(":")[0])
    parser.add_argument("game", help="id or short form, such as pf")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game (1)")
    parser.add_argument(
        "--players", default="script,random", help="random, script or brief for each side (script,random)"
    )
    parser.add_argument("--scenario", help="only set-ups of this scenario")
    asked = parser.parse_args()
    game = named(asked.game)
    for place, setup in enumerate(every_value(game)):
        if asked.scenario not in (None, setup.scenario):
            continue
        seed = asked.seed + place
        name = f"rules_{game.rules_version}-{setup.scenario}-{asked.players.replace(',', '-')}-{seed}.jsonl"
        path = FIXTURES / game.id / name
        path.unlink(missing_ok=True)
        match = record(setup, seed, path, asked.players)
        print(f"{path}: {len(match.acts)} acts, {match.result()}")  # noqa: T201


if __name__ == "__main__":
    main()
