"""A match being played: submission, history and undo, its record, replay and verification."""
