"""The exact odds of fights, pursuits, island combat and sighting, and the points if the turn ended now."""
