"""A decision to be made by a player in another process: the view and the choices, without the state."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.restrictions import Branches


class DecisionRequest(NamedTuple):
    """An offer for another process: the view as JSON, and the choices with verbs by number."""

    side: str
    seq: int
    view: bytes
    prompt: str
    clause: str
    groups: tuple[tuple[int, Branches], ...]


def request_for(match: Match, side: str) -> DecisionRequest:
    """Returns the decision of a side now. Raises ``BadValue`` if it has none."""
    decision = None if match.over else match.state.decision(side)
    if decision is None:
        raise BadValue(f"{side} has nothing to choose now", field="side")
    return request_of(decision, match.view(side), match.seq(side))


def request_of(decision: Decision, view: Mapping[str, object], seq: int = 0) -> DecisionRequest:
    """Returns an open decision with the view of its side; ``seq`` is the number of its offer in a match."""
    groups = tuple([(verb.number, branches) for verb, branches in decision.choices.detached().groups])
    return DecisionRequest(decision.side, seq, msgspec.json.encode(view), decision.prompt, decision.clause, groups)


def encode_request(rules: Rules, request: DecisionRequest) -> bytes:
    """Encodes a request with the rules, for another process of this program."""
    return pickle.dumps((rules, tuple(request)))


def decode_request(data: bytes) -> tuple[Rules, Offer]:
    """Decodes the rules and the offer, equal to ``Match.offer``.

    >>> from ironbottom import Match
    >>> match = Match("pf")
    >>> rules, offer = decode_request(encode_request(match.rules, request_for(match, "japan")))
    >>> rules is match.rules, offer.view == match.offer("japan").view
    (True, True)
    """
    rules, parts = pickle.loads(data)
    request = DecisionRequest(*parts)
    verbs = rules.vocabulary.verbs
    choices = Choices(rules.vocabulary, tuple([(verbs[number], branches) for number, branches in request.groups]))
    view = msgspec.json.decode(request.view)
    return rules, Offer(request.side, request.seq, view, request.prompt, request.clause, choices)
