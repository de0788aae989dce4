"""Saved games and records in files."""
