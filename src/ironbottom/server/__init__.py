"""The web application: live matches, storage, accounts.

``run`` serves the page on this machine; ``can_show`` tells whether there is a page and a browser for it.
"""

from ironbottom.server.launch import can_show, run

__all__ = ["can_show", "run"]
