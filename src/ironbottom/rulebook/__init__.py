"""Builds one page per game: each clause with the code that implements it, its tests, and a position to try it at."""
