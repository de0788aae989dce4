"""Hold Fast as text: names of blocks, areas and choices, stories, the board as text, and the content of the page."""
