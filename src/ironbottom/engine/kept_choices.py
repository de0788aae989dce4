"""The choices of a decision whose branches are kept from one decision to the next, and counted as they are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ironbottom.engine.actions import Action, Code, Verb
from ironbottom.engine.choices import Group, OpenChoices, Source, code_within, counted
from ironbottom.engine.restrictions import Branches
from ironbottom.engine.tallied import Tallied

if TYPE_CHECKING:
    from ironbottom.engine.procedures import Procedure
    from ironbottom.engine.state import State


class KeptChoices(OpenChoices):
    """The same as ``OpenChoices``, where the branches of verbs are ``Tallied``."""

    __slots__ = ()

    @property
    def groups(self) -> Sequence[Group]:
        if self._groups is None:
            self._groups = kept_offers(self._still(), self._here, self._side)
        elif self._state.acts != self._acts:
            self._still()
        return self._groups

    @property
    def counts(self) -> Sequence[int]:
        """How many choices each verb has."""
        if self._counts is None:
            self._counts = totals(self.groups)
        return self._counts

    def code_at(self, place: int) -> Code:
        return code_among(self.groups, self.counts, place)

    def sample(self, source: Source) -> Action:
        groups = self.groups
        if self._counts is None:
            self._counts = totals(groups)
        if not groups:
            raise IndexError("nothing is offered")
        return self.vocabulary.action(code_among(groups, self._counts, int(source.random() * sum(self._counts))))


def kept_offers(state: State, here: Procedure, side: int) -> list[Group]:
    """All choices of the verbs open here; of those whose offer still holds what was found before."""
    surveyed = here.survey(state)
    known: dict[Verb, Branches] = surveyed.offers
    groups: list[Group] = []
    for verb in here.verbs:
        for named in verb.when:
            if not named.allow(state, here, side):
                break
        else:
            if verb.offer is None:
                assert not verb.arguments
                groups.append((verb, ()))
                continue
            branches = known.get(verb)
            if branches is None:
                branches = known[verb] = verb.offer(state, surveyed, side)
            if branches:
                groups.append((verb, branches))
    return groups


def totals(groups: Sequence[Group]) -> list[int]:
    """How many choices each verb has."""
    return [group[1].total if type(group[1]) is Tallied else sum(counted((group,))) for group in groups]


def code_among(groups: Sequence[Group], counts: Sequence[int], place: int) -> Code:
    """The code of the choice at a place."""
    for (verb, branches), total in zip(groups, counts, strict=True):
        if place >= total:
            place -= total
        elif not branches:
            return (verb.number,)
        else:
            each = branches.each if type(branches) is Tallied else counted(((verb, branches),))
            for (members, after), count in zip(branches, each, strict=True):
                if place < count:
                    return code_within(verb.number, members, after, count, place)
                place -= count
    raise IndexError("no choice at this place")
