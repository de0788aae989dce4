"""Applies the restrictions of a verb: finds its legal choices, and the restriction that a refusal cites.

A verb states its rules once. The values offered for an argument are those that all of its restrictions allow, given the
earlier arguments. A refusal cites the first restriction that does not allow the value.
"""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import ActionCode, Argument, Verb
from ironbottom.engine.rules.restrictions import Branches, Restriction


def refusal_message(restriction: Restriction, verb: Verb, code: ActionCode) -> str:
    """The message of a restriction, for the player."""
    if "{" not in restriction.message:
        return restriction.message
    titles = {
        argument.name: argument.domain.within[number]
        for argument, number in zip(verb.arguments, code[1:], strict=False)
    }
    return restriction.message.format_map(titles)


def first_failure(verb: Verb, state: object, frame: object, side: int, code: ActionCode) -> Restriction | None:
    """The first restriction that a choice, or the beginning of one, fails; None if it is legal."""
    for restriction in verb.when:
        if not restriction.allow(state, frame, side):
            return restriction
    for index, argument in enumerate(verb.arguments[: len(code) - 1], 1):
        number, earlier = code[index], code[1:index]
        for restriction in argument.restrictions:
            allowed = restriction(state, frame, side, *earlier)
            if allowed is not True and not sets.holds(allowed, number):
                return restriction
    return None


def deciding_failure(verb: Verb, state: object, frame: object, side: int, code: ActionCode) -> Restriction | None:
    """The restriction that a refusal cites: the first that fails and is not a fallback; if only fallbacks fail, the
    first.

    After an argument that fails, a later one is checked only by restrictions that read no earlier argument: the others
    assume legal earlier arguments.
    """
    first = first_failure(verb, state, frame, side, code)
    if first is None or not first.fallback:
        return first
    return next(
        (
            restriction
            for restriction in failing_restrictions(verb, state, frame, side, code)
            if not restriction.fallback
        ),
        first,
    )


def failing_restrictions(
    verb: Verb, state: object, frame: object, side: int, code: ActionCode
) -> Iterator[Restriction]:
    """All restrictions that a choice, or the beginning of one, is known to fail."""
    legal = True
    for restriction in verb.when:
        if not restriction.allow(state, frame, side):
            legal = False
            yield restriction
    for index, argument in enumerate(verb.arguments[: len(code) - 1], 1):
        checked = argument.restrictions if legal else argument.independent
        for restriction in checked:
            allowed = restriction(state, frame, side, *code[1:index])
            if allowed is not True and not sets.holds(allowed, code[index]):
                legal = False
                yield restriction


def is_open(verb: Verb, state: object, frame: object, side: int) -> bool:
    """Whether all restrictions on the whole verb allow it."""
    return all(restriction.allow(state, frame, side) for restriction in verb.when)


def allowed_values(argument: Argument, state: object, frame: object, side: int, earlier: tuple[int, ...]) -> IdSet:
    """The values that all restrictions of an argument allow, given the earlier arguments."""
    result = intersection(argument.independent, argument.all, state, frame, side)
    if not result or not argument.dependent:
        return result
    return intersection(argument.dependent, result, state, frame, side, *earlier)


def intersection(
    restrictions: list[Restriction], found: IdSet, state: object, frame: object, side: int, *earlier: int
) -> IdSet:
    """The intersection of a set and the sets of the given restrictions."""
    for restriction in restrictions:
        # Calling without the star is faster, and most restrictions read no earlier argument.
        allowed = restriction.allow(state, frame, side, *earlier) if earlier else restriction.allow(state, frame, side)
        if allowed is True:
            continue
        if not allowed:
            return 0
        found = found & allowed if type(found) is int and type(allowed) is int else sets.intersect(found, allowed)
        if not found:
            return 0
    return found


def expand(verb: Verb, state: object, frame: object, side: int, earlier: tuple[int, ...]) -> Branches:
    """The branches from the argument after the earlier ones, computed from the restrictions; dead ends are left out."""
    argument = verb.arguments[len(earlier)]
    allowed = intersection(argument.independent, argument.all, state, frame, side)
    if allowed and argument.dependent:
        allowed = intersection(argument.dependent, allowed, state, frame, side, *earlier)
    if not allowed:
        return ()
    if argument.last:
        return ((allowed, ()),)
    return _expand_argument(verb, state, frame, side, earlier, allowed, {})


def _expand_argument(
    verb: Verb,
    state: object,
    frame: object,
    side: int,
    earlier: tuple[int, ...],
    allowed: IdSet,
    known: dict[Argument, IdSet],
) -> Branches:
    """The branches of an argument with these allowed values.

    ``known`` caches sets that do not depend on earlier arguments.
    """
    index = len(earlier) + 1
    argument, following = verb.arguments[index - 1], verb.arguments[index]
    base = known.get(following)
    if base is None:
        base = known[following] = intersection(following.independent, following.all, state, frame, side)
    if not base:
        return ()
    result: dict[Branches, IdSet] = {}
    for alike in (allowed,) if argument.all_equivalent else argument.classes(state, frame, side, earlier, allowed):
        given = (*earlier, sets.nth(alike, 0))
        values = intersection(following.dependent, base, state, frame, side, *given) if following.dependent else base
        if not values:
            continue
        after = ((values, ()),) if following.last else _expand_argument(verb, state, frame, side, given, values, known)
        if after:
            result[after] = sets.union(result[after], alike) if after in result else alike
    return tuple([(alike, after) for after, alike in result.items()])
