"""How a match writes itself into the store as it is played."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.record import RECORD_FORMAT, AnyAct, Header, encode_lines
from ironbottom.server.store import Store


class StoreKeeper:
    """Keeps the lines of a match in the store; whoever lets the match act opens the transaction around it.

    ``form`` is the format of the record that goes on.
    """

    def __init__(self, store: Store, match: str, check: str = "", form: int = RECORD_FORMAT) -> None:
        self._store, self._match, self._check, self._form = store, match, check, form

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Takes the header, and the secrets of the dice apart from it."""
        line, self._check = encode_lines([header])
        self._store.add_lines(self._match, 0, [line])
        self._store.add_secrets(self._match, secrets)

    def append(self, acts: Sequence[AnyAct]) -> None:
        """Takes the lines of one act."""
        data, self._check = encode_lines(acts, self._check, self._form)
        self._store.add_lines(self._match, acts[0].seq, data.splitlines(keepends=True))

    def revealed(self) -> None:
        """Forgets the secrets, which stand in the record now."""
        self._store.delete_secrets(self._match)
