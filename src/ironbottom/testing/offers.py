"""The offers check: the offered choices are those that no restriction refuses, for each argument and each action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from random import Random

from ironbottom.engine.core import sets
from ironbottom.engine.rules.actions import ActionCode, Verb
from ironbottom.engine.rules.choices import MAX_SETS, Choices, OpenChoices, count_sets
from ironbottom.engine.rules.legality import allowed_values, first_failure, is_open, refusal_message
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.restrictions import Branches, Restriction
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.walk_checks import WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk

MAX_EXHAUSTIVE = 20_000
"""Up to this number, all well-formed actions of a decision are also tried as a whole."""
MAX_PREFIXES = 24
"""Above this number of values of an argument, a sample is used as prefixes for the next one."""
MAX_PREFIXES_CHECKED = 2_000
"""The number of prefixes of a verb that are checked with each next value; if there are more, a random sample."""
REFUSED_SAMPLES = 30
"""The number of actions tried for each verb not in use here, and for each side not deciding."""


class Offers(WalkCheck):
    """At decisions of random games, all well-formed actions are checked."""

    name = "offers"

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        check_decisions(walk, decisions, self.budget)


check_offers = as_separate_check(Offers)


def check_decisions(walk: Walk, decisions: tuple[Decision, ...], budget: CheckBudget) -> None:
    """The deciding sides are offered exactly what no restriction refuses; the others have no choices."""
    for decision in decisions:
        budget.count["actions"] += check_offer(walk, decision)
    deciding = {decision.side for decision in decisions}
    for side in walk.rules.sides.ids:
        if side not in deciding:
            for verb in walk.rules.vocabulary.verbs:
                for code in sample(verb, REFUSED_SAMPLES // 5, walk.check_rng):
                    check_refusal(walk, side, code, sequence=True)


def check_offer(walk: Walk, decision: Decision) -> int:
    """Checks one decision; returns the number of actions checked."""
    choices, open_verbs = decision.choices.detached(), decision.procedure.verbs
    vocabulary = walk.rules.vocabulary
    names = set(choices.verbs()) - {verb.name for verb in open_verbs}
    walk.require(not names, f"{decision.procedure.name} offers choices without an index: {names}")
    sizes = sum(count_sets(branches) for _, branches in choices.groups)
    walk.require(sizes <= MAX_SETS, f"{decision.procedure.name} is made of {sizes} sets; split the verb")
    checked = 0
    total = sum(size(verb) for verb in open_verbs)
    for verb in open_verbs:
        checked += check_arguments(walk, decision, choices, verb)
        if total <= MAX_EXHAUSTIVE:
            for code in well_formed(verb):
                checked += 1
                if (failure(walk, decision, code) is None) != choices.contains_code(code):
                    raise walk.fault(mismatch(walk, decision, code))
        refused = [code for code in sample(verb, REFUSED_SAMPLES, walk.check_rng) if not choices.contains_code(code)]
        for code in refused:
            check_refusal(walk, decision.side, code, sequence=False)
            check_cited(walk, decision, code)
        checked += len(refused)
    for _ in range(min(REFUSED_SAMPLES, len(choices))):
        action = choices.sample(walk.check_rng)
        walk.require(walk.state.why_not(decision.side, action) is None, f"{action} is offered, but refused")
        walk.require(
            decision.choices.contains_code(vocabulary.code(action)),
            f"{action} is offered, but the choices do not contain it",
        )
    for verb in vocabulary.verbs:
        if verb not in open_verbs:
            for code in sample(verb, REFUSED_SAMPLES, walk.check_rng):
                check_refusal(walk, decision.side, code, sequence=True)
                checked += 1
    return checked


def check_arguments(walk: Walk, decision: Decision, choices: Choices, verb: Verb) -> int:
    """Each next value after a prefix is offered exactly if it meets the restrictions and can be completed.

    Each value is checked separately, even where the game declares some equivalent or generates its choices otherwise;
    if there are very many prefixes, a sample is taken.
    """
    state, here, side = walk.state, decision.procedure, decision.side_number
    legal = is_open(verb, state, here, side) and (not verb.arguments or can_complete(walk, decision, verb, ()))
    if legal != (verb.name in choices.verbs()):
        first = next((code for code in choices.codes() if code[0] == verb.number), (verb.number,))
        raise walk.fault(mismatch(walk, decision, first))
    if not legal:
        return 1
    fresh = OpenChoices(walk.rules.vocabulary, state, here, side)
    checked = 0
    prefixes: list[tuple[int, ...]] = [()] if verb.arguments else []
    for _ in range(MAX_PREFIXES_CHECKED):
        if not prefixes:
            break
        if len(prefixes) > MAX_PREFIXES:
            place = walk.check_rng.randrange(len(prefixes))
            prefixes[place], prefixes[-1] = prefixes[-1], prefixes[place]
        earlier = prefixes.pop()
        allowed = allowed_values(verb.arguments[len(earlier)], state, here, side, earlier)
        offered = choices.values(verb, earlier)
        checked += sets.size(allowed) + 1
        last = len(earlier) + 1 == len(verb.arguments)
        for number in set(sets.iterate(allowed)) ^ set(sets.iterate(offered)):
            code = (verb.number, *earlier, number)
            if sets.holds(offered, number) or last or can_complete(walk, decision, verb, (*earlier, number)):
                raise walk.fault(mismatch(walk, decision, code))
        parts = sum(sets.size(members) for members, _ in branches_after(choices, verb, earlier))
        walk.require(parts == sets.size(offered), f"a value of {verb.name} is in two sets")
        same = set(sets.iterate(fresh.values(verb, earlier))) == set(sets.iterate(offered))
        walk.require(same, f"{verb.name} offers different choices argument by argument")
        if not last:
            members = list(sets.iterate(offered))
            some = members if len(members) <= MAX_PREFIXES else walk.check_rng.sample(members, MAX_PREFIXES)
            prefixes += [(*earlier, number) for number in some]
    return checked


def can_complete(walk: Walk, decision: Decision, verb: Verb, earlier: tuple[int, ...]) -> bool:
    """Whether a complete choice has this prefix, with each value checked separately."""
    if len(earlier) == len(verb.arguments):
        return True
    argument = verb.arguments[len(earlier)]
    allowed = allowed_values(argument, walk.state, decision.procedure, decision.side_number, earlier)
    return any(can_complete(walk, decision, verb, (*earlier, number)) for number in sets.iterate(allowed))


def branches_after(choices: Choices, verb: Verb, earlier: tuple[int, ...]) -> Branches:
    """The sets of values that may follow a prefix."""
    branches = next(branches for own, branches in choices.groups if own is verb)
    for number in earlier:
        branches = next(after for members, after in branches if sets.holds(members, number))
    return branches


def failure(walk: Walk, decision: Decision, code: ActionCode) -> Restriction | None:
    """The first restriction that a choice does not meet."""
    verb = walk.rules.vocabulary.verbs[code[0]]
    return first_failure(verb, walk.state, decision.procedure, decision.side_number, code)


def mismatch(walk: Walk, decision: Decision, code: ActionCode) -> str:
    """The fault of a legal choice that is not offered, or of an illegal one that is."""
    verb = walk.rules.vocabulary.verbs[code[0]]
    ids = [argument.domain.ids[number] for argument, number in zip(verb.arguments, code[1:], strict=False)]
    text = f"{decision.side}: {' '.join([verb.name, *ids])}"
    failed = failure(walk, decision, code)
    if failed is None:
        return f"{text} meets every restriction, but is not offered"
    return f"{text} is offered, but violates {failed.name} ({failed.clause})"


def check_refusal(walk: Walk, side: str, code: ActionCode, *, sequence: bool) -> None:
    """A choice that is not offered is refused with a full sentence and a clause.

    The clause of the sequence is cited only where it applies.
    """
    rules, action = walk.rules, walk.rules.vocabulary.action(code)
    refusal = walk.state.why_not(side, action)
    text = f"{side}: {' '.join(action)}"
    if refusal is None:
        raise walk.fault(f"{text} is neither offered nor refused")
    walk.require(
        refusal.message.strip() and "{" not in refusal.message,
        f"{text}: the refusal has no sentence: {refusal.message!r}",
    )
    walk.require(refusal.clause is not None, f"{text} is refused without a clause")
    assert refusal.clause is not None
    walk.require(walk.setup.game.clauses().contains(refusal.clause), f"there is no clause {refusal.clause}")
    if sequence:
        walk.require(
            refusal.clause == rules.sequence_clause,
            f"{text}: expected the clause of the sequence of play, not {refusal}",
        )
    else:
        walk.require(
            refusal.clause != rules.sequence_clause,
            f"{text}: the verb is open, but the refusal cites the sequence clause: {refusal}",
        )


def check_cited(walk: Walk, decision: Decision, code: ActionCode) -> None:
    """A refusal cites a catch-all restriction only if no other one fails."""
    failed = failing(walk, decision, code)
    verb, rules = walk.rules.vocabulary.verbs[code[0]], walk.rules
    refusal = walk.state.why_not(decision.side, rules.vocabulary.action(code))
    if refusal is None or all(named.fallback for named in failed):
        return
    deciding = [named for named in failed if not named.fallback]

    def clause(named: Restriction) -> str:
        return named.cited_clause(walk.state, decision.side_number)

    found = [refusal_message(named, verb, code) for named in deciding if clause(named) == refusal.clause]
    cited = any(refusal.message.startswith(sentence) for sentence in found)
    action = " ".join(rules.vocabulary.action(code))
    others = ", ".join(f"{named.name} ({clause(named)})" for named in deciding)
    walk.require(cited, f"{decision.side}: {action} is refused by the fallback {refusal}, though {others} fails")


def failing(walk: Walk, decision: Decision, code: ActionCode) -> list[Restriction]:
    """All restrictions that a choice violates; after a wrong argument only those that do not read earlier arguments."""
    state, here, side = walk.state, decision.procedure, decision.side_number
    verb = walk.rules.vocabulary.verbs[code[0]]
    found = [named for named in verb.when if not named(state, here, side)]
    for place, argument in enumerate(verb.arguments, 1):
        legal = not found
        for named in argument.restrictions:
            if legal or named.independent:
                allowed = named(state, here, side, *code[1:place])
                if allowed is False or (allowed is not True and not sets.holds(allowed, code[place])):
                    found.append(named)
    return found


def size(verb: Verb) -> int:
    """The number of well-formed actions of a verb."""
    return prod(sets.size(argument.all) for argument in verb.arguments)


def well_formed(verb: Verb) -> Iterator[ActionCode]:
    """All codes of a verb."""
    for arguments in product(*(sets.iterate(argument.all) for argument in verb.arguments)):
        yield (verb.number, *arguments)


def sample(verb: Verb, most: int, chance: Random) -> list[ActionCode]:
    """Some codes of a verb, all different."""
    if size(verb) <= most:
        return list(well_formed(verb))
    wholes = [argument.all for argument in verb.arguments]
    draws = (tuple([sets.nth(all_, int(chance.random() * sets.size(all_))) for all_ in wholes]) for _ in range(most))
    return [(verb.number, *arguments) for arguments in dict.fromkeys(draws)]
