"""The legal choices of one decision: verb, then argument by argument, factored into sets of equivalent values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product
from typing import Any, Protocol, overload

from ironbottom.engine.cache.fingerprints import FingerprintContext, HasPieces, StateData
from ironbottom.engine.core import sets
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Action, ActionCode, Verb, Vocabulary
from ironbottom.engine.rules.legality import allowed_values, expand, first_failure, is_open
from ironbottom.engine.rules.restrictions import Branches, leaf_count

CLOSING = frozenset(("done", "pass"))
"""The verbs that end a plan; ``sample_by_argument`` picks them more often so that small plans occur."""
MAX_VERBS = 6
"""The maximum number of verbs that a summary lists."""
MAX_SETS = 20_000
"""The maximum number of sets that the choices of a decision may consist of; a verb that needs more has to be split."""


class RandomSource(Protocol):
    """A source of random numbers from 0 up to 1, such as ``random.Random``."""

    def random(self) -> float: ...


StateOfRules = StateData[HasPieces]
"""A state under any rules."""


class AskingProcedure(Protocol):
    """A procedure that asks for a choice."""

    @property
    def verbs(self) -> Sequence[Verb]: ...
    def offer_context(self, state: Any, /) -> object: ...


Group = tuple[Verb, Branches]
"""The choices of one verb; without branches if the verb takes no argument."""


class Choices:
    """The legal choices of a decision, each once, as data that does not refer to a state.

    It is a sequence of readable actions in a fixed order. ``len`` counts the choices without listing them, indexing and
    slicing list only the choices asked for, ``in`` says whether a choice is offered, and ``next`` lists the values of
    the next argument.

    >>> import random
    >>> from ironbottom import get_game
    >>> choices = get_game("pf").new().legal_actions("japan")
    >>> choices
    <29 choices: assign 27, form_express 1, done 1>
    >>> choices[0], choices[-1], choices[27:]
    (('assign', 'ijn_shokaku', '1'), ('done',), [('form_express', '1'), ('done',)])
    >>> random.choice(choices) in choices, choices.index(("done",))
    (True, 28)
    """

    __slots__ = ("_counts", "_groups", "vocabulary")

    def __init__(self, vocabulary: Vocabulary, groups: Sequence[Group] | None) -> None:
        self.vocabulary = vocabulary
        self._groups = groups
        self._counts: list[int] | None = None

    @property
    def groups(self) -> Sequence[Group]:
        """The choices grouped by verb, in a fixed, public order."""
        assert self._groups is not None
        return self._groups

    @property
    def sizes(self) -> list[int]:
        """The number of choices in each group."""
        return [leaf_count(branches) if branches else 1 for _, branches in self.groups]

    @property
    def counts(self) -> Sequence[int]:
        """The number of choices of each verb, for each set of its first argument."""
        if self._counts is None:
            self._counts = count_groups(self.groups)
        return self._counts

    def __len__(self) -> int:
        return sum(self.counts)

    def __bool__(self) -> bool:
        return bool(self.groups)

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable([_actions(verb, branches, (verb.name,)) for verb, branches in self.groups])

    def codes(self) -> Iterator[ActionCode]:
        """The choices as codes."""
        for verb, branches in self.groups:
            yield from _codes(branches, (verb.number,)) if branches else ((verb.number,),)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, (tuple, list)):
            return False
        try:
            return self.contains_code(self.vocabulary.code(action))
        except Refused:
            return False

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        count = len(self)
        if isinstance(index, slice):
            return [self.at(each) for each in range(*index.indices(count))]
        if not -count <= index < count:
            raise IndexError(f"there is no choice {index}; there are {count}")
        return self.at(index % count)

    def __reversed__(self) -> Iterator[Action]:
        return (self.at(index) for index in range(len(self) - 1, -1, -1))

    def index(self, action: Action) -> int:
        """The place of a choice from 0; ``ValueError`` if it is not offered."""
        for index, offered_here in enumerate(self):
            if offered_here == action:
                return index
        raise ValueError(f"{action!r} is not offered here")

    def count(self, action: Action) -> int:
        """1 if a choice is offered, otherwise 0; choices are never repeated."""
        return int(action in self)

    def __repr__(self) -> str:
        return f"<{choices_summary(self)}>"

    def contains_code(self, code: ActionCode) -> bool:
        """Whether the choice with this code is offered."""
        return any(verb.number == code[0] and _contains_code(branches, code) for verb, branches in self.groups)

    # -- argument by argument ----------------------------------------------------------------------

    def next(self, *prefix: str) -> tuple[str, ...]:
        """The ids that may come next: verbs, or the values of the next argument.

        Empty after a complete choice; ``Refused`` if the prefix is not legal.

        >>> from ironbottom import get_game
        >>> (decision,) = get_game("pf").new().decisions()
        >>> decision.choices.next() == tuple(decision.choices.verbs())
        True
        """
        if not prefix:
            return tuple(self.verbs())
        verb, numbers = self._check_prefix(prefix)
        if len(numbers) == len(verb.arguments):
            return ()
        ids = verb.arguments[len(numbers)].domain.ids
        return tuple([ids[number] for number in sets.iterate(self.values(verb, numbers))])

    def mask(self, *prefix: str) -> bytes:
        """Returns a mask for learning programs: a byte for each verb, or for each value of the next argument; 1 if
        open.
        """
        if not prefix:
            open_verbs = set(self.verbs())
            return bytes([verb.name in open_verbs for verb in self.vocabulary.verbs])
        verb, numbers = self._check_prefix(prefix)
        if len(numbers) == len(verb.arguments):
            return b""
        mask = bytearray(verb.arguments[len(numbers)].domain.width)
        for number in sets.iterate(self.values(verb, numbers)):
            mask[number] = 1
        return bytes(mask)

    def verbs(self) -> list[str]:
        """The names of the verbs that have choices."""
        return [verb.name for verb in self.open_verbs()]

    def open_verbs(self) -> Iterator[Verb]:
        """Iterates over the verbs that have choices."""
        return (verb for verb, _ in self.groups)

    def is_open(self, verb: Verb) -> bool:
        """Whether a verb has any choice."""
        return any(own is verb for own, _ in self.groups)

    def values(self, verb: Verb, earlier: tuple[int, ...]) -> IdSet:
        """The allowed values of the argument after these; empty if these are not offered."""
        branches = next((branches for own, branches in self.groups if own is verb), ())
        result: IdSet = 0
        for members, _ in _branches_after(branches, earlier):
            result = sets.union(result, members) if result else members
        return result

    def _check_prefix(self, prefix: Sequence[str]) -> tuple[Verb, tuple[int, ...]]:
        verb, numbers = self.vocabulary.parse_prefix(prefix)
        if not self.is_open(verb):
            raise Refused(f"{verb.name} is not offered here; allowed: {truncated_list(self.verbs())}", field="verb")
        for index, number in enumerate(numbers):
            if not sets.holds(self.values(verb, numbers[:index]), number):
                argument = verb.arguments[index]
                raise Refused(f"{argument.domain.ids[number]} is not offered for {verb.name}", field=argument.name)
        return verb, numbers

    def single_choice(self) -> Action | None:
        """The only choice, or None if there are several; never computes more than two."""
        verbs = list(islice(self.open_verbs(), 2))
        if len(verbs) != 1:
            return None
        verb = verbs[0]
        numbers: tuple[int, ...] = ()
        for _ in verb.arguments:
            values = self.values(verb, numbers)
            if sets.size(values) != 1:
                return None
            numbers = (*numbers, sets.nth(values, 0))
        return self.vocabulary.action((verb.number, *numbers))

    # -- draws -------------------------------------------------------------------------------------

    def code_at(self, index: int) -> ActionCode:
        """The code of the choice at a place from 0 to ``len - 1``."""
        return _code_at(self.groups, self.counts, index)

    def at(self, index: int) -> Action:
        """The choice at an index from 0 to ``len - 1``."""
        return self.vocabulary.action(self.code_at(index))

    def sample(self, source: RandomSource) -> Action:
        """A random choice, all equally likely."""
        groups, counts = self.groups, self._counts
        if counts is None:
            counts = self._counts = count_groups(groups)
        if not counts:
            raise IndexError("nothing is offered")
        return self.vocabulary.action(_code_at(groups, counts, int(source.random() * sum(counts))))

    def sample_by_argument(self, source: RandomSource) -> Action:
        """A random choice, drawn verb first and then argument by argument, each value of an argument equally likely.

        If a closing verb is offered, it is picked with a probability of one in four, so that small plans occur. Choices
        are not counted, so this is fast in large games.
        """
        names = self.verbs()
        if not names:
            raise IndexError("nothing is offered")
        closing = [name for name in names if name in CLOSING]
        others = [name for name in names if name not in CLOSING]
        wanted = closing if closing and (not others or source.random() < 0.25) else others
        verb = self.vocabulary.by_name[wanted[int(source.random() * len(wanted))]]
        numbers: tuple[int, ...] = ()
        for _ in verb.arguments:
            values = self.values(verb, numbers)
            numbers = (*numbers, sets.nth(values, int(source.random() * sets.size(values))))
        return self.vocabulary.action((verb.number, *numbers))

    # -- outside -----------------------------------------------------------------------------------

    def to_lists(self) -> list[list[str]]:
        """The choices as a list of plain lists."""
        return [list(action) for action in self]

    def factored(self) -> list[dict[str, Any]]:
        """The choices in wire format: a verb and its sets of ids, each with the sets that may follow.

        ``{"verb": "fire", "then": [[["j_kaga", "j_akagi"], [[["a_wasp"], []]]]]}``: any of the first set with any of
        the second. ``"ends_list": "always"`` (or ``"sometimes"``) is added to a verb whose choices must be the last of
        a list of choices.
        """
        return [
            {
                "verb": verb.name,
                **_ends_list_to_wire(verb),
                **({"then": _to_wire(verb, branches, 0)} if branches else {}),
            }
            for verb, branches in self.groups
        ]


Sequence.register(Choices)


class OpenChoices(Choices):
    """The choices of a decision, computed from its state on demand.

    For the referee only, because they are read from the state. After the state has moved on, they can still be used if
    they were listed, counted or indexed before; otherwise ``RuntimeError`` is raised. ``detached`` returns choices that
    do not refer to the state, for players.
    """

    __slots__ = ("_procedure", "_side", "_state", "acts")

    def __init__(self, vocabulary: Vocabulary, state: StateOfRules, frame: AskingProcedure, side: int) -> None:
        self.vocabulary = vocabulary
        self._groups = self._counts = None
        self._state, self._procedure, self._side = state, frame, side
        self.acts = state.acts

    def check_current(self) -> None:
        """Raises ``RuntimeError`` if another choice was applied to the state."""
        self._current_state()

    def _current_state(self) -> StateOfRules:
        if self._state.acts != self.acts:
            raise RuntimeError(
                "the state has changed, and these choices were not read before that; use legal_actions()"
            )
        return self._state

    @property
    def groups(self) -> Sequence[Group]:
        if self._groups is None:
            self._groups = legal_groups(self._procedure.verbs, self._current_state(), self._procedure, self._side)
        return self._groups

    def contains_code(self, code: ActionCode) -> bool:
        if self._groups is not None:
            return super().contains_code(code)
        state = self._current_state()
        verb = self.vocabulary.verbs[code[0]]
        return verb in self._procedure.verbs and first_failure(verb, state, self._procedure, self._side, code) is None

    def open_verbs(self) -> Iterator[Verb]:
        return super().open_verbs() if self._groups is not None else filter(self.is_open, self._procedure.verbs)

    def is_open(self, verb: Verb) -> bool:
        if self._groups is not None:
            return super().is_open(verb)
        state, here = self._current_state(), self._procedure
        return verb in here.verbs and is_open(verb, state, here, self._side) and self._can_complete(verb)

    def values(self, verb: Verb, earlier: tuple[int, ...]) -> IdSet:
        if self._groups is not None or verb.offer is not None:
            return super().values(verb, earlier)
        state, here, side = self._current_state(), self._procedure, self._side
        argument = verb.arguments[len(earlier)]
        if argument.last or argument.always_completes:
            return allowed_values(argument, state, here, side, earlier)
        result: IdSet = 0
        for members, _ in expand(verb, state, here, side, earlier):
            result = sets.union(result, members) if result else members
        return result

    def _can_complete(self, verb: Verb) -> bool:
        return not verb.arguments or bool(self.values(verb, ()))

    def detached(self) -> Choices:
        """The same choices without a reference to the state."""
        return Choices(self.vocabulary, tuple([(verb, _detach(branches)) for verb, branches in self.groups]))


def expand_factored(factored: Sequence[dict[str, Any]]) -> list[list[str]]:
    """Lists the choices of the wire format one by one.

    >>> expand_factored([{"verb": "fire", "then": [[["kaga", "akagi"], [[["wasp"], []]]]]}, {"verb": "done"}])
    [['fire', 'kaga', 'wasp'], ['fire', 'akagi', 'wasp'], ['done']]
    """

    def tails(then: Sequence[Any]) -> Iterator[list[str]]:
        for ids, after in then:
            for one in ids:
                yield from ([one, *tail] for tail in tails(after)) if after else ([one],)

    return [
        [result["verb"], *tail]
        for result in factored
        for tail in (tails(result["then"]) if "then" in result else iter([[]]))
    ]


def legal_groups(verbs: Sequence[Verb], state: StateOfRules, frame: AskingProcedure, side: int) -> list[Group]:
    """All choices of the verbs that are open, in the order of the verbs."""
    with FingerprintContext(state):
        return _legal_groups(verbs, state, frame, side)


def _legal_groups(verbs: Sequence[Verb], state: StateOfRules, frame: AskingProcedure, side: int) -> list[Group]:
    groups = []
    offer_context = frame.offer_context(state)
    for verb in verbs:
        for restriction in verb.when:
            if not restriction.allow(state, frame, side):
                break
        else:
            if verb.offer is not None:
                branches = verb.offer(state, offer_context, side)
            else:
                branches = expand(verb, state, frame, side, ()) if verb.arguments else ()
            if branches or not verb.arguments:
                groups.append((verb, branches))
    return groups


def _detach(branches: Branches) -> Branches:
    """Branches that consist only of integers, ranges and tuples."""
    return tuple([(_detach_set(members), _detach(after)) for members, after in branches])


def _detach_set(members: IdSet) -> IdSet:
    return members if isinstance(members, (int, range)) else tuple(members)


def count_sets(branches: Branches) -> int:
    """The number of sets that the branches consist of."""
    return sum([1 + count_sets(after) for _, after in branches])


def count_groups(groups: Sequence[Group]) -> list[int]:
    """The number of choices for each set of first arguments; a verb without arguments is one choice."""
    counts = []
    for _, branches in groups:
        if not branches:
            counts.append(1)
            continue
        for members, after in branches:
            count = members.bit_count() if type(members) is int else len(members)  # type: ignore[arg-type]
            if after:
                # Usually a single set of last arguments follows, which is not worth a call.
                first: tuple[Any, Any] = after[0]
                last, more = first
                if more or len(after) > 1:
                    count *= leaf_count(after)
                else:
                    count *= last.bit_count() if type(last) is int else len(last)
            counts.append(count)
    return counts


def _code_at(groups: Sequence[Group], counts: Sequence[int], index: int) -> ActionCode:
    which = 0
    for verb, branches in groups:
        if not branches:
            if not index:
                return (verb.number,)
            index -= 1
            which += 1
            continue
        for members, after in branches:
            count = counts[which]
            if index < count:
                return _code_within(verb.number, members, after, count, index)
            index -= count
            which += 1
    raise IndexError("no choice at this place")


def _code_within(number: int, members: IdSet, after: Branches, count: int, index: int) -> ActionCode:
    """The code at this place among the ``count`` choices whose first argument is in a set."""
    if not after:
        return (number, sets.nth(members, index))
    if len(after) == 1 and not after[0][1]:  # the usual case: two independent arguments
        last, _ = after[0]
        first, second = divmod(index, last.bit_count() if type(last) is int else len(last))  # type: ignore[arg-type]
        return (number, sets.nth(members, first), sets.nth(last, second))
    code = [number]
    while after:
        count //= sets.size(members)
        chosen, index = divmod(index, count)
        code.append(sets.nth(members, chosen))
        if len(after) > 1:
            members, after, count, index = _branch_at(after, index)
        else:
            members, after = after[0]
    code.append(sets.nth(members, index))
    return tuple(code)


def _branch_at(branches: Branches, index: int) -> tuple[IdSet, Branches, int, int]:
    """The branch that contains a place, with the number of its choices and the place within it."""
    for members, after in branches:
        count = sets.size(members) * (leaf_count(after) if after else 1)
        if index < count:
            return members, after, count, index
        index -= count
    raise IndexError("no choice at this place")


def _contains_code(branches: Branches, code: ActionCode) -> bool:
    for number in code[1:]:
        found = next((after for members, after in branches if sets.holds(members, number)), None)
        if found is None:
            return False
        branches = found
    return True


def _branches_after(branches: Branches, earlier: tuple[int, ...]) -> Iterator[tuple[IdSet, Branches]]:
    """The branches that follow these arguments."""
    if not earlier:
        yield from branches
        return
    for members, after in branches:
        if sets.holds(members, earlier[0]):
            yield from _branches_after(after, earlier[1:])


def _codes(branches: Branches, before: ActionCode) -> Iterator[ActionCode]:
    for members, after in branches:
        for number in sets.iterate(members):
            if after:
                yield from _codes(after, (*before, number))
            else:
                yield (*before, number)


def _actions(verb: Verb, branches: Branches, before: Action) -> Iterator[Action]:
    """The readable actions; independent sets are multiplied out together."""
    if not branches:
        return iter((before,))
    parts = []
    for members, after in branches:
        factors: list[Sequence[str]] = [_ids(verb, len(before) - 1, members)]
        while len(after) == 1:
            factors.append(_ids(verb, len(before) - 1 + len(factors), after[0][0]))
            after = after[0][1]
        begun = product(*[(part,) for part in before], *factors)
        parts.append(begun if not after else chain.from_iterable([_actions(verb, after, each) for each in begun]))
    return chain.from_iterable(parts)


def _ids(verb: Verb, index: int, members: IdSet) -> list[str]:
    ids = verb.arguments[index].domain.ids
    return [ids[number] for number in sets.iterate(members)]


def _ends_list_to_wire(verb: Verb) -> dict[str, str]:
    """The value of ``ends_list`` in wire format."""
    ends = verb.ends_list
    if isinstance(ends, str):
        return {"ends_list": ends} if ends == "always" else {}
    return {"ends_list": "sometimes"}


def _to_wire(verb: Verb, branches: Branches, index: int) -> list[object]:
    return [[_ids(verb, index, members), _to_wire(verb, after, index + 1)] for members, after in branches]


def choices_summary(choices: Choices) -> str:
    """Returns the number of choices, in total and for each verb.

    >>> from ironbottom import get_game
    >>> choices_summary(get_game("pf").new().decisions()[0].choices)
    '29 choices: assign 27, form_express 1, done 1'
    """
    try:
        groups, sizes = choices.groups, choices.sizes
    except RuntimeError:
        return "choices that were not read before the state changed"
    counts = [f"{verb.name} {size}" for (verb, _), size in zip(groups, sizes, strict=True)]
    more = f" and {len(counts) - MAX_VERBS} more verbs" if len(counts) > MAX_VERBS else ""
    total = sum(sizes)
    listed = f": {', '.join(counts[:MAX_VERBS])}{more}" if counts else ""
    return f"{total} choice{'' if total == 1 else 's'}{listed}"
