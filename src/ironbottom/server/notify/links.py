"""The links in messages."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote


class Links(NamedTuple):
    """Makes links to a server.

    ``key`` is its access key, which only emails contain, since many people may read a chat room.
    """

    address: str
    key: str = ""

    @property
    def _query(self) -> str:
        return f"?key={self.key}" if self.key else ""

    def decision(self, match: str, side: str) -> str:
        """Returns the link to the decision of a side.

        >>> Links("https://games.example.org").decision("a1", "japan")
        'https://games.example.org/#/m/a1?side=japan'
        """
        return f"{self.address}/{self._query}#/m/{quote(match)}?side={quote(side)}"

    def match(self, match: str) -> str:
        """Returns the link to a match for a chat room."""
        return f"{self.address}/#/m/{quote(match)}"

    def stop(self, token: str) -> str:
        """Returns the link that stops all mail to an address; it also accepts a POST request."""
        return f"{self.address}/mail/{quote(token)}{self._query}"

    def path(self, path: str) -> str:
        """Returns the link to a path of the page, such as ``#/join/…``."""
        return f"{self.address}/{self._query}{path}"
