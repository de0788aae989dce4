"""The coverage check: steers games until all declared verbs, events, restrictions and objects have been used.

*Wanted* are each procedure, verb, kind of event and restriction, and each object named by a choice or an event. A
restriction is used when it is the first to refuse something. Rare items may remain unused in a short run; the long run
reports what is missing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from ironbottom.engine.core import sets
from ironbottom.engine.core.events import Event
from ironbottom.engine.core.fields import CountsField, FieldType, IdField, IdSetField, Record, TupleField, members
from ironbottom.engine.rules.actions import ActionCode, Verb
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.legality import first_failure
from ironbottom.engine.rules.procedures import Decision
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.offers import sample
from ironbottom.testing.walk_checks import MIN_GAMES, WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk

Item = tuple[str, str]
"""A wanted or used item: its kind and its name."""
REQUIRED_KINDS = ("procedure", "verb", "event", "restriction")
"""The kinds that are the rules themselves; a long run uses all of these."""


class Coverage(WalkCheck):
    """The used parts of a game so far; at least a share of the rules must be used."""

    name = "coverage"
    in_slices = True
    min_share = 0.8
    min_refusals_per_procedure = 4
    """Each procedure's refusals are collected this often, and once per slice, however few decisions are checked."""

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        super().__init__(game, budget)
        self.used: set[Item] = set()
        self.wanted = set(wanted(game))
        self.refusals_collected: Counter[str] = Counter()
        """The number of times that refusals were collected, by procedure."""

    @property
    def needs_more_games(self) -> bool:
        """Whether more games are wanted.

        In the long run, true while something is unused; the daily run uses the games of the other checks.
        """
        return self.budget.timed and self.budget.left and bool(self.missing)

    def without_game(self) -> Coverage:
        """This coverage as plain data that can be sent to another process."""
        plain = Coverage.__new__(Coverage)
        plain.used, plain.wanted, plain.refusals_collected = self.used, self.wanted, self.refusals_collected
        return plain

    @property
    def missing(self) -> list[Item]:
        """The items that have not been used yet."""
        return sorted(self.wanted - self.used)

    def report(self) -> str:
        """The number of used items of each kind: ``verb 18/18``."""
        kinds = dict.fromkeys(kind for kind, _ in sorted(self.wanted))
        counts = {kind: [item in self.used for item in self.wanted if item[0] == kind] for kind in kinds}
        return ", ".join(f"{kind} {sum(used)}/{len(used)}" for kind, used in counts.items())

    def before_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        self.add_moves(walk)
        self.used.update(("procedure", frame.name) for frame in walk.state.stack)
        for decision in decisions:
            name = decision.procedure.name
            self.used.add(("procedure", name))
            if self.refusals_collected[name] < self.min_refusals_per_procedure or (
                walk.start is not None and not walk.moves
            ):
                self.add_refusals(walk, decision)

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for decision in decisions:
            self.add_refusals(walk, decision)

    def end(self, walk: Walk) -> None:
        self.add_moves(walk)

    def finish(self) -> None:
        """Requires nothing if fewer games than usual are played, as for slices of the largest games."""
        if self.budget.count["games"] < MIN_GAMES:
            return
        ruled = [item for item in self.wanted if item[0] in REQUIRED_KINDS]
        missing = [item for item in self.missing if item[0] in REQUIRED_KINDS]
        text = f"{self.game.id}: never used in {self.budget.count['games']} games: {', '.join(map(' '.join, missing))}"
        assert len(missing) <= (1 - self.min_share) * len(ruled), text

    def add_moves(self, walk: Walk) -> None:
        """Records the last choice, the objects that it named, and its effects."""
        self.add_events(walk, walk.events)
        for _, action in walk.moves[-1:]:
            verb = walk.rules.vocabulary.by_name[action[0]]
            self.used.add(("verb", verb.name))
            self.used.update(
                (f"{domain.name} chosen", part) for domain, part in zip(verb.domains, action[1:], strict=True)
            )

    def add_refusals(self, walk: Walk, decision: Decision) -> None:
        """Records the restrictions that refuse something at a decision."""
        self.refusals_collected[decision.procedure.name] += 1
        for verb in decision.procedure.verbs:
            for code in [*sample(verb, 8, walk.check_rng), *variations(decision, verb, 8, walk.check_rng)]:
                failed = first_failure(verb, walk.state, decision.procedure, decision.side_number, code)
                if failed is not None:
                    self.used.add(("restriction", failed.name))

    def add_events(self, walk: Walk, events: Iterable[Event]) -> None:
        """Records events: their kinds and the objects that they name."""
        for event in events:
            kind = walk.rules.kinds[event[0]]
            self.used.add(("event", kind.name))
            for field, value in zip(kind.fields.values(), event[2:], strict=True):
                self.used.update((f"{domain} in events", name) for domain, name in named_objects(field, value))


def variations(decision: Decision, verb: Verb, most: int, chance: random.Random) -> Iterator[ActionCode]:
    """Offered choices of a verb, each with one argument changed, so that later restrictions are reached."""
    groups = [group for group in decision.choices.groups if group[0] is verb]
    choices = Choices(decision.choices.vocabulary, groups)
    for _ in range(most if groups and verb.arguments else 0):
        code = list(choices.code_at(chance.randrange(len(choices))))
        place = chance.randrange(len(verb.arguments))
        whole = verb.arguments[place].all
        code[place + 1] = sets.nth(whole, chance.randrange(sets.size(whole)))
        yield tuple(code)


def wanted(game: Game) -> Iterator[Item]:
    """Lists everything that a game declares."""
    for procedure in game.procedures:
        yield "procedure", procedure.name
    for verb in game.vocabulary.verbs:
        yield "verb", verb.name
        for named in verb.restrictions:
            yield "restriction", named.name
        for domain in verb.domains:
            yield from ((f"{domain.name} chosen", name) for name in domain.ids)
    for kind in game.events:
        yield "event", kind.name
        for field in kind.fields.values():
            yield from ((f"{domain} in events", name) for domain, name in all_named_objects(field))


def named_objects(field: FieldType, value: object) -> Iterator[Item]:
    """The objects named by a raw value, each with the name of its domain."""
    if isinstance(field, IdField) and isinstance(value, int) and value >= 0:
        yield field.domain.name, field.domain.ids[value]
    elif isinstance(field, IdSetField) and isinstance(value, int):
        yield from ((field.domain.name, field.domain.ids[member]) for member in members(value))
    elif isinstance(field, CountsField) and isinstance(value, tuple):
        yield from ((field.domain.name, field.domain.ids[pair[0]]) for pair in value)
    elif isinstance(field, TupleField) and isinstance(value, tuple):
        for item in value:
            yield from named_objects(field.item, item)
    elif isinstance(field, Record) and isinstance(value, tuple):
        for inner, item in zip(field.fields.values(), value, strict=True):
            yield from named_objects(inner, item)


def all_named_objects(field: FieldType) -> Iterator[Item]:
    """All objects that a field may name."""
    if isinstance(field, IdField | IdSetField | CountsField):
        yield from ((field.domain.name, name) for name in field.domain.ids)
    elif isinstance(field, TupleField):
        yield from all_named_objects(field.item)
    elif isinstance(field, Record):
        for inner in field.fields.values():
            yield from all_named_objects(inner)


check_coverage = as_separate_check(Coverage)
