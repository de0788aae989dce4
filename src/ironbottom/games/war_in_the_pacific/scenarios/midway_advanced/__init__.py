"""42 Midway, the advanced game."""
