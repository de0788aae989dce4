"""Ironbottom: board wargames of the Pacific War, refereed by one engine."""

__version__ = "0.1.0"
