"""The local server: it stores matches, referees them and serves the page.

``run`` starts the server on this machine. ``can_open_page`` says whether the page is built and a browser can show it.
"""

from ironbottom.server.launch import can_open_page, run

__all__ = ["can_open_page", "run"]
