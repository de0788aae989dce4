"""The layout oracle: finds faults of layout in the page at any moment, and asks at moments of recorded games."""
