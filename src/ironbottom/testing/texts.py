"""The texts check: the log, choices and prompts use singular and plural correctly, for zero, one and several.

Each event of a game is repeated with each of its integers at 0, 1 and 2, as far as its kind allows, and so is each
choice with each of its numbers. ``wrong_number`` knows the nouns and verbs of the games.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ironbottom.engine.core import sets
from ironbottom.engine.core.events import Event
from ironbottom.engine.core.fields import Number, Numbers
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.text.sentences import FOR_MANY
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.walk_checks import WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk

NOUNS = (
    *("victory point", "air point", "supply point", "point", "hit", "shot", "die", "step", "unit", "ship", "box"),
    *("fighter", "bomber", "marine", "tank", "AA gun", "transport", "submarine", "destroyer", "carrier", "battleship"),
    *("cruiser", "kamikaze", "convoy", "group", "task force", "force", "Supply Block", "raider", "hex", "base", "port"),
    *("round", "turn", "area", "zone", "place", "order", "aircraft carrier", "industrial complex", "airstrike"),
)
MANY = {"die": "dice", "box": "boxes", "hex": "hexes", "industrial complex": "industrial complexes"}
VERBS = (
    *("is", "has", "goes", "flies", "lands", "submerges", "sails", "loses", "finds", "meets", "patrols", "bombards"),
    *("searches", "moves", "takes", "starts", "arrives", "strikes", "drops", "hits", "misses", "sinks", "pursues"),
)
"""The verbs of units, in the singular."""
PLURAL = {MANY.get(noun, f"{noun}s").lower() for noun in NOUNS}
ONE_VERB = {FOR_MANY.get(verb, verb.removesuffix("s")): verb for verb in VERBS} | {"miss": "misses"}
_NOUN = "|".join(re.escape(name) for name in sorted({*map(str.lower, NOUNS), *PLURAL}, key=len, reverse=True))
_SOME = rf"(no|an?|\d+) (?:(?!and|or|to|of|at|from|hits)[a-z]+ )??({_NOUN})\b"
_COUNTED = re.compile(rf"(?<![\w.,:/+-]){_SOME}(?! \d)", re.IGNORECASE)
_LABELS = re.compile(rf"\b(?:{_NOUN}|phase|operation|to|of|at|speed|impulse|on|subron|wave)\s*$", re.IGNORECASE)
"""The words before a number that is part of a name: sea zone 12, Transport 2, Wave 1."""
_HEAD = re.compile(rf"^{_SOME}([^.;:,]*)", re.IGNORECASE)


def wrong_number(text: str) -> str | None:
    """The error of number in a sentence: a noun or verb that does not agree; None if all agree.

    >>> wrong_number("Japan scores 1 victory points."), wrong_number("3 fighter of Japan meet the raid.")
    ('1 victory points', '3 fighter')
    >>> wrong_number("No submarine of the United States submerge."), wrong_number("1 fighter land at Java.")
    ('No submarine ... submerge', '1 fighter ... land')
    >>> wrong_number("2 fighters of Japan meets the raid."), wrong_number("2 fighters land; no hit, 1 step left.")
    ('2 fighters ... meets', None)
    >>> wrong_number("Allied Wave 1 strikes ships in port.")
    """
    for found in _COUNTED.finditer(text):
        number, noun = found[1], found[2].lower()
        if number.isdigit() and _LABELS.search(text[: found.start()]):
            continue
        if number in ("1", "a", "an", "A", "An") and noun in PLURAL:
            return found[0]
        if number.isdigit() and int(number) > 1 and noun not in PLURAL:
            return found[0]
    head = _HEAD.match(text)
    if head is None:
        return None
    many = head[1].isdigit() and int(head[1]) > 1
    for word in head[3].replace("on patrol", "").split():
        if word in ("and", "can", "cannot", "could", "may", "must", "to", "will", "would"):
            return None  # after several items joined by "and", a verb may have its plain form
        if word in ONE_VERB or word in VERBS:
            agrees = (word in ONE_VERB) == many or (head[2].lower() in PLURAL and not head[1].isdigit())
            return None if agrees else f"{head[1]} {head[2]} ... {word}"
    return None


class Texts(WalkCheck):
    """Reads all choices and all log entries at decisions of random games."""

    name = "texts"
    in_slices = True
    MAX_OF_KIND = 12
    """The number of events of a kind that are repeated with other numbers."""

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        super().__init__(game, budget)
        self.described: Counter[str] = Counter()

    def before_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for event in walk.events:
            name = walk.rules.kinds[event[0]].name
            if self.described[name] < self.MAX_OF_KIND:
                self.described[name] += 1
                for varied in (event, *with_numbers(walk, event)):
                    for visible in walk.rules.visible_events([varied], "all"):
                        self.check_text(
                            walk, f"the text of {name} is", walk.setup.game.describe_event(visible, walk.rules)
                        )

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for decision in decisions:
            self.check_text(walk, f"{decision.procedure.name} asks", decision.prompt)
            choices = decision.choices.detached()
            for _ in range(min(8, len(choices))):
                code = walk.rules.vocabulary.code(choices.sample(walk.check_rng))
                for action in numbered(walk, code):
                    self.check_text(walk, f"{action[0]} is called", walk.setup.game.describe_action(action, walk.rules))

    def check_text(self, walk: Walk, what: str, text: str) -> None:
        """Checks that the numbers of a text agree."""
        error = wrong_number(text)
        walk.require(error is None, f"{what} {text!r}: {error}")


CODES = ("order", "value")
"""Number fields that are codes and depend on other fields."""


def with_numbers(walk: Walk, event: Event) -> Iterator[Event]:
    """Copies of an event with each of its integers at 0, 1 and 2."""
    kind = walk.rules.kinds[event[0]]
    for place, (name, field) in enumerate(kind.fields.items(), 2):
        if name not in CODES and type(field) is Number and type(event[place]) is int:
            for number in (0, 1, 2):
                if field.check(number):
                    values = (*event[2:place], number, *event[place + 1 :])
                    yield (event[0], event[1], *values)


def numbered(walk: Walk, code: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """A choice, and copies of it with each of its numbers at 0, 1 and 2."""
    verb = walk.rules.vocabulary.verbs[code[0]]
    yield walk.rules.vocabulary.action(code)
    for place, argument in enumerate(verb.arguments, 1):
        if isinstance(argument.domain, Numbers):
            for number in (0, 1, 2):
                if sets.holds(argument.all, number):
                    yield walk.rules.vocabulary.action((*code[:place], number, *code[place + 1 :]))


check_texts = as_separate_check(Texts)
