"""Exact odds of battles, landings and bombing raids, computed from numbers only."""
