"""What each side sees of task forces that lie face down, positions in words, and what could stand on the table."""
