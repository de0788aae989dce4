"""Each side's view of hidden blocks, positions as text, and the check of positions."""
