"""42 Midway, the basic game."""
