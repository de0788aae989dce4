"""A test bench for the rules: a match from a position, with given dice and all events."""

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.codecs.position import read_position, write_position
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import get_game

SLOT, SOUND = "the_slot", "ironbottom_sound"
EASTERN, SOUTH = "eastern_solomons", "south_pacific_ocean"
HENDERSON = "henderson_field"

Event = dict[str, Any]
Force = dict[str, Any]


def at(where: str, *units: str, up: bool = False) -> Force:
    """A task force of a position; units by name."""
    return {"where": where, "units": list(units), "face_up": up}


class RuleTester:
    """A match that begins at a position. The fields are those of a position; omitted ones have their defaults.

    ``act`` makes a choice with exactly the given dice, lets the match take forced choices, and returns the public
    events. ``idle`` adds Ashigara and Australia as task forces 7, which only give their sides a choice, so that play
    stops at the operation after a combat.
    """

    def __init__(
        self,
        *,
        options: Mapping[str, str] | None = None,
        corrections: Mapping[str, Any] | None = None,
        dice: Sequence[int] = (),
        new: bool = False,
        idle: tuple[str, str] | None = None,
        **fields: Any,
    ) -> None:
        rules = get_game("pacific_fury").rules(options, corrections)
        if idle is not None:
            resting = {"japan_7": at(idle[0], "Ashigara"), "allies_7": at(idle[1], "Australia")}
            fields["forces"] = {**fields.get("forces", {}), **resting}
        start = rules.new() if new else read_position({"game": "pacific_fury", **fields}, rules)
        self.match = Match(rules, start=start, dice=ScriptedDice(dice))

    def act(self, side: str, *choice: str, dice: Sequence[int] = ()) -> list[Event]:
        """One choice of a side, with its dice and those of forced choices after it."""
        events: list[Event] = self.match.submit(side, choice, dice=list(dice)).visible()["events"]
        return events

    def hit(self, side: str, *units: str, dice: Sequence[int] = ()) -> list[Event]:
        """Assigns hits one by one; the dice are rolled after the last."""
        for unit in units[:-1]:
            self.act(side, "hit", unit)
        return self.act(side, "hit", units[-1], dice=dice)

    # -- the choices -------------------------------------------------------------------------------

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

    def offered(self, *begin: str) -> list[tuple[str, ...]]:
        """The offered choices of the deciding side that begin with these words."""
        choices = self.match.offer(self.to_act).choices
        return [action for action in choices if action[: len(begin)] == begin]

    def clause(self, side: str, *action: str) -> str | None:
        """The clause that refuses a choice; it is offered exactly when there is none."""
        refusal = self.match.why_not(side, action)
        choices = self.match.offer(side).choices
        assert (action in choices) == (refusal is None)
        return refusal.clause if refusal else None

    @property
    def cited(self) -> str:
        """The clause of the current question."""
        return str(self.match.decisions()[0].clause)

    def message(self, side: str, *action: str) -> str:
        """The message that refuses a choice."""
        refusal = self.match.why_not(side, action)
        assert refusal is not None
        return refusal.message

    # -- places ------------------------------------------------------------------------------------

    @property
    def now(self) -> dict[str, Any]:
        """The current position."""
        return write_position(self.match.state)

    def where(self, force: str) -> str:
        """The place of a task force."""
        return str(self.now["forces"].get(force, {"where": "nowhere"})["where"])

    def units(self, force: str) -> list[str]:
        """The units of a task force."""
        return list(self.now["forces"].get(force, {"units": []})["units"])

    def units_in(self, name: str) -> list[str]:
        """The units in a base, on a turn box, sunk, gone or off the map."""
        return list(self.now["units"][name])

    @property
    def marker(self) -> int:
        """The position of the initiative marker; the Allies' boxes are positive numbers."""
        return int(self.now["marker"])

    @property
    def disrupted(self) -> bool:
        """Whether Henderson Field is disrupted."""
        return bool(self.now["henderson"] == "disrupted")

    def sees(self, side: str, force: str) -> list[str]:
        """The units of a task force that a side, or the public, sees or knows."""
        return list(self.match.view(side)["forces"][force]["units"])

    def left_to_assign(self) -> int:
        """The number of hits that the deciding side must assign."""
        frame = self.now["frames"][-1]
        assert frame["procedure"] == "assign_hits"
        return int(frame["pools"][0]["hits"])


def only(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of a kind, without its name."""
    return [
        {name: value for name, value in event.items() if name != "event"} for event in events if event["event"] == kind
    ]


def kinds(events: Sequence[Event]) -> list[str]:
    """The names of the events in order."""
    return [event["event"] for event in events]


def fired(events: Sequence[Event]) -> list[tuple[str, int, int, int]]:
    """The firing units: unit, combat factor with its bonus, die, hits."""
    return [(event["unit"], event["factor"], event["die"], event["hits"]) for event in only(events, "fired")]


def sinkings(events: Sequence[Event]) -> list[tuple[str, int, int, int]]:
    """Rolls on the sunk table: unit, hits, die, lowest die that sinks."""
    rolls = only(events, "sinking_rolled")
    return [(event["unit"], event["hits"], event["die"], event["sinks_on"]) for event in rolls]


def revealed(events: Sequence[Event]) -> dict[str, list[str]]:
    """The task forces turned face up, with their units."""
    return {event["force"]: event["units"] for event in only(events, "revealed")}
