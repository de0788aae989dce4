"""Exact probability distributions and tables of odds, for any game."""

from ironbottom.odds.battles import battle, decision
from ironbottom.odds.tables import OddsRow, OddsTable

__all__ = ["OddsRow", "OddsTable", "battle", "decision"]
