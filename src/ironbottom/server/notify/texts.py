"""The texts of messages. Those for a chat room contain nothing that a player wrote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.engine.text.sentences import capitalized, joined


class Waiting(NamedTuple):
    """A match that waits for a player, for an email. ``until``: when the player's time runs out, in words."""

    name: str
    game: str
    side: str
    turn_line: str
    until: str
    link: str


class MailText(NamedTuple):
    """The subject and the body of an email."""

    subject: str
    body: str


def waiting_mail(matches: Sequence[Waiting]) -> MailText:
    """Returns the email about matches that wait for a player."""
    parts = "\n\n".join(_part(one) for one in matches)
    if len(matches) == 1:
        (one,) = matches
        return MailText(f"Your move in {one.game}", parts)
    return MailText(f"{len(matches)} matches wait for you", f"These matches wait for you.\n\n{parts}")


def _part(one: Waiting) -> str:
    lines = [one.name, f"{one.game}. {one.turn_line}".rstrip(), f"{capitalized(one.side)} must choose."]
    if one.until:
        lines.append(f"Your time runs out on {one.until}.")
    return "\n".join([*lines, one.link])


def waiting_in_room(game: str, turn_line: str, sides: Sequence[str], link: str) -> str:
    """Returns the message to a chat room about one match.

    >>> waiting_in_room("Pacific Fury", "Turn 1 of 4", ["Japan", "the Allies"], "https://example.org/#/m/a1")
    'Pacific Fury, Turn 1 of 4: Japan and the Allies must choose. https://example.org/#/m/a1'
    """
    return f"{game}, {turn_line}: {capitalized(joined(sides))} must choose. {link}"


def confirmation_mail(server: str, link: str) -> MailText:
    """Returns the email that asks a player to confirm an address."""
    return MailText(
        "Confirm your address for Ironbottom",
        f"Someone asked the Ironbottom server at {server} to send mail to this address when a match waits for a move.\n"
        f"If that was you, open this link and press Confirm. It works for a week.\n\n{link}\n\n"
        "If it was not you, ignore this email. You will not get another.",
    )


def invitation_mail(server: str, game: str, side: str, link: str) -> MailText:
    """Returns the email that invites a friend to a seat."""
    return MailText(
        f"An invitation to play {game}",
        f"A player on the Ironbottom server at {server} has invited you to play {game} as {side}.\n"
        f"This link opens the seat. You need no account. It works once, within 30 days.\n\n{link}\n\n"
        "If you do not know who invited you, ignore this email. You will not get another.",
    )


GREETING = "Ironbottom will post here when a match waits for a move."
"""The first message to a chat room."""
