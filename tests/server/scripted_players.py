"""Computer players that a test controls from outside their worker process."""

import gc
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ironbottom.bots.registry import Bot
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.state import State
from ironbottom.testing.waiting import wait_until

FOLDER = "IRONBOTTOM_SCRIPTED_PLAYERS"
COMMAND = """
import sys
from ironbottom.server.work.jobs import serve_jobs
from tests.server.scripted_players import with_scripted
from ironbottom.bots import registry
registry._own_bots = with_scripted(registry._own_bots)
serve_jobs(*map(int, sys.argv[1:]))
"""


def folder() -> Path:
    """Returns the folder in which the test and the players exchange files."""
    return Path(os.environ[FOLDER])


def _wait_for_permission(offer: Offer) -> Any:
    while not (folder() / "may answer").exists():
        time.sleep(0.005)
    return offer.choices.at(0)


def _allocate_20_gb(offer: Offer) -> Any:
    return len(bytearray(20_000_000_000))


ANSWERS: dict[str, Callable[[Offer], Any]] = {
    "first": lambda offer: offer.choices.at(0),
    "waits": _wait_for_permission,
    "computes": lambda offer: any(iter(int, 1)),
    "holds": _allocate_20_gb,
    "leaves": lambda offer: os._exit(3),
    "no key": lambda offer: dict[str, str]()[f"us_wasp lies in {offer.side}_1"],
    "not allowed": lambda offer: ("sortie", "japan_1", "the_slot"),
    "nothing": lambda offer: None,
    "no choice": lambda offer: [],
    "a number": lambda offer: 7,
    "by zero": lambda offer: 1 / 0,
}


class Scripted:
    """Records each offer and plays what the test specifies."""

    def choose(self, offer: Offer) -> Any:
        hidden = [type(found).__name__ for found in gc.get_objects() if isinstance(found, (State, Match, SealedDice))]
        note = {"process": os.getpid(), "side": offer.side, "view": offer.view, "hidden": hidden}
        with (folder() / "offers").open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(note)}\n")
        return ANSWERS[(folder() / "answer").read_text(encoding="utf-8")](offer)


class Counting:
    """Makes the first choice, and records the number of times that it was asked."""

    def __init__(self, seed: int) -> None:
        self.seed, self.asked = seed, 0

    def choose(self, offer: Offer) -> Any:
        self.asked += 1
        with (folder() / "offers").open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps({'seed': self.seed, 'asked': self.asked})}\n")
        return offer.choices.at(0)


def with_scripted(own_bots: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Adds the test's players to those of every game."""

    def scripted(rules: Rules, side: str, seed: int) -> Scripted:
        return Scripted()

    def counting(rules: Rules, side: str, seed: int) -> Counting:
        return Counting(seed)

    more = {"scripted": Bot("Plays what the test specifies.", scripted), "counting": Bot("Counts.", counting)}
    return lambda game: {**own_bots(game), **more}


class PlayerControl:
    """The test's side: sets the answers of the players, and reads the offers that they got."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.answer("first")

    def answer(self, kind: str) -> None:
        """Sets how the players answer from now on."""
        (self.home / "answer").write_text(kind, encoding="utf-8")

    def may_answer(self) -> None:
        """Lets waiting players answer."""
        (self.home / "may answer").touch()

    @property
    def offers(self) -> list[dict[str, Any]]:
        """Returns what the players recorded about each offer."""
        path = self.home / "offers"
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []

    def wait_for_offers(self, times: int) -> list[dict[str, Any]]:
        """Returns these records, once the players have been asked this many times."""
        assert wait_until(lambda: len(self.offers) >= times)
        return self.offers
