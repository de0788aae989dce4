"""Axis & Allies: Pacific in words: names, choices, stories, and the board as text."""
