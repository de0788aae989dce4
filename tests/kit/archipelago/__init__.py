"""The archipelago: a game as large as any, to test the engine. It has two sides, 14,357 hexes and 1,500 units."""

from tests.kit.archipelago.game import ARCHIPELAGO

__all__ = ["ARCHIPELAGO"]
