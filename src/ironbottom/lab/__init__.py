"""The laboratory: many games at once, measured."""
