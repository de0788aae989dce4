"""Actions: a verb with its arguments, as readable ids outside and small integers inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from ironbottom.engine.core import sets
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.core.fields import Domain, truncated_list
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.restrictions import Branches, Restriction

Action = tuple[str, ...]
"""A verb and its arguments as readable ids: ``("sortie", "japan_1", "the_slot")``."""

ActionCode = tuple[int, ...]
"""The internal form of an action: the number of its verb, then the numbers of its arguments."""

BranchGenerator = Callable[..., Branches]
"""A faster generator of a verb's choices.

It takes the state, the top procedure's ``offer_context``, and the side's number.
"""

EquivalenceClasses = Callable[..., Sequence[IdSet]]
"""Splits the values of an argument into classes, so that all values of a class may be followed by the same arguments.

It takes the state, the top procedure, the side's number, the earlier arguments and the set of allowed values.
"""

EndsListPredicate = Callable[..., bool]
"""Takes the state, the top procedure, the side's number and the arguments; reads only what the side may know."""
EndsList = Literal["never", "always", "open"] | EndsListPredicate
"""Whether a choice ends a list of choices that are submitted together; see ``Verb``."""


def all_equivalent(state: object, frame: object, side: int, *earlier_and_allowed: IdSet) -> Sequence[IdSet]:
    """Puts all values into one class, for arguments that do not affect the later ones."""
    return (earlier_and_allowed[-1],)


class Argument:
    """An argument of a verb: an item of a domain or a whole number that all of its restrictions allow.

    ``equivalence`` groups values that the same arguments may follow, so that only one value of each group is examined;
    without it every value is. ``always_completes`` promises that every value can be completed to a choice, so that the
    arguments after it are not examined. The conformance kit checks both.
    """

    __slots__ = (
        "all",
        "all_equivalent",
        "always_completes",
        "dependent",
        "domain",
        "equivalence",
        "independent",
        "last",
        "name",
        "restrictions",
    )

    def __init__(
        self,
        domain: Domain,
        *restrictions: Restriction,
        equivalence: EquivalenceClasses | None = None,
        always_completes: bool = False,
    ) -> None:
        self.name = ""
        self.domain = domain
        self.restrictions = restrictions
        self.independent = [restriction for restriction in restrictions if restriction.independent]
        self.dependent = [restriction for restriction in restrictions if not restriction.independent]
        self.equivalence = equivalence
        self.always_completes = always_completes
        self.all = domain.all
        self.all_equivalent = equivalence is all_equivalent
        self.last = False

    def classes(
        self, state: object, frame: object, side: int, earlier: tuple[int, ...], allowed: IdSet
    ) -> Iterable[IdSet]:
        """The classes of a set of values: the same arguments may follow all values of a class."""
        if self.equivalence is None:
            return sets.split(allowed)
        return self.equivalence(state, frame, side, *earlier, allowed)


class Verb:
    """Something that a side may choose to do, with its arguments in order.

    ``when`` are the restrictions on the verb as a whole. A hand-written ``offer`` replaces the computation from the
    restrictions where measurements showed that to be too slow.

    ``ends_list`` says whether a choice of this verb must be the last of a list of choices that are submitted together:
    ``"never"``, ``"always"``, or a predicate. It must be true if the choice could roll a die, reveal something or
    finish the side's part of a simultaneous step in any world that fits what the side sees. A predicate reads only what
    the side may know, as a restriction does. ``"open"`` is for choices whose outcome depends on nothing hidden, so that
    it is the same in all of these worlds: they are tried, and end the list if a die would be rolled.

    >>> from ironbottom.engine.core.fields import Domain
    >>> ship = Argument(Domain("ship", ("akagi", "kaga")))
    >>> hail = Verb("hail", clause="4.0", ends_list="never", ship=ship)
    >>> hail.name, [argument.name for argument in hail.arguments]
    ('hail', ['ship'])
    """

    __slots__ = ("arguments", "clause", "ends_list", "name", "number", "offer", "when")

    def __init__(
        self,
        name: str,
        *,
        clause: str,
        ends_list: EndsList,
        when: Sequence[Restriction] = (),
        offer: BranchGenerator | None = None,
        **arguments: Argument,
    ) -> None:
        self.name = name
        self.clause = clause
        self.ends_list = ends_list
        self.when = tuple(when)
        self.offer = offer
        self.arguments = tuple(arguments.values())
        for called, argument in arguments.items():
            argument.name = called
            argument.last = argument is self.arguments[-1]
        self.number = -1

    def must_end_list(self, state: object, frame: object, side: int, numbers: Sequence[int]) -> bool:
        """Whether the choice of these arguments must be the last of a list."""
        ends = self.ends_list
        if isinstance(ends, str):
            return ends == "always"
        return ends(state, frame, side, *numbers)

    @property
    def label(self) -> str:
        """The name as people read and type it."""
        return self.name.replace("_", " ")

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domain of each argument."""
        return tuple(argument.domain for argument in self.arguments)

    @property
    def restrictions(self) -> tuple[Restriction, ...]:
        """All restrictions in the order in which they are checked."""
        return (*self.when, *(restriction for argument in self.arguments for restriction in argument.restrictions))


class Vocabulary:
    """All verbs of a game; converts readable actions to codes and back, and caches both."""

    MAX_CACHED = 200_000

    def __init__(self, verbs: Sequence[Verb]) -> None:
        self.verbs = tuple(verbs)
        self.by_name: dict[str, Verb] = {}
        for number, verb in enumerate(self.verbs):
            verb.number = number
            self.by_name[verb.name] = verb
        self._codes: dict[Action, ActionCode] = {}
        self._actions: dict[ActionCode, Action] = {}

    def action(self, code: ActionCode) -> Action:
        """The readable action behind a code."""
        result = self._actions.get(code)
        if result is None:
            verb = self.verbs[code[0]]
            pairs = zip(verb.arguments, code[1:], strict=True)
            result = (verb.name, *[argument.domain.ids[number] for argument, number in pairs])
            self._remember(result, code)
        return result

    def code(self, action: Sequence[Any]) -> ActionCode:
        """The code of a readable action; ``Refused`` if the game has no such action."""
        key = tuple(action) if not isinstance(action, tuple) else action
        try:
            result = self._codes.get(key)
        except TypeError:
            result = None
        if result is None:
            result = self._read(key)
            self._remember(tuple(str(part) for part in key), result)
        return result

    def parse_prefix(self, prefix: Sequence[str]) -> tuple[Verb, tuple[int, ...]]:
        """The verb of a possibly incomplete action, and the numbers of the arguments that it has."""
        verb = self._verb(prefix)
        if len(prefix) > len(verb.arguments) + 1:
            raise self._wrong_count(verb, len(prefix) - 1)
        return verb, tuple(
            [read_argument(argument, part) for argument, part in zip(verb.arguments, prefix[1:], strict=False)]
        )

    def _verb(self, action: Sequence[object]) -> Verb:
        if not action or not isinstance(action[0], str) or action[0] not in self.by_name:
            name = repr(action[0]) if action else "an empty action"
            raise Refused(
                f"{name} is not a verb of this game; allowed: {truncated_list(self.by_name, 30)}", field="verb"
            )
        return self.by_name[action[0]]

    def _wrong_count(self, verb: Verb, given: int) -> Refused:
        wanted = ", ".join(argument.domain.name for argument in verb.arguments) or "nothing"
        return Refused(f"{verb.name} takes {wanted} after it, not {given} arguments", field="arguments")

    def _read(self, action: Sequence[object]) -> ActionCode:
        verb = self._verb(action)
        if len(action) != len(verb.arguments) + 1:
            raise self._wrong_count(verb, len(action) - 1)
        pairs = zip(verb.arguments, action[1:], strict=True)
        return (verb.number, *[read_argument(argument, part) for argument, part in pairs])

    def _remember(self, action: Action, code: ActionCode) -> None:
        if len(self._codes) >= self.MAX_CACHED:
            self._codes.clear()
            self._actions.clear()
        self._codes[action] = code
        self._actions[code] = action


def read_argument(argument: Argument, part: object) -> int:
    """The number of one argument; whole numbers may be given in place of ids such as ``"3"``."""
    domain = argument.domain
    text = str(part) if type(part) is int else part
    result = domain.index.get(text) if isinstance(text, str) else None
    if result is None:
        raise Refused(f"no {domain.name} is called {part!r}; allowed: {domain.ids_text()}", field=domain.name)
    return result
