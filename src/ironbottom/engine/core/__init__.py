"""The values of a state: field types, sets, arrays, layout and frames, events, and visibility."""
