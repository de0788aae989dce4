"""What each side sees of blocks that show it only their backs, positions in words, what could stand on the table."""
