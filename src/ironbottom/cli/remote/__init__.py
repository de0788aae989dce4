"""Matches on a server, played in the terminal."""
