"""Named conditions: why a choice is or is not offered, each with its clause and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Leaves

if TYPE_CHECKING:
    from ironbottom.engine.state import State

Test = Callable[..., bool]


class Condition:
    """A small test of a choice, its clause, and the sentence told when it fails.

    The test takes the state, the frame, the side's number and the numbers of the arguments. It reads only what that
    side may know. ``{0}``, ``{1}`` in the sentence become the titles of the arguments.
    """

    __slots__ = ("clause", "name", "sentence", "test")

    def __init__(self, name: str, clause: str, sentence: str, test: Test) -> None:
        self.name = name
        self.clause = clause
        self.sentence = sentence
        self.test = test

    def __call__(self, state: State, frame: tuple[Any, ...], side: int, *arguments: int) -> bool:
        return self.test(state, frame, side, *arguments)

    def message(self, verb: Verb, code: Code) -> str:
        """The sentence for a person."""
        titles = [domain.titles[number] for domain, number in zip(verb.domains, code[1:], strict=True)]
        return self.sentence.format(*titles)


def condition(clause: str, sentence: str) -> Callable[[Test], Condition]:
    """Makes a test into a named condition; the name is the function's own."""

    def made(test: Test) -> Condition:
        return Condition(test.__name__, clause, sentence, test)

    return made


def first_failure(verb: Verb, state: State, frame: tuple[Any, ...], side: int, code: Code) -> Condition | None:
    """The first of the verb's conditions that the choice does not meet."""
    arguments = code[1:]
    for named in verb.conditions:
        if not named.test(state, frame, side, *arguments):
            return named
    return None


def filtered(verb: Verb, state: State, frame: tuple[Any, ...], side: int) -> list[Group]:
    """The choices of a verb by trying every combination of its arguments: slow, and the measure of quick ones."""
    listed: list[Code] = []
    for arguments in product(*(range(len(domain)) for domain in verb.domains)):
        code = (verb.number, *arguments)
        if first_failure(verb, state, frame, side, code) is None:
            listed.append(code)
    return [Leaves(verb.number, listed)] if listed else []


def offered(verbs: Sequence[Verb], state: State, frame: tuple[Any, ...], side: int) -> list[Group]:
    """All choices of the verbs open here, in the verbs' order."""
    groups: list[Group] = []
    for verb in verbs:
        if verb.offer is not None:
            groups += verb.offer(state, frame, side)
        else:
            groups += filtered(verb, state, frame, side)
    return groups
