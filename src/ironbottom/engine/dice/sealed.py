"""Sealed dice: computed from secrets whose hashes are published in advance, so that everybody can check them later.

``docs/dice.md`` specifies the exact bytes with a worked example.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence

from ironbottom.engine.core.errors import BadValue, DiceError, Refused
from ironbottom.engine.core.events import ALL
from ironbottom.engine.dice.dice import DieReason

SECRET_BYTES = 32
MAX_WORD_BYTES = 1000
MAX_FACES = 2**62
MAX_NAME = 40
"""The maximum number of characters printed of a holder's name, since the name may come from a file."""
REFEREE = "referee"
"""The holder of the secret that the referee draws; the other holders are sides."""


def new_secret() -> bytes:
    """A fresh secret of 32 random bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def random_words() -> str:
    """Dice words if nobody supplies any: 16 random bytes in hexadecimal digits."""
    return secrets.token_hex(16)


def commitment(secret: bytes, terms: bytes = b"") -> str:
    """The SHA-256 hash of a secret, published before any dice words are given.

    The referee's hash also covers the ``terms`` of the match, which follow the secret; see ``terms_of``.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(secret + terms).hexdigest()


def read_secret(text: str, field: str = "secret") -> bytes:
    """The bytes of a secret written as 64 hexadecimal digits."""
    try:
        result = bytes.fromhex(text)
    except ValueError:
        result = b""
    if len(result) != SECRET_BYTES:
        raise BadValue(f"a secret must be {2 * SECRET_BYTES} hexadecimal digits", field=field)
    return result


def encode_words(words: Sequence[str]) -> bytes:
    """The words as bytes: each word's length in four bytes, then its UTF-8.

    >>> encode_words(["rain", ""]).hex(" ")
    '00 00 00 04 72 61 69 6e 00 00 00 00'
    """
    parts = []
    for index, word in enumerate(words):
        spelled = word.encode()
        if len(spelled) > MAX_WORD_BYTES:
            raise BadValue(f"a word can have at most {MAX_WORD_BYTES} bytes", field=f"words[{index}]")
        parts.append(len(spelled).to_bytes(4, "big") + spelled)
    return b"".join(parts)


def die_block(secret: bytes, encoded_words: bytes, die: int, number: int = 0) -> bytes:
    """32 bytes for a die: HMAC-SHA256 of the words, the die's number (8 bytes) and the block's number (4 bytes)."""
    message = encoded_words + die.to_bytes(8, "big") + number.to_bytes(4, "big")
    return hmac.digest(secret, message, "sha256")


def die_from_block(block_bytes: bytes, faces: int) -> int | None:
    """The die computed from 32 bytes, or None if every part of them is rejected.

    A part has as many bytes as the faces need (one byte for up to 256 faces). A part of ``limit`` or more is rejected,
    where ``limit`` is the greatest multiple of the faces that a part can reach: 252 for a six-sided die.

    >>> die_from_block(bytes([255, 252, 251]), 6), die_from_block(bytes([255, 253]), 6)
    (6, None)
    """
    if not 1 <= faces <= MAX_FACES:
        raise DiceError(f"a die has 1 to {MAX_FACES} faces, not {faces}")
    width = max(1, (faces - 1).bit_length() + 7 >> 3)
    limit = 256**width - 256**width % faces
    for start in range(0, len(block_bytes) - width + 1, width):
        part = int.from_bytes(block_bytes[start : start + width], "big")
        if part < limit:
            return part % faces + 1
    return None


SHARE_STEP_NAMES = {"promise": "committed", "give": "given"}
"""The description of a missing share: what the side has not done yet, by the part that is missing."""


class SharesMissing(DiceError):
    """Raised while a share of the next die, or its hash, is missing.

    Ask the side, then submit the same choice again.
    """

    def __init__(self, holder: str, die: int, number: int, missing: str) -> None:
        super().__init__(f"{holder} has not {SHARE_STEP_NAMES[missing]} its share of die {die}")
        self.holder, self.die, self.block = holder, die, number
        self.missing = missing
        """What is missing. ``promise``: the hash of the share. ``give``: the share itself."""


class SideSecret:
    """The secret of a side in joint dice, held in this process; it computes the side's share of each die.

    >>> own = SideSecret(bytes(32), ["rain"])
    >>> len(own(1, 0)), own.commitment == commitment(bytes(32))
    (32, True)
    """

    def __init__(self, secret: bytes, words: Sequence[str] = ()) -> None:
        self.secret = secret
        self.commitment = commitment(secret)
        self._salt = encode_words(words)

    def __call__(self, die: int, number: int) -> bytes:
        return die_block(self.secret, self._salt, die, number)


class RemoteShares:
    """The shares of a side that keeps its secret elsewhere. Each arrives after the choice is fixed.

    A side first sends the hash of its share, and the share itself only when the hashes of all shares of the die are
    known. So the side that comes last cannot influence the die.
    """

    def __init__(self, holder: str, published: str) -> None:
        self.holder = holder
        self.commitment = published
        self.share_commitments: dict[tuple[int, int], str] = {}
        self.given: dict[tuple[int, int], bytes] = {}
        self.asked: set[tuple[int, int]] = set()
        """The dice for which a choice is fixed; shares of other dice are refused."""
        self.others: list[RemoteShares] = []

    def commit_share(self, die: int, number: int, hashed: str) -> None:
        """Accepts the SHA-256 of a share of a die for which a choice is fixed; it cannot be changed later."""
        self._check_requested(die, number)
        if len(hashed) != 2 * SECRET_BYTES or set(hashed) - set("0123456789abcdef"):
            raise BadValue("a share is committed by its hash, 64 hexadecimal digits", field="share")
        if self.share_commitments.setdefault((die, number), hashed) != hashed:
            raise BadValue(f"the share of die {die} was already committed", field="share")

    def submit_share(self, die: int, number: int, share: bytes) -> None:
        """Accepts a share of 32 bytes that matches its hash, once the hashes of all shares of the die are known."""
        self._check_requested(die, number)
        if len(share) != SECRET_BYTES:
            raise BadValue(f"a share of a die must have {SECRET_BYTES} bytes", field="share")
        for one in (self, *self.others):
            if (die, number) not in one.share_commitments:
                raise BadValue(f"{one.holder} has not committed its share of die {die}", field="share")
        if hashlib.sha256(share).hexdigest() != self.share_commitments[die, number]:
            raise BadValue(f"this is not the share of die {die} that was committed", field="share")
        self.given[die, number] = share

    def _check_requested(self, die: int, number: int) -> None:
        if (die, number) not in self.asked:
            raise BadValue(f"no fixed choice needs die {die}", field="share")

    def __call__(self, die: int, number: int) -> bytes:
        self.ask(die, number)
        if (die, number) not in self.given:
            raise SharesMissing(self.holder, die, number, "give")
        return self.given[die, number]

    def ask(self, die: int, number: int) -> None:
        """Asks for a share, now that a choice is fixed; ``SharesMissing`` if its hash is not known yet."""
        self.asked.add((die, number))
        if (die, number) not in self.share_commitments:
            raise SharesMissing(self.holder, die, number, "promise")


class SealedDice:
    """Dice computed from the referee's secret, the words of the sides and the number of the die.

    The first die has the number 1. The number never decreases, even after an undo. ``terms`` is the text that the hash
    covers besides the secret; by default the match sets it when it begins. ``words_by`` says who gave each word, if
    that is known.

    >>> dice = SealedDice(bytes(range(32)), ["rain over Rabaul", "clear sky"])
    >>> [dice.roll(6, "fire") for _ in range(4)], dice.counter
    ([1, 6, 4, 3], 4)
    """

    kind = "sealed"

    def __init__(
        self,
        secret: bytes,
        words: Sequence[str] = (),
        counter: int = 0,
        terms: bytes | None = None,
        words_by: Sequence[str] = (),
    ) -> None:
        if len(secret) != SECRET_BYTES:
            raise BadValue(f"a secret must have {SECRET_BYTES} bytes, not {len(secret)}", field="secret")
        self.words = list(words)
        self.words_by = list(words_by) or [""] * len(self.words)
        self.counter = counter
        self.terms = terms
        self._secret = secret
        self._salt = encode_words(self.words)

    @property
    def commitments(self) -> dict[str, str]:
        """The published hash of each secret, by its holder."""
        return {REFEREE: commitment(self._secret, self.terms or b"")}

    def secrets(self) -> dict[str, str]:
        """The secrets held here, in hexadecimal digits: for saved games, and for everybody after the end."""
        return {REFEREE: self._secret.hex()}

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        value = self.value_of(self.counter + 1, faces)
        self.counter += 1
        return value

    def value_of(self, number: int, faces: int) -> int:
        """The die with this number, from 1, if it has this many faces."""
        block_number = 0
        while True:
            value = die_from_block(self._block(number, block_number), faces)
            if value is not None:
                return value
            block_number += 1

    def _block(self, die: int, number: int) -> bytes:
        return die_block(self._secret, self._salt, die, number)


def refuse_equal(commitments: Mapping[str, str]) -> None:
    """Refuses two equal hashes, since equal shares would cancel each other out under XOR.

    >>> refuse_equal({"referee": "ab", "japan": "cd", "allies": "CD"})
    Traceback (most recent call last):
    ironbottom.engine.core.errors.DiceError: japan and allies publish the same hash; each needs a secret of its own
    """
    known: dict[str, str] = {}
    for holder, published in commitments.items():
        other = known.setdefault(published.lower(), holder)
        if other != holder:
            other, holder = other[:MAX_NAME], holder[:MAX_NAME]
            raise DiceError(f"{other} and {holder} publish the same hash; each needs a secret of its own")


class JointDice(SealedDice):
    """Sealed dice that also use a secret of each side: the shares of all holders are combined by XOR.

    ``shares`` has the source of each side's share: a ``SideSecret`` if its secret is held here, otherwise
    ``RemoteShares``.

    >>> words = ["rain over Rabaul", "clear sky"]
    >>> sides = {side: SideSecret(bytes([n] * 32), words) for n, side in enumerate(("japan", "allies"))}
    >>> dice = JointDice(bytes(range(32)), words, sides)
    >>> [dice.roll(6, "fire") for _ in range(4)]
    [6, 3, 1, 5]
    """

    kind = "joint"

    def __init__(
        self,
        secret: bytes,
        words: Sequence[str],
        shares: Mapping[str, SideSecret | RemoteShares],
        counter: int = 0,
        terms: bytes | None = None,
        words_by: Sequence[str] = (),
    ) -> None:
        super().__init__(secret, words, counter, terms, words_by)
        self.shares = dict(shares)
        self._fixed_choice: tuple[str, object] | None = None
        self._submitted: tuple[str, object] | None = None
        refuse_equal({REFEREE: commitment(secret), **{holder: one.commitment for holder, one in self.shares.items()}})
        remote = [share for share in self.shares.values() if isinstance(share, RemoteShares)]
        for remote_share in remote:
            remote_share.others = [other for other in remote if other is not remote_share]

    @property
    def commitments(self) -> dict[str, str]:
        own = {holder: share.commitment for holder, share in self.shares.items()}
        return {**super().commitments, **own}

    def secrets(self) -> dict[str, str]:
        here = {name: share.secret.hex() for name, share in self.shares.items() if isinstance(share, SideSecret)}
        return {**super().secrets(), **here}

    @property
    def pending_side(self) -> str:
        """The side whose choice is fixed while shares of a die are awaited; empty if there is none."""
        return self._fixed_choice[0] if self._fixed_choice else ""

    def begin_act(self, side: str, choices: object) -> None:
        """Stores the submission. Once a share has been requested for it, no other one is accepted."""
        if self._fixed_choice is not None and self._fixed_choice != (side, choices):
            raise Refused(f"{self._fixed_choice[0]} has already chosen; its dice are waiting for shares")
        self._submitted = (side, choices)

    def end_act(self) -> None:
        """Ends the act: the submission was accepted, and any choice may follow."""
        self._fixed_choice = self._submitted = None

    def promise(self, die: int, number: int = 0) -> str:
        """The hash of the referee's share of a die for which a choice is fixed, to be sent to the sides."""
        return hashlib.sha256(super()._block(die, number)).hexdigest()

    def reveal(self, side: str, secret: bytes) -> None:
        """Accepts a side's own secret after the end; refuses one that does not match the side's published hash."""
        share = self.shares[side]
        if commitment(secret) != share.commitment:
            raise BadValue(f"this is not the secret whose hash {side} published", field=f"secrets.{side}")
        own = SideSecret(secret, self.words)
        if isinstance(share, RemoteShares):
            for (die, number), given in share.given.items():
                if own(die, number) != given:
                    raise BadValue(
                        f"the share that {side} gave of die {die} does not follow from its secret", field="share"
                    )
        self.shares[side] = own

    def _block(self, die: int, number: int) -> bytes:
        remote = [share for share in self.shares.values() if isinstance(share, RemoteShares)]
        if remote:
            self._fixed_choice = self._submitted
        for remote_share in remote:
            remote_share.ask(die, number)
        joined = int.from_bytes(super()._block(die, number), "big")
        for share in self.shares.values():
            joined ^= int.from_bytes(share(die, number), "big")
        return joined.to_bytes(SECRET_BYTES, "big")
