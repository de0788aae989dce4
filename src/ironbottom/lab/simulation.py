"""Plays whole games between computer players without a match, and measures them."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from time import process_time

import msgspec

from ironbottom.bots import Player, as_choices, make_player, offer_for
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Measures
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.game_events import EventList, GameEvent
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.view_types import Result
from ironbottom.lab.custom_measures import CustomMeasure, FinishedGame


class GameResult(msgspec.Struct, frozen=True):
    """A finished game: its winners (none for a draw), its measures, and the players' choices and times."""

    seats: dict[str, str]
    winners: tuple[str, ...]
    measures: dict[str, float]
    verbs: dict[str, dict[str, int]]
    """How often each verb was chosen, by side."""
    decisions: dict[str, int]
    """The number of decisions, by side."""
    seconds: dict[str, float]
    """The processor time for all decisions, by side."""
    longest: dict[str, float]
    """The longest processor time for a decision, by side."""
    turns: tuple[dict[str, float], ...]
    """The running measures after each turn, the last one at the end of the game."""
    level: str = ""
    """The level of victory, if the game has levels."""

    def __repr__(self) -> str:
        won = f"{' and '.join(self.winners)} won" if self.winners else "drawn"
        return f"<GameResult: {won}, {len(self.turns)} turns, {sum(self.decisions.values())} decisions>"


TURNS = ("turn", "round")
"""The names of the field that counts turns."""


def derive_seed(*words: object) -> int:
    """Derives a seed from words. It is the same on every machine.

    >>> derive_seed(1, "dice", 2) == derive_seed(1, "dice", 2), derive_seed(1, 12) == derive_seed(11, 2)
    (True, False)
    """
    text = "/".join(str(word) for word in words)
    return int.from_bytes(sha256(text.encode()).digest()[:7], "big")


def turn_cell(rules: Rules) -> int | None:
    """Returns the cell that counts turns; None if a game has none."""
    return next((rules.layout.names.index(name) for name in TURNS if name in rules.layout.names), None)


def measures_of(rules: Rules) -> Measures:
    """Returns the measures of a game; empty if it has none.

    >>> from ironbottom import get_game
    >>> list(measures_of(get_game("vitp").rules()).reported)
    ['lead of japan']
    """
    return rules.game.measures() or Measures()


def play_game(
    rules: Rules,
    seats: Mapping[str, str],
    seed: int,
    number: int,
    scenario: str | None = None,
    custom_measure: CustomMeasure | None = None,
) -> GameResult:
    """Plays game ``number``. Dice and players have the same seeds in every seating."""
    players = {side: make_player(rules, name, side, derive_seed(seed, number, side)) for side, name in seats.items()}
    return run_game(rules, dict(seats), players, derive_seed(seed, number, "dice"), scenario, custom_measure)


def run_game(
    rules: Rules,
    seats: dict[str, str],
    players: Mapping[str, Player],
    dice_seed: int,
    scenario: str | None = None,
    custom_measure: CustomMeasure | None = None,
) -> GameResult:
    """Plays a game to the end, in its first scenario if none is named.

    ``custom_measure`` has a user's measures, which are added.
    """
    dice = SeededDice(dice_seed)
    return play_out(rules.new(scenario, dice), seats, players, dice, custom_measure)


def play_out(
    state: State,
    seats: dict[str, str],
    players: Mapping[str, Player],
    dice: SeededDice,
    custom_measure: CustomMeasure | None = None,
) -> GameResult:
    """Plays a game from this state to the end. The state is changed."""
    rules = state.rules
    yardstick = measures_of(rules)
    verbs: dict[str, dict[str, int]] = {side: {} for side in players}
    decisions = dict.fromkeys(players, 0)
    seconds, longest = dict.fromkeys(players, 0.0), dict.fromkeys(players, 0.0)
    turns: list[dict[str, float]] = []
    events: list[GameEvent] = []
    turn_at = turn_cell(rules)
    first = max(state.cells[turn_at], 1) if turn_at is not None else 1
    while open_now := state.decisions():
        if turn_at is not None and state.cells[turn_at] - first > len(turns):
            turns.append(yardstick.running(state.view("public")))
        decision = open_now[0]
        side, offer = decision.side, offer_for(state, decision)
        began = process_time()
        run = as_choices(players[side].choose(offer))
        thought = process_time() - began
        seconds[side] += thought
        if thought > longest[side]:
            longest[side] = thought
        decisions[side] += 1
        chosen = verbs[side]
        for place, action in enumerate(run):
            happened = apply_choice(state, side, action, dice, None if place else decision)
            if custom_measure:
                events += happened
            chosen[action[0]] = chosen.get(action[0], 0) + 1
    result, open_view = rules.result(state), rules.view(state, "open")
    turns.append(yardstick.running(open_view))
    measures = {**_scores(result), **yardstick.measure(open_view)}
    if custom_measure:
        figures = custom_measure.of(FinishedGame(events, open_view, result))
        if taken := sorted(set(figures) & set(measures)):
            raise BadValue(f"the game already has a measure {taken[0]!r}", field="--measure")
        measures |= figures
    winners, level = tuple(result["winners"]), yardstick.level(state)
    return GameResult(seats, winners, measures, verbs, decisions, seconds, longest, tuple(turns), level)


def apply_choice(
    state: State, side: str, action: Action, dice: SeededDice, decision: Decision | None = None
) -> EventList:
    """Applies a player's choice after checking that it is offered. ``decision`` saves computing it again."""
    decision = decision or state.decision(side)
    if decision is None or action not in decision.choices:
        why = state.why_not(side, action)
        raise Refused(f"{side} chose {' '.join(action)}, but {why.message if why else 'it was not asked'}")
    return state.apply(side, action, dice, trusted=True)


SCORE = "score of "
"""The prefix of the measure of a side's score."""


def _scores(result: Result) -> dict[str, float]:
    return {f"{SCORE}{side}": float(score) for side, score in result["score"].items()}


def scores(played: GameResult) -> dict[str, float]:
    """Returns the final score of each side."""
    return {name.removeprefix(SCORE): many for name, many in played.measures.items() if name.startswith(SCORE)}
