"""Prints games, clauses and tables to the terminal."""
