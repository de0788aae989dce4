"""What each side sees, all but picks made in secret; positions in words; and what could stand on the table."""
