"""Compares what a side is shown, and responses to lists of choices, in all worlds that fit what it sees."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ironbottom.engine.codecs.position import load_position, write_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games
from ironbottom.engine.rules.state import State
from tests.kit.lists import ACCEPTED, NONSENSE, answer
from tests.kit.offers import sample
from tests.server.api_client import ApiClient, ErrorResponse
from tests.server.seated_players import seat_players

POSITION_LIMITS = Path(__file__).parent.parent / "browser" / "positions"
Telling = tuple[int, bytes]
"""The status and the body of a response."""


def start_of(game: str, name: str) -> State:
    """Returns a position of the page's tests, or of a random game after this many choices."""
    if not name.isdigit():
        return load_position(POSITION_LIMITS / game / f"{name}.toml")
    state, chance, dice = played(game).new(), Random(int(name)), SeededDice(int(name))
    for _ in range(int(name)):
        decisions = state.decisions()
        if not decisions:
            break
        decision = chance.choice(decisions)
        state.apply(decision.side, decision.choices.walk(chance), dice, trusted=True)
    return state


def played(game: str) -> Game:
    """Returns a game by id."""
    return next(one for one in all_games() if one.id == game)


def compare(api: ApiClient, state: State, chance: Random, worlds: int, firsts: int) -> int:
    """Compares the responses in the true world and in others that fit what a side sees; returns the number of lists."""
    count = 0
    for decision in state.decisions():
        side = decision.side
        runs = list(lists(state, side, chance, firsts))
        mine = responses(api, state, side, runs)
        for number in range(worlds):
            drawn = state.rules.game.resample(state.view(side), Random(number))
            for (asked, here), (_, there) in zip(mine, responses(api, drawn, side, runs), strict=True):
                assert here == there, f"{asked} is answered {there} to {side} in draw {number}, not {here}"
        count += len(runs)
    return count


def lists(state: State, side: str, chance: Random, firsts: int) -> Iterator[list[Action]]:
    """Yields lists of two and three choices that begin with offered ones; none would be accepted."""
    decision, vocabulary = state.decision(side), state.rules.vocabulary
    assert decision is not None
    begun = [decision.choices.walk(chance) for _ in range(firsts)]
    others = [vocabulary.action(code) for verb in vocabulary.verbs for code in sample(verb, 1, chance)]
    for first in dict.fromkeys(begun):
        for last in (NONSENSE, *begun, *chance.sample(others, min(4, len(others)))):
            for run in ([first, last], [begun[0], first, last]):
                if answer(state, side, run) != ACCEPTED:
                    yield run


def responses(api: ApiClient, state: State, side: str, runs: Sequence[Sequence[Action]]) -> list[tuple[str, Telling]]:
    """Returns the responses to these lists by every route that tries choices."""
    position = json.dumps(write_position(state))
    begun_match, players = seat_players(api.client, game=state.rules.game.id, position=position)
    host, api = next(iter(players.values())), players[side]
    match_view = api.view(begun_match, side)
    match = f"/matches/{match_view['id']}"
    response = [*shown(api, match, side), ("helpers", telling(api, "GET", f"{match}/helpers", params={"side": side}))]
    for run in runs:
        *before, last = run
        begun = json.dumps(before)
        asked = "; ".join(" ".join(choice) for choice in run)
        for route, body in (
            ("act", {"seq": match_view["seq"], "choices": run}),
            ("why_not", {"action": last, "after": before}),
            ("ahead", {"runs": [before, run]}),
            ("names", {"choices": run}),
            ("gives_up", {"action": last}),
        ):
            response.append((f"{route} {asked}", telling(api, "POST", f"{match}/{route}", json={"side": side, **body})))
        for route in ("decision_odds", "ways"):
            query = {"side": side, "begun": begun}
            response.append((f"{route} {asked}", telling(api, "GET", f"{match}/{route}", params=query)))
    host.ask("DELETE", match)
    return response


OF_THE_MATCH = ("id", "stamp", "mark", "dice")
"""The fields of a response that differ between two matches: they depend on its id and on the secret of its dice."""


def shown(api: ApiClient, match: str, side: str) -> list[tuple[str, Telling]]:
    """Returns everything else that a side can look at, without what differs between any two matches."""
    response = []
    for route in ("", "/log", "/aid", "/odds", "/standing", "/seats", "/sitting", "/pieces"):
        status, body = telling(api, "GET", f"{match}{route}", params={"side": side, "since": 0})
        found = json.loads(body)
        if isinstance(found, dict):
            found = {name: value for name, value in found.items() if name not in OF_THE_MATCH}
        response.append((route or "view", (status, json.dumps(found).encode())))
    return response


def telling(api: ApiClient, method: str, path: str, **more: Any) -> Telling:
    """Returns a response, also if it is an error."""
    try:
        found = api.ask(method, path, **more)
    except ErrorResponse as error:
        return error.status, json.dumps(error.body).encode()
    return found.status_code, found.content
