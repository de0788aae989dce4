"""Matches: submission, history, undo, records, replay and verification."""
