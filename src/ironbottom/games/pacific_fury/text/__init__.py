"""Pacific Fury as text: names of units, areas and choices, stories, the board as text, and the content of the page."""
