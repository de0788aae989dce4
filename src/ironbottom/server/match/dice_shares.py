"""Joint dice at a table: each side's part of a die is asked of its page once the choice is fixed, and kept.

A part is promised by its hash first, and given when all are promised, so that nobody who comes last can bend the die.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import REFEREE, JointDice, RemoteShares, SharesMissing, read_secret
from ironbottom.engine.record.record import DiceHeading
from ironbottom.engine.rules.game import Game
from ironbottom.server.storage.database import Store
from ironbottom.server.messages.responses import Lack, PartsWanted

Choices = list[list[str]]


class FixedChoice(msgspec.Struct):
    """A choice whose dice wait for their parts."""

    side: str
    choices: Choices


def joint_dice(
    store: Store,
    match: str,
    secret: bytes,
    heading: DiceHeading,
    terms: bytes | None,
    counter: int = 0,
    shown: Mapping[str, str] | None = None,
) -> JointDice:
    """The joint dice of a match, with the parts that were promised and given so far.

    ``terms`` are what the referee's hash covers (None: the match that begins with these dice sets it); ``shown`` are
    revealed secrets.
    """
    published = {side: seal for side, seal in heading.commitments.items() if side != REFEREE}
    shares = {side: RemoteShares(side, seal) for side, seal in published.items()}
    for holder, die, block, promised, given in store.parts(match):
        share = shares.get(holder)
        if share is None:
            raise BadValue(f"the parts of the dice are damaged: {holder[:40]!r} has none", field=f"match {match}")
        share.asked.add((die, block))
        share.promised[die, block] = promised
        if given is not None:
            share.given[die, block] = read_secret(given, f"match {match}, part of die {die}")
    dice = JointDice(secret, heading.words, shares, counter, terms, heading.words_by)
    for side, text in (shown or {}).items():
        if side in published:
            dice.reveal(side, read_secret(text))
    return dice


class JointParts:
    """What is asked of the sides for the next die of a match, and what they have given."""

    def __init__(self, store: Store, match: str, dice: JointDice) -> None:
        self._store, self._match, self.dice = store, match, dice
        self.fixed: FixedChoice | None = None
        self._wanted: tuple[int, int] | None = None

    def wait(self, missing: SharesMissing, fixed: FixedChoice | None) -> None:
        """Takes note of the die for which parts are asked, and of the choice that calls for it; None: the beginning."""
        for share in self._shares():
            share.asked.add((missing.die, missing.block))
        if fixed is not None and self.fixed != fixed:
            self._store.fix(self._match, fixed.side, msgspec.json.encode(fixed.choices).decode())
        self.fixed, self._wanted = fixed, (missing.die, missing.block)

    def done(self) -> None:
        """The dice of the choice have fallen: the next one is free."""
        self.fixed = self._wanted = None

    def wanted(self) -> PartsWanted | None:
        """What everybody sees of the die for which parts are asked; None where there is none."""
        if self._wanted is None:
            return None
        die, block = self._wanted
        lacks = {share.holder: lack for share in self._shares() if (lack := self._lacks(share))}
        side = self.fixed.side if self.fixed else ""
        return PartsWanted(die, block, side, self.dice.promise(die, block), lacks)

    def take(self, side: str, die: int, block: int, promise: str | None, part: str | None) -> bool:
        """Takes in the hash of a part, or the part; whether all parts of the die are given now."""
        share = next((one for one in self._shares() if one.holder == side), None)
        if share is None or self._wanted != (die, block):
            raise BadValue(f"no part of die {die} is asked of {side!r} now", field="die")
        if (promise is None) is (part is None):
            raise BadValue("a part is promised by its hash, or given: one of both", field="part")
        if promise is not None:
            share.promise(die, block, promise)
            self._store.promise(self._match, side, die, block, promise)
        elif part is not None:
            share.give(die, block, read_secret(part, "part"))
            self._store.give(self._match, side, die, block, part)
        return self.ready

    @property
    def ready(self) -> bool:
        """Whether nothing is asked, or all that was asked is given."""
        return self._wanted is None or not any(map(self._lacks, self._shares()))

    def hidden(self) -> list[str]:
        """The sides that have yet to show the secret of their own."""
        return [share.holder for share in self._shares()]

    def _shares(self) -> Sequence[RemoteShares]:
        return [share for share in self.dice.shares.values() if isinstance(share, RemoteShares)]

    def _lacks(self, share: RemoteShares) -> Lack | None:
        """What a side has to do for the die now: to promise its part, to give it, or nothing yet."""
        assert self._wanted is not None
        if self._wanted not in share.promised:
            return "promise"
        if any(self._wanted not in other.promised for other in self._shares()):
            return None
        return None if self._wanted in share.given else "give"


def fixed_in(store: Store, match: str) -> FixedChoice | None:
    """The choice that was fixed when the match was last open."""
    found = store.fixed(match)
    try:
        return None if found is None else FixedChoice(found[0], msgspec.json.decode(found[1], type=Choices))
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadValue(
            f"the choice whose dice wait for their parts is damaged: {wrong}", field=f"match {match}"
        ) from None


def must_be_persons(holders: Iterable[str], person: str) -> None:
    """Refuses joint dice where a computer player sits: its secret would be on the server, for its owner to read."""
    if any(holder != person for holder in holders):
        raise BadValue(
            "joint dice are for people in every seat: a computer player has no secret of its own", field="dice"
        )


def must_be_heard(game: Game) -> None:
    """Refuses joint dice in a game with secret dice: a side that is asked for its part of each could count them."""
    if game.dice_unheard:
        raise BadValue(
            f"{game.title} takes sealed dice alone: some fall unheard, and joint ones are asked of everybody",
            field="dice",
        )
