"""States in other forms: readable positions, views, packed bytes, pickles."""
