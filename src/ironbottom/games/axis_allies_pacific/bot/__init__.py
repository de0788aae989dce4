"""The ensign: its observation of a view, and its choices."""
