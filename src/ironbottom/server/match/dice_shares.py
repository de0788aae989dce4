"""Joint dice: asks the page of each side for its share in a die once a choice is fixed.

Each side first promises its share by sending the hash, and sends the share itself once all sides have promised theirs.
So the last side cannot influence the die.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.sealed import REFEREE, JointDice, RemoteShares, SharesMissing, read_secret
from ironbottom.engine.record.record import DiceHeading
from ironbottom.engine.rules.game import Game
from ironbottom.server.messages.responses import DiceShareStep, DiceSharesWanted
from ironbottom.server.storage.database import Store

Choices = list[list[str]]


class FixedChoice(msgspec.Struct):
    """A choice whose dice wait for shares."""

    side: str
    choices: Choices


def load_joint_dice(
    store: Store,
    match: str,
    secret: bytes,
    heading: DiceHeading,
    terms: bytes | None,
    counter: int = 0,
    shown: Mapping[str, str] | None = None,
) -> JointDice:
    """Returns the joint dice of a match with the shares that were promised and given so far.

    ``terms`` is the text that the referee's hash covers (None: it is set by the match that begins with these dice);
    ``shown`` has the revealed secrets.
    """
    commitments = {side: seal for side, seal in heading.commitments.items() if side != REFEREE}
    shares = {side: RemoteShares(side, seal) for side, seal in commitments.items()}
    for holder, die, block, promised, given in store.dice_shares(match):
        share = shares.get(holder)
        if share is None:
            raise BadValue(f"the shares of the dice are damaged: {holder[:40]!r} has none", field=f"match {match}")
        share.asked.add((die, block))
        share.share_commitments[die, block] = promised
        if given is not None:
            share.given[die, block] = read_secret(given, f"match {match}, share of die {die}")
    dice = JointDice(secret, heading.words, shares, counter, terms, heading.words_by)
    for side, text in (shown or {}).items():
        if side in commitments:
            dice.reveal(side, read_secret(text))
    return dice


class RequestedShares:
    """The shares that are requested for the next die of a match, and those already given."""

    def __init__(self, store: Store, match: str, dice: JointDice) -> None:
        self._store, self._match, self.dice = store, match, dice
        self.fixed: FixedChoice | None = None
        self._wanted: tuple[int, int] | None = None

    def request(self, missing: SharesMissing, fixed: FixedChoice | None) -> None:
        """Requests the shares of a die; ``fixed`` is the choice that needs it, or None at the start of the match."""
        for share in self._shares():
            share.asked.add((missing.die, missing.block))
        if fixed is not None and self.fixed != fixed:
            self._store.store_fixed_choice(self._match, fixed.side, msgspec.json.encode(fixed.choices).decode())
        self.fixed, self._wanted = fixed, (missing.die, missing.block)

    def clear(self) -> None:
        """Ends the request after the dice of the choice are rolled."""
        self.fixed = self._wanted = None

    def wanted(self) -> DiceSharesWanted | None:
        """Returns the public information on the requested die, or None if no die is requested."""
        if self._wanted is None:
            return None
        die, block = self._wanted
        lacks = {share.holder: step for share in self._shares() if (step := self._next_step(share))}
        side = self.fixed.side if self.fixed else ""
        return DiceSharesWanted(die, block, side, self.dice.promise(die, block), lacks)

    def accept(self, side: str, die: int, block: int, promise: str | None, part: str | None) -> bool:
        """Stores the hash of a share, or the share itself. Returns whether all shares of the die are now given."""
        share = next((one for one in self._shares() if one.holder == side), None)
        if share is None or self._wanted != (die, block):
            raise BadValue(f"no share of die {die} is expected from {side!r} now", field="die")
        if (promise is None) is (part is None):
            raise BadValue("send either the hash of a share or the share itself", field="part")
        if promise is not None:
            share.commit_share(die, block, promise)
            self._store.add_share_promise(self._match, side, die, block, promise)
        elif part is not None:
            share.submit_share(die, block, read_secret(part, "part"))
            self._store.add_share(self._match, side, die, block, part)
        return self.ready

    @property
    def ready(self) -> bool:
        """Whether all shares have been given."""
        return self._wanted is None or not any(map(self._next_step, self._shares()))

    def unrevealed(self) -> list[str]:
        """Returns the sides that have not revealed their own secret yet."""
        return [share.holder for share in self._shares()]

    def _shares(self) -> Sequence[RemoteShares]:
        return [share for share in self.dice.shares.values() if isinstance(share, RemoteShares)]

    def _next_step(self, share: RemoteShares) -> DiceShareStep | None:
        """Returns the step that a side owes for the die now: promise its share, give it, or nothing yet."""
        assert self._wanted is not None
        if self._wanted not in share.share_commitments:
            return "promise"
        if any(self._wanted not in other.share_commitments for other in self._shares()):
            return None
        return None if self._wanted in share.given else "give"


def load_fixed_choice(store: Store, match: str) -> FixedChoice | None:
    """Returns the choice that was fixed when the match was last closed."""
    result = store.fixed_choice(match)
    try:
        return None if result is None else FixedChoice(result[0], msgspec.json.decode(result[1], type=Choices))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadValue(
            f"the choice whose dice are waiting for shares is damaged: {error}", field=f"match {match}"
        ) from None


def require_persons(holders: Iterable[str], person: str) -> None:
    """Refuses joint dice if a computer player has a seat: its secret would be on the server, readable by the owner."""
    if any(holder != person for holder in holders):
        raise BadValue(
            "joint dice need a human player in every seat: a computer player has no secret of its own", field="dice"
        )


def require_open_dice(game: Game) -> None:
    """Refuses joint dice in a game with hidden dice: since sides that are asked for shares could count the dice."""
    if game.dice_unheard:
        raise BadValue(
            f"{game.title} uses sealed dice only: some rolls are secret, and joint dice need every player",
            field="dice",
        )
