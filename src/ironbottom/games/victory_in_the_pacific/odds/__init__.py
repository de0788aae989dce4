"""The odds of fights, pursuits, island combat and sighting, exactly, and where points would stand if the turn ended."""
