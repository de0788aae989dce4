"""The referee: everything a board wargame needs and no rule of any one game."""
