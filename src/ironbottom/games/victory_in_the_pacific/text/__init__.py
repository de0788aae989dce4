"""Victory in the Pacific in words: names and choices, events and stories, the board as text, what the page shows."""
