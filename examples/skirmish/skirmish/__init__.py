"""Skirmish at the atoll: a complete game in its own package."""

from .game import SKIRMISH

__all__ = ["SKIRMISH"]
