"""The data of a game: tables of figures with their sources, corrections, and the clauses of its rulebook."""
