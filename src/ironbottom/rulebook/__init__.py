"""A page a game to read: each clause with what carries it, what holds it, and a position to try it at."""
