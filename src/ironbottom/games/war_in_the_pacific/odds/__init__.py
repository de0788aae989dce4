"""The odds of fights, exactly."""
