"""Exact odds of fights, and of the choices in a decision."""
