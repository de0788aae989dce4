"""The views of the sides, the states that fit them, and positions."""
