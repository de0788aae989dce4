"""The ensign: what it makes of a view, and what it chooses."""
