"""Each side's view of face-down task forces, positions as text, their checks, and random states that fit a view."""
