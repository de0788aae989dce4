"""A heuristic computer player for *War in the Pacific*."""
