"""Exact odds of fights."""
