"""The error of a message that is not delivered."""

from __future__ import annotations


class DeliveryFailed(Exception):
    """A message was not accepted. ``permanent``: another attempt would fail too."""

    def __init__(self, reason: str, *, permanent: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.permanent = reason, permanent
