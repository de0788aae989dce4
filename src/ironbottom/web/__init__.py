"""The browser page, as served by the server."""
