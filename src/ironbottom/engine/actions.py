"""Actions: a verb and its arguments, readable outside and small integers inside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ironbottom.engine.errors import Refused
from ironbottom.engine.fields import Domain, shorten

if TYPE_CHECKING:
    from ironbottom.engine.choices import Group
    from ironbottom.engine.conditions import Condition
    from ironbottom.engine.state import State

Action = tuple[str, ...]
"""A verb and its arguments by readable ids: ``("sortie", "japan_1", "the_slot")``."""

Code = tuple[int, ...]
"""The same inside: the verb's number and the numbers of its arguments."""

Offer = Callable[["State", tuple[Any, ...], int], "list[Group]"]
"""A quicker generator: the lawful choices of a verb, in groups; the kit proves that it equals the conditions."""


class Verb:
    """Something a side may choose to do: its arguments, the conditions on them, and how the choices are found."""

    __slots__ = ("clause", "conditions", "domains", "name", "number", "offer")

    def __init__(
        self,
        name: str,
        *domains: Domain,
        clause: str,
        conditions: Sequence[Condition] = (),
        offer: Offer | None = None,
    ) -> None:
        self.name = name
        self.domains = domains
        self.clause = clause
        self.conditions = tuple(conditions)
        self.offer = offer
        self.number = -1


class Vocabulary:
    """All verbs of a game; turns readable actions into codes and back, remembering both ways."""

    MOST_REMEMBERED = 200_000

    def __init__(self, verbs: Sequence[Verb]) -> None:
        self.verbs = tuple(verbs)
        self.by_name: dict[str, Verb] = {}
        for number, verb in enumerate(self.verbs):
            verb.number = number
            self.by_name[verb.name] = verb
        self._codes: dict[Action, Code] = {}
        self._actions: dict[Code, Action] = {}

    def action(self, code: Code) -> Action:
        """The readable action behind a code."""
        found = self._actions.get(code)
        if found is None:
            verb = self.verbs[code[0]]
            pairs = zip(verb.domains, code[1:], strict=True)
            found = (verb.name, *(domain.ids[number] for domain, number in pairs))
            self._remember(found, code)
        return found

    def code(self, action: Sequence[Any]) -> Code:
        """The code of a readable action; ``Refused`` when no such action exists in the game."""
        key = tuple(action) if not isinstance(action, tuple) else action
        try:
            found = self._codes.get(key)
        except TypeError:
            found = None
        if found is None:
            found = self._read(key)
            self._remember(tuple(str(part) for part in key), found)
        return found

    def _read(self, action: Sequence[Any]) -> Code:
        if not action or not isinstance(action[0], str) or action[0] not in self.by_name:
            named = repr(action[0]) if action else "an empty action"
            raise Refused(f"{named} is no verb of this game; there are {shorten(self.by_name, 30)}", field="verb")
        verb = self.by_name[action[0]]
        if len(action) != len(verb.domains) + 1:
            wanted = ", ".join(domain.name for domain in verb.domains) or "nothing"
            raise Refused(f"{verb.name} takes {wanted} after it, not {len(action) - 1} arguments", field="arguments")
        return (
            verb.number,
            *(argument(domain, part) for domain, part in zip(verb.domains, action[1:], strict=True)),
        )

    def _remember(self, action: Action, code: Code) -> None:
        if len(self._codes) >= self.MOST_REMEMBERED:
            self._codes.clear()
            self._actions.clear()
        self._codes[action] = code
        self._actions[code] = action


def argument(domain: Domain, part: Any) -> int:
    """The number of one argument; whole numbers may stand for ids such as ``"3"``."""
    text = str(part) if type(part) is int else part
    found = domain.index.get(text) if isinstance(text, str) else None
    if found is None:
        raise Refused(f"no {domain.name} is called {part!r}; there are {shorten(domain.ids)}", field=domain.name)
    return found
