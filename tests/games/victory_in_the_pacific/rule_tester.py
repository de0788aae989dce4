"""A table to test the rules: a match from a position, with given dice and all events."""

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.codecs.position import read_position, write_position
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.match import Match
from ironbottom.games.victory_in_the_pacific import GAME
from ironbottom.games.victory_in_the_pacific.pieces import AREAS as AREA_DOMAIN
from ironbottom.games.victory_in_the_pacific.pieces import PLACES as PLACE_DOMAIN
from ironbottom.games.victory_in_the_pacific.pieces import UNITS as UNIT_DOMAIN

Event = dict[str, Any]
ABBREVIATIONS = dict(
    zip(
        ("JI", "AL", "NPO", "CPO", "HI", "MAR", "MRN", "USM", "SPO", "CS", "IND", "IO", "BOB"),
        AREA_DOMAIN.ids,
        strict=True,
    )
)
"""The abbreviations of the sea areas in the cases."""
SHORT = {area: short for short, area in ABBREVIATIONS.items()}
JAPAN_STARTS = dict.fromkeys(("JI", "MAR", "MRN"), "japan")
START_FLAGS = {area: None if short == "AL" else JAPAN_STARTS.get(short, "allies") for area, short in SHORT.items()}


class RuleTester:
    """A match that begins at a position. The fields are those of a position; omitted ones have their defaults.

    ``act`` makes a choice with exactly the given dice, lets the match take forced choices, and returns the public
    events.
    """

    def __init__(self, *, options: Mapping[str, str] | None = None, dice: Sequence[int] = (), **fields: Any) -> None:
        rules = GAME.rules(dict(options or {}))
        start = read_position({"game": GAME.id, **fields}, rules)
        self.match = Match(rules, start=start, dice=ScriptedDice(dice))

    def act(self, side: str, *choice: str, dice: Sequence[int] = ()) -> list[Event]:
        """One choice of a side, with its dice and those of forced choices after it."""
        events: list[Event] = self.match.submit(side, choice, dice=list(dice)).visible()["events"]
        return events

    def acts(self, side: str, *choices: str, dice: Sequence[int] = ()) -> list[Event]:
        """Choices of a side as text, one after another; the dice are for the last."""
        events: list[Event] = []
        for number, words in enumerate(choices, 1):
            events += self.act(side, *words.split(), dice=dice if number == len(choices) else ())
        return events

    def finish(self, *steps: str) -> list[Event]:
        """Chooses done or pass at each question, until a step other than the named ones."""
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

    # -- places ------------------------------------------------------------------------------------

    @property
    def now(self) -> dict[str, Any]:
        """The current position."""
        return write_position(self.match.state)

    def where(self, unit: str) -> str:
        """The place of a unit."""
        return next(str(place) for place, units in self.now["units"].items() if unit in units)

    def damage(self, unit: str) -> int:
        """The damage of a unit."""
        return int(self.now["damage"].get(unit, 0))

    def flag(self, area: str) -> str | None:
        """The side whose flag a sea area shows."""
        return self.now["flags"][area]  # type: ignore[no-any-return]

    def owner(self, place: str) -> str:
        """The side that owns a port or base."""
        return str(self.now["places"][place])


def only(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of a kind, without its name."""
    return [
        {name: value for name, value in event.items() if name != "event"} for event in events if event["event"] == kind
    ]


def kinds(events: Sequence[Event]) -> list[str]:
    """The names of the events in order."""
    return [event["event"] for event in events]


def areas(short: str) -> set[str]:
    """The ids of abbreviated areas, separated by bars: ``HI|USM``."""
    return {ABBREVIATIONS[name] for name in short.split("|") if name}


def flags(japan: str = "", allies: str = "") -> dict[str, str | None]:
    """The flags of all areas: those of the named areas, and no flag for the others."""
    shown: dict[str, str | None] = dict.fromkeys(AREA_DOMAIN.ids)
    return shown | dict.fromkeys(areas(japan), "japan") | dict.fromkeys(areas(allies), "allies")


def hostile(unit: str, enemy: str) -> dict[str, str | None]:
    """The flags of a case: ``start``, or the areas with the flag of a unit's enemy and no others."""
    if enemy == "start":
        return dict(START_FLAGS)
    return flags(allies=enemy) if side_of(unit) == "japan" else flags(japan=enemy)


def side_of(unit: str) -> str:
    """The side of a unit."""
    return "japan" if UNIT_DOMAIN.index[unit] < UNIT_DOMAIN.index["west_virginia"] else "allies"


def changed(text: str) -> dict[str, str]:
    """The changed owners in a case: ``saigon=allied|attu=japan``."""
    pairs = (part.split("=") for part in text.split("|") if part)
    return {place: "allies" if who == "allied" else who for place, who in pairs}


def all_places(owner: str, *others: str) -> dict[str, str]:
    """All ports and bases belong to one side, except the named ones, which belong to the other."""
    other = {"japan": "allies", "allies": "japan"}[owner]
    return {place: other if place in others else owner for place in PLACE_DOMAIN.ids}
