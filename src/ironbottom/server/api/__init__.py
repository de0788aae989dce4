"""The HTTP and WebSocket endpoints below ``/api``, and the route of the page."""
