"""Moments of recorded games: the position before a decision, the deciding side, and its choice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import batches, replay
from ironbottom.engine.record.record import ChoiceMade, MatchRecord, read_record
from ironbottom.testing.games import named
from tests.kit.fixtures import FIXTURES

GAMES = ("pf", "hf", "vitp", "aap", "witp")
MAX_MOMENTS = 150
"""The number of moments of a game that are checked."""
STRIDE = 10
"""At least every tenth decision is included, up to the maximum; in shorter games, more are included."""


@dataclass(frozen=True)
class Moment:
    """A decision of a recorded game."""

    game: str
    record: str
    """The name of the file without its suffix."""
    number: int
    """The number of the act in the record."""
    procedure: str
    side: str
    position: str
    """The position before the decision, as a text."""
    actions: tuple[tuple[str, ...], ...]
    """The side's choices."""
    first: bool
    """Whether the procedure asks for the first time here."""

    def __str__(self) -> str:
        return f"{self.game} {self.record}:{self.number} {self.procedure} {self.side}"


def records(game: str) -> list[Path]:
    """The recorded games played under the current rules."""
    rules = named(game)
    return sorted((FIXTURES / rules.id).glob(f"rules_{rules.rules_version}-*.jsonl"))


def decided(record: MatchRecord) -> list[list[ChoiceMade]]:
    """The choices made by players; choices that were submitted together are in one list."""
    groups = [[act for act in group if isinstance(act, ChoiceMade) and not act.auto] for group in batches(record.acts)]
    return [group for group in groups if group]


class MomentCollector:
    """Follows a replay and stores the wanted moments, each before its choices are made."""

    def __init__(self, game: str, path: Path, stride: int, met: set[str]) -> None:
        self.game, self.path, self.stride, self.met = game, path, stride, met
        self.record = read_record(path)
        self.pending = {group[0].seq: group for group in decided(self.record)}
        self.passed = 0
        self.taken: list[Moment] = []

    def look(self, match: Match) -> None:
        """Called after each act of the replay: stores the next decision if it is wanted."""
        group = self.pending.get(match.last + 1)
        if group is None:
            return
        side = group[0].side
        asking = {one.side: one.procedure.name for one in match.decisions()}
        procedure = asking[side]
        first = procedure not in self.met
        self.passed += 1
        if first or self.passed % self.stride == 0:
            self.met.add(procedure)
            actions = tuple(tuple(act.action) for act in group)
            position = position_text(match.state)
            self.taken.append(
                Moment(self.game, self.path.stem, group[0].seq, procedure, side, position, actions, first)
            )

    def all(self) -> list[Moment]:
        """All moments of the record."""
        replayed = replay(self.record, game=named(self.game), each=self.look)
        assert replayed.divergence is None, f"{self.path.name}: {replayed.divergence}"
        return self.taken


@cache
def moments(game: str, most: int = MAX_MOMENTS) -> tuple[Moment, ...]:
    """The moments of the recorded games: each procedure's first question, and decisions spread over all games."""
    paths = records(game)
    total = sum(len(decided(read_record(path))) for path in paths)
    stride = max(1, min(STRIDE, total // most))
    met: set[str] = set()
    found = [moment for path in paths for moment in MomentCollector(game, path, stride, met).all()]
    return tuple(thinned(found, most))


def thinned(found: list[Moment], most: int) -> list[Moment]:
    """A limited number of moments: each procedure's first question, and an even selection of the others."""
    others = [moment for moment in found if not moment.first]
    room = max(0, most - (len(found) - len(others)))
    kept = (
        {id(others[k * len(others) // room]) for k in range(room)}
        if room < len(others)
        else {id(one) for one in others}
    )
    return [moment for moment in found if moment.first or id(moment) in kept]
