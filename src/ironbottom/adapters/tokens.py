"""Choices as sequences of tokens: a verb, then its arguments one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Domain
from ironbottom.engine.rules.actions import Action, Verb, Vocabulary
from ironbottom.engine.rules.choices import Choices


class ActionTokens:
    """Numbers all verbs of a game and all values of their arguments.

    A choice is a verb's token followed by a token for each argument. The verbs come first, then the values of each
    domain; arguments of the same domain share their tokens. The numbers are the same on every machine.

    >>> from ironbottom import get_game
    >>> state = get_game("pf").new()
    >>> tokens = ActionTokens(state.rules.vocabulary)
    >>> numbers = tokens.encode(("assign", "ijn_shokaku", "1"))
    >>> [tokens.name(number) for number in numbers]
    ['assign', 'unit ijn_shokaku', 'box 1']
    >>> tokens.action(numbers)
    ('assign', 'ijn_shokaku', '1')
    >>> mask = tokens.mask(state.legal_actions("japan"), numbers[:1])
    >>> bool(mask[numbers[1]]), len(mask) == tokens.size
    (True, True)
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.domains: list[Domain] = []
        self._starts: dict[int, int] = {}
        self.size = len(vocabulary.verbs)
        for verb in vocabulary.verbs:
            for domain in verb.domains:
                if id(domain) not in self._starts:
                    self._starts[id(domain)] = self.size
                    self.domains.append(domain)
                    self.size += domain.width
        self.longest = max(len(verb.arguments) for verb in vocabulary.verbs) + 1
        """The maximum number of tokens in a choice."""

    def start(self, domain: Domain) -> int:
        """The token of a domain's first value."""
        return self._starts[id(domain)]

    def name(self, token: int) -> str:
        """The meaning of a token: the verb, or the domain and the value."""
        if token < len(self.vocabulary.verbs):
            return self.vocabulary.verbs[token].name
        domain = next(each for each in reversed(self.domains) if self.start(each) <= token)
        return f"{domain.name} {domain.ids[token - self.start(domain)]}"

    def encode(self, action: Action) -> list[int]:
        """The tokens of a choice; ``Refused`` if the game has no such choice."""
        code = self.vocabulary.code(action)
        verb = self.vocabulary.verbs[code[0]]
        pairs = zip(verb.domains, code[1:], strict=True)
        return [code[0], *[self.start(domain) + value for domain, value in pairs]]

    def action(self, tokens: Sequence[int]) -> Action:
        """The choice that tokens encode, or its beginning; ``BadValue`` names a token that cannot occur there."""
        if not tokens:
            return ()
        verb = self._verb(tokens[0])
        if len(tokens) > len(verb.arguments) + 1:
            raise BadValue(f"{verb.name} takes {len(verb.arguments)} tokens after it", field="tokens")
        ids = [verb.name]
        for place, (domain, token) in enumerate(zip(verb.domains, tokens[1:], strict=False), 1):
            value = token - self.start(domain)
            if not 0 <= value < domain.width:
                raise BadValue(f"token {token} is not a {domain.name}", field=f"tokens[{place}]")
            ids.append(domain.ids[value])
        return tuple(ids)

    def is_complete(self, tokens: Sequence[int]) -> bool:
        """Whether tokens form a complete choice."""
        return bool(tokens) and len(tokens) == len(self._verb(tokens[0]).arguments) + 1

    def mask(self, choices: Choices, tokens: Sequence[int] = ()) -> NDArray[np.int8]:
        """Which tokens may follow the beginning of a choice: 1 or 0 for each."""
        mask = np.zeros(self.size, dtype=np.int8)
        if not choices:
            return mask
        allowed = np.frombuffer(choices.mask(*self.action(tokens)), dtype=np.int8)
        if tokens:
            verb = self._verb(tokens[0])
            if len(tokens) > len(verb.arguments):
                return mask
            start = self.start(verb.domains[len(tokens) - 1])
        else:
            start = 0
        mask[start : start + len(allowed)] = allowed
        return mask

    def _verb(self, token: int) -> Verb:
        if not 0 <= token < len(self.vocabulary.verbs):
            raise BadValue(f"token {token} is not a verb", field="tokens[0]")
        return self.vocabulary.verbs[token]
