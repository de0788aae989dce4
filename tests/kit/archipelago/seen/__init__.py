"""What sides see, what they cannot exclude, and positions."""
