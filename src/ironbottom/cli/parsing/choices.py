"""Parses what a player types as choices: abbreviated names in any case, and orders for many units in one line."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import Any

from ironbottom.cli.parsing.words import Names, best_score, best_split, contains_words, typed_words, words_of
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.rules.actions import Action, Verb, Vocabulary
from ironbottom.engine.rules.choices import Choices

MAX_LISTED = 12
MAX_PER_VERB = 2_000
MAX_SEARCHED = 5_000
"""Up to this many choices are compared one by one; more are searched argument by argument."""
MAX_NAME_WORDS = 4
"""The maximum number of words in the name of a unit or place."""


FULLY = "fully"
RepeatCount = Callable[[Sequence[Action], Action], int]
"""Returns how many times a choice can be made after others."""


@lru_cache(maxsize=200)
def _spellings(domain: Domain) -> tuple[tuple[str, Names], ...]:
    """Returns the names of each element of a domain: its id and its title."""
    pairs = zip(domain.ids, domain.titles, strict=True)
    return tuple((text, (words_of(text), words_of(title))) for text, title in pairs)


def matching_ids(domain: Domain, typed: Sequence[str], among: Container[str] | None = None) -> list[str]:
    """Returns the ids that match the typed words best, from the whole domain or from ``among``.

    >>> ships = Domain("ship", ("wasp", "washington", "north_carolina"))
    >>> matching_ids(ships, ["was"]), matching_ids(ships, ["wasp"]), matching_ids(ships, ["north", "car"])
    (['wasp', 'washington'], ['wasp'], ['north_carolina'])
    """
    spellings = ((text, names) for text, names in _spellings(domain) if among is None or text in among)
    scored = [(best_score(typed, names), text) for text, names in spellings]
    best = max((score for score, _ in scored), default=0)
    return [text for score, text in scored if score == best] if best else []


class ChoiceParser:
    """Parses what a player types as choices of a game.

    ``aliases`` maps further words to verbs, such as ``form`` to ``assign``; ``name`` returns a choice as it is listed.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        aliases: Mapping[str, str] | None = None,
        name: Callable[[Action], str] = " ".join,
    ) -> None:
        self.vocabulary = vocabulary
        self.aliases = aliases or {}
        self.name = name

    # -- one choice --------------------------------------------------------------------------------

    def offered(self, text: str, choices: Choices) -> list[Action]:
        """Returns the offered choices that match a text best; one if it is unambiguous."""
        typed = typed_words(text)
        if not typed:
            return []
        if len(choices) <= MAX_SEARCHED:
            scored = [(self.match_score(typed, action), action) for action in choices]
        else:
            scored = self._found(typed, choices, False) or self._found(typed, choices, True)
        best = max((score for score, _ in scored), default=0)
        result = list(dict.fromkeys(action for score, action in scored if score == best)) if best else []
        return result or self.listed(typed, choices)

    def listed(self, typed: Sequence[str], choices: Choices) -> list[Action]:
        """Returns the offered choices whose listed words contain the typed ones in any order; only the best matches.

        If a choice matches word by word, only that one is returned.
        """
        if len(choices) > MAX_SEARCHED:
            return []
        listed = ((action, words_of(f"{action[0]} {self.name(action)}")) for action in choices)
        scored = [
            (sum(word in words for word in typed), action) for action, words in listed if contains_words(words, typed)
        ]
        best = max((score for score, _ in scored), default=0)
        result = [action for score, action in scored if score == best]
        return [action for action in result if typed_words(self.name(action)) == typed] or result

    def _found(self, typed: Sequence[str], choices: Choices, backwards: bool) -> list[tuple[int, Action]]:
        """Searches very many choices for a verb, which may be omitted, and its arguments."""
        result = (
            one
            for verb in map(self.vocabulary.by_name.__getitem__, choices.verbs())
            for size in range(len(typed) + 1)
            if (score := best_score(typed[:size], self._verb_names(verb))) or not size
            for one in _extend(choices, (verb.name,), verb.domains, typed[size:], score, backwards)
        )
        return list(islice(result, MAX_PER_VERB))

    def match_score(self, typed: Sequence[str], action: Action) -> int:
        """Scores how well typed words match an action.

        The words are the verb and the arguments in any order, all of them optional.
        """
        verb = self.vocabulary.by_name[action[0]]
        pairs = zip(verb.domains, action[1:], strict=True)
        names = [_names(domain, part) for domain, part in pairs]
        score = best_split(tuple(typed), (self._verb_names(verb), *names))
        if score <= 0 and len(names) > 1:
            score = best_split(tuple(typed), (self._verb_names(verb), *reversed(names)))
        return max(score, 0)

    def _verb_names(self, verb: Verb) -> Names:
        return (words_of(verb.name), *(words_of(alias) for alias in self._alias_of(verb)))

    def matching_actions(self, text: str) -> list[Action]:
        """Returns the actions, offered or not, that match a text best."""
        typed = typed_words(text)
        if any(tuple(typed) in self._verb_names(verb) for verb in self.vocabulary.verbs):
            return self._of_verb(typed)
        result: list[tuple[int, Action]] = []
        for verb in self.vocabulary.verbs:
            for size in range(1, len(typed) + 1):
                score = best_score(typed[:size], self._verb_names(verb))
                if not score:
                    break
                score += tuple(typed[:size]) in self._verb_names(verb)
                result += [(score, (verb.name, *args)) for args in _arguments_in_any_order(verb.domains, typed[size:])]
        best = max((score for score, _ in result), default=0)
        return [action for score, action in result if score == best][:MAX_LISTED] or self._of_verb(typed)

    def leading_verb(self, text: str) -> Verb | None:
        """Returns the verb at the start of a text, or None if there is none or it is ambiguous."""
        typed = typed_words(text)
        for size in range(len(typed), 0, -1):
            fitting = [verb for verb in self.vocabulary.verbs if best_score(typed[:size], self._verb_names(verb))]
            exact = [verb for verb in fitting if tuple(typed[:size]) in self._verb_names(verb)]
            if len(exact or fitting) == 1:
                return (exact or fitting)[0]
        return None

    def _of_verb(self, typed: Sequence[str]) -> list[Action]:
        """Returns all actions of a verb that is typed without arguments, unless there are too many."""
        fitting = [verb for verb in self.vocabulary.verbs if best_score(typed, self._verb_names(verb))]
        verbs = [verb for verb in fitting if tuple(typed) in self._verb_names(verb)] or fitting
        if len(verbs) != 1 or prod(len(domain) for domain in verbs[0].domains) > MAX_PER_VERB:
            return []
        return [(verbs[0].name, *parts) for parts in product(*(domain.ids for domain in verbs[0].domains))]

    # -- a line that orders several ----------------------------------------------------------------

    def is_order(self, text: str) -> bool:
        """Returns whether a text has the form of an order: ``verb SHARED: THING THING ...``."""
        return ":" in text

    def order(
        self, text: str, choices: Choices, before: Sequence[Action] = (), often: RepeatCount = lambda _, __: 1
    ) -> list[Action]:
        """Parses an order line. Raises ``Refused`` if a part is not understood.

        ``form 1: Zuikaku Shokaku`` puts both in box 1; ``hit: Wasp 2, Chicago`` gives two hits to one and one to
        another; ``form 3: rest`` takes everything that is offered and not named in ``before``; ``repair: Kongo fully``
        repeats a choice as many times as ``often`` returns.
        """
        head, _, tail = text.partition(":")
        verb, shared = self._head(head, choices)
        actions: list[Action] = []
        for thing in tail.split(","):
            actions += self._things(verb, shared, typed_words(thing), choices, [*before, *actions], often)
        if not actions:
            raise Refused(f"{head.strip()!r} needs names after it", field="order")
        return actions

    def _head(self, head: str, choices: Choices) -> tuple[Verb, tuple[str, ...]]:
        """Parses the part before the colon: the verb and the arguments that all choices share."""
        typed = typed_words(head)
        verbs = [verb for verb in self.vocabulary.verbs if typed and best_score(typed[:1], self._verb_names(verb))]
        exact = [verb for verb in verbs if typed[0] in (verb.name, *self._alias_of(verb))]
        fitting = [verb for verb in exact or verbs if verb.domains]
        if len(fitting) != 1:
            is_open = set(choices.verbs())
            verbs = fitting or [verb for verb in self.vocabulary.verbs if verb.name in is_open]
            known = ", ".join(verb.label for verb in verbs if verb.domains) or "nothing in this decision"
            raise Refused(f"{head.strip()!r} does not begin an order; orders begin with {known}", field="order")
        verb = fitting[0]
        shared = list(_arguments(verb.domains[1:], typed[1:]))
        if len(shared) != 1:
            wanted = " and ".join(domain.name for domain in verb.domains[1:]) or "nothing"
            raise Refused(f"the part before the colon must be {typed[0]} and {wanted}", field="order")
        return verb, shared[0]

    def _alias_of(self, verb: Verb) -> list[str]:
        return [alias for alias, name in self.aliases.items() if name == verb.name]

    def _things(
        self,
        verb: Verb,
        shared: tuple[str, ...],
        typed: list[str],
        choices: Choices,
        before: Sequence[Action],
        often: RepeatCount,
    ) -> list[Action]:
        """Parses a part after the colon: names, each with an optional number of times."""
        result: list[Action] = []
        while typed:
            if typed[0] in ("rest", "all") and len(typed) == 1:
                taken = {action[1] for action in (*before, *result) if action[0] == verb.name}
                able = able_arguments(verb, shared, choices) or first_arguments(verb, choices)
                return result + [(verb.name, text, *shared) for text in able if text not in taken]
            text, size = self._longest_name(verb, shared, typed, choices)
            typed = typed[size:]
            times = 1
            if typed and typed[0] == FULLY:
                times, typed = often([*before, *result], (verb.name, text, *shared)) or 1, typed[1:]
            elif typed and typed[0].isdigit():
                times, typed = int(typed[0]), typed[1:]
            if not 1 <= times <= 99:
                raise Refused(f"{times} times is not possible; write 1 to 99", field="order")
            result += [(verb.name, text, *shared)] * times
        return result

    def _longest_name(self, verb: Verb, shared: tuple[str, ...], typed: list[str], choices: Choices) -> tuple[str, int]:
        """Returns the item named by the first words, and how many words its name takes."""
        own, offered, here = verb.domains[0], first_arguments(verb, choices), able_arguments(verb, shared, choices)
        for size in range(min(MAX_NAME_WORDS, len(typed)), 0, -1):
            fitting = next(
                filter(None, (matching_ids(own, typed[:size], among) for among in (here, offered, None))), []
            )
            if len(fitting) == 1:
                return fitting[0], size
            if fitting:
                titles = ", ".join(own.titles[own.index[text]] for text in fitting[:MAX_LISTED])
                raise Refused(f"{' '.join(typed[:size])!r} could be {titles}", field="order")
        raise Refused(f"no {own.name} is called {typed[0]!r}", field="order")


def first_arguments(verb: Verb, choices: Choices) -> tuple[str, ...]:
    """Returns the first arguments with which a verb is offered."""
    return choices.next(verb.name) if verb.name in choices.verbs() else ()


def able_arguments(verb: Verb, shared: tuple[str, ...], choices: Choices) -> list[str]:
    """Returns the first arguments with which a verb and these shared arguments are offered."""
    return [text for text in first_arguments(verb, choices) if (verb.name, text, *shared) in choices]


def ids_in(choices: Choices) -> set[str]:
    """Returns the verbs and ids that occur in choices, without listing the choices."""
    result: set[str] = set()

    def read(then: Sequence[Sequence[Any]]) -> None:
        for ids, after in then:
            result.update(ids)
            read(after)

    for group in choices.factored():
        result.add(group["verb"])
        read(group.get("then", ()))
    return result


def _extend(
    choices: Choices, begun: Action, domains: Sequence[Domain], typed: Sequence[str], score: int, backwards: bool
) -> Iterator[tuple[int, Action]]:
    """Yields the choices with this beginning whose other arguments match the words, in their order or reversed.

    An argument may be omitted if only one value is open. The last arguments may be omitted too; then some values are
    listed.
    """
    if not domains:
        if not typed:
            yield score, begun
        return
    open_ids = choices.next(*begun)
    among = frozenset(open_ids)
    for size in range(len(typed) + 1):
        cut = len(typed) - size if backwards else size
        own, others = (typed[cut:], typed[:cut]) if backwards else (typed[:cut], typed[cut:])
        if own:
            found = matching_ids(domains[0], own, among)[:MAX_LISTED]
            if not found:
                return
            gained = best_score(own, _names(domains[0], found[0]))
        else:
            found = list(open_ids[:MAX_LISTED]) if not typed or len(open_ids) == 1 else []
            gained = 0
        for text in found:
            yield from _extend(choices, (*begun, text), domains[1:], others, score + gained, backwards)


def _names(domain: Domain, text: str) -> Names:
    """Returns the names of an item: its id and its title."""
    return words_of(text), words_of(domain.titles[domain.index[text]])


def _arguments(domains: Sequence[Domain], typed: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Yields every way to split typed words into one item of each domain."""
    if not domains:
        if not typed:
            yield ()
        return
    for size in range(1, len(typed) - len(domains) + 2):
        first_arguments = matching_ids(domains[0], typed[:size])[:MAX_LISTED]
        for rest in _arguments(domains[1:], typed[size:]) if first_arguments else ():
            for first in first_arguments:
                yield (first, *rest)


def _arguments_in_any_order(domains: Sequence[Domain], typed: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Returns the arguments that typed words name, in their order or else reversed."""
    result = list(_arguments(domains, typed))
    if result or len(domains) < 2:
        return result
    return [tuple(reversed(args)) for args in _arguments(domains[::-1], typed)]
