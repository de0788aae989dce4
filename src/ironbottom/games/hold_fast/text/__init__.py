"""Hold Fast in words: the names of blocks, areas and choices, stories, the board as text, and what the page shows."""
