"""Matches that are open: players, seats, dice, standing orders, views, restore and export."""
