"""What a side has been shown, positions, checks and draws of *War in the Pacific*."""
