"""From words to choices: names in any case, shortened while they are unique, and whole lists in one line."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import Any

from ironbottom.cli.parsing.words import Names, best_fit, best_split, holds, typed_words, words_of
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.rules.actions import Action, Verb, Vocabulary
from ironbottom.engine.rules.choices import Choices

MOST_LISTED = 12
MOST_OF_A_VERB = 2_000
MOST_SEARCHED = 5_000
"""Up to so many choices are compared with what was typed one by one; more are searched argument by argument."""
LONGEST_NAME = 4
"""No name of a thing has more words than this."""


FULLY = "fully"
Often = Callable[[Sequence[Action], Action], int]
"""How often a choice is open after others."""


@lru_cache(maxsize=200)
def _spellings(domain: Domain) -> tuple[tuple[str, Names], ...]:
    """Each thing of a domain with its names: its id and its title."""
    pairs = zip(domain.ids, domain.titles, strict=True)
    return tuple((text, (words_of(text), words_of(title))) for text, title in pairs)


def named(domain: Domain, typed: Sequence[str], among: Container[str] | None = None) -> list[str]:
    """The ids, of all or of some, that typed words may mean: the best fits only.

    >>> ships = Domain("ship", ("wasp", "washington", "north_carolina"))
    >>> named(ships, ["was"]), named(ships, ["wasp"]), named(ships, ["north", "car"])
    (['wasp', 'washington'], ['wasp'], ['north_carolina'])
    """
    spellings = ((text, names) for text, names in _spellings(domain) if among is None or text in among)
    scored = [(best_fit(typed, names), text) for text, names in spellings]
    best = max((score for score, _ in scored), default=0)
    return [text for score, text in scored if score == best] if best else []


class Spelling:
    """Reads what a person types as choices of a game.

    ``aliases`` are further words for verbs, such as ``form`` for ``assign``; ``name`` says how a choice is listed.
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
        """The offered choices that a text may mean: one when it is clear."""
        typed = typed_words(text)
        if not typed:
            return []
        if len(choices) <= MOST_SEARCHED:
            scored = [(self.fit(typed, action), action) for action in choices]
        else:
            scored = self._found(typed, choices, False) or self._found(typed, choices, True)
        best = max((score for score, _ in scored), default=0)
        found = list(dict.fromkeys(action for score, action in scored if score == best)) if best else []
        return found or self.listed(typed, choices)

    def listed(self, typed: Sequence[str], choices: Choices) -> list[Action]:
        """The offered choices whose words in a list, or verb, hold what was typed, in any order: the best fits only.

        Of some that differ in the order of their words, the one that stands there word by word.
        """
        if len(choices) > MOST_SEARCHED:
            return []
        named = ((action, words_of(f"{action[0]} {self.name(action)}")) for action in choices)
        scored = [(sum(word in words for word in typed), action) for action, words in named if holds(words, typed)]
        best = max((score for score, _ in scored), default=0)
        found = [action for score, action in scored if score == best]
        return [action for action in found if typed_words(self.name(action)) == typed] or found

    def _found(self, typed: Sequence[str], choices: Choices, backwards: bool) -> list[tuple[int, Action]]:
        """What words may mean among very many choices: a verb, which may be left out, and its arguments."""
        found = (
            one
            for verb in map(self.vocabulary.by_name.__getitem__, choices.verbs())
            for size in range(len(typed) + 1)
            if (score := best_fit(typed[:size], self._verb_names(verb))) or not size
            for one in _grown(choices, (verb.name,), verb.domains, typed[size:], score, backwards)
        )
        return list(islice(found, MOST_OF_A_VERB))

    def fit(self, typed: Sequence[str], action: Action) -> int:
        """How well typed words fit an action: verb, then arguments in either order, any of them left out."""
        verb = self.vocabulary.by_name[action[0]]
        pairs = zip(verb.domains, action[1:], strict=True)
        names = [_names(domain, part) for domain, part in pairs]
        score = best_split(tuple(typed), (self._verb_names(verb), *names))
        if score <= 0 and len(names) > 1:
            score = best_split(tuple(typed), (self._verb_names(verb), *reversed(names)))
        return max(score, 0)

    def _verb_names(self, verb: Verb) -> Names:
        return (words_of(verb.name), *(words_of(alias) for alias in self._alias_of(verb)))

    def meant(self, text: str) -> list[Action]:
        """The actions, offered or not, that a text spells; the best fits."""
        typed = typed_words(text)
        if any(tuple(typed) in self._verb_names(verb) for verb in self.vocabulary.verbs):
            return self._of_verb(typed)
        found: list[tuple[int, Action]] = []
        for verb in self.vocabulary.verbs:
            for size in range(1, len(typed) + 1):
                score = best_fit(typed[:size], self._verb_names(verb))
                if not score:
                    break
                score += tuple(typed[:size]) in self._verb_names(verb)
                found += [(score, (verb.name, *args)) for args in _either_way(verb.domains, typed[size:])]
        best = max((score for score, _ in found), default=0)
        return [action for score, action in found if score == best][:MOST_LISTED] or self._of_verb(typed)

    def verb_named(self, text: str) -> Verb | None:
        """The verb with which a text begins, whatever stands behind it; nothing where it may be several or none."""
        typed = typed_words(text)
        for size in range(len(typed), 0, -1):
            fitting = [verb for verb in self.vocabulary.verbs if best_fit(typed[:size], self._verb_names(verb))]
            exact = [verb for verb in fitting if tuple(typed[:size]) in self._verb_names(verb)]
            if len(exact or fitting) == 1:
                return (exact or fitting)[0]
        return None

    def _of_verb(self, typed: Sequence[str]) -> list[Action]:
        """Where only a verb is named: its actions, of any arguments, as far as they can be counted."""
        fitting = [verb for verb in self.vocabulary.verbs if best_fit(typed, self._verb_names(verb))]
        verbs = [verb for verb in fitting if tuple(typed) in self._verb_names(verb)] or fitting
        if len(verbs) != 1 or prod(len(domain) for domain in verbs[0].domains) > MOST_OF_A_VERB:
            return []
        return [(verbs[0].name, *parts) for parts in product(*(domain.ids for domain in verbs[0].domains))]

    # -- a line that orders several ----------------------------------------------------------------

    def is_order(self, text: str) -> bool:
        """Whether a text has the form of an order: ``verb SHARED: THING THING ...``."""
        return ":" in text

    def order(
        self, text: str, choices: Choices, before: Sequence[Action] = (), often: Often = lambda _, __: 1
    ) -> list[Action]:
        """The choices that an order line stands for; ``Refused`` says what in it is not understood.

        ``form 1: Zuikaku Shokaku`` puts both in box 1; ``hit: Wasp 2, Chicago`` gives two hits to one and
        one to another; ``form 3: rest`` takes all that is offered and not named ``before``; ``repair: Kongo fully``
        says it as often as it is open, which ``often`` counts after the choices before.
        """
        head, _, tail = text.partition(":")
        verb, shared = self._head(head, choices)
        actions: list[Action] = []
        for thing in tail.split(","):
            actions += self._things(verb, shared, typed_words(thing), choices, [*before, *actions], often)
        if not actions:
            raise Refused(f"nothing is named after {head.strip()!r}", field="order")
        return actions

    def _head(self, head: str, choices: Choices) -> tuple[Verb, tuple[str, ...]]:
        """The verb of an order and what all its choices share."""
        typed = typed_words(head)
        verbs = [verb for verb in self.vocabulary.verbs if typed and best_fit(typed[:1], self._verb_names(verb))]
        exact = [verb for verb in verbs if typed[0] in (verb.name, *self._alias_of(verb))]
        fitting = [verb for verb in exact or verbs if verb.domains]
        if len(fitting) != 1:
            is_open = set(choices.verbs())
            verbs = fitting or [verb for verb in self.vocabulary.verbs if verb.name in is_open]
            known = ", ".join(verb.spoken for verb in verbs if verb.domains) or "nothing at this question"
            raise Refused(f"{head.strip()!r} begins no order; orders begin with {known}", field="order")
        verb = fitting[0]
        shared = list(_arguments(verb.domains[1:], typed[1:]))
        if len(shared) != 1:
            wanted = " and ".join(domain.name for domain in verb.domains[1:]) or "nothing"
            raise Refused(f"before the colon stand {typed[0]} and {wanted}", field="order")
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
        often: Often,
    ) -> list[Action]:
        """The choices for the things in a piece of an order: names in a row, each with a number of times."""
        found: list[Action] = []
        while typed:
            if typed[0] in ("rest", "all") and len(typed) == 1:
                taken = {action[1] for action in (*before, *found) if action[0] == verb.name}
                able = able_to(verb, shared, choices) or firsts(verb, choices)
                return found + [(verb.name, text, *shared) for text in able if text not in taken]
            text, size = self._longest_name(verb, shared, typed, choices)
            typed = typed[size:]
            times = 1
            if typed and typed[0] == FULLY:
                times, typed = often([*before, *found], (verb.name, text, *shared)) or 1, typed[1:]
            elif typed and typed[0].isdigit():
                times, typed = int(typed[0]), typed[1:]
            if not 1 <= times <= 99:
                raise Refused(f"{times} times is not from 1 to 99", field="order")
            found += [(verb.name, text, *shared)] * times
        return found

    def _longest_name(self, verb: Verb, shared: tuple[str, ...], typed: list[str], choices: Choices) -> tuple[str, int]:
        """The thing that the first words name, as many of them as fit, and how many those are."""
        own, offered, here = verb.domains[0], firsts(verb, choices), able_to(verb, shared, choices)
        for size in range(min(LONGEST_NAME, len(typed)), 0, -1):
            fitting = next(filter(None, (named(own, typed[:size], among) for among in (here, offered, None))), [])
            if len(fitting) == 1:
                return fitting[0], size
            if fitting:
                titles = ", ".join(own.titles[own.index[text]] for text in fitting[:MOST_LISTED])
                raise Refused(f"{' '.join(typed[:size])!r} may be {titles}", field="order")
        raise Refused(f"no {own.name} is called {typed[0]!r}", field="order")


def firsts(verb: Verb, choices: Choices) -> tuple[str, ...]:
    """The things with which a verb is offered; none where it is not."""
    return choices.next(verb.name) if verb.name in choices.verbs() else ()


def able_to(verb: Verb, shared: tuple[str, ...], choices: Choices) -> list[str]:
    """The things with which a verb is offered that may do what is shared."""
    return [text for text in firsts(verb, choices) if (verb.name, text, *shared) in choices]


def parts_of(choices: Choices) -> set[str]:
    """The verbs and the ids that occur in choices, found without listing them."""
    found: set[str] = set()

    def read(then: Sequence[Sequence[Any]]) -> None:
        for ids, after in then:
            found.update(ids)
            read(after)

    for told in choices.factored():
        found.add(told["verb"])
        read(told.get("then", ()))
    return found


def _grown(
    choices: Choices, begun: Action, domains: Sequence[Domain], typed: Sequence[str], score: int, backwards: bool
) -> Iterator[tuple[int, Action]]:
    """The choices with this beginning whose other arguments the words name, in their order or the reverse.

    An argument may be left out where one value alone is open, or with all that follow it: then a few are given.
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
            found = named(domains[0], own, among)[:MOST_LISTED]
            if not found:
                return
            gained = best_fit(own, _names(domains[0], found[0]))
        else:
            found = list(open_ids[:MOST_LISTED]) if not typed or len(open_ids) == 1 else []
            gained = 0
        for text in found:
            yield from _grown(choices, (*begun, text), domains[1:], others, score + gained, backwards)


def _names(domain: Domain, text: str) -> Names:
    """The names of a thing: its id and its title."""
    return words_of(text), words_of(domain.titles[domain.index[text]])


def _arguments(domains: Sequence[Domain], typed: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Every way to read typed words as one thing of each domain in turn."""
    if not domains:
        if not typed:
            yield ()
        return
    for size in range(1, len(typed) - len(domains) + 2):
        firsts = named(domains[0], typed[:size])[:MOST_LISTED]
        for rest in _arguments(domains[1:], typed[size:]) if firsts else ():
            for first in firsts:
                yield (first, *rest)


def _either_way(domains: Sequence[Domain], typed: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """The arguments that typed words name in their order, else in the reverse."""
    found = list(_arguments(domains, typed))
    if found or len(domains) < 2:
        return found
    return [tuple(reversed(args)) for args in _arguments(domains[::-1], typed)]
