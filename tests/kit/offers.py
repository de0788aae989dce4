"""Choices: what is offered is what no condition refuses, for every well-formed action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from random import Random

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.conditions import first_failure
from ironbottom.engine.procedures import Decision
from tests.kit.budget import Budget
from tests.kit.looks import Look, alone
from tests.kit.walks import Walk

ALL_UP_TO = 20_000
"""Of more well-formed actions than this a sample of so many is tried."""
CLOSED = 30
"""How many actions of each verb that has no place here are tried, and how many by each side not to choose."""


class Offers(Look):
    """At decisions of random games all well-formed actions are weighed."""

    name = "offers"

    def look(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        check_decisions(walk, decisions, self.budget)


check_offers = alone(Offers)


def check_decisions(walk: Walk, decisions: tuple[Decision, ...], budget: Budget) -> None:
    """The deciding sides are offered what no condition refuses; the others may choose nothing."""
    for decision in decisions:
        budget.count["actions"] += check_offer(walk, decision)
    deciding = {decision.side for decision in decisions}
    for side in walk.rules.sides.ids:
        if side not in deciding:
            for verb in walk.rules.vocabulary.verbs:
                for code in sample(verb, CLOSED // 5, walk.chance):
                    check_refusal(walk, side, code, sequence=True)


def check_offer(walk: Walk, decision: Decision) -> int:
    """One decision; gives how many actions were weighed."""
    choices, open_verbs = decision.choices, decision.procedure.verbs
    vocabulary = walk.rules.vocabulary
    offered = {code for group in choices.groups for code in group.codes()}
    names = {vocabulary.verbs[code[0]].name for code in offered} - {verb.name for verb in open_verbs}
    walk.hold(not names, f"offered without a place in {decision.procedure.name}: {names}")
    weighed = 0
    total = sum(size(verb) for verb in open_verbs)
    for verb in open_verbs:
        for code in well_formed(verb, total, walk.chance):
            weighed += 1
            lawful = first_failure(verb, walk.state, decision.frame, decision.side_number, code) is None
            if lawful != (code in offered):
                raise walk.fault(mismatch(walk, decision, code))
    if total > ALL_UP_TO:
        weighed += check_each_offered(walk, decision, offered)
    refused = [code for verb in open_verbs for code in sample(verb, CLOSED, walk.chance) if code not in offered]
    for code in refused:
        check_refusal(walk, decision.side, code, sequence=False)
    for code in walk.chance.sample(sorted(offered), min(CLOSED, len(offered))):
        action = vocabulary.action(code)
        walk.hold(walk.state.why_not(decision.side, action) is None, f"{action} is offered and refused")
        walk.hold(choices.holds(code) and action in choices, f"{action} is offered and not in the choices")
    for verb in vocabulary.verbs:
        if verb not in open_verbs:
            for code in sample(verb, CLOSED, walk.chance):
                check_refusal(walk, decision.side, code, sequence=True)
                weighed += 1
    return weighed + len(refused)


def check_each_offered(walk: Walk, decision: Decision, offered: set[Code]) -> int:
    """Where the lawful ones cannot all be tried, at least no offer is against a condition."""
    tried = walk.chance.sample(sorted(offered), min(ALL_UP_TO // 10, len(offered)))
    for code in tried:
        verb = walk.rules.vocabulary.verbs[code[0]]
        if first_failure(verb, walk.state, decision.frame, decision.side_number, code) is not None:
            raise walk.fault(mismatch(walk, decision, code))
    return len(tried)


def mismatch(walk: Walk, decision: Decision, code: Code) -> str:
    """The fault of a choice that is lawful and not offered, or offered against a condition."""
    verb = walk.rules.vocabulary.verbs[code[0]]
    told = f"{decision.side}: {' '.join(walk.rules.vocabulary.action(code))}"
    failed = first_failure(verb, walk.state, decision.frame, decision.side_number, code)
    if failed is None:
        return f"{told} meets every condition and is not offered"
    return f"{told} is offered against {failed.name} ({failed.clause})"


def check_refusal(walk: Walk, side: str, code: Code, *, sequence: bool) -> None:
    """A choice not offered is refused in a whole sentence with a clause; that of the sequence only where it rules."""
    rules, action = walk.rules, walk.rules.vocabulary.action(code)
    refusal = walk.state.why_not(side, action)
    told = f"{side}: {' '.join(action)}"
    if refusal is None:
        raise walk.fault(f"{told} is not offered and not refused")
    walk.hold(refusal.message.strip() and "{" not in refusal.message, f"{told}: no sentence: {refusal.message!r}")
    walk.hold(refusal.clause is not None, f"{told} is refused without a clause")
    assert refusal.clause is not None
    walk.hold(walk.setup.game.clauses().known(refusal.clause), f"there is no clause {refusal.clause}")
    if sequence:
        walk.hold(refusal.clause == rules.sequence_clause, f"{told}: not the sequence of play but {refusal}")
    else:
        walk.hold(refusal.clause != rules.sequence_clause, f"{told}: on an open verb {refusal}")


def size(verb: Verb) -> int:
    """How many well-formed actions a verb has."""
    return prod(len(domain) for domain in verb.domains)


def well_formed(verb: Verb, total: int, chance: Random) -> Iterator[Code]:
    """All codes of a verb; of very many its share of a sample."""
    if total <= ALL_UP_TO:
        for arguments in product(*(range(len(domain)) for domain in verb.domains)):
            yield (verb.number, *arguments)
    else:
        yield from sample(verb, max(1, ALL_UP_TO * size(verb) // total), chance)


def sample(verb: Verb, most: int, chance: Random) -> list[Code]:
    """Some codes of a verb, all different."""
    if size(verb) <= most:
        return list(well_formed(verb, 0, chance))
    draws = (tuple(int(chance.random() * len(domain)) for domain in verb.domains) for _ in range(most))
    return [(verb.number, *arguments) for arguments in dict.fromkeys(draws)]
