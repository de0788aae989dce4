"""Odds: distributions, convolution and batch sampling, for any game."""
