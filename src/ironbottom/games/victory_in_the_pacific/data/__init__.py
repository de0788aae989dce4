"""The figures of the game and the clauses of its rulebook, with their marks and sources."""
