"""The rules engine: what every board wargame needs. It has no rule of a particular game."""
