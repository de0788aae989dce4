"""Compares the information shown to a side, and responses to lists of choices, in all worlds that fit what it sees."""

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
from ironbottom.testing.lists import ACCEPTED, NONSENSE, answer
from ironbottom.testing.offers import sample
from tests.server.api_client import ApiClient, ErrorResponse
from tests.server.seated_players import seat_players

POSITIONS = Path(__file__).parent.parent / "browser" / "positions"
StatusAndBody = tuple[int, bytes]


def start_of(game: str, name: str) -> State:
    """Returns a position of the page's tests, or of a random game after this many choices."""
    if not name.isdigit():
        return load_position(POSITIONS / game / f"{name}.toml")
    state, rng, dice = game_by_id(game).new(), Random(int(name)), SeededDice(int(name))
    for _ in range(int(name)):
        decisions = state.decisions()
        if not decisions:
            break
        decision = rng.choice(decisions)
        state.apply(decision.side, decision.choices.sample_by_argument(rng), dice, trusted=True)
    return state


def game_by_id(game: str) -> Game:
    """Returns a game by id."""
    return next(found for found in all_games() if found.id == game)


def compare(api: ApiClient, state: State, rng: Random, worlds: int, first_choice_count: int) -> int:
    """Compares the responses in the true world and in others that fit what a side sees; returns the number of lists."""
    count = 0
    for decision in state.decisions():
        side = decision.side
        runs = list(lists(state, side, rng, first_choice_count))
        mine = responses(api, state, side, runs)
        for number in range(worlds):
            drawn = state.rules.game.resample(state.view(side), Random(number))
            for (route, here), (_, there) in zip(mine, responses(api, drawn, side, runs), strict=True):
                assert here == there, f"{route} gives {side} {there} in draw {number}, not {here}"
        count += len(runs)
    return count


def lists(state: State, side: str, rng: Random, first_choice_count: int) -> Iterator[list[Action]]:
    """Yields lists of two and three choices that begin with offered ones; none would be accepted."""
    decision, vocabulary = state.decision(side), state.rules.vocabulary
    assert decision is not None
    offered = [decision.choices.sample_by_argument(rng) for _ in range(first_choice_count)]
    others = [vocabulary.action(code) for verb in vocabulary.verbs for code in sample(verb, 1, rng)]
    for first in dict.fromkeys(offered):
        for last in (NONSENSE, *offered, *rng.sample(others, min(4, len(others)))):
            for run in ([first, last], [offered[0], first, last]):
                if answer(state, side, run) != ACCEPTED:
                    yield run


def responses(
    api: ApiClient, state: State, side: str, runs: Sequence[Sequence[Action]]
) -> list[tuple[str, StatusAndBody]]:
    """Returns the responses to these lists by every route that tries choices."""
    position = json.dumps(write_position(state))
    match_id, players = seat_players(api.client, game=state.rules.game.id, position=position)
    host, api = next(iter(players.values())), players[side]
    match_view = api.view(match_id, side)
    match = f"/matches/{match_view['id']}"
    results = [
        *other_responses(api, match, side),
        ("helpers", status_and_body(api, "GET", f"{match}/helpers", params={"side": side})),
    ]
    for run in runs:
        *before, last = run
        listed = "; ".join(" ".join(choice) for choice in run)
        for route, body in (
            ("act", {"seq": match_view["seq"], "choices": run}),
            ("why_not", {"action": last, "after": before}),
            ("ahead", {"runs": [before, run]}),
            ("names", {"choices": run}),
            ("gives_up", {"action": last}),
        ):
            results.append(
                (f"{route} {listed}", status_and_body(api, "POST", f"{match}/{route}", json={"side": side, **body}))
            )
        for route in ("decision_odds", "ways"):
            query = {"side": side, "begun": json.dumps(before)}
            results.append((f"{route} {listed}", status_and_body(api, "GET", f"{match}/{route}", params=query)))
    host.request("DELETE", match)
    return results


MATCH_FIELDS = ("id", "stamp", "mark", "dice")
"""The fields of a response that depend on the id of its match or on the secret of its dice."""


def other_responses(api: ApiClient, match: str, side: str) -> list[tuple[str, StatusAndBody]]:
    """Returns everything else that a side can look at, without what differs between any two matches."""
    results = []
    for route in ("", "/log", "/aid", "/odds", "/standing", "/seats", "/sitting", "/pieces"):
        status, body = status_and_body(api, "GET", f"{match}{route}", params={"side": side, "since": 0})
        found = json.loads(body)
        if isinstance(found, dict):
            found = {name: value for name, value in found.items() if name not in MATCH_FIELDS}
        results.append((route or "view", (status, json.dumps(found).encode())))
    return results


def status_and_body(api: ApiClient, method: str, path: str, **more: Any) -> StatusAndBody:
    """Returns a response, even if it is an error."""
    try:
        response = api.request(method, path, **more)
    except ErrorResponse as error:
        return error.status, json.dumps(error.body).encode()
    return response.status_code, response.content
