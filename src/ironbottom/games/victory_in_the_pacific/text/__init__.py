"""The texts of Victory in the Pacific: names and choices, events and stories, the board, the page."""
