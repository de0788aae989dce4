"""The conformance kit: what every game of the house must keep, and Skirmish, the small game that tries the engine."""
