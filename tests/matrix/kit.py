"""A short check of the installed package, on the Python that runs it: games, commands and the server.

``make matrix`` runs it outside the repository with each Python; all warnings count as errors. It needs only the
package.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ironbottom
from ironbottom import Game, Match, SeededDice, State

GAMES_EACH = 3
DECISIONS = 150
"""The maximum number of decisions that are made in each game."""
CHECK_EVERY = 10
"""The state is checked at one decision in this many."""
ODDS = (
    ["aap", "--attack", "3 infantry, 2 tanks", "--defend", "2 infantry"],
    ["witp", "--search", "--points", "12", "--modifiers", "overcast"],
)
NO_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def need(true: object, message: str) -> None:
    """Fails with a message unless a condition holds, even if assertions are disabled."""
    if not true:
        raise AssertionError(message)


def check_state(state: State) -> None:
    """Checks that a state loaded from its dump and its copy are unchanged, and that each side has a view of it."""
    for same in (state.rules.load(state.dump()), state.copy()):
        need(same == state, "a state that was dumped and loaded, or copied, is not the same")
        need(same.hash() == state.hash(), "the hash of a state that was dumped and loaded, or copied, is not the same")
    for side in (*state.rules.sides.ids, "public"):
        need(json.loads(json.dumps(state.view(side))), f"the view of {side} is empty")


def check_undo(match: Match, side: str) -> None:
    """Checks that undoing the last choice of a side and making it again leads to the same state."""
    if match.over or not match.can_undo(side).steps:
        return
    after = match.state.hash()
    (choice,) = match.undo(side)
    need(match.state.hash() != after, f"taking back {choice} changed nothing")
    match.submit(side, choice)
    need(match.state.hash() == after, f"{choice}, taken back and made again, led to a different state")


def play(game: Game, seed: int, decisions: int = DECISIONS) -> Match:
    """Plays a random game, which is checked at intervals."""
    chance = random.Random(seed)
    scenarios = list(game.scenarios)
    match = Match(game.id, scenario=scenarios[seed % len(scenarios)], dice=SeededDice(seed))
    check_state(match.state)
    for number in range(1, decisions + 1):
        if match.over:
            break
        decision = chance.choice(match.decisions())
        match.submit(decision.side, decision.choices.sample_by_argument(chance))
        if number % CHECK_EVERY == 0:
            check_state(match.state)
            check_undo(match, decision.side)
    check_state(match.state)
    return match


def games() -> None:
    """Plays a few random matches of each game."""
    every = ironbottom.all_games()
    need(len(every) == 5, f"{len(every)} games are installed, not 5")
    for game in every:
        for seed in range(GAMES_EACH):
            play(game, seed)


def command(*words: str) -> str:
    """The output of the installed command; it must succeed and print no warnings."""
    ran = subprocess.run([str(program()), *words], capture_output=True, text=True, check=False, timeout=300)
    need(ran.returncode == 0 and not ran.stderr, f"ironbottom {' '.join(words)}: {ran.returncode}\n{ran.stderr}")
    return ran.stdout


def program() -> Path:
    """The command ``ironbottom`` of this Python."""
    return Path(sys.executable).with_name("ironbottom")


def commands() -> None:
    """Checks the version, exact odds, and a few games between computer players."""
    need(command("--version").strip() == ironbottom.__version__, "--version prints another version")
    for words in ODDS:
        need("%" in command("odds", *words), f"odds {' '.join(words)} prints no chances")
    for game, *options in (["pf"], ["witp", "--option", "last_round=1"]):
        printed = command("simulate", game, "ensign", "random", "--games", "1", "--seed", "1", *options, "--json")
        need(json.loads(printed), f"simulate {game} prints nothing")


def server() -> None:
    """Checks that the server shows the page, begins a match of every game, and ends when it is interrupted."""
    serving = subprocess.Popen([str(program()), "serve", "--no-open"], stdout=subprocess.PIPE, text=True)
    try:
        assert serving.stdout is not None
        address = re.search(r"http://\S+", serving.stdout.readline())
        need(address, "the server prints no address")
        assert address is not None
        base = address[0].rstrip("/")
        need("<!doctype html>" in fetch(f"{base}/").lower(), "the page is not shown")
        for game in json.loads(fetch(f"{base}/api/games")):
            sides = [side["id"] for side in game["sides"]]
            seats = dict.fromkeys(sides[1:], "random")
            observation = json.loads(fetch(f"{base}/api/matches", {"game": game["id"], "seats": seats}))
            need(observation["view"], f"a match of {game['id']} has no view")
        serving.send_signal(signal.SIGINT)
        need(serving.wait(60) == 0, f"the server ends with {serving.returncode}")
    finally:
        serving.kill()
        serving.communicate()


def fetch(address: str, body: dict[str, Any] | None = None) -> str:
    """A response of the server."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with NO_PROXY.open(request, timeout=60) as answer:
        text: str = answer.read().decode()
    return text


PARTS: tuple[Callable[[], None], ...] = (games, commands, server)


def main() -> None:
    """Runs each part in a separate folder."""
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ.update(HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder)
        need(Path(ironbottom.__file__).is_relative_to(sys.prefix), "the package is not the installed one")
        for part in PARTS:
            part()
            sys.stdout.write(f"{part.__name__}: fine\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
