"""The picket line: the smallest complete game, in a package of its own."""

from .game import PICKET

__all__ = ["PICKET"]
