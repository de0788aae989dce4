"""The help pages of the commands."""
