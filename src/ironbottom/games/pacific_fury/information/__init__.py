"""Each side's view of face-down task forces, positions as text, and the check of positions."""
