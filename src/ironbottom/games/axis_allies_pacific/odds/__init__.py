"""Battles, landings and bombing raids reckoned exactly, from numbers alone."""
