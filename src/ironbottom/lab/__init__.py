"""Plays many games and measures them."""
