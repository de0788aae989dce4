"""The formats of match records. Formats 1 to 3 are read and converted line by line; new matches use format 4.

4: the referee's hash covers the start of the match, the header names the host and who gave which words, and the reason
for a die roll is an id from a fixed list (``Game.rolls``). In earlier formats, the reason was an English text. 3: a
record may be a copy of another (``copy``). 2: a result has ``winners``. In earlier formats, it had one ``winner``, or
null. A match that began in an older format continues in that format, since its file begins with a header that names it.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from ironbottom.engine.record.lines import (
    AnyAct,
    AnyLine,
    Begin,
    ChoiceMade,
    End,
    Header,
    RecordedDie,
    commitment_input,
)

RECORD_FORMAT = 4
WITH_TERMS, WITH_COPIES, WITH_WINNERS = 4, 3, 2
"""The first formats with: a hash that covers the start, a record that is a copy, a result with several winners."""

IRREGULAR = {
    "Henderson Field fires": "henderson_field_fires",
    "finding the Tokyo Express": "finding_the_tokyo_express",
    "day": "airstrike",
    "night": "gunnery",
    "dealing blocks anew": "dealing_blocks",
    "Sub Points available": "sub_points_available",
    "alter Mission": "alter_mission",
    "anti-aircraft fire": "anti_aircraft_fire",
    "bounce, patrol": "bounce_patrol",
    "bounce, escort": "bounce_escort",
}
"""Reasons in older formats whose current id is not simply the same words joined by underscores."""
TEXTS = {reason: text for text, reason in IRREGULAR.items()}


@lru_cache(maxsize=1024)
def reason_of(text: str) -> str:
    """The reason that an older format gives for a die roll as a text.

    >>> reason_of("aa fire"), reason_of("night"), reason_of("aa_fire")
    ('aa_fire', 'gunnery', 'aa_fire')
    """
    return IRREGULAR.get(text) or re.sub("[^a-z0-9]+", "_", text.lower()).strip("_")


def text_of(reason: str) -> str:
    """The text that an older format has for the reason for a die roll.

    >>> text_of("aa_fire"), text_of("gunnery")
    ('aa fire', 'night')
    """
    return TEXTS.get(reason) or reason.replace("_", " ")


def from_format(act: AnyAct, form: int) -> AnyAct:
    """Converts a line read from a record of this format into a line of the current format."""
    if form >= WITH_TERMS:
        return act
    if isinstance(act, (Begin, ChoiceMade)) and act.dice:
        return msgspec.structs.replace(act, dice=[(value, faces, reason_of(why)) for value, faces, why in act.dice])
    if isinstance(act, End) and "winner" in act.result:
        result = dict(act.result)
        winner = result.pop("winner")
        return msgspec.structs.replace(act, result={"winners": [] if winner is None else [winner], **result})
    return act


def to_form(line: AnyLine, form: int) -> AnyLine:
    """Converts a line of the current format into a line of this format.

    A result that an older format cannot express is written in the current format.
    """
    if form >= WITH_TERMS:
        return line
    if isinstance(line, (Begin, ChoiceMade)) and line.dice:
        dice: list[RecordedDie] = [(value, faces, text_of(why)) for value, faces, why in line.dice]
        return msgspec.structs.replace(line, dice=dice)
    if form < WITH_WINNERS and isinstance(line, End) and len(line.result.get("winners", ("", ""))) < 2:
        result = dict(line.result)
        winners = result.pop("winners")
        return msgspec.structs.replace(line, result={"winner": winners[0] if winners else None, **result})
    return line


def commitment_input_of_format(header: Header, kind: str, copy: int = 0) -> bytes:
    """The terms that the referee's hash covers besides the secret, in the format that the header names."""
    return commitment_input(header, kind, copy) if header.format >= WITH_TERMS else b""


def upgrade(header: Header) -> Header:
    """The header of a record that continues as a copy, and therefore in the current format."""
    dice = header.dice
    if len(dice.words_by) != len(dice.words):
        dice = msgspec.structs.replace(dice, words_by=[""] * len(dice.words))
    return msgspec.structs.replace(header, format=RECORD_FORMAT, dice=dice)
