"""Exact probability distributions and tables of odds, for any game."""
