"""Before a match of several people begins, each enters words that seed the dice, after the hash of the secret is shown.

The person who runs the server could know the secret, so that person enters words first: otherwise that person could
choose the words so as to get certain dice. The others follow in the order of the sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import REFEREE, JointDice, SealedDice, commitment, read_secret, refuse_equal
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.persistence import NOBODY, make_header
from ironbottom.engine.record.lines import AFTER_END
from ironbottom.engine.record.record import Reveal
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.state import State
from ironbottom.server.match.seats import Seats, persons
from ironbottom.server.messages.responses import DiceSeedingResponse, DiceSharesWanted
from ironbottom.server.storage.database import StoredMatch
from ironbottom.server.views.game_text import side_infos

MAX_WORDS_LENGTH = 200
LOT = 0
"""The number of the die by which sides are drawn by lot."""


class DiceSeeding(msgspec.Struct):
    """The settings of a match that has not begun, and the words entered so far; stored in the summary of the match."""

    order: list[str]
    """The sides of human players, in the order in which they enter words."""
    options: dict[str, str]
    scenario: str | None = None
    given: dict[str, str] = {}
    host: str | None = None
    """The side of the person who runs the server; None until it is named."""
    joint: bool = False
    hashes: dict[str, str] = {}
    """With joint dice, the hash of each side's own secret."""
    lot: bool = False
    """Whether the sides are drawn by lot once all words are entered; until then the seats are provisional."""
    seal: str = ""
    """The referee's published hash; empty in a match of an older version, whose hash covers only the secret."""

    @property
    def next_side(self) -> str | None:
        """The side that enters words next; None until the first side is known."""
        if self.host is None and not self.given:
            return None
        return next((side for side in self.order if side not in self.given), None)

    def commitment_with(self, rules: Rules, start: State | None, secret: bytes) -> str:
        """Returns the referee's hash if the match begins with these rules, from this state or the scenario."""
        dice = JointDice(secret, [], {}) if self.joint else SealedDice(secret)
        return make_header(rules, dice, self.scenario, start=start).dice.commitments[REFEREE]

    @property
    def complete(self) -> bool:
        """Whether all words are entered."""
        return all(side in self.given for side in self.order)

    @property
    def words(self) -> list[str]:
        """All words in the order in which they seed the dice."""
        return [self.given[side] for side in self.order]


def needs_seeding(seats: Seats) -> bool:
    """Returns whether several people play."""
    return len(persons(seats)) > 1


def seeding_order(people: Sequence[str], host: str | None) -> list[str]:
    """Returns the order in which human players enter words: the one who runs the server first.

    >>> seeding_order(["japan", "allies"], "allies")
    ['allies', 'japan']
    """
    if host not in (None, NOBODY, *people):
        raise BadValue(f"no human player holds {host!r}; choose one of {', '.join([*people, NOBODY])}", field="host")
    return sorted(people, key=lambda side: side != host)


def drawn_by_lot(dice: SealedDice, sides: Sequence[str]) -> str:
    """Returns the side of the player who entered words first, if two sides are drawn by lot.

    The lot is the die with the number 0, which no match rolls. So the lot depends on the secret, whose hash is
    published before any words, and on the words of both players. Neither player can choose the lot, and after the end
    both can check it.

    >>> drawn_by_lot(SealedDice(bytes(range(32)), ["rain over Rabaul", "clear sky"]), ["japan", "allies"])
    'allies'
    """
    return sides[dice.value_of(LOT, len(sides)) - 1]


def lot_is_sound(match: Match) -> bool:
    """Returns whether the sides of a finished match agree with the draw by lot."""
    heading, acts = match.header.dice, match.acts
    last = takewhile(lambda act: isinstance(act, AFTER_END), reversed(acts))
    secret = next((act.secrets[REFEREE] for act in last if isinstance(act, Reveal) and REFEREE in act.secrets), "")
    if not secret or not heading.words_by:
        return False
    return drawn_by_lot(SealedDice(read_secret(secret), heading.words), match.rules.sides.ids) == heading.words_by[0]


def clean_words(given: str) -> str:
    """Returns the words as one line, without spaces at the ends. Raises ``BadValue`` if they are empty or too long."""
    words = " ".join(given.split())
    if not words or len(words) > MAX_WORDS_LENGTH or not words.isprintable():
        raise BadValue(f"words for the dice must have 1 to {MAX_WORDS_LENGTH} printable characters", field="words")
    return words


def seeding_of(stored: StoredMatch) -> DiceSeeding | None:
    """Returns the seeding of a match that has not begun; None once it has begun."""
    result = stored.summary.get("words")
    try:
        return None if result is None else msgspec.convert(result, DiceSeeding)
    except msgspec.ValidationError as error:
        raise BadValue(f"the start of this match is damaged: {error}", field=f"match {stored.id}") from None


def seeding_summary(seeding: DiceSeeding, game: Game) -> dict[str, object]:
    """Returns the summary of a match that has not begun, for the list of matches."""
    titles = side_titles(game)
    left = [side for side in seeding.order if side not in seeding.given]
    line = f"Not begun: waiting for dice words from {' and '.join(titles[side] for side in left)}"
    if not left:
        line = "Not begun: the first dice wait for the share of each side"
    plain = msgspec.to_builtins(seeding)
    return {"turn_line": line, "waiting": left[:1], "over": False, "result": None, "copy_of": "", "words": plain}


def seeding_response(
    stored: StoredMatch,
    game: Game,
    seeding: DiceSeeding,
    secrets: Mapping[str, str],
    wanted: DiceSharesWanted | None = None,
) -> DiceSeedingResponse:
    """Returns the response that asks for words, or for shares of the first joint dice."""
    if REFEREE not in secrets:
        raise BadValue("the secret of the dice of this match is lost; it cannot begin", field=f"match {stored.id}")
    seal = seeding.seal or commitment(read_secret(secrets[REFEREE]))
    sides = [side for side in side_infos(game) if side.id in seeding.order]
    return DiceSeedingResponse(
        stored.id,
        stored.name,
        stored.game,
        sides,
        {REFEREE: seal, **seeding.hashes},
        seeding.order,
        seeding.given,
        seeding.next_side,
        seeding.host,
        JointDice.kind if seeding.joint else SealedDice.kind,
        begun=False,
        claimed=[],
        wanted=wanted,
        lot=seeding.lot,
    )


def with_host(seeding: DiceSeeding, host: str) -> DiceSeeding:
    """Sets the side of the person who runs the server, once and before any words."""
    if seeding.host is not None or seeding.given:
        raise BadValue("it is already decided who runs the server", field="host")
    return msgspec.structs.replace(seeding, order=seeding_order(seeding.order, host), host=host)


def with_words(seeding: DiceSeeding, side: str, words: str, own_commitment: str | None, referee: str) -> DiceSeeding:
    """Adds the words of the next side, and the hash of its own secret if it has one.

    ``referee`` is the hash of the referee's secret without terms.
    """
    if seeding.host is None and not seeding.given:
        raise BadValue("first choose who runs the server: that side adds its words first", field="host")
    if (own_commitment is None) is seeding.joint:
        message = (
            "each side must send the hash of its own secret"
            if seeding.joint
            else "these dice use no secrets of the sides"
        )
        raise BadValue(message, field="commitment")
    if own_commitment is not None:
        for own in (referee, seeding.seal or referee):
            refuse_equal({REFEREE: own, **seeding.hashes, side: own_commitment})
        seeding = msgspec.structs.replace(seeding, hashes={**seeding.hashes, side: own_commitment})
    if side != seeding.next_side:
        message = "has already added its words" if side in seeding.given else "does not add words now"
        raise BadValue(f"{side!r} {message}; the next is {seeding.next_side}", field="side")
    return msgspec.structs.replace(seeding, given={**seeding.given, side: clean_words(words)})


def side_titles(game: Game) -> dict[str, str]:
    """Returns the titles of the sides, joined for a sentence."""
    ids: Sequence[str] = game.sides.ids
    return dict(zip(ids, game.sides.titles, strict=True))
