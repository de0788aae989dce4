"""What a player is asked, on its way to another process: the view and the choices, and nothing of the state."""

from __future__ import annotations

import pickle
from typing import NamedTuple

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.restrictions import Branches


class DecisionRequest(NamedTuple):
    """An offer in parts that stand alone: what a side sees (JSON), and what it may choose, by the numbers of verbs."""

    side: str
    seq: int
    view: bytes
    prompt: str
    clause: str
    groups: tuple[tuple[int, Branches], ...]


def request_for(match: Match, side: str) -> DecisionRequest:
    """What a side is asked now; ``BadValue`` where it has nothing to choose."""
    decision = None if match.over else match.state.decision(side)
    if decision is None:
        raise BadValue(f"{side} has nothing to choose now", field="side")
    groups = tuple([(verb.number, branches) for verb, branches in decision.choices.complete().groups])
    view = msgspec.json.encode(match.view(side))
    return DecisionRequest(side, match.seq(side), view, decision.prompt, decision.clause, groups)


def sent(rules: Rules, question: DecisionRequest) -> bytes:
    """A question as bytes, with the rules by name, for a process of this program."""
    return pickle.dumps((rules, tuple(question)))


def received(data: bytes) -> tuple[Rules, Offer]:
    """The rules in force and the offer, as ``Match.offer`` gives it.

    >>> from ironbottom import Match
    >>> match = Match("pf")
    >>> rules, offer = received(sent(match.rules, request_for(match, "japan")))
    >>> rules is match.rules, offer.view == match.offer("japan").view
    (True, True)
    """
    rules, parts = pickle.loads(data)
    question = DecisionRequest(*parts)
    verbs = rules.vocabulary.verbs
    choices = Choices(rules.vocabulary, tuple([(verbs[number], branches) for number, branches in question.groups]))
    view = msgspec.json.decode(question.view)
    return rules, Offer(question.side, question.seq, view, question.prompt, question.clause, choices)
