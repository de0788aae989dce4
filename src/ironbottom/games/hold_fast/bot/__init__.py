"""The ensign, an opponent that plays by rules of thumb from what its side sees."""
