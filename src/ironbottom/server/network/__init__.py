"""Clients and their connections: access, limits, upload slots, error responses, static files."""
