"""Pacific Fury in words: the names of units, areas and choices, stories, the board as text, and what the page shows."""
