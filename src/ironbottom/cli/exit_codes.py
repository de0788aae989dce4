"""The exit codes of the command."""

REFUSED = 1
"""What was handed in cannot be used."""
MISUSED = 2
"""The command was not understood."""
STOPPED = 130
"""Stopped by the keyboard."""
