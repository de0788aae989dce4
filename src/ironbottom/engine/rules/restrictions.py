"""Restrictions: the set of values that an argument may take, with a clause and a message for other values.

A verb states its rules once. The values offered for an argument are those that all of its restrictions allow, given the
earlier arguments. A refusal cites the first restriction that does not allow the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any

from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import Members

if TYPE_CHECKING:
    from ironbottom.engine.rules.actions import Argument, Code, Verb
    from ironbottom.engine.rules.procedures import Procedure
    from ironbottom.engine.rules.state import State

Allowed = Members | bool
"""A set; True for no restriction, and False if no value is allowed."""
Allow = Callable[..., Allowed]
"""Takes the state, the top procedure, the side's number and, if they matter, the earlier arguments."""
Branches = Sequence[tuple[Members, "Branches"]]
"""The choices from one argument on: sets of equivalent values, each with the branches of the next argument.

At the last argument, the branches after a set are empty.
"""


class Restriction:
    """A rule for an argument: the set of allowed values, the clause, and the message for other values.

    It reads only what the side may know. ``{unit}`` in the message becomes the title of the argument of that name. A
    rule for the whole verb (``when``), or one that does not depend on the value, returns True or False. A rule that
    takes no earlier arguments is evaluated only once per decision.

    ``fallback`` marks a catch-all: it says only that a value is not offered, not which rule decides. A refusal cites it
    only if no other restriction fails.
    """

    __slots__ = ("allow", "clause", "fallback", "independent", "name", "sentence")

    def __init__(self, name: str, clause: str, sentence: str, allow: Allow, *, fallback: bool = False) -> None:
        self.name = name
        self.clause = clause
        self.sentence = sentence
        self.allow = allow
        self.fallback = fallback
        self.independent = ignores_earlier_arguments(allow)

    def __call__(self, state: State, here: Procedure, side: int, *earlier: int) -> Allowed:
        return self.allow(state, here, side) if self.independent else self.allow(state, here, side, *earlier)

    def message(self, verb: Verb, code: Code) -> str:
        """The message for a person."""
        if "{" not in self.sentence:
            return self.sentence
        titles = {
            argument.name: argument.domain.within[number]
            for argument, number in zip(verb.arguments, code[1:], strict=False)
        }
        return self.sentence.format_map(titles)


def ignores_earlier_arguments(allow: Allow) -> bool:
    """Whether a rule takes only the state, the procedure and the side."""
    try:
        takes = signature(allow).parameters.values()
    except ValueError:  # compiled nested functions have no signature; they get all arguments
        return False
    return len(takes) == 3 and all(taken.kind is not taken.VAR_POSITIONAL for taken in takes)


def restriction(clause: str, sentence: str, *, fallback: bool = False) -> Callable[[Allow], Restriction]:
    """Makes a function into a named restriction; its name is that of the function."""

    def made(allow: Allow) -> Restriction:
        return Restriction(allow.__name__, clause, sentence, allow, fallback=fallback)

    return made


def first_failure(verb: Verb, state: State, here: Procedure, side: int, code: Code) -> Restriction | None:
    """The first restriction that a choice, or the beginning of one, fails; None if it is legal."""
    for named in verb.when:
        if not named.allow(state, here, side):
            return named
    for place, argument in enumerate(verb.arguments[: len(code) - 1], 1):
        number, earlier = code[place], code[1:place]
        for named in argument.restrictions:
            allowed = named(state, here, side, *earlier)
            if allowed is not True and not sets.holds(allowed, number):
                return named
    return None


def deciding_failure(verb: Verb, state: State, here: Procedure, side: int, code: Code) -> Restriction | None:
    """The restriction that a refusal cites: the first that fails and is not a fallback; if only fallbacks fail, the
    first.

    After an argument that fails, a later one is checked only by restrictions that read no earlier argument: the others
    assume legal earlier arguments.
    """
    first = first_failure(verb, state, here, side, code)
    if first is None or not first.fallback:
        return first
    return next((named for named in failures(verb, state, here, side, code) if not named.fallback), first)


def failures(verb: Verb, state: State, here: Procedure, side: int, code: Code) -> Iterator[Restriction]:
    """All restrictions that a choice, or the beginning of one, is known to fail."""
    lawful = True
    for named in verb.when:
        if not named.allow(state, here, side):
            lawful = False
            yield named
    for place, argument in enumerate(verb.arguments[: len(code) - 1], 1):
        weighed = argument.restrictions if lawful else argument.independent
        for named in weighed:
            allowed = named(state, here, side, *code[1:place])
            if allowed is not True and not sets.holds(allowed, code[place]):
                lawful = False
                yield named


def is_open(verb: Verb, state: State, here: Procedure, side: int) -> bool:
    """Whether all restrictions on the whole verb allow it."""
    return all(named.allow(state, here, side) for named in verb.when)


def allowed_values(argument: Argument, state: State, here: Procedure, side: int, earlier: tuple[int, ...]) -> Members:
    """The values that all restrictions of an argument allow, given the earlier arguments."""
    found = intersection(argument.independent, argument.all, state, here, side)
    if not found or not argument.dependent:
        return found
    return intersection(argument.dependent, found, state, here, side, *earlier)


def intersection(
    restrictions: list[Restriction], found: Members, state: State, here: Procedure, side: int, *earlier: int
) -> Members:
    """The intersection of a set and the sets of some restrictions."""
    for named in restrictions:
        # Calling without the star is faster, and most restrictions read no earlier argument.
        allowed = named.allow(state, here, side, *earlier) if earlier else named.allow(state, here, side)
        if allowed is True:
            continue
        if not allowed:
            return 0
        found = found & allowed if type(found) is int and type(allowed) is int else sets.intersect(found, allowed)
        if not found:
            return 0
    return found


def expand(verb: Verb, state: State, here: Procedure, side: int, earlier: tuple[int, ...]) -> Branches:
    """The branches from the argument after the earlier ones, computed from the restrictions; dead ends are left out."""
    argument = verb.arguments[len(earlier)]
    allowed = intersection(argument.independent, argument.all, state, here, side)
    if allowed and argument.dependent:
        allowed = intersection(argument.dependent, allowed, state, here, side, *earlier)
    if not allowed:
        return ()
    if argument.last:
        return ((allowed, ()),)
    return _expand_argument(verb, state, here, side, earlier, allowed, {})


def _expand_argument(
    verb: Verb,
    state: State,
    here: Procedure,
    side: int,
    earlier: tuple[int, ...],
    allowed: Members,
    known: dict[Argument, Members],
) -> Branches:
    """The branches of an argument with these allowed values.

    ``known`` caches sets that do not depend on earlier arguments.
    """
    place = len(earlier) + 1
    argument, following = verb.arguments[place - 1], verb.arguments[place]
    base = known.get(following)
    if base is None:
        base = known[following] = intersection(following.independent, following.all, state, here, side)
    if not base:
        return ()
    found: dict[Branches, Members] = {}
    for alike in (allowed,) if argument.free else argument.classes(state, here, side, earlier, allowed):
        given = (*earlier, sets.nth(alike, 0))
        values = intersection(following.dependent, base, state, here, side, *given) if following.dependent else base
        if not values:
            continue
        after = ((values, ()),) if following.last else _expand_argument(verb, state, here, side, given, values, known)
        if after:
            found[after] = sets.union(found[after], alike) if after in found else alike
    return tuple([(alike, after) for after, alike in found.items()])


def one_set(members: Members) -> Branches:
    """The branches of a last argument.

    >>> one_set(0b101), one_set(0)
    (((5, ()),), ())
    """
    return ((members, ()),) if members else ()


def pairs(firsts: Members, seconds: Members) -> Branches:
    """The branches of two arguments: any value of the first set with any of the second.

    >>> pairs(0b11, 0b100)
    ((3, ((4, ()),)),)
    """
    return ((firsts, ((seconds, ()),)),) if firsts and seconds else ()


def leaf_count(branches: Iterable[tuple[Members, Any]]) -> int:
    """The number of choices in the branches, by multiplication.

    >>> leaf_count(pairs(0b11, 0b111))
    6
    """
    total = 0
    for members, after in branches:
        count = members.bit_count() if type(members) is int else len(members)  # type: ignore[arg-type]
        if after:
            # Usually one set of last arguments follows, which is not worth a call.
            first: tuple[Any, Any] = after[0]
            last, more = first
            if more or len(after) > 1:
                count *= leaf_count(after)
            else:
                count *= last.bit_count() if type(last) is int else len(last)
        total += count
    return total
