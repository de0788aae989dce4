"""Each side's view of hidden blocks, positions as text, their checks, and random states that fit a view."""
