"""Exact odds of the battles, reckoned from the figures in force."""
