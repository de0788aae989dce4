"""Parses what a player types."""
