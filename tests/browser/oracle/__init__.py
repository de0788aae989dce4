"""The layout oracle: finds layout faults in the page at any moment, and checks moments of recorded games."""
