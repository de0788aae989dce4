"""Where two people or more play, each gives words for the dice before the match begins, after their hash is shown.

The person who runs the server knows the secret, so their words come first: given last, they could be chosen for the
dice that they lead to. The others' come after, in the order of the sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import REFEREE, JointDice, SealedDice, commitment, read_secret, refuse_equal
from ironbottom.engine.match.header import NOBODY, heading
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.state import State
from ironbottom.server.views.game_text import sides_of
from ironbottom.server.match.seats import Seats, persons
from ironbottom.server.storage.database import Kept
from ironbottom.server.messages.responses import PartsWanted, WordsAsked

LONGEST_WORDS = 200


class Waiting(msgspec.Struct):
    """What a match is begun with once all words are given; stands in its summary until then."""

    order: list[str]
    """The persons' sides, in the order in which they are asked."""
    options: dict[str, str]
    scenario: str | None = None
    given: dict[str, str] = {}
    host: str | None = None
    """Who runs the server; None until that is named."""
    joint: bool = False
    hashes: dict[str, str] = {}
    """With joint dice the hash of each side's own secret."""
    seal: str = ""
    """The referee's hash as shown; empty in a match stored by an older version, whose hash covers the secret only."""

    @property
    def asked(self) -> str | None:
        """Whose words come next; nobody's before it is known whose come first."""
        if self.host is None and not self.given:
            return None
        return next((side for side in self.order if side not in self.given), None)

    def seal_under(self, rules: Rules, start: State | None, secret: bytes) -> str:
        """The referee's hash of the match if it begins with these rules, from this state or the scenario."""
        dice = JointDice(secret, [], {}) if self.joint else SealedDice(secret)
        return heading(rules, dice, self.scenario, start=start).dice.commitments[REFEREE]

    @property
    def complete(self) -> bool:
        """Whether all words are given."""
        return all(side in self.given for side in self.order)

    @property
    def words(self) -> list[str]:
        """All words in the order in which they enter the dice."""
        return [self.given[side] for side in self.order]


def asks_for_words(seats: Seats) -> bool:
    """Whether people play against each other."""
    return len(persons(seats)) > 1


def order_of(people: Sequence[str], host: str | None) -> list[str]:
    """The order in which persons are asked, the one who runs the server first.

    >>> order_of(["japan", "allies"], "allies")
    ['allies', 'japan']
    """
    if host not in (None, NOBODY, *people):
        raise BadValue(f"no person holds {host!r}; there are {', '.join(people)}, and {NOBODY}", field="host")
    return sorted(people, key=lambda side: side != host)


def read_words(given: str) -> str:
    """Words as they enter the dice: one line without spaces at its ends."""
    words = " ".join(given.split())
    if not words or len(words) > LONGEST_WORDS or not words.isprintable():
        raise BadValue(f"words for the dice have 1 to {LONGEST_WORDS} printable letters", field="words")
    return words


def waiting_of(kept: Kept) -> Waiting | None:
    """What a match waits for; None once it has begun."""
    found = kept.summary.get("words")
    try:
        return None if found is None else msgspec.convert(found, Waiting)
    except msgspec.ValidationError as wrong:
        raise BadValue(f"what this match was to begin with is damaged: {wrong}", field=f"match {kept.id}") from None


def summary_of(waiting: Waiting, game: Game) -> dict[str, Any]:
    """Where a match stands that has not begun, for the list of matches."""
    titles = titles_of(game)
    left = [side for side in waiting.order if side not in waiting.given]
    line = f"Not begun: words for the dice are asked of {' and '.join(titles[side] for side in left)}"
    if not left:
        line = "Not begun: the first dice wait for the part of each side"
    plain = msgspec.to_builtins(waiting)
    return {"turn_line": line, "waiting": left[:1], "over": False, "result": None, "copy_of": "", "words": plain}


def words_asked(
    kept: Kept, game: Game, waiting: Waiting, secrets: Mapping[str, str], wanted: PartsWanted | None = None
) -> WordsAsked:
    """What a page is told that has to ask for words, or for parts of the first joint dice."""
    if REFEREE not in secrets:
        raise BadValue("the secret of the dice of this match is lost; it cannot begin", field=f"match {kept.id}")
    seal = waiting.seal or commitment(read_secret(secrets[REFEREE]))
    sides = [side for side in sides_of(game) if side.id in waiting.order]
    return WordsAsked(
        kept.id,
        kept.name,
        kept.game,
        sides,
        {REFEREE: seal, **waiting.hashes},
        waiting.order,
        waiting.given,
        waiting.asked,
        waiting.host,
        JointDice.kind if waiting.joint else SealedDice.kind,
        begun=False,
        claimed=[],
        wanted=wanted,
    )


def with_host(waiting: Waiting, host: str) -> Waiting:
    """Names the side that the person who runs the server plays, once and before any words."""
    if waiting.host is not None or waiting.given:
        raise BadValue("who runs the server was named already", field="host")
    return msgspec.structs.replace(waiting, order=order_of(waiting.order, host), host=host)


def in_order(waiting: Waiting, side: str, words: str, hashed: str | None, referee: str) -> Waiting:
    """Adds the words of a side, which must be the next in turn, and the hash of its own secret if it has one.

    ``referee`` is the hash of the referee's secret without terms.
    """
    if waiting.host is None and not waiting.given:
        raise BadValue("first it is to be named who runs the server: those words come first", field="host")
    if (hashed is None) is waiting.joint:
        told = (
            "the hash of a secret of its own is asked of each side" if waiting.joint else "no secret joins these dice"
        )
        raise BadValue(told, field="commitment")
    if hashed is not None:
        for own in (referee, waiting.seal or referee):
            refuse_equal({REFEREE: own, **waiting.hashes, side: hashed})
        waiting = msgspec.structs.replace(waiting, hashes={**waiting.hashes, side: hashed})
    if side != waiting.asked:
        told = "has given its words already" if side in waiting.given else "is asked later, or not at all"
        raise BadValue(f"{side!r} {told}; the next is {waiting.asked}", field="side")
    return msgspec.structs.replace(waiting, given={**waiting.given, side: read_words(words)})


def titles_of(game: Game) -> dict[str, str]:
    """The sides with their names in a sentence."""
    ids: Sequence[str] = game.sides.ids
    return dict(zip(ids, game.sides.titles, strict=True))
