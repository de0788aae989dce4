"""Victory in the Pacific."""
