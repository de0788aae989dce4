"""A table to test the rules: a match from a position, with given dice and all events."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ironbottom.engine.codecs.position import read_position, write_position
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.match import Match
from ironbottom.games.axis_allies_pacific.game import AxisAlliesPacific

Event = dict[str, Any]
Position = dict[str, Any]
Places = Mapping[str, Mapping[str, int]]


@cache
def game() -> AxisAlliesPacific:
    """The game, which is made only once."""
    return AxisAlliesPacific()


def printed(scenario: str = "printed") -> Position:
    """The position of a set-up as plain data, which tests change."""
    data = write_position(game().new(scenario))
    return {name: value for name, value in data.items() if name not in ("game", "format", "options", "frames")}


def changed_units(position: Position, **powers: Places) -> Position:
    """A position with these units in the places named, power by power; an empty table clears a place."""
    units = {power: {place: dict(counts) for place, counts in own.items()} for power, own in position["units"].items()}
    for power, places in powers.items():
        for place, counts in places.items():
            units[power].pop(place, None)
            if counts:
                units[power][place] = dict(counts)
    return {**position, "units": units}


class RuleTester:
    """A match that begins at a position. The fields are those of a position; omitted ones have their defaults.

    ``act`` makes a choice with exactly the given dice, lets the match take forced choices, and returns the public
    events.
    """

    def __init__(self, *, options: Mapping[str, str] | None = None, dice: Sequence[int] = (), **fields: Any) -> None:
        rules = game().rules(options or {})
        self.match = Match(rules, start=read_position(fields, rules), dice=ScriptedDice(dice))

    def act(self, side: str, *choice: str, dice: Sequence[int] = ()) -> list[Event]:
        """One choice of a side, with its dice and those of forced choices after it."""
        events: list[Event] = self.match.submit(side, choice, dice=list(dice)).visible()["events"]
        return events

    def move(self, side: str, place: str, piece: str, to: str, number: int = 1, verb: str = "move") -> list[Event]:
        """Picks units up and moves them to a place."""
        events = self.act(side, verb, place, piece)
        return events + self.act(side, "go", to, str(number)) if self.step == "bound" else events

    def fly(self, side: str, place: str, piece: str, to: str, number: int = 1, task: str = "attack") -> list[Event]:
        """Flies aircraft to a place."""
        events = self.act(side, "move", place, piece)
        return events + self.act(side, "fly", to, task, str(number)) if self.step == "takeoff" else events

    def flights(self, side: str, place: str, piece: str) -> dict[str, set[str]]:
        """Where aircraft may fly from a place, each with the possible numbers."""
        if ("move", place, piece) not in self.match.offer(side).choices:
            return {}
        self.act(side, "move", place, piece)
        choices = self.match.offer(side).choices
        found = {to: set(choices.next("fly", to, "attack")) for to in choices.next("fly")}
        self.match.undo(side)
        return found

    def goals(self, side: str, place: str, piece: str, verb: str = "move") -> set[str]:
        """Where units may go from a place."""
        before = self.match.state.copy()
        state = self.match.state.copy()
        if state.why_not(side, (verb, place, piece)) is not None:
            return set()
        state.apply(side, (verb, place, piece), ScriptedDice(()))
        found = set(state.decisions()[0].choices.next("go"))
        assert self.match.state == before
        return found

    def why_not_go(self, side: str, place: str, piece: str, to: str, verb: str = "move") -> str | None:
        """The clause by which picked up units may not go somewhere."""
        state = self.match.state.copy()
        state.apply(side, (verb, place, piece), ScriptedDice(()))
        ask = ("fly", to, "attack", "1") if state.decisions()[0].procedure.name == "takeoff" else ("go", to, "1")
        refusal = state.why_not(side, ask)
        return refusal.clause if refusal else None

    def clause(self, side: str, *action: str) -> str | None:
        """The clause that refuses a choice; it is offered exactly when there is none."""
        refusal = self.match.why_not(side, action)
        choices = self.match.offer(side).choices
        assert (action in choices) == (refusal is None)
        return refusal.clause if refusal else None

    def offered(self, *begin: str) -> list[tuple[str, ...]]:
        """The offered choices of the deciding side that begin with these words."""
        choices = self.match.offer(self.to_act).choices
        return [action for action in choices if action[: len(begin)] == begin]

    @property
    def to_act(self) -> str:
        """The deciding side; empty once the match is over."""
        decisions = self.match.decisions()
        return decisions[0].side if decisions else ""

    @property
    def step(self) -> str:
        """The procedure that asks the question; empty once the match is over."""
        decisions = self.match.decisions()
        return decisions[0].procedure.name if decisions else ""

    @property
    def now(self) -> Position:
        """The current position."""
        return write_position(self.match.state)

    @property
    def winners(self) -> list[str]:
        """The winning sides of the finished match; empty in a draw."""
        result = self.match.result()
        assert result is not None
        winners: list[str] = result["winners"]
        return winners

    def at(self, place: str) -> dict[str, dict[str, int]]:
        """All units in a place, by power, including those that have acted and aircraft in the air."""
        now = self.now
        found: dict[str, dict[str, int]] = {}
        groups = [(power, own) for power, own in now["units"].items()]
        groups += [(now["active"] if name == "own" else "china", own) for name, own in now["acted"].items()]
        groups += [(now["active"] if name == "own" else "china", own) for name, own in now["flying"].items()]
        for power, own in groups:
            for piece, number in own.get(place, {}).items():
                kind = piece.split("_")[0] if piece.split("_")[0] in ("fighter", "bomber") else piece
                counts = found.setdefault(power, {})
                counts[kind] = counts.get(kind, 0) + number
        return found


def only(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of a kind, without its name."""
    return [
        {name: value for name, value in event.items() if name != "event"} for event in events if event["event"] == kind
    ]


def shots(events: Sequence[Event]) -> list[tuple[str, str, int, list[int], int]]:
    """The firing units: power, piece, factor, dice, hits."""
    return [(e["power"], e["piece"], e["factor"], e["dice"], e["hits"]) for e in only(events, "fired")]
