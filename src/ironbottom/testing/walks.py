"""Random games, one decision at a time, by seed; a game with a fault is saved as a record."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from ironbottom.engine.core.events import ALL, Event
from ironbottom.engine.dice.dice import Dice, Die, DieReason, RecordingDice, SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.record import ChoiceMade
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import State
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp, from_position, recorded_positions

FAILURES = Path("tests", "failures")
"""The folder for games with a fault, below the current folder."""
MAX_DECISIONS = 200_000
"""A game with more decisions than this is an endless loop."""
DECISIONS_IN_SLICE = 12
"""The number of decisions made from a recorded position."""

Style = Callable[[Choices, random.Random], Action]


def uniform_over_choices(choices: Choices, chance: random.Random) -> Action:
    """All choices equally likely."""
    return choices.sample(chance)


def prefer_done(choices: Choices, chance: random.Random) -> Action:
    """Prefers done and pass."""
    return choices.sample_by_argument(chance)


def uniform_over_verbs(choices: Choices, chance: random.Random) -> Action:
    """All verbs equally likely, then all choices of the verb, so that rare verbs occur."""
    group = choices.groups[chance.randrange(len(choices.groups))]
    return Choices(choices.vocabulary, [group]).sample(chance)


STYLES: tuple[Style, ...] = (uniform_over_choices, uniform_over_verbs, prefer_done)


class RarestChoices:
    """Prefers what was chosen least so far: the choice with the rarest parts."""

    CANDIDATES = 24

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def __call__(self, choices: Choices, chance: random.Random) -> Action:
        candidates = [uniform_over_verbs(choices, chance) for _ in range(min(self.CANDIDATES, 2 * len(choices)))]
        chosen = min(candidates, key=lambda action: sum(1 / (1 + self.used[part]) for part in action) * -1)
        self.used.update(chosen)
        return chosen


class LoadedDice:
    """Dice that, for each reason, prefer one face during a game, so that rare results occur."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._favourites: dict[tuple[str, int], int] = {}

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        favourite = self._favourites.setdefault((why, faces), self._random.randint(1, faces))
        return favourite if self._random.random() < 0.6 else self._random.randint(1, faces)


class ConformanceFault(AssertionError):
    """Raised if a check fails; names the set-up, the seed, the decision, and the file of the saved game."""


class Walk:
    """A random game: the same set-up, seed and style give the same game.

    ``state`` is the current state, ``moves`` the choices so far. A slice has a limited number of decisions.
    """

    def __init__(
        self,
        setup: GameSetUp,
        seed: int,
        style: Style | None = None,
        *,
        loaded: bool = False,
        max_decisions: int = 0,
    ) -> None:
        self.setup, self.seed, self.loaded = setup, seed, loaded
        self.start, self.max_decisions = setup.start(), max_decisions
        self.style = style or STYLES[seed % len(STYLES)]
        self.given_moves: list[tuple[str, Action]] = []
        """The choices to make, if they are known beforehand."""
        self.checked_by = ""
        self._choice_rng = random.Random(seed)
        self.check_rng = random.Random(~seed)
        """Random numbers for the checks; they do not change the course of the game."""
        self.dice = RecordingDice(LoadedDice(seed) if loaded else SeededDice(seed))
        begun = (
            setup.rules.begin(setup.scenario, self.dice)
            if self.start is None
            else Execution(self.start.copy(), self.dice)
        )
        self.begun: Execution = begun
        self.state: State = self.begun.state
        self.moves: list[tuple[str, Action]] = []
        self.events: Sequence[Event] = self.begun.events
        """The last events."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.setup.rules

    def decisions(self) -> Iterator[tuple[Decision, ...]]:
        """Yields the open decisions at each step, until the end; between two steps, one of them is made."""
        while decisions := self.state.decisions():
            yield decisions
            if 0 < self.max_decisions <= len(self.moves):
                return
            self.step(decisions)
            self.require(len(self.moves) < MAX_DECISIONS, f"the game is not over after {MAX_DECISIONS} decisions")

    def step(self, decisions: tuple[Decision, ...]) -> Sequence[Event]:
        """Makes one of the open decisions."""
        if self.given_moves:
            side, action = self.given_moves[len(self.moves)]
            offered = any(decision.side == side and action in decision.choices for decision in decisions)
            self.require(offered, "the game continues differently when it is observed")
            return self.take(side, action)
        decision = decisions[self._choice_rng.randrange(len(decisions))] if len(decisions) > 1 else decisions[0]
        return self.take(decision.side, self.style(decision.choices, self._choice_rng))

    def take(self, side: str, action: Action) -> Sequence[Event]:
        """Makes this choice."""
        self.moves.append((side, action))
        try:
            self.events = self.state.apply(side, action, self.dice, trusted=True)
            return self.events
        except Exception as error:
            raise self.fault(f"{side} chose {' '.join(action)}: {type(error).__name__}: {error}") from error

    def replay(self) -> Walk:
        """A walk of this game from its start."""
        walk = Walk(self.setup, self.seed, self.style, loaded=self.loaded, max_decisions=self.max_decisions)
        walk.given_moves = self.moves
        return walk

    def play_to_end(self) -> State:
        """The state after the last decision."""
        for _ in self.decisions():
            pass
        return self.state

    # -- faults ------------------------------------------------------------------------------------

    def require(self, condition: object, message: str | Callable[[], str]) -> None:
        """Raises a fault with the message unless the condition is true."""
        if not condition:
            raise self.fault(message if isinstance(message, str) else message())

    def fault(self, message: str) -> ConformanceFault:
        """Saves the game and returns the fault."""
        try:
            saved: object = save(self)
        except OSError as error:
            saved = f"nowhere ({error})"
        style = getattr(self.style, "__name__", "steered")
        place = f"{self.setup}, seed {self.seed}, {style}, after {len(self.moves)} choices"
        found = f"\n  found by {self.checked_by}" if self.checked_by else ""
        return ConformanceFault(f"{message}\n  in {place}{found}\n  saved as {saved}")


def endless_walks(setups: list[GameSetUp], seed: int) -> Iterator[Walk]:
    """Random games of all set-ups in turn: half of them steered to rare choices, half with loaded dice."""
    steering = RarestChoices()
    for number in count():
        steered = (number + number // len(setups)) % 2
        style = steering if steered else STYLES[number // 2 % len(STYLES)]
        yield Walk(setups[number % len(setups)], seed + number, style, loaded=number % 4 > 1)


def walks_from_positions(game: Game, seed: int) -> Iterator[Walk]:
    """A few decisions from each recorded position of a game, steered to rare choices, with fair and loaded dice."""
    steering = RarestChoices()
    for path in recorded_positions(game):
        setup = from_position(game, path)
        for loaded in (False, True):
            yield Walk(setup, seed, steering, loaded=loaded, max_decisions=DECISIONS_IN_SLICE)


def walks(setups: list[GameSetUp], budget: CheckBudget, seed: int, rounds: int = 1) -> Iterator[Walk]:
    """Random games, at least ``rounds`` of each set-up, then more while the budget lasts.

    Checks that only look at states join the common walk of a game instead; see ``walk_checks.py``.
    """
    for number, walk in enumerate(endless_walks(setups, seed)):
        if number >= rounds * len(setups) and not budget.left:
            return
        yield walk
        budget.count["games"] += 1


class ReplayedDice:
    """Repeats given dice; after these, when the match makes a forced choice, rolls at random."""

    def __init__(self, recorded: list[Die]) -> None:
        self.recorded = list(recorded)
        self.fallback = SeededDice(0)

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        return self.recorded.pop(0).value if self.recorded else self.fallback.roll(faces, why, audience)


def save(walk: Walk) -> Path:
    """Writes the game so far as a record, or as a plain list of choices if it cannot be turned into a match."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    stem = f"{walk.setup.game.id}-{walk.seed}-{len(walk.moves)}"
    number = 1
    while (path := FAILURES / f"{stem}-{number}.jsonl").exists() or path.with_suffix(".json").exists():
        number += 1
    try:
        as_match(walk).save(path)
    except Exception as error:
        path.unlink(missing_ok=True)
        path = path.with_suffix(".json")
        path.write_text(json.dumps(as_plain_data(walk, str(error)), indent=1))
    return path


def as_match(walk: Walk) -> Match:
    """The game so far as a match; without its last choice if the rules fail to carry it out."""
    match = Match(walk.rules, walk.setup.scenario, dice=ReplayedDice(walk.dice.rolled), start=walk.setup.start())
    for place, (side, action) in enumerate(walk.moves):
        if place < sum(isinstance(act, ChoiceMade) for act in match.acts):
            continue
        try:
            match.submit(side, action)
        except Exception:
            if place < len(walk.moves) - 1:
                raise
    return match


def as_plain_data(walk: Walk, why: str) -> dict[str, object]:
    """The game as plain data, with the reason why it is not a record."""
    return {
        "game": walk.setup.game.id,
        "scenario": walk.setup.scenario,
        "position": walk.setup.position and str(walk.setup.position),
        "options": walk.setup.options,
        "seed": walk.seed,
        "moves": [[side, list(action)] for side, action in walk.moves],
        "dice": [[die.value, die.faces, die.why] for die in walk.dice.rolled],
        "no_record": why,
    }


def play_on(state: State, seed: int) -> int:
    """Plays a state to its end at random; returns the number of decisions."""
    chance, dice = random.Random(seed), SeededDice(seed)
    count = 0
    while decisions := state.decisions():
        decision = decisions[chance.randrange(len(decisions))] if len(decisions) > 1 else decisions[0]
        state.apply(decision.side, prefer_done(decision.choices, chance), dice, trusted=True)
        count += 1
        if count > MAX_DECISIONS:
            raise AssertionError(f"not over after {MAX_DECISIONS} decisions")
    return count


def execute_on_copy(state: State, side: str, action: Action, source: Dice) -> tuple[Execution, list[Die]]:
    """Makes a choice on a copy of the state; returns the execution context after it, and the dice rolled."""
    watched = RecordingDice(source)
    twin = state.copy()
    execution = Execution(twin, watched)
    twin.execute(execution, side, action)
    return execution, watched.rolled
