"""The rules engine: what every board wargame needs. It contains no rules of any particular game."""
