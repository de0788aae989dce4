"""Axis & Allies: Pacific as text: names, choices, stories, and the board as text."""
