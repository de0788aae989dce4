"""The JSON requests of ``ironbottom drive``. A refused request changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ironbottom.engine.codecs.position import parse_position, read_position, write_position
from ironbottom.engine.core.errors import BadValue, DiceError, IronbottomError, Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match, Outcome
from ironbottom.engine.record.record import ChoiceMade
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State

MAX_LINE_BYTES = 8_000_000
MAX_DICE = 10_000
CHOICES_FORMAT = 2
"""The format of ``choices``: 1 listed every choice, 2 returns them in sets."""
SEED_LIMIT = 2**64

Answer = dict[str, Any]


class Driver:
    """A match run by a program, which sees all secrets.

    The sequence of the seeded dice continues through undo, load and position; dice in a request do not advance it. An
    answer to ``all`` lists every die rolled, even those that no side may see, so the same dice in a request give the
    same result.
    """

    def __init__(self, rules: Rules, scenario: str | None, seed: int) -> None:
        self._dice = SeededDice(seed)
        self.match = Match(rules, scenario, dice=self._dice)

    def answer(self, line: bytes) -> Answer:
        """Answers one line. If the request is refused, returns an ``error`` and changes nothing."""
        try:
            name, request = read_request(line)
            return REQUESTS[name].answer(self, request)
        except IronbottomError as error:
            return {"error": error.as_dict()}
        except Exception as fault:  # the program needs an answer even if there is a bug here
            message = f"internal error: {type(fault).__name__}: {fault}"
            return {"error": {"message": message, "clause": None}}

    # -- acts --------------------------------------------------------------------------------------

    def act(self, request: Answer) -> Answer:
        """``{"act": [side, verb, argument, ...], "dice": [...], "as": side}``"""
        side, *action = _texts(request["act"], "act")
        return self._submit(side, [action], request)

    def acts(self, request: Answer) -> Answer:
        """``{"acts": [side, [choice, ...]], "dice": [...], "as": side}``: all or none"""
        given = request["acts"]
        if not isinstance(given, list) or len(given) != 2 or not isinstance(given[1], list) or not given[1]:
            raise Refused("this must be a side and a list of choices: [side, [[verb, argument], ...]]", field="acts")
        choices = [_texts(choice, f"acts[1][{place}]") for place, choice in enumerate(given[1])]
        return self._submit(_text(given[0], "acts[0]"), choices, request)

    def _submit(self, side: str, choices: list[list[str]], request: Answer) -> Answer:
        audience = request.get("as", "all")
        self._check_audience(audience)
        dice = _dice(request.get("dice"))
        before = len(self.match.acts)
        outcome = self.match.submit(side, choices if len(choices) > 1 else choices[0], dice=dice)
        return self._visible_outcome(outcome, audience, before)

    def _visible_outcome(self, outcome: Outcome, audience: str, before: int) -> Answer:
        """Returns events and dice as the audience sees them. A forced choice is listed before its events."""
        events: list[Answer] = []
        place = 0
        for act in self.match.acts[before:]:
            if not isinstance(act, ChoiceMade):
                continue
            if act.auto and audience in ("all", act.side):
                events.append({"event": "only_choice", "side": act.side, "action": act.action})
            own = outcome.events[place : place + len(act.events)]
            events += self.match.rules.visible_events(own, audience)
            place += len(act.events)
        return {"events": events, "dice": outcome.visible(audience)["dice"]}

    def _check_audience(self, audience: object) -> None:
        sides = self.match.rules.sides.ids
        if audience not in (*sides, "public", "all"):
            allowed = ", ".join((*sides, "public", "all"))
            raise BadValue(f"there is no audience {audience!r}; choose one of {allowed}", field="as")

    def undo(self, request: Answer) -> Answer:
        """``{"undo": {"side": side, "steps": n, "consent": [side, ...]}}``"""
        given = _table(request["undo"], "undo", needed=("side",), may=("steps", "consent"))
        steps = given.get("steps", 1)
        if type(steps) is not int or not 1 <= steps <= 1_000_000:
            raise BadValue(f"{steps!r} is not a whole number of at least 1", field="undo.steps")
        consent = given.get("consent", [])
        if not isinstance(consent, list):
            raise BadValue(f"{consent!r} is not a list of sides", field="undo.consent")
        agreed = [self._side(side, f"undo.consent[{place}]") for place, side in enumerate(consent)]
        taken = self.match.undo(self._side(given["side"], "undo.side"), steps, agreed)
        return {"undone": [list(action) for action in taken]}

    # -- questions ---------------------------------------------------------------------------------

    def choices(self, request: Answer) -> Answer:
        """``{"choices": true}``"""
        return {"format": CHOICES_FORMAT, "decisions": [decision.as_dict() for decision in self.match.decisions()]}

    def next(self, request: Answer) -> Answer:
        """``{"next": [side, verb, argument, ...]}``: the next arguments of a partial choice."""
        side, *begun = _texts(request["next"], "next")
        return {"next": list(self._decision(side, "next[0]").choices.next(*begun))}

    def gives_up(self, request: Answer) -> Answer:
        """``{"gives_up": [side, verb]}``"""
        side, *action = _texts(request["gives_up"], "gives_up")
        decision = self._decision(side, "gives_up[0]")
        if tuple(action) not in decision.choices:
            raise Refused(f"{' '.join(action) or 'nothing'} is not offered", field="gives_up")
        return {"gives_up": decision.gives_up(action[0])}

    def _decision(self, side: str, field: str) -> Decision:
        decision = None if self.match.over else self.match.state.decision(self._side(side, field))
        if decision is None:
            raise Refused("this side has nothing to choose now", field=field)
        return decision

    def why_not(self, request: Answer) -> Answer:
        """``{"why_not": [side, verb, argument, ...]}``"""
        side, *action = _texts(request["why_not"], "why_not")
        refusal = self.match.why_not(self._side(side, "side"), action)
        if refusal is None:
            return {"clause": None}
        if refusal.clause is None:
            raise Refused(refusal.message, field="why_not")
        return {"clause": refusal.clause, "message": refusal.message}

    def view(self, request: Answer) -> Answer:
        """``{"view": side}``; also ``public``, and ``open`` after the game is over."""
        side = request["view"]
        if side not in ("public", "open"):
            self._side(side, "view")
        return {"view": self.match.view(side)}

    def hash(self, request: Answer) -> Answer:
        """``{"hash": true}``"""
        return {"hash": self.match.state.hash()}

    def result(self, request: Answer) -> Answer:
        """``{"result": true}``"""
        return {"result": self.match.result()}

    # -- the state ---------------------------------------------------------------------------------

    def dump(self, request: Answer) -> Answer:
        """``{"dump": true}``; with ``"dice": true`` also the state of the seeded dice, to resume a run exactly."""
        with_dice = request.get("dice", False)
        if type(with_dice) is not bool:
            raise BadValue(f"{_shown(with_dice)} is not true or false", field="dice")
        dump = {"dump": self.match.state.dump().decode()}
        return {**dump, "dice": self._dice.state} if with_dice else dump

    def load(self, request: Answer) -> Answer:
        """``{"load": dump}``; with ``"dice"`` from ``dump`` the dice continue from there too."""
        state = self.match.rules.load(_text(request["load"], "load"))
        before = self._dice.state
        if "dice" in request:
            self._dice.state = _text(request["dice"], "dice")
        try:
            return self._replace(state)
        except IronbottomError:
            self._dice.state = before
            raise

    def position(self, request: Answer) -> Answer:
        """``{"position": true}`` returns the position; ``{"position": P}``, an object or a text, replaces the state.

        Options that the position does not name have their defaults, whatever was played before.
        """
        given = request["position"]
        if given is True:
            return {"position": write_position(self.match.state)}
        if isinstance(given, str):
            given = parse_position(given)
        if not isinstance(given, dict):
            raise BadValue("a position must be a JSON object, a text in TOML or JSON, or true", field="position")
        rules = self.match.rules
        return self._replace(read_position(given, rules.game.rules(corrections=rules.facts.corrections)))

    def resample(self, request: Answer) -> Answer:
        """``{"resample": {"side": side, "seed": n}}``"""
        given = _table(request["resample"], "resample", needed=("side", "seed"))
        seed = given["seed"]
        if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
            raise BadValue(f"{seed!r} is not a whole number from 0 to 2**64 - 1", field="resample.seed")
        side = self._side(given["side"], "resample.side")
        view = self.match.view(side)
        return self._replace(self.match.rules.game.resample(view, random.Random(seed)))

    def _replace(self, state: State) -> Answer:
        """Continues from another state in a new match, which first makes the forced choices."""
        match = Match(state.rules, start=state, dice=self._dice)
        self.match = match
        return {"hash": match.state.hash()}

    def _side(self, side: object, field: str) -> str:
        sides = self.match.rules.sides
        return sides.ids[sides.number(side, field)]


class Request(NamedTuple):
    """A kind of request: its handler, whether its value must be ``true``, and the keys allowed beside it."""

    answer: Callable[[Driver, Answer], Answer]
    bare: bool = False
    beside: tuple[str, ...] = ()


REQUESTS = {
    "choices": Request(Driver.choices, bare=True),
    "next": Request(Driver.next),
    "gives_up": Request(Driver.gives_up),
    "act": Request(Driver.act, beside=("dice", "as")),
    "acts": Request(Driver.acts, beside=("dice", "as")),
    "why_not": Request(Driver.why_not),
    "view": Request(Driver.view),
    "hash": Request(Driver.hash, bare=True),
    "dump": Request(Driver.dump, bare=True, beside=("dice",)),
    "load": Request(Driver.load, beside=("dice",)),
    "position": Request(Driver.position),
    "resample": Request(Driver.resample),
    "undo": Request(Driver.undo),
    "result": Request(Driver.result, bare=True),
}


def read_request(line: bytes) -> tuple[str, Answer]:
    """Parses a line and returns the name of the request with the whole request. Raises ``BadValue`` if it is wrong.

    >>> read_request(b'{"hash": true}')
    ('hash', {'hash': True})
    >>> read_request(b'{"hash": false}')
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: hash: the value must be true
    """
    if len(line) > MAX_LINE_BYTES:
        raise BadValue(f"the line is longer than {MAX_LINE_BYTES} bytes")
    try:
        request: Any = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadValue(f"this line is not JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadValue("a request must be one JSON object")
    names = [name for name in request if name in REQUESTS]
    if len(names) != 1:
        found = " and ".join(names) if names else "none"
        raise BadValue(f"a line must have exactly one of {', '.join(REQUESTS)}; this one has {found}")
    name = names[0]
    kind = REQUESTS[name]
    for key in request:
        if key != name and key not in kind.beside:
            allowed = f"only {' and '.join(kind.beside)}" if kind.beside else "nothing"
            raise BadValue(f"{name} can be combined with {allowed}", field=key)
    if kind.bare and request[name] is not True:
        raise BadValue("the value must be true", field=name)
    return name, request


def _text(given: object, field: str) -> str:
    if not isinstance(given, str):
        raise BadValue(f"{_shown(given)} is not a string", field=field)
    return given


def _texts(given: object, field: str) -> list[str]:
    """Checks a list of ids. Whole numbers are accepted for ids such as ``"3"``."""
    if not isinstance(given, list) or not given:
        raise BadValue(f"{_shown(given)} is not a list of ids", field=field)
    whole = (str(part) if type(part) is int else part for part in given)
    return [_text(part, f"{field}[{place}]") for place, part in enumerate(whole)]


def _dice(given: Any) -> Sequence[int] | None:
    if given is None:
        return None
    if not isinstance(given, list) or len(given) > MAX_DICE or any(type(value) is not int for value in given):
        raise DiceError(f"dice must be a list of at most {MAX_DICE} whole numbers", field="dice")
    return given


def _table(given: object, field: str, needed: Sequence[str], may: Sequence[str] = ()) -> Mapping[str, object]:
    if not isinstance(given, dict):
        raise BadValue(f"{_shown(given)} is not an object with {', '.join((*needed, *may))}", field=field)
    for name in given:
        if name not in needed and name not in may:
            raise BadValue(f"there is no field {name!r} here", field=field)
    for name in needed:
        if name not in given:
            raise BadValue(f"{name} is missing", field=field)
    return given


def _shown(given: object) -> str:
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:57]}..."
