"""The interactive session of a game in the terminal."""
