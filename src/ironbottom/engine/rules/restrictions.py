"""Restrictions: the set of values that an argument may take, with a clause and a message for other values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from typing import Any

from ironbottom.engine.core.sets import IdSet

Allowed = IdSet | bool
"""The allowed values as a set; True if all values are allowed, and False if none is."""
Allow = Callable[..., Allowed]
"""Takes the state, the top procedure, the side's number and, if they matter, the earlier arguments."""
ScenarioClause = Callable[[Any, int], str]
"""Takes the state and the side's number; returns the clause of the scenario behind a rule, or an empty string."""
Branches = Sequence[tuple[IdSet, "Branches"]]
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

    ``case`` gives the clause of the scenario being played that makes the rule apply, or an empty string. A refusal then
    cites that clause instead of the general one.
    """

    __slots__ = ("allow", "case", "clause", "fallback", "independent", "message", "name")

    def __init__(
        self,
        name: str,
        clause: str,
        message: str,
        allow: Allow,
        *,
        fallback: bool = False,
        case: ScenarioClause | None = None,
    ) -> None:
        self.name = name
        self.case = case
        self.clause = clause
        self.message = message
        self.allow = allow
        self.fallback = fallback
        self.independent = ignores_earlier_arguments(allow)

    def cited_clause(self, state: object, side: int) -> str:
        """The clause that a refusal cites: that of the scenario, or the general one."""
        return (self.case(state, side) if self.case is not None else "") or self.clause

    def __call__(self, state: object, frame: object, side: int, *earlier: int) -> Allowed:
        return self.allow(state, frame, side) if self.independent else self.allow(state, frame, side, *earlier)


def ignores_earlier_arguments(allow: Allow) -> bool:
    """Whether a rule takes only the state, the procedure and the side."""
    try:
        parameters = signature(allow).parameters.values()
    except ValueError:  # compiled nested functions have no signature; they get all arguments
        return False
    return len(parameters) == 3 and all(parameter.kind is not parameter.VAR_POSITIONAL for parameter in parameters)


def restriction(
    clause: str, message: str, *, fallback: bool = False, case: ScenarioClause | None = None
) -> Callable[[Allow], Restriction]:
    """Makes a function into a named restriction; its name is that of the function."""

    def decorate(allow: Allow) -> Restriction:
        return Restriction(allow.__name__, clause, message, allow, fallback=fallback, case=case)

    return decorate


def one_set(members: IdSet) -> Branches:
    """The branches of a last argument.

    >>> one_set(0b101), one_set(0)
    (((5, ()),), ())
    """
    return ((members, ()),) if members else ()


def product_of(firsts: IdSet, seconds: IdSet) -> Branches:
    """The branches of two arguments: any value of the first set with any of the second.

    >>> product_of(0b11, 0b100)
    ((3, ((4, ()),)),)
    """
    return ((firsts, ((seconds, ()),)),) if firsts and seconds else ()


def leaf_count(branches: Iterable[tuple[IdSet, Any]]) -> int:
    """The number of choices in the branches, by multiplication.

    >>> leaf_count(product_of(0b11, 0b111))
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
