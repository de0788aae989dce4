"""A session of a match by file; it ends as soon as only the other player can choose."""

from __future__ import annotations

from ironbottom.cli.output.terminal import UserExit
from ironbottom.cli.remote.session import RemoteSession


class FileSession(RemoteSession):
    """A match with one user at this terminal, and the other player elsewhere with the next file."""

    is_done = False
    """Whether everything that can be chosen here has been chosen."""

    def _turn(self) -> None:
        waiting = self.match.own.waiting
        if not self.match.over and not self.match.deciding() and not self._is_asked() and waiting:
            self.print_news(self.viewer)
            self.is_done = True
            raise UserExit
        super()._turn()

    def _print_exit(self) -> None:
        if not self.is_done:
            self.terminal.write("Nothing is lost. To continue the match:")
            self.terminal.write_verbatim("  ironbottom mail")
