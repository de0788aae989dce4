"""Who knows what: views, draws from them, positions, and what can stand on the table."""
