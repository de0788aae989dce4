"""The ensign, a heuristic player that uses only what its side sees."""
