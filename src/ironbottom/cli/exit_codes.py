"""The exit codes of the command."""

REFUSED = 1
"""The input cannot be used."""
MISUSED = 2
"""The command line was not understood."""
STOPPED = 130
"""Stopped by the user with Ctrl+C."""
