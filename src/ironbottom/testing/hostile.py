"""The hostile check: no invalid input is accepted, none changes anything, and the error is clear."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from random import Random

from ironbottom.engine.codecs.position import read_position, write_position
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.record.record import ChoiceMade
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.testing import plain_data
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp, every_value, stride
from ironbottom.testing.matches import PlayedMatch, matches
from ironbottom.testing.offers import sample
from ironbottom.testing.walks import ConformanceFault


def check_hostile(game: Game, budget: CheckBudget, setups: list[GameSetUp] | None = None, seed: int = 7) -> None:
    """No invalid input is accepted, none changes anything, and the error is clear."""
    setups = setups or every_value(game)
    for played in matches(setups, budget, seed):
        most, attacked = budget.share(len(setups)), 0
        while not played.match.over and not (budget.timed and not budget.left and attacked):
            if attacked < most and played.chance.randrange(10 * stride(game)) == 0:
                send_invalid_input(played, budget)
                attacked += 1
                budget.count["decisions"] += 1
            elif attacked >= most and played.seed % 3:
                resign_all(played)
            else:
                played.step()
        if played.match.over:
            after_the_end(played, budget)


def resign_all(played: PlayedMatch) -> None:
    """Ends a match; one in three is played to its end."""
    for side in played.setup.rules.sides.ids:
        if not played.match.over:
            played.match.resign(side)


def send_invalid_input(played: PlayedMatch, budget: CheckBudget) -> None:
    """All kinds of invalid input at one decision."""
    match, chance, rules = played.match, played.chance, played.setup.rules
    decisions = match.decisions()
    decision = decisions[chance.randrange(len(decisions))]
    side, seq, offered = decision.side, match.seq(decision.side), decision.choices.sample(chance)
    submit = partial(match.submit, side)
    waiting = set(rules.sides.ids) - {open_now.side for open_now in decisions}
    refused = Refusals(played, budget)
    refused("play by the wrong side", [deferred_call(match.submit, who, offered) for who in waiting])
    refused("a choice made by nobody", [deferred_call(match.submit, who, offered) for who in STRANGERS])
    refused("a choice not offered", [deferred_call(submit, action) for action in not_offered(played, decision)])
    refused("a stale sequence number", [deferred_call(submit, offered, seq=number) for number in stale_numbers(seq)])
    refused("a malformed choice", [deferred_call(submit, junk) for junk in malformed(offered)])
    refused(
        "a list with a wrong choice",
        [deferred_call(submit, [offered, NO_VERB]), deferred_call(submit, [NO_VERB, offered])],
    )
    refused("wrong dice", [deferred_call(submit, offered, dice=dice) for dice in WRONG_DICE])
    refused("taking back what is not there", [deferred_call(match.undo, side, steps) for steps in NO_STEPS])
    refused("withdrawing what is not there", [deferred_call(match.withdraw, side, entry) for entry in (0, *NO_STEPS)])
    refused("an answer to no offer", [deferred_call(match.accept_draw, side), deferred_call(match.decline_draw, side)])
    refused("a look at the open view", [deferred_call(match.view, "open"), deferred_call(match.log, "open")])
    refused("a look by nobody", [deferred_call(look, who) for look in (match.view, match.log) for who in STRANGERS[:2]])
    replayed(played, refused)
    broken_states(played, refused)


def deferred_call(function: Callable[..., object], *given: object, **named: object) -> Callable[[], object]:
    """A call with arguments of any type, correct or not."""
    return partial(function, *given, **named)


class Refusals:
    """Tries each entry point; there must be an error with a sentence, and nothing may have changed."""

    def __init__(self, played: PlayedMatch, budget: CheckBudget) -> None:
        self.played, self.budget = played, budget

    def __call__(self, what: str, calls: Iterable[Callable[[], object]]) -> None:
        played, before = self.played, self._all()
        for call in calls:
            self.budget.count["attacks"] += 1
            try:
                call()
            except IronbottomError as refusal:
                text = str(refusal)
                if not refusal.message.strip() or len(text) > 2_500:
                    raise played.fault(f"{what}: the error is not clear: {text[:300]!r}") from None
            except Exception as error:
                raise played.fault(f"{what}: expected a refusal, not {type(error).__name__}: {error}") from error
            else:
                raise played.fault(f"{what}: accepted: {arguments(call)}")
            played.require(self._all() == before, f"{what}: something changed")

    def _all(self) -> tuple[object, ...]:
        match = self.played.match
        seqs = [match.seq(side) for side in (*self.played.setup.rules.sides.ids, "public")]
        return match.state.copy(), len(match.acts), match.result(), seqs


def arguments(call: Callable[[], object]) -> str:
    """The input, for the message of the fault."""
    return f"{call.args} {call.keywords}"[:400] if isinstance(call, partial) else repr(call)


NO_VERB = ("no_such_verb",)
NO_STEPS: tuple[object, ...] = (-1, True, "1", 10**9, None, 1.0)
STRANGERS: tuple[object, ...] = ("", "nobody", "public", "all", "open", None, 0, ["red"], "red\x00", "é" * 10_000)
WRONG_DICE: tuple[object, ...] = ([1] * 5_000, [0], [10_000], [-1], ["6"], [None], [True], [10**40], "6", 6, {"1": 2})


def malformed(offered: tuple[str, ...]) -> list[object]:
    """Values that are not a choice."""
    nested: list[object] = []
    for _ in range(2_000):
        nested = [nested]
    cyclic: list[object] = []
    cyclic.append(cyclic)
    name = offered[0]
    return [
        *(None, 0, 1.5, "", name, b"pass", [], {}, (), [[]], [()], [None], {"verb": name}, {name}, object()),
        *((name.upper(),), (f" {name}",), (f"{name}\x00",), ("\ud800",), (name, *["x"] * 50), (name, None), (name, [])),
        *((None,), [name, [name]], (*offered, "more"), [list(offered), None], iter([name]), nested, cyclic),
        *((name * 100_000,), [offered] * 100_000, (name, "y" * 10**6), (name, 10**400), (name, float("nan"))),
    ]


def stale_numbers(seq: int) -> tuple[object, ...]:
    """Values that are not the current sequence number."""
    return (seq - 1, seq + 1, -1, 10**30, True, str(seq), float(seq), [seq])


def not_offered(played: PlayedMatch, decision: Decision) -> list[tuple[str, ...]]:
    """Some well-formed choices that are not offered."""
    vocabulary = played.setup.rules.vocabulary
    some = [code for verb in vocabulary.verbs for code in sample(verb, 6, played.chance)]
    return [vocabulary.action(code) for code in some if not decision.choices.contains_code(code)]


def replayed(played: PlayedMatch, refused: Refusals) -> None:
    """A message is accepted once; neither it nor a past sequence number is accepted again."""
    match = played.match
    side = match.decisions()[0].side
    offer = match.offer(side)
    choice, name = offer.choices.sample(played.chance), f"message {offer.seq}"
    match.submit(side, choice, seq=offer.seq, message=name)
    if not match.over:
        again = [
            deferred_call(match.submit, side, choice, message=name),
            deferred_call(match.submit, side, choice, seq=offer.seq),
        ]
        refused("a replayed message", again)


BROKEN_DUMPS = (b"", b"null", b"[]", b"{", b"[1,2,3,4,5]", b"[" * 10_000, b"\xff")
NO_POSITIONS: tuple[object, ...] = (None, [], "", 0, {"format": 99}, {"game": "no_such_game"}, {"options": 3}, {"x": 1})


def broken_states(played: PlayedMatch, refused: Refusals) -> None:
    """Dumps and positions with an error are refused, or are complete states."""
    if played.match.over:
        return
    state, rules = played.match.state, played.setup.rules
    dump, position = state.dump(), json.dumps(write_position(state))
    refused("a broken dump", [deferred_call(rules.load, text) for text in (*BROKEN_DUMPS, dump[:-1], dump + b"]")])
    refused("no position", [deferred_call(read_position, junk, rules) for junk in NO_POSITIONS])
    for _ in range(12):
        mutated = json.dumps(mutate(json.loads(dump), played.chance))
        check_complete_or_refused(played, "a spoilt dump", deferred_call(rules.load, mutated))
        check_complete_or_refused(
            played,
            "a spoilt position",
            deferred_call(read_position, mutate(json.loads(position), played.chance), rules),
        )
        refused.budget.count["attacks"] += 2


BAD_VALUES: tuple[object, ...] = (None, "", "x", 0, -1, 1, 99, 10**30, 1.5, True, [], {}, ["x"], {"x": 1})


def mutate(data: object, chance: Random) -> object:
    """Replaces one value of plain data, or removes it."""
    plain, key = plain_data.random_place(data, chance, 0.15)
    if chance.random() < 0.2:
        plain_data.remove(plain, key)
    else:
        plain_data.put(plain, key, chance.choice(BAD_VALUES))
    return data


def check_complete_or_refused(played: PlayedMatch, what: str, read: Callable[[], object]) -> None:
    """The input is refused with a sentence, or is a state that can be dumped, viewed and chosen from."""
    try:
        state = read()
    except BadValue as refused:
        played.require(refused.message.strip(), f"{what}: the refusal has no sentence")
        return
    except Exception as error:
        raise played.fault(f"{what}: expected a refusal, not {type(error).__name__}: {error}") from error
    assert isinstance(state, State)
    try:
        played.require(
            state.rules.load(state.dump()) == state, f"{what} was read, but its dump gives a different state"
        )
        for side in (*state.rules.sides.ids, "public"):
            json.dumps(state.view(side))
        for decision in state.decisions():
            decision.as_dict()
    except ConformanceFault:
        raise
    except Exception as error:
        raise played.fault(f"{what} was accepted, but then {type(error).__name__}: {error}") from error


def after_the_end(played: PlayedMatch, budget: CheckBudget) -> None:
    """Nothing is accepted once the match is over."""
    match, sides = played.match, played.setup.rules.sides.ids
    last = next(act.action for act in reversed(match.acts) if isinstance(act, ChoiceMade))
    refused = Refusals(played, budget)
    for side in sides:
        calls = (
            deferred_call(match.submit, side, last),
            deferred_call(match.undo, side),
            deferred_call(match.undo, side, 1, sides),
        )
        refused(
            "play after the end", [*calls, deferred_call(match.resign, side), deferred_call(match.offer_draw, side)]
        )
        played.require(not match.offer(side).choices, f"{side} is offered choices after the end")
        played.require(match.why_not(side, last) is not None, "a choice is open after the end")
    json.dumps([match.view("open"), match.log("open")])
