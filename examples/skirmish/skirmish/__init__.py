"""Skirmish at the atoll: a whole game in a package of its own."""

from .game import SKIRMISH

__all__ = ["SKIRMISH"]
