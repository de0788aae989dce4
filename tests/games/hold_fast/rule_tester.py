"""A table to test the rules: a match from a position, with given dice and all events."""

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.codecs.position import read_position, write_position
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import get_game

Event = dict[str, Any]
PLACES = (
    *("yokosuka", "truk", "saigon", "pearl_harbor", "samoa", "australia", "india", "singapore", "okinawa", "saipan"),
    *("kwajalein", "maloelap", "midway", "johnston_island", "attu", "dutch_harbor", "philippines", "lae"),
    *("port_moresby", "guadalcanal", "new_hebrides", "andaman_islands"),
)
AREAS = (
    *("japanese_islands", "philippines_sea", "marshall_islands", "south_china_sea", "solomon_sea", "coral_sea"),
    *("south_pacific_ocean", "hawaiian_islands", "central_pacific_ocean", "north_pacific_ocean"),
    *("indian_ocean", "bay_of_bengal"),
)


class RuleTester:
    """A match that begins at a position. The fields are those of a position; omitted ones have their defaults.

    ``act`` makes a choice with exactly the given dice, lets the match take forced choices, and returns the public
    events. Without ``memory`` blocks are not shuffled, so that only the rules' dice are rolled.
    """

    def __init__(
        self,
        *,
        options: Mapping[str, str] | None = None,
        memory: bool = False,
        dice: Sequence[int] = (),
        **fields: Any,
    ) -> None:
        chosen = {"block_memory": "on" if memory else "off", **(options or {})}
        rules = get_game("hold_fast").rules(chosen)
        start = read_position({"game": "hold_fast", **fields}, rules)
        self.match = Match(rules, start=start, dice=ScriptedDice(dice))

    def act(self, side: str, *choice: str, dice: Sequence[int] = ()) -> list[Event]:
        """One choice of a side, with its dice and those of forced choices after it."""
        events: list[Event] = self.match.submit(side, choice, dice=list(dice)).visible()["events"]
        return events

    def finish(self, *steps: str) -> list[Event]:
        """Chooses done, pass or stay at each question, until a step other than the named ones."""
        events: list[Event] = []
        while self.step in steps:
            verbs = {action[0] for action in self.offered()}
            events += self.act(self.to_act, next(verb for verb in ("done", "pass", "stay") if verb in verbs))
        return events

    # -- the choices -------------------------------------------------------------------------------

    @property
    def to_act(self) -> str:
        """The side that must decide first; empty once the match is over."""
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

    def ends(self, *begin: str) -> set[str]:
        """The last words of the choices that begin with these."""
        return {action[-1] for action in self.offered(*begin)}

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

    def where(self, unit: str) -> str:
        """The place of a unit."""
        return str(next(place for place, units in self.now["units"].items() if unit in units))

    def strength(self, unit: str) -> int:
        """The strength of a unit on the board."""
        full = self.match.rules.facts.table("units")[unit].sp
        return int(self.now["strength"].get(unit, full))

    def control(self, area: str) -> str | None:
        """The side that controls a sea area."""
        return self.now["control"][area]  # type: ignore[no-any-return]

    def owner(self, place: str) -> str:
        """The side that owns a port or base."""
        return str(self.now["places"][place])

    def view(self, side: str) -> dict[str, Any]:
        """What a side sees."""
        return self.match.view(side)


def only(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of a kind, without its name."""
    return [
        {name: value for name, value in event.items() if name != "event"} for event in events if event["event"] == kind
    ]


def kinds(events: Sequence[Event]) -> list[str]:
    """The names of the events in order."""
    return [event["event"] for event in events]


def shots(events: Sequence[Event]) -> list[tuple[str, str, int, bool, int]]:
    """The firing units: unit, target, hits, whether it is disabled, strength left."""
    fired = only(events, "fired")
    return [(e["unit"], e["target"], e["hits"], e["disabled"], e["strength"]) for e in fired]


def all_but(owner: str, *places: str) -> dict[str, str]:
    """All ports and bases belong to one side, except the named ones, which belong to the other."""
    other = {"japan": "allies", "allies": "japan"}[owner]
    return {place: other if place in places else owner for place in PLACES}


def neutral(**held: str) -> dict[str, str | None]:
    """The control of all areas: that of the named ones, and none for the others."""
    return {area: held.get(area) for area in AREAS}


def battle(area: str, combat_kind: str = "surface", *, decides: str) -> list[dict[str, Any]]:
    """The frames of a battle in which a side chooses to stay or withdraw."""
    stages = {"allies": 10, "japan": 11}
    return [
        {"procedure": "turn", "next": 10},
        {"procedure": "combat"},
        {"procedure": "battle", "area": area, "next": stages[decides], "way": combat_kind, "withdraws": None},
        {"procedure": "stay_or_withdraw", "side": decides},
    ]
