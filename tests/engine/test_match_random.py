"""Random matches of three games with all features: choices, lists, undo, withdrawal, draws, resignation."""

import random
from pathlib import Path

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.core.errors import IronbottomError, Refused
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay, resume
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.files import RecordFile, secret_path
from ironbottom.engine.record.record import read_record
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from tests.engine.lanterns import LANTERNS


class Table:
    """A match, a player that uses all its features at random, and the count of each."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, self.source = match, random.Random(seed)
        self.done: dict[str, int] = {}

    def do_something(self) -> None:
        name = self.source.choice(["submit"] * 8 + ["run", "hostile", "undo", "undo_far", "withdraw", "draw"])
        before = self.match.state.hash(), len(self.match.acts)
        try:
            getattr(self, name)()
        except IronbottomError:
            assert before == (self.match.state.hash(), len(self.match.acts))
            name += " refused"
        else:
            assert len(self.match.acts) > before[1] or name == "hostile"
        self.done[name] = self.done.get(name, 0) + 1

    def side(self) -> str:
        return self.source.choice(self.match.rules.sides.ids)

    def submit(self) -> None:
        offer = self.match.offer(self.source.choice(self.match.decisions()).side)
        self.match.submit(offer.side, offer.choices.sample_by_argument(self.source), seq=offer.seq)

    def run(self) -> None:
        """A list of choices, each tried on a copy first."""
        side = self.source.choice(self.match.decisions()).side
        state, choices = self.match.state.copy(), []
        for _ in range(4):
            decision = state.decision(side)
            if decision is None:
                break
            choices.append(decision.choices.sample_by_argument(self.source))
            try:
                state.apply(side, choices[-1], ScriptedDice([]))
            except IronbottomError:
                break
        self.match.submit(side, choices)

    def hostile(self) -> None:
        verbs = list(self.match.rules.vocabulary.by_name.values())
        verb = self.source.choice(verbs)
        action = (verb.name, *(self.source.choice(domain.ids) for domain in verb.domains))
        side = self.side()
        why = self.match.why_not(side, action)
        if why is None:
            decision = self.match.state.decision(side)
            assert decision is not None
            assert action in decision.choices
            return
        with pytest.raises(Refused):
            self.match.submit(side, action)

    def undo(self) -> None:
        side = self.side()
        can = self.match.can_undo(side).steps
        self.match.undo(side, self.source.randint(1, 2))
        assert self.match.can_undo(side).steps < can

    def undo_far(self) -> None:
        side = self.side()
        self.match.undo(side, 3, set(self.match.rules.sides.ids) - {side})

    def withdraw(self) -> None:
        side = self.side()
        own = [entry["seq"] for entry in self.match.log(side) if "action" in entry]
        self.match.withdraw(side, self.source.choice(own[-6:]) if own else 0)

    def draw(self) -> None:
        words = [self.match.offer_draw, self.match.decline_draw, self.match.decline_draw]
        self.source.choice(words)(self.side())


def replayed(match: Match) -> State:
    """The state after the surviving choices, played again from the start with the same dice."""
    state = match._history.start.copy()
    for entry in match._history.entries:
        state.apply(entry.side, entry.action, ScriptedDice([die.value for die in entry.dice]), trusted=True)
    return state


def check_logs(match: Match) -> None:
    """Each audience counts its own entries, and an undo names only numbers that it has received."""
    for side in (*match.rules.sides.ids, "public"):
        log = match.log(side)
        assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))
        for entry in log:
            assert all(1 <= taken < entry["seq"] for taken in entry.get("taken", ()))
            assert "action" not in entry or entry["side"] == side


def play(game: Game, options: dict[str, str], seed: int, most: int, path: Path) -> Table:
    """A match that is stored in a file and sometimes interrupted and resumed, up to its end."""
    dice = SealedDice(bytes([seed] * 32), ["rain"])
    table = Table(Match(game, options=options, dice=dice, sink=RecordFile(path)), seed)
    for number in range(most):
        if table.match.over:
            break
        table.do_something()
        if number % 40 == 39 and not table.match.over:
            assert replayed(table.match) == table.match.state
            table.match = resume(path, game=game)
    for side in table.match.rules.sides.ids:
        if not table.match.over:
            table.match.resign(side)
    return table


@pytest.mark.build
@pytest.mark.parametrize(
    ("game", "options", "matches", "most"),
    [(LANTERNS, {}, 12, 400), (get_game("pf"), {}, 5, 250), (SKIRMISH, {"rounds": "1"}, 5, 60)],
    ids=["lanterns", "pacific_fury", "skirmish"],
)
def test_the_record_reproduces_every_match(
    game: Game, options: dict[str, str], matches: int, most: int, tmp_path: Path
) -> None:
    done: set[str] = set()
    for seed in range(matches):
        path = tmp_path / f"match-{seed}.jsonl"
        table = play(game, options, seed, most, path)
        match, sides = table.match, game.sides.ids
        check_logs(match)
        assert not secret_path(path).exists()
        record = read_record(path)
        assert (record.acts, record.cut) == (match.acts, "")
        replayed = replay(record, game=game)
        assert replayed.divergence is None
        assert replayed.match.state == match.state
        assert [replayed.match.log(side) for side in sides] == [match.log(side) for side in sides]
        report = verify(record, game)
        assert report.sound, str(report)
        done |= table.done.keys()
    assert {"submit", "run", "hostile", "undo", "undo_far", "withdraw", "draw"} <= done


def test_everything_was_done_at_least_once() -> None:
    done: set[str] = set()
    for seed in range(6):
        table = Table(Match(LANTERNS, dice=SealedDice(bytes([seed] * 32))), seed)
        for _ in range(150):
            if not table.match.over:
                table.do_something()
        done |= table.done.keys()
    names = {"submit", "run", "hostile", "undo", "undo_far", "withdraw", "draw"}
    refused = {f"{name} refused" for name in ("run", "undo", "undo_far", "withdraw", "draw")}
    assert names | refused <= done
